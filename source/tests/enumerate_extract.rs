//! Holes, scopes and interchangeable variables of C programs, by the numbers they lead to.

use lang::parse::{Options, parse};
use lang::{Program, Target};
use num_bigint::BigUint;
use source::enumerate::{Granularity, Space, Symmetry, extract};

fn program(text: &str) -> Program {
    let mut program = Program::new(Target::X86_64);
    parse(&mut program, "test.c", text.as_bytes().into(), &Options::default()).unwrap();
    program
}

/// Holes, naive fillings, fillings up to renaming.
fn counts(text: &str) -> (usize, u64, u64) {
    let extracted = extract(&program(text), &|_| true);
    let space = Space::new(&extracted.skeleton, Granularity::Intra, Symmetry::Exact);
    let number = |big: &BigUint| u64::try_from(big).unwrap();
    (extracted.holes.len(), number(space.naive()), number(space.count()))
}

fn check(text: &str, expected: (usize, u64, u64)) {
    assert_eq!(counts(text), expected, "{text}");
}

#[test]
fn the_papers_figure_7() {
    check("int main(void) { int a, b; a; b; { int c, d; c; d; } return a; }", (5, 128, 40));
    check("int a, b; int main(void) { a; b; { int c, d; c; d; } return a; }", (5, 128, 40));
}

#[test]
fn the_papers_figure_5_and_its_restricted_growth_strings() {
    // 2^6 fillings (section 3.1), of which one of each pair that a renaming exchanges remains.
    let text = "int a, b; int main(void) { a = 10; b = 1; while (a) a = a - b; }";
    check(text, (6, 64, 32));
    let space = Space::new(&extract(&program(text), &|_| true).skeleton, Granularity::Intra, Symmetry::Exact);
    let listed: Vec<Vec<usize>> = space.from(&BigUint::from(0_u32)).collect();
    // P and P2 of the figure are listed (example 5), P1 is a renaming of P.
    for (filling, growth) in [
        ([0, 1, 0, 0, 0, 1], [0, 1, 0, 0, 0, 1]),
        ([1, 0, 1, 1, 1, 0], [0, 1, 0, 0, 0, 1]),
        ([0, 1, 1, 1, 0, 1], [0, 1, 1, 1, 0, 1]),
    ] {
        assert_eq!(space.canonical(&filling), growth);
        assert!(listed.contains(&growth.to_vec()));
    }
}

#[test]
fn the_papers_figure_6() {
    // Its ten holes, of which those of declarations are uses here: 4^10 fillings without scopes, 2^5 * 4^5 with them.
    check("int a, b, c, d; int f(void) { a, b; if (a) { c, d; b = c + d; } a; b; }", (10, 1 << 20, 43947));
    let text = "int f(void) { int a, b; a, b; if (a) { int c, d; c, d; b = c + d; } a; b; }";
    // Burnside: the identity leaves all alone, exchanging c and d leaves those with neither.
    check(text, (10, 1 << 15, ((1 << 15) + (1 << 10)) / 4));
    let space = Space::new(&extract(&program(text), &|_| true).skeleton, Granularity::Intra, Symmetry::Paper);
    // Without those 121 that use c or d and only one of a and b.
    assert_eq!(*space.count(), BigUint::from(8448_u32 - 121));
}

#[test]
fn declarations_that_differ_are_told_apart() {
    check("int f(void) { int a, b; return a + b; }", (2, 4, 2));
    check("int f(void) { int a = 1, b = 1; return a + b; }", (2, 4, 2));
    check("int f(void) { int a = 1, b = 2; return a + b; }", (2, 4, 4));
    check("int f(void) { int a; static int b; return a + b; }", (2, 4, 4));
    check("int f(void) { int a; register int b; return a + b; }", (2, 4, 4));
    check("int a; static int b; int f(void) { return a + b; }", (2, 4, 4));
    check("int a; extern int b; int f(void) { return a + b; }", (2, 4, 4));
    check("int a __attribute__((aligned(16))), b; int f(void) { return a + b; }", (2, 4, 4));
    check("int f(void) { int a; const int b = 1; return a + b; }", (2, 1, 1));
    check("int f(void) { int a; volatile int b; return a + b; }", (2, 1, 1));
}

#[test]
fn parameters_are_alike_with_their_arguments_only() {
    check("int f(int a, int b) { return a - b; }", (2, 4, 2));
    check("int f(int a, int b) { return a - b; } int main(void) { return f(1, 2); }", (2, 4, 4));
    check("int f(int a, int b) { return a - b; } int main(void) { return f(1, 1); }", (2, 4, 2));
    check("int f(int a, int b) { return a - b; } int main(void) { return f(1, 1) + f(2, 3); }", (2, 4, 4));
    check("int f(int a, int b) { return a - b; } int (*p)(int, int) = f;", (2, 4, 4));
}

#[test]
fn a_variable_is_in_scope_after_its_declarator() {
    check("int f(void) { int a = a; return a; }", (2, 1, 1));
    check("int f(void) { int a; a; int b; return b; }", (2, 2, 2));
    check("int a; int f(void) { int a = a; return a; }", (2, 4, 4));
    check("int f(int n) { int a[n]; return a[0]; }", (2, 1, 1));
    check("int f(int n, int m) { for (int i = n; i < m; i++) ; return n; }", (5, 3 * 3 * 3 * 3 * 2, 81));
}

#[test]
fn types_and_scopes_keep_holes_apart() {
    check("struct s { int x; } a, b; int c; int f(void) { return a.x + b.x + c; }", (3, 4, 2));
    check("int *p, *q; int a; int f(void) { return *p + *q + a; }", (3, 4, 2));
    check("typedef int T; T a; int b; int f(void) { return a + b; }", (2, 4, 2));
    check("int a[3], b[3], c[4]; int f(void) { return a[0] + b[1] + c[2]; }", (3, 4, 2));
    check("int f(void) { { int a; a; } { int b; b; } return 0; }", (2, 1, 1));
}

#[test]
fn what_has_no_address_is_not_put_where_one_is_taken() {
    check("int f(void) { int a; register int b; return *&a + b; }", (2, 2, 2));
    check("int a, b; int *p = &a; int f(void) { static int c; static int *q = &c; return 0; }", (2, 6, 2));
    check("int a; int f(int b) { static int *q = &a; return b; }", (2, 2, 2));
}

#[test]
fn labels_functions_members_and_enumerators_are_no_holes() {
    check("enum { E }; struct { int x; } a; int f(void) { goto l; l: return f() + a.x + E; }", (1, 1, 1));
}

#[test]
fn declarations_that_run_at_different_times_are_told_apart() {
    check("int g(void); int f(void) { int a = g(), b = g(); return a + b; }", (2, 4, 4));
    check("int f(void) { double a = __builtin_inf(), b = __builtin_inf(); return a + b; }", (2, 4, 2));
    check("int f(void) { int a = 1; l: ; int b = 1; if (f()) goto l; return a; }", (1, 2, 2));
    check("int f(void) { int a = 1; if (f()) goto l; int b = 1; l: return a; }", (1, 2, 2));
    check("int f(void) { int a = 1; f(); int b = 1; return a; }", (1, 2, 1));
    check("int f(void) { static int a = 1; l: ; static int b = 1; if (f()) goto l; return a; }", (1, 2, 1));
    check("int f(int x) { switch (x) { int a; case 1: ; int b; case 2: return a; } return 0; }", (2, 3, 3));
    let setjmp = "typedef long jmp_buf[25]; int setjmp(jmp_buf); jmp_buf j;";
    check(&format!("{setjmp} int f(void) {{ int a = 1; setjmp(j); int b = 1; return a; }}"), (2, 2, 2));
}

#[test]
fn parameters_of_main_and_of_functions_named_elsewhere_are_told_apart() {
    check("int main(int argc, char **argv, char **envp) { return **argv; }", (1, 2, 2));
    let alias = "int g(int, int) __attribute__((alias(\"f\")));";
    check(&format!("int f(int a, int b) {{ return a; }} {alias}"), (1, 2, 2));
    check("int f(int a, int b) { return a; } __asm__(\"call f\");", (1, 2, 2));
    check("int a, b; int f(void) { __asm__(\"incl a\"); return a; }", (1, 2, 2));
}

#[test]
fn an_initialiser_is_one_whatever_number_of_declarations_there_are() {
    check("int a, b; extern int *p; int *p = &a; int f(void) { extern int *p; return *p; }", (2, 2, 1));
    check("int f(void) { for (int i = 0, j = 1; i < j; i++) ; return 0; }", (3, 8, 8));
    check("int f(void) { extern int a; return a; } int g(void) { extern int a, b; return a; }", (2, 2, 1));
}

#[test]
fn operands_of_asm_get_what_their_constraints_take() {
    check("int f(void) { int a; register int b; __asm__(\"\" : \"=m\"(a)); return 0; }", (1, 1, 1));
    check("int f(void) { int a; register int b; __asm__(\"\" : \"=r\"(a)); return 0; }", (1, 2, 2));
    check("int f(void) { int a; register int b asm(\"ebx\"); __asm__(\"\" : \"=r\"(a)); return b; }", (2, 2, 2));
    check("int a; int f(void) { int b; __asm__(\"\" : : \"i\"(&a)); return b; }", (2, 2, 2));
}

#[test]
fn an_object_of_several_units_is_one_object() {
    let mut program = program("int a = 1, b = 2; int f(int x, int y) { return x; }");
    let text = "extern int a, b; int f(int, int); int main(void) { f(1, 2); return a; }";
    parse(&mut program, "main.c", text.as_bytes().into(), &Options::default()).unwrap();
    let skeleton = extract(&program, &|_| true).skeleton;
    let count = |granularity| Space::new(&skeleton, granularity, Symmetry::Exact).count().clone();
    // In `f`: a, b, x or y; in `main`: a or b.
    assert_eq!(count(Granularity::Intra), BigUint::from(8_u32));
    assert_eq!(count(Granularity::Inter), BigUint::from(8_u32));
}

#[test]
fn functions_are_combined_or_looked_at_together() {
    let text = "int a, b; int f(void) { return a; } int g(void) { return b; }";
    check(text, (2, 4, 1));
    let skeleton = extract(&program(text), &|_| true).skeleton;
    let count = |granularity| Space::new(&skeleton, granularity, Symmetry::Exact).count().clone();
    assert_eq!(count(Granularity::Inter), BigUint::from(2_u32));
}
