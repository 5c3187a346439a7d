//! Idioms of the kit with leaves as operands.

use super::Generator;
use super::slot::Class;
use crate::kit::pattern::{Constants, Idiom, Pattern, idioms};
use lang::BinaryOp as B;
use lang::*;

const COMPARISONS: [B; 4] = [B::Lt, B::Gt, B::Le, B::Ge];

/// The operands of one idiom so far, by letter.
struct Operands {
    exprs: [Option<ExprId>; 26],
    constants: Constants,
}

impl Generator<'_> {
    /// An integer idiom.
    pub fn int_idiom(&mut self) -> ExprId {
        let all = idioms();
        let real = u32::from(!self.floats.is_empty());
        match self.rng.weighted(&[38, 24, 14, 24, 6 * real, 3 * real]) {
            0 => self.idiom(&all.integers),
            1 => self.idiom(&all.widths),
            2 => self.idiom(&all.comparisons),
            3 => self.idiom(&all.choices),
            4 => self.idiom(&all.real_tests),
            _ => {
                let (value, other) = (self.idiom(&all.wild_reals), self.leaf(Class::Float));
                let op = *self.rng.pick(&COMPARISONS);
                self.binary(op, value, other)
            }
        }
    }

    /// A floating idiom. Its value is not much larger than its operands.
    pub fn float_idiom(&mut self) -> ExprId {
        self.idiom(&idioms().reals)
    }

    /// `a < b ? a : b`
    pub fn extreme_of(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let (x, y) = (self.builder.copy(a), self.builder.copy(b));
        let op = *self.rng.pick(&COMPARISONS);
        let test = self.binary(op, a, b);
        self.cond(test, x, y)
    }

    /// One of a table that has only what the program may have.
    fn idiom(&mut self, table: &'static [Idiom]) -> ExprId {
        let idiom = loop {
            let idiom = self.rng.pick(table);
            let is_excluded = idiom.has_bits && self.config.no_bitwise == 1
                || idiom.has_division && self.config.no_division == 1
                || self.ints.is_empty() && idiom.has_integers;
            if !is_excluded {
                break idiom;
            }
        };
        let constants = Constants::new(&mut self.rng);
        self.fill(&idiom.pattern, &mut Operands { exprs: [None; 26], constants })
    }

    fn fill(&mut self, pattern: &Pattern, operands: &mut Operands) -> ExprId {
        match pattern {
            Pattern::Letter(letter) => self.letter(*letter, operands),
            Pattern::Number(value, ty) => self.int(*value, *ty),
            Pattern::Real(value) => self.p.add_expr(ExprKind::Float(*value), Type::DOUBLE, Loc::NONE),
            Pattern::Unary(op, inner) => {
                let inner = self.fill(inner, operands);
                self.unary(*op, inner)
            }
            Pattern::Cast(ty, inner) => {
                let inner = self.fill(inner, operands);
                self.cast(*ty, inner)
            }
            Pattern::Binary(op, parts) => {
                let [a, b] = parts.each_ref().map(|part| self.fill(part, operands));
                self.binary(*op, a, b)
            }
            Pattern::And(parts) => {
                let [a, b] = parts.each_ref().map(|part| self.fill(part, operands));
                self.and(a, b)
            }
            Pattern::Or(parts) => {
                let [a, b] = parts.each_ref().map(|part| self.fill(part, operands));
                self.or(a, b)
            }
            Pattern::Cond(parts) => {
                let [test, a, b] = parts.each_ref().map(|part| self.fill(part, operands));
                self.cond(test, a, b)
            }
        }
    }

    /// The operand of a letter: the same again if it was there before.
    fn letter(&mut self, letter: u8, operands: &mut Operands) -> ExprId {
        let at = usize::from(letter - b'a');
        if let Some(known) = operands.exprs[at] {
            return self.builder.copy(known);
        }
        let made = match letter {
            b'x'..=b'z' => self.leaf(Class::Int),
            b'f'..=b'h' => self.leaf(Class::Float),
            b'k' | b'l' => self.near_constant(),
            b'r' => {
                let value = self.float_value();
                self.p.add_expr(ExprKind::Float(value), Type::DOUBLE, Loc::NONE)
            }
            letter => self.int(operands.constants.value(letter), Type::INT),
        };
        operands.exprs[at] = Some(made);
        made
    }

    /// What operands are compared with: mostly small, as their values are.
    fn near_constant(&mut self) -> ExprId {
        if self.rng.percent(60) {
            let value = self.rng.range(-20, 300);
            return self.int(value, Type::INT);
        }
        let ty = *self.rng.pick(&[Type::INT, Type::UINT, Type::LONG, Type::ULLONG]);
        let value = self.int_value(ty);
        self.int(value, ty)
    }
}
