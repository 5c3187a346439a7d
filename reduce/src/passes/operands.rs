//! Expressions become one of their operands.

use super::View;
use lang::edit::Edit;
use lang::edit::visit::{self, Node};
use lang::walk;
use lang::{ExprId, ExprKind, Program};

pub fn replace(view: &View) -> Vec<Edit> {
    let program = view.program;
    let mut edits = Vec::new();
    for (_, body) in view.bodies() {
        visit::visit(program, Node::Stmt(body), &mut |node| {
            let Node::Expr(expr) = node else { return };
            for operand in candidates(program, expr) {
                edits.push(Edit::forward(expr, operand));
            }
            if let ExprKind::AssignOp { target, value, .. } = program[expr].kind {
                edits.push(Edit::expr(expr, ExprKind::Assign(target, value), program[expr].ty));
            }
        });
    }
    edits
}

/// The operands that could stand for the whole.
fn candidates(program: &Program, expr: ExprId) -> Vec<ExprId> {
    let fits = |&operand: &ExprId| {
        let types = &program.types;
        let (to, from) = (program[expr].ty, program[operand].ty);
        types.is_arithmetic(to) && types.is_arithmetic(from) || types.strip(to) == types.strip(from)
    };
    match program[expr].kind {
        // Implicit conversions are not written, so nothing is gained.
        ExprKind::Convert(_) | ExprKind::SizeofExpr(_) | ExprKind::AddrOf(_) | ExprKind::Step(..) => Vec::new(),
        ExprKind::Assign(_, value) | ExprKind::AssignOp { value, .. } => vec![value],
        _ => {
            let mut operands = Vec::new();
            walk::operands(program, expr, |operand| operands.push(operand));
            operands.retain(fits);
            operands
        }
    }
}
