//! Where control can arrive or leave in the middle of a block. Two declarations on both sides of such a place are not
//! alike: one can be passed or repeated without the other.

use lang::edit::visit::{self, Node};
use lang::{ExprKind, InitId, Program, StmtId, StmtKind};

/// Whether the statement has a label, a jump to one, or a call that may return twice.
pub fn jumps(program: &Program, stmt: StmtId) -> bool {
    any(program, Node::Stmt(stmt))
}

/// Whether the initialiser has.
pub fn init_jumps(program: &Program, init: InitId) -> bool {
    any(program, Node::Init(init))
}

fn any(program: &Program, node: Node) -> bool {
    let mut found = false;
    visit::visit(program, node, &mut |node| found |= is_jump(program, node));
    found
}

fn is_jump(program: &Program, node: Node) -> bool {
    match node {
        Node::Stmt(stmt) => match program[stmt].kind {
            StmtKind::Label(_)
            | StmtKind::Case { .. }
            | StmtKind::Default
            | StmtKind::Goto(_)
            | StmtKind::GotoIndirect(_) => true,
            StmtKind::Asm(asm) => program[asm].goto,
            _ => false,
        },
        Node::Expr(expr) => match program[expr].kind {
            ExprKind::Func(func) => returns_twice(program, func),
            _ => false,
        },
        Node::Init(_) => false,
    }
}

fn returns_twice(program: &Program, func: lang::FuncId) -> bool {
    let function = &program[func];
    program.name(function.name).contains("setjmp")
        || function.attrs.iter().any(|attr| program.name(attr.name) == "returns_twice")
}
