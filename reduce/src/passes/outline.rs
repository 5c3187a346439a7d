//! Takes a computation out of the code around it: what it is computed from becomes variables with the values that these
//! parts had, so that the code which made them can go. Constants would not do: an optimiser would see through them.

mod sample;

pub use sample::{Sample, samples, scattered};

use super::View;
use super::output;
use super::values::{is_literal, literal};
use interp::Value;
use lang::edit::Edit;
use lang::edit::copy::copy;
use lang::edit::visit::{self, Node};
use lang::{ExprId, ExprKind, FuncId, Init, Item, Loc, Program, StmtId, StmtKind, Storage, Symbol, Type, Var, VarId};

/// Computations that are tried, the largest first: each costs a test.
const MOST: usize = 6;
/// A computation has so many operators at least.
const FEWEST_OPERATORS: usize = 1;

/// The whole program becomes one of its computations, printed. Calls in the computation become their values.
pub fn computations(view: &View) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    let main = main_of(view);
    let mut outer = None;
    for found in largest(view).into_iter().take(MOST) {
        let has_calls = found.leaves.iter().any(|leaf| matches!(view.program[leaf.at].kind, ExprKind::Call(..)));
        if let Some(main) = &main
            && let Some(format) = output::format(view.program, view.program[found.at].ty)
        {
            let (found, main) = (found.clone(), *main);
            edits.push(Edit::new(move |program| only(program, &found, main, format)).inside(outer));
            outer = Some(edits.len() - 1);
        }
        if has_calls {
            edits.push(Edit::new(move |program| in_place(program, &found)).inside(outer));
        }
    }
    edits
}

/// A computation without effects of its own.
#[derive(Clone, Debug)]
struct Computation {
    at: ExprId,
    unit: u32,
    operators: usize,
    leaves: Vec<Leaf>,
}

/// What a computation starts from.
#[derive(Clone, Debug)]
struct Leaf {
    at: ExprId,
    ty: Type,
    value: (ExprKind, Type),
}

/// Where a computation may be printed.
#[derive(Copy, Clone, Debug)]
struct Main {
    func: FuncId,
    body: StmtId,
    printf: FuncId,
}

fn main_of(view: &View) -> Option<Main> {
    let program = view.program;
    let (func, body) = view.main()?;
    let is_printf = |func: &FuncId| program.name(program[*func].name) == "printf";
    let declared = program.units[program[func].unit as usize].items.iter().filter_map(|item| match *item {
        Item::Declare(func) => Some(func),
        _ => None,
    });
    Some(Main { func, body, printf: declared.into_iter().find(is_printf)? })
}

/// Computations that are no part of others, the largest first.
fn largest(view: &View) -> Vec<Computation> {
    let mut found: Vec<Computation> = Vec::new();
    let mut inside = vec![false; view.program.exprs.len()];
    for (func, body) in view.bodies() {
        let unit = view.program[func].unit;
        visit::visit(view.program, Node::Stmt(body), &mut |node| {
            let Node::Expr(expr) = node else { return };
            if inside[expr.index()] || matches!(view.facts.value(expr), Value::Never) {
                return;
            }
            if let Some(computation) = computation(view, expr, unit) {
                visit::visit(view.program, Node::Expr(expr), &mut |node| {
                    if let Node::Expr(part) = node {
                        inside[part.index()] = true;
                    }
                });
                found.push(computation);
            }
        });
    }
    found.sort_by_key(|computation| std::cmp::Reverse(computation.operators));
    found
}

fn computation(view: &View, at: ExprId, unit: u32) -> Option<Computation> {
    let is_operator = !matches!(view.program[at].kind, ExprKind::Convert(_) | ExprKind::Cast(_));
    if !is_operator || !view.program.types.is_arithmetic(view.program[at].ty) {
        return None;
    }
    let mut computation = Computation { at, unit, operators: 0, leaves: Vec::new() };
    gather(view, at, &mut computation)?;
    (computation.operators >= FEWEST_OPERATORS && !computation.leaves.is_empty()).then_some(computation)
}

/// Adds an expression's operators and leaves; none if there is something else.
fn gather(view: &View, at: ExprId, computation: &mut Computation) -> Option<()> {
    use ExprKind::*;
    let program = view.program;
    if is_literal(program, at) {
        return Some(());
    }
    match program[at].kind {
        Unary(..) | Binary(..) | LogicalAnd(..) | LogicalOr(..) | Cond(..) => computation.operators += 1,
        Cast(_) | Convert(_) => {}
        Var(_) | Member(..) | Index(..) | Deref(_) | Call(..) => {
            computation.leaves.push(leaf(view, at)?);
            return Some(());
        }
        _ => return None,
    }
    let mut operands = Vec::new();
    lang::walk::operands(program, at, |operand| operands.push(operand));
    operands.into_iter().try_for_each(|operand| gather(view, operand, computation))
}

fn leaf(view: &View, at: ExprId) -> Option<Leaf> {
    let program = view.program;
    let value = match view.facts.value(at) {
        Value::Always(value) | Value::Varies(value) => value,
        // Behind `&&` or `?:`, as here.
        Value::Never => 0,
    };
    let ty = program.types.underlying(program[at].ty).unqualified();
    Some(Leaf { at, ty, value: literal(program, ty, value)? })
}

/// The computation with variables for its leaves, declared at the beginning of the unit. One for all occurrences of a
/// variable that had one value.
fn outlined(program: &mut Program, found: &Computation, unit: u32, first: usize) -> Option<ExprId> {
    let mut vars: Vec<(&Leaf, VarId)> = Vec::new();
    for leaf in &found.leaves {
        let kind = program[leaf.at].kind;
        let is_same = |(other, _): &&(&Leaf, VarId)| {
            matches!(kind, ExprKind::Var(_)) && program[other.at].kind == kind && other.value == leaf.value
        };
        let var = vars.iter().find(is_same).map(|&(_, var)| var);
        let var = var.unwrap_or_else(|| declare(program, "leaf", first + vars.len(), leaf.ty, Some(leaf.value), unit));
        vars.push((leaf, var));
    }
    let vars: Vec<(ExprId, ExprId)> =
        vars.into_iter().map(|(leaf, var)| (leaf.at, lang::build::var(program, var, Loc::NONE))).collect();
    copy(program, found.at, &|_, part| vars.iter().find(|(leaf, _)| *leaf == part).map(|(_, var)| *var))
}

/// A name that nothing else has. It contains a number and no position, so that the same computation gives the same text.
fn fresh(program: &mut Program, prefix: &str, number: usize) -> Symbol {
    let name = (number..).map(|number| format!("{prefix}_{number}")).find(|name| program.names.find(name).is_none());
    program.names.intern(&name.unwrap_or_default())
}

pub fn declare(
    program: &mut Program,
    prefix: &str,
    number: usize,
    ty: Type,
    value: Option<(ExprKind, Type)>,
    unit: u32,
) -> VarId {
    let name = fresh(program, prefix, number);
    let init = value.map(|(kind, ty)| {
        let value = program.add_expr(kind, ty, Loc::NONE);
        program.add_init(Init::Expr(value))
    });
    let var = program.add_var(Var { init, ..Var::new(name, ty, Storage::Extern, unit, Loc::NONE) });
    program.units[unit as usize].items.insert(0, Item::Var(var));
    var
}

fn only(program: &mut Program, found: &Computation, main: Main, format: &'static str) {
    let unit = program[main.func].unit;
    let Some(value) = outlined(program, found, unit, 0) else { return };
    let call = output::print_call(program, main.printf, format, value);
    let stmt = program.add_stmt(StmtKind::Expr(call), Loc::NONE);
    let list = program.add_stmt_list(&[stmt]);
    program[main.body].kind = StmtKind::Block(list);
}

fn in_place(program: &mut Program, found: &Computation) {
    if let Some(value) = outlined(program, found, found.unit, 0) {
        program[found.at] = program[value];
    }
}
