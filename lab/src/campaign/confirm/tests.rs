//! What counts as the same again, what is run again, and for how long.

use super::*;
use crate::compiler::{Family, Features, Tuning, Version};
use source::language::{Language, TargetName};

fn compiler() -> Compiler {
    Compiler {
        name: "cc".to_string(),
        command: vec!["cc".to_string()],
        language: Language::C,
        family: Family::Gcc,
        version: Version::default(),
        target: TargetName::X86_64,
        run: Vec::new(),
        features: Features::default(),
        tuning: Tuning::default(),
    }
}

fn verdict(kind: Kind, oracle: Oracle, signature: &str, builds: &[&str]) -> Verdict {
    Verdict {
        kind,
        oracle,
        compiler: "cc".to_string(),
        builds: builds.iter().map(|flag| vec![flag.to_string()]).collect(),
        reference: None,
        signature: signature.to_string(),
        message: String::new(),
    }
}

fn seen(flag: &str, outcome: Outcome) -> Observation {
    let flags = vec![flag.to_string()];
    Observation { compiler: "cc".to_string(), flags, outcome, compile_cpu_ms: 10, run_cpu_ms: 3 }
}

fn ran(stdout: &str) -> Outcome {
    Outcome::Ran { exit_code: 0, stdout: stdout.to_string() }
}

fn rejected(message: &str) -> Outcome {
    Outcome::Rejected { message: message.to_string() }
}

fn crashed(signature: &str) -> Outcome {
    Outcome::Crashed { signature: signature.to_string(), message: String::new() }
}

const ENDLESS: Outcome = Outcome::Endless { limit_ms: 5_000 };
const HUNG: Outcome = Outcome::Hung { limit_ms: 10_000 };

fn lost() -> Outcome {
    Outcome::Inconclusive { reason: "no reason".to_string() }
}

/// Whether `-O2` shows the verdict again, having made `before` of the case and now `again`.
#[track_caller]
fn check(verdict: &Verdict, expected: Option<&str>, before: Outcome, again: Outcome, shown: bool) {
    let before = [seen("-O2", before)];
    let is_shown = shows(verdict, &Case::made_up(expected), &before, &seen("-O2", again.clone()));
    assert_eq!(is_shown, shown, "{before:?}, then {again:?}");
}

#[test]
fn wrong_code_shows_by_any_wrong_output_where_the_right_one_is_known() {
    let wrong = verdict(Kind::WrongCode, Oracle::Expected, "", &["-O2"]);
    check(&wrong, Some("1"), ran("2"), ran("2"), true);
    check(&wrong, Some("1"), ran("2"), ran("3"), true);
    check(&wrong, Some("1"), ran("2"), ENDLESS, true);
    check(&wrong, Some("1"), ran("2"), ran("1"), false);
    check(&wrong, Some("1"), ran("2"), crashed("x"), false);
    check(&wrong, Some("1"), ran("2"), lost(), false);
}

#[test]
fn wrong_code_shows_by_the_same_output_where_only_the_difference_is_known() {
    let wrong = verdict(Kind::WrongCode, Oracle::Dol, "", &["-O2"]);
    check(&wrong, None, ran("2"), ran("2"), true);
    check(&wrong, None, ran("2"), ran("3"), false);
    check(&wrong, None, ran("2"), lost(), false);
    let refuted = verdict(Kind::SelfCheck, Oracle::Expected, "", &["-O2"]);
    check(&refuted, Some("1"), ran("2"), ran("2"), true);
    check(&refuted, Some("1"), ran("2"), ran("1"), false);
}

#[test]
fn crashes_and_refusals_show_by_their_signature() {
    let crash = verdict(Kind::Crash, Oracle::Crash, "in fold", &["-O2"]);
    check(&crash, None, crashed("in fold"), crashed("in fold"), true);
    check(&crash, None, crashed("in fold"), crashed("in gimplify"), false);
    check(&crash, None, crashed("in fold"), ran("1"), false);
    let refusal = verdict(Kind::RejectsValid, Oracle::Acceptance, "'' undeclared", &["-O2"]);
    let text = |line: u32| rejected(&format!("test.c:{line}:1: error: 'x' undeclared"));
    check(&refusal, None, text(3), text(4), true);
    check(&refusal, None, text(3), rejected("test.c:3:1: error: expected ';'"), false);
    check(&refusal, None, text(3), crashed("'' undeclared"), false);
}

#[test]
fn hangs_and_acceptances_show_by_what_happens() {
    let hang = verdict(Kind::Hang, Oracle::Hang, "", &["-O2"]);
    check(&hang, None, HUNG, HUNG, true);
    check(&hang, None, HUNG, ran("1"), false);
    let acceptance = verdict(Kind::AcceptsInvalid, Oracle::Acceptance, "", &["-O2"]);
    check(&acceptance, None, ran("1"), ran("2"), true);
    check(&acceptance, None, ran("1"), rejected("error: no"), false);
    let refuted = verdict(Kind::SelfCheck, Oracle::Acceptance, "", &["-O2"]);
    check(&refuted, Some("1"), rejected("error: no"), rejected("error: never"), true);
}

/// Flags of the builds that are run again.
fn again(verdict: &Verdict, seen: &[Observation]) -> Vec<String> {
    let compilers = [compiler()];
    accused(&compilers, verdict, seen).into_iter().map(|build| build.flags.join(" ")).collect()
}

#[test]
fn slow_builds_are_run_again_only_if_there_are_no_others() {
    let wrong = verdict(Kind::WrongCode, Oracle::Expected, "", &["-O1", "-O2", "-O3"]);
    let mixed = [seen("-O1", ENDLESS), seen("-O2", ran("2")), seen("-O3", ran("2"))];
    assert_eq!(again(&wrong, &mixed), ["-O2", "-O3"]);
    let slow = [seen("-O1", ENDLESS), seen("-O2", ENDLESS), seen("-O3", HUNG)];
    assert_eq!(again(&wrong, &slow), ["-O1"]);
    let unknown = Verdict { compiler: "other".to_string(), ..wrong };
    assert_eq!(again(&unknown, &mixed), [""; 0]);
}

#[test]
fn what_does_not_end_is_not_waited_for_as_long_again() {
    let endless = verdict(Kind::WrongCode, Oracle::Expected, "", &["-O2"]);
    let limit = |right: Observation| run_cpu_ms(5_000, &endless, &[seen("-O2", ENDLESS), right]);
    assert_eq!(limit(seen("-O0", ran("1"))), 2_000);
    assert_eq!(limit(Observation { run_cpu_ms: 300, ..seen("-O0", ran("1")) }), 3_000);
    assert_eq!(limit(Observation { run_cpu_ms: 4_000, ..seen("-O0", ran("1")) }), 5_000);
    assert_eq!(run_cpu_ms(1_000, &endless, &[seen("-O2", ENDLESS)]), 1_000);
    assert_eq!(run_cpu_ms(5_000, &endless, &[seen("-O2", ran("2"))]), 5_000);
}
