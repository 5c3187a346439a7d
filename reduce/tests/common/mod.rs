//! A compiler for tests: the interpreter, of a text that was changed where the compiler is wrong.

use reduce::{Expected, Unit};

/// What the program does, if it is defined.
pub fn run<'t>(texts: impl IntoIterator<Item = &'t str>) -> Option<Expected> {
    let program = parsed(texts)?;
    let execution = interp::run(&program, &interp::Options { fuel: 10_000_000, ..Default::default() });
    let interp::Outcome::Defined { exit_code } = execution.outcome else { return None };
    Some(Expected { stdout: execution.stdout, exit_code })
}

fn parsed<'t>(texts: impl IntoIterator<Item = &'t str>) -> Option<lang::Program> {
    let mut program = lang::Program::new(lang::Target::X86_64);
    for (at, text) in texts.into_iter().enumerate() {
        lang::parse::parse(&mut program, &at.to_string(), text.as_bytes().into(), &Default::default()).ok()?;
    }
    Some(program)
}

/// Whether the front end takes it.
#[allow(dead_code, reason = "not every test has a crash")]
pub fn is_accepted(text: &str) -> bool {
    parsed([text]).is_some()
}

/// What the program does if the compiler takes one thing for another.
#[allow(dead_code, reason = "not every test has a bug")]
pub fn miscompiled(units: &[Unit], bug: (&str, &str)) -> Option<Expected> {
    let texts: Vec<String> = units.iter().map(|unit| unit.text.replace(bug.0, bug.1)).collect();
    run(texts.iter().map(String::as_str))
}
