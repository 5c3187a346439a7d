//! Compilers of the machine that read the user's files outside any sandbox: with limits, and ended when they wait for
//! something that never comes. Macros and headers can ask for any amount, and an `#include` may name a pipe.

use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, setrlimit};
use sandbox::Census;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// How long it may do nothing at all. On a busy machine it waits for its turn, which is not nothing.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often it is looked at.
const TICK: Duration = Duration::from_millis(250);

/// How a tool that was ended for waiting is explained.
pub const WAITS: &str = "waits for something that never comes; is a pipe or a terminal among the files it includes?";

/// Bounds the CPU seconds and the bytes of memory of a command that is about to be started.
#[expect(unsafe_code, reason = "limits are set between fork and exec")]
pub fn limit(command: &mut Command, cpu_seconds: u64, memory: u64) {
    // A stricter limit stays: not everyone may raise it.
    let set = |resource, value: u64| {
        let least = Some(getrlimit(resource).maximum.map_or(value, |already| already.min(value)));
        setrlimit(resource, Rlimit { current: least, maximum: least }).map_err(io::Error::from)
    };
    // SAFETY: between fork and exec it makes four system calls, and allocates nothing.
    unsafe {
        command.pre_exec(move || {
            set(Resource::Cpu, cpu_seconds)?;
            set(Resource::Data, memory)
        });
    }
}

/// Looks after a tool that runs. What it writes must be read meanwhile: a tool that waits for its reader waits, too.
pub struct Watch {
    over: Sender<()>,
    thread: JoinHandle<bool>,
}

impl Watch {
    pub fn over(child: &Child) -> Watch {
        let id = child.id() as i32;
        let (over, ends) = mpsc::channel();
        let thread = thread::spawn(move || {
            let mut idle = Idle { cpu_ms: 0, since: Instant::now() };
            while let Err(RecvTimeoutError::Timeout) = ends.recv_timeout(TICK) {
                if idle.look(id) > PATIENCE {
                    end(id);
                    return true;
                }
            }
            false
        });
        Watch { over, thread }
    }

    /// To be called before the child is waited for, once its output has ended. Says whether it was ended.
    pub fn finish(self) -> bool {
        drop(self.over);
        self.thread.join().unwrap_or(false)
    }
}

/// Since when a tool, with all that it has started, has done nothing.
struct Idle {
    cpu_ms: u64,
    since: Instant,
}

impl Idle {
    fn look(&mut self, id: i32) -> Duration {
        let census = census(id);
        if !census.is_waiting || census.cpu_ms != self.cpu_ms {
            *self = Idle { cpu_ms: census.cpu_ms, since: Instant::now() };
        }
        self.since.elapsed()
    }
}

/// Of a process and all below it.
fn census(id: i32) -> Census {
    Census::of(Path::new("/proc"), id)
}

/// The compiler proper is below its driver, and would wait for ever.
fn end(id: i32) {
    for pid in census(id).pids.into_iter().filter_map(Pid::from_raw) {
        // Who is gone already needs no signal.
        let _ = kill_process(pid, Signal::KILL);
    }
}
