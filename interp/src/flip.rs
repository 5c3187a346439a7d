//! Changing one value: how a program would go on if an expression had another value whenever it is evaluated.
//!
//! Whoever executes a program with and without such a change sees whether the value matters.

use crate::code::Scalar;

/// Another value of the same type: the complement of an integer; for a floating value one that is neither near nor of the same
/// sign.
pub(crate) fn flipped(kind: Scalar, value: u64) -> u64 {
    match kind {
        Scalar::Int { bits: 1, .. } => value ^ 1,
        Scalar::Int { bits, signed: false } if bits < 64 => !value & ((1 << bits) - 1),
        Scalar::Int { .. } => !value,
        Scalar::F32 => u64::from((other(f64::from(f32::from_bits(value as u32))) as f32).to_bits()),
        Scalar::F64 => other(f64::from_bits(value)).to_bits(),
        Scalar::F80 | Scalar::F128 => value,
    }
}

/// A value between 0 and 1 has a negative one, one that is not a number has 1.
fn other(value: f64) -> f64 {
    if value.is_nan() { 1.0 } else { 0.3125 - 1.5 * value }
}
