//! What root's jobs may do besides what files allow them: nothing.

use std::io;

/// Root may read and write everybody's files. Compilers may be in somebody's home, and the other walls decide where
/// they may write.
const CAP_DAC_OVERRIDE: libc::c_ulong = 1;

/// Takes all other capabilities from programs that this process will run, but not from itself. Without root there are
/// none to take.
pub fn drop_for_children() -> io::Result<()> {
    for capability in (0..64).filter(|capability| *capability != CAP_DAC_OVERRIDE) {
        // SAFETY: `prctl` with two numbers.
        let held = unsafe { libc::prctl(libc::PR_CAPBSET_READ, capability, 0, 0, 0) };
        if held == 1 && effective_user_is_root() {
            drop_one(capability)?;
        }
    }
    Ok(())
}

/// Everyone else's programs have no capabilities anyway.
fn effective_user_is_root() -> bool {
    rustix::process::geteuid().is_root()
}

fn drop_one(capability: libc::c_ulong) -> io::Result<()> {
    // SAFETY: `prctl` with two numbers.
    match unsafe { libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}
