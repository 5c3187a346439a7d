//! A finding for people: `report.md`, whose first part is what one pastes into a bug tracker, and the forms that the
//! trackers of GCC and LLVM ask for. All of them are views of one `Account`.

mod difference;
mod explorer;
pub mod gcc;
pub mod llvm;
mod local;
mod section;
mod title;
mod triage;

pub use super::account::Account;
pub use title::title;

use super::account::sentence;
use crate::case::{Case, Expected};
use crate::finding::{Finding, label};
use crate::observe::classify::OWN_WORDS;
use crate::observe::signature::{LINKER, linker_complaint};
use crate::observe::{Observation, Outcome};
use crate::shell::shell;
use crate::signal::signal_name;
use section::Section;
use std::fmt::Write;

/// Lines of a file up to which the report quotes it: trackers cut off what is longer.
const QUOTED_LINES: usize = 200;

/// `report.md`: first what one pastes into a tracker; then what matters on this machine only. `original` is the program as
/// it was found.
pub fn report(account: &Account, original: &Case) -> String {
    [markdown(account), local::section(account, original)].concat()
}

/// What one pastes into a tracker that takes Markdown, in the order in which one who has to fix it wants to know.
pub fn markdown(account: &Account) -> String {
    let triage = account.triage;
    let sections = [
        format!("# {}\n\n", title(account)),
        accusation(account),
        program(account),
        format!("## Command\n\n{}\n", fenced("sh", &account.command())),
        results(account),
        difference::section(account.finding),
        sections(account).iter().map(Section::markdown).collect(),
        triage.map(triage::verbose).unwrap_or_default(),
        format!("{}\n\n", account.origin()),
    ];
    sections.concat()
}

/// What was found out, if it was looked into.
fn sections(account: &Account) -> Vec<Section> {
    account.triage.map(triage::sections).unwrap_or_default()
}

/// The files, whole: a tracker has no directory beside the report. Longer ones can only be attached.
fn program(account: &Account) -> String {
    let mut text = String::from("## Program\n\n");
    for file in account.files() {
        let lines = file.text.lines().count();
        let _ = match lines <= QUOTED_LINES {
            true => writeln!(text, "`{}`:\n\n{}", file.name, fenced(account.case.language.name(), &file.text)),
            false => writeln!(text, "`{}`, {lines} lines: attached.\n", file.name),
        };
    }
    text
}

/// Expected against actual.
fn results(account: &Account) -> String {
    let mut text = String::new();
    if let Some(correct) = account.expected.as_ref().filter(|_| account.about.needs_run()) {
        let who = if account.is_voted() { " (what other builds print)" } else { "" };
        let _ = writeln!(text, "## Expected{who}\n\n{}", expected(correct));
    }
    if let Some(actual) = &account.outcome {
        let _ = writeln!(text, "## Actual\n\n{}", outcome(actual));
    }
    if let Some(remark) = account.unsteady() {
        let _ = writeln!(text, "{remark}\n");
    }
    text
}

fn accusation(account: &Account) -> String {
    let mut text = format!("{}\n\n", sentence(account));
    let _ = writeln!(text, "- Compiler: {}", account.version());
    let _ = writeln!(text, "- Language and target: {}, {}", account.language(), account.machine());
    let _ = writeln!(text, "- Flags that show it: {}", builds(&account.about));
    if let Some(base) = account.triage.and_then(|triage| triage.base.as_ref()).filter(|base| !base.is_empty()) {
        let _ = writeln!(text, "- Flags that it needs beside them: `{}`", shell(base));
    }
    text + "\n"
}

fn builds(finding: &Finding) -> String {
    let quoted = |flags: &Vec<String>| match flags.is_empty() {
        true => "no flags at all".to_string(),
        false => format!("`{}`", shell(flags)),
    };
    let builds: Vec<String> = finding.builds.iter().map(quoted).collect();
    match builds.as_slice() {
        [] => "none are needed".to_string(),
        [_] if finding.flags().is_empty() => "none are needed".to_string(),
        builds => builds.join(", "),
    }
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
        Outcome::Compiled | Outcome::Endless { .. } | Outcome::Hung { .. } | Outcome::Inconclusive { .. } => {
            format!("{title}.\n")
        }
    }
}

fn symptom_of(account: &Account) -> String {
    account.outcome.as_ref().map(symptom).unwrap_or_default()
}

/// How a build ended, on one line.
pub fn symptom(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Ran { exit_code, .. } => format!("Exit code {exit_code}"),
        Outcome::Died { signal, .. } => format!("The program is killed by {}", signal_name(*signal)),
        Outcome::Endless { limit_ms } => format!("The program does not end within {limit_ms} ms"),
        Outcome::Compiled => "The compiler takes it".to_string(),
        Outcome::Rejected { .. } => "The compiler refuses it".to_string(),
        Outcome::Crashed { signature, message } if signature.starts_with(LINKER) => {
            format!("The program does not link: {}", one_line(linker_complaint(message).unwrap_or(signature)))
        }
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
    let said = compiler.version.text.trim();
    let mut text = format!("{} (accused): {}\n", compiler.name, if said.is_empty() { &compiler.name } else { said });
    let _ = writeln!(text, "  command: {}", shell(&compiler.command));
    let _ = writeln!(text, "  version: {}", numbers.join("."));
    let _ = writeln!(text, "  machine: {}", compiler.version.machine);
    let _ = writeln!(text, "  data model: {}", compiler.target);
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
