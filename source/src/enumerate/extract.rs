//! From a C program to its skeleton: which expressions are holes, and which variables are in scope where.

use super::alike::Declarations;
use super::skeleton::{Demand, Hole, Scope, Skeleton, Storage, Variable};
use lang::walk::{self, Part};
use lang::{ArrayLen, ExprId, ExprKind, Init, InitId, Item, Program, StmtId, StmtKind, Type, TypeKind, VarId};
use rustc_hash::FxHashMap;

/// A skeleton, and what its numbers stand for in the program.
#[derive(Clone, Debug)]
pub struct Extracted {
    pub skeleton: Skeleton,
    /// The expression of each hole: an `ExprKind::Var`.
    pub holes: Vec<ExprId>,
    pub variables: Vec<VarId>,
}

/// The program's skeleton. `is_own` says which variables are the user's: others, of system headers, are neither holes
/// nor candidates.
pub fn extract(program: &Program, is_own: &dyn Fn(VarId) -> bool) -> Extracted {
    let mut extraction = Extraction {
        program,
        is_own,
        declarations: Declarations::new(program),
        extracted: Extracted { skeleton: Skeleton::default(), holes: Vec::new(), variables: Vec::new() },
        numbers: FxHashMap::default(),
        types: FxHashMap::default(),
        alike: FxHashMap::default(),
        scope: 0,
        function: None,
        at: 0,
    };
    (0..program.units.len()).for_each(|unit| extraction.unit(unit));
    extraction.extracted
}

struct Extraction<'p> {
    program: &'p Program,
    is_own: &'p dyn Fn(VarId) -> bool,
    declarations: Declarations<'p>,
    extracted: Extracted,
    /// Of variables.
    numbers: FxHashMap<VarId, usize>,
    types: FxHashMap<Type, usize>,
    /// By scope and what the declaration says.
    alike: FxHashMap<(usize, String), usize>,
    scope: usize,
    function: Option<usize>,
    at: usize,
}

/// How the value or address of an expression is used.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Use {
    /// Its address is taken, or that of a part of it.
    address: bool,
    /// It is part of the initialiser of a static object.
    constant: bool,
    /// It is not evaluated.
    unevaluated: bool,
}

impl Use {
    const VALUE: Use = Use { address: false, constant: false, unevaluated: false };
}

impl Extraction<'_> {
    fn unit(&mut self, unit: usize) {
        self.scope = self.open(None);
        for at in 0..self.program.units[unit].items.len() {
            match self.program.units[unit].items[at] {
                Item::Var(var) => self.variable(var),
                Item::Define(func) => self.define(func),
                Item::Declare(_) | Item::Asm(_) => {}
            }
        }
    }

    fn open(&mut self, parent: Option<usize>) -> usize {
        self.extracted.skeleton.scopes.push(Scope { parent, function: self.function });
        self.extracted.skeleton.scopes.len() - 1
    }

    /// Does something in a scope of its own.
    fn inside(&mut self, work: impl FnOnce(&mut Self)) {
        let outer = self.scope;
        self.scope = self.open(Some(outer));
        work(self);
        self.scope = outer;
    }

    fn define(&mut self, func: lang::FuncId) {
        let outer = self.function;
        self.function = Some(self.extracted.skeleton.functions);
        self.extracted.skeleton.functions += 1;
        self.inside(|it| {
            for at in 0..it.program[func].params.len() {
                it.variable(it.program[func].params[at]);
            }
            // Parameters and the outermost block are one scope (C17 6.2.1p4).
            if let Some(body) = it.program[func].body {
                it.parts(body);
            }
        });
        self.function = outer;
    }

    /// A declaration: the name is in scope from the end of its declarator on, its own initialiser included (C17 6.2.1p7).
    fn variable(&mut self, var: VarId) {
        self.lengths(self.program[var].ty);
        self.at += 1;
        self.introduce(var);
        if let Some(init) = self.program[var].init {
            let constant = self.program[var].storage.is_static();
            self.initialiser(init, Use { constant, ..Use::VALUE });
        }
    }

    fn introduce(&mut self, var: VarId) {
        if self.numbers.contains_key(&var) || !self.is_candidate(var) {
            return;
        }
        let types = self.types.len();
        let ty = *self.types.entry(self.program[var].ty).or_insert(types);
        let key = (self.scope, self.declarations.key(var));
        let next = self.alike.len();
        let alike = *self.alike.entry(key).or_insert(next);
        let variable = Variable { scope: self.scope, at: self.at, ty, alike, storage: storage(self.program, var) };
        self.numbers.insert(var, self.extracted.variables.len());
        self.extracted.skeleton.variables.push(variable);
        self.extracted.variables.push(var);
    }

    fn is_candidate(&self, var: VarId) -> bool {
        !self.program.name(self.program[var].name).is_empty() && (self.is_own)(var)
    }

    fn stmt(&mut self, stmt: StmtId) {
        match self.program[stmt].kind {
            StmtKind::Decl(var) => self.variable(var),
            StmtKind::EvalType(ty) => self.lengths(ty),
            StmtKind::DefineFunction(func) => self.define(func),
            StmtKind::Block(_)
            | StmtKind::For { .. }
            | StmtKind::If(..)
            | StmtKind::While(..)
            | StmtKind::DoWhile(..)
            | StmtKind::Switch(..) => self.inside(|it| it.parts(stmt)),
            _ => self.parts(stmt),
        }
    }

    fn parts(&mut self, stmt: StmtId) {
        let mut parts = Vec::new();
        walk::parts(self.program, stmt, |part| parts.push(part));
        for part in parts {
            match part {
                Part::Expr(expr) => self.expr(expr, Use::VALUE),
                Part::Stmt(stmt) => self.stmt(stmt),
                Part::Init(init) => self.initialiser(init, Use::VALUE),
            }
        }
    }

    fn initialiser(&mut self, init: InitId, how: Use) {
        match &self.program[init] {
            Init::Expr(expr) => self.expr(*expr, how),
            Init::List(items) => items.iter().for_each(|item| self.initialiser(item.value, how)),
        }
    }

    fn expr(&mut self, expr: ExprId, how: Use) {
        let plain = Use { address: false, ..how };
        match self.program[expr].kind {
            ExprKind::Var(var) => self.hole(expr, var, how),
            ExprKind::AddrOf(operand) => self.expr(operand, Use { address: true, ..how }),
            ExprKind::Convert(operand) if self.is_array(operand) => self.expr(operand, Use { address: true, ..how }),
            ExprKind::Member(operand, _) => self.expr(operand, how),
            ExprKind::SizeofExpr(operand) => self.expr(operand, Use { unevaluated: true, ..plain }),
            ExprKind::SizeofType(ty) | ExprKind::AlignofType(ty) => self.lengths(ty),
            ExprKind::CompoundLiteral(var) => self.compound_literal(var),
            ExprKind::StmtExpr(block) => self.stmt(block),
            kind => {
                if let ExprKind::Cast(_) = kind {
                    self.lengths(self.program[expr].ty);
                }
                let mut operands = Vec::new();
                walk::operands(self.program, expr, |operand| operands.push(operand));
                operands.into_iter().for_each(|operand| self.expr(operand, plain));
            }
        }
    }

    fn is_array(&self, expr: ExprId) -> bool {
        self.program.types.is_array(self.program[expr].ty)
    }

    fn compound_literal(&mut self, var: VarId) {
        self.lengths(self.program[var].ty);
        if let Some(init) = self.program[var].init {
            let constant = self.program[var].storage.is_static();
            self.initialiser(init, Use { constant, ..Use::VALUE });
        }
    }

    /// The expressions of variable lengths.
    fn lengths(&mut self, ty: Type) {
        match *self.program.types.kind(ty) {
            TypeKind::Array { elem, len } => {
                if let ArrayLen::Variable(len) = len {
                    self.expr(len, Use::VALUE);
                }
                self.lengths(elem);
            }
            TypeKind::Pointer(to) => self.lengths(to),
            _ => {}
        }
    }

    fn hole(&mut self, expr: ExprId, var: VarId, how: Use) {
        let Some(&original) = self.numbers.get(&var) else { return };
        // GNU: the value of a constant variable in a constant expression. What else would fit depends on values.
        if how.constant && !how.address && !how.unevaluated {
            return;
        }
        let demand = match how {
            Use { address: true, constant: true, .. } => Demand::ConstantAddress,
            Use { address: true, .. } => Demand::Address,
            _ => Demand::Nothing,
        };
        self.at += 1;
        let ty = self.extracted.skeleton.variables[original].ty;
        let hole = Hole { scope: self.scope, at: self.at, ty, demand, original };
        self.extracted.skeleton.holes.push(hole);
        let number = self.extracted.skeleton.holes.len() - 1;
        // An object with linkage that another block has declared is not in scope here, as far as is known.
        match self.extracted.skeleton.fits(number, original) {
            true => self.extracted.holes.push(expr),
            false => drop(self.extracted.skeleton.holes.pop()),
        }
    }
}

fn storage(program: &Program, var: VarId) -> Storage {
    let var = &program[var];
    match var.storage {
        _ if var.thread_local => Storage::Thread,
        lang::Storage::Register => Storage::Register,
        // A global register variable: GNU.
        lang::Storage::Extern | lang::Storage::Static if var.asm_label.is_some() && !var.defined => Storage::Register,
        storage if storage.is_static() => Storage::Static,
        _ => Storage::Automatic,
    }
}
