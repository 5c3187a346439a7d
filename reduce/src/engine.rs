//! The search: which of a pass's edits can be applied together?
//!
//! The edits of a stage are tried in groups (`chunk`), several at a time (`search`). Free jobs of the judge work on later
//! stages (`ahead`). A group that the interpreter refuses costs no test; it loses the edits that make it undefined
//! (`work`). Before all stages comes one large step (`probe`).

mod ahead;
mod chunk;
mod credit;
mod probe;
mod search;
mod work;

use crate::judge::{Candidate, Goal, Judge, Progress, Unit, key};
use crate::model::{Model, Veto};
use crate::passes::{self, Stage, View};
use ahead::Ahead;
use credit::Credit;
use lang::edit::tidy::{self, Roots};
use lang::{Program, print};
use rustc_hash::{FxHashMap, FxHashSet};
use search::Search;

pub struct Engine<'j> {
    judge: &'j dyn Judge,
    veto: Veto,
    roots: Roots,
    /// Units without content stay.
    keeps_units: bool,
    pub best: Model,
    /// Set while the best program was not judged.
    credit: Option<Credit>,
    /// By the text's hash.
    cache: FxHashMap<u64, Known>,
    /// What the judge has not answered yet.
    asked: FxHashSet<u64>,
    ahead: Option<Ahead>,
    /// By pass: the share of edits that were refused last time.
    shares: FxHashMap<&'static str, f64>,
    pub progress: Progress,
    pub stopped: bool,
}

/// What is known of a text.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Known {
    Vetoed,
    Dull,
    Interesting,
}

impl<'j> Engine<'j> {
    /// All rounds, until one changes nothing.
    pub fn run(&mut self, plan: &[&Stage], rounds: u32) {
        for _ in 0..rounds {
            let changed = (0..plan.len()).fold(false, |changed, at| self.search(plan, at) | changed);
            if !changed && self.settle() {
                break;
            }
        }
        self.search(&[&passes::ORDER], 0);
        self.settle();
    }

    /// The engine with the first interesting program: the original as the model prints it, tidied if possible, or one
    /// computation or function of it. The next candidates are judged at the same time, if a job is free.
    pub fn start(
        program: &Program,
        veto: Veto,
        judge: &'j dyn Judge,
        keeps_units: bool,
        plan: &[&Stage],
        mut progress: Progress,
    ) -> Option<Engine<'j>> {
        for &roots in first_roots(veto.goal) {
            let Ok(best) = veto.check(tidied(program, roots, keeps_units)) else { continue };
            let mut engine = Engine {
                judge,
                veto,
                roots: later_roots(roots, veto.goal),
                keeps_units,
                best,
                credit: None,
                cache: FxHashMap::default(),
                asked: FxHashSet::default(),
                ahead: None,
                // What is not executed is rarely missed.
                shares: FxHashMap::from_iter([("unexecuted", 0.0)]),
                progress,
                stopped: false,
            };
            if engine.try_suspects() {
                return Some(engine);
            }
            engine.progress.enter("print");
            engine.submit(&engine.best.candidate(), key(&engine.best.units));
            engine.look_ahead(plan, 0, judge.width());
            engine.progress.enter("print");
            if engine.says_yes(key(&engine.best.units)) {
                engine.note_best();
                return Some(engine);
            }
            if engine.stopped {
                return None;
            }
            progress = engine.progress;
        }
        None
    }

    /// Applies as many edits of the plan's stage as possible. Returns whether the program changed.
    pub fn search(&mut self, plan: &[&Stage], at: usize) -> bool {
        if self.stopped {
            return false;
        }
        let before = key(&self.best.units);
        while !Search::new(self, plan, at).run() {}
        key(&self.best.units) != before
    }

    fn view(&self) -> View<'_> {
        View { program: &self.best.program, facts: self.veto.facts(&self.best), goal: self.veto.goal }
    }

    /// Hands a candidate to the judge, unless the judge had it already.
    fn submit(&mut self, candidate: &Candidate, key: u64) {
        if !self.cache.contains_key(&key) && self.asked.insert(key) {
            self.progress.count_judged(1);
            self.judge.submit(key, candidate.clone());
        }
    }

    /// Waits for the next answer.
    fn answer(&mut self) -> (u64, bool) {
        loop {
            let (key, good) = self.judge.answer();
            self.stopped |= self.judge.stopped();
            if self.stopped {
                return (key, false);
            }
            if self.asked.remove(&key) {
                self.cache.insert(key, if good { Known::Interesting } else { Known::Dull });
                return (key, good);
            }
        }
    }

    /// Waits for the answer to one question.
    fn says_yes(&mut self, key: u64) -> bool {
        loop {
            match self.cache.get(&key) {
                Some(&known) => return known == Known::Interesting,
                None if self.stopped => return false,
                None => drop(self.answer()),
            }
        }
    }

    fn note_best(&mut self) {
        let candidate = self.best.candidate();
        self.progress.count_accepted(&candidate);
        if !self.judge.proceed(&candidate, &self.progress) {
            self.stopped = true;
        }
    }
}

/// The program without unused parts, as it will be compiled.
fn tidied(program: &Program, roots: Roots, keep_all: bool) -> Vec<Unit> {
    let mut tidied = program.clone();
    tidy::tidy(&mut tidied, roots);
    printed(&tidied, keep_all)
}

/// The units as they will be compiled; a unit without content is left out, unless all are to be kept.
fn printed(program: &Program, keep_all: bool) -> Vec<Unit> {
    let text = |at: usize| Unit { name: program.units[at].name.clone(), text: print::print_unit(program, at) };
    let mut units: Vec<Unit> = (0..program.units.len()).map(text).collect();
    if !keep_all && units.iter().any(|unit| !unit.text.is_empty()) {
        units.retain(|unit| !unit.text.is_empty());
    }
    units
}

/// What the reduction begins with, and what to fall back to.
fn first_roots(goal: Goal) -> &'static [Roots] {
    match goal {
        Goal::WrongCode | Goal::Open => &[Roots::Main, Roots::External, Roots::All],
        Goal::Crash => &[Roots::Main, Roots::Functions, Roots::External, Roots::All],
    }
}

/// What to go on with. A compiler crashes whether or not a function is called.
fn later_roots(roots: Roots, goal: Goal) -> Roots {
    if goal == Goal::Crash && roots == Roots::Main { Roots::Functions } else { roots }
}
