//! Values that live in memory: records, and GNU vectors and complex numbers with their lanewise operations.

use super::expr::is_comparison;
use super::place::{Place, Purpose};
use super::*;
use lang::{BinaryOp, ExprKind, StepOp, UnaryOp};

impl Compiler<'_> {
    /// The address of the expression's value.
    pub(super) fn aggregate(&mut self, expr: ExprId, want: Option<Reg>) -> Reg {
        let node = self.program[expr];
        let outer = std::mem::replace(&mut self.origin, Origin::Expr(expr));
        let reg = self.aggregate_of(expr, node.kind, node.ty, want);
        self.origin = outer;
        reg
    }

    fn aggregate_of(&mut self, expr: ExprId, kind: ExprKind, ty: Type, want: Option<Reg>) -> Reg {
        if self.program.is_lvalue(expr) {
            let place = self.place(expr, Purpose::Access);
            self.check_record(expr, &place);
            self.check_volatile(&place);
            let reg = self.address(place, want);
            self.check_whole(&place, reg, ty, false);
            self.check_begun(expr, reg);
            return reg;
        }
        self.step();
        match kind {
            ExprKind::Call(callee, args) => self.call(expr, callee, args, want, true),
            ExprKind::Assign(target, value) => self.assign_aggregate(expr, target, value, want),
            ExprKind::Comma(a, b) => {
                self.scratch(|c| c.effects_of(a));
                self.aggregate(b, want)
            }
            ExprKind::Cond(c, a, b) => self.aggregate_cond(c, a, b, want),
            ExprKind::StmtExpr(block) => self.aggregate_stmt_expr(block, ty, want),
            ExprKind::Cast(inner) | ExprKind::Convert(inner) => {
                self.aggregate_conversion(inner, ty, matches!(kind, ExprKind::Cast(_)), want)
            }
            ExprKind::ConvertVector(inner) => {
                let a = self.aggregate(inner, None);
                self.lane_conversion(a, self.ty(inner), ty, want)
            }
            ExprKind::UnionCast(inner, field) => self.union_cast(inner, field, ty, want),
            ExprKind::VaArg(list) => {
                let reg = self.va_arg(list, ty, None);
                let temp = self.temporary(ty);
                let place = self.pointer_place(temp, ty);
                self.copy_to(place, reg, ty, false);
                self.moved(temp, want, 1)
            }
            ExprKind::Member(record, field) => {
                let place = self.place(record, Purpose::Access);
                let place = self.member(place, self.ty(record), field);
                self.address(place, want)
            }
            ExprKind::Binary(op, a, b) => self.lane_binary(expr, op, a, b, ty, want),
            ExprKind::Unary(op, a) => self.lane_unary(op, a, ty, want),
            ExprKind::AssignOp { op, target, value, compute } => {
                self.assign_op_aggregate(op, target, value, compute, want)
            }
            ExprKind::Step(op, target) => {
                let d = self.dest(want, 1);
                self.step_aggregate(op, target, Some(d));
                d
            }
            ExprKind::Imaginary(inner) => self.imaginary(inner, ty, want),
            _ => {
                self.unsupported("this expression of aggregate type");
                self.dest(want, 1)
            }
        }
    }

    /// A struct that could be a register is not read before it has a value. A parameter has one.
    fn check_begun(&mut self, expr: ExprId, reg: Reg) {
        let ExprKind::Var(var) = self.program[expr].kind else { return };
        let declared = &self.program[var];
        let is_local = !declared.storage.is_static() && !declared.address_taken;
        if is_local && !self.is_locating && self.types().is_record(declared.ty) && !self.is_param(var) {
            self.emit(Op::CheckBegun { p: reg, var: var.0 });
        }
    }

    fn is_param(&self, var: VarId) -> bool {
        self.program.functions.iter().any(|function| function.params.contains(&var))
    }

    fn elem(&self, ty: Type) -> Type {
        match self.types().kind(ty) {
            TypeKind::Vector { elem, .. } | TypeKind::Complex(elem) => *elem,
            _ => ty,
        }
    }

    fn lanes_of(&self, ty: Type) -> u32 {
        match self.types().kind(ty) {
            TypeKind::Vector { lanes, .. } => *lanes,
            TypeKind::Complex(_) => 2,
            _ => 1,
        }
    }

    fn lane_kind(&self, ty: Type) -> Scalar {
        self.scalar(self.elem(ty))
    }

    fn emit_lanes(&mut self, desc: LanesDesc, d: Reg, a: Reg, b: Reg) {
        self.code.lanes.push(desc);
        let lanes = self.code.lanes.len() as u32 - 1;
        self.emit(Op::Lanes { lanes, d, a, b });
    }

    pub(super) fn assign_aggregate(&mut self, expr: ExprId, target: ExprId, value: ExprId, want: Option<Reg>) -> Reg {
        let ty = self.ty(target);
        let is_site = self.is_order_site(expr, target, value);
        if is_site {
            self.emit_site(expr);
        }
        let (place, s) = if is_site && self.is_reversed(expr) {
            let s = self.aggregate(value, None);
            (self.target_place(target), s)
        } else {
            let place = self.target_place(target);
            (place, self.aggregate(value, None))
        };
        self.check_record(target, &place);
        self.check_volatile(&place);
        self.copy_to(place, s, ty, true);
        self.address(place, want)
    }

    fn aggregate_cond(&mut self, c: ExprId, a: ExprId, b: ExprId, want: Option<Reg>) -> Reg {
        if self.rep(self.ty(c)) == Rep::Aggregate {
            self.unsupported("a vector condition");
            return self.dest(want, 1);
        }
        let d = self.dest(want, 1);
        let (otherwise, end) = (self.target(), self.target());
        self.branch(c, false, otherwise);
        self.scratch(|c| {
            let reg = c.aggregate(a, None);
            c.moved(reg, Some(d), 1);
        });
        self.jump(Op::Jump { to: 0 }, end);
        self.place_target(otherwise);
        self.scratch(|c| {
            let reg = c.aggregate(b, None);
            c.moved(reg, Some(d), 1);
        });
        self.place_target(end);
        d
    }

    /// The last value is copied out before the block's objects end.
    fn aggregate_stmt_expr(&mut self, block: StmtId, ty: Type, want: Option<Reg>) -> Reg {
        let temp = self.temporary(ty);
        let marks = std::mem::take(&mut self.marks);
        let list = match self.program[block].kind {
            lang::StmtKind::Block(list) => self.program.stmt_list(list).to_vec(),
            _ => vec![block],
        };
        self.open_scope(Some(block), &list);
        for (index, &stmt) in list.iter().enumerate() {
            match self.program[stmt].kind {
                lang::StmtKind::Expr(last) if index + 1 == list.len() => self.scratch(|c| {
                    let s = c.full_value(last, None);
                    let place = c.pointer_place(temp, ty);
                    c.copy_to(place, s, ty, false);
                }),
                _ => self.stmt(stmt),
            }
        }
        self.close_scope();
        self.marks = marks;
        self.moved(temp, want, 1)
    }

    fn aggregate_conversion(&mut self, inner: ExprId, to: Type, explicit: bool, want: Option<Reg>) -> Reg {
        let from = self.ty(inner);
        let types = self.types();
        if types.strip(from) == types.strip(to) || types.is_record(from) {
            return self.aggregate(inner, want);
        }
        match (types.kind(from).clone(), types.kind(to).clone()) {
            (TypeKind::Complex(_), TypeKind::Complex(_)) => {
                let a = self.aggregate(inner, None);
                self.lane_conversion(a, from, to, want)
            }
            (TypeKind::Vector { .. }, TypeKind::Vector { .. }) => {
                // The same bits; a copy, because the effective type differs.
                let s = self.aggregate(inner, None);
                let temp = self.temporary(to);
                let place = self.pointer_place(temp, to);
                self.copy_to(place, s, Type::UCHAR, false);
                self.fix_copy_size(to);
                self.moved(temp, want, 1)
            }
            (_, TypeKind::Complex(elem)) => {
                let value = self.value(inner, None);
                let part = self.convert(value, from, elem, None);
                let temp = self.temporary(to);
                let kind = self.scalar(elem);
                let desc = LanesDesc { op: LaneOp::FromReal, kind, to: kind, lanes: 2, c: 0 };
                self.emit_lanes(desc, temp, part, part);
                self.moved(temp, want, 1)
            }
            (_, TypeKind::Vector { elem, .. }) if !explicit => {
                let value = self.value(inner, None);
                let part = self.convert(value, from, elem, None);
                let temp = self.temporary(to);
                let kind = self.scalar(elem);
                let desc = LanesDesc { op: LaneOp::Splat, kind, to: kind, lanes: self.lanes_of(to), c: 0 };
                self.emit_lanes(desc, temp, part, part);
                self.moved(temp, want, 1)
            }
            (_, TypeKind::Vector { .. }) => {
                // A scalar of the vector's size: the same bits.
                let value = self.value(inner, None);
                let temp = self.temporary(to);
                let mut place = self.pointer_place(temp, from);
                place.class = super::place::ANY_BELOW;
                self.store(place, value);
                self.moved(temp, want, 1)
            }
            _ => {
                self.unsupported("this conversion to an aggregate");
                self.dest(want, 1)
            }
        }
    }

    /// The copy emitted last is of the whole of `ty`, whatever type it was emitted for.
    fn fix_copy_size(&mut self, ty: Type) {
        let size = self.size32(ty);
        if let Some(copy) = self.code.copies.last_mut() {
            copy.size = size;
        }
    }

    fn lane_conversion(&mut self, a: Reg, from: Type, to: Type, want: Option<Reg>) -> Reg {
        let temp = self.temporary(to);
        let desc = LanesDesc {
            op: LaneOp::Convert,
            kind: self.lane_kind(from),
            to: self.lane_kind(to),
            lanes: self.lanes_of(to),
            c: 0,
        };
        self.emit_lanes(desc, temp, a, a);
        self.moved(temp, want, 1)
    }

    fn union_cast(&mut self, inner: ExprId, field: u32, ty: Type, want: Option<Reg>) -> Reg {
        let from = self.ty(inner);
        let temp = self.temporary(ty);
        let place = self.pointer_place(temp, ty);
        let place = self.member(place, ty, field);
        if self.rep(from) == Rep::Aggregate {
            let s = self.aggregate(inner, None);
            self.copy_to(place, s, from, false);
        } else {
            let value = self.value(inner, None);
            self.store(place, value);
        }
        self.moved(temp, want, 1)
    }

    fn imaginary(&mut self, inner: ExprId, ty: Type, want: Option<Reg>) -> Reg {
        let elem = self.elem(ty);
        let value = self.value(inner, None);
        let value = self.convert(value, self.ty(inner), elem, None);
        let temp = self.temporary(ty);
        let zero = self.alloc(2);
        self.constant(zero, 0);
        self.constant(zero + 1, 0);
        let place = self.pointer_place(temp, ty);
        let (real, imag) = (self.part(place, 0, elem), self.part(place, self.size(elem), elem));
        self.store(real, zero);
        self.store(imag, value);
        self.moved(temp, want, 1)
    }

    fn two_aggregates(&mut self, expr: ExprId, a: ExprId, b: ExprId) -> (Reg, Reg) {
        let is_site = self.is_order_site(expr, a, b);
        if is_site {
            self.emit_site(expr);
        }
        let one = |c: &mut Self, e: ExprId, next: Option<ExprId>| match c.rep(c.ty(e)) {
            Rep::Aggregate if next.is_some_and(|next| c.may_change_objects(next)) => c.copied_aggregate(e),
            Rep::Aggregate => c.aggregate(e, None),
            _ => c.value(e, None),
        };
        if is_site && self.is_reversed(expr) {
            let rb = one(self, b, Some(a));
            (one(self, a, None), rb)
        } else {
            let ra = one(self, a, Some(b));
            (ra, one(self, b, None))
        }
    }

    fn lane_binary(&mut self, expr: ExprId, op: BinaryOp, a: ExprId, b: ExprId, ty: Type, want: Option<Reg>) -> Reg {
        let (ta, tb) = (self.ty(a), self.ty(b));
        let (mut ra, mut rb) = self.two_aggregates(expr, a, b);
        let wide = if self.rep(ta) == Rep::Aggregate { ta } else { tb };
        ra = self.widened(ra, ta, wide);
        rb = self.widened(rb, tb, wide);
        let temp = self.temporary(ty);
        self.emit_lane_binary(op, wide, ty, temp, ra, rb);
        self.moved(temp, want, 1)
    }

    /// A scalar operand next to a vector or complex one takes its type.
    fn widened(&mut self, reg: Reg, from: Type, to: Type) -> Reg {
        if self.rep(from) == Rep::Aggregate {
            return reg;
        }
        let elem = self.elem(to);
        let part = self.convert(reg, from, elem, None);
        let temp = self.temporary(to);
        let kind = self.scalar(elem);
        let op = if self.types().is_complex(to) { LaneOp::FromReal } else { LaneOp::Splat };
        self.emit_lanes(LanesDesc { op, kind, to: kind, lanes: self.lanes_of(to), c: 0 }, temp, part, part);
        temp
    }

    fn emit_lane_binary(&mut self, op: BinaryOp, operand: Type, result: Type, d: Reg, a: Reg, b: Reg) {
        let is_complex = self.types().is_complex(operand);
        let lane_op = match op {
            BinaryOp::Mul if is_complex => LaneOp::ComplexMul,
            BinaryOp::Div if is_complex => LaneOp::ComplexDiv,
            op if is_comparison(op) => LaneOp::Compare(op),
            op => LaneOp::Binary(op),
        };
        let (kind, to, lanes) = (self.lane_kind(operand), self.lane_kind(result), self.lanes_of(operand));
        self.emit_lanes(LanesDesc { op: lane_op, kind, to, lanes, c: 0 }, d, a, b);
    }

    fn lane_unary(&mut self, op: UnaryOp, a: ExprId, ty: Type, want: Option<Reg>) -> Reg {
        let from = self.ty(a);
        let reg = self.aggregate(a, None);
        let op = match op {
            UnaryOp::Plus => return self.moved(reg, want, 1),
            UnaryOp::Neg => LaneOp::Neg,
            UnaryOp::BitNot if self.types().is_complex(from) => LaneOp::Conjugate,
            UnaryOp::BitNot => LaneOp::Not,
            UnaryOp::Not => LaneOp::LogicalNot,
            UnaryOp::Real | UnaryOp::Imag => {
                self.unsupported("this part of an aggregate");
                return reg;
            }
        };
        let temp = self.temporary(ty);
        let (kind, to, lanes) = (self.lane_kind(from), self.lane_kind(ty), self.lanes_of(from));
        self.emit_lanes(LanesDesc { op, kind, to, lanes, c: 0 }, temp, reg, reg);
        self.moved(temp, want, 1)
    }

    /// `==` and `!=` of complex numbers; comparisons of vectors are vectors.
    pub(super) fn aggregate_comparison(
        &mut self,
        expr: ExprId,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
        want: Option<Reg>,
    ) -> Reg {
        let d = self.dest(want, 1);
        let (ta, tb) = (self.ty(a), self.ty(b));
        self.scratch(|c| {
            let (ra, rb) = c.two_aggregates(expr, a, b);
            let wide = if c.rep(ta) == Rep::Aggregate { ta } else { tb };
            let (ra, rb) = (c.widened(ra, ta, wide), c.widened(rb, tb, wide));
            let kind = c.lane_kind(wide);
            c.emit_lanes(LanesDesc { op: LaneOp::ComplexEq, kind, to: kind, lanes: c.lanes_of(wide), c: 0 }, d, ra, rb);
            if op == BinaryOp::Ne {
                c.emit(Op::IsZero { d, a: d });
            }
        });
        d
    }

    pub(super) fn aggregate_nonzero(&mut self, a: Reg, ty: Type, want: Option<Reg>) -> Reg {
        let d = self.dest(want, 1);
        let kind = self.lane_kind(ty);
        self.emit_lanes(LanesDesc { op: LaneOp::IsNonZero, kind, to: kind, lanes: self.lanes_of(ty), c: 0 }, d, a, a);
        d
    }

    pub(super) fn complex_to_real(&mut self, inner: ExprId, to: Type, want: Option<Reg>) -> Reg {
        let from = self.ty(inner);
        let a = self.aggregate(inner, None);
        if self.types().is_bool(to) {
            return self.aggregate_nonzero(a, from, want);
        }
        let elem = self.elem(from);
        let place = self.pointer_place(a, elem);
        let real = self.load(place, None);
        self.convert(real, elem, to, want)
    }

    /// A vector cast to a scalar of its size.
    pub(super) fn vector_bits(&mut self, inner: ExprId, to: Type, want: Option<Reg>) -> Reg {
        let a = self.aggregate(inner, None);
        let mut place = self.pointer_place(a, to);
        place.class = super::place::ANY_BELOW;
        self.load(place, want)
    }

    pub(super) fn real_or_imag(&mut self, expr: ExprId, op: UnaryOp, a: ExprId, want: Option<Reg>) -> Reg {
        let ty = self.ty(expr);
        if !self.types().is_complex(self.ty(a)) {
            // GNU: of a real operand.
            self.step();
            let reg = self.value(a, None);
            if op == UnaryOp::Real {
                return self.moved(reg, want, self.rep(ty).registers());
            }
            let d = self.dest(want, self.rep(ty).registers());
            self.constant(d, 0);
            if self.rep(ty).registers() == 2 {
                self.constant(d + 1, 0);
            }
            return d;
        }
        let place = if self.program.is_lvalue(expr) {
            self.place_of(expr)
        } else {
            self.step();
            let reg = self.aggregate(a, None);
            let place = self.pointer_place(reg, self.ty(a));
            let offset = if op == UnaryOp::Imag { self.size(ty) } else { 0 };
            self.part(place, offset, ty)
        };
        self.load(place, want)
    }

    pub(super) fn assign_op_aggregate(
        &mut self,
        op: BinaryOp,
        target: ExprId,
        value: ExprId,
        compute: Type,
        want: Option<Reg>,
    ) -> Reg {
        let ty = self.ty(target);
        let place = self.target_place(target);
        let rhs = match self.rep(self.ty(value)) {
            Rep::Aggregate => self.aggregate(value, None),
            _ => self.value(value, None),
        };
        let compute = if self.rep(compute) == Rep::Aggregate { compute } else { ty };
        let rhs = self.widened(rhs, self.ty(value), compute);
        let old = self.address(place, None);
        self.update_lanes(place, old, rhs, op, ty, compute);
        self.address(place, want)
    }

    fn update_lanes(&mut self, place: Place, old: Reg, rhs: Reg, op: BinaryOp, ty: Type, compute: Type) {
        let left = match self.types().strip(ty) == self.types().strip(compute) {
            true => old,
            false => self.lane_conversion(old, ty, compute, None),
        };
        let temp = self.temporary(compute);
        self.emit_lane_binary(op, compute, compute, temp, left, rhs);
        let new = match self.types().strip(ty) == self.types().strip(compute) {
            true => temp,
            false => self.lane_conversion(temp, compute, ty, None),
        };
        self.copy_to(place, new, ty, true);
    }

    pub(super) fn step_aggregate(&mut self, op: StepOp, target: ExprId, want: Option<Reg>) {
        let ty = self.ty(target);
        let place = self.target_place(target);
        let old = self.address(place, None);
        let is_post = matches!(op, StepOp::PostInc | StepOp::PostDec);
        let saved = is_post.then(|| {
            let temp = self.temporary(ty);
            let to = self.pointer_place(temp, ty);
            self.copy_to(to, old, ty, false);
            temp
        });
        let one = self.alloc(1);
        self.constant(one, 1);
        let one = self.widened(one, Type::INT, ty);
        let binary = if matches!(op, StepOp::PreInc | StepOp::PostInc) { BinaryOp::Add } else { BinaryOp::Sub };
        self.update_lanes(place, old, one, binary, ty, ty);
        if let Some(want) = want {
            let value = saved.unwrap_or(old);
            self.moved(value, Some(want), 1);
        }
    }

    /// `__builtin_shuffle`, `__builtin_shufflevector`, `__builtin_complex`.
    pub(super) fn aggregate_builtin(&mut self, expr: ExprId, name: &str, args: &[ExprId], want: Option<Reg>) -> Reg {
        let ty = self.ty(expr);
        match (name, args) {
            ("complex", [real, imag]) => {
                let elem = self.elem(ty);
                let (real, imag) = (self.value(*real, None), self.value(*imag, None));
                let temp = self.temporary(ty);
                let place = self.pointer_place(temp, ty);
                let (low, high) = (self.part(place, 0, elem), self.part(place, self.size(elem), elem));
                self.store(low, real);
                self.store(high, imag);
                self.moved(temp, want, 1)
            }
            ("shuffle", [a, mask]) => self.shuffle(*a, *a, *mask, ty, want),
            ("shuffle", [a, b, mask]) => self.shuffle(*a, *b, *mask, ty, want),
            ("shufflevector", [a, b, indices @ ..]) => self.shufflevector(*a, *b, indices, ty, want),
            _ => {
                self.unsupported(format!("`__builtin_{name}`"));
                self.dest(want, 1)
            }
        }
    }

    fn shuffle(&mut self, a: ExprId, b: ExprId, mask: ExprId, ty: Type, want: Option<Reg>) -> Reg {
        let same = a == b;
        let ra = self.aggregate(a, None);
        // One operand: indices wrap at its own length, which `exec` knows from equal addresses.
        let rb = if same { ra } else { self.aggregate(b, None) };
        let c = self.aggregate(mask, None);
        let temp = self.temporary(ty);
        let (kind, to) = (self.lane_kind(ty), self.lane_kind(self.ty(mask)));
        self.emit_lanes(LanesDesc { op: LaneOp::Shuffle, kind, to, lanes: self.lanes_of(ty), c }, temp, ra, rb);
        self.moved(temp, want, 1)
    }

    fn shufflevector(&mut self, a: ExprId, b: ExprId, indices: &[ExprId], ty: Type, want: Option<Reg>) -> Reg {
        let elem = self.elem(ty);
        let lanes = self.lanes_of(self.ty(a)) as i128;
        let (ra, rb) = (self.aggregate(a, None), self.aggregate(b, None));
        let temp = self.temporary(ty);
        let to = self.pointer_place(temp, ty);
        for (lane, &index) in indices.iter().enumerate() {
            let index = lang::fold::integer_constant(self.program, index).unwrap_or(-1).max(0);
            let (from, index) = if index < lanes { (ra, index) } else { (rb, index - lanes) };
            self.scratch(|c| {
                let size = c.size(elem);
                let from = c.pointer_place(from, elem);
                let from = c.part(from, index as u64 * size, elem);
                let value = c.load(from, None);
                let to = c.part(to, lane as u64 * size, elem);
                c.store(to, value);
            });
        }
        self.moved(temp, want, 1)
    }
}
