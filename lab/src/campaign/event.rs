//! What a running campaign tells whoever shows it. Events in, display out.

use crate::finding::Finding;
use crate::store::Totals;
use std::time::Duration;

/// Sent by worker threads over a channel, in the order things happen.
#[derive(Clone, Debug)]
pub enum Event {
    /// A program is done and recorded. `totals` are this program's alone.
    Program {
        /// Which program of the campaign it was.
        index: u64,
        /// The name of the source that made it.
        source: String,
        /// With the findings that are new to the store.
        totals: Totals,
        /// Of this run so far.
        cpu: Cpu,
    },
    /// A new finding is in the store; not sent for one that was there before.
    Finding(Box<Finding>),
    /// As `Finding`, of a bug that is known: where from.
    Known {
        /// As it is in the store now.
        finding: Box<Finding>,
        /// What `known.toml` says of it: a URL or a note.
        from: String,
    },
    /// So many findings are being reduced or looked into.
    Reducing {
        /// How many, over all threads.
        findings: usize,
    },
    /// A finding's program is small now; it is in the finding's directory.
    Reduced {
        /// Of the finding.
        id: String,
        /// Lines that are left and not blank.
        lines: usize,
    },
    /// A finding was looked into; what was found out is in its directory.
    Triaged {
        /// Of the finding.
        id: String,
        /// By which it is clustered into bugs, on one line.
        fingerprint: String,
        /// Where its bug is known from.
        known: Option<String>,
    },
    /// Nothing could be judged.
    Inconclusive(Inconclusive),
    /// The disk is full, or a compiler does not work any more; the campaign waits and tries again.
    Paused {
        /// What is in the way.
        message: String,
    },
    /// The campaign goes on after a pause.
    Resumed,
    /// The campaign cannot go on.
    Failed {
        /// Why not.
        message: String,
    },
}

/// Why nothing could be judged: there is no case, or an observation says nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Inconclusive {
    /// In few words, the same for the same reason.
    pub reason: String,
    /// What a generator or a compiler said of it, if somebody has to know.
    pub words: String,
    /// There is no program to test, so the whole index is lost.
    pub is_lost: bool,
    /// The source does not work, and people are told at once.
    pub is_failure: bool,
}

/// Where the CPU time went.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Cpu {
    /// Making programs: the interpreter's time in this process, and the time of external generators.
    pub generate: Duration,
    /// Compiling and linking, by the compilers.
    pub compile: Duration,
    /// Executing what was compiled.
    pub run: Duration,
    /// This process, without generating.
    pub own: Duration,
}
