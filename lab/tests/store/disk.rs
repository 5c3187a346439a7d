//! A disk that is really full: a small one of our own where the system lets us mount it, a limit on the size of files
//! everywhere. This test binary runs itself as the process whose disk it is.

use crate::made::{CONFIG, SEED, case, finding, kept, open};
use crate::names;
use lab::Case;
use lab::finding::Finding;
use lab::store::{Done, Error, Store, Totals};
use std::ffi::{CString, OsStr};
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// Names the directory to the process whose disk it is.
const DISK: &str = "GADFLY_TEST_DISK";

/// Says what makes room: `ballast` or `limit`.
const ROOM: &str = "GADFLY_TEST_ROOM";

/// The largest file a limited process may write: less than a large case, and soon less than the database.
const LIMIT: u64 = 192 << 10;

#[test]
fn a_full_disk_is_said_to_be_full_and_then_nothing_is_lost() {
    let dir = TempDir::new().unwrap();
    let room = TempDir::new().unwrap();
    // Without the right to mount anything, a limit does it: see below.
    let output = with_small_disk(dir.path()).unwrap_or_else(|_| with_limit(room.path()));
    succeeded(&output);
}

#[test]
fn a_limit_on_files_is_a_full_disk_too() {
    let dir = TempDir::new().unwrap();
    succeeded(&with_limit(dir.path()));
}

#[track_caller]
fn succeeded(output: &Output) {
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}\n{errors}");
    assert!(text.contains("paused and went on"), "{text}\n{errors}");
}

fn owner(dir: &Path, room: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "disk::owner_of_a_full_disk", "--ignored", "--nocapture", "--test-threads=1"]);
    command.env(DISK, dir).env(ROOM, room);
    command
}

/// Runs the owner with a disk of 4 MiB at `dir` that only it can see.
fn with_small_disk(dir: &Path) -> io::Result<Output> {
    let place = CString::new(dir.as_os_str().as_bytes()).unwrap();
    let (user, group) = (rustix::process::getuid().as_raw(), rustix::process::getgid().as_raw());
    let maps =
        [("setgroups", "deny".to_string()), ("uid_map", format!("0 {user} 1")), ("gid_map", format!("0 {group} 1"))];
    let mut command = owner(dir, "ballast");
    // SAFETY: between fork and exec there are only system calls, and writes of what was allocated before.
    unsafe {
        command.pre_exec(move || {
            if libc::unshare(libc::CLONE_NEWNS) != 0 {
                called(libc::unshare(libc::CLONE_NEWUSER | libc::CLONE_NEWNS))?;
                for (name, text) in &maps {
                    fs::write(Path::new("/proc/self").join(name), text)?;
                }
            }
            let (none, root, tmpfs) = (std::ptr::null(), c"/".as_ptr(), c"tmpfs".as_ptr());
            called(libc::mount(none, root, none, libc::MS_REC | libc::MS_PRIVATE, std::ptr::null()))?;
            called(libc::mount(tmpfs, place.as_ptr(), tmpfs, 0, c"size=4m".as_ptr().cast()))
        });
    }
    command.output()
}

fn called(result: libc::c_int) -> io::Result<()> {
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

fn with_limit(dir: &Path) -> Output {
    let mut command = owner(dir, "limit");
    // SAFETY: two system calls.
    unsafe {
        command.pre_exec(|| {
            // A write beyond the limit shall fail, not kill.
            libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
            limit(LIMIT)
        });
    }
    command.output().unwrap()
}

fn limit(bytes: u64) -> io::Result<()> {
    let limit = libc::rlimit { rlim_cur: bytes, rlim_max: libc::RLIM_INFINITY };
    // SAFETY: the argument lives as long as the call.
    called(unsafe { libc::setrlimit(libc::RLIMIT_FSIZE, &limit) })
}

#[test]
#[ignore = "the process whose disk other tests fill"]
fn owner_of_a_full_disk() {
    let Some(dir) = std::env::var_os(DISK) else { return };
    let is_limited = std::env::var_os(ROOM).as_deref() == Some(OsStr::new("limit"));
    let dir = Path::new(&dir);
    let store = open(&dir.join("store"));
    store.begin(SEED, CONFIG).unwrap();
    for size in [0, 1000, 300_000] {
        // The database first, whose log grows with small findings; then a file that is too large by itself.
        let full = fill(&*store, size, &dir.join("ballast"), is_limited);
        make_room(&dir.join("ballast"), is_limited);
        goes_on(&*store, full, size);
        if is_limited {
            limit(LIMIT).unwrap();
        }
    }
    make_room(&dir.join("ballast"), is_limited);
    drop(store);
    check(&dir.join("store"));
    println!("paused and went on");
}

/// A case whose files are larger by that many bytes.
fn large(index: u64, size: usize) -> (Finding, Case) {
    let (finding, mut case) = (finding(index), case(index));
    case.files[0].text.push_str(&format!("/*{}*/\n", "x".repeat(size)));
    (finding, case)
}

fn record(store: &dyn Store, index: u64, size: usize) -> Result<(), Error> {
    let (finding, case) = large(index, size);
    let totals = Totals { programs: 1, ..Totals::default() };
    let done = Done { index, source: "policy".to_string(), totals, ..Done::default() };
    store.record(&done, &[(finding, &case)]).map(|_| ())
}

/// Records until it is full, and gives the program that was refused.
fn fill(store: &dyn Store, size: usize, ballast: &Path, is_limited: bool) -> u64 {
    if !is_limited {
        write_ballast(ballast);
    }
    let first = store.begin(SEED, CONFIG).unwrap().next;
    for index in first..first + 10_000 {
        match record(store, index, size) {
            Ok(()) => {}
            Err(Error::Full { directory }) => {
                assert!(directory.ends_with("store"));
                return index;
            }
            Err(error) => panic!("{error} ({error:?})"),
        }
    }
    panic!("a small disk took 10000 findings");
}

/// Leaves room for a few findings of some size, so that different writes are the first that fail.
fn write_ballast(path: &Path) {
    let mut file = File::create(path).unwrap();
    while file.write_all(&[0; 4096]).is_ok() {}
    let size = file.metadata().unwrap().len();
    file.set_len(size.saturating_sub(300_000)).unwrap();
}

fn make_room(ballast: &Path, is_limited: bool) {
    if is_limited {
        limit(libc::RLIM_INFINITY).unwrap();
    } else {
        let _ = fs::remove_file(ballast);
    }
}

fn goes_on(store: &dyn Store, full: u64, size: usize) {
    assert_eq!(store.begin(SEED, CONFIG).unwrap().next, full, "a program that was refused is not done");
    assert!(store.findings().unwrap().len() as u64 >= full);
    record(store, full, size).unwrap_or_else(|error| panic!("with room again: {error}"));
}

fn check(dir: &Path) {
    let store = open(dir);
    assert!(store.recovery().is_empty(), "{:?}", store.recovery());
    let progress = store.begin(SEED, CONFIG).unwrap();
    assert_eq!(progress.totals.programs, progress.next);
    let findings = store.findings().unwrap();
    assert_eq!(findings.len() as u64, progress.next);
    assert_eq!(names(dir).len(), findings.len());
    for finding in findings {
        assert_eq!(kept(&store.directory_of(&finding.id).unwrap()).finding, finding);
    }
}
