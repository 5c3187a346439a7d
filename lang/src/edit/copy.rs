//! Copies of expressions, with others in place of some of their parts, and of statements, with variables of their own.

use crate::{Expr, ExprId, ExprKind, Init, InitId, InitItem, List, Loc, Program, StmtId, StmtKind, VarId};

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
        ConvertVector(a) => ConvertVector(part(a)?),
        Call(callee, args) => {
            let callee = part(callee)?;
            let args = program.expr_list(args).to_vec();
            let args: Option<Vec<ExprId>> = args.into_iter().map(|arg| copy(program, arg, instead)).collect();
            Call(callee, program.add_expr_list(&args?))
        }
        _ => return None,
    })
}

/// Variables that have a copy, each with a use of that.
pub type Copied = Vec<(VarId, ExprId)>;

/// A variable like this one, which copies use from now on.
pub fn copy_var(program: &mut Program, var: VarId, copied: &mut Copied) -> VarId {
    let new = program.add_var(program[var].clone());
    let ty = program[var].ty;
    copied.push((var, program.add_expr(ExprKind::Var(new), ty, Loc::NONE)));
    new
}

/// The copy; none of what has labels, or declares anything but variables.
pub fn copy_stmt(program: &mut Program, stmt: StmtId, copied: &mut Copied) -> Option<StmtId> {
    use StmtKind::*;
    let kind = match program[stmt].kind {
        kind @ (Empty | Break | Continue | Default | Case { .. }) => kind,
        Expr(a) => Expr(copy_expr(program, a, copied)?),
        Block(list) => Block(copy_list(program, list, copied)?),
        If(a, then, other) => {
            let (a, then) = (copy_expr(program, a, copied)?, copy_stmt(program, then, copied)?);
            If(a, then, or_none(other, |other| copy_stmt(program, other, copied))?)
        }
        While(a, body) => While(copy_expr(program, a, copied)?, copy_stmt(program, body, copied)?),
        DoWhile(body, a) => DoWhile(copy_stmt(program, body, copied)?, copy_expr(program, a, copied)?),
        For { init, cond, step, body } => For {
            init: or_none(init, |init| copy_stmt(program, init, copied))?,
            cond: or_none(cond, |cond| copy_expr(program, cond, copied))?,
            step: or_none(step, |step| copy_expr(program, step, copied))?,
            body: copy_stmt(program, body, copied)?,
        },
        Switch(a, body) => Switch(copy_expr(program, a, copied)?, copy_stmt(program, body, copied)?),
        Return(value) => Return(or_none(value, |value| copy_expr(program, value, copied))?),
        Decl(var) => {
            let new = copy_var(program, var, copied);
            program[new].init = or_none(program[var].init, |init| copy_init(program, init, copied))?;
            Decl(new)
        }
        _ => return None,
    };
    Some(program.add_stmt(kind, Loc::NONE))
}

/// What need not be there has a copy if it is not.
fn or_none<T>(part: Option<T>, copy: impl FnOnce(T) -> Option<T>) -> Option<Option<T>> {
    match part {
        Some(part) => copy(part).map(Some),
        None => Some(None),
    }
}

fn copy_list(program: &mut Program, list: List, copied: &mut Copied) -> Option<List> {
    let stmts = program.stmt_list(list).to_vec();
    let stmts: Option<Vec<StmtId>> = stmts.into_iter().map(|stmt| copy_stmt(program, stmt, copied)).collect();
    Some(program.add_stmt_list(&stmts?))
}

fn copy_expr(program: &mut Program, expr: ExprId, copied: &Copied) -> Option<ExprId> {
    copy(program, expr, &|program, part| match program[part].kind {
        ExprKind::Var(var) => copied.iter().find(|(old, _)| *old == var).map(|&(_, new)| new),
        _ => None,
    })
}

fn copy_init(program: &mut Program, init: InitId, copied: &Copied) -> Option<InitId> {
    let new = match program[init].clone() {
        Init::Expr(expr) => Init::Expr(copy_expr(program, expr, copied)?),
        Init::List(items) => {
            let item = |item: InitItem| Some(InitItem { value: copy_init(program, item.value, copied)?, ..item });
            Init::List(items.into_iter().map(item).collect::<Option<_>>()?)
        }
    };
    Some(program.add_init(new))
}
