//! How values of each C type are represented while a program runs.

use crate::code::Scalar;
use lang::{Type, TypeKind, Types};

/// How values of a type are represented.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Rep {
    Scalar(Scalar),
    Pointer,
    /// An address of memory: records, vectors, complex.
    Aggregate,
    Void,
}

impl Rep {
    pub fn registers(self) -> u16 {
        match self {
            Rep::Scalar(Scalar::Int { bits, .. }) if bits > 64 => 2,
            Rep::Scalar(Scalar::F80 | Scalar::F128) => 2,
            _ => 1,
        }
    }
}

pub(crate) fn rep(types: &Types, ty: Type) -> Rep {
    match types.kind(ty) {
        TypeKind::Void => Rep::Void,
        TypeKind::Pointer(_) => Rep::Pointer,
        TypeKind::Float => Rep::Scalar(Scalar::F32),
        TypeKind::Double => Rep::Scalar(Scalar::F64),
        TypeKind::LDouble => Rep::Scalar(Scalar::F80),
        TypeKind::Float128 => Rep::Scalar(Scalar::F128),
        TypeKind::Record(_) | TypeKind::Vector { .. } | TypeKind::Complex(_) | TypeKind::Array { .. } => Rep::Aggregate,
        TypeKind::Function(_) => Rep::Pointer,
        _ => match types.int_kind(ty) {
            Some(kind) => Rep::Scalar(Scalar::Int { bits: kind.bits, signed: kind.signed }),
            None => Rep::Void,
        },
    }
}
