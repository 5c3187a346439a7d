//! Programs grown from known values: defined without any repair, the values as tracked, and so for every subset of
//! their transformations.

#[path = "generated/verify.rs"]
mod verify;

use lang::{ExprKind, fold};
use source::generate::equivalence::{Equivalence, Growth};
use source::language::{Std, TargetName};
use source::{Case, Recipe, Rng};
use verify::{made, verify};

fn recipe(seed: u64, std: Std, size: u32) -> Recipe {
    Recipe { language: std.language(), std, size, ..Recipe::of(&Equivalence, seed) }
}

fn self_checking(recipe: Recipe) -> Recipe {
    Recipe { set: vec![("self_check".to_string(), "1".to_string())], ..recipe }
}

/// Defined in every order of evaluation, as it was grown, and the same after printing and parsing.
fn check(case: &Case, what: &str) {
    assert_eq!(case.repairs, 0, "{what}: grown programs need no repair\n{}", case.files[0].text);
    assert!(case.expected.starts_with("checksum = "), "{what}: {}", case.expected);
    verify(case, what);
}

#[test]
fn grown_programs_are_defined_without_repair() {
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

/// The interpreter computes the values on its own; a wrong one is named in the output.
#[test]
fn every_tracked_value_is_the_one_that_the_interpreter_has() {
    for seed in 0..150 {
        let recipe = self_checking(recipe(seed, Std::C17, 60 + seed as u32));
        check(&made(&recipe), &recipe.to_string());
    }
}

#[test]
fn any_subset_of_the_transformations_is_a_defined_program() {
    for seed in 0..60 {
        let recipe = recipe(seed, Std::C17, 120);
        let recipe = if seed % 2 == 0 { self_checking(recipe) } else { recipe };
        let growth = Growth::new(&recipe).expect("the recipe is right");
        let mut rng = Rng::new(seed);
        for percent in [97, 80, 50, 20] {
            let kept: Vec<bool> = (0..growth.len()).map(|_| rng.percent(percent)).collect();
            let case = growth.undo(&recipe, &kept).unwrap_or_else(|error| panic!("{recipe} {percent}%: {error}"));
            check(&case, &format!("{recipe} with {percent}% kept"));
        }
    }
}

#[test]
fn nothing_left_out_gives_the_same_bytes_and_everything_left_out_almost_nothing() {
    let recipe = recipe(5, Std::C17, 200);
    let growth = Growth::new(&recipe).expect("the recipe is right");
    let whole = growth.undo(&recipe, &vec![true; growth.len()]).expect("the whole program");
    assert_eq!(whole.files, made(&recipe).files);
    let empty = growth.undo(&recipe, &vec![false; growth.len()]).expect("an empty program");
    assert!(empty.files[0].text.lines().count() < 5, "{}", empty.files[0].text);
}

#[test]
fn extreme_parameters_are_harmless() {
    for parameter in source::generate::equivalence::config::PARAMETERS {
        for value in [parameter.low, parameter.high] {
            let set = vec![(parameter.name.to_string(), value.to_string())];
            let recipe = Recipe { set, ..recipe(u64::from(value), Std::C17, 60) };
            assert_eq!(made(&recipe).repairs, 0, "{recipe}");
        }
    }
}

/// Compilers fold operations on constants, so few operations may have nothing else.
#[test]
fn most_operations_have_an_operand_that_the_compiler_does_not_know() {
    let (mut all, mut constant) = (0, 0);
    for seed in 0..20 {
        let program = made(&recipe(seed, Std::C17, 300)).program;
        for expr in &program.exprs {
            if let ExprKind::Binary(_, a, b) = expr.kind {
                all += 1;
                let is_known = |e| fold::integer_constant(&program, e).is_some();
                constant += usize::from(is_known(a) && is_known(b));
            }
        }
    }
    assert!(all > 5000 && constant * 100 < all * 15, "{constant} of {all} operations have constant operands");
}

#[test]
fn larger_programs_are_defined() {
    for seed in 1..61 {
        let recipe = recipe(seed, Std::C17, 500);
        assert_eq!(made(&recipe).repairs, 0, "{recipe}");
    }
}
