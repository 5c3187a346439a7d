//! Removes what nothing uses, and statements that do nothing. The program's meaning stays the same, so tidying
//! needs no test of its own: it rides along with the next candidate.

mod stmt;
pub mod uses;

use crate::edit::visit::{self, Node};
use crate::{FuncId, Init, Item, Program, StmtId, StmtKind, VarId};
pub use stmt::is_pure;
pub use uses::{Roots, Uses};

/// Removing one thing may leave another unused; longer chains end in the next candidate.
const ROUNDS: u32 = 4;

/// Removes what is not used from these roots on, and statements without an effect.
pub fn tidy(program: &mut Program, roots: Roots) {
    for _ in 0..ROUNDS {
        let bodies: Vec<StmtId> = program.functions.iter().filter_map(|function| function.body).collect();
        for &body in &bodies {
            stmt::simplify_body(program, body);
        }
        let uses = Uses::new(program, roots);
        remove_items(program, &uses);
        if !remove_locals(program, &uses) {
            return;
        }
    }
}

fn remove_items(program: &mut Program, uses: &Uses) {
    for unit in &mut program.units {
        let items = std::mem::take(&mut unit.items);
        let keep = |item: &Item| match *item {
            Item::Var(var) => uses.var(var) > 0,
            Item::Declare(func) | Item::Define(func) => uses.function(func),
            Item::Asm(_) => true,
        };
        unit.items = items.into_iter().filter(keep).collect();
    }
    for at in 0..program.functions.len() {
        if !uses.function(FuncId(at as u32)) && program.functions[at].parent.is_none() {
            program.functions[at].body = None;
        }
    }
}

/// Declarations and labels that nothing refers to; says whether there were any.
fn remove_locals(program: &mut Program, uses: &Uses) -> bool {
    let mut unused = Vec::new();
    for function in program.functions.iter().filter_map(|function| function.body) {
        visit::visit(program, Node::Stmt(function), &mut |node| {
            if let Node::Stmt(stmt) = node
                && is_unused(program, stmt, uses)
            {
                unused.push(stmt);
            }
        });
    }
    for &stmt in &unused {
        program[stmt].kind = match program[stmt].kind {
            StmtKind::Decl(var) => effects_of(program, var).map_or(StmtKind::Empty, StmtKind::Expr),
            _ => StmtKind::Empty,
        };
    }
    !unused.is_empty()
}

fn is_unused(program: &Program, stmt: StmtId, uses: &Uses) -> bool {
    match program[stmt].kind {
        StmtKind::Decl(var) => uses.var(var) == 0 && is_removable(program, var),
        StmtKind::Label(label) => uses.label(label) == 0,
        StmtKind::DeclareFunction(func) => !uses.function(func),
        _ => false,
    }
}

/// An initialiser's effects can become a statement only if it is one expression.
fn is_removable(program: &Program, var: VarId) -> bool {
    let has_cleanup = program[var].attrs.iter().any(|attr| program.name(attr.name).contains("cleanup"));
    let is_variable = program.types.is_variably_modified(program[var].ty);
    let simple = match program[var].init {
        None => true,
        Some(init) => matches!(program[init], Init::Expr(_)) || is_pure_init(program, var),
    };
    simple && !has_cleanup && !is_variable
}

fn is_pure_init(program: &Program, var: VarId) -> bool {
    let mut pure = true;
    if let Some(init) = program[var].init {
        crate::walk::init_exprs(program, init, &mut |expr| pure &= is_pure(program, expr));
    }
    pure
}

fn effects_of(program: &Program, var: VarId) -> Option<crate::ExprId> {
    match program[program[var].init?] {
        Init::Expr(expr) if !is_pure(program, expr) => Some(expr),
        _ => None,
    }
}
