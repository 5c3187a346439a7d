//! `arith` at the widths C has, on random operands that favour the edges, against a reference in sign and magnitude.
//!
//! The reference has 512-bit magnitudes in base 2^32 and schoolbook algorithms: slow, and obviously right.

use lang::arith::{self, Fault, IntKind, Word};
use proptest::prelude::*;
use std::cmp::Ordering;

/// A magnitude in base 2^32, least significant digit first.
type Digits = [u32; 16];

#[derive(Copy, Clone, PartialEq, Debug)]
struct Big {
    negative: bool,
    digits: Digits,
}

fn compare(a: &Digits, b: &Digits) -> Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

fn add_digits(a: &Digits, b: &Digits) -> Digits {
    let (mut sum, mut carry) = ([0; 16], 0u64);
    for i in 0..16 {
        let digit = a[i] as u64 + b[i] as u64 + carry;
        sum[i] = digit as u32;
        carry = digit >> 32;
    }
    sum
}

/// `a` is not less than `b`.
fn sub_digits(a: &Digits, b: &Digits) -> Digits {
    let (mut difference, mut borrow) = ([0; 16], 0i64);
    for i in 0..16 {
        let digit = a[i] as i64 - b[i] as i64 - borrow;
        difference[i] = digit as u32;
        borrow = (digit < 0) as i64;
    }
    difference
}

fn mul_digits(a: &Digits, b: &Digits) -> Digits {
    let mut product = [0u32; 16];
    for i in 0..8 {
        let mut carry = 0u64;
        for j in 0..8 {
            let digit = a[i] as u64 * b[j] as u64 + product[i + j] as u64 + carry;
            product[i + j] = digit as u32;
            carry = digit >> 32;
        }
        product[i + 8] = carry as u32;
    }
    product
}

/// Long division, bit by bit.
fn div_digits(a: &Digits, b: &Digits) -> (Digits, Digits) {
    let (mut quotient, mut rest) = ([0u32; 16], [0u32; 16]);
    for bit in (0..512).rev() {
        rest = add_digits(&rest, &rest);
        rest[0] |= a[bit / 32] >> (bit % 32) & 1;
        if compare(&rest, b) != Ordering::Less {
            rest = sub_digits(&rest, b);
            quotient[bit / 32] |= 1 << (bit % 32);
        }
    }
    (quotient, rest)
}

impl Big {
    fn new(negative: bool, digits: Digits) -> Big {
        Big { negative: negative && digits != [0; 16], digits }
    }

    fn power_of_two(exponent: usize) -> Big {
        let mut digits = [0; 16];
        digits[exponent / 32] = 1 << (exponent % 32);
        Big::new(false, digits)
    }

    /// The value of the low `bits` of `pattern` in the given kind.
    fn of(k: IntKind, pattern: u128) -> Big {
        let mut digits = [0; 16];
        for bit in 0..k.bits as usize {
            digits[bit / 32] |= ((pattern >> bit & 1) as u32) << (bit % 32);
        }
        let value = Big::new(false, digits);
        let top = pattern >> (k.bits - 1) & 1 == 1;
        if k.signed && top { value.minus(Big::power_of_two(k.bits as usize)) } else { value }
    }

    fn negated(self) -> Big {
        Big::new(!self.negative, self.digits)
    }

    fn plus(self, other: Big) -> Big {
        if self.negative == other.negative {
            return Big::new(self.negative, add_digits(&self.digits, &other.digits));
        }
        match compare(&self.digits, &other.digits) {
            Ordering::Less => Big::new(other.negative, sub_digits(&other.digits, &self.digits)),
            _ => Big::new(self.negative, sub_digits(&self.digits, &other.digits)),
        }
    }

    fn minus(self, other: Big) -> Big {
        self.plus(other.negated())
    }

    fn times(self, other: Big) -> Big {
        Big::new(self.negative != other.negative, mul_digits(&self.digits, &other.digits))
    }

    fn less(self, other: Big) -> bool {
        self.minus(other).negative
    }

    fn fits(self, k: IntKind) -> bool {
        let (low, above) = if k.signed {
            let half = Big::power_of_two(k.bits as usize - 1);
            (half.negated(), half)
        } else {
            (Big::new(false, [0; 16]), Big::power_of_two(k.bits as usize))
        };
        !self.less(low) && self.less(above)
    }

    /// The value modulo 2^128, as two's complement.
    fn pattern(self) -> u128 {
        let magnitude = (0..4).fold(0u128, |sum, i| sum | (self.digits[i] as u128) << (32 * i));
        if self.negative { (!magnitude).wrapping_add(1) } else { magnitude }
    }

    /// Reduced modulo 2^bits into the kind's range.
    fn reduced(self, k: IntKind) -> Big {
        Big::of(k, self.pattern())
    }
}

fn word<W: Word>(value: Big) -> W {
    W::from_u128(value.pattern())
}

fn exact(k: IntKind, value: Big) -> Result<Big, Fault> {
    match k.signed {
        false => Ok(value.reduced(k)),
        true if value.fits(k) => Ok(value),
        true => Err(Fault::SignedOverflow),
    }
}

fn divided(k: IntKind, a: Big, b: Big) -> Result<(Big, Big), Fault> {
    if b.digits == [0; 16] {
        return Err(Fault::DivisionByZero);
    }
    let (quotient, rest) = div_digits(&a.digits, &b.digits);
    let quotient = Big::new(a.negative != b.negative, quotient);
    if quotient.fits(k) { Ok((quotient, Big::new(a.negative, rest))) } else { Err(Fault::DivisionOverflow) }
}

fn shifted_left(k: IntKind, a: Big, count: i128) -> Result<Big, Fault> {
    if !(0..k.bits as i128).contains(&count) {
        return Err(Fault::ShiftCount);
    }
    let product = a.times(Big::power_of_two(count as usize));
    match k.signed {
        false => Ok(product.reduced(k)),
        true if a.negative => Err(Fault::ShiftNegative),
        true if product.fits(k) => Ok(product),
        true => Err(Fault::ShiftOverflow),
    }
}

fn shifted_right(k: IntKind, a: Big, count: i128) -> Result<Big, Fault> {
    if !(0..k.bits as i128).contains(&count) {
        return Err(Fault::ShiftCount);
    }
    let (quotient, rest) = div_digits(&a.digits, &Big::power_of_two(count as usize).digits);
    let floor = Big::new(a.negative, quotient);
    let one = Big::power_of_two(0);
    Ok(if a.negative && rest != [0; 16] { floor.minus(one) } else { floor })
}

fn check<W: Word>(k: IntKind, a: u128, b: u128, count: i8) {
    let (a, b) = (Big::of(k, a), Big::of(k, b));
    let (x, y): (W, W) = (word(a), word(b));
    assert_eq!(arith::add(k, x, y), exact(k, a.plus(b)).map(word));
    assert_eq!(arith::sub(k, x, y), exact(k, a.minus(b)).map(word));
    assert_eq!(arith::mul(k, x, y), exact(k, a.times(b)).map(word));
    assert_eq!(arith::neg(k, x), exact(k, a.negated()).map(word));
    assert_eq!(arith::div(k, x, y), divided(k, a, b).map(|(quotient, _)| word(quotient)));
    assert_eq!(arith::rem(k, x, y), divided(k, a, b).map(|(_, rest)| word(rest)));
    assert_eq!(arith::wrapping_mul(k, x, y), word(a.times(b).reduced(k)));
    assert_eq!(arith::lt(k, x, y), a.less(b));
    assert_eq!(arith::le(k, x, y), !b.less(a));
    // -1 - a is what inverting all bits of two's complement means.
    assert_eq!(arith::not(k, x), word(a.negated().minus(Big::power_of_two(0)).reduced(k)));
    let count_word = W::from_u128(count as i128 as u128);
    assert_eq!(arith::shl(k, x, IntKind::I8, count_word), shifted_left(k, a, count as i128).map(word));
    assert_eq!(arith::shr(k, x, IntKind::I8, count_word), shifted_right(k, a, count as i128).map(word));
}

fn check_builtins<W: Word>(ka: IntKind, a: u128, kb: IntKind, b: u128, result: IntKind) {
    let (a, b) = (Big::of(ka, a), Big::of(kb, b));
    let (x, y): (W, W) = (word(a), word(b));
    let wanted = |value: Big| (word::<W>(value.reduced(result)), !value.fits(result));
    assert_eq!(arith::overflowing_add(ka, x, kb, y, result), wanted(a.plus(b)));
    assert_eq!(arith::overflowing_sub(ka, x, kb, y, result), wanted(a.minus(b)));
    assert_eq!(arith::overflowing_mul(ka, x, kb, y, result), wanted(a.times(b)));
}

/// Uniform patterns find few faults: half of the operands are near powers of two.
fn operand() -> impl Strategy<Value = u128> {
    let edge = (0u32..128, -2i128..=2, any::<bool>()).prop_map(|(bit, offset, negate)| {
        let value = ((1u128 << bit) as i128).wrapping_add(offset);
        (if negate { value.wrapping_neg() } else { value }) as u128
    });
    prop_oneof![any::<u128>(), edge]
}

fn kind(max_bits: u8) -> impl Strategy<Value = IntKind> {
    let kinds = [1, 8, 16, 31, 32, 33, 63, 64, 65, 127, 128];
    let kinds: Vec<u8> = kinds.into_iter().filter(|&bits| bits <= max_bits).collect();
    (prop::sample::select(kinds), any::<bool>()).prop_map(|(bits, signed)| IntKind { bits, signed })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn operators_agree_in_u64(k in kind(64), a in operand(), b in operand(), count in any::<i8>()) {
        check::<u64>(k, a, b, count);
    }

    #[test]
    fn operators_agree_in_u128(k in kind(128), a in operand(), b in operand(), count in any::<i8>()) {
        check::<u128>(k, a, b, count);
    }

    #[test]
    fn builtins_agree_in_u64(ka in kind(64), kb in kind(64), r in kind(64), a in operand(), b in operand()) {
        check_builtins::<u64>(ka, a, kb, b, r);
    }

    #[test]
    fn builtins_agree_in_u128(ka in kind(128), kb in kind(128), r in kind(128), a in operand(), b in operand()) {
        check_builtins::<u128>(ka, a, kb, b, r);
    }

    /// Correctly rounded means: no other float is nearer. Checked with the exact values of the float's neighbours.
    #[test]
    fn integers_convert_to_the_nearest_float(k in kind(64), a in operand()) {
        let value = Big::of(k, a);
        let x: u64 = word(value);
        let exact = value.pattern() as i128;
        let f = arith::int_to_f32(k, x);
        let error = |f: f32| (f as f64 as i128 - exact).abs();
        prop_assert!(error(f) <= error(f.next_up()) && error(f) <= error(f.next_down()));
        let d = arith::int_to_f64(k, x);
        let error = |d: f64| (d as i128 - exact).abs();
        prop_assert!(error(d) <= error(d.next_up()) && error(d) <= error(d.next_down()));
    }

    #[test]
    fn floats_convert_to_wide_integers(k in kind(128), value in any::<f64>(), exponent in 0i32..135) {
        // Random doubles are mostly huge or tiny: move half of them to where the bounds are.
        for value in [value, value.signum() * 2f64.powi(exponent) * 1.5, value.signum() * 2f64.powi(exponent)] {
            let bits = value.trunc().to_bits();
            let shift = (bits >> 52 & 0x7ff) as i32 - 1075;
            let in_reach = value.is_finite() && shift < 200;
            let wanted = if !in_reach {
                None
            } else if value.trunc() == 0.0 {
                Some(Big::new(false, [0; 16]))
            } else {
                let mantissa = Big::of(IntKind::U64, (bits & ((1 << 52) - 1) | 1 << 52) as u128);
                let magnitude = if shift >= 0 {
                    mantissa.times(Big::power_of_two(shift as usize))
                } else {
                    shifted_right(IntKind::U64, mantissa, -shift as i128).unwrap()
                };
                Some(Big::new(value < 0.0, magnitude.digits)).filter(|big| big.fits(k))
            };
            prop_assert_eq!(arith::float_to_int::<u128>(k, value), wanted.map(word), "{} to {:?}", value, k);
        }
    }
}
