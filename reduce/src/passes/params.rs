//! Parameters that nothing reads, with their arguments; all of functions that are only declared.

use super::View;
use lang::edit::Edit;
use lang::edit::visit::Node;
use lang::{ExprId, ExprKind, FuncId, FunctionType, Program};

pub fn remove(view: &View) -> Vec<Edit> {
    let program = view.program;
    let mut edits = Vec::new();
    let mut used = vec![false; program.vars.len()];
    view.each_node(&mut |node| {
        if let Node::Expr(expr) = node
            && let ExprKind::Var(var) = program[expr].kind
        {
            used[var.index()] = true;
        }
    });
    for (func, _) in view.bodies() {
        let function = &program[func];
        let is_prototyped = program.types.function_type(function.ty).is_some_and(|ty| ty.prototyped);
        if function.is_knr || !is_prototyped {
            continue;
        }
        for (at, param) in function.params.iter().enumerate() {
            if !used[param.index()] {
                edits.push(Edit::new(move |program| remove_param(program, func, at)));
            }
        }
    }
    for func in view.declared() {
        let count = program.types.function_type(program[func].ty).map_or(0, |ty| ty.params.len());
        edits.extend((0..count).map(|at| Edit::new(move |program| remove_param(program, func, at))));
    }
    edits
}

/// The declarations in all units lose it too.
fn remove_param(program: &mut Program, func: FuncId, at: usize) {
    let name = program[func].name;
    let same: Vec<bool> = program.functions.iter().map(|function| function.name == name).collect();
    for index in (0..program.functions.len()).filter(|&index| same[index]) {
        let Some(function) = program.types.function_type(program.functions[index].ty) else { continue };
        if at >= function.params.len() {
            continue;
        }
        let mut params = function.params.to_vec();
        params.remove(at);
        let function = FunctionType { params: params.into(), ..function.clone() };
        program.functions[index].ty = program.types.function(function);
        if at < program.functions[index].params.len() {
            program.functions[index].params.remove(at);
        }
    }
    for index in 0..program.exprs.len() {
        let ExprKind::Call(callee, args) = program.exprs[index].kind else { continue };
        if callee_of(program, callee).is_some_and(|func| same[func.index()]) && at < args.len as usize {
            let mut list = program.expr_list(args).to_vec();
            list.remove(at);
            let args = program.add_expr_list(&list);
            program.exprs[index].kind = ExprKind::Call(callee, args);
        }
    }
}

/// The function that is called by its name.
pub fn callee_of(program: &Program, callee: ExprId) -> Option<FuncId> {
    match program[callee].kind {
        ExprKind::Convert(inner) | ExprKind::AddrOf(inner) | ExprKind::Deref(inner) => callee_of(program, inner),
        ExprKind::Func(func) => Some(func),
        _ => None,
    }
}
