//! Conversions of floating values to integer types.

use super::written;
use interp::repair::Form;
use lang::{BinaryOp, Expr, ExprId, ExprKind, Loc, Program, Type, TypeKind, UnaryOp, build};

pub fn rewrite(p: &mut Program, expr: ExprId, form: Form) -> Option<ExprId> {
    let Expr { kind, ty, loc } = p[expr];
    let ty = p.types.strip(ty);
    match kind {
        ExprKind::Cast(value) | ExprKind::Convert(value) => {
            let value = converted(p, value, ty, form, loc);
            Some(match kind {
                ExprKind::Cast(_) => build::cast(p, ty, value, loc).expect(TYPED),
                _ => build::convert(p, value, ty),
            })
        }
        ExprKind::AssignOp { op, target, value, .. } => {
            let value = written(p, value);
            let result = build::binary(p, op, target, value, loc).expect(TYPED);
            let value = converted(p, result, ty, form, loc);
            Some(build::assign(p, target, value, loc).expect(TYPED))
        }
        _ => None,
    }
}

const TYPED: &str = "arithmetic types convert";

fn converted(p: &mut Program, value: ExprId, ty: Type, form: Form, loc: Loc) -> ExprId {
    let float = p.types.strip(p[value].ty);
    if form == Form::Positive {
        let zero = number(p, 0.0, float, loc);
        return binary(p, BinaryOp::Gt, value, zero, loc);
    }
    let (above, least, end) = range(p, ty, float);
    let (least, end) = (number(p, least, float, loc), number(p, end, float, loc));
    let above = binary(p, above, value, least, loc);
    let below = binary(p, BinaryOp::Lt, value, end, loc);
    let fits = build::logical_and(p, above, below, loc).expect(TYPED);
    let converted = build::cast(p, ty, value, loc).expect(TYPED);
    let zero = build::int(p, 0, Type::INT, loc);
    build::cond(p, fits, converted, zero, loc).expect(TYPED)
}

fn binary(p: &mut Program, op: BinaryOp, a: ExprId, b: ExprId, loc: Loc) -> ExprId {
    build::binary(p, op, a, b, loc).expect(TYPED)
}

fn number(p: &mut Program, value: f64, float: Type, loc: Loc) -> ExprId {
    let ty = if float == Type::FLOAT { Type::FLOAT } else { Type::DOUBLE };
    let magnitude = p.add_expr(ExprKind::Float(value.abs()), ty, loc);
    if value < 0.0 { build::unary(p, UnaryOp::Neg, magnitude, loc).expect(TYPED) } else { magnitude }
}

/// What the value must be above (`>` or `>=`) and below (`<`) to have an integral part of type `ty` (C17 6.3.1.4p1).
fn range(p: &Program, ty: Type, float: Type) -> (BinaryOp, f64, f64) {
    let kind = p.types.int_kind(ty).expect("an integer type");
    let precision = match p.types.kind(float) {
        TypeKind::Float => 24,
        TypeKind::Double => 53,
        _ => 64,
    };
    let power = |bits: u8| 2f64.powi(bits as i32);
    match kind.signed {
        false => (BinaryOp::Gt, -1.0, power(kind.bits)),
        // Above `MIN - 1`; where that is no value of the floating type there is nothing between it and `MIN` either.
        true if precision > kind.bits => (BinaryOp::Gt, -power(kind.bits - 1) - 1.0, power(kind.bits - 1)),
        true => (BinaryOp::Ge, -power(kind.bits - 1), power(kind.bits - 1)),
    }
}
