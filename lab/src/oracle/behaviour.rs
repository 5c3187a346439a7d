//! What a program does when it is run, as far as compilers must agree on it.

use crate::case::Expected;
use crate::observe::{Observation, Outcome};
use crate::signal::signal_name;
use std::fmt;

/// How a program ended and what it printed. What it printed before it was killed depends on buffers, so only the signal
/// counts then.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Behaviour<'a> {
    /// It ended by itself.
    Ran {
        /// As a shell sees it, other than that of `abort`.
        exit_code: i32,
        /// All of it.
        stdout: &'a str,
    },
    /// A signal killed it, that of `abort` included.
    Died {
        /// Its number.
        signal: i32,
    },
    /// It did not end in its time.
    Endless,
}

impl<'a> Behaviour<'a> {
    /// Nothing if the program was never run.
    pub fn of(observation: &'a Observation) -> Option<Behaviour<'a>> {
        match &observation.outcome {
            Outcome::Ran { exit_code, stdout } => Some(Behaviour::ended(*exit_code, stdout)),
            Outcome::Died { signal, .. } => Some(Behaviour::Died { signal: *signal }),
            Outcome::Endless { .. } => Some(Behaviour::Endless),
            Outcome::Compiled
            | Outcome::Rejected { .. }
            | Outcome::Crashed { .. }
            | Outcome::Hung { .. }
            | Outcome::Inconclusive { .. } => None,
        }
    }

    /// The exit code of `abort` is that of a shell (128 + SIGABRT), as the interpreter says it. Whether what was printed before is
    /// flushed is up to the implementation (C17 7.22.4.1p2).
    fn ended(exit_code: i32, stdout: &'a str) -> Behaviour<'a> {
        match exit_code {
            134 => Behaviour::Died { signal: libc::SIGABRT },
            _ => Behaviour::Ran { exit_code, stdout },
        }
    }

    /// In words, with how it differs from what is right.
    pub fn against(self, right: Behaviour) -> String {
        match (self, right) {
            (Behaviour::Ran { stdout, .. }, Behaviour::Ran { stdout: right, .. }) if stdout != right => {
                let (wrong, right) = first_difference(stdout, right);
                format!("prints {wrong} instead of {right}")
            }
            (Behaviour::Ran { .. }, Behaviour::Ran { exit_code, .. }) => format!("{self} instead of {exit_code}"),
            (_, Behaviour::Ran { .. }) => self.to_string(),
            _ => format!("{self}, where the right one {right}"),
        }
    }
}

impl<'a> From<&'a Expected> for Behaviour<'a> {
    fn from(expected: &'a Expected) -> Behaviour<'a> {
        Behaviour::ended(expected.exit_code, &expected.stdout)
    }
}

impl fmt::Display for Behaviour<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Behaviour::Ran { exit_code, .. } => write!(f, "ends with {exit_code}"),
            Behaviour::Died { signal } => write!(f, "dies by {}", signal_name(*signal)),
            Behaviour::Endless => write!(f, "does not end"),
        }
    }
}

/// The first lines that differ, quoted and short enough for one line together.
fn first_difference(left: &str, right: &str) -> (String, String) {
    let (mut left, mut right) = (left.split('\n'), right.split('\n'));
    loop {
        match (left.next(), right.next()) {
            (Some(l), Some(r)) if l == r => {}
            (l, r) => return (shown(l), shown(r)),
        }
    }
}

/// An empty last line is the end of the text.
fn shown(line: Option<&str>) -> String {
    const LONGEST: usize = 60;
    match line {
        None | Some("") => "nothing".to_string(),
        Some(line) if line.chars().count() > LONGEST => {
            format!("`{}…`", line.chars().take(LONGEST).collect::<String>())
        }
        Some(line) => format!("`{line}`"),
    }
}
