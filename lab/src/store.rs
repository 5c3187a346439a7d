//! Where campaigns and records are kept. Only this module defines what is on disk, and only it knows the database.
//!
//! The database is the truth. The directory `findings/ID` of a finding is rendered from its record after every change, and
//! read back by recovery alone: each has a `record.json`, from which a lost database is made again.

mod bugs;
mod entries;
mod fault;
mod leases;
mod legacy;
mod lock;
mod open;
mod records;
mod recovery;
mod repeats;
mod samples;
mod schema;
mod sqlite;
mod tables;

pub use open::{edit, open, read};
pub use recovery::Recovery;

use crate::case::Case;
use crate::finding::{Finding, State};
use crate::oracle::{Kind, Oracle};
use crate::record::{Record, Reducing, Reduction, Triaged, needs_triage};
use crate::triage::{Bug, Corrections, Triage};
use serde::Serialize;
use std::any::Any;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where findings go unless told otherwise.
pub const DEFAULT_DIRECTORY: &str = crate::config::DEFAULT_STORE;

/// The memory of campaigns, and of all that is known of findings. Threads share it; another backend implements this trait.
///
/// What a method has changed is durable when it returns. Killing the process at any moment loses nothing of that, and
/// doubles nothing.
pub trait Store: Send + Sync {
    /// Starts a campaign, or goes on with the newest one of the same seed and configuration. `config` is the resolved
    /// configuration as TOML. Called once by each hunt, before all that is about its campaign.
    fn begin(&self, seed: u64, config: &str) -> Result<Progress, Error>;

    /// The campaign that has begun goes on with these compilers, by name, which say this of themselves. What is another
    /// version than before is noted.
    fn use_compilers(&self, versions: &BTreeMap<String, String>) -> Result<(), Error>;

    /// Up to `count` indices of the campaign that are neither done nor leased to anyone else, for this long. Whoever works
    /// on a campaign beside others takes its indices from here, and renews the lease in time: one that is not renewed is
    /// void, so that what a dead process has left is done by others.
    fn lease(&self, count: u64, time: Duration) -> Result<Lease, Error>;

    /// From now on for this long. False if the lease was void already: its indices may be someone else's.
    fn renew(&self, lease: &Lease, time: Duration) -> Result<bool, Error>;

    /// What is not done of a lease is free again.
    fn release(&self, lease: &Lease) -> Result<(), Error>;

    /// A program is done, with these findings. Doing it twice changes nothing.
    fn record(&self, done: &Done, findings: &[(Finding, &Case)]) -> Result<Recorded, Error>;

    /// How a campaign went, the oldest sample first. The store takes them by itself while programs are recorded: the more
    /// CPU time a campaign has taken, the farther apart.
    fn samples(&self, campaign: i64) -> Result<Vec<Sample>, Error>;

    /// Campaigns, oldest first.
    fn campaigns(&self) -> Result<Vec<Campaign>, Error>;

    /// What was only counted, by compiler, kind and signature.
    fn repeats(&self) -> Result<Vec<Repeats>, Error>;

    /// One page of the findings that a query wants, oldest first. Decodes nothing but what an entry has.
    fn query(&self, query: &Query) -> Result<Vec<Entry>, Error>;

    /// The id that begins so, if exactly one does.
    fn find(&self, prefix: &str) -> Result<String, Error>;

    /// All that is known of the finding with this id.
    fn get(&self, id: &str) -> Result<Record, Error>;

    /// What was found out, of all findings that were looked into, oldest first.
    fn triages(&self) -> Result<Vec<Triage>, Error>;

    /// The bugs that these findings are of, as people have corrected them.
    fn bugs(&self) -> Result<Vec<Bug>, Error>;

    /// Takes a finding for this process, until the claim is dropped or the process ends. None if another process, or
    /// another thread of this one, has it. Whoever is going to put something that takes long to find out claims first.
    fn claim(&self, id: &str) -> Result<Option<Claim>, Error>;

    /// What came of making the program of a finding smaller. What was found out about another program is forgotten.
    fn put_reduction(&self, id: &str, reduction: &Reduction) -> Result<(), Error>;

    /// What was found out about a finding.
    fn put_triage(&self, id: &str, triage: &Triage) -> Result<(), Error>;

    /// Where the bug of a finding that was looked into is known from.
    fn put_known(&self, id: &str, from: Option<&str>) -> Result<(), Error>;

    /// What people said about which findings are of one bug.
    fn corrections(&self) -> Result<Corrections, Error>;

    /// From now on people say this.
    fn correct(&self, corrections: &Corrections) -> Result<(), Error>;

    /// What the store is called, for people; `known.toml` is looked for beside it.
    fn path(&self) -> &Path;

    /// Where a finding's directory is, if the backend keeps directories. It is for people and their tools: nothing is read
    /// back from it.
    fn directory_of(&self, id: &str) -> Option<PathBuf>;

    /// What opening the store had to put right.
    fn recovery(&self) -> &Recovery;

    /// All findings, flaky ones included, oldest first. For few of them `query` is cheaper.
    fn findings(&self) -> Result<Vec<Finding>, Error> {
        let entries = self.query(&Query::default())?;
        entries.iter().map(|entry| Ok(self.get(&entry.id)?.finding)).collect()
    }

    /// The finding whose id begins so, if exactly one does.
    fn finding(&self, prefix: &str) -> Result<Finding, Error> {
        Ok(self.get(&self.find(prefix)?)?.finding)
    }
}

/// A finding that nobody else works on while this lives.
pub struct Claim(#[expect(dead_code, reason = "dropping it frees the finding")] Box<dyn Any + Send>);

/// Indices of a campaign that are one process's to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lease {
    /// Given by the store.
    pub id: i64,
    /// In the campaign.
    pub indices: Range<u64>,
}

/// Which findings are wanted; by default all of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Query {
    /// What is wrong.
    pub kind: Option<Kind>,
    /// Who is accused: a compiler's name, or `gadfly`.
    pub compiler: Option<String>,
    /// Only those that were not seen in every run, or only those that were.
    pub flaky: Option<bool>,
    /// How far the reduction has come.
    pub reducing: Option<Reducing>,
    /// Which program was looked into.
    pub triaged: Option<Triaged>,
    /// The id of the finding that stands for the bug.
    pub bug: Option<String>,
    /// When it was found, in seconds since 1970.
    pub found_at: Option<Range<u64>>,
    /// Only what comes after this, the last entry of the page before.
    pub after: Option<Position>,
    /// Entries of a page.
    pub limit: Option<usize>,
}

/// Where an entry is in the order of a query.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position {
    /// Entries are ordered by the time first, in seconds since 1970.
    pub found_at: u64,
    /// Orders those of one second.
    pub index: u64,
    /// Orders those of one program.
    pub id: String,
}

/// A finding in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Of the finding: its twelve digits.
    pub id: String,
    /// What is wrong.
    pub kind: Kind,
    /// What has judged.
    pub oracle: Oracle,
    /// As the configuration calls it.
    pub source: String,
    /// Who is accused: the compiler's name, or `gadfly`.
    pub compiler: String,
    /// What the compiler says of itself.
    pub version: String,
    /// Of a crash or a refusal, else empty.
    pub signature: String,
    /// Whether it was seen in every run.
    pub state: State,
    /// Seconds since 1970, UTC.
    pub found_at: u64,
    /// Of the program in the campaign.
    pub index: u64,
    /// CPU milliseconds that the campaign had taken by then, if that is known.
    pub cpu_ms: Option<u64>,
    /// How far the reduction has come.
    pub reducing: Reducing,
    /// Which program was looked into.
    pub triaged: Triaged,
    /// What it is called in a list: `Record::headline`.
    pub headline: String,
    /// Lines that are left of the program.
    pub reduced_lines: Option<usize>,
    /// The finding that stands for its bug, once it was looked into.
    pub bug: Option<String>,
}

impl Entry {
    /// What `Query::after` takes to go on behind it.
    pub fn position(&self) -> Position {
        Position { found_at: self.found_at, index: self.index, id: self.id.clone() }
    }

    /// Whether it was not seen in every run.
    pub fn is_flaky(&self) -> bool {
        matches!(self.state, State::Flaky { .. })
    }

    /// Whether it was never looked into, or reduced since.
    pub fn needs_triage(&self) -> bool {
        needs_triage(self.reducing, self.triaged)
    }
}

/// How far a campaign had come at some time: the sums over one source, oracle or build until then.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sample {
    /// Seconds since 1970, UTC.
    pub at: u64,
    /// CPU milliseconds of the campaign until then: generating, compiling and running.
    pub cpu_ms: u64,
    /// What `name` is the name of.
    pub dimension: Dimension,
    /// Of the source, the oracle or the build: `policy`, `dol`, `gcc-12 -O2`.
    pub name: String,
    /// Of a source.
    pub programs: u64,
    /// Of a source or a build.
    pub compilations: u64,
    /// CPU milliseconds of the source or the build.
    pub spent_ms: u64,
    /// Those that were seen in every run.
    pub findings: u64,
    /// Those that were not. They are not among `findings`.
    pub flaky: u64,
}

/// By what sums are told apart.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dimension {
    /// Of programs.
    Source,
    /// What has judged.
    Oracle,
    /// See `build_name`.
    Build,
}

/// What a campaign has done so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Its id in the store.
    pub campaign: i64,
    /// Every program below it is done.
    pub next: u64,
    /// Programs above `next` that are done, in order.
    pub done: Vec<u64>,
    /// Of all runs so far.
    pub totals: Totals,
}

/// One program's account.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Done {
    /// Of the program in the campaign.
    pub index: u64,
    /// The name of the source that made it.
    pub source: String,
    /// Of this program alone. Findings among them are not added up: the store counts its own.
    pub totals: Totals,
    /// What is wrong with it, but like enough findings that are kept.
    pub repeats: Vec<Repeat>,
    /// What its builds took, by the compiler and its level.
    pub builds: Vec<UsedBuild>,
}

/// What one build took of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UsedBuild {
    /// `gcc-12 -O2`: see `build_name`.
    pub name: String,
    /// CPU milliseconds of compiling and running.
    pub cpu_ms: u64,
}

/// What a build is counted as: the compiler with its level. Random flags are too many to be counted apart.
pub fn build_name(compiler: &str, flags: &[String]) -> String {
    match flags.iter().find(|flag| flag.starts_with("-O")) {
        Some(level) => format!("{compiler} {level}"),
        None => compiler.to_string(),
    }
}

/// What would be another finding like many, only counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repeat {
    /// What the finding's would be.
    pub id: String,
    /// What rebuilds the program.
    pub recipe: String,
    /// `Compiler::name`.
    pub compiler: String,
    /// What is wrong.
    pub kind: Kind,
    /// By which it is like the others.
    pub signature: String,
}

/// All that repeat one crash or refusal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Repeats {
    /// `Compiler::name`.
    pub compiler: String,
    /// What is wrong.
    pub kind: Kind,
    /// What all of them share.
    pub signature: String,
    /// By campaign and index.
    pub programs: Vec<Repeated>,
}

/// A program, with all that it takes to make it again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Repeated {
    /// Of the campaign.
    pub seed: u64,
    /// Of the program in the campaign.
    pub index: u64,
    /// What rebuilds it.
    pub recipe: String,
}

/// Sums over programs. The store counts findings by itself, each once.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// With variants, and with all programs of a batch.
    pub programs: u64,
    /// Compiler runs that count: one for each build of each case.
    pub builds: u64,
    /// Programs for which there is no case, and observations that say nothing.
    pub inconclusive: u64,
    /// Those that were seen in every run.
    pub findings: u64,
    /// Findings that were not seen in every run. They are not among `findings`.
    pub flaky: u64,
    /// Not among the findings.
    pub repeats: u64,
    /// CPU milliseconds.
    pub generate_ms: u64,
    /// CPU milliseconds of compiling and linking.
    pub compile_ms: u64,
    /// CPU milliseconds of executing programs.
    pub run_ms: u64,
}

/// What recording a program has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recorded {
    /// Findings that were not in the store before.
    pub new: Vec<String>,
}

/// A campaign in a list, with sums over all its runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Campaign {
    /// Given by the store, in the order in which campaigns began.
    pub id: i64,
    /// With the configuration it decides every program.
    pub seed: u64,
    /// Seconds since 1970, UTC.
    pub started_at: u64,
    /// Over all sources.
    pub totals: Totals,
    /// By the name of the source, in the order of names.
    pub sources: Vec<(String, Totals)>,
    /// Those that have found something.
    pub oracles: Vec<(Oracle, Yield)>,
    /// Oldest first: of a name that is there twice, the last counts.
    pub compilers: Vec<Used>,
    /// The resolved configuration, as TOML.
    pub config: String,
}

/// A compiler of a campaign.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Used {
    /// `Compiler::name`.
    pub name: String,
    /// What it says of itself.
    pub version: String,
    /// The first program that it may have compiled.
    pub since: u64,
}

/// What an oracle has found.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Yield {
    /// Those that were seen in every run.
    pub findings: u64,
    /// Those that were not.
    pub flaky: u64,
}

impl Totals {
    /// CPU milliseconds of all that programs take.
    pub fn cpu_ms(&self) -> u64 {
        self.generate_ms + self.compile_ms + self.run_ms
    }
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

/// Why the store does not do what it is asked to.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Another process has its lock, mostly a hunt.
    #[error("the store {} is in use by process {pid} ({command}), since {since}", directory.display())]
    Busy {
        /// Of the store.
        directory: PathBuf,
        /// Of the process that has the lock; 0 if it does not say.
        pid: u32,
        /// What that process was started as.
        command: String,
        /// A date with a time, UTC.
        since: String,
    },
    /// Nothing was changed. The same may succeed later.
    #[error("the disk of the store {} is full", directory.display())]
    Full {
        /// Of the store.
        directory: PathBuf,
    },
    /// It was opened to read or edit, which makes no store.
    #[error("there is no store in {}; `gadfly hunt` makes one, `--store DIR` names another", directory.display())]
    Missing {
        /// Where it should be.
        directory: PathBuf,
    },
    /// The prefix that was asked for.
    #[error("there is no finding `{0}`; `gadfly findings` lists them")]
    NoFinding(String),
    /// The prefix that was asked for, and the ids that begin so.
    #[error("`{0}` could be any of {1}; give more digits")]
    Ambiguous(String, String),
    /// An older Gadfly must not change it.
    #[error("the store {} was written by a newer gadfly (format {found}, this one knows {known})", directory.display())]
    Newer {
        /// Of the store.
        directory: PathBuf,
        /// The version of its format.
        found: i64,
        /// The newest version that this one reads.
        known: i64,
    },
    /// A file of the store cannot be used.
    #[error("{what} {}: {error}", path.display())]
    Io {
        /// What was tried, in words that go before the path: `cannot read`.
        what: &'static str,
        /// Of the file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// SQLite says that the file is not what it wrote.
    #[error(
        "the database {} is damaged ({message}). Move it away, and the next hunt makes a new one: the findings are whole in \
         {} and will be in it; only the progress of campaigns is lost",
        path.display(),
        path.with_file_name(recovery::FINDINGS).display()
    )]
    Damaged {
        /// Of the database.
        path: PathBuf,
        /// What SQLite says.
        message: String,
    },
    /// What SQLite says. Nothing was changed.
    #[error("the store's database: {0}")]
    Database(String),
}
