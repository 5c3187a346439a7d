//! Programs whose output depends on where objects are, or on what a NaN looks like: defined, but of no use as tests of
//! compilers.

use interp::{Options, Outcome, run};
use lang::{Program, Target, parse};

fn depends(text: &str, target: Target) -> bool {
    let mut program = Program::new(target);
    let parsed = parse::parse(&mut program, "test.c", text.as_bytes().to_vec().into(), &parse::Options::default());
    parsed.unwrap_or_else(|error| panic!("{}", error.message));
    let execution = run(&program, &Options { check_layout: true, ..Options::default() });
    match execution.outcome {
        Outcome::Defined { .. } => false,
        Outcome::Unsupported { what, .. } if what.contains("addresses") => true,
        other => panic!("{other:?}"),
    }
}

fn check(body: &str, expected: bool) {
    let text = format!("int printf(const char *, ...); int x, y[4];\nint main(void) {{ {body} }}\n");
    for target in [Target::X86_64, Target::I386] {
        assert_eq!(depends(&text, target), expected, "{body}");
    }
}

#[test]
fn a_printed_address_depends_on_the_layout() {
    check("printf(\"%lu\\n\", (unsigned long)&x);", true);
    check("long a = (long)__builtin_memcpy; printf(\"%ld\\n\", a);", true);
    check("return ((unsigned long)&x >> 4) % 251;", true);
}

#[test]
fn the_bytes_of_a_pointer_do_too() {
    check("int *p = &x; unsigned char c[sizeof p]; __builtin_memcpy(c, &p, sizeof p); return c[0];", true);
    check("int *p = &x; unsigned char c[sizeof p]; __builtin_memcpy(c, &p, sizeof p); return c[1];", true);
    check("int *p = &x; unsigned char c[sizeof p]; __builtin_memcpy(c, &p, sizeof p); return c[2];", true);
}

#[test]
fn differences_and_comparisons_of_pointers_do_not() {
    check("int *p = y + 3; printf(\"%d %d %d\\n\", (int)(p - y), p > y, p != &x);", false);
    check("return ((unsigned long)&y[2] - (unsigned long)y) % 256;", false);
}

#[test]
fn the_sign_of_a_nan_is_anybodys_guess() {
    check("double z = 0; printf(\"%f\\n\", z / z);", true);
    check("float z = 0; z = z / z; int b; __builtin_memcpy(&b, &z, 4); return b < 0;", true);
    check("long double z = 0; printf(\"%Lf\\n\", z / z);", true);
    check("double z = 0; z = z / z; return z != z;", false);
    check("double z = 0; z = z / z; z = z != z ? 1 : z; printf(\"%f\\n\", z);", false);
}
