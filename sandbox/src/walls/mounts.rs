//! What jobs see of the file system in namespaces: the system's directories and what they are given, read-only; their own
//! directories; harmless devices; their own `/proc`; a private `/tmp`. Nothing else is there.
//!
//! The view is a tree of mounts, in which jobs are locked up by `chroot`. The keeper stays outside, so it can add to the
//! view later. `skeleton` holds the directories that mounts are put on; jobs see it read-only.

use super::SYSTEM;
use super::identity::is_closed;
use crate::sys;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::{CWD, Mode, OFlags};
use rustix::mount::{MountFlags, MoveMountFlags, OpenTreeFlags};
use std::collections::BTreeSet;
use std::ffi::{CString, OsStr};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];

/// What `/proc` tells about the machine, and nobody in here needs to know.
const MASKED: [&str; 5] = ["keys", "key-users", "kcore", "timer_list", "sched_debug"];

/// Shields the machine from programs that are given to root by mistake, and from device files.
const HARMLESS: u64 = sys::NO_SUID | sys::NO_DEVICES;

/// Where the mount points of what is visible in `/tmp` are, in the skeleton: jobs could rename them in `/tmp` itself.
const TOPS: &str = ".gadfly-tmp";

/// Files and directories that the jobs of a sandbox may have at a time.
const ENTRIES: u64 = 100_000;

pub struct View {
    root: PathBuf,
    /// The directory that jobs are locked up in.
    pub top: OwnedFd,
    /// In `/tmp`, what is not a job's.
    pub kept: BTreeSet<CString>,
    /// Where `work`, `tmp` and `slash-tmp` really are.
    scratch: PathBuf,
    /// How large the file system of jobs is, if it is one of its own.
    size: Option<u64>,
}

impl View {
    /// Builds it below a sandbox's root.
    pub fn build(root: &Path, in_memory: bool) -> io::Result<View> {
        let scratch = if in_memory { mount_box(root)? } else { root.to_path_buf() };
        let skeleton = root.join("skeleton");
        mount_tmpfs(&skeleton, "mode=755,size=4m")?;
        let top = clone(&skeleton, false)?;
        sys::restrict_mount(top.as_fd(), sys::READ_ONLY | HARMLESS, false)?;
        attach(&top, &root.join("view"))?;
        let top = rustix::fs::open(root.join("view"), OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?;
        let size = in_memory.then_some(0);
        let mut view = View { root: root.to_path_buf(), top, kept: BTreeSet::new(), scratch, size };
        SYSTEM.into_iter().try_for_each(|path| view.show_system(Path::new(path)))?;
        view.show_devices()?;
        view.show_proc()?;
        view.show_scratch()?;
        Ok(view)
    }

    /// Where the directories are that jobs write in.
    pub fn scratch(&self) -> &Path {
        &self.scratch
    }

    /// Processes, as jobs see them.
    pub fn proc(&self) -> PathBuf {
        self.seen("/proc")
    }

    /// Makes a file or directory visible, read-only, unless it is already.
    pub fn open(&mut self, path: &Path) -> io::Result<()> {
        if self.is_seen(path) {
            return Ok(());
        }
        let mount = clone_read_only(path)?;
        self.point(path, path.is_dir())?;
        attach(&mount, &self.seen(path))
    }

    /// Makes a directory visible, to be written in, whatever was visible there.
    pub fn lend(&mut self, path: &Path) -> io::Result<()> {
        let mount = clone(path, false)?;
        sys::restrict_mount(mount.as_fd(), HARMLESS, false)?;
        self.point(path, true)?;
        attach(&mount, &self.seen(path))
    }

    /// Hides what is closed to others below a directory: jobs that may search all directories could read it.
    pub fn hide_closed(&self, directory: &Path) {
        for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
            let Ok(kind) = entry.file_type() else { continue };
            let path = entry.path();
            if !kind.is_symlink() && is_closed(&path) {
                let cover =
                    if kind.is_dir() { self.root.join("skeleton").join(TOPS) } else { PathBuf::from("/dev/null") };
                // What cannot be covered is not there any more.
                let _ = clone_read_only(&cover).and_then(|cover| attach(&cover, &self.seen(&path)));
            } else if kind.is_dir() {
                self.hide_closed(&path);
            }
        }
    }

    /// Bounds all that jobs may write, if they have a file system of their own.
    pub fn bound(&mut self, bytes: u64) {
        if self.size.is_some_and(|size| size != bytes) {
            // A little more, so that it is noticed. A size below what is used is refused, and noticed as well.
            let options = format!("size={},nr_inodes={ENTRIES}", bytes.saturating_add(1 << 20));
            let flags = MountFlags::NOSUID | MountFlags::NODEV;
            if rustix::mount::mount_remount(&self.scratch, flags, options.as_str()).is_ok() {
                self.size = Some(bytes);
            }
        }
    }

    /// What the file system of jobs counts, if it is one of its own: also what has no name any more.
    pub fn used_bytes(&self) -> Option<u64> {
        self.size?;
        let statistics = rustix::fs::statvfs(&self.scratch).ok()?;
        let is_full = statistics.f_ffree == 0;
        let blocks = statistics.f_blocks.saturating_sub(statistics.f_bfree);
        Some(if is_full { u64::MAX } else { blocks.saturating_mul(statistics.f_frsize) })
    }

    pub fn seen(&self, path: impl AsRef<Path>) -> PathBuf {
        let path = path.as_ref();
        self.root.join("view").join(path.strip_prefix("/").unwrap_or(path))
    }

    /// The same file, under the same name.
    fn is_seen(&self, path: &Path) -> bool {
        use std::os::unix::fs::MetadataExt;
        let identity = |path: &Path| fs::metadata(path).map(|metadata| (metadata.dev(), metadata.ino())).ok();
        let seen = rustix::fs::openat2(
            &self.top,
            path.strip_prefix("/").unwrap_or(path),
            OFlags::PATH | OFlags::CLOEXEC,
            Mode::empty(),
            rustix::fs::ResolveFlags::IN_ROOT,
        );
        let seen = seen.ok().and_then(|seen| rustix::fs::fstat(&seen).ok());
        seen.is_some_and(|seen| Some((seen.st_dev, seen.st_ino)) == identity(path))
    }

    /// Links such as `/bin` stay links.
    fn show_system(&mut self, path: &Path) -> io::Result<()> {
        match fs::symlink_metadata(path) {
            Err(_) => Ok(()),
            Ok(metadata) if metadata.is_symlink() => {
                let target = fs::read_link(path)?;
                std::os::unix::fs::symlink(target, self.bone(path))
            }
            Ok(_) => {
                let mount = clone_read_only(path)?;
                self.point(path, true)?;
                attach(&mount, &self.seen(path))
            }
        }
    }

    fn show_devices(&mut self) -> io::Result<()> {
        for name in DEVICES {
            let path = Path::new("/dev").join(name);
            if path.exists() {
                let device = clone(&path, false)?;
                self.point(&path, false)?;
                attach(&device, &self.seen(&path))?;
            }
        }
        for (name, target) in [("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")] {
            std::os::unix::fs::symlink(format!("/proc/self/fd{target}"), self.bone(Path::new("/dev")).join(name))?;
        }
        Ok(())
    }

    /// Writing to `/proc` can change the whole machine.
    fn show_proc(&mut self) -> io::Result<()> {
        self.point(Path::new("/proc"), true)?;
        let flags = MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
        rustix::mount::mount("proc", self.proc(), "proc", flags, None)?;
        for path in MASKED.map(|name| self.proc().join(name)).iter().filter(|path| path.exists()) {
            attach(&clone(Path::new("/dev/null"), false)?, path)?;
        }
        Ok(())
    }

    /// `/tmp` comes first: the others may be in it.
    fn show_scratch(&mut self) -> io::Result<()> {
        fs::create_dir(self.root.join("skeleton").join(TOPS))?;
        let names =
            [("slash-tmp", PathBuf::from("/tmp")), ("work", self.root.join("work")), ("tmp", self.root.join("tmp"))];
        for (name, path) in names {
            let mount = clone(&self.scratch.join(name), false)?;
            sys::restrict_mount(mount.as_fd(), HARMLESS, false)?;
            self.point(&path, true)?;
            attach(&mount, &self.seen(&path))?;
        }
        Ok(())
    }

    /// Makes something to mount on.
    fn point(&mut self, path: &Path, is_directory: bool) -> io::Result<()> {
        if fs::symlink_metadata(self.seen(path)).is_ok() {
            return Ok(());
        }
        match path.strip_prefix("/tmp") {
            Ok(rest) if rest.iter().next().is_some() => self.point_in_tmp(rest, is_directory),
            _ => make(&self.bone(path), is_directory),
        }
    }

    fn point_in_tmp(&mut self, rest: &Path, is_directory: bool) -> io::Result<()> {
        let top = rest.iter().next().unwrap_or_default();
        let is_top = rest.iter().count() == 1;
        if self.kept.insert(c_string(top)?) {
            make(&self.scratch.join("slash-tmp").join(top), !is_top || is_directory)?;
            if !is_top {
                let bone = self.root.join("skeleton").join(TOPS).join(top);
                make(&bone, true)?;
                attach(&clone_read_only(&bone)?, &self.seen("/tmp").join(top))?;
            }
        }
        if is_top { Ok(()) } else { make(&self.root.join("skeleton").join(TOPS).join(rest), is_directory) }
    }

    fn bone(&self, path: &Path) -> PathBuf {
        self.root.join("skeleton").join(path.strip_prefix("/").unwrap_or(path))
    }
}

/// A file system in memory, which counts what jobs write. Each job's limits give it its size.
fn mount_box(root: &Path) -> io::Result<PathBuf> {
    let path = root.join("box");
    mount_tmpfs(&path, &format!("mode=711,size=16m,nr_inodes={ENTRIES}"))?;
    for name in ["work", "tmp", "slash-tmp"] {
        fs::DirBuilder::new().mode(0o700).create(path.join(name))?;
    }
    Ok(path)
}

fn mount_tmpfs(path: &Path, options: &str) -> io::Result<()> {
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    let options = c_string(OsStr::new(options))?;
    Ok(rustix::mount::mount("tmpfs", path, "tmpfs", flags, Some(options.as_c_str()))?)
}

/// An empty file or directory, with the directories above it.
fn make(path: &Path, is_directory: bool) -> io::Result<()> {
    let directory = if is_directory { path } else { path.parent().unwrap_or(path) };
    fs::DirBuilder::new().mode(0o755).recursive(true).create(directory)?;
    if !is_directory && !path.exists() {
        fs::write(path, "")?;
    }
    Ok(())
}

fn c_string(name: &OsStr) -> io::Result<CString> {
    Ok(CString::new(name.as_bytes())?)
}

/// A copy of a mount that is nowhere yet.
fn clone(path: &Path, whole_tree: bool) -> io::Result<OwnedFd> {
    let mut flags = OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::OPEN_TREE_CLOEXEC;
    flags.set(OpenTreeFlags::AT_RECURSIVE, whole_tree);
    rustix::mount::open_tree(CWD, path, flags).map_err(|error| at(path, error))
}

fn clone_read_only(path: &Path) -> io::Result<OwnedFd> {
    let mount = clone(path, true)?;
    sys::restrict_mount(mount.as_fd(), sys::READ_ONLY | HARMLESS, true)?;
    Ok(mount)
}

fn attach(mount: &impl AsFd, path: &Path) -> io::Result<()> {
    let mount: BorrowedFd = mount.as_fd();
    rustix::mount::move_mount(mount, "", CWD, path, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)
        .map_err(|error| at(path, error))
}

fn at(path: &Path, error: rustix::io::Errno) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
