//! The table of repairs: which form an operation takes when its operands would make it undefined.
//!
//! Table 1 of the YARPGen paper, completed: there `a * b` with the least `a` matches no row, the intervals for shift
//! counts are closed at the wrong end, and `<<` of a negative value is missing. `tests/repair_table.rs` checks this
//! one exhaustively at small widths, `bench/smt/repair-*.smt2` prove it at 32 and 64 bits.

use super::form::{Adjust, Form, Operator, Site, eval};
use lang::arith::{self, IntKind, Word};

/// A deterministic number below its argument.
pub type Choose<'c> = dyn FnMut(u64) -> u64 + 'c;

/// Operators that may be put in another one's place, unless the repairer excludes them.
pub const REPLACEMENTS: [Operator; 5] = [Operator::Div, Operator::Rem, Operator::And, Operator::Or, Operator::Xor];

/// The first execution. Nothing has used a result yet, so any similar operation that is defined here can replace it.
pub fn first<W: Word>(site: &Site, a: W, b: W, excluded: &[Operator], choose: &mut Choose) -> Form {
    let mut pick = |operators: &[Operator]| pick(site, a, b, operators, excluded, choose);
    use Operator::*;
    match site.op {
        Neg => Form::Operator(Plus),
        Add => Form::Operator(Sub),
        Sub => Form::Operator(Add),
        Mul if site.is_pure => pick(&[Div, Div, Rem, And, Or, Xor, Sub, Add]),
        // A division might need its operands twice one day.
        Mul => pick(&[And, Or, Xor, Sub, Add]),
        Div | Rem => pick(&[Mul, Mul, Sub, Add, Or, Xor]),
        _ => shift(site, a, b, choose),
    }
}

/// One of the operators that are defined here; of addition and subtraction one always is.
fn pick<W: Word>(site: &Site, a: W, b: W, operators: &[Operator], excluded: &[Operator], choose: &mut Choose) -> Form {
    let is_possible = |op: &Operator| !excluded.contains(op) && eval(Form::Operator(*op), site, a, b).is_ok();
    let defined = || operators.iter().copied().filter(is_possible);
    let nth = choose(defined().count() as u64) as usize;
    Form::Operator(defined().nth(nth).unwrap_or(Operator::Xor))
}

fn shift<W: Word>(site: &Site, a: W, b: W, choose: &mut Choose) -> Form {
    let is_negative = site.kind.signed && site.op == Operator::Shl && a.is_negative();
    let complement = is_negative && !site.is_compound && choose(2) == 0;
    let op = if is_negative && !complement { Operator::Shr } else { site.op };
    let same = Form::Shift { op, complement, by: Adjust::Same };
    if eval(same, site, a, b).is_ok() {
        return same;
    }
    let value = if complement { arith::not(site.kind, a) } else { a };
    let count = choose(counts(site.kind, op, value));
    match adjustment(site.right, b, W::from_u128(count as u128)) {
        Some(by) => Form::Shift { op, complement, by },
        None => Form::Masked { op, complement, add: 0 },
    }
}

/// How many counts, from 0 on, can shift the value.
fn counts<W: Word>(kind: IntKind, op: Operator, value: W) -> u64 {
    if op == Operator::Shr || !kind.signed {
        return kind.bits as u64;
    }
    let mut bits = 0;
    while bits < kind.bits as u32 && value.logical_right(bits) != W::ZERO {
        bits += 1;
    }
    kind.bits as u64 - bits as u64
}

/// The constant that makes `wanted` of `b`; `None` if it is not representable.
pub fn adjustment<W: Word>(kind: IntKind, b: W, wanted: W) -> Option<Adjust> {
    let constant = |word: W| u64::try_from(word.unsigned_value()).ok().filter(|_| arith::le(kind, W::ZERO, word));
    if arith::le(kind, wanted, b) {
        arith::sub(kind, b, wanted).ok().and_then(constant).map(Adjust::Sub)
    } else {
        arith::sub(kind, wanted, b).ok().and_then(constant).map(Adjust::Add)
    }
}

/// A later execution: the form that agrees with `form` wherever that is defined, and is defined everywhere. `None`
/// if there is none, or if `form` is such a form itself.
pub fn total(site: &Site, form: Form) -> Option<Form> {
    use Operator::*;
    match form {
        Form::Operator(op @ (Add | Sub | Mul | Neg)) => Some(Form::Wrapping(op)),
        Form::Operator(op @ (Div | Rem)) if site.is_pure => Some(Form::Guarded(op)),
        Form::Operator(op @ (Div | Rem)) => Some(Form::Nonzero(op)),
        Form::Shift { op, complement, by } => {
            let width = site.kind.bits as u64;
            let add = match by {
                Adjust::Same => 0,
                Adjust::Add(c) => c % width,
                Adjust::Sub(c) => (width - c % width) % width,
            };
            Some(Form::Masked { op, complement, add: add as u8 })
        }
        _ => None,
    }
}

/// The first repair of a subscript that is outside of `0..len`.
pub fn first_index(kind: IntKind, index: u64, len: u64, choose: &mut Choose) -> Form {
    let wanted = choose(len);
    match adjustment(kind, index, wanted) {
        Some(by) => Form::Index(by),
        None => Form::Modulo { add: 0, len },
    }
}

/// Its total form; for an address also the subscript `len` was defined, so the modulus is one more.
pub fn total_index(form: Form, kind: IntKind, len: u64) -> Option<Form> {
    let unsigned = IntKind { signed: false, ..kind };
    match form {
        Form::Index(Adjust::Same) => Some(Form::Modulo { add: 0, len }),
        Form::Index(Adjust::Add(c)) => Some(Form::Modulo { add: c, len }),
        Form::Index(Adjust::Sub(c)) => Some(Form::Modulo { add: arith::wrapping_neg(unsigned, c), len }),
        _ => None,
    }
}
