//! Which operands a repaired operation may mention twice.

use lang::{ExprId, ExprKind, Program};

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
        Int(_) | Float(_) | LongFloat(_) | Var(_) | Enumerator(..) | Unary(..) | AddrOf(_) | Deref(_) | Index(..)
            | Member(..) | Binary(..) | LogicalAnd(..) | LogicalOr(..) | Cond(..) | Cast(_) | Convert(_)
            | SizeofType(_) | ConvertVector(_)
    );
    let mut all = is_quiet;
    lang::walk::operands(program, expr, |operand| all = all && visit(program, operand, left));
    all
}
