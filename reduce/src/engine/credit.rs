//! What two trials made that succeeded beside each other, taken for interesting before anybody has judged it. It is so
//! nearly always, and the next success on top of it says so without a test of its own.

use super::{Engine, key};
use crate::model::Model;

pub struct Credit {
    /// The last program that was judged.
    verified: Model,
    /// Trials on top of what was not that failed.
    failures: usize,
    /// The question about it, if that was asked.
    asked: Option<u64>,
}

/// Trials that may fail before it is asked whether what they were built on is to blame.
const PATIENCE: usize = 4;

impl Engine<'_> {
    /// Goes on with a program that was not judged.
    pub fn borrow(&mut self, model: Model) {
        let before = std::mem::replace(&mut self.best, model);
        self.credit.get_or_insert(Credit { verified: before, failures: 0, asked: None });
    }

    /// A trial failed, which may be due to what was not judged.
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

    /// Takes an answer, if it is about the best program, which was not judged; says whether that is right.
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

    /// Has everything judged; says whether it was right.
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
