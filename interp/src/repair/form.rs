//! What a repaired operation has become: few shapes, each of which can be computed here and written in C.

use lang::BinaryOp;
use lang::arith::{self, Fault, IntKind, Word};

/// In the comments `T` is the operation's type, `U` its unsigned version, `W` the width in bits.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// `a op b`; `op a` for the unary ones. Not a shift.
    Operator(Operator),
    /// `(T)((U)a op (U)b)`, for `+`, `-`, `*` and unary minus. Of vectors, too.
    Wrapping(Operator),
    /// `a op b` for `/` and `%`, with `b + (b == 0)` for `b` and `a + (a == MIN && b == -1)` for `a`.
    Guarded(Operator),
    /// The same without mentioning an operand twice: `a op (T)(((U)b - 1) % MAX + 1)`. A quotient may still overflow.
    Nonzero(Operator),
    /// `a op (b + c)`, or `~a op (b + c)`.
    Shift {
        /// `<<` or `>>`.
        op: Operator,
        /// It is `~a` that is shifted.
        complement: bool,
        /// What is added to the count.
        by: Adjust,
    },
    /// `a op (((unsigned)b + add) & (W - 1))`, of a signed `a` with `<<` in `U` and converted back.
    Masked {
        /// `<<` or `>>`.
        op: Operator,
        /// It is `~a` that is shifted.
        complement: bool,
        /// What is added to the count, less than `W`.
        add: u8,
    },
    /// The subscript `e + c`.
    Index(Adjust),
    /// The subscript `((unsigned)e + add) % len`.
    Modulo {
        /// What is added to the subscript.
        add: u64,
        /// Elements of the array.
        len: u64,
    },
    /// The subscript `e & 0`, of a pointer whose extent is unknown.
    Start,
    /// A floating value converted to an integer type: `f > 0` instead.
    Positive,
    /// `f` is in range `? (T)f : 0`.
    InRange,
}

/// An operator whose operation can be undefined, or that a repair may put in its place.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    /// Unary `+`.
    Plus,
    /// Unary `-`.
    Neg,
    /// `a + b`.
    Add,
    /// `a - b`.
    Sub,
    /// `a * b`.
    Mul,
    /// `a / b`.
    Div,
    /// `a % b`.
    Rem,
    /// `a & b`.
    And,
    /// `a | b`.
    Or,
    /// `a ^ b`.
    Xor,
    /// `a << b`.
    Shl,
    /// `a >> b`.
    Shr,
}

/// A constant added to an operand, canonical in its promoted type and not negative.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Adjust {
    /// Nothing.
    Same,
    /// `e + c`.
    Add(u64),
    /// `e - c`.
    Sub(u64),
}

/// An integer operation of the program.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Site {
    /// As it was written.
    pub op: Operator,
    /// The kind that it is computed in.
    pub kind: IntKind,
    /// The right operand's kind: that of a shift count, else the same.
    pub right: IntKind,
    /// `a op= b`, `++a`, `--a`: the left operand is a target, not a value.
    pub is_compound: bool,
    /// The operands may be evaluated twice.
    pub is_pure: bool,
}

impl Operator {
    /// `<<` or `>>`.
    pub fn is_shift(self) -> bool {
        matches!(self, Operator::Shl | Operator::Shr)
    }

    /// `None` for comparisons, which have no repair.
    pub fn of(op: BinaryOp) -> Option<Operator> {
        Some(match op {
            BinaryOp::Add => Operator::Add,
            BinaryOp::Sub => Operator::Sub,
            BinaryOp::Mul => Operator::Mul,
            BinaryOp::Div => Operator::Div,
            BinaryOp::Rem => Operator::Rem,
            BinaryOp::And => Operator::And,
            BinaryOp::Or => Operator::Or,
            BinaryOp::Xor => Operator::Xor,
            BinaryOp::Shl => Operator::Shl,
            BinaryOp::Shr => Operator::Shr,
            _ => return None,
        })
    }

    /// `None` for the unary ones.
    pub fn binary(self) -> Option<BinaryOp> {
        Some(match self {
            Operator::Plus | Operator::Neg => return None,
            Operator::Add => BinaryOp::Add,
            Operator::Sub => BinaryOp::Sub,
            Operator::Mul => BinaryOp::Mul,
            Operator::Div => BinaryOp::Div,
            Operator::Rem => BinaryOp::Rem,
            Operator::And => BinaryOp::And,
            Operator::Or => BinaryOp::Or,
            Operator::Xor => BinaryOp::Xor,
            Operator::Shl => BinaryOp::Shl,
            Operator::Shr => BinaryOp::Shr,
        })
    }
}

impl Form {
    /// The operation before any repair.
    pub fn original(op: Operator) -> Form {
        match op {
            Operator::Shl | Operator::Shr => Form::Shift { op, complement: false, by: Adjust::Same },
            op => Form::Operator(op),
        }
    }
}

/// The form's value for these operands, in the site's kind.
pub fn eval<W: Word>(form: Form, site: &Site, a: W, b: W) -> Result<W, Fault> {
    let kind = site.kind;
    match form {
        Form::Operator(op) => operator(op, site, a, b),
        Form::Wrapping(op) => Ok(match op {
            Operator::Add => arith::wrapping_add(kind, a, b),
            Operator::Sub => arith::wrapping_sub(kind, a, b),
            Operator::Mul => arith::wrapping_mul(kind, a, b),
            _ => arith::wrapping_neg(kind, a),
        }),
        Form::Guarded(op) => {
            let overflows = kind.signed && a == arith::min(kind) && b == W::ONES;
            let a = if overflows { a.wrapping_add(W::ONE) } else { a };
            operator(op, site, a, nonzero(b))
        }
        Form::Nonzero(op) => operator(op, site, a, nonzero(b)),
        Form::Shift { op, complement, by } => {
            let count = adjusted(by, site.right, b)?;
            operator(op, site, if complement { arith::not(kind, a) } else { a }, count)
        }
        Form::Masked { op, complement, add } => {
            let count = b.wrapping_add(W::from_u128(add as u128)).bit_and(W::from_u128(kind.bits as u128 - 1));
            let a = if complement { arith::not(kind, a) } else { a };
            if op == Operator::Shl { Ok(arith::wrapping_shl(kind, a, count)) } else { operator(op, site, a, count) }
        }
        Form::Index(_) | Form::Modulo { .. } | Form::Start | Form::Positive | Form::InRange => {
            unreachable!("not a form of an integer operation")
        }
    }
}

fn operator<W: Word>(op: Operator, site: &Site, a: W, b: W) -> Result<W, Fault> {
    let kind = site.kind;
    match op {
        Operator::Plus => Ok(a),
        Operator::Neg => arith::neg(kind, a),
        Operator::Add => arith::add(kind, a, b),
        Operator::Sub => arith::sub(kind, a, b),
        Operator::Mul => arith::mul(kind, a, b),
        Operator::Div => arith::div(kind, a, b),
        Operator::Rem => arith::rem(kind, a, b),
        Operator::And => Ok(arith::and(a, b)),
        Operator::Or => Ok(arith::or(a, b)),
        Operator::Xor => Ok(arith::xor(a, b)),
        Operator::Shl => arith::shl(kind, a, IntKind { bits: W::BITS as u8, signed: true }, b),
        Operator::Shr => arith::shr(kind, a, IntKind { bits: W::BITS as u8, signed: true }, b),
    }
}

fn nonzero<W: Word>(b: W) -> W {
    if b == W::ZERO { W::ONE } else { b }
}

/// `b + c` in the operand's own kind.
pub fn adjusted<W: Word>(by: Adjust, kind: IntKind, b: W) -> Result<W, Fault> {
    match by {
        Adjust::Same => Ok(b),
        Adjust::Add(c) => arith::add(kind, b, W::from_u128(c as u128)),
        Adjust::Sub(c) => arith::sub(kind, b, W::from_u128(c as u128)),
    }
}

/// The subscript that a form makes of `index`, a value of `kind`; `None` if it is outside of `0..len`.
pub fn subscript(form: Form, kind: IntKind, index: u64, len: u64) -> Option<u64> {
    let index = match form {
        Form::Index(by) => adjusted(by, kind, index).ok()?,
        Form::Modulo { add, len } => {
            let unsigned = IntKind { signed: false, ..kind };
            arith::wrapping_add(unsigned, arith::wrap(unsigned, index), add) % len
        }
        _ => 0,
    };
    (index < len).then_some(index)
}
