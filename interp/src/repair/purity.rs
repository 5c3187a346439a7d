//! Which operands a repaired operation may mention twice, and whose value it need not have.

use lang::{ExprId, ExprKind, Program, StmtKind};

/// Nodes: a larger operand is not worth repeating, and nested repairs multiply.
const MAX_NODES: u32 = 12;

/// Whether the expression is small and evaluating it twice in a row gives the same value without side effects.
pub fn is_pure(program: &Program, expr: ExprId) -> bool {
    let mut left = MAX_NODES;
    visit(program, expr, &mut left)
}

fn visit(program: &Program, expr: ExprId, left: &mut u32) -> bool {
    use ExprKind::*;
    let node = program[expr];
    if *left == 0 || node.ty.is_volatile() {
        return false;
    }
    *left -= 1;
    let is_quiet = matches!(
        node.kind,
        Int(_)
            | Float(_)
            | LongFloat(_)
            | Var(_)
            | Enumerator(..)
            | Unary(..)
            | AddrOf(_)
            | Deref(_)
            | Index(..)
            | Member(..)
            | Binary(..)
            | LogicalAnd(..)
            | LogicalOr(..)
            | Cond(..)
            | Cast(_)
            | Convert(_)
            | SizeofType(_)
            | ConvertVector(_)
    );
    let mut all = is_quiet;
    lang::walk::operands(program, expr, |operand| all = all && visit(program, operand, left));
    all
}

/// Whether the expression's value is not used: a statement, a loop's step, or a part of these before or after a comma.
pub fn is_discarded(program: &Program, expr: ExprId) -> bool {
    program.stmts.iter().any(|stmt| match stmt.kind {
        StmtKind::Expr(whole) | StmtKind::For { step: Some(whole), .. } => ends_in(program, whole, expr),
        _ => false,
    })
}

fn ends_in(program: &Program, whole: ExprId, expr: ExprId) -> bool {
    match program[whole].kind {
        ExprKind::Comma(left, right) => ends_in(program, left, expr) || ends_in(program, right, expr),
        _ => whole == expr,
    }
}
