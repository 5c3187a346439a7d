//! A compiler that takes far longer than its peers. CPU time alone counts, so that a busy machine changes nothing.

use super::{Behaviour, Evidence, Kind, Oracle, Verdict, flags_of, is_far_below};
use crate::observe::{Observation, Outcome};

/// One verdict for each compiler that hangs, if the other builds of the case are quick.
pub fn judge(evidence: &Evidence) -> Vec<Verdict> {
    let Some(median_ms) = median(evidence.observations) else { return Vec::new() };
    let mut verdicts = Vec::new();
    for (compiler, mut observations) in evidence.by_compiler() {
        observations.retain(|observation| limit_ms(observation).is_some_and(|limit| is_far_below(median_ms, limit)));
        if let Some(limit_ms) = observations.first().and_then(|observation| limit_ms(observation)) {
            verdicts.push(Verdict {
                kind: Kind::Hang,
                oracle: Oracle::Hang,
                compiler: compiler.name.clone(),
                builds: flags_of(&observations),
                reference: None,
                signature: String::new(),
                message: format!("compiles for more than {limit_ms} ms, other builds for {median_ms} ms"),
            });
        }
    }
    verdicts
}

fn limit_ms(observation: &Observation) -> Option<u64> {
    match observation.outcome {
        Outcome::Hung { limit_ms } => Some(limit_ms),
        _ => None,
    }
}

/// Of the builds that came to an end. A refusal is quick and says nothing.
fn median(observations: &[Observation]) -> Option<u64> {
    let peers = observations.iter().filter(|observation| Behaviour::of(observation).is_some());
    let mut times: Vec<u64> = peers.map(|observation| observation.compile_cpu_ms).collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied()
}
