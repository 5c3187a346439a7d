//! The terminal while a live screen is on it. A typed Ctrl-C would be shown as `^C` behind the last line, on a line of its own,
//! and the screen would be drawn one line too low.

#![expect(unsafe_code, reason = "a signal handler restores the terminal, so it is plain system calls")]

use std::sync::OnceLock;

/// How the terminal was.
static BEFORE: OnceLock<libc::termios> = OnceLock::new();

/// Does not show control characters any more, on the terminal of standard error, if this process has it.
pub fn hide_controls() {
    let mut modes = std::mem::MaybeUninit::<libc::termios>::uninit();
    // SAFETY: `modes` is there to be written, and is only taken as written if that succeeded.
    let modes = unsafe {
        // A background process that changes the terminal would be stopped.
        let is_ours = libc::tcgetpgrp(libc::STDERR_FILENO) == libc::getpgrp();
        if !is_ours || libc::tcgetattr(libc::STDERR_FILENO, modes.as_mut_ptr()) != 0 {
            return;
        }
        modes.assume_init()
    };
    if BEFORE.set(modes).is_ok() {
        change(&libc::termios { c_lflag: modes.c_lflag & !libc::ECHOCTL, ..modes });
    }
}

/// As it was. A signal handler may call it, too.
pub fn restore() {
    if let Some(modes) = BEFORE.get() {
        change(modes);
    }
}

fn change(modes: &libc::termios) {
    // SAFETY: async-signal-safe; a terminal that is gone is an error like any other.
    unsafe { libc::tcsetattr(libc::STDERR_FILENO, libc::TCSANOW, modes) };
}
