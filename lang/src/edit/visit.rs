//! Everything below a node, initialisers, statement expressions and variable lengths included.

use crate::walk::{self, Part};
use crate::{ArrayLen, ExprId, ExprKind, FuncId, Init, InitId, Program, StmtId, StmtKind, Type, TypeKind, VarId};

/// What a visit comes to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// Before its operands.
    Expr(ExprId),
    /// Before its parts.
    Stmt(StmtId),
    /// Before its items.
    Init(InitId),
}

/// Whether every expression is a tree of sensible size. Edits that put an expression where a variable was make none of
/// it if each puts the other's place into its own.
pub fn is_well_founded(program: &Program) -> bool {
    let mut sizes = vec![0; program.exprs.len()];
    (0..program.exprs.len() as u32).all(|at| size(program, ExprId(at), &mut sizes).is_some())
}

/// Nodes of one expression: far more than any program has.
const LARGEST: u64 = 1 << 20;

/// The mark of an expression that is being measured.
const OPEN: u64 = u64::MAX;

/// How many nodes the expression has when it is written out, by way of what is known already.
fn size(program: &Program, expr: ExprId, sizes: &mut [u64]) -> Option<u64> {
    match sizes[expr.index()] {
        0 => {}
        OPEN => return None,
        known => return Some(known),
    }
    sizes[expr.index()] = OPEN;
    let mut sum = Some(1_u64);
    walk::operands(program, expr, |operand| {
        sum = sum.and_then(|sum| Some(sum + size(program, operand, sizes)?));
    });
    let sum = sum.filter(|&sum| sum <= LARGEST)?;
    sizes[expr.index()] = sum;
    Some(sum)
}

/// Calls `f` for the node and everything below it, parents first.
pub fn visit(program: &Program, node: Node, f: &mut dyn FnMut(Node)) {
    f(node);
    match node {
        Node::Expr(expr) => below_expr(program, expr, f),
        Node::Stmt(stmt) => below_stmt(program, stmt, f),
        Node::Init(init) => match &program[init] {
            Init::Expr(expr) => visit(program, Node::Expr(*expr), f),
            Init::List(items) => items.iter().for_each(|item| visit(program, Node::Init(item.value), f)),
        },
    }
}

fn below_expr(program: &Program, expr: ExprId, f: &mut dyn FnMut(Node)) {
    match program[expr].kind {
        ExprKind::CompoundLiteral(var) => visit_var(program, var, f),
        ExprKind::StmtExpr(block) => visit(program, Node::Stmt(block), f),
        ExprKind::SizeofType(ty) | ExprKind::AlignofType(ty) => visit_type(program, ty, f),
        ExprKind::Cast(_) => visit_type(program, program[expr].ty, f),
        _ => {}
    }
    walk::operands(program, expr, |operand| visit(program, Node::Expr(operand), f));
}

fn below_stmt(program: &Program, stmt: StmtId, f: &mut dyn FnMut(Node)) {
    match program[stmt].kind {
        StmtKind::Decl(var) => visit_type(program, program[var].ty, f),
        StmtKind::EvalType(ty) => visit_type(program, ty, f),
        StmtKind::DefineFunction(func) => visit_function(program, func, f),
        _ => {}
    }
    walk::parts(program, stmt, |part| {
        let node = match part {
            Part::Expr(expr) => Node::Expr(expr),
            Part::Stmt(stmt) => Node::Stmt(stmt),
            Part::Init(init) => Node::Init(init),
        };
        visit(program, node, f);
    });
}

/// The variable's initialiser and the lengths in its type.
pub fn visit_var(program: &Program, var: VarId, f: &mut dyn FnMut(Node)) {
    visit_type(program, program[var].ty, f);
    if let Some(init) = program[var].init {
        visit(program, Node::Init(init), f);
    }
}

/// Everything in the types of the parameters and in the body.
pub fn visit_function(program: &Program, func: FuncId, f: &mut dyn FnMut(Node)) {
    for &param in &program[func].params {
        visit_type(program, program[param].ty, f);
    }
    if let Some(body) = program[func].body {
        visit(program, Node::Stmt(body), f);
    }
}

/// The expressions of variable lengths.
fn visit_type(program: &Program, ty: Type, f: &mut dyn FnMut(Node)) {
    match program.types.kind(ty) {
        TypeKind::Array { elem, len } => {
            if let ArrayLen::Variable(len) = *len {
                visit(program, Node::Expr(len), f);
            }
            visit_type(program, *elem, f);
        }
        TypeKind::Pointer(to) => visit_type(program, *to, f),
        _ => {}
    }
}

/// The expression without the implicit conversions around it.
pub fn behind(program: &Program, mut expr: ExprId) -> ExprId {
    while let ExprKind::Convert(inner) = program[expr].kind {
        expr = inner;
    }
    expr
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BinaryOp, Loc, Target, build};

    #[test]
    fn a_circle_is_no_expression() {
        let mut program = Program::new(Target::X86_64);
        let leaves = [1, 2].map(|value| build::int(&mut program, value, Type::INT, Loc::NONE));
        let sum = ExprKind::Binary(BinaryOp::Add, leaves[0], leaves[1]);
        let sum = program.add_expr(sum, Type::INT, Loc::NONE);
        assert!(is_well_founded(&program));
        program[leaves[1]] = program[sum];
        assert!(!is_well_founded(&program));
    }

    #[test]
    fn an_expression_that_doubles_at_every_step_is_none_either() {
        let mut program = Program::new(Target::X86_64);
        let mut last = build::int(&mut program, 1, Type::INT, Loc::NONE);
        for _ in 0..100 {
            last = program.add_expr(ExprKind::Binary(BinaryOp::Add, last, last), Type::INT, Loc::NONE);
        }
        assert!(!is_well_founded(&program));
    }
}
