//! A sandbox with a directory in which a case is laid out, compiled and run.

use crate::config::LimitsConfig;
use crate::sandbox::Sandbox;

/// One per worker thread.
pub struct Bench {
    pub sandbox: Sandbox,
    pub limits: LimitsConfig,
}
