//! Namespaces: own processes, mounts, network and inter-process communication, with a user namespace where this process
//! may not make them otherwise.

use rustix::fd::AsFd;
use rustix::fs::{Mode, OFlags};
use rustix::io::Errno;
use rustix::mount::MountPropagationFlags;
use rustix::thread::{LinkNameSpaceType, UnshareFlags};
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

/// In the keeper. Nothing that is mounted afterwards is seen outside.
pub fn build() -> io::Result<()> {
    if std::process::id() != 1 {
        return Err(io::Error::other("the keeper is not init of a PID namespace"));
    }
    // By descriptor: `/proc` is that of another PID namespace, but it is this process's own.
    unshare(UnshareFlags::NEWNS | UnshareFlags::NEWNET | UnshareFlags::NEWIPC)?;
    let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    match rustix::mount::mount_change("/", private) {
        // The root directory is no mount point: this is a chroot.
        Err(Errno::INVAL) => above_root(|| Ok(rustix::mount::mount_change("/", private)?)),
        other => Ok(other?),
    }
}

/// Does something in the root directory of the mount namespace, which may be above this process's own.
fn above_root(work: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    let own = rustix::fs::open("/", OFlags::PATH | OFlags::CLOEXEC, Mode::empty())?;
    let namespace = fs::File::open("/proc/thread-self/ns/mnt").or_else(|_| fs::File::open("/proc/self/ns/mnt"))?;
    // Entering the namespace that one is in leads to its root.
    rustix::thread::move_into_link_name_space(namespace.as_fd(), Some(LinkNameSpaceType::Mount))?;
    let done = work();
    rustix::process::fchdir(&own)?;
    rustix::process::chroot(".")?;
    done
}

fn unshare(flags: UnshareFlags) -> io::Result<()> {
    // SAFETY: no flag concerns descriptors, which are what makes it unsafe.
    unsafe { rustix::thread::unshare_unsafe(flags) }.map_err(io::Error::from)
}
