//! Calls: a function that is called in one place only becomes a block there, a call its value.

use super::View;
use super::params::callee_of;
use crate::edit::Edit;
use crate::visit::{self, Node};
use lang::{ExprId, ExprKind, FuncId, Init, Loc, Program, StmtId, StmtKind, Storage};

pub fn once_called(view: &View) -> Vec<Edit> {
    let program = view.program;
    let mut mentions = vec![0; program.functions.len()];
    let mut calls = Vec::new();
    view.each_node(&mut |node| match node {
        Node::Expr(expr) => {
            if let ExprKind::Func(func) = program[expr].kind {
                mentions[func.index()] += 1;
            }
        }
        Node::Stmt(stmt) => calls.extend(call_at(program, stmt)),
        Node::Init(_) => {}
    });
    calls
        .into_iter()
        .filter(|call| mentions[call.func.index()] == 1 && is_simple(program, call))
        .map(|call| Edit::new(move |program| inline(program, &call)))
        .collect()
}

/// A statement that is a call, or the assignment or return of its value.
struct Call {
    at: StmtId,
    func: FuncId,
    args: Vec<ExprId>,
    /// What becomes of the value: the expression whose `Call` operand is replaced.
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

fn inline(program: &mut Program, call: &Call) {
    let Some(StmtKind::Block(list)) = program[call.func].body.map(|body| program[body].kind) else { return };
    rename(program, call.func);
    let mut stmts = Vec::new();
    for (param, &arg) in program[call.func].params.clone().into_iter().zip(&call.args) {
        program[param].storage = Storage::Auto;
        let init = program.add_init(Init::Expr(arg));
        program[param].init = Some(init);
        stmts.push(program.add_stmt(StmtKind::Decl(param), Loc::NONE));
    }
    stmts.extend_from_slice(program.stmt_list(list));
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
