//! Why a command that looks into a store has no answer.

use crate::diagnostic;
use crate::exit::ExitCode;
use crate::place;

/// Why there is no answer.
pub enum Failure {
    Place(place::Error),
    Other(ExitCode, String),
}

impl From<place::Error> for Failure {
    fn from(error: place::Error) -> Failure {
        Failure::Place(error)
    }
}

impl From<lab::store::Error> for Failure {
    fn from(error: lab::store::Error) -> Failure {
        Failure::Place(error.into())
    }
}

impl Failure {
    /// Says what is wrong; the exit code is that of the command.
    pub fn say(self) -> ExitCode {
        match self {
            Failure::Place(error) => place::failed(&error),
            Failure::Other(exit_code, message) => {
                diagnostic::plain(&message);
                exit_code
            }
        }
    }

    pub fn usage(error: impl ToString) -> Failure {
        Failure::Other(ExitCode::Usage, error.to_string())
    }

    pub fn output(error: impl ToString) -> Failure {
        Failure::Other(ExitCode::Output, error.to_string())
    }
}
