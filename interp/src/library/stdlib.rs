//! Ending the program, absolute values, numbers from strings (C17 7.22), and `errno`.

use super::real::Real;
use super::table::{Effects, Entry, copies, pure, reads, writes};
use super::{Call, Outcome, Stop, Value, encode_integer};
use crate::format;
use crate::soft::Class;
use crate::ub::Rule;
use lang::arith::IntKind;
use lang::{Type, TypeKind};

const ENDS: Effects = Effects::OUTPUT;

const ERANGE: i32 = 34;
/// What a shell reports for SIGABRT and SIGILL.
const ABORTED: i32 = 134;
const TRAPPED: i32 = 132;

pub(super) const ENTRIES: &[Entry] = &[
    Entry { names: "abort", run: |_| Err(Stop::Exit(ABORTED)), effects: ENDS },
    Entry { names: "__builtin_trap", run: |_| Err(Stop::Exit(TRAPPED)), effects: ENDS },
    Entry { names: "_exit _Exit", run: |call| Err(Stop::Exit(call.int(0)? & 0xff)), effects: ENDS },
    Entry {
        names: "__assert_fail __assert __chk_fail __stack_chk_fail",
        run: |_| Err(Stop::Exit(ABORTED)),
        effects: ENDS,
    },
    pure("abs labs llabs imaxabs", abs),
    reads("atoi", |call| number(call, |_| Type::INT)),
    reads("atol", |call| number(call, |_| Type::LONG)),
    reads("atoll", |call| number(call, |_| Type::LLONG)),
    reads("atof", |call| Ok(Value::Real(Real::F64(format::parse_double(&call.text(0)?).0)))),
    copies("strtol __isoc23_strtol", |call| to_integer(call, Type::LONG)),
    copies("strtoul __isoc23_strtoul", |call| to_integer(call, Type::ULONG)),
    copies("strtoll strtoq strtoimax __isoc23_strtoll", |call| to_integer(call, Type::LLONG)),
    copies("strtoull strtouq strtoumax __isoc23_strtoull", |call| to_integer(call, Type::ULLONG)),
    copies("strtod", to_double),
    copies("strtof", to_float),
    copies("strtold", to_long_double),
    writes("__errno_location", |call| Ok(Value::Pointer(call.errno()?))),
];

impl Call<'_, '_> {
    /// The address of `errno`.
    pub(super) fn errno(&mut self) -> Result<u64, Stop> {
        if self.cx.state.errno == 0 {
            self.cx.state.errno = self.library_object(4)?;
            self.store_integer(self.cx.state.errno, Type::INT, 0)?;
        }
        Ok(self.cx.state.errno)
    }

    pub(super) fn set_errno(&mut self, value: i32) -> Result<(), Stop> {
        let errno = self.errno()?;
        self.store_integer(errno, Type::INT, value as i128)
    }
}

/// The result must be representable (C17 7.22.6.1p2).
fn abs(call: &mut Call) -> Outcome {
    let (value, kind) = (call.integer(0)?, call.int_kind(0)?);
    if value < 0 && value == least(kind) {
        return call.undefined(Rule::LibraryArgument, format!("is given {value}, whose absolute value does not fit"));
    }
    Ok(Value::Int(value.abs()))
}

fn least(kind: IntKind) -> i128 {
    if kind.signed { -1 << (kind.bits - 1) } else { 0 }
}

fn greatest(kind: IntKind) -> i128 {
    (1 << (kind.bits - kind.signed as u8)) - 1
}

/// Out of range is undefined (C17 7.22.1p1).
fn number(call: &mut Call, ty: fn(&Call) -> Type) -> Outcome {
    let ty = ty(call);
    let text = call.text(0)?;
    let kind = call.types().int_kind(ty).unwrap_or(IntKind::I32);
    let parsed = format::parse_integer(&text, 10);
    let value = signed_value(&parsed);
    if parsed.overflow || value < least(kind) || value > greatest(kind) {
        let shown = String::from_utf8_lossy(&text[..parsed.consumed.min(text.len())]).into_owned();
        return call.undefined(Rule::LibraryArgument, format!("is given `{shown}`, which its result cannot hold"));
    }
    Ok(Value::Int(value))
}

fn signed_value(parsed: &format::Integer) -> i128 {
    if parsed.negative { -(parsed.magnitude as i128) } else { parsed.magnitude as i128 }
}

fn to_integer(call: &mut Call, ty: Type) -> Outcome {
    let (text, base) = (call.text(0)?, call.int(2)?);
    if base < 0 || base == 1 || base > 36 {
        return call.undefined(Rule::LibraryArgument, format!("is given the base {base}"));
    }
    let kind = call.types().int_kind(ty).unwrap_or(IntKind::I64);
    let parsed = format::parse_integer(&text, base as u32);
    store_end(call, parsed.consumed)?;
    let value = signed_value(&parsed);
    // Unsigned results are negated in their type, so only the magnitude can be too large.
    let in_range = match kind.signed {
        true => value >= least(kind) && value <= greatest(kind),
        false => parsed.magnitude as i128 <= greatest(kind),
    };
    if parsed.overflow || !in_range {
        call.set_errno(ERANGE)?;
        return Ok(Value::Int(if kind.signed && parsed.negative { least(kind) } else { greatest(kind) }));
    }
    let [low, _] = encode_integer(kind, value as u128);
    Ok(Value::Int(if kind.signed { low as i64 as i128 } else { low as i128 }))
}

/// Where the number ends, if the caller asks for it.
fn store_end(call: &mut Call, consumed: usize) -> Result<(), Stop> {
    let place = call.pointer(1)?;
    if place == 0 {
        return Ok(());
    }
    let ty = match call.types().kind(call.arg(1)?.ty) {
        TypeKind::Pointer(to) => *to,
        _ => return Ok(()),
    };
    let end = call.pointer(0)? + consumed as u64;
    call.store(place, ty, [end, 0])
}

fn to_double(call: &mut Call) -> Outcome {
    let text = call.text(0)?;
    let (value, consumed) = format::parse_double(&text);
    finish(call, Real::F64(value), &text, consumed)
}

fn to_float(call: &mut Call) -> Outcome {
    let text = call.text(0)?;
    let (value, consumed) = format::parse_float(&text);
    finish(call, Real::F32(value), &text, consumed)
}

fn to_long_double(call: &mut Call) -> Outcome {
    let text = call.text(0)?;
    let (value, consumed) = format::parse_f80(&text);
    finish(call, Real::F80(value), &text, consumed)
}

/// Overflow and underflow set `errno`; a spelled-out infinity does not.
fn finish(call: &mut Call, value: Real, text: &[u8], consumed: usize) -> Outcome {
    store_end(call, consumed)?;
    let number = &text[..consumed.min(text.len())];
    let spelled = number.iter().any(|c| matches!(c, b'i' | b'I'));
    let mantissa = number.split(|c| matches!(c, b'e' | b'E' | b'p' | b'P')).next().unwrap_or_default();
    let is_zero = !mantissa.iter().any(|c| matches!(c, b'1'..=b'9'));
    let out_of_range = match value.unpack().class {
        Class::Infinite => !spelled,
        Class::Zero => consumed > 0 && !is_zero,
        Class::Finite { exp, .. } => exp < value.format().min_exp,
        Class::Nan { .. } => false,
    };
    if out_of_range {
        call.set_errno(ERANGE)?;
    }
    Ok(Value::Real(value))
}
