//! A sandbox with a directory in which a case is laid out, compiled and run.

use crate::case::Case;
use crate::compiler::Build;
use crate::config::LimitsConfig;
use crate::observe::{Observation, Outcome};
use crate::sandbox::{End, Limits, Ran, Sandbox};
use std::io;
use std::time::Duration;

/// One per worker thread.
pub struct Bench {
    pub sandbox: Sandbox,
    pub limits: LimitsConfig,
    spent: Spent,
}

/// CPU time of a bench's children.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// Compiling and linking.
    pub compile: Duration,
    pub run: Duration,
    /// What `Bench::run` ran: external generators, preprocessors, questions to compilers.
    pub other: Duration,
}

impl Bench {
    pub fn new(sandbox: Sandbox, limits: LimitsConfig) -> Bench {
        Bench { sandbox, limits, spent: Spent::default() }
    }

    /// Empties the scratch directory and writes the case's files into it.
    pub fn lay_out(&mut self, case: &Case) -> io::Result<()> {
        let _ = case;
        Ok(())
    }

    /// Compiles, links and runs the case that is laid out.
    pub fn observe(&mut self, case: &Case, build: &Build) -> Observation {
        let _ = case;
        Observation {
            compiler: build.compiler.name.clone(),
            flags: build.flags.clone(),
            outcome: Outcome::Inconclusive { reason: "nothing observes yet".to_string() },
            compile_cpu_ms: 0,
            run_cpu_ms: 0,
        }
    }

    /// One of the case's files through `cc -E`, with the case's flags; the case is laid out.
    pub fn preprocess(&mut self, case: &Case, unit: &str) -> Result<String, String> {
        let _ = case;
        Err(format!("nothing preprocesses {unit} yet"))
    }

    /// Runs any command in the scratch directory.
    pub fn run(&mut self, command: &[String], limits: Limits) -> Ran {
        let _ = (command, limits);
        not_started("nothing runs yet".to_string())
    }

    /// Limits of one compilation.
    pub fn compile_limits(&self) -> Limits {
        self.limits_of(self.limits.compile_cpu_ms, self.limits.compile_memory_mb)
    }

    /// Limits of one execution.
    pub fn run_limits(&self) -> Limits {
        self.limits_of(self.limits.run_cpu_ms, self.limits.run_memory_mb)
    }

    fn limits_of(&self, cpu_ms: u64, memory_mb: u64) -> Limits {
        Limits {
            cpu_ms,
            // CPU time decides, so that a busy machine changes nothing; this is for what sleeps.
            wall_ms: cpu_ms.saturating_mul(10).saturating_add(60_000),
            memory_bytes: Some(memory_mb.saturating_mul(1 << 20)),
            file_bytes: self.limits.file_mb.saturating_mul(1 << 20),
            output_bytes: self.limits.output_kb.saturating_mul(1 << 10),
            processes: 64,
        }
    }

    /// CPU time of all children so far.
    pub fn cpu(&self) -> Spent {
        self.spent
    }
}

fn not_started(reason: String) -> Ran {
    Ran {
        end: End::NotStarted(reason),
        stdout: Vec::new(),
        stderr: Vec::new(),
        truncated: false,
        cpu_ms: 0,
        wall_ms: 0,
        max_rss_kb: 0,
    }
}
