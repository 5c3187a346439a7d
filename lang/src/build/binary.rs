//! Operators with two or three operands (C17 6.5.5 to 6.5.17).

use super::convert::common_pointer;
use super::*;
use crate::types::TypeKind;

/// How an operator treats arithmetic operands.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Class {
    /// `+ - * /`: any arithmetic type.
    Arithmetic,
    /// `% & | ^`: integers.
    Bitwise,
    /// `<< >>`: integers, promoted separately.
    Shift,
    /// `< > <= >=`: real types.
    Relational,
    /// `== !=`: any arithmetic type.
    Equality,
}

fn class(op: BinaryOp) -> Class {
    use BinaryOp::*;
    match op {
        Add | Sub | Mul | Div => Class::Arithmetic,
        Rem | And | Or | Xor => Class::Bitwise,
        Shl | Shr => Class::Shift,
        Lt | Gt | Le | Ge => Class::Relational,
        Eq | Ne => Class::Equality,
    }
}

/// `l op r`, with the conversions that the operator makes (C17 6.5.5 to 6.5.12).
pub fn binary(p: &mut Program, op: BinaryOp, l: ExprId, r: ExprId, loc: Loc) -> Result<ExprId> {
    let (l, r) = (rvalue(p, l), rvalue(p, r));
    let (left, right) = (p[l].ty, p[r].ty);
    if p.types.is_arithmetic(left) && p.types.is_arithmetic(right) {
        return arithmetic(p, op, l, r, loc);
    }
    if p.types.is_vector(left) || p.types.is_vector(right) {
        return vector(p, op, l, r, loc);
    }
    match class(op) {
        Class::Arithmetic if matches!(op, BinaryOp::Add | BinaryOp::Sub) => pointer_arithmetic(p, op, l, r, loc),
        Class::Relational | Class::Equality => pointer_comparison(p, op, l, r, loc),
        _ => Err(invalid_operands(loc)),
    }
}

fn invalid_operands(loc: Loc) -> crate::error::Error {
    reject(loc, "invalid operands to a binary operator")
}

fn arithmetic(p: &mut Program, op: BinaryOp, l: ExprId, r: ExprId, loc: Loc) -> Result<ExprId> {
    let Conversions { left, right, ty } = arithmetic_conversions(p, op, l, r, loc)?;
    let (l, r) = (convert(p, l, left), convert(p, r, right));
    let ty = match class(op) {
        Class::Relational | Class::Equality => Type::INT,
        _ => ty,
    };
    Ok(p.add_expr(ExprKind::Binary(op, l, r), ty, loc))
}

/// What the usual arithmetic conversions turn each operand into, and the type of the operation. A real operand of a
/// complex operation stays real (C17 6.3.1.8).
struct Conversions {
    left: Type,
    right: Type,
    ty: Type,
}

fn arithmetic_conversions(p: &mut Program, op: BinaryOp, l: ExprId, r: ExprId, loc: Loc) -> Result<Conversions> {
    let (left, right) = (promoted_type(p, l), promoted_type(p, r));
    let class = class(op);
    let valid = match class {
        Class::Arithmetic | Class::Equality => true,
        Class::Bitwise | Class::Shift => p.types.is_integer(left) && p.types.is_integer(right),
        Class::Relational => !p.types.is_complex(left) && !p.types.is_complex(right),
    };
    if !valid {
        return Err(invalid_operands(loc));
    }
    if class == Class::Shift {
        return Ok(Conversions { left, right, ty: left });
    }
    let ty = common_type(&mut p.types, left, right);
    let operand = |from: Type| match *p.types.kind(ty) {
        TypeKind::Complex(elem) if !p.types.is_complex(from) => elem,
        _ => ty,
    };
    Ok(Conversions { left: operand(left), right: operand(right), ty })
}

/// GNU vectors: element by element; a scalar operand is spread over all lanes.
fn vector(p: &mut Program, op: BinaryOp, l: ExprId, r: ExprId, loc: Loc) -> Result<ExprId> {
    let Operands { l, r, ty } = vector_operands(p, op, l, r, loc)?;
    let ty = match class(op) {
        Class::Relational | Class::Equality => mask_type(&mut p.types, ty).ok_or_else(|| invalid_operands(loc))?,
        _ => ty,
    };
    Ok(p.add_expr(ExprKind::Binary(op, l, r), ty, loc))
}

/// The operands converted, and the type they were converted to.
struct Operands {
    l: ExprId,
    r: ExprId,
    ty: Type,
}

fn vector_operands(p: &mut Program, op: BinaryOp, l: ExprId, r: ExprId, loc: Loc) -> Result<Operands> {
    let (left, right) = (p.types.strip(p[l].ty), p.types.strip(p[r].ty));
    let (l, r, ty) = match (p.types.is_vector(left), p.types.is_vector(right)) {
        (true, true) if left == right => (l, r, left),
        (true, true) if class(op) == Class::Shift && p.types.size_of(left) == p.types.size_of(right) => (l, r, left),
        (true, true) if p.types.size_of(left) == p.types.size_of(right) => (l, convert(p, r, left), left),
        (true, false) => (l, spread(p, r, left, loc)?, left),
        (false, true) => (spread(p, l, right, loc)?, r, right),
        _ => return Err(invalid_operands(loc)),
    };
    let floating = p.types.element(ty).is_some_and(|elem| p.types.is_floating(elem));
    if floating && matches!(class(op), Class::Bitwise | Class::Shift) {
        return Err(invalid_operands(loc));
    }
    Ok(Operands { l, r, ty })
}

fn spread(p: &mut Program, e: ExprId, vector: Type, loc: Loc) -> Result<ExprId> {
    let elem = p.types.element(vector).ok_or_else(|| invalid_operands(loc))?;
    if !p.types.is_arithmetic(p[e].ty) || p.types.is_complex(p[e].ty) {
        return Err(invalid_operands(loc));
    }
    let e = convert(p, e, elem);
    Ok(convert(p, e, vector))
}

/// The signed integer vector that a comparison of vectors yields.
pub(super) fn mask_type(types: &mut Types, vector: Type) -> Option<Type> {
    let TypeKind::Vector { elem, lanes } = *types.kind(vector) else { return None };
    let elem = match types.size_of(elem)? {
        1 => Type::SCHAR,
        2 => Type::SHORT,
        4 => Type::INT,
        8 if types.target.long_size == 8 => Type::LONG,
        8 => Type::LLONG,
        16 => Type::INT128,
        _ => return None,
    };
    Some(types.intern(TypeKind::Vector { elem, lanes }))
}

/// `p + i`, `i + p`, `p - i`, `p - q`. The integer keeps its type: its value is what counts.
fn pointer_arithmetic(p: &mut Program, op: BinaryOp, l: ExprId, r: ExprId, loc: Loc) -> Result<ExprId> {
    let (left, right) = (p.types.strip(p[l].ty), p.types.strip(p[r].ty));
    let ty = match (p.types.is_pointer(left), p.types.is_pointer(right)) {
        (true, false) if p.types.is_integer(right) => left,
        (false, true) if p.types.is_integer(left) && op == BinaryOp::Add => right,
        (true, true) if op == BinaryOp::Sub => {
            check_pointee(p, left, loc)?;
            check_pointee(p, right, loc)?;
            let (x, y) = (p.types.pointee(left), p.types.pointee(right));
            let same = matches!((x, y), (Some(x), Some(y)) if pointees_match(p, x, y));
            if !same {
                return Err(invalid_operands(loc));
            }
            let ty = p.types.ptrdiff_type();
            return Ok(p.add_expr(ExprKind::Binary(op, l, r), ty, loc));
        }
        _ => return Err(invalid_operands(loc)),
    };
    check_pointee(p, ty, loc)?;
    Ok(p.add_expr(ExprKind::Binary(op, l, r), ty, loc))
}

/// Compatible but for qualifiers, at the top or (as GCC has it, for arrays) below.
fn pointees_match(p: &Program, x: Type, y: Type) -> bool {
    let (x, y) = (x.unqualified(), y.unqualified());
    p.types.compatible(x, y)
        || match (p.types.element(x), p.types.element(y)) {
            (Some(x), Some(y)) => pointees_match(p, x, y),
            _ => false,
        }
}

/// Arithmetic needs the size of what is pointed to; GNU takes 1 for `void` and functions.
pub(super) fn check_pointee(p: &Program, pointer: Type, loc: Loc) -> Result<()> {
    let types = &p.types;
    match types.pointee(pointer) {
        Some(to) if types.size_of(to).is_some() || types.is_variable_length(to) => Ok(()),
        Some(to) if types.is_void(to) || types.is_function(to) => Ok(()),
        _ => Err(reject(loc, "arithmetic on a pointer to an incomplete type")),
    }
}

/// C17 6.5.8, 6.5.9. Comparisons with integers and of different pointers are accepted as GCC accepts them.
fn pointer_comparison(p: &mut Program, op: BinaryOp, l: ExprId, r: ExprId, loc: Loc) -> Result<ExprId> {
    let (left, right) = (p.types.strip(p[l].ty), p.types.strip(p[r].ty));
    let to_void = |p: &Program, ty: Type| p.types.pointee(ty).is_some_and(|to| p.types.is_void(to));
    let (l, r) = match (p.types.is_pointer(left), p.types.is_pointer(right)) {
        (true, true) if left == right => (l, r),
        (true, true) if is_null_pointer_constant(p, l) => (convert(p, l, right), r),
        (true, true) if to_void(p, right) && !is_null_pointer_constant(p, r) => (convert(p, l, right), r),
        (true, true) => (l, convert(p, r, left)),
        (true, false) if p.types.is_integer(right) => (l, convert(p, r, left)),
        (false, true) if p.types.is_integer(left) => (convert(p, l, right), r),
        _ => return Err(invalid_operands(loc)),
    };
    Ok(p.add_expr(ExprKind::Binary(op, l, r), Type::INT, loc))
}

/// `l && r` (C17 6.5.13).
pub fn logical_and(p: &mut Program, l: ExprId, r: ExprId, loc: Loc) -> Result<ExprId> {
    let (l, r) = (condition(p, l)?, condition(p, r)?);
    Ok(p.add_expr(ExprKind::LogicalAnd(l, r), Type::INT, loc))
}

/// `l || r` (C17 6.5.14).
pub fn logical_or(p: &mut Program, l: ExprId, r: ExprId, loc: Loc) -> Result<ExprId> {
    let (l, r) = (condition(p, l)?, condition(p, r)?);
    Ok(p.add_expr(ExprKind::LogicalOr(l, r), Type::INT, loc))
}

/// `l, r` (C17 6.5.17).
pub fn comma(p: &mut Program, l: ExprId, r: ExprId, loc: Loc) -> ExprId {
    let (l, r) = (rvalue(p, l), rvalue(p, r));
    let ty = p.types.strip(p[r].ty);
    p.add_expr(ExprKind::Comma(l, r), ty, loc)
}

/// `target = value` (C17 6.5.16.1).
pub fn assign(p: &mut Program, target: ExprId, value: ExprId, loc: Loc) -> Result<ExprId> {
    check_modifiable(p, target, loc)?;
    let ty = p.types.strip(p[target].ty);
    let value = convert_to(p, value, ty)?;
    Ok(p.add_expr(ExprKind::Assign(target, value), ty, loc))
}

/// `target op= value` (C17 6.5.16.2).
pub fn assign_op(p: &mut Program, op: BinaryOp, target: ExprId, value: ExprId, loc: Loc) -> Result<ExprId> {
    check_modifiable(p, target, loc)?;
    let ty = p.types.strip(p[target].ty);
    let value = rvalue(p, value);
    let from = p[value].ty;
    let (value, compute) = if p.types.is_arithmetic(ty) && p.types.is_arithmetic(from) {
        // The target's own conversion is implied by `compute`.
        let Conversions { right, ty, .. } = arithmetic_conversions(p, op, target, value, loc)?;
        (convert(p, value, right), ty)
    } else if p.types.is_vector(ty) {
        let operands = vector_operands(p, op, target, value, loc)?;
        (operands.r, operands.ty)
    } else if p.types.is_pointer(ty) && p.types.is_integer(from) && matches!(op, BinaryOp::Add | BinaryOp::Sub) {
        check_pointee(p, ty, loc)?;
        (value, ty)
    } else {
        return Err(invalid_operands(loc));
    };
    Ok(p.add_expr(ExprKind::AssignOp { op, target, value, compute }, ty, loc))
}

/// `c ? a : b` (C17 6.5.15).
pub fn cond(p: &mut Program, c: ExprId, a: ExprId, b: ExprId, loc: Loc) -> Result<ExprId> {
    let c = condition(p, c)?;
    let (a, b) = (rvalue(p, a), rvalue(p, b));
    let ty = cond_type(p, a, b, loc)?;
    let (a, b) = if ty == Type::VOID { (a, b) } else { (convert(p, a, ty), convert(p, b, ty)) };
    Ok(p.add_expr(ExprKind::Cond(c, a, b), ty, loc))
}

/// GNU `a ?: b`.
pub fn cond_omitted(p: &mut Program, a: ExprId, b: ExprId, loc: Loc) -> Result<ExprId> {
    let a = condition(p, a)?;
    let b = rvalue(p, b);
    let ty = cond_type(p, a, b, loc)?;
    let b = if ty == Type::VOID { b } else { convert(p, b, ty) };
    Ok(p.add_expr(ExprKind::CondOmitted(a, b), ty, loc))
}

fn cond_type(p: &mut Program, a: ExprId, b: ExprId, loc: Loc) -> Result<Type> {
    let (x, y) = (p.types.strip(p[a].ty), p.types.strip(p[b].ty));
    if p.types.is_arithmetic(x) && p.types.is_arithmetic(y) {
        let (x, y) = (promoted_type(p, a), promoted_type(p, b));
        return Ok(common_type(&mut p.types, x, y));
    }
    if x == y {
        return Ok(x);
    }
    if p.types.is_void(x) || p.types.is_void(y) {
        return Ok(Type::VOID);
    }
    match (p.types.is_pointer(x), p.types.is_pointer(y)) {
        (true, true) if is_null_pointer_constant(p, a) => Ok(y),
        (true, true) if is_null_pointer_constant(p, b) => Ok(x),
        (true, true) => Ok(common_pointer(p, x, y)),
        (true, false) if p.types.is_integer(y) => Ok(x),
        (false, true) if p.types.is_integer(x) => Ok(y),
        _ if p.types.compatible(x, y) => Ok(x),
        _ => Err(reject(loc, "type mismatch in a conditional expression")),
    }
}
