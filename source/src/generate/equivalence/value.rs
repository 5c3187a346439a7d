//! The values that are known while a program grows: one scalar, and what a place sees of it.
//!
//! An integer is a canonical word of `lang::arith`; a floating value is the bits of the equal `double`. An operation that C
//! leaves undefined, or whose result is not the same everywhere (a `long double` that is rounded), has no value here.

use crate::rng::Rng;
use lang::arith::{self, IntKind};
use lang::{BinaryOp, UnaryOp};
use std::sync::Arc;

/// What arithmetic a type has.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Int(IntKind),
    Float,
    Double,
    LongDouble,
}

impl Kind {
    /// The kind in which operands of these promoted kinds are computed (C17 6.3.1.8).
    pub fn common(a: Kind, b: Kind) -> Kind {
        match (a, b) {
            (Kind::LongDouble, _) | (_, Kind::LongDouble) => Kind::LongDouble,
            (Kind::Double, _) | (_, Kind::Double) => Kind::Double,
            (Kind::Float, _) | (_, Kind::Float) => Kind::Float,
            (Kind::Int(a), Kind::Int(b)) if a.bits == b.bits => {
                Kind::Int(IntKind { signed: a.signed && b.signed, ..a })
            }
            (Kind::Int(a), Kind::Int(b)) => Kind::Int(if a.bits > b.bits { a } else { b }),
        }
    }

    pub fn is_int(self) -> bool {
        matches!(self, Kind::Int(_))
    }

    pub fn int(self) -> Option<IntKind> {
        match self {
            Kind::Int(kind) => Some(kind),
            _ => None,
        }
    }
}

/// The values of one scalar at one place, by the times the place is executed.
#[derive(Clone, PartialEq, Debug)]
pub enum Vals {
    /// Always this; also where the place is never executed.
    Same(u64),
    Each(Arc<[u64]>),
}

impl Vals {
    pub fn of(values: Vec<u64>) -> Vals {
        match values.split_first() {
            None => Vals::Same(0),
            Some((first, rest)) if rest.iter().all(|value| value == first) => Vals::Same(*first),
            _ => Vals::Each(values.into()),
        }
    }

    pub fn at(&self, time: usize) -> u64 {
        match self {
            Vals::Same(value) => *value,
            Vals::Each(values) => values[time],
        }
    }

    pub fn same(&self) -> Option<u64> {
        match self {
            Vals::Same(value) => Some(*value),
            Vals::Each(_) => None,
        }
    }

    /// Applies a function to every value; none if one of them has none.
    pub fn map(&self, mut f: impl FnMut(u64) -> Option<u64>) -> Option<Vals> {
        match self {
            Vals::Same(value) => f(*value).map(Vals::Same),
            Vals::Each(values) => values.iter().map(|&value| f(value)).collect::<Option<Vec<u64>>>().map(Vals::of),
        }
    }
}

/// `a op b` where both have this kind; the count of a shift may have another.
pub fn binary(kind: Kind, op: BinaryOp, a: u64, b: u64) -> Option<u64> {
    match kind {
        Kind::Int(kind) => integer(kind, op, a, b),
        _ => real(kind, op, f64::from_bits(a), f64::from_bits(b)),
    }
}

fn integer(kind: IntKind, op: BinaryOp, a: u64, b: u64) -> Option<u64> {
    let truth = |truth: bool| Some(u64::from(truth));
    match op {
        BinaryOp::Add => arith::add(kind, a, b).ok(),
        BinaryOp::Sub => arith::sub(kind, a, b).ok(),
        BinaryOp::Mul => arith::mul(kind, a, b).ok(),
        BinaryOp::Div => arith::div(kind, a, b).ok(),
        BinaryOp::Rem => arith::rem(kind, a, b).ok(),
        BinaryOp::Shl => arith::shl(kind, a, IntKind::U64, b).ok(),
        BinaryOp::Shr => arith::shr(kind, a, IntKind::U64, b).ok(),
        BinaryOp::And => Some(a & b),
        BinaryOp::Or => Some(a | b),
        BinaryOp::Xor => Some(a ^ b),
        BinaryOp::Lt => truth(arith::lt(kind, a, b)),
        BinaryOp::Gt => truth(arith::lt(kind, b, a)),
        BinaryOp::Le => truth(arith::le(kind, a, b)),
        BinaryOp::Ge => truth(arith::le(kind, b, a)),
        BinaryOp::Eq => truth(a == b),
        BinaryOp::Ne => truth(a != b),
    }
}

fn real(kind: Kind, op: BinaryOp, a: f64, b: f64) -> Option<u64> {
    let truth = |truth: bool| Some(u64::from(truth));
    let exact = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div if b != 0.0 => a / b,
        BinaryOp::Lt => return truth(a < b),
        BinaryOp::Gt => return truth(a > b),
        BinaryOp::Le => return truth(a <= b),
        BinaryOp::Ge => return truth(a >= b),
        BinaryOp::Eq => return truth(a == b),
        BinaryOp::Ne => return truth(a != b),
        _ => return None,
    };
    let result = match kind {
        // The `double` result of two `float`s rounds to the right `float`: a double has more than twice the bits.
        Kind::Float => f64::from(exact as f32),
        Kind::Double => exact,
        _ if is_exact(op, a, b, exact) => exact,
        _ => return None,
    };
    is_plain(kind, result).then(|| result.to_bits())
}

/// Neither infinite nor subnormal: values that every literal can say.
fn is_plain(kind: Kind, value: f64) -> bool {
    let is_normal = if kind == Kind::Float { (value as f32).is_normal() } else { value.is_normal() };
    is_normal || value == 0.0
}

/// Whether a `double` operation was not rounded, so that `long double` has the same result.
fn is_exact(op: BinaryOp, a: f64, b: f64, result: f64) -> bool {
    if !result.is_finite() || a.abs() > 1e60 || b.abs() > 1e60 {
        return false;
    }
    match op {
        BinaryOp::Add => is_exact_sum(a, b, result),
        BinaryOp::Sub => is_exact_sum(a, -b, result),
        BinaryOp::Mul => a.mul_add(b, -result) == 0.0,
        _ => result.mul_add(b, -a) == 0.0,
    }
}

/// Knuth's two-sum: the error of the addition.
fn is_exact_sum(a: f64, b: f64, sum: f64) -> bool {
    let part = sum - a;
    (a - (sum - part)) + (b - part) == 0.0
}

pub fn unary(kind: Kind, op: UnaryOp, a: u64) -> Option<u64> {
    match (kind, op) {
        (Kind::Int(kind), UnaryOp::Neg) => arith::neg(kind, a).ok(),
        (Kind::Int(kind), UnaryOp::BitNot) => Some(arith::not(kind, a)),
        (Kind::Int(_), UnaryOp::Not) => Some(u64::from(a == 0)),
        (_, UnaryOp::Not) => Some(u64::from(f64::from_bits(a) == 0.0)),
        (_, UnaryOp::Neg) => Some((-f64::from_bits(a)).to_bits()),
        (_, UnaryOp::Plus) => Some(a),
        _ => None,
    }
}

/// The value after a conversion; none if that is undefined (C17 6.3.1.4p1) or rounds a `long double`.
pub fn convert(from: Kind, to: Kind, value: u64) -> Option<u64> {
    match (from, to) {
        (_, Kind::Int(IntKind::BOOL)) => Some(u64::from(is_true(from, value))),
        (Kind::Int(from), Kind::Int(to)) => Some(arith::convert(from, to, value)),
        (Kind::Int(from), Kind::Float) => Some(f64::from(arith::int_to_f32(from, value)).to_bits()),
        (Kind::Int(from), _) => {
            let real = arith::int_to_f64(from, value);
            // Above 2^53 a `long double` keeps bits that a `double` does not have.
            (to == Kind::Double || real.abs() <= 9e15).then(|| real.to_bits())
        }
        (_, Kind::Int(to)) => arith::float_to_int(to, f64::from_bits(value)),
        (_, Kind::Float) => {
            let narrow = f64::from(f64::from_bits(value) as f32);
            is_plain(Kind::Float, narrow).then(|| narrow.to_bits())
        }
        _ => Some(value),
    }
}

pub fn is_true(kind: Kind, value: u64) -> bool {
    if kind.is_int() { value != 0 } else { f64::from_bits(value) != 0.0 }
}

/// A value at which compilers go wrong: near a limit, near a power of two, small; any value now and then.
pub fn boundary(rng: &mut Rng, kind: Kind) -> u64 {
    match kind {
        Kind::Int(kind) => boundary_int(rng, kind),
        _ => boundary_real(rng).to_bits(),
    }
}

fn boundary_int(rng: &mut Rng, kind: IntKind) -> u64 {
    let bits = u64::from(kind.bits);
    let value = match rng.below(8) {
        0 | 1 => rng.range(-9, 9) as u64,
        2 => arith::max::<u64>(kind).wrapping_sub(rng.below(3)),
        3 => arith::min::<u64>(kind).wrapping_add(rng.below(3)),
        4 => (1u64 << rng.below(bits)).wrapping_add(rng.range(-1, 1) as u64),
        5 => (1u64 << rng.below(bits)).wrapping_neg().wrapping_add(rng.range(-1, 1) as u64),
        6 => rng.range(-128, 300) as u64,
        _ => rng.next_u64() >> rng.below(64),
    };
    arith::wrap(kind, value)
}

/// Exact in `float`, so that it is a value of every floating type.
fn boundary_real(rng: &mut Rng) -> f64 {
    let magnitude = match rng.below(6) {
        0 => 0.0,
        5 => rng.below(10) as f64,
        1 => rng.below(4096) as f64 / 16.0,
        2 => (1u64 << rng.below(40)) as f64,
        3 => 1.0 / (1u64 << rng.below(20)) as f64,
        _ => (rng.below(1 << 20) as f64) * 0.5,
    };
    if rng.percent(40) { -magnitude } else { magnitude }
}
