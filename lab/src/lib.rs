//! The only library that touches the world: compilers, the sandbox they run in, what is observed of them, the verdicts
//! on it, and the store that keeps every finding.
//!
//! `campaign` reads top to bottom as the data flow: an *origin* makes a *case*, a *bench* observes what each *build*
//! makes of it, an *oracle* judges the *observations*, and a *finding* is durable before the next program starts.

pub mod campaign;
pub mod case;
pub mod compiler;
pub mod config;
pub mod finding;
pub mod observe;
pub mod oracle;
pub mod origin;
pub mod reduction;
pub mod repro;
pub mod store;
pub mod triage;

pub use case::{Case, Expected};
pub use compiler::{Build, Compiler};
pub use finding::Finding;
pub use observe::{Bench, Observation};
pub use oracle::Verdict;
pub use triage::Triage;
