//! What GCC's Bugzilla asks for (https://gcc.gnu.org/bugs/#need): the exact version, the target, the command line, what the
//! compiler says, and the preprocessed source. It is plain text, without Markdown.

use super::section::Section;
use super::{Account, sections, sentence, title};
use crate::case::Expected;
use crate::observe::Outcome;
use crate::oracle::Kind;
use crate::triage::{Range, Triage, Tried};
use std::fmt::Write;

/// The fields of the form, then the text. The program is preprocessed; `verbose` is what `-v` says.
pub fn form(account: &Account, verbose: &str) -> String {
    let parts = [fields(account), description(account), program(account), results(account)];
    let compiler = format!("{} -v:\n{}\n\n", account.finding.compiler.name, verbose.trim_end());
    let found: String = sections(account).iter().map(Section::plain).collect();
    format!("{}{found}{compiler}{}\n", parts.concat(), account.origin())
}

fn fields(account: &Account) -> String {
    let mut text = format!("Summary: {}{}\n", regression(account), title(account));
    let _ = writeln!(text, "Version: {}", account.release());
    let _ = writeln!(text, "Keywords: {}", keyword(account.finding.kind));
    let _ = writeln!(text, "Target: {}", account.machine());
    let known = |wrong: bool| account.triage.map(|triage| versions(triage, wrong)).unwrap_or_default();
    for (field, versions) in [("Known to work", known(false)), ("Known to fail", known(true))] {
        if !versions.is_empty() {
            let _ = writeln!(text, "{field}: {versions}");
        }
    }
    text + "\n"
}

/// `[13 Regression] ` where an older version of this machine is right.
fn regression(account: &Account) -> String {
    let Some(Range { last_good: Some(_), first_bad }) = account.triage.and_then(|triage| triage.range.as_ref()) else {
        return String::new();
    };
    format!("[{} Regression] ", first_bad.split('.').next().unwrap_or(first_bad))
}

/// Its own words for kinds of bugs.
fn keyword(kind: Kind) -> &'static str {
    match kind {
        Kind::WrongCode | Kind::SelfCheck => "wrong-code",
        Kind::Crash => "ice-on-valid-code",
        Kind::Hang => "compile-time-hog",
        Kind::RejectsValid => "rejects-valid",
        Kind::AcceptsInvalid => "accepts-invalid",
    }
}

/// A version of which one build is wrong is not known to work.
fn versions(triage: &Triage, wrong: bool) -> String {
    let is_wrong =
        |version: &str| triage.versions.iter().any(|tried| tried.version == version && tried.wrong == Some(true));
    let is_such = |tried: &&Tried| tried.wrong == Some(wrong) && (wrong || !is_wrong(&tried.version));
    let such = triage.versions.iter().filter(is_such);
    such.map(|tried| tried.version.as_str()).collect::<Vec<_>>().join(", ")
}

fn description(account: &Account) -> String {
    format!("{}\n\n", sentence(account))
}

/// As a session of a shell.
fn program(account: &Account) -> String {
    let mut text = String::new();
    for file in account.files() {
        let _ = write!(text, "$ cat {}\n{}\n\n", file.name, file.text.trim_end());
    }
    let _ = writeln!(text, "$ {}", account.command());
    text
}

fn results(account: &Account) -> String {
    let mut text = match &account.outcome {
        Some(Outcome::Ran { exit_code, stdout }) => format!("{}(exit code {exit_code})\n", with_end(stdout)),
        Some(Outcome::Died { stdout, .. }) => format!("{}({})\n", with_end(stdout), super::symptom_of(account)),
        Some(Outcome::Crashed { message, .. } | Outcome::Rejected { message }) => with_end(message),
        Some(Outcome::Compiled | Outcome::Endless { .. } | Outcome::Hung { .. } | Outcome::Inconclusive { .. }) => {
            format!("({})\n", super::symptom_of(account))
        }
        None => String::new(),
    };
    if let Some(Expected { stdout, exit_code }) = account.expected.as_ref().filter(|_| account.about.needs_run()) {
        let _ = write!(text, "\nExpected:\n{}(exit code {exit_code})\n", with_end(stdout));
    }
    if let Some(remark) = account.unsteady() {
        let _ = writeln!(text, "\n{remark}");
    }
    text + "\n"
}

fn with_end(text: &str) -> String {
    if text.is_empty() || text.ends_with('\n') { text.to_string() } else { format!("{text}\n") }
}
