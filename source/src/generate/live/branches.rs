//! Branches that always go one way get conditions that go both ways, so that what is in them is executed.
//!
//! Only reads of parameters and counters are added, so that no assignment becomes dead by it.

use super::config::Config;
use crate::generate::strategy::Draft;
use crate::liveness;
use interp::Execution;
use interp::watch::{Watch, Watched};
use lang::*;
use rustc_hash::FxHashMap;

struct Walk<'p> {
    p: &'p mut Program,
    profile: &'p [u64],
    round: u32,
    selector: VarId,
    /// Counters of the loops around.
    counters: Vec<VarId>,
    /// What chooses the branch that is looked at: variables with the bits that count.
    chosen_by: Vec<(VarId, u32)>,
    /// The code that is looked at was not executed, but would be now: a branch around it was changed.
    opened: bool,
    /// Changed conditions of this function.
    changed: u32,
    /// What was seen where conditions were changed before.
    seen: &'p FxHashMap<StmtId, &'p Watched>,
    /// What is to be seen of those that are changed now: the selector and the innermost counter.
    watches: &'p mut Vec<Watch>,
    config: &'p Config,
}

/// Bits of the selector that differ from call to call.
const BITS: u32 = 7;

/// Whether something was changed. Where it was, the next execution looks at what chooses.
pub fn vary(draft: &mut Draft, execution: &Execution, round: u32, config: &Config) -> bool {
    let seen = draft.watches.iter().zip(&execution.watched).map(|(watch, watched)| (watch.stmt, watched)).collect();
    let mut watches = Vec::new();
    let p = &mut draft.program;
    for func in liveness::functions(p, &draft.driver) {
        // The tests have no parameters and no branches.
        let (Some(&selector), Some(body)) = (p[func].params.first(), p[func].body) else { continue };
        let mut walk = Walk {
            p,
            profile: &execution.profile,
            round,
            selector,
            counters: Vec::new(),
            chosen_by: Vec::new(),
            opened: false,
            changed: 0,
            seen: &seen,
            watches: &mut watches,
            config,
        };
        walk.stmt(body);
    }
    draft.watches = watches;
    !draft.watches.is_empty()
}

impl Walk<'_> {
    fn stmt(&mut self, stmt: StmtId) {
        match self.p[stmt].kind {
            StmtKind::Block(list) => self.list(list),
            StmtKind::If(test, then, otherwise) => {
                let (depth, opened) = (self.chosen_by.len(), self.opened);
                self.opened |= self.branch(stmt, test, then, otherwise);
                self.stmt(then);
                otherwise.into_iter().for_each(|otherwise| self.stmt(otherwise));
                self.chosen_by.truncate(depth);
                self.opened = opened;
            }
            StmtKind::Switch(value, body) => {
                let depth = self.chosen_by.len();
                self.chosen_by.extend(switched(self.p, value));
                self.stmt(body);
                self.chosen_by.truncate(depth);
            }
            StmtKind::For { init: Some(init), body, .. } => match self.p[init].kind {
                StmtKind::Decl(counter) => self.inside(counter, body),
                _ => self.stmt(body),
            },
            StmtKind::While(test, body) => {
                let opened = self.opened;
                self.opened |= self.repeat(stmt, test, body);
                self.in_while(test, body);
                self.opened = opened;
            }
            StmtKind::DoWhile(body, test) => self.in_while(test, body),
            _ => {}
        }
    }

    fn list(&mut self, list: List) {
        for at in 0..self.p.stmt_list(list).len() {
            let stmt = self.p.stmt_list(list)[at];
            self.stmt(stmt);
        }
    }

    fn inside(&mut self, counter: VarId, body: StmtId) {
        self.counters.push(counter);
        self.stmt(body);
        self.counters.pop();
    }

    fn in_while(&mut self, test: ExprId, body: StmtId) {
        match bounded(self.p, test) {
            Some(counter) => self.inside(counter, body),
            None => self.stmt(body),
        }
    }

    fn count(&self, stmt: StmtId) -> u64 {
        self.profile.get(stmt.0 as usize).copied().unwrap_or(0)
    }

    /// Whether the condition was changed.
    fn branch(&mut self, stmt: StmtId, test: ExprId, then: StmtId, otherwise: Option<StmtId>) -> bool {
        let (all, taken) = (self.count(stmt), self.count(then));
        let leaves = ends_early(self.p, then);
        let skips = otherwise.is_some() || leaves;
        let is_often = if self.round == 0 { taken * 3 > all } else { taken == all };
        let is_one_sided = taken == 0 || taken == all && skips || leaves && is_often;
        let is_reached = all > 0 || self.opened;
        if !is_reached || !is_one_sided {
            return false;
        }
        let test = if all != 1 && leaves {
            self.rarely(stmt, test, all > 0 && taken == 0, returns(self.p, then))
        } else if all != 1 {
            let Some(test) = self.selected(stmt, test) else { return false };
            test
        } else if !skips {
            self.negated(test)
        } else {
            return false;
        };
        self.p[stmt].kind = StmtKind::If(test, then, otherwise);
        self.changed += 1;
        let vars = [self.selector].into_iter().chain(self.counters.last().copied()).collect();
        self.watches.push(Watch { stmt, vars });
        true
    }

    /// The values that the selector and the innermost counter had at a statement.
    fn seen(&self, stmt: StmtId) -> Vec<(VarId, u64)> {
        let vars = [self.selector].into_iter().chain(self.counters.last().copied());
        let Some(watched) = self.seen.get(&stmt) else { return Vec::new() };
        let rows = watched.rows.iter();
        let values =
            vars.enumerate().flat_map(|(at, var)| rows.clone().filter_map(move |row| Some((var, (*row.get(at)?)?))));
        values.collect()
    }

    /// A loop whose second condition never holds.
    fn repeat(&mut self, stmt: StmtId, test: ExprId, body: StmtId) -> bool {
        if self.count(stmt) == 0 || self.count(body) > 0 || self.round > 0 {
            return false;
        }
        let ExprKind::LogicalAnd(left, right) = self.p[test].kind else { return false };
        let is_first = bounded(self.p, left).is_some();
        let wrong = self.negated(if is_first { right } else { left });
        self.p[test].kind =
            if is_first { ExprKind::LogicalAnd(left, wrong) } else { ExprKind::LogicalAnd(wrong, right) };
        self.changed += 1;
        self.watches.push(Watch { stmt, vars: Vec::new() });
        true
    }

    fn negated(&mut self, test: ExprId) -> ExprId {
        let zero = build::int(self.p, 0, Type::INT, Loc::NONE);
        self.binary(BinaryOp::Eq, test, zero)
    }

    /// Those of the bits of a variable that choose nothing around.
    fn free_bits(&self, var: VarId, bits: u32) -> u32 {
        self.chosen_by.iter().filter(|(other, _)| *other == var).fold(bits, |bits, (_, used)| bits & !used)
    }

    /// `test && (k & 7) == c`, or `||` where the test never holds: what follows is executed most of the time.
    fn rarely(&mut self, stmt: StmtId, test: ExprId, never: bool, returns: bool) -> ExprId {
        let counter = self.counters.last().copied().filter(|&counter| self.free_bits(counter, 1) != 0);
        // If every call returned from the same iteration, nothing behind the loop would be executed.
        let counter = counter.filter(|_| !returns);
        let seen = self.seen(stmt);
        let selected: Vec<u64> =
            seen.iter().filter(|(var, _)| *var == self.selector).map(|&(_, value)| value).collect();
        let late = |&&(var, value): &&(VarId, u64)| var != self.selector && value & 3 != 0;
        let late = seen.iter().rev().find(late).filter(|_| never && counter.is_some());
        let (var, bits, chosen) = match (late, counter) {
            (Some(&(counter, value)), _) => (counter, 3, value as u32 & 3),
            _ if !selected.is_empty() && (never || counter.is_none()) => {
                (self.selector, BITS, selected[selected.len() / 2] as u32 & BITS)
            }
            // Most loops have more than one iteration. The first one is whole.
            (None, Some(counter)) => (counter, 3, 1),
            (None, None) => match self.free_bits(self.selector, BITS) {
                0 => (self.selector, BITS, (3 + self.changed + self.round) & BITS),
                free => (self.selector, free, (5 + self.changed + self.round) & free),
            },
        };
        self.chosen_by.push((var, bits));
        let masked = self.masked(var, bits);
        let chosen = build::int(self.p, u64::from(chosen), Type::INT, Loc::NONE);
        let is_chosen = self.binary(BinaryOp::Eq, masked, chosen);
        let made = match never {
            true => build::logical_or(self.p, test, is_chosen, Loc::NONE),
            false => build::logical_and(self.p, test, is_chosen, Loc::NONE),
        };
        made.expect("tests are integers")
    }

    /// `((k & mask) != 0) != test`, where `k` varies; none if it did not.
    fn selected(&mut self, stmt: StmtId, test: ExprId) -> Option<ExprId> {
        let seen = self.seen(stmt);
        let counter = self.counters.last().copied().filter(|&counter| self.free_bits(counter, 1) != 0);
        let free = self.free_bits(self.selector, BITS);
        let (var, bit) = match counter {
            _ if !seen.is_empty() => {
                let differs = |&(var, value): &(VarId, u64)| {
                    let (_, first) = seen.iter().find(|(other, _)| *other == var)?;
                    let bits = (first ^ value) as u32 & BITS;
                    (bits != 0).then(|| (var, 1 << bits.trailing_zeros()))
                };
                seen.iter().rev().find_map(differs)?
            }
            Some(counter) if self.round == 0 || free == 0 => (counter, 1),
            _ if free == 0 => (self.selector, 1 << ((self.changed + self.round) % BITS.count_ones())),
            // Another one in every round.
            _ => {
                let mut bits = (0..BITS.count_ones()).map(|bit| 1 << bit).filter(|bit| free & bit != 0);
                let nth = (self.round + self.changed) % free.count_ones();
                (self.selector, bits.nth(nth as usize).expect("there are so many"))
            }
        };
        self.chosen_by.push((var, bit));
        let masked = self.masked(var, bit);
        let zero = build::int(self.p, 0, Type::INT, Loc::NONE);
        let varies = self.binary(BinaryOp::Ne, masked, zero);
        Some(self.binary(BinaryOp::Ne, varies, test))
    }

    /// `k & mask`, or with the operators that there may be: `k / low % span * low`, where the variable is not negative.
    fn masked(&mut self, var: VarId, mask: u32) -> ExprId {
        let var = build::var(self.p, var, Loc::NONE);
        if self.config.no_bitwise == 0 {
            let mask = self.number(mask);
            return self.binary(BinaryOp::And, var, mask);
        }
        if self.config.no_division == 1 {
            return var;
        }
        let low = 1 << mask.trailing_zeros();
        let (down, span, up) = (self.number(low), self.number((mask / low + 1).next_power_of_two()), self.number(low));
        let shifted = if low == 1 { var } else { self.binary(BinaryOp::Div, var, down) };
        let rest = self.binary(BinaryOp::Rem, shifted, span);
        if low == 1 { rest } else { self.binary(BinaryOp::Mul, rest, up) }
    }

    fn number(&mut self, value: u32) -> ExprId {
        build::int(self.p, u64::from(value), Type::INT, Loc::NONE)
    }

    fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        build::binary(self.p, op, a, b, Loc::NONE).expect("tests are integers")
    }
}

/// The counter of a test that compares one with a constant.
fn bounded(p: &Program, test: ExprId) -> Option<VarId> {
    match p[test].kind {
        ExprKind::Binary(BinaryOp::Lt, counter, bound) => match (p[counter].kind, p[bound].kind) {
            (ExprKind::Var(var), ExprKind::Int(_)) if p[var].storage == Storage::Auto => Some(var),
            _ => None,
        },
        ExprKind::LogicalAnd(left, right) => bounded(p, left).or_else(|| bounded(p, right)),
        _ => None,
    }
}

/// The variable and its bits that choose a case: `k & 3`, `(k + a) & 3`.
fn switched(p: &Program, value: ExprId) -> Option<(VarId, u32)> {
    match p[value].kind {
        ExprKind::Convert(inner) => switched(p, inner),
        ExprKind::Binary(BinaryOp::And, varies, mask) => {
            let ExprKind::Int(mask) = constant(p, mask) else { return None };
            Some((first_variable(p, varies)?, mask as u32))
        }
        _ => None,
    }
}

fn constant(p: &Program, e: ExprId) -> ExprKind {
    match p[e].kind {
        ExprKind::Convert(inner) => constant(p, inner),
        kind => kind,
    }
}

fn first_variable(p: &Program, e: ExprId) -> Option<VarId> {
    match p[e].kind {
        ExprKind::Var(var) => Some(var),
        ExprKind::Convert(inner) | ExprKind::Binary(_, inner, _) => first_variable(p, inner),
        _ => None,
    }
}

/// Whether a block ends by leaving the function.
fn returns(p: &Program, stmt: StmtId) -> bool {
    match p[stmt].kind {
        StmtKind::Block(list) => p.stmt_list(list).last().is_some_and(|&last| returns(p, last)),
        StmtKind::Return(_) => true,
        _ => false,
    }
}

/// Whether a block ends by leaving what is around it.
fn ends_early(p: &Program, stmt: StmtId) -> bool {
    match p[stmt].kind {
        StmtKind::Block(list) => p.stmt_list(list).last().is_some_and(|&last| ends_early(p, last)),
        StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue => true,
        _ => false,
    }
}
