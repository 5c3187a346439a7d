//! Operations on GNU vectors.

use super::unsigned;
use interp::repair::{Form, Operator};
use lang::{BinaryOp, ExprId, ExprKind, Loc, Program, StepOp, Type, TypeKind, UnaryOp, build};

const TYPED: &str = "vectors of the same size";

struct Rewrite<'p> {
    p: &'p mut Program,
    loc: Loc,
    ty: Type,
}

pub fn rewrite(p: &mut Program, expr: ExprId, form: Form) -> Option<ExprId> {
    let (loc, ty) = (p[expr].loc, p.types.strip(p[expr].ty));
    let mut r = Rewrite { loc, ty, p };
    match r.p[expr].kind {
        ExprKind::Index(..) => super::index::rewrite(r.p, expr, form),
        ExprKind::Unary(_, a) => {
            let a = r.unsigned_cast(a);
            let negative = build::unary(r.p, UnaryOp::Neg, a, loc).expect(TYPED);
            Some(r.cast(ty, negative))
        }
        ExprKind::Binary(_, a, b) => Some(r.value(form, a, b)),
        ExprKind::AssignOp { target, value, .. } => {
            let value = r.value(form, target, value);
            Some(build::assign(r.p, target, value, loc).expect(TYPED))
        }
        ExprKind::Step(op, target) => Some(r.step(form, op, target)),
        _ => None,
    }
}

impl Rewrite<'_> {
    fn op(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        build::binary(self.p, op, a, b, self.loc).expect(TYPED)
    }

    fn cast(&mut self, ty: Type, e: ExprId) -> ExprId {
        if self.p.types.strip(self.p[e].ty) == ty { e } else { build::cast(self.p, ty, e, self.loc).expect(TYPED) }
    }

    fn int(&mut self, value: i64) -> ExprId {
        let magnitude = build::int(self.p, value.unsigned_abs(), Type::INT, self.loc);
        if value >= 0 { magnitude } else { build::unary(self.p, UnaryOp::Neg, magnitude, self.loc).expect(TYPED) }
    }

    fn unsigned(&mut self) -> Type {
        let TypeKind::Vector { elem, lanes } = *self.p.types.kind(self.ty) else { return self.ty };
        let elem = unsigned(&self.p.types, elem);
        if self.p.types.element(self.ty) == Some(elem) {
            return self.ty;
        }
        self.p.types.intern(TypeKind::Vector { elem, lanes })
    }

    fn unsigned_cast(&mut self, e: ExprId) -> ExprId {
        let ty = self.unsigned();
        if self.p.types.is_vector(self.p[e].ty) {
            return self.cast(ty, e);
        }
        let elem = self.p.types.element(ty).expect("a vector");
        self.spread(e, elem)
    }

    /// A scalar next to a vector must have the elements' type, as GCC wants it, or be constant.
    fn spread(&mut self, e: ExprId, elem: Type) -> ExprId {
        if lang::fold::integer_constant(self.p, e).is_some() { e } else { self.cast(elem, e) }
    }

    fn value(&mut self, form: Form, a: ExprId, b: ExprId) -> ExprId {
        let (a, b) = (self.written(a), self.written(b));
        match form {
            Form::Wrapping(op) => {
                let (a, b) = (self.unsigned_cast(a), self.unsigned_cast(b));
                let result = self.op(op.binary().expect("a binary operator"), a, b);
                self.cast(self.ty, result)
            }
            Form::Masked { op, .. } => {
                let a = if op == Operator::Shl { self.unsigned_cast(a) } else { a };
                let bits = self.kind().bits;
                let mask = self.int(bits as i64 - 1);
                let mut count = self.op(BinaryOp::And, b, mask);
                if !self.p.types.is_vector(self.p[count].ty) {
                    let elem = self.p.types.element(self.ty).expect("a vector");
                    count = self.spread(count, elem);
                }
                let result = self.op(op.binary().expect("a shift"), a, count);
                self.cast(self.ty, result)
            }
            Form::Guarded(op) => {
                let (dividend, divisor) = (self.dividend(a, b), self.divisor(b));
                self.op(op.binary().expect("a division"), dividend, divisor)
            }
            _ => unreachable!("not a form of a vector operation"),
        }
    }

    fn kind(&self) -> lang::arith::IntKind {
        let element = self.p.types.element(self.ty);
        element.and_then(|element| self.p.types.int_kind(element)).expect("a vector of integers")
    }

    /// A scalar operand as the text shows it, next to a vector one.
    fn written(&self, e: ExprId) -> ExprId {
        match self.p[e].kind {
            ExprKind::Convert(inner) if !self.p.types.is_vector(self.p[inner].ty) => super::written(self.p, inner),
            _ => e,
        }
    }

    /// `b - (b == 0)`: true is -1 in a vector.
    fn divisor(&mut self, b: ExprId) -> ExprId {
        let zero = self.int(0);
        let is_zero = self.op(BinaryOp::Eq, b, zero);
        let is_zero = self.same(is_zero);
        self.op(BinaryOp::Sub, b, is_zero)
    }

    /// `a - ((a == MIN) & (b == -1))`
    fn dividend(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let kind = self.kind();
        if !kind.signed {
            return a;
        }
        let elem = self.p.types.element(self.ty).expect("a vector");
        let most = build::int(self.p, lang::arith::max::<u64>(kind), elem_constant(elem), self.loc);
        let minus_most = build::unary(self.p, UnaryOp::Neg, most, self.loc).expect(TYPED);
        let is_least = self.op(BinaryOp::Lt, a, minus_most);
        let minus_one = self.int(-1);
        let is_negation = self.op(BinaryOp::Eq, b, minus_one);
        let overflows = self.op(BinaryOp::And, is_least, is_negation);
        let overflows = self.same(overflows);
        self.op(BinaryOp::Sub, a, overflows)
    }

    /// A truth vector as one of the operation's type.
    fn same(&mut self, truth: ExprId) -> ExprId {
        match self.p.types.is_vector(self.p[truth].ty) {
            true => self.cast(self.ty, truth),
            false => truth,
        }
    }

    fn step(&mut self, form: Form, op: StepOp, target: ExprId) -> ExprId {
        let one = self.int(1);
        let value = self.value(form, target, one);
        let stepped = build::assign(self.p, target, value, self.loc).expect(TYPED);
        let back = match op {
            StepOp::PreInc | StepOp::PreDec => return stepped,
            StepOp::PostInc => Operator::Sub,
            StepOp::PostDec => Operator::Add,
        };
        self.value(Form::Wrapping(back), stepped, one)
    }
}

/// Constants are `int` or wider.
fn elem_constant(elem: Type) -> Type {
    match elem {
        Type::LONG | Type::LLONG => elem,
        _ => Type::INT,
    }
}
