//! Binary floating point in software, for the formats the host's Rust lacks.
//!
//! Every value is computed on in one unpacked form and rounded to nearest, ties to even, for the format it is wanted in.
//! `float80` and `float128` give the formats their bits; text and decimal digits are in `text`.

pub mod big;
pub mod text;

use std::cmp::Ordering;

/// A binary format of IEEE 754: how many significant bits, and which exponents of the leading bit are normal.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Format {
    /// Significant bits, the leading one included; at most 113, so that the arithmetic has bits to spare.
    pub precision: u32,
    pub min_exp: i32,
    pub max_exp: i32,
}

impl Format {
    pub const F32: Format = Format { precision: 24, min_exp: -126, max_exp: 127 };
    pub const F64: Format = Format { precision: 53, min_exp: -1022, max_exp: 1023 };
    pub const F80: Format = Format { precision: 64, min_exp: -16382, max_exp: 16383 };
    pub const F128: Format = Format { precision: 113, min_exp: -16382, max_exp: 16383 };

    /// The exponent field of infinities and NaNs.
    fn special_exp(&self) -> u32 {
        self.max_exp as u32 * 2 + 1
    }
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Class {
    Zero,
    /// `sig` has its leading bit at bit 127, which weighs 2 to the `exp`.
    Finite {
        exp: i32,
        sig: u128,
    },
    Infinite,
    /// The payload is left-justified; its bit 127 is the quiet bit.
    Nan {
        payload: u128,
    },
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Unpacked {
    pub negative: bool,
    pub class: Class,
}

const QUIET: u128 = 1 << 127;

impl Unpacked {
    /// What invalid operations give on x86, the "real indefinite".
    pub const INDEFINITE: Unpacked = Unpacked { negative: true, class: Class::Nan { payload: QUIET } };

    pub fn zero(negative: bool) -> Unpacked {
        Unpacked { negative, class: Class::Zero }
    }

    pub fn infinite(negative: bool) -> Unpacked {
        Unpacked { negative, class: Class::Infinite }
    }

    pub fn nan(negative: bool) -> Unpacked {
        Unpacked { negative, class: Class::Nan { payload: QUIET } }
    }

    /// From fields as the x87 stores them: `sig` has `precision` bits with the leading one explicit.
    pub fn decode(format: &Format, negative: bool, biased: u32, sig: u128) -> Unpacked {
        let left = sig << (128 - format.precision);
        let class = match (biased, left << 1) {
            (e, 0) if e == format.special_exp() => Class::Infinite,
            (e, payload) if e == format.special_exp() => Class::Nan { payload },
            _ if left == 0 => Class::Zero,
            _ => {
                let shift = left.leading_zeros();
                let exp = biased.max(1) as i32 - format.max_exp - shift as i32;
                Class::Finite { exp, sig: left << shift }
            }
        };
        Unpacked { negative, class }
    }

    /// Rounds and gives the fields back: the exponent field, and the significand with its leading bit.
    pub fn encode(self, format: &Format) -> (u32, u128) {
        let spare = 128 - format.precision;
        match self.round(format).class {
            Class::Zero => (0, 0),
            Class::Infinite => (format.special_exp(), 1 << (format.precision - 1)),
            Class::Nan { payload } => (format.special_exp(), (QUIET | (payload | QUIET) >> 1) >> spare),
            Class::Finite { exp, sig } if exp < format.min_exp => {
                (0, sig >> spare.saturating_add((format.min_exp - exp) as u32).min(127))
            }
            Class::Finite { exp, sig } => ((exp + format.max_exp) as u32, sig >> spare),
        }
    }

    /// The bits of an interchange format (implicit leading bit).
    pub fn to_interchange(self, format: &Format) -> u128 {
        let (biased, sig) = self.encode(format);
        let fraction_bits = format.precision - 1;
        let fraction = sig & ((1 << fraction_bits) - 1);
        let exp_bits = (format.max_exp as u32 * 2 + 1).count_ones();
        (self.negative as u128) << (fraction_bits + exp_bits) | (biased as u128) << fraction_bits | fraction
    }

    pub fn from_interchange(format: &Format, bits: u128) -> Unpacked {
        let fraction_bits = format.precision - 1;
        let exp_bits = format.special_exp().count_ones();
        let biased = (bits >> fraction_bits) as u32 & format.special_exp();
        let negative = bits >> (fraction_bits + exp_bits) & 1 != 0;
        let fraction = bits & ((1 << fraction_bits) - 1);
        let leading = if biased == 0 { 0 } else { 1 << fraction_bits };
        Unpacked::decode(format, negative, biased, leading | fraction)
    }

    pub fn from_f64(value: f64) -> Unpacked {
        Unpacked::from_interchange(&Format::F64, value.to_bits() as u128)
    }

    pub fn to_f64(self) -> f64 {
        f64::from_bits(self.to_interchange(&Format::F64) as u64)
    }

    pub fn from_f32(value: f32) -> Unpacked {
        Unpacked::from_interchange(&Format::F32, value.to_bits() as u128)
    }

    pub fn to_f32(self) -> f32 {
        f32::from_bits(self.to_interchange(&Format::F32) as u32)
    }

    /// The value `sig × 2^(exp - 127)`, not yet rounded. A set bit 0 may stand for any number of lower bits lost.
    pub fn scaled(negative: bool, exp: i32, sig: u128) -> Unpacked {
        if sig == 0 {
            return Unpacked::zero(negative);
        }
        let shift = sig.leading_zeros();
        Unpacked { negative, class: Class::Finite { exp: exp - shift as i32, sig: sig << shift } }
    }

    pub fn from_magnitude(negative: bool, magnitude: u128) -> Unpacked {
        Unpacked::scaled(negative && magnitude != 0, 127, magnitude)
    }

    pub fn from_i128(value: i128) -> Unpacked {
        Unpacked::from_magnitude(value < 0, value.unsigned_abs())
    }

    /// To the nearest value of the format, ties to even; overflow gives an infinity (IEEE 754 4.3.1).
    pub fn round(self, format: &Format) -> Unpacked {
        let Class::Finite { exp, sig } = self.class else { return self };
        let below_normal = (format.min_exp as i64 - exp as i64).max(0);
        let lost = 128 - format.precision as i64 + below_normal;
        if lost > 128 {
            return Unpacked::zero(self.negative);
        }
        let (kept, rest) = if lost == 128 { (0, sig) } else { (sig >> lost, sig << (128 - lost)) };
        let up = rest > QUIET || rest == QUIET && kept & 1 == 1;
        let rounded = Unpacked::scaled(self.negative, exp.saturating_add(lost as i32), kept + up as u128);
        match rounded.class {
            Class::Finite { exp, .. } if exp > format.max_exp => Unpacked::infinite(self.negative),
            _ => rounded,
        }
    }

    /// Towards zero, as the two's complement pattern of an integer type of `bits` bits extended to 128; `None` if the
    /// integral part does not fit (C17 6.3.1.4p1).
    pub fn to_int(self, bits: u32, signed: bool) -> Option<i128> {
        let magnitude = match self.class {
            Class::Zero => 0,
            Class::Finite { exp, .. } if exp < 0 => 0,
            Class::Finite { exp, sig } if exp < 128 => sig >> (127 - exp),
            _ => return None,
        };
        let max = u128::MAX >> (128 - bits.clamp(1, 128)) >> signed as u32;
        let limit = match (self.negative, signed) {
            (false, _) => max,
            (true, true) => max + 1,
            (true, false) => 0,
        };
        let pattern = if self.negative { magnitude.wrapping_neg() } else { magnitude };
        (magnitude <= limit).then_some(pattern as i128)
    }

    pub fn negated(self) -> Unpacked {
        Unpacked { negative: !self.negative, ..self }
    }

    pub fn compare(self, other: Unpacked) -> Option<Ordering> {
        if self.is_nan() || other.is_nan() {
            return None;
        }
        if self.class == Class::Zero && other.class == Class::Zero {
            return Some(Ordering::Equal);
        }
        Some(match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.magnitude_key().cmp(&other.magnitude_key()),
            (true, true) => other.magnitude_key().cmp(&self.magnitude_key()),
        })
    }

    fn magnitude_key(self) -> (i32, u128) {
        match self.class {
            Class::Zero => (i32::MIN, 0),
            Class::Finite { exp, sig } => (exp, sig),
            Class::Infinite | Class::Nan { .. } => (i32::MAX, 0),
        }
    }

    pub fn is_nan(self) -> bool {
        matches!(self.class, Class::Nan { .. })
    }
}

/// The x87's choice of a NaN result: the operand with the greater significand, made quiet (Intel SDM volume 1, 4.8.3.5).
/// Between equal ones the positive.
fn propagate_nan(a: Unpacked, b: Unpacked) -> Option<Unpacked> {
    let chosen = match (a.class, b.class) {
        (Class::Nan { payload: p }, Class::Nan { payload: q }) => match p.cmp(&q) {
            Ordering::Greater => a,
            Ordering::Less => b,
            Ordering::Equal => Unpacked { negative: a.negative && b.negative, ..a },
        },
        (Class::Nan { .. }, _) => a,
        (_, Class::Nan { .. }) => b,
        _ => return None,
    };
    Some(quieted(chosen))
}

fn quieted(value: Unpacked) -> Unpacked {
    match value.class {
        Class::Nan { payload } => Unpacked { class: Class::Nan { payload: payload | QUIET }, ..value },
        _ => value,
    }
}

/// The sum before rounding. Like the others below, it is exact except for a sticky lowest bit.
pub fn add(a: Unpacked, b: Unpacked) -> Unpacked {
    if let Some(nan) = propagate_nan(a, b) {
        return nan;
    }
    match (a.class, b.class) {
        (Class::Infinite, Class::Infinite) if a.negative != b.negative => Unpacked::INDEFINITE,
        (Class::Infinite, _) => a,
        (_, Class::Infinite) => b,
        (Class::Zero, Class::Zero) => Unpacked::zero(a.negative && b.negative),
        (Class::Zero, _) => b,
        (_, Class::Zero) => a,
        _ if a.magnitude_key() < b.magnitude_key() => add_finite(b, a),
        _ => add_finite(a, b),
    }
}

/// Both finite and not zero, `a` the greater in magnitude.
fn add_finite(a: Unpacked, b: Unpacked) -> Unpacked {
    let ((a_exp, a_sig), (b_exp, b_sig)) = (a.magnitude_key(), b.magnitude_key());
    let (big, small) = (a_sig >> 1, shift_right_sticky(b_sig >> 1, (a_exp - b_exp) as u32));
    if a.negative == b.negative {
        return Unpacked::scaled(a.negative, a_exp + 1, big + small);
    }
    match big - small {
        0 => Unpacked::zero(false),
        difference => Unpacked::scaled(a.negative, a_exp + 1, difference),
    }
}

fn shift_right_sticky(value: u128, count: u32) -> u128 {
    if count >= 128 {
        return (value != 0) as u128;
    }
    let shifted = value >> count;
    shifted | (shifted << count != value) as u128
}

pub fn sub(a: Unpacked, b: Unpacked) -> Unpacked {
    // A NaN operand keeps its sign.
    if let Some(nan) = propagate_nan(a, b) {
        return nan;
    }
    add(a, b.negated())
}

pub fn mul(a: Unpacked, b: Unpacked) -> Unpacked {
    if let Some(nan) = propagate_nan(a, b) {
        return nan;
    }
    let negative = a.negative != b.negative;
    match (a.class, b.class) {
        (Class::Infinite, Class::Zero) | (Class::Zero, Class::Infinite) => Unpacked::INDEFINITE,
        (Class::Infinite, _) | (_, Class::Infinite) => Unpacked::infinite(negative),
        (Class::Finite { exp: a_exp, sig: a_sig }, Class::Finite { exp: b_exp, sig: b_sig }) => {
            let (high, low) = wide_mul(a_sig, b_sig);
            Unpacked::scaled(negative, a_exp + b_exp + 1, high | (low != 0) as u128)
        }
        _ => Unpacked::zero(negative),
    }
}

fn wide_mul(a: u128, b: u128) -> (u128, u128) {
    const LOW: u128 = u64::MAX as u128;
    let (a_high, a_low, b_high, b_low) = (a >> 64, a & LOW, b >> 64, b & LOW);
    let low = a_low * b_low;
    let middle = a_high * b_low + (low >> 64);
    let cross = a_low * b_high + (middle & LOW);
    (a_high * b_high + (middle >> 64) + (cross >> 64), cross << 64 | low & LOW)
}

pub fn div(a: Unpacked, b: Unpacked) -> Unpacked {
    if let Some(nan) = propagate_nan(a, b) {
        return nan;
    }
    let negative = a.negative != b.negative;
    match (a.class, b.class) {
        (Class::Infinite, Class::Infinite) | (Class::Zero, Class::Zero) => Unpacked::INDEFINITE,
        (Class::Infinite, _) | (_, Class::Zero) => Unpacked::infinite(negative),
        (Class::Finite { exp: a_exp, sig: a_sig }, Class::Finite { exp: b_exp, sig: b_sig }) => {
            Unpacked::scaled(negative, a_exp - b_exp + 8, divide_significands(a_sig, b_sig))
        }
        _ => Unpacked::zero(negative),
    }
}

/// 120 bits of the quotient, the first weighing one, and a sticky bit: 113 and a few to round by.
fn divide_significands(a: u128, b: u128) -> u128 {
    let (mut rest, divisor, mut quotient) = (a >> 1, b >> 1, 0u128);
    for _ in 0..120 {
        quotient <<= 1;
        if rest >= divisor {
            rest -= divisor;
            quotient |= 1;
        }
        rest <<= 1;
    }
    quotient | (rest != 0) as u128
}

pub fn sqrt(a: Unpacked) -> Unpacked {
    match a.class {
        Class::Nan { .. } => quieted(a),
        Class::Zero => a,
        _ if a.negative => Unpacked::INDEFINITE,
        Class::Infinite => a,
        Class::Finite { exp, sig } => {
            let radicand = if exp & 1 == 0 { sig >> 1 } else { sig };
            Unpacked::scaled(false, (exp >> 1) + 8, root(radicand))
        }
    }
}

/// 120 bits of the square root, digit by digit, of a radicand with two integral bits; the last bit is sticky.
fn root(mut radicand: u128) -> u128 {
    let (mut root, mut rest) = (0u128, 0u128);
    for _ in 0..120 {
        rest = rest << 2 | radicand >> 126;
        radicand <<= 2;
        let trial = root << 2 | 1;
        root <<= 1;
        if rest >= trial {
            rest -= trial;
            root |= 1;
        }
    }
    root | (rest != 0) as u128
}

/// The operations every soft format has; the type brings `FORMAT`, `unpack`, `pack` and `SIGN`.
macro_rules! soft_float {
    ($name:ident) => {
        // Methods, not operators: the interpreter dispatches on the operation's name.
        #[allow(clippy::should_implement_trait)]
        impl $name {
            /// Exact.
            pub fn from_f64(value: f64) -> $name {
                $name::pack($crate::soft::Unpacked::from_f64(value))
            }

            /// Rounds to nearest, ties to even.
            pub fn to_f64(self) -> f64 {
                self.unpack().to_f64()
            }

            /// Exact.
            pub fn from_f32(value: f32) -> $name {
                $name::pack($crate::soft::Unpacked::from_f32(value))
            }

            /// Rounds to nearest, ties to even.
            pub fn to_f32(self) -> f32 {
                self.unpack().to_f32()
            }

            /// Rounds to nearest, ties to even.
            pub fn from_i128(value: i128) -> $name {
                $name::pack($crate::soft::Unpacked::from_i128(value))
            }

            /// Rounds to nearest, ties to even.
            pub fn from_u128(value: u128) -> $name {
                $name::pack($crate::soft::Unpacked::from_magnitude(false, value))
            }

            /// Truncated, as the two's complement pattern of the integer type extended to 128 bits; `None` if it does
            /// not fit (C17 6.3.1.4p1).
            pub fn to_int(self, bits: u32, signed: bool) -> Option<i128> {
                self.unpack().to_int(bits, signed)
            }

            /// The value of a decimal or hexadecimal constant without suffix, correctly rounded; also `inf` and `nan`.
            pub fn parse(text: &str) -> $name {
                $name::scan(text.as_bytes()).0
            }

            /// The longest prefix that `strtold` takes, and its length; zero length if there is none.
            pub fn scan(text: &[u8]) -> ($name, usize) {
                let (value, length) = $crate::soft::text::scan(text);
                ($name::pack(value), length)
            }

            /// `a + b`, rounded once.
            pub fn add(self, other: $name) -> $name {
                $name::pack($crate::soft::add(self.unpack(), other.unpack()))
            }

            /// `a - b`, rounded once.
            pub fn sub(self, other: $name) -> $name {
                $name::pack($crate::soft::sub(self.unpack(), other.unpack()))
            }

            /// `a * b`, rounded once.
            pub fn mul(self, other: $name) -> $name {
                $name::pack($crate::soft::mul(self.unpack(), other.unpack()))
            }

            /// `a / b`, rounded once; by zero as IEEE 754 has it.
            pub fn div(self, other: $name) -> $name {
                $name::pack($crate::soft::div(self.unpack(), other.unpack()))
            }

            /// Rounded once; that of a negative number is a NaN.
            pub fn sqrt(self) -> $name {
                $name::pack($crate::soft::sqrt(self.unpack()))
            }

            /// `-a`: flips the sign, of NaNs, too.
            pub fn neg(self) -> $name {
                $name::from_bits(self.to_bits() ^ $name::SIGN)
            }

            /// Clears the sign, of NaNs, too.
            pub fn abs(self) -> $name {
                $name::from_bits(self.to_bits() & !$name::SIGN)
            }

            /// `None` if either is a NaN; zeros are equal.
            pub fn compare(self, other: $name) -> Option<std::cmp::Ordering> {
                self.unpack().compare(other.unpack())
            }

            /// Either zero.
            pub fn is_zero(self) -> bool {
                self.unpack().class == $crate::soft::Class::Zero
            }

            /// Also a bit pattern that is an invalid operand.
            pub fn is_nan(self) -> bool {
                self.unpack().is_nan()
            }

            /// Either infinity.
            pub fn is_infinite(self) -> bool {
                self.unpack().class == $crate::soft::Class::Infinite
            }

            /// The sign bit, also that of zeros and NaNs.
            pub fn is_negative(self) -> bool {
                self.to_bits() & $name::SIGN != 0
            }
        }
    };
}
pub(crate) use soft_float;
