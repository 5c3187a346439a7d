//! Initialisers: positional as far as they are dense, with designators after a gap.

use super::expr::ASSIGN;
use super::{Container, Printer};
use crate::ast::{Init, InitId, InitItem, VarId};
use crate::types::{Field, Record, Type, TypeKind};

/// Longer initialisers are broken into lines of about this many columns.
const WIDTH: usize = 100;

impl Printer<'_> {
    /// ` = …`, if the variable has an initialiser.
    pub(super) fn initializer_of(&mut self, var: VarId) {
        if self.cpp.is_some() {
            return self.lowered_initializer(var);
        }
        if let Some(init) = self.program[var].init {
            self.push(" = ");
            self.init(init, self.program[var].ty);
        }
    }

    pub(super) fn init(&mut self, init: InitId, ty: Type) {
        let program = self.program;
        match &program[init] {
            Init::Expr(expr) if self.plain_integer(*expr) => {}
            Init::Expr(expr) => self.expr(*expr, ASSIGN),
            Init::List(items) => self.list(items, ty, Container::CArray),
        }
    }

    /// The initialiser of a compound literal, which has braces even around a string.
    pub(super) fn braced(&mut self, init: InitId, ty: Type) {
        let program = self.program;
        match &program[init] {
            Init::Expr(expr) => {
                self.push("{");
                self.expr(*expr, ASSIGN);
                self.push("}");
            }
            Init::List(items) => self.list(items, ty, Container::CArray),
        }
    }

    /// A list in braces, broken into lines if it is long.
    pub(super) fn list(&mut self, items: &[InitItem], ty: Type, container: Container) {
        let start = self.out.len();
        let line = self.out[self.line_base..].rfind('\n').map_or(0, |at| at + 1);
        let column = start - self.line_base - line;
        let outer_base = self.line_base;
        let first = self.elements.len();
        self.push("{");
        self.indent += 1;
        let program = self.program;
        match program.types.record(ty) {
            Some(record) if self.cpp.is_some() => self.cpp_fields(first, items, record),
            Some(record) => self.fields(first, items, record),
            None if self.cpp.is_some() => self.cpp_elements(first, items, ty, container),
            None => self.array_elements(first, items, ty),
        }
        self.indent -= 1;
        self.line_base = outer_base;
        self.end_list(start + 1, column, first);
    }

    /// Begins another element of the list whose first is number `first`.
    pub(super) fn element(&mut self, first: usize) {
        if self.elements.len() > first {
            self.push(", ");
        }
        self.elements.push(self.out.len());
        self.line_base = self.out.len();
    }

    fn array_elements(&mut self, first: usize, items: &[InitItem], ty: Type) {
        let elem = self.element_type(ty);
        let mut next = 0;
        for item in items {
            self.element(first);
            match (item.first, item.last) {
                (first, last) if first != last => self.push(&format!("[{first} ... {last}] = ")),
                (first, _) if first != next => self.push(&format!("[{first}] = ")),
                _ => {}
            }
            self.line_base = self.out.len();
            next = item.last.wrapping_add(1);
            self.init(item.value, elem);
        }
    }

    /// The type of what an array, vector or complex number is made of.
    pub(super) fn element_type(&self, ty: Type) -> Type {
        match self.types().kind(ty) {
            TypeKind::Complex(part) => *part,
            _ => self.types().element(ty).unwrap_or(ty),
        }
    }

    /// All fields by position if none before the last is left out, else all by name.
    fn fields(&mut self, first: usize, items: &[InitItem], record: &Record) {
        if !is_dense(items, record) {
            return self.named_fields(first, items, record);
        }
        for item in items {
            let Some(field) = record.fields.get(item.first as usize) else { continue };
            self.element(first);
            self.init(item.value, field.ty);
        }
    }

    fn named_fields(&mut self, first: usize, items: &[InitItem], record: &Record) {
        let program = self.program;
        for item in items {
            let Some(field) = record.fields.get(item.first as usize) else { continue };
            match (field.name, &program[item.value]) {
                (Some(name), _) => {
                    self.element(first);
                    self.push(".");
                    self.push(self.name(name));
                    self.push(" = ");
                    self.init(item.value, field.ty);
                }
                // The fields of an anonymous member are designated as if they were the record's own.
                (None, Init::List(inner)) => {
                    if let Some(record) = program.types.record(field.ty) {
                        self.named_fields(first, inner, record);
                    }
                }
                (None, Init::Expr(_)) => {
                    self.element(first);
                    self.init(item.value, field.ty);
                }
            }
        }
    }

    /// The elements stand from `start` on, separated by commas; they stay so if the line is short enough.
    fn end_list(&mut self, start: usize, column: usize, first: usize) {
        let is_empty = self.elements.len() == first;
        let fits = is_empty || column + self.out.len() - start + 2 <= WIDTH;
        let has_lines = self.line_start > start;
        if fits && !has_lines {
            self.push("}");
        } else {
            self.break_lines(start, first, has_lines);
        }
        self.elements.truncate(first);
    }

    fn break_lines(&mut self, start: usize, first: usize, has_lines: bool) {
        let text = self.out.split_off(start);
        self.indent += 1;
        let mut column = WIDTH;
        for at in first..self.elements.len() {
            let end = self.elements.get(at + 1).map_or(text.len(), |next| next - 2 - start);
            let element = &text[self.elements[at] - start..end];
            let is_broken = has_lines && element.contains('\n');
            if column + element.len() + 2 > WIDTH || is_broken {
                self.newline();
                column = self.indent * 4;
            } else {
                self.push(" ");
            }
            self.push(element);
            self.push(",");
            column = if is_broken { WIDTH } else { column + element.len() + 2 };
        }
        self.indent -= 1;
        self.newline();
        self.push("}");
    }
}

/// Whether the items are the first fields that take an initialiser, in order.
pub(super) fn is_dense(items: &[InitItem], record: &Record) -> bool {
    let mut fields = (0..record.fields.len()).filter(|&index| takes_value(&record.fields[index]));
    items.iter().all(|item| fields.next() == Some(item.first as usize))
}

/// Unnamed bit-fields are not initialised.
pub(super) fn takes_value(field: &Field) -> bool {
    field.name.is_some() || field.bit_width.is_none()
}
