//! Subscripts, of arrays and pointers, and sums of pointers and integers.

use super::{cast, constant, unsigned, written};
use interp::repair::{Adjust, Form};
use lang::{BinaryOp, ExprId, ExprKind, Program, Type, build};

pub fn rewrite(p: &mut Program, expr: ExprId, form: Form) -> Option<ExprId> {
    let node = p[expr];
    let (ExprKind::Index(_, index) | ExprKind::Binary(_, _, index)) = node.kind else { return None };
    let index = subscript(p, written(p, index), form);
    let kind = match node.kind {
        ExprKind::Index(base, _) => ExprKind::Index(base, index),
        ExprKind::Binary(op, base, _) => ExprKind::Binary(op, base, index),
        kind => kind,
    };
    Some(p.add_expr(kind, node.ty, node.loc))
}

fn subscript(p: &mut Program, index: ExprId, form: Form) -> ExprId {
    let ty = build::promoted_type(p, index);
    match form {
        Form::Index(Adjust::Add(c)) => {
            let c = constant(p, c, ty);
            op(p, BinaryOp::Add, index, c)
        }
        Form::Index(Adjust::Sub(c)) => {
            let c = constant(p, c, ty);
            op(p, BinaryOp::Sub, index, c)
        }
        Form::Modulo { add, len } => {
            let ty = unsigned(&p.types, ty);
            let index = cast(p, ty, index);
            let moved = moved(p, index, add, ty);
            // A power of two needs no division.
            let (operator, right) = if len.is_power_of_two() { (BinaryOp::And, len - 1) } else { (BinaryOp::Rem, len) };
            let right = build::int(p, right, ty, lang::Loc::NONE);
            op(p, operator, moved, right)
        }
        Form::Start => {
            let zero = build::int(p, 0, Type::INT, lang::Loc::NONE);
            op(p, BinaryOp::And, index, zero)
        }
        _ => index,
    }
}

/// `index + add` modulo the type's size, with the smaller constant.
fn moved(p: &mut Program, index: ExprId, add: u64, ty: Type) -> ExprId {
    let Some(kind) = p.types.int_kind(ty).filter(|_| add != 0) else { return index };
    let less = lang::arith::wrapping_neg(kind, add);
    let (operator, by) = if less < add { (BinaryOp::Sub, less) } else { (BinaryOp::Add, add) };
    let by = build::int(p, by, ty, lang::Loc::NONE);
    op(p, operator, index, by)
}

fn op(p: &mut Program, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
    let loc = p[a].loc;
    build::binary(p, op, a, b, loc).expect("subscripts are integers")
}
