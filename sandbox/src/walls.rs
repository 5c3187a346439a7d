//! The walls around jobs, one tier after the other. The keeper builds them around itself, once, and every job is born
//! inside: nothing has to be done for each job.

mod capabilities;
mod filter;
mod landlock;
mod mounts;
pub mod namespaces;
pub mod tmp;

use super::Tier;
use std::io;
use std::path::Path;

/// Builds all walls of a tier, or says what this machine does not allow.
pub fn build(tier: Tier, root: &Path) -> io::Result<()> {
    match tier {
        Tier::Limits => subreaper(),
        Tier::Landlock => {
            subreaper()?;
            landlock::build(root)?;
            lock()
        }
        Tier::Namespaces => {
            namespaces::build()?;
            mounts::build(root).map_err(|error| io::Error::other(format!("mounts: {error}")))?;
            lock()
        }
    }
}

/// Orphans come to the keeper, which would not find them otherwise.
fn subreaper() -> io::Result<()> {
    Ok(rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?)
}

/// What holds in both of the stronger tiers: no privileges, no sockets.
fn lock() -> io::Result<()> {
    capabilities::drop_for_children()?;
    rustix::thread::set_no_new_privs(true)?;
    filter::deny_sockets()
}
