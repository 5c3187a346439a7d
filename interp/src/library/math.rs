//! Mathematics (C17 7.12), and the floating builtins.
//!
//! Exact functions (`floor`, `sqrt`, `fmod`, `ldexp`, `fma` and so on) are exact in every format they are here for. The
//! transcendental ones of `float` and `double` are those of the C library that the interpreter itself is linked with,
//! so their last bit is only as certain as that library's; those of `long double` are not supported. `errno` is set as
//! glibc sets it; the floating-point environment stays as it is.

use super::host;
use super::real::{Real, Rounding, remainder_towards_zero, scale, to_integral};
use super::table::{Entry, pure, reals, writes};
use super::{Call, Outcome, Stop, Value};
use crate::soft::{self, Class, Unpacked};
use lang::{Type, TypeKind};
use std::cmp::Ordering;

pub(super) const ENTRIES: &[Entry] = &[
    pure(reals!("floor"), |call| integral(call, Rounding::Down)),
    pure(reals!("ceil"), |call| integral(call, Rounding::Up)),
    pure(reals!("trunc"), |call| integral(call, Rounding::Zero)),
    pure(reals!("round"), |call| integral(call, Rounding::NearestAway)),
    pure(reals!("rint"), |call| integral(call, Rounding::NearestEven)),
    pure(reals!("nearbyint"), |call| integral(call, Rounding::NearestEven)),
    pure(reals!("roundeven"), |call| integral(call, Rounding::NearestEven)),
    pure(reals!("lrint"), |call| to_int(call, Rounding::NearestEven)),
    pure(reals!("llrint"), |call| to_int(call, Rounding::NearestEven)),
    pure(reals!("lround"), |call| to_int(call, Rounding::NearestAway)),
    pure(reals!("llround"), |call| to_int(call, Rounding::NearestAway)),
    pure(reals!("sqrt"), |call| unary(call, f32::sqrt, f64::sqrt, Some(soft::sqrt))),
    pure(reals!("fabs"), fabs),
    pure("__builtin_fabsf128 __builtin_fabsq", fabs),
    pure(reals!("copysign"), copysign),
    pure("__builtin_copysignf128 __builtin_copysignq", copysign),
    pure(reals!("fmod"), fmod),
    pure(reals!("remainder"), remainder),
    pure(reals!("drem"), remainder),
    pure(reals!("fmin"), |call| extreme(call, Ordering::Less)),
    pure(reals!("fmax"), |call| extreme(call, Ordering::Greater)),
    pure(reals!("fdim"), fdim),
    pure(reals!("fma"), fma),
    pure(reals!("ldexp"), ldexp),
    pure(reals!("scalbn"), ldexp),
    pure(reals!("scalbln"), ldexp),
    writes(reals!("frexp"), frexp),
    writes(reals!("modf"), modf),
    pure(reals!("logb"), logb),
    pure(reals!("ilogb"), ilogb),
    pure(reals!("nextafter"), nextafter),
    pure("__builtin_powi __builtin_powif __builtin_powil", powi),
    pure(reals!("pow"), |call| binary(call, f32::powf, f64::powf)),
    pure(reals!("atan2"), |call| binary(call, f32::atan2, f64::atan2)),
    pure(reals!("hypot"), |call| binary(call, f32::hypot, f64::hypot)),
    pure(reals!("exp"), |call| unary(call, f32::exp, f64::exp, None)),
    pure(reals!("exp2"), |call| unary(call, f32::exp2, f64::exp2, None)),
    pure(reals!("expm1"), |call| unary(call, f32::exp_m1, f64::exp_m1, None)),
    pure(reals!("log"), |call| unary(call, f32::ln, f64::ln, None)),
    pure(reals!("log2"), |call| unary(call, f32::log2, f64::log2, None)),
    pure(reals!("log10"), |call| unary(call, f32::log10, f64::log10, None)),
    pure(reals!("log1p"), |call| unary(call, f32::ln_1p, f64::ln_1p, None)),
    pure(reals!("cbrt"), |call| unary(call, f32::cbrt, f64::cbrt, None)),
    pure(reals!("sin"), |call| unary(call, f32::sin, f64::sin, None)),
    pure(reals!("cos"), |call| unary(call, f32::cos, f64::cos, None)),
    pure(reals!("tan"), |call| unary(call, f32::tan, f64::tan, None)),
    pure(reals!("asin"), |call| unary(call, f32::asin, f64::asin, None)),
    pure(reals!("acos"), |call| unary(call, f32::acos, f64::acos, None)),
    pure(reals!("atan"), |call| unary(call, f32::atan, f64::atan, None)),
    pure(reals!("sinh"), |call| unary(call, f32::sinh, f64::sinh, None)),
    pure(reals!("cosh"), |call| unary(call, f32::cosh, f64::cosh, None)),
    pure(reals!("tanh"), |call| unary(call, f32::tanh, f64::tanh, None)),
    writes(reals!("sincos"), sincos),
    pure(reals!("asinh"), |call| unary(call, host::asinhf, host::asinh, None)),
    pure(reals!("acosh"), |call| unary(call, host::acoshf, host::acosh, None)),
    pure(reals!("atanh"), |call| unary(call, host::atanhf, host::atanh, None)),
    pure(reals!("erf"), |call| unary(call, host::erff, host::erf, None)),
    pure(reals!("erfc"), |call| unary(call, host::erfcf, host::erfc, None)),
    pure(reals!("tgamma"), |call| unary(call, host::tgammaf, host::tgamma, None)),
    pure(reals!("lgamma"), |call| unary(call, host::lgammaf, host::lgamma, None)),
    pure(reals!("nexttoward"), nexttoward),
    pure(
        "gamma gammaf gammal exp10 exp10f exp10l pow10 pow10f pow10l j0 j1 jn y0 y1 yn remquo remquof remquol significand significandf significandl scalb scalbf \
         scalbl __builtin_issignaling",
        |call| call.unsupported("is not supported"),
    ),
    pure(
        "__builtin_inf __builtin_inff __builtin_infl __builtin_huge_val __builtin_huge_valf __builtin_huge_vall \
         __builtin_inff128 __builtin_infq __builtin_huge_valf128 __builtin_huge_valq __builtin_inff64 \
         __builtin_huge_valf64 __builtin_inff32x __builtin_huge_valf32x __builtin_inff32 __builtin_huge_valf32 \
         __builtin_inff64x __builtin_huge_valf64x",
        |call| Ok(Value::Real(call.zero_of(call.ret)?.like(Unpacked::infinite(false)))),
    ),
    pure("nan nanf nanl __builtin_nanf128 __builtin_nanq", |call| nan(call, true)),
    pure("__builtin_nans __builtin_nansf __builtin_nansl", |call| nan(call, false)),
    pure("isnan isnanf isnanl __isnan __isnanf __isnanl __builtin_isnand", |call| {
        Ok(Value::Int(call.real(0)?.is_nan() as i128))
    }),
    pure("__builtin_isinf __builtin_isinff __builtin_isinfl __builtin_isinfd", |call| {
        Ok(Value::Int(call.real(0)?.is_infinite() as i128))
    }),
    pure("isinf isinff isinfl __isinf __isinff __isinfl __builtin_isinf_sign", isinf_sign),
    pure("isfinite finite finitef finitel __finite __finitef __finitel __builtin_finited", |call| {
        Ok(Value::Int(matches!(call.real(0)?.unpack().class, Class::Zero | Class::Finite { .. }) as i128))
    }),
    pure("isnormal", |call| Ok(Value::Int((category(call.real(0)?) == Category::Normal) as i128))),
    pure("signbit signbitf signbitl __signbit __signbitf __signbitl", |call| {
        Ok(Value::Int(call.real(0)?.is_negative() as i128))
    }),
    pure("__builtin_fpclassify", fpclassify),
    pure("__fpclassify __fpclassifyf __fpclassifyl", |call| Ok(Value::Int(category(call.real(0)?) as i128))),
    pure("__builtin_isgreater", |call| compare(call, |order| order == Some(Ordering::Greater))),
    pure("__builtin_isgreaterequal", |call| compare(call, |order| order.is_some_and(Ordering::is_ge))),
    pure("__builtin_isless", |call| compare(call, |order| order == Some(Ordering::Less))),
    pure("__builtin_islessequal", |call| compare(call, |order| order.is_some_and(Ordering::is_le))),
    pure("__builtin_islessgreater", |call| compare(call, |order| order.is_some_and(Ordering::is_ne))),
    pure("__builtin_isunordered", |call| compare(call, |order| order.is_none())),
    pure("__builtin_iseqsig", |call| compare(call, |order| order == Some(Ordering::Equal))),
];

type Soft = fn(Unpacked) -> Unpacked;

const EDOM: i32 = 33;
const ERANGE: i32 = 34;

/// A result with the `errno` that glibc gives it (C17 7.12.1): EDOM where there is no value, ERANGE where it is infinite
/// or, for functions that vanish nowhere, rounded to zero.
fn with_errno(call: &mut Call, args: &[Real], value: Real) -> Outcome {
    let is_finite = |arg: &Real| matches!(arg.unpack().class, Class::Zero | Class::Finite { .. });
    let never_zero = matches!(call.name.trim_end_matches('f'), "exp" | "exp2" | "erfc");
    let is_power = call.name.trim_end_matches('f') == "pow" && args[0].unpack().class != Class::Zero;
    let error = match value.unpack().class {
        Class::Nan { .. } => (!args.iter().any(|arg| arg.is_nan())).then_some(EDOM),
        Class::Infinite => args.iter().all(is_finite).then_some(ERANGE),
        Class::Zero if never_zero || is_power => args.iter().all(is_finite).then_some(ERANGE),
        _ => None,
    };
    if let Some(error) = error {
        call.set_errno(error)?;
    }
    Ok(Value::Real(value))
}

fn unary(call: &mut Call, single: fn(f32) -> f32, double: fn(f64) -> f64, soft: Option<Soft>) -> Outcome {
    let arg = call.real(0)?;
    let value = match (arg, soft) {
        (Real::F32(value), _) => Real::F32(single(value)),
        (Real::F64(value), _) => Real::F64(double(value)),
        (value, Some(soft)) => value.like(soft(value.unpack())),
        (_, None) => return call.unsupported("is not supported"),
    };
    with_errno(call, &[arg], value)
}

fn binary(call: &mut Call, single: fn(f32, f32) -> f32, double: fn(f64, f64) -> f64) -> Outcome {
    let args = [call.real(0)?, call.real(1)?];
    let value = match args {
        [Real::F32(a), Real::F32(b)] => Real::F32(single(a, b)),
        [Real::F64(a), Real::F64(b)] => Real::F64(double(a, b)),
        _ => return call.unsupported("is not supported"),
    };
    with_errno(call, &args, value)
}

impl Call<'_, '_> {
    /// A zero of the type, for its format.
    fn zero_of(&self, ty: Type) -> Result<Real, Stop> {
        match Real::decode(self.types(), ty, [0, 0]) {
            Some(zero) => Ok(zero),
            None => self.wrong_result(),
        }
    }

    /// Stores a value of the argument's format through the pointer that is argument `index`.
    fn store_real(&mut self, index: usize, value: Real) -> Result<(), Stop> {
        let (place, ty) = (self.pointer(index)?, self.pointee(index)?);
        match value.encode(self.types(), ty) {
            Some(words) => self.store(place, ty, words),
            None => self.wrong_argument(index, "a pointer to its own type"),
        }
    }
}

fn integral(call: &mut Call, rounding: Rounding) -> Outcome {
    let value = call.real(0)?;
    if value.is_nan() {
        return Ok(Value::Real(value));
    }
    Ok(Value::Real(value.like(to_integral(value.unpack(), rounding))))
}

/// Outside the result's range the value is unspecified (C17 7.12.9.5p2), so there is none to give.
fn to_int(call: &mut Call, rounding: Rounding) -> Outcome {
    let value = to_integral(call.real(0)?.unpack(), rounding);
    let bits = call.types().int_kind(call.ret).map_or(64, |kind| kind.bits);
    match value.to_int(bits as u32, true) {
        Some(value) => Ok(Value::Int(value)),
        None => call.unsupported("of a value that its result cannot hold is not supported"),
    }
}

fn fabs(call: &mut Call) -> Outcome {
    Ok(Value::Real(call.real(0)?.with_sign(false)))
}

fn copysign(call: &mut Call) -> Outcome {
    let negative = call.real(1)?.is_negative();
    Ok(Value::Real(call.real(0)?.with_sign(negative)))
}

fn fmod(call: &mut Call) -> Outcome {
    let (a, b) = (call.real(0)?, call.real(1)?);
    with_errno(call, &[a, b], a.like(remainder_towards_zero(a.unpack(), b.unpack())))
}

/// With the quotient rounded to nearest, ties to even (C17 7.12.10.2).
fn remainder(call: &mut Call) -> Outcome {
    let (a, b) = (call.real(0)?, call.real(1)?);
    let (dividend, divisor) = (a.unpack(), Unpacked { negative: false, ..b.unpack() });
    let rest = remainder_towards_zero(Unpacked { negative: false, ..dividend }, scale(divisor, 1));
    if rest.is_nan() || divisor.class == Class::Infinite {
        return Ok(Value::Real(a.like(remainder_towards_zero(dividend, b.unpack()))));
    }
    let twice = |value| scale(value, 1);
    let mut value = rest;
    if twice(value).compare(divisor) == Some(Ordering::Greater) {
        value = soft::sub(value, divisor);
        if twice(value).compare(divisor).is_some_and(Ordering::is_ge) {
            value = soft::sub(value, divisor);
        }
    }
    let value = if value.class == Class::Zero { Unpacked::zero(false) } else { value };
    Ok(Value::Real(a.like(if dividend.negative { value.negated() } else { value })))
}

/// A NaN loses against a number (C17 7.12.12).
fn extreme(call: &mut Call, wanted: Ordering) -> Outcome {
    let (a, b) = (call.real(0)?, call.real(1)?);
    let chosen = match a.unpack().compare(b.unpack()) {
        None if a.is_nan() => b,
        None => a,
        Some(order) if order == wanted => a,
        // Of zeros the one that is less in sign.
        Some(Ordering::Equal) if a.is_negative() == (wanted == Ordering::Less) => a,
        Some(_) => b,
    };
    Ok(Value::Real(chosen))
}

fn fdim(call: &mut Call) -> Outcome {
    let (a, b) = (call.real(0)?, call.real(1)?);
    let order = a.unpack().compare(b.unpack());
    let positive = order.is_none_or(|order| order == Ordering::Greater);
    let value = if positive { soft::sub(a.unpack(), b.unpack()) } else { Unpacked::zero(false) };
    Ok(Value::Real(a.like(value)))
}

fn fma(call: &mut Call) -> Outcome {
    Ok(Value::Real(match (call.real(0)?, call.real(1)?, call.real(2)?) {
        (Real::F32(a), Real::F32(b), Real::F32(c)) => Real::F32(a.mul_add(b, c)),
        (Real::F64(a), Real::F64(b), Real::F64(c)) => Real::F64(a.mul_add(b, c)),
        _ => return call.unsupported("is not supported"),
    }))
}

fn ldexp(call: &mut Call) -> Outcome {
    let value = call.real(0)?;
    let by = call.integer(1)?.clamp(i32::MIN as i128, i32::MAX as i128) as i64;
    if value.is_nan() {
        return Ok(Value::Real(value));
    }
    Ok(Value::Real(value.like(scale(value.unpack(), by))))
}

fn frexp(call: &mut Call) -> Outcome {
    let value = call.real(0)?;
    let (place, ty) = (call.pointer(1)?, call.pointee(1)?);
    let (fraction, exponent) = match value.unpack().class {
        Class::Finite { exp, .. } => (value.like(scale(value.unpack(), -1 - exp as i64)), exp + 1),
        _ => (value, 0),
    };
    call.store_integer(place, ty, exponent as i128)?;
    Ok(Value::Real(fraction))
}

fn modf(call: &mut Call) -> Outcome {
    let value = call.real(0)?;
    let whole = if value.is_nan() { value } else { value.like(to_integral(value.unpack(), Rounding::Zero)) };
    call.store_real(1, whole)?;
    let fraction = match value.unpack().class {
        Class::Nan { .. } => value,
        Class::Infinite => value.like(Unpacked::zero(false)),
        _ => value.like(soft::sub(value.unpack(), whole.unpack())),
    };
    Ok(Value::Real(fraction.with_sign(value.is_negative())))
}

fn logb(call: &mut Call) -> Outcome {
    let value = call.real(0)?;
    Ok(Value::Real(match value.unpack().class {
        Class::Zero => value.like(Unpacked::infinite(true)),
        Class::Infinite => value.with_sign(false),
        Class::Finite { exp, .. } => value.like(Unpacked::from_i128(exp as i128)),
        Class::Nan { .. } => value,
    }))
}

/// With the values of FP_ILOGB0 and FP_ILOGBNAN on x86.
fn ilogb(call: &mut Call) -> Outcome {
    Ok(Value::Int(match call.real(0)?.unpack().class {
        Class::Finite { exp, .. } => exp as i128,
        Class::Infinite => i32::MAX as i128,
        Class::Zero | Class::Nan { .. } => i32::MIN as i128,
    }))
}

fn nextafter(call: &mut Call) -> Outcome {
    macro_rules! next {
        ($a:expr, $b:expr) => {
            match $a.partial_cmp(&$b) {
                None => $a + $b,
                Some(Ordering::Equal) => $b,
                Some(Ordering::Less) => $a.next_up(),
                Some(Ordering::Greater) => $a.next_down(),
            }
        };
    }
    Ok(Value::Real(match (call.real(0)?, call.real(1)?) {
        (Real::F32(a), Real::F32(b)) => Real::F32(next!(a, b)),
        (Real::F64(a), Real::F64(b)) => Real::F64(next!(a, b)),
        _ => return call.unsupported("is not supported"),
    }))
}

/// As `nextafter`, with a `long double` to go towards.
fn nexttoward(call: &mut Call) -> Outcome {
    let (from, to) = (call.real(0)?, call.real(1)?);
    let order = from.unpack().compare(to.unpack());
    Ok(Value::Real(match (from, order) {
        (_, None) if from.is_nan() => from,
        (_, None) => from.like(to.unpack()),
        (_, Some(Ordering::Equal)) => from.like(to.unpack()),
        (Real::F32(value), Some(Ordering::Less)) => Real::F32(value.next_up()),
        (Real::F32(value), _) => Real::F32(value.next_down()),
        (Real::F64(value), Some(Ordering::Less)) => Real::F64(value.next_up()),
        (Real::F64(value), _) => Real::F64(value.next_down()),
        _ => return call.unsupported("is not supported"),
    }))
}

/// The multiplications of libgcc's `__powidf2`, in its order.
fn powi(call: &mut Call) -> Outcome {
    let mut base = call.real(0)?;
    let exponent = call.int(1)?;
    let times = |a: Real, b: Real| a.like(soft::mul(a.unpack(), b.unpack()));
    let one = base.like(Unpacked::from_i128(1));
    let mut count = exponent.unsigned_abs();
    let mut value = if count & 1 == 1 { base } else { one };
    while count > 1 {
        count >>= 1;
        base = times(base, base);
        if count & 1 == 1 {
            value = times(value, base);
        }
    }
    Ok(Value::Real(if exponent < 0 { one.like(soft::div(one.unpack(), value.unpack())) } else { value }))
}

fn sincos(call: &mut Call) -> Outcome {
    let (sin, cos) = match call.real(0)? {
        Real::F32(value) => (Real::F32(value.sin()), Real::F32(value.cos())),
        Real::F64(value) => (Real::F64(value.sin()), Real::F64(value.cos())),
        _ => return call.unsupported("is not supported"),
    };
    call.store_real(1, sin)?;
    call.store_real(2, cos)?;
    Ok(Value::Void)
}

/// A NaN whose payload is the number in the argument.
fn nan(call: &mut Call, quiet: bool) -> Outcome {
    let text = call.text(0)?;
    let parsed = crate::format::parse_integer(&text, 0);
    let payload = if parsed.consumed == text.len() { parsed.magnitude } else { 0 };
    let words = match call.types().kind(call.ret) {
        TypeKind::Float => [0x7f80_0000 | nan_fraction(22, payload, quiet), 0],
        TypeKind::Double => [0x7ff0_0000_0000_0000 | nan_fraction(51, payload, quiet), 0],
        TypeKind::LDouble => [1 << 63 | nan_fraction(62, payload, quiet), 0x7fff],
        TypeKind::Float128 if quiet => [payload, 0x7fff_8000_0000_0000],
        _ => return call.unsupported("of this type is not supported"),
    };
    match Real::decode(call.types(), call.ret, words) {
        Some(nan) => Ok(Value::Real(nan)),
        None => call.wrong_result(),
    }
}

/// The quiet bit is bit `bit`; a signalling NaN without payload gets the bit below, as GCC has it.
fn nan_fraction(bit: u32, payload: u64, quiet: bool) -> u64 {
    let payload = payload & ((1 << bit) - 1);
    match (quiet, payload) {
        (true, _) => 1 << bit | payload,
        (false, 0) => 1 << (bit - 1),
        (false, _) => payload,
    }
}

fn isinf_sign(call: &mut Call) -> Outcome {
    let value = call.real(0)?;
    Ok(Value::Int(match (value.is_infinite(), value.is_negative()) {
        (false, _) => 0,
        (true, false) => 1,
        (true, true) => -1,
    }))
}

/// In the order of glibc's FP_NAN, FP_INFINITE and so on.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Category {
    Nan,
    Infinite,
    Zero,
    Subnormal,
    Normal,
}

fn category(value: Real) -> Category {
    match value.unpack().class {
        Class::Nan { .. } => Category::Nan,
        Class::Infinite => Category::Infinite,
        Class::Zero => Category::Zero,
        Class::Finite { exp, .. } if exp < value.format().min_exp => Category::Subnormal,
        Class::Finite { .. } => Category::Normal,
    }
}

/// The answers for NaN, infinite, normal, subnormal and zero, then the value.
fn fpclassify(call: &mut Call) -> Outcome {
    let index = match category(call.real(5)?) {
        Category::Nan => 0,
        Category::Infinite => 1,
        Category::Normal => 2,
        Category::Subnormal => 3,
        Category::Zero => 4,
    };
    Ok(Value::Int(call.integer(index)?))
}

fn compare(call: &mut Call, holds: fn(Option<Ordering>) -> bool) -> Outcome {
    let order = call.real(0)?.unpack().compare(call.real(1)?.unpack());
    Ok(Value::Int(holds(order) as i128))
}
