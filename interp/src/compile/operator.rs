//! Operators and assignments.

use super::expr::is_comparison;
use super::place::{Base, Place};
use super::*;
use crate::image::Traits;
use lang::{BinaryOp, ExprKind, StepOp, UnaryOp};

const INT: Scalar = Scalar::Int { bits: 32, signed: true };

impl Compiler<'_> {
    /// Evaluates two operands whose order is unspecified (C17 6.5p3): left to right, or right to left if this
    /// expression is one of those to be reversed.
    pub(super) fn two_values(&mut self, expr: ExprId, a: ExprId, b: ExprId) -> (Reg, Reg) {
        if self.is_order_site(expr, a, b) {
            self.emit_site(expr);
            if self.is_reversed(expr) {
                let rb = self.value(b, None);
                let ra = self.value(a, None);
                return (ra, rb);
            }
        }
        let ra = self.value(a, None);
        let rb = self.value(b, None);
        (ra, rb)
    }

    pub(super) fn is_reversed(&self, expr: ExprId) -> bool {
        self.options.reversed.contains(&expr)
    }

    pub(super) fn emit_site(&mut self, expr: ExprId) {
        self.code.sites.push(expr);
        let site = self.code.sites.len() as u32 - 1;
        self.emit(Op::Site { site });
    }

    pub(super) fn unary(&mut self, expr: ExprId, op: UnaryOp, a: ExprId, want: Option<Reg>) -> Reg {
        let from = self.ty(a);
        if matches!(op, UnaryOp::Real | UnaryOp::Imag) {
            return self.real_or_imag(expr, op, a, want);
        }
        self.step();
        if op == UnaryOp::Not {
            return self.not(a, from, want);
        }
        let kind = self.field_precision(a).unwrap_or(self.scalar(from));
        let a = self.value(a, None);
        if op == UnaryOp::Plus {
            return self.moved(a, want, Rep::Scalar(kind).registers());
        }
        let d = self.dest(want, Rep::Scalar(kind).registers());
        self.emit_unary(op, kind, d, a);
        d
    }

    fn not(&mut self, a: ExprId, from: Type, want: Option<Reg>) -> Reg {
        let d = self.dest(want, 1);
        self.scratch(|c| {
            let reg = match c.rep(from) {
                Rep::Aggregate => c.aggregate(a, None),
                _ => c.value(a, None),
            };
            match c.rep(from) {
                Rep::Scalar(Scalar::Int { bits: 0..=64, .. }) | Rep::Pointer => {
                    c.emit(Op::IsZero { d, a: reg });
                }
                _ => {
                    let truth = c.is_nonzero(reg, from, None);
                    c.emit(Op::IsZero { d, a: truth });
                }
            }
        });
        d
    }

    fn emit_unary(&mut self, op: UnaryOp, kind: Scalar, d: Reg, a: Reg) {
        use Scalar::*;
        let neg = op == UnaryOp::Neg;
        let op = match kind {
            Int { bits: 32, signed: true } if neg => Op::NegS32 { d, a },
            Int { bits: 64, signed: true } if neg => Op::NegS64 { d, a },
            Int { bits: 32, signed: false } if neg => Op::NegU32 { d, a },
            Int { bits: 64, signed: false } if neg => Op::NegU64 { d, a },
            Int { bits: 32, signed: false } => Op::NotU32 { d, a },
            Int { bits: 64, .. } | Int { bits: 32, signed: true } => Op::Not { d, a },
            F32 if neg => Op::NegF32 { d, a },
            F64 if neg => Op::NegF64 { d, a },
            _ => Op::Wide { op: if neg { WideOp::Neg } else { WideOp::Not }, kind, d, a, b: a },
        };
        if can_fault(op) {
            self.emit_repairable(op);
        } else {
            self.emit(op);
        }
    }

    pub(super) fn binary(&mut self, expr: ExprId, op: BinaryOp, a: ExprId, b: ExprId, want: Option<Reg>) -> Reg {
        let (ta, tb) = (self.ty(a), self.ty(b));
        let types = self.types();
        match (types.is_pointer(ta), types.is_pointer(tb)) {
            (true, true) => return self.pointer_pair(expr, op, a, b, want),
            (true, false) | (false, true) if matches!(op, BinaryOp::Add | BinaryOp::Sub) => {
                return self.pointer_arithmetic(expr, op, a, b, want);
            }
            _ => {}
        }
        if self.rep(ta) == Rep::Aggregate || self.rep(tb) == Rep::Aggregate {
            return self.aggregate_comparison(expr, op, a, b, want);
        }
        let registers = if is_comparison(op) { 1 } else { self.rep(ta).registers() };
        let d = self.dest(want, registers);
        self.scratch(|c| {
            let (mut ra, mut rb) = c.two_values(expr, a, b);
            let (mut kind, count) = (c.scalar(ta), c.scalar(tb));
            if let Some(field) = c.field_kind(op, a, b) {
                ra = c.convert_scalar(ra, kind, field, None);
                if !matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
                    rb = c.convert_scalar(rb, kind, field, None);
                }
                kind = field;
            }
            c.emit_binary(op, kind, count, d, ra, rb);
        });
        d
    }

    /// `d = a op b` in `kind`; a shift count is of kind `count`.
    pub(super) fn emit_binary(&mut self, op: BinaryOp, kind: Scalar, count: Scalar, d: Reg, a: Reg, b: Reg) {
        let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let b = match count {
            // A huge count is too large in 64 bits too.
            Scalar::Int { bits: 65.., .. } if is_shift => {
                self.convert_scalar(b, count, Scalar::Int { bits: 64, signed: true }, None)
            }
            _ => b,
        };
        let op = match kind {
            Scalar::Int { bits: 32, signed: true } => int32(op, d, a, b),
            Scalar::Int { bits: 32, signed: false } => uint32(op, d, a, b),
            Scalar::Int { bits: 64, signed: true } => int64(op, d, a, b),
            Scalar::Int { bits: 64, signed: false } => uint64(op, d, a, b),
            Scalar::F32 => float32(op, d, a, b),
            Scalar::F64 => float64(op, d, a, b),
            _ => None,
        }
        .unwrap_or_else(|| wide(op, kind, d, a, b));
        if can_fault(op) {
            self.emit_repairable(op);
        } else {
            self.emit(op);
        }
    }

    fn pointer_pair(&mut self, expr: ExprId, op: BinaryOp, a: ExprId, b: ExprId, want: Option<Reg>) -> Reg {
        let d = self.dest(want, 1);
        let elem = self.types().pointee(self.ty(a)).unwrap_or(Type::CHAR);
        if op == BinaryOp::Sub && self.are_different_members(a, b) {
            self.undefined(Rule::PointerSubtraction, "pointers to different members of a struct are subtracted");
        }
        self.scratch(|c| {
            let (left, right) = (a, b);
            let (a, b) = c.two_values(expr, a, b);
            c.check_alive_call(left, a);
            c.check_alive_call(right, b);
            let op = match op {
                BinaryOp::Eq => Op::Eq { d, a, b },
                BinaryOp::Ne => Op::Ne { d, a, b },
                BinaryOp::Lt => Op::PtrLess { d, a, b, or_equal: false },
                BinaryOp::Le => Op::PtrLess { d, a, b, or_equal: true },
                BinaryOp::Gt => Op::PtrLess { d, a: b, b: a, or_equal: false },
                BinaryOp::Ge => Op::PtrLess { d, a: b, b: a, or_equal: true },
                _ => {
                    if c.types().size_of(elem).is_none() && c.types().is_variably_modified(elem) {
                        let size = c.size_value(elem);
                        let bytes = c.alloc(1);
                        c.emit(Op::PtrDiff { d: bytes, a, b, size: 1 });
                        c.emit(Op::DivS64 { d, a: bytes, b: size });
                        return;
                    }
                    let size = c.size32(elem).max(1);
                    Op::PtrDiff { d, a, b, size }
                }
            };
            c.emit(op);
        });
        d
    }

    /// `&s.a - &s.b`: one object, but not one array.
    fn are_different_members(&self, a: ExprId, b: ExprId) -> bool {
        let member = |pointer: ExprId| match self.program[pointer].kind {
            ExprKind::AddrOf(object) => match self.program[object].kind {
                ExprKind::Member(record, field) => Some((self.ty(record).unqualified(), field)),
                _ => None,
            },
            _ => None,
        };
        matches!((member(a), member(b)), (Some(a), Some(b)) if a.0 == b.0 && a.1 != b.1)
    }

    fn pointer_arithmetic(&mut self, expr: ExprId, op: BinaryOp, a: ExprId, b: ExprId, want: Option<Reg>) -> Reg {
        // Within a declared array, which may be part of a larger object.
        if op == BinaryOp::Add && self.decays_from_array(a) {
            let elem = self.types().pointee(self.ty(a)).unwrap_or(Type::CHAR);
            let place = self.index(a, b, elem, super::place::Purpose::Address);
            return self.address(place, want);
        }
        let d = self.dest(want, 1);
        let pointer = if self.types().is_pointer(self.ty(a)) { a } else { b };
        self.scratch(|c| {
            let (ra, rb) = c.checking_later(pointer, |c| c.two_values(expr, a, b));
            let (p, index, ty) = if c.types().is_pointer(c.ty(a)) { (ra, rb, c.ty(a)) } else { (rb, ra, c.ty(b)) };
            let elem = c.types().pointee(ty).unwrap_or(Type::CHAR);
            c.pointer_move(op, d, p, index, elem);
        });
        d
    }

    /// `d = p ± index` elements.
    fn pointer_move(&mut self, op: BinaryOp, d: Reg, p: Reg, index: Reg, elem: Type) {
        if op == BinaryOp::Add {
            return self.pointer_add(d, p, index, elem, false);
        }
        match self.types().size_of(elem) {
            None if self.types().is_variably_modified(elem) => {
                let negative = self.alloc(1);
                self.emit(Op::NegU64 { d: negative, a: index });
                self.pointer_add(d, p, negative, elem, false);
            }
            size => {
                self.emit(Op::PtrSub { d, p, index, size: size.unwrap_or(1).min(u32::MAX as u64) as u32 });
            }
        }
    }

    pub(super) fn assign(&mut self, expr: ExprId, target: ExprId, value: ExprId, want: Option<Reg>) -> Reg {
        if self.rep(self.ty(target)) == Rep::Aggregate {
            return self.assign_aggregate(expr, target, value, want);
        }
        if self.copies_byte(target, value) {
            return self.assign_byte(expr, target, value, want);
        }
        let is_site = self.is_order_site(expr, target, value);
        if is_site {
            self.emit_site(expr);
        }
        // Straight into a register variable. Its old value may still be needed while the new one is computed in
        // several steps, which only use the destination at the end.
        let (place, reg) = if is_site && self.is_reversed(expr) {
            let reg = self.value(value, None);
            (self.target_place(target), reg)
        } else {
            let place = self.target_place(target);
            // The wanted register may hold what the place depends on, so only a register variable is written early.
            let home = match place.base {
                Base::Register { reg, .. } if want.is_none() => Some(reg),
                _ => None,
            };
            (place, self.value(value, home))
        };
        self.check_overlap(target, value, &place);
        self.mark(expr, true, &place);
        self.store(place, reg);
        if let ExprKind::Var(var) = self.program[target].kind {
            self.restrict_assigned(var, value);
        }
        if place.bits.is_some() {
            return self.load(place, want);
        }
        self.moved(reg, want, self.rep(self.ty(target)).registers())
    }

    /// `u.a = u.b`: the members of a union overlap (C17 6.5.16.1p3).
    fn check_overlap(&mut self, target: ExprId, value: ExprId, place: &Place) {
        let mut source = value;
        while let ExprKind::Convert(inner) = self.program[source].kind {
            source = inner;
        }
        let (Some(to), Some(from)) = (self.union_member(target), self.union_member(source)) else { return };
        let is_plain = self.image.traits_of(source).is_none_or(|traits| !traits.has(Traits::CALL | Traits::EFFECT));
        if to.0 != from.0 || to.1 == from.1 || !is_plain || self.repairer.is_some() {
            return;
        }
        self.scratch(|c| {
            let from = c.place(source, super::place::Purpose::Access);
            let extent = |c: &Self, place: &Place| match place.bits {
                Some(bits) => (bits.offset, bits.width as u64),
                None => (0, 8 * c.size(place.ty)),
            };
            let ((to_bit, to_width), (from_bit, from_width)) = (extent(c, place), extent(c, &from));
            let is_compatible = c.types().compatible(c.types().strip(place.ty), c.types().strip(from.ty));
            c.code.overlaps.push(OverlapDesc { to_bit, to_width, from_bit, from_width, is_compatible });
            let overlap = c.code.overlaps.len() as u32 - 1;
            let to = c.address(Place { bits: None, ..*place }, None);
            let from = c.address(Place { bits: None, ..from }, None);
            c.emit(Op::CheckOverlap { to, from, overlap });
        });
    }

    /// The outermost union that an lvalue is part of, and the member of it.
    fn union_member(&self, lvalue: ExprId) -> Option<(Type, u32)> {
        match self.program[lvalue].kind {
            ExprKind::Member(record, field) => self.union_member(record).or_else(|| {
                let ty = self.ty(record);
                self.types().record(ty).filter(|record| record.is_union).map(|_| (ty.unqualified(), field))
            }),
            ExprKind::Index(pointer, _) | ExprKind::Deref(pointer) => match self.program[pointer].kind {
                ExprKind::Convert(array) if self.is_array(self.ty(array)) => self.union_member(array),
                _ => None,
            },
            _ => None,
        }
    }

    /// `*d = *s` of characters: copies the byte whatever it is, initialised or not (C17 6.2.6.1p4).
    pub(super) fn copies_byte(&self, target: ExprId, value: ExprId) -> bool {
        let mut source = value;
        while let ExprKind::Convert(inner) = self.program[source].kind {
            if !self.types().is_character(self.ty(inner)) {
                return false;
            }
            source = inner;
        }
        self.types().is_character(self.ty(target))
            && self.types().is_character(self.ty(source))
            && matches!(self.program[source].kind, ExprKind::Deref(_) | ExprKind::Index(..))
            && matches!(self.program[target].kind, ExprKind::Deref(_) | ExprKind::Index(..))
    }

    fn assign_byte(&mut self, expr: ExprId, target: ExprId, value: ExprId, want: Option<Reg>) -> Reg {
        let mut source = value;
        while let ExprKind::Convert(inner) = self.program[source].kind {
            self.step();
            source = inner;
        }
        let is_site = self.is_order_site(expr, target, source);
        if is_site {
            self.emit_site(expr);
        }
        let (place, from) = if is_site && self.is_reversed(expr) {
            let from = self.place(source, super::place::Purpose::Access);
            (self.target_place(target), from)
        } else {
            let place = self.target_place(target);
            (place, self.place(source, super::place::Purpose::Access))
        };
        self.mark(source, false, &from);
        self.mark(expr, true, &place);
        self.check_volatile(&from);
        self.check_volatile(&place);
        let s = self.address(from, None);
        self.copy_to(place, s, Type::UCHAR, true);
        match want {
            Some(_) => self.load(place, want),
            None => s,
        }
    }

    pub(super) fn assign_op(
        &mut self,
        expr: ExprId,
        op: BinaryOp,
        target: ExprId,
        value: ExprId,
        compute: Type,
        want: Option<Reg>,
    ) -> Reg {
        let ty = self.ty(target);
        if self.rep(ty) == Rep::Aggregate {
            return self.assign_op_aggregate(op, target, value, compute, want);
        }
        if self.rep(compute) == Rep::Aggregate || self.rep(self.ty(value)) == Rep::Aggregate {
            self.unsupported("this mix of scalar and aggregate operands");
            return self.dest(want, 2);
        }
        let registers = self.rep(ty).registers();
        let d = self.dest(want, registers);
        self.scratch(|c| {
            let is_site = c.is_order_site(expr, target, value);
            if is_site {
                c.emit_site(expr);
            }
            let (place, rhs) = if is_site && c.is_reversed(expr) {
                let rhs = c.value(value, None);
                (c.target_place(target), rhs)
            } else {
                let place = c.target_place(target);
                (place, c.value(value, None))
            };
            // A call on the right cannot come between reading and writing the target (C17 6.5.16.2p3), and the write
            // needs its value, so the target is read last.
            let old = c.load(place, None);
            c.mark(expr, false, &place);
            let new = c.combine(op, place, old, rhs, c.ty(value), compute);
            c.mark(expr, true, &place);
            c.store(place, new);
            let new = if place.bits.is_some() { c.load(place, None) } else { new };
            c.moved(new, Some(d), registers);
        });
        d
    }

    /// `old op rhs`, computed in `compute` and converted back to the place's type.
    fn combine(&mut self, op: BinaryOp, place: Place, old: Reg, rhs: Reg, rhs_ty: Type, compute: Type) -> Reg {
        if self.types().is_pointer(place.ty) && self.types().is_pointer(compute) {
            let d = self.alloc(1);
            let elem = self.types().pointee(place.ty).unwrap_or(Type::CHAR);
            self.pointer_move(op, d, old, rhs, elem);
            return d;
        }
        let left = self.convert(old, place.ty, compute, None);
        let kind = self.scalar(compute);
        let d = match place.base {
            // The result may go straight back if no conversion follows.
            Base::Register { reg, .. } if self.scalar(place.ty) == kind => reg,
            _ => self.alloc(Rep::Scalar(kind).registers()),
        };
        let count = self.scalar(rhs_ty);
        self.emit_binary(op, kind, count, d, left, rhs);
        self.convert(d, compute, place.ty, None)
    }

    /// `++` and `--`; the expression's value goes to `want`.
    pub(super) fn step_expr(&mut self, expr: ExprId, op: StepOp, target: ExprId, want: Option<Reg>, used: bool) {
        self.step();
        let ty = self.ty(target);
        if self.rep(ty) == Rep::Aggregate {
            return self.step_aggregate(op, target, want);
        }
        let registers = self.rep(ty).registers();
        self.scratch(|c| {
            let place = c.target_place(target);
            let old = c.load(place, None);
            c.mark(expr, false, &place);
            let is_post = matches!(op, StepOp::PostInc | StepOp::PostDec);
            let value = if is_post && used {
                // The wanted register may be the variable itself, or hold what the place depends on.
                let copy = c.alloc(registers);
                c.moved(old, Some(copy), registers)
            } else {
                old
            };
            let new = c.stepped(op, place, old);
            c.mark(expr, true, &place);
            c.store(place, new);
            if let (true, Some(d)) = (used, want) {
                let value = match is_post {
                    true => value,
                    false if place.bits.is_some() => c.load(place, None),
                    false => new,
                };
                c.moved(value, Some(d), registers);
            }
        });
    }

    fn stepped(&mut self, op: StepOp, place: Place, old: Reg) -> Reg {
        let binary = if matches!(op, StepOp::PreInc | StepOp::PostInc) { BinaryOp::Add } else { BinaryOp::Sub };
        let one = self.alloc(2);
        if self.types().is_pointer(place.ty) {
            self.constant(one, 1);
            let d = self.alloc(1);
            let elem = self.types().pointee(place.ty).unwrap_or(Type::CHAR);
            self.pointer_move(binary, d, old, one, elem);
            return d;
        }
        let kind = self.scalar(place.ty);
        let (compute, kind) = match kind {
            // Integer promotion: no overflow in types narrower than int (C17 6.5.3.1p2, 6.3.1.1p2).
            Scalar::Int { bits: 0..32, .. } => (Type::INT, INT),
            kind => (self.types().underlying(place.ty), kind),
        };
        let narrow = place.bits.is_some_and(|bits| bits.width < 32 || bits.width == 32 && bits.signed);
        let (compute, kind) = if narrow { (Type::INT, INT) } else { (compute, kind) };
        self.constant(one, 1);
        if kind != INT {
            self.convert_scalar(one, INT, kind, Some(one));
        }
        let left = self.convert(old, place.ty, compute, None);
        let d = match place.base {
            Base::Register { reg, .. } if compute == self.types().underlying(place.ty) => reg,
            _ => self.alloc(2),
        };
        self.emit_binary(binary, kind, kind, d, left, one);
        self.convert(d, compute, place.ty, None)
    }
}

/// Of the operations that a first execution may turn into another.
fn can_fault(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        AddS32 { .. }
            | AddS64 { .. }
            | SubS32 { .. }
            | SubS64 { .. }
            | MulS32 { .. }
            | MulS64 { .. }
            | DivS32 { .. }
            | DivS64 { .. }
            | DivU { .. }
            | RemS32 { .. }
            | RemS64 { .. }
            | RemU { .. }
            | ShlS32 { .. }
            | ShlS64 { .. }
            | ShlU32 { .. }
            | ShlU64 { .. }
            | ShrS32 { .. }
            | ShrS64 { .. }
            | ShrU32 { .. }
            | ShrU64 { .. }
            | NegS32 { .. }
            | NegS64 { .. }
    )
}

fn int32(op: BinaryOp, d: Reg, a: Reg, b: Reg) -> Option<Op> {
    Some(match op {
        BinaryOp::Add => Op::AddS32 { d, a, b },
        BinaryOp::Sub => Op::SubS32 { d, a, b },
        BinaryOp::Mul => Op::MulS32 { d, a, b },
        BinaryOp::Div => Op::DivS32 { d, a, b },
        BinaryOp::Rem => Op::RemS32 { d, a, b },
        BinaryOp::Shl => Op::ShlS32 { d, a, b },
        BinaryOp::Shr => Op::ShrS32 { d, a, b },
        _ => return compare_or_bits(op, true, d, a, b),
    })
}

fn uint32(op: BinaryOp, d: Reg, a: Reg, b: Reg) -> Option<Op> {
    Some(match op {
        BinaryOp::Add => Op::AddU32 { d, a, b },
        BinaryOp::Sub => Op::SubU32 { d, a, b },
        BinaryOp::Mul => Op::MulU32 { d, a, b },
        BinaryOp::Div => Op::DivU { d, a, b },
        BinaryOp::Rem => Op::RemU { d, a, b },
        BinaryOp::Shl => Op::ShlU32 { d, a, b },
        BinaryOp::Shr => Op::ShrU32 { d, a, b },
        _ => return compare_or_bits(op, false, d, a, b),
    })
}

fn int64(op: BinaryOp, d: Reg, a: Reg, b: Reg) -> Option<Op> {
    Some(match op {
        BinaryOp::Add => Op::AddS64 { d, a, b },
        BinaryOp::Sub => Op::SubS64 { d, a, b },
        BinaryOp::Mul => Op::MulS64 { d, a, b },
        BinaryOp::Div => Op::DivS64 { d, a, b },
        BinaryOp::Rem => Op::RemS64 { d, a, b },
        BinaryOp::Shl => Op::ShlS64 { d, a, b },
        BinaryOp::Shr => Op::ShrS64 { d, a, b },
        _ => return compare_or_bits(op, true, d, a, b),
    })
}

fn uint64(op: BinaryOp, d: Reg, a: Reg, b: Reg) -> Option<Op> {
    Some(match op {
        BinaryOp::Add => Op::AddU64 { d, a, b },
        BinaryOp::Sub => Op::SubU64 { d, a, b },
        BinaryOp::Mul => Op::MulU64 { d, a, b },
        BinaryOp::Div => Op::DivU { d, a, b },
        BinaryOp::Rem => Op::RemU { d, a, b },
        BinaryOp::Shl => Op::ShlU64 { d, a, b },
        BinaryOp::Shr => Op::ShrU64 { d, a, b },
        _ => return compare_or_bits(op, false, d, a, b),
    })
}

fn compare_or_bits(op: BinaryOp, signed: bool, d: Reg, a: Reg, b: Reg) -> Option<Op> {
    Some(match (op, signed) {
        (BinaryOp::And, _) => Op::And { d, a, b },
        (BinaryOp::Or, _) => Op::Or { d, a, b },
        (BinaryOp::Xor, _) => Op::Xor { d, a, b },
        (BinaryOp::Eq, _) => Op::Eq { d, a, b },
        (BinaryOp::Ne, _) => Op::Ne { d, a, b },
        (BinaryOp::Lt, true) => Op::LtS { d, a, b },
        (BinaryOp::Le, true) => Op::LeS { d, a, b },
        (BinaryOp::Gt, true) => Op::LtS { d, a: b, b: a },
        (BinaryOp::Ge, true) => Op::LeS { d, a: b, b: a },
        (BinaryOp::Lt, false) => Op::LtU { d, a, b },
        (BinaryOp::Le, false) => Op::LeU { d, a, b },
        (BinaryOp::Gt, false) => Op::LtU { d, a: b, b: a },
        (BinaryOp::Ge, false) => Op::LeU { d, a: b, b: a },
        _ => return None,
    })
}

fn float32(op: BinaryOp, d: Reg, a: Reg, b: Reg) -> Option<Op> {
    Some(match op {
        BinaryOp::Add => Op::AddF32 { d, a, b },
        BinaryOp::Sub => Op::SubF32 { d, a, b },
        BinaryOp::Mul => Op::MulF32 { d, a, b },
        BinaryOp::Div => Op::DivF32 { d, a, b },
        BinaryOp::Lt => Op::LtF32 { d, a, b },
        BinaryOp::Le => Op::LeF32 { d, a, b },
        BinaryOp::Gt => Op::LtF32 { d, a: b, b: a },
        BinaryOp::Ge => Op::LeF32 { d, a: b, b: a },
        BinaryOp::Eq => Op::EqF32 { d, a, b },
        _ => return None,
    })
}

fn float64(op: BinaryOp, d: Reg, a: Reg, b: Reg) -> Option<Op> {
    Some(match op {
        BinaryOp::Add => Op::AddF64 { d, a, b },
        BinaryOp::Sub => Op::SubF64 { d, a, b },
        BinaryOp::Mul => Op::MulF64 { d, a, b },
        BinaryOp::Div => Op::DivF64 { d, a, b },
        BinaryOp::Lt => Op::LtF64 { d, a, b },
        BinaryOp::Le => Op::LeF64 { d, a, b },
        BinaryOp::Gt => Op::LtF64 { d, a: b, b: a },
        BinaryOp::Ge => Op::LeF64 { d, a: b, b: a },
        BinaryOp::Eq => Op::EqF64 { d, a, b },
        _ => return None,
    })
}

fn wide(op: BinaryOp, kind: Scalar, d: Reg, a: Reg, b: Reg) -> Op {
    let (op, a, b) = match op {
        BinaryOp::Add => (WideOp::Add, a, b),
        BinaryOp::Sub => (WideOp::Sub, a, b),
        BinaryOp::Mul => (WideOp::Mul, a, b),
        BinaryOp::Div => (WideOp::Div, a, b),
        BinaryOp::Rem => (WideOp::Rem, a, b),
        BinaryOp::Shl => (WideOp::Shl, a, b),
        BinaryOp::Shr => (WideOp::Shr, a, b),
        BinaryOp::And => (WideOp::And, a, b),
        BinaryOp::Or => (WideOp::Or, a, b),
        BinaryOp::Xor => (WideOp::Xor, a, b),
        BinaryOp::Lt => (WideOp::Lt, a, b),
        BinaryOp::Le => (WideOp::Le, a, b),
        BinaryOp::Gt => (WideOp::Lt, b, a),
        BinaryOp::Ge => (WideOp::Le, b, a),
        BinaryOp::Eq => (WideOp::Eq, a, b),
        BinaryOp::Ne => (WideOp::Ne, a, b),
    };
    Op::Wide { op, kind, d, a, b }
}
