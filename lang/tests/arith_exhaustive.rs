//! `arith` against an independent definition, exhaustively at small widths.
//!
//! The definition works on mathematical integers (`i128`, which holds every intermediate at these widths) and is
//! written from the text of C17, not from the code. `None` means that the standard leaves the behaviour undefined.

use lang::arith::{self, Fault, IntKind, Word};

const KINDS: [IntKind; 4] = [IntKind::signed(4), IntKind::unsigned(4), IntKind::I8, IntKind::U8];
const COUNT_KINDS: [IntKind; 6] =
    [IntKind::signed(4), IntKind::unsigned(4), IntKind::I8, IntKind::U8, IntKind::I16, IntKind::U64];

/// 6.2.6.2: the values of an N-bit two's complement or unsigned type.
fn values(k: IntKind) -> Vec<i128> {
    let count = 1i128 << k.bits;
    if k.signed { (-count / 2..count / 2).collect() } else { (0..count).collect() }
}

fn representable(k: IntKind, value: i128) -> bool {
    values(k).contains(&value)
}

/// 6.2.5p9: a result that an unsigned type cannot represent is reduced modulo one greater than its largest value.
/// GCC's definition for conversion to signed types is the same modulo 2^N.
fn reduce(k: IntKind, value: i128) -> i128 {
    let modulus = 1i128 << k.bits;
    let rest = ((value % modulus) + modulus) % modulus;
    if k.signed && rest >= modulus / 2 { rest - modulus } else { rest }
}

/// 6.5p5 with 6.2.5p9.
fn exact(k: IntKind, value: i128) -> Result<i128, Fault> {
    if !k.signed {
        Ok(reduce(k, value))
    } else if representable(k, value) {
        Ok(value)
    } else {
        Err(Fault::SignedOverflow)
    }
}

/// 6.5.5p6: the algebraic quotient with any fractional part discarded, by repeated subtraction of magnitudes.
fn quotient(a: i128, b: i128) -> i128 {
    let (mut left, mut count) = (a.abs(), 0);
    while left >= b.abs() {
        left -= b.abs();
        count += 1;
    }
    if (a < 0) == (b < 0) { count } else { -count }
}

fn divide(k: IntKind, a: i128, b: i128) -> Result<(i128, i128), Fault> {
    if b == 0 {
        return Err(Fault::DivisionByZero);
    }
    let quotient = quotient(a, b);
    // "If the quotient a/b is representable, (a/b)*b + a%b shall equal a; otherwise, [both are] undefined."
    if !representable(k, quotient) {
        return Err(Fault::DivisionOverflow);
    }
    Ok((quotient, a - quotient * b))
}

/// 6.5.7p3 and p4.
fn shift_left(k: IntKind, a: i128, count: i128) -> Result<i128, Fault> {
    if count < 0 || count >= k.bits as i128 {
        return Err(Fault::ShiftCount);
    }
    let mut product = a;
    for _ in 0..count {
        product *= 2;
    }
    match k.signed {
        false => Ok(reduce(k, product)),
        true if a < 0 => Err(Fault::ShiftNegative),
        true if !representable(k, product) => Err(Fault::ShiftOverflow),
        true => Ok(product),
    }
}

/// 6.5.7p5: the integral part of the quotient of a by 2^count; for negative values GCC's choice, which is the floor.
fn shift_right(k: IntKind, a: i128, count: i128) -> Result<i128, Fault> {
    if count < 0 || count >= k.bits as i128 {
        return Err(Fault::ShiftCount);
    }
    let mut floor = a;
    for _ in 0..count {
        floor = if floor % 2 == 0 { floor / 2 } else { (floor - 1) / 2 };
    }
    Ok(floor)
}

/// The bits of a value, least significant first.
fn bits(k: IntKind, value: i128) -> Vec<bool> {
    let mut rest = value.rem_euclid(256);
    (0..k.bits)
        .map(|_| {
            let bit = rest % 2 == 1;
            rest /= 2;
            bit
        })
        .collect()
}

fn from_bits(k: IntKind, bits: &[bool]) -> i128 {
    let sum = bits.iter().rev().fold(0i128, |sum, &bit| sum * 2 + bit as i128);
    if k.signed && bits[bits.len() - 1] { sum - (1i128 << k.bits) } else { sum }
}

fn bitwise(k: IntKind, a: i128, b: i128, op: fn(bool, bool) -> bool) -> i128 {
    let zipped: Vec<bool> = bits(k, a).iter().zip(bits(k, b)).map(|(&a, b)| op(a, b)).collect();
    from_bits(k, &zipped)
}

/// The canonical word of a value, by the definition of two's complement.
fn word<W: Word>(value: i128) -> W {
    W::from_u128(value as u128)
}

fn expect<W: Word>(what: &str, k: IntKind, operands: (i128, i128), got: Result<W, Fault>, wanted: Result<i128, Fault>) {
    assert_eq!(got, wanted.map(word::<W>), "{what} at {k:?} of {operands:?}");
}

fn check_binary<W: Word>(k: IntKind, a: i128, b: i128) {
    let (x, y): (W, W) = (word(a), word(b));
    let at = (a, b);
    expect("add", k, at, arith::add(k, x, y), exact(k, a + b));
    expect("sub", k, at, arith::sub(k, x, y), exact(k, a - b));
    expect("mul", k, at, arith::mul(k, x, y), exact(k, a * b));
    expect("div", k, at, arith::div(k, x, y), divide(k, a, b).map(|(quotient, _)| quotient));
    expect("rem", k, at, arith::rem(k, x, y), divide(k, a, b).map(|(_, remainder)| remainder));
    expect("and", k, at, Ok(arith::and(x, y)), Ok(bitwise(k, a, b, |a, b| a & b)));
    expect("or", k, at, Ok(arith::or(x, y)), Ok(bitwise(k, a, b, |a, b| a | b)));
    expect("xor", k, at, Ok(arith::xor(x, y)), Ok(bitwise(k, a, b, |a, b| a != b)));
    expect("wrapping_add", k, at, Ok(arith::wrapping_add(k, x, y)), Ok(reduce(k, a + b)));
    expect("wrapping_sub", k, at, Ok(arith::wrapping_sub(k, x, y)), Ok(reduce(k, a - b)));
    expect("wrapping_mul", k, at, Ok(arith::wrapping_mul(k, x, y)), Ok(reduce(k, a * b)));
    assert_eq!(arith::lt(k, x, y), a < b, "lt {k:?} {at:?}");
    assert_eq!(arith::le(k, x, y), a <= b, "le {k:?} {at:?}");
    assert_eq!(arith::eq(x, y), a == b, "eq {k:?} {at:?}");
}

fn check_unary<W: Word>(k: IntKind, a: i128) {
    let x: W = word(a);
    expect("neg", k, (a, 0), arith::neg(k, x), exact(k, -a));
    expect("wrapping_neg", k, (a, 0), Ok(arith::wrapping_neg(k, x)), Ok(reduce(k, -a)));
    expect("not", k, (a, 0), Ok(arith::not(k, x)), Ok(bitwise(k, a, 0, |a, _| !a)));
    assert_eq!(arith::to_bool(x), word((a != 0) as i128));
    assert!(arith::fits(k, x));
    assert_eq!(arith::int_to_f64(k, x), a as f64);
    assert_eq!(arith::int_to_f32(k, x), a as f32);
    assert_eq!(arith::display(k, x), a.to_string());
}

fn check_shift<W: Word>(k: IntKind, a: i128, count_kind: IntKind, count: i128) {
    let (x, y): (W, W) = (word(a), word(count));
    expect("shl", k, (a, count), arith::shl(k, x, count_kind, y), shift_left(k, a, count));
    expect("shr", k, (a, count), arith::shr(k, x, count_kind, y), shift_right(k, a, count));
    if (0..k.bits as i128).contains(&count) {
        expect("wrapping_shl", k, (a, count), Ok(arith::wrapping_shl(k, x, y)), Ok(reduce(k, a << count)));
    }
}

fn check_overflowing<W: Word>(ka: IntKind, a: i128, kb: IntKind, b: i128, result: IntKind) {
    let (x, y): (W, W) = (word(a), word(b));
    let wanted = |value: i128| (word::<W>(reduce(result, value)), !representable_fast(result, value));
    assert_eq!(arith::overflowing_add(ka, x, kb, y, result), wanted(a + b), "{ka:?} {a} + {kb:?} {b} in {result:?}");
    assert_eq!(arith::overflowing_sub(ka, x, kb, y, result), wanted(a - b), "{ka:?} {a} - {kb:?} {b} in {result:?}");
    assert_eq!(arith::overflowing_mul(ka, x, kb, y, result), wanted(a * b), "{ka:?} {a} * {kb:?} {b} in {result:?}");
}

/// `representable` by its bounds.
fn representable_fast(k: IntKind, value: i128) -> bool {
    let count = 1i128 << k.bits;
    if k.signed { -count / 2 <= value && value < count / 2 } else { 0 <= value && value < count }
}

#[test]
fn binary_operators_agree_for_all_operand_pairs() {
    for k in KINDS {
        for a in values(k) {
            for b in values(k) {
                check_binary::<u64>(k, a, b);
                check_binary::<u128>(k, a, b);
            }
        }
    }
}

#[test]
fn unary_operators_agree_for_all_operands() {
    for k in KINDS {
        for a in values(k) {
            check_unary::<u64>(k, a);
            check_unary::<u128>(k, a);
        }
    }
}

#[test]
fn shifts_agree_for_all_operands_and_counts_of_all_kinds() {
    for k in KINDS {
        for count_kind in COUNT_KINDS {
            // Wide count kinds: both ends of their range and everything near the widths.
            let counts = if count_kind.bits <= 8 {
                values(count_kind)
            } else {
                let span = 1i128 << count_kind.bits;
                let (low, high) = if count_kind.signed { (-span / 2, span / 2 - 1) } else { (0, span - 1) };
                (-300..300).chain([low, low + 1, high - 1, high]).filter(|count| (low..=high).contains(count)).collect()
            };
            for a in values(k) {
                for &count in &counts {
                    check_shift::<u64>(k, a, count_kind, count);
                    check_shift::<u128>(k, a, count_kind, count);
                }
            }
        }
    }
}

#[test]
fn conversions_agree_between_all_kinds() {
    for from in KINDS {
        for to in KINDS {
            for a in values(from) {
                let x: u64 = word(a);
                assert_eq!(arith::convert(from, to, x), word::<u64>(reduce(to, a)));
                assert_eq!(arith::widen(from, x), word::<u128>(a));
                assert_eq!(arith::narrow(to, word::<u128>(a)), word::<u64>(reduce(to, a)));
            }
        }
        assert_eq!(arith::min::<u64>(from), word(*values(from).first().unwrap()));
        assert_eq!(arith::max::<u64>(from), word(*values(from).last().unwrap()));
    }
}

#[test]
fn fits_accepts_exactly_the_canonical_words() {
    for k in KINDS {
        for value in -600..600i128 {
            assert_eq!(arith::fits(k, word::<u64>(value)), representable(k, value), "{k:?} {value}");
            assert_eq!(arith::wrap(k, word::<u64>(value)), word::<u64>(reduce(k, value)), "{k:?} {value}");
        }
    }
}

#[test]
fn checked_builtins_agree_for_all_mixes_of_kinds_at_four_bits() {
    let kinds = [IntKind::signed(4), IntKind::unsigned(4), IntKind::signed(3), IntKind::unsigned(5)];
    for ka in kinds {
        for kb in kinds {
            for result in kinds.into_iter().chain([IntKind::I8, IntKind::U8, IntKind::BOOL]) {
                for a in values(ka) {
                    for b in values(kb) {
                        check_overflowing::<u64>(ka, a, kb, b, result);
                        check_overflowing::<u128>(ka, a, kb, b, result);
                    }
                }
            }
        }
    }
}

#[test]
fn checked_builtins_agree_for_all_mixes_of_kinds_at_eight_bits() {
    let kinds = [IntKind::I8, IntKind::U8];
    for ka in kinds {
        for kb in kinds {
            for result in [IntKind::I8, IntKind::U8, IntKind::I16] {
                for a in values(ka) {
                    for b in values(kb) {
                        check_overflowing::<u64>(ka, a, kb, b, result);
                    }
                }
            }
        }
    }
}

#[test]
fn floats_convert_where_the_truncated_value_fits() {
    for k in KINDS.into_iter().chain([IntKind::I32, IntKind::U32]) {
        let count = 1i128 << k.bits;
        let (low, high) = if k.signed { (-count / 2, count / 2 - 1) } else { (0, count - 1) };
        for base in [low - 2, low - 1, low, low + 1, -1, 0, 1, high - 1, high, high + 1, high + 2] {
            for quarters in -5..=5 {
                // Exact: at most 33 bits and two fractional ones.
                let value = base as f64 + quarters as f64 / 4.0;
                let truncated = (base * 4 + quarters) / 4;
                let wanted = representable_fast(k, truncated).then(|| word::<u64>(truncated));
                assert_eq!(arith::float_to_int::<u64>(k, value), wanted, "{k:?} {value}");
            }
        }
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300] {
            assert_eq!(arith::float_to_int::<u64>(k, value), None);
        }
        assert_eq!(arith::float_to_int::<u64>(k, -0.0), Some(0));
    }
}
