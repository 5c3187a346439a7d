//! Initialisers: positional as far as they are dense, with designators after a gap.

use super::Printer;
use super::expr::ASSIGN;
use crate::ast::{Init, InitId, InitItem, VarId};
use crate::types::{Record, Type, TypeKind};

/// Longer initialisers are broken into lines of about this many columns.
const WIDTH: usize = 100;

impl Printer<'_> {
    /// ` = …`, if the variable has an initialiser.
    pub(super) fn initializer_of(&mut self, var: VarId) {
        if let Some(init) = self.program[var].init {
            self.push(" = ");
            self.init(init, self.program[var].ty);
        }
    }

    fn init(&mut self, init: InitId, ty: Type) {
        match &self.program[init] {
            Init::Expr(expr) => self.expr(*expr, ASSIGN),
            Init::List(items) => self.list(items, ty),
        }
    }

    /// The initialiser of a compound literal, which has braces even around a string.
    pub(super) fn braced(&mut self, init: InitId, ty: Type) {
        match &self.program[init] {
            Init::Expr(expr) => {
                self.push("{");
                self.expr(*expr, ASSIGN);
                self.push("}");
            }
            Init::List(items) => self.list(items, ty),
        }
    }

    fn list(&mut self, items: &[InitItem], ty: Type) {
        self.indent += 1;
        let mut texts = Vec::new();
        match self.types().record(ty) {
            Some(record) => self.field_texts(items, record, &mut texts),
            None => self.element_texts(items, ty, &mut texts),
        }
        self.indent -= 1;
        self.fill(&texts);
    }

    fn element_texts(&mut self, items: &[InitItem], ty: Type, texts: &mut Vec<String>) {
        let elem = match self.types().kind(ty) {
            TypeKind::Complex(part) => *part,
            _ => self.types().element(ty).unwrap_or(ty),
        };
        let mut next = 0;
        for item in items {
            let designator = match (item.first, item.last) {
                (first, last) if first != last => format!("[{first} ... {last}] = "),
                (first, _) if first != next => format!("[{first}] = "),
                _ => String::new(),
            };
            next = item.last.wrapping_add(1);
            let value = self.capture(|printer| printer.init(item.value, elem));
            texts.push(designator + &value);
        }
    }

    /// All fields by position if none before the last is left out, else all by name.
    fn field_texts(&mut self, items: &[InitItem], record: &Record, texts: &mut Vec<String>) {
        let is_positional = is_dense(items, record);
        for item in items {
            let Some(field) = record.fields.get(item.first as usize) else { continue };
            match (field.name, &self.program[item.value]) {
                _ if is_positional => texts.push(self.capture(|printer| printer.init(item.value, field.ty))),
                (Some(name), _) => {
                    let name = self.name(name);
                    texts.push(self.capture(|printer| {
                        printer.push(&format!(".{name} = "));
                        printer.init(item.value, field.ty);
                    }));
                }
                // The fields of an anonymous member are designated as if they were the record's own.
                (None, Init::List(inner)) => {
                    if let Some(record) = self.types().record(field.ty) {
                        self.named_texts(inner, record, texts);
                    }
                }
                (None, Init::Expr(_)) => texts.push(self.capture(|printer| printer.init(item.value, field.ty))),
            }
        }
    }

    fn named_texts(&mut self, items: &[InitItem], record: &Record, texts: &mut Vec<String>) {
        for item in items {
            let Some(field) = record.fields.get(item.first as usize) else { continue };
            match (field.name, &self.program[item.value]) {
                (Some(name), _) => {
                    let name = self.name(name);
                    texts.push(self.capture(|printer| {
                        printer.push(&format!(".{name} = "));
                        printer.init(item.value, field.ty);
                    }));
                }
                (None, Init::List(inner)) => {
                    if let Some(record) = self.types().record(field.ty) {
                        self.named_texts(inner, record, texts);
                    }
                }
                (None, Init::Expr(_)) => {}
            }
        }
    }

    fn fill(&mut self, texts: &[String]) {
        let column = self.out.len() - self.out.rfind('\n').map_or(0, |at| at + 1);
        let total: usize = texts.iter().map(|text| text.len() + 2).sum();
        let is_short = column + total <= WIDTH && !texts.iter().any(|text| text.contains('\n'));
        if is_short {
            self.push(&format!("{{{}}}", texts.join(", ")));
            return;
        }
        self.push("{");
        self.indent += 1;
        let mut column = WIDTH;
        for text in texts {
            let breaks = column + text.len() + 2 > WIDTH || text.contains('\n');
            if breaks {
                self.newline();
                column = self.indent * 4;
            } else {
                self.push(" ");
            }
            self.push(text);
            self.push(",");
            column = if text.contains('\n') { WIDTH } else { column + text.len() + 2 };
        }
        self.indent -= 1;
        self.newline();
        self.push("}");
    }
}

/// Whether the items are the first fields that take an initialiser, in order.
fn is_dense(items: &[InitItem], record: &Record) -> bool {
    let takes_value = |index: &usize| {
        let field = &record.fields[*index];
        field.name.is_some() || field.bit_width.is_none()
    };
    let mut fields = (0..record.fields.len()).filter(takes_value);
    items.iter().all(|item| fields.next() == Some(item.first as usize))
}
