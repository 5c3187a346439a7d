//! What a build made of a case, as typed values; nothing here is a verdict.

pub mod bench;
pub(crate) mod classify;
pub(crate) mod command;
pub(crate) mod pool;
pub(crate) mod reading;
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
    /// How compiling and running ended.
    pub outcome: Outcome,
    /// CPU time of the slowest compilation of a unit, in milliseconds.
    pub compile_cpu_ms: u64,
    /// CPU time of the program, in milliseconds; 0 if it was not run.
    pub run_cpu_ms: u64,
}

/// How compiling and running ended, as typed values. The first step that fails decides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "outcome")]
pub enum Outcome {
    /// Compiled, linked, and ended by itself.
    Ran {
        /// As a shell sees it.
        exit_code: i32,
        /// Without the middle, if it is too long.
        stdout: String,
    },
    /// Compiled and linked, but the program was killed by a signal.
    Died {
        /// Its number.
        signal: i32,
        /// What was written by then.
        stdout: String,
    },
    /// Compiled and linked, but the program did not end in time.
    Endless {
        /// CPU time that it had.
        limit_ms: u64,
    },
    /// Compiled, and that was all: its flags say that nothing is linked.
    Compiled,
    /// The compiler said no, by its own decision.
    Rejected {
        /// The compiler's first error.
        message: String,
    },
    /// The compiler broke: a signal, an internal error, a failed assertion, assembly that the assembler refuses, an
    /// object the linker refuses.
    Crashed {
        /// What tells this crash from others.
        signature: String,
        /// What the compiler wrote, in a few lines.
        message: String,
    },
    /// The compiler did not end in time.
    Hung {
        /// CPU time that it had.
        limit_ms: u64,
    },
    /// The machine or Gadfly is to blame; counted, never a bug.
    Inconclusive {
        /// In few words, the same for the same reason.
        reason: String,
    },
}

impl Outcome {
    /// Whether the compiler did what it is for, right or wrong.
    pub fn is_compiled(&self) -> bool {
        matches!(self, Outcome::Ran { .. } | Outcome::Died { .. } | Outcome::Endless { .. } | Outcome::Compiled)
    }
}
