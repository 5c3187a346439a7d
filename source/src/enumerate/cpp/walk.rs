//! Walks clang's syntax tree and notes variables, scopes, and the tokens that use variables.
//!
//! A template is read as it is written; its instantiations, which have the same tokens, are not read again.

use super::ast::{Listener, Node, Token};
use super::{kinds, types};
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
    /// Places that stay as they are, and why.
    pub banned: FxHashMap<usize, &'static str>,
    /// Uses of the file's own variables in the text of macros.
    pub in_macros: usize,
    /// Declarations that are used where no hole is.
    pub fixed: FxHashSet<u64>,
    pub names: Vec<Name>,
    /// Functions that are mentioned.
    pub mentioned: FxHashSet<u64>,
    /// Names that some function will have, once a template is instantiated.
    pub mentioned_names: FxHashSet<String>,
    /// The file's own variables, whether they take part or not.
    own: FxHashSet<u64>,
    /// The first declaration of what is declared again.
    firsts: FxHashMap<u64, u64>,
}

impl Found {
    fn first(&self, id: u64) -> u64 {
        self.firsts.get(&id).copied().unwrap_or(id)
    }
}

/// Anything that is declared.
pub struct Name {
    pub name: String,
    pub scope: usize,
    /// The functions of its class, and of others, find it before what is outside.
    pub is_member: bool,
    pub id: u64,
}

pub struct Declared {
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
    /// Names are looked up in a class first.
    pub is_in_class: bool,
    /// Holes in this order see each variable in one stretch.
    pub order: Vec<usize>,
}

pub struct Walk<'t> {
    text: &'t [u8],
    found: Found,
    frames: Vec<Frame>,
    here: Here,
    regions: Vec<Region>,
    /// The parameters of the templates around, and where each is declared.
    parameters: Vec<(String, u64)>,
    /// Where functions are declared.
    functions: FxHashSet<usize>,
    /// Variables whose initialisers are being read.
    open: Vec<usize>,
    /// Changes where control can arrive or leave.
    stretch: usize,
}

/// What holds for a node and all below it.
#[derive(Copy, Clone)]
struct Here {
    mode: Mode,
    scope: usize,
    function: Option<usize>,
    region: usize,
    /// Where the outermost function of the region ends.
    end: usize,
    is_in_class: bool,
    /// In a lambda that captures what it uses.
    is_capturing: bool,
    /// Variables that may be constants stay as they are.
    keeps_constants: bool,
}

/// What becomes of uses of variables.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Mode {
    Take,
    /// They stay as they are, for this reason.
    Skip(&'static str),
    /// They are tokens that are read elsewhere.
    Ignore,
}

/// Code inside a function that cannot use the function's variables. Its holes come after those of the function, so that
/// those which see a variable are together.
struct Region {
    order: Vec<usize>,
}

/// What is known of a node while its children are read.
struct Frame {
    kind: String,
    id: u64,
    begin: Option<Token>,
    /// What to restore.
    before: Here,
    /// Of a function: how many variables there were before it.
    variables: usize,
    parameters: usize,
    has_body: bool,
    /// A function that was counted.
    is_counted: bool,
    /// How many variables were open.
    open: usize,
    /// Of a template: one of its functions was read, and others are instantiations.
    has_pattern: bool,
    /// Of a `for` over a range: where the range ends.
    range_end: usize,
}

impl<'t> Walk<'t> {
    pub fn new(text: &'t [u8]) -> Walk<'t> {
        let found = Found { scopes: vec![Scope { parent: None, function: None }], ..Found::default() };
        let here = Here {
            mode: Mode::Take,
            scope: 0,
            function: None,
            region: 0,
            end: 0,
            is_in_class: false,
            is_capturing: false,
            keeps_constants: false,
        };
        Walk {
            text,
            found,
            frames: Vec::new(),
            here,
            regions: vec![Region { order: Vec::new() }],
            parameters: Vec::new(),
            functions: FxHashSet::default(),
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

    fn skip(&mut self, why: &'static str) {
        if self.here.mode == Mode::Take {
            self.here.mode = Mode::Skip(why);
        }
    }

    fn enter_scope(&mut self) {
        self.found.scopes.push(Scope { parent: Some(self.here.scope), function: self.here.function });
        self.here.scope = self.found.scopes.len() - 1;
    }

    /// Leaves the scopes of functions: only what is outside of them can be used.
    fn detach(&mut self, begin: usize) {
        if self.here.function.is_some() {
            let outer = &self.regions[self.here.region].order;
            let order = outer.iter().copied().chain([self.here.end, begin]).collect();
            self.regions.push(Region { order });
            self.here.region = self.regions.len() - 1;
        }
        while self.found.scopes[self.here.scope].function.is_some()
            && let Some(parent) = self.found.scopes[self.here.scope].parent
        {
            self.here.scope = parent;
        }
        self.here.function = None;
    }

    fn note_name(&mut self, node: &Node) {
        if node.kind.ends_with("Decl") && !node.name.is_empty() && node.loc.is_some() {
            let is_member = self.here.is_in_class && self.here.function.is_none();
            let (scope, id) = (self.here.scope, self.found.first(node.id));
            self.found.names.push(Name { name: node.name.clone(), scope, is_member, id });
        }
    }

    fn record(&mut self, node: &Node) {
        if node.is_implicit {
            self.here.mode = Mode::Ignore;
            return;
        }
        self.detach(node.begin.map_or(0, |begin| begin.offset));
        self.enter_scope();
        self.here.is_in_class = true;
        self.here.is_capturing = false;
    }

    /// The class of a lambda.
    fn lambda(&mut self, node: &Node) {
        let begin = node.loc.map_or(0, |loc| loc.offset);
        if captures_all(self.text.get(begin..).unwrap_or_default()) {
            self.here.is_capturing = true;
        } else {
            self.detach(begin);
            self.here.is_capturing = false;
        }
    }

    fn function(&mut self, node: &Node) {
        let is_lambda = self.frames.iter().rev().any(|frame| frame.kind == "LambdaExpr")
            && (node.name == "operator()" || node.is_implicit);
        let is_instance = self.parent() == "FunctionTemplateDecl"
            && self.frames.last_mut().is_some_and(|frame| std::mem::replace(&mut frame.has_pattern, true));
        let is_known = !node.is_implicit && node.loc.is_some_and(|loc| !self.functions.insert(loc.offset));
        if is_instance || is_known || node.is_implicit {
            self.here.mode = Mode::Ignore;
        } else if node.is_constexpr && !is_lambda {
            self.skip("constexpr function");
        } else if node.loc.is_none() {
            self.skip("macro");
        }
        self.here.is_in_class |= node.is_out_of_line;
        if self.here.mode != Mode::Take {
            return;
        }
        if !(self.here.is_capturing && self.here.function.is_some()) {
            self.here.function = Some(self.found.functions);
            self.here.end = node.end.map_or(usize::MAX, Token::end);
            self.found.functions += 1;
        }
        self.enter_scope();
    }

    fn variable(&mut self, node: &Node) {
        let (Some(loc), Some(begin), Some(end)) = (node.loc, node.begin, node.end) else {
            return self.open_initialiser(node, None);
        };
        if node.is_implicit || node.name.is_empty() || self.here.mode == Mode::Ignore {
            return self.open_initialiser(node, None);
        }
        self.found.own.insert(node.id);
        if self.here.mode != Mode::Take {
            return;
        }
        if let Some(&number) = node.previous.and_then(|previous| self.found.numbers.get(&previous)) {
            self.found.numbers.insert(node.id, number);
            return self.open_initialiser(node, None);
        }
        if node.is_out_of_line {
            return self.skip("member initialiser");
        }
        let is_late = self.is_deduced(node, begin, loc) || types::is_reference(&node.ty);
        let range_end = self.frames.len().checked_sub(2).map_or(0, |at| self.frames[at].range_end);
        let class_begin =
            self.frames.last().filter(|frame| kinds::is_record(&frame.kind)).and_then(|frame| frame.begin);
        let at = match class_begin {
            Some(begin) => begin.offset,
            None => range_end.max(if is_late { end.end() } else { loc.end() }),
        };
        let number = self.declare(node, loc, &node.ty, at);
        self.open_initialiser(node, Some(number));
    }

    /// What holds for the uses in the initialiser of a variable.
    fn open_initialiser(&mut self, node: &Node, number: Option<usize>) {
        self.open.extend(number);
        if node.kind == "ParmVarDecl" {
            self.skip("default argument");
        } else if node.is_constexpr {
            self.skip("constant");
        } else if kinds::is_record(self.parent()) {
            self.skip("member initialiser");
        }
        self.here.keeps_constants |= types::is_const(&node.ty) || types::is_reference(&node.ty);
    }

    fn declare(&mut self, node: &Node, loc: Token, ty: &str, at: usize) -> usize {
        let number = self.found.variables.len();
        self.found.numbers.insert(node.id, number);
        let is_member = self.here.is_in_class && self.here.function.is_none();
        let is_static =
            self.here.function.is_none() || node.storage == "static" || node.storage == "extern" || is_member;
        let storage = if is_static { Storage::Static } else { Storage::Automatic };
        let stretch = if is_static { 0 } else { self.stretch };
        // Structured bindings are different parts of one object. Who calls a template is seen at its instantiations only.
        let is_template = node.kind == "ParmVarDecl" && !self.parameters.is_empty();
        let is_unique =
            if node.kind == "BindingDecl" || is_template { format!(" only {number}") } else { String::new() };
        let name = self.text.get(loc.offset..loc.end()).unwrap_or_default();
        self.found.variables.push(Declared {
            name: String::from_utf8_lossy(name).into_owned(),
            ty: self.type_of(node, ty, number),
            scope: self.here.scope,
            at,
            storage,
            says: format!("{} {} {} {} {stretch}{is_unique}", node.kind, node.storage, node.is_thread_local, node.ty),
            parameter_of: (node.kind == "ParmVarDecl").then(|| self.frames.last().map_or(0, |frame| frame.id)),
        });
        number
    }

    /// Equal for variables that can stand for each other. Parameters of different templates are different types.
    fn type_of(&self, node: &Node, ty: &str, number: usize) -> String {
        let is_constexpr = if node.is_constexpr { "constexpr " } else { "" };
        let is_binding = if node.kind == "BindingDecl" { "binding " } else { "" };
        let mut all = format!("{is_constexpr}{is_binding}{}", types::referred(ty));
        if types::is_ambiguous(ty) {
            write!(all, " of {number}").expect("strings take anything");
        }
        for word in types::identifiers(ty) {
            if let Some((_, id)) = self.parameters.iter().rev().find(|(name, _)| name == word) {
                write!(all, " of {id}").expect("strings take anything");
            }
        }
        all
    }

    /// A structured binding. Only the expression that it stands for has its type.
    fn binding(&mut self, ty: &str) {
        let [.., decomposition, binding] = &self.frames[..] else { return };
        let begin =
            binding.begin.filter(|_| self.here.mode == Mode::Take && !self.found.numbers.contains_key(&binding.id));
        let Some(loc) = begin else { return };
        let end = decomposition.range_end.max(loc.end());
        let node = Node { id: binding.id, kind: binding.kind.clone(), ..Node::default() };
        self.declare(&node, loc, ty, end);
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
        if !["VarDecl", "ParmVarDecl", "BindingDecl"].contains(&kind.as_str()) || self.here.mode == Mode::Ignore {
            return;
        }
        match (node.begin, self.why_kept(node, kind)) {
            (Some(token), None) => {
                let is_in_class = self.here.is_in_class;
                let region = &self.regions[self.here.region].order;
                let order = region.iter().copied().chain([token.offset]).collect();
                self.found.uses.push(Used { token, id: *id, scope: self.here.scope, is_in_class, order });
            }
            (token, why) => {
                self.found.fixed.insert(*id);
                if self.found.own.contains(id) {
                    self.found.in_macros += usize::from(token.is_none());
                    self.found.banned.extend(token.map(|token| (token.offset, why.unwrap_or("macro"))));
                }
            }
        }
    }

    /// Why a use is no hole.
    fn why_kept(&self, node: &Node, kind: &str) -> Option<&'static str> {
        if let Mode::Skip(why) = self.here.mode {
            return Some(why);
        }
        let is_constant = types::is_const(&node.ty) && self.here.keeps_constants;
        match () {
            _ if node.begin != node.end => Some("qualified name"),
            _ if is_constant => Some("constant"),
            _ if kind == "BindingDecl" && self.here.is_capturing => Some("capture"),
            _ => None,
        }
    }

    /// What a node means for those below it.
    fn apply(&mut self, node: &Node, is_body: bool) {
        if let Some(why) = kinds::skipped(&node.kind) {
            self.skip(why);
        }
        match node.kind.as_str() {
            "ClassTemplateSpecializationDecl" if self.parent() == "ClassTemplateDecl" => self.here.mode = Mode::Ignore,
            "CXXRecordDecl" if self.parent() == "LambdaExpr" => self.lambda(node),
            // The body was in the lambda's class.
            "CompoundStmt" if self.parent() == "LambdaExpr" => self.here.mode = Mode::Ignore,
            _ if self.parent() == "LambdaExpr" => self.skip("capture"),
            kind if kinds::is_record(kind) => self.record(node),
            // What is in others is in the scope around.
            "NamespaceDecl" if !node.is_inline && !node.name.is_empty() => self.enter_scope(),
            "VarDecl" | "ParmVarDecl" => self.variable(node),
            "DecompositionDecl" => self.open_initialiser(node, None),
            "BindingDecl" => self.found.own.extend((self.here.mode != Mode::Ignore).then_some(node.id)),
            "DeclRefExpr" => self.use_of(node),
            "UnresolvedLookupExpr" => drop(self.found.mentioned_names.insert(node.name.clone())),
            // A constant of another value may not fit into the type.
            "InitListExpr" => self.here.keeps_constants = true,
            kind if kinds::is_function(kind) => self.function(node),
            // The parameters and the body of a function are one scope.
            kind if kinds::is_scope(kind) && !is_body => self.enter_scope(),
            kind if kinds::is_jump(kind) => self.stretch += 1,
            _ => {}
        }
    }

    fn leave_function(&mut self, frame: &Frame) {
        if !frame.has_body && self.found.variables.len() > frame.variables {
            // A declaration's parameters are used nowhere.
            self.found.variables.truncate(frame.variables);
            self.found.numbers.retain(|_, number| *number < frame.variables);
        }
        if !frame.has_body && frame.is_counted {
            self.found.functions -= 1;
        }
    }
}

impl Listener for Walk<'_> {
    fn enter(&mut self, node: &Node) {
        if let Some(previous) = node.previous {
            self.found.firsts.insert(node.id, self.found.first(previous));
        }
        if self.here.mode != Mode::Ignore {
            self.note_name(node);
        }
        if !self.open.is_empty() {
            self.describe(node);
        }
        let is_in_binding = self.parent() == "BindingDecl";
        if is_in_binding {
            self.binding(&node.ty);
        }
        let is_body = ["CompoundStmt", "CXXTryStmt"].contains(&node.kind.as_str()) && kinds::is_function(self.parent());
        if is_body && let Some(frame) = self.frames.last_mut() {
            frame.has_body = true;
        }
        if node.kind == "VarDecl" && node.name.starts_with("__range") && node.is_implicit {
            let end = node.end.map_or(0, Token::end);
            let statement = self.frames.iter_mut().rev().nth(1);
            statement
                .filter(|frame| frame.kind == "CXXForRangeStmt")
                .into_iter()
                .for_each(|frame| frame.range_end = end);
        }
        if kinds::is_template_parameter(&node.kind) && !node.name.is_empty() {
            self.parameters.push((node.name.clone(), node.id));
        }
        let frame = Frame {
            kind: node.kind.clone(),
            id: self.found.first(node.id),
            begin: node.begin,
            before: self.here,
            variables: self.found.variables.len(),
            parameters: self.parameters.len(),
            has_body: false,
            is_counted: false,
            open: self.open.len(),
            has_pattern: false,
            range_end: if node.kind == "DecompositionDecl" { node.end.map_or(0, Token::end) } else { 0 },
        };
        let functions = self.found.functions;
        if is_in_binding {
            self.here.mode = Mode::Ignore;
        }
        self.apply(node, is_body);
        self.frames.push(Frame { is_counted: self.found.functions > functions, ..frame });
    }

    fn leave(&mut self, node: &Node) {
        let Some(frame) = self.frames.pop() else { return };
        self.open.truncate(frame.open);
        self.parameters.truncate(frame.parameters);
        if kinds::is_function(&node.kind) {
            self.leave_function(&frame);
        }
        self.here = frame.before;
    }
}

/// Whether a lambda captures every variable that it uses, each by reference.
fn captures_all(text: &[u8]) -> bool {
    let mut letters = text.iter().filter(|letter| !letter.is_ascii_whitespace());
    [b'[', b'&', b']'].iter().all(|wanted| letters.next() == Some(wanted))
}
