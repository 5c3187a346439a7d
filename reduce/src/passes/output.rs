//! What the program prints: one value, with the plainest format it has.

use super::View;
use lang::edit::Edit;
use lang::edit::visit::{self, Node};
use lang::{
    ExprId, ExprKind, FuncId, Init, Loc, Program, StmtId, StmtKind, StringLiteral, StringPrefix, Type, TypeKind,
};

/// Prints one of the arguments, or what was last assigned, instead of everything.
pub fn simplify(view: &View) -> Vec<Edit> {
    let program = view.program;
    let Some(main) = view.main() else { return Vec::new() };
    let mut calls = Vec::new();
    let mut assignments = Vec::new();
    visit::visit(program, Node::Stmt(main.1), &mut |node| {
        let Node::Stmt(stmt) = node else { return };
        let StmtKind::Expr(expr) = program[stmt].kind else { return };
        match program[expr].kind {
            ExprKind::Call(callee, args) => {
                calls.extend(printf(program, callee).map(|func| (stmt, func, program.expr_list(args).to_vec())));
            }
            ExprKind::Assign(_, value) => assignments.push((stmt, value)),
            _ => {}
        }
    });
    visit::visit(program, Node::Stmt(main.1), &mut |node| {
        if let Node::Stmt(stmt) = node
            && let StmtKind::Decl(var) = program[stmt].kind
            && let Some(Init::Expr(value)) = program[var].init.map(|init| &program[init])
        {
            assignments.push((stmt, *value));
        }
    });
    let mut edits = Vec::new();
    for (stmt, func, args) in &calls {
        for &arg in args.iter().skip(1) {
            let parts = parts(program, arg);
            edits.extend(parts.into_iter().filter_map(|part| print_value(program, *stmt, None, *func, part)));
        }
        edits.extend(assignments.iter().filter_map(|&(at, value)| print_value(program, at, Some(*stmt), *func, value)));
    }
    edits
}

/// The value and what it is computed from.
fn parts(program: &Program, value: ExprId) -> Vec<ExprId> {
    let mut parts = Vec::new();
    visit::visit(program, Node::Expr(value), &mut |node| {
        if let Node::Expr(expr) = node
            && !matches!(program[expr].kind, ExprKind::Convert(_))
        {
            parts.push(expr);
        }
    });
    parts.truncate(MOST_PARTS);
    parts
}

/// Larger values are for other passes.
const MOST_PARTS: usize = 8;

fn printf(program: &Program, callee: ExprId) -> Option<FuncId> {
    match program[callee].kind {
        ExprKind::Convert(inner) => printf(program, inner),
        ExprKind::Func(func) if program.name(program[func].name) == "printf" => Some(func),
        _ => None,
    }
}

/// The statement prints the value; another that printed is gone.
fn print_value(program: &Program, at: StmtId, gone: Option<StmtId>, func: FuncId, value: ExprId) -> Option<Edit> {
    let value = match program[value].kind {
        ExprKind::Convert(inner) if program.types.is_arithmetic(program[inner].ty) => inner,
        _ => value,
    };
    let format = format(program, program[value].ty)?;
    Some(Edit::new(move |program| {
        if let Some(gone) = gone {
            program[gone].kind = StmtKind::Empty;
        }
        let call = print_call(program, func, format, value);
        program[at].kind = StmtKind::Expr(call);
    }))
}

/// `printf(format, value)`.
pub fn print_call(program: &mut Program, printf: FuncId, format: &str, value: ExprId) -> ExprId {
    let string = program.add_string(StringLiteral { bytes: format.into(), unit: 1, prefix: StringPrefix::None });
    let string = lang::build::str(program, string, Loc::NONE);
    let callee = lang::build::func(program, printf, Loc::NONE);
    let args = program.add_expr_list(&[string, value]);
    program.add_expr(ExprKind::Call(callee, args), Type::INT, Loc::NONE)
}

/// What `printf` needs to print a value of this type.
pub fn format(program: &Program, ty: Type) -> Option<&'static str> {
    let types = &program.types;
    Some(match types.kind(types.underlying(ty)) {
        TypeKind::Long => "%ld\n",
        TypeKind::LLong => "%lld\n",
        TypeKind::UInt => "%u\n",
        TypeKind::ULong => "%lu\n",
        TypeKind::ULLong => "%llu\n",
        TypeKind::Float | TypeKind::Double => "%a\n",
        TypeKind::LDouble => "%La\n",
        _ if types.int_kind(ty).is_some_and(|kind| kind.bits <= 32) => "%d\n",
        _ => return None,
    })
}
