//! Arithmetic on bit-fields wider than `int`.
//!
//! Their type is the implementation's choice (C17 6.7.2.1p5, 6.3.1.1p2). Here it is GCC's: an integer type of exactly the
//! field's width, which is not promoted. (Clang computes in the declared type.)

use super::*;
use lang::{BinaryOp, ExprKind, UnaryOp};

/// The precision of an operand as GCC sees it.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Precision {
    /// At most that of `int`: converts to whatever is on the other side.
    Small,
    Field {
        bits: u8,
        signed: bool,
    },
    /// That of its type.
    Full,
}

impl Compiler<'_> {
    /// The kind that `a op b` is computed in, if a wide bit-field decides it.
    pub(super) fn field_kind(&self, op: BinaryOp, a: ExprId, b: ExprId) -> Option<Scalar> {
        if !self.has_wide_fields {
            return None;
        }
        let precision = match op {
            BinaryOp::Shl | BinaryOp::Shr => self.precision(a),
            _ => combined(self.precision(a), self.precision(b)),
        };
        kind_of(precision)
    }

    pub(super) fn field_precision(&self, operand: ExprId) -> Option<Scalar> {
        if self.has_wide_fields { kind_of(self.precision(operand)) } else { None }
    }

    fn precision(&self, expr: ExprId) -> Precision {
        let by_type = if self.size(self.ty(expr)) < 8 { Precision::Small } else { Precision::Full };
        match self.program[expr].kind {
            ExprKind::Member(record, field) => {
                let fields = self.types().record(self.ty(record)).map(|record| &record.fields);
                match fields.and_then(|fields| fields.get(field as usize)?.bit_width) {
                    Some(width @ 33..64) => {
                        let signed = self.types().int_kind(self.ty(expr)).is_some_and(|kind| kind.signed);
                        Precision::Field { bits: width as u8, signed }
                    }
                    Some(1..=32) => Precision::Small,
                    _ => by_type,
                }
            }
            ExprKind::Convert(inner) if self.types().is_integer(self.ty(inner)) => self.precision(inner),
            ExprKind::Binary(BinaryOp::Shl | BinaryOp::Shr, a, _) => self.precision(a),
            ExprKind::Binary(op, a, b) if !super::expr::is_comparison(op) => {
                combined(self.precision(a), self.precision(b))
            }
            ExprKind::Unary(UnaryOp::Neg | UnaryOp::BitNot | UnaryOp::Plus, a) => self.precision(a),
            ExprKind::Assign(target, _) | ExprKind::AssignOp { target, .. } | ExprKind::Step(_, target) => {
                self.precision(target)
            }
            ExprKind::Cond(_, a, b) => combined(self.precision(a), self.precision(b)),
            ExprKind::Comma(_, b) => self.precision(b),
            _ => by_type,
        }
    }
}

fn combined(a: Precision, b: Precision) -> Precision {
    match (a, b) {
        (Precision::Full, _) | (_, Precision::Full) => Precision::Full,
        (Precision::Small, other) | (other, Precision::Small) => other,
        (Precision::Field { bits: x, signed: s }, Precision::Field { bits: y, signed: t }) => Precision::Field {
            bits: x.max(y),
            signed: if x == y {
                s && t
            } else if x > y {
                s
            } else {
                t
            },
        },
    }
}

fn kind_of(precision: Precision) -> Option<Scalar> {
    match precision {
        Precision::Field { bits, signed } => Some(Scalar::Int { bits, signed }),
        _ => None,
    }
}
