//! Copies of the program's own statements, with the variables of another place in them.

use super::Around;
use crate::mutate::plan::Planner;
use crate::mutate::site::Site;
use lang::edit::copy::{Copied, copy_stmt};
use lang::edit::visit::{self, Node};
use lang::{ExprKind, Program, StmtId, StmtKind, VarId};

/// Nodes of a statement that is worth a copy.
const LARGEST: usize = 120;
/// Statements that are tried for one copy.
const TRIES: usize = 6;

impl Planner<'_> {
    /// A copy of some statement of the same unit.
    pub(super) fn copied_statement(&mut self, around: &Around) -> Option<StmtId> {
        let unit = around.site.unit;
        let sites = self.draw(TRIES, |site| site.unit == unit && is_copyable(site, around.site));
        sites.into_iter().find_map(|site| self.copied_from(around, site))
    }

    fn copied_from(&mut self, around: &Around, from: &Site) -> Option<StmtId> {
        let mentioned = self.mentioned(around, from.stmt)?;
        let mut copied: Copied = Vec::new();
        for var in mentioned {
            if !around.visible.contains(&var) || self.rng.percent(25) {
                let other = self.substitute(around, var)?;
                copied.push((var, self.b.var(other)));
            }
        }
        copy_stmt(&mut self.b.p, from.stmt, &mut copied)
    }

    /// The variables of the statement that it does not declare itself; none if it has something that cannot be elsewhere.
    fn mentioned(&self, around: &Around, stmt: StmtId) -> Option<Vec<VarId>> {
        let program = &self.parent.program;
        let scopes = &self.parent.sites.scopes;
        let (mut vars, mut own) = (Vec::new(), Vec::new());
        let (mut nodes, mut is_fit) = (0, true);
        visit::visit(program, Node::Stmt(stmt), &mut |node| {
            nodes += 1;
            match node {
                Node::Stmt(stmt) => match program[stmt].kind {
                    StmtKind::Decl(var) => {
                        own.push(var);
                        is_fit &= program[var].attrs.is_empty() && !program.types.is_variably_modified(program[var].ty);
                    }
                    StmtKind::DeclareFunction(_) | StmtKind::Asm(_) => is_fit = false,
                    _ => {}
                },
                Node::Expr(expr) => match program[expr].kind {
                    ExprKind::Var(var) if !vars.contains(&var) => vars.push(var),
                    ExprKind::Func(func) => {
                        let name = program.name(program[func].name);
                        let is_here = program[func].is_builtin || scopes.is_declared(func, around.site.item);
                        let is_hidden = scopes.hides(program, around.site.scope, program[func].name);
                        let is_special = name.contains("setjmp") || name.contains("alloca") || name.contains("_va_");
                        is_fit &= is_here && !is_hidden && !is_special && self.is_callable(func);
                    }
                    ExprKind::StmtExpr(_) | ExprKind::LabelAddr(_) | ExprKind::CompoundLiteral(_) => is_fit = false,
                    _ => {}
                },
                Node::Init(_) => {}
            }
        });
        vars.retain(|var| !own.contains(var));
        (is_fit && nodes <= LARGEST).then_some(vars)
    }

    /// A visible variable that can be used as this one is.
    fn substitute(&mut self, around: &Around, var: VarId) -> Option<VarId> {
        let program = &self.parent.program;
        let alike: Vec<VarId> = around.visible.iter().copied().filter(|&other| is_alike(program, var, other)).collect();
        (!alike.is_empty()).then(|| *self.rng.pick(&alike))
    }
}

fn is_copyable(site: &Site, to: &Site) -> bool {
    let traits = site.traits;
    let stays = (!traits.breaks || to.in_switch) && (!traits.continues || to.in_loop);
    let returns = !traits.returns || site.func == to.func;
    site.is_replaceable && stays && returns && !traits.cases && !traits.labels && !traits.gotos && !traits.fixed
}

/// The same type with the same qualifiers; integers may stand in for each other.
fn is_alike(program: &Program, var: VarId, other: VarId) -> bool {
    let types = &program.types;
    let (a, b) = (program[var].ty, program[other].ty);
    let are_ints = types.is_integer(a) && types.is_integer(b) && !b.is_const();
    var != other && (a == b || are_ints && program[other].storage != lang::Storage::Register)
}
