//! IEEE 754 binary128, which is `__float128` and `_Float128`.

use crate::soft::{Format, Unpacked, soft_float};

#[derive(Copy, Clone, Debug)]
pub struct F128 {
    bits: u128,
}

soft_float!(F128);

impl F128 {
    pub const ZERO: F128 = F128 { bits: 0 };
    const SIGN: u128 = 1 << 127;

    pub fn from_bits(bits: u128) -> F128 {
        F128 { bits }
    }

    pub fn to_bits(self) -> u128 {
        self.bits
    }

    pub fn unpack(self) -> Unpacked {
        Unpacked::from_interchange(&Format::F128, self.bits)
    }

    pub fn pack(value: Unpacked) -> F128 {
        F128 { bits: value.to_interchange(&Format::F128) }
    }
}
