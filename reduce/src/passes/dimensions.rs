//! Arrays of arrays lose an inner dimension: `a[i][j]` becomes `a[i]`. (The outermost is `arrays::flatten`'s.)

use super::View;
use super::arrays::is_flattenable;
use lang::edit::Edit;
use lang::edit::visit::Node;
use lang::{ExprId, ExprKind, Init, InitId, Program, Type, TypeKind, VarId};

/// Every inner dimension that each use of the variable goes through.
pub fn inner(view: &View) -> Vec<Edit> {
    let program = view.program;
    let mut uses: Vec<Vec<Vec<ExprId>>> = vec![Vec::new(); program.vars.len()];
    view.each_node(&mut |node| {
        let Node::Expr(expr) = node else { return };
        if let Some((var, level)) = chain(program, expr) {
            let levels = &mut uses[var.index()];
            levels.resize(levels.len().max(level + 1), Vec::new());
            levels[level].push(expr);
        }
    });
    let mut edits = Vec::new();
    for (at, levels) in uses.into_iter().enumerate() {
        let var = VarId(at as u32);
        if !is_flattenable(program, var) {
            continue;
        }
        let count = levels.first().map_or(0, Vec::len);
        for (level, parts) in levels.into_iter().enumerate().skip(2).filter(|(_, parts)| parts.len() == count) {
            edits.push(Edit::new(move |program| drop_dimension(program, var, level - 1, &parts)));
        }
    }
    edits
}

/// The variable of which this is an element of elements, and how many indices that takes; conversions are not counted.
fn chain(program: &Program, expr: ExprId) -> Option<(VarId, usize)> {
    match program[expr].kind {
        ExprKind::Var(var) => Some((var, 0)),
        ExprKind::Index(base, _) => chain(program, decayed(program, base)).map(|(var, level)| (var, level + 1)),
        _ => None,
    }
}

/// What an array was before it became a pointer.
fn decayed(program: &Program, base: ExprId) -> ExprId {
    match program[base].kind {
        ExprKind::Convert(inner) if program.types.is_array(program[inner].ty) => inner,
        _ => base,
    }
}

/// `parts` are all uses, with an index in this dimension as their last.
fn drop_dimension(program: &mut Program, var: VarId, depth: usize, parts: &[ExprId]) {
    for &part in parts {
        if let ExprKind::Index(base, _) = program[part].kind {
            program[part].kind = program[decayed(program, base)].kind;
        }
    }
    program[var].ty = without_dimension(program, program[var].ty, depth);
    if let Some(init) = program[var].init {
        drop_level(program, init, depth);
    }
}

fn without_dimension(program: &mut Program, ty: Type, depth: usize) -> Type {
    match *program.types.kind(ty) {
        TypeKind::Array { elem, .. } if depth == 0 => elem,
        TypeKind::Array { elem, len } => {
            let elem = without_dimension(program, elem, depth - 1);
            program.types.array(elem, len)
        }
        _ => ty,
    }
}

/// The lists so far inside become their first values; what has none is zero.
fn drop_level(program: &mut Program, init: InitId, depth: usize) {
    let Init::List(mut items) = program[init].clone() else { return };
    if depth > 1 {
        items.iter().for_each(|item| drop_level(program, item.value, depth - 1));
        return;
    }
    items.retain_mut(|item| match &program[item.value] {
        Init::List(inner) => match inner.first() {
            Some(first) => {
                item.value = first.value;
                true
            }
            None => false,
        },
        // A text: its characters have no initialiser of their own.
        Init::Expr(_) => false,
    });
    program[init] = Init::List(items);
}
