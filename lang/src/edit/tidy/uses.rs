//! What the program refers to, from its roots on.

use crate::edit::visit::{self, Node};
use crate::{ExprKind, FuncId, LabelId, Program, StmtKind, Storage, Symbol, Var, VarId};
use rustc_hash::FxHashMap;

/// What is used whatever refers to it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Roots {
    /// `main`, or everything with external linkage if there is none.
    Main,
    /// Every function with external linkage.
    Functions,
    /// Every definition with external linkage.
    External,
    /// Every definition.
    All,
}

/// What is reached from the roots.
pub struct Uses {
    vars: Vec<u32>,
    functions: Vec<bool>,
    labels: Vec<u32>,
}

impl Uses {
    /// Follows names across units, as a linker does.
    pub fn new(program: &Program, roots: Roots) -> Uses {
        let uses = Uses {
            vars: vec![0; program.vars.len()],
            functions: vec![false; program.functions.len()],
            labels: vec![0; program.labels.len()],
        };
        let mut finder = Finder { program, uses, links: Links::new(program), pending: Vec::new() };
        finder.start(roots);
        finder.uses
    }

    /// How often the variable is mentioned.
    pub fn var(&self, var: VarId) -> u32 {
        self.vars[var.index()]
    }

    /// Whether the function is called or mentioned.
    pub fn function(&self, func: FuncId) -> bool {
        self.functions[func.index()]
    }

    /// How often the label is mentioned, without the place where it stands.
    pub fn label(&self, label: LabelId) -> u32 {
        self.labels[label.index()]
    }
}

/// Definitions with external linkage, by name.
pub struct Links {
    /// One for each unit that declares it.
    pub vars: FxHashMap<Symbol, Vec<VarId>>,
    /// One for each unit that declares it.
    pub functions: FxHashMap<Symbol, Vec<FuncId>>,
}

impl Links {
    /// Of all units.
    pub fn new(program: &Program) -> Links {
        let mut links = Links { vars: FxHashMap::default(), functions: FxHashMap::default() };
        for (at, var) in program.vars.iter().enumerate() {
            if var.storage == Storage::Extern {
                links.vars.entry(var.name).or_default().push(VarId(at as u32));
            }
        }
        for (at, function) in program.functions.iter().enumerate() {
            if !function.is_static && function.parent.is_none() {
                links.functions.entry(function.name).or_default().push(FuncId(at as u32));
            }
        }
        links
    }
}

enum Pending {
    Var(VarId),
    Function(FuncId),
}

struct Finder<'p> {
    program: &'p Program,
    uses: Uses,
    links: Links,
    pending: Vec<Pending>,
}

impl Finder<'_> {
    fn start(&mut self, roots: Roots) {
        let program = self.program;
        let has_main = program.functions.iter().any(|f| f.body.is_some() && program.name(f.name) == "main");
        let only_main = has_main && roots == Roots::Main;
        for (at, function) in program.functions.iter().enumerate() {
            let is_root = match function.body {
                None => false,
                Some(_) if only_main => program.name(function.name) == "main",
                Some(_) => roots == Roots::All || !function.is_static,
            };
            if is_root || self.is_special(&function.attrs) {
                self.function(FuncId(at as u32));
            }
        }
        for (at, var) in program.vars.iter().enumerate() {
            let is_root = match roots {
                Roots::Functions => false,
                Roots::Main | Roots::External => !only_main && var.storage == Storage::Extern,
                Roots::All => true,
            };
            if (is_root && var.function.is_none() && var.defined) || self.is_special(&var.attrs) {
                self.var(VarId(at as u32));
            }
        }
        self.attributes();
        while let Some(next) = self.pending.pop() {
            let mut nodes = Vec::new();
            match next {
                Pending::Var(var) => visit::visit_var(program, var, &mut |node| nodes.push(node)),
                Pending::Function(func) => visit::visit_function(program, func, &mut |node| nodes.push(node)),
            }
            nodes.into_iter().for_each(|node| self.node(node));
        }
    }

    /// Things that the compiler or the linker uses on its own.
    fn is_special(&self, attrs: &[crate::Attr]) -> bool {
        attrs.iter().any(|attr| matches!(self.program.name(attr.name), "used" | "constructor" | "destructor" | "alias"))
    }

    /// Attributes may name functions: `alias("f")`, `cleanup(f)`.
    fn attributes(&mut self) {
        let program = self.program;
        let attrs = program.functions.iter().flat_map(|f| &f.attrs).chain(program.vars.iter().flat_map(|v| &v.attrs));
        let names: Vec<Symbol> = attrs
            .filter(|attr| matches!(program.name(attr.name), "alias" | "cleanup" | "copy" | "ifunc" | "weakref"))
            .filter_map(|attr| program.names.find(attr.args.as_deref()?.trim_matches(['"', ' '])))
            .collect();
        for at in 0..program.functions.len() {
            if names.contains(&program.functions[at].name) {
                self.function(FuncId(at as u32));
            }
        }
    }

    fn node(&mut self, node: Node) {
        match node {
            Node::Expr(expr) => match self.program[expr].kind {
                ExprKind::Var(var) => self.var(var),
                ExprKind::Func(func) => self.function(func),
                ExprKind::LabelAddr(label) => self.uses.labels[label.index()] += 1,
                _ => {}
            },
            Node::Stmt(stmt) => match self.program[stmt].kind {
                StmtKind::Goto(label) => self.uses.labels[label.index()] += 1,
                StmtKind::Asm(asm) => {
                    let labels = &self.program[asm].labels;
                    labels.iter().for_each(|label| self.uses.labels[label.index()] += 1);
                }
                _ => {}
            },
            Node::Init(_) => {}
        }
    }

    fn var(&mut self, var: VarId) {
        self.uses.vars[var.index()] += 1;
        let Var { storage, name, .. } = self.program[var];
        // The initialisers of locals are visited with their function.
        let is_global = matches!(storage, Storage::Extern | Storage::Static);
        if !is_global || self.uses.vars[var.index()] > 1 {
            return;
        }
        self.pending.push(Pending::Var(var));
        if storage == Storage::Extern {
            let linked = self.links.vars.get(&name).cloned().unwrap_or_default();
            linked.into_iter().filter(|&other| self.program[other].defined).for_each(|other| self.touch(other));
        }
    }

    fn touch(&mut self, var: VarId) {
        if self.uses.vars[var.index()] == 0 {
            self.uses.vars[var.index()] = 1;
            self.pending.push(Pending::Var(var));
        }
    }

    fn function(&mut self, func: FuncId) {
        if std::mem::replace(&mut self.uses.functions[func.index()], true) {
            return;
        }
        self.pending.push(Pending::Function(func));
        let function = &self.program[func];
        if !function.is_static && function.parent.is_none() {
            let linked = self.links.functions.get(&function.name).cloned().unwrap_or_default();
            linked.into_iter().filter(|&other| self.program[other].body.is_some()).for_each(|f| self.function(f));
        }
    }
}
