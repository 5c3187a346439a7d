//! Scratch directories: where they are made, what is in them, and how they are removed even when nobody was left to.
//!
//! A root holds `work`, where jobs run, and `tmp` and `slash-tmp`, which are emptied after every job. Jobs may write in
//! these, but not in the root, so that the names of the three stay what they are. Where a root has other directories, the
//! view of jobs is built in them (`walls::mounts`). The root's name has the owner's process number and start time, so
//! that `sweep` can tell the directories of the dead from those of the living.

use super::{census, tree};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{Mode, OFlags};
use std::fs;
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

const PREFIX: &str = "gadfly-sandbox";

/// A tmpfs with less room than this is not worth the trouble: containers often have 64 MB.
const ROOMY_BYTES: u64 = 1 << 30;

/// What a root holds: where jobs write, and where their view of the file system is built.
const DIRECTORIES: [&str; 6] = ["work", "tmp", "slash-tmp", "box", "skeleton", "view"];

/// A directory that a sandbox will have; `make` makes it.
pub struct Scratch {
    /// Of the directory that the root is in.
    parent: OwnedFd,
    root: PathBuf,
    work: PathBuf,
    /// The owner has not said where, so that memory will do.
    pub in_memory: bool,
}

impl Scratch {
    pub fn new(parent: Option<&Path>) -> io::Result<Scratch> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let in_memory = parent.is_none();
        let parent = match parent {
            Some(parent) => parent.canonicalize()?,
            None => default_parent().canonicalize()?,
        };
        let pid = std::process::id();
        let start = census::start_time(pid).unwrap_or(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let root = parent.join(format!("{PREFIX}-{}-{pid}-{start}-{count}", pid_namespace()));
        let parent = rustix::fs::open(&parent, OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
        Ok(Scratch { parent, work: root.join("work"), root, in_memory })
    }

    /// Makes it anew.
    pub fn make(&self) -> io::Result<()> {
        self.remove();
        let mut builder = fs::DirBuilder::new();
        builder.mode(0o700).create(&self.root)?;
        DIRECTORIES.into_iter().try_for_each(|name| builder.create(self.root.join(name)))
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub fn work(&self) -> &Path {
        &self.work
    }

    fn remove(&self) {
        // What cannot be removed is noticed when it is made again, and swept by the next hunt.
        let _ = tree::remove_all(self.parent.as_fd(), self.root.file_name().unwrap_or_default());
    }
}

/// A helper removes its directory as it goes; if it was killed or never came to be, nobody else would.
impl Drop for Scratch {
    fn drop(&mut self) {
        self.remove();
    }
}

/// Removes a root with all that is in it, as far as possible.
pub fn remove(root: &Path) {
    let parent = root.parent().unwrap_or(Path::new("/"));
    if let (Ok(parent), Some(name)) = (fs::File::open(parent), root.file_name()) {
        let _ = tree::remove_all(parent.as_fd(), name);
    }
}

/// Removes the scratch directories of owners that are dead, wherever `Sandbox::new` puts them by itself.
pub fn sweep() {
    [Path::new(SHARED_MEMORY), &std::env::temp_dir()].into_iter().for_each(sweep_in);
}

/// The same in a directory that was given to `Sandbox::new`.
pub fn sweep_in(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(is_of_the_dead) && is_own(&entry) {
            remove(&entry.path());
        }
    }
}

/// Of the same user: anyone can use such names in a directory for all.
fn is_own(entry: &fs::DirEntry) -> bool {
    entry.metadata().is_ok_and(|metadata| metadata.uid() == rustix::process::geteuid().as_raw())
}

/// Of another PID namespace we cannot know, and leave it alone.
fn is_of_the_dead(name: &str) -> bool {
    let Some(rest) = name.strip_prefix(PREFIX) else { return false };
    let numbers: Vec<u64> = rest.split('-').skip(1).filter_map(|number| number.parse().ok()).collect();
    match numbers[..] {
        [namespace, pid, start, _] => {
            let living = u32::try_from(pid).ok().and_then(census::start_time);
            namespace == pid_namespace() && living != Some(start)
        }
        _ => false,
    }
}

fn pid_namespace() -> u64 {
    fs::metadata("/proc/self/ns/pid").map_or(0, |metadata| metadata.ino())
}

const SHARED_MEMORY: &str = "/dev/shm";

fn default_parent() -> PathBuf {
    if is_roomy(Path::new(SHARED_MEMORY)) { PathBuf::from(SHARED_MEMORY) } else { std::env::temp_dir() }
}

/// A tmpfs that we may write to and run programs from.
fn is_roomy(directory: &Path) -> bool {
    let Ok(statistics) = rustix::fs::statvfs(directory) else { return false };
    let is_writable = rustix::fs::access(directory, rustix::fs::Access::WRITE_OK).is_ok();
    let is_tmpfs = rustix::fs::statfs(directory).is_ok_and(|statistics| statistics.f_type == TMPFS_MAGIC);
    let noexec = statistics.f_flag.contains(rustix::fs::StatVfsMountFlags::NOEXEC);
    is_tmpfs && is_writable && !noexec && statistics.f_bavail.saturating_mul(statistics.f_frsize) >= ROOMY_BYTES
}

const TMPFS_MAGIC: rustix::fs::FsWord = 0x0102_1994;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_directories_of_dead_owners_are_swept() {
        let parent = tempfile::tempdir().unwrap();
        let scratch = Scratch::new(Some(parent.path())).unwrap();
        scratch.make().unwrap();
        let (namespace, pid) = (pid_namespace(), std::process::id());
        let dead = [format!("{PREFIX}-{namespace}-{pid}-1-0"), format!("{PREFIX}-{namespace}-{}-1-0", u32::MAX)];
        let foreign = [format!("{PREFIX}-1-{pid}-1-0"), format!("{PREFIX}-precious"), "precious".to_string()];
        dead.iter().chain(&foreign).for_each(|name| fs::create_dir(parent.path().join(name)).unwrap());
        sweep_in(parent.path());
        assert!(scratch.work().is_dir());
        assert!(foreign.iter().all(|name| parent.path().join(name).is_dir()));
        assert!(dead.iter().all(|name| !parent.path().join(name).exists()));
    }
}
