//! The search: which of a pass's edits can be applied together?
//!
//! Edits are tried in groups (`chunk`). Groups that the interpreter vetoes cost no test; they lose the edits that make
//! them undefined instead.

mod chunk;

use crate::edit::Edit;
use crate::judge::{Candidate, Judge, Progress, Unit, Yield};
use crate::model::{Facts, Model, Veto, tokens};
use crate::tidy::{self, Roots};
use crate::visit;
use chunk::{Group, Pool};
use lang::{Program, print};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

pub struct Engine<'j> {
    judge: &'j dyn Judge,
    veto: Veto,
    roots: Roots,
    /// Units without content stay.
    keeps_units: bool,
    pub best: Model,
    /// By the text's hash.
    cache: FxHashMap<u64, Known>,
    /// By pass: the share of edits that were refused last time.
    shares: FxHashMap<&'static str, f64>,
    pub progress: Progress,
    pub stopped: bool,
}

/// A group of edits with the program they make.
struct Trial {
    group: Group,
    /// The group's, and those it was built on that are not accepted yet.
    edits: Vec<usize>,
    /// No edit of the group had to be set aside.
    whole: bool,
    model: Model,
    key: u64,
}

/// A group that is put together again without what makes it undefined.
struct Grown {
    edits: Vec<usize>,
    /// Programs that may still be built for it.
    budget: u32,
    built: Option<(Model, u64)>,
}

/// What is known of a text.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Known {
    Vetoed,
    Dull,
    Interesting,
}

/// Why there is nothing to judge.
enum Idle {
    /// The text is what we have already.
    Nothing,
    /// Too large, not accepted or not defined.
    Vetoed,
    /// Judged uninteresting before.
    Dull,
}

impl<'j> Engine<'j> {
    /// The engine with the first program that is interesting: as the model prints it, tidied if that is possible.
    pub fn start(program: &Program, veto: Veto, judge: &'j dyn Judge, keeps_units: bool) -> Option<Engine<'j>> {
        for roots in [Roots::Main, Roots::External, Roots::All] {
            let mut tidied = program.clone();
            tidy::tidy(&mut tidied, roots);
            let Ok(best) = veto.check(printed(&tidied, keeps_units)) else { continue };
            let mut engine = Engine {
                judge,
                veto,
                roots,
                keeps_units,
                best,
                cache: FxHashMap::default(),
                shares: FxHashMap::default(),
                progress: Progress::default(),
                stopped: false,
            };
            engine.enter("print");
            if engine.ask(vec![engine.best.candidate()]) == [true] {
                engine.note_best();
                return Some(engine);
            }
        }
        None
    }

    pub fn program(&self) -> &Program {
        &self.best.program
    }

    pub fn facts(&self) -> &Facts {
        self.veto.facts(&self.best)
    }

    /// Names the pass whose work is counted from here on.
    fn enter(&mut self, pass: &'static str) {
        self.progress.pass = pass;
        if !self.progress.yields.iter().any(|entry| entry.pass == pass) {
            self.progress.yields.push(Yield { pass, ..Yield::default() });
        }
    }

    fn entry(&mut self) -> &mut Yield {
        let pass = self.progress.pass;
        self.progress.yields.iter_mut().find(|entry| entry.pass == pass).expect("the pass was entered")
    }

    /// Applies as many edits as possible; says whether the program changed. Candidates may have `slack` tokens more
    /// than the best program.
    pub fn search(&mut self, slack: usize, edits: Vec<Edit>) -> bool {
        if edits.is_empty() || self.stopped {
            return false;
        }
        let before = self.progress.accepted;
        let base = self.best.program.clone();
        let pool = Pool::new(&edits, &self.shares);
        let mut search = Search { engine: self, slack, base, pool, edits, accepted: Vec::new(), pending: Vec::new() };
        search.run();
        let shares: Vec<_> = search.pool.shares().collect();
        self.shares.extend(shares);
        self.progress.accepted > before
    }

    fn ask(&mut self, candidates: Vec<Candidate>) -> Vec<bool> {
        self.progress.judged += candidates.len() as u64;
        self.entry().judged += candidates.len() as u64;
        let mut verdicts = self.judge.judge(&candidates);
        verdicts.resize(candidates.len(), false);
        self.stopped |= self.judge.stopped();
        verdicts
    }

    fn note_best(&mut self) {
        let candidate = self.best.candidate();
        let gone = self.progress.bytes.saturating_sub(candidate.bytes()) as u64;
        (self.progress.lines, self.progress.bytes) = (candidate.lines(), candidate.bytes());
        self.progress.accepted += 1;
        let entry = self.entry();
        entry.accepted += 1;
        entry.bytes += gone;
        if !self.judge.proceed(&candidate, &self.progress) {
            self.stopped = true;
        }
    }
}

struct Search<'e, 'j> {
    engine: &'e mut Engine<'j>,
    /// Tokens that a candidate may have more than the best program.
    slack: usize,
    /// The program that the edits were made for.
    base: Program,
    edits: Vec<Edit>,
    pool: Pool,
    accepted: Vec<usize>,
    /// Succeeded next to an accepted group, but not yet on top of it.
    pending: Vec<Trial>,
}

impl Search<'_, '_> {
    fn run(&mut self) {
        let width = self.engine.judge.width().max(1);
        while !self.engine.stopped {
            let mut trials: Vec<Trial> = Vec::new();
            while trials.len() < width
                && let Some(group) = self.pool.take()
            {
                let before = self.pending_edits();
                match self.prepare(group, &before) {
                    // Judged ahead of its time.
                    Some(trial) if self.engine.cache.get(&trial.key) == Some(&Known::Interesting) => {
                        trials.drain(..).for_each(|trial| self.pool.put_back(trial.group));
                        self.accept(trial);
                    }
                    trial => trials.extend(trial),
                }
            }
            if trials.is_empty() && self.pending.is_empty() {
                return;
            }
            self.judge(trials);
        }
    }

    /// Of what succeeded the smallest is accepted; the others are taken for granted until something built on them
    /// succeeds, too.
    fn judge(&mut self, trials: Vec<Trial>) {
        let ahead = match trials.as_slice() {
            [only] => self.ahead(&only.group),
            _ => None,
        };
        let verdicts = self.verdicts(&trials, ahead);
        if !verdicts.contains(&true) && !self.verify(trials.first()) {
            trials.into_iter().for_each(|trial| self.pool.put_back(trial.group));
            return;
        }
        let mut successes = Vec::new();
        for (trial, good) in trials.into_iter().zip(verdicts) {
            if good { successes.push(trial) } else { self.pool.failed(trial.group) }
        }
        let Some(best) = (0..successes.len()).min_by_key(|&at| successes[at].model.tokens) else { return };
        let best = successes.remove(best);
        self.accept(best);
        self.pending = successes;
    }

    /// Whether what is pending can be applied together; after this nothing is pending. `failed` was built on it.
    fn verify(&mut self, failed: Option<&Trial>) -> bool {
        let edits = self.pending_edits();
        if edits.is_empty() {
            return true;
        }
        let union = self.build(&edits).ok().map(|(model, key)| Trial {
            group: Group::default(),
            edits,
            whole: true,
            model,
            key,
        });
        let ahead = failed.and_then(|failed| self.ahead(&failed.group));
        if let Some(union) = union
            && self.verdicts(std::slice::from_ref(&union), ahead) == [true]
        {
            self.accept(union);
            return true;
        }
        for trial in std::mem::take(&mut self.pending) {
            self.pool.put_back(trial.group);
        }
        false
    }

    fn pending_edits(&self) -> Vec<usize> {
        self.pending.iter().flat_map(|trial| trial.group.edits.iter().copied()).collect()
    }

    fn verdicts(&mut self, trials: &[Trial], ahead: Option<(Model, u64)>) -> Vec<bool> {
        if let Some(&last) = trials.first().and_then(|trial| trial.edits.last()) {
            self.engine.enter(self.edits[last].pass);
        }
        let mut candidates: Vec<Candidate> = trials.iter().map(|trial| trial.model.candidate()).collect();
        candidates.extend(ahead.iter().map(|(model, _)| model.candidate()));
        if candidates.is_empty() {
            return Vec::new();
        }
        let mut verdicts = self.engine.ask(candidates);
        let later = verdicts.split_off(trials.len());
        for ((_, key), good) in ahead.into_iter().zip(later) {
            self.engine.cache.insert(key, if good { Known::Interesting } else { Known::Dull });
        }
        for (trial, &good) in trials.iter().zip(&verdicts) {
            self.engine.cache.insert(trial.key, if good { Known::Interesting } else { Known::Dull });
        }
        verdicts
    }

    /// For a judge that would have nothing else to do: what comes next if the group fails.
    fn ahead(&mut self, group: &Group) -> Option<(Model, u64)> {
        if self.engine.judge.width() < 2 {
            return None;
        }
        let next = self.pool.after_failure(group);
        let edits: Vec<usize> = self.pending_edits().into_iter().chain(next).collect();
        self.build(&edits).ok().filter(|(_, key)| !self.engine.cache.contains_key(key))
    }

    /// The trial was built on everything that is pending.
    fn accept(&mut self, trial: Trial) {
        for pending in std::mem::take(&mut self.pending) {
            self.pool.succeeded(pending.group, pending.whole);
        }
        self.pool.succeeded(trial.group, trial.whole);
        self.accepted.extend(trial.edits);
        self.engine.best = trial.model;
        self.engine.note_best();
    }

    /// The group on top of what is accepted and `before`, or what is left of it without the edits that make it
    /// undefined.
    fn prepare(&mut self, group: Group, before: &[usize]) -> Option<Trial> {
        let edits: Vec<usize> = before.iter().chain(&group.edits).copied().collect();
        match self.build(&edits) {
            Ok((model, key)) => return Some(Trial { group, edits, whole: true, model, key }),
            Err(Idle::Nothing) => {
                self.pool.succeeded(group, true);
                return None;
            }
            Err(Idle::Vetoed) if group.edits.len() > 1 => {}
            Err(Idle::Vetoed | Idle::Dull) => {
                self.pool.failed(group);
                return None;
            }
        }
        let mut grown = Grown { edits: before.to_vec(), budget: 16 + group.edits.len().ilog2() * 4, built: None };
        let (left, right) = group.edits.split_at(group.edits.len() / 2);
        self.grow(&mut grown, left);
        self.grow(&mut grown, right);
        let (kept, others): (Vec<usize>, Vec<usize>) = group.edits.iter().partition(|edit| grown.edits.contains(edit));
        self.pool.set_aside(&others);
        let group = group.only(kept);
        match grown.built {
            Some((model, key)) => Some(Trial { group, edits: grown.edits, whole: false, model, key }),
            None => {
                self.pool.succeeded(group, false);
                None
            }
        }
    }

    /// Adds what is possible of the part.
    fn grow(&mut self, grown: &mut Grown, part: &[usize]) {
        if part.is_empty() || grown.budget == 0 {
            return;
        }
        grown.budget -= 1;
        let edits: Vec<usize> = grown.edits.iter().chain(part).copied().collect();
        match self.build(&edits) {
            Ok(built) => (grown.built, grown.edits) = (Some(built), edits),
            Err(Idle::Nothing) => grown.edits = edits,
            Err(Idle::Vetoed | Idle::Dull) if part.len() == 1 => {}
            Err(Idle::Vetoed | Idle::Dull) => {
                let (left, right) = part.split_at(part.len() / 2);
                self.grow(grown, left);
                self.grow(grown, right);
            }
        }
    }

    fn build(&mut self, chunk: &[usize]) -> Result<(Model, u64), Idle> {
        if let Some(&last) = chunk.last() {
            self.engine.enter(self.edits[last].pass);
        }
        let mut edits: Vec<usize> = self.accepted.iter().chain(chunk).copied().collect();
        edits.sort_unstable();
        let mut program = self.base.clone();
        // What is inside comes later in the list, and has to change before it is copied.
        edits.iter().rev().for_each(|&edit| self.edits[edit].apply(&mut program));
        if !visit::is_well_founded(&program) {
            return Err(Idle::Vetoed);
        }
        tidy::tidy(&mut program, self.engine.roots);
        let units = printed(&program, self.engine.keeps_units);
        if units == self.engine.best.units {
            return Err(Idle::Nothing);
        }
        if tokens(&units) > self.engine.best.tokens + self.slack {
            return Err(Idle::Vetoed);
        }
        let key = key(&units);
        match self.engine.cache.get(&key) {
            Some(Known::Vetoed) => return Err(Idle::Vetoed),
            Some(Known::Dull) => return Err(Idle::Dull),
            Some(Known::Interesting) | None => {}
        }
        self.engine.progress.candidates += 1;
        self.engine.entry().candidates += 1;
        match self.engine.veto.check(units) {
            Ok(model) => Ok((model, key)),
            Err(_) => {
                self.engine.cache.insert(key, Known::Vetoed);
                Err(Idle::Vetoed)
            }
        }
    }
}

fn key(units: &[Unit]) -> u64 {
    let mut hasher = FxHasher::default();
    units.hash(&mut hasher);
    hasher.finish()
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
