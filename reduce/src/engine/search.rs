//! The search of one stage. The judge has as many candidates as it has jobs, and one more is ready for the next free job.
//!
//! A candidate that succeeds becomes the best program if nothing was accepted since it was built. Otherwise both edits
//! together become the best program on credit (`credit`). With one job there is one candidate at a time, and the result
//! depends only on the program.

use super::chunk::Group;
use super::work::{Idle, Trial, Work};
use super::{Engine, Known};
use crate::passes::Stage;

pub struct Search<'e, 'j, 'p> {
    engine: &'e mut Engine<'j>,
    plan: &'p [&'p Stage],
    /// The stage of the plan.
    at: usize,
    work: Work,
    /// With the judge.
    flying: Vec<Trial>,
    /// For the next free job.
    ready: Option<Trial>,
    /// Accepted on credit, after this many that were judged.
    borrowed: Vec<Group>,
    verified: usize,
}

impl<'e, 'j, 'p> Search<'e, 'j, 'p> {
    pub fn new(engine: &'e mut Engine<'j>, plan: &'p [&'p Stage], at: usize) -> Search<'e, 'j, 'p> {
        let work = Work::new(engine, plan[at]);
        Search { engine, plan, at, work, flying: Vec::new(), ready: None, borrowed: Vec::new(), verified: 0 }
    }

    /// Returns whether the program that the edits were made for is interesting. It may have been taken on credit.
    pub fn run(mut self) -> bool {
        let width = self.engine.judge.width().max(1);
        while !self.engine.stopped {
            while self.flying.len() < width && self.send() {}
            if self.flying.is_empty() {
                break;
            }
            if width > 1 {
                self.make_ready();
                self.look_ahead(width);
            }
            let (key, good) = self.engine.answer();
            match self.engine.pay_back(key, good) {
                Some(true) => self.own(),
                Some(false) if !self.give_back() => return false,
                Some(false) | None => {}
            }
            while let Some(at) = self.flying.iter().position(|trial| trial.key == key) {
                let trial = self.flying.remove(at);
                self.settle(trial, good);
            }
        }
        let shares: Vec<_> = self.work.pool.shares().collect();
        self.engine.shares.extend(shares);
        true
    }

    /// Hands the next candidate to the judge. Returns whether there may be another.
    fn send(&mut self) -> bool {
        let trial = match self.ready() {
            Some(trial) => trial,
            None => {
                let Some(group) = self.work.pool.take() else { return false };
                let Some(trial) = self.work.prepare(self.engine, group) else { return true };
                trial
            }
        };
        if let Some(&known) = self.engine.cache.get(&trial.key) {
            // Judged ahead of its time.
            self.settle(trial, known == Known::Interesting);
            return true;
        }
        self.engine.submit(&trial.model.candidate(), trial.key);
        self.flying.push(trial);
        true
    }

    /// Builds a candidate while the judge has no free job.
    fn make_ready(&mut self) {
        while self.ready.is_none()
            && let Some(group) = self.work.pool.take()
        {
            self.ready = self.work.prepare(self.engine, group);
        }
    }

    /// The candidate that is ready, if it is still the one that comes next.
    fn ready(&mut self) -> Option<Trial> {
        let trial = self.ready.take()?;
        if trial.base != self.work.accepted.len() {
            self.work.pool.untake(trial.group);
            return None;
        }
        Some(trial)
    }

    fn settle(&mut self, trial: Trial, good: bool) {
        if !good {
            let is_on_credit = self.borrowed.is_empty() || trial.base > self.verified;
            if is_on_credit {
                self.engine.doubt();
            }
            self.work.pool.failed(trial.group);
        } else if trial.base == self.work.accepted.len() {
            self.accept(trial);
        } else {
            self.borrow(trial.group);
        }
    }

    fn accept(&mut self, trial: Trial) {
        self.work.accepted.extend(&trial.group.edits);
        self.work.pool.succeeded(trial.group);
        self.own();
        self.engine.credit = None;
        self.engine.best = trial.model;
        self.engine.note_best();
    }

    /// The group succeeded, but it was built before another group was accepted.
    fn borrow(&mut self, group: Group) {
        match self.work.build(self.engine, &group.edits) {
            Ok((model, key)) if self.engine.cache.contains_key(&key) => {
                let base = self.work.accepted.len();
                self.accept(Trial { group, base, model, key });
            }
            Ok((model, _)) => {
                if self.borrowed.is_empty() {
                    self.verified = self.work.accepted.len();
                }
                self.work.accepted.extend(&group.edits);
                self.borrowed.push(self.work.pool.lend(group));
                self.engine.borrow(model);
            }
            Err(Idle::Nothing) => self.work.pool.succeeded(group),
            Err(Idle::Dull) => self.work.pool.failed(group),
            Err(Idle::Vetoed) => self.work.pool.put_back(group),
        }
    }

    /// Everything that was taken on credit is confirmed.
    fn own(&mut self) {
        self.borrowed.drain(..).for_each(|group| self.work.pool.succeeded(group));
    }

    /// Returns to the last program that was judged. Returns whether that was in this stage.
    fn give_back(&mut self) -> bool {
        if self.borrowed.is_empty() {
            return false;
        }
        self.work.accepted.truncate(self.verified);
        for group in std::mem::take(&mut self.borrowed) {
            self.work.pool.put_back(group);
        }
        let is_lost = |trial: &mut Trial| trial.base > self.verified;
        for trial in self.flying.extract_if(.., is_lost).chain(self.ready.take()) {
            self.work.pool.put_back(trial.group);
        }
        true
    }

    /// Free jobs of the judge get the candidates that come next if all pending ones fail.
    fn look_ahead(&mut self, width: usize) {
        if let Some(at) = self.flying.iter().position(|trial| self.work.pool.is_sure_end(&trial.group)) {
            self.look_behind(at, width);
        }
        for at in 0..self.flying.len() {
            if self.engine.asked.len() >= width {
                return;
            }
            let next = self.work.pool.after_failure(&self.flying[at].group);
            if let Ok((model, key)) = self.work.build(self.engine, &next)
                && !self.engine.cache.contains_key(&key)
            {
                self.engine.submit(&model.candidate(), key);
            }
        }
        self.engine.look_ahead(self.plan, self.at + 1, width);
    }

    /// What comes next if a candidate succeeds.
    fn look_behind(&mut self, at: usize, width: usize) {
        std::mem::swap(&mut self.engine.best, &mut self.flying[at].model);
        self.engine.look_ahead(self.plan, self.at + 1, width);
        std::mem::swap(&mut self.engine.best, &mut self.flying[at].model);
    }
}
