//! Preprocessing numbers to values: no program, no positions.

use crate::target::Target;
use crate::types::Type;

pub enum Value {
    Int(u64, Type),
    /// A decimal constant above `LLONG_MAX`: GCC gives it the type `__int128`.
    Large(u64),
    Float(f64, Type),
    /// `long double` and `__float128`, by spelling without suffix.
    Long(Vec<u8>, Type),
}

pub enum Bad {
    Malformed(String),
    Unsupported(String),
}

/// The most common constants: at most nine decimal digits.
pub fn small(text: &[u8]) -> Option<u64> {
    let decimal = text[0] != b'0' || text.len() == 1;
    if text.len() > 9 || !decimal {
        return None;
    }
    text.iter().try_fold(0, |value, byte| byte.is_ascii_digit().then(|| value * 10 + (byte - b'0') as u64))
}

/// The value, and whether it is imaginary (GNU `i` and `j` suffixes).
pub fn number(text: &[u8], target: &Target) -> Result<(Value, bool), Bad> {
    let hex = matches!(text, [b'0', b'x' | b'X', ..]);
    let floating = text.iter().any(|&byte| match byte {
        b'.' => true,
        b'e' | b'E' => !hex,
        b'p' | b'P' => hex,
        _ => false,
    });
    // An `e` in the suffix of a decimal integer constant cannot be: it would have been an exponent.
    if floating { float(text, hex) } else { integer(text, target) }
}

fn malformed<T>(text: &[u8], what: &str) -> Result<T, Bad> {
    Err(Bad::Malformed(format!("{what} `{}`", String::from_utf8_lossy(text))))
}

fn integer(text: &[u8], target: &Target) -> Result<(Value, bool), Bad> {
    let (radix, digits) = match text {
        [b'0', b'x' | b'X', digits @ ..] => (16, digits),
        [b'0', b'b' | b'B', digits @ ..] => (2, digits),
        [b'0', digits @ ..] if digits.first().is_some_and(u8::is_ascii_digit) => (8, digits),
        digits => (10, digits),
    };
    let count = digits.iter().take_while(|&&byte| (byte as char).is_digit(radix)).count();
    let (digits, suffix) = digits.split_at(count);
    if count == 0 || suffix.first().is_some_and(u8::is_ascii_digit) {
        return malformed(text, "an invalid integer constant");
    }
    let mut value = 0u64;
    for &digit in digits {
        // GCC keeps the low 64 bits of what is too large and warns.
        value = value.wrapping_mul(radix as u64).wrapping_add((digit as char).to_digit(radix).unwrap_or(0) as u64);
    }
    let Some(suffix) = Suffix::parse(suffix) else { return malformed(text, "an invalid integer suffix in") };
    let large = digits.len() > 19 && digits.iter().skip_while(|&&digit| digit == b'0').count() > 20 && radix == 10;
    Ok((typed(value, radix == 10, &suffix, large, target), suffix.imaginary))
}

/// The first type of C17 6.4.4.1p5's list that can hold the value.
fn typed(value: u64, decimal: bool, suffix: &Suffix, wrapped: bool, target: &Target) -> Value {
    let bits = 64 - value.leading_zeros() as u64;
    let types =
        [(Type::INT, Type::UINT, 32), (Type::LONG, Type::ULONG, target.long_size * 8), (Type::LLONG, Type::ULLONG, 64)];
    for (signed, unsigned, width) in types.into_iter().skip(suffix.longs as usize) {
        if !suffix.unsigned && bits < width {
            return Value::Int(value, signed);
        }
        if (suffix.unsigned || !decimal) && bits <= width {
            return Value::Int(value, unsigned);
        }
    }
    if target.has_int128 && !wrapped { Value::Large(value) } else { Value::Int(value, Type::ULLONG) }
}

struct Suffix {
    unsigned: bool,
    /// 0, 1 (`l`) or 2 (`ll`).
    longs: u8,
    imaginary: bool,
}

impl Suffix {
    fn parse(text: &[u8]) -> Option<Suffix> {
        let mut suffix = Suffix { unsigned: false, longs: 0, imaginary: false };
        let mut rest = text;
        while let Some(&byte) = rest.first() {
            let len = match byte {
                b'u' | b'U' if !suffix.unsigned => {
                    suffix.unsigned = true;
                    1
                }
                b'l' | b'L' if suffix.longs == 0 => {
                    suffix.longs = if rest.get(1) == Some(&byte) { 2 } else { 1 };
                    suffix.longs as usize
                }
                b'i' | b'I' | b'j' | b'J' if !suffix.imaginary => {
                    suffix.imaginary = true;
                    1
                }
                _ => return None,
            };
            rest = &rest[len..];
        }
        Some(suffix)
    }
}

fn float(text: &[u8], hex: bool) -> Result<(Value, bool), Bad> {
    let Some(end) = float_end(text, hex) else { return malformed(text, "an invalid floating constant") };
    let (digits, suffix) = text.split_at(end);
    let mut suffix = suffix.to_ascii_lowercase();
    let imaginary = match suffix.iter().position(|byte| matches!(byte, b'i' | b'j')) {
        Some(at) => {
            suffix.remove(at);
            true
        }
        None => false,
    };
    let ty = match &suffix[..] {
        b"" | b"d" | b"f64" | b"f32x" => Type::DOUBLE,
        b"f" | b"f32" => Type::FLOAT,
        b"l" | b"w" | b"f64x" => Type::LDOUBLE,
        b"q" | b"f128" => Type::FLOAT128,
        b"df" => Type::DECIMAL32,
        b"dd" => Type::DECIMAL64,
        b"dl" => Type::DECIMAL128,
        b"f16" => return Err(Bad::Unsupported("a `_Float16` constant".to_string())),
        _ => return malformed(text, "an invalid floating suffix in"),
    };
    let value = match ty {
        Type::LDOUBLE | Type::FLOAT128 | Type::DECIMAL32 | Type::DECIMAL64 | Type::DECIMAL128 => {
            Value::Long(digits.to_vec(), ty)
        }
        _ if hex => Value::Float(hex_float(digits, ty == Type::FLOAT), ty),
        _ => Value::Float(decimal_float(digits, ty == Type::FLOAT), ty),
    };
    Ok((value, imaginary))
}

/// Where digits and exponent end and the suffix begins; `None` if there are no digits.
fn float_end(text: &[u8], hex: bool) -> Option<usize> {
    let is_digit = |byte: &u8| if hex { byte.is_ascii_hexdigit() } else { byte.is_ascii_digit() };
    let mut at = if hex { 2 } else { 0 };
    let mut digits = 0;
    let mut dots = 0;
    while let Some(byte) = text.get(at) {
        if is_digit(byte) {
            digits += 1;
        } else if *byte == b'.' {
            dots += 1;
        } else {
            break;
        }
        at += 1;
    }
    let has_exponent = text.get(at).is_some_and(|byte| matches!(byte.to_ascii_lowercase(), b'e' | b'p'));
    if digits == 0 || dots > 1 || (hex && !has_exponent) {
        return None;
    }
    if !has_exponent {
        return Some(at);
    }
    at += 1;
    if matches!(text.get(at), Some(b'+' | b'-')) {
        at += 1;
    }
    let exponent = text[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    (exponent > 0).then_some(at + exponent)
}

/// Correctly rounded; overflow gives infinity, as in GCC.
pub fn decimal_float(digits: &[u8], single: bool) -> f64 {
    let digits = std::str::from_utf8(digits).unwrap_or("0");
    if single { digits.parse::<f32>().unwrap_or(0.0) as f64 } else { digits.parse().unwrap_or(0.0) }
}

/// `0x1.8p3`, rounded to nearest, ties to even.
pub fn hex_float(text: &[u8], single: bool) -> f64 {
    let mut mantissa = 0u64;
    let mut exponent = 0i64;
    let mut fraction = false;
    let mut at = 2;
    while let Some(&byte) = text.get(at) {
        at += 1;
        match byte {
            b'.' => fraction = true,
            b'p' | b'P' => break,
            _ => {
                let digit = (byte as char).to_digit(16).unwrap_or(0) as u64;
                if mantissa >> 58 == 0 {
                    mantissa = mantissa << 4 | digit;
                    exponent -= if fraction { 4 } else { 0 };
                } else {
                    // Digits too low to matter, except that they break ties.
                    mantissa |= (digit != 0) as u64;
                    exponent += if fraction { 0 } else { 4 };
                }
            }
        }
    }
    let written = std::str::from_utf8(&text[at..]).unwrap_or("0");
    // Saturates: an exponent beyond i64 is an overflow or underflow either way.
    let negative = written.starts_with('-');
    let written = written.parse::<i64>().unwrap_or(if negative { -1 << 40 } else { 1 << 40 });
    round(mantissa, exponent.saturating_add(written.clamp(-1 << 40, 1 << 40)), single)
}

/// `mantissa * 2^exponent` in the precision of `double` or `float`.
fn round(mantissa: u64, exponent: i64, single: bool) -> f64 {
    let (precision, min, max) = if single { (24, -126, 127) } else { (53, -1022, 1023) };
    if mantissa == 0 {
        return 0.0;
    }
    let length = 64 - mantissa.leading_zeros() as i64;
    let top = exponent + length - 1;
    if top > max {
        return f64::INFINITY;
    }
    let precision = if top < min { precision - (min - top) } else { precision };
    if precision < 0 {
        return 0.0;
    }
    let drop = (length - precision).max(0) as u32;
    let kept = if drop >= 64 { 0 } else { mantissa >> drop };
    let lost = mantissa as u128 & ((1u128 << drop) - 1);
    let half = (1u128 << drop) >> 1;
    let up = drop > 0 && (lost > half || (lost == half && kept & 1 == 1));
    let value = scale((kept + up as u64) as f64, exponent + drop as i64);
    if single { value as f32 as f64 } else { value }
}

/// `value * 2^by`, exact because the result is representable. Two steps keep the factors in range.
fn scale(value: f64, by: i64) -> f64 {
    let half = by / 2;
    value * 2f64.powi(half as i32) * 2f64.powi((by - half) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float_of(text: &str) -> f64 {
        match number(text.as_bytes(), &Target::X86_64) {
            Ok((Value::Float(value, _), _)) => value,
            _ => panic!("{text} is not a double"),
        }
    }

    fn type_of(text: &str) -> Option<Type> {
        match number(text.as_bytes(), &Target::X86_64) {
            Ok((Value::Int(_, ty) | Value::Float(_, ty) | Value::Long(_, ty), _)) => Some(ty),
            _ => None,
        }
    }

    #[test]
    fn hexadecimal_floats_round_to_even() {
        assert_eq!(float_of("0x1.8p1"), 3.0);
        assert_eq!(float_of("0x1p-1074"), f64::from_bits(1));
        assert_eq!(float_of("0x1p-1075"), 0.0);
        assert_eq!(float_of("0x1.8p-1075"), f64::from_bits(1));
        assert_eq!(float_of("0x1.fffffffffffff8p0"), 2.0);
        assert_eq!(float_of("0x1.00000000000008p0"), 1.0);
        assert_eq!(float_of("0x1.000000000000080000000000001p0"), 1.0 + f64::EPSILON);
        assert_eq!(float_of("0x1p1024"), f64::INFINITY);
        assert_eq!(float_of("0x1.fffffep127f"), f32::MAX as f64);
        assert_eq!(float_of("0x1p-149f"), f32::from_bits(1) as f64);
    }

    #[test]
    fn constants_get_the_first_type_that_holds_them() {
        assert_eq!(type_of("2147483648"), Some(Type::LONG));
        assert_eq!(type_of("0x80000000"), Some(Type::UINT));
        assert_eq!(type_of("0xffffffffffffffff"), Some(Type::ULONG));
        assert_eq!(type_of("1ull"), Some(Type::ULLONG));
        assert_eq!(type_of("1LU"), Some(Type::ULONG));
        assert_eq!(type_of("9223372036854775808"), None);
        assert_eq!(type_of("1.5L"), Some(Type::LDOUBLE));
        assert_eq!(type_of("08"), None);
        assert_eq!(type_of("1lL"), None);
    }
}
