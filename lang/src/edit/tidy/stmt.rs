//! Statements that do nothing, blocks that hold nothing, code that nothing reaches.

use crate::edit::visit::{Node, visit};
use crate::walk;
use crate::{Expr, ExprId, ExprKind, List, Program, StmtId, StmtKind};

/// Simplifies a function's body, which stays a block.
pub fn simplify_body(program: &mut Program, body: StmtId) {
    simplify(program, body);
    if !matches!(program[body].kind, StmtKind::Block(_)) {
        let Some(kind) = Some(program[body].kind).filter(|kind| *kind != StmtKind::Empty) else {
            program[body].kind = StmtKind::Block(List::default());
            return;
        };
        let only = program.add_stmt(kind, program[body].loc);
        let list = program.add_stmt_list(&[only]);
        program[body].kind = StmtKind::Block(list);
    }
}

fn simplify(program: &mut Program, stmt: StmtId) {
    let kind = program[stmt].kind;
    match kind {
        StmtKind::Expr(expr) => program[stmt].kind = effects(program, expr),
        StmtKind::Block(list) => block(program, stmt, list),
        StmtKind::If(cond, then, otherwise) => {
            substatement(program, then);
            if let Some(otherwise) = otherwise {
                substatement(program, otherwise);
            }
            program[stmt].kind = conditional(program, cond, then, otherwise);
        }
        StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => substatement(program, body),
        StmtKind::Switch(cond, body) => {
            simplify(program, body);
            if program[body].kind == StmtKind::Empty {
                program[stmt].kind = effects(program, cond);
            }
        }
        StmtKind::For { init, cond, step, body } => {
            substatement(program, body);
            let init = init.filter(|&init| !for_init_is_empty(program, init));
            let step = step.filter(|&step| !is_pure(program, step));
            program[stmt].kind = StmtKind::For { init, cond, step, body };
        }
        _ => {}
    }
}

/// A single statement needs no braces, unless it declares something or is a label.
fn substatement(program: &mut Program, stmt: StmtId) {
    simplify(program, stmt);
    if let StmtKind::Block(list) = program[stmt].kind
        && let [only] = *program.stmt_list(list)
        && !is_bound(program, only)
    {
        program[stmt].kind = program[only].kind;
    }
}

/// Must stand in a block of its own.
fn is_bound(program: &Program, stmt: StmtId) -> bool {
    use StmtKind::*;
    matches!(
        program[stmt].kind,
        Decl(_) | DeclareFunction(_) | DefineFunction(_) | EvalType(_) | Label(_) | Case { .. } | Default
    )
}

/// The list of declarators in a `for` loses those that went away.
fn for_init_is_empty(program: &mut Program, init: StmtId) -> bool {
    match program[init].kind {
        StmtKind::Empty => true,
        StmtKind::Expr(expr) => is_pure(program, expr),
        StmtKind::Block(list) => {
            let decls: Vec<StmtId> = program
                .stmt_list(list)
                .iter()
                .copied()
                .filter(|&s| matches!(program[s].kind, StmtKind::Decl(_)))
                .collect();
            let list = program.add_stmt_list(&decls);
            program[init].kind = StmtKind::Block(list);
            decls.is_empty()
        }
        _ => false,
    }
}

fn conditional(program: &mut Program, cond: ExprId, then: StmtId, otherwise: Option<StmtId>) -> StmtKind {
    let is_empty = |program: &Program, stmt: StmtId| program[stmt].kind == StmtKind::Empty;
    let otherwise = otherwise.filter(|&stmt| !is_empty(program, stmt));
    if is_empty(program, then) && otherwise.is_none() {
        return effects(program, cond);
    }
    StmtKind::If(cond, then, otherwise)
}

fn block(program: &mut Program, stmt: StmtId, list: List) {
    let stmts = program.stmt_list(list).to_vec();
    let mut kept: Vec<StmtId> = Vec::with_capacity(stmts.len());
    let mut reachable = true;
    for stmt in stmts {
        simplify(program, stmt);
        let kind = program[stmt].kind;
        reachable = reachable || may_be_entered(program, stmt);
        if !reachable && !is_bound(program, stmt) {
            continue;
        }
        match kind {
            StmtKind::Empty => {}
            StmtKind::Block(inner) if program.stmt_list(inner).iter().all(|&s| !is_scoped(program, s)) => {
                kept.extend_from_slice(program.stmt_list(inner));
            }
            _ => kept.push(stmt),
        }
        reachable &= !leaves(program, kind);
    }
    if kept.is_empty() {
        program[stmt].kind = StmtKind::Empty;
    } else if kept != program.stmt_list(list) {
        let list = program.add_stmt_list(&kept);
        program[stmt].kind = StmtKind::Block(list);
    }
}

/// Needs the block it is in: it declares a name that something else has too, or a variable length.
fn is_scoped(program: &Program, stmt: StmtId) -> bool {
    use StmtKind::*;
    match program[stmt].kind {
        Decl(var) => {
            let name = program[var].name;
            let is_variable = program.types.is_variably_modified(program[var].ty);
            is_variable
                || program.vars.iter().filter(|other| other.name == name).count() > 1
                || program.functions.iter().any(|function| function.name == name)
        }
        DeclareFunction(_) | DefineFunction(_) | EvalType(_) => true,
        Label(label) => program[label].local,
        _ => false,
    }
}

fn leaves(program: &Program, kind: StmtKind) -> bool {
    match kind {
        StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Goto(_) | StmtKind::GotoIndirect(_) => {
            true
        }
        StmtKind::Block(list) => {
            program.stmt_list(list).last().is_some_and(|&last| leaves(program, program[last].kind))
        }
        _ => false,
    }
}

/// There is a label in it that something may jump to.
fn may_be_entered(program: &Program, stmt: StmtId) -> bool {
    let mut found = false;
    visit(program, Node::Stmt(stmt), &mut |node| {
        if let Node::Stmt(stmt) = node {
            let kind = program[stmt].kind;
            found |= matches!(kind, StmtKind::Label(_) | StmtKind::Case { .. } | StmtKind::Default);
        }
    });
    found
}

/// What is left of an expression whose value is not used.
fn effects(program: &Program, expr: ExprId) -> StmtKind {
    use ExprKind::*;
    if is_pure(program, expr) {
        return StmtKind::Empty;
    }
    match program[expr].kind {
        Cast(inner) | Convert(inner) | Unary(_, inner) if !program.types.is_record(program[inner].ty) => {
            effects(program, inner)
        }
        Binary(_, a, b) if is_pure(program, a) => effects(program, b),
        Binary(_, a, b) if is_pure(program, b) => effects(program, a),
        Comma(a, b) if is_pure(program, a) => effects(program, b),
        Comma(a, b) if is_pure(program, b) => effects(program, a),
        _ => StmtKind::Expr(expr),
    }
}

/// Evaluating it changes nothing.
pub fn is_pure(program: &Program, expr: ExprId) -> bool {
    use ExprKind::*;
    let Expr { kind, ty, .. } = program[expr];
    let here = match kind {
        Assign(..) | AssignOp { .. } | Step(..) | Call(..) | StmtExpr(_) | VaArg(_) | CompoundLiteral(_) => false,
        SizeofExpr(_) => return true,
        Var(_) | Deref(_) | Index(..) | Member(..) => !ty.is_volatile(),
        _ => true,
    };
    let mut pure = here;
    walk::operands(program, expr, |operand| pure = pure && is_pure(program, operand));
    pure
}
