//! Operations in words that are the same for the same operation, whatever the variables are called.

use lang::walk;
use lang::{BinaryOp, ExprId, ExprKind, Program, StepOp, Type, UnaryOp};
use std::collections::BTreeSet;

/// The operation that makes the value: `int >> int`, with the types that operands had before they were promoted.
pub fn describe(program: &Program, expr: ExprId) -> String {
    let inner = plain(program, expr);
    let name = |expr: ExprId| type_of(program, plain(program, expr));
    let to = type_name(program, program[inner].ty);
    match program[inner].kind {
        ExprKind::Binary(op, a, b) => format!("{} {} {}", name(a), binary(op), name(b)),
        ExprKind::AssignOp { op, target, value, .. } => format!("{} {}= {}", name(target), binary(op), name(value)),
        ExprKind::Unary(op, a) => format!("{}{}", unary(op), name(a)),
        ExprKind::Step(StepOp::PreInc | StepOp::PostInc, a) => format!("{}++", name(a)),
        ExprKind::Step(StepOp::PreDec | StepOp::PostDec, a) => format!("{}--", name(a)),
        ExprKind::LogicalAnd(a, b) => format!("{} && {}", name(a), name(b)),
        ExprKind::LogicalOr(a, b) => format!("{} || {}", name(a), name(b)),
        ExprKind::Cond(_, a, b) => format!("? {} : {}", name(a), name(b)),
        ExprKind::CondOmitted(a, b) => format!("{} ?: {}", name(a), name(b)),
        ExprKind::Cast(a) => format!("({to}) {}", name(a)),
        ExprKind::Call(..) => format!("call of {to}"),
        ExprKind::Index(..) => format!("element of {to}"),
        ExprKind::Deref(_) => format!("*pointer to {to}"),
        ExprKind::Member(..) => format!("member {}", type_of(program, inner)),
        ExprKind::Comma(_, b) | ExprKind::Assign(_, b) => describe(program, b),
        ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::LongFloat(_) | ExprKind::Enumerator(..) => {
            format!("constant {to}")
        }
        _ => format!("value of {to}"),
    }
}

/// The same as the program says it, without what surrounds it.
pub fn expression(program: &Program, expr: ExprId) -> String {
    let inner = plain(program, expr);
    match program[inner].kind {
        ExprKind::Comma(_, b) | ExprKind::Assign(_, b) => expression(program, b),
        _ => lang::print::expression(program, inner),
    }
}

/// Every operator below the expressions, sorted; reading and writing variables are none.
pub fn operators(program: &Program, exprs: &[ExprId]) -> Vec<String> {
    let mut found = BTreeSet::new();
    exprs.iter().for_each(|expr| collect(program, *expr, &mut found));
    found.into_iter().collect()
}

fn collect(program: &Program, expr: ExprId, found: &mut BTreeSet<String>) {
    let operator = match program[expr].kind {
        ExprKind::Binary(op, ..) | ExprKind::AssignOp { op, .. } => binary(op),
        ExprKind::Unary(op, _) => unary(op),
        ExprKind::Step(StepOp::PreInc | StepOp::PostInc, _) => "+",
        ExprKind::Step(StepOp::PreDec | StepOp::PostDec, _) => "-",
        ExprKind::LogicalAnd(..) => "&&",
        ExprKind::LogicalOr(..) => "||",
        ExprKind::Cond(..) | ExprKind::CondOmitted(..) => "?:",
        ExprKind::Index(..) => "[]",
        ExprKind::Member(..) if bit_field(program, expr).is_some() => "bit-field",
        _ => "",
    };
    if !operator.is_empty() {
        found.insert(operator.to_string());
    }
    walk::operands(program, expr, |operand| collect(program, operand, found));
}

/// Without what C converts by itself.
pub fn plain(program: &Program, expr: ExprId) -> ExprId {
    match program[expr].kind {
        ExprKind::Convert(inner) => plain(program, inner),
        _ => expr,
    }
}

fn type_of(program: &Program, expr: ExprId) -> String {
    let name = type_name(program, program[expr].ty);
    match bit_field(program, expr) {
        Some(width) => format!("{name}:{width}"),
        None => name,
    }
}

/// Names of records are the program's own, so they say nothing.
fn type_name(program: &Program, ty: Type) -> String {
    let types = &program.types;
    if types.is_pointer(ty) || types.is_array(ty) {
        return "pointer".to_string();
    }
    if types.is_record(ty) {
        return "record".to_string();
    }
    lang::print::type_name(program, types.underlying(types.strip(ty)))
}

/// The width of a bit-field.
pub fn bit_field(program: &Program, expr: ExprId) -> Option<u32> {
    let ExprKind::Member(base, field) = program[expr].kind else { return None };
    program.types.record(program[base].ty)?.fields.get(field as usize)?.bit_width
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::Lt => "<",
        BinaryOp::Gt => ">",
        BinaryOp::Le => "<=",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
    }
}

fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Plus => "+",
        UnaryOp::Neg => "-",
        UnaryOp::BitNot => "~",
        UnaryOp::Not => "!",
        UnaryOp::Real => "__real__ ",
        UnaryOp::Imag => "__imag__ ",
    }
}
