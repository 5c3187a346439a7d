//! Where findings are looked for, and what is said when that is nowhere.

use crate::diagnostic;
use crate::exit::ExitCode;
use lab::config::{self, Config};
use lab::store::{self, DEFAULT_DIRECTORY, Store};
use std::path::PathBuf;

/// The store of a command that needs one that is there.
#[derive(clap::Args, Clone, Debug)]
pub struct Place {
    /// Where findings are kept [default: that of gadfly.toml, here or above, or gadfly-store]
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
}

#[derive(Debug)]
pub enum Error {
    Config(config::Error),
    Store(store::Error),
}

impl Place {
    pub fn directory(&self) -> Result<PathBuf, Error> {
        if let Some(store) = &self.store {
            return Ok(store.clone());
        }
        match std::env::current_dir().ok().and_then(|here| Config::find(&here)) {
            Some(path) => Config::load(&path, lab::sources::check).map(|config| config.store).map_err(Error::Config),
            None => Ok(PathBuf::from(DEFAULT_DIRECTORY)),
        }
    }

    /// For a command that only looks.
    pub fn read(&self) -> Result<Box<dyn Store>, Error> {
        store::read(&self.directory()?).map_err(Error::Store)
    }

    /// For a command that changes what is known of findings.
    pub fn edit(&self) -> Result<Box<dyn Store>, Error> {
        store::edit(&self.directory()?).map_err(Error::Store)
    }
}

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Error {
        Error::Store(error)
    }
}

/// Says what went wrong, and gives the code for it.
pub fn failed(error: &Error) -> ExitCode {
    let (message, exit_code) = match error {
        Error::Config(error) => (error.to_string(), ExitCode::Usage),
        Error::Store(error) => (error.to_string(), exit_code(error)),
    };
    diagnostic::plain(&message);
    exit_code
}

fn exit_code(error: &store::Error) -> ExitCode {
    match error {
        store::Error::NoFinding(_) | store::Error::Ambiguous(..) => ExitCode::Usage,
        store::Error::Busy { .. } => ExitCode::Busy,
        store::Error::Full { .. } => ExitCode::Output,
        store::Error::Missing { .. }
        | store::Error::Newer { .. }
        | store::Error::Io { .. }
        | store::Error::Damaged { .. }
        | store::Error::Database(_) => ExitCode::NoInput,
    }
}
