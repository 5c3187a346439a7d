//! A hunt that is killed, again and again, for real: this test binary runs itself as the process to be killed.

use crate::made::{CONFIG, SEED, case, finding, found, kept, open, repeat};
use crate::names;
use lab::store::{Done, Totals};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// Names the store to a process that is to be killed.
const VICTIM: &str = "GADFLY_TEST_VICTIM";

const KILLS: u64 = 120;

/// Every third program has a finding, some have two.
fn ids(index: u64) -> Vec<u64> {
    match index % 6 {
        0 => vec![index, index + 1_000_000],
        3 => vec![index],
        _ => vec![],
    }
}

/// Some are only counted.
fn is_repeat(index: u64) -> bool {
    index % 6 == 1
}

#[test]
fn a_hundred_kills_lose_nothing_and_double_nothing() {
    let dir = quick_directory();
    let mut rng = source::Rng::new(std::process::id().into());
    let mut acknowledged = BTreeSet::new();
    for _ in 0..KILLS {
        acknowledged.extend(kill_one(dir.path(), rng.next_u64()));
    }
    assert!(acknowledged.len() as u64 > KILLS, "only {} programs were done", acknowledged.len());
    check(dir.path(), &acknowledged);
    // The last kill may have left nothing to put right, but all of them together have been through every state.
    assert!(open(dir.path()).recovery().is_empty());
}

/// In memory where there is such a place: a kill does not need a disk, and syncing is slow on some.
fn quick_directory() -> TempDir {
    TempDir::new_in("/dev/shm").or_else(|_| TempDir::new()).unwrap()
}

/// Starts a hunt, kills it after some programs, and gives the programs it said were done.
fn kill_one(dir: &Path, random: u64) -> Vec<u64> {
    let mut victim = victim(dir);
    let mut lines = BufReader::new(victim.stdout.take().unwrap()).lines();
    let mut done = Vec::new();
    // Sometimes before it is ready, sometimes in the middle of a program.
    let wanted = random % 8;
    while (done.len() as u64) < wanted {
        let line = lines.next().expect("a victim does not end by itself").unwrap();
        done.extend(acknowledged(&line));
    }
    std::thread::sleep(Duration::from_micros((random >> 8) % 8000));
    victim.kill().unwrap();
    victim.wait().unwrap();
    done.extend(lines.flat_map(|line| acknowledged(&line.unwrap())));
    done
}

fn victim(dir: &Path) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "kill::victim_that_other_tests_kill", "--ignored", "--nocapture", "--test-threads=1"]);
    command.env(VICTIM, dir).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap()
}

/// A line that was cut off by the kill acknowledges nothing.
fn acknowledged(line: &str) -> Option<u64> {
    line.strip_prefix("done ")?.strip_suffix('.')?.parse().ok()
}

#[test]
#[ignore = "the process that other tests kill"]
fn victim_that_other_tests_kill() {
    let Some(dir) = std::env::var_os(VICTIM) else { return };
    let store = open(Path::new(&dir));
    let progress = store.begin(SEED, CONFIG).unwrap();
    // As two threads would: not in order.
    let indices = (progress.next / 2 * 2..).map(|index| index ^ 1);
    for index in indices.filter(|index| *index >= progress.next && !progress.done.contains(index)) {
        let cases: Vec<_> = ids(index).into_iter().map(|id| (finding(id), case(id))).collect();
        let findings: Vec<_> = cases.iter().map(|(finding, case)| (finding.clone(), case)).collect();
        let totals = Totals { programs: 1, ..Totals::default() };
        let repeats = if is_repeat(index) { vec![repeat(index)] } else { Vec::new() };
        store
            .record(&Done { index, source: "policy".to_string(), totals, repeats, ..Done::default() }, &findings)
            .unwrap();
        let mut stdout = std::io::stdout().lock();
        stdout.write_all(format!("done {index}.\n").as_bytes()).unwrap();
        stdout.flush().unwrap();
    }
}

/// Everything acknowledged is there, whole, once; nothing half-written is.
fn check(dir: &Path, acknowledged: &BTreeSet<u64>) {
    let store = open(dir);
    let progress = store.begin(SEED, CONFIG).unwrap();
    let is_done = |index: &u64| *index < progress.next || progress.done.contains(index);
    assert!(acknowledged.iter().all(is_done));
    assert_eq!(progress.totals.programs, progress.next + progress.done.len() as u64);
    let all: Vec<u64> = (0..progress.next).chain(progress.done.iter().copied()).flat_map(ids).collect();
    let repeats: Vec<u64> = store.repeats().unwrap()[0].programs.iter().map(|program| program.index).collect();
    let done = (0..progress.next).chain(progress.done.iter().copied());
    assert_eq!(repeats, done.filter(|index| is_repeat(*index)).collect::<Vec<_>>());
    let findings = store.findings().unwrap();
    for index in &all {
        let expected = finding(*index);
        assert_eq!(findings.iter().filter(|finding| finding.id == expected.id).count(), 1);
        assert_eq!(kept(&store.directory_of(&expected.id).unwrap()), found(*index));
    }
    // A finding may be ahead of its program, which will make it again.
    assert!(findings.len() >= all.len() && findings.len() <= all.len() + 4, "{} for {}", findings.len(), all.len());
    let mut ids: Vec<String> = findings.into_iter().map(|finding| finding.id).collect();
    ids.sort();
    assert_eq!(names(dir), ids);
}
