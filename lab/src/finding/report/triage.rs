//! What was found out about a finding, as sections of its report.

use super::fenced;
use crate::finding::Finding;
use crate::oracle::Kind;
use crate::triage::{Evidence, Guilt, Range, Search, Triage, evidence};
use std::fmt::Write;

/// The guilty pass, the versions and the first wrong value.
pub fn analysis(triage: &Triage) -> String {
    const TITLE: &str = "## Analysis\n\n";
    let mut text = String::from(TITLE);
    if !triage.shows {
        text.push_str("- It did not show again when it was looked into.\n");
    }
    triage.guilt.iter().for_each(|guilt| text.push_str(&blame(guilt)));
    text.push_str(&first_wrong_value(triage));
    // All that there are tell a person nothing.
    let compared = triage.instructions.as_ref().and_then(|it| Some((&it.names, it.against.as_ref()?)));
    if let Some((names, against)) = compared.filter(|(names, _)| !names.is_empty()) {
        let _ = writeln!(text, "- Instructions: `{}`, compared with `{against}`", names.join(" "));
    }
    text.push_str(&levels(triage));
    text.push_str(&regression(triage));
    // A crash says all there is to say.
    if text == TITLE { String::new() } else { text + "\n" }
}

/// With the lowest level that shows it and what it can be blamed on.
pub fn title(finding: &Finding, triage: &Triage) -> String {
    let plain = super::title(&triage.fewest(finding));
    if finding.kind != Kind::WrongCode || !triage.shows {
        return plain;
    }
    let (name, flags) = (&finding.compiler.name, triage.flags.join(" "));
    let at = if flags.is_empty() { String::new() } else { format!(" at {flags}") };
    // A pass says more than the option that it belongs to.
    let pass = triage.guilt.iter().find(|guilt| guilt.by == Search::Disabled);
    let blamed = pass.or(triage.blame()).filter(|guilt| guilt.by == Search::Bisection || guilt.names.len() == 1);
    let guilt = blamed.map(|guilt| match guilt.by {
        Search::Bisection | Search::Disabled => format!(", from {}", guilt.names.join(" ")),
        Search::Counter => format!(", by {}", guilt.names.join(" ")),
        Search::Option => format!(", right with {}", guilt.names.join(" ")),
    });
    let operation = || Some(format!(", `{}`", triage.divergence.as_ref()?.operation));
    format!("{name}: wrong code{at}{}", guilt.or_else(operation).unwrap_or_default())
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
    let mut text = format!("- {how}: `{names}`");
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
    text + "\n"
}

fn first_wrong_value(triage: &Triage) -> String {
    let Some(divergence) = &triage.divergence else { return String::new() };
    let mut text = format!("- First wrong value: `{}`", divergence.operation);
    if !divergence.text.is_empty() {
        let _ = write!(text, ", in `{}`", divergence.text);
    }
    if let Some((right, wrong)) = &divergence.values {
        let _ = write!(text, ": {wrong} instead of {right}");
    }
    text + "\n"
}

fn levels(triage: &Triage) -> String {
    let such = |wrong: bool| {
        let flags = triage.levels.iter().filter(|level| level.wrong == Some(wrong));
        flags.map(|level| format!("`{}`", level.flag)).collect::<Vec<_>>().join(", ")
    };
    match (such(true), such(false)) {
        (wrong, _) if wrong.is_empty() => String::new(),
        (wrong, right) if right.is_empty() => format!("- Levels: wrong at {wrong}\n"),
        (wrong, right) => format!("- Levels: wrong at {wrong}; right at {right}\n"),
    }
}

fn regression(triage: &Triage) -> String {
    let is_seen = triage.versions.iter().any(|tried| tried.wrong == Some(true));
    if triage.versions.len() < 2 || !is_seen {
        return String::new();
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
    format!("- Versions: {since} (tried: {})\n", tried.join(", "))
}

/// Why the compiler is wrong and not the program.
pub fn defined(triage: &Triage) -> String {
    // No program may break a compiler, so that nobody asks what it does, and it may have no `main`.
    let is_asked = |evidence: &&Evidence| evidence.holds || !matches!(triage.kind, Kind::Crash | Kind::Hang);
    let evidence: Vec<&Evidence> = triage.evidence.iter().filter(is_asked).collect();
    if evidence.is_empty() {
        return String::new();
    }
    // One who reads it in a tracker has not heard of ours.
    let who = |judge: &str| match judge {
        evidence::INTERPRETER => "an interpreter of C that looks for undefined behaviour".to_string(),
        judge => judge.to_string(),
    };
    let line = |evidence: &Evidence| format!("- {}: {}\n", who(&evidence.judge), evidence.says);
    let what = if matches!(triage.kind, Kind::Crash | Kind::Hang) { "valid" } else { "defined" };
    format!("## Why the program is {what}\n\n{}\n", evidence.into_iter().map(line).collect::<String>())
}
