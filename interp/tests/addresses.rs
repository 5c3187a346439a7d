//! Programs whose output depends on where objects are: defined, but of no use as tests of compilers.

use interp::{Options, Outcome, depends_on_addresses, run};
use lang::{Program, Target, parse};

fn depends(text: &str, target: Target) -> bool {
    let mut program = Program::new(target);
    let parsed = parse::parse(&mut program, "test.c", text.as_bytes().to_vec().into(), &parse::Options::default());
    parsed.unwrap_or_else(|error| panic!("{}", error.message));
    let options = Options::default();
    let execution = run(&program, &options);
    assert!(matches!(execution.outcome, Outcome::Defined { .. }), "{:?}", execution.outcome);
    depends_on_addresses(&program, &options, &execution)
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
