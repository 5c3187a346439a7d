//! Runs a finding again and says whether it still shows.

use crate::campaign::confirm::shows;
use crate::case::Case;
use crate::compiler::Build;
use crate::finding::Finding;
use crate::observe::signature::telling_line;
use crate::observe::{Bench, Observation, Outcome};
use crate::oracle::{Behaviour, Kind, Verdict};
use crate::signal::signal_name;
use crate::sources::reference;
use serde::Serialize;

/// What became of a finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Repro {
    /// Over all builds.
    pub still: Still,
    /// Of the finding's builds, as they are now.
    pub observations: Vec<Observation>,
    /// One line for each build: what it does now.
    pub lines: Vec<String>,
}

/// Whether a finding is still what it was.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Still {
    /// At least one of the builds is wrong as it was.
    Shows,
    /// All builds are right, or wrong in another way.
    Gone,
    /// Nothing can be said: the compiler is not there any more, or this machine is in the way.
    Unknown,
}

/// Builds and runs the accused builds again, with the compiler that has its command now.
pub fn repro(bench: &mut Bench, finding: &Finding, case: &Case) -> Repro {
    if let Err(error) = bench.lay_out(case) {
        let lines = vec![format!("cannot lay out the program: {error}")];
        return Repro { still: Still::Unknown, observations: Vec::new(), lines };
    }
    let case = &reconsidered(bench, finding, case);
    let observe =
        |flags: &Vec<String>| bench.observe(case, &Build { compiler: &finding.compiler, flags: flags.clone() });
    let observations: Vec<Observation> = finding.builds.iter().map(observe).collect();
    let lines = observations.iter().map(|again| format!("{}: {}", again.label(), seen(&again.outcome))).collect();
    Repro { still: still(finding, case, &observations), observations, lines }
}

/// A self-check is about the interpreter, so what counts is what it says now.
fn reconsidered(bench: &mut Bench, finding: &Finding, case: &Case) -> Case {
    let mut case = case.clone();
    if finding.kind == Kind::SelfCheck {
        let fuel = bench.limits.fuel;
        case.expected = reference::expected(bench, &case, fuel).ok();
    }
    case
}

fn still(finding: &Finding, case: &Case, observations: &[Observation]) -> Still {
    let verdict = verdict(finding);
    let contradicts = |again: &Observation| {
        let right = case.expected.as_ref().map(Behaviour::from);
        // Gadfly may have learnt that it cannot tell, which is no contradiction.
        finding.kind != Kind::SelfCheck || right.is_some() && Behaviour::of(again) != right
    };
    let shows = |again: &&Observation| contradicts(again) && shows(&verdict, case, &finding.observations, again);
    let is_unknown = |again: &Observation| matches!(again.outcome, Outcome::Inconclusive { .. });
    if observations.iter().any(|again| shows(&again)) {
        Still::Shows
    } else if observations.iter().all(is_unknown) {
        Still::Unknown
    } else {
        Still::Gone
    }
}

fn verdict(finding: &Finding) -> Verdict {
    Verdict {
        kind: finding.kind,
        oracle: finding.oracle,
        compiler: finding.compiler.name.clone(),
        builds: finding.builds.clone(),
        reference: None,
        signature: finding.signature.clone(),
        message: finding.message.clone(),
    }
}

/// What a build does, on one line.
fn seen(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Ran { exit_code, stdout } => format!("prints {}, ends with {exit_code}", first_line(stdout)),
        Outcome::Died { signal, .. } => format!("dies by {}", signal_name(*signal)),
        Outcome::Endless { limit_ms } => format!("does not end within {limit_ms} ms of CPU time"),
        Outcome::Compiled => "is compiled".to_string(),
        Outcome::Rejected { message } => format!("is refused: {}", first_line(message)),
        Outcome::Crashed { message, .. } => {
            format!("breaks the compiler: {}", first_line(telling_line(message).unwrap_or_default()))
        }
        Outcome::Hung { limit_ms } => format!("is not compiled within {limit_ms} ms of CPU time"),
        Outcome::Inconclusive { reason } => format!("cannot be tried: {reason}"),
    }
}

fn first_line(text: &str) -> String {
    const LONGEST: usize = 100;
    match text.lines().next() {
        None => "nothing".to_string(),
        Some(line) if line.chars().count() > LONGEST => {
            format!("`{}…`", line.chars().take(LONGEST).collect::<String>())
        }
        Some(line) => format!("`{line}`"),
    }
}
