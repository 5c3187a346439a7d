//! A value becomes an equal expression over variables that are in scope.

use super::changed_in;
use crate::mutate::edit::{Change, Kind};
use crate::mutate::plan::Planner;
use crate::mutate::site::Site;
use lang::edit::visit::behind;
use lang::walk;
use lang::{BinaryOp, ExprId, ExprKind, Init, Program, StmtKind, Type, VarId, build};

/// Replaces an operand of integer type in the expression that the statement evaluates first.
pub(in crate::mutate) fn equal(planner: &mut Planner, site: &Site) -> Option<()> {
    let program = &planner.parent.program;
    let root = evaluated_first(program, site)?;
    let mut values = Vec::new();
    operands(program, root, &mut values);
    let at = *(!values.is_empty()).then(|| planner.rng.pick(&values))?;
    let changed = changed_in(planner, site);
    let has_calls = has_calls(program, root);
    let is_stable = |var: VarId| {
        let declared = &program[var];
        let is_own = !declared.address_taken && !declared.storage.is_static();
        !changed.contains(&var) && (is_own || !has_calls)
    };
    let known = planner.known(site, is_stable);
    let hole = planner.b.p.add_expr(program[at].kind, program[at].ty, program[at].loc);
    let ty = program[at].ty.unqualified();
    let constants = known.constants();
    let new = match planner.rng.below(3) {
        0 if !constants.is_empty() => {
            let (var, value) = *planner.rng.pick(&constants);
            plus_zero(planner, site, hole, (var, value), ty)?
        }
        1 if !constants.is_empty() && matches!(program[at].kind, ExprKind::Int(_)) => {
            let ExprKind::Int(wanted) = program[at].kind else { return None };
            let (var, value) = *planner.rng.pick(&constants);
            offset(planner, site, var, wanted.wrapping_sub(value), ty)?
        }
        _ => {
            let truth = planner.truth_about(site, &known);
            let other = planner.b.int(planner.rng.range(0, 100), Type::INT);
            let other = build::cast(&mut planner.b.p, ty, other, lang::Loc::NONE).ok()?;
            let chosen = planner.b.cond(truth, hole, other);
            build::cast(&mut planner.b.p, ty, chosen, lang::Loc::NONE).ok()?
        }
    };
    planner.push(Kind::Live, "equal value", site.stmt, vec![Change::Expr { at, new, hole: Some(hole) }]);
    Some(())
}

/// `(T)(value + (v - constant))`, unsigned.
fn plus_zero(
    planner: &mut Planner,
    site: &Site,
    value: ExprId,
    (var, constant): (VarId, u64),
    ty: Type,
) -> Option<ExprId> {
    let hidden = planner.hide(site, &[var]);
    let (v, c) = (planner.unsigned(var), planner.constant(constant, hidden));
    let op = *planner.rng.pick(&[BinaryOp::Sub, BinaryOp::Xor]);
    let zero = planner.b.binary(op, v, c);
    let value = planner.b.cast(Type::ULLONG, value);
    let op = *planner.rng.pick(&[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Xor, BinaryOp::Or]);
    let sum = planner.b.binary(op, value, zero);
    build::cast(&mut planner.b.p, ty, sum, lang::Loc::NONE).ok()
}

/// `(T)(v + distance)`, unsigned.
fn offset(planner: &mut Planner, site: &Site, var: VarId, distance: u64, ty: Type) -> Option<ExprId> {
    let hidden = planner.hide(site, &[var]);
    let (v, c) = (planner.unsigned(var), planner.constant(distance, hidden));
    let sum = planner.b.binary(BinaryOp::Add, v, c);
    build::cast(&mut planner.b.p, ty, sum, lang::Loc::NONE).ok()
}

/// The expression that is evaluated once whenever the statement is reached, before anything else of it.
fn evaluated_first(program: &Program, site: &Site) -> Option<ExprId> {
    match program[site.stmt].kind {
        StmtKind::Expr(expr) | StmtKind::If(expr, ..) | StmtKind::Return(Some(expr)) => Some(expr),
        StmtKind::Decl(var) if !program[var].storage.is_static() => match program[program[var].init?] {
            Init::Expr(expr) => Some(expr),
            Init::List(_) => None,
        },
        _ => None,
    }
}

/// Integer values that can be any expression of their type, and that are evaluated whatever happens.
fn operands(program: &Program, expr: ExprId, values: &mut Vec<ExprId>) {
    use ExprKind::*;
    let inner = behind(program, expr);
    if is_replaceable(program, inner) {
        values.push(inner);
    }
    match program[inner].kind {
        Assign(target, value) | AssignOp { target, value, .. } => {
            if let Index(_, index) = program[target].kind {
                operands(program, index, values);
            }
            operands(program, value, values);
        }
        Unary(_, a) | Cast(a) => operands(program, a, values),
        Binary(_, a, b) => {
            operands(program, a, values);
            operands(program, b, values);
        }
        LogicalAnd(a, _) | LogicalOr(a, _) | Cond(a, ..) | Comma(a, _) => operands(program, a, values),
        Index(_, index) => operands(program, index, values),
        Call(_, args) => program.expr_list(args).iter().for_each(|&arg| operands(program, arg, values)),
        _ => {}
    }
}

/// An integer of at least the rank of `int`, so that its type is the same with a cast around it; no constant 0, which may be a
/// null pointer; no bit-field, whose promotions differ.
fn is_replaceable(program: &Program, expr: ExprId) -> bool {
    let ty = program[expr].ty;
    let is_int = program.types.int_kind(ty).is_some_and(|kind| matches!(kind.bits, 32 | 64));
    let is_value = match program[expr].kind {
        ExprKind::Int(value) => value != 0,
        ExprKind::Var(_) | ExprKind::Index(..) | ExprKind::Deref(_) => true,
        ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Cast(_) | ExprKind::Call(..) => true,
        _ => false,
    };
    is_int && is_value && !ty.is_volatile() && !ty.quals().has(lang::Quals::ATOMIC)
}

fn has_calls(program: &Program, expr: ExprId) -> bool {
    let mut found = matches!(program[expr].kind, ExprKind::Call(..) | ExprKind::StmtExpr(_));
    walk::operands(program, expr, |operand| found |= has_calls(program, operand));
    found
}
