//! Idioms: what programmers write for minimum, rotation, saturation and the like, which compilers recognise; and the
//! chains of conversions they fold.

use super::Generator;
use lang::BinaryOp as B;
use lang::*;

impl Generator<'_> {
    /// One idiom over small operands.
    pub fn idiom(&mut self, depth: u32) -> ExprId {
        let c = self.config;
        let weights = [
            c.idiom_minmax,
            c.idiom_abs,
            c.idiom_rotate,
            c.idiom_overflow,
            c.idiom_saturate,
            c.idiom_chain,
            c.idiom_bits,
            c.idiom_masks,
            c.idiom_compare,
            c.idiom_divide,
            c.idiom_select,
            c.idiom_swap,
            c.idiom_related,
        ];
        match self.rng.weighted(&weights) {
            0 => self.minmax(),
            1 => self.abs(),
            2 => self.rotate(),
            3 => self.overflow_check(),
            4 => self.saturate(),
            5 => self.chain_of_casts(depth),
            6 => self.bit_trick(),
            7 => self.masks(depth),
            8 => self.compare_pair(),
            9 => self.divide_by_constant(),
            10 => self.select(),
            11 => self.byte_swap(),
            _ => self.related(),
        }
    }

    /// A small operand that may be evaluated again.
    fn operand(&mut self) -> ExprId {
        self.duplicable(|g| match g.rng.below(6) {
            0 => g.expr(1),
            _ => g.datum().unwrap_or_else(|| g.constant()),
        })
    }

    fn unsigned_operand(&mut self) -> (ExprId, Type, i64) {
        let (ty, bits) = *self.rng.pick(&[(Type::UINT, 32), (Type::ULLONG, 64), (Type::UINT, 32)]);
        let x = self.operand();
        (self.cast(ty, x), ty, bits)
    }

    /// A literal in the type that an operand has after promotion.
    fn literal(&mut self, value: i64) -> ExprId {
        self.int(value, Type::INT)
    }

    fn comparison_op(&mut self) -> BinaryOp {
        *self.rng.pick(&[B::Lt, B::Gt, B::Le, B::Ge])
    }

    fn minmax(&mut self) -> ExprId {
        let (a, b) = (self.operand(), self.operand());
        // Conversions between the arms and the comparison are part of the fun, but seldom.
        let b = if self.rng.percent(70) {
            let ty = self.promoted(a);
            self.cast(ty, b)
        } else {
            b
        };
        let (x, y) = (self.copy(a), self.copy(b));
        let op = self.comparison_op();
        let test = self.binary(op, a, b);
        let chosen = if self.rng.percent(70) { self.cond(test, x, y) } else { self.cond(test, y, x) };
        if self.rng.percent(30) {
            // Clamped: a minimum of a maximum.
            let bound = self.constant_like(chosen);
            let again = self.copy(bound);
            let copy = self.copy(chosen);
            let op = self.comparison_op();
            let test = self.binary(op, chosen, bound);
            return self.cond(test, copy, again);
        }
        chosen
    }

    fn abs(&mut self) -> ExprId {
        let a = self.operand();
        let (b, c) = (self.copy(a), self.copy(a));
        let zero = self.literal(0);
        let op = self.comparison_op();
        let test = self.binary(op, a, zero);
        let negated = self.unary(UnaryOp::Neg, b);
        if self.rng.percent(70) { self.cond(test, negated, c) } else { self.cond(test, c, negated) }
    }

    /// `(x << c) | (x >> (32 - c))`, with a constant or a variable count.
    fn rotate(&mut self) -> ExprId {
        let (x, _, bits) = self.unsigned_operand();
        let y = self.copy(x);
        let join = *self.rng.pick(&[B::Or, B::Or, B::Xor, B::Add]);
        let (up, down) = if self.rng.percent(60) {
            let count = self.rng.range(1, bits - 1);
            // Not always the complement: a funnel of something else, or a plain field.
            let other = if self.rng.percent(80) { bits - count } else { self.rng.range(1, bits - 1) };
            (self.literal(count), self.literal(other))
        } else {
            let n = self.operand();
            let m = self.copy(n);
            let mask = self.literal(bits - 1);
            let n = self.binary(B::And, n, mask);
            let m = self.cast(Type::UINT, m);
            let minus = self.unary(UnaryOp::Neg, m);
            let mask = self.literal(bits - 1);
            (n, self.binary(B::And, minus, mask))
        };
        let (left, right) = (self.binary(B::Shl, x, up), self.binary(B::Shr, y, down));
        if self.rng.percent(50) { self.binary(join, left, right) } else { self.binary(join, right, left) }
    }

    /// `a + b < a` on unsigned operands, and its relatives.
    fn overflow_check(&mut self) -> ExprId {
        let (a, ty, _) = self.unsigned_operand();
        let b = self.operand();
        let b = self.cast(ty, b);
        let c = self.copy(a);
        match self.rng.below(4) {
            0 => {
                let sum = self.binary(B::Add, a, b);
                self.binary(B::Lt, sum, c)
            }
            1 => {
                let difference = self.binary(B::Sub, a, b);
                self.binary(B::Gt, difference, c)
            }
            2 => {
                let inverted = self.unary(UnaryOp::BitNot, a);
                self.binary(B::Lt, inverted, b)
            }
            _ => {
                // Signed: the operands' signs against the sum's.
                let (s, t, u) = (self.copy(a), self.copy(b), self.copy(b));
                let sum = self.binary(B::Add, a, b);
                let again = self.copy(sum);
                let (x, y) = (self.binary(B::Xor, s, sum), self.binary(B::Xor, t, again));
                let both = self.binary(B::And, x, y);
                let top = self.literal(self.kind(ty).bits as i64 - 1);
                let bit = self.binary(B::Shr, both, top);
                let used = self.binary(B::Ne, c, u);
                self.binary(B::Or, bit, used)
            }
        }
    }

    fn saturate(&mut self) -> ExprId {
        let (a, ty, _) = self.unsigned_operand();
        let b = self.operand();
        let b = self.cast(ty, b);
        let (a2, b2) = (self.copy(a), self.copy(b));
        match self.rng.below(3) {
            0 => {
                let sum = self.binary(B::Add, a, b);
                let again = self.copy(sum);
                let wrapped = self.binary(B::Lt, sum, a2);
                let all = arith::wrap(self.kind(ty), u64::MAX);
                let all = self.int(all as i64, ty);
                self.cond(wrapped, all, again)
            }
            1 => {
                let op = [B::Gt, B::Ge][self.names as usize % 2];
                let larger = self.binary(op, a, b);
                let difference = self.binary(B::Sub, a2, b2);
                let zero = self.int(0, ty);
                self.cond(larger, difference, zero)
            }
            _ => {
                // A sum brought into the range of a narrow type.
                let (narrow, low, high) =
                    *self.rng.pick(&[(Type::SHORT, -32768, 32767), (Type::SCHAR, -128, 127), (Type::UCHAR, 0, 255)]);
                let (x, y) = (self.operand(), self.operand());
                let (x, y) = (self.cast(narrow, x), self.cast(narrow, y));
                let sum = self.binary(B::Add, x, y);
                let (s1, s2, s3) = (self.copy(sum), self.copy(sum), sum);
                let (low1, low2) = (self.literal(low), self.literal(low));
                let (high1, high2) = (self.literal(high), self.literal(high));
                let below = self.binary(B::Lt, s1, low1);
                let above = self.binary(B::Gt, s2, high1);
                let inner = self.cond(above, high2, s3);
                self.cond(below, low2, inner)
            }
        }
    }

    /// Widening and narrowing, with arithmetic between.
    fn chain_of_casts(&mut self, depth: u32) -> ExprId {
        let mut e = self.expr(depth.saturating_sub(1).min(2));
        for _ in 0..2 + self.rng.below(3) {
            let ty = self.int_type();
            e = self.cast(ty, e);
            if self.rng.percent(35) {
                let constant = self.constant_like(e);
                let op = *self.rng.pick(&[B::Add, B::And, B::Xor, B::Or, B::Mul]);
                e = self.binary(op, e, constant);
            } else if self.rng.percent(30) {
                let count = self.rng.below(self.kind(self.promoted(e)).bits as u64) as i64;
                let count = self.literal(count);
                let op = *self.rng.pick(&[B::Shl, B::Shr]);
                e = self.binary(op, e, count);
            }
        }
        e
    }

    fn bit_trick(&mut self) -> ExprId {
        let (x, ty, bits) = self.unsigned_operand();
        let (y, one) = (self.copy(x), self.int(1, ty));
        match self.rng.below(8) {
            // The lowest bit cleared, isolated; the bits below it.
            0 => {
                let less = self.binary(B::Sub, x, one);
                self.binary(B::And, less, y)
            }
            1 => {
                let minus = self.unary(UnaryOp::Neg, x);
                self.binary(B::And, minus, y)
            }
            2 => {
                let less = self.binary(B::Sub, x, one);
                let not = self.unary(UnaryOp::BitNot, y);
                self.binary(B::And, less, not)
            }
            // Is a power of two.
            3 => {
                let less = self.binary(B::Sub, x, one);
                let both = self.binary(B::And, less, y);
                let zero = self.int(0, ty);
                self.binary(B::Eq, both, zero)
            }
            // One bit tested, set, flipped.
            4 => {
                let at = self.rng.below(bits as u64) as i64;
                let at = self.literal(at);
                let shifted = self.binary(B::Shr, x, at);
                self.binary(B::And, shifted, one)
            }
            5 => {
                let n = self.operand();
                let mask = self.literal(bits - 1);
                let n = self.binary(B::And, n, mask);
                let bit = self.binary(B::Shl, one, n);
                let op = *self.rng.pick(&[B::Or, B::Xor, B::And]);
                self.binary(op, x, bit)
            }
            // Rounded up, or down, to a multiple.
            6 => {
                let power = 1i64 << self.rng.range(1, 8);
                let add = self.int(power - 1, ty);
                let mask = arith::wrap(self.kind(ty), (-power) as u64);
                let mask = self.int(mask as i64, ty);
                let sum = self.binary(B::Add, x, add);
                self.binary(B::And, sum, mask)
            }
            // The average without overflow.
            _ => {
                let z = self.operand();
                let z = self.cast(ty, z);
                let w = self.copy(z);
                let both = self.binary(B::And, x, z);
                let either = self.binary(B::Xor, y, w);
                let half = self.binary(B::Shr, either, one);
                self.binary(B::Add, both, half)
            }
        }
    }

    /// Masks and shifts that meet: fields extracted, inserted, sign-extended.
    fn masks(&mut self, depth: u32) -> ExprId {
        let x = self.expr(depth.saturating_sub(1).min(1));
        let ty = self.promoted(x);
        let kind = self.kind(ty);
        let bits = kind.bits as i64;
        let count = self.rng.range(1, bits - 1);
        match self.rng.below(5) {
            // (x << c) >> c, in one signedness or the other.
            0 => {
                let unsigned = if bits == 32 { Type::UINT } else { Type::ULLONG };
                let signed = if bits == 32 { Type::INT } else { Type::LLONG };
                let x = self.cast(unsigned, x);
                let (up, down) = (self.literal(count), self.literal(count));
                let shifted = self.binary(B::Shl, x, up);
                let shifted = if self.rng.percent(50) { self.cast(signed, shifted) } else { shifted };
                self.binary(B::Shr, shifted, down)
            }
            // (x >> c) << d
            1 => {
                let unsigned = if bits == 32 { Type::UINT } else { Type::ULLONG };
                let (down, up) = (self.literal(count), self.rng.range(1, bits - 1));
                let up = self.literal(up);
                let shifted = self.binary(B::Shr, x, down);
                let shifted = self.cast(unsigned, shifted);
                self.binary(B::Shl, shifted, up)
            }
            // ((x >> c) & m) op k
            2 => {
                let down = self.literal(count);
                let shifted = self.binary(B::Shr, x, down);
                let mask = self.constant_of(ty);
                let masked = self.binary(B::And, shifted, mask);
                let constant = self.constant_of(ty);
                let op = *self.rng.pick(&[B::Or, B::Xor, B::Add, B::And]);
                self.binary(op, masked, constant)
            }
            // (x & m1) op (x & m2), (x | m1) op (x | m2), and the like
            3 => {
                let a = self.operand();
                let b = self.copy(a);
                let (m1, m2) = (self.constant_like(a), self.constant_like(a));
                let inner = [B::And, B::Or, B::Xor];
                let (first, second) = (*self.rng.pick(&inner), *self.rng.pick(&inner));
                let (left, right) = (self.binary(first, a, m1), self.binary(second, b, m2));
                let op = *self.rng.pick(&[B::And, B::Or, B::Xor, B::Add, B::Sub]);
                self.binary(op, left, right)
            }
            // (a & m) | (b & ~m)
            _ => {
                let (a, b) = (self.operand(), self.operand());
                let mask = self.special(kind);
                let (m1, m2) = (self.int(mask as i64, ty), self.int(arith::wrap(kind, !mask) as i64, ty));
                let (left, right) = (self.binary(B::And, a, m1), self.binary(B::And, b, m2));
                let op = *self.rng.pick(&[B::Or, B::Xor, B::Add]);
                self.binary(op, left, right)
            }
        }
    }

    /// Two comparisons of one value: ranges, and conditions that imply or exclude each other.
    fn compare_pair(&mut self) -> ExprId {
        let a = self.operand();
        let b = self.copy(a);
        let all = [B::Lt, B::Gt, B::Le, B::Ge, B::Eq, B::Ne];
        let (first, second) = (*self.rng.pick(&all), *self.rng.pick(&all));
        let (c1, c2) = if self.rng.percent(60) {
            let c1 = self.constant_like(a);
            let kind = self.p[c1].kind;
            let c2 = match kind {
                ExprKind::Int(value) if self.rng.percent(60) => {
                    let ty = self.p[c1].ty;
                    let near = value.wrapping_add(self.rng.range(-2, 12) as u64);
                    let near = arith::wrap(self.kind(ty), near);
                    self.int(near as i64, ty)
                }
                _ => self.constant_like(a),
            };
            (c1, c2)
        } else {
            let other = self.operand();
            (self.copy(other), other)
        };
        let (left, right) = (self.binary(first, a, c1), self.binary(second, b, c2));
        match self.rng.below(4) {
            0 => self.and(left, right),
            1 => self.or(left, right),
            2 => {
                let op = [B::And, B::Or, B::Xor][self.names as usize % 3];
                self.binary(op, left, right)
            }
            _ => self.binary(B::Eq, left, right),
        }
    }

    /// Division, remainder and multiplication by constants that become shifts and products.
    fn divide_by_constant(&mut self) -> ExprId {
        let a = self.operand();
        let ty = self.promoted(a);
        let power = 1i64 << self.rng.below(self.kind(ty).bits as u64 - 2);
        let divisor = match self.rng.below(6) {
            0 | 1 => power,
            2 => -power,
            3 => *self.rng.pick(&[3, 5, 7, 9, 10, 12, 25, 60, 100, 127, 255, 641, 1000, 65535]),
            4 => -*self.rng.pick(&[3, 5, 6, 7, 10, 100, 1000]),
            _ => power + 1,
        };
        let divisor = arith::wrap(self.kind(ty), divisor as u64) as i64;
        let divisor = if divisor == 0 { 7 } else { divisor };
        let b = self.int(divisor, ty);
        match self.rng.below(5) {
            0 | 1 => self.binary(B::Div, a, b),
            2 | 3 => self.binary(B::Rem, a, b),
            _ => {
                // (a / b) * b, which is not a.
                let again = self.copy(b);
                let quotient = self.binary(B::Div, a, b);
                self.binary(B::Mul, quotient, again)
            }
        }
    }

    /// `c ? x op k : x`, `c ? k1 : k2`, `-(c) & x`: selects in disguise.
    fn select(&mut self) -> ExprId {
        let test = self.duplicable(|g| g.comparison(1));
        let x = self.operand();
        match self.rng.below(4) {
            0 => {
                let y = self.copy(x);
                let constant = self.constant_like(x);
                let op = *self.rng.pick(&[B::Add, B::Sub, B::Xor, B::Or, B::And]);
                let changed = self.binary(op, x, constant);
                self.cond(test, changed, y)
            }
            1 => {
                let (a, b) = (self.constant(), self.constant());
                self.cond(test, a, b)
            }
            2 => {
                let minus = self.unary(UnaryOp::Neg, test);
                self.binary(B::And, minus, x)
            }
            _ => {
                let ty = self.promoted(x);
                let zero = self.int(0, ty);
                self.cond(test, x, zero)
            }
        }
    }

    /// `(x op c) rel (y op d)` with `y` mostly `x` and `d` close to `c`: what algebraic simplification is about.
    fn related(&mut self) -> ExprId {
        let x = self.operand();
        let y = if self.rng.percent(60) { self.copy(x) } else { self.operand() };
        let all = [B::Add, B::Sub, B::Mul, B::And, B::Or, B::Xor, B::Shl, B::Shr, B::Div, B::Rem];
        let op = *self.rng.pick(&all);
        let other = if self.rng.percent(60) { op } else { *self.rng.pick(&all) };
        let (left, c) = self.with_constant(op, x, None);
        let right = match self.rng.below(5) {
            0 => y,
            1 => self.constant_like(left),
            _ => self.with_constant(other, y, Some(c)).0,
        };
        let (left, right) = (self.perhaps_cast(left), self.perhaps_cast(right));
        let outer =
            [B::Lt, B::Gt, B::Le, B::Ge, B::Eq, B::Ne, B::Add, B::Sub, B::And, B::Or, B::Xor, B::Eq, B::Lt, B::Sub];
        let outer = *self.rng.pick(&outer);
        self.binary(outer, left, right)
    }

    /// `x op c`, where `c` may be close to a constant used before.
    fn with_constant(&mut self, op: BinaryOp, x: ExprId, near: Option<i64>) -> (ExprId, i64) {
        let x = self.perhaps_cast(x);
        let ty = self.promoted(x);
        let kind = self.kind(ty);
        let value = match near {
            Some(value) => match self.rng.below(6) {
                0..3 => value,
                3 => value.wrapping_add(1),
                4 => value.wrapping_neg(),
                _ => !value,
            },
            None => self.special(kind) as i64,
        };
        let value = match op {
            B::Shl | B::Shr => (value as u64 % kind.bits as u64) as i64,
            B::Div | B::Rem if arith::wrap(kind, value as u64) == 0 => 3,
            _ => arith::wrap(kind, value as u64) as i64,
        };
        let constant = if matches!(op, B::Shl | B::Shr) { self.literal(value) } else { self.int(value, ty) };
        let swap = matches!(op, B::Sub) && self.rng.percent(30);
        (if swap { self.binary(op, constant, x) } else { self.binary(op, x, constant) }, value)
    }

    fn perhaps_cast(&mut self, e: ExprId) -> ExprId {
        if !self.rng.percent(25) {
            return e;
        }
        let ty = self.int_type();
        self.cast(ty, e)
    }

    fn byte_swap(&mut self) -> ExprId {
        let x = self.operand();
        let x = self.cast(Type::UINT, x);
        let mut sum = None;
        for byte in 0..4 {
            let copy = self.copy(x);
            // Sometimes a byte goes to the wrong place: almost a byte swap.
            let to = if self.rng.percent(95) { 3 - byte } else { self.rng.range(0, 3) };
            let down = self.literal(8 * byte);
            let mask = self.int(0xff, Type::UINT);
            let up = self.literal(8 * to);
            let field = self.binary(B::Shr, copy, down);
            let field = self.binary(B::And, field, mask);
            let field = self.binary(B::Shl, field, up);
            sum = Some(match sum {
                None => field,
                Some(sum) => self.binary(B::Or, sum, field),
            });
        }
        sum.expect("four bytes")
    }
}
