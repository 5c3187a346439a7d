//! Loops. What is live behind a loop's body is chosen before the body is generated (section 2.4 of the paper): what is live
//! behind the loop, what the condition reads, and new variables, whose use in the body is forced where it is missing.

use super::Generator;
use super::function::Counter;
use super::slot::{Class, Live, Place, Set, Slot, bit};
use lang::BinaryOp as B;
use lang::*;

/// A loop whose body is to be generated.
struct Body {
    counter: Counter,
    /// What is live behind the loop, and what the condition reads.
    after: Live,
    test: Set,
    /// The statement that the body ends with, which `continue` must not skip.
    tail: Option<StmtId>,
}

impl Generator<'_> {
    /// `i = 0; while (i < n) { …; i = i + 1; }`, perhaps with a second condition, or `do`.
    pub fn while_loop(&mut self, reversed: &mut Vec<StmtId>) {
        let trips = self.trips();
        let var = self.new_var("i", Type::INT, Storage::Auto);
        self.state.locals.push(var);
        let after = self.state.live;
        let is_do = self.rng.percent(25);
        let (test, uses) = self.counted(|g| {
            let (counter, bound) = (g.var(var), g.int(trips as i64, Type::INT));
            let bounded = g.binary(B::Lt, counter, bound);
            if g.rng.percent(70) {
                return bounded;
            }
            let more = g.condition();
            if g.rng.percent(50) { g.and(bounded, more) } else { g.and(more, bounded) }
        });
        let (counter, again) = (self.var(var), self.var(var));
        let one = self.int(1, Type::INT);
        let next = self.binary(B::Add, again, one);
        let tail = self.set(counter, next);
        let counter = Counter { var, max: trips as i64 - 1 };
        let live = self.state.live;
        let (body, inside) = self.body_of(trips, Body { counter, after, test: uses, tail: Some(tail) });
        self.state.live = if is_do { inside } else { inside | live | uses };
        self.lines += 1;
        let kind = if is_do { StmtKind::DoWhile(body, test) } else { StmtKind::While(test, body) };
        reversed.push(self.stmt(kind));
        let (counter, zero) = (self.var(var), self.int(0, Type::INT));
        let set = self.set(counter, zero);
        reversed.push(set);
    }

    fn trips(&mut self) -> u64 {
        let most = u64::from(self.config.trips);
        let left = self.budget.saturating_sub(self.state.work) / (self.state.times * 60);
        2 + self.rng.below(most.min(left.max(2)) - 1)
    }

    /// The body of a loop and what is live at its beginning.
    fn body_of(&mut self, trips: u64, body: Body) -> (StmtId, Live) {
        let Body { counter, after, test, tail } = body;
        let fresh = self.new_variables(after.all | test);
        let certain = after | test;
        let behind = Live { all: certain.all | fresh, ..certain };
        self.state.live = behind;
        let outer_break = self.state.break_live.replace(after);
        let outer_continue = std::mem::replace(&mut self.state.continue_live, tail.is_none().then_some(behind));
        self.state.counters.push(counter);
        self.state.times *= trips;
        self.state.expected *= trips;
        let mut reversed = Vec::from_iter(tail);
        self.fill_block(&mut reversed);
        self.force_uses(fresh, &mut reversed);
        self.state.times /= trips;
        self.state.expected /= trips;
        self.state.counters.pop();
        self.state.continue_live = outer_continue;
        self.state.break_live = outer_break;
        reversed.reverse();
        self.lines += 2;
        (self.block(&reversed), self.state.live)
    }

    /// The paper's B': variables that one iteration gives to the next.
    fn new_variables(&mut self, known: Set) -> Set {
        let mut fresh = 0;
        for _ in 0..self.rng.below(u64::from(self.config.new_variables) + 1) {
            let class = self.any_class();
            let idle = self.scalars_of(self.every_slot() & !known & !fresh, class);
            let slot = if self.rng.percent(50) { self.pick_slot(idle) } else { None };
            fresh |= slot.or_else(|| self.new_local(class)).map_or(0, bit);
        }
        fresh & !known
    }

    /// Puts an assignment at the top of the body that reads the new variables which an iteration does not certainly read before it
    /// assigns to them. (The paper looks for any use in the body; one that follows an assignment on every path is not enough.)
    fn force_uses(&mut self, fresh: Set, reversed: &mut Vec<StmtId>) {
        let missing = fresh & !self.state.live.certain;
        if missing == 0 {
            return;
        }
        let live = self.scalars(self.state.live.all);
        let live = self.without_digests(live);
        match self.pick_slot(live) {
            Some(target) => self.force_by_assignment(target, missing | fresh & bit(target), reversed),
            None => self.force_by_replacement(missing, reversed),
        }
    }

    /// A target that is itself new stays live by being read, too.
    fn force_by_assignment(&mut self, target: usize, missing: Set, reversed: &mut Vec<StmtId>) {
        let class = self.class(self.state.slots[target].ty);
        self.perhaps_trace(target, reversed);
        let (value, uses) = self.counted(|g| g.all_of(missing, class));
        let place = self.access(target);
        let set = self.set(place, value);
        reversed.push(set);
        self.state.live = self.state.live & !bit(target) | uses;
    }

    /// Nothing is live at the top: the first statement assigns a constant, and gets another right-hand side.
    fn force_by_replacement(&mut self, missing: Set, reversed: &mut Vec<StmtId>) {
        let first = reversed.last().copied().map(|stmt| self.p[stmt].kind);
        let target = match first {
            Some(StmtKind::Expr(e)) => match self.p[e].kind {
                ExprKind::Assign(target, _) if self.p.types.is_arithmetic(self.p[e].ty) => Some((e, target)),
                _ => None,
            },
            _ => None,
        };
        let Some((assign, target)) = target else { return self.force_by_branch(missing, reversed) };
        let class = self.class(self.p[target].ty);
        let (value, uses) = self.counted(|g| g.all_of(missing, class));
        let again = self.assign(target, value);
        self.p[assign].kind = self.p[again].kind;
        self.state.live |= uses;
    }

    /// The first statement is no assignment: it is executed where a test of the variables holds, else an iteration ends.
    fn force_by_branch(&mut self, missing: Set, reversed: &mut Vec<StmtId>) {
        let Some(behind) = self.state.break_live else { return };
        let (test, uses) = self.counted(|g| {
            let all = g.all_of(missing, Class::Int);
            let limit = g.int(-1_000_000, Type::INT);
            g.binary(B::Eq, all, limit)
        });
        let leave = self.stmt(StmtKind::Break);
        reversed.push(self.stmt(StmtKind::If(test, leave, None)));
        self.state.live |= behind | uses;
    }

    /// `for (int i = 0; i < n; i++) …`, with a known or unknown bound, downwards, or triangular.
    pub fn for_loop(&mut self, reversed: &mut Vec<StmtId>) {
        let trips = self.trips();
        let after = self.state.live;
        let head = self.head(trips);
        let body = Body { counter: head.counter, after, test: 0, tail: None };
        let (body, inside) = self.body_of(trips, body);
        self.state.live = inside | after;
        self.finish_for(head, body, reversed);
    }

    /// `for (…) v = v op f(a[i]);` with a live `v`, which first gets a value.
    pub fn reduce(&mut self, reversed: &mut Vec<StmtId>) {
        let live = self.scalars(self.state.live.all);
        let target = self.pick_slot(live).expect("a scalar is live");
        let class = self.class(self.state.slots[target].ty);
        self.perhaps_trace(target, reversed);
        let trips = self.array_trips();
        let head = self.head(trips);
        let body = self.in_loop(trips, head.counter, |g| {
            if let Some(reduction) = g.plain_reduction(target, class) {
                return reduction;
            }
            let (value, element) = (g.deep(class, 2), g.element(class));
            let value = g.binary(B::Add, value, element);
            let has_bits = class == Class::Int && g.config.no_bitwise == 0;
            let op = *g.rng.pick(&[B::Add, B::Sub, B::Add, if has_bits { B::Xor } else { B::Add }]);
            if class == Class::Float && g.state.uses & bit(target) != 0 {
                return g.damped(target, value);
            }
            let place = g.access(target);
            if g.rng.percent(50) {
                return g.update(op, place, value);
            }
            let own = g.access(target);
            let value = g.binary(op, own, value);
            g.set(place, value)
        });
        let is_set_before = !self.state.digests.contains(&Some(target)) && self.rng.percent(50);
        self.finish_for(head, body, reversed);
        self.state.live |= bit(target);
        if is_set_before {
            let (value, uses) = self.counted(|g| g.leaf(class));
            let place = self.access(target);
            let set = self.set(place, value);
            reversed.push(set);
            self.state.live = self.state.live & !bit(target) | uses;
        }
    }

    /// `for (…) b[i] = f(a[i]);` with a live `b`. If that sets every element, `b` is dead before.
    pub fn map(&mut self, reversed: &mut Vec<StmtId>) {
        let live = self.arrays(self.state.live.all);
        let target = self.pick_slot(live).expect("an array is live");
        let Slot { var, ty, place, .. } = self.state.slots[target];
        let len = self.state.slots[target].len().expect("an array");
        let class = self.class(ty);
        let is_whole = self.can_repeat(len);
        let is_update = self.rng.percent(60);
        let trips = if is_whole { len } else { self.array_trips().min(len) };
        let element = self.some_of(trips);
        self.perhaps_trace_element(target, element, 0, reversed);
        let head = self.plain_head(trips);
        let before = self.state.uses;
        self.state.uses = 0;
        let body = self.in_loop(trips, head.counter, |g| {
            let (array, counter) = (g.var(var), g.var(head.counter.var));
            let element = g.index(array, counter);
            if g.rng.percent(40) {
                let value = g.plain_value(class);
                return g.set(element, value);
            }
            let (value, other) = (g.deep(class, 2), g.element(class));
            let value = g.binary(B::Sub, value, other);
            if is_update { g.update(B::Add, element, value) } else { g.set(element, value) }
        });
        let is_update =
            matches!(self.p[body].kind, StmtKind::Expr(e) if matches!(self.p[e].kind, ExprKind::AssignOp { .. }));
        let reads_itself = is_update || self.state.uses & bit(target) != 0;
        self.state.uses |= before;
        self.finish_for(head, body, reversed);
        if is_whole && !reads_itself && matches!(place, Place::Array(_)) {
            self.state.live = self.state.live & !bit(target);
        }
    }

    /// Reductions that vectorizers know: a sum, a product of two arrays, a minimum, what is counted or masked.
    fn plain_reduction(&mut self, target: usize, class: Class) -> Option<StmtId> {
        let has_bits = class == Class::Int && self.config.no_bitwise == 0;
        let form = self.rng.below(14);
        if form >= 8 {
            return None;
        }
        let element = self.element(class);
        if class == Class::Float && self.state.uses & bit(target) != 0 {
            return Some(self.damped(target, element));
        }
        let place = self.access(target);
        Some(match form {
            0 | 1 => self.update(B::Add, place, element),
            2 => {
                let own = self.access(target);
                let chosen = self.extreme_of(own, element);
                self.set(place, chosen)
            }
            3 => {
                let other = self.element(class);
                let (element, other) = match class {
                    Class::Float => (element, other),
                    Class::Int => (self.cast(Type::LONG, element), self.cast(Type::INT, other)),
                };
                let product = self.binary(B::Mul, element, other);
                self.update(B::Add, place, product)
            }
            4 => {
                let (limit, again) = (self.leaf(class), self.builder.copy(element));
                let test = self.binary(B::Lt, element, limit);
                let ty = self.p[again].ty;
                let zero = self.nothing(ty);
                let chosen = self.cond(test, again, zero);
                self.update(B::Add, place, chosen)
            }
            5 => {
                let limit = self.leaf(class);
                let test = self.binary(B::Gt, element, limit);
                self.update(B::Add, place, test)
            }
            6 if has_bits => {
                let op = *self.rng.pick(&[B::Or, B::And, B::Xor]);
                self.update(op, place, element)
            }
            _ => self.update(B::Sub, place, element),
        })
    }

    /// What is stored to every element by loops that become copies, fills and vectors.
    fn plain_value(&mut self, class: Class) -> ExprId {
        match self.rng.below(6) {
            0 | 1 => self.element(class),
            2 => self.leaf(class),
            3 => {
                let (a, b) = (self.element(class), self.element(class));
                let op = *self.rng.pick(&[B::Add, B::Sub]);
                self.binary(op, a, b)
            }
            4 => {
                let (a, b) = (self.element(class), self.leaf(class));
                self.extreme_of(a, b)
            }
            _ => {
                let (test, a, b) = (self.condition(), self.element(class), self.leaf(class));
                self.cond(test, a, b)
            }
        }
    }

    /// 0 of a type.
    fn nothing(&mut self, ty: Type) -> ExprId {
        match self.class(ty) {
            Class::Float => self.p.add_expr(ExprKind::Float(0.0), ty.unqualified(), Loc::NONE),
            Class::Int => self.int(0, Type::INT),
        }
    }

    /// A subscript below this number: `k & 7`.
    fn some_of(&mut self, count: u64) -> ExprId {
        let selector = self.state.params[0].0;
        let most = (count + 1).next_power_of_two() / 2;
        let selector = self.var(selector);
        self.below(selector, most)
    }

    fn array_trips(&mut self) -> u64 {
        let wanted = *self.rng.pick(&[8, 8, 16, 32]);
        let left = self.budget.saturating_sub(self.state.work) / (self.state.times * 25);
        wanted.min(left).max(2)
    }

    /// A body of one statement, and what it reads is live.
    fn in_loop(&mut self, trips: u64, counter: Counter, make: impl FnOnce(&mut Self) -> StmtId) -> StmtId {
        self.state.counters.push(counter);
        self.state.times *= trips;
        let (stmt, uses) = self.counted_stmt(make);
        self.state.times /= trips;
        self.state.counters.pop();
        self.state.live |= uses;
        stmt
    }
}

/// What is in the parentheses of a `for`.
#[derive(Copy, Clone)]
struct Head {
    counter: Counter,
    first: ExprId,
    test: ExprId,
    step: ExprId,
}

impl Generator<'_> {
    fn head(&mut self, trips: u64) -> Head {
        match self.rng.below(12) {
            0..2 => self.head_down(trips),
            2..4 => self.head_triangular(trips),
            4..7 => self.head_unknown(trips),
            7 => self.head_with_stride(trips),
            8 => self.head_inclusive(trips),
            _ => self.plain_head(trips),
        }
    }

    fn loop_counter(&mut self) -> VarId {
        self.new_var("i", Type::INT, Storage::Auto)
    }

    /// `for (int i = 0; i < n; i++)`
    fn plain_head(&mut self, trips: u64) -> Head {
        let bound = self.int(trips as i64, Type::INT);
        self.head_up(trips, bound)
    }

    /// `for (int i = 0; i < n; i += 3)`, where the last step is shorter.
    fn head_with_stride(&mut self, trips: u64) -> Head {
        let stride = self.rng.range(2, 3);
        let head = self.plain_head(trips);
        let (counter, stride) = (self.var(head.counter.var), self.int(stride, Type::INT));
        Head { step: self.assign_op(B::Add, counter, stride), ..head }
    }

    /// `for (int i = 0; i <= n; i++)`
    fn head_inclusive(&mut self, trips: u64) -> Head {
        let head = self.plain_head(trips);
        let (counter, last) = (self.var(head.counter.var), self.int(trips as i64 - 1, Type::INT));
        Head { test: self.binary(B::Le, counter, last), ..head }
    }

    fn head_up(&mut self, trips: u64, bound: ExprId) -> Head {
        // No loop has so many iterations that a narrow counter would wrap.
        let ty = *self.rng.pick(&[Type::INT, Type::INT, Type::INT, Type::LONG, Type::UINT, Type::SHORT, Type::UCHAR]);
        let var = self.new_var("i", ty, Storage::Auto);
        let (counter, again) = (self.var(var), self.var(var));
        let test = self.binary(B::Lt, counter, bound);
        let step = self.step(StepOp::PreInc, again);
        let first = self.int(0, Type::INT);
        Head { counter: Counter { var, max: trips as i64 - 1 }, first, test, step }
    }

    /// A bound that the compiler does not know.
    fn head_unknown(&mut self, trips: u64) -> Head {
        let fitting: Vec<VarId> =
            self.bounds.iter().filter(|(_, value)| *value == trips as i64).map(|&(var, _)| var).collect();
        let var = match fitting.first() {
            Some(&var) => var,
            None => self.new_bound(trips as i64),
        };
        let bound = self.var(var);
        self.head_up(trips, bound)
    }

    fn new_bound(&mut self, value: i64) -> VarId {
        let var = self.file_variable("n", Type::INT);
        let init = self.int_init(value, Type::INT);
        self.p[var].init = Some(self.builder.p.add_init(init));
        self.bounds.push((var, value));
        var
    }

    fn head_down(&mut self, trips: u64) -> Head {
        let var = self.loop_counter();
        let (counter, again, zero) = (self.var(var), self.var(var), self.int(0, Type::INT));
        let test = self.binary(B::Ge, counter, zero);
        let step = self.step(StepOp::PreDec, again);
        let first = self.int(trips as i64 - 1, Type::INT);
        Head { counter: Counter { var, max: trips as i64 - 1 }, first, test, step }
    }

    /// The counter of the loop around is the bound, or where it begins.
    fn head_triangular(&mut self, trips: u64) -> Head {
        let Some(&outer) = self.state.counters.last() else { return self.head_down(trips) };
        let from_outer = self.rng.percent(50) && outer.max < trips as i64;
        let outer_value = self.var(outer.var);
        if from_outer {
            let bound = self.int(trips as i64, Type::INT);
            return Head { first: outer_value, ..self.head_up(trips, bound) };
        }
        let one = self.int(1, Type::INT);
        let bound = self.binary(B::Add, outer_value, one);
        let head = self.head_up(outer.max as u64 + 1, bound);
        Head { counter: Counter { max: outer.max, ..head.counter }, ..head }
    }

    /// `for` with its counter declared inside.
    fn finish_for(&mut self, head: Head, body: StmtId, reversed: &mut Vec<StmtId>) {
        let Head { counter, first, test, step } = head;
        let ty = self.p[counter.var].ty;
        let first = build::convert_to(&mut self.p, first, ty).expect("a counter is a number");
        let init = self.p.add_init(Init::Expr(first));
        self.p[counter.var].init = Some(init);
        let init = Some(self.stmt(StmtKind::Decl(counter.var)));
        self.lines += 1;
        reversed.push(self.stmt(StmtKind::For { init, cond: Some(test), step: Some(step), body }));
    }
}
