//! Constants: zero, one, or at least smaller.

use super::View;
use lang::edit::Edit;
use lang::edit::visit::Node;
use lang::{ExprId, ExprKind, Type};

/// If a simplification is refused, a weaker one is tried next.
pub fn simpler(view: &View) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    literals(view, &mut |expr, value, ty| {
        let small = i32::try_from(value).is_ok();
        let plain = (small && ty != Type::INT).then_some((value, Type::INT));
        let choices = [(value != 0).then_some((0, Type::INT)), shorter(value).map(|value| (value, ty)), plain];
        let mut outer = None;
        for (value, ty) in choices.into_iter().flatten() {
            edits.push(Edit::expr(expr, ExprKind::Int(value as u64), ty).inside(outer));
            outer = Some(edits.len() - 1);
        }
    });
    edits
}

/// Fewer digits: often only the magnitude matters.
fn shorter(value: i64) -> Option<i64> {
    match value {
        -1..=1 => None,
        -9..=9 => Some(1),
        -999..=999 => Some(value / 10),
        _ => Some(value / 1000),
    }
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
