//! What a person would not accept in a report, though it compiles and is never executed or does no harm: candidates
//! do not have it unless the original has.

use lang::build::is_null_pointer_constant;
use lang::{Expr, ExprId, ExprKind, FuncId, Program, Type};

/// Whether the program violates a constraint that compilers only warn about, prints what it does not have, or names a
/// builtin without calling it, which not all compilers take.
pub fn is_sloppy(program: &Program) -> bool {
    program.exprs.iter().any(|expr| is_mixed_conversion(program, expr) || is_short_of_arguments(program, expr))
        || has_uncalled_builtin(program)
}

fn has_uncalled_builtin(program: &Program) -> bool {
    let callee = |expr: &Expr| match expr.kind {
        ExprKind::Call(callee, _) => Some(inside(program, callee)),
        _ => None,
    };
    let called: Vec<ExprId> = program.exprs.iter().filter_map(callee).collect();
    let is_builtin = |func: FuncId| program.name(program[func].name).starts_with("__builtin_");
    let is_uncalled = |(at, expr): (usize, &Expr)| match expr.kind {
        ExprKind::Func(func) => is_builtin(func) && !called.contains(&ExprId(at as u32)),
        _ => false,
    };
    program.exprs.iter().enumerate().any(is_uncalled)
}

/// An implicit conversion between pointers and integers, or between pointers to different things (C17 6.5.16.1p1).
fn is_mixed_conversion(program: &Program, expr: &Expr) -> bool {
    let ExprKind::Convert(from) = expr.kind else { return false };
    let types = &program.types;
    let source = program[from].ty;
    match (types.is_pointer(source), types.is_pointer(expr.ty)) {
        (true, true) => !is_null_pointer_constant(program, from) && are_strangers(program, source, expr.ty),
        (true, false) => types.is_integer(expr.ty) && !types.is_bool(expr.ty),
        (false, true) => types.is_integer(source) && !is_null_pointer_constant(program, from),
        (false, false) => false,
    }
}

fn are_strangers(program: &Program, from: Type, to: Type) -> bool {
    let types = &program.types;
    let (Some(from), Some(to)) = (types.pointee(from), types.pointee(to)) else { return false };
    let is_open = |ty: Type| types.is_void(ty) || types.is_function(ty) || types.is_array(ty);
    let plain = |ty: Type| types.underlying(types.strip(ty).unqualified());
    !is_open(from) && !is_open(to) && plain(from) != plain(to)
}

/// `printf("%d")`.
fn is_short_of_arguments(program: &Program, expr: &Expr) -> bool {
    let ExprKind::Call(callee, list) = expr.kind else { return false };
    let ExprKind::Func(func) = program[inside(program, callee)].kind else { return false };
    let arguments = program.expr_list(list);
    let (Some(&format), "printf") = (arguments.first(), program.name(program[func].name)) else { return false };
    let ExprKind::Str(format) = program[inside(program, format)].kind else { return false };
    conversions(&program[format].bytes) > arguments.len() - 1
}

/// Without implicit conversions.
fn inside(program: &Program, mut expr: ExprId) -> ExprId {
    while let ExprKind::Convert(inner) = program[expr].kind {
        expr = inner;
    }
    expr
}

/// How many arguments a format asks for, at least.
fn conversions(format: &[u8]) -> usize {
    let mut count = 0;
    let mut bytes = format.iter();
    while let Some(&byte) = bytes.next() {
        count += usize::from(byte == b'%' && bytes.next() != Some(&b'%'));
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use lang::{Target, parse};

    fn is_sloppy(text: &str) -> bool {
        let mut program = Program::new(Target::X86_64);
        parse::parse(&mut program, "a.c", text.as_bytes().into(), &parse::Options::default()).expect("C");
        super::is_sloppy(&program)
    }

    #[test]
    fn pointers_are_not_taken_for_something_else() {
        assert!(is_sloppy("int a, *b; void f(void) { a = b; }"));
        assert!(is_sloppy("int a, *b; void f(void) { b = a; }"));
        assert!(is_sloppy("unsigned *a; int *b; void f(void) { a = b; }"));
        assert!(is_sloppy("long a; int *b = &a;"));
    }

    #[test]
    fn what_c_converts_by_itself_is_no_matter() {
        assert!(!is_sloppy("void *a; int *b; void f(void) { a = b; b = a; b = 0; b = (void *)0; }"));
        assert!(!is_sloppy("int a[3]; const int *b = a; _Bool c; void f(void) { c = b; c = b == 0; }"));
        assert!(!is_sloppy("typedef int t; t *a; int *b; char *s = \"s\"; void f(void) { a = b; }"));
        assert!(!is_sloppy("int a[2][3]; int (*b)[3] = a; int f(void); int (*g)(void) = f; int (*h)(void) = &f;"));
    }

    #[test]
    fn builtins_are_called() {
        assert!(is_sloppy("void f(void) { __builtin_parity; }"));
        assert!(!is_sloppy("int f(int a) { return __builtin_parity(a) + __builtin_popcount(a); }"));
    }

    #[test]
    fn formats_have_their_arguments() {
        let call = |call: &str| format!("int printf(const char *, ...); void f(int a) {{ {call}; }}");
        assert!(is_sloppy(&call(r#"printf("%d\n")"#)));
        assert!(is_sloppy(&call(r#"printf("%d%% %d\n", a)"#)));
        assert!(!is_sloppy(&call(r#"printf("%d%%\n", a)"#)));
        assert!(!is_sloppy(&call(r#"printf("100%%\n")"#)));
    }
}
