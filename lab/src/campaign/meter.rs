//! Where the CPU time goes, by the clocks of threads and processes.

use super::event::Cpu;
use crate::observe::bench::Spent;
use sandbox::clock::process_cpu;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Sums over all workers of a run, in nanoseconds.
pub struct Meter {
    began: Duration,
    /// Generating in this process.
    generate: AtomicU64,
    /// Generating in others: external generators, and the preprocessor for the interpreter.
    external: AtomicU64,
    compile: AtomicU64,
    run: AtomicU64,
    /// Of the sandboxes themselves, which are processes of their own.
    sandbox: AtomicU64,
    /// Of reductions, in this process: theirs is another account.
    reduce: AtomicU64,
}

impl Meter {
    pub fn start() -> Meter {
        let zero = || AtomicU64::new(0);
        Meter {
            began: process_cpu(),
            generate: zero(),
            external: zero(),
            compile: zero(),
            run: zero(),
            sandbox: zero(),
            reduce: zero(),
        }
    }

    /// Adds a program's; `generate` is that of the worker's thread.
    pub fn add(&self, generate: Duration, children: Spent) {
        let add = |sum: &AtomicU64, time: Duration| sum.fetch_add(time.as_nanos() as u64, Ordering::Relaxed);
        add(&self.generate, generate);
        add(&self.external, children.other);
        add(&self.compile, children.compile);
        add(&self.run, children.run);
        add(&self.sandbox, children.sandbox);
    }

    /// Keeps what a reduction's thread took out of our own share.
    pub fn add_reduction(&self, own: Duration) {
        self.reduce.fetch_add(own.as_nanos() as u64, Ordering::Relaxed);
    }

    pub fn cpu(&self) -> Cpu {
        let read = |sum: &AtomicU64| Duration::from_nanos(sum.load(Ordering::Relaxed));
        let generate = read(&self.generate);
        let own = process_cpu().saturating_sub(self.began).saturating_sub(generate).saturating_sub(read(&self.reduce));
        Cpu {
            generate: generate + read(&self.external),
            compile: read(&self.compile),
            run: read(&self.run),
            own: own + read(&self.sandbox),
        }
    }
}
