//! Live programs: defined, the same after printing and parsing, and without a dead assignment.

#[path = "generated/verify.rs"]
mod verify;

use interp::Options;
use source::generate::live::Live;
use source::generate::live::observe::Observability;
use source::language::{Std, TargetName};
use source::liveness;
use source::{Case, Recipe};
use verify::{made, parsed, verify};

fn recipe(seed: u64, std: Std, size: u32) -> Recipe {
    Recipe { language: std.language(), std, size, ..Recipe::of(&Live, seed) }
}

/// What holds for every strategy, and no dead assignment.
fn check(case: &Case, what: &str) {
    verify(case, what);
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

/// `PROGRAMS=10000` looks at more of them than the 300 of every day.
#[test]
fn no_assignment_is_dead() {
    let count = std::env::var("PROGRAMS").map_or(300, |count| count.parse().expect("PROGRAMS is a number"));
    for seed in 1000..1000 + count {
        let recipe = recipe(seed, Std::C17, 80 + seed as u32 % 100);
        check_liveness(&made(&recipe), &recipe.to_string());
    }
}

/// A change here is a change of the strategy's version. `BLESS=1` writes the new bytes' hashes.
#[test]
fn recipes_give_the_bytes_they_always_gave() {
    use std::fmt::Write;
    let stds = [Std::C17, Std::Cpp17, Std::C99, Std::Cpp11];
    let mut golden = String::new();
    for seed in 0..8u64 {
        let recipe = recipe(seed, stds[seed as usize % 4], [60, 100, 200, 500][seed as usize / 2]);
        let case = made(&recipe);
        let texts = case.files.iter().flat_map(|file| file.text.bytes()).chain(case.expected.bytes());
        let hash =
            texts.fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
        writeln!(golden, "{recipe} {hash:016x}").expect("strings take anything");
    }
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden-live.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &golden).expect("the golden file can be written");
    }
    let known = std::fs::read_to_string(&path).expect("tests/golden-live.txt");
    assert_eq!(golden, known, "the generator gives other bytes: bump the strategy's version and run with BLESS=1");
}

/// The options of the paper's section 3.2.
#[test]
fn options_are_kept() {
    let made_with = |seed: u64, option: &str| {
        let set = vec![(option.to_string(), "1".to_string())];
        let case = made(&Recipe { set, ..recipe(seed, Std::C17, 150) });
        check_liveness(&case, option);
        case.files[0].text.clone()
    };
    for seed in 0..12 {
        let text = made_with(seed, "integers_only");
        assert!(!text.contains("double") && !text.contains("float"), "{text}");
        let text = made_with(seed, "no_division");
        assert!(!text.contains(" / ") && !text.contains(" % "), "{text}");
        let text = made_with(seed, "no_bitwise");
        let functions = text.split("void test").next().unwrap_or_default();
        assert!(
            [" ^ ", " & ", " | ", " << ", " >> ", "^=", "|=", "&=", "~"].iter().all(|op| !functions.contains(op)),
            "{text}"
        );
        let text = made_with(seed, "no_loops");
        let functions = text.split("void test").next().unwrap_or_default();
        assert!(!functions.contains("for (") && !functions.contains("while ("), "{text}");
        let text = made_with(seed, "floats_only");
        assert!(!text.contains("long x") && !text.contains("short x"), "{text}");
    }
}

/// Most assignments of most programs matter; the bench has the exact figure.
#[test]
fn most_assignments_matter() {
    let (mut all, mut observed) = (0, 0);
    for seed in 0..12 {
        let case = made(&recipe(seed, Std::C17, 120));
        let seen = Observability::of(&case.program, &case.driver);
        all += seen.assignments;
        observed += seen.observed;
    }
    assert!(all > 500 && observed * 100 > all * 90, "{observed} of {all}");
}

/// A flip of what does not matter changes nothing, and one of what matters does.
#[test]
fn a_flip_is_seen_where_the_value_matters() {
    let text = "int printf(const char *, ...); int main(void) { int x = 1, y = 2; x = 5; y = 6; printf(\"%d\", x + (y & 0)); }";
    let program = parsed(text, lang::Target::X86_64);
    let assigned = program.exprs.iter().filter_map(|expr| match expr.kind {
        lang::ExprKind::Assign(_, value) => Some(value),
        _ => None,
    });
    let printed = |flip| {
        let execution = interp::run(&program, &Options { flip, ..Options::default() });
        String::from_utf8_lossy(&execution.stdout).into_owned()
    };
    let flipped: Vec<String> = assigned.map(|value| printed(Some(value))).collect();
    assert_eq!(printed(None), "5");
    assert_eq!(flipped, ["-6", "5"]);
}
