//! Typed constructors of expressions: each checks the constraints of its operator and inserts the conversions that C
//! leaves implicit. The parser, generators and reducers build expressions only through these.
//!
//! What GCC 12 accepts with a warning in its default mode is accepted; what it rejects is rejected.

mod binary;
mod call;
mod convert;
mod generic;
mod unary;

pub use binary::{assign, assign_op, binary, comma, cond, cond_omitted, logical_and, logical_or};
pub use call::{call, default_promotion};
pub use convert::{common_type, convert, convert_to, decay, is_null_pointer_constant, promote, promoted_type, rvalue};
pub use generic::va_list;
pub use unary::{addr_of, arrow, cast, deref, field_of, find_member, index, member, step, unary};

use crate::ast::*;
use crate::error::{Error, ErrorKind, Result};
use crate::location::Loc;
use crate::types::{ArrayLen, Type, Types};

pub(crate) fn reject(loc: Loc, message: impl Into<String>) -> Error {
    Error { kind: ErrorKind::Rejected, message: message.into(), loc }
}

/// An integer constant: the value is given as 64 bits, extended by the type's signedness.
pub fn int(p: &mut Program, value: u64, ty: Type, loc: Loc) -> ExprId {
    p.add_expr(ExprKind::Int(value), ty, loc)
}

/// An object as an lvalue.
pub fn var(p: &mut Program, var: VarId, loc: Loc) -> ExprId {
    let ty = p[var].ty;
    p.add_expr(ExprKind::Var(var), ty, loc)
}

/// A function designator.
pub fn func(p: &mut Program, func: FuncId, loc: Loc) -> ExprId {
    let ty = p[func].ty;
    p.add_expr(ExprKind::Func(func), ty, loc)
}

/// A string literal: an lvalue of array type (C17 6.4.5p6).
pub fn str(p: &mut Program, string: StrId, loc: Loc) -> ExprId {
    let literal = &p[string];
    let len = literal.bytes.len() as u64 / literal.unit.max(1) as u64 + 1;
    let elem = unit_type(&p.types, literal.prefix);
    let ty = p.types.array(elem, ArrayLen::Fixed(len));
    p.add_expr(ExprKind::Str(string), ty, loc)
}

/// The type of wide characters.
pub fn wchar(types: &Types) -> Type {
    if types.target.pointer_size == 8 { Type::INT } else { Type::LONG }
}

/// The element type of a string literal.
pub fn unit_type(types: &Types, prefix: StringPrefix) -> Type {
    match prefix {
        StringPrefix::None | StringPrefix::Utf8 => Type::CHAR,
        StringPrefix::Char16 => Type::USHORT,
        StringPrefix::Char32 => Type::UINT,
        StringPrefix::Wide => wchar(types),
    }
}

/// A controlling expression, or an operand of `!`, `&&`, `||`, `?`: must be scalar; keeps its type.
pub fn condition(p: &mut Program, e: ExprId) -> Result<ExprId> {
    let e = rvalue(p, e);
    if p.types.is_scalar(p[e].ty) {
        return Ok(e);
    }
    let message = if p.types.is_void(p[e].ty) { "void value used" } else { "used a value that is not scalar" };
    Err(reject(p[e].loc, message))
}

/// `sizeof e`: the operand is kept, and evaluated only if its type is variable (C17 6.5.3.4p2).
pub fn sizeof_expr(p: &mut Program, e: ExprId, loc: Loc) -> Result<ExprId> {
    if is_bit_field(p, e) {
        return Err(reject(loc, "`sizeof` applied to a bit-field"));
    }
    check_sized(p, p[e].ty, loc)?;
    let ty = p.types.size_type();
    Ok(p.add_expr(ExprKind::SizeofExpr(e), ty, loc))
}

/// `sizeof (ty)` (C17 6.5.3.4).
pub fn sizeof_type(p: &mut Program, ty: Type, loc: Loc) -> Result<ExprId> {
    check_sized(p, ty, loc)?;
    let size = p.types.size_type();
    Ok(p.add_expr(ExprKind::SizeofType(ty), size, loc))
}

/// `_Alignof (ty)` (C17 6.5.3.4).
pub fn alignof_type(p: &mut Program, ty: Type, loc: Loc) -> ExprId {
    let size = p.types.size_type();
    p.add_expr(ExprKind::AlignofType(ty), size, loc)
}

/// GNU: `sizeof (void)` and `sizeof` of a function are 1.
fn check_sized(p: &Program, ty: Type, loc: Loc) -> Result<()> {
    let known = p.types.size_of(ty).is_some()
        || p.types.is_variable_length(ty)
        || p.types.is_void(ty)
        || p.types.is_function(ty);
    if known { Ok(()) } else { Err(reject(loc, "`sizeof` applied to an incomplete type")) }
}

/// The width of the bit-field whose value the expression has: a member, or an assignment to one, as GCC and Clang
/// see it.
pub fn bit_field_width(p: &Program, e: ExprId) -> Option<u32> {
    match p[e].kind {
        ExprKind::Member(base, field) => p.types.record(p[base].ty)?.fields.get(field as usize)?.bit_width,
        ExprKind::Assign(target, _) | ExprKind::AssignOp { target, .. } | ExprKind::Step(_, target) => {
            bit_field_width(p, target)
        }
        ExprKind::Comma(_, last) => bit_field_width(p, last),
        _ => None,
    }
}

/// Whether the lvalue is a bit-field.
pub fn is_bit_field(p: &Program, e: ExprId) -> bool {
    matches!(p[e].kind, ExprKind::Member(..)) && bit_field_width(p, e).is_some()
}

/// Marks the variable that an lvalue is a part of as having its address taken.
fn mark_address_taken(p: &mut Program, mut e: ExprId) {
    loop {
        match p[e].kind {
            ExprKind::Var(var) | ExprKind::CompoundLiteral(var) => {
                p[var].address_taken = true;
                return;
            }
            ExprKind::Member(base, _) | ExprKind::Unary(UnaryOp::Real | UnaryOp::Imag, base) => e = base,
            ExprKind::Index(base, _) if p.types.is_vector(p[base].ty) => e = base,
            _ => return,
        }
    }
}

/// An lvalue that may be assigned to (C17 6.3.2.1p1).
fn check_modifiable(p: &Program, e: ExprId, loc: Loc) -> Result<()> {
    let ty = p[e].ty;
    if !p.is_lvalue(e) {
        return Err(reject(loc, "an lvalue is required as the left operand of an assignment"));
    }
    if ty.is_const() {
        return Err(reject(loc, "assignment of a read-only location"));
    }
    if p.types.record(ty).is_some_and(|record| record.const_member) {
        return Err(reject(loc, "assignment of an object with a read-only member"));
    }
    if p.types.is_array(ty) || p.types.is_function(ty) {
        return Err(reject(loc, "assignment to an expression with array or function type"));
    }
    Ok(())
}
