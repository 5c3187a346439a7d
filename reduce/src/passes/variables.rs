//! Variables: those that are only written, and those that only pass a value on.

use super::View;
use lang::edit::Edit;
use lang::edit::visit::{self, Node};
use lang::{Expr, ExprId, ExprKind, Init, Program, StmtKind, VarId};

/// Where a variable is mentioned.
#[derive(Clone, Debug, Default)]
struct Mentions {
    /// Assignments to all of it.
    assigned: Vec<(ExprId, ExprId)>,
    /// Everything else, assignments' own mentions excluded.
    others: Vec<ExprId>,
}

/// Variables that nothing reads.
pub fn write_only(view: &View) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (var, mentions) in mentions(view) {
        if mentions.others.is_empty() && !mentions.assigned.is_empty() && !view.program[var].ty.is_volatile() {
            edits.push(Edit::new(move |program| forward_all(program, &mentions.assigned)));
        }
    }
    edits
}

fn forward_all(program: &mut Program, assigned: &[(ExprId, ExprId)]) {
    assigned.iter().for_each(|&(assignment, value)| program[assignment] = program[value]);
}

/// Reads become what was assigned, if that was done once.
pub fn forward(view: &View) -> Vec<Edit> {
    let program = view.program;
    let mut edits = Vec::new();
    for (var, mentions) in mentions(view) {
        let init = program[var].init.map(|init| &program[init]);
        let is_local = !program[var].storage.is_static();
        let value = match (init, mentions.assigned.as_slice()) {
            (Some(&Init::Expr(value)), []) if is_local => value,
            (None, &[(_, value)]) => value,
            (Some(_), &[(_, value)]) => value,
            _ => continue,
        };
        if mentions.others.is_empty() || contains(program, value, var) {
            continue;
        }
        edits.push(Edit::new(move |program| {
            let Expr { kind, ty, loc } = program[value];
            let whole = program.add_expr(kind, ty, loc);
            mentions.others.iter().for_each(|&read| program[read] = program[whole]);
            forward_all(program, &mentions.assigned);
        }));
    }
    edits
}

fn contains(program: &Program, expr: ExprId, var: VarId) -> bool {
    let mut found = false;
    visit::visit(program, Node::Expr(expr), &mut |node| {
        found |= matches!(node, Node::Expr(e) if program[e].kind == ExprKind::Var(var));
    });
    found
}

fn mentions(view: &View) -> Vec<(VarId, Mentions)> {
    let program = view.program;
    let mut all: Vec<Mentions> = vec![Mentions::default(); program.vars.len()];
    let mut targets = Vec::new();
    view.each_node(&mut |node| {
        let expr = match node {
            Node::Expr(expr) => expr,
            Node::Stmt(_) | Node::Init(_) => return,
        };
        match program[expr].kind {
            ExprKind::Assign(target, value) if let ExprKind::Var(var) = program[target].kind => {
                all[var.index()].assigned.push((expr, value));
                targets.push(target);
            }
            ExprKind::Var(var) if !targets.contains(&expr) => all[var.index()].others.push(expr),
            _ => {}
        }
    });
    let ids = (0..program.vars.len() as u32).map(VarId);
    ids.zip(all).filter(|(_, mentions)| !(mentions.assigned.is_empty() && mentions.others.is_empty())).collect()
}

/// Variables of one type in one scope become one: the later is the earlier.
pub fn unite(view: &View) -> Vec<Edit> {
    let program = view.program;
    let mut edits = Vec::new();
    for unit in &program.units {
        let globals = unit.items.iter().filter_map(|item| match *item {
            lang::Item::Var(var) if program.types.is_scalar(program[var].ty) => Some(var),
            _ => None,
        });
        pair(program, &globals.collect::<Vec<VarId>>(), &mut edits);
    }
    for (_, body) in view.bodies() {
        let mut locals: Vec<VarId> = Vec::new();
        visit::visit(program, Node::Stmt(body), &mut |node| {
            if let Node::Stmt(stmt) = node
                && let StmtKind::Decl(var) = program[stmt].kind
                && program.types.is_scalar(program[var].ty)
            {
                locals.push(var);
            }
        });
        pair(program, &locals, &mut edits);
    }
    edits
}

/// Each with the last before it that has its type.
fn pair(program: &Program, vars: &[VarId], edits: &mut Vec<Edit>) {
    for (at, &from) in vars.iter().enumerate() {
        if let Some(&to) = vars[..at].iter().rev().find(|&&to| program[to].ty == program[from].ty) {
            edits.push(Edit::new(move |program| substitute(program, from, to)));
        }
    }
}

fn substitute(program: &mut Program, from: VarId, to: VarId) {
    for expr in &mut program.exprs {
        if expr.kind == ExprKind::Var(from) {
            expr.kind = ExprKind::Var(to);
        }
    }
}
