//! Types: `int` where something else is not needed, `void` where no result is.

use super::{View, linked};
use lang::edit::Edit;
use lang::edit::visit::{self, Node};
use lang::{ArrayLen, ExprKind, Field, FuncId, FunctionType, Program, StmtKind, Storage, Type, TypeKind, VarId};

/// Integer variables, array elements and fields become `int`; so do explicit casts.
pub fn plain(view: &View) -> Vec<Edit> {
    let program = view.program;
    let mut edits = Vec::new();
    for var in view.vars() {
        if let Some(ty) = simpler(program, program[var].ty) {
            edits.push(Edit::new(move |program| {
                for var in linked(program, var) {
                    let old = program[var].ty;
                    program[var].ty = rebuilt(program, old, ty);
                }
                prototype(program, var);
            }));
        }
    }
    for record in view.records() {
        for (index, field) in record.fields(program).iter().enumerate() {
            if let Some(ty) = simpler(program, field.ty) {
                let record = record.clone();
                edits.push(Edit::new(move |program| {
                    record.change(program, index, |program, field| {
                        let ty = rebuilt(program, field.ty, ty);
                        Field { ty, ..field }
                    });
                }));
            }
        }
    }
    edits
}

/// The types of functions follow those of a parameter.
fn prototype(program: &mut Program, var: VarId) {
    let Some(func) = program[var].function.filter(|_| program[var].storage == Storage::Param) else { return };
    let Some(at) = program[func].params.iter().position(|&param| param == var) else { return };
    let ty = program[var].ty.unqualified();
    set_parameter(program, func, at, ty);
}

/// In all declarations of the function, in all units.
fn set_parameter(program: &mut Program, func: FuncId, at: usize, ty: Type) {
    let name = program[func].name;
    for index in 0..program.functions.len() {
        let same = program.functions[index].name == name;
        let Some(function) = program.types.function_type(program.functions[index].ty).filter(|_| same) else {
            continue;
        };
        let mut function = function.clone();
        if let Some(param) = function.params.get_mut(at) {
            *param = ty;
        }
        program.functions[index].ty = program.types.function(function);
    }
}

/// The element type that could be simpler.
fn simpler(program: &Program, ty: Type) -> Option<Type> {
    let types = &program.types;
    match types.kind(ty) {
        TypeKind::Array { elem, .. } => simpler(program, *elem),
        TypeKind::Int => None,
        TypeKind::LDouble | TypeKind::Float => Some(Type::DOUBLE),
        _ => types.is_integer(ty).then_some(Type::INT),
    }
}

fn rebuilt(program: &mut Program, old: Type, elem: Type) -> Type {
    match *program.types.kind(old) {
        TypeKind::Array { elem: inner, len } if !matches!(len, ArrayLen::Variable(_)) => {
            let elem = rebuilt(program, inner, elem);
            program.types.array(elem, len)
        }
        _ => elem.with(old.quals()),
    }
}

/// Bit-fields become fields.
pub fn bit_fields(view: &View) -> Vec<Edit> {
    let mut edits = Vec::new();
    for record in view.records() {
        for (index, field) in record.fields(view.program).iter().enumerate() {
            if field.bit_width.is_some() && field.name.is_some() {
                let record = record.clone();
                edits.push(Edit::new(move |program| {
                    record.change(program, index, |_, field| Field { bit_width: None, ..field });
                }));
            }
        }
    }
    edits
}

/// Functions return `int`, or nothing if no call's value is used.
pub fn results(view: &View) -> Vec<Edit> {
    let program = view.program;
    let mut edits: Vec<Edit> = Vec::new();
    for func in view.bodies().map(|(func, _)| func).chain(view.declared()) {
        let Some(function) = program.types.function_type(program[func].ty) else { continue };
        if program.name(program[func].name) == "main" || program.types.is_void(function.ret) {
            continue;
        }
        edits.push(Edit::new(move |program| {
            set_result(program, func, Type::VOID);
            drop_returned(program, func);
        }));
        let outer = edits.len() - 1;
        if simpler(program, function.ret).is_some() {
            edits.push(Edit::new(move |program| set_result(program, func, Type::INT)).inside(Some(outer)));
        }
    }
    edits
}

/// Parameters of functions that are only declared become `int`.
pub fn prototypes(view: &View) -> Vec<Edit> {
    let mut edits = Vec::new();
    for func in view.declared() {
        let Some(function) = view.program.types.function_type(view.program[func].ty) else { continue };
        for (at, &ty) in function.params.iter().enumerate() {
            if let Some(ty) = simpler(view.program, ty) {
                edits.push(Edit::new(move |program| set_parameter(program, func, at, ty)));
            }
        }
    }
    edits
}

/// All declarations of the function, in all units.
fn set_result(program: &mut Program, func: FuncId, ret: Type) {
    let name = program[func].name;
    for at in 0..program.functions.len() {
        let same = program.functions[at].name == name;
        let Some(function) = program.types.function_type(program.functions[at].ty).filter(|_| same) else { continue };
        let function = FunctionType { ret, ..function.clone() };
        program.functions[at].ty = program.types.function(function);
    }
}

fn drop_returned(program: &mut Program, func: FuncId) {
    let mut returns = Vec::new();
    visit::visit_function(program, func, &mut |node| {
        if let Node::Stmt(stmt) = node
            && let StmtKind::Return(Some(value)) = program[stmt].kind
        {
            returns.push((stmt, value));
        }
    });
    for (stmt, value) in returns {
        let loc = program[stmt].loc;
        let effects = program.add_stmt(StmtKind::Expr(value), loc);
        let leave = program.add_stmt(StmtKind::Return(None), loc);
        let list = program.add_stmt_list(&[effects, leave]);
        program[stmt].kind = StmtKind::Block(list);
    }
}

/// Explicit casts that change nothing, or nothing that matters.
pub fn casts(view: &View) -> Vec<Edit> {
    let mut edits = Vec::new();
    view.each_node(&mut |node| {
        if let Node::Expr(expr) = node
            && let ExprKind::Cast(inner) = view.program[expr].kind
        {
            edits.push(Edit::forward(expr, inner));
        }
    });
    edits
}
