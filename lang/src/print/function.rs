//! Function declarations and definitions, K&R ones in their own style.

use super::{Occurrence, Printer, attributes, label};
use crate::ast::{Attr, FuncId, Function, Item, StmtKind};
use crate::types::{FunctionType, Type};

impl Printer<'_> {
    pub(super) fn declare_function(&mut self, id: FuncId, at: Occurrence) {
        let function = &self.program[id];
        let matters = function.is_inline || function.asm_label.is_some();
        let is_defined_first = matters && self.is_defined_first(id);
        // Where some declarations say `inline` and some do not, one does if the definition does not tell.
        let is_first = if is_defined_first { at.last } else { at.first };
        let tells = function.defined_inline && (function.defined_extern || !function.is_extern);
        let is_inline = function.is_inline && (!function.is_plain || (is_first && !tells));
        self.function_specifiers(function, is_inline, is_inline && function.is_extern);
        self.declare(self.function_type_at(id, at), self.name(function.name));
        if let Some(label) = function.asm_label.filter(|_| at.first || is_defined_first) {
            self.push(" __asm__(");
            self.string(label);
            self.push(")");
        }
        let text = self.function_attributes(function, at);
        self.push(&text);
        self.push(";");
    }

    /// The asm label of a function that is declared only after its definition stands there.
    fn is_defined_first(&self, id: FuncId) -> bool {
        let unit = self.program[id].unit as usize;
        let items = self.program.units.get(unit).map_or(&[][..], |unit| &unit.items);
        items.iter().find(|&&item| matches!(item, Item::Declare(func) | Item::Define(func) if func == id))
            == Some(&Item::Define(id))
    }

    /// Only the last declaration has a prototype if the function was called without one.
    fn function_type_at(&self, id: FuncId, at: Occurrence) -> Type {
        match self.uses.unprototyped.get(&id) {
            Some(&ty) if !at.last => ty,
            _ => self.program[id].ty,
        }
    }

    /// Attributes belong to the first declaration; those that name a function, which may not be declared before
    /// (glibc's `reallocarray` names itself), to the last.
    fn function_attributes(&self, function: &Function, at: Occurrence) -> String {
        let is_late = |attr: &Attr| attr.args.is_some() && self.name(attr.name) == "malloc";
        let here = function.attrs.iter().filter(|attr| if is_late(attr) { at.last } else { at.first });
        attributes(here.map(|attr| self.attribute_body(attr)))
    }

    pub(super) fn define_function(&mut self, id: FuncId, at: Occurrence) {
        let function = &self.program[id];
        let text = self.function_attributes(function, at);
        if !text.is_empty() {
            self.push(text.trim_start());
            self.push(" ");
        }
        // Alone, it says by itself that this is an external definition (C17 6.7.4p7).
        let is_alone = at.first && at.last && function.parent.is_none();
        let was_plain = function.is_plain || (function.is_extern && !function.defined_extern);
        let is_inline = function.defined_inline && (function.is_static || !is_alone || !was_plain);
        self.function_specifiers(function, is_inline, function.defined_extern);
        self.header(function);
        if function.is_knr {
            self.only_c("old-style function definition");
            self.knr_parameters(function);
        }
        self.newline();
        let outer = self.function.replace(id);
        self.function_body(function);
        self.function = outer;
    }

    fn function_specifiers(&mut self, function: &Function, is_inline: bool, is_extern: bool) {
        if function.is_static {
            self.push("static ");
        } else if is_extern {
            self.push("extern ");
        }
        if is_inline {
            self.push("__inline__ ");
        }
        if function.is_noreturn {
            self.push("__attribute__((noreturn)) ");
        }
    }

    /// `char *name(int a, int b)`
    fn header(&mut self, function: &Function) {
        let Some(ty) = self.types().function_type(function.ty) else {
            self.push("int ");
            self.push(self.name(function.name));
            return self.push("()");
        };
        // The types of parameters are mentioned before that of the result.
        let declarator = self.capture(|printer| {
            printer.push(printer.name(function.name));
            printer.push("(");
            printer.parameters(function, ty);
            printer.push(")");
        });
        self.declare(ty.ret, &declarator);
    }

    fn parameters(&mut self, function: &Function, ty: &FunctionType) {
        for (at, &param) in function.params.iter().enumerate() {
            self.push(if at > 0 { ", " } else { "" });
            if function.is_knr {
                self.push(self.name(self.program[param].name));
            } else {
                self.variable(param, self.program[param].ty, true);
            }
        }
        let is_open = function.is_knr || (!ty.prototyped && function.params.is_empty());
        if !is_open {
            self.parameters_end(function.params.len(), ty.variadic);
        }
    }

    fn knr_parameters(&mut self, function: &Function) {
        self.indent += 1;
        for &param in &function.params {
            self.newline();
            self.variable(param, self.program[param].ty, true);
            self.push(";");
        }
        self.indent -= 1;
    }

    fn function_body(&mut self, function: &Function) {
        let Some(body) = function.body else {
            self.push("{}");
            return;
        };
        let switches = std::mem::take(&mut self.switches);
        if function.parent.is_none() {
            self.local_labels = label::local_labels(self.program, body);
        }
        match self.program[body].kind {
            StmtKind::Block(_) => self.statement(body),
            _ => self.braced_statement(body),
        }
        self.switches = switches;
    }

    /// A declaration in a block. A nested function that is defined later needs `auto`.
    pub(super) fn declare_local_function(&mut self, id: FuncId) {
        let function = &self.program[id];
        if function.parent.is_some() && function.body.is_some() {
            self.push("auto ");
        }
        let ty = self.uses.unprototyped.get(&id).copied().unwrap_or(function.ty);
        self.declare(ty, self.name(function.name));
        self.push(";");
    }
}
