//! Statements: what never ran, what can be left out, what can do without the statement around it.

use super::View;
use crate::edit::Edit;
use lang::walk::{self, Part};
use lang::{Program, StmtId, StmtKind};

/// Everything that was not executed.
pub fn unexecuted(view: &View) -> Vec<Edit> {
    let mut edits = Vec::new();
    let is_dead = |stmt| view.facts.count(stmt) == Some(0);
    each(view, &mut |stmt, _| {
        let go = is_dead(stmt) && is_removable(view.program, stmt);
        if go {
            edits.push(Edit::stmt(stmt, StmtKind::Empty));
        }
        // What is below a removed statement went with it.
        (!go).then_some(None)
    });
    edits
}

/// Every statement, the outer ones before what is in them.
pub fn remove(view: &View) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    each(view, &mut |stmt, outer| {
        if !is_removable(view.program, stmt) {
            return Some(outer);
        }
        edits.push(Edit::stmt(stmt, StmtKind::Empty).inside(outer));
        Some(Some(edits.len() - 1))
    });
    edits
}

/// Loops, conditionals, switches and blocks become what they contain.
pub fn unwrap(view: &View) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    each(view, &mut |stmt, outer| {
        for parts in contents(view.program, stmt) {
            edits.push(Edit::block(stmt, parts));
        }
        Some(outer)
    });
    edits
}

/// What could stand in the statement's place.
fn contents(program: &Program, stmt: StmtId) -> Vec<Vec<StmtId>> {
    match program[stmt].kind {
        StmtKind::If(_, then, None) => vec![vec![then]],
        StmtKind::If(_, then, Some(otherwise)) => vec![vec![then], vec![otherwise]],
        StmtKind::While(_, body) | StmtKind::DoWhile(body, _) | StmtKind::Switch(_, body) => vec![vec![body]],
        StmtKind::For { init: Some(init), body, .. } => vec![vec![init, body], vec![body]],
        StmtKind::For { init: None, body, .. } => vec![vec![body]],
        _ => Vec::new(),
    }
}

/// A declaration goes when nothing uses it; a body stays a block.
fn is_removable(program: &Program, stmt: StmtId) -> bool {
    use StmtKind::*;
    !matches!(program[stmt].kind, Empty | Decl(_) | DeclareFunction(_) | DefineFunction(_) | EvalType(_) | Label(_))
}

/// Calls `f` for the statements of all bodies, outer ones first. It says what the edit around the inner ones is, or
/// that they are not to be visited.
fn each(view: &View, f: &mut dyn FnMut(StmtId, Option<usize>) -> Option<Option<usize>>) {
    for (_, body) in view.bodies() {
        below(view.program, body, None, f);
    }
}

fn below(
    program: &Program,
    stmt: StmtId,
    outer: Option<usize>,
    f: &mut dyn FnMut(StmtId, Option<usize>) -> Option<Option<usize>>,
) {
    walk::parts(program, stmt, |part| {
        let Part::Stmt(inner) = part else { return };
        let is_init = matches!(program[stmt].kind, StmtKind::For { init: Some(init), .. } if init == inner);
        let is_block = matches!(program[inner].kind, StmtKind::Block(_));
        let next = if is_init || is_block && !matches!(program[stmt].kind, StmtKind::Block(_)) {
            // The body of a compound statement: its statements are what can be removed.
            if is_init { None } else { Some(outer) }
        } else {
            f(inner, outer)
        };
        if let Some(outer) = next {
            below(program, inner, outer, f);
        }
    });
}
