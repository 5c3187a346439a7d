//! Builtins that count and move bits. Their argument's width is that of its type.

use super::table::{Entry, pure};
use super::{Call, Outcome, Stop, Value, integer_value, join};
use crate::ub::Rule;
use lang::arith::IntKind;

pub(super) const ENTRIES: &[Entry] = &[
    pure("__builtin_clz __builtin_clzl __builtin_clzll __builtin_clzimax __builtin_clzs", clz),
    pure("__builtin_ctz __builtin_ctzl __builtin_ctzll __builtin_ctzimax __builtin_ctzs", ctz),
    pure("__builtin_clrsb __builtin_clrsbl __builtin_clrsbll __builtin_clrsbimax", clrsb),
    pure("__builtin_popcount __builtin_popcountl __builtin_popcountll __builtin_popcountimax", |call| {
        Ok(Value::Int(word(call)?.0.count_ones() as i128))
    }),
    pure("__builtin_parity __builtin_parityl __builtin_parityll __builtin_parityimax", |call| {
        Ok(Value::Int((word(call)?.0.count_ones() & 1) as i128))
    }),
    pure("ffs ffsl ffsll __builtin_ffsimax", ffs),
    pure("__builtin_bswap16", |call| Ok(Value::Int((word(call)?.0 as u16).swap_bytes() as i128))),
    pure("__builtin_bswap32", |call| Ok(Value::Int((word(call)?.0 as u32).swap_bytes() as i128))),
    pure("__builtin_bswap64", |call| Ok(Value::Int((word(call)?.0 as u64).swap_bytes() as i128))),
    pure("__builtin_bswap128", |call| Ok(Value::Int(word(call)?.0.swap_bytes() as i128))),
    pure("htonl ntohl", |call| Ok(Value::Int((word(call)?.0 as u32).swap_bytes() as i128))),
    pure("htons ntohs", |call| Ok(Value::Int((word(call)?.0 as u16).swap_bytes() as i128))),
];

/// The argument zero-extended, and its type's width.
fn word(call: &Call) -> Result<(u128, u32), Stop> {
    let (arg, kind) = (call.arg(0)?, call.int_kind(0)?);
    let value = if kind.bits > 64 { join(arg.value) } else { arg.value[0] as u128 };
    let bits = kind.bits as u32;
    Ok((value & (u128::MAX >> (128 - bits)), bits))
}

fn not_zero(call: &Call) -> Result<(u128, u32), Stop> {
    match word(call)? {
        (0, _) => call.undefined(Rule::LibraryArgument, "is given 0"),
        word => Ok(word),
    }
}

fn clz(call: &mut Call) -> Outcome {
    let (value, bits) = not_zero(call)?;
    Ok(Value::Int((value.leading_zeros() - (128 - bits)) as i128))
}

fn ctz(call: &mut Call) -> Outcome {
    Ok(Value::Int(not_zero(call)?.0.trailing_zeros() as i128))
}

/// Bits behind the sign bit that are equal to it.
fn clrsb(call: &mut Call) -> Outcome {
    let (_, bits) = word(call)?;
    let kind = IntKind { bits: bits as u8, signed: true };
    let value = integer_value(kind, call.arg(0)?.value);
    let same = if value < 0 { (!value).leading_zeros() } else { value.leading_zeros() };
    Ok(Value::Int((same - (128 - bits) - 1) as i128))
}

fn ffs(call: &mut Call) -> Outcome {
    let (value, _) = word(call)?;
    Ok(Value::Int(if value == 0 { 0 } else { value.trailing_zeros() as i128 + 1 }))
}
