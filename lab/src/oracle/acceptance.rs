//! Compilers that disagree whether a case is a program at all.

use super::{Behaviour, Evidence, Kind, Oracle, Verdict, flags_of};
use crate::compiler::{Compiler, Family};
use crate::observe::{Observation, Outcome, signature};
use indexmap::IndexMap;
use std::collections::BTreeSet;

type Observed<'a> = (&'a Compiler, Vec<&'a Observation>);

/// A refusal of a case that the interpreter, or at least half of the compilers, accept; an acceptance of what most
/// compilers refuse. Generators mean to write valid programs, so a draw speaks against the refusal.
pub fn judge(evidence: &Evidence) -> Vec<Verdict> {
    let observed = evidence.by_compiler();
    let (accepting, refusing): (Vec<&Observed>, Vec<&Observed>) =
        observed.iter().filter(|observed| votes(observed)).partition(|observed| accepts(observed));
    let refused_by_all = accepting.is_empty() && families(&refusing) > 1;
    match &evidence.case.expected {
        Some(_) if refused_by_all => self_check(&refusing),
        Some(_) => refusals(&observed),
        None if accepting.len() >= refusing.len() => refusals(&observed),
        None if families(&refusing) > 1 => {
            accepting.iter().map(|observed| accepts_invalid(observed, &refusing)).collect()
        }
        None => Vec::new(),
    }
}

/// Crashes, hangs and accidents are no opinion.
fn votes((_, observations): &Observed) -> bool {
    observations.iter().any(|observation| refusal(observation).is_some() || is_accepting(observation))
}

/// A compiler that takes a program at one level takes it.
fn accepts((_, observations): &Observed) -> bool {
    observations.iter().any(|observation| is_accepting(observation))
}

fn is_accepting(observation: &Observation) -> bool {
    Behaviour::of(observation).is_some() || observation.outcome == Outcome::Compiled
}

fn families(observed: &[&Observed]) -> usize {
    observed.iter().map(|(compiler, _)| compiler.family).collect::<BTreeSet<Family>>().len()
}

fn refusal(observation: &Observation) -> Option<&str> {
    match &observation.outcome {
        Outcome::Rejected { message } => Some(message),
        _ => None,
    }
}

/// One verdict for each compiler and text of a refusal.
fn refusals(observed: &[Observed]) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    for (_, observations) in observed {
        let mut refusals: IndexMap<String, Verdict> = IndexMap::new();
        for observation in observations {
            if let Some(message) = refusal(observation) {
                let signature = signature::refusal(message);
                let verdict = refusals.entry(signature).or_insert_with_key(|signature| {
                    let line = message.lines().next().unwrap_or_default();
                    let message = format!("refuses a valid program: {line}");
                    verdict(Kind::RejectsValid, observation, signature.clone(), message)
                });
                verdict.builds.push(observation.flags.clone());
            }
        }
        verdicts.extend(refusals.into_values());
    }
    verdicts
}

fn accepts_invalid((_, observations): &Observed, refusing: &[&Observed]) -> Verdict {
    let accepting: Vec<&Observation> =
        observations.iter().copied().filter(|observation| Behaviour::of(observation).is_some()).collect();
    let names: Vec<&str> = refusing.iter().map(|(compiler, _)| compiler.name.as_str()).collect();
    let first = accepting.first().expect("a compiler that accepts has a build that does");
    let message = format!("takes what {} refuse", names.join(", "));
    Verdict { builds: flags_of(&accepting), ..verdict(Kind::AcceptsInvalid, first, String::new(), message) }
}

/// The interpreter took what no compiler takes.
fn self_check(refusing: &[&Observed]) -> Vec<Verdict> {
    let Some((_, observations)) = refusing.first() else { return Vec::new() };
    let refused: Vec<&Observation> =
        observations.iter().copied().filter(|observation| refusal(observation).is_some()).collect();
    let Some(first) = refused.first() else { return Vec::new() };
    let line = refusal(first).and_then(|message| message.lines().next()).unwrap_or_default();
    let message = format!("refuses, as all compilers do, what the interpreter takes: {line}");
    vec![Verdict { builds: flags_of(&refused), ..verdict(Kind::SelfCheck, first, String::new(), message) }]
}

fn verdict(kind: Kind, observation: &Observation, signature: String, message: String) -> Verdict {
    Verdict {
        kind,
        oracle: Oracle::Acceptance,
        compiler: observation.compiler.clone(),
        builds: Vec::new(),
        reference: None,
        signature,
        message,
    }
}
