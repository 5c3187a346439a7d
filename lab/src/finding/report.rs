//! `report.md`: a finding for people, to be pasted into a bug tracker.

mod triage;

use super::commands::{base_flags, commands, shell};
use super::reduced::Reduced;
use super::{Finding, State, date, label, word};
use crate::case::{Case, Expected};
use crate::observe::{Observation, Outcome};
use crate::oracle::{Behaviour, Kind};
use crate::triage::Triage;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Lines of a file up to which the report quotes it: more is for a file beside it, trackers cut it off anyway.
const QUOTED_LINES: usize = 200;

/// The report, with the program's files where they are in the finding's directory.
pub fn report(finding: &Finding, case: &Case) -> String {
    compose(finding, case, None, None)
}

/// The report of a finding that has been reduced: what is left of the program comes first.
pub fn report_reduced(finding: &Finding, case: &Case, reduced: &Reduced) -> String {
    compose(finding, case, Some(reduced), None)
}

/// The report of a finding that was looked into: what was found out, and why the program is defined.
pub fn report_triaged(finding: &Finding, case: &Case, reduced: Option<&Reduced>, triage: &Triage) -> String {
    compose(finding, case, reduced, Some(triage))
}

/// In the order in which one who has to fix it wants to know.
fn compose(finding: &Finding, case: &Case, reduced: Option<&Reduced>, triage: Option<&Triage>) -> String {
    let shown = reduced.and_then(|reduced| shown(reduced, triage));
    let sections = [
        format!("# {}\n\n", triage.map_or_else(|| title(finding), |triage| triage::title(finding, triage))),
        accusation(finding, reduced, shown.as_ref(), triage),
        reduced.map(|reduced| reduced_program(finding, reduced, shown.as_ref())).unwrap_or_default(),
        triage.map(triage::analysis).unwrap_or_default(),
        results(finding, reduced.is_some(), shown.is_some()),
        triage.map(triage::defined).unwrap_or_default(),
        reproduction(finding, reduced, triage),
        program(finding, case, reduced.is_none()),
        triage.map(triage::verbose).unwrap_or_default(),
        origin(finding),
    ];
    sections.concat()
}

/// What the accused build makes of the reduced program, if that is known.
fn shown(reduced: &Reduced, triage: Option<&Triage>) -> Option<Outcome> {
    let ran = |actual: &Expected| Outcome::Ran { exit_code: actual.exit_code, stdout: actual.stdout.clone() };
    triage.and_then(|triage| triage.outcome.clone()).or_else(|| reduced.actual.as_ref().map(ran))
}

fn reduced_program(finding: &Finding, reduced: &Reduced, shown: Option<&Outcome>) -> String {
    let mut text = String::from("## Reduced program\n\n");
    for file in reduced.case.files.iter().filter(|file| !file.text.trim().is_empty()) {
        let _ = writeln!(text, "[{0}](reduced/{0})\n\n{1}", file.name, fenced(finding.language.name(), &file.text));
    }
    if let Some(correct) = reduced.case.expected.as_ref().filter(|_| finding.needs_run()) {
        let _ = writeln!(text, "Expected:\n\n{}", expected(correct));
    }
    if let Some(shown) = shown {
        let _ = writeln!(text, "Actual:\n\n{}", outcome(shown));
    }
    text
}

/// One line that names compiler, flags and symptom.
pub fn title(finding: &Finding) -> String {
    let symptom = match finding.kind {
        Kind::WrongCode => "wrong code",
        Kind::Crash => "crash",
        Kind::Hang => "does not end",
        Kind::RejectsValid => "refuses a valid program",
        Kind::AcceptsInvalid => "takes an invalid program",
        Kind::SelfCheck => return format!("gadfly contradicts {}", finding.label()),
    };
    match finding.signature.lines().next() {
        Some(signature) if !signature.is_empty() => format!("{}: {symptom}: {signature}", finding.label()),
        _ => format!("{}: {symptom}", finding.label()),
    }
}

fn accusation(
    finding: &Finding,
    reduced: Option<&Reduced>,
    shown: Option<&Outcome>,
    triage: Option<&Triage>,
) -> String {
    let compiler = &finding.compiler;
    let shorter = reduced.and_then(|reduced| misbehaviour(shown?, reduced.case.expected.as_ref()?));
    let mut text = format!("{}\n\n", shorter.as_ref().unwrap_or(&finding.message));
    let _ = writeln!(text, "- Compiler: {} (`{}`)", version(finding), shell(&compiler.command));
    let _ = writeln!(text, "- Language and target: {}, {}", finding.language, finding.target);
    match triage.filter(|triage| reduced.is_some() && triage.shows && triage.flags != finding.flags()) {
        Some(triage) => {
            let (fewest, original) = (builds(&triage.fewest(finding)), builds(finding));
            let _ = writeln!(text, "- Flags that show it: {fewest}; with the original program: {original}");
        }
        None => {
            let _ = writeln!(text, "- Flags that show it: {}", builds(finding));
        }
    }
    let base = base_flags(finding);
    if !base.is_empty() {
        let _ = writeln!(text, "- Flags of every compilation: `{}`", shell(&base));
    }
    let _ = writeln!(text, "- Oracle: {}", word(&finding.oracle));
    let _ = writeln!(text, "- State: {}\n", state(finding.state));
    text
}

fn builds(finding: &Finding) -> String {
    let quoted =
        |flags: &Vec<String>| if flags.is_empty() { "none".to_string() } else { format!("`{}`", shell(flags)) };
    let builds: Vec<String> = finding.builds.iter().map(quoted).collect();
    if builds.is_empty() { "none".to_string() } else { builds.join(", ") }
}

/// What is wrong about the reduced program, in a sentence.
fn misbehaviour(shown: &Outcome, expected: &Expected) -> Option<String> {
    let wrong = match shown {
        Outcome::Ran { exit_code, stdout } => Behaviour::Ran { exit_code: *exit_code, stdout },
        Outcome::Died { signal, .. } => Behaviour::Died { signal: *signal },
        Outcome::Endless { .. } => Behaviour::Endless,
        _ => return None,
    };
    let right = Behaviour::from(expected);
    (wrong != right).then(|| format!("The reduced program {}.", wrong.against(right)))
}

fn version(finding: &Finding) -> &str {
    let text = finding.compiler.version.text.trim();
    if text.is_empty() { &finding.compiler.name } else { text }
}

fn state(state: State) -> String {
    match state {
        State::Confirmed { runs } => format!("confirmed, it showed in all of {runs} further runs"),
        State::Flaky { shown, runs } => format!("flaky, it showed in {shown} of {runs} further runs"),
    }
}

/// Expected against actual of the original, then what all builds did. Where the reduced program has shown it, the table
/// is enough.
fn results(finding: &Finding, is_reduced: bool, is_shown: bool) -> String {
    let mut text = String::new();
    let original = if is_reduced { " of the original program" } else { "" };
    if is_shown {
        return format!("## All builds{original}\n\n{}\n", table(finding));
    }
    if let Some(correct) = finding.correct().filter(|_| finding.needs_run()) {
        let who = if finding.expected.is_some() { "" } else { " (what other builds print)" };
        let _ = writeln!(text, "## Expected{original}{who}\n\n{}", expected(&correct));
    }
    if let Some(seen) = finding.observation() {
        let _ = writeln!(text, "## Actual{original}\n\n{}", outcome(&seen.outcome));
    }
    let _ = writeln!(text, "## All builds{original}\n\n{}", table(finding));
    text
}

fn expected(expected: &Expected) -> String {
    format!("{}\nExit code {}.\n", fenced("", &expected.stdout), expected.exit_code)
}

/// What a build did, with everything it wrote.
pub fn outcome(outcome: &Outcome) -> String {
    let title = symptom(outcome);
    match outcome {
        Outcome::Ran { stdout, .. } | Outcome::Died { stdout, .. } => format!("{}\n{title}.\n", fenced("", stdout)),
        Outcome::Rejected { message } | Outcome::Crashed { message, .. } => {
            format!("{title}.\n\n{}", fenced("", message))
        }
        Outcome::Endless { .. } | Outcome::Hung { .. } | Outcome::Inconclusive { .. } => format!("{title}.\n"),
    }
}

fn symptom(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Ran { exit_code, .. } => format!("Exit code {exit_code}"),
        Outcome::Died { signal, .. } => format!("The program is killed by signal {signal}"),
        Outcome::Endless { limit_ms } => format!("The program does not end within {limit_ms} ms"),
        Outcome::Rejected { .. } => "The compiler refuses it".to_string(),
        Outcome::Crashed { signature, .. } => format!("The compiler breaks: {}", one_line(signature)),
        Outcome::Hung { limit_ms } => format!("The compiler does not end within {limit_ms} ms"),
        Outcome::Inconclusive { reason } => format!("Inconclusive: {}", one_line(reason)),
    }
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

fn reproduction(finding: &Finding, reduced: Option<&Reduced>, triage: Option<&Triage>) -> String {
    let script = |finding: &Finding| {
        let lines: Vec<String> = commands(finding).iter().map(|words| shell(words)).collect();
        fenced("sh", &lines.join("\n"))
    };
    let small = reduced.map(|reduced| {
        let fewest = triage.map(|triage| triage.fewest(finding));
        let about = super::reduced::about(fewest.as_ref().unwrap_or(finding), reduced);
        format!(
            "The commands for the reduced program, in `reduced/`:\n\n{}\nThe commands for the original,",
            script(&about)
        )
    });
    format!(
        "## How to reproduce\n\n`make` in this directory fails as long as it shows; `gadfly repro {}` runs it again in \
         the sandbox. {} in `original/`:\n\n{}\n",
        finding.id,
        small.as_deref().unwrap_or("The commands,"),
        script(finding)
    )
}

/// The original. Once there is a small one, a tracker has no use for it but as an attachment.
fn program(finding: &Finding, case: &Case, is_quoted: bool) -> String {
    let mut text = String::from(if is_quoted { "## Program\n\n" } else { "## Original program\n\n" });
    let language = finding.language.name();
    for file in &case.files {
        let lines = file.text.lines().count();
        let is_quoted = is_quoted && lines <= QUOTED_LINES;
        let (plural, end) = (if lines == 1 { "" } else { "s" }, if is_quoted { ":" } else { "." });
        let _ = writeln!(text, "[{0}](original/{0}), {lines} line{plural}{end}\n", file.name);
        if is_quoted {
            let _ = writeln!(text, "{}", fenced(language, &file.text));
        }
    }
    text
}

fn origin(finding: &Finding) -> String {
    format!(
        "## Origin\n\nFound by gadfly {} on {}: program {} of the campaign with seed {}, from `{}`, in a sandbox of tier \
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

/// Everything that all builds wrote, for `outputs.txt`.
pub fn outputs(finding: &Finding) -> String {
    let one = |seen: &Observation| {
        let times = format!("compile {} ms, run {} ms", seen.compile_cpu_ms, seen.run_cpu_ms);
        let mark = if finding.accuses(seen) { " (accused)" } else { "" };
        format!("# {}{mark}\n\n{times}\n\n{}", label(&seen.compiler, &seen.flags), outcome(&seen.outcome))
    };
    finding.observations.iter().map(one).collect::<Vec<_>>().join("\n")
}

/// The accused compiler in full, and the others that took part.
pub fn versions(finding: &Finding) -> String {
    let compiler = &finding.compiler;
    let numbers: Vec<String> = compiler.version.numbers.iter().map(u32::to_string).collect();
    let mut text = format!("{} (accused): {}\n", compiler.name, version(finding));
    let _ = writeln!(text, "  command: {}", shell(&compiler.command));
    let _ = writeln!(text, "  version: {}", numbers.join("."));
    let _ = writeln!(text, "  target: {}", compiler.target);
    for (name, version) in finding.versions.iter().filter(|(name, _)| **name != compiler.name) {
        let _ = writeln!(text, "{name}: {version}");
    }
    text
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A code block, in a fence that the text itself does not contain.
fn fenced(language: &str, text: &str) -> String {
    let mut fence = String::from("```");
    while text.contains(&fence) {
        fence.push('`');
    }
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{text}{end}{fence}\n")
}
