//! One build: the revision laid out, the script in a sandbox of its own, and what came of it.

use super::super::git::Repository;
use super::{COMPILER, Error, LOG, Mark, OUT, Settings, TREE};
use crate::observe::reading;
use sandbox::{End, Job, Limits, Ran, Sandbox};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Makes builds.
pub struct Maker<'a> {
    repository: &'a Repository,
    /// Absolute.
    script: PathBuf,
    /// Of the script.
    pub text: Vec<u8>,
    settings: Settings,
    /// What the sandboxes of builds are like. It runs nothing.
    pattern: Mutex<Sandbox>,
    /// Git changes the list of worktrees.
    git: Mutex<()>,
}

/// Of what a build says, the end is kept.
const LOG_BYTES: usize = 64 << 10;

/// Compilers of compilers write files of gigabytes. All files of a build may have four times as much.
const FILE_BYTES: u64 = 4 << 30;

/// Builds of large projects say this much and more: 64 times as much ends them.
const OUTPUT_BYTES: u64 = 4 << 20;

/// Processes and jobs of `make`.
const PROCESSES: u64 = 1024;

/// If less than this is left on the disk, a build that fails says nothing about its revision.
const ENOUGH_BYTES: u64 = 64 << 20;

/// How often a build that is under way is looked at, whether it is to stop.
const PAUSE: Duration = Duration::from_millis(50);

impl<'a> Maker<'a> {
    pub fn new(
        repository: &'a Repository,
        script: &Path,
        sandbox: &Sandbox,
        settings: Settings,
    ) -> Result<Maker<'a>, Error> {
        let cannot = |error| Error::Script { script: script.to_path_buf(), error };
        let real = fs::canonicalize(script).map_err(cannot)?;
        if fs::metadata(&real).map_err(cannot)?.permissions().mode() & 0o111 == 0 {
            return Err(cannot(io::Error::new(io::ErrorKind::PermissionDenied, "it is not executable (chmod +x)")));
        }
        let text = fs::read(&real).map_err(cannot)?;
        let mut pattern = sandbox.another().map_err(|error| Error::Sandbox(error.to_string()))?;
        pattern.open(&reading::of_word(&real.display().to_string()));
        pattern.open(&reading::of_name("make", &env::var_os("PATH").unwrap_or_default()));
        pattern.open(&[repository.git_directory()?]);
        let (pattern, git) = (Mutex::new(pattern), Mutex::default());
        Ok(Maker { repository, script: real, text, settings, pattern, git })
    }

    /// Builds a revision in a directory, which is made anew.
    pub fn make(&self, revision: &str, place: &Path, is_stopped: &(dyn Fn() -> bool + Sync)) -> Result<Mark, Error> {
        let (out, tree) = (place.join(OUT), place.with_extension(TREE));
        sandbox::remove(place);
        fs::create_dir_all(&out).map_err(|error| Error::Write { path: out.clone(), error })?;
        self.lay_out(revision, &tree)?;
        let ran = self.run(revision, &out, &tree, is_stopped);
        // No command of git may run in it any more: a job could have changed what it does.
        sandbox::remove(&tree);
        self.forget_worktrees();
        let ran = ran?;
        let _ = fs::write(place.join(LOG), log(&ran, self.settings.timeout));
        self.judge(&ran, place, &out)
    }

    /// Those whose directories are gone.
    pub fn forget_worktrees(&self) {
        let _one = self.git.lock().unwrap_or_else(PoisonError::into_inner);
        self.repository.prune_worktrees();
    }

    fn lay_out(&self, revision: &str, tree: &Path) -> Result<(), Error> {
        sandbox::remove(tree);
        let _one = self.git.lock().unwrap_or_else(PoisonError::into_inner);
        self.repository.prune_worktrees();
        Ok(self.repository.add_worktree(tree, revision)?)
    }

    fn run(
        &self,
        revision: &str,
        out: &Path,
        tree: &Path,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Ran, Error> {
        let lost = |error: &dyn std::fmt::Display| Error::Sandbox(error.to_string());
        let another = self.pattern.lock().unwrap_or_else(PoisonError::into_inner).another();
        let mut sandbox = another.map_err(|error| lost(&error))?;
        sandbox.lend(&[out.to_path_buf(), tree.to_path_buf()]).map_err(|error| lost(&error))?;
        let command = ["sh", "-c", "cd \"$1\" && exec \"$2\" \"$OUT\" 2>&1", "sh"].map(OsString::from).into_iter();
        let command: Vec<OsString> = command.chain([tree.into(), self.script.clone().into()]).collect();
        let job = Job { command: &command, environment: &self.environment(revision, out), limits: self.limits() };
        let ran = run_until(&mut sandbox, &job, is_stopped);
        match ran {
            _ if is_stopped() => Err(Error::Stopped),
            Ok(Ran { end: End::NotStarted(why), .. }) => Err(Error::Sandbox(why)),
            other => other.map_err(|error| lost(&error)),
        }
    }

    fn environment(&self, revision: &str, out: &Path) -> Vec<(OsString, OsString)> {
        let jobs = self.settings.jobs_of_each.to_string();
        let own = [("OUT", out.as_os_str()), ("JOBS", jobs.as_ref()), ("REVISION", revision.as_ref())];
        // Builds ask git for the version, and may be another user than the one whom the repository belongs to.
        let git = [("GIT_CONFIG_COUNT", "1"), ("GIT_CONFIG_KEY_0", "safe.directory"), ("GIT_CONFIG_VALUE_0", "*")];
        let git = git.map(|(name, value)| (name, value.as_ref()));
        own.into_iter().chain(git).map(|(name, value)| (name.into(), value.to_os_string())).collect()
    }

    fn limits(&self) -> Limits {
        let wall_ms = self.settings.timeout.as_millis() as u64;
        Limits {
            // Only the time on the clock counts.
            cpu_ms: wall_ms.saturating_mul(1024),
            wall_ms,
            idle_ms: wall_ms,
            memory_bytes: None,
            file_bytes: FILE_BYTES,
            output_bytes: OUTPUT_BYTES,
            processes: PROCESSES,
        }
    }

    fn judge(&self, ran: &Ran, place: &Path, out: &Path) -> Result<Mark, Error> {
        if ran.end == End::TimedOut {
            sandbox::remove(out);
            return Ok(Mark::Late { seconds: self.settings.timeout.as_secs() });
        }
        if ran.end == End::Exited(0) && has_compiler(out) {
            return Ok(Mark::Built { bytes: size(out) });
        }
        let left = rustix::fs::statvfs(place).map_or(u64::MAX, |disk| disk.f_bavail.saturating_mul(disk.f_frsize));
        if left < ENOUGH_BYTES {
            let error = io::Error::new(io::ErrorKind::StorageFull, "the disk is full");
            return Err(Error::Write { path: place.to_path_buf(), error });
        }
        sandbox::remove(out);
        Ok(Mark::Broken)
    }
}

/// Ends the job if it is to stop.
fn run_until(sandbox: &mut Sandbox, job: &Job, is_stopped: &(dyn Fn() -> bool + Sync)) -> Result<Ran, sandbox::Error> {
    let (ender, is_over) = (sandbox.ender(), AtomicBool::new(false));
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                if is_stopped() {
                    ender.end();
                }
                thread::park_timeout(PAUSE);
            }
        });
        let ran = sandbox.run(job);
        is_over.store(true, Ordering::Relaxed);
        watcher.thread().unpark();
        ran
    })
}

/// One that leads elsewhere would let its users read what is there.
fn has_compiler(out: &Path) -> bool {
    let real = fs::canonicalize(out.join(COMPILER));
    real.is_ok_and(|real| real.starts_with(out) && fs::metadata(real).is_ok_and(|it| it.is_file()))
}

/// The end of what was said, and why the build ended if that is not said.
fn log(ran: &Ran, timeout: Duration) -> Vec<u8> {
    let mut log = ran.stdout[ran.stdout.len().saturating_sub(LOG_BYTES)..].to_vec();
    log.extend(&ran.stderr[ran.stderr.len().saturating_sub(LOG_BYTES)..]);
    let why = match &ran.end {
        End::Exited(code) => format!("exit code {code}"),
        End::Signaled(signal) => format!("ended by signal {signal}"),
        End::TimedOut => format!("ended after {} seconds", timeout.as_secs()),
        End::Exceeded(resource) => format!("used too much: {resource:?}"),
        End::NotStarted(why) => why.clone(),
    };
    log.extend(format!("gadfly: {why}\n").as_bytes());
    log
}

/// Bytes of all files below.
fn size(directory: &Path) -> u64 {
    let of = |entry: fs::DirEntry| match entry.metadata() {
        Ok(metadata) if metadata.is_dir() => size(&entry.path()),
        Ok(metadata) => metadata.len(),
        Err(_) => 0,
    };
    fs::read_dir(directory).into_iter().flatten().flatten().map(of).sum()
}
