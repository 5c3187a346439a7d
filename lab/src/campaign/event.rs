//! What a running campaign tells whoever shows it. Events in, display out.

use crate::finding::Finding;
use crate::store::Totals;
use std::time::Duration;

/// Sent by worker threads over a channel, in the order things happen.
#[derive(Clone, Debug)]
pub enum Event {
    /// A program is done and recorded. `totals` are this program's alone.
    Program {
        index: u64,
        source: String,
        totals: Totals,
        /// Of this run so far.
        cpu: Cpu,
    },
    /// A new finding is in the store; not sent for one that was there before.
    Finding(Box<Finding>),
    /// As `Finding`, of a bug that is known: where from.
    Known {
        finding: Box<Finding>,
        from: String,
    },
    /// So many findings are being reduced or looked into.
    Reducing {
        findings: usize,
    },
    /// A finding's program is small now; it is in the finding's directory.
    Reduced {
        id: String,
        lines: usize,
    },
    /// A finding was looked into; what was found out is in its directory.
    Triaged {
        id: String,
        fingerprint: String,
        /// Where its bug is known from.
        known: Option<String>,
    },
    /// Nothing could be judged.
    Inconclusive(Inconclusive),
    /// The disk is full, or a compiler does not work any more; the campaign waits and tries again.
    Paused {
        message: String,
    },
    Resumed,
    /// The campaign cannot go on.
    Failed {
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
    pub generate: Duration,
    pub compile: Duration,
    pub run: Duration,
    /// This process, without generating.
    pub own: Duration,
}
