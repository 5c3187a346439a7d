//! Copies of expressions, with others in place of some of their parts.

use lang::{Expr, ExprId, ExprKind, Program};

/// What stands in for a part, which is then not copied.
pub type Instead<'a> = &'a dyn Fn(&Program, ExprId) -> Option<ExprId>;

/// The copy; none of what declares something of its own.
pub fn copy(program: &mut Program, expr: ExprId, instead: Instead) -> Option<ExprId> {
    if let Some(other) = instead(program, expr) {
        return Some(other);
    }
    let Expr { kind, ty, loc } = program[expr];
    let kind = kind_with_copies(program, kind, instead)?;
    Some(program.add_expr(kind, ty, loc))
}

fn kind_with_copies(program: &mut Program, kind: ExprKind, instead: Instead) -> Option<ExprKind> {
    use ExprKind::*;
    let mut part = |expr: ExprId| copy(program, expr, instead);
    Some(match kind {
        Int(_) | Float(_) | LongFloat(_) | Str(_) | Var(_) | Func(_) | Enumerator(..) | SizeofType(_)
        | AlignofType(_) => kind,
        Unary(op, a) => Unary(op, part(a)?),
        Step(op, a) => Step(op, part(a)?),
        AddrOf(a) => AddrOf(part(a)?),
        Deref(a) => Deref(part(a)?),
        Index(a, b) => Index(part(a)?, part(b)?),
        Member(a, field) => Member(part(a)?, field),
        Binary(op, a, b) => Binary(op, part(a)?, part(b)?),
        LogicalAnd(a, b) => LogicalAnd(part(a)?, part(b)?),
        LogicalOr(a, b) => LogicalOr(part(a)?, part(b)?),
        Comma(a, b) => Comma(part(a)?, part(b)?),
        Assign(a, b) => Assign(part(a)?, part(b)?),
        AssignOp { op, target, value, compute } => AssignOp { op, target: part(target)?, value: part(value)?, compute },
        Cond(a, b, c) => Cond(part(a)?, part(b)?, part(c)?),
        CondOmitted(a, b) => CondOmitted(part(a)?, part(b)?),
        Cast(a) => Cast(part(a)?),
        Convert(a) => Convert(part(a)?),
        Call(callee, args) => {
            let callee = part(callee)?;
            let args = program.expr_list(args).to_vec();
            let args: Option<Vec<ExprId>> = args.into_iter().map(|arg| copy(program, arg, instead)).collect();
            Call(callee, program.add_expr_list(&args?))
        }
        _ => return None,
    })
}
