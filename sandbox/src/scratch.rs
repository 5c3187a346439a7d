//! Scratch directories: where they are made, what is in them, and how they are removed even when nobody was left to.
//!
//! A root holds `work`, which the sandbox's user sees, `tmp`, which is emptied after every job, and what a private `/tmp`
//! is made of. Its name has the owner's process number and start time, so that `sweep` can tell the directories of the dead from those of the living.

use super::census;
use std::fs;
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

const PREFIX: &str = "gadfly-sandbox";

/// A tmpfs with less room than this is not worth the trouble: containers often have 64 MB.
const ROOMY_BYTES: u64 = 1 << 30;

/// A directory that a sandbox will have; `make` makes it.
pub struct Scratch {
    root: PathBuf,
    work: PathBuf,
}

impl Scratch {
    pub fn new(parent: Option<&Path>) -> io::Result<Scratch> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let parent = match parent {
            Some(parent) => parent.canonicalize()?,
            None => default_parent().canonicalize()?,
        };
        let pid = std::process::id();
        let start = census::start_time(pid).unwrap_or(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let root = parent.join(format!("{PREFIX}-{}-{pid}-{start}-{count}", pid_namespace()));
        Ok(Scratch { work: root.join("work"), root })
    }

    /// Makes it anew.
    pub fn make(&self) -> io::Result<()> {
        remove(&self.root);
        let mut builder = fs::DirBuilder::new();
        builder.mode(0o700).create(&self.root)?;
        ["work", "tmp", "host", "slash-tmp"].into_iter().try_for_each(|name| builder.create(self.root.join(name)))
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub fn work(&self) -> &Path {
        &self.work
    }
}

/// A helper removes its directory as it goes; if it was killed or never came to be, nobody else would.
impl Drop for Scratch {
    fn drop(&mut self) {
        remove(&self.root);
    }
}

/// Removes the scratch directories of owners that are dead, wherever `Sandbox::new` puts them by itself.
pub fn sweep() {
    [Path::new(SHARED_MEMORY), &std::env::temp_dir()].into_iter().for_each(sweep_in);
}

/// The same in a directory that was given to `Sandbox::new`.
pub fn sweep_in(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        if entry.file_name().to_str().is_some_and(is_of_the_dead) {
            remove(&entry.path());
        }
    }
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

/// Bytes below a directory, as far as they count before `enough`; an entry costs something even if it is empty.
pub fn used(directory: &Path, enough: u64) -> u64 {
    const ENTRY_BYTES: u64 = 1024;
    let mut bytes = 0;
    let mut directories = vec![directory.to_path_buf()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
            let Ok(metadata) = entry.metadata() else { continue };
            bytes += ENTRY_BYTES + metadata.blocks() * 512;
            if metadata.is_dir() {
                directories.push(entry.path());
            }
        }
        if bytes > enough {
            break;
        }
    }
    bytes
}

/// Removes everything in a directory.
pub fn empty(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        remove(&path);
        if path.symlink_metadata().is_ok() {
            return Err(io::Error::other(format!("cannot remove {}", path.display())));
        }
    }
    Ok(())
}

/// Removes a file or a tree as far as possible, also one whose directories are locked. What is not there is no trouble.
pub fn remove(path: &Path) {
    let Ok(metadata) = path.symlink_metadata() else { return };
    if !metadata.is_dir() {
        let _ = fs::remove_file(path);
    } else if fs::remove_dir_all(path).is_err() {
        unlock(path);
        let _ = fs::remove_dir_all(path);
    }
}

fn unlock(directory: &Path) {
    let _ = fs::set_permissions(directory, fs::Permissions::from_mode(0o700));
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            unlock(&entry.path());
        }
    }
}

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

    #[test]
    fn locked_directories_are_removed() {
        let parent = tempfile::tempdir().unwrap();
        let inner = parent.path().join("a/b");
        fs::create_dir_all(&inner).unwrap();
        fs::write(inner.join("c"), "c").unwrap();
        fs::set_permissions(&inner, fs::Permissions::from_mode(0o000)).unwrap();
        empty(parent.path()).unwrap();
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
    }

    #[test]
    fn files_and_directories_count() {
        let parent = tempfile::tempdir().unwrap();
        fs::create_dir(parent.path().join("a")).unwrap();
        assert!(used(parent.path(), u64::MAX) >= 1024);
        fs::write(parent.path().join("a/b"), vec![1; 100_000]).unwrap();
        assert!(used(parent.path(), u64::MAX) >= 100_000);
    }
}
