//! Facts that hold on every execution, told to the compiler: a sound way to make an optimizer bolder.

use crate::mutate::edit::{Change, Kind};
use crate::mutate::plan::Planner;
use crate::mutate::site::Site;
use lang::edit::visit::{self, Node};
use lang::{BinaryOp, ExprKind, Program, Quals, StmtId, StmtKind, Type, UnaryOp};

/// `if (!(true)) __builtin_unreachable();`
pub(in crate::mutate) fn unreachable(planner: &mut Planner, site: &Site) -> Option<()> {
    let cond = planner.falsehood(site);
    let body = planner.unreachable()?;
    let new = planner.b.stmt(StmtKind::If(cond, body, None));
    planner.put_before(Kind::Live, "fact", site, &[new]);
    Some(())
}

/// `__builtin_assume(true);`
pub(in crate::mutate) fn assume(planner: &mut Planner, site: &Site) -> Option<()> {
    let cond = planner.truth(site);
    let call = planner.builtin("__builtin_assume", &[cond])?;
    let new = planner.b.expr_stmt(call);
    planner.put_before(Kind::Live, "assumption", site, &[new]);
    Some(())
}

/// `p = __builtin_assume_aligned(p, alignment);` for a pointer that is not null. A pointer is as aligned as its type says, and
/// the interpreter knows how much that is for the object.
pub(in crate::mutate) fn aligned(planner: &mut Planner, site: &Site) -> Option<()> {
    let known = planner.known(site, |_| true);
    let types = &planner.parent.program.types;
    let alignment = |var: &lang::VarId| {
        let ty = planner.parent.program[*var].ty;
        let to = types.pointee(ty).filter(|&to| !types.is_function(to) && !ty.is_const())?;
        Some((*var, types.align_of(to))).filter(|&(_, align)| align > 1)
    };
    let pointers: Vec<(lang::VarId, u64)> = known.pointers().iter().filter_map(alignment).collect();
    let (var, align) = *(!pointers.is_empty()).then(|| planner.rng.pick(&pointers))?;
    let (target, pointer) = (planner.b.var(var), planner.b.var(var));
    let ty = planner.b.p.types.pointer(Type::VOID);
    let pointer = lang::build::cast(&mut planner.b.p, ty, pointer, lang::Loc::NONE).ok()?;
    let align = planner.b.int(align as i64, Type::INT);
    let value = planner.builtin("__builtin_assume_aligned", &[pointer, align])?;
    let assign = lang::build::assign(&mut planner.b.p, target, value, lang::Loc::NONE).ok()?;
    let new = planner.b.expr_stmt(assign);
    planner.put_before(Kind::Live, "alignment", site, &[new]);
    Some(())
}

/// `if (p == 0) __builtin_unreachable();` for a pointer that was never null.
pub(in crate::mutate) fn not_null(planner: &mut Planner, site: &Site) -> Option<()> {
    let pointers = planner.known(site, |_| true).pointers();
    let var = *(!pointers.is_empty()).then(|| planner.rng.pick(&pointers))?;
    let (pointer, null) = (planner.b.var(var), planner.b.int(0, Type::INT));
    let cond = lang::build::binary(&mut planner.b.p, BinaryOp::Eq, pointer, null, lang::Loc::NONE).ok()?;
    let body = planner.unreachable()?;
    let new = planner.b.stmt(StmtKind::If(cond, body, None));
    planner.put_before(Kind::Live, "pointer that is not null", site, &[new]);
    Some(())
}

/// The condition of an `if`, with a guess about its value, right or wrong.
pub(in crate::mutate) fn expect(planner: &mut Planner, site: &Site) -> Option<()> {
    let StmtKind::If(cond, ..) = planner.parent.program[site.stmt].kind else { return None };
    let node = planner.parent.program[cond];
    let hole = planner.b.p.add_expr(node.kind, node.ty, node.loc);
    let not = lang::build::unary(&mut planner.b.p, UnaryOp::Not, hole, lang::Loc::NONE).ok()?;
    let truth = planner.b.unary(UnaryOp::Not, not);
    let guess = planner.b.int(i64::from(planner.rng.percent(50)), Type::INT);
    let new = planner.builtin("__builtin_expect", &[truth, guess])?;
    planner.push(Kind::Live, "expected value", site.stmt, vec![Change::Expr { at: cond, new, hole: Some(hole) }]);
    Some(())
}

/// A pointer parameter becomes `restrict`. Whether something else is accessed through it, the interpreter finds out.
pub(in crate::mutate) fn restrict(planner: &mut Planner, site: &Site) -> Option<()> {
    let program = &planner.parent.program;
    let function = &program[site.func];
    let is_plain = |var: &lang::VarId| {
        let ty = program[*var].ty;
        let to_object = program.types.pointee(ty).is_some_and(|to| !program.types.is_function(to));
        to_object && !ty.is_restrict() && !program[*var].form.is_adjusted
    };
    let pointers: Vec<lang::VarId> = function.params.iter().copied().filter(is_plain).collect();
    let var = *(!pointers.is_empty() && !function.is_knr).then(|| planner.rng.pick(&pointers))?;
    let ty = program[var].ty.with(Quals::RESTRICT);
    // The interpreter sees what the function itself accesses, and not what it calls.
    let calls_already =
        planner.edits.iter().any(|edit| edit.is_call() && planner.function_of(edit.at) == Some(site.func));
    if planner.is_restricted(site.func) || calls_already || calls(program, function.body?) {
        return None;
    }
    planner.push(Kind::Live, "restrict", site.stmt, vec![Change::Type { var, ty }]);
    Some(())
}

fn calls(program: &Program, body: StmtId) -> bool {
    let mut found = false;
    visit::visit(program, Node::Stmt(body), &mut |node| {
        found |= matches!(node, Node::Expr(expr) if matches!(program[expr].kind, ExprKind::Call(..)));
    });
    found
}
