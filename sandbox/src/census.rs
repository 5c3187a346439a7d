//! Counts the processes of a job and what they use, in `/proc`.
//!
//! In a sandbox, orphans fall to the helper (it is their init, or their subreaper), so everything that a job started is a descendant
//! of the helper, whatever it did to its session or group.

use super::sys;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// What is alive below a process.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Census {
    /// Their numbers.
    pub pids: Vec<i32>,
    /// Of all of them.
    pub threads: u64,
    /// Of the living, and of those of their children that they waited for.
    pub cpu_ms: u64,
    /// Memory that is not swapped out; what they share counts for each.
    pub resident_bytes: u64,
    /// Open files of all of them: pipes and sockets hold memory that is nobody's.
    pub descriptors: u64,
    /// Of those who do not let others see their open files, the most that one has used. Who is being started is one of
    /// them.
    pub hidden_cpu_ms: Option<u64>,
    /// Address space.
    pub reserved_bytes: u64,
    /// One is stopped, and no other does anything.
    pub is_stopped: bool,
    /// None runs, is about to, or waits for a disk.
    pub is_waiting: bool,
}

struct Stat {
    /// As `/proc` names it: `R` runs, `S` sleeps, `T` is stopped, `Z` has ended.
    state: char,
    parent: i32,
    threads: u64,
    ticks: u64,
    pages: u64,
    reserved_bytes: u64,
}

impl Census {
    /// As `proc` numbers them.
    pub fn below(proc: &Path, ancestor: i32) -> Census {
        let stats = stats(proc);
        let mut census = Census::counting(stats.iter().filter(|(pid, _)| is_below(**pid, ancestor, &stats)));
        for pid in &census.pids {
            match open_files(proc, *pid) {
                Some(files) => census.descriptors += files.len() as u64,
                None => census.hidden_cpu_ms = census.hidden_cpu_ms.max(Some(stats[pid].ticks * 10)),
            }
        }
        census
    }

    /// The same, with the process itself, and without descriptors.
    pub fn of(proc: &Path, ancestor: i32) -> Census {
        let stats = stats(proc);
        Census::counting(stats.iter().filter(|(pid, _)| **pid == ancestor || is_below(**pid, ancestor, &stats)))
    }

    fn counting<'a>(stats: impl Iterator<Item = (&'a i32, &'a Stat)>) -> Census {
        let mut census = Census::default();
        let mut states = BTreeSet::new();
        for (pid, stat) in stats {
            census.pids.push(*pid);
            states.insert(stat.state);
            census.threads += stat.threads;
            // The kernel counts them in hundredths of a second for every program, whatever its own clock.
            census.cpu_ms += stat.ticks * 10;
            census.resident_bytes += stat.pages * page_bytes();
            census.reserved_bytes = census.reserved_bytes.saturating_add(stat.reserved_bytes);
        }
        census.is_waiting = states.iter().all(|state| "TSZ".contains(*state));
        census.is_stopped = states.contains(&'T') && census.is_waiting;
        census
    }

    /// Files that the living have open and that have no name any more, or never had one.
    pub fn nameless_bytes(&self, proc: &Path) -> u64 {
        let mut seen = BTreeSet::new();
        let mut bytes: u64 = 0;
        for pid in &self.pids {
            for file in open_files(proc, *pid).unwrap_or_default() {
                let Ok(file) = fs::metadata(file) else { continue };
                if file.is_file() && file.nlink() == 0 && seen.insert((file.dev(), file.ino())) {
                    bytes = bytes.saturating_add(file.blocks() * 512);
                }
            }
        }
        bytes
    }
}

fn stats(proc: &Path) -> BTreeMap<i32, Stat> {
    pids(proc).filter_map(|pid| Some((pid, stat(proc, pid)?))).collect()
}

fn pids(proc: &Path) -> impl Iterator<Item = i32> {
    let entries = fs::read_dir(proc).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

/// What a process has open; none if it lives and does not let others of its user look at it.
fn open_files(proc: &Path, pid: i32) -> Option<Vec<PathBuf>> {
    // One that has just ended has no memory any more, and belongs to root.
    let is_alive = || stat(proc, pid).is_some_and(|stat| stat.reserved_bytes > 0);
    match fs::read_dir(proc.join(format!("{pid}/fd"))) {
        Ok(entries) => Some(entries.flatten().map(|entry| entry.path()).collect()),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && is_alive() => None,
        Err(_) => Some(Vec::new()),
    }
}

/// Whether the open files of others of this user can be seen at all, on this machine.
pub fn may_look() -> bool {
    let Ok(Some(child)) = sys::fork_idle() else { return false };
    let may_look = open_files(Path::new("/proc"), child).is_some_and(|files| !files.is_empty());
    sys::kill(child);
    sys::wait(true);
    may_look
}

fn is_below(pid: i32, ancestor: i32, stats: &BTreeMap<i32, Stat>) -> bool {
    let mut parents = std::iter::successors(stats.get(&pid).map(|stat| stat.parent), |parent| {
        stats.get(parent).map(|stat| stat.parent)
    });
    // The bound is for a table that was read while processes came and went: it might hold a cycle.
    parents.by_ref().take(stats.len()).any(|parent| parent == ancestor)
}

fn stat(proc: &Path, pid: i32) -> Option<Stat> {
    let text = fs::read(proc.join(format!("{pid}/stat"))).ok()?;
    let fields = after_name(&text)?;
    let field = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some(Stat {
        state: fields.first()?.chars().next()?,
        parent: fields.get(1)?.parse().ok()?,
        ticks: field(11)? + field(12)? + field(13)? + field(14)?,
        threads: field(17)?,
        reserved_bytes: field(20)?,
        pages: field(21)?,
    })
}

/// When a process was started, in the kernel's own measure; with its number, it names one process for ever.
pub fn start_time(pid: u32) -> Option<u64> {
    let text = fs::read(format!("/proc/{pid}/stat")).ok()?;
    after_name(&text)?.get(19)?.parse().ok()
}

/// The fields after the program's name, which may contain anything.
fn after_name(stat: &[u8]) -> Option<Vec<&str>> {
    let end = stat.iter().rposition(|byte| *byte == b')')?;
    Some(std::str::from_utf8(&stat[end + 1..]).ok()?.split_ascii_whitespace().collect())
}

fn page_bytes() -> u64 {
    rustix::param::page_size() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_is_below_its_parent_and_has_memory() {
        let census = Census::below(Path::new("/proc"), std::os::unix::process::parent_id() as i32);
        assert!(census.pids.contains(&(std::process::id() as i32)));
        assert!(census.resident_bytes > 0 && census.threads > 0);
    }

    #[test]
    fn names_with_parentheses_and_spaces_do_not_shift_the_fields() {
        assert_eq!(after_name(b"7 (a) S (b) R 1 2"), Some(vec!["R", "1", "2"]));
    }

    #[test]
    fn a_process_that_is_not_there_has_no_start_time() {
        assert!(start_time(std::process::id()).is_some());
        assert_eq!(start_time(u32::MAX), None);
    }
}
