//! The first statements of `main` are removed, and variables begin with the values that they have after these statements.

use super::View;
use super::values::literal;
use crate::judge::Goal;
use interp::{Outcome, Value};
use lang::edit::Edit;
use lang::{
    ArrayLen, ExprId, Init, InitId, InitItem, Item, Loc, Program, StmtId, StmtKind, Type, TypeKind, VarId, build,
};

/// Expressions of a program that is small enough to be executed once more for each cut; larger ones have other passes.
const MOST_EXPRS: usize = 400;
/// Elements of an array whose values are worth asking for.
const MOST_ELEMENTS: u64 = 64;
/// Expression nodes that the first statements may evaluate.
const FUEL: u64 = 1_000_000;

/// Begins later: behind all statements but the last ones, or behind fewer of them.
pub fn begin_later(view: &View) -> Vec<Edit> {
    let program = view.program;
    let is_small = view.goal == Goal::WrongCode && program.exprs.len() <= MOST_EXPRS;
    let Some((_, body)) = view.main().filter(|_| is_small) else { return Vec::new() };
    let StmtKind::Block(list) = program[body].kind else { return Vec::new() };
    let stmts = program.stmt_list(list).to_vec();
    let Some(before) = state_after(program, body, &[]) else { return Vec::new() };
    let mut edits: Vec<Edit> = Vec::new();
    for cut in cuts(stmts.len()) {
        let gone: Vec<StmtId> = stmts[..cut].iter().copied().filter(|&stmt| does_something(program, stmt)).collect();
        let after = if gone.is_empty() { None } else { state_after(program, body, &stmts[..cut]) };
        let Some(mut after) = after else { continue };
        after.retain(|(var, values)| !before.iter().any(|(other, old)| other == var && old == values));
        let outer = edits.len().checked_sub(1);
        edits.push(Edit::new(move |program| begin_with(program, &gone, &after)).inside(outer));
    }
    edits
}

/// How many statements are left out, the most first.
fn cuts(count: usize) -> Vec<usize> {
    let left = (1..=MOST_LEFT).chain([count / 4, count / 2]);
    let mut cuts: Vec<usize> = left.filter_map(|left| count.checked_sub(left)).filter(|&cut| cut > 0).collect();
    cuts.sort_unstable_by(|a, b| b.cmp(a));
    cuts.dedup();
    cuts
}

/// Statements that may be left, each number of them tried.
const MOST_LEFT: usize = 5;

/// Whether it is more than a declaration; later statements may need a declaration.
fn does_something(program: &Program, stmt: StmtId) -> bool {
    use StmtKind::{Decl, DeclareFunction, DefineFunction, Empty};
    !matches!(program[stmt].kind, Decl(_) | DeclareFunction(_) | DefineFunction(_) | Empty)
}

/// A variable with its value, or with those of its elements.
type State = Vec<(VarId, Vec<u64>)>;

/// What variables are after these statements of `main`; local ones only if all of them have a value.
fn state_after(program: &Program, body: StmtId, stmts: &[StmtId]) -> Option<State> {
    let globals = program.units.iter().flat_map(|unit| &unit.items).filter_map(|item| match *item {
        Item::Var(var) if program[var].defined => Some(var),
        _ => None,
    });
    let globals: Vec<VarId> = globals.collect();
    let locals = stmts.iter().filter_map(|&stmt| match program[stmt].kind {
        StmtKind::Decl(var) => Some(var),
        _ => None,
    });
    let all: Vec<VarId> = globals.iter().copied().chain(locals).collect();
    let without_locals = || (all.len() > globals.len()).then(|| values_of(program, body, stmts, &globals)).flatten();
    values_of(program, body, stmts, &all).or_else(without_locals)
}

fn values_of(program: &Program, body: StmtId, stmts: &[StmtId], vars: &[VarId]) -> Option<State> {
    let mut program = program.clone();
    let mut reads: Vec<(VarId, Vec<ExprId>)> = Vec::new();
    for &var in vars {
        let parts = parts(&mut program, var);
        reads.extend(parts.filter(|parts| !parts.is_empty()).map(|parts| (var, parts)));
    }
    let mut all = stmts.to_vec();
    for part in reads.iter().flat_map(|(_, parts)| parts) {
        let is_set = build::condition(&mut program, *part).ok()?;
        let nothing = program.add_stmt(StmtKind::Empty, Loc::NONE);
        all.push(program.add_stmt(StmtKind::If(is_set, nothing, None), Loc::NONE));
    }
    let list = program.add_stmt_list(&all);
    program[body].kind = StmtKind::Block(list);
    let options = interp::Options { fuel: FUEL, trace: true, ..interp::Options::default() };
    let execution = interp::run(&program, &options);
    if !matches!(execution.outcome, Outcome::Defined { .. }) {
        return None;
    }
    let value = |part: &ExprId| match execution.values.get(part.index()) {
        Some(Value::Always(value)) => Some(*value),
        _ => None,
    };
    let known =
        reads.iter().filter_map(|(var, parts)| Some((*var, parts.iter().map(value).collect::<Option<Vec<u64>>>()?)));
    Some(known.collect())
}

/// Expressions for the variable's value, or for those of its elements, if they are integers.
fn parts(program: &mut Program, var: VarId) -> Option<Vec<ExprId>> {
    let ty = program[var].ty;
    let is_known = |program: &Program, ty: Type| program.types.int_kind(ty).is_some_and(|kind| kind.bits <= 64);
    if is_known(program, ty) {
        return Some(vec![build::var(program, var, Loc::NONE)]);
    }
    let TypeKind::Array { elem, len: ArrayLen::Fixed(len) } = *program.types.kind(ty) else { return None };
    if len > MOST_ELEMENTS || !is_known(program, elem) {
        return None;
    }
    let element = |at: u64| {
        let array = build::var(program, var, Loc::NONE);
        let array = build::decay(program, array);
        let at = build::int(program, at, Type::INT, Loc::NONE);
        build::index(program, array, at, Loc::NONE).ok()
    };
    (0..len).map(element).collect()
}

/// Leaves the statements out, and gives the variables these values.
fn begin_with(program: &mut Program, gone: &[StmtId], state: &State) {
    for &stmt in gone {
        program[stmt].kind = StmtKind::Empty;
    }
    for (var, values) in state {
        let ty = program[*var].ty;
        let init = match *program.types.kind(ty) {
            TypeKind::Array { elem, .. } => list(program, elem, values),
            _ => constant(program, ty, values[0]),
        };
        if let Some(init) = init {
            program[*var].init = Some(init);
        }
    }
}

fn constant(program: &mut Program, ty: Type, value: u64) -> Option<InitId> {
    let (kind, promoted) = literal(program, ty, value)?;
    let expr = program.add_expr(kind, promoted, Loc::NONE);
    let expr = build::convert(program, expr, ty.unqualified());
    Some(program.add_init(Init::Expr(expr)))
}

/// Equal neighbours become one range. Zeros are left out.
fn list(program: &mut Program, elem: Type, values: &[u64]) -> Option<InitId> {
    let mut items: Vec<InitItem> = Vec::new();
    let mut at = 0;
    for run in values.chunk_by(|a, b| a == b) {
        let (first, last) = (at as u64, (at + run.len() - 1) as u64);
        at += run.len();
        if run[0] != 0 {
            items.push(InitItem { first, last, value: constant(program, elem, run[0])? });
        }
    }
    Some(program.add_init(Init::List(items)))
}
