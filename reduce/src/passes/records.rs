//! Members of structs and unions that nothing names.

use super::View;
use lang::edit::Edit;
use lang::edit::visit::Node;
use lang::{ExprKind, Init, InitId, Program, RecordId, Type, TypeKind};

pub fn members(view: &View) -> Vec<Edit> {
    let program = view.program;
    let mut used: Vec<Vec<bool>> =
        program.types.records.iter().map(|record| vec![false; record.fields.len()]).collect();
    view.each_node(&mut |node| {
        if let Node::Expr(expr) = node
            && let ExprKind::Member(base, field) = program[expr].kind
            && let &TypeKind::Record(id) = program.types.kind(program[base].ty)
            && let Some(used) = used[id.0 as usize].get_mut(field as usize)
        {
            *used = true;
        }
    });
    let mut edits = Vec::new();
    for record in view.records() {
        let is_used = |field: usize| record.ids().iter().any(|&at| used[at].get(field) == Some(&true));
        for field in (0..record.fields(program).len()).filter(|&field| !is_used(field)) {
            let record = record.clone();
            edits.push(Edit::new(move |program| {
                record.ids().iter().for_each(|&at| remove(program, RecordId(at as u32), field));
            }));
        }
    }
    edits
}

/// The engine applies later edits first, so that the indices of earlier fields stay as they are.
fn remove(program: &mut Program, id: RecordId, field: usize) {
    let record = &mut program.types.records[id.0 as usize];
    if field >= record.fields.len() {
        return;
    }
    record.fields.remove(field);
    for at in 0..program.exprs.len() {
        if let ExprKind::Member(base, index) = program.exprs[at].kind
            && index as usize > field
            && *program.types.kind(program[base].ty) == TypeKind::Record(id)
        {
            program.exprs[at].kind = ExprKind::Member(base, index - 1);
        }
    }
    for at in 0..program.vars.len() {
        if let Some(init) = program.vars[at].init {
            forget(program, init, program.vars[at].ty, id, field);
        }
    }
}

/// Takes the field out of an initialiser of this type.
fn forget(program: &mut Program, init: InitId, ty: Type, id: RecordId, field: usize) {
    let Init::List(items) = program[init].clone() else { return };
    let kind = program.types.kind(ty).clone();
    let mut kept = Vec::new();
    for mut item in items {
        let is_record = kind == TypeKind::Record(id);
        if is_record && item.first == field as u64 {
            continue;
        }
        let inner = match kind {
            TypeKind::Array { elem, .. } => Some(elem),
            TypeKind::Record(of) => {
                // The fields of this record have moved already.
                let fields = &program.types.records[of.0 as usize].fields;
                let shift = u64::from(is_record && item.first > field as u64);
                fields.get((item.first - shift) as usize).map(|field| field.ty)
            }
            _ => None,
        };
        if let Some(inner) = inner {
            forget(program, item.value, inner, id, field);
        }
        if is_record && item.first > field as u64 {
            (item.first, item.last) = (item.first - 1, item.last - 1);
        }
        kept.push(item);
    }
    program[init] = Init::List(kept);
}
