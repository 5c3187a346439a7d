//! `__builtin_add_overflow` and its relatives: arithmetic as if with unlimited range, and whether the result fits.

use super::table::{Entry, pure, writes};
use super::{Call, Outcome, Stop, Value, encode_integer, integer_value};
use lang::Type;
use lang::arith::{self, IntKind};

pub(super) const ENTRIES: &[Entry] = &[
    writes(
        "__builtin_add_overflow __builtin_sadd_overflow __builtin_saddl_overflow __builtin_saddll_overflow \
         __builtin_uadd_overflow __builtin_uaddl_overflow __builtin_uaddll_overflow",
        |call| stored(call, arith::overflowing_add),
    ),
    writes(
        "__builtin_sub_overflow __builtin_ssub_overflow __builtin_ssubl_overflow __builtin_ssubll_overflow \
         __builtin_usub_overflow __builtin_usubl_overflow __builtin_usubll_overflow",
        |call| stored(call, arith::overflowing_sub),
    ),
    writes(
        "__builtin_mul_overflow __builtin_smul_overflow __builtin_smull_overflow __builtin_smulll_overflow \
         __builtin_umul_overflow __builtin_umull_overflow __builtin_umulll_overflow",
        |call| stored(call, arith::overflowing_mul),
    ),
    pure("__builtin_add_overflow_p", |call| tested(call, arith::overflowing_add)),
    pure("__builtin_sub_overflow_p", |call| tested(call, arith::overflowing_sub)),
    pure("__builtin_mul_overflow_p", |call| tested(call, arith::overflowing_mul)),
];

type Operation = fn(IntKind, u128, IntKind, u128, IntKind) -> (u128, bool);

fn compute(call: &Call, operation: Operation, result: Type) -> Result<(u128, bool, IntKind), Stop> {
    let (a_kind, b_kind) = (call.int_kind(0)?, call.int_kind(1)?);
    let a = integer_value(a_kind, call.arg(0)?.value) as u128;
    let b = integer_value(b_kind, call.arg(1)?.value) as u128;
    let Some(kind) = call.types().int_kind(result) else {
        return call.wrong_argument(2, "an integer type");
    };
    let (value, overflow) = operation(a_kind, a, b_kind, b, kind);
    Ok((value, overflow, kind))
}

fn stored(call: &mut Call, operation: Operation) -> Outcome {
    let (place, ty) = (call.pointer(2)?, call.pointee(2)?);
    let (value, overflow, kind) = compute(call, operation, ty)?;
    call.store(place, ty, encode_integer(kind, value))?;
    Ok(Value::Int(overflow as i128))
}

/// The third argument only names a type.
fn tested(call: &mut Call, operation: Operation) -> Outcome {
    let ty = call.arg(2)?.ty;
    Ok(Value::Int(compute(call, operation, ty)?.1 as i128))
}
