//! Which declarations are alike, so that their variables can be renamed into each other and nothing changes.
//!
//! Alike are declarations of one type that say the same: initialiser, storage, linkage, alignment, attributes. For
//! parameters the arguments count, too: they are alike only if they get the same arguments in every call. An initialiser
//! or argument that has an effect is like no other, because it matters which comes first.

use lang::edit::visit::{self, Node};
use lang::{Attr, ExprId, ExprKind, FuncId, Init, InitId, Program, Storage, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

pub struct Declarations<'p> {
    program: &'p Program,
    /// The calls of each function by its name, as lists of arguments.
    calls: FxHashMap<FuncId, Vec<Vec<ExprId>>>,
    /// How often each function is mentioned.
    mentions: FxHashMap<FuncId, usize>,
    /// The function and the place of each parameter.
    params: FxHashMap<VarId, (FuncId, usize)>,
    /// Names that stand in attributes or in assembly, which are not renamed.
    quoted: FxHashSet<String>,
}

impl<'p> Declarations<'p> {
    pub fn new(program: &'p Program) -> Declarations<'p> {
        let mut it = Declarations {
            program,
            calls: FxHashMap::default(),
            mentions: FxHashMap::default(),
            params: FxHashMap::default(),
            quoted: quoted(program),
        };
        for at in 0..program.functions.len() {
            let func = FuncId(at as u32);
            it.params.extend(program[func].params.iter().enumerate().map(|(place, &var)| (var, (func, place))));
            visit::visit_function(program, func, &mut |node| it.note(node));
        }
        for at in 0..program.vars.len() {
            if program.vars[at].function.is_none() {
                visit::visit_var(program, VarId(at as u32), &mut |node| it.note(node));
            }
        }
        it
    }

    fn note(&mut self, node: Node) {
        let Node::Expr(expr) = node else { return };
        match self.program[expr].kind {
            ExprKind::Func(func) => *self.mentions.entry(linked(self.program, func)).or_default() += 1,
            ExprKind::Call(callee, args) => {
                if let ExprKind::Func(func) = self.program[visit::behind(self.program, callee)].kind {
                    let args = self.program.expr_list(args).to_vec();
                    self.calls.entry(linked(self.program, func)).or_default().push(args);
                }
            }
            _ => {}
        }
    }

    /// What the declarations of an object say, in all units. Equal for objects whose declarations are alike.
    pub fn key(&self, var: VarId) -> String {
        let mut key = String::new();
        for var in self.declarations(var) {
            self.add_declaration(&mut key, var);
        }
        key
    }

    /// Whether another unit declares the same object.
    pub fn is_shared(&self, var: VarId) -> bool {
        self.declarations(var).len() > 1
    }

    fn declarations(&self, var: VarId) -> Vec<VarId> {
        let it = &self.program[var];
        if it.storage != Storage::Extern || self.program.units.len() == 1 {
            return vec![var];
        }
        let is_same =
            |other: &VarId| self.program[*other].storage == Storage::Extern && self.program[*other].name == it.name;
        (0..self.program.vars.len() as u32).map(VarId).filter(is_same).collect()
    }

    fn add_declaration(&self, key: &mut String, var: VarId) {
        let it = &self.program[var];
        write!(
            key,
            "{} {:?} {:?} {} {} {:?} {:?} {:?}",
            it.unit, it.ty, it.storage, it.thread_local, it.defined, it.align, it.attrs, it.asm_label
        )
        .expect("strings take anything");
        let is_unique = match it.storage {
            Storage::Param => !self.add_arguments(key, var),
            _ => it.init.is_some_and(|init| !self.add_init(key, init)),
        };
        if is_unique || self.quoted.contains(self.program.name(it.name)) {
            write!(key, " only {}", var.0).expect("strings take anything");
        }
    }

    /// False if the arguments differ in ways that matter or cannot be known.
    fn add_arguments(&self, key: &mut String, var: VarId) -> bool {
        let Some(&(func, place)) = self.params.get(&var) else { return false };
        let name = self.program.name(self.program[func].name);
        if name == "main" || self.quoted.contains(name) {
            return false;
        }
        let func = linked(self.program, func);
        let calls = self.calls.get(&func).map_or(&[][..], Vec::as_slice);
        let is_called_otherwise = self.mentions.get(&func).copied().unwrap_or(0) > calls.len();
        let argument = |args: &Vec<ExprId>| args.get(place).copied();
        !is_called_otherwise
            && calls.iter().all(|args| {
                key.push(',');
                argument(args).is_some_and(|arg| self.add_expr(key, arg))
            })
    }

    /// False if it mentions a variable, which is a hole, or has an effect.
    fn add_init(&self, key: &mut String, init: InitId) -> bool {
        match &self.program[init] {
            Init::Expr(expr) => self.add_expr(key, *expr),
            Init::List(items) => items.iter().all(|item| {
                write!(key, " [{} {}]", item.first, item.last).expect("strings take anything");
                self.add_init(key, item.value)
            }),
        }
    }

    fn add_expr(&self, key: &mut String, expr: ExprId) -> bool {
        use ExprKind::*;
        let it = &self.program[expr];
        let name = match it.kind {
            Var(_)
            | CompoundLiteral(_)
            | StmtExpr(_)
            | LabelAddr(_)
            | Assign(..)
            | AssignOp { .. }
            | Step(..)
            | VaArg(_) => {
                return false;
            }
            Call(callee, _) if !self.is_constant(callee) => return false,
            Str(id) => format!("{:?}", self.program[id]),
            LongFloat(id) => format!("{:?}", self.program[id]),
            Int(_) | Float(_) | Func(_) | Enumerator(..) | SizeofType(_) | AlignofType(_) => format!("{:?}", it.kind),
            Unary(op, _) => format!("{op:?}"),
            Binary(op, ..) => format!("{op:?}"),
            Member(_, field) => format!("member {field}"),
            UnionCast(_, field) => format!("union {field}"),
            ref kind => format!("{:?}", std::mem::discriminant(kind)),
        };
        write!(key, " ({name} {:?}", it.ty).expect("strings take anything");
        let mut is_closed = true;
        lang::walk::operands(self.program, expr, |operand| is_closed &= self.add_expr(key, operand));
        key.push(')');
        is_closed
    }

    /// Builtin functions that always give the same.
    fn is_constant(&self, callee: ExprId) -> bool {
        let ExprKind::Func(func) = self.program[visit::behind(self.program, callee)].kind else { return false };
        let name = self.program.name(self.program[func].name);
        ["__builtin_inf", "__builtin_nan", "__builtin_huge_val"].iter().any(|known| name.starts_with(known))
    }
}

/// One of all declarations of a function, the same for all units.
fn linked(program: &Program, func: FuncId) -> FuncId {
    let it = &program[func];
    if it.is_static || it.parent.is_some() || program.units.len() == 1 {
        return func;
    }
    let is_same = |other: &lang::Function| other.name == it.name && !other.is_static && other.parent.is_none();
    program.functions.iter().position(is_same).map_or(func, |at| FuncId(at as u32))
}

/// The words in attributes (`alias("a")`, `cleanup(f)`) and in the templates of `asm`.
fn quoted(program: &Program) -> FxHashSet<String> {
    let mut words = FxHashSet::default();
    let mut add = |text: &str| {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        words.extend(text.split(|c| !is_part(c)).map(str::to_string));
    };
    let attrs = program.vars.iter().map(|var| &var.attrs).chain(program.functions.iter().map(|it| &it.attrs));
    for Attr { args, .. } in attrs.flatten() {
        args.iter().for_each(|args| add(args));
    }
    for asm in &program.asms {
        add(&String::from_utf8_lossy(&program[asm.template].bytes));
    }
    words
}
