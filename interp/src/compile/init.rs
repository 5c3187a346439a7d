//! Initialisers of automatic and static objects.

use super::place::{Base, Place};
use super::*;
use lang::{ExprKind, Init, InitId, InitItem};

impl Compiler<'_> {
    /// Initialises a register variable.
    pub(super) fn init_register(&mut self, init: InitId, reg: Reg, ty: Type) {
        let program = self.program;
        match &program[init] {
            Init::Expr(expr) => {
                let value = self.full_value(*expr, Some(reg));
                self.moved(value, Some(reg), self.rep(ty).registers());
            }
            // `int x = {}`
            Init::List(items) => match items.first() {
                Some(item) => self.init_register(item.value, reg, ty),
                None => {
                    self.constant(reg, 0);
                    if self.rep(ty).registers() == 2 {
                        self.constant(reg + 1, 0);
                    }
                }
            },
        }
    }

    pub(super) fn static_init(&mut self, var: VarId, init: InitId) {
        let place = self.var_place(var);
        self.init_place(place, self.program[var].ty, init, true);
    }

    /// `(T){…}`, initialised each time it is evaluated.
    pub(super) fn compound_literal(&mut self, var: VarId) -> Place {
        let declared = &self.program[var];
        let ty = declared.ty;
        let Some(&Home::Slot { slot, object }) = self.homes.get(&var) else {
            return self.var_place(var);
        };
        // One object for each execution of the enclosing block (C17 6.5.2.5p5, p16).
        self.emit(Op::Ensure { slot, object });
        if let Some(scope) = self.scopes.last_mut()
            && !scope.slots.contains(&slot)
        {
            scope.slots.push(slot);
        }
        let place = self.local_place(slot, ty);
        if let Some(init) = declared.init {
            let marks = std::mem::take(&mut self.marks);
            self.scratch(|c| c.init_place(place, ty, init, false));
            self.marks = marks;
        }
        place
    }

    /// Initialises the object at `place`; `zeroed` says that its bytes are zero already.
    pub(super) fn init_place(&mut self, place: Place, ty: Type, init: InitId, zeroed: bool) {
        let program = self.program;
        match &program[init] {
            Init::Expr(expr) => self.init_expr(place, ty, *expr, zeroed),
            Init::List(items) => {
                if !zeroed {
                    self.zero(place, ty);
                }
                if self.init_list_reversed(items) {
                    items.iter().rev().for_each(|item| self.init_item(place, ty, *item));
                } else {
                    items.iter().for_each(|item| self.init_item(place, ty, *item));
                }
            }
        }
    }

    /// The expressions of a list are evaluated in an unspecified order (C17 6.7.9p23).
    fn init_list_reversed(&mut self, items: &[InitItem]) -> bool {
        if !self.options.order {
            return false;
        }
        let mut exprs = Vec::new();
        for item in items {
            lang::walk::init_exprs(self.program, item.value, &mut |expr| exprs.push(expr));
        }
        exprs.retain(|&expr| self.touches_memory(expr));
        if exprs.len() > 64 || exprs.len() < 2 {
            return false;
        }
        // A side effect outside calls may meet any other expression; executing again tells.
        if exprs.iter().any(|&expr| self.has_effect(expr)) {
            self.emit_site(exprs[0]);
            return self.is_reversed(exprs[0]);
        }
        if !exprs.iter().any(|&expr| self.has_call(expr)) {
            return false;
        }
        for i in 0..exprs.len() {
            for j in i + 1..exprs.len() {
                if self.is_order_site(exprs[i], exprs[i], exprs[j]) {
                    self.emit_site(exprs[0]);
                    return self.is_reversed(exprs[0]);
                }
            }
        }
        false
    }

    fn touches_memory(&self, expr: ExprId) -> bool {
        lang::fold::integer_constant(self.program, expr).is_none()
    }

    /// All bits zero, padding included, as compilers do for partly initialised aggregates.
    fn zero(&mut self, place: Place, ty: Type) {
        self.scratch(|c| {
            if let Base::Register { .. } = place.base {
                let zero = c.alloc(2);
                c.constant(zero, 0);
                c.constant(zero + 1, 0);
                return c.store(place, zero);
            }
            let p = c.address(place, None);
            let size = c.size32(ty);
            c.emit(Op::Zero { p, size });
        });
    }

    fn init_item(&mut self, place: Place, ty: Type, item: InitItem) {
        let types = self.types();
        let (part, part_ty) = match types.kind(ty) {
            TypeKind::Array { elem, .. } | TypeKind::Vector { elem, .. } | TypeKind::Complex(elem) => {
                let offset = item.first * self.size(*elem);
                (self.part(place, offset, *elem), *elem)
            }
            TypeKind::Record(id) => {
                let Some(field) = types.records[id.0 as usize].fields.get(item.first as usize) else { return };
                (self.member(place, ty, item.first as u32), field.ty)
            }
            _ => (place, ty),
        };
        self.scratch(|c| {
            c.init_place(part, part_ty, item.value, true);
            if item.last > item.first {
                let p = c.address(part, None);
                let (size, count) = (c.size32(part_ty), (item.last - item.first) as u32);
                c.emit(Op::Repeat { p, size, count });
            }
        });
    }

    fn init_expr(&mut self, place: Place, ty: Type, expr: ExprId, zeroed: bool) {
        if self.types().is_array(ty) {
            return self.init_array(place, ty, expr, zeroed);
        }
        if self.rep(ty) == Rep::Aggregate {
            return self.scratch(|c| {
                let s = c.full_value(expr, None);
                c.copy_to(place, s, ty, false);
            });
        }
        if self.write_constant(place, ty, expr) {
            return;
        }
        self.scratch(|c| {
            let value = c.full_value(expr, None);
            c.store(place, value);
        });
    }

    /// A constant of a static object is written at once.
    fn write_constant(&mut self, place: Place, ty: Type, expr: ExprId) -> bool {
        let (Base::Static { at, .. }, None, false) = (place.base, place.bits, place.reverse) else { return false };
        if self.func.0 != u32::MAX || !self.types().is_integer(ty) {
            return false;
        }
        // Folding wraps, so operators that can overflow are left to execution.
        if !self.is_plain_constant(expr) {
            return false;
        }
        let Some(value) = lang::fold::integer_constant(self.program, expr) else { return false };
        let at = at as usize + place.offset as usize;
        let size = self.size(ty) as usize;
        self.memory.write(at, &value.to_le_bytes()[..size]);
        true
    }

    fn is_plain_constant(&self, expr: ExprId) -> bool {
        match self.program[expr].kind {
            ExprKind::Int(_) | ExprKind::Enumerator(..) => true,
            ExprKind::Convert(inner) | ExprKind::Cast(inner) => self.is_plain_constant(inner),
            ExprKind::Unary(lang::UnaryOp::Neg, inner) => {
                matches!(self.program[inner].kind, ExprKind::Int(value) if value < 1 << 31)
            }
            _ => false,
        }
    }

    /// A string literal, or (GNU) a compound literal.
    fn init_array(&mut self, place: Place, ty: Type, expr: ExprId, zeroed: bool) {
        let size = self.types().size_of(ty);
        let ExprKind::Str(string) = self.program[expr].kind else {
            return self.scratch(|c| {
                let source = c.place(expr, super::place::Purpose::Address);
                let s = c.address(source, None);
                c.copy_to(place, s, ty, false);
            });
        };
        let literal = &self.program[string];
        let full = (literal.bytes.len() + literal.unit as usize) as u64;
        if !zeroed && size.is_none_or(|size| size > full) {
            self.zero(place, ty);
        }
        let copied = size.map_or(full, |size| if size == 0 { full } else { size.min(full) });
        self.scratch(|c| {
            let Ok(address) = c.image.string_address(c.program, c.memory, string) else {
                return c.unsupported("more memory than the limit");
            };
            let s = c.alloc(1);
            c.constant(s, address);
            let d = c.address(place, None);
            c.code.copies.push(CopyDesc { size: copied as u32, ty, is_assignment: false, size_reg: None });
            let copy = c.code.copies.len() as u32 - 1;
            c.emit(Op::Copy { d, s, copy });
        });
    }
}
