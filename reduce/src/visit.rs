//! Everything below a node, initialisers, statement expressions and variable lengths included.

use lang::walk::{self, Part};
use lang::{ArrayLen, ExprId, ExprKind, FuncId, Init, InitId, Program, StmtId, StmtKind, Type, TypeKind, VarId};

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Node {
    Expr(ExprId),
    Stmt(StmtId),
    Init(InitId),
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
