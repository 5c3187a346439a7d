//! One hunt per store, and one process at work on a finding. The kernel holds the locks, so that they end with the
//! process, however that ends.

use super::{Error, fault};
use crate::date;
use rustix::fs::{FlockOperation, flock};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

const FILE: &str = "lock";

/// Times that the holder's name is looked for, which it writes right after it has taken the lock.
const ATTEMPTS: u32 = 50;

/// Held until dropped.
pub struct Lock(#[expect(dead_code, reason = "closing it frees the lock")] File);

/// What the file says about who has it.
#[derive(Serialize, Deserialize)]
struct Holder {
    pid: u32,
    command: String,
    since: String,
}

/// Takes the store for this process, or says who has it.
pub fn take(directory: &Path) -> Result<Lock, Error> {
    let path = directory.join(FILE);
    let failed = |error: io::Error| fault::io(directory, "cannot lock", &path, error);
    let mut file =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).map_err(failed)?;
    for _ in 0..ATTEMPTS {
        if try_lock(&file).map_err(failed)? {
            sign(&mut file).map_err(failed)?;
            return Ok(Lock(file));
        }
        // This process may have given it up, and a child that it has just forked may still have it, until it is another
        // program.
        if let Some(holder) = holder(&path).filter(|holder| holder.pid != std::process::id()) {
            return Err(busy(directory, holder));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let unknown = || Holder { pid: 0, command: "unknown".to_string(), since: "unknown".to_string() };
    Err(busy(directory, holder(&path).unwrap_or_else(unknown)))
}

/// Takes a finding's directory for this process, unless someone else has it. A file system that knows no locks keeps
/// nobody apart.
pub fn claim(directory: &Path) -> io::Result<Option<Lock>> {
    let file = File::open(directory)?;
    Ok(try_lock(&file).unwrap_or(true).then_some(Lock(file)))
}

fn try_lock(file: &File) -> io::Result<bool> {
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(true),
        Err(rustix::io::Errno::WOULDBLOCK) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

fn sign(file: &mut File) -> io::Result<()> {
    let arguments: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let holder = Holder { pid: std::process::id(), command: arguments.join(" "), since: date::utc(date::now()) };
    let text = serde_json::to_string(&holder).expect("a holder is plain text and numbers");
    file.set_len(0)?;
    file.write_all(text.as_bytes())
}

/// Who has the lock; none while the file is being written, or says a process that is no more.
fn holder(path: &Path) -> Option<Holder> {
    let text = std::fs::read_to_string(path).ok()?;
    let holder: Holder = serde_json::from_str(&text).ok()?;
    let pid = i32::try_from(holder.pid).ok().and_then(rustix::process::Pid::from_raw)?;
    let is_alive = rustix::process::test_kill_process(pid) != Err(rustix::io::Errno::SRCH);
    is_alive.then_some(holder)
}

fn busy(directory: &Path, holder: Holder) -> Error {
    let Holder { pid, command, since } = holder;
    Error::Busy { directory: directory.to_path_buf(), pid, command, since }
}
