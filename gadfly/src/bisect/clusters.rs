//! Bugs by correcting commit against bugs by triage: pairs of findings that are put together.

use super::Searched;
use lab::history::Bisection;
use serde::Serialize;

/// How well the clusters of triage agree with the commits, over pairs of findings.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Agreement {
    /// Findings with a commit and a bug.
    pub findings: usize,
    /// Of the pairs that triage puts together, the share that one commit explains.
    pub precision: Option<f64>,
    /// Of the pairs that one commit explains, the share that triage puts together.
    pub recall: Option<f64>,
}

/// The commit that a finding is counted by.
pub fn commit(searched: &Searched) -> Option<&str> {
    match &searched.bisection {
        Bisection::Commit { commit } => Some(&commit.id),
        _ => None,
    }
}

/// Compares the two ways of counting; a finding without a bug is left out.
pub fn agreement(results: &[Searched]) -> Agreement {
    let known: Vec<(&str, &str)> = results.iter().filter_map(|it| Some((commit(it)?, it.bug.as_deref()?))).collect();
    let (mut together, mut same_commit, mut same_bug) = (0, 0, 0);
    for (at, one) in known.iter().enumerate() {
        for other in &known[at + 1..] {
            same_commit += usize::from(one.0 == other.0);
            same_bug += usize::from(one.1 == other.1);
            together += usize::from(one == other);
        }
    }
    let share = |of: usize| (of > 0).then(|| together as f64 / of as f64);
    Agreement { findings: known.len(), precision: share(same_bug), recall: share(same_commit) }
}
