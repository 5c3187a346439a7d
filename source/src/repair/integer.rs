//! Scalar integer operations.

use super::{cast, constant, unsigned, written};
use interp::repair::{Adjust, Form, Operator, is_discarded};
use lang::{BinaryOp, ExprId, ExprKind, Loc, Program, StepOp, Type, UnaryOp, build};

/// The operation that an expression is.
enum Target {
    Unary(ExprId),
    Binary(ExprId, ExprId),
    /// `a op= b`
    Compound(ExprId, ExprId),
    Step(StepOp, ExprId),
}

struct Rewrite<'p> {
    p: &'p mut Program,
    loc: Loc,
    /// The type of the computation.
    ty: Type,
}

pub fn rewrite(p: &mut Program, expr: ExprId, form: Form) -> Option<ExprId> {
    let loc = p[expr].loc;
    let (target, ty) = match p[expr].kind {
        ExprKind::Unary(_, a) => (Target::Unary(written(p, a)), p.types.strip(p[expr].ty)),
        ExprKind::Binary(_, a, b) => (Target::Binary(written(p, a), written(p, b)), p.types.strip(p[expr].ty)),
        ExprKind::AssignOp { target, value, compute, .. } => {
            (Target::Compound(target, written(p, value)), p.types.strip(compute))
        }
        ExprKind::Step(op, target) => (Target::Step(op, target), build::promoted_type(p, target)),
        _ => return None,
    };
    let mut r = Rewrite { p, loc, ty };
    Some(match target {
        Target::Unary(a) => r.unary(form, a),
        Target::Binary(a, b) => r.binary(form, a, b),
        Target::Compound(a, b) => r.compound(form, a, b),
        Target::Step(op, a) => r.step(form, op, expr, a),
    })
}

const TYPED: &str = "the operands had the operator's types before";

impl Rewrite<'_> {
    fn op(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        build::binary(self.p, op, a, b, self.loc).expect(TYPED)
    }

    fn assign_op(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        build::assign_op(self.p, op, a, b, self.loc).expect(TYPED)
    }

    fn operator(&self, op: Operator) -> BinaryOp {
        op.binary().expect("a binary operator")
    }

    fn unsigned(&self) -> Type {
        unsigned(&self.p.types, self.ty)
    }

    fn not(&mut self, a: ExprId) -> ExprId {
        build::unary(self.p, UnaryOp::BitNot, a, self.loc).expect(TYPED)
    }

    fn unary(&mut self, form: Form, a: ExprId) -> ExprId {
        match form {
            Form::Wrapping(_) => {
                let a = cast(self.p, self.unsigned(), a);
                let negative = build::unary(self.p, UnaryOp::Neg, a, self.loc).expect(TYPED);
                cast(self.p, self.ty, negative)
            }
            _ => build::unary(self.p, UnaryOp::Plus, a, self.loc).expect(TYPED),
        }
    }

    fn binary(&mut self, form: Form, a: ExprId, b: ExprId) -> ExprId {
        match form {
            Form::Operator(op) => self.op(self.operator(op), a, b),
            Form::Wrapping(op) => {
                let a = cast(self.p, self.unsigned(), a);
                let result = self.op(self.operator(op), a, b);
                cast(self.p, self.ty, result)
            }
            Form::Guarded(op) => {
                let (dividend, divisor) = (self.guarded_dividend(a, b), self.guarded_divisor(b));
                self.op(self.operator(op), dividend, divisor)
            }
            Form::Nonzero(op) => {
                let divisor = self.nonzero(b);
                self.op(self.operator(op), a, divisor)
            }
            Form::Shift { op, complement, by } => {
                let a = if complement { self.not(a) } else { a };
                let count = self.adjusted(by, b);
                self.op(self.operator(op), a, count)
            }
            Form::Masked { op, complement, add } => {
                let is_wrapping = op == Operator::Shl && self.unsigned() != self.ty;
                let a = if is_wrapping { cast(self.p, self.unsigned(), a) } else { a };
                let a = if complement { self.not(a) } else { a };
                let count = self.masked(b, add);
                let result = self.op(self.operator(op), a, count);
                cast(self.p, self.ty, result)
            }
            _ => unreachable!("not a form of an integer operation"),
        }
    }

    fn compound(&mut self, form: Form, a: ExprId, b: ExprId) -> ExprId {
        match form {
            Form::Operator(op) => self.assign_op(self.operator(op), a, b),
            // The computation becomes unsigned; the conversion back to the target is the same.
            Form::Wrapping(op) => {
                let b = cast(self.p, self.unsigned(), b);
                self.assign_op(self.operator(op), a, b)
            }
            Form::Guarded(op) if self.unsigned() == self.ty => {
                let divisor = self.guarded_divisor(b);
                self.assign_op(self.operator(op), a, divisor)
            }
            Form::Guarded(_) => {
                let value = self.binary(form, a, b);
                build::assign(self.p, a, value, self.loc).expect(TYPED)
            }
            Form::Nonzero(op) => {
                let divisor = self.nonzero(b);
                self.assign_op(self.operator(op), a, divisor)
            }
            Form::Shift { op, by, .. } => {
                let count = self.adjusted(by, b);
                self.assign_op(self.operator(op), a, count)
            }
            // `a *= 1u << count` shifts in the unsigned type without naming the target twice.
            Form::Masked { op: Operator::Shl, add, .. } if self.unsigned() != self.ty => {
                let one = build::int(self.p, 1, Type::INT, self.loc);
                let one = cast(self.p, self.unsigned(), one);
                let count = self.masked(b, add);
                let power = self.op(BinaryOp::Shl, one, count);
                self.assign_op(BinaryOp::Mul, a, power)
            }
            Form::Masked { op, add, .. } => {
                let count = self.masked(b, add);
                self.assign_op(self.operator(op), a, count)
            }
            _ => unreachable!("not a form of an integer operation"),
        }
    }

    fn step(&mut self, form: Form, op: StepOp, expr: ExprId, a: ExprId) -> ExprId {
        use StepOp::*;
        let Form::Wrapping(operator) = form else {
            let opposite = match op {
                PreInc => PreDec,
                PreDec => PreInc,
                PostInc => PostDec,
                PostDec => PostInc,
            };
            return build::step(self.p, opposite, a, self.loc).expect(TYPED);
        };
        let one = build::int(self.p, 1, Type::INT, self.loc);
        let one = cast(self.p, self.unsigned(), one);
        let stepped = self.assign_op(self.operator(operator), a, one);
        if matches!(op, PreInc | PreDec) || is_discarded(self.p, expr) {
            return stepped;
        }
        let back = if operator == Operator::Add { BinaryOp::Sub } else { BinaryOp::Add };
        let old = self.op(back, stepped, one);
        let ty = self.p.types.strip(self.p[a].ty);
        cast(self.p, ty, old)
    }

    /// `b + (b == 0)`
    fn guarded_divisor(&mut self, b: ExprId) -> ExprId {
        let zero = build::int(self.p, 0, Type::INT, self.loc);
        let is_zero = self.op(BinaryOp::Eq, b, zero);
        self.op(BinaryOp::Add, b, is_zero)
    }

    /// `a + (a == MIN && b == -1)`, where the operands' own types have such values.
    fn guarded_dividend(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let own = |e: ExprId| self.p.types.int_kind(build::promoted_type(self.p, e));
        if own(a) != self.p.types.int_kind(self.ty) || !own(a).zip(own(b)).is_some_and(|(a, b)| a.signed && b.signed) {
            return a;
        }
        let most = self.greatest(self.ty);
        let minus_most = build::unary(self.p, UnaryOp::Neg, most, self.loc).expect(TYPED);
        let is_least = self.op(BinaryOp::Lt, a, minus_most);
        let one = build::int(self.p, 1, Type::INT, self.loc);
        let minus_one = build::unary(self.p, UnaryOp::Neg, one, self.loc).expect(TYPED);
        let is_negation = self.op(BinaryOp::Eq, b, minus_one);
        let overflows = build::logical_and(self.p, is_least, is_negation, self.loc).expect(TYPED);
        self.op(BinaryOp::Add, a, overflows)
    }

    /// `(T)(((U)b - 1) % MAX + 1)`: 1 for 0, else `b`.
    fn nonzero(&mut self, b: ExprId) -> ExprId {
        let u = self.unsigned();
        let one = build::int(self.p, 1, Type::INT, self.loc);
        let one = cast(self.p, u, one);
        let most = self.greatest(u);
        let b = cast(self.p, u, b);
        let less = self.op(BinaryOp::Sub, b, one);
        let rest = self.op(BinaryOp::Rem, less, most);
        let result = self.op(BinaryOp::Add, rest, one);
        cast(self.p, self.ty, result)
    }

    /// The type's greatest value; of 128 bits there are no constants.
    fn greatest(&mut self, ty: Type) -> ExprId {
        match self.p.types.int_kind(ty) {
            Some(kind) if kind.bits <= 64 => build::int(self.p, lang::arith::max::<u64>(kind), ty, self.loc),
            kind => {
                let zero = build::int(self.p, 0, Type::INT, self.loc);
                let zero = cast(self.p, Type::UINT128, zero);
                let ones = self.not(zero);
                if kind.is_some_and(|kind| !kind.signed) {
                    return ones;
                }
                let one = build::int(self.p, 1, Type::INT, self.loc);
                let half = self.op(BinaryOp::Shr, ones, one);
                cast(self.p, ty, half)
            }
        }
    }

    fn adjusted(&mut self, by: Adjust, b: ExprId) -> ExprId {
        let ty = build::promoted_type(self.p, b);
        match by {
            Adjust::Same => b,
            Adjust::Add(c) => {
                let c = constant(self.p, c, ty);
                self.op(BinaryOp::Add, b, c)
            }
            Adjust::Sub(c) => {
                let c = constant(self.p, c, ty);
                self.op(BinaryOp::Sub, b, c)
            }
        }
    }

    /// `((unsigned)b + add) & (W - 1)`
    fn masked(&mut self, b: ExprId, add: u8) -> ExprId {
        let bits = self.p.types.int_kind(self.ty).map_or(32, |kind| kind.bits);
        let mut count = b;
        if add != 0 {
            let u = unsigned(&self.p.types, build::promoted_type(self.p, b));
            let add = build::int(self.p, add as u64, u, self.loc);
            count = cast(self.p, u, b);
            count = self.op(BinaryOp::Add, count, add);
        }
        let mask = build::int(self.p, bits as u64 - 1, Type::INT, self.loc);
        self.op(BinaryOp::And, count, mask)
    }
}
