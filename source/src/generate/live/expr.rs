//! Expressions, generated top-down; undefined operations are the business of the repair.

use super::Generator;
use super::slot::{Class, Set, members};
use lang::BinaryOp as B;
use lang::*;

impl Generator<'_> {
    /// An expression for a whole statement, and what it reads.
    pub fn counted(&mut self, make: impl FnOnce(&mut Self) -> ExprId) -> (ExprId, Set) {
        let (outer, before) = (std::mem::take(&mut self.state.uses), self.p.exprs.len());
        let e = make(self);
        let uses = self.state.uses;
        self.state.uses |= outer;
        let nodes = (self.p.exprs.len() - before) as u64;
        self.state.work += nodes * self.state.times;
        (e, uses)
    }

    pub fn expr(&mut self, class: Class) -> ExprId {
        let depth = 1 + self.rng.below(u64::from(self.config.expr_depth)) as u32;
        self.deep(class, depth)
    }

    pub fn deep(&mut self, class: Class, depth: u32) -> ExprId {
        if depth == 0 || self.rng.percent(12) {
            return self.leaf(class);
        }
        match class {
            Class::Int => self.int_expr(depth - 1),
            Class::Float => self.float_expr(depth - 1),
        }
    }

    fn int_expr(&mut self, depth: u32) -> ExprId {
        let c = self.config;
        let bits = if c.no_bitwise == 1 { 0 } else { 1 };
        let division = if c.no_division == 1 { 0 } else { c.division };
        let weights = [60, c.bitwise * bits, c.shift * bits, division, 10, c.relation, c.idiom, 4];
        match self.rng.weighted(&weights) {
            0 => {
                let op = *self.rng.pick(&[B::Add, B::Sub, B::Add, B::Sub, B::Add, B::Sub, B::Mul]);
                // A product that overflows may be repaired by a division.
                let op = if op == B::Mul && c.no_division == 1 { B::Sub } else { op };
                self.both(op, Class::Int, depth)
            }
            1 => {
                let op = *self.rng.pick(&[B::Xor, B::Xor, B::Xor, B::Xor, B::And, B::Or]);
                self.both(op, Class::Int, depth)
            }
            2 => self.shift(depth),
            3 => {
                let op = *self.rng.pick(&[B::Div, B::Rem]);
                self.quotient(op, Class::Int, depth)
            }
            4 => {
                let not = if bits == 1 { UnaryOp::BitNot } else { UnaryOp::Neg };
                let op = *self.rng.pick(&[UnaryOp::Neg, not]);
                let a = self.deep(Class::Int, depth);
                self.unary(op, a)
            }
            5 => self.choice(Class::Int, depth),
            6 => self.int_idiom(),
            _ => {
                let ty = self.any_type(Class::Int);
                let a = self.deep(Class::Int, depth);
                self.cast(ty, a)
            }
        }
    }

    fn float_expr(&mut self, depth: u32) -> ExprId {
        let c = self.config;
        let division = if c.no_division == 1 { 0 } else { c.division };
        let ints = if self.ints.is_empty() { 0 } else { 5 };
        match self.rng.weighted(&[60, 8, division, c.relation, c.idiom, ints]) {
            0 => {
                let op = *self.rng.pick(&[B::Add, B::Sub, B::Add, B::Sub, B::Mul]);
                let repeats = !self.state.counters.is_empty();
                if op == B::Mul && (repeats || self.rng.percent(75)) {
                    return self.scaled(depth);
                }
                self.both(op, Class::Float, depth)
            }
            1 => {
                let a = self.deep(Class::Float, depth);
                self.unary(UnaryOp::Neg, a)
            }
            2 => self.quotient(B::Div, Class::Float, depth),
            3 => self.choice(Class::Float, depth),
            4 => self.float_idiom(),
            _ => self.small_int(depth),
        }
    }

    /// A product that is smaller than its factor: values that grow lose what is added to them.
    fn scaled(&mut self, depth: u32) -> ExprId {
        let a = self.deep(Class::Float, depth);
        let factor = *self.rng.pick(&[0.5, 0.75, 0.625, 0.25, 0.875]);
        let ty = self.any_type(Class::Float);
        let factor = self.p.add_expr(ExprKind::Float(factor), ty, Loc::NONE);
        self.binary(B::Mul, a, factor)
    }

    /// An integer below 256 as a floating value.
    fn small_int(&mut self, depth: u32) -> ExprId {
        let a = self.deep(Class::Int, depth.min(1));
        let a = self.cast(Type::UCHAR, a);
        let ty = self.any_type(Class::Float);
        self.cast(ty, a)
    }

    fn both(&mut self, op: B, class: Class, depth: u32) -> ExprId {
        let (a, b) = (self.deep(class, depth), self.deep(class, depth));
        self.binary(op, a, b)
    }

    /// `a / (b + c)`: the divisor is less likely to be 0 (section 3.1 of the paper). `a / (b * b + c)` for floating values, whose
    /// quotients would otherwise become infinite or so large that sums lose the rest.
    fn quotient(&mut self, op: B, class: Class, depth: u32) -> ExprId {
        let (a, b) = (self.deep(class, depth), self.leaf(class));
        let divisor = match class {
            Class::Float => {
                let ty = self.any_type(class);
                let c = self.float_value();
                let c = self.p.add_expr(ExprKind::Float(c), ty, Loc::NONE);
                let again = self.builder.copy(b);
                let square = self.binary(B::Mul, b, again);
                self.binary(B::Add, square, c)
            }
            Class::Int => {
                let value = 1 + self.rng.below(99) as i64;
                let c = self.int(value, Type::INT);
                self.binary(B::Add, b, c)
            }
        };
        self.binary(op, a, divisor)
    }

    /// Counts are constants or masked, so that they are below the width.
    fn shift(&mut self, depth: u32) -> ExprId {
        let op = *self.rng.pick(&[B::Shl, B::Shr]);
        let a = self.deep(Class::Int, depth);
        let ty = self.promoted(a);
        let bits = u64::from(self.kind(ty).bits);
        let count = if self.rng.percent(70) {
            let count = 1 + self.rng.below(bits / 2) as i64;
            self.int(count, Type::INT)
        } else {
            let (count, mask) = (self.leaf(Class::Int), self.int(bits as i64 - 1, Type::INT));
            self.binary(B::And, count, mask)
        };
        self.binary(op, a, count)
    }

    fn choice(&mut self, class: Class, depth: u32) -> ExprId {
        let test = self.condition();
        if class == Class::Int && self.rng.percent(40) {
            let a = self.deep(class, depth);
            return self.binary(B::Add, a, test);
        }
        let (a, b) = (self.deep(class, depth), self.deep(class, depth));
        self.cond(test, a, b)
    }

    /// A test that holds about half of the time, with at least one variable in it.
    pub fn condition(&mut self) -> ExprId {
        let class = self.any_class();
        let has_bits = self.config.no_bitwise == 0;
        if class == Class::Int && has_bits && self.rng.percent(50) {
            let a = self.varying();
            let mask = *self.rng.pick(&[1, 1, 2, 3, 4, 8]);
            let mask = self.int(mask, Type::INT);
            let masked = self.binary(B::And, a, mask);
            let zero = self.int(0, Type::INT);
            let op = *self.rng.pick(&[B::Eq, B::Ne]);
            return self.binary(op, masked, zero);
        }
        let op = *self.rng.pick(&[B::Lt, B::Gt, B::Le, B::Ge]);
        let a = self.variable(class);
        let b = self.deep(class, 1);
        self.binary(op, a, b)
    }

    fn varying(&mut self) -> ExprId {
        let a = self.variable(Class::Int);
        if self.rng.percent(40) {
            let b = self.leaf(Class::Int);
            return self.binary(B::Xor, a, b);
        }
        a
    }

    fn variable(&mut self, class: Class) -> ExprId {
        let live = self.without_digests(self.scalars_of(self.state.live.all, class));
        match self.pick_slot(live) {
            Some(slot) => self.read(slot),
            None => self.parameter(class),
        }
    }

    /// An expression that reads all of these variables and computes a value of this class.
    pub fn all_of(&mut self, set: Set, class: Class) -> ExprId {
        let mut sum = self.leaf(class);
        for slot in members(set) {
            let value = self.read_any(slot, class);
            let op = *self.rng.pick(&[B::Add, B::Sub, B::Add]);
            sum = self.binary(op, sum, value);
        }
        sum
    }

    /// A variable of any kind as a value of this class.
    pub fn read_any(&mut self, slot: usize, class: Class) -> ExprId {
        let ty = self.state.slots[slot].ty;
        let value = match self.state.slots[slot].len() {
            None => self.read(slot),
            Some(len) => {
                self.state.uses |= super::slot::bit(slot);
                let var = self.state.slots[slot].var;
                let array = self.var(var);
                let subscript = self.subscript(len);
                self.index(array, subscript)
            }
        };
        match (self.class(ty), class) {
            (Class::Float, Class::Int) => {
                let factor = self.p.add_expr(ExprKind::Float(1024.0), ty, Loc::NONE);
                let value = self.binary(B::Mul, value, factor);
                self.cast(Type::LONG, value)
            }
            (Class::Int, Class::Float) => {
                let value = self.cast(Type::UCHAR, value);
                let ty = self.any_type(Class::Float);
                self.cast(ty, value)
            }
            _ => value,
        }
    }
}
