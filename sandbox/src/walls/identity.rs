//! Who jobs are: where root hunts, a user of their own, who owns nothing but the scratch directory.
//!
//! Root owns the machine's files, so root's jobs could change their modes and times wherever they may not write, and signal
//! the keeper and the hunt. Everyone else's jobs are of the same user, as nobody else may become another one.

use rustix::fs::{Gid, Uid};
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Users that no distribution gives to anybody (systemd's "Users, Groups, UIDs and GIDs" lists them as unused).
const FIRST: u32 = 60_578;
const COUNT: u32 = 606;

const CAP_CHOWN: u64 = 0;
const CAP_DAC_OVERRIDE: u64 = 1;
pub const CAP_DAC_READ_SEARCH: u64 = 2;
const CAP_SETGID: u64 = 6;
const CAP_SETUID: u64 = 7;

/// The user of a sandbox's jobs, if they are to be somebody else; the directories are theirs then.
pub fn choose(root: &Path, directories: &[&Path]) -> io::Result<Option<u32>> {
    if !may_change() || root.ancestors().skip(1).any(is_closed) {
        return Ok(None);
    }
    let hash = root
        .as_os_str()
        .as_encoded_bytes()
        .iter()
        .fold(0u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(*byte)));
    let user = FIRST + hash % COUNT;
    let (uid, gid) = (Uid::from_raw(user), Gid::from_raw(user));
    for directory in directories {
        match rustix::fs::chown(*directory, Some(uid), Some(gid)) {
            // A container's root may have no other users.
            Err(rustix::io::Errno::INVAL | rustix::io::Errno::PERM) => return Ok(None),
            other => other?,
        }
    }
    fs::set_permissions(root, fs::Permissions::from_mode(0o711))?;
    Ok(Some(user))
}

fn may_change() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let held = status.lines().find_map(|line| line.strip_prefix("CapEff:"));
    let held = held.and_then(|held| u64::from_str_radix(held.trim(), 16).ok()).unwrap_or(0);
    let needed = [CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_SETGID, CAP_SETUID].map(|capability| 1 << capability);
    rustix::process::geteuid().is_root() && needed.iter().all(|capability| held & capability != 0)
}

/// Whether others may not read it; of a directory, also whether they may not go through it.
pub fn is_closed(path: &Path) -> bool {
    let needed = |metadata: &fs::Metadata| if metadata.is_dir() { 0o005 } else { 0o004 };
    fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & needed(&metadata) != needed(&metadata))
}

/// Takes all capabilities but one from programs that this process will run, but not from itself. Without root there are
/// none to take. Root's jobs may read and write everybody's files if they must stay root: compilers may be in somebody's
/// home, and the other walls decide where they may write.
pub fn drop_capabilities(user: Option<u32>) -> io::Result<()> {
    if !rustix::process::geteuid().is_root() {
        return Ok(());
    }
    let kept = if user.is_some() { CAP_DAC_READ_SEARCH } else { CAP_DAC_OVERRIDE };
    for capability in (0..64).filter(|capability| *capability != kept) {
        // SAFETY: `prctl` with two numbers.
        let held = unsafe { libc::prctl(libc::PR_CAPBSET_READ, capability, 0, 0, 0) };
        // SAFETY: as above.
        if held == 1 && unsafe { libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0) } != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

/// In the child that becomes a job: by system calls only, as the library would change all threads of the keeper, whose
/// memory this is. May it search all directories, it keeps the capability for that.
pub fn become_user(user: u32, may_search: bool) -> bool {
    // SAFETY: numbers, and pointers to local variables that are as large as the kernel expects.
    unsafe {
        if may_search {
            libc::syscall(libc::SYS_prctl, libc::PR_SET_KEEPCAPS, 1, 0, 0, 0);
        }
        let changed = libc::syscall(libc::SYS_setgroups, 0, std::ptr::null::<u32>()) == 0
            && libc::syscall(libc::SYS_setresgid, user, user, user) == 0
            && libc::syscall(libc::SYS_setresuid, user, user, user) == 0;
        if may_search {
            keep_searching();
        }
        changed
    }
}

/// # Safety
/// Only in a child that is about to become a job.
unsafe fn keep_searching() {
    const VERSION_3: u32 = 0x2008_0522;
    let bit = 1u32 << CAP_DAC_READ_SEARCH;
    let header = [VERSION_3, 0];
    // Effective, permitted, inheritable; the lower half, then the upper.
    let sets = [bit, bit, bit, 0, 0, 0];
    // SAFETY: both are as large as the third version has them.
    unsafe {
        libc::syscall(libc::SYS_capset, header.as_ptr(), sets.as_ptr());
        libc::syscall(libc::SYS_prctl, libc::PR_CAP_AMBIENT, libc::PR_CAP_AMBIENT_RAISE, CAP_DAC_READ_SEARCH, 0, 0);
    }
}
