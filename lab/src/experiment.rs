//! Experiments: which technique finds what (Chen et al., ICSE 2016), under equal budgets.
//!
//! A *plan* says which arms are compared on which compilers, how often, and with which budget. A *trial* is one arm against
//! one compiler with one seed. Trials of one compiler and seed make a *cell*: its arms take turns in small slices, so that
//! whatever the machine is busy with hits all of them alike. Every slice is in the *journal* before the next one begins.
//!
//! `plan` is the TOML; `subject` the compilers; `work` judges one program; `identity` says which bug it was; `trial` adds
//! programs up; `journal` keeps slices; `run` is all of it together, and names bugs that nobody has seeded; `estimate` says
//! what a plan takes. `activity` counts what optimizers do, `cost` where the CPU time of a source goes.

pub mod activity;
pub mod cost;
pub mod estimate;
mod identity;
pub mod journal;
mod measure;
pub mod plan;
mod run;
mod subject;
mod trial;
mod work;

pub use estimate::{Estimate, estimate};
pub use journal::{Journal, Slice};
pub use plan::{Budget, Plan};
pub use run::{Error, Progress, Run, run};
pub use subject::{Broken, Subjects, identify};

/// The crate with all that is said about a comparison, for those who show it.
pub use report;
