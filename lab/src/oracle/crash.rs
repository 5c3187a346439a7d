//! A compiler that breaks, whatever it was given.

use super::{Behaviour, Evidence, Kind, Oracle, Verdict};
use crate::observe::signature::{LINKER, telling_line};
use crate::observe::{Observation, Outcome};
use indexmap::IndexMap;

/// One verdict for each compiler and signature.
pub fn judge(evidence: &Evidence) -> Vec<Verdict> {
    let links = evidence.observations.iter().any(|observation| Behaviour::of(observation).is_some());
    let mut verdicts = Vec::new();
    for (_, observations) in evidence.by_compiler() {
        let mut crashes: IndexMap<&str, Verdict> = IndexMap::new();
        for observation in observations {
            if let Outcome::Crashed { signature, message } = &observation.outcome
                // A case that nobody can link is not complete.
                && (links || !signature.starts_with(LINKER))
            {
                let verdict = crashes.entry(signature).or_insert_with(|| verdict(observation, signature, message));
                verdict.builds.push(observation.flags.clone());
            }
        }
        verdicts.extend(crashes.into_values());
    }
    verdicts
}

fn verdict(observation: &Observation, signature: &str, message: &str) -> Verdict {
    let line = telling_line(message).unwrap_or(signature);
    Verdict {
        kind: Kind::Crash,
        oracle: Oracle::Crash,
        compiler: observation.compiler.clone(),
        builds: Vec::new(),
        reference: None,
        signature: signature.to_string(),
        message: format!("The compiler breaks: {}", line.trim()),
    }
}
