//! `report.md`: a finding for people. Down to the line that says so it is what one pastes into a bug tracker.

mod local;
mod triage;

use super::commands::{base_flags, brief, shell};
use super::reduced::Reduced;
use super::{Finding, label};
use crate::case::{Case, Expected};
use crate::observe::classify::OWN_WORDS;
use crate::observe::{Observation, Outcome};
use crate::oracle::{Behaviour, Kind};
use crate::triage::Triage;
use std::fmt::Write;

/// Lines of a file up to which the report quotes it: trackers cut off what is longer.
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

/// First what one pastes into a tracker, in the order in which one who has to fix it wants to know; then what matters on
/// this machine only.
fn compose(finding: &Finding, case: &Case, reduced: Option<&Reduced>, triage: Option<&Triage>) -> String {
    let seen = Seen::new(finding, case, reduced, triage);
    let sections = [
        format!("# {}\n\n", triage.map_or_else(|| title(finding), |triage| triage::title(finding, triage))),
        accusation(finding, &seen, triage),
        program(&seen),
        commands_to_paste(&seen, triage),
        results(&seen),
        triage.map(triage::analysis).unwrap_or_default(),
        triage.map(triage::defined).unwrap_or_default(),
        triage.map(triage::verbose).unwrap_or_default(),
        local::section(finding, case, &seen, triage),
    ];
    sections.concat()
}

/// The program that a report shows, and what is seen of it: the reduced one where there is one.
struct Seen<'a> {
    case: &'a Case,
    is_reduced: bool,
    /// The finding as the program would have made it, with the flags that show it.
    about: Finding,
    expected: Option<Expected>,
    /// What the accused build makes of it, if that is known.
    outcome: Option<Outcome>,
}

impl<'a> Seen<'a> {
    fn new(finding: &Finding, case: &'a Case, reduced: Option<&'a Reduced>, triage: Option<&Triage>) -> Seen<'a> {
        let fewest = triage.map_or_else(|| finding.clone(), |triage| triage.fewest(finding));
        let found = triage.and_then(|triage| triage.outcome.clone());
        match reduced {
            Some(reduced) => Seen {
                case: &reduced.case,
                is_reduced: true,
                about: super::reduced::about(&fewest, reduced),
                expected: reduced.case.expected.clone(),
                outcome: found.or_else(|| reduced.actual.as_ref().map(ran)),
            },
            None => Seen {
                case,
                is_reduced: false,
                about: fewest,
                expected: finding.correct(),
                outcome: found.or_else(|| finding.observation().map(|seen| seen.outcome.clone())),
            },
        }
    }
}

fn ran(actual: &Expected) -> Outcome {
    Outcome::Ran { exit_code: actual.exit_code, stdout: actual.stdout.clone() }
}

/// The files, whole: a tracker has no directory beside the report. Longer ones can only be attached.
fn program(seen: &Seen) -> String {
    let mut text = String::from("## Program\n\n");
    for file in seen.case.files.iter().filter(|file| !file.text.trim().is_empty()) {
        let lines = file.text.lines().count();
        let _ = match lines <= QUOTED_LINES {
            true => writeln!(text, "`{}`:\n\n{}", file.name, fenced(seen.case.language.name(), &file.text)),
            false => writeln!(text, "`{}`, {lines} lines: attached.\n", file.name),
        };
    }
    text
}

/// One line that shows it.
fn commands_to_paste(seen: &Seen, triage: Option<&Triage>) -> String {
    let base = triage.and_then(|triage| triage.base.clone()).unwrap_or_else(|| base_flags(&seen.about));
    format!("## Command\n\n{}\n", fenced("sh", &brief(&seen.about, &base)))
}

/// Expected against actual.
fn results(seen: &Seen) -> String {
    let mut text = String::new();
    if let Some(correct) = seen.expected.as_ref().filter(|_| seen.about.needs_run()) {
        let is_voted = !seen.is_reduced && seen.about.expected.is_none();
        let who = if is_voted { " (what other builds print)" } else { "" };
        let _ = writeln!(text, "## Expected{who}\n\n{}", expected(correct));
    }
    if let Some(actual) = &seen.outcome {
        let _ = writeln!(text, "## Actual\n\n{}", outcome(actual));
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

fn accusation(finding: &Finding, seen: &Seen, triage: Option<&Triage>) -> String {
    let mut text = format!("{}\n\n", sentence(finding, seen));
    let _ = writeln!(text, "- Compiler: {}", version(finding));
    let _ = writeln!(text, "- Language and target: {}, {}", finding.language, finding.target);
    let _ = writeln!(text, "- Flags that show it: {}", builds(&seen.about));
    if let Some(base) = triage.and_then(|triage| triage.base.as_ref()).filter(|base| !base.is_empty()) {
        let _ = writeln!(text, "- Flags that it needs beside them: `{}`", shell(base));
    }
    text + "\n"
}

/// What is wrong, in a sentence about the program that is shown.
fn sentence(finding: &Finding, seen: &Seen) -> String {
    let shown = seen.outcome.as_ref();
    // Of a self-check the compilers are right, not us.
    let expected = seen.expected.as_ref().filter(|_| finding.kind == Kind::WrongCode);
    let wrong = shown.zip(expected).and_then(|(shown, expected)| misbehaviour(shown, expected));
    match (wrong, shown) {
        (Some(wrong), _) => wrong,
        (None, Some(Outcome::Rejected { .. })) => "The compiler refuses a valid program.".to_string(),
        (None, Some(Outcome::Crashed { .. })) if seen.is_reduced => {
            format!("{}.", shown.map(symptom).unwrap_or_default())
        }
        _ => finding.message.clone(),
    }
}

fn builds(finding: &Finding) -> String {
    let quoted =
        |flags: &Vec<String>| if flags.is_empty() { "none".to_string() } else { format!("`{}`", shell(flags)) };
    let builds: Vec<String> = finding.builds.iter().map(quoted).collect();
    if builds.is_empty() { "none".to_string() } else { builds.join(", ") }
}

/// What the program does and what it should do.
fn misbehaviour(shown: &Outcome, expected: &Expected) -> Option<String> {
    let wrong = match shown {
        Outcome::Ran { exit_code, stdout } => Behaviour::Ran { exit_code: *exit_code, stdout },
        Outcome::Died { signal, .. } => Behaviour::Died { signal: *signal },
        Outcome::Endless { .. } => Behaviour::Endless,
        _ => return None,
    };
    let right = Behaviour::from(expected);
    (wrong != right).then(|| format!("The program {}.", wrong.against(right)))
}

fn version(finding: &Finding) -> &str {
    let text = finding.compiler.version.text.trim();
    if text.is_empty() { &finding.compiler.name } else { text }
}

fn expected(expected: &Expected) -> String {
    format!("{}\nExit code {}.\n", fenced("", &expected.stdout), expected.exit_code)
}

/// What a build did, with everything it wrote.
pub fn outcome(outcome: &Outcome) -> String {
    let title = symptom(outcome);
    match outcome {
        Outcome::Ran { stdout, .. } | Outcome::Died { stdout, .. } => format!("{}\n{title}.\n", fenced("", stdout)),
        Outcome::Crashed { message, .. } if message.starts_with(OWN_WORDS) => format!("{title}.\n"),
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
