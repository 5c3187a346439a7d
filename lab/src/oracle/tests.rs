//! Observations in, verdicts out, each on one line.
//!
//! A line of observations is `compiler flags: outcome`; outcomes are a printed text, or `!segv`, `!endless`,
//! `!compiled`, `!refuse TEXT`, `!crash SIGNATURE`, `!hang`, `!lost`; `@MS` before an outcome is its compile time.

use super::*;
use crate::compiler::{Features, Tuning, Version};
use crate::observe::Outcome;
use source::language::{Language, TargetName};

const ALL: [Oracle; 7] = Oracle::ALL;

const COMPILERS: [(&str, Family); 5] = [
    ("gcc", Family::Gcc),
    ("gcc-9", Family::Gcc),
    ("clang", Family::Clang),
    ("tcc", Family::Tcc),
    ("pcc", Family::Pcc),
];

fn compiler((name, family): (&str, Family)) -> Compiler {
    Compiler {
        name: name.to_string(),
        command: vec![name.to_string()],
        language: Language::C,
        family,
        version: Version::default(),
        target: TargetName::X86_64,
        run: Vec::new(),
        features: Features::default(),
        tuning: Tuning::default(),
    }
}

fn observation(line: &str) -> Observation {
    let (build, outcome) = line.split_once(": ").expect("`compiler flags: outcome`");
    let mut words = build.split_whitespace().map(String::from);
    let (time, outcome) = match outcome.strip_prefix('@') {
        Some(timed) => timed.split_once(' ').expect("`@MS outcome`"),
        None => ("10", outcome),
    };
    Observation {
        compiler: words.next().expect("a compiler"),
        flags: words.collect(),
        outcome: outcome_of(outcome),
        compile_cpu_ms: time.parse().expect("milliseconds"),
        run_cpu_ms: if outcome.contains("slowly") { 2_000 } else { 1 },
    }
}

fn outcome_of(text: &str) -> Outcome {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let rest = rest.to_string();
    match word {
        "!segv" => Outcome::Died { signal: libc::SIGSEGV, stdout: rest },
        "!endless" => Outcome::Endless { limit_ms: 5000 },
        "!compiled" => Outcome::Compiled,
        "!refuse" => Outcome::Rejected { message: rest },
        "!crash" => Outcome::Crashed { message: rest.clone(), signature: rest },
        "!hang" => Outcome::Hung { limit_ms: 10_000 },
        "!lost" => Outcome::Inconclusive { reason: rest },
        _ => Outcome::Ran { exit_code: 0, stdout: text.to_string() },
    }
}

/// `wrong-code by dol: gcc [-O2] [-O3]`, with the signature in front of the builds if there is one.
fn shown(verdict: &Verdict) -> String {
    let word = crate::finding::word::<Kind>;
    let builds: Vec<String> = verdict.builds.iter().map(|flags| format!("[{}]", flags.join(" "))).collect();
    let signature = if verdict.signature.is_empty() { String::new() } else { format!(" `{}`", verdict.signature) };
    let oracle = crate::finding::word(&verdict.oracle);
    format!("{} by {oracle}: {}{signature} {}", word(&verdict.kind), verdict.compiler, builds.join(" "))
}

fn judged(expected: Option<&str>, oracles: &[Oracle], golden: Option<&str>, lines: &[&str]) -> Vec<String> {
    let compilers = COMPILERS.map(compiler);
    let observations: Vec<Observation> = lines.iter().map(|line| observation(line)).collect();
    let case = Case::made_up(expected);
    let evidence =
        Evidence { case: &case, compilers: &compilers, observations: &observations, parent: None, oracles, golden };
    judge(&evidence).iter().map(shown).collect()
}

/// As `check`, of a variant whose parent was seen to do this.
fn check_variant(expected: Option<&str>, oracles: &[Oracle], parent: &[&str], lines: &[&str], verdicts: &[&str]) {
    let compilers = COMPILERS.map(compiler);
    let observations: Vec<Observation> = lines.iter().map(|line| observation(line)).collect();
    let parent: Vec<Observation> = parent.iter().map(|line| observation(line)).collect();
    let case = Case::made_up(expected);
    let (observations, parent) = (&observations[..], Some(&parent[..]));
    let evidence = Evidence { case: &case, compilers: &compilers, observations, parent, oracles, golden: None };
    assert_eq!(judge(&evidence).iter().map(shown).collect::<Vec<_>>(), verdicts, "{lines:#?}");
}

fn check(expected: Option<&str>, lines: &[&str], verdicts: &[&str]) {
    assert_eq!(judged(expected, &ALL, None, lines), verdicts, "expected {expected:?}: {lines:#?}");
}

#[test]
fn the_expected_value_judges_one_build_alone() {
    check(Some("1"), &["gcc -O0: 1"], &[]);
    check(Some("1"), &["gcc -O3: 2"], &["wrong-code by expected: gcc [-O3]"]);
    check(Some("1"), &["gcc -O3: !segv"], &["wrong-code by expected: gcc [-O3]"]);
    check(Some("1"), &["gcc -O3: !endless"], &["wrong-code by expected: gcc [-O3]"]);
    check(Some("1"), &["gcc -O3: !lost the disk"], &[]);
}

#[test]
fn a_program_that_takes_long_is_not_one_that_does_not_end() {
    check(Some("slowly"), &["gcc -O0: !endless", "gcc -O2: slowly"], &[]);
    check(Some("1"), &["gcc -O0: !endless", "gcc -O2: 1"], &["wrong-code by expected: gcc [-O0]"]);
    check(None, &["gcc -O0: !endless", "gcc -O2: 1", "clang -O0: !endless", "clang -O2: 1"], &[]);
    check(None, &["gcc -O0: slowly", "gcc -O2: !endless"], &[]);
}

#[test]
fn a_wrong_compiler_is_reported_once_with_all_its_builds() {
    check(
        Some("1"),
        &["gcc -O3: 3", "gcc -O0: 1", "gcc -O2: 2", "clang -O0: 1", "clang -O1: 2"],
        &["wrong-code by expected: gcc [-O2] [-O3]", "wrong-code by expected: clang [-O1]"],
    );
}

#[test]
fn two_unrelated_compilers_without_optimisation_refute_the_interpreter() {
    check(Some("1"), &["gcc -O0: 2", "clang -O0: 2"], &["self-check by expected: gcc [-O0]"]);
    check(Some("1"), &["gcc -O0: 2", "tcc: 2", "gcc -O2: 2"], &["self-check by expected: gcc [-O0]"]);
    let wrong = ["wrong-code by expected: gcc [-O0]", "wrong-code by expected: gcc-9 [-O0]"];
    check(Some("1"), &["gcc -O0: 2", "gcc-9 -O0: 2"], &wrong);
    let wrong = ["wrong-code by expected: gcc [-O0]", "wrong-code by expected: clang [-O0]"];
    check(Some("1"), &["gcc -O0: 2", "clang -O0: 3"], &wrong);
    let wrong = ["wrong-code by expected: gcc [-O1]", "wrong-code by expected: clang [-O1]"];
    check(Some("1"), &["gcc -O1: 2", "clang -O1: 2"], &wrong);
}

#[test]
fn a_refuted_interpreter_leaves_the_others_to_compare() {
    check(
        Some("1"),
        &["gcc -O0: 2", "gcc -O2: 3", "clang -O0: 2"],
        &["self-check by expected: gcc [-O0]", "wrong-code by dol: gcc [-O2]"],
    );
}

#[test]
fn levels_are_compared_with_the_unoptimised_build_or_with_most() {
    check(None, &["gcc -O0: 1", "gcc -O1: 2", "gcc -O2: 2"], &["wrong-code by dol: gcc [-O1] [-O2]"]);
    check(None, &["gcc -O1: 1", "gcc -O2: 2", "gcc -O3: 2"], &["wrong-code by dol: gcc [-O1]"]);
    check(None, &["gcc -O1: 1", "gcc -O2: 1"], &[]);
    check(None, &["gcc -O0: 1", "gcc -O2: !endless"], &["wrong-code by dol: gcc [-O2]"]);
}

#[test]
fn compilers_vote() {
    check(None, &["gcc -O0: 1", "clang -O0: 1", "tcc: 2"], &["wrong-code by rdt: tcc []"]);
    check(None, &["gcc -O0: 1", "gcc -O2: 1", "tcc: 2"], &["wrong-code by rdt: tcc []"]);
    check(None, &["gcc -O0: 1", "gcc -O2: 2", "clang -O0: 1", "tcc: 1"], &["wrong-code by dol: gcc [-O2]"]);
    check(None, &["gcc -O0: 2", "gcc -O2: 1", "clang -O0: 1", "tcc: 1"], &["wrong-code by dol: gcc [-O0]"]);
    check(None, &["gcc -O0: 2", "gcc -O2: 3", "clang -O0: 1", "tcc: 1"], &["wrong-code by rdt: gcc [-O0] [-O2]"]);
    check(
        None,
        &["gcc -O0: 2", "gcc-9 -O0: 2", "clang -O0: 1", "tcc: 1"],
        &["wrong-code by rdt: gcc [-O0]", "wrong-code by rdt: gcc-9 [-O0]"],
    );
}

#[test]
fn a_golden_compiler_outvotes_all_others() {
    let lines = ["gcc -O0: 1", "clang -O0: 1", "tcc: 2"];
    let verdicts = judged(None, &ALL, Some("tcc"), &lines);
    assert_eq!(verdicts, ["wrong-code by rdt: gcc [-O0]", "wrong-code by rdt: clang [-O0]"]);
}

#[test]
fn oracles_that_are_not_asked_are_silent() {
    let lines = ["gcc -O0: 1", "gcc -O2: 2", "clang -O0: !crash x", "tcc: !refuse y"];
    let none: [&str; 0] = [];
    assert_eq!(judged(Some("1"), &[], None, &lines), none);
    assert_eq!(judged(Some("1"), &[Oracle::Crash], None, &lines), ["crash by crash: clang `x` [-O0]"]);
    assert_eq!(judged(Some("3"), &[Oracle::Dol], None, &lines), ["wrong-code by dol: gcc [-O2]"]);
    assert_eq!(
        judged(Some("3"), &[Oracle::Rdt], None, &["gcc: 1", "clang: 1", "tcc: 2"]),
        ["wrong-code by rdt: tcc []"]
    );
}

#[test]
fn crashes_are_told_apart_by_their_signatures() {
    check(
        None,
        &["gcc -O3: !crash a", "gcc -O1: !crash b", "gcc -O2: !crash a", "clang -O0: !crash a"],
        &["crash by crash: gcc `b` [-O1]", "crash by crash: gcc `a` [-O2] [-O3]", "crash by crash: clang `a` [-O0]"],
    );
}

#[test]
fn a_link_that_fails_is_a_crash_only_if_another_succeeds() {
    check(None, &["gcc -O0: !crash linker: x", "gcc -O1: !crash linker: x"], &[]);
    check(None, &["gcc -O0: !crash linker: x", "clang: 1"], &["crash by crash: gcc `linker: x` [-O0]"]);
}

#[test]
fn a_hang_is_far_beyond_its_peers() {
    check(None, &["gcc -O0: @100 1", "gcc -O2: !hang"], &["hang by hang: gcc [-O2]"]);
    check(None, &["gcc -O0: @2000 1", "gcc -O2: !hang"], &["hang by hang: gcc [-O2]"]);
    check(None, &["gcc -O0: @2001 1", "gcc -O2: !hang"], &[]);
    check(None, &["gcc -O0: @100 !refuse x", "gcc -O2: !hang", "gcc -O3: !hang"], &[]);
    check(
        None,
        &["clang: @9000 1", "clang -O1: @90 1", "tcc: @9 1", "gcc -O3: !hang", "gcc -O2: !hang"],
        &["hang by hang: gcc [-O2] [-O3]"],
    );
}

#[test]
fn refusals_of_what_the_interpreter_takes_are_wrong() {
    check(Some("1"), &["gcc -O0: !refuse e"], &["rejects-valid by acceptance: gcc `e` [-O0]"]);
    check(
        Some("1"),
        &["gcc -O0: 1", "tcc: !refuse t.c:1: error: 'x' 5"],
        &["rejects-valid by acceptance: tcc `'' N` []"],
    );
    check(Some("1"), &["gcc -O0: 1", "gcc -O2: !refuse e"], &["rejects-valid by acceptance: gcc `e` [-O2]"]);
    check(Some("1"), &["gcc -O0: !refuse e", "tcc: !refuse f"], &["self-check by acceptance: gcc [-O0]"]);
}

#[test]
fn without_the_interpreter_most_compilers_decide_what_is_valid() {
    check(None, &["gcc: 1", "tcc: !refuse e"], &["rejects-valid by acceptance: tcc `e` []"]);
    check(None, &["gcc: !compiled", "tcc: !refuse e"], &["rejects-valid by acceptance: tcc `e` []"]);
    check(None, &["gcc: !refuse e", "clang: !refuse f", "tcc: 1"], &["accepts-invalid by acceptance: tcc []"]);
    check(None, &["gcc: !refuse e", "gcc-9: !refuse e", "tcc: 1"], &[]);
    check(None, &["gcc: !refuse e", "clang: !refuse e"], &[]);
    check(None, &["gcc: !refuse e"], &[]);
    check(None, &["gcc: !refuse e", "clang: !crash x"], &["crash by crash: clang `x` []"]);
}

#[test]
fn messages_say_what_differs() {
    let compilers = COMPILERS.map(compiler);
    let message = |expected, line: &str| {
        let case = Case::made_up(Some(expected));
        let observations = [observation(line)];
        let (observations, parent, oracles) = (&observations[..], None, &ALL[..]);
        let evidence = Evidence { case: &case, compilers: &compilers, observations, parent, oracles, golden: None };
        judge(&evidence).remove(0).message
    };
    assert_eq!(message("1\n2\n", "gcc -O2: 1\n3\n"), "prints `3` instead of `2`");
    assert_eq!(message("1\n2\n", "gcc -O2: 1\n"), "prints nothing instead of `2`");
    assert_eq!(message("1", "gcc -O2: !segv"), "dies by SIGSEGV");
    assert_eq!(message("1", "gcc -O2: !endless"), "does not end");
}

#[test]
fn a_variant_must_do_what_its_parent_does_with_the_same_build() {
    let emi = [Oracle::Emi];
    check_variant(None, &emi, &["gcc -O2: 1"], &["gcc -O2: 1"], &[]);
    check_variant(None, &emi, &["gcc -O2: 1"], &["gcc -O2: 2"], &["wrong-code by emi: gcc [-O2]"]);
    check_variant(None, &emi, &["gcc -O2: 1"], &["gcc -O2: !segv"], &["wrong-code by emi: gcc [-O2]"]);
    // Another build is another matter, for other oracles.
    check_variant(None, &emi, &["gcc -O0: 1", "clang -O2: 1"], &["gcc -O2: 2"], &[]);
    // What was never run says nothing.
    check_variant(None, &emi, &["gcc -O2: !crash x"], &["gcc -O2: 2"], &[]);
    check_variant(None, &emi, &["gcc -O2: 1"], &["gcc -O2: !lost the disk"], &[]);
    check_variant(None, &emi, &[], &["gcc -O2: 2"], &[]);
    check(None, &["gcc -O2: 2"], &[]);
}

#[test]
fn all_builds_that_tell_variant_and_parent_apart_are_one_verdict() {
    check_variant(
        None,
        &[Oracle::Emi],
        &["gcc -O0: 1", "gcc -O2: 1", "gcc -O3: 1", "tcc: 1"],
        &["gcc -O3: 3", "gcc -O2: 2", "gcc -O0: 1", "tcc: 2"],
        &["wrong-code by emi: gcc [-O2] [-O3]", "wrong-code by emi: tcc []"],
    );
}

#[test]
fn emi_is_silent_where_a_stronger_oracle_has_spoken() {
    let (parent, wrong) = (["gcc -O0: 1", "gcc -O2: 1"], ["gcc -O0: 1", "gcc -O2: 2"]);
    check_variant(None, &ALL, &parent, &wrong, &["wrong-code by dol: gcc [-O2]"]);
    check_variant(Some("1"), &ALL, &parent, &wrong, &["wrong-code by expected: gcc [-O2]"]);
    check_variant(None, &ALL, &parent, &["gcc -O0: 2", "gcc -O2: 2"], &["wrong-code by emi: gcc [-O0] [-O2]"]);
    // The interpreter knows that the variant is right, so the parent was wrong.
    check_variant(Some("2"), &[Oracle::Expected, Oracle::Emi], &["gcc -O2: 1"], &["gcc -O2: 2"], &[]);
}

#[test]
fn a_variant_that_does_not_end_is_wrong_if_its_parent_was_quick() {
    let emi = [Oracle::Emi];
    check_variant(None, &emi, &["gcc -O2: 1"], &["gcc -O2: !endless"], &["wrong-code by emi: gcc [-O2]"]);
    check_variant(None, &emi, &["gcc -O2: slowly"], &["gcc -O2: !endless"], &[]);
    check_variant(None, &emi, &["gcc -O2: !endless"], &["gcc -O2: slowly"], &[]);
    check_variant(None, &emi, &["gcc -O2: !endless"], &["gcc -O2: !endless"], &[]);
}

#[test]
fn names_are_those_of_the_configuration() {
    for oracle in Oracle::ALL {
        assert_eq!(crate::finding::word(&oracle), oracle.name());
    }
}
