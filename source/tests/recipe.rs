//! Recipes as text: what one prints another reads, and mistakes are told what would be right.

use proptest::prelude::*;
use source::Recipe;
use source::generate::strategies;
use source::language::{Language, Std, TargetName};
use source::recipe::lines;

fn check_error(text: &str, message: &str) {
    let error = text.parse::<Recipe>().unwrap_err().to_string();
    assert!(error.contains(message), "{error}");
}

/// `policy@N:` and the rest.
fn policy(rest: &str) -> String {
    format!("policy@{}:{rest}", strategies::DEFAULT.version())
}

#[test]
fn a_recipe_is_one_line() {
    let recipe = Recipe {
        language: Language::Cpp,
        std: Std::Cpp20,
        target: TargetName::I386,
        policies: false,
        set: vec![("switch_cases".into(), "3".into()), ("else_percent".into(), "4".into())],
        ..Recipe::new(7)
    };
    assert_eq!(recipe.to_string(), policy("7:c++:c++20:i386:500:off:switch_cases=3,else_percent=4"));
    assert_eq!(Recipe::new(1).to_string(), policy("1:c:c17:x86_64:500:on"));
}

#[test]
fn every_default_fits_its_language() {
    for (_, language) in Language::NAMES {
        assert_eq!(language.default_std().language(), *language);
    }
}

#[test]
fn sizes_have_names() {
    assert_eq!(["small", "medium", "large", "77"].map(|text| lines(text).unwrap()), [100, 500, 2000, 77]);
    for text in ["9", "20001", "huge", "", "-1"] {
        assert!(lines(text).unwrap_err().to_string().contains("from 10 to 20000"), "{text}");
    }
}

#[test]
fn mistakes_are_told_what_would_be_right() {
    check_error(&policy("7:d:c17:x86_64:500:on"), "there is no language `d`; choose one of c, c++");
    check_error(&policy("7:c:c18:x86_64:500:on"), "choose one of c99, c11, c17, c++11");
    check_error(&policy("7:c:c++11:x86_64:500:on"), "`c++11` is no standard of C; choose one of c99, c11, c17");
    check_error(&policy("7:c++:c99:x86_64:500:on"), "`c99` is no standard of C++; choose one of c++11, c++14");
    check_error(&policy("7:c:c17:arm:500:on"), "there is no target `arm`; choose one of x86_64, i386");
    check_error(&policy("7:c:c17:x86_64:5:on"), "from 10 to 20000");
    check_error(&policy("7:c:c17:x86_64:500:yes"), "choose one of on, off");
    check_error(&policy("-7:c:c17:x86_64:500:on"), "whole number from 0 to 18446744073709551615");
    check_error(&policy("7:c:c17:x86_64:500:on:switch_cases"), "write KEY=VALUE");
    check_error(&policy("7:c:c17:x86_64:500:on:swich_cases=3"), "did you mean `switch_cases`?");
    check_error(&policy("7:c:c17:x86_64:500:on:a=1:b=2"), "is no recipe");
    check_error("csmith@1:7:c:c17:x86_64:500:on", "there is no strategy `csmith`; choose one of policy");
    check_error("policy@0:7:c:c17:x86_64:500:on", "the recipe has version 0");
    check_error("policy:7", "for example policy@");
    check_error("", "is no recipe");
}

proptest! {
    #[test]
    fn what_is_printed_is_read_back(
        seed: u64,
        std in prop::sample::select(Std::NAMES),
        target in prop::sample::select(TargetName::NAMES),
        size in 10_u32..=20_000,
        policies: bool,
        set in prop::collection::vec((prop::sample::select(&["switch_cases", "else_percent"][..]), 1_u32..=14), 0..4),
    ) {
        let set = set.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect();
        let (std, target) = (std.1, target.1);
        let recipe = Recipe { language: std.language(), std, target, size, policies, set, ..Recipe::new(seed) };
        prop_assert_eq!(recipe.to_string().parse::<Recipe>(), Ok(recipe));
    }
}
