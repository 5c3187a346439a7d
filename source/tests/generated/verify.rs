//! What holds for every generated program, whatever its strategy.

use interp::{Options, Outcome};
use lang::print::{dump, print};
use lang::{Program, parse};
use source::{Case, Recipe, generate};

pub fn made(recipe: &Recipe) -> Case {
    generate(recipe).unwrap_or_else(|error| panic!("{recipe}: {error}"))
}

pub fn parsed(text: &str, target: lang::Target) -> Program {
    let mut program = Program::new(target);
    let parsed = parse::parse(&mut program, "test.c", text.as_bytes().to_vec().into(), &parse::Options::default());
    parsed.unwrap_or_else(|error| panic!("{}\n{text}", error.message));
    program
}

/// Defined in every order of evaluation, with the expected output, and the same after printing and parsing.
pub fn verify(case: &Case, what: &str) {
    let text = print(&case.program);
    let again = parsed(&text, case.recipe.target.target());
    assert_eq!(print(&again), text, "{what}: printed, parsed and printed again");
    assert_same(&dump(&case.program), &dump(&again), what);
    let execution = interp::run(&again, &Options::default());
    assert_eq!(execution.outcome, Outcome::Defined { exit_code: 0 }, "{what}\n{text}");
    assert_eq!(String::from_utf8_lossy(&execution.stdout), case.expected, "{what}");
}

/// The whole dumps are too long to read.
fn assert_same(made: &str, again: &str, what: &str) {
    if let Some((made, again)) = made.lines().zip(again.lines()).find(|(made, again)| made != again) {
        panic!("{what}: another model after printing and parsing\n{made}\n{again}");
    }
}
