//! What was found out about a finding, as sections of its report.

use super::section::Section;
use super::{fenced, symptom};
use crate::observe::Outcome;
use crate::oracle::{Behaviour, Kind};
use crate::triage::{Evidence, Guilt, Range, Search, Triage, Witness, evidence};
use std::fmt::Write;

/// All that was found out, in the order in which one who has to fix it wants to know.
pub fn sections(triage: &Triage) -> Vec<Section> {
    [standard(triage), witnesses(triage), analysis(triage), defined(triage)].into_iter().flatten().collect()
}

/// The guilty pass, the versions and the first wrong value.
fn analysis(triage: &Triage) -> Option<Section> {
    let unseen = (!triage.shows).then(|| "It did not show again when it was looked into.".to_string());
    // All that there are tell a person nothing.
    let compared = triage.instructions.as_ref().and_then(|it| Some((&it.names, it.against.as_ref()?)));
    let instructions = compared.filter(|(names, _)| !names.is_empty());
    let instructions =
        instructions.map(|(names, against)| format!("Instructions: `{}`, compared with `{against}`", names.join(" ")));
    let further = [first_wrong_value(triage), instructions, levels(triage), regression(triage)];
    let items = unseen.into_iter().chain(triage.guilt.iter().map(blame)).chain(further.into_iter().flatten());
    Section::new("Analysis", items)
}

/// What the standard says of the operation that is wrong.
fn standard(triage: &Triage) -> Option<Section> {
    let clause = triage.divergence.as_ref()?.clause.as_ref()?;
    Section::new("Why that is right", [format!("{clause}.")])
}

/// What other compilers make of the program.
fn witnesses(triage: &Triage) -> Option<Section> {
    let item = |witness: &Witness| {
        let flags: Vec<String> = witness.builds.iter().map(|flag| format!("`{flag}`")).collect();
        format!("{} {} at {}: {}", witness.compiler, witness.version, flags.join(", "), says(triage, witness))
    };
    Section::new("Other compilers", triage.witnesses.iter().map(item))
}

fn says(triage: &Triage, witness: &Witness) -> String {
    match (&witness.outcome, &triage.expected) {
        (Outcome::Ran { exit_code, stdout }, Some(expected)) => {
            match (Behaviour::Ran { exit_code: *exit_code, stdout }, Behaviour::from(expected)) {
                (seen, right) if seen == right => as_expected(stdout),
                (seen, right) if *stdout == expected.stdout => {
                    format!("prints what is expected, but {}", seen.against(right))
                }
                (seen, right) => seen.against(right),
            }
        }
        (Outcome::Ran { .. }, None) => "compiles it, and the program ends by itself".to_string(),
        (outcome, _) => symptom(outcome),
    }
}

/// With what that is, if it is short.
fn as_expected(stdout: &str) -> String {
    const LONGEST: usize = 60;
    match stdout.lines().collect::<Vec<_>>()[..] {
        [line] if (1..=LONGEST).contains(&line.len()) => format!("prints `{line}`, as expected"),
        _ => "as expected".to_string(),
    }
}

/// What the compiler says of itself.
pub fn verbose(triage: &Triage) -> String {
    if triage.verbose.is_empty() {
        return String::new();
    }
    format!("## Compiler\n\nWith `-v`:\n\n{}\n", fenced("", &triage.verbose))
}

fn blame(guilt: &Guilt) -> String {
    let names = guilt.names.join(" ");
    let how = match guilt.by {
        Search::Bisection => "Guilty pass, by bisection",
        Search::Counter => "Right without transformations of the counter",
        Search::Disabled => "Guilty pass, by leaving it out",
        Search::Option => "Right with",
    };
    let mut text = format!("{how}: `{names}`");
    if let Some(function) = &guilt.function {
        let _ = write!(text, " on `{function}`");
    }
    if let Some(unit) = &guilt.unit {
        let _ = write!(text, " in `{unit}`");
    }
    if let Some(number) = guilt.number {
        let _ = write!(text, ", number {number}");
    }
    if guilt.without != guilt.names && !guilt.without.is_empty() {
        let _ = write!(text, " (right with `{}`)", guilt.without.join(" "));
    }
    if guilt.only {
        text.push_str("; nothing else of its sort helps");
    }
    text
}

fn first_wrong_value(triage: &Triage) -> Option<String> {
    let divergence = triage.divergence.as_ref()?;
    let mut text = format!("First wrong value: `{}`", divergence.operation);
    if !divergence.text.is_empty() {
        let _ = write!(text, ", in `{}`", divergence.text);
    }
    if let Some((right, wrong)) = &divergence.values {
        let _ = write!(text, ": {wrong} instead of {right}");
    }
    Some(text)
}

fn levels(triage: &Triage) -> Option<String> {
    let such = |wrong: bool| {
        let flags = triage.levels.iter().filter(|level| level.wrong == Some(wrong));
        flags.map(|level| format!("`{}`", level.flag)).collect::<Vec<_>>().join(", ")
    };
    match (such(true), such(false)) {
        (wrong, _) if wrong.is_empty() => None,
        (wrong, right) if right.is_empty() => Some(format!("Levels: wrong at {wrong}")),
        (wrong, right) => Some(format!("Levels: wrong at {wrong}; right at {right}")),
    }
}

fn regression(triage: &Triage) -> Option<String> {
    let is_seen = triage.versions.iter().any(|tried| tried.wrong == Some(true));
    if triage.versions.len() < 2 || !is_seen {
        return None;
    }
    let tried: Vec<String> = triage
        .versions
        .iter()
        .map(|tried| {
            let answer = match tried.wrong {
                Some(true) => "wrong",
                Some(false) => "right",
                None => "unknown",
            };
            format!("{} ({}) {answer}", tried.compiler, tried.version)
        })
        .collect();
    let since = match &triage.range {
        Some(Range { last_good: Some(good), first_bad }) => format!("right in {good}, wrong since {first_bad}"),
        Some(Range { last_good: None, first_bad }) => format!("wrong in {first_bad}; no older version here is right"),
        None => "other builds of the same version are right".to_string(),
    };
    Some(format!("Versions: {since} (tried: {})", tried.join(", ")))
}

/// Why the compiler is wrong and not the program.
fn defined(triage: &Triage) -> Option<Section> {
    // No program may break a compiler, so that nobody asks what it does, and it may have no `main`.
    let is_asked = |evidence: &&Evidence| evidence.holds || !matches!(triage.kind, Kind::Crash | Kind::Hang);
    let evidence = triage.evidence.iter().filter(is_asked);
    // One who reads it in a tracker has not heard of ours.
    let who = |judge: &str| match judge {
        evidence::INTERPRETER => "an interpreter of C that looks for undefined behaviour".to_string(),
        judge => judge.to_string(),
    };
    let item = |evidence: &Evidence| format!("{}: {}", who(&evidence.judge), evidence.says);
    let is_crash = matches!(triage.kind, Kind::Crash | Kind::Hang);
    Section::new(if is_crash { "Why the program is valid" } else { "Why the program is defined" }, evidence.map(item))
}
