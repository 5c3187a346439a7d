//! Where campaigns and findings are kept. Only this module and `finding::directory` define what is on disk.
//!
//! A finding is a directory `findings/ID`, durable before its program counts as done. The database beside it,
//! `gadfly.db`, is an index of those directories, and knows how far campaigns have come. Either can be made whole from
//! the other.

mod fault;
pub(crate) mod lock;
mod recovery;
mod repeats;
mod schema;
mod sqlite;
mod tables;

use crate::case::Case;
use crate::finding::Finding;
use crate::oracle::{Kind, Oracle};
pub use recovery::Recovery;
use serde::Serialize;
pub use sqlite::SqliteStore;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Where findings go unless told otherwise.
pub const DEFAULT_DIRECTORY: &str = "gadfly-store";

/// A campaign's memory. A second backend implements this trait.
pub trait Store: Send {
    /// Starts a campaign, or goes on with the newest one of the same seed and configuration. `config` is the resolved
    /// configuration as TOML.
    fn begin(&mut self, seed: u64, config: &str) -> Result<Progress, Error>;

    /// The campaign that has begun goes on with these compilers, by name, which say this of themselves. What is another
    /// version than before is noted.
    fn use_compilers(&mut self, versions: &BTreeMap<String, String>) -> Result<(), Error>;

    /// A program is done: its findings are durable when this returns. Doing it twice changes nothing.
    fn record(&mut self, done: &Done, findings: &[(Finding, &Case)]) -> Result<Recorded, Error>;

    /// All findings, flaky ones included, oldest first.
    fn findings(&self) -> Result<Vec<Finding>, Error>;

    /// What was only counted, by compiler, kind and signature.
    fn repeats(&self) -> Result<Vec<Repeats>, Error>;

    /// The finding whose id begins so, if exactly one does.
    fn finding(&self, prefix: &str) -> Result<Finding, Error>;

    /// Where a finding's directory is, if the backend keeps directories.
    fn directory_of(&self, id: &str) -> Option<PathBuf> {
        let _ = id;
        None
    }

    /// Campaigns, oldest first.
    fn campaigns(&self) -> Result<Vec<Campaign>, Error>;
}

/// What a campaign has done so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    pub campaign: i64,
    /// Every program below it is done.
    pub next: u64,
    /// Programs above `next` that are done, in order.
    pub done: Vec<u64>,
    pub totals: Totals,
}

/// One program's account.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Done {
    pub index: u64,
    pub source: String,
    pub totals: Totals,
    /// What is wrong with it, but like enough findings that are kept.
    pub repeats: Vec<Repeat>,
}

/// What would be another finding like many, only counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repeat {
    /// What the finding's would be.
    pub id: String,
    pub recipe: String,
    /// `Compiler::name`.
    pub compiler: String,
    pub kind: Kind,
    pub signature: String,
}

/// All that repeat one crash or refusal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Repeats {
    pub compiler: String,
    pub kind: Kind,
    pub signature: String,
    /// By campaign and index.
    pub programs: Vec<Repeated>,
}

/// A program, with all that it takes to make it again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Repeated {
    pub seed: u64,
    pub index: u64,
    pub recipe: String,
}

/// Sums over programs. The store counts findings by itself, each once.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    pub programs: u64,
    pub builds: u64,
    pub inconclusive: u64,
    pub findings: u64,
    pub flaky: u64,
    /// Not among the findings.
    pub repeats: u64,
    /// CPU milliseconds.
    pub generate_ms: u64,
    pub compile_ms: u64,
    pub run_ms: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recorded {
    /// Findings that were not in the store before.
    pub new: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Campaign {
    pub id: i64,
    pub seed: u64,
    pub started_at: u64,
    pub totals: Totals,
    /// By the name of the source, in the order of names.
    pub sources: Vec<(String, Totals)>,
    pub oracles: Vec<(Oracle, Yield)>,
    /// Oldest first: of a name that is there twice, the last counts.
    pub compilers: Vec<Used>,
    /// The resolved configuration, as TOML.
    pub config: String,
}

/// A compiler of a campaign.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Used {
    pub name: String,
    /// What it says of itself.
    pub version: String,
    /// The first program that it may have compiled.
    pub since: u64,
}

/// What an oracle has found.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Yield {
    pub findings: u64,
    pub flaky: u64,
}

impl std::ops::AddAssign for Totals {
    fn add_assign(&mut self, other: Totals) {
        self.programs += other.programs;
        self.builds += other.builds;
        self.inconclusive += other.inconclusive;
        self.findings += other.findings;
        self.flaky += other.flaky;
        self.repeats += other.repeats;
        self.generate_ms += other.generate_ms;
        self.compile_ms += other.compile_ms;
        self.run_ms += other.run_ms;
    }
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the store {} is in use by process {pid} ({command}), since {since}", directory.display())]
    Busy { directory: PathBuf, pid: u32, command: String, since: String },
    #[error("the disk of the store {} is full", directory.display())]
    Full { directory: PathBuf },
    #[error("there is no store in {}; `gadfly hunt` makes one, `--store DIR` names another", directory.display())]
    Missing { directory: PathBuf },
    #[error("there is no finding `{0}`; `gadfly findings` lists them")]
    NoFinding(String),
    #[error("`{0}` could be any of {1}; give more digits")]
    Ambiguous(String, String),
    #[error("the store {} was written by a newer gadfly (format {found}, this one knows {known})", directory.display())]
    Newer { directory: PathBuf, found: i64, known: i64 },
    #[error("{what} {}: {error}", path.display())]
    Io { what: &'static str, path: PathBuf, error: std::io::Error },
    #[error(
        "the database {} is damaged ({message}). Move it away, and the next hunt makes a new one: the findings are whole in \
         {} and will be in it; only the progress of campaigns is lost",
        path.display(),
        path.with_file_name(recovery::FINDINGS).display()
    )]
    Damaged { path: PathBuf, message: String },
    #[error("the store's database: {0}")]
    Database(String),
}
