//! From a C program to its skeleton: which expressions are holes, and which variables are in scope where.

use super::alike::Declarations;
use super::flow;
use super::skeleton::{Demand, Hole, Scope, Skeleton, Storage, Variable};
use lang::walk::{self, Part};
use lang::{
    ArrayLen, AsmId, ExprId, ExprKind, Init, InitId, Item, Loc, Program, StmtId, StmtKind, Type, TypeKind, UnaryOp,
    VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// A skeleton, and what its numbers stand for in the program.
#[derive(Clone, Debug)]
pub struct Extracted {
    /// Without anything of the program.
    pub skeleton: Skeleton,
    /// The expression of each hole: an `ExprKind::Var`.
    pub holes: Vec<ExprId>,
    /// The variable of the program for each of the skeleton's.
    pub variables: Vec<VarId>,
    /// Variables whose address is taken where no hole is, once for each such place.
    pub pinned: Vec<VarId>,
}

/// What no text can be printed of that has the holes of the program: structs stand before the functions they are declared in, where
/// variables in the lengths of their members (GNU) are not in scope.
pub fn refused(program: &Program) -> Option<(&'static str, Loc)> {
    let record = program.types.records.iter().find(|record| record.variably_modified)?;
    Some(("a struct with a member of variable length", record.loc))
}

/// The program's skeleton. `is_own` says which variables are the user's: others, of system headers, are neither holes
/// nor candidates.
pub fn extract(program: &Program, is_own: &dyn Fn(VarId) -> bool) -> Extracted {
    let extracted =
        Extracted { skeleton: Skeleton::default(), holes: Vec::new(), variables: Vec::new(), pinned: Vec::new() };
    let mut extraction = Extraction {
        program,
        is_own,
        declarations: Declarations::new(program),
        extracted,
        numbers: FxHashMap::default(),
        types: FxHashMap::default(),
        fixed: FxHashSet::default(),
        stretches: Vec::new(),
        stretch: 0,
        scope: 0,
        function: None,
        at: 0,
    };
    (0..program.units.len()).for_each(|unit| extraction.unit(unit));
    extraction.compare();
    extraction.extracted
}

struct Extraction<'p> {
    program: &'p Program,
    is_own: &'p dyn Fn(VarId) -> bool,
    declarations: Declarations<'p>,
    extracted: Extracted,
    /// Of variables: where they were declared last.
    numbers: FxHashMap<VarId, usize>,
    types: FxHashMap<Type, usize>,
    /// Variables that are used where no hole is.
    fixed: FxHashSet<VarId>,
    /// Of each variable of the skeleton.
    stretches: Vec<usize>,
    /// Changes where control can arrive or leave between two declarations of a block.
    stretch: usize,
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
    /// It is part of an operand of an `asm`.
    operand: bool,
}

impl Use {
    const VALUE: Use = Use { address: false, constant: false, unevaluated: false, operand: false };

    /// Of an operand of an `asm`, by the letters of its constraint: a register, memory, or else a constant.
    fn operand(constraint: &[u8]) -> Use {
        let has = |letters: &[u8]| constraint.iter().any(|letter| letters.contains(letter));
        let is_register = has(b"rqQRlabcdSDAUftuyxvkgX[0123456789p");
        let is_memory = !is_register && has(b"moV<>");
        Use { address: is_memory, constant: !is_register && !is_memory, unevaluated: false, operand: true }
    }
}

impl Extraction<'_> {
    fn unit(&mut self, unit: usize) {
        self.scope = self.open(None);
        let items = &self.program.units[unit].items;
        for (at, &item) in items.iter().enumerate() {
            match item {
                // The last of several declarations has the initialiser.
                Item::Var(var) => self.declare(var, !items[at + 1..].contains(&item)),
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
                it.declare(it.program[func].params[at], true);
            }
            // Parameters and the outermost block are one scope (C17 6.2.1p4).
            if let Some(body) = it.program[func].body {
                it.parts(body);
            }
        });
        self.function = outer;
    }

    /// A declaration: the name is in scope from the end of its declarator on, its own initialiser included (C17 6.2.1p7).
    fn declare(&mut self, var: VarId, with_initialiser: bool) {
        self.lengths(self.program[var].ty);
        self.at += 1;
        self.introduce(var);
        if let Some(init) = self.program[var].init.filter(|_| with_initialiser) {
            let constant = self.program[var].storage.is_static();
            self.initialiser(init, Use { constant, ..Use::VALUE });
        }
    }

    fn introduce(&mut self, var: VarId) {
        if !self.is_candidate(var) {
            return;
        }
        let Extracted { skeleton, variables, .. } = &mut self.extracted;
        let is_visible = |&number: &usize| skeleton.is_within(self.scope, skeleton.variables[number].scope);
        if self.numbers.get(&var).is_some_and(is_visible) {
            return;
        }
        let types = self.types.len();
        let ty = *self.types.entry(self.program[var].ty).or_insert(types);
        let storage = storage(self.program, var);
        self.numbers.insert(var, variables.len());
        let variable = Variable { scope: self.scope, at: self.at, ty, alike: 0, storage, shared: false };
        skeleton.variables.push(variable);
        variables.push(var);
        self.stretches.push(self.stretch);
    }

    /// Finds out which declarations are alike, once all uses are known.
    fn compare(&mut self) {
        let Extracted { skeleton, variables, .. } = &mut self.extracted;
        let mut known: FxHashMap<(usize, Option<usize>, String), usize> = FxHashMap::default();
        let mut times: FxHashMap<VarId, usize> = FxHashMap::default();
        variables.iter().for_each(|&var| *times.entry(var).or_default() += 1);
        for (at, &var) in variables.iter().enumerate() {
            let mut key = self.declarations.key(var);
            if self.fixed.contains(&var) {
                key.push_str(&format!(" fixed {}", var.0));
            }
            let is_automatic = matches!(self.program[var].storage, lang::Storage::Auto | lang::Storage::Register);
            let stretch = is_automatic.then_some(self.stretches[at]);
            let next = known.len();
            skeleton.variables[at].alike = *known.entry((skeleton.variables[at].scope, stretch, key)).or_insert(next);
            skeleton.variables[at].shared = times[&var] > 1 || self.declarations.is_shared(var);
        }
    }

    fn is_candidate(&self, var: VarId) -> bool {
        !self.program.name(self.program[var].name).is_empty() && (self.is_own)(var)
    }

    fn stmt(&mut self, stmt: StmtId) {
        match self.program[stmt].kind {
            StmtKind::Decl(var) => self.declare_in_block(var),
            StmtKind::EvalType(ty) => self.lengths(ty),
            StmtKind::DefineFunction(func) => self.define(func),
            StmtKind::Block(_)
            | StmtKind::For { .. }
            | StmtKind::If(..)
            | StmtKind::While(..)
            | StmtKind::DoWhile(..)
            | StmtKind::Switch(..) => self.inside(|it| it.parts(stmt)),
            StmtKind::Asm(asm) => self.asm(asm),
            _ => self.parts(stmt),
        }
    }

    /// An object with linkage has its initialiser elsewhere.
    fn declare_in_block(&mut self, var: VarId) {
        let has_linkage = matches!(self.program[var].storage, lang::Storage::Extern | lang::Storage::Static);
        self.declare(var, !has_linkage);
        if self.program[var].init.is_some_and(|init| !has_linkage && flow::init_jumps(self.program, init)) {
            self.stretch += 1;
        }
    }

    fn asm(&mut self, asm: AsmId) {
        let asm = &self.program[asm];
        for operand in asm.outputs.iter().chain(&asm.inputs) {
            self.expr(operand.expr, Use::operand(&self.program[operand.constraint].bytes));
        }
    }

    fn parts(&mut self, stmt: StmtId) {
        let mut parts = Vec::new();
        walk::parts(self.program, stmt, |part| parts.push(part));
        for part in parts {
            match part {
                Part::Expr(expr) => self.expr(expr, Use::VALUE),
                Part::Stmt(part) => self.part(stmt, part),
                Part::Init(init) => self.initialiser(init, Use::VALUE),
            }
        }
    }

    fn part(&mut self, whole: StmtId, part: StmtId) {
        match (self.program[whole].kind, self.program[part].kind) {
            // Several declarations in the head of a loop; their scope is the loop's (C17 6.8.5p5).
            (StmtKind::For { init: Some(init), .. }, StmtKind::Block(_)) if init == part => self.parts(part),
            (StmtKind::Block(_), kind) if !matches!(kind, StmtKind::Decl(_)) => {
                self.stmt(part);
                self.stretch += usize::from(flow::jumps(self.program, part));
            }
            _ => self.stmt(part),
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
            ExprKind::Member(operand, _) | ExprKind::Unary(UnaryOp::Real | UnaryOp::Imag, operand) => {
                self.expr(operand, how);
            }
            ExprKind::Index(vector, index) if self.program.types.is_vector(self.program[vector].ty) => {
                self.expr(vector, how);
                self.expr(index, plain);
            }
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
            self.fixed.insert(var);
            return;
        }
        let demand = match how {
            Use { address: true, constant: true, unevaluated: false, .. } => Demand::ConstantAddress,
            Use { address: true, .. } => Demand::Address,
            Use { operand: true, .. } => Demand::Operand,
            _ => Demand::Nothing,
        };
        self.at += 1;
        let ty = self.extracted.skeleton.variables[original].ty;
        let hole = Hole { scope: self.scope, at: self.at, ty, demand, original };
        self.extracted.skeleton.holes.push(hole);
        let number = self.extracted.skeleton.holes.len() - 1;
        // What has no address, or a register of its own, can stand where no other variable can.
        match self.extracted.skeleton.fits(number, original) {
            true => self.extracted.holes.push(expr),
            false => {
                self.extracted.skeleton.holes.pop();
                self.fixed.insert(var);
                self.extracted.pinned.extend(how.address.then_some(var));
            }
        }
    }
}

fn storage(program: &Program, var: VarId) -> Storage {
    let var = &program[var];
    match var.storage {
        _ if var.thread_local => Storage::Thread,
        lang::Storage::Register if var.asm_label.is_some() => Storage::HardRegister,
        lang::Storage::Register => Storage::Register,
        // A global register variable: GNU.
        lang::Storage::Extern | lang::Storage::Static if var.asm_label.is_some() && !var.defined => {
            Storage::HardRegister
        }
        storage if storage.is_static() => Storage::Static,
        _ => Storage::Automatic,
    }
}
