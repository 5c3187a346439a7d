//! Static data: initialisers that are plain constants are written to memory without compiling anything.

use crate::memory::Memory;
use lang::arith;
use lang::{ExprId, ExprKind, Init, InitId, Program, Type, TypeKind, UnaryOp};

/// Writes the constants of an object that is zero so far, at storage index `at`. If some part is not a plain constant
/// the answer is false; what was written before that is right anyhow.
pub fn write_constants(program: &Program, memory: &mut Memory, at: usize, ty: Type, init: InitId) -> bool {
    let types = &program.types;
    match (&program[init], types.kind(ty)) {
        (Init::Expr(expr), TypeKind::Float) => write_float(program, memory, at, *expr, 4),
        (Init::Expr(expr), TypeKind::Double) => write_float(program, memory, at, *expr, 8),
        (Init::Expr(expr), _) => {
            let (Some(_), Some(value)) = (types.int_kind(ty), constant(program, *expr)) else { return false };
            let size = types.size_of(ty).unwrap_or(0) as usize;
            memory.write(at, &value.to_le_bytes()[..size]);
            true
        }
        (Init::List(items), TypeKind::Array { elem, .. } | TypeKind::Vector { elem, .. }) => {
            let size = types.size_of(*elem).unwrap_or(0) as usize;
            items.iter().all(|item| {
                let at = at + item.first as usize * size;
                item.first == item.last && write_constants(program, memory, at, *elem, item.value)
            })
        }
        (Init::List(items), TypeKind::Record(id)) => {
            let record = &types.records[id.0 as usize];
            items.iter().all(|item| match record.fields.get(item.first as usize) {
                Some(field) if field.bit_width.is_none() && !record.reverse_storage => {
                    write_constants(program, memory, at + field.offset() as usize, field.ty, item.value)
                }
                _ => false,
            })
        }
        _ => false,
    }
}

fn write_float(program: &Program, memory: &mut Memory, at: usize, expr: ExprId, size: usize) -> bool {
    let (negative, expr) = match program[expr].kind {
        ExprKind::Unary(UnaryOp::Neg, inner) => (true, inner),
        _ => (false, expr),
    };
    let ExprKind::Float(value) = program[expr].kind else { return false };
    let value = if negative { -value } else { value };
    match (size, program.types.size_of(program[expr].ty)) {
        (4, Some(4)) => memory.write(at, &(value as f32).to_le_bytes()),
        (8, Some(8)) => memory.write(at, &value.to_le_bytes()),
        _ => return false,
    }
    true
}

/// The value of a literal with conversions and perhaps a sign. Operators that can overflow are left to execution.
fn constant(program: &Program, expr: ExprId) -> Option<u128> {
    let node = program[expr];
    let kind = program.types.int_kind(node.ty)?;
    match node.kind {
        ExprKind::Int(value) => Some(arith::widen(kind, value)),
        ExprKind::Convert(inner) | ExprKind::Cast(inner) => {
            let value = constant(program, inner)?;
            Some(if kind.bits == 1 { arith::to_bool(value) } else { arith::wrap(kind, value) })
        }
        ExprKind::Unary(UnaryOp::Neg, inner) => match program[inner].kind {
            ExprKind::Int(value) if value < 1 << 31 => Some(arith::wrapping_neg(kind, value as u128)),
            _ => None,
        },
        _ => None,
    }
}
