//! Live programs: defined, the same after printing and parsing, and without a dead assignment.

use interp::{Options, Outcome};
use lang::print::{dump, print};
use lang::{Program, parse};
use source::generate::live::Live;
use source::language::{Std, TargetName};
use source::liveness;
use source::{Case, Recipe, generate};

fn recipe(seed: u64, std: Std, size: u32) -> Recipe {
    Recipe { language: std.language(), std, size, ..Recipe::of(&Live, seed) }
}

fn parsed(text: &str, target: lang::Target) -> Program {
    let mut program = Program::new(target);
    let parsed = parse::parse(&mut program, "test.c", text.as_bytes().to_vec().into(), &parse::Options::default());
    parsed.unwrap_or_else(|error| panic!("{}\n{text}", error.message));
    program
}

/// Defined in every order of evaluation, and the same after printing and parsing.
fn check(case: &Case, what: &str) {
    let text = print(&case.program);
    let again = parsed(&text, case.recipe.target.target());
    let (made, parsed) = (dump(&case.program), dump(&again));
    if let Some((made, parsed)) = made.lines().zip(parsed.lines()).find(|(made, parsed)| made != parsed) {
        panic!("{what}: another model after printing and parsing\n{made}\n{parsed}");
    }
    let execution = interp::run(&again, &Options::default());
    assert_eq!(execution.outcome, Outcome::Defined { exit_code: 0 }, "{what}\n{text}");
    assert_eq!(String::from_utf8_lossy(&execution.stdout), case.expected, "{what}");
    check_liveness(case, what);
}

/// A triple is derived for every function.
fn check_liveness(case: &Case, what: &str) {
    let functions = liveness::functions(&case.program, &case.driver);
    assert!(!functions.is_empty(), "{what}: there are functions");
    let derived = liveness::derive(&case.program, &functions);
    let triples = derived.unwrap_or_else(|refusal| panic!("{what}: {refusal}\n{}", case.files[0].text));
    assert_eq!(triples.len(), functions.len());
}

fn made(recipe: &Recipe) -> Case {
    generate(recipe).unwrap_or_else(|error| panic!("{recipe}: {error}"))
}

#[test]
fn live_programs_are_defined() {
    for seed in 0..150 {
        let std = if seed % 3 == 0 { Std::Cpp17 } else { Std::C17 };
        let recipe = recipe(seed, std, 60 + seed as u32);
        check(&made(&recipe), &recipe.to_string());
    }
}

#[test]
fn so_are_those_for_i386() {
    for seed in 0..40 {
        let recipe = Recipe { target: TargetName::I386, ..recipe(seed, Std::C11, 100) };
        check(&made(&recipe), &recipe.to_string());
    }
}

#[test]
fn extreme_parameters_are_harmless() {
    for parameter in source::generate::live::config::PARAMETERS {
        for value in [parameter.low, parameter.high] {
            let set = vec![(parameter.name.to_string(), value.to_string())];
            let recipe = Recipe { set, ..recipe(u64::from(value), Std::C17, 60) };
            check(&made(&recipe), &recipe.to_string());
        }
    }
}

#[test]
fn no_assignment_of_three_hundred_programs_is_dead() {
    for seed in 1000..1300 {
        let recipe = recipe(seed, Std::C17, 80 + seed as u32 % 100);
        check_liveness(&made(&recipe), &recipe.to_string());
    }
}
