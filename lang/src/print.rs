//! The model back to C, in the form a person would want to find in a bug report.
//!
//! Parsing the text gives the same model again (`dump` is the notion of sameness): implicit conversions are not
//! written because they come back, and parentheses only where grammar or a careful reader wants them. Struct, union
//! and enum definitions that the unit uses come first, in an order that compiles. Names are those of the source;
//! only tags, enumerators and typedefs that clash once they are at file scope get new ones.
//!
//! `print_pieces` also says a program in C++ (`cpp`), where it means exactly the same.

mod container;
mod cpp;
mod dump;
mod expr;
mod function;
mod init;
mod label;
mod literal;
mod lowering;
mod names;
mod occurrence;
mod piece;
mod stmt;
mod tags;
mod types;
mod uses;

use crate::ast::*;
use crate::names::Symbol;
use crate::types::{ArrayLen, Type, TypeKind, Types};
use cpp::Cpp;
pub use dump::dump;
pub use lowering::{Container, Lowering};
use names::FreshNames;
use occurrence::{Occurrence, Occurrences};
pub use piece::{Dialect, Piece, Pieces, Unsupported, print_pieces};
use rustc_hash::FxHashMap;
use tags::Tags;
use uses::Uses;

/// Prints a program of one unit.
pub fn print(program: &Program) -> String {
    print_unit(program, 0)
}

/// Prints one of the program's units.
pub fn print_unit(program: &Program, unit: usize) -> String {
    let Some(items) = program.units.get(unit).map(|unit| &unit.items) else {
        return String::new();
    };
    let mut printer = Printer::new(program, unit as u32);
    printer.items(items);
    let items = std::mem::take(&mut printer.out);
    // What the items mention has to be defined before them; the definitions may mention more.
    let mut text = printer.type_definitions();
    if !text.is_empty() && !items.is_empty() {
        text.push('\n');
    }
    text + &items
}

/// A type as a declaration would name it, for messages.
pub fn type_name(program: &Program, ty: Type) -> String {
    Printer::new(program, 0).type_name(ty)
}

/// An expression as a statement would have it, for messages.
pub fn expression(program: &Program, expr: ExprId) -> String {
    let mut printer = Printer::new(program, 0);
    printer.expr(expr, expr::COMMA);
    printer.out
}

/// Text is appended to `out`; `capture` redirects what has to be assembled inside out.
struct Printer<'p> {
    program: &'p Program,
    out: String,
    indent: usize,
    /// The function being printed, innermost.
    function: Option<FuncId>,
    /// Types of the enclosing switches' controlling expressions.
    switches: Vec<Type>,
    tags: Tags,
    fresh: FreshNames,
    uses: Uses,
    /// Names of variably modified typedefs, whose lengths were evaluated where they are declared.
    variable_typedefs: FxHashMap<usize, String>,
    /// `__label__` declarations by the block that needs them.
    local_labels: FxHashMap<StmtId, Vec<LabelId>>,
    /// Inside a parameter list that is not a definition's, whose variable lengths are `[*]`.
    in_prototype: bool,
    /// The text of unqualified types, by index, once they were mentioned.
    type_names: Vec<Option<Box<str>>>,
    /// Derivations of the declarator being printed; a stack, as parameters nest.
    derivations: Vec<Type>,
    /// Where the elements of the initialiser lists being printed begin; a stack, too.
    elements: Vec<usize>,
    /// Where in `out` the current element began; columns are counted from there.
    line_base: usize,
    /// Where in `out` the last line began that `newline` began.
    line_start: usize,
    /// Present if the text is C++.
    cpp: Option<Cpp<'p>>,
    problem: Option<Unsupported>,
}

impl<'p> Printer<'p> {
    fn new(program: &'p Program, unit: u32) -> Printer<'p> {
        Printer {
            program,
            out: String::new(),
            indent: 0,
            function: None,
            switches: Vec::new(),
            tags: Tags::new(program),
            fresh: FreshNames::new(program, unit),
            uses: Uses::new(program),
            variable_typedefs: FxHashMap::default(),
            local_labels: FxHashMap::default(),
            in_prototype: false,
            type_names: vec![None; program.types.len()],
            derivations: Vec::new(),
            elements: Vec::new(),
            line_base: 0,
            line_start: 0,
            cpp: None,
            problem: None,
        }
    }

    fn types(&self) -> &'p Types {
        &self.program.types
    }

    fn name(&self, symbol: Symbol) -> &'p str {
        self.program.name(symbol)
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn newline(&mut self) {
        self.line_start = self.out.len() + 1;
        const SPACES: &str = "\n                                                                ";
        match SPACES.get(..1 + self.indent * 4) {
            Some(text) => self.out.push_str(text),
            None => {
                self.out.push('\n');
                self.out.extend(std::iter::repeat_n("    ", self.indent));
            }
        }
    }

    /// What `write` would have appended.
    fn capture(&mut self, write: impl FnOnce(&mut Self)) -> String {
        let saved = std::mem::take(&mut self.out);
        let line = (std::mem::take(&mut self.line_base), std::mem::take(&mut self.line_start));
        write(self);
        (self.line_base, self.line_start) = line;
        std::mem::replace(&mut self.out, saved)
    }

    fn items(&mut self, items: &[Item]) {
        let mut occurrences = Occurrences::new(items);
        let mut after_function = false;
        for &item in items {
            let at = occurrences.next(item);
            let is_function = matches!(item, Item::Define(_));
            if !self.out.is_empty() && (is_function || after_function) {
                self.out.push('\n');
            }
            after_function = is_function;
            match item {
                Item::Var(var) => self.file_scope_variable(var, at),
                Item::Declare(func) => self.declare_function(func, at),
                Item::Define(func) => self.define_function(func, at),
                Item::Asm(asm) => self.asm(asm),
            }
            self.out.push('\n');
        }
    }

    /// All declarations but the last are printed as `extern` (or as tentative, if static).
    fn file_scope_variable(&mut self, id: VarId, at: Occurrence) {
        let var = &self.program[id];
        let defines = var.defined && at.last;
        let storage = match var.storage {
            Storage::Static => "static ",
            _ if self.names_register(var) => "register ",
            _ if defines => "",
            _ => "extern ",
        };
        // The definition of a static member says only whose it is.
        if self.member_of(id).is_none() {
            self.push(storage);
        }
        let ty = self.type_at(id, at);
        self.variable(id, ty, at.first);
        if defines {
            self.initializer_of(id);
        }
        self.push(";");
    }

    /// A GNU global register variable; what `register` says is in its asm label.
    fn names_register(&self, var: &Var) -> bool {
        const REGISTERS: [&str; 7] = ["bx", "bp", "sp", "12", "13", "14", "15"];
        let label = var.asm_label.map(|label| String::from_utf8_lossy(&self.program[label].bytes).into_owned());
        label.is_some_and(|label| {
            let name = label.trim_start_matches(['%', 'r', 'e']);
            name.len() < label.len() && REGISTERS.contains(&name)
        })
    }

    /// An array that was used before its length was known has none in its earlier declarations.
    fn type_at(&self, id: VarId, at: Occurrence) -> Type {
        let var = &self.program[id];
        let Some(&incomplete) = self.uses.incomplete.get(&id) else { return var.ty };
        // Only the initialiser of `T a[] = {…}` itself can have seen it so.
        if at.first && at.last && var.init.is_some() {
            return incomplete;
        }
        // A tentative definition without a length gets one element at the end of the unit (C17 6.9.2p5).
        let is_default = matches!(self.types().kind(var.ty), TypeKind::Array { len: ArrayLen::Fixed(1), .. });
        if at.last && (!is_default || var.init.is_some()) { var.ty } else { incomplete }
    }

    /// Everything of a declaration after its storage class and before its initialiser.
    fn variable(&mut self, id: VarId, ty: Type, with_attributes: bool) {
        let var = &self.program[id];
        if var.thread_local {
            self.push("__thread ");
        }
        let name = self.name(var.name);
        match var.storage {
            Storage::Param => self.declare_param(ty, name),
            _ if self.cpp.is_some() => self.declare_lowered(id, ty),
            _ => self.declare(ty, name),
        }
        if with_attributes {
            self.variable_attributes(var);
        }
    }

    fn variable_attributes(&mut self, var: &Var) {
        if var.asm_label.is_none() && var.align.is_none() && var.attrs.is_empty() {
            return;
        }
        if let Some(label) = var.asm_label {
            self.push(" __asm__(");
            self.string(label);
            self.push(")");
        }
        let align = var.align.map(|align| format!("aligned({align})"));
        let others = var.attrs.iter().map(|attr| self.attribute_body(attr));
        let text = attributes(align.into_iter().chain(others));
        self.push(&text);
    }

    fn attribute_body(&self, attr: &Attr) -> String {
        let name = self.name(attr.name);
        match &attr.args {
            Some(args) => format!("{name}({args})"),
            None => name.to_string(),
        }
    }
}

/// ` __attribute__((a, b))`, or nothing.
fn attributes(bodies: impl Iterator<Item = String>) -> String {
    let bodies: Vec<String> = bodies.collect();
    if bodies.is_empty() { String::new() } else { format!(" __attribute__(({}))", bodies.join(", ")) }
}
