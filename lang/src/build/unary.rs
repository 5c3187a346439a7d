//! Operators with one operand, subscripts, members and casts (C17 6.5.2 to 6.5.4).

use super::binary::check_pointee;
use super::*;
use crate::names::Symbol;
use crate::types::{Quals, RecordId, TypeKind};

/// `op e`, with the promotion that the operator makes (C17 6.5.3.3).
pub fn unary(p: &mut Program, op: UnaryOp, e: ExprId, loc: Loc) -> Result<ExprId> {
    match op {
        UnaryOp::Not => {
            let e = condition(p, e)?;
            Ok(p.add_expr(ExprKind::Unary(op, e), Type::INT, loc))
        }
        UnaryOp::Real | UnaryOp::Imag => part(p, op, e, loc),
        UnaryOp::Plus | UnaryOp::Neg | UnaryOp::BitNot => arithmetic(p, op, e, loc),
    }
}

fn arithmetic(p: &mut Program, op: UnaryOp, e: ExprId, loc: Loc) -> Result<ExprId> {
    let e = rvalue(p, e);
    let ty = p[e].ty;
    let of = p.types.element(ty).filter(|_| p.types.is_vector(ty)).unwrap_or(ty);
    let valid = match op {
        UnaryOp::BitNot => p.types.is_integer(of) || p.types.is_complex(of),
        _ => p.types.is_arithmetic(of),
    };
    if !valid {
        return Err(reject(loc, "wrong type of operand to a unary operator"));
    }
    let e = promote(p, e);
    let ty = p.types.strip(p[e].ty);
    Ok(p.add_expr(ExprKind::Unary(op, e), ty, loc))
}

/// `__real__` and `__imag__`; of a real operand they are its value and zero.
fn part(p: &mut Program, op: UnaryOp, e: ExprId, loc: Loc) -> Result<ExprId> {
    let ty = p[e].ty;
    let ty = match *p.types.kind(ty) {
        TypeKind::Complex(elem) => elem.with(ty.quals()),
        // GNU: the operand itself, an lvalue if it is one; but `__imag__` gives just a zero.
        _ if p.types.is_arithmetic(ty) && op == UnaryOp::Real => return Ok(e),
        _ if p.types.is_arithmetic(ty) => p.types.strip(ty),
        _ => return Err(reject(loc, "wrong type of operand to `__real__` or `__imag__`")),
    };
    Ok(p.add_expr(ExprKind::Unary(op, e), ty, loc))
}

/// `++` and `--` (C17 6.5.2.4, 6.5.3.1).
pub fn step(p: &mut Program, op: StepOp, e: ExprId, loc: Loc) -> Result<ExprId> {
    check_modifiable(p, e, loc)?;
    let ty = p.types.strip(p[e].ty);
    if p.types.is_pointer(ty) {
        check_pointee(p, ty, loc)?;
    } else if !p.types.is_arithmetic(ty) && !p.types.is_vector(ty) {
        return Err(reject(loc, "wrong type of operand to `++` or `--`"));
    }
    Ok(p.add_expr(ExprKind::Step(op, e), ty, loc))
}

/// `&e` (C17 6.5.3.2).
pub fn addr_of(p: &mut Program, e: ExprId, loc: Loc) -> Result<ExprId> {
    let ty = p[e].ty;
    if !p.types.is_function(ty) {
        if !p.is_lvalue(e) {
            return Err(reject(loc, "an lvalue is required as the operand of `&`"));
        }
        if is_bit_field(p, e) {
            return Err(reject(loc, "cannot take the address of a bit-field"));
        }
        mark_address_taken(p, e);
    }
    let pointer = p.types.pointer(ty);
    Ok(p.add_expr(ExprKind::AddrOf(e), pointer, loc))
}

/// `*e`
pub fn deref(p: &mut Program, e: ExprId, loc: Loc) -> Result<ExprId> {
    let e = rvalue(p, e);
    match p.types.pointee(p[e].ty) {
        Some(to) => Ok(p.add_expr(ExprKind::Deref(e), to, loc)),
        None => Err(reject(loc, "the operand of `*` is not a pointer")),
    }
}

/// `a[i]`, in either order.
pub fn index(p: &mut Program, a: ExprId, i: ExprId, loc: Loc) -> Result<ExprId> {
    if let Some((vector, i)) = vector_subscript(p, a, i) {
        let Expr { ty, .. } = p[vector];
        let elem = p.types.element(ty).unwrap_or(Type::VOID);
        return Ok(p.add_expr(ExprKind::Index(vector, i), elem.with(ty.quals()), loc));
    }
    let (a, i) = (rvalue(p, a), rvalue(p, i));
    let (base, i) = match (p.types.pointee(p[a].ty), p.types.pointee(p[i].ty)) {
        (Some(_), None) => (a, i),
        (None, Some(_)) => (i, a),
        _ => return Err(reject(loc, "the subscripted value is neither array nor pointer nor vector")),
    };
    if !p.types.is_integer(p[i].ty) {
        return Err(reject(loc, "an array subscript is not an integer"));
    }
    let pointer = p[base].ty;
    check_pointee(p, pointer, loc)?;
    let elem = p.types.pointee(pointer).unwrap_or(Type::VOID);
    if p.types.is_function(elem) {
        return Err(reject(loc, "the subscripted value is a pointer to a function"));
    }
    Ok(p.add_expr(ExprKind::Index(base, i), elem, loc))
}

fn vector_subscript(p: &mut Program, a: ExprId, i: ExprId) -> Option<(ExprId, ExprId)> {
    if p.types.is_vector(p[a].ty) && p.types.is_integer(p[i].ty) {
        Some((a, i))
    } else if p.types.is_vector(p[i].ty) && p.types.is_integer(p[a].ty) {
        Some((i, a))
    } else {
        None
    }
}

/// `e.name`, through anonymous members.
pub fn member(p: &mut Program, e: ExprId, name: Symbol, loc: Loc) -> Result<ExprId> {
    let TypeKind::Record(id) = *p.types.kind(p[e].ty) else {
        let message = format!("request for member `{}` in something not a struct or union", p.name(name));
        return Err(reject(loc, message));
    };
    if !p.types.records[id.0 as usize].complete {
        return Err(reject(loc, "use of a member of an incomplete type"));
    }
    let mut path = Vec::new();
    if !find_path(&p.types, id, name, &mut path) {
        return Err(reject(loc, format!("no member named `{}`", p.name(name))));
    }
    Ok(path.iter().rev().fold(e, |e, &field| field_of(p, e, field, loc)))
}

/// `e->name`
pub fn arrow(p: &mut Program, e: ExprId, name: Symbol, loc: Loc) -> Result<ExprId> {
    let object = deref(p, e, p[e].loc)?;
    member(p, object, name, loc)
}

/// The field indices that lead to a member by name, from the record inwards.
pub fn find_member(types: &Types, id: RecordId, name: Symbol) -> Option<Vec<u32>> {
    let mut path = Vec::new();
    find_path(types, id, name, &mut path).then(|| path.into_iter().rev().collect())
}

/// Fills `path` from the inside out. Anonymous members nest only as deep as the parser's limit.
fn find_path(types: &Types, id: RecordId, name: Symbol, path: &mut Vec<u32>) -> bool {
    let fields = &types.records[id.0 as usize].fields;
    if let Some(index) = fields.iter().position(|field| field.name == Some(name)) {
        path.push(index as u32);
        return true;
    }
    for (index, field) in fields.iter().enumerate() {
        if field.name.is_none()
            && let TypeKind::Record(inner) = *types.kind(field.ty)
            && find_path(types, inner, name, path)
        {
            path.push(index as u32);
            return true;
        }
    }
    false
}

/// A field by its index; it inherits the qualifiers of the object (C17 6.5.2.3p3).
pub fn field_of(p: &mut Program, e: ExprId, field: u32, loc: Loc) -> ExprId {
    let quals = p[e].ty.quals();
    let ty = p.types.record(p[e].ty).map_or(Type::VOID, |record| record.fields[field as usize].ty);
    let ty = p.types.qualify(ty, Quals(quals.0 & !(Quals::ATOMIC.0 | Quals::RESTRICT.0)));
    p.add_expr(ExprKind::Member(e, field), ty, loc)
}

/// `(ty)e` (C17 6.5.4), with GNU's casts to unions and of vectors.
pub fn cast(p: &mut Program, ty: Type, e: ExprId, loc: Loc) -> Result<ExprId> {
    let ty = p.types.strip(ty);
    if ty == Type::VOID {
        let e = rvalue(p, e);
        return Ok(p.add_expr(ExprKind::Cast(e), ty, loc));
    }
    let e = rvalue(p, e);
    let from = p.types.strip(p[e].ty);
    if is_castable(p, from, ty) {
        return Ok(p.add_expr(ExprKind::Cast(e), ty, loc));
    }
    if let Some(field) = union_field(p, ty, from) {
        return Ok(p.add_expr(ExprKind::UnionCast(e, field), ty, loc));
    }
    Err(reject(loc, "an invalid cast"))
}

fn is_castable(p: &Program, from: Type, to: Type) -> bool {
    let types = &p.types;
    if types.is_vector(from) || types.is_vector(to) {
        let simple = |ty| types.is_vector(ty) || types.is_integer(ty) || types.is_floating(ty);
        return simple(from) && simple(to) && types.size_of(from) == types.size_of(to);
    }
    match (types.is_pointer(from), types.is_pointer(to)) {
        (true, true) => true,
        (true, false) => types.is_integer(to),
        (false, true) => types.is_integer(from),
        (false, false) => (types.is_arithmetic(from) && types.is_arithmetic(to)) || (from == to && types.is_record(to)),
    }
}

/// The first field of a union that has exactly this type.
pub(super) fn union_field(p: &Program, union: Type, ty: Type) -> Option<u32> {
    let record = p.types.record(union).filter(|record| record.is_union)?;
    let matches = |field: Type| p.types.compatible(p.types.strip(field), ty);
    record.fields.iter().position(|field| matches(field.ty)).map(|index| index as u32)
}
