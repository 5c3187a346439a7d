//! Built revisions of a compiler: each is built once, in a worktree of its own, in the sandbox, and kept in a directory that
//! does not grow beyond a limit.
//!
//! A directory `REVISION` holds `out`, which the build script filled, its log, and the file `gadfly-built`, written last, which
//! says what came of it. What a killed process left has no such file and is removed. A build stays where it was made, since
//! compilers know the path that they were configured for.
//!
//! Several threads may ask for revisions. Each is built by one of them while the others wait.

mod make;

use super::git::{self, Repository};
use make::Maker;
use sandbox::Sandbox;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

/// The compiler that a build script leaves in the directory it is given.
pub const COMPILER: &str = "cc";

const MARK: &str = "gadfly-built";
const LOG: &str = "gadfly-build.log";
/// What the script fills.
const OUT: &str = "out";
/// A revision is laid out in `REVISION.tree`.
const TREE: &str = "tree";

/// Raised when what is kept changes its form: builds of before are not used then.
const FORM: &[u8] = b"2";

/// How often those who wait look whether they are to stop. They are woken when a build ends.
const PAUSE: Duration = Duration::from_millis(100);

/// How builds are made.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Revisions that are built at a time.
    pub jobs: usize,
    /// For `$JOBS`: jobs of each build.
    pub jobs_of_each: usize,
    /// A build that takes longer is ended, and counts as one that fails.
    pub timeout: Duration,
    /// Builds are removed until they need no more than this.
    pub most_bytes: u64,
}

/// Where builds are kept, and how they are made.
pub struct Builds<'a> {
    maker: Maker<'a>,
    directory: PathBuf,
    settings: Settings,
    is_stopped: &'a (dyn Fn() -> bool + Sync),
    state: Mutex<State>,
    /// A build has ended, or others are wanted.
    changed: Condvar,
    /// Held while there are these builds, so that two processes do not build in one place.
    _lock: File,
}

/// What threads share.
#[derive(Default)]
struct State {
    under_way: BTreeSet<String>,
    /// Users of each build, which must not be removed meanwhile.
    in_use: BTreeMap<String, usize>,
    /// Revisions that each search will probably ask for next.
    wanted: BTreeMap<usize, Vec<String>>,
    /// Threads that cannot begin a build, because so many are under way.
    waiting: usize,
    made: Made,
    is_over: bool,
}

/// Builds that were made by this process, not counting those that were there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Made {
    /// With those that failed.
    pub all: usize,
    /// Those that failed.
    pub failed: usize,
    /// Those of them that took too long.
    pub late: usize,
    /// The log of the last one that failed.
    pub log: Option<PathBuf>,
}

/// What came of a build.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Mark {
    Built {
        bytes: u64,
    },
    Broken,
    /// It was ended after so long. With more time it may come to an end.
    Late {
        seconds: u64,
    },
}

/// A compiler that is not removed as long as this is there.
pub struct Built<'b> {
    builds: &'b Builds<'b>,
    revision: String,
    /// The executable file.
    pub path: PathBuf,
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
    /// There is no sandbox to build in.
    #[error("cannot build in a sandbox: {0}")]
    Sandbox(String),
    /// The user has stopped it while something was built.
    #[error("stopped")]
    Stopped,
}

impl<'a> Builds<'a> {
    /// Builds of this repository by this script, in sandboxes like this one. Those of another script are other builds.
    pub fn new(
        repository: &'a Repository,
        script: &Path,
        cache: &Path,
        settings: Settings,
        sandbox: &Sandbox,
        is_stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> Result<Builds<'a>, Error> {
        let maker = Maker::new(repository, script, sandbox, settings)?;
        let mut hasher = blake3::Hasher::new();
        hasher.update(FORM).update(repository.path().as_os_str().as_encoded_bytes()).update(&[0]).update(&maker.text);
        let directory = cache.join(&hasher.finalize().to_hex()[..16]);
        fs::create_dir_all(&directory).map_err(|error| Error::Write { path: directory.clone(), error })?;
        let directory = fs::canonicalize(&directory).map_err(|error| Error::Write { path: directory, error })?;
        let _lock = lock(&directory)?;
        let (state, changed) = (Mutex::default(), Condvar::new());
        let builds = Builds { maker, directory, settings, is_stopped, state, changed, _lock };
        builds.sweep();
        Ok(builds)
    }

    /// Where answers of these builds are remembered.
    pub fn answers(&self) -> PathBuf {
        self.directory.join("answers")
    }

    /// What this process has built so far.
    pub fn made(&self) -> Made {
        self.state().made.clone()
    }

    /// Whether the revision was built, or found not to build.
    pub fn is_known(&self, revision: &str) -> bool {
        self.mark(revision).is_some()
    }

    /// Whether the build of this revision took too long.
    pub fn is_late(&self, revision: &str) -> bool {
        matches!(self.mark(revision), Some(Mark::Late { .. }))
    }

    /// The compiler of a revision, built if need be. None if it does not build.
    pub fn compiler(&self, revision: &str) -> Result<Option<Built<'_>>, Error> {
        loop {
            let mut state = self.state();
            match self.mark(revision) {
                Some(Mark::Built { .. }) => return Ok(Some(self.take(&mut state, revision))),
                Some(Mark::Broken | Mark::Late { .. }) => return Ok(None),
                None if (self.is_stopped)() => return Err(Error::Stopped),
                None => {}
            }
            let is_under_way = state.under_way.contains(revision);
            if !is_under_way && state.under_way.len() < self.settings.jobs {
                state.under_way.insert(revision.to_string());
                drop(state);
                self.make(revision)?;
                continue;
            }
            state.waiting += usize::from(!is_under_way);
            let (mut state, _) = self.changed.wait_timeout(state, PAUSE).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= usize::from(!is_under_way);
        }
    }

    /// How many revisions can be built before they are asked for.
    pub fn spare(&self) -> usize {
        self.settings.jobs - 1
    }

    /// Says what a search will probably ask for next, the likeliest first. It replaces what this search has said before.
    pub fn want(&self, search: usize, revisions: Vec<String>) {
        self.state().wanted.insert(search, revisions);
        self.changed.notify_all();
    }

    /// Builds what is wanted, as long as nobody waits for another build. Returns when all searches are over. For as many
    /// threads as are to spare.
    pub fn work_ahead(&self) {
        loop {
            let mut state = self.state();
            if state.is_over || (self.is_stopped)() {
                return;
            }
            let Some(revision) = self.next_wanted(&mut state) else {
                drop(self.changed.wait_timeout(state, PAUSE));
                continue;
            };
            state.under_way.insert(revision.clone());
            drop(state);
            // Whoever asks for it will meet the same error.
            let _ = self.make(&revision);
        }
    }

    /// All searches are over.
    pub fn finish(&self) {
        self.state().is_over = true;
        self.changed.notify_all();
    }

    fn next_wanted(&self, state: &mut State) -> Option<String> {
        if state.waiting > 0 || state.under_way.len() >= self.settings.jobs {
            return None;
        }
        let State { wanted, under_way, .. } = state;
        for revisions in wanted.values_mut() {
            while !revisions.is_empty() {
                let revision = revisions.remove(0);
                if !under_way.contains(&revision) && !self.is_known(&revision) {
                    return Some(revision);
                }
            }
        }
        None
    }

    /// Of a revision that is noted to be under way.
    fn make(&self, revision: &str) -> Result<(), Error> {
        let made = self.build(revision);
        let mut state = self.state();
        state.under_way.remove(revision);
        if let Ok(mark) = &made {
            let is_built = matches!(mark, Mark::Built { .. });
            state.made.all += 1;
            state.made.failed += usize::from(!is_built);
            state.made.late += usize::from(matches!(mark, Mark::Late { .. }));
            if !is_built {
                state.made.log = Some(self.place(revision).join(LOG));
            }
            self.make_room(&state, revision);
        }
        self.changed.notify_all();
        made.map(drop)
    }

    fn build(&self, revision: &str) -> Result<Mark, Error> {
        let place = self.place(revision);
        let mark = self.maker.make(revision, &place, self.is_stopped)?;
        let new = place.join(format!("{MARK}.new"));
        let written = fs::write(&new, mark.to_string()).and_then(|()| fs::rename(&new, place.join(MARK)));
        written.map_err(|error| Error::Write { path: place, error })?;
        Ok(mark)
    }

    fn take(&self, state: &mut State, revision: &str) -> Built<'_> {
        *state.in_use.entry(revision.to_string()).or_default() += 1;
        let place = self.place(revision);
        // The time of the mark says when it was last needed.
        if let Ok(mark) = File::options().append(true).open(place.join(MARK)) {
            let _ = mark.set_modified(SystemTime::now());
        }
        Built { builds: self, revision: revision.to_string(), path: place.join(OUT).join(COMPILER) }
    }

    /// Removes the builds that were needed the longest time ago until the rest fits. Marks of what does not build stay:
    /// they are small, and building again would be in vain.
    fn make_room(&self, state: &State, but: &str) {
        let mut kept: Vec<(SystemTime, u64, String)> = self.kept().collect();
        kept.sort();
        let mut all: u64 = kept.iter().map(|(_, bytes, _)| bytes).sum();
        for (_, bytes, revision) in kept {
            if all <= self.settings.most_bytes {
                return;
            }
            let place = self.place(&revision);
            if revision != but && !state.in_use.contains_key(&revision) && fs::remove_file(place.join(MARK)).is_ok() {
                sandbox::remove(&place);
                all -= bytes;
            }
        }
    }

    fn kept(&self) -> impl Iterator<Item = (SystemTime, u64, String)> {
        self.names().filter_map(|name| match self.mark(&name) {
            Some(Mark::Built { bytes }) => {
                let used = fs::metadata(self.place(&name).join(MARK)).and_then(|mark| mark.modified());
                Some((used.unwrap_or(SystemTime::UNIX_EPOCH), bytes, name))
            }
            _ => None,
        })
    }

    /// What a process left that was killed: worktrees, and builds that did not come to their end.
    fn sweep(&self) {
        let is_left = |name: &String| match Path::new(name).extension() {
            Some(extension) => extension == TREE,
            None => is_revision(name) && !self.place(name).join(MARK).exists(),
        };
        let left: Vec<String> = self.names().filter(is_left).collect();
        left.iter().for_each(|name| sandbox::remove(&self.place(name)));
        if !left.is_empty() {
            self.maker.forget_worktrees();
        }
    }

    fn names(&self) -> impl Iterator<Item = String> {
        let entries = fs::read_dir(&self.directory).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().into_string().ok())
    }

    fn place(&self, revision: &str) -> PathBuf {
        self.directory.join(revision)
    }

    /// What is known of a revision. One that took too long is not known if there is more time now.
    fn mark(&self, revision: &str) -> Option<Mark> {
        let mark = Mark::parse(&fs::read_to_string(self.place(revision).join(MARK)).ok()?)?;
        let has_more = |seconds| self.settings.timeout.as_secs() > seconds;
        Some(mark).filter(|mark| !matches!(mark, Mark::Late { seconds } if has_more(*seconds)))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Built<'_> {
    fn drop(&mut self) {
        let mut state = self.builds.state();
        let users = state.in_use.get_mut(&self.revision).map(|users| {
            *users -= 1;
            *users
        });
        if users == Some(0) {
            state.in_use.remove(&self.revision);
        }
    }
}

impl std::fmt::Display for Mark {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Mark::Built { bytes } => write!(formatter, "built {bytes}"),
            Mark::Broken => write!(formatter, "broken"),
            Mark::Late { seconds } => write!(formatter, "late {seconds}"),
        }
    }
}

impl Mark {
    fn parse(text: &str) -> Option<Mark> {
        match text.split_once(' ') {
            Some(("built", bytes)) => Some(Mark::Built { bytes: bytes.parse().ok()? }),
            Some(("late", seconds)) => Some(Mark::Late { seconds: seconds.parse().ok()? }),
            _ => (text == "broken").then_some(Mark::Broken),
        }
    }
}

/// Hashes of commits have 40 digits, or 64.
fn is_revision(name: &str) -> bool {
    name.len() >= 40 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_say_what_came_of_a_build() {
        for mark in [Mark::Built { bytes: 7 }, Mark::Broken, Mark::Late { seconds: 60 }] {
            assert_eq!(Mark::parse(&mark.to_string()), Some(mark));
        }
        assert_eq!((Mark::parse("built"), Mark::parse("")), (None, None));
    }
}
