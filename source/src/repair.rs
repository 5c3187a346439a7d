//! Writes what a repairing run found into the program: every repaired expression keeps its place and its type and gets
//! the kind that its form has in C.
//!
//! An operand that a form mentions twice is shared by both places, so afterwards the program is no longer a tree.
//! Forms are built from what the source text shows, without the implicit conversions around it, so that parsing the
//! printed program gives them back.

mod float;
mod index;
mod integer;
mod vector;

use interp::repair::Form;
use lang::{ExprId, ExprKind, Program, Type, TypeKind, Types, build};

/// Rewrites the expressions in place.
pub fn apply(program: &mut Program, repairs: &[(ExprId, Form)]) {
    for &(expr, form) in repairs {
        let new = match form {
            _ if program.types.is_vector(program[expr].ty) => vector::rewrite(program, expr, form),
            Form::Index(_) | Form::Modulo { .. } | Form::Start => index::rewrite(program, expr, form),
            Form::Positive | Form::InRange => float::rewrite(program, expr, form),
            _ => integer::rewrite(program, expr, form),
        };
        // The constructors reject nothing here: a form has operands of the types that the expression had.
        if let Some(new) = new {
            replace(program, expr, new);
        }
    }
}

/// `expr` becomes what `new` is; the types are the same.
fn replace(p: &mut Program, expr: ExprId, new: ExprId) {
    debug_assert!(p.types.strip(p[expr].ty) == p.types.strip(p[new].ty), "a repair keeps the type");
    p[expr].kind = p[new].kind;
}

/// The operand as the text shows it, without implicit conversions between arithmetic types.
fn written(p: &Program, mut expr: ExprId) -> ExprId {
    while let ExprKind::Convert(inner) = p[expr].kind
        && p.types.is_arithmetic(p[inner].ty)
    {
        expr = inner;
    }
    expr
}

/// A constant that is not negative; as an `int` if it fits and will be converted anyway.
fn constant(p: &mut Program, value: u64, ty: Type) -> ExprId {
    let is_signed = p.types.int_kind(ty).is_some_and(|kind| kind.signed);
    let ty = if is_signed && value <= i32::MAX as u64 { Type::INT } else { ty };
    build::int(p, value, ty, lang::Loc::NONE)
}

fn unsigned(types: &Types, ty: Type) -> Type {
    match types.kind(ty) {
        TypeKind::Char | TypeKind::SChar => Type::UCHAR,
        TypeKind::Short => Type::USHORT,
        TypeKind::Int => Type::UINT,
        TypeKind::Long => Type::ULONG,
        TypeKind::LLong => Type::ULLONG,
        TypeKind::Int128 => Type::UINT128,
        _ => types.strip(ty),
    }
}

/// `(ty)expr`, unless it has that type anyway; constants change their suffix.
fn cast(p: &mut Program, ty: Type, expr: ExprId) -> ExprId {
    // A bit-field promotes by its width.
    if p.types.strip(p[expr].ty) == ty && build::bit_field_width(p, expr).is_none() {
        return expr;
    }
    if let (ExprKind::Int(value), Some(kind)) = (p[expr].kind, p.types.int_kind(ty))
        && matches!(ty, Type::UINT | Type::ULONG | Type::ULLONG)
    {
        return build::int(p, lang::arith::wrap(kind, value), ty, p[expr].loc);
    }
    build::cast(p, ty, expr, p[expr].loc).expect("integer types convert")
}
