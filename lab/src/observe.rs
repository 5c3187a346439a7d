//! What a build made of a case, as typed values; nothing here is a verdict.

pub mod bench;
pub(crate) mod classify;
pub(crate) mod command;
pub(crate) mod pool;
mod reading;
pub mod signature;

pub use bench::Bench;
pub use classify::text_of_bytes;
use serde::{Deserialize, Serialize};

/// What one build made of one case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Observation {
    /// `Compiler::name`.
    pub compiler: String,
    /// The build's flags.
    pub flags: Vec<String>,
    pub outcome: Outcome,
    /// CPU time of the slowest compilation of a unit, in milliseconds.
    pub compile_cpu_ms: u64,
    pub run_cpu_ms: u64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "outcome")]
pub enum Outcome {
    /// Compiled, linked, and ended by itself.
    Ran { exit_code: i32, stdout: String },
    /// Compiled and linked, but the program was killed by a signal.
    Died { signal: i32, stdout: String },
    /// Compiled and linked, but the program did not end in time.
    Endless { limit_ms: u64 },
    /// The compiler said no, by its own decision.
    Rejected { message: String },
    /// The compiler broke: a signal, an internal error, a failed assertion, assembly that the assembler refuses, an
    /// object the linker refuses.
    Crashed { signature: String, message: String },
    /// The compiler did not end in time.
    Hung { limit_ms: u64 },
    /// The machine or Gadfly is to blame; counted, never a bug.
    Inconclusive { reason: String },
}
