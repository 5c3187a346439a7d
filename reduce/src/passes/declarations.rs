//! Declarations: initialisers, attributes, qualifiers and storage classes that are not needed.

use super::functions::publish;
use super::{View, linked};
use lang::edit::Edit;
use lang::{ArrayLen, Field, FuncId, Init, InitId, Program, Quals, Storage, Type, TypeKind, VarId};

/// Whole initialisers, then their elements.
pub fn initializers(view: &View) -> Vec<Edit> {
    let program = view.program;
    let mut edits = Vec::new();
    for (var, init) in view.vars().filter_map(|var| Some((var, program[var].init?))) {
        let is_local = !program[var].storage.is_static();
        if !is_local || matches!(program[init], Init::List(_)) {
            edits.push(Edit::new(move |program| remove(program, var)));
            let outer = edits.len() - 1;
            elements(program, init, outer, &mut edits);
        }
    }
    edits
}

/// A static object is zero without one; a local one needs something.
fn remove(program: &mut Program, var: VarId) {
    if program[var].storage.is_static() {
        program[var].init = None;
    } else if let Some(init) = program[var].init
        && let Init::List(items) = &mut program[init]
    {
        items.truncate(1);
    }
}

fn elements(program: &Program, list: InitId, outer: usize, edits: &mut Vec<Edit>) {
    let Init::List(items) = &program[list] else { return };
    for item in items {
        let value = item.value;
        let edit = Edit::new(move |program| {
            if let Init::List(items) = &mut program[list] {
                items.retain(|item| item.value != value);
            }
        });
        edits.push(edit.inside(Some(outer)));
        let outer = edits.len() - 1;
        elements(program, value, outer, edits);
    }
}

/// Attributes and alignments.
pub fn attributes(view: &View) -> Vec<Edit> {
    let program = view.program;
    let mut edits = Vec::new();
    for var in view.vars() {
        if program[var].attrs.is_empty() && program[var].align.is_none() {
            continue;
        }
        edits.push(Edit::new(move |program| {
            program[var].attrs.clear();
            program[var].align = None;
        }));
    }
    for at in 0..program.functions.len() {
        let func = FuncId(at as u32);
        if !program[func].attrs.is_empty() {
            edits.push(Edit::new(move |program| program[func].attrs.clear()));
        }
        if program[func].is_inline {
            edits.push(Edit::new(move |program| not_inline(&mut program[func])));
        }
    }
    for shared in view.records() {
        let record = &program.types.records[shared.ids()[0]];
        let plain = !record.packed && record.align_attr.is_none() && record.pragma_pack.is_none();
        if !plain || record.fields.iter().any(|field| field.packed || field.align_attr.is_some()) {
            edits.push(Edit::new(move |program| {
                shared.ids().iter().for_each(|&at| unpack(&mut program.types.records[at]));
            }));
        }
    }
    edits
}

/// A static function stays one.
fn not_inline(function: &mut lang::Function) {
    let is_static = function.is_static;
    publish(function);
    function.is_static = is_static;
}

fn unpack(record: &mut lang::Record) {
    (record.packed, record.align_attr, record.pragma_pack) = (false, None, None);
    for field in &mut record.fields {
        (field.packed, field.align_attr) = (false, None);
    }
}

/// `const`, `volatile`, `restrict`; `register` and `static`.
pub fn qualifiers(view: &View) -> Vec<Edit> {
    let program = view.program;
    let mut edits = Vec::new();
    for var in view.vars() {
        if has_quals(program, program[var].ty) {
            edits.push(Edit::new(move |program| {
                for var in linked(program, var) {
                    let ty = program[var].ty;
                    program[var].ty = unqualify(program, ty);
                }
            }));
        }
        if matches!(program[var].storage, Storage::Register | Storage::StaticLocal) {
            edits.push(Edit::new(move |program| program[var].storage = Storage::Auto));
        }
        if program[var].storage == Storage::Static {
            edits.push(Edit::new(move |program| program[var].storage = Storage::Extern));
        }
    }
    for (func, _) in view.bodies().filter(|&(func, _)| program[func].is_static && !program[func].is_inline) {
        edits.push(Edit::new(move |program| program[func].is_static = false));
    }
    fields(view, &mut edits);
    edits
}

fn fields(view: &View, edits: &mut Vec<Edit>) {
    for record in view.records() {
        let fields = record.fields(view.program).iter().enumerate();
        for (index, _) in fields.filter(|(_, field)| has_quals(view.program, field.ty)) {
            let record = record.clone();
            edits.push(Edit::new(move |program| {
                record.change(program, index, |program, field| Field { ty: unqualify(program, field.ty), ..field });
            }));
        }
    }
}

fn has_quals(program: &Program, ty: Type) -> bool {
    ty.quals() != Quals::NONE
        || match program.types.kind(ty) {
            TypeKind::Array { elem: inner, .. } | TypeKind::Pointer(inner) => has_quals(program, *inner),
            _ => false,
        }
}

fn unqualify(program: &mut Program, ty: Type) -> Type {
    match *program.types.kind(ty) {
        TypeKind::Array { elem, len } if !matches!(len, ArrayLen::Variable(_)) => {
            let elem = unqualify(program, elem);
            program.types.array(elem, len)
        }
        TypeKind::Pointer(to) if !program.types.is_function(to) => {
            let to = unqualify(program, to);
            program.types.pointer(to)
        }
        _ => ty.unqualified(),
    }
}
