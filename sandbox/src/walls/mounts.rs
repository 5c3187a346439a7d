//! What jobs see of the file system: everything, read-only, but their scratch directory; of `/dev` only what is
//! harmless; their own `/proc`; a private `/tmp`, through which the machine's own can be read.

use crate::sys;
use rustix::fs::CWD;
use rustix::mount::{MountFlags, MountPropagationFlags, MoveMountFlags, OpenTreeFlags};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

const DEVICES: [&str; 6] = ["null", "zero", "full", "random", "urandom", "tty"];

/// Shields the machine from programs that are given to root by mistake, and from device files.
const HARMLESS: u64 = sys::NO_SUID | sys::NO_DEVICES;

pub fn build(root: &Path) -> io::Result<()> {
    rustix::mount::mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
    let scratch = clone(root, false)?;
    sys::restrict_mount(scratch.as_fd(), HARMLESS, false)?;
    let devices = Devices::take()?;
    let tmp = Private::take(root)?;
    lock("/", true)?;
    devices.put()?;
    mount_proc()?;
    tmp.iter().try_for_each(Private::put)?;
    attach(&scratch, root)?;
    tmp.iter().try_for_each(|tmp| attach(&tmp.host, &root.join("host")))
}

fn lock(path: &str, whole_tree: bool) -> io::Result<()> {
    let mount = rustix::fs::open(path, rustix::fs::OFlags::PATH, rustix::fs::Mode::empty())?;
    sys::restrict_mount(mount.as_fd(), sys::READ_ONLY | HARMLESS, whole_tree)
}

/// Writing to `/proc` can change the whole machine.
fn mount_proc() -> io::Result<()> {
    let flags = MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    Ok(rustix::mount::mount("proc", "/proc", "proc", flags, None)?)
}

/// The devices that jobs may use, and shared memory, where a compiler may be.
struct Devices {
    devices: Vec<(&'static str, OwnedFd)>,
    shared_memory: Option<OwnedFd>,
}

impl Devices {
    fn take() -> io::Result<Devices> {
        let path = |name: &&str| Path::new("/dev").join(name);
        let present = DEVICES.into_iter().filter(|name| path(name).exists());
        let devices = present.map(|name| Ok((name, clone(&path(&name), false)?))).collect::<io::Result<_>>()?;
        let shared_memory = Path::new("/dev/shm").is_dir().then(|| clone_read_only(Path::new("/dev/shm")));
        Ok(Devices { devices, shared_memory: shared_memory.transpose()? })
    }

    fn put(&self) -> io::Result<()> {
        rustix::mount::mount("tmpfs", "/dev", "tmpfs", MountFlags::NOSUID, Some(c"mode=755,size=64k"))?;
        for (name, device) in &self.devices {
            let path = Path::new("/dev").join(name);
            fs::write(&path, "")?;
            attach(device, &path)?;
        }
        for (name, target) in [("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")] {
            std::os::unix::fs::symlink(format!("/proc/self/fd{target}"), Path::new("/dev").join(name))?;
        }
        if let Some(shared_memory) = &self.shared_memory {
            fs::create_dir("/dev/shm")?;
            attach(shared_memory, Path::new("/dev/shm"))?;
        }
        lock("/dev", false)
    }
}

/// A private `/tmp`: some compilers know of no other place for temporary files.
struct Private {
    tmp: OwnedFd,
    /// The machine's own, to be seen in the scratch directory's `host`.
    host: OwnedFd,
    /// If the scratch directory is itself below `/tmp`, what its path must lead through.
    top: Option<(OsString, OwnedFd)>,
}

impl Private {
    fn take(root: &Path) -> io::Result<Option<Private>> {
        if !fs::symlink_metadata("/tmp").is_ok_and(|metadata| metadata.is_dir()) {
            return Ok(None);
        }
        let tmp = clone(&root.join("slash-tmp"), false)?;
        sys::restrict_mount(tmp.as_fd(), HARMLESS, false)?;
        let top = root.strip_prefix("/tmp").ok().and_then(|path| path.iter().next());
        let top = top.map(|name| Ok((name.to_os_string(), clone_read_only(&Path::new("/tmp").join(name))?)));
        let top: io::Result<_> = top.transpose();
        Ok(Some(Private { tmp, host: clone_read_only(Path::new("/tmp"))?, top: top? }))
    }

    fn put(&self) -> io::Result<()> {
        attach(&self.tmp, Path::new("/tmp"))?;
        let Some((name, mount)) = &self.top else { return Ok(()) };
        let path = Path::new("/tmp").join(name);
        fs::create_dir(&path)?;
        attach(mount, &path)
    }
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

fn attach(mount: &OwnedFd, path: &Path) -> io::Result<()> {
    rustix::mount::move_mount(mount, "", CWD, path, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)
        .map_err(|error| at(path, error))
}

fn at(path: &Path, error: rustix::io::Errno) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
