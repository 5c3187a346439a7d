//! Makes a C program smaller while it stays interesting: passes over the model, then over the text.
//!
//! `reduce` is pure: it knows no compiler and starts no threads. What is interesting is decided by a `Judge` that
//! the caller brings; whether a candidate is defined, and what it prints, is decided here by the interpreter.

#![deny(missing_docs)]
#![deny(unsafe_code)]

mod engine;
pub mod judge;
mod lint;
pub mod log;
mod model;
mod passes;
pub mod text;

pub use judge::{Candidate, Expected, Goal, Judge, Progress, Unit, Yield};

pub use lint::{Sloppiness, sloppiness};

use engine::Engine;
use lang::Target;
use model::{Refusal, Veto};

/// What the semantic stage may do.
#[derive(Clone, Debug)]
pub struct Options {
    /// A candidate may evaluate this many times the nodes that the original evaluated. Smaller programs rarely run
    /// longer; those that do run forever.
    pub fuel_factor: u64,
    /// Units may be merged into the first one. Off where the files' names are given from outside.
    pub merge: bool,
    /// Rounds over all passes at most; a round that brings nothing ends the reduction anyway.
    pub rounds: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options { fuel_factor: 4, merge: true, rounds: 12 }
    }
}

/// What is left of the program.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The smallest interesting program found.
    pub best: Candidate,
    /// Of all stages up to here.
    pub progress: Progress,
    /// `Judge::proceed` said to stop before the end.
    pub stopped: bool,
}

/// Why the semantic stage cannot begin.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// The front end does not take the program; the textual stage may.
    #[error("not accepted by the front end: {0}")]
    Rejected(String),
    /// The goal needs a defined program.
    #[error("not a defined program: {0}")]
    NotDefined(String),
    /// The program as the model prints it is not interesting.
    #[error("no longer interesting once it is parsed and printed")]
    NotInteresting,
}

/// Reduces preprocessed units that are linked into one program. `progress` goes on counting where an earlier stage
/// ended.
pub fn reduce(
    units: &[Unit],
    target: Target,
    goal: Goal,
    judge: &dyn Judge,
    options: &Options,
    progress: Progress,
) -> Result<Reduced, Error> {
    let unlimited = Veto { target, goal, fuel: FIRST_FUEL, allowed: Sloppiness::ALL };
    let original = unlimited.check(units.to_vec()).map_err(|why| match why {
        Refusal::Undefined(why) => Error::NotDefined(why),
        Refusal::Rejected(why) => Error::Rejected(why),
    })?;
    let fuel = original.steps.saturating_mul(options.fuel_factor).saturating_add(SPARE_FUEL).min(FIRST_FUEL);
    let veto = Veto { target, goal, fuel, allowed: sloppiness(&original.program) };
    let plan = passes::plan(goal, options.merge);
    let engine = Engine::start(&original.program, veto, judge, !options.merge, &plan, progress);
    let mut engine = engine.ok_or(Error::NotInteresting)?;
    engine.run(&plan, options.rounds);
    Ok(Reduced { best: engine.best.candidate(), progress: engine.progress, stopped: engine.stopped })
}

/// Expression nodes that the original may evaluate.
const FIRST_FUEL: u64 = 1_000_000_000;

/// Expression nodes on top of the factor, for programs that hardly run.
const SPARE_FUEL: u64 = 100_000;
