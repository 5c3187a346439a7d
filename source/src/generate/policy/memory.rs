//! Blocks of memory: copied, moved and filled by the functions that compilers know best, on arrays and on whole
//! structs that change in between.

use super::Generator;
use super::stmt::non_empty;
use crate::driver;
use crate::kit::scope::{Datum, Role, Shape};
use lang::*;

impl Generator<'_> {
    pub fn memory_stmt(&mut self, out: &mut Vec<StmtId>) {
        let done = match self.rng.below(4) {
            0 => self.fill_block(out),
            1 => self.copies(out),
            _ => self.copy_block(out),
        };
        if done.is_none() {
            self.assignment(out);
        }
    }

    /// An array of integers of one dimension.
    fn flat(&mut self, write: bool) -> Option<(VarId, Type, u64)> {
        let data = if write { self.scope.writable(Shape::Array) } else { self.scope.readable(Shape::Array) };
        let datum = *self.rng.pick(non_empty(data)?);
        match *self.p.types.kind(datum.ty) {
            // Not every byte is a bool.
            TypeKind::Array { elem, len: ArrayLen::Fixed(len) }
                if self.p.types.is_integer(elem) && !self.p.types.is_bool(elem) =>
            {
                Some((datum.var, elem.unqualified(), len))
            }
            _ => None,
        }
    }

    fn element_address(&mut self, var: VarId, at: u64) -> ExprId {
        let (array, at) = (self.var(var), self.int(at as i64, Type::INT));
        let element = self.index(array, at);
        self.addr_of(element)
    }

    fn bytes(&mut self, elem: Type, elements: u64) -> ExprId {
        let size = self.p.types.size_of(elem).expect("a complete type");
        let ty = self.p.types.size_type();
        self.int((elements * size) as i64, ty)
    }

    fn call_known(&mut self, name: &str, args: Vec<ExprId>, out: &mut Vec<StmtId>) {
        let func = driver::library(&mut self.p, name);
        let call = self.call(func, args);
        let stmt = self.expr_stmt(call);
        self.push(stmt, out);
    }

    fn fill_block(&mut self, out: &mut Vec<StmtId>) -> Option<()> {
        let (var, elem, len) = self.flat(true)?;
        let n = 1 + self.rng.below(len);
        let at = self.rng.below(len - n + 1);
        let address = self.element_address(var, at);
        let byte = *self.rng.pick(&[0, 0, 0, 255, 1, 127, 128]);
        let byte = self.int(byte, Type::INT);
        let size = self.bytes(elem, n);
        self.call_known("__builtin_memset", vec![address, byte, size], out);
        Some(())
    }

    fn copy_block(&mut self, out: &mut Vec<StmtId>) -> Option<()> {
        let (to, elem, len) = self.flat(true)?;
        let (from, other, other_len) = self.flat(false)?;
        if other != elem {
            return None;
        }
        let n = 1 + self.rng.below(len.min(other_len));
        let (at, other_at) = (self.rng.below(len - n + 1), self.rng.below(other_len - n + 1));
        let (target, source) = (self.element_address(to, at), self.element_address(from, other_at));
        let size = self.bytes(elem, n);
        // Only memmove may overlap (C17 7.24.2.1p2).
        let name = if to == from || self.rng.percent(20) { "__builtin_memmove" } else { "__builtin_memcpy" };
        self.call_known(name, vec![target, source, size], out);
        Some(())
    }

    /// `a = b; a.m = e; c = a; b.m = e; d = c;`: copies of copies, with stores between them.
    fn copies(&mut self, out: &mut Vec<StmtId>) -> Option<()> {
        let data = self.scope.readable(Shape::Record);
        let first = *self.rng.pick(non_empty(data)?);
        let ty = first.ty.unqualified();
        let source = self.var(first.var);
        let (a, stmt) = self.declare("s", ty, source);
        self.push(stmt, out);
        self.store_member(a, out);
        let source = self.var(a);
        let (b, stmt) = self.declare("s", ty, source);
        self.push(stmt, out);
        let changed = if self.rng.percent(50) { a } else { b };
        self.store_member(changed, out);
        self.show(a, Role::Local);
        self.show(b, Role::Local);
        let same = |datum: &&Datum| datum.ty == ty && datum.var != a && datum.var != b;
        let targets: Vec<VarId> =
            self.scope.writable(Shape::Record).iter().filter(same).map(|datum| datum.var).collect();
        if let Some(targets) = non_empty(&targets) {
            let target = *self.rng.pick(targets);
            let source = if self.rng.percent(50) { a } else { b };
            let (target, value) = (self.var(target), self.var(source));
            let stmt = self.set(target, value);
            self.push(stmt, out);
        }
        Some(())
    }

    fn store_member(&mut self, var: VarId, out: &mut Vec<StmtId>) {
        self.volatile_used.clear();
        let object = self.var(var);
        if let Some(place) = self.descend(object, super::leaf::Want::Int) {
            let value = self.expr(1);
            let stmt = self.set(place, value);
            self.push(stmt, out);
        }
    }
}
