//! The statements of a program as places for edits: where each stands, what is in it, what can be seen from it.

use super::edit::single;
use super::scope::{ScopeId, Scopes};
use interp::watch::Watch;
use lang::edit::visit::{self, Node};
use lang::walk::{self, Part};
use lang::{ExprId, ExprKind, FuncId, Item, Program, Quals, StmtId, StmtKind, Storage, VarId};
use std::ops::Range;

/// Variables that are watched at one statement. Relations between them grow with the square.
const WATCHED_VARS: usize = 6;
/// Statements that are watched. Programs with more have some left out.
const WATCHED_STMTS: usize = 3000;

#[derive(Clone, Debug)]
pub struct Site {
    pub stmt: StmtId,
    pub func: FuncId,
    pub unit: u32,
    /// The number of the function's item in its unit.
    pub item: u32,
    /// The block in whose list it is.
    pub block: Option<StmtId>,
    pub scope: ScopeId,
    /// The sites of the statements below it.
    pub below: Range<usize>,
    pub in_loop: bool,
    pub in_switch: bool,
    pub traits: Traits,
    /// It can become another statement.
    pub is_replaceable: bool,
    /// It can be deleted.
    pub is_removable: bool,
    /// It, or something below it, was executed.
    pub is_live: bool,
}

/// What is in a statement.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Traits {
    pub labels: bool,
    /// `case` and `default` of a switch around it.
    pub cases: bool,
    /// `break` and `continue` that lead out of it.
    pub breaks: bool,
    pub continues: bool,
    pub returns: bool,
    pub gotos: bool,
    /// A nested function, or a declaration whose type has a variable length.
    pub fixed: bool,
}

impl Traits {
    fn add(&mut self, other: Traits) {
        self.labels |= other.labels;
        self.cases |= other.cases;
        self.breaks |= other.breaks;
        self.continues |= other.continues;
        self.returns |= other.returns;
        self.gotos |= other.gotos;
        self.fixed |= other.fixed;
    }

    /// Control comes in and goes out only at its ends.
    pub fn is_closed(self) -> bool {
        !(self.labels || self.cases || self.breaks || self.continues || self.returns || self.gotos || self.fixed)
    }
}

pub struct Sites {
    /// Outer statements before those in them, each function's together.
    pub all: Vec<Site>,
    pub scopes: Scopes,
    /// By function: calls `setjmp`, or has nested functions. Its variables are not to be touched.
    pub fragile: Vec<bool>,
    /// By function: declares something whose type has a variable length.
    pub variable: Vec<bool>,
    /// Some pointer of the program is `restrict`. While it lives, another access to what it points to may be undefined (C17 6.7.3.1p4),
    /// and the interpreter does not see those in called functions.
    has_restrict: bool,
}

pub fn find(program: &Program) -> Sites {
    let mut finder = Finder {
        program,
        all: Vec::new(),
        scopes: Scopes::new(),
        fragile: vec![false; program.functions.len()],
        variable: vec![false; program.functions.len()],
        context: Context { func: FuncId(0), unit: 0, item: 0, in_loop: false, in_switch: false },
    };
    for unit in 0..program.units.len() as u32 {
        finder.unit(unit);
    }
    let Finder { all, scopes, fragile, variable, .. } = finder;
    Sites { all, scopes, fragile, variable, has_restrict: has_restrict(program) }
}

#[derive(Copy, Clone)]
struct Context {
    func: FuncId,
    unit: u32,
    item: u32,
    in_loop: bool,
    in_switch: bool,
}

struct Finder<'p> {
    program: &'p Program,
    all: Vec<Site>,
    scopes: Scopes,
    fragile: Vec<bool>,
    variable: Vec<bool>,
    context: Context,
}

/// How a statement is held by the one around it.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Held {
    InBlock(StmtId),
    /// The last of a statement expression, whose value it is.
    Value,
    /// A substatement.
    Alone,
    /// The body of a function, or what a `for` begins with.
    Fixed,
}

impl Finder<'_> {
    fn unit(&mut self, unit: u32) {
        let mut scope = Scopes::OUTERMOST;
        for (item, number) in self.program.units[unit as usize].items.iter().zip(0..) {
            match *item {
                Item::Var(var) => scope = self.scopes.with_var(scope, var),
                Item::Declare(func) => self.scopes.declare_function(func, number),
                Item::Define(func) => {
                    self.scopes.declare_function(func, number);
                    self.context = Context { func, unit, item: number, in_loop: false, in_switch: false };
                    self.function(func, scope);
                }
                Item::Asm(_) => {}
            }
        }
    }

    fn function(&mut self, func: FuncId, mut scope: ScopeId) {
        let program = self.program;
        let Some(body) = program[func].body else { return };
        if program.source.is_system(program[func].loc) {
            return;
        }
        for &param in &program[func].params {
            scope = self.scopes.with_var(scope, param);
            self.variable[func.index()] |= program.types.is_variably_modified(program[param].ty);
        }
        self.stmt(body, scope, Held::Fixed);
    }

    /// Adds the statement and all below it; returns what is in it and the scope behind it.
    fn stmt(&mut self, stmt: StmtId, scope: ScopeId, held: Held) -> (Traits, ScopeId) {
        let program = self.program;
        let at = self.all.len();
        let kind = program[stmt].kind;
        let Context { func, unit, item, in_loop, in_switch } = self.context;
        let block = if let Held::InBlock(block) = held { Some(block) } else { None };
        let is_replaceable = matches!(held, Held::InBlock(_) | Held::Alone) && is_statement(kind);
        self.all.push(Site {
            stmt,
            func,
            unit,
            item,
            block,
            scope,
            below: at + 1..at + 1,
            in_loop,
            in_switch,
            traits: Traits::default(),
            is_replaceable,
            is_removable: false,
            is_live: false,
        });
        let (traits, after) = self.contents(stmt, kind, scope, held);
        let end = self.all.len();
        let site = &mut self.all[at];
        site.traits = traits;
        site.is_removable = is_replaceable && !traits.labels && !traits.fixed && !matches!(kind, StmtKind::Empty);
        site.below.end = end;
        (traits, after)
    }

    fn contents(&mut self, stmt: StmtId, kind: StmtKind, scope: ScopeId, held: Held) -> (Traits, ScopeId) {
        let program = self.program;
        let mut traits = own_traits(program, kind);
        if traits.fixed {
            self.variable[self.context.func.index()] = true;
        }
        let outer = self.context;
        let mut after = scope;
        match kind {
            StmtKind::Block(list) => {
                let list = program.stmt_list(list);
                let mut inner = scope;
                for (at, &part) in list.iter().enumerate() {
                    let is_value = held == Held::Value && at + 1 == list.len();
                    let (own, next) = self.stmt(part, inner, if is_value { Held::Value } else { Held::InBlock(stmt) });
                    traits.add(own);
                    inner = next;
                }
            }
            StmtKind::Decl(var) => {
                after = self.scopes.with_var(scope, var);
                if let Some(init) = program[var].init {
                    walk::init_exprs(program, init, &mut |expr| traits.add(self.expr(expr, after)));
                }
            }
            StmtKind::DeclareFunction(func) => after = self.scopes.with_name(scope, program[func].name),
            StmtKind::DefineFunction(func) => {
                self.fragile[self.context.func.index()] = true;
                after = self.scopes.with_name(scope, program[func].name);
            }
            StmtKind::For { init, cond, step, body } => {
                let mut inner = scope;
                if let Some(init) = init {
                    inner = self.for_init(init, scope, &mut traits);
                }
                cond.into_iter().chain(step).for_each(|expr| traits.add(self.expr(expr, inner)));
                self.body(body, inner, true, &mut traits);
            }
            StmtKind::While(cond, body) | StmtKind::DoWhile(body, cond) => {
                traits.add(self.expr(cond, scope));
                self.body(body, scope, true, &mut traits);
            }
            StmtKind::Switch(value, body) => {
                traits.add(self.expr(value, scope));
                self.body(body, scope, false, &mut traits);
            }
            _ => walk::parts(program, stmt, |part| match part {
                Part::Stmt(part) => traits.add(self.stmt(part, scope, Held::Alone).0),
                Part::Expr(expr) => traits.add(self.expr(expr, scope)),
                Part::Init(_) => {}
            }),
        }
        self.context = outer;
        (traits, after)
    }

    /// One declaration, or a block of several, whose variables live in the loop.
    fn for_init(&mut self, init: StmtId, scope: ScopeId, traits: &mut Traits) -> ScopeId {
        let StmtKind::Block(list) = self.program[init].kind else {
            let (own, after) = self.stmt(init, scope, Held::Fixed);
            traits.add(own);
            return after;
        };
        self.program.stmt_list(list).iter().fold(scope, |scope, &stmt| {
            let (own, after) = self.stmt(stmt, scope, Held::Fixed);
            traits.add(own);
            after
        })
    }

    /// The body of a loop or a switch, which takes its own jumps.
    fn body(&mut self, body: StmtId, scope: ScopeId, is_loop: bool, traits: &mut Traits) {
        self.context.in_switch = true;
        self.context.in_loop |= is_loop;
        let (mut own, _) = self.stmt(body, scope, Held::Alone);
        own.breaks = false;
        own.continues &= !is_loop;
        own.cases &= is_loop;
        traits.add(own);
    }

    /// Statement expressions have statements, too.
    fn expr(&mut self, expr: ExprId, scope: ScopeId) -> Traits {
        let program = self.program;
        let mut traits = Traits::default();
        let mut blocks = Vec::new();
        statement_expressions(program, expr, &mut blocks);
        for block in blocks {
            traits.add(self.stmt(block, scope, Held::Value).0);
        }
        if calls_setjmp(program, expr) {
            self.fragile[self.context.func.index()] = true;
        }
        traits
    }
}

/// The outermost of them.
fn statement_expressions(program: &Program, expr: ExprId, blocks: &mut Vec<StmtId>) {
    match program[expr].kind {
        ExprKind::StmtExpr(block) => blocks.push(block),
        ExprKind::CompoundLiteral(var) => {
            let init = program[var].init.and_then(|init| single(program, init));
            init.into_iter().for_each(|expr| statement_expressions(program, expr, blocks));
        }
        _ => walk::operands(program, expr, |operand| statement_expressions(program, operand, blocks)),
    }
}

/// Outside system headers.
fn has_restrict(program: &Program) -> bool {
    let in_type = |mut ty: lang::Type| {
        while let Some(elem) = program.types.element(ty) {
            ty = elem;
        }
        ty.is_restrict()
    };
    let is_own = |loc| !program.source.is_system(loc);
    program.vars.iter().any(|var| is_own(var.loc) && in_type(var.ty))
        || program
            .types
            .records
            .iter()
            .any(|record| record.fields.iter().any(|field| is_own(field.loc) && in_type(field.ty)))
}

fn calls_setjmp(program: &Program, expr: ExprId) -> bool {
    let mut found = false;
    visit::visit(program, Node::Expr(expr), &mut |node| {
        if let Node::Expr(expr) = node
            && let ExprKind::Func(func) = program[expr].kind
        {
            found |= program.name(program[func].name).contains("setjmp");
        }
    });
    found
}

/// Neither a declaration nor a label.
fn is_statement(kind: StmtKind) -> bool {
    use StmtKind::*;
    !matches!(kind, Decl(_) | DeclareFunction(_) | DefineFunction(_) | EvalType(_) | Label(_) | Case { .. } | Default)
}

fn own_traits(program: &Program, kind: StmtKind) -> Traits {
    let mut traits = Traits::default();
    match kind {
        StmtKind::Label(_) => traits.labels = true,
        StmtKind::Case { .. } | StmtKind::Default => traits.cases = true,
        StmtKind::Break => traits.breaks = true,
        StmtKind::Continue => traits.continues = true,
        StmtKind::Return(_) => traits.returns = true,
        StmtKind::Goto(_) | StmtKind::GotoIndirect(_) => traits.gotos = true,
        StmtKind::Asm(asm) => traits.gotos = program[asm].goto,
        StmtKind::DefineFunction(_) | StmtKind::EvalType(_) => traits.fixed = true,
        StmtKind::Decl(var) => traits.fixed = program.types.is_variably_modified(program[var].ty),
        _ => {}
    }
    traits
}

impl Sites {
    /// What is to be watched: the scalars that each statement is most likely about.
    pub fn watches(&self, program: &Program) -> Vec<Watch> {
        let wanted: Vec<&Site> = self.all.iter().filter(|site| self.is_watched(site)).collect();
        let step = wanted.len().div_ceil(WATCHED_STMTS).max(1);
        let watch = |site: &&Site| Watch { stmt: site.stmt, vars: self.watched_vars(program, site) };
        wanted.iter().step_by(step).map(watch).collect()
    }

    fn is_watched(&self, site: &Site) -> bool {
        site.is_replaceable && !self.fragile[site.func.index()]
    }

    /// Those that the statement mentions, then other locals, then globals.
    fn watched_vars(&self, program: &Program, site: &Site) -> Vec<VarId> {
        let visible: Vec<VarId> = self.scopes.visible(program, site.scope);
        let mut mentioned = Vec::new();
        visit::visit(program, Node::Stmt(site.stmt), &mut |node| {
            if let Node::Expr(expr) = node
                && let ExprKind::Var(var) = program[expr].kind
                && mentioned.len() < WATCHED_VARS
                && !mentioned.contains(&var)
            {
                mentioned.push(var);
            }
        });
        let is_new = |var: &VarId| !mentioned.contains(var);
        let first: Vec<VarId> = mentioned.iter().copied().filter(|var| visible.contains(var)).collect();
        let others = visible.iter().copied().filter(is_new);
        let is_wanted = |&var: &VarId| is_plain_scalar(program, var) && self.can_be_accessed(program, var);
        first.into_iter().chain(others).filter(is_wanted).take(WATCHED_VARS).collect()
    }

    /// Whether one more access changes nothing.
    pub fn can_be_accessed(&self, program: &Program, var: VarId) -> bool {
        !self.has_restrict || !program[var].address_taken && !program.types.is_array(program[var].ty)
    }

    /// Says of each site whether anything in it was executed. A label is reached by jumps that do not count it, so what counts
    /// is the statements behind it.
    pub fn mark_live(&mut self, profile: &[u64]) {
        for at in (0..self.all.len()).rev() {
            let own = profile.get(self.all[at].stmt.index()).is_some_and(|&count| count > 0);
            let below = self.all[at].below.clone();
            let is_live = own || self.all[below].iter().any(|site| site.is_live);
            self.all[at].is_live = is_live;
        }
    }
}

/// An integer, floating or pointer variable of at most 64 bits that can be read without any effect.
pub fn is_plain_scalar(program: &Program, var: VarId) -> bool {
    let (declared, types) = (&program[var], &program.types);
    let ty = declared.ty;
    let is_scalar = types.is_pointer(ty) || types.int_kind(ty).is_some_and(|kind| kind.bits <= 64);
    let is_special = declared.asm_label.is_some() || declared.thread_local || ty.quals().has(Quals::ATOMIC);
    let is_named =
        !matches!(declared.storage, Storage::CompoundLiteral { .. }) && !program.name(declared.name).is_empty();
    is_scalar && is_named && !is_special && !ty.is_volatile()
}
