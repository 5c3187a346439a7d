//! Functions as a compiler that fails sees them: it need not see who calls the one that it fails on, nor what that calls.

use super::View;
use crate::edit::Edit;
use lang::{FuncId, Function, Item, Program};

/// Functions that only this unit could call are there for all, so that nobody has to call them.
pub fn expose(view: &View) -> Vec<Edit> {
    let program = view.program;
    let is_hidden = |function: &Function| function.is_static || function.is_inline;
    let hidden = own(view).filter(|&func| is_hidden(&program[func]) && is_only_one(program, func));
    hidden.map(|func| Edit::new(move |program| publish(&mut program[func]))).collect()
}

/// Definitions become declarations.
pub fn declare(view: &View) -> Vec<Edit> {
    own(view).map(|func| Edit::new(move |program| forget_body(program, func))).collect()
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

fn forget_body(program: &mut Program, func: FuncId) {
    program[func].body = None;
    program[func].params.clear();
    publish(&mut program[func]);
    for item in program.units.iter_mut().flat_map(|unit| &mut unit.items) {
        if *item == Item::Define(func) {
            *item = Item::Declare(func);
        }
    }
}
