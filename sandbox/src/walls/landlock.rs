//! Landlock: jobs read the system's directories and what they are given, write in their own directories, and signal and
//! trace nobody but themselves.
//!
//! The rules are made once. Each job enters them before its exec, so the keeper stays outside: jobs cannot reach it, and it
//! can add rules later. By system calls, as a job enters in memory that it shares with the keeper.

use super::{SYSTEM, identity};
use rustix::fs::{Mode, OFlags};
use std::fs;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::path::{Path, PathBuf};

/// The bits of `linux/landlock.h`.
const EXECUTE: u64 = 1 << 0;
const WRITE_FILE: u64 = 1 << 1;
const READ_FILE: u64 = 1 << 2;
const READ_DIR: u64 = 1 << 3;
const MAKE_CHAR: u64 = 1 << 6;
const MAKE_BLOCK: u64 = 1 << 11;
const TRUNCATE: u64 = 1 << 14;
const IOCTL_DEVICE: u64 = 1 << 15;
const SCOPE_SIGNAL: u64 = 1 << 1;

/// Where the machine's settings are, some of which are secret.
const SETTINGS: &str = "/etc";

const READ: u64 = EXECUTE | READ_FILE | READ_DIR;
/// What makes sense for something that is no directory.
const OF_FILES: u64 = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEVICE;

/// Devices that programs use and nothing comes of it.
const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

#[repr(C)]
struct Attributes {
    filesystem: u64,
    network: u64,
    scoped: u64,
}

#[repr(C, packed)]
struct Beneath {
    allowed: u64,
    parent: i32,
}

pub struct Rules {
    ruleset: OwnedFd,
    /// All that is denied where no rule allows it.
    handled: u64,
}

impl Rules {
    /// For jobs that may write in these directories. Linux 5.13 is required; what later ones add (truncating files,
    /// signals to strangers) is denied where it can be.
    pub fn new(writable: &[&Path]) -> io::Result<Rules> {
        let version = version()?;
        let handled = (1 << rights(version)) - 1;
        let scoped = if version >= 6 { SCOPE_SIGNAL } else { 0 };
        let attributes = Attributes { filesystem: handled, network: 0, scoped };
        // Older kernels know only the first fields.
        let size = [8, 16, 24][usize::from(version >= 4) + usize::from(version >= 6)];
        // SAFETY: the attributes are at least as large as said.
        let ruleset = unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, &attributes, size, 0) };
        // SAFETY: the kernel made this descriptor for us alone.
        let ruleset = unsafe { OwnedFd::from_raw_fd(checked(ruleset)? as RawFd) };
        let rules = Rules { ruleset, handled };
        writable.iter().try_for_each(|path| rules.lend(path))?;
        for path in SYSTEM.into_iter().chain(["/proc"]).map(Path::new).filter(|path| path.exists()) {
            match path == Path::new(SETTINGS) {
                true => rules.allow_public(path)?,
                false => rules.allow(path, READ)?,
            }
        }
        for path in DEVICES.into_iter().map(Path::new).filter(|path| path.exists()) {
            rules.allow(path, READ | WRITE_FILE | TRUNCATE)?;
        }
        Ok(rules)
    }

    /// Lets later jobs read something.
    pub fn open(&self, path: &Path) -> io::Result<()> {
        self.allow(path, READ)
    }

    /// Lets later jobs write in a directory.
    pub fn lend(&self, path: &Path) -> io::Result<()> {
        self.allow(path, !(MAKE_CHAR | MAKE_BLOCK))
    }

    /// Lets jobs read what everybody may. Jobs that keep the capability to search directories could read the rest.
    fn allow_public(&self, directory: &Path) -> io::Result<()> {
        let entries: Vec<PathBuf> = fs::read_dir(directory)?.flatten().map(|entry| entry.path()).collect();
        self.allow(directory, READ_DIR)?;
        for path in entries.iter().filter(|path| !path.is_symlink() && !identity::is_closed(path)) {
            // What has gone meanwhile is missed by nobody.
            let _ = if has_closed(path) { self.allow_public(path) } else { self.allow(path, READ) };
        }
        Ok(())
    }

    fn allow(&self, path: &Path, rights: u64) -> io::Result<()> {
        let place = rustix::fs::open(path, OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?;
        let rights = if path.is_dir() { rights } else { rights & OF_FILES };
        let beneath = Beneath { allowed: rights & self.handled, parent: place.as_raw_fd() };
        let ruleset = self.ruleset.as_raw_fd();
        // SAFETY: 1 is a rule about what is beneath a place, with these attributes.
        let result = unsafe { libc::syscall(libc::SYS_landlock_add_rule, ruleset, 1, &beneath, 0) };
        checked(result)
            .map(|_| ())
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
    }

    /// What a job enters; see `enter`.
    pub fn descriptor(&self) -> RawFd {
        self.ruleset.as_raw_fd()
    }
}

/// Whether something below a directory may not be read by everybody.
fn has_closed(path: &Path) -> bool {
    let mut entries = fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
    path.is_dir() && entries.any(|path| !path.is_symlink() && (identity::is_closed(&path) || has_closed(&path)))
}

/// In the child that becomes a job, for ever.
pub fn enter(rules: RawFd) -> bool {
    // SAFETY: `landlock_restrict_self` with two numbers.
    unsafe { libc::syscall(libc::SYS_landlock_restrict_self, rules, 0) == 0 }
}

fn version() -> io::Result<i64> {
    const VERSION: u32 = 1;
    // SAFETY: without attributes, and with this flag, the call only answers a number.
    let version = unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0, VERSION) };
    checked(version)
}

/// How many rights about files each version knows.
fn rights(version: i64) -> u32 {
    match version {
        ..=1 => 13,
        2 => 14,
        3 | 4 => 15,
        _ => 16,
    }
}

fn checked(result: i64) -> io::Result<i64> {
    if result >= 0 { Ok(result) } else { Err(io::Error::last_os_error()) }
}
