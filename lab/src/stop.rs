//! Asks for an end of what is under way.

use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Once set, no program is begun; those under way are finished and recorded. After the deadline, if it has one, they are
/// given up.
#[derive(Debug, Default)]
pub struct Stop {
    is_set: AtomicBool,
    deadline: OnceLock<Instant>,
}

impl Stop {
    /// Not set, and without a deadline.
    pub const fn new() -> Stop {
        Stop { is_set: AtomicBool::new(false), deadline: OnceLock::new() }
    }

    /// Safe in a signal handler.
    pub fn set(&self) {
        self.is_set.store(true, Ordering::SeqCst);
    }

    /// By then everything is to be over. Only the first deadline counts.
    pub fn end_at(&self, deadline: Instant) {
        let _ = self.deadline.set(deadline);
    }

    /// None unless `end_at` was called.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline.get().copied()
    }

    /// Whether nothing more is to be begun.
    pub fn is_set(&self) -> bool {
        self.is_set.load(Ordering::SeqCst) || self.is_late()
    }

    /// Whether even what is under way is to be given up.
    pub fn is_late(&self) -> bool {
        self.deadline.get().is_some_and(|deadline| Instant::now() >= *deadline)
    }

    /// Fails once what is under way is to be given up. For loops that may take long.
    pub fn check(&self) -> Result<(), Unfinished> {
        if self.is_late() { Err(Unfinished::Late) } else { Ok(()) }
    }
}

/// Why a program is not done. There is nothing of it in the store.
#[derive(Debug, thiserror::Error)]
pub enum Unfinished {
    /// The deadline has passed.
    #[error("out of time")]
    Late,
    /// The sandbox or the files of the case cannot be used.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A compiler does not work at all any more. It did when the campaign began, so the machine is to blame.
    #[error("{reason}")]
    Broken {
        /// What it says.
        reason: String,
        /// It did compile something of this very program.
        compiles: bool,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_request_lets_programs_finish_and_a_deadline_does_not() {
        let stop = Stop::new();
        stop.end_at(Instant::now() + Duration::from_secs(1_000_000));
        assert!(!stop.is_set() && stop.check().is_ok());
        stop.set();
        assert!(stop.is_set() && stop.check().is_ok());
        let late = Stop::new();
        late.end_at(Instant::now());
        assert!(late.is_set() && matches!(late.check(), Err(Unfinished::Late)));
    }
}
