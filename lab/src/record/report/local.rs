//! The part of a report that matters where the finding is kept: how to see it again here, and where it comes from.

use super::{Account, builds, fenced, one_line, symptom};
use crate::case::Case;
use crate::date;
use crate::finding::commands::commands;
use crate::finding::{Finding, State, label, word};
use crate::observe::Outcome;
use crate::shell::shell;
use crate::triage::Triage;
use std::collections::BTreeMap;
use std::fmt::Write;

pub fn section(account: &Account, case: &Case) -> String {
    let Account { finding, triage, .. } = *account;
    let sections = [
        "---\n\n## Local\n\nWhat follows is about this finding where it is kept, and not for a bug tracker.\n\n"
            .to_string(),
        facts(finding, triage),
        reproduction(finding, account),
        original(case),
        format!("### All builds of the original program\n\n{}\n", table(finding)),
        origin(finding),
    ];
    sections.concat()
}

fn facts(finding: &Finding, triage: Option<&Triage>) -> String {
    let mut text = String::new();
    if let Some(known) = triage.and_then(|triage| triage.known.as_ref()) {
        let _ = writeln!(text, "- Known already: {}", one_line(known));
    }
    let _ = writeln!(text, "- Command of the compiler: `{}`", shell(&finding.compiler.command));
    let _ = writeln!(text, "- Flags that show it with the original program: {}", builds(finding));
    let _ = writeln!(text, "- Oracle: {}", word(&finding.oracle));
    let _ = writeln!(text, "- State: {}\n", state(finding.state));
    text
}

fn state(state: State) -> String {
    match state {
        State::Confirmed { runs } => format!("confirmed, it showed in all of {runs} further runs"),
        State::Flaky { shown, runs } => format!("flaky, it showed in {shown} of {runs} further runs"),
    }
}

fn reproduction(finding: &Finding, account: &Account) -> String {
    let script = |finding: &Finding| {
        let lines: Vec<String> = commands(finding).iter().map(|words| shell(words)).collect();
        fenced("sh", &lines.join("\n"))
    };
    let small = account.is_reduced.then(|| {
        format!(
            "The commands for the reduced program, in `reduced/`:\n\n{}\nThe commands for the original,",
            script(&account.about)
        )
    });
    format!(
        "### How to reproduce\n\n`make` in this directory fails as long as it shows; `gadfly repro {}` runs it again in \
         the sandbox. {} in `original/`:\n\n{}\n",
        finding.id,
        small.as_deref().unwrap_or("The commands,"),
        script(finding)
    )
}

/// Where the original is.
fn original(case: &Case) -> String {
    let mut text = String::from("### Original program\n\n");
    for file in &case.files {
        let lines = file.text.lines().count();
        let plural = if lines == 1 { "" } else { "s" };
        let _ = writeln!(text, "- [{0}](original/{0}), {lines} line{plural}", file.name);
    }
    text + "\n"
}

/// One row per different outcome, with all the builds that have it.
fn table(finding: &Finding) -> String {
    let mut rows: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for seen in &finding.observations {
        rows.entry(summary(&seen.outcome)).or_default().push(format!("`{}`", label(&seen.compiler, &seen.flags)));
    }
    let mut rows: Vec<(String, Vec<String>)> = rows.into_iter().collect();
    rows.sort_by_key(|(_, builds)| std::cmp::Reverse(builds.len()));
    let mut text = String::from("| result | builds |\n|---|---|\n");
    for (outcome, builds) in rows {
        let _ = writeln!(text, "| {} | {} |", outcome.replace('|', "\\|"), builds.join(", ").replace('|', "\\|"));
    }
    text
}

fn summary(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Ran { stdout, .. } | Outcome::Died { stdout, .. } => {
            format!("{}: {}", symptom(outcome), abbreviated(stdout))
        }
        _ => symptom(outcome),
    }
}

/// The last line is where checksums are; the hash tells apart what differs elsewhere.
fn abbreviated(stdout: &str) -> String {
    let last: String = stdout.lines().last().unwrap_or("").chars().take(40).collect();
    match stdout.lines().count() {
        0 => "no output".to_string(),
        1 => format!("`{last}`"),
        lines => format!("{lines} lines ({}) to `{last}`", &blake3::hash(stdout.as_bytes()).to_hex()[..8]),
    }
}

fn origin(finding: &Finding) -> String {
    format!(
        "### Origin\n\nFound by gadfly {} on {}: program {} of the campaign with seed {}, from `{}`, in a sandbox of tier \
         `{}`.\n\n{}",
        finding.gadfly,
        date::utc(finding.found_at),
        finding.index,
        finding.seed,
        finding.source,
        finding.sandbox,
        fenced("", &finding.recipe)
    )
}
