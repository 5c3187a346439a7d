//! The x87 80-bit extended format, which is `long double` on x86-64 System V: sign, 15 exponent bits, and a 64-bit
//! significand whose leading bit is explicit.

use crate::soft::{Format, Unpacked, soft_float};

/// Any pattern of 80 bits, those that are invalid operands included.
#[derive(Copy, Clone, Debug)]
pub struct F80 {
    /// The sign in bit 15, the exponent below.
    sign_exp: u16,
    sig: u64,
}

soft_float!(F80);

impl F80 {
    /// Positive zero.
    pub const ZERO: F80 = F80 { sign_exp: 0, sig: 0 };
    const SIGN: u128 = 1 << 79;

    /// From the low 80 bits, ten bytes of memory read as little endian.
    pub fn from_bits(bits: u128) -> F80 {
        F80 { sign_exp: (bits >> 64) as u16, sig: bits as u64 }
    }

    /// The low 80 bits, as `from_bits` takes them.
    pub fn to_bits(self) -> u128 {
        (self.sign_exp as u128) << 64 | self.sig as u128
    }

    /// For operations that are done in the common form of `soft`.
    pub fn unpack(self) -> Unpacked {
        let biased = self.sign_exp as u32 & 0x7fff;
        if biased != 0 && self.sig >> 63 == 0 {
            // Unnormals, pseudo-infinities and pseudo-NaNs are invalid operands (Intel SDM volume 1, 8.2.2).
            return Unpacked::INDEFINITE;
        }
        Unpacked::decode(&Format::F80, self.sign_exp >> 15 != 0, biased, self.sig as u128)
    }

    /// Rounds to nearest, ties to even.
    pub fn pack(value: Unpacked) -> F80 {
        let (biased, sig) = value.encode(&Format::F80);
        F80 { sign_exp: (value.negative as u16) << 15 | biased as u16, sig: sig as u64 }
    }
}
