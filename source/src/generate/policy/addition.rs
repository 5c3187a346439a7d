//! Code for a program that exists: a little environment and functions, which compute with it and read the program's data.

use super::Generator;
use super::config::Config;
use crate::driver;
use crate::generate::strategy::Order;
use crate::kit::Builder;
use crate::kit::scope::{Role, Shape};
use crate::rng::Rng;
use lang::edit::visit::{self, Node};
use lang::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// What was added. Nothing of it is called yet, and it has to be executed and repaired like every draft.
pub(crate) struct Addition {
    /// For file scope, in order. The program has none of them yet.
    pub items: Vec<Item>,
    /// `void f(void)`, to be called in order.
    pub tests: Vec<FuncId>,
    /// `unsigned long long f(void)`: a hash of all that the tests may change.
    pub checksum: FuncId,
    /// Integers of the environment that may be set to anything before a test is called.
    pub inlets: Vec<VarId>,
    /// How many elements every value of a pointer variable has behind it.
    pub extents: FxHashMap<VarId, u64>,
}

/// Adds code of about `order.size` lines and so many executed nodes. It reads `data`, variables with static storage, and
/// changes nothing but its own.
pub(crate) fn add(builder: &mut Builder, order: &Order, rng: Rng, data: &[VarId], work: u64) -> Addition {
    let config = Config::new(order.values.as_slice());
    let mut g = Generator::new(order, &config, rng);
    std::mem::swap(&mut g.builder, builder);
    let (lines, function) = (std::mem::take(&mut g.lines), g.function.take());
    let before = Counts::of(&g.p);
    data.iter().for_each(|&var| g.show(var, Role::Input));
    g.work.budget = work;
    g.environment();
    g.make_outlets();
    let globals = g.scope.clone();
    let inlets = g.inlets();
    let mut tests = g.all_functions();
    if tests.is_empty() {
        let calls = g.functions.iter().filter(|callee| callee.calls == 0).count() as u32;
        tests.push(g.make_test(1, order.size / 2 + 1, calls, &globals));
    }
    g.fill();
    for &test in &tests {
        g.p.functions[test.index()].name = g.builder.symbol("test");
        g.p[test].is_static = g.rng.percent(50);
    }
    let used = used(&g.p, before.items);
    let hashed: Vec<VarId> = g.hashed.iter().copied().filter(|var| used.contains(var)).collect();
    let inlets = inlets.into_iter().filter(|var| used.contains(var)).collect();
    let checksum = driver::checksum(&mut g.builder.p, &hashed);
    let mut items = g.p.units[0].items.split_off(before.items);
    items.retain(|item| !matches!(item, Item::Var(var) if !used.contains(var)));
    (g.lines, g.function) = (lines, function);
    std::mem::swap(&mut g.builder, builder);
    loops_declare_before(&mut builder.p, before.stmts);
    Addition { items, tests, checksum, inlets, extents: g.extents }
}

/// How much of a program there was.
struct Counts {
    items: usize,
    stmts: usize,
}

impl Counts {
    fn of(program: &Program) -> Counts {
        Counts { items: program.units[0].items.len(), stmts: program.stmts.len() }
    }
}

/// The variables that the functions among these items mention, and those that their initial values point to.
fn used(program: &Program, first: usize) -> FxHashSet<VarId> {
    let mut used = FxHashSet::default();
    let mut open: Vec<VarId> = Vec::new();
    for item in &program.units[0].items[first..] {
        if let Item::Define(func) = *item
            && let Some(body) = program[func].body
        {
            mentioned(program, Node::Stmt(body), &mut open);
        }
    }
    while let Some(var) = open.pop() {
        if used.insert(var)
            && let Some(init) = program[var].init
        {
            mentioned(program, Node::Init(init), &mut open);
        }
    }
    used
}

fn mentioned(program: &Program, node: Node, vars: &mut Vec<VarId>) {
    visit::visit(program, node, &mut |node| {
        if let Node::Expr(expr) = node
            && let ExprKind::Var(var) = program[expr].kind
        {
            vars.push(var);
        }
    });
}

impl Generator<'_> {
    /// Loop bounds and what conditions are known by keep their values; these need not.
    fn inlets(&self) -> Vec<VarId> {
        let scalars = self.scope.writable(Shape::Int).iter();
        scalars.filter(|datum| datum.role == Role::Mixed && !datum.ty.is_volatile()).map(|datum| datum.var).collect()
    }
}

/// `for (int i = 0; …)` becomes `{ int i = 0; for (; …) }`: the program may be compiled as C90.
fn loops_declare_before(program: &mut Program, first: usize) {
    for at in first..program.stmts.len() {
        let stmt = StmtId(at as u32);
        if let StmtKind::For { init: Some(init), cond, step, body } = program[stmt].kind
            && let StmtKind::Decl(_) = program[init].kind
        {
            let rest = program.add_stmt(StmtKind::For { init: None, cond, step, body }, Loc::NONE);
            let list = program.add_stmt_list(&[init, rest]);
            program[stmt].kind = StmtKind::Block(list);
        }
    }
}
