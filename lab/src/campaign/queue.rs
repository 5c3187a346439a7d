//! Which program is next, and whether there is one.

use super::{Budget, Ended, Stop};
use crate::store::Progress;
use std::collections::BTreeSet;
use std::time::Instant;

/// Gives out each index once, in order, without those that earlier runs did.
pub struct Queue {
    next: u64,
    done: BTreeSet<u64>,
    left: Option<u64>,
    deadline: Option<Instant>,
    ended: Option<Ended>,
}

impl Queue {
    pub fn new(progress: &Progress, budget: Budget) -> Queue {
        Queue {
            next: progress.next,
            done: progress.done.iter().copied().collect(),
            left: budget.tests,
            deadline: budget.time.and_then(|time| Instant::now().checked_add(time)),
            ended: None,
        }
    }

    /// The next index, unless the run is over.
    pub fn take(&mut self, stop: &Stop) -> Option<u64> {
        self.ended = self.ended.or_else(|| self.end(stop));
        if self.ended.is_some() {
            return None;
        }
        self.left = self.left.map(|left| left - 1);
        while self.done.remove(&self.next) {
            self.next += 1;
        }
        self.next += 1;
        Some(self.next - 1)
    }

    /// Whether there is time for more than what is under way.
    pub fn is_over(&self, stop: &Stop) -> bool {
        matches!(self.end(stop), Some(Ended::Stopped | Ended::Time)) || self.ended == Some(Ended::Stopped)
    }

    /// Whether all programs of the run were given out.
    pub fn is_empty(&self) -> bool {
        self.left == Some(0)
    }

    /// Gives out no more.
    pub fn halt(&mut self) {
        self.ended = Some(Ended::Stopped);
    }

    /// Why there is no next index.
    pub fn ended(&self) -> Ended {
        self.ended.unwrap_or(Ended::Stopped)
    }

    fn end(&self, stop: &Stop) -> Option<Ended> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Ended::Time)
        } else if stop.is_set() {
            Some(Ended::Stopped)
        } else if self.left == Some(0) {
            Some(Ended::Tests)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn taken(progress: &Progress, budget: Budget, stop: &Stop) -> (Vec<u64>, Ended) {
        let mut queue = Queue::new(progress, budget);
        let taken = std::iter::from_fn(|| queue.take(stop)).take(5).collect();
        (taken, queue.ended())
    }

    #[test]
    fn what_earlier_runs_did_is_not_done_again() {
        let progress = Progress { next: 3, done: vec![4, 5, 7], ..Progress::default() };
        let budget = Budget { tests: Some(4), time: None };
        assert_eq!(taken(&progress, budget, &Stop::new()), (vec![3, 6, 8, 9], Ended::Tests));
    }

    #[test]
    fn nothing_is_begun_after_the_end() {
        let stop = Stop::new();
        stop.set();
        assert_eq!(taken(&Progress::default(), Budget::default(), &stop), (vec![], Ended::Stopped));
        let budget = Budget { tests: None, time: Some(Duration::ZERO) };
        assert_eq!(taken(&Progress::default(), budget, &Stop::new()), (vec![], Ended::Time));
        let budget = Budget { tests: Some(0), time: None };
        assert_eq!(taken(&Progress::default(), budget, &Stop::new()), (vec![], Ended::Tests));
    }
}
