//! Ctrl-C and SIGTERM: once is a request, twice is an order.

use crate::exit::ExitCode;
use lab::campaign::Stop;

/// Set by the first signal.
pub static STOP: Stop = Stop::new();

/// Catches signals from now on. The second ends the process, and the sandboxes' helpers end with it.
pub fn catch() {
    for signal in [libc::SIGINT, libc::SIGTERM] {
        // SAFETY: the handler touches an atomic and calls `_exit`, both of which are allowed in a signal handler.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = on_signal as extern "C" fn(libc::c_int) as libc::sighandler_t;
            action.sa_flags = libc::SA_RESTART;
            libc::sigaction(signal, &action, std::ptr::null_mut());
        }
    }
}

extern "C" fn on_signal(_: libc::c_int) {
    if STOP.is_set() {
        // SAFETY: async-signal-safe.
        unsafe { libc::_exit(ExitCode::Interrupted.code().into()) }
    }
    STOP.set();
}
