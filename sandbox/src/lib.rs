//! The only spawner. Every child runs in here: limits on time, memory, files and output, no network, reads only what a
//! compiler needs, writes only in its scratch directory, nothing left behind. `docs/sandbox.md` says what each tier
//! promises.
//!
//! A sandbox is one helper process that lives as long as the sandbox: this binary again, in a mode that builds the
//! walls once (`walls`) and then forks a child for every job it is told of over a socket (`wire`). So a job costs a
//! fork and an exec, and when this process dies, however it dies, the helper's end of the socket closes, and the helper
//! takes everything with it (`serve`).
//!
//! Outside, nobody trusts a name that jobs could have changed: files of a scratch directory are written and read through
//! its descriptor (`Directory`).
//!
//! What is left to others: which commands are run, and what their ends mean.

#![deny(missing_docs)]

mod capture;
mod census;
pub mod clock;
mod directory;
mod job;
mod place;
mod scratch;
mod serve;
mod spawn;
mod sys;
mod tier;
mod tree;
mod walls;
mod wire;

pub use census::Census;
pub use directory::Directory;
pub use place::PASSED;
pub use scratch::{remove, sweep, sweep_in};
pub use serve::serve;
pub use tier::Tier;

use scratch::Scratch;
use std::ffi::OsString;
use std::io;
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

/// A place to run untrusted programs one after the other; one per thread.
pub struct Sandbox {
    /// None after it was lost, until the next job. Before `scratch`: it ends before its directory is removed.
    process: Option<Process>,
    scratch: Scratch,
    tier: Tier,
    refusals: Vec<(Tier, String)>,
    helper: Helper,
    /// Where the scratch directory was to be made.
    parent: Option<PathBuf>,
    /// What jobs may read besides the system's directories.
    readable: Vec<PathBuf>,
    /// Where jobs may write besides the scratch directory.
    lent: Vec<PathBuf>,
    busy: Busy,
}

/// Ends the job that is under way in a sandbox, from another thread.
pub struct Ender(Busy);

/// The socket to the helper that has a job, while it has it.
type Busy = Arc<Mutex<Option<UnixStream>>>;

impl Ender {
    /// With everything it has started. The helper goes, too, and the next job starts another one.
    pub fn end(&self) {
        let busy = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // One that is gone already has ended its job.
        let _ = busy.as_ref().map(|control| control.shutdown(Shutdown::Both));
    }
}

/// How this binary is started as a sandbox's helper; `serve` is what it must do then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Helper {
    /// Usually the executable of this process.
    pub program: PathBuf,
    /// What makes it serve, instead of what it does for its user.
    pub args: Vec<OsString>,
}

/// A program to run.
pub struct Job<'a> {
    /// The program, looked up on PATH if it has no slash, and its arguments.
    pub command: &'a [OsString],
    /// Laid over what jobs get of this process's environment (`PASSED`), in which `HOME` and `TMPDIR` are the sandbox's own.
    pub environment: &'a [(OsString, OsString)],
    /// What ends the job early.
    pub limits: Limits,
}

/// What a job may use. A job that uses more is ended, and [`End`] says of what.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Of the job and all its children together.
    pub cpu_ms: u64,
    /// From start to end, on a clock that goes on while the job waits.
    pub wall_ms: u64,
    /// How long it may do nothing at all: it sleeps, or waits for what nobody sends.
    pub idle_ms: u64,
    /// Address space of each process, and half of what all of them may have resident; none for programs under ASan,
    /// which may have half of the machine's memory resident.
    pub memory_bytes: Option<u64>,
    /// Size of any file. All files together may have four times as much.
    pub file_bytes: u64,
    /// Output that is kept of each stream: half from its head, half from its tail. Who writes 64 times as much, and
    /// more than a few megabytes, is stopped.
    pub output_bytes: u64,
    /// Processes at a time. Looked at from time to time, so there may be more for some milliseconds.
    pub processes: u64,
}

/// How a job ended, and what it used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ran {
    /// Why it ended.
    pub end: End,
    /// At most `Limits::output_bytes` of it.
    pub stdout: Vec<u8>,
    /// Like `stdout`, with a limit of its own.
    pub stderr: Vec<u8>,
    /// Output beyond the limit was dropped from the middle.
    pub truncated: bool,
    /// CPU time of the job and all its children.
    pub cpu_ms: u64,
    /// From start to end.
    pub wall_ms: u64,
    /// Of the largest process.
    pub max_rss_kb: u64,
    /// CPU time of the sandbox itself, for all its jobs so far.
    pub keeper_us: u64,
}

impl Ran {
    /// Nothing was used, and nothing was said.
    pub fn not_started(reason: String) -> Ran {
        Ran {
            end: End::NotStarted(reason),
            stdout: Vec::new(),
            stderr: Vec::new(),
            truncated: false,
            cpu_ms: 0,
            wall_ms: 0,
            max_rss_kb: 0,
            keeper_us: 0,
        }
    }
}

/// Why a job ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// By itself, with this exit code.
    Exited(i32),
    /// By a signal that was not the sandbox's, with this number. A job that stopped itself was ended, and has
    /// `SIGSTOP`.
    Signaled(i32),
    /// The CPU or wall limit ended it, or that on doing nothing.
    TimedOut,
    /// It was stopped for using too much of something.
    Exceeded(Resource),
    /// It could not be started; says why.
    NotStarted(String),
}

/// What a job can use too much of, besides time.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Resource {
    /// What all processes have resident together.
    Memory,
    /// One file, or all of the scratch directory.
    Disk,
    /// Far more than `Limits::output_bytes` on one stream.
    Output,
    /// More than `Limits::processes` at a time.
    Processes,
}

/// Why there is no sandbox, or no longer one. It says nothing about the job.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Not even the weakest tier could be built.
    #[error("cannot set up the sandbox in {}: {error}", directory.display())]
    SetUp {
        /// Where the scratch directory was to be.
        directory: PathBuf,
        /// What refused the weakest tier.
        error: io::Error,
    },
    /// The helper has died, or its directory with it. The next job starts another one.
    #[error("the sandbox's helper is gone: {0}")]
    Lost(io::Error),
}

impl Sandbox {
    /// Makes a scratch directory below `parent`, or else on a roomy tmpfs, or else where temporary files go, and builds
    /// the strongest walls around it that this machine really allows, none stronger than `strongest`.
    pub fn new(helper: &Helper, parent: Option<&Path>, strongest: Tier) -> Result<Sandbox, Error> {
        let scratch = Scratch::new(parent).map_err(|error| set_up(parent, error))?;
        let mut refusals = Vec::new();
        let mut last = io::Error::other("there are no walls");
        for tier in Tier::ALL.into_iter().rev().filter(|tier| *tier <= strongest) {
            match Process::start(helper, &scratch, tier, (&[], &[])) {
                Ok(process) => {
                    return Ok(Sandbox {
                        process: Some(process),
                        scratch,
                        tier,
                        refusals,
                        helper: helper.clone(),
                        parent: parent.map(Path::to_path_buf),
                        readable: Vec::new(),
                        lent: Vec::new(),
                        busy: Arc::default(),
                    });
                }
                Err(error) => {
                    refusals.push((tier, error.to_string()));
                    last = error;
                }
            }
        }
        Err(set_up(Some(scratch.root()), last))
    }

    /// Another one with walls of the same tier, whose jobs may read the same. None of its directories are lent.
    pub fn another(&self) -> Result<Sandbox, Error> {
        let parent = self.parent.as_deref();
        let scratch = Scratch::new(parent).map_err(|error| set_up(parent, error))?;
        let process = Process::start(&self.helper, &scratch, self.tier, (&self.readable, &[]));
        Ok(Sandbox {
            process: Some(process.map_err(|error| set_up(parent, error))?),
            scratch,
            tier: self.tier,
            refusals: self.refusals.clone(),
            helper: self.helper.clone(),
            parent: self.parent.clone(),
            readable: self.readable.clone(),
            lent: Vec::new(),
            busy: Arc::default(),
        })
    }

    /// The walls in force.
    pub fn tier(&self) -> Tier {
        self.tier
    }

    /// Stronger tiers that were tried, and why this machine does not have them.
    pub fn refusals(&self) -> &[(Tier, String)] {
        &self.refusals
    }

    /// Where jobs run and may write, by the path that they see. Outside it may lead nowhere: see `directory`.
    pub fn scratch(&self) -> &Path {
        self.scratch.work()
    }

    /// The same, for this process: where it lays out files and reads what jobs made. None after a helper was lost.
    pub fn directory(&self) -> io::Result<&Directory> {
        let lost = || io::Error::other("the sandbox's helper is gone");
        self.process.as_ref().map(|process| &process.work).ok_or_else(lost)
    }

    /// Lets jobs read files and directories besides the system's own, from now on.
    pub fn open(&mut self, paths: &[PathBuf]) {
        let is_new = |path: &&PathBuf| !self.may_read(path);
        let paths: Vec<PathBuf> = paths.iter().filter(is_new).cloned().collect();
        if paths.is_empty() {
            return;
        }
        self.readable.extend(paths.iter().cloned());
        // A helper that is lost by this is replaced, and told of all.
        if self.process.as_mut().is_some_and(|process| process.open(&paths).is_err()) {
            self.process = None;
        }
    }

    /// Lets jobs write in directories besides the scratch directory, from now on. The directories and what is in them
    /// become the jobs' user's, where jobs have one of their own, and count as files of the jobs. Who uses what jobs have
    /// left there must not trust it: no job may run meanwhile, and links may lead anywhere.
    pub fn lend(&mut self, directories: &[PathBuf]) -> io::Result<()> {
        let lost = || io::Error::other("the sandbox's helper is gone");
        self.process.as_mut().ok_or_else(lost)?.lend(directories)?;
        self.lent.extend(directories.iter().cloned());
        Ok(())
    }

    /// What jobs may read besides the system's directories, in the order in which it was opened.
    pub fn readable(&self) -> &[PathBuf] {
        &self.readable
    }

    /// Whether the walls let jobs read this.
    pub fn may_read(&self, path: &Path) -> bool {
        let system = walls::SYSTEM.iter().map(Path::new);
        system.chain(self.readable.iter().map(PathBuf::as_path)).any(|readable| path.starts_with(readable))
    }

    /// Runs a program to its end. Nothing of it is left but the files it wrote below `scratch`.
    pub fn run(&mut self, job: &Job) -> Result<Ran, Error> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.restart()?,
        };
        self.set_busy(process.control.as_ref().and_then(|control| control.try_clone().ok()));
        let ran = process.run(job).map_err(Error::Lost);
        self.set_busy(None);
        let ran = ran?;
        self.process = Some(process);
        Ok(ran)
    }

    /// Empties the scratch directory. One that cannot be emptied is replaced, with the helper.
    pub fn clear(&mut self) -> io::Result<()> {
        if self.process.as_ref().is_some_and(|process| process.work.empty().is_ok()) {
            return Ok(());
        }
        self.renew().map_err(io::Error::other)
    }

    /// Begins anew in another scratch directory, with a view of the machine's files as they are now.
    pub fn renew(&mut self) -> Result<(), Error> {
        self.process = None;
        self.scratch = Scratch::new(self.parent.as_deref()).map_err(Error::Lost)?;
        self.process = Some(self.restart()?);
        Ok(())
    }

    /// The process of the helper of today.
    pub fn helper_id(&self) -> Option<u32> {
        self.process.as_ref().map(|process| process.child.id())
    }

    /// Also for the helpers to come.
    pub fn ender(&self) -> Ender {
        Ender(self.busy.clone())
    }

    fn set_busy(&self, control: Option<UnixStream>) {
        *self.busy.lock().unwrap_or_else(PoisonError::into_inner) = control;
    }

    /// A helper that was lost (the kernel was out of memory, somebody killed it) took its directory along.
    fn restart(&self) -> Result<Process, Error> {
        let outside = (&self.readable[..], &self.lent[..]);
        Process::start(&self.helper, &self.scratch, self.tier, outside).map_err(Error::Lost)
    }
}

fn set_up(directory: Option<&Path>, error: io::Error) -> Error {
    let directory = directory.map_or_else(std::env::temp_dir, Path::to_path_buf);
    Error::SetUp { directory, error }
}

/// The helper, seen from outside.
struct Process {
    child: Child,
    /// None only while it is being dropped: closing it is what ends the helper.
    control: Option<UnixStream>,
    /// The scratch directory, before any job was there.
    work: Directory,
}

impl Process {
    fn start(
        helper: &Helper,
        scratch: &Scratch,
        tier: Tier,
        (readable, lent): (&[PathBuf], &[PathBuf]),
    ) -> io::Result<Process> {
        scratch.make()?;
        let (ours, theirs) = UnixStream::pair()?;
        let child = Command::new(&helper.program)
            .args(&helper.args)
            .stdin(Stdio::from(std::os::fd::OwnedFd::from(theirs)))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // Ctrl-C on a terminal goes to Gadfly alone.
            .process_group(0)
            .spawn()?;
        let work = Directory::open(scratch.work())?;
        let mut process = Process { child, control: Some(ours), work };
        let (root, in_memory) = (scratch.root().to_path_buf(), scratch.in_memory);
        process.greet(&wire::SetUp { tier, root, in_memory, readable: readable.to_vec(), lent: lent.to_vec() })?;
        Ok(process)
    }

    fn greet(&mut self, set_up: &wire::SetUp) -> io::Result<()> {
        wire::send(self.control(), &set_up.encode())?;
        let (ready, work) = wire::receive_with(self.control())?;
        wire::decode_ready(&ready)?.map_err(io::Error::other)?;
        self.work = Directory::from(work.ok_or_else(|| io::Error::other("the helper has sent no directory"))?);
        Ok(())
    }

    fn open(&mut self, paths: &[PathBuf]) -> io::Result<()> {
        wire::send(self.control(), &wire::encode_open(paths))?;
        wire::decode_ready(&wire::receive(self.control())?)?.map_err(io::Error::other)
    }

    fn lend(&mut self, directories: &[PathBuf]) -> io::Result<()> {
        wire::send(self.control(), &wire::encode_lend(directories))?;
        wire::decode_ready(&wire::receive(self.control())?)?.map_err(io::Error::other)
    }

    fn run(&mut self, job: &Job) -> io::Result<Ran> {
        let sent = wire::send(self.control(), &wire::encode_job(job));
        // A helper that has ended may have said why before it got the job.
        match wire::receive(self.control()) {
            Ok(answer) => wire::decode_answer(&answer)?.map_err(io::Error::other),
            Err(error) => Err(sent.err().unwrap_or(error)),
        }
    }

    fn control(&mut self) -> &mut UnixStream {
        self.control.as_mut().expect("a helper has its socket until it is dropped")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Also where an `Ender` has the socket still.
        let _ = self.control().shutdown(Shutdown::Both);
        self.control = None;
        // Nothing can be done about a helper that cannot be waited for.
        let _ = self.child.wait();
    }
}
