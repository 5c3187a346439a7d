//! Lvalues: where an object is, as far as it is known, and reading and writing it.

use super::*;
use crate::memory::{CLASS_ANY, TAG_VOLATILE};
use lang::{ArrayLen, ExprKind, UnaryOp};

#[derive(Copy, Clone, Debug)]
pub(super) enum Base {
    Register {
        reg: Reg,
        flag: Option<Reg>,
        var: VarId,
    },
    /// Storage index and address of a static object.
    Static {
        at: u32,
        address: u64,
    },
    Local {
        slot: Reg,
    },
    /// At a run-time byte offset that is known to be inside.
    StaticAt {
        at: u32,
        address: u64,
        index: Reg,
    },
    LocalAt {
        slot: Reg,
        index: Reg,
    },
    Pointer {
        reg: Reg,
    },
}

#[derive(Copy, Clone, Debug)]
pub(super) struct Place {
    pub base: Base,
    pub offset: u64,
    /// A bit-field, its position relative to `offset`.
    pub bits: Option<Bits>,
    /// Alias class of accesses.
    pub class: u8,
    /// The alignment an access relies on.
    pub align: u64,
    pub ty: Type,
    pub is_volatile: bool,
    pub reverse: bool,
}

/// What an lvalue is evaluated for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// To be read or written.
    Access,
    /// Only its address is formed, so one past the end is fine.
    Address,
}

impl Compiler<'_> {
    /// The object an expression designates. Values of aggregate type that are not lvalues are temporaries.
    pub(super) fn place(&mut self, expr: ExprId, purpose: Purpose) -> Place {
        let node = self.program[expr];
        let outer = std::mem::replace(&mut self.origin, Origin::Expr(expr));
        let place = match node.kind {
            ExprKind::Var(var) => {
                self.step();
                self.var_place(var)
            }
            ExprKind::Str(string) => {
                self.step();
                match self.image.string_address(self.program, self.memory, string) {
                    Ok(address) => self.static_place(address, node.ty),
                    Err(_) => self.too_big(node.ty),
                }
            }
            ExprKind::Deref(pointer) => {
                self.step();
                self.deref(pointer, node.ty, purpose)
            }
            ExprKind::Index(base, index) => {
                self.step();
                self.index(base, index, node.ty, purpose)
            }
            ExprKind::Member(record, field) => {
                self.step();
                self.check_atomic(record);
                let place = self.place(record, Purpose::Access);
                self.check_record(record, &place);
                self.member(place, self.ty(record), field)
            }
            ExprKind::Unary(op @ (UnaryOp::Real | UnaryOp::Imag), inner) if self.types().is_complex(self.ty(inner)) => {
                self.step();
                let place = self.place(inner, Purpose::Access);
                let offset = if op == UnaryOp::Imag { self.size(node.ty) } else { 0 };
                self.part(place, offset, node.ty)
            }
            ExprKind::CompoundLiteral(var) => {
                self.step();
                self.compound_literal(var)
            }
            _ => {
                let reg = self.aggregate(expr, None);
                self.pointer_place(reg, node.ty)
            }
        };
        self.origin = outer;
        place
    }

    fn class_of(&mut self, ty: Type) -> u8 {
        match self.rep(ty) {
            Rep::Scalar(_) | Rep::Pointer => self.image.effective.class(&self.program.types, ty),
            _ => match self.types().kind(ty) {
                TypeKind::Vector { .. } | TypeKind::Complex(_) => self.image.effective.class(&self.program.types, ty),
                _ => CLASS_ANY,
            },
        }
    }

    fn new_place(&mut self, base: Base, ty: Type) -> Place {
        let class = self.class_of(ty);
        let (align, is_volatile) = (self.shape(ty).align, ty.is_volatile());
        Place { base, offset: 0, bits: None, class, align, ty, is_volatile, reverse: false }
    }

    pub(super) fn pointer_place(&mut self, reg: Reg, ty: Type) -> Place {
        self.new_place(Base::Pointer { reg }, ty)
    }

    pub(super) fn local_place(&mut self, slot: Reg, ty: Type) -> Place {
        self.new_place(Base::Local { slot }, ty)
    }

    pub(super) fn static_place(&mut self, address: u64, ty: Type) -> Place {
        let at = self.memory.locate(address, 0).expect("a static object never dies") as u32;
        self.new_place(Base::Static { at, address }, ty)
    }

    fn too_big(&mut self, ty: Type) -> Place {
        self.unsupported("more memory than the limit");
        self.pointer_place(0, ty)
    }

    pub(super) fn var_place(&mut self, var: VarId) -> Place {
        let declared = &self.program[var];
        if declared.storage.is_static() {
            return match self.image.var_address(self.program, self.memory, var) {
                Ok(Some(address)) => self.static_place(address, declared.ty),
                Ok(None) => {
                    let name = self.program.name(declared.name);
                    self.unsupported(format!("`{name}`, which no unit defines"));
                    self.pointer_place(0, declared.ty)
                }
                Err(_) => self.too_big(declared.ty),
            };
        }
        if declared.storage == lang::Storage::Register && self.is_array(declared.ty) {
            let name = self.program.name(declared.name);
            self.undefined(
                Rule::RegisterArray,
                format!("`{name}` is a register array, of which only `sizeof` is defined"),
            );
        }
        match self.homes.get(&var) {
            Some(&Home::Register { reg, flag }) => self.new_place(Base::Register { reg, flag, var }, declared.ty),
            Some(&Home::Slot { slot, .. }) => self.local_place(slot, declared.ty),
            None => {
                self.unsupported("a nested function that uses a variable of the function around it");
                self.pointer_place(0, declared.ty)
            }
        }
    }

    fn deref(&mut self, pointer: ExprId, ty: Type, purpose: Purpose) -> Place {
        // `*a` of an array, `*&x`: no pointer is needed.
        match self.program[pointer].kind {
            ExprKind::Convert(array) if self.is_bounded_array(array) => {
                self.step();
                let place = self.place(array, Purpose::Access);
                return self.element(place, array, None, ty, purpose);
            }
            ExprKind::AddrOf(object) if self.types().strip(self.ty(object)) == self.types().strip(ty) => {
                self.step();
                return self.place(object, purpose);
            }
            ExprKind::Binary(lang::BinaryOp::Add, base, index) if self.types().is_pointer(self.ty(base)) => {
                return self.at(Origin::Expr(pointer), |c| c.index(base, index, ty, purpose));
            }
            _ => {}
        }
        let reg = match purpose {
            Purpose::Access => self.checking_later(pointer, |c| c.value(pointer, None)),
            Purpose::Address => self.value(pointer, None),
        };
        self.pointer_place(reg, ty)
    }

    /// An array lvalue whose length is fixed and not a flexible member's.
    fn is_bounded_array(&self, array: ExprId) -> bool {
        let len = match self.types().kind(self.ty(array)) {
            TypeKind::Array { len: ArrayLen::Fixed(len), .. } => *len,
            _ => 0,
        };
        // A trailing member of one element counts as flexible, as GCC documents; its object bounds it. A row does not.
        let is_flexible = || matches!(self.program[array].kind, ExprKind::Member(..)) && self.is_trailing(array);
        (len > 1 || len == 1 && !is_flexible()) && self.program.is_lvalue(array)
    }

    /// The size of the array that an argument is, if it is part of a larger object.
    pub(super) fn member_limit(&self, arg: ExprId) -> Option<u32> {
        match self.program[arg].kind {
            ExprKind::Convert(inner) | ExprKind::Cast(inner) if self.types().is_array(self.ty(inner)) => {
                let is_part = match self.program[inner].kind {
                    ExprKind::Member(..) => !self.is_trailing(inner),
                    ExprKind::Index(..) => true,
                    _ => false,
                };
                (is_part && self.is_bounded_array(inner)).then(|| self.size32(self.ty(inner)))
            }
            ExprKind::Convert(inner) | ExprKind::Cast(inner) => self.member_limit(inner),
            _ => None,
        }
    }

    /// The last member of something that a pointer leads to.
    fn is_trailing(&self, member: ExprId) -> bool {
        let (record, field) = match self.program[member].kind {
            ExprKind::Member(record, field) => (record, field),
            ExprKind::Deref(_) => return true,
            // Of an array there may be more elements behind it.
            ExprKind::Index(base, _) => return !self.is_decayed(base),
            _ => return false,
        };
        let Some(definition) = self.types().record(self.ty(record)) else { return false };
        (definition.is_union || field as usize + 1 == definition.fields.len()) && self.is_trailing(record)
    }

    fn is_decayed(&self, pointer: ExprId) -> bool {
        matches!(self.program[pointer].kind, ExprKind::Convert(array) if self.types().is_array(self.ty(array)))
    }

    pub(super) fn decays_from_array(&self, pointer: ExprId) -> bool {
        match self.program[pointer].kind {
            ExprKind::Convert(array) => {
                self.is_bounded_array(array)
                    && self.types().size_of(self.ty(array)).is_some()
                    && matches!(
                        self.program[array].kind,
                        ExprKind::Index(..) | ExprKind::Member(..) | ExprKind::Deref(_)
                    )
            }
            _ => false,
        }
    }

    pub(super) fn index(&mut self, base: ExprId, index: ExprId, ty: Type, purpose: Purpose) -> Place {
        if self.types().is_vector(self.ty(base)) {
            let place = self.place(base, Purpose::Access);
            return self.element(place, base, Some(index), ty, Purpose::Access);
        }
        if let ExprKind::Convert(array) = self.program[base].kind
            && self.is_bounded_array(array)
            && self.types().size_of(ty).is_some()
        {
            self.step();
            if self.is_order_site(self.origin_expr(), base, index) && self.is_reversed(self.origin_expr()) {
                let index = self.value(index, None);
                let place = self.place(array, Purpose::Access);
                return self.element_at(place, self.ty(array), index, ty, purpose);
            }
            let place = self.place(array, Purpose::Access);
            return self.element(place, array, Some(index), ty, purpose);
        }
        let expr = self.origin_expr();
        let (pointer, index_reg) = if self.fold(index) == Some(0) && self.program[index].ty == Type::INT {
            self.step();
            match purpose {
                Purpose::Access => (self.checking_later(base, |c| c.value(base, None)), None),
                Purpose::Address => (self.value(base, None), None),
            }
        } else {
            let (pointer, index) = self.checking_later(base, |c| c.two_values(expr, base, index));
            (pointer, Some(index))
        };
        let Some(index_reg) = index_reg else { return self.pointer_place(pointer, ty) };
        let index_reg = self.within_extent(base, index_reg, ty, purpose);
        self.check_variable_length(base, index_reg, purpose);
        let d = self.alloc(1);
        self.pointer_add(d, pointer, index_reg, ty, purpose == Purpose::Access);
        self.pointer_place(d, ty)
    }

    /// An array whose length is known at run time ends with it, also where its object goes on (C17 6.5.6p8).
    fn check_variable_length(&mut self, base: ExprId, index: Reg, purpose: Purpose) {
        if let ExprKind::Convert(array) = self.program[base].kind
            && let TypeKind::Array { len: ArrayLen::Variable(length), .. } = *self.types().kind(self.ty(array))
        {
            let len = self.length_register(length);
            self.emit(Op::IndexVla { index, len, address_only: purpose == Purpose::Address });
        }
    }

    /// Repairing: an element that the pointer is not certain to have counts as outside, although it may exist at this
    /// execution, so that what is defined does not depend on the pointer.
    fn within_extent(&mut self, pointer: ExprId, index: Reg, ty: Type, purpose: Purpose) -> Reg {
        let declared = match self.program[pointer].kind {
            ExprKind::Convert(array) => match self.types().kind(self.ty(array)) {
                TypeKind::Array { len: ArrayLen::Fixed(len @ 1..), .. } => Some(*len),
                _ => None,
            },
            _ => None,
        };
        let Some(repairer) = self.repairer else { return index };
        let Some(len) = declared.or_else(|| repairer.extent(pointer)) else { return index };
        if self.types().size_of(ty).is_none() {
            return index;
        }
        self.code.bounds.push(Bound { len, size: 1, address_only: purpose == Purpose::Address });
        let bound = self.code.bounds.len() as u32 - 1;
        let d = self.alloc(1);
        self.emit_repairable(Op::Index { d, index, bound });
        d
    }

    pub(super) fn origin_expr(&self) -> ExprId {
        match self.origin {
            Origin::Expr(expr) => expr,
            _ => ExprId(0),
        }
    }

    /// `d = pointer + index` elements of type `elem`.
    pub(super) fn pointer_add(&mut self, d: Reg, p: Reg, index: Reg, elem: Type, access: bool) {
        match self.types().size_of(elem) {
            None if self.types().is_variably_modified(elem) => {
                let size = self.size_value(elem);
                self.emit(Op::PtrAddVla { d, p, index, size, access });
            }
            size => {
                let size = size.unwrap_or(1).min(u32::MAX as u64) as u32;
                self.emit_repairable(Op::PtrAdd { d, p, index, size, access });
            }
        }
    }

    fn fold(&self, expr: ExprId) -> Option<i128> {
        match self.program[expr].kind {
            ExprKind::Int(value) => {
                let signed = self.types().int_kind(self.ty(expr)).is_none_or(|kind| kind.signed);
                Some(if signed { value as i64 as i128 } else { value as i128 })
            }
            ExprKind::Convert(inner) if self.types().is_integer(self.ty(inner)) => {
                let value = self.fold(inner)?;
                (0..=i32::MAX as i128).contains(&value).then_some(value)
            }
            _ => None,
        }
    }

    /// Element `index` (0 if absent) of the array or vector at `place`.
    fn element(&mut self, place: Place, array: ExprId, index: Option<ExprId>, ty: Type, purpose: Purpose) -> Place {
        let constant = match index {
            None => Some(0),
            Some(index) => self.fold(index),
        };
        let len = match self.types().kind(self.ty(array)) {
            TypeKind::Array { len: ArrayLen::Fixed(len), .. } => *len,
            TypeKind::Vector { lanes, .. } => *lanes as u64,
            _ => 0,
        };
        let allowed = if purpose == Purpose::Address { len as i128 } else { len as i128 - 1 };
        match constant {
            Some(value) if (0..=allowed).contains(&value) => {
                if index.is_some() {
                    self.step();
                }
                self.part(place, value as u64 * self.size(ty), ty)
            }
            _ => {
                let index = self.value(index.expect("index 0 is always inside"), None);
                self.element_at(place, self.ty(array), index, ty, purpose)
            }
        }
    }

    fn element_at(&mut self, place: Place, array: Type, index: Reg, ty: Type, purpose: Purpose) -> Place {
        let len = match self.types().kind(array) {
            TypeKind::Array { len: ArrayLen::Fixed(len), .. } => *len,
            TypeKind::Vector { lanes, .. } => *lanes as u64,
            _ => 0,
        };
        let size = self.size32(ty);
        self.code.bounds.push(Bound { len, size, address_only: purpose == Purpose::Address });
        let bound = self.code.bounds.len() as u32 - 1;
        let d = self.alloc(1);
        self.emit_repairable(Op::Index { d, index, bound });
        let base = match place.base {
            Base::Register { .. } => place.base,
            Base::Static { at, address } => Base::StaticAt { at, address, index: d },
            Base::Local { slot } => Base::LocalAt { slot, index: d },
            Base::StaticAt { at, address, index } => {
                self.emit(Op::AddU64 { d, a: d, b: index });
                Base::StaticAt { at, address, index: d }
            }
            Base::LocalAt { slot, index } => {
                self.emit(Op::AddU64 { d, a: d, b: index });
                Base::LocalAt { slot, index: d }
            }
            Base::Pointer { reg } => {
                // A null pointer must not look like another address.
                self.emit(Op::OffsetChecked { d: reg, a: reg, offset: 0 });
                self.emit(Op::AddU64 { d, a: d, b: reg });
                Base::Pointer { reg: d }
            }
        };
        let mut part = self.part(place, 0, ty);
        part.base = base;
        part
    }

    /// The part of type `ty` at a fixed offset.
    pub(super) fn part(&mut self, place: Place, offset: u64, ty: Type) -> Place {
        let class = if place.class == ANY_BELOW { ANY_BELOW } else { self.class_of(ty) };
        let natural = self.shape(ty).align;
        let align = if place.align == 0 { 0 } else { natural.min(lowest_bit(offset | place.align)) };
        let is_volatile = place.is_volatile || ty.is_volatile();
        Place { offset: place.offset + offset, bits: None, class, align: align.max(1), ty, is_volatile, ..place }
    }

    pub(super) fn member(&mut self, place: Place, record: Type, field: u32) -> Place {
        let Some(definition) = self.types().record(record) else { return place };
        let Some(field) = definition.fields.get(field as usize) else { return place };
        if definition.variably_modified {
            self.unsupported("a member of variably modified type");
        }
        let any = definition.is_union || definition.may_alias;
        let reverse = definition.reverse_storage;
        let mut part = match field.bit_width {
            Some(width) => {
                let kind = self.types().int_kind(field.ty);
                let bits = Bits {
                    offset: field.bit_offset,
                    width,
                    signed: kind.is_some_and(|kind| kind.signed),
                    is_bool: self.types().is_bool(field.ty),
                    reverse: definition.reverse_storage,
                    is_volatile: place.is_volatile || field.ty.is_volatile(),
                    direct: !matches!(place.base, Base::Pointer { .. }),
                };
                Place { bits: Some(bits), ty: field.ty, class: CLASS_ANY, ..place }
            }
            None => self.part(place, field.offset(), field.ty),
        };
        if any {
            part.class = ANY_BELOW;
        }
        part.reverse = reverse;
        part
    }

    /// The members of an atomic structure are not accessed one by one (C17 6.5.2.3p5).
    fn check_atomic(&mut self, record: ExprId) {
        if self.ty(record).quals().has(lang::Quals::ATOMIC) && !self.is_locating {
            self.undefined(Rule::AtomicMember, "a member of an atomic structure or union is accessed");
        }
    }

    /// `p->m` accesses `*p` as a struct.
    pub(super) fn check_record(&mut self, record: ExprId, place: &Place) {
        let (ExprKind::Deref(_) | ExprKind::Index(..), Base::Pointer { reg }) = (self.program[record].kind, place.base)
        else {
            return;
        };
        if let TypeKind::Record(id) = self.types().kind(self.ty(record))
            && !self.types().records[id.0 as usize].is_union
            && place.offset == 0
            && place.class != ANY_BELOW
            && !self.is_locating
        {
            self.emit(Op::CheckRecord { p: reg, record: id.0 });
        }
    }

    /// The address as a value.
    pub(super) fn address(&mut self, place: Place, want: Option<Reg>) -> Reg {
        if place.offset > u32::MAX as u64
            && let Base::Pointer { reg } = place.base
        {
            let (offset, d) = (self.alloc(1), self.dest(want, 1));
            self.constant(offset, place.offset);
            self.emit(Op::AddU64 { d, a: reg, b: offset });
            return d;
        }
        let offset = place.offset.min(u32::MAX as u64) as u32;
        match place.base {
            Base::Pointer { reg } if offset == 0 && want.is_none() => reg,
            Base::Register { .. } => {
                let d = self.dest(want, 1);
                self.unsupported("the address of a register variable");
                d
            }
            Base::Static { address, .. } => {
                let d = self.dest(want, 1);
                self.constant(d, address.wrapping_add(place.offset));
                d
            }
            Base::Local { slot } => {
                let d = self.dest(want, 1);
                self.emit(Op::AddressOfLocal { d, slot, offset });
                d
            }
            Base::StaticAt { address, index, .. } => {
                let d = self.alloc(1);
                self.constant(d, address.wrapping_add(place.offset));
                let result = self.dest(want, 1);
                self.emit(Op::AddU64 { d: result, a: d, b: index });
                result
            }
            Base::LocalAt { slot, index } => {
                let d = self.alloc(1);
                self.emit(Op::AddressOfLocal { d, slot, offset });
                let result = self.dest(want, 1);
                self.emit(Op::AddU64 { d: result, a: d, b: index });
                result
            }
            Base::Pointer { reg } => {
                let d = self.dest(want, 1);
                self.emit(Op::Offset { d, a: reg, offset });
                d
            }
        }
    }

    /// The address of the record that holds a bit-field, and the field.
    fn bits_address(&mut self, place: Place) -> (Reg, u32) {
        let p = self.address(Place { bits: None, ..place }, None);
        self.code.bits.push(place.bits.expect("a bit-field"));
        (p, self.code.bits.len() as u32 - 1)
    }

    /// Reads a scalar.
    pub(super) fn load(&mut self, place: Place, want: Option<Reg>) -> Reg {
        if place.bits.is_some() {
            let (p, bits) = self.bits_address(place);
            let d = self.dest(want, 1);
            self.emit(Op::LoadBits { d, p, bits });
            return d;
        }
        if place.reverse && self.size(place.ty) > 1 {
            self.unsupported("scalar_storage_order");
        }
        let w = self.width(place.ty);
        let offset = self.offset32(&place);
        if let Base::Register { reg, flag, var } = place.base {
            if let Some(flag) = flag {
                self.emit(Op::CheckInit { flag, var: var.0 });
            }
            return match want {
                Some(d) if d != reg => {
                    self.emit(if w.registers() == 2 { Op::Mov2 { d, a: reg } } else { Op::Mov { d, a: reg } });
                    d
                }
                _ => reg,
            };
        }
        let d = self.dest(want, w.registers());
        let op = match place.base {
            Base::Register { .. } => Op::Nop,
            Base::Static { at, .. } => Op::LoadStatic { w, d, at: at + offset },
            Base::Local { slot } => Op::LoadLocal { w, d, slot, offset },
            Base::StaticAt { at, index, .. } => Op::LoadStaticAt { w, d, index, at: at + offset },
            Base::LocalAt { slot, index } => Op::LoadLocalAt { w, d, slot, index, offset },
            Base::Pointer { reg } => {
                Op::Load { w, class: access_class(&place), align: align_mask(place.align), d, p: reg, offset }
            }
        };
        self.emit(op);
        d
    }

    /// The offset as operations have it. No object is so large that it would not fit.
    fn offset32(&mut self, place: &Place) -> u32 {
        if place.offset > crate::memory::MAX_OBJECT {
            self.unsupported("a member at this offset");
        }
        place.offset.min(crate::memory::MAX_OBJECT) as u32
    }

    /// Writes a scalar.
    pub(super) fn store(&mut self, place: Place, s: Reg) {
        if place.bits.is_some() {
            let (p, bits) = self.bits_address(place);
            self.emit(Op::StoreBits { s, p, bits });
            return;
        }
        if place.reverse && self.size(place.ty) > 1 {
            self.unsupported("scalar_storage_order");
        }
        let w = self.width(place.ty);
        let offset = self.offset32(&place);
        let op = match place.base {
            Base::Register { reg, flag, .. } => {
                if let Some(flag) = flag {
                    self.emit(Op::Imm { d: flag, v: 1 });
                }
                match w.registers() {
                    _ if reg == s => return,
                    2 => Op::Mov2 { d: reg, a: s },
                    _ => Op::Mov { d: reg, a: s },
                }
            }
            Base::Static { at, .. } => Op::StoreStatic { w, s, at: at + offset },
            Base::Local { slot } => Op::StoreLocal { w, s, slot, offset },
            Base::StaticAt { at, index, .. } => Op::StoreStaticAt { w, s, index, at: at + offset },
            Base::LocalAt { slot, index } => Op::StoreLocalAt { w, s, slot, index, offset },
            Base::Pointer { reg } => {
                Op::Store { w, class: access_class(&place), align: align_mask(place.align), s, p: reg, offset }
            }
        };
        self.emit(op);
    }

    /// An aggregate that a pointer leads to is read or written as a whole (C17 6.3.2.3p7).
    pub(super) fn check_whole(&mut self, place: &Place, p: Reg, ty: Type, write: bool) {
        if matches!(place.base, Base::Pointer { .. }) && !self.is_locating {
            let (size, align) = (self.size32(ty), align_mask(place.align));
            self.emit(Op::CheckWhole { p, size, align, write });
        }
    }

    /// The bytes of an aggregate or a character that is copied must not belong to a volatile object, unless the lvalue
    /// is volatile, too.
    pub(super) fn check_volatile(&mut self, place: &Place) {
        if !self.image.has_volatile || place.is_volatile || !matches!(place.base, Base::Pointer { .. }) {
            return;
        }
        let size = self.size32(place.ty);
        let layout = self.image.effective.pattern_of(&self.program.types, place.ty);
        self.scratch(|c| {
            let p = c.address(*place, None);
            c.emit(Op::CheckVolatile { p, size, layout });
        });
    }

    /// Copies an aggregate from the address in `s`.
    pub(super) fn copy_to(&mut self, place: Place, s: Reg, ty: Type, is_assignment: bool) {
        self.scratch(|c| {
            let d = c.address(place, None);
            c.check_whole(&place, d, ty, true);
            let size = c.size32(ty);
            c.offset32(&place);
            c.code.copies.push(CopyDesc { size, ty, is_assignment, size_reg: None });
            let copy = c.code.copies.len() as u32 - 1;
            c.emit(Op::Copy { d, s, copy });
        });
    }
}

/// Marks a place inside a union: its parts match every class too.
pub(super) const ANY_BELOW: u8 = 0xff;

fn access_class(place: &Place) -> u8 {
    let class = if place.class == ANY_BELOW { CLASS_ANY } else { place.class };
    if place.is_volatile { class | TAG_VOLATILE } else { class }
}

fn align_mask(align: u64) -> u8 {
    (align.clamp(1, 128) - 1) as u8
}

fn lowest_bit(value: u64) -> u64 {
    if value == 0 { u64::MAX } else { value & value.wrapping_neg() }
}
