//! A program of which only its computations remain, each in a function of its own.

use super::{Computation, Main, declare, fresh, largest, main_of, outlined};
use crate::passes::{View, output};
use interp::Value;
use lang::edit::visit::{self, Node};
use lang::{Attr, ExprId, ExprKind, Function, FunctionType, Item, Loc, Program, StmtKind, Type};
use rustc_hash::FxHashMap;

/// A computation of a program, and the type of what it is assigned to.
#[derive(Clone, Debug)]
pub struct Sample {
    computation: Computation,
    ty: Type,
    format: &'static str,
    /// What it starts from had one value each.
    pub is_steady: bool,
    /// There are only integers in it.
    pub is_integral: bool,
}

/// Every computation of `main`'s unit that can be printed, the largest first.
pub fn samples(view: &View) -> Vec<Sample> {
    let Some(main) = main_of(view) else { return Vec::new() };
    let unit = view.program[main.func].unit;
    let targets = targets(view);
    let sample = |computation: Computation| {
        let ty = targets.get(&computation.at).copied().unwrap_or(view.program[computation.at].ty);
        let ty = view.program.types.underlying(ty).unqualified();
        let is_steady = computation.leaves.iter().all(|leaf| matches!(view.facts.value(leaf.at), Value::Always(_)));
        let is_integral = |ty: Type| view.program.types.int_kind(ty).is_some();
        let is_integral = is_integral(ty) && computation.leaves.iter().all(|leaf| is_integral(leaf.ty));
        Some(Sample { format: output::format(view.program, ty)?, computation, ty, is_steady, is_integral })
    };
    let all = largest(view).into_iter().filter(|computation| computation.unit == unit);
    all.filter_map(sample).collect()
}

/// A function for each of the samples; `main` calls them and prints the results, a line each.
pub fn scattered(view: &View, samples: &[Sample]) -> Option<Program> {
    let main = main_of(view)?;
    let mut program = view.program.clone();
    let unit = program[main.func].unit;
    let mut stmts = Vec::new();
    let mut leaves = 0;
    for (number, sample) in samples.iter().enumerate() {
        let value = outlined(&mut program, &sample.computation, unit, leaves)?;
        leaves += sample.computation.leaves.len();
        let result = declare(&mut program, "result", number, sample.ty, None, unit);
        let target = lang::build::var(&mut program, result, Loc::NONE);
        let assign = lang::build::assign(&mut program, target, value, Loc::NONE).ok()?;
        let call = function(&mut program, number, assign, unit, main);
        let printed = lang::build::var(&mut program, result, Loc::NONE);
        let print = output::print_call(&mut program, main.printf, sample.format, printed);
        stmts.extend([call, print].map(|expr| program.add_stmt(StmtKind::Expr(expr), Loc::NONE)));
    }
    let list = program.add_stmt_list(&stmts);
    program[main.body].kind = StmtKind::Block(list);
    Some(program)
}

/// The types of what values are assigned to, by the values without their conversions.
fn targets(view: &View) -> FxHashMap<ExprId, Type> {
    let program = view.program;
    let mut targets = FxHashMap::default();
    for (_, body) in view.bodies() {
        visit::visit(program, Node::Stmt(body), &mut |node| {
            if let Node::Expr(expr) = node
                && let ExprKind::Assign(target, value) = program[expr].kind
                && program.types.is_arithmetic(program[target].ty)
            {
                targets.insert(visit::behind(program, value), program[target].ty);
            }
        });
    }
    targets
}

/// A call of a new function before `main` that does this. What is in `main` would be optimised for size.
fn function(program: &mut Program, number: usize, assign: ExprId, unit: u32, main: Main) -> ExprId {
    let name = fresh(program, "compute", number);
    let shape = FunctionType { ret: Type::VOID, params: Box::new([]), variadic: false, prototyped: true };
    let ty = program.types.function(shape);
    let noinline = Attr { name: program.names.intern("noinline"), args: None };
    let stmt = program.add_stmt(StmtKind::Expr(assign), Loc::NONE);
    let list = program.add_stmt_list(&[stmt]);
    let body = Some(program.add_stmt(StmtKind::Block(list), Loc::NONE));
    let function = Function { body, is_plain: true, attrs: vec![noinline], ..Function::new(name, ty, unit, Loc::NONE) };
    let func = program.add_function(function);
    let items = &mut program.units[unit as usize].items;
    let at = items.iter().position(|item| *item == Item::Define(main.func)).unwrap_or(items.len());
    items.insert(at, Item::Define(func));
    let callee = lang::build::func(program, func, Loc::NONE);
    let args = program.add_expr_list(&[]);
    program.add_expr(ExprKind::Call(callee, args), Type::VOID, Loc::NONE)
}
