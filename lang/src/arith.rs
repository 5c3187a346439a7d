//! Integer arithmetic as C17 defines it: the only place in Gadfly that knows what overflows.
//!
//! Every function takes the `IntKind` of its operands (which the usual conversions have made equal, shifts aside)
//! and words that are *canonical*: the two's complement value sign- or zero-extended from `bits` to the word. All
//! results are canonical too. Everything is `#[inline(always)]` and branches on the kind first, so that with a
//! constant kind an operation is a few instructions.
//!
//! A kind must not be wider than the word: `u64` for up to 64 bits, `u128` for up to 128. The conditions tested
//! here are proved equivalent to their mathematical definitions by the files in `bench/smt`.

use std::fmt;

/// Width and signedness of an integer type. `_Bool` is one unsigned bit.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct IntKind {
    /// 1 to 128.
    pub bits: u8,
    /// Two's complement if it is; else without negative values.
    pub signed: bool,
}

impl IntKind {
    /// `_Bool`: one bit.
    pub const BOOL: IntKind = IntKind::unsigned(1);
    /// 8 bits, signed.
    pub const I8: IntKind = IntKind::signed(8);
    /// 8 bits, unsigned.
    pub const U8: IntKind = IntKind::unsigned(8);
    /// 16 bits, signed.
    pub const I16: IntKind = IntKind::signed(16);
    /// 16 bits, unsigned.
    pub const U16: IntKind = IntKind::unsigned(16);
    /// 32 bits, signed.
    pub const I32: IntKind = IntKind::signed(32);
    /// 32 bits, unsigned.
    pub const U32: IntKind = IntKind::unsigned(32);
    /// 64 bits, signed.
    pub const I64: IntKind = IntKind::signed(64);
    /// 64 bits, unsigned.
    pub const U64: IntKind = IntKind::unsigned(64);
    /// 128 bits, signed.
    pub const I128: IntKind = IntKind::signed(128);
    /// 128 bits, unsigned.
    pub const U128: IntKind = IntKind::unsigned(128);

    /// Of so many bits, signed.
    pub const fn signed(bits: u8) -> IntKind {
        IntKind { bits, signed: true }
    }

    /// Of so many bits, unsigned.
    pub const fn unsigned(bits: u8) -> IntKind {
        IntKind { bits, signed: false }
    }
}

/// Why an operation has no defined result.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// The result does not fit its signed type (C17 6.5p5).
    SignedOverflow,
    /// C17 6.5.5p5.
    DivisionByZero,
    /// The quotient does not fit: the minimum divided by -1, also for `%` (C17 6.5.5p6).
    DivisionOverflow,
    /// The count is negative or not less than the width (C17 6.5.7p3).
    ShiftCount,
    /// The left operand of `<<` is negative (C17 6.5.7p4).
    ShiftNegative,
    /// The result of `<<` does not fit its signed type (C17 6.5.7p4).
    ShiftOverflow,
}

/// A machine word that holds canonical values, with the primitive operations on it.
pub trait Word: Copy + Eq + Ord + fmt::Debug {
    /// The width of the word.
    const BITS: u32;
    /// No bit set.
    const ZERO: Self;
    /// The lowest bit set.
    const ONE: Self;
    /// All bits set: -1 as a signed value.
    const ONES: Self;
    /// The low `BITS` bits.
    fn from_u128(value: u128) -> Self;
    /// The low 32 bits.
    fn low_u32(self) -> u32;
    /// The highest bit is set.
    fn is_negative(self) -> bool;
    /// `a + b` modulo 2^`BITS`.
    fn wrapping_add(self, other: Self) -> Self;
    /// `a - b` modulo 2^`BITS`.
    fn wrapping_sub(self, other: Self) -> Self;
    /// `a * b` modulo 2^`BITS`.
    fn wrapping_mul(self, other: Self) -> Self;
    /// As `wrapping_add`, and whether the unsigned sum needs more bits.
    fn carrying_add(self, other: Self) -> (Self, bool);
    /// As `wrapping_mul`, and whether the unsigned product needs more bits.
    fn carrying_mul(self, other: Self) -> (Self, bool);
    /// As `wrapping_add`, and whether the signed sum needs more bits.
    fn signed_overflowing_add(self, other: Self) -> (Self, bool);
    /// As `wrapping_sub`, and whether the signed difference needs more bits.
    fn signed_overflowing_sub(self, other: Self) -> (Self, bool);
    /// As `wrapping_mul`, and whether the signed product needs more bits.
    fn signed_overflowing_mul(self, other: Self) -> (Self, bool);
    /// The divisor is not zero; for the signed forms also not -1 with the least dividend.
    fn unsigned_div(self, other: Self) -> Self;
    /// As `unsigned_div`, the remainder.
    fn unsigned_rem(self, other: Self) -> Self;
    /// Towards zero. See `unsigned_div`.
    fn signed_div(self, other: Self) -> Self;
    /// With the sign of the dividend. See `unsigned_div`.
    fn signed_rem(self, other: Self) -> Self;
    /// `a < b` of signed values; that of unsigned ones is `Ord`.
    fn signed_lt(self, other: Self) -> bool;
    /// `~a`.
    fn bit_not(self) -> Self;
    /// `a & b`.
    fn bit_and(self, other: Self) -> Self;
    /// `a | b`.
    fn bit_or(self, other: Self) -> Self;
    /// `a ^ b`.
    fn bit_xor(self, other: Self) -> Self;
    /// The count is below `BITS`.
    fn left(self, count: u32) -> Self;
    /// Zeros come in from above. The count is below `BITS`.
    fn logical_right(self, count: u32) -> Self;
    /// Copies of the sign come in from above. The count is below `BITS`.
    fn arithmetic_right(self, count: u32) -> Self;
    /// Rounds to nearest, ties to even.
    fn signed_to_f64(self) -> f64;
    /// Rounds to nearest, ties to even.
    fn unsigned_to_f64(self) -> f64;
    /// Rounds to nearest, ties to even.
    fn signed_to_f32(self) -> f32;
    /// Rounds to nearest, ties to even.
    fn unsigned_to_f32(self) -> f32;
    /// The value is integral and in range.
    fn signed_from_f64(value: f64) -> Self;
    /// The value is integral and in range.
    fn unsigned_from_f64(value: f64) -> Self;
    /// Of a word that stands for a signed value.
    fn signed_value(self) -> i128;
    /// Of a word that stands for an unsigned value.
    fn unsigned_value(self) -> u128;
}

macro_rules! word {
    ($unsigned:ident, $signed:ident) => {
        #[rustfmt::skip]
        impl Word for $unsigned {
            const BITS: u32 = $unsigned::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const ONES: Self = $unsigned::MAX;
            #[inline(always)] fn from_u128(value: u128) -> Self { value as $unsigned }
            #[inline(always)] fn low_u32(self) -> u32 { self as u32 }
            #[inline(always)] fn is_negative(self) -> bool { (self as $signed) < 0 }
            #[inline(always)] fn wrapping_add(self, other: Self) -> Self { $unsigned::wrapping_add(self, other) }
            #[inline(always)] fn wrapping_sub(self, other: Self) -> Self { $unsigned::wrapping_sub(self, other) }
            #[inline(always)] fn wrapping_mul(self, other: Self) -> Self { $unsigned::wrapping_mul(self, other) }
            #[inline(always)] fn carrying_add(self, other: Self) -> (Self, bool) { self.overflowing_add(other) }
            #[inline(always)] fn carrying_mul(self, other: Self) -> (Self, bool) { self.overflowing_mul(other) }
            #[inline(always)] fn signed_overflowing_add(self, other: Self) -> (Self, bool) {
                let (sum, overflow) = (self as $signed).overflowing_add(other as $signed);
                (sum as $unsigned, overflow)
            }
            #[inline(always)] fn signed_overflowing_sub(self, other: Self) -> (Self, bool) {
                let (difference, overflow) = (self as $signed).overflowing_sub(other as $signed);
                (difference as $unsigned, overflow)
            }
            #[inline(always)] fn signed_overflowing_mul(self, other: Self) -> (Self, bool) {
                let (product, overflow) = (self as $signed).overflowing_mul(other as $signed);
                (product as $unsigned, overflow)
            }
            #[inline(always)] fn unsigned_div(self, other: Self) -> Self { self / other }
            #[inline(always)] fn unsigned_rem(self, other: Self) -> Self { self % other }
            #[inline(always)] fn signed_div(self, other: Self) -> Self {
                (self as $signed).wrapping_div(other as $signed) as $unsigned
            }
            #[inline(always)] fn signed_rem(self, other: Self) -> Self {
                (self as $signed).wrapping_rem(other as $signed) as $unsigned
            }
            #[inline(always)] fn signed_lt(self, other: Self) -> bool { (self as $signed) < (other as $signed) }
            #[inline(always)] fn bit_not(self) -> Self { !self }
            #[inline(always)] fn bit_and(self, other: Self) -> Self { self & other }
            #[inline(always)] fn bit_or(self, other: Self) -> Self { self | other }
            #[inline(always)] fn bit_xor(self, other: Self) -> Self { self ^ other }
            #[inline(always)] fn left(self, count: u32) -> Self { self.wrapping_shl(count) }
            #[inline(always)] fn logical_right(self, count: u32) -> Self { self.wrapping_shr(count) }
            #[inline(always)] fn arithmetic_right(self, count: u32) -> Self {
                (self as $signed).wrapping_shr(count) as $unsigned
            }
            #[inline(always)] fn signed_to_f64(self) -> f64 { self as $signed as f64 }
            #[inline(always)] fn unsigned_to_f64(self) -> f64 { self as f64 }
            #[inline(always)] fn signed_to_f32(self) -> f32 { self as $signed as f32 }
            #[inline(always)] fn unsigned_to_f32(self) -> f32 { self as f32 }
            #[inline(always)] fn signed_from_f64(value: f64) -> Self { value as $signed as $unsigned }
            #[inline(always)] fn unsigned_from_f64(value: f64) -> Self { value as $unsigned }
            #[inline(always)] fn signed_value(self) -> i128 { self as $signed as i128 }
            #[inline(always)] fn unsigned_value(self) -> u128 { self as u128 }
        }
    };
}

word!(u64, i64);
word!(u128, i128);

#[inline(always)]
fn is_full<W: Word>(k: IntKind) -> bool {
    k.bits as u32 == W::BITS
}

/// The canonical word whose low `bits` are those of `w`: conversion modulo 2^bits (C17 6.3.1.3p2, and GCC's choice
/// for p3).
#[inline(always)]
pub fn wrap<W: Word>(k: IntKind, w: W) -> W {
    if is_full::<W>(k) {
        return w;
    }
    let unused = W::BITS - k.bits as u32;
    if k.signed { w.left(unused).arithmetic_right(unused) } else { w.left(unused).logical_right(unused) }
}

/// Whether the word is canonical for the kind.
#[inline(always)]
pub fn fits<W: Word>(k: IntKind, w: W) -> bool {
    wrap(k, w) == w
}

/// The least value.
#[inline(always)]
pub fn min<W: Word>(k: IntKind) -> W {
    if k.signed { W::ONES.left(k.bits as u32 - 1) } else { W::ZERO }
}

/// The greatest value.
#[inline(always)]
pub fn max<W: Word>(k: IntKind) -> W {
    if k.signed { min::<W>(k).bit_not() } else { W::ONES.logical_right(W::BITS - k.bits as u32) }
}

/// Accepts `word` as the exact result unless it needed more than the kind's bits. `overflow` says that the word
/// itself was too small, which narrower kinds cannot cause in the callers that pass `false`.
#[inline(always)]
fn checked<W: Word>(k: IntKind, word: W, overflow: bool) -> Result<W, Fault> {
    if overflow || !fits(k, word) { Err(Fault::SignedOverflow) } else { Ok(word) }
}

/// `a + b` (C17 6.5.6).
#[inline(always)]
pub fn add<W: Word>(k: IntKind, a: W, b: W) -> Result<W, Fault> {
    if !k.signed {
        Ok(wrapping_add(k, a, b))
    } else if is_full::<W>(k) {
        let (sum, overflow) = a.signed_overflowing_add(b);
        checked(k, sum, overflow)
    } else {
        checked(k, a.wrapping_add(b), false)
    }
}

/// `a - b` (C17 6.5.6).
#[inline(always)]
pub fn sub<W: Word>(k: IntKind, a: W, b: W) -> Result<W, Fault> {
    if !k.signed {
        Ok(wrapping_sub(k, a, b))
    } else if is_full::<W>(k) {
        let (difference, overflow) = a.signed_overflowing_sub(b);
        checked(k, difference, overflow)
    } else {
        checked(k, a.wrapping_sub(b), false)
    }
}

/// `a * b` (C17 6.5.5).
#[inline(always)]
pub fn mul<W: Word>(k: IntKind, a: W, b: W) -> Result<W, Fault> {
    if !k.signed {
        Ok(wrapping_mul(k, a, b))
    } else if k.bits as u32 <= W::BITS / 2 {
        checked(k, a.wrapping_mul(b), false)
    } else {
        let (product, overflow) = a.signed_overflowing_mul(b);
        checked(k, product, overflow)
    }
}

#[inline(always)]
fn check_division<W: Word>(k: IntKind, a: W, b: W) -> Result<(), Fault> {
    if b == W::ZERO {
        Err(Fault::DivisionByZero)
    } else if k.signed && b == W::ONES && a == min(k) {
        Err(Fault::DivisionOverflow)
    } else {
        Ok(())
    }
}

/// Truncates toward zero (C17 6.5.5p6).
#[inline(always)]
pub fn div<W: Word>(k: IntKind, a: W, b: W) -> Result<W, Fault> {
    check_division(k, a, b)?;
    Ok(if k.signed { a.signed_div(b) } else { a.unsigned_div(b) })
}

/// Has the sign of the dividend. Undefined exactly where `div` is (C17 6.5.5p6).
#[inline(always)]
pub fn rem<W: Word>(k: IntKind, a: W, b: W) -> Result<W, Fault> {
    check_division(k, a, b)?;
    Ok(if k.signed { a.signed_rem(b) } else { a.unsigned_rem(b) })
}

/// A canonical negative count is a huge unsigned word, so one comparison covers both halves of C17 6.5.7p3.
#[inline(always)]
fn check_count<W: Word>(k: IntKind, count_kind: IntKind, count: W) -> Result<u32, Fault> {
    debug_assert!(fits(count_kind, count), "shift counts are canonical");
    if count < W::from_u128(k.bits as u128) { Ok(count.low_u32()) } else { Err(Fault::ShiftCount) }
}

/// `a << count`; the count is canonical in its own kind.
#[inline(always)]
pub fn shl<W: Word>(k: IntKind, a: W, count_kind: IntKind, count: W) -> Result<W, Fault> {
    let count = check_count(k, count_kind, count)?;
    if !k.signed {
        Ok(wrap(k, a.left(count)))
    } else if a.is_negative() {
        Err(Fault::ShiftNegative)
    } else if a > max::<W>(k).logical_right(count) {
        Err(Fault::ShiftOverflow)
    } else {
        Ok(a.left(count))
    }
}

/// `a >> count`. A negative value is shifted arithmetically: implementation-defined, and what GCC documents.
#[inline(always)]
pub fn shr<W: Word>(k: IntKind, a: W, count_kind: IntKind, count: W) -> Result<W, Fault> {
    let count = check_count(k, count_kind, count)?;
    Ok(if k.signed { a.arithmetic_right(count) } else { a.logical_right(count) })
}

/// `-a` (C17 6.5.3.3).
#[inline(always)]
pub fn neg<W: Word>(k: IntKind, a: W) -> Result<W, Fault> {
    if k.signed && a == min(k) { Err(Fault::SignedOverflow) } else { Ok(wrapping_neg(k, a)) }
}

/// `~a` (C17 6.5.3.3).
#[inline(always)]
pub fn not<W: Word>(k: IntKind, a: W) -> W {
    wrap(k, a.bit_not())
}

// Both operands are extended the same way, so these keep canonical words canonical.

/// `a & b` (C17 6.5.10).
#[inline(always)]
pub fn and<W: Word>(a: W, b: W) -> W {
    a.bit_and(b)
}

/// `a | b` (C17 6.5.12).
#[inline(always)]
pub fn or<W: Word>(a: W, b: W) -> W {
    a.bit_or(b)
}

/// `a ^ b` (C17 6.5.11).
#[inline(always)]
pub fn xor<W: Word>(a: W, b: W) -> W {
    a.bit_xor(b)
}

/// `a < b` (C17 6.5.8).
#[inline(always)]
pub fn lt<W: Word>(k: IntKind, a: W, b: W) -> bool {
    if k.signed { a.signed_lt(b) } else { a < b }
}

/// `a <= b` (C17 6.5.8).
#[inline(always)]
pub fn le<W: Word>(k: IntKind, a: W, b: W) -> bool {
    !lt(k, b, a)
}

/// `a == b` (C17 6.5.9).
#[inline(always)]
pub fn eq<W: Word>(a: W, b: W) -> bool {
    a == b
}

/// Never a fault: out of range is modular (C17 6.3.1.3p2), by GCC's definition for signed types too (p3). A
/// conversion to `_Bool` is `to_bool`.
#[inline(always)]
pub fn convert<W: Word>(from: IntKind, to: IntKind, w: W) -> W {
    debug_assert!(fits(from, w), "converted values are canonical");
    wrap(to, w)
}

/// C17 6.3.1.2.
#[inline(always)]
pub fn to_bool<W: Word>(w: W) -> W {
    if w == W::ZERO { W::ZERO } else { W::ONE }
}

/// The same value in the larger word.
#[inline(always)]
pub fn widen(k: IntKind, w: u64) -> u128 {
    if k.signed { w as i64 as i128 as u128 } else { w as u128 }
}

/// Converts a value of the larger word to a kind of at most 64 bits.
#[inline(always)]
pub fn narrow(to: IntKind, w: u128) -> u64 {
    wrap(to, w as u64)
}

/// `a + b` modulo 2^`bits`, of signed kinds, too.
#[inline(always)]
pub fn wrapping_add<W: Word>(k: IntKind, a: W, b: W) -> W {
    wrap(k, a.wrapping_add(b))
}

/// `a - b` modulo 2^`bits`, of signed kinds, too.
#[inline(always)]
pub fn wrapping_sub<W: Word>(k: IntKind, a: W, b: W) -> W {
    wrap(k, a.wrapping_sub(b))
}

/// `a * b` modulo 2^`bits`, of signed kinds, too.
#[inline(always)]
pub fn wrapping_mul<W: Word>(k: IntKind, a: W, b: W) -> W {
    wrap(k, a.wrapping_mul(b))
}

/// `-a` modulo 2^`bits`, of signed kinds, too.
#[inline(always)]
pub fn wrapping_neg<W: Word>(k: IntKind, a: W) -> W {
    wrap(k, W::ZERO.wrapping_sub(a))
}

/// The total form of `<<`: bits shifted out are lost, the count is taken modulo the width.
#[inline(always)]
pub fn wrapping_shl<W: Word>(k: IntKind, a: W, count: W) -> W {
    let count = count.unsigned_rem(W::from_u128(k.bits as u128));
    wrap(k, a.left(count.low_u32()))
}

/// A value of any kind as sign and magnitude, where sums and products of different kinds can be judged exactly.
#[derive(Copy, Clone)]
struct Exact<W> {
    negative: bool,
    magnitude: W,
    /// The magnitude is 2^BITS more than the word says, or beyond: too large for any kind.
    huge: bool,
}

impl<W: Word> Exact<W> {
    #[inline(always)]
    fn new(k: IntKind, w: W) -> Exact<W> {
        let negative = k.signed && w.is_negative();
        Exact { negative, magnitude: if negative { W::ZERO.wrapping_sub(w) } else { w }, huge: false }
    }

    #[inline(always)]
    fn negated(self) -> Exact<W> {
        Exact { negative: !self.negative, ..self }
    }

    #[inline(always)]
    fn plus(self, other: Exact<W>) -> Exact<W> {
        if self.negative == other.negative {
            let (magnitude, huge) = self.magnitude.carrying_add(other.magnitude);
            Exact { negative: self.negative, magnitude, huge }
        } else if self.magnitude >= other.magnitude {
            Exact { magnitude: self.magnitude.wrapping_sub(other.magnitude), ..self }
        } else {
            Exact { magnitude: other.magnitude.wrapping_sub(self.magnitude), ..other }
        }
    }

    #[inline(always)]
    fn times(self, other: Exact<W>) -> Exact<W> {
        let (magnitude, huge) = self.magnitude.carrying_mul(other.magnitude);
        Exact { negative: self.negative != other.negative, magnitude, huge }
    }

    #[inline(always)]
    fn fits(self, k: IntKind) -> bool {
        // The magnitude of the least value, as an unsigned word, is the negation of its word: 0 if unsigned.
        let limit = if self.negative { W::ZERO.wrapping_sub(min(k)) } else { max(k) };
        let limit = if self.negative && !k.signed { W::ZERO } else { limit };
        !self.huge && self.magnitude <= limit
    }
}

/// `__builtin_add_overflow`: the exact sum reduced to the result's kind, and whether it did not fit.
#[inline(always)]
pub fn overflowing_add<W: Word>(ka: IntKind, a: W, kb: IntKind, b: W, result: IntKind) -> (W, bool) {
    let exact = Exact::new(ka, a).plus(Exact::new(kb, b));
    (wrapping_add(result, a, b), !exact.fits(result))
}

/// `__builtin_sub_overflow`.
#[inline(always)]
pub fn overflowing_sub<W: Word>(ka: IntKind, a: W, kb: IntKind, b: W, result: IntKind) -> (W, bool) {
    let exact = Exact::new(ka, a).plus(Exact::new(kb, b).negated());
    (wrapping_sub(result, a, b), !exact.fits(result))
}

/// `__builtin_mul_overflow`.
#[inline(always)]
pub fn overflowing_mul<W: Word>(ka: IntKind, a: W, kb: IntKind, b: W, result: IntKind) -> (W, bool) {
    let exact = Exact::new(ka, a).times(Exact::new(kb, b));
    (wrapping_mul(result, a, b), !exact.fits(result))
}

/// 2^exponent, for exponents of normal numbers.
#[inline(always)]
fn power_of_two(exponent: u32) -> f64 {
    f64::from_bits((1023 + exponent as u64) << 52)
}

/// Truncates toward zero; `None` if that does not fit, or is not a number (C17 6.3.1.4p1). A `float` operand is
/// passed as the equal `double`. A conversion to `_Bool` is a comparison with zero instead.
#[inline(always)]
pub fn float_to_int<W: Word>(k: IntKind, value: f64) -> Option<W> {
    let integral = value.trunc();
    let bits = k.bits as u32;
    // The bounds are powers of two, so they are exact; every comparison with NaN is false.
    if k.signed {
        let bound = power_of_two(bits - 1);
        (integral >= -bound && integral < bound).then(|| W::signed_from_f64(integral))
    } else {
        (integral >= 0.0 && integral < power_of_two(bits)).then(|| W::unsigned_from_f64(integral))
    }
}

/// To the nearest `double`, ties to even (Annex F).
#[inline(always)]
pub fn int_to_f64<W: Word>(k: IntKind, w: W) -> f64 {
    if k.signed { w.signed_to_f64() } else { w.unsigned_to_f64() }
}

/// To the nearest `float`, ties to even, without rounding to `double` first. The largest 128-bit values are beyond
/// `float` and give infinity.
#[inline(always)]
pub fn int_to_f32<W: Word>(k: IntKind, w: W) -> f32 {
    if k.signed { w.signed_to_f32() } else { w.unsigned_to_f32() }
}

/// The value for a person to read.
pub fn display<W: Word>(k: IntKind, w: W) -> String {
    if k.signed { w.signed_value().to_string() } else { w.unsigned_value().to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn int_min_divided_by_minus_one_is_a_fault() {
        let min = min::<u64>(IntKind::I32);
        assert_eq!(div(IntKind::I32, min, u64::MAX), Err(Fault::DivisionOverflow));
        assert_eq!(rem(IntKind::I32, min, u64::MAX), Err(Fault::DivisionOverflow));
        assert_eq!(display(IntKind::I32, min), "-2147483648");
    }

    #[test]
    fn words_of_both_sizes_agree_on_conversion() {
        assert_eq!(widen(IntKind::I64, u64::MAX), u128::MAX);
        assert_eq!(widen(IntKind::U64, u64::MAX), u64::MAX as u128);
        assert_eq!(narrow(IntKind::I8, 0x1ff), u64::MAX);
    }
}
