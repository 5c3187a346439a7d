//! Floating point: additions, subtractions, products, quotients, negations, comparisons and conversions of `float`,
//! `double` and `long double`.
//!
//! All of these are exactly rounded by IEEE 754 and Annex F, so that every correct compiler without `-ffast-math` and
//! with `-ffp-contract=off` gives the same bits, and a difference is a bug. What is not determined, the bits of a NaN,
//! is never looked at. On i386 the x87 unit evaluates with more precision than the types have (`FLT_EVAL_METHOD` 2), so
//! there is no floating point there.

use super::Generator;
use super::leaf::Want;
use crate::kit::scope::{Role, Shape};
use lang::BinaryOp as B;
use lang::*;

/// Exact in `float`, with the corners of conversion to integers and of rounding among them.
const VALUES: [f64; 24] = [
    0.0,
    1.0,
    0.5,
    2.0,
    3.0,
    10.0,
    0.25,
    1.5,
    100.0,
    255.0,
    256.0,
    1024.0,
    32767.0,
    65536.0,
    8388608.0,
    16777216.0,
    2147483648.0,
    0.125,
    0.0078125,
    7.0,
    1e10,
    4294967296.0,
    9223372036854775808.0,
    1.1754943508222875e-38,
];

impl Generator<'_> {
    /// A constant for use with this type; those for `long double` are of type `double`.
    pub fn float_constant(&mut self, ty: Type) -> ExprId {
        let value = *self.rng.pick(&VALUES);
        let own = if ty == Type::FLOAT { Type::FLOAT } else { Type::DOUBLE };
        let e = self.p.add_expr(ExprKind::Float(value), own, Loc::NONE);
        if self.rng.percent(30) { self.unary(UnaryOp::Neg, e) } else { e }
    }

    fn float_leaf(&mut self, ty: Type) -> ExprId {
        let found = match self.rng.below(10) {
            0..5 => self.read(Shape::Float, Want::Float),
            5..7 => self.read(Shape::Array, Want::Float),
            7 => self.read(Shape::Record, Want::Float),
            8 => {
                let e = self.leaf();
                return self.cast(ty, e);
            }
            _ => None,
        };
        found.unwrap_or_else(|| self.float_constant(ty))
    }

    /// A floating expression; its operations are in the widest of its operands' types.
    pub fn float_expr(&mut self, depth: u32, ty: Type) -> ExprId {
        if depth == 0 || self.rng.percent(15) {
            return self.float_leaf(ty);
        }
        match self.rng.below(15) {
            12.. => self.float_related(ty),
            0..8 => {
                let op = *self.rng.pick(&[B::Add, B::Sub, B::Mul, B::Add, B::Sub, B::Mul, B::Div]);
                let (a, b) = (self.float_expr(depth - 1, ty), self.float_expr(depth - 1, ty));
                self.binary(op, a, b)
            }
            8 => {
                let a = self.float_expr(depth - 1, ty);
                self.unary(UnaryOp::Neg, a)
            }
            9 => {
                let test = self.float_test(depth - 1, ty);
                let (a, b) = (self.float_expr(depth - 1, ty), self.float_expr(depth - 1, ty));
                self.cond(test, a, b)
            }
            10 => {
                let to = *self.rng.pick(&self.float_types);
                let a = self.float_expr(depth - 1, ty);
                self.cast(to, a)
            }
            _ => {
                let a = self.expr(depth - 1);
                self.cast(ty, a)
            }
        }
    }

    /// What a compiler must not simplify, though a mathematician would: `a + b - b`, `a * 0`, `0 - a`, `a / b * b`, `a + 0`.
    fn float_related(&mut self, ty: Type) -> ExprId {
        let (a, b) = self.duplicable(|g| (g.float_leaf(ty), g.float_leaf(ty)));
        let (a, b) = (self.cast(ty, a), self.cast(ty, b));
        let again = self.copy(b);
        let zero = self.p.add_expr(ExprKind::Float(0.0), if ty == Type::FLOAT { ty } else { Type::DOUBLE }, Loc::NONE);
        let one = self.p.add_expr(ExprKind::Float(1.0), if ty == Type::FLOAT { ty } else { Type::DOUBLE }, Loc::NONE);
        match self.rng.below(9) {
            0 => {
                let sum = self.binary(B::Add, a, b);
                self.binary(B::Sub, sum, again)
            }
            1 => self.binary(B::Mul, a, zero),
            2 => self.binary(B::Sub, zero, a),
            3 => {
                let quotient = self.binary(B::Div, a, b);
                self.binary(B::Mul, quotient, again)
            }
            4 => self.binary(B::Add, a, zero),
            5 => {
                let difference = self.binary(B::Sub, a, b);
                self.unary(UnaryOp::Neg, difference)
            }
            6 => {
                let inverse = self.binary(B::Div, one, b);
                self.binary(B::Mul, a, inverse)
            }
            7 => self.binary(B::Sub, b, again),
            _ => {
                let c = self.float_leaf(ty);
                let (left, right) = (self.binary(B::Mul, a, b), self.binary(B::Mul, c, again));
                self.binary(B::Add, left, right)
            }
        }
    }

    fn float_test(&mut self, depth: u32, ty: Type) -> ExprId {
        let op = *self.rng.pick(&[B::Lt, B::Gt, B::Le, B::Ge, B::Eq, B::Ne]);
        let (a, b) = (self.float_expr(depth, ty), self.float_expr(depth.min(1), ty));
        self.binary(op, a, b)
    }

    /// An integer from floating values: a comparison, or a conversion, whose total form looks at its operand twice.
    pub fn float_compare(&mut self, depth: u32) -> ExprId {
        if self.float_types.is_empty() {
            return self.leaf();
        }
        let ty = *self.rng.pick(&self.float_types);
        if self.rng.percent(50) {
            return self.float_test(depth.min(2) - 1, ty);
        }
        let to = self.plain_type();
        self.duplicable(|g| {
            let value = match g.read(Shape::Float, Want::Float) {
                Some(value) => value,
                None => g.float_constant(ty),
            };
            g.cast(to, value)
        })
    }

    /// An integer type but no enum and no bool.
    fn plain_type(&mut self) -> Type {
        *self.rng.pick(&[Type::INT, Type::UINT, Type::LONG, Type::SHORT, Type::UCHAR, Type::LLONG, Type::ULONG])
    }

    pub fn float_stmt(&mut self, out: &mut Vec<StmtId>) {
        self.volatile_used.clear();
        let ty = *self.rng.pick(&self.float_types);
        if self.rng.percent(25) && self.loop_depth == 0 && self.float_loop(out).is_some() {
            return;
        }
        let depth = 1 + self.rng.below(3) as u32;
        // A local's bits are kept for every iteration; a store hides the one before.
        let declare = if self.loop_depth > 0 { 85 } else { 45 };
        let target = if self.rng.percent(declare) { None } else { self.target(Want::Float) };
        let Some(target) = target else {
            let value = self.float_expr(depth, ty);
            let (var, stmt) = self.declare("d", ty, value);
            self.push(stmt, out);
            return self.show(var, Role::Local);
        };
        let value = self.float_expr(depth, ty);
        let stmt = self.set(target, value);
        self.push(stmt, out);
    }

    /// The bits of the block's floating variables, unless one is a NaN, go where integers are hashed: sums would swallow
    /// the last bits, which is where errors are.
    pub fn keep_floats_alive(&mut self, out: &mut Vec<StmtId>) {
        for var in self.unread(Shape::Float).into_iter().take(2) {
            let ty = self.p[var].ty.unqualified();
            let var = match ty {
                Type::LDOUBLE => {
                    let value = self.var(var);
                    let (narrow, stmt) = self.declare("d", Type::DOUBLE, value);
                    self.push(stmt, out);
                    narrow
                }
                _ => var,
            };
            let (bits, size) = if ty == Type::FLOAT { (Type::UINT, 4) } else { (Type::ULLONG, 8) };
            let zero = self.int(0, bits);
            let (copy, stmt) = self.declare("b", bits, zero);
            self.push(stmt, out);
            let (value, same) = (self.var(var), self.var(var));
            let is_number = self.binary(B::Eq, value, same);
            let (to, from) = (self.var(copy), self.var(var));
            let (to, from) = (self.addr_of(to), self.addr_of(from));
            let size_type = self.p.types.size_type();
            let size = self.int(size, size_type);
            let func = crate::driver::library(&mut self.p, "__builtin_memcpy");
            let call = self.call(func, vec![to, from, size]);
            let call = self.expr_stmt(call);
            let stmt = self.stmt(StmtKind::If(is_number, call, None));
            self.lines += 1;
            self.push(stmt, out);
            // Shown to what follows, it is kept alive as any integer.
            self.show(copy, Role::Local);
        }
    }

    /// A reduction or a map over an array of floating values.
    fn float_loop(&mut self, out: &mut Vec<StmtId>) -> Option<()> {
        let allowed = self.allowed_trips().min(32);
        let array = self.float_array()?;
        if allowed < 4 {
            return None;
        }
        let TypeKind::Array { elem, len: ArrayLen::Fixed(len) } = *self.p.types.kind(self.p[array].ty) else {
            return None;
        };
        let ty = elem.unqualified();
        let zero = self.float_constant(ty);
        let (sum, declaration) = self.declare("d", ty, zero);
        self.push(declaration, out);
        let course = self.course(allowed.min(len as i64).max(1));
        let op = *self.rng.pick(&[B::Add, B::Sub, B::Mul]);
        self.counted_loop(course, out, |g, stmts| {
            let copy = g.copy(array);
            let subscript = match g.affine(len) {
                Some(subscript) => subscript,
                None => g.subscript(len),
            };
            let element = g.index(copy, subscript);
            let value = if g.rng.percent(50) {
                let factor = g.float_expr(1, ty);
                g.binary(B::Mul, element, factor)
            } else {
                element
            };
            let target = g.var(sum);
            let stmt = g.update(op, target, value);
            g.push(stmt, stmts);
        });
        self.show(sum, Role::Local);
        let target = self.target(Want::Float)?;
        let value = self.var(sum);
        let stmt = self.set(target, value);
        self.push(stmt, out);
        Some(())
    }

    fn float_array(&mut self) -> Option<ExprId> {
        let is_row = |types: &Types, ty: Type| types.element(ty).is_some_and(|elem| types.is_floating(elem));
        let arrays: Vec<VarId> = self
            .scope
            .readable(Shape::Array)
            .iter()
            .filter(|datum| is_row(&self.p.types, datum.ty))
            .map(|datum| datum.var)
            .collect();
        let var = *self.rng.pick(super::stmt::non_empty(&arrays)?);
        Some(self.var(var))
    }
}
