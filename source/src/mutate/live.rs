//! Changes of code that is executed, as Hermes makes them: the program does the same, and looks different to a compiler.

mod calls;
mod computed;
mod fact;
mod outline;
mod value;

use super::edit::{Change, Kind};
use super::plan::Planner;
use super::site::Site;
use lang::edit::copy::copy_stmt;
use lang::edit::visit::{self, Node};
use lang::{BinaryOp, ExprKind, Init, Loc, StmtId, StmtKind, Type, VarId, build};

/// Most places that change in one variant: more would only make it longer.
const MOST: usize = 40;

/// Statements that a mutation is tried with, because not every mutation fits every statement.
const TRIES: usize = 8;

type Mutation = fn(&mut Planner, &Site) -> Option<()>;

/// Every living mutation. A variant has about half of them.
const MUTATIONS: [Mutation; 14] = [
    false_block,
    true_guard,
    true_block,
    loop_once,
    duplicate,
    value::equal,
    outline::outline,
    calls::inline,
    fact::unreachable,
    fact::assume,
    fact::aligned,
    fact::not_null,
    fact::expect,
    fact::restrict,
];

/// Percent of the variants that get new code which is checked, and at most how many pieces of it.
const COMPUTED: u32 = 85;
const PIECES: u64 = 3;

pub(super) fn plan(planner: &mut Planner) {
    let mut drawn: Vec<Mutation> = MUTATIONS.to_vec();
    planner.rng.shuffle(&mut drawn);
    drawn.truncate(1 + planner.rng.below(MUTATIONS.len() as u64) as usize);
    let fragile = &planner.parent.sites.fragile;
    let is_wanted = |site: &Site| site.is_live && site.is_replaceable && !fragile[site.func.index()];
    let before = planner.edits.len();
    let mut sites = planner.draw(usize::MAX, is_wanted);
    for _ in 0..planner.share(sites.len(), MOST) {
        let mutation = *planner.rng.pick(&drawn);
        let tried = sites.len().min(TRIES);
        let found = (0..tried).find(|&at| attempt(planner, mutation, sites[at]));
        if found.is_none() && tried > 0 {
            // These nearly always fit.
            let other = *planner.rng.pick(&[false_block as Mutation, true_guard, true_block]);
            attempt(planner, other, sites[0]);
        }
        if tried > 0 {
            sites.remove(found.unwrap_or(0));
        }
    }
    if planner.rng.percent(COMPUTED) {
        let mut wanted = 1 + planner.rng.below(PIECES);
        for site in planner.draw(TRIES * PIECES as usize, is_wanted) {
            if wanted > 0 && attempt(planner, computed::computed, site) {
                wanted -= 1;
            }
        }
    }
    if planner.edits.len() == before {
        for site in planner.draw(MOST, is_wanted) {
            if false_block(planner, site).is_some() {
                break;
            }
        }
    }
}

/// Whether the mutation fits the statement.
fn attempt(planner: &mut Planner, mutation: Mutation, site: &Site) -> bool {
    let fits = mutation(planner, site).is_some();
    planner.give_up();
    fits
}

/// `if (false) { garbage }` before the statement.
fn false_block(planner: &mut Planner, site: &Site) -> Option<()> {
    let around = planner.around(site);
    let stmts: Vec<StmtId> = planner.garbage(&around).into_iter().map(|(_, stmt)| stmt).collect();
    if stmts.is_empty() {
        return None;
    }
    let body = planner.b.block(&stmts);
    let cond = planner.falsehood(site);
    let new = planner.b.stmt(StmtKind::If(cond, body, None));
    planner.put_before(Kind::Live, "false conditional block", site, &[new]);
    Some(())
}

/// `if (true) statement`
fn true_guard(planner: &mut Planner, site: &Site) -> Option<()> {
    // A jump past the guard is no harm, but a label needs a statement of its own behind it.
    let cond = planner.truth(site);
    let hole = planner.b.stmt(StmtKind::Empty);
    let then = planner.b.block(&[hole]);
    let new = planner.b.stmt(StmtKind::If(cond, then, None));
    planner.push(Kind::Live, "true guard", site.stmt, vec![Change::Stmt { at: site.stmt, new, hole: Some(hole) }]);
    Some(())
}

/// `if (true) { T saved = v; v = …; sink ^= v; v = saved; }` before the statement. The sink is a new global, which is checked at
/// the last time.
fn true_block(planner: &mut Planner, site: &Site) -> Option<()> {
    let known = planner.known(site, |_| true);
    let program = planner.program();
    let is_target = |var: &VarId| !program[*var].ty.is_const() && program[*var].storage != lang::Storage::Register;
    let mut targets: Vec<VarId> = known.ints().into_iter().filter(is_target).collect();
    if targets.is_empty() {
        return None;
    }
    planner.rng.shuffle(&mut targets);
    targets.truncate(1 + planner.rng.weighted(&[5, 3, 2]));
    let sink = planner.global("sink", Type::ULLONG, 0, site);
    let (mut saves, mut changes, mut restores) = (Vec::new(), Vec::new(), Vec::new());
    for &var in &targets {
        let ty = planner.program()[var].ty.unqualified();
        let saved = planner.local("saved", ty, site);
        saves.push(declare(planner, saved, var));
        let change = change(planner, var, &targets)?;
        changes.push(if planner.rng.percent(30) { repeated(planner, site, change)? } else { change });
        changes.push(kept(planner, sink, var)?);
        let (target, value) = (planner.b.var(var), planner.b.var(saved));
        restores.push(planner.b.set(target, value));
    }
    let check = planner.times(site).and_then(|times| planner.check(site, times, sink));
    let stmts: Vec<StmtId> = saves.into_iter().chain(changes).chain(restores).chain(check).collect();
    let body = planner.b.block(&stmts);
    let cond = planner.truth_about(site, &known);
    let new = planner.b.stmt(StmtKind::If(cond, body, None));
    planner.put_before(Kind::Live, "true conditional block", site, &[new]);
    Some(())
}

/// `T new = old;`
fn declare(planner: &mut Planner, new: VarId, old: VarId) -> StmtId {
    let value = planner.b.var(old);
    let ty = planner.b.p[new].ty;
    let value = build::convert(&mut planner.b.p, value, ty);
    let init = planner.b.p.add_init(Init::Expr(value));
    planner.b.p[new].init = Some(init);
    planner.b.stmt(StmtKind::Decl(new))
}

/// `v = …` with unsigned arithmetic.
fn change(planner: &mut Planner, var: VarId, others: &[VarId]) -> Option<StmtId> {
    let other = *planner.rng.pick(others);
    let (a, b) = (planner.unsigned(var), planner.unsigned(other));
    let op = *planner.rng.pick(&[BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Xor, BinaryOp::Or]);
    let value = planner.b.binary(op, a, b);
    let (op, operand) = match planner.rng.below(6) {
        0 => (BinaryOp::Div, planner.rng.range(2, 1000)),
        1 => (BinaryOp::Rem, planner.rng.range(2, 1000)),
        2 => (BinaryOp::Shr, planner.rng.range(1, 40)),
        3 => (BinaryOp::Shl, planner.rng.range(1, 40)),
        _ => (BinaryOp::Mul, planner.rng.range(3, 99)),
    };
    let operand = planner.b.int(operand, Type::ULLONG);
    let value = planner.b.binary(op, value, operand);
    let target = planner.b.var(var);
    let ty = planner.b.p[var].ty.unqualified();
    let value = build::cast(&mut planner.b.p, ty, value, Loc::NONE).ok()?;
    let assign = build::assign(&mut planner.b.p, target, value, Loc::NONE).ok()?;
    Some(planner.b.expr_stmt(assign))
}

/// `{ int round = 0; while (round < n) { statement round++; } }`
fn repeated(planner: &mut Planner, site: &Site, stmt: StmtId) -> Option<StmtId> {
    let counter = planner.local("round", Type::INT, site);
    let init = planner.b.int_init(0, Type::INT);
    let init = planner.b.p.add_init(init);
    planner.b.p[counter].init = Some(init);
    let declaration = planner.b.stmt(StmtKind::Decl(counter));
    let rounds = planner.rng.range(2, 17);
    let (tested, stepped, bound) = (planner.b.var(counter), planner.b.var(counter), planner.b.int(rounds, Type::INT));
    let cond = planner.b.binary(BinaryOp::Lt, tested, bound);
    let step = build::step(&mut planner.b.p, lang::StepOp::PreInc, stepped, Loc::NONE).ok()?;
    let body = planner.b.block(&[stmt]);
    let new = planner.b.stmt(StmtKind::For { init: None, cond: Some(cond), step: Some(step), body });
    Some(planner.b.block(&[declaration, new]))
}

/// `sink ^= v;`
fn kept(planner: &mut Planner, sink: VarId, var: VarId) -> Option<StmtId> {
    let (target, value) = (planner.b.var(sink), planner.unsigned(var));
    let op = *planner.rng.pick(&[BinaryOp::Xor, BinaryOp::Add]);
    let keep = build::assign_op(&mut planner.b.p, op, target, value, Loc::NONE).ok()?;
    Some(planner.b.expr_stmt(keep))
}

/// A loop around the statement whose only iteration it is.
fn loop_once(planner: &mut Planner, site: &Site) -> Option<()> {
    if site.traits.breaks || site.traits.continues || site.traits.cases || site.traits.labels {
        return None;
    }
    // The condition is tested behind the statement, too: it may not be about what the statement changes.
    let changed = changed_in(planner, site);
    let is_stable = |var: VarId| {
        let declared = &planner.parent.program[var];
        !declared.address_taken && !declared.storage.is_static() && !changed.contains(&var)
    };
    let known = planner.known(site, is_stable);
    let hole = planner.b.stmt(StmtKind::Empty);
    let truth = planner.truth_about(site, &known);
    let (what, new) = match planner.rng.below(3) {
        0 => {
            let cond = planner.negated(truth);
            let body = planner.b.block(&[hole]);
            ("loop that runs once", planner.b.stmt(StmtKind::DoWhile(body, cond)))
        }
        1 => {
            let leave = planner.b.stmt(StmtKind::Break);
            let body = planner.b.block(&[hole, leave]);
            ("loop that runs once", planner.b.stmt(StmtKind::While(truth, body)))
        }
        _ => ("loop that runs once", counted(planner, site, truth, hole)?),
    };
    planner.push(Kind::Live, what, site.stmt, vec![Change::Stmt { at: site.stmt, new, hole: Some(hole) }]);
    Some(())
}

/// `for (int i = a; i < a + truth; i++) statement`
fn counted(planner: &mut Planner, site: &Site, truth: lang::ExprId, hole: StmtId) -> Option<StmtId> {
    let first = planner.rng.range(-5, 50);
    let counter = planner.local("once", Type::INT, site);
    let value = planner.b.int(first, Type::INT);
    let init = planner.b.p.add_init(Init::Expr(value));
    planner.b.p[counter].init = Some(init);
    let init = planner.b.stmt(StmtKind::Decl(counter));
    let (bound, one) = (planner.b.int(first, Type::INT), truth);
    let bound = planner.b.binary(BinaryOp::Add, bound, one);
    let (tested, stepped) = (planner.b.var(counter), planner.b.var(counter));
    let cond = planner.b.binary(BinaryOp::Lt, tested, bound);
    let step = build::step(&mut planner.b.p, lang::StepOp::PreInc, stepped, Loc::NONE).ok()?;
    let body = planner.b.block(&[hole]);
    // Declared in a block of its own, so that it needs no `for` of C99.
    let init_of = planner.b.stmt(StmtKind::For { init: None, cond: Some(cond), step: Some(step), body });
    Some(planner.b.block(&[init, init_of]))
}

/// The variables that are assigned in the statement by name.
fn changed_in(planner: &Planner, site: &Site) -> Vec<VarId> {
    let program = &planner.parent.program;
    let mut changed = Vec::new();
    visit::visit(program, Node::Stmt(site.stmt), &mut |node| {
        if let Node::Expr(expr) = node
            && let ExprKind::Assign(target, _) | ExprKind::AssignOp { target, .. } | ExprKind::Step(_, target) =
                program[expr].kind
            && let ExprKind::Var(var) = program[target].kind
        {
            changed.push(var);
        }
    });
    changed
}

/// `if (true) statement else copy`
fn duplicate(planner: &mut Planner, site: &Site) -> Option<()> {
    if site.traits.labels || site.traits.cases || site.traits.fixed {
        return None;
    }
    let copy = copy_stmt(&mut planner.b.p, site.stmt, &mut Vec::new())?;
    let hole = planner.b.stmt(StmtKind::Empty);
    let (own, other) = (planner.b.block(&[hole]), planner.b.block(&[copy]));
    let truth = planner.truth(site);
    let new = if planner.rng.percent(50) {
        planner.b.stmt(StmtKind::If(truth, own, Some(other)))
    } else {
        let cond = planner.negated(truth);
        planner.b.stmt(StmtKind::If(cond, other, Some(own)))
    };
    planner.push(Kind::Live, "duplicated code", site.stmt, vec![Change::Stmt { at: site.stmt, new, hole: Some(hole) }]);
    Some(())
}
