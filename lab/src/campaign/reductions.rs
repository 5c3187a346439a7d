//! Reductions between programs, each followed by a look into the finding: of the findings of this run, and of those that
//! earlier runs left as they were.
//!
//! A finding is durable before it is reduced, so what is cut short loses nothing: the next run does it.

use crate::config::Config;
use crate::finding::{Finding, reduced};
use crate::oracle::Kind;
use crate::reduction::{Budget, needs_reduction};
use crate::store::{self, Store};
use crate::triage::needs_triage;
use std::collections::{BTreeSet, VecDeque};
use std::path::PathBuf;
use std::time::Duration;

/// CPU time of one reduction in a hunt. Most take a small part of it; `gadfly reduce ID` takes as long as it needs.
pub const BUDGET: Budget = Budget { cpu: Some(Duration::from_secs(60)) };

/// CPU time of a look into one finding, which may be one that could not be reduced. `gadfly triage --again` takes as
/// long as it needs.
pub const TRIAGE_BUDGET: Budget = Budget { cpu: Some(Duration::from_secs(30)) };

/// Both together may take this much CPU time before they have to keep to their share.
const AHEAD: Duration = Duration::from_secs(30);

/// Findings that wait.
#[derive(Default)]
pub struct Reductions {
    is_on: bool,
    triages: bool,
    waiting: VecDeque<Waiting>,
    /// Compilers with signatures of crashes that are reduced, or wait for it: one of each is enough.
    crashes: BTreeSet<(String, String)>,
    under_way: usize,
    spent: Duration,
}

pub struct Waiting {
    pub id: String,
    pub directory: PathBuf,
    pub reduce: bool,
    /// After the reduction, if there is one.
    pub triage: bool,
}

impl Reductions {
    /// With what earlier runs left, if reductions are wanted.
    pub fn new(store: &dyn Store, config: &Config) -> Result<Reductions, store::Error> {
        let mut reductions = Reductions { is_on: config.reduce, triages: config.triage, ..Reductions::default() };
        if !config.reduce {
            return Ok(reductions);
        }
        let findings = store.findings()?;
        let is_done = |finding: &&Finding| {
            store.directory_of(&finding.id).is_some_and(|directory| reduced::is_finished(&directory))
        };
        reductions.crashes.extend(findings.iter().filter(is_done).filter_map(crash));
        findings.iter().for_each(|finding| reductions.add(finding, store.directory_of(&finding.id)));
        Ok(reductions)
    }

    /// Takes a finding in, if it can and need be reduced or looked into. A finding that does not always show can be
    /// neither; a further crash with the same signature need not be.
    pub fn add(&mut self, finding: &Finding, directory: Option<PathBuf>) {
        let Some(directory) = directory.filter(|_| self.is_on && !finding.is_flaky()) else { return };
        let is_possible = !matches!(finding.kind, Kind::AcceptsInvalid | Kind::SelfCheck);
        let reduce = is_possible && needs_reduction(&directory);
        let is_wanted = if reduce {
            crash(finding).is_none_or(|crash| self.crashes.insert(crash))
        } else {
            self.triages && needs_triage(&directory)
        };
        if is_wanted {
            self.waiting.push_back(Waiting { id: finding.id.clone(), directory, reduce, triage: self.triages });
        }
    }

    /// The next one, while reductions keep to half of the CPU time: a compiler that is wrong about everything must not
    /// keep the campaign from finding what else there is. `campaign` is the CPU time of everything else, or nothing if
    /// there is nothing else left to do.
    pub fn take(&mut self, campaign: Option<Duration>) -> Option<Waiting> {
        let is_ahead = campaign.is_some_and(|campaign| self.spent > campaign + AHEAD);
        let next = if is_ahead { None } else { self.waiting.pop_front() };
        self.under_way += usize::from(next.is_some());
        next
    }

    /// One that was taken is done, or cut short.
    pub fn finish(&mut self, cpu: Duration) {
        self.under_way -= 1;
        self.spent += cpu;
    }

    pub fn under_way(&self) -> usize {
        self.under_way
    }

    /// Ids of the findings that wait for their reduction.
    pub fn to_reduce(&self) -> BTreeSet<String> {
        self.waiting.iter().filter(|waiting| waiting.reduce).map(|waiting| waiting.id.clone()).collect()
    }
}

/// How many findings of a store wait, as the next run would see it: also those that a run has cut short.
pub fn waiting(store: &dyn Store, config: &Config) -> Result<usize, store::Error> {
    Ok(Reductions::new(store, config)?.waiting.len())
}

fn crash(finding: &Finding) -> Option<(String, String)> {
    let is_crash = finding.kind == Kind::Crash && !finding.signature.is_empty();
    is_crash.then(|| (finding.compiler.name.clone(), finding.signature.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_keep_to_their_share_until_there_is_nothing_else_to_do() {
        let waiting = |id: &str| Waiting { id: id.into(), directory: PathBuf::new(), reduce: true, triage: true };
        let mut reductions = Reductions { waiting: ["a", "b", "c"].map(waiting).into(), ..Reductions::default() };
        assert!(reductions.take(Some(Duration::ZERO)).is_some_and(|waiting| waiting.id == "a"));
        reductions.finish(AHEAD + Duration::from_secs(2));
        assert!(reductions.take(Some(Duration::from_secs(1))).is_none());
        assert_eq!(reductions.under_way(), 0);
        assert!(reductions.take(Some(Duration::from_secs(3))).is_some_and(|waiting| waiting.id == "b"));
        assert!(reductions.take(None).is_some_and(|waiting| waiting.id == "c"));
        assert_eq!(reductions.under_way(), 2);
    }
}
