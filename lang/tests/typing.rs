//! Every line of `typing.txt` holds for GCC and for the parser.

use lang::{Program, Target, parse};
use std::io::Write;
use std::process::{Command, Stdio};

const CASES: &str = include_str!("typing.txt");

/// The declarations, and each case as a static assertion.
fn cases() -> (String, Vec<String>) {
    let (declarations, cases) = CASES.split_once("\n---\n").expect("a line `---` after the declarations");
    let declarations = declarations.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
    (declarations, cases.lines().map(assertion).collect())
}

fn assertion(case: &str) -> String {
    let condition = if let Some((e, ty)) = case.rsplit_once(" => ") {
        format!("_Generic(({e}), {ty}: 1, default: 0)")
    } else if let Some((e, value)) = case.rsplit_once(" == ").filter(|_| !case.contains(" :: ")) {
        format!("({e}) == ({value})")
    } else if let Some((e, ty)) = case.rsplit_once(" :: ") {
        format!("__builtin_types_compatible_p(__typeof__({e}), {ty})")
    } else {
        panic!("not a case: {case}")
    };
    format!("_Static_assert({condition}, \"\");")
}

fn check(text: &str) -> Result<(), String> {
    let mut program = Program::new(Target::X86_64);
    let result = parse::parse(&mut program, "typing.c", text.as_bytes().into(), &parse::Options::default());
    result.map_err(|error| error.message)
}

#[test]
fn the_parser_types_expressions_as_expected() {
    let (declarations, cases) = cases();
    let mut failures = Vec::new();
    for case in &cases {
        if let Err(message) = check(&format!("{declarations}\nvoid test(void) {{ {case} }}\n")) {
            failures.push(format!("{case}\n    {message}"));
        }
    }
    assert!(failures.is_empty(), "{} of {} cases fail:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

#[test]
fn gcc_agrees_with_the_expectations() {
    let (declarations, cases) = cases();
    let text = format!("{declarations}\nvoid test(void) {{\n{}\n}}\n", cases.join("\n"));
    let mut gcc = Command::new("gcc")
        .args(["-w", "-fsyntax-only", "-x", "c", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("gcc is installed");
    gcc.stdin.take().expect("stdin is piped").write_all(text.as_bytes()).expect("gcc reads its input");
    let output = gcc.wait_with_output().expect("gcc ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
