//! The other operand: given a result and one operand, which constant makes the operation give it?
//!
//! What is proposed here is always checked by computing the operation, so a proposal may be wrong.

use super::value::{self, Kind, Vals};
use crate::rng::Rng;
use lang::BinaryOp;
use lang::arith::{self, IntKind};

/// Which operand is known.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Side {
    Left,
    Right,
}

/// The constant on the other side, such that the result is `want` every time.
pub fn solve(rng: &mut Rng, kind: Kind, op: BinaryOp, known: &Vals, side: Side, want: u64) -> Option<u64> {
    let first = known.at(0);
    let other = match kind {
        Kind::Int(int) => integer(rng, int, op, first, side, want)?,
        _ => real(op, f64::from_bits(first), side, f64::from_bits(want))?,
    };
    let gives = |known: u64| {
        let (a, b) = if side == Side::Left { (known, other) } else { (other, known) };
        (value::binary(kind, op, a, b)? == want).then_some(want)
    };
    known.map(gives).map(|_| other)
}

fn integer(rng: &mut Rng, kind: IntKind, op: BinaryOp, known: u64, side: Side, want: u64) -> Option<u64> {
    let random = arith::wrap(kind, rng.next_u64() >> rng.below(64));
    let other = match (op, side) {
        (BinaryOp::Add, _) => want.wrapping_sub(known),
        (BinaryOp::Sub, Side::Left) => known.wrapping_sub(want),
        (BinaryOp::Sub, Side::Right) => want.wrapping_add(known),
        (BinaryOp::Xor, _) => want ^ known,
        (BinaryOp::And, _) => want | (random & !known),
        (BinaryOp::Or, _) => (want & !known) | (random & known),
        (BinaryOp::Mul, _) => factor(kind, known, want)?,
        (BinaryOp::Div, Side::Left) => {
            if want == 0 {
                random | 1 << (kind.bits - 2)
            } else {
                arith::div(kind, known, want).ok()?
            }
        }
        (BinaryOp::Div, Side::Right) => {
            let product = arith::mul(kind, want, known).ok()?;
            let rest = if known > 1 && !is_negative(kind, known) { rng.below(known) } else { 0 };
            if is_negative(kind, product) { product.wrapping_sub(rest) } else { product.wrapping_add(rest) }
        }
        (BinaryOp::Rem, Side::Left) => {
            let difference = known.wrapping_sub(want);
            if difference == 0 { random | 1 << (kind.bits - 2) } else { difference }
        }
        (BinaryOp::Rem, Side::Right) => {
            let times = rng.below(5);
            want.wrapping_add(known.wrapping_mul(if is_negative(kind, want) { times.wrapping_neg() } else { times }))
        }
        (BinaryOp::Shl, Side::Right) => arith::wrap(kind, want) >> known.min(63),
        (BinaryOp::Shr, Side::Right) if known < 64 => {
            let low = if known == 0 { 0 } else { rng.next_u64() >> (64 - known) };
            want << known | low
        }
        (BinaryOp::Shl | BinaryOp::Shr, _) => rng.below(u64::from(kind.bits)),
        // Comparisons: neighbours and limits are where they go wrong.
        _ => match rng.below(5) {
            0 => known,
            1 => known.wrapping_add(1),
            2 => known.wrapping_sub(1),
            3 => arith::max(kind),
            _ => value::boundary(rng, Kind::Int(kind)),
        },
    };
    Some(arith::wrap(kind, other))
}

fn is_negative(kind: IntKind, value: u64) -> bool {
    kind.signed && (value as i64) < 0
}

/// The other factor: the quotient, or for odd unsigned numbers the product with the inverse.
fn factor(kind: IntKind, known: u64, want: u64) -> Option<u64> {
    if known == 0 {
        return (want == 0).then_some(want);
    }
    if let Ok(0) = arith::rem(kind, want, known) {
        return arith::div(kind, want, known).ok();
    }
    (!kind.signed && known & 1 == 1).then(|| {
        // Newton: each step doubles the number of right bits.
        let inverse = (0..6).fold(known, |x, _| x.wrapping_mul(2u64.wrapping_sub(known.wrapping_mul(x))));
        inverse.wrapping_mul(want)
    })
}

fn real(op: BinaryOp, known: f64, side: Side, want: f64) -> Option<u64> {
    let other = match (op, side) {
        (BinaryOp::Add, _) => want - known,
        (BinaryOp::Sub, Side::Left) => known - want,
        (BinaryOp::Sub, Side::Right) => want + known,
        (BinaryOp::Mul, _) if known != 0.0 => want / known,
        (BinaryOp::Div, Side::Left) if want != 0.0 => known / want,
        (BinaryOp::Div, Side::Right) => want * known,
        _ => known,
    };
    // What the text says must be exact in `float`, too.
    let is_plain = other.to_bits() == 0 || (other.is_normal() && f64::from(other as f32) == other);
    is_plain.then(|| other.to_bits())
}
