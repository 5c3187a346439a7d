//! A scratch directory as its owner sees it from outside: a descriptor that was opened before any job ran there.
//!
//! Jobs may have put anything behind a name: links to the user's files, pipes that nobody writes to, files without end.
//! So no path is used, no link is followed, nothing leads out of the directory, and only regular files are read, up to a
//! size. What is written is always a new file.

use super::tree;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{FileType, Mode, OFlags, ResolveFlags};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Component, Path};

/// The descriptor of a scratch directory.
#[derive(Debug)]
pub struct Directory(OwnedFd);

impl Directory {
    pub(crate) fn open(path: &Path) -> io::Result<Directory> {
        let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(Directory(rustix::fs::open(path, flags, Mode::empty())?))
    }

    /// Writes a new file, in place of whatever has its name. The directories of the name are made.
    pub fn write(&self, name: impl AsRef<Path>, bytes: &[u8]) -> io::Result<()> {
        let name = plain(name.as_ref())?;
        self.make_parents(name)?;
        self.remove(name)?;
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW;
        let mut file = File::from(self.resolve(name, flags, Mode::from_raw_mode(0o644))?);
        file.write_all(bytes)
    }

    /// A regular file, to be read piece by piece. It may be of any size, and may grow while it is read.
    pub fn reader(&self, name: impl AsRef<Path>) -> io::Result<File> {
        let name = plain(name.as_ref())?;
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::NOCTTY;
        let file = File::from(self.resolve(name, flags, Mode::empty())?);
        match file.metadata()?.is_file() {
            true => Ok(file),
            false => Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{} is no regular file", name.display()))),
        }
    }

    /// A regular file of at most so many bytes.
    pub fn read(&self, name: impl AsRef<Path>, limit: u64) -> io::Result<Vec<u8>> {
        let name = plain(name.as_ref())?;
        let file = self.reader(name)?;
        let metadata = file.metadata()?;
        let mut bytes = Vec::new();
        if metadata.len() <= limit {
            file.take(limit + 1).read_to_end(&mut bytes)?;
        }
        if metadata.len() > limit || bytes.len() as u64 > limit {
            let text = format!("{} has more than {limit} bytes", name.display());
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, text));
        }
        Ok(bytes)
    }

    /// Whether there is a regular file of this name.
    pub fn has_file(&self, name: impl AsRef<Path>) -> bool {
        let Ok(name) = plain(name.as_ref()) else { return false };
        let flags = OFlags::PATH | OFlags::NOFOLLOW;
        let file = self.resolve(name, flags, Mode::empty()).and_then(|file| Ok(rustix::fs::fstat(&file)?));
        file.is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile)
    }

    /// Removes what has this name, if anything has.
    pub fn remove(&self, name: impl AsRef<Path>) -> io::Result<()> {
        let name = plain(name.as_ref())?;
        let parent = match name.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            Some(parent) => match self.resolve(parent, OFlags::RDONLY | OFlags::DIRECTORY, Mode::empty()) {
                Ok(parent) => parent,
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
                Err(error) => return Err(error),
            },
            None => self.0.try_clone()?,
        };
        tree::remove_all(parent.as_fd(), name.file_name().unwrap_or_default())
    }

    /// The names of all entries.
    pub fn names(&self) -> io::Result<Vec<OsString>> {
        tree::all_names(self.0.as_fd())
    }

    /// Removes everything. Fails also if the directory itself is no more.
    pub fn empty(&self) -> io::Result<()> {
        tree::empty(self.0.as_fd(), &BTreeSet::new())?;
        match rustix::fs::fstat(&self.0)?.st_nlink {
            0 => Err(io::Error::new(io::ErrorKind::NotFound, "the scratch directory was removed")),
            _ => Ok(()),
        }
    }

    /// Whether a path leads here.
    pub(crate) fn is_at(&self, path: &Path) -> bool {
        let identity = |stat: rustix::fs::Stat| (stat.st_dev, stat.st_ino);
        let here = rustix::fs::fstat(&self.0).map(identity);
        here.is_ok() && here == rustix::fs::lstat(path).map(identity)
    }

    /// Each directory is made, or is one already; whatever else has its name is removed.
    fn make_parents(&self, name: &Path) -> io::Result<()> {
        let parents = name.ancestors().skip(1).filter(|parent| !parent.as_os_str().is_empty());
        for parent in parents.collect::<Vec<_>>().into_iter().rev() {
            if self.resolve(parent, OFlags::PATH | OFlags::DIRECTORY, Mode::empty()).is_err() {
                self.remove(parent)?;
                self.make(parent)?;
            }
        }
        Ok(())
    }

    fn make(&self, name: &Path) -> io::Result<()> {
        let last = name.file_name().unwrap_or_default();
        let made = match name.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            Some(parent) => {
                let parent = self.resolve(parent, OFlags::PATH | OFlags::DIRECTORY, Mode::empty())?;
                rustix::fs::mkdirat(parent, last, Mode::from_raw_mode(0o755))
            }
            None => rustix::fs::mkdirat(&self.0, last, Mode::from_raw_mode(0o755)),
        };
        Ok(made?)
    }

    fn resolve(&self, name: &Path, flags: OFlags, mode: Mode) -> io::Result<OwnedFd> {
        let beneath = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_XDEV;
        Ok(rustix::fs::openat2(&self.0, name, flags | OFlags::CLOEXEC, mode, beneath)?)
    }
}

impl AsFd for Directory {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

impl From<OwnedFd> for Directory {
    fn from(descriptor: OwnedFd) -> Directory {
        Directory(descriptor)
    }
}

/// A name that leads downwards, without a `./` in front.
fn plain(name: &Path) -> io::Result<&Path> {
    let name = name.strip_prefix("./").unwrap_or(name);
    let is_plain = name.components().all(|component| matches!(component, Component::Normal(_)));
    if is_plain && name.file_name().is_some() {
        Ok(name)
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, format!("`{}` is outside the case", name.display())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    fn directory() -> (tempfile::TempDir, Directory) {
        let parent = tempfile::tempdir().unwrap();
        let directory = Directory::open(parent.path()).unwrap();
        (parent, directory)
    }

    #[test]
    fn what_is_written_replaces_links_and_directories() {
        let (parent, directory) = directory();
        let outside = tempfile::tempdir().unwrap();
        let precious = outside.path().join("precious");
        fs::write(&precious, "mine").unwrap();
        symlink(&precious, parent.path().join("probe.c")).unwrap();
        symlink(outside.path(), parent.path().join("include")).unwrap();
        fs::hard_link(&precious, parent.path().join("hard.c")).unwrap();
        fs::create_dir_all(parent.path().join("test.c/full")).unwrap();
        for name in ["probe.c", "include/precious", "hard.c", "test.c", "./a/b/c.h"] {
            directory.write(name, b"text").unwrap();
            assert_eq!(directory.read(name, 100).unwrap(), b"text", "{name}");
        }
        assert_eq!(fs::read(&precious).unwrap(), b"mine");
    }

    #[test]
    fn names_that_lead_out_are_refused() {
        let (_parent, directory) = directory();
        for name in ["../a", "/etc/passwd", "", ".", "a/../../b"] {
            assert_eq!(directory.write(name, b"").unwrap_err().kind(), io::ErrorKind::InvalidInput, "{name}");
            assert!(directory.read(name, 9).is_err() && !directory.has_file(name), "{name}");
        }
    }

    #[test]
    fn only_regular_files_of_a_size_are_read() {
        let (parent, directory) = directory();
        rustix::fs::mknodat(rustix::fs::CWD, parent.path().join("fifo"), FileType::Fifo, Mode::RWXU, 0).unwrap();
        symlink("/dev/zero", parent.path().join("zero")).unwrap();
        symlink("/proc/self/environ", parent.path().join("environ")).unwrap();
        fs::create_dir(parent.path().join("directory")).unwrap();
        fs::File::create(parent.path().join("sparse")).unwrap().set_len(1 << 40).unwrap();
        for name in ["fifo", "zero", "environ", "directory", "sparse", "missing"] {
            assert!(directory.read(name, 1 << 20).is_err(), "{name}");
            assert_eq!(directory.has_file(name), name == "sparse");
        }
        let too_large = directory.read("sparse", 1 << 20).unwrap_err();
        assert_eq!(too_large.kind(), io::ErrorKind::FileTooLarge);
    }

    #[test]
    fn a_directory_that_is_removed_cannot_be_emptied() {
        let (parent, directory) = directory();
        drop(parent);
        assert!(directory.empty().is_err());
    }
}
