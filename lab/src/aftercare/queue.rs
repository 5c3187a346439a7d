//! Findings that wait for their aftercare: those of this hunt, and those that earlier ones left as they were.

use super::{REDUCE_BUDGET, Steps, TRIAGE_BUDGET};
use crate::finding::Finding;
use crate::oracle::Kind;
use crate::record::{Reducing, Triaged, needs_triage};
use crate::store::{self, Entry, Query, Store};
use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

/// Aftercare may take this much CPU time before it has to keep to its share.
const AHEAD: Duration = Duration::from_secs(30);

/// Findings that wait.
#[derive(Default)]
pub struct Queue {
    reduces: bool,
    triages: bool,
    waiting: VecDeque<Waiting>,
    /// Compilers with signatures of crashes that are reduced, or wait for it: one of each is enough.
    crashes: BTreeSet<(String, String)>,
    under_way: usize,
    spent: Duration,
}

/// A finding, and what is to be done about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// Of the finding.
    pub id: String,
    /// Those that the configuration wants and the finding still needs.
    pub steps: Steps,
}

/// What decides what is done about a finding.
struct Standing<'a> {
    id: &'a str,
    kind: Kind,
    compiler: &'a str,
    signature: &'a str,
    is_flaky: bool,
    reducing: Reducing,
    triaged: Triaged,
}

impl Queue {
    /// With what earlier runs left, if reductions are wanted. `triages` says whether findings are looked into as well.
    pub fn new(store: &dyn Store, reduces: bool, triages: bool) -> Result<Queue, store::Error> {
        let mut queue = Queue { reduces, triages, ..Queue::default() };
        if !reduces {
            return Ok(queue);
        }
        let entries = store.query(&Query::default())?;
        let is_done = |entry: &&Entry| entry.reducing == Reducing::Finished;
        queue.crashes.extend(entries.iter().filter(is_done).filter_map(|entry| Standing::from(entry).crash()));
        entries.iter().for_each(|entry| queue.take_in(&Standing::from(entry)));
        Ok(queue)
    }

    /// A finding that was recorded just now.
    pub fn add(&mut self, finding: &Finding) {
        self.take_in(&Standing {
            id: &finding.id,
            kind: finding.kind,
            compiler: &finding.compiler.name,
            signature: &finding.signature,
            is_flaky: finding.is_flaky(),
            reducing: Reducing::Untried,
            triaged: Triaged::Neither,
        });
    }

    /// Takes a finding in, if it can and need be reduced or looked into. A finding that does not always show can be
    /// neither; a further crash with the same signature need not be.
    fn take_in(&mut self, case: &Standing) {
        if !self.reduces || case.is_flaky {
            return;
        }
        let is_possible = !matches!(case.kind, Kind::AcceptsInvalid | Kind::SelfCheck);
        let reduce = is_possible && case.reducing.is_open();
        let is_wanted = if reduce {
            case.crash().is_none_or(|crash| self.crashes.insert(crash))
        } else {
            self.triages && needs_triage(case.reducing, case.triaged)
        };
        if is_wanted {
            let steps =
                Steps { reduce: reduce.then_some(REDUCE_BUDGET), triage: self.triages.then_some(TRIAGE_BUDGET) };
            self.waiting.push_back(Waiting { id: case.id.to_string(), steps });
        }
    }

    /// The next one, while aftercare keeps to half of the CPU time: a compiler that is wrong about everything must not
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

    /// How many were taken and are not finished yet.
    pub fn under_way(&self) -> usize {
        self.under_way
    }

    /// How many findings wait.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether no finding waits. Some may be under way.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Ids of the findings that wait for their reduction.
    pub fn to_reduce(&self) -> BTreeSet<String> {
        self.waiting.iter().filter(|waiting| waiting.steps.reduce.is_some()).map(|waiting| waiting.id.clone()).collect()
    }
}

impl<'a> From<&'a Entry> for Standing<'a> {
    fn from(entry: &'a Entry) -> Standing<'a> {
        Standing {
            id: &entry.id,
            kind: entry.kind,
            compiler: &entry.compiler,
            signature: &entry.signature,
            is_flaky: entry.is_flaky(),
            reducing: entry.reducing,
            triaged: entry.triaged,
        }
    }
}

impl Standing<'_> {
    fn crash(&self) -> Option<(String, String)> {
        let is_crash = self.kind == Kind::Crash && !self.signature.is_empty();
        is_crash.then(|| (self.compiler.to_string(), self.signature.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aftercare_keeps_to_its_share_until_there_is_nothing_else_to_do() {
        let waiting = |id: &str| Waiting { id: id.into(), steps: Steps::default() };
        let mut queue = Queue { waiting: ["a", "b", "c"].map(waiting).into(), ..Queue::default() };
        assert!(queue.take(Some(Duration::ZERO)).is_some_and(|waiting| waiting.id == "a"));
        queue.finish(AHEAD + Duration::from_secs(2));
        assert!(queue.take(Some(Duration::from_secs(1))).is_none());
        assert_eq!(queue.under_way(), 0);
        assert!(queue.take(Some(Duration::from_secs(3))).is_some_and(|waiting| waiting.id == "b"));
        assert!(queue.take(None).is_some_and(|waiting| waiting.id == "c"));
        assert_eq!(queue.under_way(), 2);
    }
}
