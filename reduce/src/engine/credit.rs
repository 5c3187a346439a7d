//! Credit: if two candidates succeed that were built on the same program, their combination is taken as interesting before
//! the judge has seen it. That is nearly always right. The next success that builds on the combination confirms it, so it
//! needs no test of its own.

use super::{Engine, key};
use crate::model::Model;

pub struct Credit {
    /// The last program that was judged.
    verified: Model,
    /// Candidates that failed after being built on the program that was not judged.
    failures: usize,
    /// The question whether that program is interesting, if the judge was asked.
    asked: Option<u64>,
}

/// After so many failures the judge is asked about the program that they were built on.
const PATIENCE: usize = 4;

impl Engine<'_> {
    /// Continues with a program that was not judged.
    pub fn borrow(&mut self, model: Model) {
        let before = std::mem::replace(&mut self.best, model);
        self.credit.get_or_insert(Credit { verified: before, failures: 0, asked: None });
    }

    /// A candidate failed. The program that it was built on, which was not judged, may be to blame.
    pub fn doubt(&mut self) {
        let Some(credit) = &mut self.credit else { return };
        credit.failures += 1;
        if credit.failures >= PATIENCE && credit.asked.is_none() {
            self.ask_back();
        }
    }

    fn ask_back(&mut self) {
        let key = key(&self.best.units);
        // It may be known by now; there is an answer for every question.
        self.cache.remove(&key);
        self.submit(&self.best.candidate(), key);
        if let Some(credit) = &mut self.credit {
            credit.asked = Some(key);
        }
    }

    /// Takes the answer if it is about the best program, which was not judged yet. Returns whether that program is interesting.
    pub fn pay_back(&mut self, answer: u64, good: bool) -> Option<bool> {
        let credit = self.credit.take_if(|credit| credit.asked == Some(answer))?;
        if !good {
            self.best = credit.verified;
        } else if answer == key(&self.best.units) {
            self.note_best();
        } else {
            // There is more of it by now.
            self.credit = Some(Credit { failures: 0, asked: None, ..credit });
            return None;
        }
        Some(good)
    }

    /// Has the best program judged if it was not. Returns whether it is interesting.
    pub fn settle(&mut self) -> bool {
        let mut right = true;
        while self.credit.is_some() && !self.stopped {
            if self.credit.as_ref().is_some_and(|credit| credit.asked.is_none()) {
                self.ask_back();
            }
            let (key, good) = self.answer();
            right &= self.stopped || self.pay_back(key, good) != Some(false);
        }
        if let Some(credit) = self.credit.take() {
            self.best = credit.verified;
        }
        right
    }
}
