//! Calls: a function that is called in one or a few places becomes a block there, and a call of one that only returns a
//! value becomes that value.

use super::View;
use super::functions::forget_body;
use super::params::callee_of;
use lang::edit::Edit;
use lang::edit::copy::{copy, copy_stmt, copy_var};
use lang::edit::tidy::is_pure;
use lang::edit::visit::{self, Node};
use lang::{Expr, ExprId, ExprKind, FuncId, Init, Loc, Program, StmtId, StmtKind, Storage, VarId};
use std::ops::RangeInclusive;

/// A function that is called in one place becomes a block there.
pub fn once_called(view: &View) -> Vec<Edit> {
    let calls = called(view, 1..=1).into_iter().flatten();
    calls.map(|call| Edit::new(move |program| inline(program, &call))).collect()
}

/// A function that is called in a few places becomes a block in each.
pub fn seldom_called(view: &View) -> Vec<Edit> {
    let most = view.program.exprs.len() * 2;
    let edit = |calls: Vec<Call>| Edit::new(move |program| copy_into_all(program, &calls, most));
    called(view, 2..=FEW).into_iter().map(edit).collect()
}

/// More copies than this are no simplification.
const FEW: usize = 3;

/// The calls of each function that is mentioned so often, if all of that are simple calls.
fn called(view: &View, often: RangeInclusive<usize>) -> Vec<Vec<Call>> {
    let program = view.program;
    let mut mentions = vec![0; program.functions.len()];
    let mut calls: Vec<Vec<Call>> = program.functions.iter().map(|_| Vec::new()).collect();
    view.each_node(&mut |node| match node {
        Node::Expr(expr) => {
            if let ExprKind::Func(func) = program[expr].kind {
                mentions[func.index()] += 1;
            }
        }
        Node::Stmt(stmt) => {
            if let Some(call) = call_at(program, stmt) {
                calls[call.func.index()].push(call);
            }
        }
        Node::Init(_) => {}
    });
    let is_wanted = |(calls, mentions): &(Vec<Call>, usize)| {
        let are_calls = often.contains(mentions) && calls.len() == *mentions;
        are_calls && calls.iter().all(|call| is_simple(program, call))
    };
    calls.into_iter().zip(mentions).filter(is_wanted).map(|(calls, _)| calls).collect()
}

/// A statement that is a call, or the assignment or return of its value.
struct Call {
    at: StmtId,
    func: FuncId,
    args: Vec<ExprId>,
    /// What is done with the value: the expression whose `Call` operand is replaced.
    value: Option<ExprId>,
}

fn call_at(program: &Program, at: StmtId) -> Option<Call> {
    let (whole, mut call) = match program[at].kind {
        StmtKind::Expr(expr) => match program[expr].kind {
            ExprKind::Assign(_, value) | ExprKind::AssignOp { value, .. } => (Some(value), value),
            _ => (None, expr),
        },
        StmtKind::Return(Some(value)) => (Some(value), value),
        StmtKind::Decl(var) => match program[program[var].init?] {
            Init::Expr(value) if !program[var].storage.is_static() => (Some(value), value),
            _ => return None,
        },
        _ => return None,
    };
    while let ExprKind::Convert(inner) | ExprKind::Cast(inner) = program[call].kind {
        call = inner;
    }
    let ExprKind::Call(callee, args) = program[call].kind else { return None };
    let func = callee_of(program, callee)?;
    Some(Call { at, func, args: program.expr_list(args).to_vec(), value: whole.map(|_| call) })
}

/// Its only `return` is its last statement.
fn is_simple(program: &Program, call: &Call) -> bool {
    let function = &program[call.func];
    let Some(body) = function.body else { return false };
    let variadic = program.types.function_type(function.ty).is_none_or(|ty| ty.variadic);
    if variadic || function.params.len() != call.args.len() || function.parent.is_some() {
        return false;
    }
    let mut returns = 0;
    visit::visit(program, Node::Stmt(body), &mut |node| {
        returns += u32::from(matches!(node, Node::Stmt(s) if matches!(program[s].kind, StmtKind::Return(_))));
    });
    let ends = last(program, body).is_some_and(|stmt| matches!(program[stmt].kind, StmtKind::Return(_)));
    returns == u32::from(ends) && (call.value.is_none() || ends)
}

fn last(program: &Program, body: StmtId) -> Option<StmtId> {
    match program[body].kind {
        StmtKind::Block(list) => program.stmt_list(list).last().copied(),
        _ => None,
    }
}

/// A copy for each call of one function, while the program has fewer expressions than `most`: copies of copies grow fast.
fn copy_into_all(program: &mut Program, calls: &[Call], most: usize) {
    for call in calls {
        rename(program, call.func);
        let is_small = program.exprs.len() < most;
        let Some(stmts) = is_small.then(|| copied(program, call)).flatten() else { return };
        put(program, call, stmts);
    }
    // Nothing else needs it, so it is removed even if it has external linkage.
    calls.first().into_iter().for_each(|call| forget_body(program, call.func, &[]));
}

/// The statements of a call, with variables of their own. Where a parameter is only read and its argument is a name or a
/// number, that stands for it.
fn copied(program: &mut Program, call: &Call) -> Option<Vec<StmtId>> {
    let body = program[call.func].body?;
    let StmtKind::Block(list) = program[body].kind else { return None };
    let (mut copies, mut stmts) = (Vec::new(), Vec::new());
    for (param, &arg) in program[call.func].params.clone().into_iter().zip(&call.args) {
        if is_plain(program, arg) && !is_changed(program, body, param) {
            copies.push((param, converted(program, arg)));
        } else {
            let new = copy_var(program, param, &mut copies);
            stmts.push(declared(program, new, arg));
        }
    }
    for stmt in program.stmt_list(list).to_vec() {
        stmts.push(copy_stmt(program, stmt, &mut copies)?);
    }
    Some(stmts)
}

fn is_plain(program: &Program, arg: ExprId) -> bool {
    matches!(program[visit::behind(program, arg)].kind, ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Var(_))
}

/// Whether anything but its value is used.
fn is_changed(program: &Program, body: StmtId, var: VarId) -> bool {
    let mut is_changed = false;
    visit::visit(program, Node::Stmt(body), &mut |node| {
        let Node::Expr(expr) = node else { return };
        if let ExprKind::Assign(target, _)
        | ExprKind::AssignOp { target, .. }
        | ExprKind::Step(_, target)
        | ExprKind::AddrOf(target) = program[expr].kind
        {
            is_changed |= program[target].kind == ExprKind::Var(var);
        }
    });
    is_changed
}

fn inline(program: &mut Program, call: &Call) {
    let Some(StmtKind::Block(list)) = program[call.func].body.map(|body| program[body].kind) else { return };
    rename(program, call.func);
    let mut stmts = Vec::new();
    for (param, &arg) in program[call.func].params.clone().into_iter().zip(&call.args) {
        stmts.push(declared(program, param, arg));
    }
    stmts.extend_from_slice(program.stmt_list(list));
    put(program, call, stmts);
    forget_body(program, call.func, &[]);
}

/// The declaration of what was a parameter.
fn declared(program: &mut Program, param: VarId, arg: ExprId) -> StmtId {
    program[param].storage = Storage::Auto;
    let init = program.add_init(Init::Expr(arg));
    program[param].init = Some(init);
    program.add_stmt(StmtKind::Decl(param), Loc::NONE)
}

/// A function's statements stand in for its call.
fn put(program: &mut Program, call: &Call, mut stmts: Vec<StmtId>) {
    let returned = match stmts.last().map(|&stmt| program[stmt].kind) {
        Some(StmtKind::Return(value)) => {
            stmts.pop();
            value
        }
        _ => None,
    };
    match (call.value, returned) {
        (Some(hole), Some(value)) => {
            program[hole] = program[value];
            let kind = program[call.at].kind;
            stmts.push(program.add_stmt(kind, Loc::NONE));
        }
        (_, Some(value)) => stmts.push(program.add_stmt(StmtKind::Expr(value), Loc::NONE)),
        _ => {}
    }
    let list = program.add_stmt_list(&stmts);
    program[call.at].kind = StmtKind::Block(list);
}

/// The function's variables get names that nothing else has, so that they mean the same elsewhere.
fn rename(program: &mut Program, func: FuncId) {
    let name = program.name(program[func].name).to_string();
    for at in 0..program.vars.len() {
        let var = &program.vars[at];
        let is_local = var.function == Some(func) && !matches!(var.storage, Storage::Extern | Storage::Static);
        let taken = program.vars.iter().filter(|other| other.name == var.name).count() > 1;
        if is_local && taken {
            let fresh = format!("{}_{name}", program.name(var.name));
            program.vars[at].name = program.names.intern(&fresh);
        }
    }
}

/// A call of a function that is `return …;`.
struct Valued {
    at: ExprId,
    value: ExprId,
    arguments: Vec<(VarId, ExprId)>,
}

/// Calls of functions that only return a value, wherever they are.
pub fn values(view: &View) -> Vec<Edit> {
    let mut edits = Vec::new();
    view.each_node(&mut |node| {
        if let Node::Expr(at) = node
            && let Some(valued) = valued(view.program, at)
        {
            edits.push(Edit::new(move |program| put_value(program, &valued)));
        }
    });
    edits
}

fn valued(program: &Program, at: ExprId) -> Option<Valued> {
    let ExprKind::Call(callee, args) = program[at].kind else { return None };
    let function = &program[callee_of(program, callee)?];
    let StmtKind::Return(Some(value)) = program[only(program, function.body?)?].kind else { return None };
    let args = program.expr_list(args);
    let is_variadic = program.types.function_type(function.ty).is_none_or(|ty| ty.variadic);
    if is_variadic || args.len() != function.params.len() || !program.types.is_arithmetic(program[at].ty) {
        return None;
    }
    let arguments: Vec<(VarId, ExprId)> = function.params.iter().copied().zip(args.iter().copied()).collect();
    let is_evaluated_once = |&(param, arg): &(VarId, ExprId)| is_pure(program, arg) || reads(program, value, param) < 2;
    arguments.iter().all(is_evaluated_once).then_some(Valued { at, value, arguments })
}

fn only(program: &Program, body: StmtId) -> Option<StmtId> {
    match program[body].kind {
        StmtKind::Block(list) => <[StmtId; 1]>::try_from(program.stmt_list(list)).ok().map(|[only]| only),
        _ => None,
    }
}

fn reads(program: &Program, value: ExprId, var: VarId) -> usize {
    let mut count = 0;
    visit::visit(program, Node::Expr(value), &mut |node| {
        count += usize::from(matches!(node, Node::Expr(expr) if program[expr].kind == ExprKind::Var(var)));
    });
    count
}

fn put_value(program: &mut Program, valued: &Valued) {
    let arguments: Vec<(VarId, ExprId)> =
        valued.arguments.iter().map(|&(param, arg)| (param, converted(program, arg))).collect();
    let instead = |program: &Program, part: ExprId| match program[part].kind {
        ExprKind::Var(var) => arguments.iter().find(|(param, _)| *param == var).map(|(_, arg)| *arg),
        _ => None,
    };
    if let Some(value) = copy(program, valued.value, &instead) {
        let value = converted(program, value);
        program[valued.at] = program[value];
    }
}

/// A call converts its arguments and result; where the call is replaced, casts do that.
fn converted(program: &mut Program, expr: ExprId) -> ExprId {
    let Expr { kind, ty, loc } = program[expr];
    match kind {
        ExprKind::Convert(inner) if program.types.is_arithmetic(program[inner].ty) => {
            program.add_expr(ExprKind::Cast(inner), ty, loc)
        }
        _ => expr,
    }
}
