//! Functions for crashes: the compiler need not see who calls the function that it crashes on, nor what that calls.

use super::View;
use lang::edit::Edit;
use lang::edit::visit::{self, Node};
use lang::{ExprKind, FuncId, Function, Item, Program};

/// Definitions become declarations.
pub fn declare(view: &View) -> Vec<Edit> {
    let declared = |func| {
        let called = hidden_callees(view.program, func);
        Edit::new(move |program| forget_body(program, func, &called))
    };
    own(view).map(declared).collect()
}

/// The function of that name with no other.
pub fn alone(view: &View, name: &str) -> Option<Program> {
    let is_named = |func: &FuncId| view.program.name(view.program[*func].name) == name;
    let mut others: Vec<FuncId> = own(view).collect();
    let only = others.remove(others.iter().position(is_named)?);
    let mut program = view.program.clone();
    others.iter().for_each(|&func| forget_body(&mut program, func, &[only]));
    Some(program)
}

/// Functions that it mentions and that only this unit can call. When it is removed they get external linkage; otherwise
/// they would be removed with it.
fn hidden_callees(program: &Program, func: FuncId) -> Vec<FuncId> {
    let mut callees = Vec::new();
    let is_hidden = |function: &Function| function.is_static || function.is_inline;
    visit::visit_function(program, func, &mut |node| {
        if let Node::Expr(expr) = node
            && let ExprKind::Func(callee) = program[expr].kind
            && callee != func
            && is_hidden(&program[callee])
            && is_only_one(program, callee)
        {
            callees.push(callee);
        }
    });
    callees
}

/// The definitions, but for nested ones.
fn own<'v>(view: &'v View) -> impl Iterator<Item = FuncId> + 'v {
    view.bodies().map(|(func, _)| func).filter(|&func| view.program[func].parent.is_none())
}

/// Units may each have a function of one name as long as nobody else sees it.
fn is_only_one(program: &Program, func: FuncId) -> bool {
    let name = program[func].name;
    program.functions.iter().filter(|other| other.name == name && other.body.is_some()).count() == 1
}

/// An external definition without specifiers.
pub fn publish(function: &mut Function) {
    function.is_static = false;
    function.is_inline = false;
    function.defined_inline = false;
    function.is_extern = false;
    function.defined_extern = false;
    function.is_plain = true;
}

/// Leaves a declaration. The functions that it called get external linkage.
pub fn forget_body(program: &mut Program, func: FuncId, called: &[FuncId]) {
    program[func].body = None;
    program[func].params.clear();
    publish(&mut program[func]);
    called.iter().for_each(|&callee| publish(&mut program[callee]));
    for item in program.units.iter_mut().flat_map(|unit| &mut unit.items) {
        if *item == Item::Define(func) {
            *item = Item::Declare(func);
        }
    }
}
