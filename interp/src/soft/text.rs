//! Floating-point values from text, as `strtod` reads it and C17 6.4.4.2 writes it, and to exact decimal digits.

use crate::soft::big::Big;
use crate::soft::{Class, Unpacked};

/// A significant digit past this one cannot decide a rounding but by not being zero: the longest exact halfway point
/// of binary128 has fewer than 11,600 significant digits.
const MAX_DIGITS: usize = 12_000;

/// Decimal exponents beyond this are infinite or zero in every format.
const EXPONENT_LIMIT: i64 = 6_000;

/// The value of the longest prefix of the form `strtod` expects (C17 7.22.1.3p3), and its length including white space
/// and sign; the length is 0 where there is none. The value is not rounded yet; its lowest bit is sticky.
pub fn scan(text: &[u8]) -> (Unpacked, usize) {
    let blank = text.iter().take_while(|&&c| is_space(c)).count();
    let (negative, sign) = match text.get(blank) {
        Some(b'-') => (true, 1),
        Some(b'+') => (false, 1),
        _ => (false, 0),
    };
    let body = text.get(blank + sign..).unwrap_or_default();
    match scan_unsigned(body) {
        Some((value, length)) => (Unpacked { negative, ..value }, blank + sign + length),
        None => (Unpacked::zero(false), 0),
    }
}

/// `isspace` in the "C" locale.
pub fn is_space(c: u8) -> bool {
    matches!(c, b' ' | b'\t'..=b'\r')
}

fn scan_unsigned(text: &[u8]) -> Option<(Unpacked, usize)> {
    if starts_with(text, b"infinity") {
        return Some((Unpacked::infinite(false), 8));
    }
    if starts_with(text, b"inf") {
        return Some((Unpacked::infinite(false), 3));
    }
    if starts_with(text, b"nan") {
        return Some((Unpacked::nan(false), 3 + nan_sequence(text.get(3..).unwrap_or_default())));
    }
    if starts_with(text, b"0x")
        && let Some((value, length)) = scan_hexadecimal(text.get(2..).unwrap_or_default())
    {
        return Some((value, length + 2));
    }
    scan_decimal(text)
}

fn starts_with(text: &[u8], lower: &[u8]) -> bool {
    text.get(..lower.len()).is_some_and(|prefix| prefix.eq_ignore_ascii_case(lower))
}

/// The length of `(n-char-sequence)`.
fn nan_sequence(text: &[u8]) -> usize {
    let Some((b'(', rest)) = text.split_first() else { return 0 };
    let length = rest.iter().take_while(|c| c.is_ascii_alphanumeric() || **c == b'_').count();
    if rest.get(length) == Some(&b')') { length + 2 } else { 0 }
}

fn scan_hexadecimal(text: &[u8]) -> Option<(Unpacked, usize)> {
    let (digits, fraction, length) = split_digits(text, 16)?;
    let (mut sig, mut dropped) = (0u128, 0i64);
    for digit in digits {
        if sig >> 124 == 0 {
            sig = sig << 4 | digit as u128;
        } else {
            sig |= (digit != 0) as u128;
            dropped += 1;
        }
    }
    let (power, exponent_length) = scan_exponent(text.get(length..).unwrap_or_default(), b'p');
    let exp = power.saturating_add(4 * (dropped - fraction)).clamp(-100_000, 100_000) as i32;
    Some((Unpacked::scaled(false, 127 + exp, sig), length + exponent_length))
}

fn scan_decimal(text: &[u8]) -> Option<(Unpacked, usize)> {
    let (mut digits, fraction, length) = split_digits(text, 10)?;
    let (power, exponent_length) = scan_exponent(text.get(length..).unwrap_or_default(), b'e');
    let mut exponent = power.saturating_sub(fraction);
    if digits.len() > MAX_DIGITS {
        exponent = exponent.saturating_add((digits.len() - MAX_DIGITS) as i64);
        let sticky = digits.drain(MAX_DIGITS..).any(|digit| digit != 0);
        if let Some(last) = digits.last_mut() {
            *last |= sticky as u8;
        }
    }
    while digits.last() == Some(&0) {
        digits.pop();
        exponent = exponent.saturating_add(1);
    }
    Some((decimal_value(&digits, exponent), length + exponent_length))
}

/// The digits' values without leading zeros, how many of the digits are behind the point, and the length of the text.
fn split_digits(text: &[u8], base: u32) -> Option<(Vec<u8>, i64, usize)> {
    let (mut digits, mut seen, mut fraction, mut length, mut point) = (Vec::new(), false, 0, 0, false);
    for &c in text {
        match (c as char).to_digit(base) {
            Some(digit) => {
                seen = true;
                fraction += point as i64;
                if digit != 0 || !digits.is_empty() {
                    digits.push(digit as u8);
                }
            }
            None if c == b'.' && !point => point = true,
            None => break,
        }
        length += 1;
    }
    seen.then_some((digits, fraction, length))
}

/// The exponent behind `mark`, saturating, and its length; both 0 if there is no digit.
fn scan_exponent(text: &[u8], mark: u8) -> (i64, usize) {
    if text.first().is_none_or(|c| c.to_ascii_lowercase() != mark) {
        return (0, 0);
    }
    let (negative, start) = match text.get(1) {
        Some(b'-') => (true, 2),
        Some(b'+') => (false, 2),
        _ => (false, 1),
    };
    let (mut value, mut length) = (0i64, start);
    while let Some(c) = text.get(length).filter(|c| c.is_ascii_digit()) {
        value = value.saturating_mul(10).saturating_add((c - b'0') as i64);
        length += 1;
    }
    if length == start {
        return (0, 0);
    }
    (if negative { -value } else { value }, length)
}

fn decimal_value(digits: &[u8], exponent: i64) -> Unpacked {
    if digits.is_empty() {
        return Unpacked::zero(false);
    }
    let magnitude = exponent.saturating_add(digits.len() as i64);
    if magnitude.abs() > EXPONENT_LIMIT {
        let exp = if magnitude > 0 { 100_000 } else { -100_000 };
        return Unpacked::scaled(false, exp, 1);
    }
    let mut number = Big::from_decimal(digits);
    let sig = if exponent >= 0 {
        number.mul_power_of_five(exponent as u32);
        let exp = number.bit_length() as i64 - 1 + exponent;
        return Unpacked::scaled(false, exp as i32, number.top_bits());
    } else {
        let mut divisor = Big::new(1);
        divisor.mul_power_of_five((-exponent) as u32);
        (number.bit_length() as i64 - divisor.bit_length() as i64, divide(number, divisor))
    };
    Unpacked::scaled(false, (sig.0 + exponent) as i32, sig.1)
}

/// 128 bits of the quotient of the two aligned to one bit length, the first weighing one, the last sticky.
fn divide(mut number: Big, mut divisor: Big) -> u128 {
    let (a, b) = (number.bit_length(), divisor.bit_length());
    number.shift_left(b.saturating_sub(a));
    divisor.shift_left(a.saturating_sub(b));
    let mut quotient = 0u128;
    for _ in 0..128 {
        quotient <<= 1;
        if number >= divisor {
            number.subtract(&divisor);
            quotient |= 1;
        }
        number.shift_left(1);
    }
    quotient | !number.is_zero() as u128
}

/// A number in decimal: `0.d₁d₂d₃… × 10^point`, without leading zeros, no digits at all for zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decimal {
    pub digits: Vec<u8>,
    pub point: i64,
}

impl Decimal {
    /// All digits of a finite magnitude; those of infinities and NaNs are none.
    pub fn exact(value: Unpacked) -> Decimal {
        let Class::Finite { exp, sig } = value.class else {
            return Decimal { digits: Vec::new(), point: 0 };
        };
        let zeros = sig.trailing_zeros();
        let mut number = Big::new(sig >> zeros);
        let power = exp as i64 - 127 + zeros as i64;
        if power >= 0 {
            number.shift_left(power as u64);
        } else {
            number.mul_power_of_five((-power) as u32);
        }
        let digits = number.into_decimal();
        let point = digits.len() as i64 + power.min(0);
        Decimal { digits, point }
    }

    /// Keeps `count` digits (none, if negative), rounding to nearest, ties to even.
    pub fn round_to(&mut self, count: i64) {
        if count < 0 {
            self.digits.clear();
            return;
        }
        let Ok(count) = usize::try_from(count) else { return };
        let Some((&next, rest)) = self.digits.get(count..).and_then(<[u8]>::split_first) else { return };
        let odd = count > 0 && self.digits.get(count - 1).is_some_and(|digit| digit % 2 == 1);
        let up = next > 5 || next == 5 && (odd || rest.iter().any(|&digit| digit != 0));
        self.digits.truncate(count);
        if up {
            self.increment();
        }
    }

    /// Adds one in the last kept place.
    fn increment(&mut self) {
        for digit in self.digits.iter_mut().rev() {
            if *digit < 9 {
                *digit += 1;
                return;
            }
            *digit = 0;
        }
        self.digits.insert(0, 1);
        self.point += 1;
    }

    /// The digit that weighs 10 to the `place`.
    pub fn digit(&self, place: i64) -> u8 {
        let index = self.point - 1 - place;
        usize::try_from(index).ok().and_then(|index| self.digits.get(index)).copied().unwrap_or(0)
    }
}
