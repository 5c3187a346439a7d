//! Standard output, and what is said when it, or gadfly itself, fails.

use crate::diagnostic;
use crate::exit::ExitCode;
use crate::stack::Panic;
use lab::printable::printable;
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

/// Text for people. It may quote compilers and programs, which write any characters.
pub fn write_text(text: &str, on_success: ExitCode) -> ExitCode {
    write_stdout(printable(text).as_bytes(), on_success)
}

/// Either JSON or text for people.
pub fn write_answer(text: &str, is_json: bool, on_success: ExitCode) -> ExitCode {
    if is_json { write_stdout(text.as_bytes(), on_success) } else { write_text(text, on_success) }
}

/// A panic is a bug of ours, whatever the input was.
pub fn internal_error(panic: &Panic) -> ExitCode {
    diagnostic::plain(&format!("internal error in gadfly {}: {}", env!("CARGO_PKG_VERSION"), panic.0));
    eprintln!("This is a bug in gadfly. Please report it, with the input.");
    ExitCode::Internal
}
