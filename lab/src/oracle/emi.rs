//! A variant that does something else than its parent, though it must not: equivalence modulo inputs.
//!
//! Both programs are compiled by the same build, so that nobody has to know what the right output is.

use super::{Behaviour, Evidence, Kind, Oracle, Verdict, flags_of, is_far_below};
use crate::compiler::Compiler;
use crate::observe::{Observation, Outcome};

/// At most one verdict for each compiler. Where the interpreter knows the answer nobody else is asked.
pub fn judge(evidence: &Evidence) -> Vec<Verdict> {
    let is_known = evidence.case.expected.is_some() && evidence.asks(Oracle::Expected);
    let Some(parent) = evidence.parent.filter(|_| !is_known) else { return Vec::new() };
    let by_compiler = evidence.by_compiler();
    by_compiler.iter().filter_map(|(compiler, observations)| verdict(compiler, observations, parent)).collect()
}

fn verdict(compiler: &Compiler, observations: &[&Observation], parent: &[Observation]) -> Option<Verdict> {
    let differing: Vec<(&Observation, String)> = observations
        .iter()
        .filter_map(|observation| Some((*observation, difference(observation, of_build(observation, parent)?)?)))
        .collect();
    let (_, message) = differing.first()?.clone();
    let builds: Vec<&Observation> = differing.iter().map(|(observation, _)| *observation).collect();
    Some(Verdict {
        kind: Kind::WrongCode,
        oracle: Oracle::Emi,
        compiler: compiler.name.clone(),
        builds: flags_of(&builds),
        reference: None,
        signature: String::new(),
        message: format!("{message}, unlike the program it is a variant of"),
    })
}

fn of_build<'a>(observation: &Observation, parent: &'a [Observation]) -> Option<&'a Observation> {
    parent.iter().find(|other| other.compiler == observation.compiler && other.flags == observation.flags)
}

/// How a variant differs from its parent. One that was stopped differs only if the other was quick.
fn difference(variant: &Observation, parent: &Observation) -> Option<String> {
    let (behaviour, right) = (Behaviour::of(variant)?, Behaviour::of(parent)?);
    let is_late = match (&variant.outcome, &parent.outcome) {
        (Outcome::Endless { limit_ms }, _) => !is_far_below(parent.run_cpu_ms, *limit_ms),
        (_, Outcome::Endless { limit_ms }) => !is_far_below(variant.run_cpu_ms, *limit_ms),
        _ => false,
    };
    (behaviour != right && !is_late).then(|| behaviour.against(right))
}
