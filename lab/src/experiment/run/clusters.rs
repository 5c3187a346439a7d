//! Names bugs that nobody has put into their compiler: the programs are reduced and looked into, and grouped as triage does.

use super::super::identity::PENDING;
use super::{Error, Progress, Run, pending};
use crate::aftercare::{Aftercare, Aftermath, NotReduced, NotTriaged, Steps};
use crate::compiler::Compiler;
use crate::observe::Bench;
use crate::reduction::{Budget, Reduction};
use crate::store::{self, Store};
use crate::triage::{Known, Triage};
use report::comparison::Comparison;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// What naming needs.
pub struct Naming<'a> {
    pub run: &'a Run<'a>,
    pub store: &'a dyn Store,
    /// What findings are compared with.
    pub installed: &'a [Compiler],
    pub tell: &'a (dyn Fn(Progress) + Sync),
}

impl Naming<'_> {
    /// Whether it came to its end. What is done is in the store, so that it is not done again.
    pub fn name(&self, comparison: &mut Comparison, benches: &mut [Bench]) -> Result<bool, Error> {
        let ids = pending(comparison);
        let known: BTreeSet<String> = self.store.triages()?.into_iter().map(|triage| triage.finding).collect();
        let all: Vec<&String> = ids.iter().filter(|id| !known.contains(*id)).collect();
        for (done, id) in all.iter().enumerate() {
            (self.tell)(Progress::Naming { done, all: all.len() });
            self.look_into(id, benches);
            if self.run.stop.is_set() {
                return Ok(false);
            }
        }
        let names = names(self.store)?;
        for find in comparison.trials.iter_mut().flat_map(|trial| &mut trial.finds) {
            let Some(id) = find.bug.strip_prefix(PENDING) else { continue };
            // Without a name it is known that the compiler is wrong, and not which bug it is.
            find.bug = names.get(id).cloned().unwrap_or_default();
        }
        Ok(true)
    }

    fn look_into(&self, id: &str, benches: &mut [Bench]) {
        let half = Some(Budget { cpu: Some(Duration::from_secs_f64(self.run.plan.clusters.cpu_s.max(0.0) / 2.0)) });
        let aftercare = Aftercare { store: self.store, known: &Known::default(), stop: self.run.stop };
        let steps = Steps { reduce: half, triage: half };
        aftercare.settle(id, steps, benches, |_| self.installed, &mut Silent);
    }
}

/// The name of the bug of each finding: its compilers, what its findings have in common, and the finding that stands for it.
fn names(store: &dyn Store) -> Result<BTreeMap<String, String>, store::Error> {
    let mut names = BTreeMap::new();
    for bug in store.bugs()? {
        let name = format!("{}: {} ({})", bug.compilers.join(", "), bug.fingerprint, &bug.id[..4.min(bug.id.len())]);
        names.extend(bug.findings.into_iter().map(|id| (id, name.clone())));
    }
    Ok(names)
}

/// What cannot be reduced or looked into stays without a name.
struct Silent;

impl Aftermath for Silent {
    fn reduced(&mut self, _: &str, _: Result<&Reduction, &NotReduced>) {}

    fn triaged(&mut self, _: &str, _: Result<&Triage, &NotTriaged>) {}
}
