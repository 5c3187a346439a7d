//! A call becomes the statements of the function that is called.

use crate::mutate::edit::{Change, Kind};
use crate::mutate::plan::Planner;
use crate::mutate::site::Site;
use lang::edit::copy::{Copied, copy, copy_stmt};
use lang::edit::visit::{self, Node, behind};
use lang::{BinaryOp, ExprId, ExprKind, FuncId, Init, Program, StmtId, StmtKind, Storage, VarId, build};

/// Nodes of a function that is worth a copy.
const LARGEST: usize = 400;

pub(in crate::mutate) fn inline(planner: &mut Planner, site: &Site) -> Option<()> {
    let program = &planner.parent.program;
    let called = called_at(program, site.stmt)?;
    if !is_simple(planner, site, &called) {
        return None;
    }
    let mut copied: Copied = Vec::new();
    let mut stmts = Vec::new();
    for (&param, &arg) in program[called.func].params.iter().zip(&called.args) {
        let arg = copy(&mut planner.b.p, arg, &|_, _| None)?;
        stmts.push(declare_param(planner, site, param, arg, &mut copied));
    }
    let body = program[called.func].body?;
    let StmtKind::Block(list) = program[body].kind else { return None };
    for &stmt in program.stmt_list(list) {
        let value = match program[stmt].kind {
            StmtKind::Return(value) => value,
            _ => {
                stmts.push(copy_stmt(&mut planner.b.p, stmt, &mut copied)?);
                continue;
            }
        };
        stmts.extend(returned(planner, &called, value, &copied)?);
    }
    rename(planner, site, &copied);
    let new = planner.b.block(&stmts);
    planner.push(Kind::Live, "inlined call", site.stmt, vec![Change::Stmt { at: site.stmt, new, hole: None }]);
    Some(())
}

/// A statement that calls a function.
struct Called {
    func: FuncId,
    args: Vec<ExprId>,
    used: Used,
}

/// What becomes of the value of a call.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Used {
    /// `f(…);`
    Not,
    /// `x = f(…);`
    Assigned(VarId),
    /// `x += f(…);`
    Combined(BinaryOp, VarId),
    /// `return f(…);`
    Returned,
}

fn called_at(program: &Program, stmt: StmtId) -> Option<Called> {
    let var = |target: ExprId| match program[target].kind {
        ExprKind::Var(var) => Some(var),
        _ => None,
    };
    let (used, value) = match program[stmt].kind {
        StmtKind::Return(Some(value)) => (Used::Returned, value),
        StmtKind::Expr(expr) => match program[expr].kind {
            ExprKind::Assign(target, value) => (Used::Assigned(var(target)?), value),
            ExprKind::AssignOp { op, target, value, .. } => (Used::Combined(op, var(target)?), value),
            _ => (Used::Not, expr),
        },
        _ => return None,
    };
    let ExprKind::Call(callee, args) = program[behind(program, value)].kind else { return None };
    let ExprKind::Func(func) = program[behind(program, callee)].kind else { return None };
    Some(Called { func, args: program.expr_list(args).to_vec(), used })
}

/// Its only `return` is its last statement, and it means the same where it is called.
fn is_simple(planner: &Planner, site: &Site, called: &Called) -> bool {
    let program = &planner.parent.program;
    let function = &program[called.func];
    let Some(body) = function.body else { return false };
    let variadic = program.types.function_type(function.ty).is_none_or(|ty| ty.variadic || !ty.prototyped);
    let is_fragile = planner.parent.sites.fragile[called.func.index()];
    let fits =
        function.unit == site.unit && function.params.len() == called.args.len() && function.own_names.is_empty();
    if variadic || is_fragile || !fits || called.func == site.func {
        return false;
    }
    let last = match program[body].kind {
        StmtKind::Block(list) => program.stmt_list(list).last().copied(),
        _ => None,
    };
    let ends = last.filter(|&last| matches!(program[last].kind, StmtKind::Return(_)));
    is_movable(planner, site, body, ends) && (called.used == Used::Not || ends.is_some())
}

fn is_movable(planner: &Planner, site: &Site, body: StmtId, end: Option<StmtId>) -> bool {
    let program = &planner.parent.program;
    let scopes = &planner.parent.sites.scopes;
    let (mut nodes, mut is_fit) = (0, true);
    visit::visit(program, Node::Stmt(body), &mut |node| {
        nodes += 1;
        match node {
            Node::Stmt(stmt) => match program[stmt].kind {
                StmtKind::Return(_) => is_fit &= end == Some(stmt),
                StmtKind::Decl(var) => is_fit &= program[var].storage == Storage::Auto,
                _ => {}
            },
            Node::Expr(expr) => match program[expr].kind {
                // A local of the caller may have the same name.
                ExprKind::Var(var) if program[var].function.is_none() => {
                    is_fit &= planner.visible(site).contains(&var);
                }
                ExprKind::Func(func) => {
                    let name = program.name(program[func].name);
                    // What the function calls may be declared only behind the caller.
                    is_fit &= program[func].is_builtin || scopes.is_declared(func, site.item);
                    is_fit &= !scopes.hides(program, site.scope, program[func].name) && !name.contains("_address");
                }
                _ => {}
            },
            Node::Init(_) => {}
        }
    });
    is_fit && nodes <= LARGEST
}

fn declare_param(planner: &mut Planner, site: &Site, param: VarId, arg: ExprId, copied: &mut Copied) -> StmtId {
    let ty = planner.b.p[param].ty;
    let new = planner.local("argument", ty, site);
    let arg = build::convert(&mut planner.b.p, arg, ty.unqualified());
    let init = planner.b.p.add_init(Init::Expr(arg));
    planner.b.p[new].init = Some(init);
    copied.push((param, planner.b.var(new)));
    planner.b.stmt(StmtKind::Decl(new))
}

/// What the last statement does with the value.
fn returned(planner: &mut Planner, called: &Called, value: Option<ExprId>, copied: &Copied) -> Option<Option<StmtId>> {
    let Some(value) = value else { return (called.used == Used::Not).then_some(None) };
    let instead = |program: &Program, part: ExprId| match program[part].kind {
        ExprKind::Var(var) => copied.iter().find(|(old, _)| *old == var).map(|&(_, new)| new),
        _ => None,
    };
    let value = copy(&mut planner.b.p, value, &instead)?;
    let ret = planner.parent.program.types.function_type(planner.parent.program[called.func].ty)?.ret;
    let value = match planner.b.p.types.is_arithmetic(ret) {
        true => build::cast(&mut planner.b.p, ret.unqualified(), value, lang::Loc::NONE).ok()?,
        false => value,
    };
    Some(Some(match called.used {
        Used::Not => planner.b.expr_stmt(value),
        Used::Assigned(var) => {
            let target = planner.b.var(var);
            let assign = build::assign(&mut planner.b.p, target, value, lang::Loc::NONE).ok()?;
            planner.b.expr_stmt(assign)
        }
        Used::Combined(op, var) => {
            let target = planner.b.var(var);
            let assign = build::assign_op(&mut planner.b.p, op, target, value, lang::Loc::NONE).ok()?;
            planner.b.expr_stmt(assign)
        }
        Used::Returned => planner.b.stmt(StmtKind::Return(Some(value))),
    }))
}

/// The copies of locals get names that nothing else has.
fn rename(planner: &mut Planner, site: &Site, copied: &Copied) {
    for &(_, use_of_copy) in copied {
        let ExprKind::Var(var) = planner.b.p[use_of_copy].kind else { continue };
        let name = planner.name("inlined");
        planner.b.p[var].name = name;
        planner.b.p[var].function = Some(site.func);
    }
}
