//! Code that a person would not accept in a report, though it compiles and does no harm. A candidate may contain it only if
//! the original does.

use lang::build::is_null_pointer_constant;
use lang::edit::visit::behind;
use lang::{
    ArrayLen, BinaryOp, Expr, ExprId, ExprKind, FuncId, Function, Item, Program, Type, TypeKind, Types, builtins,
};

/// What kinds of it a program has: one bit each.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Sloppiness(u16);

impl Sloppiness {
    /// Everything there is.
    pub const ALL: Sloppiness = Sloppiness(u16::MAX);

    /// Whether the other has all of it, too.
    pub fn is_within(self, other: Sloppiness) -> bool {
        self.0 & !other.0 == 0
    }
}

/// Constraints violated that compilers only warn about, formats without arguments, builtins that are named but not
/// called, which not all compilers take, and declarations that C does not have.
pub fn sloppiness(program: &Program) -> Sloppiness {
    let kinds = [
        program.exprs.iter().any(|expr| is_mixed_conversion(program, expr)),
        program.exprs.iter().any(|expr| is_short_of_arguments(program, expr)),
        has_uncalled_builtin(program),
        program.functions.iter().any(|function| has_unnamed_parameter(program, function)),
        // The first stands for `va_list`.
        program.types.records.iter().skip(1).any(|record| record.complete && record.fields.is_empty()),
        takes_library_name(program),
        has_empty_array(program),
        program.functions.iter().any(|function| is_strange_main(program, function)),
        program.exprs.iter().any(|expr| divides_by_zero(program, expr)),
        program.exprs.iter().any(|expr| counts_on_one_element(program, expr)),
    ];
    Sloppiness(kinds.iter().enumerate().map(|(at, &has)| u16::from(has) << at).sum())
}

/// In a definition, before C23.
fn has_unnamed_parameter(program: &Program, function: &Function) -> bool {
    function.body.is_some() && function.params.iter().any(|&param| program.name(program[param].name).is_empty())
}

/// `a / 0`, executed or not.
fn divides_by_zero(program: &Program, expr: &Expr) -> bool {
    let (ExprKind::Binary(op, _, divisor) | ExprKind::AssignOp { op, value: divisor, .. }) = expr.kind else {
        return false;
    };
    matches!(op, BinaryOp::Div | BinaryOp::Rem) && program[behind(program, divisor)].kind == ExprKind::Int(0)
}

/// C has none (C17 6.7.6.2p1).
fn has_empty_array(program: &Program) -> bool {
    let fields = program.types.records.iter().flat_map(|record| &record.fields).map(|field| field.ty);
    program.vars.iter().map(|var| var.ty).chain(fields).any(|ty| is_empty_array(program, ty))
}

fn is_empty_array(program: &Program, ty: Type) -> bool {
    match *program.types.kind(ty) {
        TypeKind::Array { len: ArrayLen::Fixed(0), .. } => true,
        TypeKind::Array { elem, .. } => is_empty_array(program, elem),
        _ => false,
    }
}

/// A use of `int a[];`, which is `int a[1];` only at the end of the unit (C17 6.9.2p5).
fn counts_on_one_element(program: &Program, expr: &Expr) -> bool {
    let ExprKind::Var(var) = expr.kind else { return false };
    let (var, length) = (&program[var], |ty: Type| match *program.types.kind(ty) {
        TypeKind::Array { len, .. } => Some(len),
        _ => None,
    });
    let is_open = matches!(length(expr.ty), Some(ArrayLen::Incomplete));
    is_open && var.defined && var.init.is_none() && matches!(length(var.ty), Some(ArrayLen::Fixed(1)))
}

/// `void main(void)` (C17 5.1.2.2.1p1).
fn is_strange_main(program: &Program, function: &Function) -> bool {
    let ret = program.types.function_type(function.ty).map(|ty| ty.ret);
    function.body.is_some() && program.name(function.name) == "main" && ret != Some(Type::INT)
}

/// An object with the name of a library function, or a function of another type (C17 7.1.3p1).
fn takes_library_name(program: &Program) -> bool {
    let mut items = program.units.iter().flat_map(|unit| &unit.items);
    items.any(|item| match *item {
        Item::Var(var) => builtins::is_known(program.name(program[var].name)),
        Item::Declare(func) | Item::Define(func) => is_other_library_function(program, func),
        Item::Asm(_) => false,
    })
}

fn is_other_library_function(program: &Program, func: FuncId) -> bool {
    let Function { name, ty, .. } = program[func];
    let name = program.name(name);
    if !builtins::is_known(name) {
        return false;
    }
    let mut types = program.types.clone();
    builtins::function_type(&mut types, name).is_some_and(|known| !is_like(&types, ty, known))
}

/// Whether a function is declared as in the library. The type of streams is not compared.
fn is_like(types: &Types, ty: Type, known: Type) -> bool {
    if types.compatible(ty, known) {
        return true;
    }
    let (Some(own), Some(known)) = (types.function_type(ty), types.function_type(known)) else { return false };
    let is_stream = |own: Type, known: Type| {
        let is_record = types.pointee(own).is_some_and(|to| types.is_record(to));
        is_record && types.pointee(known).is_some_and(|to| types.is_void(to))
    };
    let fits = |(&own, &known): (&Type, &Type)| types.compatible(own, known) || is_stream(own, known);
    types.compatible(own.ret, known.ret)
        && (own.prototyped, own.variadic, own.params.len()) == (known.prototyped, known.variadic, known.params.len())
        && own.params.iter().zip(&known.params).all(fits)
}

fn has_uncalled_builtin(program: &Program) -> bool {
    let callee = |expr: &Expr| match expr.kind {
        ExprKind::Call(callee, _) => Some(behind(program, callee)),
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
    !types.is_void(from) && !types.is_void(to) && are_different(program, from, to)
}

/// Whatever their qualifiers are, also those of elements.
fn are_different(program: &Program, one: Type, other: Type) -> bool {
    let types = &program.types;
    let plain = |ty: Type| types.underlying(types.strip(ty).unqualified());
    match (types.kind(types.strip(one)), types.kind(types.strip(other))) {
        (TypeKind::Array { elem: first, len: one }, TypeKind::Array { elem: second, len: other }) => {
            let lengths = [one, other].map(|len| if let ArrayLen::Fixed(len) = len { Some(*len) } else { None });
            matches!(lengths, [Some(one), Some(other)] if one != other) || are_different(program, *first, *second)
        }
        (TypeKind::Function(_), TypeKind::Function(_)) => !types.compatible(one, other),
        _ => plain(one) != plain(other),
    }
}

/// `printf("%d")`.
fn is_short_of_arguments(program: &Program, expr: &Expr) -> bool {
    let ExprKind::Call(callee, list) = expr.kind else { return false };
    let ExprKind::Func(func) = program[behind(program, callee)].kind else { return false };
    let arguments = program.expr_list(list);
    let (Some(&format), "printf") = (arguments.first(), program.name(program[func].name)) else { return false };
    let ExprKind::Str(format) = program[behind(program, format)].kind else { return false };
    conversions(&program[format].bytes) > arguments.len() - 1
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

    fn kinds(text: &str) -> Sloppiness {
        let mut program = Program::new(Target::X86_64);
        parse::parse(&mut program, "a.c", text.as_bytes().into(), &parse::Options::default()).expect("C");
        sloppiness(&program)
    }

    fn is_sloppy(text: &str) -> bool {
        kinds(text) != Sloppiness(0)
    }

    #[test]
    fn what_the_original_has_is_allowed_and_nothing_else() {
        let unnamed = kinds("int f(int) { return 1; }");
        assert!(kinds("int g(int, int b) { return b; }").is_within(unnamed));
        assert!(!kinds("struct s { } a; int g(int b) { return b; }").is_within(unnamed));
        assert!(kinds("int g(int, int b) { return b; } struct s { };").is_within(Sloppiness::ALL));
    }

    #[test]
    fn parameters_have_names_and_structs_members() {
        assert!(is_sloppy("int f(int, int b) { return b; }"));
        assert!(is_sloppy("struct s { } a;"));
        assert!(!is_sloppy("int f(int, ...); int g(void) { return 1; } struct s; struct s *p; struct t { int a; };"));
    }

    #[test]
    fn arrays_have_elements_and_main_a_result() {
        assert!(is_sloppy("int a[] = {};"));
        assert!(is_sloppy("struct s { int a; int b[2][0]; };"));
        assert!(is_sloppy("void main(void) { }"));
        assert!(is_sloppy("int a[]; int f(void) { return a[0]; }"));
        assert!(!is_sloppy("int a[]; struct s { int a; int b[]; }; int main(void) { } void f(void) { }"));
        assert!(!is_sloppy("extern int a[]; int b[] = {1}, c[1]; int f(void) { return a[0] + b[0] + c[0]; }"));
    }

    #[test]
    fn names_of_the_library_mean_what_they_mean_there() {
        assert!(is_sloppy("int strlen;"));
        assert!(is_sloppy("int strlen(int a) { return a; }"));
        assert!(is_sloppy("void printf(int);"));
        assert!(!is_sloppy("unsigned long strlen(const char *); int printf(const char *, ...); void abort(void);"));
        assert!(!is_sloppy("struct s { int a; }; int fputs(const char *restrict, struct s *);"));
        assert!(!is_sloppy("int f(int strlen) { return strlen; }"));
    }

    #[test]
    fn pointers_are_not_taken_for_something_else() {
        assert!(is_sloppy("int a, *b; void f(void) { a = b; }"));
        assert!(is_sloppy("int a, *b; void f(void) { b = a; }"));
        assert!(is_sloppy("unsigned *a; int *b; void f(void) { a = b; }"));
        assert!(is_sloppy("long a; int *b = &a;"));
        assert!(is_sloppy("int a[4][1]; unsigned char *b = &a[2];"));
        assert!(is_sloppy("int a[4][2]; int (*b)[3] = a;"));
        assert!(is_sloppy("int f(int a) { return a; } void (*g)(void) = f;"));
    }

    #[test]
    fn what_c_converts_by_itself_is_no_matter() {
        assert!(!is_sloppy("void *a; int *b; void f(void) { a = b; b = a; b = 0; b = (void *)0; }"));
        assert!(!is_sloppy("int a[3]; const int *b = a; _Bool c; void f(void) { c = b; c = b == 0; }"));
        assert!(!is_sloppy("typedef int t; t *a; int *b; char *s = \"s\"; void f(void) { a = b; }"));
        assert!(!is_sloppy(
            "int a[2][3]; const int (*b)[3] = a; int (*c)[] = a; int (*d)() = 0; const char *const *e;"
        ));
        assert!(!is_sloppy("int a[2][3]; int (*b)[3] = a; int f(void); int (*g)(void) = f; int (*h)(void) = &f;"));
    }

    #[test]
    fn nothing_is_divided_by_zero() {
        assert!(is_sloppy("int a; void f(void) { a %= 0; }"));
        assert!(is_sloppy("long a; long f(void) { return a / 0; }"));
        assert!(!is_sloppy("int a; int f(void) { return a / 1 + 0 / a; } double b; void g(void) { b /= 0.0; }"));
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
