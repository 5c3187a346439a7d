//! Programs that do what they must not: against the interpreter, or against other builds where it is silent.

use super::{Behaviour, BuildName, Evidence, Kind, Oracle, Verdict, flags_of, is_far_below};
use crate::compiler::{Compiler, Family};
use crate::observe::{Observation, Outcome};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// At most one verdict for each compiler, and one against Gadfly.
///
/// Where the interpreter knows the answer nobody else is asked, unless it stands refuted itself.
pub fn judge(evidence: &Evidence) -> Vec<Verdict> {
    let expected = evidence.case.expected.as_ref().filter(|_| evidence.asks(Oracle::Expected));
    match expected.map(Behaviour::from) {
        Some(right) => match self_check(evidence, right) {
            Some(verdict) => std::iter::once(verdict).chain(by_comparison(evidence)).collect(),
            None => against_expected(evidence, right),
        },
        None => by_comparison(evidence),
    }
}

/// Without optimisation and without flags that might matter.
pub fn is_plain(flags: &[String]) -> bool {
    flags.iter().all(|flag| flag == "-O0" || flag.starts_with("-m"))
}

/// What a compiler's programs do, the least optimising build first; builds that made no program are left out.
struct Runs<'a> {
    compiler: &'a Compiler,
    runs: Vec<(&'a Observation, Behaviour<'a>)>,
}

/// Programs that were stopped are left out, unless it is known that they should have ended by then.
fn runs<'a>(evidence: &Evidence<'a>, should_end: bool) -> Vec<Runs<'a>> {
    let runs = |(compiler, observations): (&'a Compiler, Vec<&'a Observation>)| {
        let counts = |observation: &&Observation| should_end || limit_ms(observation).is_none();
        let ran = |observation: &'a Observation| {
            Some((observation, Behaviour::of(observation).filter(|_| counts(&observation))?))
        };
        Runs { compiler, runs: observations.into_iter().filter_map(ran).collect() }
    };
    evidence.by_compiler().into_iter().map(runs).filter(|runs| !runs.runs.is_empty()).collect()
}

/// Whether the builds that ended were quick enough for those that did not to be wrong.
fn should_end(evidence: &Evidence) -> bool {
    let Some(limit_ms) = evidence.observations.iter().find_map(limit_ms) else { return true };
    let ended = evidence.observations.iter().filter(|it| matches!(it.outcome, Outcome::Ran { .. }));
    ended.map(|it| it.run_cpu_ms).max().is_none_or(|slowest_ms| is_far_below(slowest_ms, limit_ms))
}

fn limit_ms(observation: &Observation) -> Option<u64> {
    match observation.outcome {
        Outcome::Endless { limit_ms } => Some(limit_ms),
        _ => None,
    }
}

fn against_expected(evidence: &Evidence, right: Behaviour) -> Vec<Verdict> {
    let verdict = |runs: &Runs| runs.verdict(Oracle::Expected, right, None);
    runs(evidence, should_end(evidence)).iter().filter_map(verdict).collect()
}

/// Two unrelated compilers that do not optimise and agree with each other are more likely right than the interpreter.
fn self_check(evidence: &Evidence, right: Behaviour) -> Option<Verdict> {
    let mut contradictions: Vec<(Family, &Observation, Behaviour)> = Vec::new();
    for runs in runs(evidence, should_end(evidence)) {
        for (observation, behaviour) in runs.runs {
            let contradicts = is_plain(&observation.flags) && behaviour != right;
            let agrees = |(family, _, other): &&(Family, &Observation, Behaviour)| {
                *family != runs.compiler.family && *other == behaviour
            };
            if contradicts && let Some((_, first, _)) = contradictions.iter().find(agrees) {
                return Some(refuted(first, observation, behaviour, right));
            }
            if contradicts {
                contradictions.push((runs.compiler.family, observation, behaviour));
            }
        }
    }
    None
}

fn refuted(first: &Observation, second: &Observation, behaviour: Behaviour, right: Behaviour) -> Verdict {
    Verdict {
        kind: Kind::SelfCheck,
        oracle: Oracle::Expected,
        compiler: first.compiler.clone(),
        builds: vec![first.flags.clone()],
        reference: Some(second.name()),
        signature: String::new(),
        message: format!("contradicts the interpreter, as {} does: {}", second.label(), behaviour.against(right)),
    }
}

/// Levels against each other and compilers against each other. A vote says which level of a compiler is wrong where
/// its levels differ; the disagreement itself is then seen without other compilers, so it counts for *dol*.
fn by_comparison(evidence: &Evidence) -> Vec<Verdict> {
    // How long the program should take is known only from a build that does all the work.
    let ends = |it: &Observation| is_plain(&it.flags) && matches!(it.outcome, Outcome::Ran { .. });
    let all = runs(evidence, should_end(evidence) && evidence.observations.iter().any(ends));
    let winner = if evidence.asks(Oracle::Rdt) { winner(evidence, &all) } else { None };
    let mut verdicts = Vec::new();
    for runs in &all {
        let has_right = winner.is_some_and(|(_, right)| runs.runs.iter().any(|(_, behaviour)| *behaviour == right));
        let levels_differ = evidence.asks(Oracle::Dol) && runs.differ();
        let judged = match (winner, levels_differ) {
            (Some((reference, right)), true) if has_right => runs.verdict(Oracle::Dol, right, Some(reference.name())),
            (None, true) => {
                let (reference, right) = runs.reference();
                runs.verdict(Oracle::Dol, right, Some(reference.name()))
            }
            (Some((reference, right)), _) => runs.verdict(Oracle::Rdt, right, Some(reference.name())),
            (None, false) => None,
        };
        verdicts.extend(judged);
    }
    verdicts
}

/// The behaviour most compilers agree on, with a build that shows it: each compiler has the vote of its reference
/// build. A draw goes to more families, then to more builds, then to the compiler named first.
fn winner<'a>(evidence: &Evidence, all: &[Runs<'a>]) -> Option<(&'a Observation, Behaviour<'a>)> {
    if all.len() < 2 {
        return None;
    }
    let golden = all.iter().find(|runs| Some(runs.compiler.name.as_str()) == evidence.golden);
    if let Some(golden) = golden {
        return Some(golden.reference());
    }
    let votes: Vec<_> = all.iter().map(Runs::reference).collect();
    let support = |&(_, behaviour): &(&Observation, Behaviour)| {
        let supporters = || votes.iter().filter(move |(_, vote)| *vote == behaviour);
        let families: BTreeSet<_> = supporters().filter_map(|(vote, _)| evidence.family(&vote.compiler)).collect();
        let builds = all.iter().flat_map(|runs| &runs.runs).filter(|(_, other)| *other == behaviour).count();
        (supporters().count(), families.len(), builds)
    };
    // The first of equals: `max_by_key` would take the last.
    votes.iter().min_by_key(|vote| Reverse(support(vote))).copied()
}

impl<'a> Runs<'a> {
    fn differ(&self) -> bool {
        self.runs.iter().any(|(_, behaviour)| *behaviour != self.runs[0].1)
    }

    /// The build that does not optimise, or, without one, the first of those that most builds agree with.
    fn reference(&self) -> (&'a Observation, Behaviour<'a>) {
        let plain = self.runs.iter().find(|(observation, _)| is_plain(&observation.flags));
        let agreeing = |behaviour: Behaviour| self.runs.iter().filter(|(_, other)| *other == behaviour).count();
        let most = || self.runs.iter().min_by_key(|(_, behaviour)| Reverse(agreeing(*behaviour)));
        *plain.or_else(most).expect("a compiler without runs is left out")
    }

    /// Against this compiler, if any of its builds does something else than is right.
    fn verdict(&self, oracle: Oracle, right: Behaviour, reference: Option<BuildName>) -> Option<Verdict> {
        let wrong: Vec<_> = self.runs.iter().filter(|(_, behaviour)| *behaviour != right).collect();
        let (_, behaviour) = wrong.first()?;
        let observations: Vec<&Observation> = wrong.iter().map(|(observation, _)| *observation).collect();
        let unlike = reference.as_ref().map(|reference| format!(", unlike {reference}")).unwrap_or_default();
        Some(Verdict {
            kind: Kind::WrongCode,
            oracle,
            compiler: self.compiler.name.clone(),
            builds: flags_of(&observations),
            reference,
            signature: String::new(),
            message: format!("{}{unlike}", behaviour.against(right)),
        })
    }
}
