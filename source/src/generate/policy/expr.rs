//! Integer expressions, top-down.
//!
//! Operators are chosen freely; the execution repairs what overflows. Only where a repair has to evaluate an operand
//! twice (division) are the operands kept small and free of side effects.

use super::Generator;
use super::region::Context;
use crate::kit::scope::{Datum, Role, Shape};
use lang::*;

/// Kinds of inner nodes; the order is that of `Generator::weights`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Node {
    Binary(BinaryOp),
    And,
    Or,
    Unary(UnaryOp),
    Ternary,
    Cast,
    Comma,
    Reuse,
    Idiom,
    Call,
    Assign,
    FloatCompare,
    PointerCompare,
    Builtin,
}

use BinaryOp as B;

const NODES: [Node; 29] = [
    Node::Binary(B::Add),
    Node::Binary(B::Sub),
    Node::Binary(B::Mul),
    Node::Binary(B::Div),
    Node::Binary(B::Rem),
    Node::Binary(B::Shl),
    Node::Binary(B::Shr),
    Node::Binary(B::And),
    Node::Binary(B::Or),
    Node::Binary(B::Xor),
    Node::Binary(B::Lt),
    Node::Binary(B::Gt),
    Node::Binary(B::Le),
    Node::Binary(B::Ge),
    Node::Binary(B::Eq),
    Node::Binary(B::Ne),
    Node::And,
    Node::Or,
    Node::Unary(UnaryOp::Neg),
    Node::Unary(UnaryOp::BitNot),
    Node::Unary(UnaryOp::Not),
    Node::Unary(UnaryOp::Plus),
    Node::Ternary,
    Node::Cast,
    Node::Comma,
    Node::Reuse,
    Node::Idiom,
    Node::Call,
    Node::Assign,
];

/// Which context an operator belongs to (paper, section 3.3); the others belong to all.
fn belongs(node: Node, context: Context) -> bool {
    use Context::*;
    match node {
        Node::Binary(B::Add | B::Sub) | Node::Unary(UnaryOp::Neg) => {
            matches!(context, Free | Additive | AdditiveMultiplicative)
        }
        Node::Binary(B::Mul | B::Div) => matches!(context, Free | Multiplicative | AdditiveMultiplicative),
        Node::Binary(B::And | B::Or | B::Xor) | Node::Unary(UnaryOp::BitNot) => {
            matches!(context, Free | Bitwise | BitwiseShift)
        }
        Node::Binary(B::Shl | B::Shr) => matches!(context, Free | BitwiseShift),
        Node::And | Node::Or | Node::Unary(UnaryOp::Not) => matches!(context, Free | Logical),
        Node::Binary(B::Rem | B::Lt | B::Gt | B::Le | B::Ge | B::Eq | B::Ne) => context == Free,
        _ => true,
    }
}

/// The weight of every kind of node in every context.
pub type Weights = [[u32; NODES.len() + 3]; Context::ALL.len()];

pub fn weights(c: &super::config::Config) -> Weights {
    let own = [
        c.op_add,
        c.op_sub,
        c.op_mul,
        c.op_div,
        c.op_rem,
        c.op_shl,
        c.op_shr,
        c.op_and,
        c.op_or,
        c.op_xor,
        c.op_lt,
        c.op_gt,
        c.op_le,
        c.op_ge,
        c.op_eq,
        c.op_ne,
        c.op_logical_and,
        c.op_logical_or,
        c.op_neg,
        c.op_complement,
        c.op_not,
        c.op_plus,
        c.op_ternary,
        c.op_cast,
        c.op_comma,
        c.reuse_subexpression,
        c.idiom,
        c.call_in_expression,
        c.assign_in_expression,
        c.float_compare,
        c.pointer_compare,
        c.builtin,
    ];
    Context::ALL.map(|context| {
        std::array::from_fn(|at| {
            let node = node(at);
            // An operator a context is about is never switched off.
            let floor = (context != Context::Free && matches!(node, Node::Binary(_) | Node::And | Node::Or)) as u32 * 3;
            if belongs(node, context) { own[at].max(floor) } else { 0 }
        })
    })
}

/// The comparison that holds when this one does not.
fn negated(op: BinaryOp) -> BinaryOp {
    match op {
        B::Lt => B::Ge,
        B::Gt => B::Le,
        B::Le => B::Gt,
        B::Ge => B::Lt,
        B::Eq => B::Ne,
        _ => B::Eq,
    }
}

fn node(at: usize) -> Node {
    match at.checked_sub(NODES.len()) {
        None => NODES[at],
        Some(0) => Node::FloatCompare,
        Some(1) => Node::PointerCompare,
        Some(_) => Node::Builtin,
    }
}

impl Generator<'_> {
    /// A whole expression: what it reads of volatile objects is its own.
    pub fn full_expr(&mut self) -> ExprId {
        self.volatile_used.clear();
        let depth = self.rng.range(self.config.min_depth as i64, self.config.max_depth as i64) as u32;
        self.expr(depth)
    }

    /// A condition.
    pub fn condition(&mut self) -> ExprId {
        self.volatile_used.clear();
        let depth = 1 + self.rng.below(3) as u32;
        match self.rng.below(4) {
            0 => self.expr(depth),
            _ => self.comparison(depth),
        }
    }

    /// A condition whose outcome only we know: the compiler does not see the inputs' values.
    pub fn known(&mut self, holds: bool) -> ExprId {
        let (var, value) = *self.rng.pick(&self.inputs);
        let x = self.var(var);
        let ty = self.promoted(x);
        let kind = self.kind(ty);
        let far = self.rng.below(3) * self.rng.below(200);
        let (above, below) = ((value as u64).wrapping_add(far + 1), (value as u64).wrapping_sub(far + 1));
        let (above, below) = (arith::wrap(kind, above), arith::wrap(kind, below));
        let value = arith::wrap(kind, value as u64);
        let (op, bound) = match self.rng.below(6) {
            0 if arith::lt(kind, value, above) => (B::Lt, above),
            1 if arith::lt(kind, below, value) => (B::Gt, below),
            2 => (B::Le, value),
            3 => (B::Ge, value),
            4 => (B::Ne, above),
            _ => (B::Eq, value),
        };
        let op = if holds { op } else { negated(op) };
        let bound = self.int(bound as i64, ty);
        self.binary(op, x, bound)
    }

    pub fn comparison(&mut self, depth: u32) -> ExprId {
        let op = *self.rng.pick(&[B::Lt, B::Gt, B::Le, B::Ge, B::Eq, B::Ne]);
        let a = self.expr(depth.saturating_sub(1));
        let b = if self.rng.percent(50) { self.constant_like(a) } else { self.expr(depth.saturating_sub(1)) };
        self.binary(op, a, b)
    }

    /// A constant of the promoted type of an expression.
    pub fn constant_like(&mut self, e: ExprId) -> ExprId {
        let ty = self.promoted(e);
        if self.p.types.is_integer(ty) { self.constant_of(ty) } else { self.constant() }
    }

    pub fn expr(&mut self, depth: u32) -> ExprId {
        if depth == 0 || self.rng.percent(self.config.leaf_percent) {
            return self.leaf();
        }
        let saved = self.region;
        self.vary_region(self.config.region_in_expression);
        let impurities = self.impurities;
        let e = self.inner(depth);
        self.region = saved;
        if impurities == self.impurities && self.rng.percent(self.config.keep_subexpression) {
            self.remember(e);
        }
        e
    }

    fn inner(&mut self, depth: u32) -> ExprId {
        let weights = &self.weights[self.region.context as usize];
        match node(self.rng.weighted(weights)) {
            Node::Binary(op) => self.operation(op, depth),
            Node::And => {
                let (a, b) = (self.truth(depth - 1), self.truth(depth - 1));
                self.and(a, b)
            }
            Node::Or => {
                let (a, b) = (self.truth(depth - 1), self.truth(depth - 1));
                self.or(a, b)
            }
            Node::Unary(op) => {
                let a = self.expr(depth - 1);
                self.unary(op, a)
            }
            Node::Ternary => {
                let c = self.truth(depth - 1);
                let (a, b) = (self.expr(depth - 1), self.expr(depth - 1));
                self.cond(c, a, b)
            }
            Node::Cast => {
                let a = self.expr(depth - 1);
                let ty = self.int_type();
                self.cast(ty, a)
            }
            Node::Comma => {
                // The left operand is only there to be evaluated, so it should have an effect.
                let (a, b) = match self.side_effect(depth - 1) {
                    Some(a) => (a, self.expr(depth - 1)),
                    None => return self.expr(depth - 1),
                };
                self.comma(a, b)
            }
            Node::Reuse => self.reuse(depth),
            Node::Idiom => self.idiom(depth),
            Node::Call => self.pure_call(depth).unwrap_or_else(|| self.expr(depth - 1)),
            Node::Assign => self.side_effect(depth - 1).unwrap_or_else(|| self.expr(depth - 1)),
            Node::FloatCompare => self.float_compare(depth),
            Node::PointerCompare => self.pointer_compare().unwrap_or_else(|| self.expr(depth - 1)),
            Node::Builtin => self.builtin(depth),
        }
    }

    /// An operand of `&&`, `||` or `?:`.
    fn truth(&mut self, depth: u32) -> ExprId {
        if self.rng.percent(60) { self.comparison(depth) } else { self.expr(depth) }
    }

    fn operation(&mut self, op: BinaryOp, depth: u32) -> ExprId {
        match op {
            B::Div | B::Rem => self.division(op),
            B::Shl | B::Shr => {
                let a = self.expr(depth - 1);
                let b = self.shift_count(a, depth);
                self.binary(op, a, b)
            }
            _ => {
                let (a, b) = (self.expr(depth - 1), self.expr(depth - 1));
                self.binary(op, a, b)
            }
        }
    }

    /// Its total form evaluates both operands twice.
    fn division(&mut self, op: BinaryOp) -> ExprId {
        self.duplicable(|g| {
            let a = g.expr(1);
            let b = if g.rng.percent(60) {
                let ty = g.promoted(a);
                let constant = g.constant_of(ty);
                match g.p[constant].kind {
                    ExprKind::Int(0) => g.int(3, ty),
                    _ => constant,
                }
            } else {
                g.leaf()
            };
            g.binary(op, a, b)
        })
    }

    pub fn shift_count(&mut self, a: ExprId, depth: u32) -> ExprId {
        let bits = self.kind(self.promoted(a)).bits as u64;
        match self.rng.below(8) {
            0..5 => {
                let count = self.rng.below(bits) as i64;
                self.int(count, Type::INT)
            }
            5 => {
                let e = self.leaf();
                let mask = self.int(bits as i64 - 1, Type::INT);
                self.binary(B::And, e, mask)
            }
            _ => self.expr((depth - 1).min(1)),
        }
    }

    /// `(t = e)` or `(t += e)` on a variable that nothing else in the whole expression uses.
    fn side_effect(&mut self, depth: u32) -> Option<ExprId> {
        if self.region.duplicable || self.subscript_depth > 0 || self.pending.len() > 2 {
            return None;
        }
        self.impurities += 1;
        let value = self.expr(depth);
        let ty = self.int_type();
        let first = self.constant_of(ty);
        let (var, declaration) = self.declare("t", ty, first);
        self.pending.push((var, declaration));
        let target = self.var(var);
        let op = *self.rng.pick(&[B::Add, B::Sub, B::Xor, B::Or]);
        let is_bool = self.p.types.is_bool(ty);
        Some(if self.rng.percent(60) || is_bool {
            self.assign(target, value)
        } else {
            self.assign_op(op, target, value)
        })
    }

    /// Pointers are compared for equality only: those into different objects are not ordered (C17 6.5.8p5).
    fn pointer_compare(&mut self) -> Option<ExprId> {
        let data = self.scope.readable(Shape::Pointer);
        if data.len() < 2 {
            return None;
        }
        let a = *self.rng.pick(data);
        let same = |b: &&Datum| self.pointee(b.ty) == self.pointee(a.ty) && b.var != a.var;
        let others: Vec<VarId> = data.iter().filter(same).map(|b| b.var).collect();
        if others.is_empty() {
            return None;
        }
        let b = *self.rng.pick(&others);
        let (a, b) = (self.var(a.var), self.var(b));
        let op = if self.rng.percent(50) { B::Eq } else { B::Ne };
        Some(self.binary(op, a, b))
    }

    fn pointee(&self, ty: Type) -> Option<Type> {
        self.p.types.pointee(ty).map(|ty| ty.unqualified())
    }

    fn remember(&mut self, e: ExprId) {
        if matches!(self.p[e].kind, ExprKind::Binary(..) | ExprKind::Unary(..) | ExprKind::Cond(..)) {
            let limit = self.config.subexpression_buffer.max(1) as usize;
            let depth = self.scope.depth;
            if self.subexprs.len() < limit {
                self.subexprs.push((e, depth));
            } else {
                let at = self.rng.below(limit as u64) as usize;
                self.subexprs[at] = (e, depth);
            }
        }
    }

    /// An earlier subexpression again, as it was or slightly changed.
    fn reuse(&mut self, depth: u32) -> ExprId {
        if self.subexprs.is_empty() || self.subscript_depth > 0 {
            return self.expr(depth - 1);
        }
        let (e, _) = *self.rng.pick(&self.subexprs);
        if self.region.duplicable && self.size(e) > 4 {
            return self.leaf();
        }
        let e = self.copy(e);
        match self.rng.below(6) {
            0 => self.unary(UnaryOp::BitNot, e),
            1 => {
                let constant = self.constant_like(e);
                self.binary(*[B::Add, B::Xor, B::And, B::Or].get(depth as usize % 4).unwrap_or(&B::Add), e, constant)
            }
            _ => e,
        }
    }

    /// Nodes, counted up to a few.
    fn size(&self, e: ExprId) -> u32 {
        match self.p[e].kind {
            ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) => 1 + self.size(a) + self.size(b),
            ExprKind::Unary(_, a) | ExprKind::Cast(a) | ExprKind::Convert(a) | ExprKind::Member(a, _) => {
                1 + self.size(a)
            }
            ExprKind::Var(_) | ExprKind::Int(_) => 1,
            _ => 100,
        }
    }

    /// An integer type, as the parameters weigh them.
    pub fn int_type(&mut self) -> Type {
        let c = self.config;
        let weights = [
            c.type_bool,
            c.type_char,
            c.type_schar,
            c.type_uchar,
            c.type_short,
            c.type_ushort,
            c.type_int,
            c.type_uint,
            c.type_long,
            c.type_ulong,
            c.type_llong,
            c.type_ullong,
            c.type_enum,
        ];
        const TYPES: [Type; 12] = [
            Type::BOOL,
            Type::CHAR,
            Type::SCHAR,
            Type::UCHAR,
            Type::SHORT,
            Type::USHORT,
            Type::INT,
            Type::UINT,
            Type::LONG,
            Type::ULONG,
            Type::LLONG,
            Type::ULLONG,
        ];
        match self.rng.weighted(&weights) {
            12 if self.enums.is_empty() => Type::INT,
            12 => *self.rng.pick(&self.enums),
            at => TYPES[at],
        }
    }

    /// The variables that side effects in the last statement needed, and their declarations.
    pub fn flush_pending(&mut self, stmts: &mut Vec<StmtId>) {
        for (var, declaration) in std::mem::take(&mut self.pending) {
            stmts.push(declaration);
            self.show(var, Role::Local);
        }
    }
}
