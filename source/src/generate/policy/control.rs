//! Policies for control flow: jump threading, branches that are equal or almost so, and regions that never run.

use super::Generator;
use super::leaf::Want;
use crate::kit::scope::{Role, Shape};
use lang::BinaryOp as B;
use lang::*;

impl Generator<'_> {
    pub fn control_policy(&mut self, out: &mut Vec<StmtId>) {
        let c = self.config;
        match self.rng.weighted(&[c.control_thread, c.control_equal, c.control_almost, c.control_chain]) {
            0 => self.threaded(out),
            1 => self.twins(false, out),
            2 => self.twins(true, out),
            _ => self.chain(out),
        }
    }

    /// `if (c) x = 1; else x = 2; … if (x == 1) …`: the second test is known on each edge of the first.
    fn threaded(&mut self, out: &mut Vec<StmtId>) {
        let condition = self.condition();
        let ty = self.int_type();
        let first = self.constant_of(ty);
        let (state, declaration) = self.declare("k", ty, first);
        self.push(declaration, out);
        let values = [self.constant_of(ty), self.constant_of(ty)];
        let branch = |g: &mut Self, value: ExprId| {
            let target = g.var(state);
            let value = g.copy(value);
            g.set(target, value)
        };
        let (yes, no) = (branch(self, values[0]), branch(self, values[1]));
        let no = self.rng.percent(70).then_some(no);
        let stmt = self.stmt(StmtKind::If(condition, yes, no));
        self.push(stmt, out);
        if self.rng.percent(50) {
            self.assignment(out);
        }
        let value = *self.rng.pick(&values);
        let value = self.copy(value);
        let value = if self.rng.percent(80) { value } else { self.constant_of(ty) };
        let x = self.var(state);
        let op = *self.rng.pick(&[B::Eq, B::Eq, B::Ne, B::Lt, B::Ge]);
        let test = self.binary(op, x, value);
        let lines = self.lines_of(3);
        let yes = self.body(lines);
        let no = self.rng.percent(50).then(|| self.body(lines));
        let stmt = self.stmt(StmtKind::If(test, yes, no));
        out.push(stmt);
        self.show(state, Role::Local);
    }

    /// Two branches that store the same expression, or nearly the same.
    fn twins(&mut self, differ: bool, out: &mut Vec<StmtId>) {
        let condition = self.condition();
        let Some(target) = self.duplicable(|g| g.target(Want::Int)) else { return self.assignment(out) };
        let value = self.duplicable(|g| g.expr(2));
        let other = self.copy(value);
        let other = match differ {
            false => other,
            true => self.varied(other),
        };
        let again = self.copy(target);
        let (yes, no) = (self.set(target, value), self.set(again, other));
        let stmt = if self.rng.percent(70) {
            let (yes, no) = (self.block(&[yes]), self.block(&[no]));
            self.stmt(StmtKind::If(condition, yes, Some(no)))
        } else {
            let early = self.stmt(StmtKind::If(condition, yes, None));
            self.push(early, out);
            return out.push(no);
        };
        self.lines += 2;
        self.push(stmt, out);
    }

    /// One change at the top.
    fn varied(&mut self, e: ExprId) -> ExprId {
        match self.p[e].kind {
            ExprKind::Binary(B::Add, a, b) => self.binary(B::Sub, a, b),
            ExprKind::Binary(B::And, a, b) => self.binary(B::Or, a, b),
            // Without the promotion, which is the operator's.
            ExprKind::Unary(_, a) => match self.p[a].kind {
                ExprKind::Convert(a) => a,
                _ => a,
            },
            _ => {
                let constant = self.constant_like(e);
                self.binary(B::Xor, e, constant)
            }
        }
    }

    /// `if (x < c1) … else if (x < c2) … else if (x == c3) …`
    fn chain(&mut self, out: &mut Vec<StmtId>) {
        let Some(subject) = self.duplicable(|g| g.read(Shape::Int, Want::Int)) else { return self.if_stmt(out) };
        let mut stmt = None;
        for _ in 0..2 + self.rng.below(3) {
            let x = self.copy(subject);
            let constant = self.constant_like(subject);
            let op = *self.rng.pick(&[B::Lt, B::Gt, B::Le, B::Ge, B::Eq, B::Ne]);
            let test = self.binary(op, x, constant);
            let yes = self.body(1);
            stmt = Some(self.stmt(StmtKind::If(test, yes, stmt)));
        }
        if let Some(stmt) = stmt {
            self.push(stmt, out);
        }
    }

    /// A region behind a condition that is false, which the compiler cannot know. Nothing in it is executed, so nothing
    /// in it is repaired.
    pub fn dead_stmt(&mut self, out: &mut Vec<StmtId>) {
        let (var, value) = *self.rng.pick(&self.trips);
        let x = self.var(var);
        let (op, bound) = match self.rng.below(4) {
            0 => (B::Gt, value + self.rng.range(0, 100)),
            1 => (B::Lt, value - self.rng.range(0, 1)),
            2 => (B::Eq, value + self.rng.range(1, 9)),
            _ => (B::Ne, value),
        };
        let bound = self.int(bound, Type::INT);
        let condition = self.binary(op, x, bound);
        let times = std::mem::replace(&mut self.work.times, 0);
        let lines = self.lines_of(3);
        let body = self.body(lines);
        self.work.times = times;
        let stmt = self.stmt(StmtKind::If(condition, body, None));
        self.push(stmt, out);
    }
}
