//! Walks clang's syntax tree and notes variables, scopes, and the tokens that use variables.

use super::ast::{Listener, Node, Token};
use super::kinds;
use crate::enumerate::skeleton::{Scope, Storage};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// All that a file has to say.
#[derive(Default)]
pub struct Found {
    pub scopes: Vec<Scope>,
    pub functions: usize,
    pub variables: Vec<Declared>,
    /// Of declarations, redeclarations included.
    pub numbers: FxHashMap<u64, usize>,
    pub uses: Vec<Used>,
    /// Places that stay as they are.
    pub banned: FxHashSet<usize>,
    /// Declarations that are used where no hole is.
    pub fixed: FxHashSet<u64>,
    /// Everything that has a name: the name, its scope, whether it is a member, its id.
    pub names: Vec<(String, usize, bool, u64)>,
    /// Functions that are mentioned.
    pub mentioned: FxHashSet<u64>,
    /// The first declaration of what is declared again.
    firsts: FxHashMap<u64, u64>,
}

impl Found {
    fn first(&self, id: u64) -> u64 {
        self.firsts.get(&id).copied().unwrap_or(id)
    }
}

pub struct Declared {
    pub id: u64,
    pub name: String,
    pub ty: String,
    pub scope: usize,
    /// From this place on it can be used.
    pub at: usize,
    pub storage: Storage,
    /// What the declaration says; unique if that may have an effect.
    pub says: String,
    /// Of a parameter: its function.
    pub parameter_of: Option<u64>,
}

pub struct Used {
    pub token: Token,
    pub id: u64,
    pub scope: usize,
}

pub struct Walk<'t> {
    text: &'t [u8],
    found: Found,
    frames: Vec<Frame>,
    scope: usize,
    function: Option<usize>,
    is_skipping: bool,
    /// Variables whose initialisers are being read.
    open: Vec<usize>,
    /// Changes where control can arrive or leave.
    stretch: usize,
}

/// What to restore after a node.
struct Frame {
    kind: String,
    id: u64,
    scope: usize,
    function: Option<usize>,
    is_skipping: bool,
    /// Of a function: how many variables there were before it.
    variables: usize,
    has_body: bool,
    opens: bool,
}

impl<'t> Walk<'t> {
    pub fn new(text: &'t [u8]) -> Walk<'t> {
        let found = Found { scopes: vec![Scope { parent: None, function: None }], ..Found::default() };
        Walk {
            text,
            found,
            frames: Vec::new(),
            scope: 0,
            function: None,
            is_skipping: false,
            open: Vec::new(),
            stretch: 0,
        }
    }

    pub fn finish(self) -> Found {
        self.found
    }

    fn parent(&self) -> &str {
        self.frames.last().map_or("", |frame| frame.kind.as_str())
    }

    fn enter_scope(&mut self) {
        self.found.scopes.push(Scope { parent: Some(self.scope), function: self.function });
        self.scope = self.found.scopes.len() - 1;
    }

    fn note_name(&mut self, node: &Node) {
        if node.kind.ends_with("Decl") && !node.name.is_empty() && node.loc.is_some() {
            let is_member = self.frames.iter().rev().any(|frame| frame.kind == "CXXRecordDecl");
            self.found.names.push((node.name.clone(), self.scope, is_member, self.found.first(node.id)));
        }
    }

    fn function(&mut self, node: &Node) {
        // A constexpr function may be needed as a constant.
        self.is_skipping |= node.is_constexpr || node.is_implicit || node.loc.is_none();
        if !self.is_skipping {
            self.function = Some(self.found.functions);
            self.found.functions += 1;
            self.enter_scope();
        }
    }

    fn variable(&mut self, node: &Node) {
        if self.is_skipping {
            return;
        }
        let is_member = self.parent() == "CXXRecordDecl" || node.is_out_of_line;
        // The value of a constant may be needed where the program is compiled.
        let is_constant = node.is_constexpr || node.ty.starts_with("const ") || node.ty.ends_with("const");
        let is_default = node.kind == "ParmVarDecl";
        self.is_skipping = is_member || is_constant || is_default;
        let (Some(loc), Some(begin), Some(end)) = (node.loc, node.begin, node.end) else { return };
        if is_member || node.name.is_empty() || node.is_implicit {
            return;
        }
        if let Some(&number) = node.previous.and_then(|previous| self.found.numbers.get(&previous)) {
            self.found.numbers.insert(node.id, number);
            return;
        }
        let number = self.found.variables.len();
        self.found.numbers.insert(node.id, number);
        let declared = self.declared(node, loc, if self.is_deduced(node, begin, loc) { end.end() } else { loc.end() });
        self.found.variables.push(declared);
        self.open.push(number);
    }

    fn declared(&self, node: &Node, loc: Token, at: usize) -> Declared {
        let is_static = self.function.is_none() || node.storage == "static" || node.storage == "extern";
        let storage = if is_static { Storage::Static } else { Storage::Automatic };
        let stretch = if is_static { 0 } else { self.stretch };
        let is_constexpr = if node.is_constexpr { "constexpr " } else { "" };
        Declared {
            id: node.id,
            name: String::from_utf8_lossy(&self.text[loc.offset.min(self.text.len())..loc.end().min(self.text.len())])
                .into_owned(),
            ty: format!("{is_constexpr}{}", node.ty),
            scope: self.scope,
            at,
            storage,
            says: format!("{} {} {} {stretch}", node.kind, node.storage, node.is_thread_local),
            parameter_of: (node.kind == "ParmVarDecl").then(|| self.frames.last().map_or(0, |frame| frame.id)),
        }
    }

    /// `auto`, or a template without its arguments: such a variable cannot be used in its own initialiser.
    fn is_deduced(&self, node: &Node, begin: Token, loc: Token) -> bool {
        let before = self.text.get(begin.offset..loc.offset).unwrap_or_default();
        before.windows(4).any(|word| word == b"auto") || node.ty.contains('<') && !before.contains(&b'<')
    }

    fn describe(&mut self, node: &Node) {
        for &number in &self.open {
            let says = &mut self.found.variables[number].says;
            write!(says, " {} {} {}", node.kind, node.value, node.ty).expect("strings take anything");
            if !kinds::is_constant(&node.kind) {
                write!(says, " only {number}").expect("strings take anything");
            }
        }
    }

    fn use_of(&mut self, node: &Node) {
        let Some((id, kind)) = &node.referenced else { return };
        if kind.starts_with("Function") || kind.starts_with("CXX") {
            self.found.mentioned.insert(self.found.first(*id));
        }
        if kind != "VarDecl" && kind != "ParmVarDecl" {
            return;
        }
        let is_one_token = node.begin == node.end;
        match node.begin {
            Some(token) if !self.is_skipping && is_one_token => {
                self.found.uses.push(Used { token, id: *id, scope: self.scope });
            }
            token => {
                self.found.banned.extend(token.map(|token| token.offset));
                self.found.fixed.insert(*id);
            }
        }
    }
}

impl Listener for Walk<'_> {
    fn enter(&mut self, node: &Node) {
        if let Some(previous) = node.previous {
            self.found.firsts.insert(node.id, self.found.first(previous));
        }
        self.note_name(node);
        if !self.open.is_empty() {
            self.describe(node);
        }
        let is_body = node.kind == "CompoundStmt" && kinds::is_function(self.parent());
        if is_body && let Some(frame) = self.frames.last_mut() {
            frame.has_body = true;
        }
        let before = Frame {
            kind: node.kind.clone(),
            id: self.found.first(node.id),
            scope: self.scope,
            function: self.function,
            is_skipping: self.is_skipping,
            variables: self.found.variables.len(),
            has_body: false,
            opens: false,
        };
        let opened = self.open.len();
        match node.kind.as_str() {
            kind if kinds::is_skipped(kind) => self.is_skipping = true,
            // Its functions cannot use the variables around it.
            "CXXRecordDecl" => self.is_skipping |= self.function.is_some() || node.is_implicit,
            "NamespaceDecl" => self.enter_scope(),
            "VarDecl" | "ParmVarDecl" => self.variable(node),
            "DeclRefExpr" => self.use_of(node),
            kind if kinds::is_function(kind) => self.function(node),
            // The parameters and the body of a function are one scope.
            kind if kinds::is_scope(kind) && !is_body => self.enter_scope(),
            kind if kinds::is_jump(kind) => self.stretch += 1,
            _ => {}
        }
        self.frames.push(Frame { opens: self.open.len() > opened, ..before });
    }

    fn leave(&mut self, node: &Node) {
        let Some(frame) = self.frames.pop() else { return };
        if frame.opens {
            self.open.pop();
        }
        if kinds::is_function(&node.kind) && !frame.has_body && self.found.variables.len() > frame.variables {
            // A declaration's parameters are used nowhere.
            for gone in self.found.variables.drain(frame.variables..) {
                self.found.numbers.remove(&gone.id);
            }
        }
        if kinds::is_function(&node.kind) && !frame.has_body && !frame.is_skipping && !self.is_skipping {
            self.found.functions -= 1;
        }
        Frame { scope: self.scope, function: self.function, is_skipping: self.is_skipping, .. } = frame;
    }
}
