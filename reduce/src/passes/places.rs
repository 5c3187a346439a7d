//! Members, elements and what pointers point to become variables of their types, so that records, arrays and pointers can
//! go. Where the program has to run, `outline` does this with the values that were there.

use super::View;
use super::outline;
use crate::judge::Goal;
use lang::edit::Edit;
use lang::edit::visit::{self, Node};
use lang::{ExprId, ExprKind, Item, Program, Storage, Type, VarId};

pub fn variables(view: &View) -> Vec<Edit> {
    let program = view.program;
    let mut edits: Vec<Edit> = Vec::new();
    for (func, body) in view.bodies().filter(|_| view.goal == Goal::Crash) {
        let unit = program[func].unit;
        visit::visit(program, Node::Stmt(body), &mut |node| {
            if let Node::Expr(expr) = node
                && is_part(program, expr)
                && let ty = variable_type(program, expr)
                && program.types.is_scalar(ty)
            {
                edits.push(Edit::new(move |program| become_variable(program, expr, ty, unit)));
            }
        });
    }
    edits
}

fn is_part(program: &Program, expr: ExprId) -> bool {
    matches!(program[expr].kind, ExprKind::Member(..) | ExprKind::Index(..) | ExprKind::Deref(_))
}

/// That of the place; for a bit-field, of a variable that is as wide, if there is one.
fn variable_type(program: &Program, expr: ExprId) -> Type {
    let ty = program.types.underlying(program[expr].ty).unqualified();
    let width = match program[expr].kind {
        ExprKind::Member(record, at) => {
            let record = program.types.record(program[record].ty);
            record.and_then(|record| record.fields.get(at as usize)?.bit_width)
        }
        _ => None,
    };
    let is_signed = program.types.int_kind(ty).is_some_and(|kind| kind.signed);
    match width {
        Some(8) if is_signed => Type::SCHAR,
        Some(8) => Type::UCHAR,
        Some(16) if is_signed => Type::SHORT,
        Some(16) => Type::USHORT,
        _ => ty,
    }
}

/// One that is there, if it has the type.
fn become_variable(program: &mut Program, expr: ExprId, ty: Type, unit: u32) {
    let is_like = |var: &VarId| program[*var].ty == ty && program[*var].storage == Storage::Extern;
    let known = program.units[unit as usize].items.iter().find_map(|item| match item {
        Item::Var(var) => Some(*var).filter(is_like),
        _ => None,
    });
    let var = known.unwrap_or_else(|| outline::declare(program, "place", 0, ty, None, unit));
    program[expr].kind = ExprKind::Var(var);
    program[expr].ty = ty;
}
