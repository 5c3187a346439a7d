//! Work for jobs of the judge that would be free while a stage ends. They get what the next stages will ask first if nothing
//! more succeeds, which is usual near the end. The answers wait in the cache.

use super::work::Work;
use super::{Engine, Known};
use crate::judge::key;
use crate::passes::Stage;

pub struct Ahead {
    /// The program that it is for.
    key: u64,
    /// The stage that it is at, and how many are left with this one.
    at: usize,
    left: usize,
    work: Option<Work>,
}

/// Groups that are looked at for a free job.
const LOOKS: usize = 16;

impl Engine<'_> {
    /// Asks about the plan's stages from this one on, until no job is free.
    pub fn look_ahead(&mut self, plan: &[&Stage], at: usize, width: usize) {
        let key = key(&self.best.units);
        let mut ahead = match self.ahead.take() {
            Some(ahead) if ahead.key == key => ahead,
            _ => Ahead { key, at, left: plan.len() - 1, work: None },
        };
        for _ in 0..LOOKS {
            if self.asked.len() >= width || !ahead.step(self, plan) {
                break;
            }
        }
        self.ahead = Some(ahead);
    }
}

impl Ahead {
    /// Asks about the next group unless its answer is known. Returns whether there may be another.
    fn step(&mut self, engine: &mut Engine, plan: &[&Stage]) -> bool {
        if self.left == 0 {
            return false;
        }
        let stage = plan[self.at % plan.len()];
        let work = self.work.get_or_insert_with(|| Work::new(engine, stage));
        let Some(group) = work.pool.take() else {
            (self.at, self.left, self.work) = (self.at + 1, self.left - 1, None);
            return true;
        };
        let Some(trial) = work.prepare(engine, group) else { return true };
        match engine.cache.get(&trial.key) {
            // All that comes later will be on top of this.
            Some(Known::Interesting) => self.left = 0,
            _ => {
                engine.submit(&trial.model.candidate(), trial.key);
                work.pool.failed(trial.group);
            }
        }
        true
    }
}
