//! Operations on scalars of any kind, for the opcodes that are not specialised: 128-bit integers, long double,
//! vector lanes, and all conversions. A value is its bits in a `u128`; integers are canonical in 128 bits.

use crate::code::{Scalar, WideOp};
use crate::float80::F80;
use crate::float128::F128;
use lang::arith::{self, Fault, IntKind};

/// Why an operation has no result.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ScalarFault {
    Arith(Fault),
    /// A floating value converted to an integer that cannot hold it.
    FloatToInt,
}

fn kind_of(bits: u8, signed: bool) -> IntKind {
    IntKind { bits, signed }
}

/// `a op b`; comparisons give 0 or 1. Shift counts are 64-bit signed values.
pub fn binary(op: WideOp, kind: Scalar, a: u128, b: u128) -> Result<u128, ScalarFault> {
    match kind {
        Scalar::Int { bits, signed } => integer(op, kind_of(bits, signed), a, b).map_err(ScalarFault::Arith),
        Scalar::F32 => {
            let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
            Ok(match float_compare(op, a.partial_cmp(&b), a == 0.0) {
                Some(truth) => truth as u128,
                None => match op {
                    WideOp::Add => a + b,
                    WideOp::Sub => a - b,
                    WideOp::Mul => a * b,
                    WideOp::Div => a / b,
                    _ => -a,
                }
                .to_bits() as u128,
            })
        }
        Scalar::F64 => {
            let (a, b) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
            Ok(match float_compare(op, a.partial_cmp(&b), a == 0.0) {
                Some(truth) => truth as u128,
                None => match op {
                    WideOp::Add => a + b,
                    WideOp::Sub => a - b,
                    WideOp::Mul => a * b,
                    WideOp::Div => a / b,
                    _ => -a,
                }
                .to_bits() as u128,
            })
        }
        Scalar::F80 => {
            let (a, b) = (F80::from_bits(a), F80::from_bits(b));
            Ok(match float_compare(op, a.compare(b), a.is_zero()) {
                Some(truth) => truth as u128,
                None => match op {
                    WideOp::Add => a.add(b),
                    WideOp::Sub => a.sub(b),
                    WideOp::Mul => a.mul(b),
                    WideOp::Div => a.div(b),
                    _ => a.neg(),
                }
                .to_bits(),
            })
        }
        Scalar::F128 => {
            let (a, b) = (F128::from_bits(a), F128::from_bits(b));
            Ok(match float_compare(op, a.compare(b), a.is_zero()) {
                Some(truth) => truth as u128,
                None => match op {
                    WideOp::Add => a.add(b),
                    WideOp::Sub => a.sub(b),
                    WideOp::Mul => a.mul(b),
                    WideOp::Div => a.div(b),
                    _ => a.neg(),
                }
                .to_bits(),
            })
        }
    }
}

/// The truth of a comparison, `None` for other operators. Unordered values are only unequal.
fn float_compare(op: WideOp, order: Option<std::cmp::Ordering>, a_is_zero: bool) -> Option<bool> {
    match op {
        WideOp::Lt => Some(order.is_some_and(|order| order.is_lt())),
        WideOp::Le => Some(order.is_some_and(|order| order.is_le())),
        WideOp::Eq => Some(order.is_some_and(|order| order.is_eq())),
        WideOp::Ne => Some(!order.is_some_and(|order| order.is_eq())),
        WideOp::IsNonZero => Some(!a_is_zero),
        _ => None,
    }
}

fn integer(op: WideOp, kind: IntKind, a: u128, b: u128) -> Result<u128, Fault> {
    let count = IntKind::I64;
    Ok(match op {
        WideOp::Add => arith::add(kind, a, b)?,
        WideOp::Sub => arith::sub(kind, a, b)?,
        WideOp::Mul => arith::mul(kind, a, b)?,
        WideOp::Div => arith::div(kind, a, b)?,
        WideOp::Rem => arith::rem(kind, a, b)?,
        WideOp::And => a & b,
        WideOp::Or => a | b,
        WideOp::Xor => a ^ b,
        WideOp::Shl => arith::shl(kind, a, count, b)?,
        WideOp::Shr => arith::shr(kind, a, count, b)?,
        WideOp::Neg => arith::neg(kind, a)?,
        WideOp::Not => arith::not(kind, a),
        WideOp::Lt => arith::lt(kind, a, b) as u128,
        WideOp::Le => arith::le(kind, a, b) as u128,
        WideOp::Eq => (a == b) as u128,
        WideOp::Ne => (a != b) as u128,
        WideOp::IsNonZero => (a != 0) as u128,
    })
}

/// Converts between any two kinds. To `_Bool` (one bit): `!= 0`.
pub fn convert(from: Scalar, to: Scalar, value: u128) -> Result<u128, ScalarFault> {
    if let Scalar::Int { bits: 1, .. } = to {
        return binary(WideOp::IsNonZero, from, value, value);
    }
    Ok(match (from, to) {
        (Scalar::Int { .. }, Scalar::Int { bits, signed }) => arith::wrap(kind_of(bits, signed), value),
        (Scalar::Int { signed, .. }, Scalar::F32) => match signed {
            true => (value as i128 as f32).to_bits() as u128,
            false => (value as f32).to_bits() as u128,
        },
        (Scalar::Int { signed, .. }, Scalar::F64) => match signed {
            true => (value as i128 as f64).to_bits() as u128,
            false => (value as f64).to_bits() as u128,
        },
        (Scalar::Int { signed: true, .. }, Scalar::F80) => F80::from_i128(value as i128).to_bits(),
        (Scalar::Int { .. }, Scalar::F80) => F80::from_u128(value).to_bits(),
        (Scalar::Int { signed: true, .. }, Scalar::F128) => F128::from_i128(value as i128).to_bits(),
        (Scalar::Int { .. }, Scalar::F128) => F128::from_u128(value).to_bits(),
        (Scalar::F32, Scalar::Int { bits, signed }) => float_to_int(f32::from_bits(value as u32) as f64, bits, signed)?,
        (Scalar::F64, Scalar::Int { bits, signed }) => float_to_int(f64::from_bits(value as u64), bits, signed)?,
        (Scalar::F80, Scalar::Int { bits, signed }) => {
            let result = F80::from_bits(value).to_int(bits as u32, signed).ok_or(ScalarFault::FloatToInt)?;
            arith::wrap(kind_of(bits, signed), result as u128)
        }
        (Scalar::F128, Scalar::Int { bits, signed }) => {
            let result = F128::from_bits(value).to_int(bits as u32, signed).ok_or(ScalarFault::FloatToInt)?;
            arith::wrap(kind_of(bits, signed), result as u128)
        }
        (Scalar::F32, Scalar::F64) => (f32::from_bits(value as u32) as f64).to_bits() as u128,
        (Scalar::F64, Scalar::F32) => (f64::from_bits(value as u64) as f32).to_bits() as u128,
        (Scalar::F32, Scalar::F80) => F80::from_f32(f32::from_bits(value as u32)).to_bits(),
        (Scalar::F64, Scalar::F80) => F80::from_f64(f64::from_bits(value as u64)).to_bits(),
        (Scalar::F80, Scalar::F32) => F80::from_bits(value).to_f32().to_bits() as u128,
        (Scalar::F80, Scalar::F64) => F80::from_bits(value).to_f64().to_bits() as u128,
        (Scalar::F32, Scalar::F128) => F128::from_f32(f32::from_bits(value as u32)).to_bits(),
        (Scalar::F64, Scalar::F128) => F128::from_f64(f64::from_bits(value as u64)).to_bits(),
        (Scalar::F128, Scalar::F32) => F128::from_bits(value).to_f32().to_bits() as u128,
        (Scalar::F128, Scalar::F64) => F128::from_bits(value).to_f64().to_bits() as u128,
        (Scalar::F80, Scalar::F128) => F128::pack(F80::from_bits(value).unpack()).to_bits(),
        (Scalar::F128, Scalar::F80) => F80::pack(F128::from_bits(value).unpack()).to_bits(),
        (Scalar::F32, Scalar::F32)
        | (Scalar::F64, Scalar::F64)
        | (Scalar::F80, Scalar::F80)
        | (Scalar::F128, Scalar::F128) => value,
    })
}

fn float_to_int(value: f64, bits: u8, signed: bool) -> Result<u128, ScalarFault> {
    arith::float_to_int::<u128>(kind_of(bits, signed), value).ok_or(ScalarFault::FloatToInt)
}

/// The result of an operation in a layout with other NaNs: a positive one instead of any.
pub fn other_nan(op: WideOp, kind: Scalar, value: u128) -> u128 {
    if !matches!(op, WideOp::Add | WideOp::Sub | WideOp::Mul | WideOp::Div) {
        return value;
    }
    match kind {
        Scalar::F32 if f32::from_bits(value as u32).is_nan() => f32::NAN.to_bits().into(),
        Scalar::F64 if f64::from_bits(value as u64).is_nan() => f64::NAN.to_bits().into(),
        Scalar::F80 if F80::from_bits(value).to_f64().is_nan() => F80::from_f64(f64::NAN).to_bits(),
        Scalar::F128 if F128::from_bits(value).to_f64().is_nan() => F128::from_f64(f64::NAN).to_bits(),
        _ => value,
    }
}

/// Bytes a value of this kind takes in memory.
pub fn size(kind: Scalar) -> usize {
    match kind {
        Scalar::Int { bits, .. } => (bits as usize).div_ceil(8),
        Scalar::F32 => 4,
        Scalar::F64 => 8,
        Scalar::F80 | Scalar::F128 => 16,
    }
}

/// For messages.
pub fn display(kind: Scalar, value: u128) -> String {
    match kind {
        Scalar::Int { bits, signed } => arith::display(kind_of(bits, signed), value),
        Scalar::F32 => format!("{:?}", f32::from_bits(value as u32) as f64),
        Scalar::F64 => format!("{:?}", f64::from_bits(value as u64)),
        Scalar::F80 => format!("{:?}", F80::from_bits(value).to_f64()),
        Scalar::F128 => format!("{:?}", F128::from_bits(value).to_f64()),
    }
}
