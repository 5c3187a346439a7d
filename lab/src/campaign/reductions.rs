//! Reductions between programs: of the findings of this run, and of those that earlier runs left as they were.
//!
//! A finding is durable before it is reduced, so a reduction that is cut short loses nothing: the next run does it.

use crate::finding::{Finding, reduced};
use crate::oracle::Kind;
use crate::reduction::{Budget, needs_reduction};
use crate::store::{self, Store};
use std::collections::{BTreeSet, VecDeque};
use std::path::PathBuf;
use std::time::Duration;

/// CPU time of one reduction in a hunt. Most take a small part of it; `gadfly reduce ID` takes as long as it needs.
pub const BUDGET: Budget = Budget { cpu: Some(Duration::from_secs(60)) };

/// Reductions may take this much CPU time before they have to keep to their share.
const AHEAD: Duration = Duration::from_secs(30);

/// Findings that wait.
#[derive(Default)]
pub struct Reductions {
    is_on: bool,
    waiting: VecDeque<Waiting>,
    /// Compilers with signatures of crashes that are reduced, or wait for it: one of each is enough.
    crashes: BTreeSet<(String, String)>,
    spent: Duration,
}

pub struct Waiting {
    pub id: String,
    pub directory: PathBuf,
}

impl Reductions {
    /// With what earlier runs left, if reductions are wanted.
    pub fn new(store: &dyn Store, is_on: bool) -> Result<Reductions, store::Error> {
        let mut reductions = Reductions { is_on, ..Reductions::default() };
        if !is_on {
            return Ok(reductions);
        }
        let findings = store.findings()?;
        let is_done = |finding: &&Finding| {
            store.directory_of(&finding.id).is_some_and(|directory| directory.join(reduced::REDUCED).exists())
        };
        reductions.crashes.extend(findings.iter().filter(is_done).filter_map(crash));
        findings.iter().for_each(|finding| reductions.add(finding, store.directory_of(&finding.id)));
        Ok(reductions)
    }

    /// Takes a finding in, if it can and need be reduced.
    pub fn add(&mut self, finding: &Finding, directory: Option<PathBuf>) {
        let Some(directory) = directory.filter(|directory| self.is_on && needs_reduction(directory)) else { return };
        let is_possible = !finding.is_flaky() && !matches!(finding.kind, Kind::AcceptsInvalid | Kind::SelfCheck);
        let is_new = crash(finding).is_none_or(|crash| self.crashes.insert(crash));
        if is_possible && is_new {
            self.waiting.push_back(Waiting { id: finding.id.clone(), directory });
        }
    }

    /// The next one, while reductions keep to half of the CPU time: a compiler that is wrong about everything must not
    /// keep the campaign from finding what else there is. `campaign` is the CPU time of everything else.
    pub fn take(&mut self, campaign: Duration) -> Option<Waiting> {
        if self.spent > campaign + AHEAD { None } else { self.waiting.pop_front() }
    }

    pub fn spend(&mut self, cpu: Duration) {
        self.spent += cpu;
    }
}

fn crash(finding: &Finding) -> Option<(String, String)> {
    let is_crash = finding.kind == Kind::Crash && !finding.signature.is_empty();
    is_crash.then(|| (finding.compiler.name.clone(), finding.signature.clone()))
}
