//! The first step, which may remove most of the program. Many bugs need only one computation with the values that it had,
//! and a compiler that crashes does so in one function.
//!
//! One program that prints every computation of the original, each in a function of its own, is compiled. The lines that
//! are wrong name computations that may be interesting alone. A compiler that crashes often names the function.

use super::{Engine, key, printed};
use crate::judge::Goal;
use crate::model::Model;
use crate::passes::outline::{Sample, samples, scattered};
use crate::passes::{View, functions, units};
use lang::Program;
use lang::edit::tidy;

/// With fewer computations, other passes are as fast.
const FEWEST: usize = 8;
/// Suspects that are tried.
const TRIES: usize = 3;

impl Engine<'_> {
    /// Continues with the first suspect that is interesting. Returns whether there is one.
    pub fn try_suspects(&mut self) -> bool {
        self.progress.enter("probe");
        let suspects = match self.veto.goal {
            Goal::Crash => self.blamed_alone(),
            Goal::WrongCode | Goal::Open => self.wrong_alone().unwrap_or_default(),
        };
        for suspect in suspects {
            let key = key(&suspect.units);
            self.progress.enter("probe");
            self.submit(&suspect.candidate(), key);
            if self.says_yes(key) {
                self.best = suspect;
                self.note_best();
                return true;
            }
        }
        false
    }

    /// Programs of one function that the compiler named.
    fn blamed_alone(&self) -> Vec<Model> {
        let view = self.view();
        let alone = |name: &String| self.checked(functions::alone(&view, name)?);
        self.judge.blamed().iter().filter_map(alone).take(TRIES).collect()
    }

    /// Programs of one computation that was wrong among all others.
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

    /// All computations; or those without floating point, because the sign of a NaN is unspecified; or those whose operands
    /// had one value, because the last values of others may not fit together.
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
