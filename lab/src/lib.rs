//! The only library that touches the world: compilers, the sandbox they run in, what is observed of them, the verdicts
//! on it, and the store that keeps every finding.
//!
//! `campaign` reads top to bottom as the data flow: a *source* makes a *case*, a *bench* observes what each *build*
//! makes of it, an *oracle* judges the *observations*, and a *finding* is durable before the next program starts.

#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod aftercare;
pub mod bounded;
pub mod campaign;
pub mod case;
pub mod compiler;
pub mod config;
pub mod date;
pub mod detection;
pub mod experiment;
pub mod finding;
pub mod history;
pub mod kind;
pub mod observe;
pub mod on_path;
pub mod oracle;
pub mod printable;
pub mod record;
pub mod reduction;
pub mod repro;
pub mod shell;
pub mod signal;
pub mod sources;
pub mod stop;
pub mod store;
pub mod triage;

pub use case::{Case, Expected};
pub use compiler::{Build, Compiler};
pub use finding::Finding;
pub use observe::{Bench, Observation};
pub use oracle::Verdict;
pub use record::Record;
pub use triage::Triage;
