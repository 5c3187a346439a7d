//! IEEE 754 binary128, which is `__float128` and `_Float128`.

use crate::soft::{Format, Unpacked, soft_float};

/// Any value of the format: finite, infinite, or a NaN with its payload.
#[derive(Copy, Clone, Debug)]
pub struct F128 {
    bits: u128,
}

soft_float!(F128);

impl F128 {
    /// Positive zero.
    pub const ZERO: F128 = F128 { bits: 0 };
    const SIGN: u128 = 1 << 127;

    /// Sign, 15 exponent bits, and 112 bits of the fraction, from the top.
    pub fn from_bits(bits: u128) -> F128 {
        F128 { bits }
    }

    /// The same 128 bits that `from_bits` takes.
    pub fn to_bits(self) -> u128 {
        self.bits
    }

    /// For operations that are done in the common form of `soft`.
    pub fn unpack(self) -> Unpacked {
        Unpacked::from_interchange(&Format::F128, self.bits)
    }

    /// Rounds to nearest, ties to even.
    pub fn pack(value: Unpacked) -> F128 {
        F128 { bits: value.to_interchange(&Format::F128) }
    }
}
