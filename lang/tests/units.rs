//! Several translation units in one program.

use lang::parse::{self, ErrorKind, Options};
use lang::{Program, Target};

/// What the parser says of the units `0.c`, `1.c`, … together.
#[track_caller]
fn check(units: &[&str], expected: Result<(), &str>) {
    let mut program = Program::new(Target::X86_64);
    let mut add = |(at, text): (usize, &&str)| {
        parse::parse(&mut program, &format!("{at}.c"), text.as_bytes().into(), &Options::default())
    };
    let found = units.iter().enumerate().try_for_each(&mut add);
    assert!(found.as_ref().err().is_none_or(|error| error.kind == ErrorKind::Rejected));
    assert_eq!(found.map_err(|error| error.message), expected.map_err(str::to_string));
}

#[test]
fn two_units_cannot_define_one_thing() {
    check(&["int x = 0;", "int y; int x = 2;"], Err("`x` is defined in 0.c as well (C17 6.9p5)"));
    check(&["int x;", "int x;"], Err("`x` is defined in 0.c as well (C17 6.9p5)"));
    check(&["int x[3];", "int y;", "int x[3];"], Err("`x` is defined in 0.c as well (C17 6.9p5)"));
    check(&["void f(void) {}", "void f(void) {}"], Err("`f` is defined in 0.c as well (C17 6.9p5)"));
    check(&["void f(void) {}", "int f;"], Err("`f` is defined in 0.c as well (C17 6.9p5)"));
}

#[test]
fn all_units_see_an_object_as_the_same_thing() {
    check(&["int c;", "extern int c[1][1];"], Err("`c` has another type in 0.c (C17 6.2.7p2)"));
    check(&["extern int *c;", "long *c;"], Err("`c` has another type in 0.c (C17 6.2.7p2)"));
    check(&["int c[2];", "extern int c[3];"], Err("`c` has another type in 0.c (C17 6.2.7p2)"));
    check(&["int c[2];", "extern int c[];", "extern int c[2];"], Ok(()));
    check(&["struct s { int a; } c, *d[2];", "struct s { int a; }; extern struct s c, *d[2];"], Ok(()));
    check(&["enum { A } c; void (*f)(void);", "extern unsigned c; extern void (*f)(void);"], Ok(()));
    check(&["const volatile int c; static int d;", "extern const volatile int c; extern long d;"], Ok(()));
}

#[test]
fn what_only_one_unit_sees_may_be_defined_again() {
    check(&["int x = 0;", "extern int x;", "extern int x; int f(void) { return x; }"], Ok(()));
    check(&["static int x;", "static int x; static void f(void) {}", "static void f(void) {}"], Ok(()));
    check(&["inline int f(void) { return 1; }", "int f(void) { return 1; }"], Ok(()));
    check(&["int x __attribute__((common));", "int x __attribute__((common));"], Ok(()));
    check(&["__attribute__((weak)) void f(void) {}", "void f(void) {}"], Ok(()));
}

#[test]
fn headers_for_compilers_without_the_names_of_floating_types_are_understood() {
    // glibc's for clang; GCC refuses it.
    let names =
        "typedef float _Float32; typedef double _Float64; typedef long double _Float64x; typedef __float128 _Float128;";
    check(&[names, "_Float32 x = 1; extern _Float64x y;"], Ok(()));
    check(&["float _Float32 x;"], Err("conflicting type specifiers, found `_Float32`"));
}
