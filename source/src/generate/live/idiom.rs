//! Idioms: what programmers write for minimum, rotation, saturation and the like, which optimizers recognise; and the chains
//! of conversions and comparisons that they fold.
//!
//! Operands are leaves, so that an idiom may mention them several times.

use super::Generator;
use super::slot::Class;
use lang::BinaryOp as B;
use lang::*;

const COMPARISONS: [B; 4] = [B::Lt, B::Gt, B::Le, B::Ge];

const NARROW: [Type; 5] = [Type::SCHAR, Type::UCHAR, Type::SHORT, Type::USHORT, Type::INT];

impl Generator<'_> {
    /// An integer idiom.
    pub fn int_idiom(&mut self) -> ExprId {
        let (bits, division) = (1 - self.config.no_bitwise, 1 - self.config.no_division);
        let weights = [12, 5, 8 * bits, 8, 10, 12 * bits, 8 * bits, 14, 10 * division, 6 * bits, 6, 6 * bits, 6];
        match self.rng.weighted(&weights) {
            0 => self.extreme(Class::Int),
            1 => self.magnitude(Class::Int),
            2 => self.rotation(),
            3 => self.saturated(),
            4 => self.casts(),
            5 => self.bit_trick(),
            6 => self.merged(),
            7 => self.compared(),
            8 => self.constant_quotient(),
            9 => self.chosen_bit(),
            10 => self.chosen_where_equal(),
            11 => self.bytes(),
            _ => self.wide_product(),
        }
    }

    /// A floating idiom. Its value is not much larger than its operands.
    pub fn float_idiom(&mut self) -> ExprId {
        match self.rng.below(10) {
            0 | 1 => self.extreme(Class::Float),
            2 => self.magnitude(Class::Float),
            3 => {
                let x = self.leaf(Class::Float);
                let float = self.cast(Type::FLOAT, x);
                self.cast(Type::DOUBLE, float)
            }
            4 => {
                let (x, zero) = (self.leaf(Class::Float), self.real(0.0));
                let left = self.rng.percent(50);
                if left { self.binary(B::Sub, zero, x) } else { self.binary(B::Add, x, zero) }
            }
            5 => {
                let (a, b) = (self.float_value(), self.float_value());
                let (x, a, b) = (self.leaf(Class::Float), self.real(a), self.real(b));
                let sum = self.binary(B::Add, x, a);
                self.binary(B::Add, sum, b)
            }
            6 => {
                let (x, y) = (self.leaf(Class::Float), self.leaf(Class::Float));
                let again = self.builder.copy(y);
                let sum = self.binary(B::Add, x, y);
                self.binary(B::Sub, sum, again)
            }
            7 if self.config.no_division == 0 => {
                let by = *self.rng.pick(&[3.0, 10.0, 7.0, 2.0, 1.5]);
                let (x, by) = (self.leaf(Class::Float), self.real(by));
                self.binary(B::Div, x, by)
            }
            8 if !self.ints.is_empty() => {
                let narrow = *self.rng.pick(&NARROW[..4]);
                let value = self.leaf(Class::Int);
                let value = self.cast(narrow, value);
                let ty = self.any_type(Class::Float);
                self.cast(ty, value)
            }
            _ => {
                let (x, y) = (self.leaf(Class::Float), self.leaf(Class::Float));
                let (first, again) = (self.builder.copy(x), self.builder.copy(y));
                let op = *self.rng.pick(&COMPARISONS);
                let less = self.binary(op, x, y);
                let zero = self.int(0, Type::INT);
                let not = self.binary(B::Eq, less, zero);
                self.cond(not, first, again)
            }
        }
    }

    fn real(&mut self, value: f64) -> ExprId {
        self.p.add_expr(ExprKind::Float(value), Type::DOUBLE, Loc::NONE)
    }

    fn number(&mut self, value: i64) -> ExprId {
        self.int(value, Type::INT)
    }

    /// An unsigned operand with so many bits.
    fn unsigned(&mut self) -> (ExprId, i64) {
        let (ty, bits) = *self.rng.pick(&[(Type::UINT, 32), (Type::UINT, 32), (Type::ULLONG, 64)]);
        let x = self.leaf(Class::Int);
        (self.cast(ty, x), bits)
    }

    /// A minimum or a maximum, perhaps within a bound.
    fn extreme(&mut self, class: Class) -> ExprId {
        let (a, b) = (self.leaf(class), self.leaf(class));
        let chosen = self.extreme_of(a, b);
        if class == Class::Float || self.rng.percent(65) {
            return chosen;
        }
        let bound = self.rng.range(1, 300);
        let bound = self.number(bound);
        self.extreme_of(chosen, bound)
    }

    /// `a < b ? a : b`
    pub fn extreme_of(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let (x, y) = (self.builder.copy(a), self.builder.copy(b));
        let op = *self.rng.pick(&COMPARISONS);
        let test = self.binary(op, a, b);
        self.cond(test, x, y)
    }

    /// `a < 0 ? -a : a`
    fn magnitude(&mut self, class: Class) -> ExprId {
        let a = self.leaf(class);
        let (b, c) = (self.builder.copy(a), self.builder.copy(a));
        let zero = if class == Class::Float { self.real(0.0) } else { self.number(0) };
        let test = self.binary(B::Lt, a, zero);
        let negated = self.unary(UnaryOp::Neg, b);
        self.cond(test, negated, c)
    }

    /// `(x << c) | (x >> (32 - c))`, with a constant or a variable count, also of promoted narrow values.
    fn rotation(&mut self) -> ExprId {
        let (x, bits) = match self.rng.below(4) {
            0 => {
                let x = self.leaf(Class::Int);
                (self.cast(Type::USHORT, x), 16)
            }
            _ => self.unsigned(),
        };
        let y = self.builder.copy(x);
        let (up, down) = if bits == 16 || self.rng.percent(65) {
            let count = self.rng.range(1, bits - 1);
            (self.number(count), self.number(bits - count))
        } else {
            let n = self.leaf(Class::Int);
            let m = self.builder.copy(n);
            let (mask, again) = (self.number(bits - 1), self.number(bits - 1));
            let up = self.binary(B::And, n, mask);
            let m = self.cast(Type::UINT, m);
            let minus = self.unary(UnaryOp::Neg, m);
            (up, self.binary(B::And, minus, again))
        };
        let op = *self.rng.pick(&[B::Or, B::Or, B::Xor, B::Add]);
        let (left, right) = (self.binary(B::Shl, x, up), self.binary(B::Shr, y, down));
        let rotated = self.binary(op, left, right);
        if bits == 16 && self.rng.percent(50) { self.cast(Type::USHORT, rotated) } else { rotated }
    }

    /// `a > b ? a - b : 0`, or `a + b < a ? -1 : a + b` without sign.
    fn saturated(&mut self) -> ExprId {
        let ((a, _), b) = (self.unsigned(), self.leaf(Class::Int));
        let (x, y) = (self.builder.copy(a), self.builder.copy(b));
        if self.rng.percent(50) {
            let test = self.binary(B::Gt, a, b);
            let (difference, zero) = (self.binary(B::Sub, x, y), self.number(0));
            return self.cond(test, difference, zero);
        }
        let again = self.builder.copy(a);
        let sum = self.binary(B::Add, a, b);
        let test = self.binary(B::Lt, sum, again);
        let (all, sum) = (self.number(-1), self.binary(B::Add, x, y));
        self.cond(test, all, sum)
    }

    /// `(short)(x >> 8)`, `(long)(int)(x + 1)`, `(unsigned char)(a + b) / 2`
    fn casts(&mut self) -> ExprId {
        let a = self.leaf(Class::Int);
        let inner = match self.rng.below(4) {
            0 if self.config.no_bitwise == 0 => {
                let count = *self.rng.pick(&[1, 3, 7, 8, 16, 24]);
                let count = self.number(count);
                self.binary(B::Shr, a, count)
            }
            1 => {
                let c = self.rng.range(-200, 200);
                let c = self.number(c);
                self.binary(B::Add, a, c)
            }
            2 => {
                let b = self.leaf(Class::Int);
                self.binary(B::Add, a, b)
            }
            _ => a,
        };
        let narrow = *self.rng.pick(&NARROW);
        let narrowed = self.cast(narrow, inner);
        let outer = *self.rng.pick(&[Type::LONG, Type::ULONG, Type::UINT, Type::INT]);
        match self.rng.below(3) {
            0 => self.cast(outer, narrowed),
            1 => {
                let other = *self.rng.pick(&NARROW);
                let other = self.cast(other, narrowed);
                self.cast(outer, other)
            }
            _ => narrowed,
        }
    }

    /// `x & (x - 1)`, `x & -x`, `x ^ (x >> 7)`, `(x << 5) >> 9`, `(x >> 5) << 5`, `~x + 9`
    fn bit_trick(&mut self) -> ExprId {
        let (x, bits) = self.unsigned();
        let again = self.builder.copy(x);
        let count = self.rng.range(1, bits - 1);
        let count = self.number(count);
        match self.rng.below(7) {
            0 | 1 => {
                let one = self.number(1);
                let less = self.binary(B::Sub, again, one);
                let both = self.binary(B::And, x, less);
                let zero = self.number(0);
                if self.rng.percent(50) { self.binary(B::Eq, both, zero) } else { both }
            }
            2 => {
                let minus = self.unary(UnaryOp::Neg, again);
                self.binary(B::And, x, minus)
            }
            3 => {
                let shifted = self.binary(B::Shr, again, count);
                self.binary(B::Xor, x, shifted)
            }
            4 => {
                let (shifted, back) = (self.binary(B::Shl, x, count), self.rng.range(1, bits - 1));
                let back = self.number(back);
                self.binary(B::Shr, shifted, back)
            }
            5 => {
                let back = self.builder.copy(count);
                let shifted = self.binary(B::Shr, x, count);
                self.binary(B::Shl, shifted, back)
            }
            _ => {
                let not = self.unary(UnaryOp::BitNot, x);
                self.binary(B::Add, not, count)
            }
        }
    }

    /// `(x & m) | (y & ~m)`, `(x + 8) & 15`, `(x & y) ^ y`
    fn merged(&mut self) -> ExprId {
        let (x, k) = (self.leaf(Class::Int), self.rng.below(14) as i64);
        match self.rng.below(3) {
            0 => {
                let y = self.leaf(Class::Int);
                let mask = *self.rng.pick(&[255, 0xf0f, 0xffff, 0x3c, 1 << k]);
                let other = if self.rng.percent(60) { !mask } else { mask << 1 };
                let (mask, other) = (self.number(mask), self.number(other));
                let (left, right) = (self.binary(B::And, x, mask), self.binary(B::And, y, other));
                self.binary(B::Or, left, right)
            }
            1 => {
                let (bit, mask) = (self.number(1 << k), self.number((2 << k) - 1));
                let x = self.cast(Type::UINT, x);
                let sum = self.binary(B::Add, x, bit);
                self.binary(B::And, sum, mask)
            }
            _ => {
                let y = self.leaf(Class::Int);
                let again = self.builder.copy(y);
                let both = self.binary(B::And, x, y);
                self.binary(B::Xor, both, again)
            }
        }
    }

    /// Comparisons that belong together, as a number.
    fn compared(&mut self) -> ExprId {
        let x = self.leaf(Class::Int);
        let again = self.builder.copy(x);
        let low = self.rng.range(-100, 100);
        let high = low + self.rng.range(1, 1000);
        let (low, high) = (self.number(low), self.number(high));
        let op = *self.rng.pick(&COMPARISONS);
        match self.rng.below(7) {
            0 => {
                let (a, b) = (self.binary(B::Lt, low, x), self.binary(B::Lt, again, high));
                self.and(a, b)
            }
            1 => {
                let (a, b) = (self.binary(B::Eq, x, low), self.binary(B::Eq, again, high));
                self.or(a, b)
            }
            2 => {
                let y = self.leaf(Class::Int);
                let other = self.builder.copy(y);
                let (a, b) = (self.binary(B::Gt, x, y), self.binary(B::Lt, again, other));
                self.binary(B::Sub, a, b)
            }
            3 => {
                let x = self.cast(Type::UINT, x);
                let shifted = self.binary(B::Sub, x, low);
                self.binary(op, shifted, high)
            }
            4 => {
                let sum = self.binary(B::Add, x, low);
                self.binary(op, sum, high)
            }
            5 => {
                let y = self.leaf(Class::Int);
                let other = self.builder.copy(y);
                let (a, b) = (self.cast(Type::INT, x), self.cast(Type::INT, y));
                let (c, d) = (self.cast(Type::UINT, again), self.cast(Type::UINT, other));
                let (signed, unsigned) = (self.binary(op, a, b), self.binary(op, c, d));
                if self.rng.percent(50) { self.and(signed, unsigned) } else { self.or(signed, unsigned) }
            }
            _ => {
                let wide = *self.rng.pick(&[Type::UCHAR, Type::SCHAR, Type::USHORT, Type::SHORT]);
                let narrow = self.cast(wide, x);
                self.binary(op, narrow, low)
            }
        }
    }

    /// `x / 10`, `x % 8 == 3`, `x * 12 / 4`, `-(x % 7)`
    fn constant_quotient(&mut self) -> ExprId {
        let x = self.leaf(Class::Int);
        let by = *self.rng.pick(&[2, 3, 5, 7, 8, 10, 16, 60, 100, 255, 641, 1000]);
        match self.rng.below(5) {
            0 | 1 => {
                let by = self.number(by);
                self.binary(B::Div, x, by)
            }
            2 => {
                let modulus = *self.rng.pick(&[2, 4, 8, 16]);
                let (modulus, rest) = (self.number(modulus), self.number(1));
                let remainder = self.binary(B::Rem, x, modulus);
                self.binary(B::Eq, remainder, rest)
            }
            3 => {
                let (product, by) = (self.number(by * 6), self.number(by));
                let x = self.cast(Type::UINT, x);
                let product = self.binary(B::Mul, x, product);
                self.binary(B::Div, product, by)
            }
            _ => {
                let by = self.number(by);
                let remainder = self.binary(B::Rem, x, by);
                self.unary(UnaryOp::Neg, remainder)
            }
        }
    }

    /// `x & 8 ? 2 : 0`
    fn chosen_bit(&mut self) -> ExprId {
        let x = self.leaf(Class::Int);
        let (tested, chosen) = (self.rng.below(15), self.rng.below(15));
        let (tested, chosen, zero) = (self.number(1 << tested), self.number(1 << chosen), self.number(0));
        let bit = self.binary(B::And, x, tested);
        if self.rng.percent(50) { self.cond(bit, chosen, zero) } else { self.cond(bit, zero, chosen) }
    }

    /// `x == c ? y : x + z`
    fn chosen_where_equal(&mut self) -> ExprId {
        let (x, y, z) = (self.leaf(Class::Int), self.leaf(Class::Int), self.leaf(Class::Int));
        let again = self.builder.copy(x);
        let c = self.rng.range(-2, 9);
        let c = self.number(c);
        let op = *self.rng.pick(&[B::Eq, B::Ne]);
        let test = self.binary(op, x, c);
        let sum = self.binary(B::Add, again, z);
        self.cond(test, y, sum)
    }

    /// A byte of a word, or two that change places.
    fn bytes(&mut self) -> ExprId {
        let (x, _) = self.unsigned();
        let again = self.builder.copy(x);
        let count = *self.rng.pick(&[8, 16, 24]);
        let (count, mask, eight, other) = (self.number(count), self.number(255), self.number(8), self.number(255));
        let shifted = self.binary(B::Shr, x, count);
        if self.rng.percent(40) {
            let signed = self.rng.percent(50);
            return self.cast(if signed { Type::SCHAR } else { Type::UCHAR }, shifted);
        }
        let high = self.binary(B::And, shifted, mask);
        let low = self.binary(B::And, again, other);
        let low = self.binary(B::Shl, low, eight);
        self.binary(B::Or, high, low)
    }

    /// `(unsigned long)a * b >> 32`, `(unsigned short)a * (unsigned short)b`, `(a + b) >> 1` of narrow values
    fn wide_product(&mut self) -> ExprId {
        let (a, b) = (self.leaf(Class::Int), self.leaf(Class::Int));
        let has_bits = self.config.no_bitwise == 0;
        match self.rng.below(3) {
            0 if has_bits => {
                let (a, b) = (self.cast(Type::UINT, a), self.cast(Type::UINT, b));
                let (a, count) = (self.cast(Type::ULLONG, a), self.number(32));
                let product = self.binary(B::Mul, a, b);
                self.binary(B::Shr, product, count)
            }
            1 if has_bits => {
                let (a, b, one) = (self.cast(Type::UCHAR, a), self.cast(Type::UCHAR, b), self.number(1));
                let sum = self.binary(B::Add, a, b);
                self.binary(B::Shr, sum, one)
            }
            _ => {
                let (a, b) = (self.cast(Type::USHORT, a), self.cast(Type::USHORT, b));
                let a = self.cast(Type::UINT, a);
                self.binary(B::Mul, a, b)
            }
        }
    }
}
