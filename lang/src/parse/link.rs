//! Units that do not belong together: no linker takes two definitions of one thing (C17 6.9p5), and no two units see an
//! object as something else (C17 6.2.7p2). Functions are left to calls, where it shows.

use super::{Error, ErrorKind, Result};
use crate::ast::{Attr, FuncId, Function, Item, Program, Storage, Unit, Var, VarId};
use crate::location::Loc;
use crate::names::Symbol;
use rustc_hash::FxHashMap;

/// Whether the last unit defines nothing that an earlier one defines. A tentative definition counts as a definition
/// (C17 6.9.2p2); common symbols, which let several units have one, are an extension that must be asked for.
pub fn check(program: &Program) -> Result<()> {
    let Some((last, before)) = program.units.split_last().filter(|(_, before)| !before.is_empty()) else {
        return Ok(());
    };
    let earlier = before.iter().flat_map(|unit| unit.items.iter().map(move |item| (item, unit.name.as_str())));
    let defined: FxHashMap<Symbol, &str> =
        earlier.filter_map(|(item, unit)| definition(program, item).map(|(name, _)| (name, unit))).collect();
    if let Some(error) = other_type(program, before) {
        return Err(error);
    }
    let again = last.items.iter().filter_map(|item| definition(program, item));
    for (name, loc) in again {
        if let Some(unit) = defined.get(&name) {
            let message = format!("`{}` is defined in {unit} as well (C17 6.9p5)", program.name(name));
            return Err(Error { kind: ErrorKind::Rejected, message, loc });
        }
    }
    Ok(())
}

/// A variable of the unit whose type is not compatible with the one that an earlier unit declares. Each pair counts:
/// two units that disagree may both agree with a third, where the type is incomplete.
fn other_type(program: &Program, before: &[Unit]) -> Option<Error> {
    let last = before.len() as u32;
    let external = |var: &&Var| var.storage == Storage::Extern && var.asm_label.is_none();
    let mut known: FxHashMap<Symbol, Vec<&Var>> = FxHashMap::default();
    for var in program.vars.iter().filter(external).filter(|var| var.unit < last) {
        known.entry(var.name).or_default().push(var);
    }
    program.vars.iter().filter(external).filter(|var| var.unit == last).find_map(|var| {
        let is_other = |other: &&&Var| !program.types.compatible(var.ty, other.ty);
        let unit = &before[known.get(&var.name)?.iter().find(is_other)?.unit as usize].name;
        let message = format!("`{}` has another type in {unit} (C17 6.2.7p2)", program.name(var.name));
        Some(Error { kind: ErrorKind::Rejected, message, loc: var.loc })
    })
}

/// What the item defines for all units.
fn definition(program: &Program, item: &Item) -> Option<(Symbol, Loc)> {
    match *item {
        Item::Var(var) => is_variable(program, var).then(|| (program[var].name, program[var].loc)),
        Item::Define(func) => is_function(program, func).then(|| (program[func].name, program[func].loc)),
        Item::Declare(_) | Item::Asm(_) => None,
    }
}

fn is_variable(program: &Program, var: VarId) -> bool {
    let Var { storage, defined, asm_label, attrs, .. } = &program[var];
    *storage == Storage::Extern && *defined && asm_label.is_none() && !is_shared(program, attrs)
}

/// An inline definition is there for its unit only (C17 6.7.4p7).
fn is_function(program: &Program, func: FuncId) -> bool {
    let Function { is_static, is_inline, asm_label, attrs, .. } = &program[func];
    !is_static && !is_inline && asm_label.is_none() && !is_shared(program, attrs)
}

/// Several definitions may stand beside each other.
fn is_shared(program: &Program, attrs: &[Attr]) -> bool {
    let name = |attr: &Attr| program.name(attr.name).trim_matches('_').to_string();
    attrs.iter().any(|attr| matches!(name(attr).as_str(), "weak" | "common" | "alias" | "weakref" | "selectany"))
}
