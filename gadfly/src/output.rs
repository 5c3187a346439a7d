//! Standard output, and what is said when it, or gadfly itself, fails.

use crate::diagnostic;
use crate::exit::ExitCode;
use crate::stack::Panic;
use std::io::{self, Write};

/// All of `bytes`, or the exit code that says it was impossible.
pub fn write_stdout(bytes: &[u8], on_success: ExitCode) -> ExitCode {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Ok(()) => on_success,
        // The reader closed the pipe.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::Output,
        Err(error) => {
            diagnostic::plain(&format!("cannot write to standard output: {error}"));
            ExitCode::Output
        }
    }
}

/// A panic is a bug of ours, whatever the input was.
pub fn internal_error(panic: &Panic) -> ExitCode {
    diagnostic::plain(&format!("internal error in gadfly {}: {}", env!("CARGO_PKG_VERSION"), panic.0));
    eprintln!("This is a bug in gadfly. Please report it, with the input.");
    ExitCode::Internal
}
