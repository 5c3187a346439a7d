//! Builtins that tell the compiler something, or ask it.

use super::table::{Effects, Entry, pure};
use super::{Call, Outcome, Stop, Value};
use crate::ub::Rule;
use lang::TypeKind;

pub(super) const ENTRIES: &[Entry] = &[
    pure("__builtin_expect __builtin_expect_with_probability", expect),
    pure("__builtin_prefetch __clear_cache __builtin_unwind_init __builtin_init_dwarf_reg_sizes", |_| Ok(Value::Void)),
    pure("__builtin_assume_aligned", assume_aligned),
    pure("__builtin_object_size __builtin_dynamic_object_size", object_size),
    pure("__builtin_frame_address __builtin_return_address", frame),
    pure("__builtin_extract_return_addr __builtin_frob_return_addr", |call| Ok(Value::Pointer(call.pointer(0)?))),
    pure("__builtin_classify_type", classify_type),
    pure("__builtin_is_constant_evaluated", |_| Ok(Value::Int(0))),
    Entry { names: "__builtin_unreachable", run: unreachable, effects: Effects::OUTPUT },
    Entry { names: "__builtin_assume", run: assume, effects: Effects::OUTPUT },
];

fn expect(call: &mut Call) -> Outcome {
    Ok(Value::Int(call.integer(0)?))
}

fn unreachable(call: &mut Call) -> Outcome {
    call.undefined(Rule::Unreachable, "is reached")
}

/// Clang's: undefined unless the argument is true.
fn assume(call: &mut Call) -> Outcome {
    if call.int(0)? == 0 {
        return call.undefined(Rule::Unreachable, "is given a condition that is false");
    }
    Ok(Value::Void)
}

/// The pointer, less an offset, must be a multiple of the alignment.
fn assume_aligned(call: &mut Call) -> Outcome {
    let (pointer, align) = (call.pointer(0)?, call.size(1)?);
    let offset = if call.args.len() > 2 { call.integer(2)? as u64 } else { 0 };
    if align == 0 || !align.is_power_of_two() {
        return call.undefined(Rule::Unreachable, format!("is given the alignment {align}"));
    }
    if pointer.wrapping_sub(offset) & (align - 1) != 0 {
        let what = format!("is given a pointer that is not {offset} more than a multiple of {align}");
        return call.undefined(Rule::Unreachable, what);
    }
    Ok(Value::Pointer(pointer))
}

/// Unknown, which is always a correct answer.
fn object_size(call: &mut Call) -> Outcome {
    Ok(Value::Int(if call.int(1)? & 2 == 0 { -1 } else { 0 }))
}

/// Some address that is not null; only of the current function.
fn frame(call: &mut Call) -> Outcome {
    if call.integer(0)? != 0 {
        return call.unsupported("of a calling function is not supported");
    }
    Ok(Value::Pointer(call.frame_object()?))
}

impl Call<'_, '_> {
    fn frame_object(&mut self) -> Result<u64, Stop> {
        if self.cx.state.frame == 0 {
            self.cx.state.frame = self.library_object(0)?;
        }
        Ok(self.cx.state.frame)
    }
}

/// GCC's `enum type_class`, after the promotions of an argument.
fn classify_type(call: &mut Call) -> Outcome {
    let types = call.types();
    let ty = call.arg(0)?.ty;
    Ok(Value::Int(match types.kind(ty) {
        TypeKind::Void => 0,
        TypeKind::Pointer(_) | TypeKind::Array { .. } | TypeKind::Function(_) => 5,
        TypeKind::Complex(_) => 9,
        TypeKind::Record(_) if types.record(ty).is_some_and(|record| record.is_union) => 13,
        TypeKind::Record(_) => 12,
        TypeKind::Vector { .. } => return call.unsupported("of a vector is not supported"),
        _ if types.is_floating(ty) => 8,
        _ => 1,
    }))
}
