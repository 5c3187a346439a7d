//! The only spawner. Every child runs in here: limits on time, memory, files and output, no network, writes only below
//! its scratch directory, nothing left behind.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A place to run untrusted programs one after the other; one per thread.
pub struct Sandbox {
    scratch: PathBuf,
    tier: Tier,
}

/// How strong the walls are on this machine. Shown by `gadfly compilers`, recorded with every finding.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tier {
    /// Process group and resource limits only.
    Limits,
    /// Landlock and seccomp besides: no writes outside the scratch directory, no network.
    Landlock,
    /// Namespaces for processes, mounts and network besides: nothing survives, nothing is seen.
    Namespaces,
}

/// A program to run.
pub struct Job<'a> {
    /// The program, looked up on PATH if it has no slash, and its arguments.
    pub command: &'a [OsString],
    /// Below the scratch directory.
    pub directory: &'a Path,
    pub environment: &'a [(OsString, OsString)],
    pub limits: Limits,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    pub cpu_ms: u64,
    pub wall_ms: u64,
    /// Address space of each process; none for programs under ASan.
    pub memory_bytes: Option<u64>,
    /// Size of any file.
    pub file_bytes: u64,
    /// Output that is kept of each stream: half from its head, half from its tail.
    pub output_bytes: u64,
    pub processes: u64,
}

/// How a job ended, and what it used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ran {
    pub end: End,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// Output beyond the limit was dropped from the middle.
    pub truncated: bool,
    /// CPU time of the job and all its children.
    pub cpu_ms: u64,
    pub wall_ms: u64,
    pub max_rss_kb: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    Exited(i32),
    Signaled(i32),
    /// The CPU or wall limit ended it.
    TimedOut,
    /// It was stopped for using too much of something.
    Exceeded(Resource),
    /// It could not be started; says why.
    NotStarted(String),
}

/// What a job can use too much of, besides time.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Resource {
    Memory,
    /// One file, or all of the scratch directory.
    Disk,
    Output,
    Processes,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("cannot set up the sandbox in {}: {error}", directory.display())]
    SetUp { directory: PathBuf, error: std::io::Error },
    #[error("the sandbox's helper is gone: {0}")]
    Lost(std::io::Error),
}
