//! The order in which everything is tried: pass after pass, their edits in chunks that halve. Where it goes next depends
//! on nothing but the texts and the answers, so a copy that is given guesses shows what will be asked soon.

use super::document::{Document, Edit};
use super::passes::Pass;
use crate::Unit;
use std::rc::Rc;

/// Some passes, repeated until they change nothing or were run this often.
#[derive(Clone)]
pub struct Round {
    pub passes: Vec<&'static Pass>,
    pub times: u32,
}

#[derive(Clone)]
pub struct Walk {
    rounds: Rc<[Round]>,
    /// The current round, how often it was begun, and whether it has changed something this time.
    round: usize,
    times: u32,
    has_changed: bool,
    /// The pass of the round, and its step.
    pass: usize,
    step: usize,
    /// The text that the edits are of.
    document: Rc<Document>,
    /// The text with those that were made.
    best: Rc<[Unit]>,
    sweep: Sweep,
}

/// Where the edits of one step are.
#[derive(Clone, Default)]
struct Sweep {
    edits: Rc<[Edit]>,
    made: Vec<usize>,
    /// Edits that are not applied, tried `size` at a time. Those before `at` were tried; the ones in `failed` failed.
    pending: Vec<usize>,
    at: usize,
    size: usize,
    failed: Vec<usize>,
}

impl Walk {
    pub fn new(units: &[Unit], rounds: Vec<Round>) -> Walk {
        let mut walk = Walk {
            rounds: rounds.into(),
            round: 0,
            times: 1,
            has_changed: false,
            pass: 0,
            step: 0,
            document: Rc::new(Document::new(units.to_vec())),
            best: units.into(),
            sweep: Sweep::default(),
        };
        walk.load();
        walk
    }

    /// The texts to try next.
    pub fn next(&mut self) -> Option<Vec<Unit>> {
        while self.round < self.rounds.len() {
            while let Some(chunk) = self.sweep.chunk() {
                let edits = self.sweep.made.iter().chain(chunk).map(|&edit| &self.sweep.edits[edit]);
                let files = self.document.after(edits);
                // What was made may do what this chunk would do.
                if *files != *self.best {
                    return Some(files);
                }
                self.sweep.at = self.sweep.end();
            }
            if !self.sweep.halve() {
                self.advance();
            }
        }
        None
    }

    /// The pass that `next` is of.
    pub fn pass(&self) -> &'static str {
        self.at_hand().map_or("", |pass| pass.name)
    }

    /// The text that `next` gave is not interesting.
    pub fn fail(&mut self) {
        let chunk = self.sweep.at..self.sweep.end();
        self.sweep.at = chunk.end;
        self.sweep.failed.extend_from_slice(&self.sweep.pending[chunk]);
    }

    /// What `next` gave is the best text now.
    pub fn succeed(&mut self, files: Vec<Unit>) {
        let chunk = self.sweep.at..self.sweep.end();
        self.sweep.at = chunk.end;
        self.sweep.made.extend_from_slice(&self.sweep.pending[chunk]);
        self.best = files.into();
    }

    fn at_hand(&self) -> Option<&'static Pass> {
        self.rounds.get(self.round)?.passes.get(self.pass).copied()
    }

    /// To the next step; or to the next pass, or to the next round.
    fn advance(&mut self) {
        if !self.sweep.made.is_empty() {
            self.has_changed = true;
            self.document = Rc::new(Document::new(self.best.to_vec()));
        }
        self.step += 1;
        if self.load() {
            return;
        }
        (self.pass, self.step) = (self.pass + 1, 0);
        if self.at_hand().is_none() {
            self.pass = 0;
            self.times += 1;
            if !self.has_changed || self.times > self.rounds[self.round].times {
                (self.round, self.times) = (self.round + 1, 1);
            }
            self.has_changed = false;
        }
        self.load();
    }

    /// The edits of the step at hand, which are of the text as it is now; says whether there is such a step.
    fn load(&mut self) -> bool {
        let pass = self.at_hand();
        let edits = pass.and_then(|pass| (pass.edits)(&self.document, self.step));
        let exists = edits.is_some();
        let edits: Rc<[Edit]> = edits.unwrap_or_default().into();
        let size = pass.map_or(1, |pass| pass.start).clamp(1, edits.len().max(1));
        self.sweep = Sweep { pending: (0..edits.len()).collect(), edits, size, ..Sweep::default() };
        exists
    }
}

impl Sweep {
    fn end(&self) -> usize {
        (self.at + self.size).min(self.pending.len())
    }

    fn chunk(&self) -> Option<&[usize]> {
        (self.at < self.pending.len()).then(|| &self.pending[self.at..self.end()])
    }

    /// Failed edits are tried again in smaller chunks. Returns whether there are any.
    fn halve(&mut self) -> bool {
        if self.size <= 1 || self.failed.is_empty() {
            return false;
        }
        self.pending = std::mem::take(&mut self.failed);
        self.size = self.size.div_ceil(2);
        self.at = 0;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::passes;
    use super::*;

    const TEXT: &str = "int a;\nint b;\nint main(void) { return a + 2; }\n";

    fn walk(times: u32) -> Walk {
        let units = [Unit { name: "a.c".into(), text: TEXT.into() }];
        Walk::new(&units, vec![Round { passes: passes::of(false).collect(), times }])
    }

    /// All questions of the walk if `is_good` gives the answers.
    fn asked(mut walk: Walk, is_good: impl Fn(&str) -> bool) -> Vec<String> {
        let mut texts = Vec::new();
        while let Some(files) = walk.next() {
            texts.push(files[0].text.clone());
            if is_good(&files[0].text) { walk.succeed(files) } else { walk.fail() }
        }
        assert!(walk.next().is_none());
        texts
    }

    #[test]
    fn a_round_that_brings_nothing_is_the_last() {
        let once = asked(walk(1), |_| false);
        assert!((10..10_000).contains(&once.len()), "{}", once.len());
        assert_eq!(asked(walk(9), |_| false), once);
        assert!(!once.contains(&TEXT.to_string()));
    }

    #[test]
    fn what_was_made_stays_and_is_not_asked_again() {
        let is_good = |text: &str| text.contains("main");
        let texts = asked(walk(9), is_good);
        let good: Vec<&String> = texts.iter().filter(|text| is_good(text)).collect();
        assert!(good.is_sorted_by_key(|text| std::cmp::Reverse(text.len())), "{good:?}");
        assert_eq!(good.last().map(|text| text.trim()), Some("main"));
    }

    #[test]
    fn a_copy_goes_the_same_way() {
        let mut first = walk(2);
        for _ in 0..5 {
            first.next();
            first.fail();
        }
        assert_eq!(asked(first.clone(), |text| text.len() > 20), asked(first, |text| text.len() > 20));
    }
}
