//! The system calls that no library offers in the form needed here.

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd};

/// Forks. Only for a process with one thread: the child may do everything then.
pub fn fork() -> io::Result<Option<i32>> {
    // SAFETY: the helper has one thread, so no lock can be held by a thread that the child lacks.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok(None),
        pid => Ok(Some(pid)),
    }
}

/// Forks a child that does nothing until it is killed.
pub fn fork_idle() -> io::Result<Option<i32>> {
    let child = fork()?;
    if child.is_none() {
        loop {
            // SAFETY: waiting for a signal harms no memory.
            unsafe { libc::pause() };
        }
    }
    Ok(child)
}

/// Leaves this process at once.
pub fn exit(code: i32) -> ! {
    // SAFETY: `_exit` does nothing but end the process.
    unsafe { libc::_exit(code) }
}

/// A child that ended.
pub struct Reaped {
    pub pid: i32,
    pub status: i32,
    pub cpu_us: u64,
    pub max_rss_kb: u64,
}

/// What waiting for any child led to.
pub enum Wait {
    Reaped(Reaped),
    /// Children are there, but none has ended; never when blocking.
    Running,
    Childless,
}

pub fn wait(block: bool) -> Wait {
    let mut status = 0;
    // SAFETY: `rusage` is plain numbers, for which zero is a value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    let flags = if block { 0 } else { libc::WNOHANG };
    loop {
        // SAFETY: both pointers are to variables that outlive the call.
        match unsafe { libc::wait4(-1, &mut status, flags | libc::__WALL, &mut usage) } {
            0 => return Wait::Running,
            -1 if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => {}
            -1 => return Wait::Childless,
            pid => {
                let cpu_us = microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
                return Wait::Reaped(Reaped { pid, status, cpu_us, max_rss_kb: usage.ru_maxrss.max(0) as u64 });
            }
        }
    }
}

/// Waits until a child has ended or was stopped, and kills it then. What has ended is still to be waited for.
pub fn kill_if_stopped(pid: i32) {
    // SAFETY: the information is plain numbers, for which zero is a value.
    let mut information: libc::siginfo_t = unsafe { std::mem::zeroed() };
    let flags = libc::WEXITED | libc::WSTOPPED | libc::WNOWAIT;
    // SAFETY: the pointer is to a variable that outlives the call.
    while unsafe { libc::waitid(libc::P_PID, pid as libc::id_t, &mut information, flags) } == -1 {
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return;
        }
    }
    if information.si_code == libc::CLD_STOPPED {
        kill(pid);
    }
}

fn microseconds(time: libc::timeval) -> u64 {
    time.tv_sec as u64 * 1_000_000 + time.tv_usec as u64
}

/// Who is not there any more needs no killing.
pub fn kill(pid: i32) {
    // SAFETY: a signal cannot harm this process's memory.
    unsafe { libc::kill(pid, libc::SIGKILL) };
}

/// Waits until one of the descriptors is readable or closed, and says which; `None` are not waited for.
pub fn poll<const N: usize>(descriptors: [Option<BorrowedFd>; N], timeout_ms: u64) -> io::Result<[bool; N]> {
    let mut polled = descriptors.map(|descriptor| libc::pollfd {
        fd: descriptor.map_or(-1, |descriptor| descriptor.as_raw_fd()),
        events: libc::POLLIN,
        revents: 0,
    });
    let timeout = i32::try_from(timeout_ms).unwrap_or(i32::MAX);
    // SAFETY: `polled` is an array of N entries.
    match unsafe { libc::poll(polled.as_mut_ptr(), N as libc::nfds_t, timeout) } {
        -1 if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => Ok([false; N]),
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(polled.map(|entry| entry.revents != 0)),
    }
}

/// What `mount_setattr` adds to a mount.
#[repr(C)]
struct MountAttributes {
    set: u64,
    clear: u64,
    propagation: u64,
    user_namespace: u64,
}

pub const READ_ONLY: u64 = 0x1;
pub const NO_SUID: u64 = 0x2;
pub const NO_DEVICES: u64 = 0x4;

/// Adds attributes to the mount that is open, or to its whole tree.
pub fn restrict_mount(mount: BorrowedFd, attributes: u64, whole_tree: bool) -> io::Result<()> {
    let attributes = MountAttributes { set: attributes, clear: 0, propagation: 0, user_namespace: 0 };
    let flags = libc::AT_EMPTY_PATH | if whole_tree { libc::AT_RECURSIVE } else { 0 };
    // SAFETY: the path is a string, the attributes are as large as said.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            mount.as_raw_fd(),
            c"".as_ptr(),
            flags,
            &attributes,
            size_of::<MountAttributes>(),
        )
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Closes everything from a descriptor on.
pub fn close_from(first: u32) {
    // SAFETY: called at the start of the helper, which owns no descriptor above its standard ones yet.
    unsafe { libc::syscall(libc::SYS_close_range, first, u32::MAX, 0) };
}

/// Rust ignores it for its own programs; others expect the default.
pub fn restore_broken_pipe_signal() {
    // SAFETY: the default action is no handler.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
}
