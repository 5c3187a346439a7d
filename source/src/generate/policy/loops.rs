//! Loops: every form, with trip counts that are constants or known only at run time, counters of many types, and
//! bodies that may use them freely.
//!
//! Termination is by construction: nothing but the loop itself changes its counter.

use super::Generator;
use crate::kit::scope::Induction;
use lang::*;

/// A counter's course: `first`, then `step` at a time, `trips` times in all.
#[derive(Copy, Clone, Debug)]
pub struct Course {
    ty: Type,
    first: i64,
    step: i64,
    trips: i64,
    /// A global input whose value is the bound.
    bound: Option<VarId>,
}

impl Course {
    fn last(&self) -> i64 {
        self.first + self.step * (self.trips - 1)
    }

    fn range(&self, var: VarId) -> Induction {
        let (a, b) = (self.first, self.last());
        Induction { var, min: a.min(b), max: a.max(b) }
    }
}

impl Generator<'_> {
    /// How many iterations the work budget still allows a loop here.
    pub fn allowed_trips(&mut self) -> i64 {
        let most = self.config.max_trips as u64;
        // About ten nodes a line, a few lines a body; half of the remaining work may go to one loop of many.
        let share = self.work.budget.saturating_sub(self.work.spent) / 4;
        let each = 40 * self.work.times;
        (share / each.max(1)).min(most) as i64
    }

    pub fn loop_stmt(&mut self, out: &mut Vec<StmtId>) {
        let allowed = self.allowed_trips();
        if allowed < 2 {
            return self.if_stmt(out);
        }
        let most = allowed.min(2 + self.rng.below(self.config.max_trips as u64) as i64);
        let course = self.course(most);
        let lines = self.lines_of(self.config.loop_lines);
        self.counted_loop(course, out, |g, stmts| g.body_into(lines, stmts));
    }

    /// A course of at most so many trips.
    pub fn course(&mut self, most: i64) -> Course {
        let c = self.config;
        let types =
            [Type::INT, Type::UINT, Type::LONG, Type::ULONG, Type::SHORT, Type::UCHAR, Type::SCHAR, Type::LLONG];
        let weights = [
            c.counter_int,
            c.counter_uint,
            c.counter_long,
            c.counter_ulong,
            c.counter_short,
            c.counter_uchar,
            c.counter_schar,
            c.counter_llong,
        ];
        let ty = types[self.rng.weighted(&weights)];
        let known: Vec<(VarId, i64)> = self.trips.iter().filter(|trip| trip.1 <= most).copied().collect();
        if !known.is_empty() && self.rng.percent(c.bound_input) {
            let (var, value) = *self.rng.pick(&known);
            let first = self.rng.below(2) as i64;
            let step = 1 + (self.rng.percent(c.counter_stride) as i64) * self.rng.below(2) as i64;
            let trips = (value - first + step - 1) / step;
            return Course { ty, first, step, trips, bound: Some(var) };
        }
        let trips = if self.rng.percent(60) { most } else { 1 + self.rng.below(most as u64) as i64 };
        let magnitude = if self.rng.percent(c.counter_stride) { 1 + self.rng.below(4) as i64 } else { 1 };
        let low = if self.rng.percent(70) { 0 } else { self.rng.range(0, 6) };
        let is_down = self.rng.percent(c.counter_down);
        let (first, step) = if is_down { (low + magnitude * (trips - 1), -magnitude) } else { (low, magnitude) };
        let mut course = Course { ty, first, step, trips, bound: None };
        // The value that ends the loop has to fit, and a shifted course goes a little further.
        if !self.fits(course.first.max(course.last()) + 2 * magnitude + 8, ty) {
            course.ty = Type::INT;
        }
        course
    }

    fn fits(&self, value: i64, ty: Type) -> bool {
        arith::wrap(self.kind(ty), value as u64) == value as u64
    }

    /// A loop with this course; `fill` makes the body's statements.
    pub fn counted_loop(
        &mut self,
        course: Course,
        out: &mut Vec<StmtId>,
        fill: impl FnOnce(&mut Self, &mut Vec<StmtId>),
    ) {
        let c = self.config;
        let first = self.int(course.first, course.ty);
        let (var, declaration) = self.declare("i", course.ty, first);
        self.lines -= 1;
        match self.rng.weighted(&[c.loop_for, c.loop_while, c.loop_do]) {
            0 => {
                let i = self.var(var);
                let condition = self.goes_on_from(course, i);
                let step = self.advance(course, var);
                let body = self.loop_body(course, var, Vec::new(), 0, fill);
                let init = Some(declaration);
                let stmt = self.stmt(StmtKind::For { init, cond: Some(condition), step: Some(step), body });
                self.lines += 1;
                self.push(stmt, out);
            }
            // The update comes first, so that `continue` does not miss it.
            1 => {
                self.push(declaration, out);
                let i = self.var(var);
                let condition = self.goes_on_from(course, i);
                let advance = self.advance(course, var);
                let advance = self.expr_stmt(advance);
                let body = self.loop_body(course, var, vec![advance], 1, fill);
                let stmt = self.stmt(StmtKind::While(condition, body));
                self.lines += 2;
                self.push(stmt, out);
            }
            _ => {
                self.push(declaration, out);
                let body = self.loop_body(course, var, Vec::new(), 0, fill);
                let advanced = self.advance(course, var);
                let condition = self.goes_on_from(course, advanced);
                let stmt = self.stmt(StmtKind::DoWhile(body, condition));
                self.lines += 2;
                self.push(stmt, out);
            }
        }
    }

    fn loop_body(
        &mut self,
        course: Course,
        var: VarId,
        mut stmts: Vec<StmtId>,
        advanced: i64,
        fill: impl FnOnce(&mut Self, &mut Vec<StmtId>),
    ) -> StmtId {
        let mut induction = course.range(var);
        induction.min += advanced * course.step;
        induction.max += advanced * course.step;
        let times = self.work.times;
        self.work.times *= course.trips.max(1) as u64;
        self.loop_depth += 1;
        // The counter's own scope lies around the body's.
        let mark = self.scope.enter();
        self.scope.inductions.push(induction);
        fill(self, &mut stmts);
        self.scope.leave(mark);
        self.forget_subexprs();
        self.loop_depth -= 1;
        // Even an empty body costs its tests.
        self.work.spent += 4 * self.work.times;
        self.work.times = times;
        self.block(&stmts)
    }

    /// The condition under which the loop goes on, on the counter's value.
    fn goes_on_from(&mut self, course: Course, i: ExprId) -> ExprId {
        if let Some(bound) = course.bound {
            let bound = self.var(bound);
            return self.binary(BinaryOp::Lt, i, bound);
        }
        let end = course.first + course.step * course.trips;
        let kind = self.kind(course.ty);
        let wraps = end < 0 && !kind.signed;
        let (op, bound) = match self.rng.below(4) {
            // An unsigned counter passes zero as a large number, which it then has exactly.
            _ if wraps => (BinaryOp::Ne, arith::wrap(kind, end as u64) as i64),
            0 => (BinaryOp::Ne, end),
            1 if course.step > 0 => (BinaryOp::Le, end - 1),
            1 => (BinaryOp::Ge, end + 1),
            _ if course.step > 0 => (BinaryOp::Lt, end - self.rng.range(0, course.step - 1)),
            _ => (BinaryOp::Gt, end + self.rng.range(0, -course.step - 1)),
        };
        let ty = if self.kind(course.ty).bits < 32 { Type::INT } else { course.ty };
        let bound = self.int(bound, ty);
        self.binary(op, i, bound)
    }

    /// `i += step`, as code writes it.
    fn advance(&mut self, course: Course, var: VarId) -> ExprId {
        let i = self.var(var);
        match course.step {
            1 => self.step(StepOp::PreInc, i),
            -1 => self.step(StepOp::PreDec, i),
            step if step > 0 => {
                let step = self.int(step, Type::INT);
                self.assign_op(BinaryOp::Add, i, step)
            }
            step => {
                let step = self.int(-step, Type::INT);
                self.assign_op(BinaryOp::Sub, i, step)
            }
        }
    }
}

impl Course {
    /// Moves the course so that it starts at `low` or above and stays at or below `high`; none if it does not fit.
    pub fn shift(&mut self, low: i64, high: i64) -> Option<()> {
        if self.bound.is_some() {
            return (self.first >= low && self.last() <= high).then_some(());
        }
        let smallest = self.first.min(self.last());
        self.first += low - smallest;
        (self.first.max(self.last()) <= high).then_some(())
    }
}
