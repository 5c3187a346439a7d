//! GNU vectors of 2 to 16 elements, each lane with its own value.
//!
//! Only what GCC and Clang agree on: operations between vectors of one type, comparisons (whose result is a vector of
//! masks), shifts by constants, casts between vectors of one size, and single lanes. Quotients are of unsigned lanes by
//! lanes that are not zero. Vectors are not passed by value: without AVX the calling convention warns.

use super::Generator;
use super::stmt::non_empty;
use crate::kit::scope::{Datum, Shape};
use lang::BinaryOp as B;
use lang::*;

impl Generator<'_> {
    /// A vector type for globals; none if there are to be no vectors.
    pub fn vector_type(&mut self) -> Option<Type> {
        let elems =
            [Type::INT, Type::UINT, Type::SHORT, Type::USHORT, Type::UCHAR, Type::SCHAR, Type::LLONG, Type::ULLONG];
        let elem = if !self.float_types.is_empty() && self.rng.percent(20) {
            *self.rng.pick(&[Type::FLOAT, Type::DOUBLE])
        } else {
            *self.rng.pick(&elems)
        };
        let size = self.p.types.size_of(elem)?;
        // 16 bytes most of the time: what every x86-64 has registers for.
        let bytes = *self.rng.pick(&[16, 16, 16, 8, 32]);
        let lanes = (bytes / size).clamp(2, 16);
        Some(self.p.types.intern(TypeKind::Vector { elem, lanes: lanes as u32 }))
    }

    pub fn vector_stmt(&mut self, out: &mut Vec<StmtId>) {
        self.volatile_used.clear();
        let Some(data) = non_empty(self.scope.writable(Shape::Vector)) else { return self.assignment(out) };
        let datum = *self.rng.pick(data);
        let TypeKind::Vector { elem, lanes } = *self.p.types.kind(datum.ty) else { return };
        let ty = datum.ty.unqualified();
        let place = self.var(datum.var);
        if self.rng.percent(25) {
            let lane = self.rng.below(lanes as u64) as i64;
            let lane = self.int(lane, Type::INT);
            let place = self.index(place, lane);
            let value = if self.p.types.is_integer(elem) { self.expr(2) } else { self.float_expr(1, elem) };
            let stmt = self.set(place, value);
            return self.push(stmt, out);
        }
        let depth = 1 + self.rng.below(3) as u32;
        let value = self.vector_expr(ty, depth);
        let stmt = self.set(place, value);
        self.push(stmt, out);
    }

    fn vector_leaf(&mut self, ty: Type) -> Option<ExprId> {
        let same = |datum: &&Datum| datum.ty.unqualified() == ty;
        let sources: Vec<VarId> =
            self.scope.readable(Shape::Vector).iter().filter(same).map(|datum| datum.var).collect();
        let source = *self.rng.pick(non_empty(&sources)?);
        Some(self.var(source))
    }

    /// A vector of exactly this type.
    fn vector_expr(&mut self, ty: Type, depth: u32) -> ExprId {
        let leaf = |g: &mut Self| g.vector_leaf(ty).expect("each vector type has an input");
        if depth == 0 {
            return leaf(self);
        }
        let elem = self.p.types.element(ty).expect("a vector");
        let is_float = self.p.types.is_floating(elem);
        let a = self.vector_expr(ty, depth - 1);
        match self.rng.below(if is_float { 5 } else { 12 }) {
            0..4 => {
                let op = *self.rng.pick(&[B::Add, B::Sub, B::Mul]);
                let b = self.vector_expr(ty, depth - 1);
                self.binary(op, a, b)
            }
            4 => self.unary(UnaryOp::Neg, a),
            5..8 => {
                let op = *self.rng.pick(&[B::And, B::Or, B::Xor]);
                let b = self.vector_expr(ty, depth - 1);
                self.binary(op, a, b)
            }
            8 => self.unary(UnaryOp::BitNot, a),
            9 => {
                let bits = self.kind(elem).bits as u64;
                let count = self.rng.below(bits) as i64;
                let count = self.int(count, Type::INT);
                let op = *self.rng.pick(&[B::Shl, B::Shr]);
                self.binary(op, a, count)
            }
            _ => {
                let op = *self.rng.pick(&[B::Lt, B::Gt, B::Eq, B::Ne, B::Le, B::Ge]);
                let b = self.vector_expr(ty, depth - 1);
                let mask = self.binary(op, a, b);
                let mask = self.cast(ty, mask);
                if self.rng.percent(50) {
                    let c = self.vector_expr(ty, depth - 1);
                    self.binary(B::And, mask, c)
                } else {
                    mask
                }
            }
        }
    }
}
