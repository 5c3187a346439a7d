//! Arrays and structs become shorter, or scalars (the Orange4 paper's Figure 11).

use super::{Shared, View, linked};
use lang::edit::Edit;
use lang::edit::visit::Node;
use lang::{ArrayLen, ExprId, ExprKind, Field, Init, InitId, Program, Type, TypeKind, VarId};

/// Each array variable and array member at half its length, or one element, in every dimension.
pub fn shorten(view: &View) -> Vec<Edit> {
    let program = view.program;
    let mut edits: Vec<Edit> = Vec::new();
    for var in view.vars() {
        for (depth, len) in dimensions(program, program[var].ty) {
            let mut outer = None;
            for len in [1, len / 2, len - 1] {
                edits.push(Edit::new(move |program| cut_var(program, var, depth, len)).inside(outer));
                outer = Some(edits.len() - 1);
            }
        }
    }
    for record in view.records() {
        for (index, field) in record.fields(program).iter().enumerate() {
            for (depth, len) in dimensions(program, field.ty) {
                let mut outer = None;
                for len in [1, len / 2] {
                    let record = record.clone();
                    let edit = Edit::new(move |program| cut_field(program, &record, index, depth, len));
                    edits.push(edit.inside(outer));
                    outer = Some(edits.len() - 1);
                }
            }
        }
    }
    edits
}

fn cut_field(program: &mut Program, record: &Shared, index: usize, depth: usize, len: u64) {
    record.change(program, index, |program, field| Field { ty: with_length(program, field.ty, depth, len), ..field });
    cut_inits(program);
}

/// The lengths that can be less, by how far inside they are.
fn dimensions(program: &Program, mut ty: Type) -> Vec<(usize, u64)> {
    let mut found = Vec::new();
    for depth in 0.. {
        let TypeKind::Array { elem, .. } = *program.types.kind(ty) else { break };
        found.extend(length(program, ty).filter(|&len| len > 1).map(|len| (depth, len)));
        ty = elem;
    }
    found
}

fn length(program: &Program, ty: Type) -> Option<u64> {
    match *program.types.kind(ty) {
        TypeKind::Array { len: ArrayLen::Fixed(len), .. } => Some(len),
        _ => None,
    }
}

/// The type with a length of at most `len` in one dimension.
fn with_length(program: &mut Program, ty: Type, depth: usize, len: u64) -> Type {
    match *program.types.kind(ty) {
        TypeKind::Array { elem, len: ArrayLen::Fixed(old) } if depth == 0 => {
            program.types.array(elem, ArrayLen::Fixed(len.min(old)))
        }
        TypeKind::Array { elem, len: outer } if depth > 0 => {
            let elem = with_length(program, elem, depth - 1, len);
            program.types.array(elem, outer)
        }
        _ => ty,
    }
}

fn cut_var(program: &mut Program, var: VarId, depth: usize, len: u64) {
    for var in linked(program, var) {
        program[var].ty = with_length(program, program[var].ty, depth, len);
    }
    cut_inits(program);
}

/// No initialiser has more elements than its array.
fn cut_inits(program: &mut Program) {
    for at in 0..program.vars.len() {
        if let Some(init) = program.vars[at].init {
            cut_init(program, init, program.vars[at].ty);
        }
    }
}

fn cut_init(program: &mut Program, init: InitId, ty: Type) {
    let Init::List(mut items) = program[init].clone() else { return };
    if let Some(len) = length(program, ty) {
        items.retain(|item| item.first < len);
        items.iter_mut().for_each(|item| item.last = item.last.min(len - 1));
    }
    for item in &items {
        let inner = match program.types.kind(ty) {
            TypeKind::Array { elem, .. } => Some(*elem),
            TypeKind::Record(_) => {
                program.types.record(ty).and_then(|r| r.fields.get(item.first as usize)).map(|field| field.ty)
            }
            _ => None,
        };
        if let Some(inner) = inner {
            cut_init(program, item.value, inner);
        }
    }
    program[init] = Init::List(items);
}

/// Where an aggregate is used: each use of one of its parts, if it is never used as a whole.
struct Parts {
    /// The expression that is the part, and the part's index if it is known.
    uses: Vec<(ExprId, Option<u64>)>,
    whole: bool,
}

/// An aggregate that is used in parts becomes the one part, or a variable for each.
pub fn flatten(view: &View) -> Vec<Edit> {
    let program = view.program;
    let mut edits = Vec::new();
    for (var, parts) in parts(view) {
        if parts.whole || parts.uses.is_empty() {
            continue;
        }
        let mut indices: Vec<u64> = parts.uses.iter().filter_map(|(_, index)| *index).collect();
        let known = indices.len() == parts.uses.len();
        indices.sort_unstable();
        indices.dedup();
        let is_record = program.types.is_record(program[var].ty);
        let uses = parts.uses.clone();
        if known && indices.len() <= MOST_PARTS && (indices.len() > 1 || is_record) {
            let uses = uses.clone();
            edits.push(Edit::new(move |program| split(program, var, &uses)));
        }
        if !is_record {
            edits.push(Edit::new(move |program| collapse(program, var, &uses)));
        }
    }
    edits
}

/// More variables than this are no simplification.
const MOST_PARTS: usize = 8;

fn parts(view: &View) -> Vec<(VarId, Parts)> {
    let program = view.program;
    let mut all: Vec<Parts> = program.vars.iter().map(|_| Parts { uses: Vec::new(), whole: false }).collect();
    let mut inside = vec![false; program.exprs.len()];
    view.each_node(&mut |node| {
        let Node::Expr(expr) = node else { return };
        let part = match program[expr].kind {
            ExprKind::Member(base, field) => whole(program, base).map(|var| (var, base, Some(field as u64))),
            ExprKind::Index(base, index) => {
                let value = lang::fold::integer_constant(program, index).and_then(|value| u64::try_from(value).ok());
                whole(program, base).map(|var| (var, base, value))
            }
            _ => None,
        };
        if let Some((var, base, index)) = part {
            mark(program, base, &mut inside);
            all[var.index()].uses.push((expr, index));
        }
        if let ExprKind::Var(var) = program[expr].kind
            && !inside[expr.index()]
        {
            all[var.index()].whole = true;
        }
    });
    let ids = (0..program.vars.len() as u32).map(VarId);
    ids.zip(all).filter(|(var, _)| is_flattenable(program, *var)).collect()
}

/// Whether all its uses are seen.
pub fn is_flattenable(program: &Program, var: VarId) -> bool {
    let ty = program[var].ty;
    let is_param = program[var].storage == lang::Storage::Param;
    let is_shared = linked(program, var).len() > 1;
    !is_param && !is_shared && (program.types.is_record(ty) || length(program, ty).is_some())
}

fn whole(program: &Program, base: ExprId) -> Option<VarId> {
    match program[base].kind {
        ExprKind::Var(var) => Some(var),
        ExprKind::Convert(inner) if program.types.is_array(program[inner].ty) => whole(program, inner),
        _ => None,
    }
}

fn mark(program: &Program, base: ExprId, inside: &mut [bool]) {
    inside[base.index()] = true;
    if let ExprKind::Convert(inner) = program[base].kind {
        mark(program, inner, inside);
    }
}

/// One variable for all elements.
fn collapse(program: &mut Program, var: VarId, uses: &[(ExprId, Option<u64>)]) {
    let Some(elem) = program.types.element(program[var].ty) else { return };
    let first =
        program[var].init.and_then(|init| part_of(program, init, uses.iter().find_map(|&(_, at)| at).unwrap_or(0)));
    program[var].ty = elem;
    program[var].init = first;
    uses.iter().for_each(|&(part, _)| program[part].kind = ExprKind::Var(var));
}

fn part_of(program: &Program, init: InitId, index: u64) -> Option<InitId> {
    match &program[init] {
        Init::List(items) => items.iter().find(|item| (item.first..=item.last).contains(&index)).map(|item| item.value),
        Init::Expr(_) => None,
    }
}

/// A variable for each part that is used, declared where the aggregate is.
fn split(program: &mut Program, var: VarId, uses: &[(ExprId, Option<u64>)]) {
    let mut made: Vec<(u64, VarId)> = Vec::new();
    for &(part, index) in uses {
        let Some(index) = index else { continue };
        let existing = made.iter().find(|(at, _)| *at == index).map(|&(_, var)| var);
        let new = existing.or_else(|| part_var(program, var, index));
        let Some(new) = new else { continue };
        if existing.is_none() {
            made.push((index, new));
        }
        program[part].kind = ExprKind::Var(new);
    }
    let vars: Vec<VarId> = made.iter().map(|&(_, var)| var).collect();
    declare(program, var, &vars);
}

fn part_var(program: &mut Program, var: VarId, index: u64) -> Option<VarId> {
    let (ty, suffix) = match *program.types.kind(program[var].ty) {
        TypeKind::Array { elem, .. } => (elem, index.to_string()),
        TypeKind::Record(id) => {
            let field = program.types.records[id.0 as usize].fields.get(index as usize)?;
            (field.ty, program.name(field.name?).to_string())
        }
        _ => return None,
    };
    let fresh = format!("{}_{suffix}", program.name(program[var].name));
    let mut new = program[var].clone();
    new.name = program.names.intern(&fresh);
    new.ty = ty.with(program[var].ty.quals());
    new.init = program[var].init.and_then(|init| part_of(program, init, index));
    Some(program.add_var(new))
}

/// The new variables stand where the old one was declared; nothing uses that any more.
fn declare(program: &mut Program, var: VarId, vars: &[VarId]) {
    for unit in &mut program.units {
        if let Some(at) = unit.items.iter().position(|item| *item == lang::Item::Var(var)) {
            let items = vars.iter().map(|&var| lang::Item::Var(var));
            unit.items.splice(at..at, items);
        }
    }
    for at in 0..program.stmts.len() {
        if program.stmts[at].kind == lang::StmtKind::Decl(var) {
            let loc = program.stmts[at].loc;
            let decls: Vec<lang::StmtId> =
                vars.iter().map(|&var| program.add_stmt(lang::StmtKind::Decl(var), loc)).collect();
            let holders: Vec<lang::StmtId> = blocks_with(program, lang::StmtId(at as u32));
            for holder in holders {
                splice(program, holder, lang::StmtId(at as u32), &decls);
            }
        }
    }
}

fn blocks_with(program: &Program, stmt: lang::StmtId) -> Vec<lang::StmtId> {
    let ids = (0..program.stmts.len() as u32).map(lang::StmtId);
    ids.filter(|&id| matches!(program[id].kind, lang::StmtKind::Block(list) if program.stmt_list(list).contains(&stmt)))
        .collect()
}

fn splice(program: &mut Program, block: lang::StmtId, at: lang::StmtId, new: &[lang::StmtId]) {
    let lang::StmtKind::Block(list) = program[block].kind else { return };
    let mut stmts = program.stmt_list(list).to_vec();
    if let Some(index) = stmts.iter().position(|&stmt| stmt == at) {
        stmts.splice(index..index, new.iter().copied());
        let list = program.add_stmt_list(&stmts);
        program[block].kind = lang::StmtKind::Block(list);
    }
}
