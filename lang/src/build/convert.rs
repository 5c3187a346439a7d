//! Conversions (C17 6.3): promotions, usual arithmetic conversions, decay, and conversion as if by assignment.

use super::*;
use crate::fold;
use crate::types::{Quals, TypeKind};

/// Arrays and functions become pointers; everything else is left alone (C17 6.3.2.1).
pub fn rvalue(p: &mut Program, e: ExprId) -> ExprId {
    match p.types.kind(p[e].ty) {
        TypeKind::Array { .. } | TypeKind::Function(_) => decay(p, e),
        _ => e,
    }
}

/// The pointer to an array's first element, or to a function.
pub fn decay(p: &mut Program, e: ExprId) -> ExprId {
    let Expr { ty, loc, .. } = p[e];
    let to = match *p.types.kind(ty) {
        TypeKind::Array { elem, .. } => {
            mark_address_taken(p, e);
            elem
        }
        _ => p.types.strip(ty),
    };
    let pointer = p.types.pointer(to);
    p.add_expr(ExprKind::Convert(e), pointer, loc)
}

/// Converts without any check; adds no node if the type is already the same.
pub fn convert(p: &mut Program, e: ExprId, ty: Type) -> ExprId {
    let ty = p.types.strip(ty);
    let Expr { ty: from, loc, .. } = p[e];
    if from == ty || p.types.strip(from) == ty {
        return e;
    }
    p.add_expr(ExprKind::Convert(e), ty, loc)
}

/// The integer promotions (C17 6.3.1.1p2); other types are only stripped.
pub fn promote(p: &mut Program, e: ExprId) -> ExprId {
    let ty = promoted_type(p, e);
    convert(p, e, ty)
}

/// The type of an expression's value after the integer promotions. A bit-field promotes by its width: GCC gives it a
/// type of exactly that width, of which only those up to the width of `int` have a name.
pub fn promoted_type(p: &Program, e: ExprId) -> Type {
    let ty = promoted(&p.types, p[e].ty);
    let int_bits = 32;
    match bit_field_width(p, e) {
        Some(width) if width < int_bits => Type::INT,
        Some(width) if width == int_bits && is_signed(&p.types, ty) => Type::INT,
        Some(width) if width == int_bits => Type::UINT,
        _ => ty,
    }
}

fn promoted(types: &Types, ty: Type) -> Type {
    use TypeKind::*;
    match types.kind(ty) {
        Bool | Char | SChar | UChar | Short | UShort => Type::INT,
        Enum(id) => promoted(types, types.enums[id.0 as usize].underlying),
        _ => types.strip(ty),
    }
}

fn is_signed(types: &Types, ty: Type) -> bool {
    types.int_kind(ty).is_some_and(|kind| kind.signed)
}

/// The common real type of two promoted arithmetic types (C17 6.3.1.8); of complex types, that of their parts.
pub fn common_type(types: &mut Types, a: Type, b: Type) -> Type {
    if a == b {
        return a;
    }
    let complex = |types: &Types, ty: Type| match types.kind(ty) {
        TypeKind::Complex(elem) => Some(types.strip(*elem)),
        _ => None,
    };
    match (complex(types, a), complex(types, b)) {
        (None, None) => common_real_type(types, a, b),
        (x, y) => {
            let elem = common_real_type(types, x.unwrap_or(a), y.unwrap_or(b));
            types.intern(TypeKind::Complex(elem))
        }
    }
}

fn common_real_type(types: &Types, a: Type, b: Type) -> Type {
    if a == b {
        return a;
    }
    match (types.is_floating(a), types.is_floating(b)) {
        // `Type`'s constants are in the order of their ranks.
        (true, true) => a.max(b),
        (true, false) => a,
        (false, true) => b,
        (false, false) => common_integer_type(types, promoted(types, a), promoted(types, b)),
    }
}

/// Ranks of promoted integer types are the order of their constants, signed before unsigned.
fn common_integer_type(types: &Types, a: Type, b: Type) -> Type {
    let (signed, unsigned) = match (is_signed(types, a), is_signed(types, b)) {
        (true, false) => (a, b),
        (false, true) => (b, a),
        _ => return a.max(b),
    };
    if unsigned > signed {
        return unsigned;
    }
    let bits = |ty| types.int_kind(ty).map_or(0, |kind| kind.bits);
    if bits(signed) > bits(unsigned) { signed } else { unsigned_version(signed) }
}

fn unsigned_version(ty: Type) -> Type {
    match ty {
        Type::INT => Type::UINT,
        Type::LONG => Type::ULONG,
        Type::LLONG => Type::ULLONG,
        Type::INT128 => Type::UINT128,
        other => other,
    }
}

/// An integer constant expression of value 0, or such an expression cast to `void *` (C17 6.3.2.3p3).
pub fn is_null_pointer_constant(p: &Program, e: ExprId) -> bool {
    match p[e].kind {
        ExprKind::Int(value) => value == 0,
        ExprKind::Var(_) => false,
        ExprKind::Cast(inner) if p.types.is_pointer(p[e].ty) => {
            let to_void = p.types.pointee(p[e].ty) == Some(Type::VOID);
            to_void && p.types.is_integer(p[inner].ty) && fold::integer_constant(p, inner) == Some(0)
        }
        _ => p.types.is_integer(p[e].ty) && fold::integer_constant(p, e) == Some(0),
    }
}

/// Conversion as if by assignment (C17 6.5.16.1), also of arguments, initialisers and return values. Mixes of
/// pointers and integers, and of different pointers, are accepted as GCC accepts them.
pub fn convert_to(p: &mut Program, e: ExprId, ty: Type) -> Result<ExprId> {
    let e = rvalue(p, e);
    let from = p[e].ty;
    let to = p.types.strip(ty);
    if from == to || p.types.strip(from) == to {
        return Ok(e);
    }
    if is_assignable(p, from, to) {
        return Ok(convert(p, e, to));
    }
    let loc = p[e].loc;
    if p.types.is_void(from) {
        return Err(reject(loc, "void value not ignored as it ought to be"));
    }
    Err(reject(loc, "incompatible types in assignment, initialisation, argument or return"))
}

fn is_assignable(p: &Program, from: Type, to: Type) -> bool {
    let types = &p.types;
    if types.is_arithmetic(to) && types.is_arithmetic(from) {
        return true;
    }
    match (types.kind(to), types.kind(from)) {
        (TypeKind::Pointer(_), TypeKind::Pointer(_)) => true,
        (TypeKind::Pointer(_), _) => types.is_integer(from),
        (_, TypeKind::Pointer(_)) => types.is_integer(to),
        (TypeKind::Vector { .. }, TypeKind::Vector { .. }) => types.size_of(to) == types.size_of(from),
        (TypeKind::Record(_), TypeKind::Record(_)) => types.compatible(to.unqualified(), from.unqualified()),
        _ => false,
    }
}

/// A pointer type of the composite pointee with the qualifiers of both (C17 6.5.15p6); `void *` for a mismatch.
pub(super) fn common_pointer(p: &mut Program, a: Type, b: Type) -> Type {
    let (Some(x), Some(y)) = (p.types.pointee(a), p.types.pointee(b)) else { return a };
    let quals = Quals(x.quals().0 | y.quals().0);
    let (x, y) = (x.unqualified(), y.unqualified());
    let to = if x == y {
        x
    } else if p.types.compatible(x, y) {
        p.types.composite(x, y)
    } else {
        Type::VOID
    };
    let to = p.types.qualify(to, quals);
    p.types.pointer(to)
}
