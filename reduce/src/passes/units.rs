//! Several units become one: entities that are linked by name become one entity, types that look alike one type.

mod order;
mod types;

use super::View;
use lang::edit::Edit;
use lang::edit::tidy::uses::Links;
use lang::{ExprKind, FuncId, Item, Program, StmtKind, Storage, Symbol, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// All units in the first one.
pub fn merge(view: &View) -> Vec<Edit> {
    if view.program.units.len() < 2 {
        return Vec::new();
    }
    let plain = Edit::new(merge_all);
    let opaque = Edit::new(|program| {
        keep_calls(program);
        merge_all(program);
    });
    vec![plain, opaque.inside(Some(0))]
}

/// Every entity is declared once, before its use.
pub fn reorder(view: &View) -> Vec<Edit> {
    if view.program.units.len() != 1 { Vec::new() } else { vec![Edit::new(order::reorder)] }
}

/// In place.
pub fn merge_all(program: &mut Program) {
    rename_statics(program);
    let (vars, functions) = representatives(program);
    types::unify(program, &vars, &functions);
    redirect(program, &vars, &functions);
    let mut items = Vec::new();
    for unit in &mut program.units {
        items.append(&mut unit.items);
    }
    for item in &mut items {
        match item {
            Item::Var(var) => *var = vars[var.index()],
            Item::Declare(func) | Item::Define(func) => *func = functions[func.index()],
            Item::Asm(_) => {}
        }
    }
    program.units[0].items = items;
    program.vars.iter_mut().for_each(|var| var.unit = 0);
    program.functions.iter_mut().for_each(|function| function.unit = 0);
    program.types.records.iter_mut().for_each(|record| record.unit = 0);
    program.types.enums.iter_mut().for_each(|entry| entry.unit = 0);
    order::reorder(program);
}

/// What was called across units stays a call, as far as GCC and Clang can be told.
fn keep_calls(program: &mut Program) {
    let noinline = program.names.intern("noinline");
    for function in &mut program.functions {
        let is_main = program.names.get(function.name) == "main";
        if !function.is_static && function.body.is_some() && !is_main && !function.is_inline {
            function.attrs.push(lang::Attr { name: noinline, args: None });
        }
    }
}

/// A static entity whose name is used in another unit too gets another one.
fn rename_statics(program: &mut Program) {
    let mut owners: FxHashMap<Symbol, u32> = FxHashMap::default();
    let mut shared: FxHashSet<Symbol> = FxHashSet::default();
    let globals = program.vars.iter().filter(|v| matches!(v.storage, Storage::Extern | Storage::Static));
    let names = globals.map(|v| (v.name, v.unit)).chain(program.functions.iter().map(|f| (f.name, f.unit)));
    for (name, unit) in names {
        if *owners.entry(name).or_insert(unit) != unit {
            shared.insert(name);
        }
    }
    let rename = |names: &mut lang::Names, name: Symbol, unit: u32| match shared.contains(&name) {
        true => (0..)
            .map(|n| format!("{}_{unit}{}", names.get(name), if n == 0 { String::new() } else { format!("_{n}") }))
            .find(|fresh| names.find(fresh).is_none())
            .map(|fresh| names.intern(&fresh)),
        false => None,
    };
    for var in program.vars.iter_mut().filter(|var| var.storage == Storage::Static) {
        var.name = rename(&mut program.names, var.name, var.unit).unwrap_or(var.name);
    }
    for function in program.functions.iter_mut().filter(|function| function.is_static) {
        function.name = rename(&mut program.names, function.name, function.unit).unwrap_or(function.name);
    }
}

/// For every entity the one that stands for it: the definition, or else the first declaration.
fn representatives(program: &Program) -> (Vec<VarId>, Vec<FuncId>) {
    let mut vars: Vec<VarId> = (0..program.vars.len() as u32).map(VarId).collect();
    let mut functions: Vec<FuncId> = (0..program.functions.len() as u32).map(FuncId).collect();
    let links = Links::new(program);
    for same in links.vars.values() {
        let best =
            same.iter().max_by_key(|&&var| (program[var].init.is_some(), program[var].defined, std::cmp::Reverse(var)));
        same.iter().for_each(|var| vars[var.index()] = *best.unwrap_or(var));
    }
    for same in links.functions.values() {
        let best = same.iter().max_by_key(|&&func| (program[func].body.is_some(), std::cmp::Reverse(func)));
        same.iter().for_each(|func| functions[func.index()] = *best.unwrap_or(func));
    }
    (vars, functions)
}

fn redirect(program: &mut Program, vars: &[VarId], functions: &[FuncId]) {
    for expr in &mut program.exprs {
        match &mut expr.kind {
            ExprKind::Var(var) => *var = vars[var.index()],
            ExprKind::Func(func) => *func = functions[func.index()],
            _ => {}
        }
    }
    for stmt in &mut program.stmts {
        match &mut stmt.kind {
            StmtKind::Decl(var) => *var = vars[var.index()],
            StmtKind::DeclareFunction(func) => *func = functions[func.index()],
            _ => {}
        }
    }
}
