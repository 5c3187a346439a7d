//! What the user gives a program to read: `--stdin` and `--file`.

use crate::diagnostic;
use crate::exit::ExitCode;
use crate::input::Failure;
use interp::input::File;
use lab::bounded;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(clap::Args, Clone, Debug)]
pub struct Given {
    /// A file with the program's standard input [default: gadfly's own standard input, if the program reads it]
    #[arg(long, value_name = "FILE")]
    stdin: Option<PathBuf>,

    /// A file that the program may open for reading under NAME; all others do not exist
    #[arg(long = "file", value_name = "NAME[=PATH]")]
    readable: Vec<String>,
}

impl Given {
    /// The standard input that was named, `-` being gadfly's own.
    pub fn stdin(&self) -> Result<Option<Arc<[u8]>>, Failure> {
        match &self.stdin {
            None => Ok(None),
            Some(path) if path.as_os_str() == "-" => own_stdin().map(Some),
            Some(path) => read(path).map(Some),
        }
    }

    pub fn has_stdin(&self) -> bool {
        self.stdin.is_some()
    }

    pub fn files(&self) -> Result<Vec<File>, Failure> {
        let read = |text: &String| {
            let (name, path) = text.split_once('=').unwrap_or((text, text));
            Ok(File { name: name.to_string(), bytes: read(Path::new(path))? })
        };
        self.readable.iter().map(read).collect()
    }
}

/// All of gadfly's standard input. Whoever sits at a terminal is told that something is wanted.
pub fn own_stdin() -> Result<Arc<[u8]>, Failure> {
    let mut stdin = io::stdin().lock();
    if stdin.is_terminal() {
        diagnostic::note("the program reads standard input: type it, and end it with Ctrl-D");
    }
    let mut bytes = Vec::new();
    match bounded::limited(&mut stdin, &mut bytes) {
        Ok(()) => Ok(bytes.into()),
        Err(error) => Err(unreadable("standard input", &error)),
    }
}

fn read(path: &Path) -> Result<Arc<[u8]>, Failure> {
    bounded::read(path).map(Arc::from).map_err(|error| unreadable(&format!("`{}`", path.display()), &error))
}

fn unreadable(what: &str, error: &io::Error) -> Failure {
    Failure { exit_code: ExitCode::NoInput, message: format!("cannot read {what}: {error}"), stderr: String::new() }
}
