//! Calls of builtins that are generic in their argument types. The call's type is what the builtin returns here; the
//! callee's own type says nothing.

use super::*;
use crate::builtins::Generic;
use crate::types::TypeKind;

pub(super) fn call(p: &mut Program, generic: Generic, callee: ExprId, args: Vec<ExprId>, loc: Loc) -> Result<ExprId> {
    let (args, ty) = match generic {
        Generic::Int => (values(p, args, loc)?, Type::INT),
        Generic::Void => (values(p, args, loc)?, Type::VOID),
        Generic::FloatTest => (floats(p, args, 0, loc)?, Type::INT),
        Generic::Classify => (floats(p, args, 5, loc)?, Type::INT),
        Generic::Overflow => overflow(p, args, loc)?,
        Generic::Fetch(count) => {
            let (args, pointee) = through_pointer(p, args, count as usize, loc)?;
            (args, pointee)
        }
        Generic::CompareAndSwap(count) => (through_pointer(p, args, count as usize, loc)?.0, Type::BOOL),
        Generic::Store(count) => (through_pointer(p, args, count as usize, loc)?.0, Type::VOID),
        Generic::Pointers(ty) => (through_pointer(p, args, 0, loc)?.0, ty),
        Generic::CompareExchange => compare_exchange(p, args, loc)?,
        Generic::Shuffle => shuffle(p, args, loc)?,
        Generic::ShuffleVector => shuffle_vector(p, args, loc)?,
        Generic::Complex => complex(p, args, loc)?,
        Generic::VaList => (lists(p, args, loc)?, Type::VOID),
    };
    let args = p.add_expr_list(&args);
    Ok(p.add_expr(ExprKind::Call(callee, args), ty, loc))
}

fn wrong(loc: Loc) -> crate::error::Error {
    reject(loc, "wrong arguments to a builtin function")
}

fn values(p: &mut Program, args: Vec<ExprId>, _loc: Loc) -> Result<Vec<ExprId>> {
    Ok(args.into_iter().map(|arg| rvalue(p, arg)).collect())
}

/// From `first` on the arguments are floating, and converted to a common type.
fn floats(p: &mut Program, args: Vec<ExprId>, first: usize, loc: Loc) -> Result<Vec<ExprId>> {
    if args.len() <= first {
        return Err(wrong(loc));
    }
    let mut common = None;
    for &arg in &args[first..] {
        let ty = promoted_type(p, arg);
        if !p.types.is_arithmetic(ty) || p.types.is_complex(ty) {
            return Err(wrong(loc));
        }
        common = Some(common.map_or(ty, |common| common_type(&mut p.types, common, ty)));
    }
    let common = common.filter(|&ty| p.types.is_floating(ty)).unwrap_or(Type::DOUBLE);
    let convert_one = |(at, arg)| convert(p, arg, if at < first { Type::INT } else { common });
    Ok(args.into_iter().enumerate().map(convert_one).collect())
}

fn overflow(p: &mut Program, args: Vec<ExprId>, loc: Loc) -> Result<(Vec<ExprId>, Type)> {
    let args = values(p, args, loc)?;
    let &[a, b, result] = &args[..] else { return Err(wrong(loc)) };
    let to = p.types.pointee(p[result].ty).unwrap_or(p[result].ty);
    let valid = [p[a].ty, p[b].ty, to].iter().all(|&ty| p.types.is_integer(ty));
    if valid { Ok((args, Type::BOOL)) } else { Err(wrong(loc)) }
}

/// The first argument is a pointer, the next `count` are converted to its pointee's type, the rest is promoted.
fn through_pointer(p: &mut Program, args: Vec<ExprId>, count: usize, loc: Loc) -> Result<(Vec<ExprId>, Type)> {
    let mut args = values(p, args, loc)?;
    let pointee = args.first().and_then(|&arg| p.types.pointee(p[arg].ty)).ok_or_else(|| wrong(loc))?;
    let pointee = p.types.strip(pointee);
    if args.len() < 1 + count {
        return Err(wrong(loc));
    }
    for (at, arg) in args.iter_mut().enumerate().skip(1) {
        *arg = if at <= count { convert_to(p, *arg, pointee)? } else { default_promotion(p, *arg)? };
    }
    Ok((args, pointee))
}

/// `(pointer, &expected, desired, weak, success, failure)`
fn compare_exchange(p: &mut Program, args: Vec<ExprId>, loc: Loc) -> Result<(Vec<ExprId>, Type)> {
    let (mut args, pointee) = through_pointer(p, args, 0, loc)?;
    if args.len() != 6 {
        return Err(wrong(loc));
    }
    args[2] = convert_to(p, args[2], pointee)?;
    Ok((args, Type::BOOL))
}

fn shuffle(p: &mut Program, args: Vec<ExprId>, loc: Loc) -> Result<(Vec<ExprId>, Type)> {
    let vectors = args.iter().all(|&arg| p.types.is_vector(p[arg].ty));
    if !vectors || !(2..=3).contains(&args.len()) {
        return Err(wrong(loc));
    }
    let ty = p.types.strip(p[args[0]].ty);
    Ok((args, ty))
}

fn shuffle_vector(p: &mut Program, args: Vec<ExprId>, loc: Loc) -> Result<(Vec<ExprId>, Type)> {
    if args.len() < 3 || !args[..2].iter().all(|&arg| p.types.is_vector(p[arg].ty)) {
        return Err(wrong(loc));
    }
    let elem = p.types.element(p[args[0]].ty).ok_or_else(|| wrong(loc))?;
    let ty = p.types.intern(TypeKind::Vector { elem, lanes: args.len() as u32 - 2 });
    Ok((args, ty))
}

/// The first argument is a `va_list`; so is the second of `va_copy`.
fn lists(p: &mut Program, args: Vec<ExprId>, loc: Loc) -> Result<Vec<ExprId>> {
    let mut args = values(p, args, loc)?;
    let first = args.first_mut().ok_or_else(|| wrong(loc))?;
    *first = va_list(p, *first, loc)?;
    Ok(args)
}

/// `__builtin_complex`: both parts have the same type.
fn complex(p: &mut Program, args: Vec<ExprId>, loc: Loc) -> Result<(Vec<ExprId>, Type)> {
    let &[part, _] = &args[..] else { return Err(wrong(loc)) };
    let part = p.types.strip(p[part].ty);
    let ty = p.types.intern(TypeKind::Complex(part));
    Ok((args, ty))
}

/// A `va_list` is used by reference: as the pointer that it decays to, or, where it is no array, as the lvalue itself.
pub fn va_list(p: &mut Program, list: ExprId, loc: Loc) -> Result<ExprId> {
    mark_address_taken(p, list);
    let list = rvalue(p, list);
    let ty = p[list].ty;
    let to = p.types.pointee(ty).unwrap_or(ty);
    if matches!(p.types.kind(to), TypeKind::Record(id) if *id == Types::VA_LIST_TAG) {
        return Ok(list);
    }
    Err(reject(loc, "not a `va_list`"))
}
