//! Branches that always go one way get conditions that go both ways, so that what is in them is executed.
//!
//! Only reads of parameters and counters are added, so that no assignment becomes dead by it.

use crate::driver::Driver;
use crate::liveness;
use lang::*;

struct Walk<'p> {
    p: &'p mut Program,
    profile: &'p [u64],
    round: u32,
    selector: VarId,
    /// Counters of the loops around.
    counters: Vec<VarId>,
    /// Changed conditions of this function.
    changed: u32,
}

/// Whether something was changed.
pub fn vary(p: &mut Program, driver: &Driver, profile: &[u64], round: u32) -> bool {
    let mut changed = false;
    for func in liveness::functions(p, driver) {
        // The tests have no parameters and no branches.
        let (Some(&selector), Some(body)) = (p[func].params.first(), p[func].body) else { continue };
        let mut walk = Walk { p, profile, round, selector, counters: Vec::new(), changed: 0 };
        walk.stmt(body);
        changed |= walk.changed > 0;
    }
    changed
}

impl Walk<'_> {
    fn stmt(&mut self, stmt: StmtId) {
        match self.p[stmt].kind {
            StmtKind::Block(list) => self.p.stmt_list(list).to_vec().into_iter().for_each(|stmt| self.stmt(stmt)),
            StmtKind::If(test, then, otherwise) => {
                self.branch(stmt, test, then, otherwise);
                self.stmt(then);
                otherwise.into_iter().for_each(|otherwise| self.stmt(otherwise));
            }
            StmtKind::Switch(_, body) => self.stmt(body),
            StmtKind::For { init: Some(init), body, .. } => match self.p[init].kind {
                StmtKind::Decl(counter) => self.inside(counter, body),
                _ => self.stmt(body),
            },
            StmtKind::While(test, body) => {
                self.repeat(stmt, test, body);
                self.in_while(test, body);
            }
            StmtKind::DoWhile(body, test) => self.in_while(test, body),
            _ => {}
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

    fn branch(&mut self, stmt: StmtId, test: ExprId, then: StmtId, otherwise: Option<StmtId>) {
        let (all, taken) = (self.count(stmt), self.count(then));
        let leaves = ends_early(self.p, then);
        let skips = otherwise.is_some() || leaves;
        let is_one_sided = taken == 0 || taken == all && skips || leaves && taken * 3 > all;
        if all == 0 || !is_one_sided {
            return;
        }
        let test = if all > 1 && leaves {
            self.rarely(test, taken == 0)
        } else if all > 1 {
            self.selected(test)
        } else if otherwise.is_none() && !skips {
            self.negated(test)
        } else {
            return;
        };
        self.p[stmt].kind = StmtKind::If(test, then, otherwise);
        self.changed += 1;
    }

    /// A loop whose second condition never holds.
    fn repeat(&mut self, stmt: StmtId, test: ExprId, body: StmtId) {
        if self.count(stmt) == 0 || self.count(body) > 0 || self.round > 0 {
            return;
        }
        let ExprKind::LogicalAnd(left, right) = self.p[test].kind else { return };
        let is_first = bounded(self.p, left).is_some();
        let wrong = self.negated(if is_first { right } else { left });
        self.p[test].kind =
            if is_first { ExprKind::LogicalAnd(left, wrong) } else { ExprKind::LogicalAnd(wrong, right) };
        self.changed += 1;
    }

    fn negated(&mut self, test: ExprId) -> ExprId {
        let zero = build::int(self.p, 0, Type::INT, Loc::NONE);
        self.binary(BinaryOp::Eq, test, zero)
    }

    /// `test && (k & 7) == c`, or `||` where the test never holds: what follows is executed most of the time.
    fn rarely(&mut self, test: ExprId, never: bool) -> ExprId {
        let (var, mask) = match self.counters.last() {
            Some(&counter) if !never => (counter, 3),
            _ => (self.selector, 7),
        };
        let var = build::var(self.p, var, Loc::NONE);
        let chosen = i64::from(3 + self.changed + self.round) & mask;
        let mask = build::int(self.p, mask as u64, Type::INT, Loc::NONE);
        let masked = self.binary(BinaryOp::And, var, mask);
        let chosen = build::int(self.p, chosen as u64, Type::INT, Loc::NONE);
        let is_chosen = self.binary(BinaryOp::Eq, masked, chosen);
        let made = match never {
            true => build::logical_or(self.p, test, is_chosen, Loc::NONE),
            false => build::logical_and(self.p, test, is_chosen, Loc::NONE),
        };
        made.expect("tests are integers")
    }

    /// `((k & mask) != 0) != test`, where `k` varies.
    fn selected(&mut self, test: ExprId) -> ExprId {
        let depth = self.counters.len() as u32;
        let (var, bit) = match self.counters.last() {
            Some(&counter) if (self.round + self.changed).is_multiple_of(2) => (counter, 0),
            _ => (self.selector, (self.changed + self.round + depth) % 3),
        };
        let var = build::var(self.p, var, Loc::NONE);
        let mask = build::int(self.p, 1 << bit, Type::INT, Loc::NONE);
        let masked = self.binary(BinaryOp::And, var, mask);
        let zero = build::int(self.p, 0, Type::INT, Loc::NONE);
        let varies = self.binary(BinaryOp::Ne, masked, zero);
        self.binary(BinaryOp::Ne, varies, test)
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

/// Whether a block ends by leaving what is around it.
fn ends_early(p: &Program, stmt: StmtId) -> bool {
    match p[stmt].kind {
        StmtKind::Block(list) => p.stmt_list(list).last().is_some_and(|&last| ends_early(p, last)),
        StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue => true,
        _ => false,
    }
}
