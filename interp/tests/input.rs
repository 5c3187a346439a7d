//! What reaches a program from outside: standard input and files that were given, and what nobody can give.

use interp::input::{File, Unspecified};
use interp::{Execution, Options, Outcome, run};
use lang::{Program, Target, parse};

const DECLARATIONS: &str = "
typedef struct file FILE; extern FILE *stdin;
int printf(const char *, ...); int puts(const char *); int getchar(void); int fgetc(FILE *); int rand(void);
void srand(unsigned); long time(long *); long clock(void); char *getenv(const char *); int system(const char *);
FILE *fopen(const char *, const char *); int fclose(FILE *); int scanf(const char *, ...);
int atoi(const char *); double difftime(long, long);
";

fn execute(body: &str, options: Options) -> Execution {
    let text = format!("{DECLARATIONS}\nint main(void) {{ {body} }}\n");
    let mut program = Program::new(Target::X86_64);
    let parsed = parse::parse(&mut program, "test.c", text.into_bytes().into(), &parse::Options::default());
    parsed.unwrap_or_else(|error| panic!("{}", error.message));
    run(&program, &options)
}

#[track_caller]
fn check(body: &str, expected: &[Unspecified]) {
    let execution = execute(body, Options { check_input: true, ..Options::default() });
    assert!(matches!(execution.outcome, Outcome::Defined { .. }), "{body}: {:?}", execution.outcome);
    assert_eq!(execution.unspecified, expected, "{body}");
    // As a test of a compiler it is refused exactly then.
    let test = execute(body, Options { check_layout: true, ..Options::default() });
    let refused = matches!(&test.outcome, Outcome::Unsupported { what, .. } if what.contains("depends on"));
    assert_eq!(refused, !expected.is_empty(), "{body}: {:?}", test.outcome);
}

#[test]
fn a_printed_time_is_unspecified() {
    check("printf(\"%ld\\n\", time(0));", &[Unspecified::Time]);
    check("long a = clock(), b = clock(); printf(\"%ld\\n\", b - a);", &[Unspecified::Time]);
    check("long a = time(0); return difftime(time(0), a) > 0;", &[Unspecified::Time]);
}

#[test]
fn a_time_that_is_not_printed_does_not_matter() {
    check("long a = clock(); int s = 0; for (int i = 0; i < 9; i++) s += i; (void)(clock() - a); return s;", &[]);
    check("long end = clock() + 5000; while (clock() < end) ; return 3;", &[]);
    check("long end = time(0) + 2; while (time(0) < end) ; return 3;", &[]);
}

#[test]
fn numbers_of_rand_are_unspecified() {
    check("srand(7); printf(\"%d\\n\", rand() % 6);", &[Unspecified::Random]);
    check(
        "int a[8], s = 0; for (int i = 0; i < 8; i++) a[i] = rand(); for (int i = 0; i < 8; i++) s += a[i] >= 0; return s;",
        &[],
    );
    check("srand(time(0)); return rand() & 64;", &[Unspecified::Time, Unspecified::Random]);
}

#[test]
fn the_environment_is_unspecified() {
    check("char *level = getenv(\"LEVEL\"); return level ? atoi(level) : 0;", &[Unspecified::Environment]);
    check("return getenv(\"LEVEL\") ? 2 : 2;", &[]);
    check("char *level = getenv(\"LEVEL\"); return level ? atoi(level) : 1;", &[Unspecified::Environment]);
    check("return system(0);", &[Unspecified::Environment]);
}

#[test]
fn files_that_were_not_given_are_unspecified() {
    check("FILE *f = fopen(\"x\", \"r\"); if (f) fclose(f); return f != 0;", &[Unspecified::Files]);
    check(
        "FILE *f = fopen(\"x\", \"r\"); int c = 0; if (f) { c = fgetc(f) > 0; fclose(f); } return c;",
        &[Unspecified::Files],
    );
    check("FILE *f = fopen(\"x\", \"r\"); if (f) { fgetc(f); fclose(f); } return 5;", &[]);
}

#[test]
fn files_that_were_given_are_read() {
    let files = vec![File { name: "x".to_string(), bytes: (*b"*").into() }];
    let options = Options { files, check_input: true, check_layout: true, ..Options::default() };
    let execution = execute("FILE *f = fopen(\"x\", \"r\"); int c = fgetc(f); fclose(f); return c;", options);
    assert_eq!(execution.outcome, Outcome::Defined { exit_code: 42 });
}

#[test]
fn standard_input_is_asked_for_only_if_it_is_read() {
    let without = || Options { stdin: None, ..Options::default() };
    let execution = execute("return stdin == 0;", without());
    assert!(!execution.wants_stdin && execution.outcome == Outcome::Defined { exit_code: 0 });
    let execution = execute("puts(\"first\"); return getchar();", without());
    assert!(execution.wants_stdin && matches!(execution.outcome, Outcome::Unsupported { .. }));
    let given = Options { stdin: Some((*b"17 4").into()), ..Options::default() };
    let execution = execute("int a, b; return scanf(\"%d%d\", &a, &b) == 2 ? a + b : 0;", given);
    assert_eq!(execution.outcome, Outcome::Defined { exit_code: 21 });
}

#[test]
fn standard_input_is_empty_by_default() {
    let execution = execute("return getchar() == -1;", Options::default());
    assert_eq!(execution.outcome, Outcome::Defined { exit_code: 1 });
}
