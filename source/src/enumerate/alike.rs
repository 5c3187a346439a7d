//! Which declarations are alike, so that their variables can be renamed into each other and nothing changes.
//!
//! Alike are declarations of one type that say the same: initialiser, storage, linkage, alignment, attributes. For
//! parameters the arguments count, too: they are alike only if they get the same arguments in every call.

use lang::edit::visit::{self, Node};
use lang::{ExprId, ExprKind, FuncId, Init, InitId, Program, Storage, VarId};
use rustc_hash::FxHashMap;
use std::fmt::Write;

pub struct Declarations<'p> {
    program: &'p Program,
    /// The calls of each function by its name, as lists of arguments.
    calls: FxHashMap<FuncId, Vec<Vec<ExprId>>>,
    /// How often each function is mentioned.
    mentions: FxHashMap<FuncId, usize>,
    /// The function and the place of each parameter.
    params: FxHashMap<VarId, (FuncId, usize)>,
}

impl<'p> Declarations<'p> {
    pub fn new(program: &'p Program) -> Declarations<'p> {
        let mut it = Declarations {
            program,
            calls: FxHashMap::default(),
            mentions: FxHashMap::default(),
            params: FxHashMap::default(),
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
            ExprKind::Func(func) => *self.mentions.entry(func).or_default() += 1,
            ExprKind::Call(callee, args) => {
                if let ExprKind::Func(func) = self.program[visit::behind(self.program, callee)].kind {
                    let args = self.program.expr_list(args).to_vec();
                    self.calls.entry(func).or_default().push(args);
                }
            }
            _ => {}
        }
    }

    /// What the declaration says. Equal for declarations that are alike.
    pub fn key(&self, var: VarId) -> String {
        let it = &self.program[var];
        let mut key = format!(
            "{:?} {:?} {} {} {:?} {:?} {:?}",
            it.ty, it.storage, it.thread_local, it.defined, it.align, it.attrs, it.asm_label
        );
        let is_unique = match it.storage {
            Storage::Param => !self.add_arguments(&mut key, var),
            _ => it.init.is_some_and(|init| !self.add_init(&mut key, init)),
        };
        if is_unique || self.is_alias_target(var) {
            write!(key, " only {}", var.0).expect("strings take anything");
        }
        key
    }

    /// False if the arguments differ in ways that matter or cannot be known.
    fn add_arguments(&self, key: &mut String, var: VarId) -> bool {
        let Some(&(func, place)) = self.params.get(&var) else { return false };
        let calls = self.calls.get(&func).map_or(&[][..], Vec::as_slice);
        let is_called_otherwise = self.mentions.get(&func).copied().unwrap_or(0) > calls.len();
        let argument = |args: &Vec<ExprId>| args.get(place).copied();
        !is_called_otherwise
            && calls.iter().all(|args| {
                key.push(',');
                argument(args).is_some_and(|arg| self.add_expr(key, arg))
            })
    }

    /// False if it mentions a variable, which is a hole.
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
            Var(_) | CompoundLiteral(_) | StmtExpr(_) | LabelAddr(_) => return false,
            Str(id) => format!("{:?}", self.program[id]),
            Int(_) | Float(_) | LongFloat(_) | Func(_) | Enumerator(..) | SizeofType(_) | AlignofType(_) => {
                format!("{:?}", it.kind)
            }
            Unary(op, _) => format!("{op:?}"),
            Step(op, _) => format!("{op:?}"),
            Binary(op, ..) => format!("{op:?}"),
            Member(_, field) => format!("member {field}"),
            AssignOp { op, .. } => format!("{op:?}="),
            ref kind => format!("{:?}", std::mem::discriminant(kind)),
        };
        write!(key, " ({name} {:?}", it.ty).expect("strings take anything");
        let mut is_closed = true;
        lang::walk::operands(self.program, expr, |operand| is_closed &= self.add_expr(key, operand));
        key.push(')');
        is_closed
    }

    /// Whether an `alias` attribute names it.
    fn is_alias_target(&self, var: VarId) -> bool {
        let program = self.program;
        let name = format!("\"{}\"", program.name(program[var].name));
        let names = |attrs: &[lang::Attr]| {
            attrs.iter().any(|attr| attr.args.as_deref().is_some_and(|args| args.contains(&name)))
        };
        program.vars.iter().any(|var| names(&var.attrs)) || program.functions.iter().any(|it| names(&it.attrs))
    }
}
