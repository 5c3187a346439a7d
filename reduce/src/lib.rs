//! Makes a C program smaller while it stays interesting: passes over the model, then over the text.
//!
//! `reduce` is pure: it knows no compiler and starts no threads. What is interesting is decided by a `Judge` that
//! the caller brings; whether a candidate is defined, and what it prints, is decided here by the interpreter.

pub mod judge;
pub mod text;

pub use judge::{Candidate, Expected, Goal, Judge, Progress, Unit, Yield};

use lang::Target;

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
    pub best: Candidate,
    pub progress: Progress,
    /// `Judge::proceed` said to stop before the end.
    pub stopped: bool,
}

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

/// Reduces preprocessed units that are linked into one program.
pub fn reduce(
    units: &[Unit],
    target: Target,
    goal: Goal,
    judge: &dyn Judge,
    options: &Options,
) -> Result<Reduced, Error> {
    let _ = (units, target, goal, judge, options);
    Err(Error::NotInteresting)
}
