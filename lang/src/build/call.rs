//! Calls (C17 6.5.2.2).

use super::unary::union_field;
use super::*;
use crate::builtins;
use crate::types::TypeKind;

/// `callee(args)`; the callee is a function or a pointer to one.
pub fn call(p: &mut Program, callee: ExprId, mut args: Vec<ExprId>, loc: Loc) -> Result<ExprId> {
    let known = known_function(p, callee);
    let callee = rvalue(p, callee);
    let function = p.types.pointee(p[callee].ty).filter(|&to| p.types.is_function(to));
    let Some(function) = function else {
        return Err(reject(loc, "the called object is not a function or function pointer"));
    };
    if let Some(generic) = known.filter(|&id| p[id].is_builtin).and_then(|id| builtins::generic(p.name(p[id].name))) {
        return generic::call(p, generic, callee, args, loc);
    }
    let (mut ret, mut prototyped) = (Type::VOID, false);
    if let Some(function) = p.types.function_type(function) {
        (ret, prototyped) = (p.types.strip(function.ret), function.prototyped);
    }
    let library = known.filter(|_| !prototyped).and_then(|id| library_prototype(p, id, args.len()));
    arguments(p, library.unwrap_or(function), &mut args, loc)?;
    let args = p.add_expr_list(&args);
    Ok(p.add_expr(ExprKind::Call(callee, args), ret, loc))
}

fn known_function(p: &Program, callee: ExprId) -> Option<FuncId> {
    match p[callee].kind {
        ExprKind::Func(id) => Some(id),
        _ => None,
    }
}

/// A library function declared without a prototype has the one that GCC knows: `void *memset (); memset (p, 0, 4)`
/// passes a `size_t`.
fn library_prototype(p: &mut Program, id: FuncId, count: usize) -> Option<Type> {
    if p[id].body.is_some() || p[id].is_static {
        return None;
    }
    let name = p[id].name;
    let ty = builtins::function_type(&mut p.types, p.names.get(name))?;
    let function = p.types.function_type(ty)?;
    let fits = count == function.params.len() || (function.variadic && count > function.params.len());
    (function.prototyped && fits).then_some(ty)
}

/// Converts the arguments in place; `function` is a function type.
fn arguments(p: &mut Program, function: Type, args: &mut [ExprId], loc: Loc) -> Result<()> {
    let shape = p.types.function_type(function);
    let (params, fixed) = shape.map_or((0, false), |shape| (shape.params.len(), shape.prototyped && !shape.variadic));
    if args.len() < params {
        return Err(reject(loc, "too few arguments to a function"));
    }
    if args.len() > params && fixed {
        return Err(reject(loc, "too many arguments to a function"));
    }
    for (at, arg) in args.iter_mut().enumerate() {
        let param = p.types.function_type(function).and_then(|shape| shape.params.get(at).copied());
        *arg = match param {
            Some(param) => argument(p, *arg, param)?,
            None => default_promotion(p, *arg)?,
        };
    }
    Ok(())
}

fn argument(p: &mut Program, arg: ExprId, param: Type) -> Result<ExprId> {
    if p.types.record(param).is_some_and(|record| record.transparent_union) {
        return transparent_argument(p, arg, param);
    }
    convert_to(p, arg, param)
}

/// GNU: an argument for a `transparent_union` parameter may have the type of any member.
fn transparent_argument(p: &mut Program, arg: ExprId, param: Type) -> Result<ExprId> {
    let arg = rvalue(p, arg);
    let from = p.types.strip(p[arg].ty);
    if p.types.compatible(from, p.types.strip(param)) {
        return convert_to(p, arg, param);
    }
    let fields = p.types.record(param).map_or(0, |record| record.fields.len());
    let (arg, field) = match union_field(p, param, from) {
        Some(field) => (arg, field),
        None => {
            let pointer = |index: &u32| {
                let field = p.types.record(param).and_then(|record| record.fields.get(*index as usize));
                field.is_some_and(|field| p.types.is_pointer(field.ty))
            };
            let field = (0..fields as u32).find(pointer);
            let usable = p.types.is_pointer(from) || is_null_pointer_constant(p, arg);
            let Some(field) = field.filter(|_| usable) else { return convert_to(p, arg, param) };
            let ty = p.types.record(param).map_or(from, |record| record.fields[field as usize].ty);
            (convert_to(p, arg, ty)?, field)
        }
    };
    let loc = p[arg].loc;
    let ty = p.types.strip(param);
    Ok(p.add_expr(ExprKind::UnionCast(arg, field), ty, loc))
}

/// The default argument promotions (C17 6.5.2.2p6).
pub fn default_promotion(p: &mut Program, arg: ExprId) -> Result<ExprId> {
    let arg = rvalue(p, arg);
    match p.types.kind(p[arg].ty) {
        TypeKind::Float => Ok(convert(p, arg, Type::DOUBLE)),
        TypeKind::Void => Err(reject(p[arg].loc, "invalid use of a void expression")),
        TypeKind::Record(id) if !p.types.records[id.0 as usize].complete => {
            Err(reject(p[arg].loc, "an argument of incomplete type"))
        }
        _ => Ok(promote(p, arg)),
    }
}
