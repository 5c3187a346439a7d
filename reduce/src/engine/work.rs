//! The edits of one stage, and the programs that they make.

use super::chunk::{Group, Pool};
use super::{Engine, Known, printed};
use crate::judge::key;
use crate::model::{Model, tokens};
use crate::passes::Stage;
use lang::Program;
use lang::edit::Edit;
use lang::edit::{tidy, visit};

pub struct Work {
    /// How many more tokens than the best program a candidate may have.
    slack: usize,
    /// The program that the edits were made for.
    base: Program,
    edits: Vec<Edit>,
    pub pool: Pool,
    /// In the order of their acceptance.
    pub accepted: Vec<usize>,
}

/// A group of edits with the program they make.
pub struct Trial {
    pub group: Group,
    /// How many edits were accepted when it was built.
    pub base: usize,
    pub model: Model,
    pub key: u64,
}

/// A group that is put together again without what makes it undefined.
struct Grown {
    edits: Vec<usize>,
    /// How many more programs may be built for it.
    budget: u32,
    built: Option<(Model, u64)>,
}

/// Why a group gives no candidate.
pub enum Idle {
    /// The text is that of the best program.
    Nothing,
    /// Too large, not accepted or not defined.
    Vetoed,
    /// Judged uninteresting before.
    Dull,
}

impl Work {
    /// For the best program as it is.
    pub fn new(engine: &Engine, stage: &Stage) -> Work {
        let edits = stage.edits(&engine.view());
        let pool = Pool::new(&edits, &engine.shares);
        Work { slack: stage.slack, base: engine.best.program.clone(), edits, pool, accepted: Vec::new() }
    }

    /// The group on top of what is accepted, or what is left of it without the edits that make it undefined.
    pub fn prepare(&mut self, engine: &mut Engine, group: Group) -> Option<Trial> {
        let base = self.accepted.len();
        match self.built(engine, &group.edits) {
            Ok((model, key)) if group.edits.len() == 1 || !is_mute(engine, &model) => {
                return Some(Trial { group, base, model, key });
            }
            Ok(_) => return self.unmuted(engine, group),
            Err(Idle::Nothing) => {
                self.pool.succeeded(group);
                return None;
            }
            Err(Idle::Vetoed) if group.edits.len() > 1 => {}
            Err(Idle::Vetoed | Idle::Dull) => {
                self.pool.failed(group);
                return None;
            }
        }
        let mut grown = Grown { edits: Vec::new(), budget: 16 + group.edits.len().ilog2() * 4, built: None };
        let (left, right) = group.edits.split_at(group.edits.len() / 2);
        self.grow(engine, &mut grown, left);
        self.grow(engine, &mut grown, right);
        let group = self.pool.without(group, |edit| !grown.edits.contains(&edit));
        match grown.built {
            Some((model, key)) => Some(Trial { group, base, model, key }),
            None => {
                self.pool.succeeded(group);
                None
            }
        }
    }

    /// The group without an edit that removes all output: the last one of the smallest set that does.
    fn unmuted(&mut self, engine: &mut Engine, group: Group) -> Option<Trial> {
        let (mut loud, mut silent) = (0, group.edits.len());
        while silent - loud > 1 {
            let middle = loud.midpoint(silent);
            let is_silenced =
                self.built(engine, &group.edits[..middle]).is_ok_and(|(model, _)| is_mute(engine, &model));
            if is_silenced { silent = middle } else { loud = middle }
        }
        let culprit = group.edits[loud];
        let group = self.pool.without(group, |edit| edit == culprit);
        self.prepare(engine, group)
    }

    /// Adds what is possible of the part.
    fn grow(&self, engine: &mut Engine, grown: &mut Grown, part: &[usize]) {
        if part.is_empty() || grown.budget == 0 {
            return;
        }
        grown.budget -= 1;
        let edits: Vec<usize> = grown.edits.iter().chain(part).copied().collect();
        match self.build(engine, &edits) {
            Ok(built) => (grown.built, grown.edits) = (Some(built), edits),
            Err(Idle::Nothing) => grown.edits = edits,
            Err(Idle::Vetoed | Idle::Dull) if part.len() == 1 => {}
            Err(Idle::Vetoed | Idle::Dull) => {
                let (left, right) = part.split_at(part.len() / 2);
                self.grow(engine, grown, left);
                self.grow(engine, grown, right);
            }
        }
    }

    /// These edits added to the accepted ones. A program that prints nothing can hardly be wrong, so edits that remove all
    /// output are left to be tried alone.
    pub fn build(&self, engine: &mut Engine, chunk: &[usize]) -> Result<(Model, u64), Idle> {
        match self.built(engine, chunk) {
            Ok((model, _)) if is_mute(engine, &model) => Err(Idle::Vetoed),
            built => built,
        }
    }

    fn built(&self, engine: &mut Engine, chunk: &[usize]) -> Result<(Model, u64), Idle> {
        if let Some(&last) = chunk.last() {
            engine.progress.enter(self.edits[last].pass);
        }
        let mut edits: Vec<usize> = self.accepted.iter().chain(chunk).copied().collect();
        edits.sort_unstable();
        edits.dedup();
        let mut program = self.base.clone();
        // What is inside comes later in the list, and has to change before it is copied.
        edits.iter().rev().for_each(|&edit| self.edits[edit].apply(&mut program));
        if !visit::is_well_founded(&program) {
            return Err(Idle::Vetoed);
        }
        tidy::tidy(&mut program, engine.roots);
        let units = printed(&program, engine.keeps_units);
        if units == engine.best.units {
            return Err(Idle::Nothing);
        }
        if tokens(&units) > engine.best.tokens + self.slack {
            return Err(Idle::Vetoed);
        }
        let key = key(&units);
        match engine.cache.get(&key) {
            Some(Known::Vetoed) => return Err(Idle::Vetoed),
            Some(Known::Dull) => return Err(Idle::Dull),
            Some(Known::Interesting) | None => {}
        }
        engine.progress.count_candidate();
        match engine.veto.check(units) {
            Ok(model) => Ok((model, key)),
            Err(_) => {
                engine.cache.insert(key, Known::Vetoed);
                Err(Idle::Vetoed)
            }
        }
    }
}

/// Prints nothing, though the best program prints something.
fn is_mute(engine: &Engine, model: &Model) -> bool {
    let prints = |model: &Model| model.expected.as_ref().is_some_and(|expected| !expected.stdout.is_empty());
    prints(&engine.best) && !prints(model)
}
