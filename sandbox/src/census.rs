//! Counts the processes of a job and what they use, in `/proc`.
//!
//! Orphans fall to the helper (it is their init, or their subreaper), so everything that a job started is a descendant
//! of the helper, whatever it did to its session or group.

use std::collections::BTreeMap;
use std::fs;

/// What is alive below a process.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Census {
    pub pids: Vec<i32>,
    pub threads: u64,
    /// Of the living, and of those of their children that they waited for.
    pub cpu_ms: u64,
    pub resident_bytes: u64,
}

struct Stat {
    parent: i32,
    threads: u64,
    ticks: u64,
    pages: u64,
}

impl Census {
    pub fn below(ancestor: i32) -> Census {
        let stats: BTreeMap<i32, Stat> = pids().filter_map(|pid| Some((pid, stat(pid)?))).collect();
        let mut census = Census::default();
        for (pid, stat) in stats.iter().filter(|(pid, _)| is_below(**pid, ancestor, &stats)) {
            census.pids.push(*pid);
            census.threads += stat.threads;
            // The kernel counts them in hundredths of a second for every program, whatever its own clock.
            census.cpu_ms += stat.ticks * 10;
            census.resident_bytes += stat.pages * page_bytes();
        }
        census
    }
}

fn pids() -> impl Iterator<Item = i32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

fn is_below(pid: i32, ancestor: i32, stats: &BTreeMap<i32, Stat>) -> bool {
    let mut parents = std::iter::successors(stats.get(&pid).map(|stat| stat.parent), |parent| {
        stats.get(parent).map(|stat| stat.parent)
    });
    // The bound is for a table that was read while processes came and went: it might hold a cycle.
    parents.by_ref().take(stats.len()).any(|parent| parent == ancestor)
}

fn stat(pid: i32) -> Option<Stat> {
    let text = fs::read(format!("/proc/{pid}/stat")).ok()?;
    let fields = after_name(&text)?;
    let field = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some(Stat {
        parent: fields.get(1)?.parse().ok()?,
        ticks: field(11)? + field(12)? + field(13)? + field(14)?,
        threads: field(17)?,
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
        let census = Census::below(std::os::unix::process::parent_id() as i32);
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
