//! What the standard says of an operation whose value came out wrong: why the expected value is right.

use super::operation::{bit_field, plain};
use lang::{BinaryOp, ExprId, ExprKind, Program, StepOp, Type, UnaryOp};

/// The clause for the operation that makes the value, if there is one that settles it.
pub fn clause(program: &Program, expr: ExprId) -> Option<&'static str> {
    let inner = plain(program, expr);
    match program[inner].kind {
        ExprKind::Binary(op, a, b) => Some(binary(program, op, plain(program, a), plain(program, b))),
        ExprKind::AssignOp { op, target, value, .. } => Some(binary(program, op, target, plain(program, value))),
        ExprKind::Unary(op, a) => unary(op, is_floating(program, a)),
        ExprKind::Step(op, _) => Some(step(op)),
        ExprKind::Cast(a) => conversion(program, program[plain(program, a)].ty, program[inner].ty),
        ExprKind::LogicalAnd(..) => Some("C17 6.5.13p3: `&&` yields 1 if both of its operands are not 0, and else 0"),
        ExprKind::LogicalOr(..) => Some("C17 6.5.14p3: `||` yields 1 if one of its operands is not 0, and else 0"),
        ExprKind::Cond(..) => {
            Some("C17 6.5.15p4: the condition decides which operand is evaluated, and its value is the result")
        }
        ExprKind::Call(..) => {
            Some("C17 6.5.2.2p4: each parameter has the value of its argument, p5: the result is what is returned")
        }
        ExprKind::Member(..) if bit_field(program, inner).is_some() => {
            Some("C17 6.7.2.1p10: a bit-field holds a value of the number of bits that it is declared with")
        }
        ExprKind::Member(..) => Some("C17 6.5.2.3p3: the value is that of the named member"),
        ExprKind::Index(..) => Some("C17 6.5.2.1p2: `a[i]` is `*(a + i)`"),
        ExprKind::Deref(_) => Some("C17 6.5.3.2p4: the value is that of the object pointed to"),
        ExprKind::Comma(_, b) | ExprKind::Assign(_, b) => clause(program, b),
        _ if inner != expr => conversion(program, program[inner].ty, program[expr].ty),
        _ => None,
    }
}

fn is_floating(program: &Program, expr: ExprId) -> bool {
    program.types.is_floating(program[expr].ty)
}

/// Operands as they were before C converted them.
fn binary(program: &Program, op: BinaryOp, a: ExprId, b: ExprId) -> &'static str {
    if is_floating(program, a) || is_floating(program, b) {
        return floating(op);
    }
    let is_mixed =
        program.types.underlying(program[a].ty.unqualified()) != program.types.underlying(program[b].ty.unqualified());
    match op {
        BinaryOp::Shl => "C17 6.5.7p3: the result has the type of the promoted left operand, p4: vacated bits are zero",
        BinaryOp::Shr if program.types.int_kind(program[a].ty).is_some_and(|kind| !kind.signed) => {
            "C17 6.5.7p3: the result has the type of the promoted left operand, p5: it is the quotient by a power of two"
        }
        BinaryOp::Shr => {
            "C17 6.5.7p3: the result has the type of the promoted left operand, whatever that of the right one is, p5: of \
             a value that is not negative it is the quotient by a power of two; of a negative one it is \
             implementation-defined, and expected is the arithmetic shift that GCC and Clang document"
        }
        BinaryOp::Mul => "C17 6.5.5p4: the result is the product",
        BinaryOp::Div | BinaryOp::Rem => {
            "C17 6.5.5p6: the quotient is truncated towards zero, and `(a/b)*b + a%b` equals `a`"
        }
        _ if is_mixed => {
            "C17 6.3.1.8p1: both operands are converted to their common type first, after integer promotion (6.3.1.1p2)"
        }
        BinaryOp::Add => "C17 6.5.6p5: the result is the sum, of unsigned operands modulo 2^N (6.2.5p9)",
        BinaryOp::Sub => "C17 6.5.6p6: the result is the difference, of unsigned operands modulo 2^N (6.2.5p9)",
        BinaryOp::And => "C17 6.5.10p4: a bit is set if it is set in both operands",
        BinaryOp::Xor => "C17 6.5.11p4: a bit is set if it is set in one of the operands only",
        BinaryOp::Or => "C17 6.5.12p4: a bit is set if it is set in one of the operands",
        BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => {
            "C17 6.5.8p6: the result is 1 if the relation is true, and else 0"
        }
        BinaryOp::Eq | BinaryOp::Ne => "C17 6.5.9p3: the result is 1 if the relation is true, and else 0",
    }
}

fn floating(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Lt | BinaryOp::Gt | BinaryOp::Le | BinaryOp::Ge => {
            "C17 6.5.8p6: the result is 1 if the relation of the operands, in their common type (6.3.1.8p1), is true, and \
             else 0; it is false for a NaN (F.9.3)"
        }
        BinaryOp::Eq | BinaryOp::Ne => "C17 F.9.3: `x == x` is false for a NaN, and the two zeros are equal",
        _ => {
            "C17 F.3p1: the operation is that of IEC 60559, correctly rounded, and F.9.2: it may not be replaced by what \
             differs for signed zeros, infinities or NaNs, as `0 - x` by `-x`, `x + 0` by `x`, `x * 0` by `0`"
        }
    }
}

fn unary(op: UnaryOp, is_floating: bool) -> Option<&'static str> {
    match op {
        UnaryOp::Neg if is_floating => Some("C17 F.3p1 and 6.5.3.3p3: `-` changes the sign, also that of a zero"),
        UnaryOp::Neg => Some("C17 6.5.3.3p3: the result is the negative of the promoted operand"),
        UnaryOp::BitNot => Some("C17 6.5.3.3p4: the result is the complement of the promoted operand"),
        UnaryOp::Not => Some("C17 6.5.3.3p5: the result is 1 if the operand equals 0, and else 0"),
        UnaryOp::Plus | UnaryOp::Real | UnaryOp::Imag => None,
    }
}

fn step(op: StepOp) -> &'static str {
    match op {
        StepOp::PostInc | StepOp::PostDec => "C17 6.5.2.4p2: 1 is added to or subtracted from the object",
        StepOp::PreInc | StepOp::PreDec => "C17 6.5.3.1p2: 1 is added to or subtracted from the object",
    }
}

fn conversion(program: &Program, from: Type, to: Type) -> Option<&'static str> {
    let types = &program.types;
    let to = types.underlying(types.strip(to));
    if types.is_bool(to) {
        return Some("C17 6.3.1.2p1: the result is 0 if the value compares equal to 0, and else 1");
    }
    match (types.is_floating(from), types.is_floating(to)) {
        (true, true) => {
            Some("C17 6.3.1.5p1: a value that the new type can represent is unchanged, others are rounded (F.3p1)")
        }
        (true, false) if types.is_integer(to) => Some("C17 6.3.1.4p1: the fractional part is discarded"),
        (false, true) => {
            Some("C17 6.3.1.4p2: a value that the new type can represent is unchanged, others are rounded (F.3p1)")
        }
        (false, false) if types.is_integer(to) && types.is_integer(from) => {
            Some(match types.int_kind(to).is_some_and(|kind| kind.signed) {
                false => "C17 6.3.1.3p2: a value is converted to an unsigned type modulo 2^N",
                true => {
                    "C17 6.3.1.3p1: a value that the new type can represent is unchanged, p3: others are \
                 implementation-defined, and expected modulo 2^N, as GCC and Clang document"
                }
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lang::{StmtKind, Target, parse};

    /// The clause for the last expression that `f` returns.
    fn of(declarations: &str, expr: &str) -> &'static str {
        let text = format!("{declarations}\nlong f(void) {{ return {expr}; }}\n");
        let mut program = Program::new(Target::X86_64);
        parse::parse(&mut program, "a.c", text.as_bytes().into(), &parse::Options::default()).expect("C");
        let returned = program.stmts.iter().rev().find_map(|stmt| match stmt.kind {
            StmtKind::Return(Some(expr)) => Some(expr),
            _ => None,
        });
        clause(&program, returned.expect("a return")).unwrap_or("")
    }

    #[test]
    fn each_operation_has_its_clause() {
        for (declarations, expr, begin) in [
            ("float a;", "0.0f - a", "C17 F.3p1"),
            ("int a;", "a / 3", "C17 6.5.5p6"),
            ("int a;", "a >> 1UL", "C17 6.5.7p3"),
            ("unsigned a;", "a << 1", "C17 6.5.7p3"),
            ("signed char a;", "(unsigned short)a", "C17 6.3.1.3p2"),
            ("long a;", "(short)a", "C17 6.3.1.3p1"),
            ("double a;", "(int)a", "C17 6.3.1.4p1"),
            ("int a;", "(_Bool)a", "C17 6.3.1.2p1"),
            ("unsigned a; long b;", "a < b", "C17 6.3.1.8p1"),
            ("int a, b;", "a < b", "C17 6.5.8p6"),
            ("int a;", "-a", "C17 6.5.3.3p3"),
            ("struct { int b : 3; } a;", "a.b", "C17 6.7.2.1p10"),
            ("int a;", "a", "C17 6.3.1.3p1"),
        ] {
            let found = of(declarations, expr);
            assert!(found.starts_with(begin), "{expr}: {found}");
        }
        assert_eq!(of("", "7L"), "");
    }
}
