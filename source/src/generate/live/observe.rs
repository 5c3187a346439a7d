//! Observability: which assignments change what a program prints.
//!
//! The rules of liveness are syntactic. An assignment can be live and not matter: its value is masked, multiplied by 0, or
//! never computed because the code is not executed. So every assignment is flipped by itself: executed with another value
//! than it computes. It matters if the program then prints something else or does not end. What becomes undefined only
//! because of the flip is repaired on the way, as for any draft, so that an overflow alone does not count.

use crate::driver::Driver;
use crate::generate::Choices;
use crate::liveness;
use interp::{Options, Outcome, run_repairing};
use lang::edit::visit::{self, Node};
use lang::walk;
use lang::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// How many assignments of a program matter.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Observability {
    /// All assignments of scalars in generated functions.
    pub assignments: usize,
    /// Those that change the output when they are flipped.
    pub observed: usize,
}

/// An assignment and the expression whose value is flipped: the right operand.
#[derive(Copy, Clone, Debug)]
pub struct Assignment {
    /// The function it stands in.
    pub function: FuncId,
    /// The expression statement that it is.
    pub stmt: StmtId,
    /// The right operand.
    pub value: ExprId,
}

/// The assignments of scalars in generated functions, by test: each of them is observed by what one test changes.
pub struct Parts {
    /// One for each test that `main` calls.
    pub parts: Vec<Part>,
}

/// A test, as a program of its own.
pub struct Part {
    /// The body of `main` with this test alone.
    body: StmtId,
    /// Those that the test may reach.
    pub assignments: Vec<Assignment>,
}

/// Assignments that change nothing.
pub fn unobserved(program: &Program, driver: &Driver) -> Vec<StmtId> {
    let mut unobserved: Vec<StmtId> =
        flipped(program, driver).into_iter().filter(|(_, seen)| !seen).map(|(stmt, _)| stmt).collect();
    unobserved.sort_unstable();
    unobserved
}

/// For every assignment whether it matters.
fn flipped(program: &Program, driver: &Driver) -> FxHashMap<StmtId, bool> {
    let mut program = program.clone();
    let parts = Parts::of(&mut program, driver);
    let mut seen = FxHashMap::default();
    for part in &parts.parts {
        let base = part.execute(&mut program, driver, None);
        for assignment in &part.assignments {
            let seen = seen.entry(assignment.stmt).or_insert(false);
            *seen = *seen || part.execute(&mut program, driver, Some((assignment.value, &base))) != base;
        }
    }
    seen
}

/// How many assignments were executed at all, which is less work to know than whether they matter.
pub fn executed(program: &Program, driver: &Driver, profile: &[u64]) -> Observability {
    let mut seen = Observability::default();
    for func in liveness::functions(program, driver) {
        let body = program[func].body.expect("it was generated");
        count_executed(program, func, body, profile, &mut seen);
    }
    seen
}

fn count_executed(p: &Program, func: FuncId, stmt: StmtId, profile: &[u64], seen: &mut Observability) {
    if assignment(p, func, stmt).is_some() {
        seen.assignments += 1;
        seen.observed += usize::from(profile.get(stmt.0 as usize).is_some_and(|&count| count > 0));
    }
    walk::parts(p, stmt, |part| {
        if let walk::Part::Stmt(stmt) = part {
            count_executed(p, func, stmt, profile, seen);
        }
    });
}

impl Observability {
    /// Flips every assignment.
    pub fn of(program: &Program, driver: &Driver) -> Observability {
        let seen = flipped(program, driver);
        Observability { assignments: seen.len(), observed: seen.values().filter(|seen| **seen).count() }
    }

    /// Rounded down.
    pub fn percent(&self) -> usize {
        self.observed * 100 / self.assignments.max(1)
    }

    /// From 0 to 1; 1 if there are no assignments.
    pub fn share(&self) -> f64 {
        if self.assignments == 0 { 1.0 } else { self.observed as f64 / self.assignments as f64 }
    }
}

/// What an execution printed, and how many nodes it evaluated.
#[derive(Clone, Debug)]
pub struct Seen {
    stdout: Vec<u8>,
    is_defined: bool,
    steps: u64,
}

impl PartialEq for Seen {
    fn eq(&self, other: &Seen) -> bool {
        self.stdout == other.stdout && self.is_defined == other.is_defined
    }
}

impl Parts {
    /// How many assignments there are, those counted twice that two tests reach.
    pub fn assignments(&self) -> usize {
        self.parts.iter().map(|part| part.assignments.len()).sum()
    }

    /// Adds a body of `main` for every test.
    pub fn of(p: &mut Program, driver: &Driver) -> Parts {
        let main = *driver.functions.last().expect("the driver has `main`");
        let body = p[main].body.expect("`main` has a body");
        let StmtKind::Block(list) = p[body].kind else { unreachable!("a body is a block") };
        let stmts = p.stmt_list(list).to_vec();
        let tests: Vec<(usize, FuncId)> =
            stmts.iter().enumerate().filter_map(|(at, &stmt)| called_test(p, stmt).map(|func| (at, func))).collect();
        let is_test = |at: usize| tests.iter().any(|&(test, _)| test == at);
        let parts = tests.iter().map(|&(test, func)| {
            let named = named(p, func);
            let stays = |&(at, stmt): &(usize, &StmtId)| at == test || !is_test(at) && concerns(p, *stmt, &named.0);
            let kept: Vec<StmtId> = stmts.iter().enumerate().filter(stays).map(|(_, &stmt)| stmt).collect();
            (kept, named.1)
        });
        let parts: Vec<(Vec<StmtId>, Vec<Assignment>)> = parts.collect();
        let part = |(kept, assignments): (Vec<StmtId>, Vec<Assignment>)| {
            let list = p.add_stmt_list(&kept);
            Part { body: p.add_stmt(StmtKind::Block(list), Loc::NONE), assignments }
        };
        Parts { parts: parts.into_iter().map(part).collect() }
    }
}

/// The test that a statement of `main` calls.
fn called_test(p: &Program, stmt: StmtId) -> Option<FuncId> {
    let StmtKind::Expr(e) = p[stmt].kind else { return None };
    let ExprKind::Call(callee, args) = p[e].kind else { return None };
    if args.len > 0 {
        return None;
    }
    called(p, callee)
}

fn called(p: &Program, callee: ExprId) -> Option<FuncId> {
    match p[callee].kind {
        ExprKind::Func(func) => Some(func),
        ExprKind::Convert(inner) => called(p, inner),
        _ => None,
    }
}

/// The variables of file scope that a test names, and the assignments in the functions that it calls, itself excluded.
fn named(p: &Program, test: FuncId) -> (FxHashSet<VarId>, Vec<Assignment>) {
    let (mut vars, mut assignments) = (FxHashSet::default(), Vec::new());
    let mut functions = vec![test];
    let mut at = 0;
    while at < functions.len() {
        let func = functions[at];
        visit::visit_function(p, func, &mut |node| match node {
            Node::Expr(e) => match p[e].kind {
                ExprKind::Var(var) if func == test && p[var].storage.is_static() => {
                    vars.insert(var);
                }
                ExprKind::Func(callee) if !functions.contains(&callee) => functions.push(callee),
                _ => {}
            },
            Node::Stmt(stmt) if func != test => assignments.extend(assignment(p, func, stmt)),
            _ => {}
        });
        at += 1;
    }
    (vars, assignments)
}

fn assignment(p: &Program, function: FuncId, stmt: StmtId) -> Option<Assignment> {
    let StmtKind::Expr(e) = p[stmt].kind else { return None };
    match p[e].kind {
        ExprKind::Assign(_, value) | ExprKind::AssignOp { value, .. } if p.types.is_arithmetic(p[e].ty) => {
            Some(Assignment { function, stmt, value })
        }
        _ => None,
    }
}

/// Whether a statement of `main` has to do with these variables, or with none of file scope.
fn concerns(p: &Program, stmt: StmtId, vars: &FxHashSet<VarId>) -> bool {
    let mut is_named = true;
    visit::visit(p, Node::Stmt(stmt), &mut |node| {
        if let Node::Expr(e) = node
            && let ExprKind::Var(var) = p[e].kind
            && p[var].storage.is_static()
        {
            is_named &= vars.contains(&var);
        }
    });
    is_named
}

impl Part {
    /// Executes the test, with one value flipped.
    pub fn execute(&self, p: &mut Program, driver: &Driver, flip: Option<(ExprId, &Seen)>) -> Seen {
        let main = *driver.functions.last().expect("the driver has `main`");
        let whole = p[main].body.replace(self.body);
        // A flipped counter may take long; that the program does not end as before is enough.
        let fuel = flip.map_or(super::super::FUEL, |(_, base)| base.steps * 3 + 1000);
        let flip = flip.map(|(value, _)| value);
        let options = Options { fuel, check_order: false, flip, ..Options::default() };
        let extents = FxHashMap::default();
        let mut choices = Choices { program: p, salt: 0, extents: &extents, excluded: &[] };
        let execution = run_repairing(p, &options, &mut choices).execution;
        p[main].body = whole;
        Seen {
            is_defined: matches!(execution.outcome, Outcome::Defined { .. }),
            stdout: execution.stdout,
            steps: execution.steps,
        }
    }
}
