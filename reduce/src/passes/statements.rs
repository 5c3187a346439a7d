//! Statements: what never ran, what can be left out, what can do without the statement around it.

use super::View;
use crate::judge::Goal;
use lang::edit::Edit;
use lang::edit::visit::{Node, behind};
use lang::walk::{self, Part};
use lang::{BinaryOp, ExprId, ExprKind, Init, Program, StmtId, StmtKind};

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
        if view.goal == Goal::Crash
            && let Some(body) = loop_body(view.program, stmt)
        {
            let once = edits.len() - 1;
            edits.push(Edit::block(stmt, vec![body, body]).inside(Some(once)));
        }
        Some(outer)
    });
    edits
}

/// Conditionals, loops and switches become a copy of the statement beside them. A compiler that crashes on several similar
/// statements may get the last of them only by copying what follows a conditional. Only for small programs, because most of
/// these edits fail.
pub fn repeat(view: &View) -> Vec<Edit> {
    let program = view.program;
    let mut edits = Vec::new();
    view.each_node(&mut |node| {
        let Node::Stmt(block) = node else { return };
        let StmtKind::Block(list) = program[block].kind else { return };
        let stmts = program.stmt_list(list);
        let is_plain = |kind: &StmtKind| matches!(kind, StmtKind::Expr(_));
        let plain: Vec<StmtKind> = stmts.iter().map(|&stmt| program[stmt].kind).filter(is_plain).collect();
        let nested = stmts.iter().filter(|&&stmt| !contents(program, stmt).is_empty());
        let pairs = nested.flat_map(|&stmt| plain.iter().map(move |&kind| (stmt, kind)));
        edits.extend(pairs.map(|(stmt, kind)| Edit::stmt(stmt, kind)));
    });
    if view.goal == Goal::Crash && edits.len() <= MOST_REPEATS { edits } else { Vec::new() }
}

/// Pairs of a conditional and the statement that may replace it.
const MOST_REPEATS: usize = 16;

/// Loops over a range of constants run over half of it.
pub fn trips(view: &View) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    each(view, &mut |stmt, outer| {
        if let Some(range) = range(view.program, stmt) {
            let middle = range.from + (range.to - range.from) / 2;
            edits.push(Edit::new(move |program| program[range.first].kind = ExprKind::Int(middle as u64)));
            edits.push(Edit::new(move |program| program[range.bound].kind = ExprKind::Int(middle as u64)));
        }
        Some(outer)
    });
    edits
}

/// `for (i = from; i < to; …)`, or with another comparison.
struct Range {
    first: ExprId,
    bound: ExprId,
    from: i64,
    to: i64,
}

fn range(program: &Program, stmt: StmtId) -> Option<Range> {
    let StmtKind::For { init: Some(init), cond: Some(cond), .. } = program[stmt].kind else { return None };
    let first = match program[init].kind {
        StmtKind::Decl(var) => match program[program[var].init?] {
            Init::Expr(value) => value,
            Init::List(_) => return None,
        },
        StmtKind::Expr(expr) => match program[expr].kind {
            ExprKind::Assign(_, value) => value,
            _ => return None,
        },
        _ => return None,
    };
    let ExprKind::Binary(op, _, bound) = program[cond].kind else { return None };
    let (first, bound) = (behind(program, first), behind(program, bound));
    let (ExprKind::Int(from), ExprKind::Int(to)) = (program[first].kind, program[bound].kind) else { return None };
    let (from, to) = (from as i64, to as i64);
    (from.abs_diff(to) > 1 && from.abs_diff(to) < 1 << 40 && !matches!(op, BinaryOp::Eq)).then_some(Range {
        first,
        bound,
        from,
        to,
    })
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

/// For a compiler that unrolls a loop and then crashes, the body twice is enough.
fn loop_body(program: &Program, stmt: StmtId) -> Option<StmtId> {
    match program[stmt].kind {
        StmtKind::While(_, body) | StmtKind::DoWhile(body, _) | StmtKind::For { body, .. } => Some(body),
        _ => None,
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
