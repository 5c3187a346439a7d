//! Whatever the recipe: the program is defined, prints what was promised in every order of evaluation, survives printing
//! and parsing, and is the same bytes again.

#[path = "generated/verify.rs"]
mod verify;

use lang::print::print;
use proptest::prelude::*;
use source::language::{Language, Std, TargetName};
use source::{Case, Recipe};
use std::fmt::Write;
use verify::{made, parsed, verify};

fn recipe(seed: u64, std: Std, size: u32) -> Recipe {
    Recipe { language: std.language(), std, size, ..Recipe::new(seed) }
}

fn check(recipe: &Recipe) {
    let case = made(recipe);
    assert_eq!(case.retries, 0, "{recipe}");
    verify(&case, &recipe.to_string());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_small_program_is_defined_and_is_what_it_prints(seed in any::<u64>()) {
        check(&recipe(seed, Std::C17, 100));
    }

    #[test]
    fn without_policies_too(seed in any::<u64>()) {
        check(&Recipe { policies: false, ..recipe(seed, Std::C99, 80) });
    }

    #[test]
    fn a_model_for_cpp_is_a_defined_c_program(seed in any::<u64>()) {
        check(&recipe(seed, Std::Cpp17, 80));
    }

    #[test]
    fn so_is_one_for_i386(seed in any::<u64>()) {
        check(&Recipe { target: TargetName::I386, ..recipe(seed, Std::C11, 80) });
    }
}

#[test]
fn larger_programs_are_defined() {
    for seed in 0..6 {
        check(&recipe(seed, Std::C17, 500));
    }
    check(&recipe(7, Std::C17, 2000));
}

/// `gcc -m32` in GNU mode defines it as 1; this seed has enough variables for a counter of that name.
#[test]
fn no_variable_is_called_as_a_macro_of_the_compiler() {
    let case = made(&Recipe { target: TargetName::I386, ..recipe(2560, Std::C11, 1129) });
    assert!(case.files[0].text.contains("i386x"), "the seed no longer has a counter of that number; choose another");
    assert!(!case.files.iter().any(|file| file.text.contains("i386 ")));
}

#[test]
fn extreme_parameters_are_harmless() {
    for parameter in source::generate::strategies::DEFAULT.parameters() {
        for value in [parameter.low, parameter.high] {
            let set = vec![(parameter.name.to_string(), value.to_string())];
            made(&Recipe { set, ..recipe(value as u64, Std::C17, 60) });
        }
    }
}

#[test]
fn the_same_recipe_gives_the_same_bytes_on_any_thread() {
    let recipe = recipe(42, Std::C17, 300);
    let texts = |case: Case| case.files.into_iter().map(|file| file.text).collect::<Vec<_>>();
    let here = texts(made(&recipe));
    let threads: Vec<_> = (0..3)
        .map(|_| {
            let recipe = recipe.clone();
            std::thread::spawn(move || texts(made(&recipe)))
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().expect("the generator does not panic"), here);
    }
}

/// A change here is a change of the strategy's version. `BLESS=1` writes the new bytes' hashes.
#[test]
fn twenty_recipes_give_the_bytes_they_always_gave() {
    let stds = [Std::C17, Std::Cpp17, Std::C99, Std::Cpp11, Std::C11, Std::Cpp20, Std::C17, Std::Cpp14];
    let mut golden = String::new();
    for seed in 0..20u64 {
        let size = [60, 100, 200, 500][seed as usize % 4];
        let recipe = Recipe { policies: seed % 5 != 4, ..recipe(seed, stds[seed as usize % 8], size) };
        let case = made(&recipe);
        let hash = case
            .files
            .iter()
            .flat_map(|file| file.text.bytes())
            .chain(case.expected.bytes())
            .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
        writeln!(golden, "{recipe} {hash:016x}").expect("strings take anything");
    }
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &golden).expect("the golden file can be written");
    }
    let known = std::fs::read_to_string(&path).expect("tests/golden.txt");
    assert_eq!(golden, known, "the generator gives other bytes: bump the strategy's version and run with BLESS=1");
}

#[test]
fn cpp_differs_from_c_only_in_how_it_is_written() {
    let case = made(&recipe(11, Std::Cpp17, 100));
    assert_eq!(case.recipe.language, Language::Cpp);
    let names: Vec<_> = case.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["test.cpp", "init.h", "driver.cpp"]);
    let names: Vec<_> = case.c_files().into_iter().map(|file| file.name).collect();
    assert_eq!(names, ["test.c", "init.h", "driver.c"]);
    parsed(&print(&case.program), lang::Target::X86_64);
}
