//! `div` and its relatives (C17 7.22.6.2): a quotient and a remainder in a structure.

use super::table::{Entry, pure};
use super::{Call, Outcome, Value};
use crate::ub::Rule;
use lang::Type;

pub(super) const ENTRIES: &[Entry] = &[
    pure("div", |call| divide(call, Type::INT)),
    pure("ldiv", |call| divide(call, Type::LONG)),
    pure("lldiv", |call| divide(call, Type::LLONG)),
    pure("imaxdiv", |call| divide(call, call.signed_type(crate::format::Length::IntMax))),
];

/// "If either part of the result cannot be represented, the behavior is undefined."
fn divide(call: &mut Call, ty: Type) -> Outcome {
    let (dividend, divisor) = (call.integer(0)?, call.integer(1)?);
    if divisor == 0 {
        return call.undefined(Rule::DivisionByZero, format!("divides {dividend} by zero"));
    }
    let bits = call.types().int_kind(ty).map_or(32, |kind| kind.bits);
    if dividend / divisor > (1i128 << (bits - 1)) - 1 {
        let what = format!("is given {dividend} and {divisor}, whose quotient does not fit");
        return call.undefined(Rule::DivisionOverflow, what);
    }
    store_member(call, "quot", ty, dividend / divisor)?;
    store_member(call, "rem", ty, dividend % divisor)?;
    Ok(Value::Stored)
}

/// The order of the members is not fixed (C17 7.22.6.2p3).
fn store_member(call: &mut Call, name: &str, ty: Type, value: i128) -> Outcome {
    let program = call.cx.program;
    let fields = program.types.record(call.ret).map_or(&[][..], |record| &record.fields);
    let member = fields.iter().find(|field| field.name.is_some_and(|symbol| program.name(symbol) == name));
    match member {
        Some(field) if call.cx.result != 0 && program.types.strip(field.ty) == ty => {
            call.store_integer(call.cx.result + field.offset(), ty, value)?;
            Ok(Value::Void)
        }
        Some(_) if call.cx.result == 0 => call.unsupported("is called through a pointer"),
        _ => call.undefined(Rule::WrongCall, "is called as if it returned another type"),
    }
}
