//! Trees of files that untrusted programs made: removing and measuring them by descriptors.
//!
//! Nothing here follows a link or trusts a path, so no name in a tree leads out of it. No depth, permission or number of
//! files stops the removal. Nobody else may write to the tree meanwhile.

use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{AtFlags, Dir, FileType, Gid, IFlags, Mode, OFlags, RenameFlags, Uid};
use rustix::io::Errno;
use std::collections::BTreeSet;
use std::ffi::{CStr, CString, OsStr};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;

/// Names that are read before the first of them is removed: a directory may hold millions.
const BATCH: usize = 10_000;

/// What the rights of files may follow besides modes: lists of who may do what, for a file and for what will be made in a
/// directory.
const ACCESS_LISTS: [&str; 2] = ["system.posix_acl_access", "system.posix_acl_default"];

/// Gives a directory the rights that it had when it was made: its owner may have locked himself out, or whoever makes files
/// in it.
pub fn unlock(directory: BorrowedFd) {
    // A directory that cannot be changed is noticed by whoever needs it.
    let _ = rustix::fs::fchmod(directory, Mode::RWXU);
    thaw(directory);
    for list in ACCESS_LISTS {
        let _ = rustix::fs::fremovexattr(directory, list);
    }
}

/// Lets something be changed that root's job has marked as unchangeable.
fn thaw(file: BorrowedFd) {
    let frozen = IFlags::IMMUTABLE | IFlags::APPEND;
    if let Ok(flags) = rustix::fs::ioctl_getflags(file)
        && flags.intersects(frozen)
    {
        // Whoever may not do this could not mark it either.
        let _ = rustix::fs::ioctl_setflags(file, flags - frozen);
    }
}

/// Removes everything in a directory but the entries with these names.
pub fn empty(top: BorrowedFd, kept: &BTreeSet<CString>) -> io::Result<()> {
    unlock(top);
    let mut raised = 0;
    loop {
        let names = names(top, kept)?;
        if names.is_empty() {
            return Ok(());
        }
        names.iter().try_for_each(|name| remove(top, name, &mut raised))?;
    }
}

/// Removes an entry, which need not be there. The directories in it are raised to `top`, so that no depth is a trouble.
fn remove(top: BorrowedFd, name: &CStr, raised: &mut u64) -> io::Result<()> {
    if is_unlinked(top, name)? {
        return Ok(());
    }
    let directory = open_directory(top, name)?;
    loop {
        let names = names(directory.as_fd(), &BTreeSet::new())?;
        if names.is_empty() {
            return Ok(rustix::fs::unlinkat(top, name, AtFlags::REMOVEDIR)?);
        }
        for inner in names {
            if !is_unlinked(directory.as_fd(), &inner)? {
                raise(directory.as_fd(), &inner, top, raised)?;
            }
        }
    }
}

/// Whether it is gone; false: it is a directory.
fn is_unlinked(directory: BorrowedFd, name: &CStr) -> io::Result<bool> {
    match rustix::fs::unlinkat(directory, name, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => Ok(true),
        Err(Errno::ISDIR | Errno::PERM) if is_directory(directory, name) => Ok(false),
        Err(Errno::PERM) => {
            let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            thaw(rustix::fs::openat(directory, name, flags, Mode::empty())?.as_fd());
            Ok(rustix::fs::unlinkat(directory, name, AtFlags::empty()).map(|()| true)?)
        }
        Err(error) => Err(error.into()),
    }
}

fn is_directory(directory: BorrowedFd, name: &CStr) -> bool {
    rustix::fs::statat(directory, name, AtFlags::SYMLINK_NOFOLLOW)
        .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Directory)
}

fn raise(from: BorrowedFd, name: &CStr, top: BorrowedFd, raised: &mut u64) -> io::Result<()> {
    // A directory that moves is written to: its parent is another.
    drop(open_directory(from, name)?);
    loop {
        *raised += 1;
        let new = format!(".gadfly-raised-{raised}");
        match rustix::fs::renameat_with(from, name, top, new, RenameFlags::NOREPLACE) {
            Err(Errno::EXIST) => {}
            Err(Errno::INVAL) => return Ok(rustix::fs::renameat(from, name, top, format!(".gadfly-raised-{raised}"))?),
            other => return Ok(other?),
        }
    }
}

/// A directory that may be read and written by its owner afterwards, whatever it was.
fn open_directory(parent: BorrowedFd, name: &CStr) -> io::Result<OwnedFd> {
    let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    match rustix::fs::openat(parent, name, flags, Mode::empty()) {
        Ok(directory) => {
            thaw(directory.as_fd());
            let mode = rustix::fs::fstat(&directory)?.st_mode;
            if Mode::from_raw_mode(mode) & Mode::RWXU != Mode::RWXU {
                rustix::fs::fchmod(&directory, Mode::RWXU)?;
            }
            Ok(directory)
        }
        Err(Errno::ACCESS) => {
            let place = rustix::fs::openat(parent, name, flags | OFlags::PATH, Mode::empty())?;
            // The only way to change the mode of what is open as a place only.
            let path = format!("/proc/self/fd/{}", place.as_raw_fd());
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o700))?;
            Ok(rustix::fs::openat(parent, name, flags, Mode::empty())?)
        }
        Err(error) => Err(error.into()),
    }
}

/// Some of the names in a directory; none only if there are none.
fn names(directory: BorrowedFd, kept: &BTreeSet<CString>) -> io::Result<Vec<CString>> {
    let mut names = Vec::new();
    for entry in Dir::read_from(directory)? {
        let name = entry?.file_name().to_owned();
        if !is_dot(&name) && !kept.contains(&name) {
            names.push(name);
        }
        if names.len() == BATCH {
            break;
        }
    }
    Ok(names)
}

fn is_dot(name: &CStr) -> bool {
    [c".", c".."].contains(&name)
}

/// All names in a directory.
pub fn all_names(directory: BorrowedFd) -> io::Result<Vec<std::ffi::OsString>> {
    let entries = Dir::read_from(directory)?.map(|entry| Ok(entry?.file_name().to_owned()));
    let names: io::Result<Vec<CString>> = entries.collect();
    let names = names?.into_iter().filter(|name| !is_dot(name));
    Ok(names.map(|name| OsStr::from_bytes(name.as_bytes()).to_os_string()).collect())
}

/// Removes a directory of which only the name is known, with all that is in it. A link of that name is only unlinked.
pub fn remove_all(parent: BorrowedFd, name: &OsStr) -> io::Result<()> {
    let name = CString::new(name.as_bytes())?;
    if is_unlinked(parent, &name)? {
        return Ok(());
    }
    empty(open_directory(parent, &name)?.as_fd(), &BTreeSet::new())?;
    Ok(rustix::fs::unlinkat(parent, &name, AtFlags::REMOVEDIR)?)
}

/// Makes a directory and all that is in it belong to a user, who is the only one in the group of this number.
pub fn give(top: BorrowedFd, user: u32) -> io::Result<()> {
    let (uid, gid) = (Uid::from_raw(user), Gid::from_raw(user));
    for name in subdirectories(top, &mut 0) {
        give(open_directory(top, &name)?.as_fd(), user)?;
    }
    for entry in Dir::read_from(top)? {
        let entry = entry?;
        if entry.file_name() != c".." {
            rustix::fs::chownat(top, entry.file_name(), Some(uid), Some(gid), AtFlags::SYMLINK_NOFOLLOW)?;
        }
    }
    Ok(())
}

/// What an entry costs even if it is empty.
const ENTRY_BYTES: u64 = 1024;

/// Directories in each other that are walked through. Whoever makes more has filled the disk, as far as is known.
const DEEPEST: usize = 200;

/// Bytes below a directory, as far as they count before `enough`.
pub fn used(top: BorrowedFd, enough: u64) -> u64 {
    let Ok(top) = top.try_clone_to_owned() else { return u64::MAX };
    let mut bytes = 0;
    let mut open = vec![(subdirectories(top.as_fd(), &mut bytes), top)];
    while let Some((names, directory)) = open.last_mut() {
        let Some(name) = names.pop() else {
            open.pop();
            continue;
        };
        let Ok(inner) = open_directory(directory.as_fd(), &name) else { continue };
        open.push((subdirectories(inner.as_fd(), &mut bytes), inner));
        if bytes > enough || open.len() > DEEPEST {
            return u64::MAX;
        }
    }
    bytes
}

/// Adds up what is in a directory, and names the directories among it.
fn subdirectories(directory: BorrowedFd, bytes: &mut u64) -> Vec<CString> {
    let mut names = Vec::new();
    let entries = Dir::read_from(directory).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| !is_dot(entry.file_name())) {
        let Ok(stat) = rustix::fs::statat(directory, entry.file_name(), AtFlags::SYMLINK_NOFOLLOW) else { continue };
        *bytes += ENTRY_BYTES + stat.st_blocks as u64 * 512;
        if FileType::from_raw_mode(stat.st_mode) == FileType::Directory {
            names.push(entry.file_name().to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    fn emptied(parent: &Path) {
        empty(fs::File::open(parent).unwrap().as_fd(), &BTreeSet::new()).unwrap();
        assert_eq!(fs::read_dir(parent).unwrap().count(), 0);
    }

    #[test]
    fn locked_directories_are_removed() {
        let parent = tempfile::tempdir().unwrap();
        let inner = parent.path().join("a/b/c");
        fs::create_dir_all(&inner).unwrap();
        fs::write(inner.join("d"), "d").unwrap();
        for locked in ["a/b/c", "a/b", "a"] {
            fs::set_permissions(parent.path().join(locked), fs::Permissions::from_mode(0o000)).unwrap();
        }
        emptied(parent.path());
    }

    #[test]
    fn what_links_lead_to_stays() {
        let (parent, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(outside.path().join("precious"), "1").unwrap();
        std::os::unix::fs::symlink(outside.path(), parent.path().join("link")).unwrap();
        fs::create_dir(parent.path().join("directory")).unwrap();
        std::os::unix::fs::symlink(outside.path(), parent.path().join("directory/link")).unwrap();
        emptied(parent.path());
        assert!(outside.path().join("precious").exists());
        std::os::unix::fs::symlink(outside.path(), parent.path().join("link")).unwrap();
        remove_all(fs::File::open(parent.path()).unwrap().as_fd(), OsStr::new("link")).unwrap();
        assert!(outside.path().join("precious").exists() && !parent.path().join("link").is_symlink());
    }

    #[test]
    fn nests_are_removed_and_count_as_too_much() {
        // Each of the thousands of steps may wait for a disk.
        let memory = Some(Path::new("/dev/shm")).filter(|path| path.is_dir());
        let parent = memory.map_or_else(tempfile::tempdir, tempfile::tempdir_in).unwrap();
        let mut place = OwnedFd::from(fs::File::open(parent.path()).unwrap());
        for _ in 0..20_000 {
            rustix::fs::mkdirat(&place, ".gadfly-raised-1", Mode::RWXU).unwrap();
            place = open_directory(place.as_fd(), c".gadfly-raised-1").unwrap();
        }
        let top = fs::File::open(parent.path()).unwrap();
        assert_eq!(used(top.as_fd(), u64::MAX), u64::MAX);
        emptied(parent.path());
    }

    #[test]
    fn some_names_can_be_kept() {
        let parent = tempfile::tempdir().unwrap();
        ["a", "b"].iter().for_each(|name| fs::create_dir(parent.path().join(name)).unwrap());
        empty(fs::File::open(parent.path()).unwrap().as_fd(), &BTreeSet::from([c"a".to_owned()])).unwrap();
        assert!(parent.path().join("a").exists() && !parent.path().join("b").exists());
    }

    #[test]
    fn files_and_directories_count() {
        let parent = tempfile::tempdir().unwrap();
        let top = fs::File::open(parent.path()).unwrap();
        fs::create_dir(parent.path().join("a")).unwrap();
        assert!(used(top.as_fd(), u64::MAX) >= 1024);
        fs::write(parent.path().join("a/b"), vec![1; 100_000]).unwrap();
        let bytes = used(top.as_fd(), u64::MAX);
        assert!((100_000..1_000_000).contains(&bytes), "{bytes}");
    }
}
