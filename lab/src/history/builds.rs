//! Built revisions of a compiler: each is built once, in a worktree of its own, and kept in a directory that does not grow
//! beyond a limit.
//!
//! A directory `REVISION` holds what the build script left, and the file `gadfly-built`, written last, says whether it is
//! whole. What a killed process left is removed and built again.

use super::git::{self, Repository};
use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, SystemTime};

/// The compiler that a build script leaves in the directory it is given.
pub const COMPILER: &str = "cc";

const MARK: &str = "gadfly-built";
const LOG: &str = "gadfly-build.log";
const BUILT: &str = "built";
const BROKEN: &str = "broken";

/// How often a build that is under way is looked at.
const PAUSE: Duration = Duration::from_millis(20);

/// Where builds are kept, and how they are made.
pub struct Builds<'a> {
    repository: &'a Repository,
    /// Called in the worktree with the directory for the compiler as its argument.
    script: PathBuf,
    directory: PathBuf,
    /// For `$JOBS`.
    jobs: usize,
    most_bytes: u64,
    /// Builds that were made, not counting those that were there.
    made: usize,
    is_stopped: &'a dyn Fn() -> bool,
    /// Held while there are these builds, so that two processes do not build in one place.
    _lock: File,
}

/// Why there is no build, other than that the revision does not build.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The revision cannot be laid out.
    #[error(transparent)]
    Git(#[from] git::Error),
    /// The directory for builds cannot be used.
    #[error("cannot write to {}: {error}", path.display())]
    Write {
        /// What could not be written.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The build script cannot be started. One that fails is no error: the revision does not build.
    #[error("cannot run {}: {error}", script.display())]
    Script {
        /// As the user gave it.
        script: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The directory. Only one process at a time builds in it.
    #[error("another process builds in {}; wait for it, or give another --cache", .0.display())]
    InUse(PathBuf),
    /// The user has stopped it while something was built.
    #[error("stopped")]
    Stopped,
}

impl<'a> Builds<'a> {
    /// Builds of this repository by this script. Those of another script are other builds.
    pub fn new(
        repository: &'a Repository,
        script: &Path,
        cache: &Path,
        jobs: usize,
        most_bytes: u64,
        is_stopped: &'a dyn Fn() -> bool,
    ) -> Result<Builds<'a>, Error> {
        let cannot = |error| Error::Script { script: script.to_path_buf(), error };
        let script = fs::canonicalize(script).map_err(cannot)?;
        let text = fs::read(&script).map_err(cannot)?;
        let mut hasher = blake3::Hasher::new();
        hasher.update(repository.path().as_os_str().as_encoded_bytes()).update(&[0]).update(&text);
        let directory = cache.join(&hasher.finalize().to_hex()[..16]);
        fs::create_dir_all(&directory).map_err(|error| Error::Write { path: directory.clone(), error })?;
        let directory = fs::canonicalize(&directory).map_err(|error| Error::Write { path: directory, error })?;
        let _lock = lock(&directory)?;
        Ok(Builds { repository, script, directory, jobs, most_bytes, made: 0, is_stopped, _lock })
    }

    /// Where answers of these builds are remembered.
    pub fn answers(&self) -> PathBuf {
        self.directory.join("answers")
    }

    /// How many were made, not counting those that were there.
    pub fn made(&self) -> usize {
        self.made
    }

    /// Whether the revision was built, or found not to build.
    pub fn is_known(&self, revision: &str) -> bool {
        self.mark(revision).is_some()
    }

    /// The compiler of a revision, built if need be. None if it does not build.
    pub fn compiler(&mut self, revision: &str) -> Result<Option<PathBuf>, Error> {
        if self.mark(revision).is_none() {
            self.build(revision)?;
            self.make_room(revision);
        }
        let place = self.directory.join(revision);
        let is_built = self.mark(revision).as_deref() == Some(BUILT);
        // The time of the mark says when it was last needed.
        if let Ok(mark) = File::options().append(true).open(place.join(MARK)) {
            let _ = mark.set_modified(SystemTime::now());
        }
        Ok(is_built.then(|| place.join(COMPILER)))
    }

    fn mark(&self, revision: &str) -> Option<String> {
        fs::read_to_string(self.directory.join(revision).join(MARK)).ok()
    }

    fn build(&mut self, revision: &str) -> Result<(), Error> {
        let (place, tree) = (self.directory.join(revision), self.directory.join(format!("{revision}.tree")));
        let cannot = |error| Error::Write { path: place.clone(), error };
        let _ = fs::remove_dir_all(&place);
        self.repository.remove_worktree(&tree);
        fs::create_dir_all(&place).map_err(cannot)?;
        self.repository.add_worktree(&tree, revision)?;
        let ended = self.run(&place, &tree);
        self.repository.remove_worktree(&tree);
        let is_built = ended?.success() && place.join(COMPILER).exists();
        self.made += 1;
        let word = if is_built { BUILT } else { BROKEN };
        fs::write(place.join(MARK), word).map_err(cannot)
    }

    /// The script in its own process group, so that all of it can be ended.
    fn run(&self, place: &Path, tree: &Path) -> Result<ExitStatus, Error> {
        let cannot = |error| Error::Script { script: self.script.clone(), error };
        let log = File::create(place.join(LOG)).map_err(cannot)?;
        let mut command = Command::new(&self.script);
        command.arg(place).current_dir(tree).env("JOBS", self.jobs.to_string()).process_group(0);
        command.stdin(Stdio::null()).stdout(log.try_clone().map_err(cannot)?).stderr(log);
        self.wait(command.spawn().map_err(cannot)?)
    }

    fn wait(&self, mut child: Child) -> Result<ExitStatus, Error> {
        loop {
            let ended = child.try_wait().map_err(|error| Error::Script { script: self.script.clone(), error })?;
            if let Some(status) = ended {
                return Ok(status);
            }
            if (self.is_stopped)() {
                end_group(&child);
                let _ = child.wait();
                return Err(Error::Stopped);
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Removes the builds that were needed the longest time ago until the rest fits. Marks of what does not build stay:
    /// they are small, and building again would be in vain.
    fn make_room(&self, but: &str) {
        let mut kept: Vec<(SystemTime, u64, PathBuf)> = self.kept().collect();
        kept.sort();
        let mut all: u64 = kept.iter().map(|(_, bytes, _)| bytes).sum();
        for (_, bytes, place) in kept {
            if all <= self.most_bytes {
                return;
            }
            if !place.ends_with(but) && fs::remove_dir_all(&place).is_ok() {
                all -= bytes;
            }
        }
    }

    fn kept(&self) -> impl Iterator<Item = (SystemTime, u64, PathBuf)> {
        let places = fs::read_dir(&self.directory).into_iter().flatten().flatten().map(|entry| entry.path());
        let is_built = |place: &PathBuf| fs::read_to_string(place.join(MARK)).is_ok_and(|word| word == BUILT);
        let aged = |place: PathBuf| {
            let used =
                fs::metadata(place.join(MARK)).and_then(|mark| mark.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
            (used, size(&place), place)
        };
        places.filter(is_built).map(aged)
    }
}

/// The lock ends with the process, however that ends.
fn lock(directory: &Path) -> Result<File, Error> {
    let path = directory.join("lock");
    let write = |error| Error::Write { path: path.clone(), error };
    let file = File::options().create(true).append(true).open(&path).map_err(write)?;
    match rustix::fs::flock(&file, rustix::fs::FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(file),
        Err(rustix::io::Errno::WOULDBLOCK) => Err(Error::InUse(directory.to_path_buf())),
        Err(error) => Err(write(error.into())),
    }
}

fn end_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = Pid::from_raw(child.id() as i32) {
        let _ = kill_process_group(group, Signal::KILL);
    }
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
