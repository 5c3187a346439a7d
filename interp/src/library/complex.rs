//! Functions from complex to real values (C17 7.3). Those with a complex result are the compiler's.

use super::real::Real;
use super::table::{Entry, pure, reals};
use super::{Call, Outcome, Stop, Value};
use lang::TypeKind;

pub(super) const ENTRIES: &[Entry] = &[
    pure(reals!("creal"), |call| Ok(Value::Real(parts(call)?.0))),
    pure(reals!("cimag"), |call| Ok(Value::Real(parts(call)?.1))),
    pure(reals!("cabs"), |call| both(call, f32::hypot, f64::hypot)),
    pure(reals!("carg"), |call| both(call, |re, im| im.atan2(re), |re, im| im.atan2(re))),
    pure(
        "conj conjf conjl cproj cprojf cprojl csqrt csqrtf csqrtl cexp cexpf cexpl clog clogf clogl cpow cpowf cpowl \
         csin csinf csinl ccos ccosf ccosl ctan ctanf ctanl",
        |call| call.unsupported("returns a complex value"),
    ),
];

/// The real and the imaginary part.
fn parts(call: &mut Call) -> Result<(Real, Real), Stop> {
    let arg = call.arg(0)?;
    let TypeKind::Complex(element) = *call.types().kind(arg.ty) else {
        return call.wrong_argument(0, "a complex value");
    };
    let size = call.size_of(element)?;
    let re = call.load(arg.value[0], element)?;
    let im = call.load(arg.value[0] + size, element)?;
    let decode = |words| Real::decode(call.types(), element, words);
    match (decode(re), decode(im)) {
        (Some(re), Some(im)) => Ok((re, im)),
        _ => call.wrong_argument(0, "a complex floating value"),
    }
}

fn both(call: &mut Call, single: fn(f32, f32) -> f32, double: fn(f64, f64) -> f64) -> Outcome {
    Ok(Value::Real(match parts(call)? {
        (Real::F32(re), Real::F32(im)) => Real::F32(single(re, im)),
        (Real::F64(re), Real::F64(im)) => Real::F64(double(re, im)),
        _ => return call.unsupported("is not supported for `long double`"),
    }))
}
