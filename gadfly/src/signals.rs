//! Ctrl-C and SIGTERM: the first asks the command to end, the second ends it at once. The same signal twice within a moment
//! counts once, because `timeout` sends it to the process and to its group.

#![expect(unsafe_code, reason = "signal handlers, and what they may call")]

use crate::exit::ExitCode;
use crate::terminal;
use lab::stop::Stop;
use std::sync::atomic::{AtomicI32, AtomicI64, Ordering};

/// Set by the first signal.
pub static STOP: Stop = Stop::new();

/// Which that was, and when, in milliseconds.
static FIRST: AtomicI32 = AtomicI32::new(0);
static FIRST_TIME: AtomicI64 = AtomicI64::new(0);

/// Signals within so many milliseconds are one request.
const SAME_MS: i64 = 300;

/// Catches signals from now on. The second ends the process, and the sandboxes' helpers end with it.
pub fn catch() {
    terminal::hide_controls();
    for signal in [libc::SIGINT, libc::SIGTERM] {
        // SAFETY: the handler touches atomics, asks for the time, restores the terminal and calls `_exit`, all of which a signal handler may.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = on_signal as extern "C" fn(libc::c_int) as libc::sighandler_t;
            action.sa_flags = libc::SA_RESTART;
            libc::sigaction(signal, &action, std::ptr::null_mut());
        }
    }
}

extern "C" fn on_signal(signal: libc::c_int) {
    let now = milliseconds();
    if STOP.is_set() {
        let is_same = FIRST.load(Ordering::Relaxed) == signal;
        if !is_same || now - FIRST_TIME.load(Ordering::Relaxed) >= SAME_MS {
            terminal::restore();
            // SAFETY: async-signal-safe.
            unsafe { libc::_exit(ExitCode::Interrupted.code().into()) }
        }
        return;
    }
    FIRST.store(signal, Ordering::Relaxed);
    FIRST_TIME.store(now, Ordering::Relaxed);
    STOP.set();
}

fn milliseconds() -> i64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: async-signal-safe, and `time` is there to be written.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut time) };
    time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
}
