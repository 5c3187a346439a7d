//! The first, boldest step: many bugs need no more than one computation, with the values that it had.
//!
//! A program that prints every computation of the original, each in a function of its own, is compiled once. The lines
//! that are wrong tell which of them alone may be interesting.

use super::{Engine, key, printed};
use crate::model::Model;
use crate::passes::outline::{Sample, samples, scattered};
use crate::passes::{View, units};
use crate::tidy;
use lang::Program;

/// With fewer computations, other passes are as fast.
const FEWEST: usize = 8;
/// Wrong computations that are tried.
const TRIES: usize = 3;

impl Engine<'_> {
    /// Programs of one computation that was wrong among all others.
    pub fn suspects(&mut self) -> Vec<Model> {
        self.progress.enter("probe");
        self.wrong_alone().unwrap_or_default()
    }

    /// Goes on with the first that is interesting.
    pub fn try_suspects(&mut self, suspects: Vec<Model>) {
        self.progress.enter("probe");
        for suspect in suspects {
            let key = key(&suspect.units);
            self.submit(&suspect.candidate(), key);
            if self.says_yes(key) {
                self.best = suspect;
                self.note_best();
                return;
            }
        }
    }

    fn wrong_alone(&mut self) -> Option<Vec<Model>> {
        let original = self.in_one_unit()?;
        let veto = self.veto;
        let view = View { program: &original.program, facts: veto.facts(&original), goal: veto.goal };
        let (all, whole) = self.whole(&view)?;
        let (judge, candidate) = (self.judge, whole.candidate());
        let actual = judge.actual(&candidate)?;
        self.progress.count_judged(1);
        let lines = |text: &[u8]| text.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
        let (right, wrong) = (lines(&candidate.expected?.stdout), lines(&actual));
        let differs =
            |(number, _): &(usize, &Sample)| wrong.get(*number).is_some_and(|line| right.get(*number) != Some(line));
        let wrong: Vec<Sample> = all.iter().enumerate().filter(differs).map(|(_, sample)| sample.clone()).collect();
        let alone = |sample: &Sample| self.checked(scattered(&view, std::slice::from_ref(sample))?);
        // The smallest are the last.
        Some(wrong.iter().rev().filter_map(alone).take(TRIES).collect())
    }

    /// The program as one unit, if it may be one and has an output.
    fn in_one_unit(&self) -> Option<Model> {
        if self.stopped || self.best.expected.is_none() {
            return None;
        }
        if self.best.program.units.len() == 1 {
            return self.veto.check(self.best.units.clone()).ok();
        }
        let mut program = (!self.keeps_units).then(|| self.best.program.clone())?;
        units::merge_all(&mut program);
        self.checked(program)
    }

    /// All computations; or those without floating point, as a NaN's sign is anybody's guess; or those whose operands
    /// did not vary, as the last values of others may not fit together.
    fn whole(&self, view: &View) -> Option<(Vec<Sample>, Model)> {
        let all = samples(view);
        let integral: Vec<Sample> = all.iter().filter(|sample| sample.is_integral).cloned().collect();
        let steady: Vec<Sample> = integral.iter().filter(|sample| sample.is_steady).cloned().collect();
        [all, integral, steady].into_iter().filter(|samples| samples.len() >= FEWEST).find_map(|samples| {
            let model = self.checked(scattered(view, &samples)?)?;
            Some((samples, model))
        })
    }

    fn checked(&self, mut program: Program) -> Option<Model> {
        tidy::tidy(&mut program, self.roots);
        self.veto.check(printed(&program, self.keeps_units)).ok()
    }
}
