//! Floating values of any format as library functions take and return them, and the exact operations on them that the
//! soft formats need.

use crate::float80::F80;
use crate::float128::F128;
use crate::soft::{self, Class, Unpacked};
use lang::{Type, TypeKind, Types};

#[derive(Copy, Clone, Debug)]
pub(super) enum Real {
    F32(f32),
    F64(f64),
    F80(F80),
    F128(F128),
}

/// By bits, for tests.
impl PartialEq for Real {
    fn eq(&self, other: &Real) -> bool {
        self.words() == other.words()
    }
}

impl Real {
    pub fn decode(types: &Types, ty: Type, value: [u64; 2]) -> Option<Real> {
        Some(match types.kind(ty) {
            TypeKind::Float => Real::F32(f32::from_bits(value[0] as u32)),
            TypeKind::Double => Real::F64(f64::from_bits(value[0])),
            TypeKind::LDouble => Real::F80(F80::from_bits(super::join(value))),
            TypeKind::Float128 => Real::F128(F128::from_bits(super::join(value))),
            _ => return None,
        })
    }

    /// As registers of type `ty`, which must be the value's own format.
    pub fn encode(self, types: &Types, ty: Type) -> Option<[u64; 2]> {
        let same = matches!(
            (self, types.kind(ty)),
            (Real::F32(_), TypeKind::Float)
                | (Real::F64(_), TypeKind::Double)
                | (Real::F80(_), TypeKind::LDouble)
                | (Real::F128(_), TypeKind::Float128)
        );
        same.then(|| self.words())
    }

    pub fn words(self) -> [u64; 2] {
        match self {
            Real::F32(value) => [value.to_bits() as u64, 0],
            Real::F64(value) => [value.to_bits(), 0],
            Real::F80(value) => super::split(value.to_bits()),
            Real::F128(value) => super::split(value.to_bits()),
        }
    }

    pub fn unpack(self) -> Unpacked {
        match self {
            Real::F32(value) => Unpacked::from_f32(value),
            Real::F64(value) => Unpacked::from_f64(value),
            Real::F80(value) => value.unpack(),
            Real::F128(value) => value.unpack(),
        }
    }

    /// `value` rounded to this value's format.
    pub fn like(self, value: Unpacked) -> Real {
        match self {
            Real::F32(_) => Real::F32(value.to_f32()),
            Real::F64(_) => Real::F64(value.to_f64()),
            Real::F80(_) => Real::F80(F80::pack(value)),
            Real::F128(_) => Real::F128(F128::pack(value)),
        }
    }

    pub fn format(self) -> &'static soft::Format {
        match self {
            Real::F32(_) => &soft::Format::F32,
            Real::F64(_) => &soft::Format::F64,
            Real::F80(_) => &soft::Format::F80,
            Real::F128(_) => &soft::Format::F128,
        }
    }

    /// The sign bit, also of zeros and NaNs.
    pub fn is_negative(self) -> bool {
        match self {
            Real::F32(value) => value.is_sign_negative(),
            Real::F64(value) => value.is_sign_negative(),
            Real::F80(value) => value.is_negative(),
            Real::F128(value) => value.is_negative(),
        }
    }

    pub fn with_sign(self, negative: bool) -> Real {
        if self.is_negative() == negative { self } else { self.negated() }
    }

    pub fn negated(self) -> Real {
        match self {
            Real::F32(value) => Real::F32(-value),
            Real::F64(value) => Real::F64(-value),
            Real::F80(value) => Real::F80(value.neg()),
            Real::F128(value) => Real::F128(value.neg()),
        }
    }

    pub fn is_nan(self) -> bool {
        self.unpack().is_nan()
    }

    pub fn is_infinite(self) -> bool {
        self.unpack().class == Class::Infinite
    }
}

/// Towards which integer a value is rounded.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Rounding {
    Down,
    Up,
    Zero,
    NearestEven,
    /// Halves away from zero.
    NearestAway,
}

/// An integral value; zeros keep the sign.
pub(super) fn to_integral(value: Unpacked, rounding: Rounding) -> Unpacked {
    let Class::Finite { exp, sig } = value.class else { return value };
    if exp >= 127 {
        return value;
    }
    // The bits below the point, and whether the bit at the point is set.
    let below = 127 - exp;
    let (whole, half, rest) = match below {
        1..=127 => (sig >> below, sig << (128 - below) >> 127 == 1, sig << (128 - below) << 1 != 0),
        128 => (0, true, sig << 1 != 0),
        _ => (0, false, true),
    };
    let inexact = half || rest;
    let up = match rounding {
        Rounding::Zero => false,
        Rounding::Down => inexact && value.negative,
        Rounding::Up => inexact && !value.negative,
        Rounding::NearestAway => half,
        Rounding::NearestEven => half && (rest || whole & 1 == 1),
    };
    Unpacked::scaled(value.negative, 127, whole + up as u128)
}

/// `value × 2^by`, not yet rounded.
pub(super) fn scale(value: Unpacked, by: i64) -> Unpacked {
    match value.class {
        Class::Finite { exp, sig } => {
            // Far outside every format on both sides.
            let exp = (exp as i64).saturating_add(by).clamp(-1_000_000, 1_000_000) as i32;
            Unpacked { class: Class::Finite { exp, sig }, ..value }
        }
        _ => value,
    }
}

/// The exact remainder with the sign of `a` (C17 7.12.10.1).
pub(super) fn remainder_towards_zero(a: Unpacked, b: Unpacked) -> Unpacked {
    if a.is_nan() || b.is_nan() {
        return soft::add(a, b);
    }
    match (a.class, b.class) {
        (Class::Infinite, _) | (_, Class::Zero) => Unpacked::INDEFINITE,
        (Class::Finite { exp: a_exp, sig: a_sig }, Class::Finite { exp: b_exp, sig: b_sig }) if a_exp >= b_exp => {
            // Formats have at most 113 bits, so that halving loses none.
            let (mut rest, divisor) = (a_sig >> 1, b_sig >> 1);
            for step in 0..=a_exp - b_exp {
                rest <<= (step > 0) as u32;
                if rest >= divisor {
                    rest -= divisor;
                }
            }
            Unpacked::scaled(a.negative, b_exp + 1, rest)
        }
        _ => a,
    }
}
