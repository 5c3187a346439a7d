//! Compilers that break: what they say and how they end.

use rustix::process::{Signal, getpid, kill_process};
use std::path::Path;
use std::process;

pub struct Failure {
    /// As findings call it.
    pub kind: &'static str,
    /// What is written on standard error; `{file}`, `{function}` and `{line}` are filled in.
    message: &'static str,
    end: End,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum End {
    Exit(i32),
    Signal(Signal),
    Never,
}

impl Failure {
    pub const fn crash(message: &'static str, exit_code: i32) -> Failure {
        Failure { kind: "crash", message, end: End::Exit(exit_code) }
    }

    pub const fn signal(signal: Signal) -> Failure {
        Failure { kind: "crash", message: "", end: End::Signal(signal) }
    }

    pub const fn rejection(message: &'static str) -> Failure {
        Failure { kind: "rejects-valid", message, end: End::Exit(1) }
    }

    pub const fn hang() -> Failure {
        Failure { kind: "hang", message: "", end: End::Never }
    }

    pub fn happen(&self, file: &Path, function: &str, line: usize) -> ! {
        let file = file.display().to_string();
        let message = self.message.replace("{file}", &file).replace("{function}", function);
        eprint!("{}", message.replace("{line}", &line.to_string()));
        match self.end {
            End::Exit(code) => process::exit(code),
            End::Signal(signal) => die(signal),
            End::Never => spin(),
        }
    }
}

/// Rust's own handler swallows the first SIGSEGV from outside and restores the default.
fn die(signal: Signal) -> ! {
    for _ in 0..2 {
        // There is always a process of one's own to kill.
        let _ = kill_process(getpid(), signal);
    }
    process::abort()
}

fn spin() -> ! {
    let mut turns = 0u64;
    loop {
        turns = std::hint::black_box(turns.wrapping_add(1));
    }
}
