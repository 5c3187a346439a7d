//! Namespaces: own processes, mounts, network and inter-process communication, with a user namespace where this process
//! may not make them otherwise.

use rustix::thread::UnshareFlags;
use std::fs;
use std::io;

/// In the warden: its next child is init of a new PID namespace.
pub fn enter() -> io::Result<()> {
    match unshare(UnshareFlags::NEWPID) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => enter_as_user(),
        result => result,
    }
}

/// Users and groups keep their numbers, so that files are whose they are, inside and outside.
fn enter_as_user() -> io::Result<()> {
    let (user, group) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    unshare(UnshareFlags::NEWUSER | UnshareFlags::NEWPID)?;
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1"))
}

/// In the keeper.
pub fn build() -> io::Result<()> {
    if std::process::id() != 1 {
        return Err(io::Error::other("the keeper is not init of a PID namespace"));
    }
    unshare(UnshareFlags::NEWNS | UnshareFlags::NEWNET | UnshareFlags::NEWIPC)
}

fn unshare(flags: UnshareFlags) -> io::Result<()> {
    // SAFETY: no flag concerns descriptors, which are what makes it unsafe.
    unsafe { rustix::thread::unshare_unsafe(flags) }.map_err(io::Error::from)
}
