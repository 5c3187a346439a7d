//! Asks a campaign to end.

use std::sync::atomic::{AtomicBool, Ordering};

/// Once set, no program is begun; those under way are finished and recorded.
#[derive(Debug, Default)]
pub struct Stop(AtomicBool);

impl Stop {
    pub const fn new() -> Stop {
        Stop(AtomicBool::new(false))
    }

    /// Safe in a signal handler.
    pub fn set(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}
