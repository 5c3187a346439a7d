//! The checker of liveness: what it derives, and the dead programs that it must refuse.

use lang::{Item, Program, Target, parse};
use source::liveness::{Refusal, Triple, derive};

/// The triples of all functions of a text.
fn derived(text: &str) -> Result<(Program, Vec<Triple>), Refusal> {
    let mut program = Program::new(Target::X86_64);
    let parsed = parse::parse(&mut program, "test.c", text.as_bytes().to_vec().into(), &parse::Options::default());
    parsed.unwrap_or_else(|error| panic!("{}\n{text}", error.message));
    let defined = program.units[0].items.iter().filter_map(|item| match item {
        Item::Define(func) => Some(*func),
        _ => None,
    });
    let functions: Vec<_> = defined.collect();
    derive(&program, &functions).map(|triples| (program, triples))
}

fn accepted(text: &str) {
    derived(text).unwrap_or_else(|refusal| panic!("{refusal}\n{text}"));
}

fn refused(text: &str, why: &str) {
    match derived(text) {
        Ok(_) => panic!("a dead program is accepted\n{text}"),
        Err(refusal) => assert!(refusal.to_string().contains(why), "{refusal}\n{text}"),
    }
}

/// The paper's Figure 3.
#[test]
fn the_fibonacci_numbers_of_the_paper_are_fully_live() {
    let text = "int f(int m) { int a, b, t, n = m; a = 0; b = 1; \
                while (n > 0) { t = a + b; a = b; b = t; n = n - 1; } return a; }";
    let (program, triples) = derived(text).unwrap();
    let live: Vec<&str> = triples[0].live_in.iter().map(|place| program.name(program[place.var].name)).collect();
    assert_eq!(live, ["m"]);
}

#[test]
fn dead_assignments_are_refused() {
    let dead = [
        "int f(int a, int b) { int x; x = a; x = b; return x; }",
        "int f(int a) { int x = 1; x = a; return x; }",
        "int f(int a) { int x; x = a; return a; }",
        "int f(int a) { int x; x = a; x += 1; return a; }",
        "int f(int a) { int x = a; x++; return a; }",
        "int f(int a) { int x; if (a) { x = 1; } else { x = 2; } x = 3; return x + a; }",
        "int f(int a) { int x = 2; if (a) { x = 1; return a; } return x; }",
        "int f(int a) { int x = 2; while (a < 3) { x = 5; a = a + 1; } return a; }",
        "int f(int a) { int b = 1, n = 0; while (n < 3) { b = a; n = n + 1; } return n; }",
        "int f(int a) { int b = 1, s = 0, i; for (i = 0; i < 3; i++) { if (a & i) { b = 1; s += b; } b = 2; } return s; }",
        "int f(int a) { int x = 0, i; for (i = 0; i < 3; i++) { if (a) { x = 1; break; } } return a; }",
        "int f(int a) { int s = 0, x, i; for (i = 0; i < 3; i++) { if (a) { x = i; continue; } x = a; s += x; } return s; }",
        "int f(int a) { int x = 0; switch (a & 1) { case 0: x = 1; case 1: x = 2; break; } return x; }",
        "int f(int a) { int x; do { x = a; a = a - 1; } while (a > 0); return a; }",
        "struct s { int a, b; }; int f(int a) { struct s s; s.a = a; s.b = a; return s.a; }",
        "struct s { int a, b; }; int f(int a) { struct s s, t; t.a = a; t.b = a; s = t; s.a = 1; s.b = 2; return s.a + s.b; }",
        "void f(int *o, int a) { *o = a; *o = 1; }",
        "int f(int *o, int a) { if (a) { *o = 2; } *o = 3; return a; }",
        "int f(int a) { int b[4] = {1, 2, 3, 4}; b[a & 3] = 7; return a; }",
        "int f(int a) { int x = 1; int *p = &x; *p = a; x = 2; return *p; }",
        "int f(int a) { int x = 1; int *p = &x; *p = a; return a; }",
        "int g(int *o, int a) { *o = a; return a; } int f(int a) { int x, y; y = g(&x, a); return y; }",
        "int g(int *o, int a) { *o = a; return a; } int f(int a) { int x = 3, y; y = g(&x, a); return x + y; }",
        "int g; int f(int a) { g = a; g = 2; return a; }",
    ];
    for text in dead {
        refused(text, "dead");
    }
}

#[test]
fn results_that_nobody_uses_are_refused() {
    refused("int g(int a) { return a; } int f(int a) { g(a); return a; }", "nothing uses");
    refused("int f(int a) { a + 1; return a; }", "nothing uses");
}

#[test]
fn code_before_which_nothing_is_live_is_refused() {
    refused("int f(int a) { int x = a; while (x > 0) { x = x - 1; } return 1; }", "nothing is live behind a loop");
    refused("int f(int a) { int x = a; if (x) { x = 1; } return 1; }", "nothing is live behind an `if`");
}

#[test]
fn variables_without_values_are_refused() {
    refused("int f(int a) { int x; if (a) { x = 1; } return x; }", "without a value");
    refused("struct s { int a, b; }; int f(int a) { struct s s; s.a = a; return s.b + s.a; }", "without a value");
}

#[test]
fn what_no_rule_covers_is_refused() {
    refused("int f(int a) { int x = 1; int *p = &x; a = *p; p = &a; return *p; }", "points elsewhere later");
    refused("int f(int a) { int x; return (x = a) + 1; }", "no rule covers");
    refused("int f(int a) { int x = 1; if (a) goto out; x = 2; out: return x; }", "no rule covers");
    refused("void g(int *o, int *q) { *o = 1; *q = 2; } int f(void) { int x; g(&x, &x); return x; }", "two ways");
}

#[test]
fn live_programs_are_accepted() {
    accepted("int f(int a) { int x = 2; if (a) { x = 1; } return x; }");
    accepted("int f(int a) { int x = 1, s = 0, i; for (i = 0; i < a; i++) { s += x; x = s; } return s; }");
    accepted("int f(int a) { int x = 0, i; for (i = 0; i < 3; i++) { if (a) { x = 1; break; } } return x; }");
    accepted("int f(int a) { int x; switch (a & 1) { case 0: x = 1; break; default: x = 2; } return x; }");
    accepted("int f(int a) { int x = 2; switch (a & 1) { case 0: x = x + 1; case 1: x = x + 2; break; } return x; }");
    accepted("struct s { int a, b; }; int f(int a) { struct s s, t; t.a = a; t.b = 2; s = t; return s.a; }");
    accepted("int g(int *o, int a) { *o += a; return a; } int f(int a) { int x = 3, y; y = g(&x, a); return x + y; }");
    accepted("int f(int a, int *o) { int b[4] = {1, 2, 3, 4}; b[a & 3] = 7; *o = b[0]; return b[1]; }");
    accepted("int f(int a) { int x; int *p = &x; *p = a; return x; }");
}
