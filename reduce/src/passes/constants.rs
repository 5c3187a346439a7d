//! Constants: zero, one, or at least smaller.

use super::View;
use crate::edit::Edit;
use crate::visit::Node;
use lang::{ExprId, ExprKind, Type};

pub fn zero(view: &View) -> Vec<Edit> {
    simpler(view, |value| (value != 0).then_some(0))
}

pub fn one(view: &View) -> Vec<Edit> {
    simpler(view, |value| (!(-1..=1).contains(&value)).then_some(1))
}

/// Fewer digits: what decides is often only the size.
pub fn shorter(view: &View) -> Vec<Edit> {
    simpler(view, |value| match value {
        -9..=9 => None,
        -999..=999 => Some(value / 10),
        _ => Some(value / 1000),
    })
}

fn simpler(view: &View, simplify: impl Fn(i64) -> Option<i64>) -> Vec<Edit> {
    let mut edits = Vec::new();
    literals(view, &mut |expr, value, ty| {
        if let Some(simple) = simplify(value) {
            edits.push(Edit::expr(expr, ExprKind::Int(simple as u64), ty));
        }
    });
    edits
}

/// Calls `f` for every integer constant of the program.
fn literals(view: &View, f: &mut dyn FnMut(ExprId, i64, Type)) {
    view.each_node(&mut |node| {
        if let Node::Expr(expr) = node
            && let ExprKind::Int(value) = view.program[expr].kind
        {
            let ty = view.program[expr].ty;
            f(expr, value as i64, ty);
        }
    });
}

/// Suffixes: the type of a constant often does not matter.
pub fn unsuffixed(view: &View) -> Vec<Edit> {
    let mut edits = Vec::new();
    literals(view, &mut |expr, value, ty| {
        if ty != Type::INT && i32::try_from(value).is_ok() {
            edits.push(Edit::expr(expr, ExprKind::Int(value as u64), Type::INT));
        }
    });
    edits
}
