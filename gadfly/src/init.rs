//! `gadfly init`: writes a configuration to start from.

use crate::diagnostic;
use crate::exit::ExitCode;
use crate::output::write_stdout;
use lab::config::{FILE_NAME, TEMPLATE};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Write a gadfly.toml with every key, its default and what it does.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "\
Exit codes: 0 written, 2 there is one already, 74 it cannot be written.")]
pub struct Args {
    /// Where
    #[arg(default_value = ".", value_name = "DIR")]
    directory: PathBuf,

    /// Replace the one that is there
    #[arg(long)]
    force: bool,
}

pub fn run(args: Args) -> ExitCode {
    let path = args.directory.join(FILE_NAME);
    match write(&path, args.force) {
        Ok(()) => {
            let message =
                format!("Wrote {}. Everything in it is commented out: change what you like.\n", path.display());
            write_stdout(message.as_bytes(), ExitCode::Program(0))
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            diagnostic::plain(&format!("there is a {} already; `--force` replaces it", path.display()));
            ExitCode::Usage
        }
        Err(error) => {
            diagnostic::plain(&format!("cannot write {}: {error}", path.display()));
            ExitCode::Output
        }
    }
}

fn write(path: &Path, force: bool) -> io::Result<()> {
    if force {
        return fs::write(path, TEMPLATE);
    }
    OpenOptions::new().write(true).create_new(true).open(path)?.write_all(TEMPLATE.as_bytes())
}
