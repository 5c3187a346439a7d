//! What comes of the cases of one index: what was seen of each, what is wrong, and the sum of it all.

use super::event::Inconclusive;
use crate::case::Case;
use crate::finding::Finding;
use crate::finding::parent::Parent;
use crate::observe::signature::LINKER;
use crate::observe::{Observation, Outcome};
use crate::oracle::{Kind, Verdict};
use crate::sources::Edited;
use crate::store::{self, Repeat, UsedBuild};
use serde_json::Value;
use std::sync::Arc;

/// The sum over all cases of an index.
#[derive(Default)]
pub struct Judged {
    /// What each build took, once for every observation.
    pub used: Vec<UsedBuild>,
    /// Why nothing could be judged, once for every time that was so.
    pub inconclusive: Vec<Inconclusive>,
    pub findings: Vec<Found>,
    pub repeats: Vec<Repeat>,
    /// The cases are variants of one program, so that what is wrong with one is mostly wrong with others.
    pub are_variants: bool,
}

/// A finding with the case it is about.
pub struct Found {
    pub finding: Finding,
    pub case: Arc<Case>,
}

/// What was seen of one case, and what is wrong with it.
pub struct Look {
    pub observations: Vec<Observation>,
    pub verdicts: Vec<Verdict>,
    /// Parts of the case are judged by themselves.
    pub is_split: bool,
}

/// A case that verdicts are about.
pub struct Subject<'a> {
    pub case: Arc<Case>,
    /// What it is a variant of.
    pub kin: Option<Kin<'a>>,
    /// Of a program of a batch: what it is a variant of. It is compiled only if the variant breaks a compiler.
    pub original: Option<Case>,
}

/// The parent of a variant.
pub struct Kin<'a> {
    pub parent: Arc<Case>,
    pub edits: Vec<Value>,
    pub is_equivalent: bool,
    pub edited: Option<Arc<dyn Edited>>,
    /// What builds made of the parent.
    pub seen: &'a [Observation],
}

/// What tells one verdict on a case from another: the compiler, the kind, the signature.
pub type Wrong = (String, Kind, String);

pub fn wrong(verdict: &Verdict) -> Wrong {
    (verdict.compiler.clone(), verdict.kind, verdict.signature.clone())
}

impl Judged {
    /// Counts what was seen of a case.
    pub fn observed(&mut self, case: &Case, look: &Look) {
        self.used.extend(look.observations.iter().map(used));
        self.inconclusive.extend(look.observations.iter().filter_map(reason));
        self.inconclusive.extend(useless(case, &look.observations).filter(|_| !look.is_split));
    }

    /// Whether the family has shown this crash or refusal already: one program is enough to tell it. Of variants, one is enough
    /// for wrong code of the same builds, too.
    pub fn has_alike(&self, verdict: &Verdict) -> bool {
        self.findings.iter().any(|Found { finding, .. }| {
            !finding.is_flaky()
                && (&finding.compiler.name, finding.kind) == (&verdict.compiler, verdict.kind)
                && match verdict.kind {
                    Kind::Crash | Kind::RejectsValid => {
                        !verdict.signature.is_empty() && finding.signature == verdict.signature
                    }
                    Kind::WrongCode => {
                        self.are_variants && verdict.builds.iter().all(|build| finding.builds.contains(build))
                    }
                    _ => false,
                }
        })
    }
}

impl Look {
    /// The observations that no verdict speaks against.
    pub fn believed(&self) -> Vec<Observation> {
        let is_accused = |seen: &Observation| {
            self.verdicts.iter().any(|it| it.compiler == seen.compiler && it.builds.contains(&seen.flags))
        };
        self.observations.iter().filter(|seen| !is_accused(seen)).cloned().collect()
    }

    pub fn is_useless(&self, case: &Case) -> bool {
        useless(case, &self.observations).is_some()
    }
}

impl Kin<'_> {
    /// As the finding keeps it.
    pub fn kept(&self) -> Parent {
        Parent::new(&self.parent, &self.edits, self.is_equivalent, self.seen.to_vec())
    }
}

fn used(seen: &Observation) -> UsedBuild {
    let name = store::build_name(&seen.compiler, &seen.flags);
    UsedBuild { name, cpu_ms: seen.compile_cpu_ms + seen.run_cpu_ms }
}

fn reason(observation: &Observation) -> Option<Inconclusive> {
    match &observation.outcome {
        Outcome::Inconclusive { reason } => {
            let reason = format!("{}: {reason}", observation.compiler);
            Some(Inconclusive { reason, ..Inconclusive::default() })
        }
        _ => None,
    }
}

/// A case that tests nothing: it is for none of the compilers, or all refuse it and nobody knows better, as with a generator
/// that writes garbage. What no build links may lack a library, or an object of a compiler lacks what it should have.
fn useless(case: &Case, observations: &[Observation]) -> Option<Inconclusive> {
    let lost = |reason: String| Inconclusive { reason, is_lost: true, ..Inconclusive::default() };
    if observations.is_empty() {
        return Some(lost(format!("no compiler takes what {} made", case.source)));
    }
    let refusal = |observation: &Observation| match &observation.outcome {
        Outcome::Rejected { message } => Some(message.clone()),
        // It has no `main`, or lacks a library.
        Outcome::Crashed { signature, message } if signature.starts_with(LINKER) => Some(message.clone()),
        _ => None,
    };
    let refusals: Option<Vec<String>> = observations.iter().map(refusal).collect();
    let refusals = refusals?;
    let is_linker = |it: &Observation| matches!(it.outcome, Outcome::Crashed { .. });
    let (reason, is_failure) = match case.expected.is_some() {
        false => (format!("{}: no compiler accepts what it wrote", case.source), true),
        true if observations.iter().all(is_linker) => (format!("{}: no build of it links", case.source), false),
        true => return None,
    };
    let words = refusals.first()?.lines().next().unwrap_or_default().to_string();
    // What does not link was compiled at least.
    Some(Inconclusive { words, is_failure, is_lost: is_failure, ..lost(reason) })
}
