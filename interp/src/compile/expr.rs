//! Expressions to values.

use super::place::{Base, Place, Purpose};
use super::*;
use lang::{BinaryOp, ExprKind, StepOp, UnaryOp};

impl Compiler<'_> {
    /// Evaluates a full expression (C17 6.8p4) for its value.
    pub(super) fn full_value(&mut self, expr: ExprId, want: Option<Reg>) -> Reg {
        let outer = self.begin_full(expr);
        let before = self.used_temporaries.len();
        let reg = match self.rep(self.ty(expr)) {
            Rep::Aggregate if !self.is_array(self.ty(expr)) => self.aggregate(expr, want),
            _ => {
                let reg = self.value(expr, want);
                self.end_temporaries(before);
                reg
            }
        };
        self.end_full(outer);
        reg
    }

    /// Evaluates a full expression for its effects.
    pub(super) fn full_effects(&mut self, expr: ExprId) {
        let outer = self.begin_full(expr);
        let before = self.used_temporaries.len();
        self.scratch(|c| c.effects_of(expr));
        self.end_temporaries(before);
        self.end_full(outer);
    }

    /// Temporary objects live as long as their full expression (C17 6.2.4p8).
    fn end_temporaries(&mut self, before: usize) {
        let used = self.used_temporaries.split_off(before.min(self.used_temporaries.len()));
        for slot in used {
            self.emit(Op::Kill { slot });
        }
    }

    /// Evaluates for side effects only.
    pub(super) fn effects_of(&mut self, expr: ExprId) {
        let node = self.program[expr];
        let outer = std::mem::replace(&mut self.origin, Origin::Expr(expr));
        match node.kind {
            ExprKind::Comma(a, b) => {
                self.step();
                self.scratch(|c| c.effects_of(a));
                self.effects_of(b);
            }
            ExprKind::Cast(inner) | ExprKind::Convert(inner) if self.types().is_void(node.ty) => {
                self.step();
                self.effects_of(inner);
            }
            ExprKind::Call(callee, args) => {
                self.step();
                self.call(expr, callee, args, None, false);
            }
            ExprKind::Cond(c, a, b) => self.cond_effects(c, a, b),
            ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..) => {
                let end = self.target();
                self.branch(expr, true, end);
                self.place_target(end);
            }
            ExprKind::StmtExpr(block) => {
                self.step();
                self.stmt(block);
            }
            ExprKind::Step(StepOp::PostInc, target) => self.step_expr(expr, StepOp::PreInc, target, None, false),
            ExprKind::Step(StepOp::PostDec, target) => self.step_expr(expr, StepOp::PreDec, target, None, false),
            ExprKind::Assign(target, value) => {
                self.step();
                self.assign(expr, target, value, None);
            }
            _ => match self.rep(node.ty) {
                Rep::Void if self.program.is_lvalue(expr) => {
                    self.place(expr, Purpose::Address);
                }
                Rep::Void => self.void(expr),
                Rep::Aggregate if self.types().is_array(node.ty) => {
                    self.place(expr, Purpose::Address);
                }
                // An aggregate lvalue whose value is discarded is not copied.
                Rep::Aggregate => {
                    self.aggregate(expr, None);
                }
                _ => {
                    self.checking_later(expr, |c| c.value(expr, None));
                }
            },
        }
        self.origin = outer;
    }

    fn cond_effects(&mut self, c: ExprId, a: ExprId, b: ExprId) {
        self.step();
        let (otherwise, end) = (self.target(), self.target());
        self.branch(c, false, otherwise);
        self.scratch(|c| c.effects_of(a));
        self.jump(Op::Jump { to: 0 }, end);
        self.place_target(otherwise);
        self.scratch(|c| c.effects_of(b));
        self.place_target(end);
    }

    fn void(&mut self, expr: ExprId) {
        match self.program[expr].kind {
            ExprKind::VaArg(_) => self.unsupported("va_arg of void"),
            _ => self.unsupported("this void expression"),
        }
    }

    /// Evaluates a scalar (or a pointer, or decays an array or function).
    pub(super) fn value(&mut self, expr: ExprId, want: Option<Reg>) -> Reg {
        let node = self.program[expr];
        let outer = std::mem::replace(&mut self.origin, Origin::Expr(expr));
        let locating = std::mem::replace(&mut self.is_locating, false);
        let reg = self.value_of(expr, node.kind, node.ty, want);
        let reg = if self.options.flip == Some(expr) { self.flip(node.ty, reg, want) } else { reg };
        self.trace(expr, node.ty, reg);
        self.is_locating = locating;
        self.origin = outer;
        reg
    }

    /// Not in the register of a variable whose value is read, unless the value goes there.
    fn flip(&mut self, ty: Type, reg: Reg, want: Option<Reg>) -> Reg {
        let Rep::Scalar(kind) = self.rep(ty) else { return reg };
        if self.rep(ty).registers() > 1 {
            return reg;
        }
        let d = self.dest(want, 1);
        self.emit(Op::Flip { d, a: reg, kind });
        d
    }

    fn trace(&mut self, expr: ExprId, ty: Type, reg: Reg) {
        if self.options.trace && matches!(self.rep(ty), Rep::Scalar(_) | Rep::Pointer) && self.rep(ty).registers() == 1
        {
            self.emit(Op::Trace { a: reg, expr: expr.0 });
        }
    }

    fn value_of(&mut self, expr: ExprId, kind: ExprKind, ty: Type, want: Option<Reg>) -> Reg {
        match kind {
            ExprKind::Var(_)
            | ExprKind::Deref(_)
            | ExprKind::Index(..)
            | ExprKind::Member(..)
            | ExprKind::Str(_)
            | ExprKind::CompoundLiteral(_) => self.read(expr, ty, want),
            ExprKind::Func(func) => {
                self.step();
                let d = self.dest(want, 1);
                let address = self.image.function_address(self.memory, func);
                self.constant(d, address);
                d
            }
            ExprKind::Unary(op, a) => self.unary(expr, op, a, want),
            ExprKind::Binary(op, a, b) => {
                self.step();
                self.binary(expr, op, a, b, want)
            }
            ExprKind::LogicalAnd(..) | ExprKind::LogicalOr(..) => self.logical(expr, want),
            ExprKind::Comma(a, b) => {
                self.step();
                self.scratch(|c| c.effects_of(a));
                self.value(b, want)
            }
            ExprKind::Assign(target, value) => {
                self.step();
                // A byte copy has a value only where one is asked for.
                let want = match want {
                    None if self.copies_byte(target, value) => Some(self.alloc(1)),
                    want => want,
                };
                self.assign(expr, target, value, want)
            }
            ExprKind::AssignOp { op, target, value, compute } => {
                self.step();
                self.assign_op(expr, op, target, value, compute, want)
            }
            ExprKind::Step(op, target) => {
                let d = self.dest(want, self.rep(ty).registers());
                self.step_expr(expr, op, target, Some(d), true);
                d
            }
            ExprKind::AddrOf(object) => self.address_of(object, want),
            ExprKind::Cond(c, a, b) => self.cond(c, a, b, ty, want),
            ExprKind::CondOmitted(a, b) => self.cond_omitted(a, b, ty, want),
            ExprKind::Cast(inner) => {
                self.eval_lengths(ty);
                self.conversion(inner, ty, want)
            }
            ExprKind::Convert(inner) => self.conversion(inner, ty, want),
            ExprKind::Call(callee, args) => {
                self.step();
                self.call(expr, callee, args, want, true)
            }
            ExprKind::VaArg(list) => self.va_arg(list, ty, want),
            ExprKind::StmtExpr(block) => self.stmt_expr(block, ty, want),
            ExprKind::SizeofType(of) => {
                self.step();
                self.sizeof(of, want)
            }
            ExprKind::SizeofExpr(of) => self.sizeof_expr(of, want),
            ExprKind::LabelAddr(label) => {
                self.step();
                let d = self.dest(want, 1);
                let address = self.image.label_address(self.program, self.memory, label);
                self.constant(d, address);
                d
            }
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::LongFloat(_)
            | ExprKind::Enumerator(..)
            | ExprKind::AlignofType(_) => self.literal(kind, ty, want),
            ExprKind::Imaginary(_) | ExprKind::UnionCast(..) | ExprKind::ConvertVector(_) => self.aggregate(expr, want),
        }
    }

    fn literal(&mut self, kind: ExprKind, ty: Type, want: Option<Reg>) -> Reg {
        self.step();
        let rep = self.rep(ty);
        let d = self.dest(want, rep.registers());
        match kind {
            ExprKind::Int(value) => self.int_literal(value, ty, d),
            ExprKind::Enumerator(id, index) => {
                let value = self.types().enums[id.0 as usize].constants[index as usize].value;
                self.int_literal(value as u64, ty, d);
            }
            ExprKind::AlignofType(of) => {
                let align = self.types().preferred_align_of(of);
                self.constant(d, align);
            }
            ExprKind::Float(value) if rep == Rep::Scalar(Scalar::F32) => {
                self.constant(d, (value as f32).to_bits() as u64)
            }
            ExprKind::Float(value) => {
                self.constant(d, value.to_bits());
                if let Rep::Scalar(to @ (Scalar::F80 | Scalar::F128)) = rep {
                    self.emit(Op::Convert { from: Scalar::F64, to, d, a: d });
                }
            }
            ExprKind::LongFloat(spelling) => {
                let text = String::from_utf8_lossy(&self.program[spelling].bytes).into_owned();
                let bits = match rep {
                    Rep::Scalar(Scalar::F128) => crate::float128::F128::parse(&text).to_bits(),
                    _ => crate::float80::F80::parse(&text).to_bits(),
                };
                self.constant(d, bits as u64);
                self.constant(d + 1, (bits >> 64) as u64);
            }
            _ => {}
        }
        d
    }

    fn int_literal(&mut self, value: u64, ty: Type, d: Reg) {
        self.constant(d, value);
        if let Rep::Scalar(Scalar::Int { bits: 65.., signed }) = self.rep(ty) {
            let high = if signed { ((value as i64) >> 63) as u64 } else { 0 };
            self.constant(d + 1, high);
        }
    }

    /// Lvalue conversion (C17 6.3.2.1p2).
    fn read(&mut self, expr: ExprId, ty: Type, want: Option<Reg>) -> Reg {
        if self.types().is_function(ty) {
            // `*f` of a function pointer.
            return match self.program[expr].kind {
                ExprKind::Deref(pointer) => {
                    self.step();
                    self.value(pointer, want)
                }
                _ => self.value(expr, want),
            };
        }
        if self.rep(ty) == Rep::Aggregate {
            let place = self.place(expr, Purpose::Address);
            return self.address(place, want);
        }
        let place = self.place(expr, Purpose::Access);
        self.mark(expr, false, &place);
        let reg = self.load(place, want);
        self.check_alive(expr, reg);
        reg
    }

    /// The value of a pointer is indeterminate once its object has ended (C17 6.2.4p2).
    pub(super) fn check_alive(&mut self, expr: ExprId, p: Reg) {
        let to_object = |to| !self.types().is_function(to);
        if self.checked_later != Some(expr) && self.types().pointee(self.ty(expr)).is_some_and(to_object) {
            self.emit(Op::CheckAlive { p });
        }
    }

    /// Runs `f`, in which `pointer` is read and then dereferenced, moved, or handed to a library function.
    pub(super) fn checking_later<T>(&mut self, pointer: ExprId, f: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.checked_later.replace(self.unconverted(pointer));
        let result = f(self);
        self.checked_later = outer;
        result
    }

    /// The expression below conversions from pointer to pointer.
    pub(super) fn unconverted(&self, pointer: ExprId) -> ExprId {
        match self.program[pointer].kind {
            ExprKind::Convert(inner) | ExprKind::Cast(inner) if self.types().is_pointer(self.ty(inner)) => {
                self.unconverted(inner)
            }
            _ => pointer,
        }
    }

    /// A pointer that a function returned and that is compared or tested.
    pub(super) fn check_alive_call(&mut self, expr: ExprId, p: Reg) {
        if let ExprKind::Call(..) = self.program[self.unconverted(expr)].kind {
            self.check_alive(expr, p);
        }
    }

    fn conversion(&mut self, inner: ExprId, to: Type, want: Option<Reg>) -> Reg {
        self.step();
        let from = self.ty(inner);
        if self.types().is_void(to) {
            self.scratch(|c| c.effects_of(inner));
            return self.dest(want, 1);
        }
        if self.is_array(from) {
            let place = if self.program.is_lvalue(inner) { self.located(inner) } else { self.temporary_part(inner) };
            let reg = self.address(place, want.filter(|_| self.rep(to) == Rep::Pointer));
            let pointer = reg;
            self.check_conversion(pointer, from, to);
            return match self.rep(to) {
                Rep::Pointer => pointer,
                _ => {
                    self.check_narrow(pointer, self.any_pointer(), to);
                    self.convert(pointer, self.any_pointer(), to, want)
                }
            };
        }
        if self.types().is_function(from) {
            let reg = self.value(inner, want);
            return match self.rep(to) {
                Rep::Pointer => reg,
                _ => self.convert(reg, self.any_pointer(), to, want),
            };
        }
        if self.types().is_complex(from) && self.rep(to) != Rep::Aggregate {
            return self.complex_to_real(inner, to, want);
        }
        if self.types().is_vector(from) && self.rep(to) != Rep::Aggregate {
            return self.vector_bits(inner, to, want);
        }
        if self.rep(to) == Rep::Aggregate || self.rep(from) == Rep::Aggregate {
            self.unsupported("this conversion of an aggregate");
            return self.dest(want, 2);
        }
        let reg = self.value(
            inner,
            want.filter(|_| self.rep(from).registers() == self.rep(to).registers() && !self.is_home(inner)),
        );
        self.check_narrow(reg, from, to);
        let reg = self.convert(reg, from, to, want);
        self.check_conversion(reg, from, to);
        reg
    }

    /// A pointer does not fit an integer narrower than itself (C17 6.3.2.3p6).
    fn check_narrow(&mut self, p: Reg, from: Type, to: Type) {
        let pointer_bits = self.types().target.pointer_size * 8;
        if let (Rep::Pointer, Rep::Scalar(Scalar::Int { bits, .. })) = (self.rep(from), self.rep(to))
            && (bits as u64) < pointer_bits
            && !self.types().is_bool(to)
        {
            self.emit(Op::CheckNarrow { p, bits: bits as u32 });
        }
    }

    /// A pointer to something that asks for more alignment than what it pointed to (C17 6.3.2.3p7).
    fn check_conversion(&mut self, p: Reg, from: Type, to: Type) {
        let types = self.types();
        let from = match types.kind(from) {
            TypeKind::Array { elem, .. } => Some(*elem),
            _ => types.pointee(from),
        };
        let (Some(from), Some(to)) = (from, types.pointee(to)) else { return };
        if types.is_function(from) || types.is_function(to) {
            return;
        }
        let align = self.shape(to).align;
        if align > self.shape(from).align.max(1) {
            self.emit(Op::CheckAligned { p, mask: (align.min(1 << 19) - 1) as u32 });
        }
    }

    /// A value that is read in place, so that no destination should be offered for it.
    fn is_home(&self, expr: ExprId) -> bool {
        matches!(self.program[expr].kind, ExprKind::Var(var) if matches!(self.homes.get(&var), Some(Home::Register { .. })))
    }

    /// Some pointer type, for conversions where only that matters.
    fn any_pointer(&self) -> Type {
        // Every program has `__builtin_va_list`'s words; a function type has pointer representation too.
        self.program.functions.first().map_or(Type::ULONG, |function| function.ty)
    }

    fn address_of(&mut self, object: ExprId, want: Option<Reg>) -> Reg {
        self.step();
        if self.types().is_function(self.ty(object)) {
            return self.value(object, want);
        }
        // `&*p` is `p`, evaluated as if neither operator were there (C17 6.5.3.2p3).
        if let ExprKind::Deref(pointer) = self.program[object].kind {
            self.step();
            return self.value(pointer, want);
        }
        let place = self.located(object);
        if let (Base::Pointer { reg }, ExprKind::Member(base, _)) = (place.base, self.program[object].kind)
            && !self.is_null_constant_base(base)
            && place.offset <= u32::MAX as u64
        {
            let d = self.dest(want, 1);
            self.emit(Op::OffsetChecked { d, a: reg, offset: place.offset as u32 });
            return d;
        }
        self.address(place, want)
    }

    /// The place of an object that is not accessed.
    fn located(&mut self, object: ExprId) -> Place {
        let locating = std::mem::replace(&mut self.is_locating, true);
        let place = self.place(object, Purpose::Address);
        self.is_locating = locating;
        place
    }

    /// An array in a value that is not an object: an object with temporary lifetime has it (C17 6.2.4p8).
    fn temporary_part(&mut self, part: ExprId) -> Place {
        if let ExprKind::Member(record, field) = self.program[part].kind
            && !self.program.is_lvalue(record)
        {
            self.step();
            let place = self.temporary_part(record);
            return self.member(place, self.ty(record), field);
        }
        let ty = self.ty(part);
        if !self.types().is_record(ty) {
            return self.located(part);
        }
        let mut reg = self.aggregate(part, None);
        // The value of an assignment, a condition or a comma is still in the object it comes from.
        if !matches!(self.program[part].kind, ExprKind::Call(..) | ExprKind::StmtExpr(_) | ExprKind::VaArg(_)) {
            let temp = self.temporary(ty);
            let place = self.pointer_place(temp, ty);
            self.copy_to(place, reg, ty, false);
            reg = temp;
        }
        self.emit(Op::Freeze { p: reg });
        self.pointer_place(reg, ty)
    }

    /// `((T *)0)->…`: the offsetof idiom, which every compiler folds.
    fn is_null_constant_base(&self, base: ExprId) -> bool {
        match self.program[base].kind {
            ExprKind::Deref(pointer) => {
                lang::fold::integer_constant(self.program, pointer).is_some() || self.is_constant_cast(pointer)
            }
            ExprKind::Member(inner, _) => self.is_null_constant_base(inner),
            ExprKind::Index(array, _) => match self.program[array].kind {
                ExprKind::Convert(inner) => self.is_null_constant_base(inner),
                _ => self.is_constant_cast(array),
            },
            _ => false,
        }
    }

    fn is_constant_cast(&self, expr: ExprId) -> bool {
        match self.program[expr].kind {
            ExprKind::Cast(inner) | ExprKind::Convert(inner) => self.is_constant_cast(inner),
            ExprKind::Int(_) => true,
            _ => false,
        }
    }

    /// Jumps to `target` if the expression's truth is `sense`; falls through otherwise.
    pub(super) fn branch(&mut self, expr: ExprId, sense: bool, target: Target) {
        let node = self.program[expr];
        let outer = std::mem::replace(&mut self.origin, Origin::Expr(expr));
        match node.kind {
            // A comparison that is fused with its jump has no value of its own.
            ExprKind::Unary(UnaryOp::Not, a)
                if !self.options.trace
                    && self.types().is_scalar(self.ty(a))
                    && !self.types().is_complex(self.ty(a)) =>
            {
                self.step();
                self.branch(a, !sense, target);
            }
            ExprKind::LogicalAnd(a, b) | ExprKind::LogicalOr(a, b) => {
                self.step();
                let is_and = matches!(node.kind, ExprKind::LogicalAnd(..));
                if is_and == sense {
                    let skip = self.target();
                    self.branch(a, !sense, skip);
                    self.branch(b, sense, target);
                    self.place_target(skip);
                } else {
                    self.branch(a, sense, target);
                    self.branch(b, sense, target);
                }
            }
            ExprKind::Binary(op, a, b)
                if !self.options.trace && is_comparison(op) && self.is_small_int(a) && self.is_small_int(b) =>
            {
                self.step();
                self.scratch(|c| {
                    let (a, b) = c.two_values_typed(expr, a, b);
                    c.compare_branch(op, a, b, sense, target);
                });
            }
            _ => self.scratch(|c| {
                let reg = match c.rep(node.ty) {
                    Rep::Aggregate => {
                        let reg = c.aggregate(expr, None);
                        c.is_nonzero(reg, node.ty, None)
                    }
                    Rep::Scalar(Scalar::Int { bits: 0..=64, .. }) | Rep::Pointer | Rep::Void => {
                        let reg = c.value(expr, None);
                        c.check_alive_call(expr, reg);
                        reg
                    }
                    _ => {
                        let reg = c.value(expr, None);
                        c.is_nonzero(reg, node.ty, None)
                    }
                };
                let op = if sense { Op::JumpIf { c: reg, to: 0 } } else { Op::JumpIfNot { c: reg, to: 0 } };
                c.jump(op, target);
            }),
        }
        self.origin = outer;
    }

    fn is_small_int(&self, expr: ExprId) -> bool {
        matches!(self.rep(self.ty(expr)), Rep::Scalar(Scalar::Int { bits: 0..=64, .. }))
    }

    fn two_values_typed(&mut self, expr: ExprId, a: ExprId, b: ExprId) -> ((Reg, Type), (Reg, Type)) {
        let (ra, rb) = self.two_values(expr, a, b);
        ((ra, self.ty(a)), (rb, self.ty(b)))
    }

    fn compare_branch(&mut self, op: BinaryOp, a: (Reg, Type), b: (Reg, Type), sense: bool, target: Target) {
        let signed = matches!(self.scalar(a.1), Scalar::Int { signed: true, .. });
        let (a, b) = (a.0, b.0);
        let op = if sense { op } else { negated(op) };
        let jump = match (op, signed) {
            (BinaryOp::Lt, true) => Op::JumpLtS { a, b, to: 0 },
            (BinaryOp::Le, true) => Op::JumpLeS { a, b, to: 0 },
            (BinaryOp::Gt, true) => Op::JumpLtS { a: b, b: a, to: 0 },
            (BinaryOp::Ge, true) => Op::JumpLeS { a: b, b: a, to: 0 },
            (BinaryOp::Lt, false) => Op::JumpLtU { a, b, to: 0 },
            (BinaryOp::Le, false) => Op::JumpLeU { a, b, to: 0 },
            (BinaryOp::Gt, false) => Op::JumpLtU { a: b, b: a, to: 0 },
            (BinaryOp::Ge, false) => Op::JumpLeU { a: b, b: a, to: 0 },
            (BinaryOp::Eq, _) => Op::JumpEq { a, b, to: 0 },
            _ => Op::JumpNe { a, b, to: 0 },
        };
        self.jump(jump, target);
    }

    fn logical(&mut self, expr: ExprId, want: Option<Reg>) -> Reg {
        let (no, end) = (self.target(), self.target());
        let d = self.dest(want, 1);
        self.branch(expr, false, no);
        self.emit(Op::Imm { d, v: 1 });
        self.jump(Op::Jump { to: 0 }, end);
        self.place_target(no);
        self.emit(Op::Imm { d, v: 0 });
        self.place_target(end);
        d
    }

    fn cond(&mut self, c: ExprId, a: ExprId, b: ExprId, ty: Type, want: Option<Reg>) -> Reg {
        self.step();
        let d = self.dest(want, self.rep(ty).registers());
        let (otherwise, end) = (self.target(), self.target());
        self.branch(c, false, otherwise);
        self.branch_value(a, d);
        self.jump(Op::Jump { to: 0 }, end);
        self.place_target(otherwise);
        self.branch_value(b, d);
        self.place_target(end);
        d
    }

    fn branch_value(&mut self, expr: ExprId, d: Reg) {
        self.scratch(|c| match c.rep(c.ty(expr)) {
            Rep::Void => c.effects_of(expr),
            _ => {
                let reg = c.value(expr, Some(d));
                c.moved(reg, Some(d), c.rep(c.ty(expr)).registers());
            }
        });
    }

    fn cond_omitted(&mut self, a: ExprId, b: ExprId, ty: Type, want: Option<Reg>) -> Reg {
        self.step();
        let from = self.ty(a);
        let d = self.dest(want, self.rep(ty).registers());
        let (otherwise, end) = (self.target(), self.target());
        self.scratch(|c| {
            let value = c.value(a, None);
            let test = c.is_nonzero(value, from, None);
            c.jump(Op::JumpIfNot { c: test, to: 0 }, otherwise);
            let reg = c.convert(value, from, ty, Some(d));
            c.moved(reg, Some(d), c.rep(ty).registers());
        });
        self.jump(Op::Jump { to: 0 }, end);
        self.place_target(otherwise);
        self.branch_value(b, d);
        self.place_target(end);
        d
    }

    /// `sizeof` of a type; a variable length array's is computed from its evaluated lengths.
    fn sizeof(&mut self, of: Type, want: Option<Reg>) -> Reg {
        if self.types().is_variable_length(of) {
            self.eval_lengths(of);
            let size = self.size_value(of);
            return self.moved(size, want, 1);
        }
        let d = self.dest(want, 1);
        let size = self.size(of);
        if size > 1 << 60 {
            self.unsupported("an object of this size");
        }
        self.constant(d, size);
        d
    }

    fn sizeof_expr(&mut self, of: ExprId, want: Option<Reg>) -> Reg {
        self.step();
        let ty = self.ty(of);
        // Only a variable length array operand is evaluated (C17 6.5.3.4p2).
        if self.types().is_variable_length(ty) {
            self.scratch(|c| {
                c.place(of, Purpose::Address);
            });
            let size = self.size_value(ty);
            return self.moved(size, want, 1);
        }
        let d = self.dest(want, 1);
        let size = self.size(ty);
        self.constant(d, size);
        d
    }

    /// The value of a statement expression is that of its last statement, if that is an expression.
    fn stmt_expr(&mut self, block: StmtId, ty: Type, want: Option<Reg>) -> Reg {
        self.step();
        let d = self.dest(want, self.rep(ty).registers());
        // Nothing written inside may go to the destination before the end.
        let hold = if want.is_some() { self.alloc(self.rep(ty).registers()) } else { d };
        self.stmt_expr_block(block, Some(hold), ty);
        self.moved(hold, Some(d), self.rep(ty).registers())
    }

    /// Runs the block; the last expression's value goes to `hold` before the block's objects end.
    pub(super) fn stmt_expr_block(&mut self, block: StmtId, hold: Option<Reg>, ty: Type) {
        let marks = std::mem::take(&mut self.marks);
        let list = match self.program[block].kind {
            lang::StmtKind::Block(list) => self.program.stmt_list(list).to_vec(),
            _ => vec![block],
        };
        self.open_scope(Some(block), &list);
        for (index, &stmt) in list.iter().enumerate() {
            match (self.program[stmt].kind, hold) {
                (lang::StmtKind::Expr(last), Some(hold)) if index + 1 == list.len() && !self.types().is_void(ty) => {
                    self.step_at = None;
                    let reg = self.scratch(|c| c.full_value(last, Some(hold)));
                    self.moved(reg, Some(hold), self.rep(ty).registers());
                }
                _ => self.stmt(stmt),
            }
        }
        self.close_scope();
        self.marks = marks;
    }

    /// The object's place, for an assignment; what is written to a `const` named object was rejected before.
    pub(super) fn target_place(&mut self, target: ExprId) -> Place {
        self.place(target, Purpose::Access)
    }
}

pub(super) fn is_comparison(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne)
}

fn negated(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Eq => BinaryOp::Ne,
        _ => BinaryOp::Eq,
    }
}
