//! The search of one stage. As many trials are with the judge as it has places, and one more is
//! ready for the place that will be free.
//!
//! A trial that succeeds becomes the best program if it contains all that was accepted since it was built. If not, it is
//! taken for granted: everything else is built on top of it, and if one of those succeeds, it did, too. If they fail,
//! its group is tried again. With one place there is one trial at a time, and the result depends on nothing but the program.

use super::chunk::Group;
use super::work::{Trial, Work};
use super::{Engine, Known};
use crate::passes::Stage;

pub struct Search<'e, 'j, 'p> {
    engine: &'e mut Engine<'j>,
    plan: &'p [&'p Stage],
    /// The stage of the plan.
    at: usize,
    work: Work,
    /// With the judge.
    flying: Vec<Flight>,
    /// For the next free place.
    ready: Option<Trial>,
    /// Succeeded, but not on top of what was accepted meanwhile.
    again: Vec<Group>,
    /// Failed, but with something taken for granted that is not decided yet.
    doubtful: Vec<Trial>,
}

struct Flight {
    trial: Trial,
    /// It succeeded before, so it is taken for granted.
    again: bool,
}

/// Failures that may be due to what was taken for granted, before that is tried.
const PATIENCE: usize = 2;

impl<'e, 'j, 'p> Search<'e, 'j, 'p> {
    pub fn new(engine: &'e mut Engine<'j>, plan: &'p [&'p Stage], at: usize) -> Search<'e, 'j, 'p> {
        let work = Work::new(engine, plan[at]);
        Search { engine, plan, at, work, flying: Vec::new(), ready: None, again: Vec::new(), doubtful: Vec::new() }
    }

    pub fn run(mut self) {
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
            while let Some(at) = self.flying.iter().position(|flight| flight.trial.key == key) {
                let flight = self.flying.remove(at);
                self.settle(flight.trial, good);
            }
            for trial in std::mem::take(&mut self.doubtful) {
                self.settle(trial, false);
            }
        }
        let shares: Vec<_> = self.work.pool.shares().collect();
        self.engine.shares.extend(shares);
    }

    /// Hands the next trial to the judge; says whether there may be another.
    fn send(&mut self) -> bool {
        let (trial, again) = match self.ready() {
            Some(trial) => (Some(trial), false),
            None => {
                let Some((group, again)) = self.next() else { return false };
                (self.prepare(group), again)
            }
        };
        let Some(trial) = trial else { return true };
        if let Some(&known) = self.engine.cache.get(&trial.key) {
            // Judged ahead of its time.
            self.settle(trial, known == Known::Interesting);
            return true;
        }
        self.engine.submit(&trial.model.candidate(), trial.key);
        self.flying.push(Flight { trial, again });
        true
    }

    /// The next group, and whether it succeeded before.
    fn next(&mut self) -> Option<(Group, bool)> {
        let mut next = if self.doubtful.len() < PATIENCE { self.work.pool.take() } else { None };
        if next.is_none()
            && let Some(group) = self.again.pop()
        {
            return Some((group, true));
        }
        next = next.or_else(|| self.work.pool.take());
        next.map(|group| (group, false))
    }

    fn prepare(&mut self, group: Group) -> Option<Trial> {
        let granted = self.granted();
        self.work.prepare(self.engine, group, &granted)
    }

    /// Builds a trial while the judge has no free place.
    fn make_ready(&mut self) {
        while self.ready.is_none()
            && let Some(group) = self.work.pool.take()
        {
            self.ready = self.prepare(group);
        }
    }

    /// What is ready, if it is still what comes next.
    fn ready(&mut self) -> Option<Trial> {
        let trial = self.ready.take()?;
        let granted = self.granted();
        let is_granted = |edit: &usize| granted.contains(edit) || trial.group.edits.contains(edit);
        let is_fresh = trial.base == self.work.accepted.len()
            && self.doubtful.len() < PATIENCE
            && trial.edits.len() == granted.len() + trial.group.edits.len()
            && trial.edits.iter().all(is_granted);
        if !is_fresh {
            self.work.pool.untake(trial.group);
            return None;
        }
        Some(trial)
    }

    /// Edits that are as good as accepted.
    fn granted(&self) -> Vec<usize> {
        let flying = self.flying.iter().filter(|flight| flight.again).flat_map(|flight| &flight.trial.group.edits);
        flying.chain(self.again.iter().flat_map(|group| &group.edits)).copied().collect()
    }

    fn settle(&mut self, trial: Trial, good: bool) {
        let accepted = &self.work.accepted;
        let is_new = |edit: &&usize| !accepted.contains(edit);
        let has_all = || accepted[trial.base..].iter().all(|edit| trial.edits.contains(edit));
        if !trial.group.edits.iter().any(|edit| is_new(&edit)) {
            // Something that contains it was accepted.
            self.work.pool.succeeded(trial.group);
        } else if good && has_all() {
            self.accept(trial);
        } else if good {
            self.again.push(trial.group);
        } else {
            let open: Vec<usize> =
                trial.edits.iter().filter(is_new).filter(|edit| !trial.group.edits.contains(edit)).copied().collect();
            if open.is_empty() {
                self.work.pool.failed(trial.group);
            } else if open.iter().any(|edit| self.granted().contains(edit)) {
                self.doubtful.push(trial);
            } else {
                self.work.pool.put_back(trial.group);
            }
        }
    }

    fn accept(&mut self, trial: Trial) {
        let Trial { group, edits, model, .. } = trial;
        for edit in edits {
            if !self.work.accepted.contains(&edit) {
                self.work.accepted.push(edit);
            }
        }
        self.work.pool.succeeded(group);
        for group in std::mem::take(&mut self.again) {
            let is_in = group.edits.iter().all(|edit| self.work.accepted.contains(edit));
            if is_in { self.work.pool.succeeded(group) } else { self.again.push(group) }
        }
        self.engine.best = model;
        self.engine.note_best();
    }

    /// Places of the judge that are free get what comes next if all that it has fails, but for what is taken for
    /// granted.
    fn look_ahead(&mut self, width: usize) {
        if let Some(at) = self.flying.iter().position(|flight| self.work.pool.is_sure_end(&flight.trial.group)) {
            self.look_behind(at, width);
        }
        let granted = self.granted();
        for at in 0..self.flying.len() {
            if self.engine.asked.len() >= width {
                return;
            }
            if self.flying[at].again {
                continue;
            }
            let next = self.work.pool.after_failure(&self.flying[at].trial.group);
            let edits: Vec<usize> = granted.iter().copied().chain(next).collect();
            if let Ok((model, key)) = self.work.build(self.engine, &edits)
                && !self.engine.cache.contains_key(&key)
            {
                self.engine.submit(&model.candidate(), key);
            }
        }
        match self.flying.iter().position(|flight| flight.again) {
            Some(at) => self.look_behind(at, width),
            None => self.engine.look_ahead(self.plan, self.at + 1, width),
        }
    }

    /// What comes next if a flight succeeds.
    fn look_behind(&mut self, flight: usize, width: usize) {
        std::mem::swap(&mut self.engine.best, &mut self.flying[flight].trial.model);
        self.engine.look_ahead(self.plan, self.at + 1, width);
        std::mem::swap(&mut self.engine.best, &mut self.flying[flight].trial.model);
    }
}
