//! `--json`: one object per run, for scripts.

use crate::diagnostic::Sources;
use crate::profile::LineCount;
use interp::{Execution, Outcome, Ub};
use lang::Loc;
use serde::Serialize;

/// Changes with the meaning of a key.
pub const SCHEMA: u32 = 1;

#[derive(Serialize)]
pub struct Report {
    pub schema: u32,
    #[serde(flatten)]
    pub verdict: Verdict,
    /// With `--profile`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<Vec<LineCount>>,
}

#[derive(Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Verdict {
    Defined {
        exit_code: i32,
        /// Bytes that are not UTF-8 become U+FFFD.
        stdout: String,
        steps: u64,
        /// Input that has no fixed value, and on which the result depends: `time`, `environment`, `files`, `rand`.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        unspecified: Vec<&'static str>,
    },
    Undefined {
        rule: &'static str,
        clause: &'static str,
        #[serde(flatten)]
        place: Place,
        message: String,
    },
    Unsupported {
        what: String,
        #[serde(flatten)]
        place: Place,
    },
    OutOfFuel {
        steps: u64,
    },
    Rejected {
        message: String,
        #[serde(flatten)]
        place: Place,
    },
    /// With the developers' `--parse-only`.
    Parsed,
}

/// All null when the place is not known.
#[derive(Clone, Serialize, Default)]
pub struct Place {
    pub file: Option<String>,
    pub line: Option<u32>,
    pub column: Option<u32>,
}

impl Place {
    pub fn new(sources: &mut Sources, loc: Loc) -> Place {
        match sources.place(loc) {
            Some(place) => Place {
                file: Some(place.position.file),
                line: Some(place.position.line),
                column: Some(place.position.column),
            },
            None => Place::default(),
        }
    }
}

impl Verdict {
    pub fn new(sources: &mut Sources, execution: &Execution) -> Verdict {
        match &execution.outcome {
            Outcome::Defined { exit_code } => Verdict::Defined {
                exit_code: *exit_code,
                stdout: String::from_utf8_lossy(&execution.stdout).into_owned(),
                steps: execution.steps,
                unspecified: execution.unspecified.iter().map(|kind| kind.name()).collect(),
            },
            Outcome::Undefined(ub) => Verdict::undefined(sources, ub),
            Outcome::Unsupported { what, loc } => {
                Verdict::Unsupported { what: what.clone(), place: Place::new(sources, *loc) }
            }
            Outcome::OutOfFuel => Verdict::OutOfFuel { steps: execution.steps },
        }
    }

    fn undefined(sources: &mut Sources, ub: &Ub) -> Verdict {
        Verdict::Undefined {
            rule: ub.rule.name(),
            clause: ub.clause,
            place: Place::new(sources, ub.loc),
            message: ub.message.clone(),
        }
    }

    pub fn rejected(sources: &mut Sources, error: &lang::parse::Error) -> Verdict {
        let place = Place::new(sources, error.loc);
        match error.kind {
            lang::parse::ErrorKind::Rejected => Verdict::Rejected { message: error.message.clone(), place },
            lang::parse::ErrorKind::Unsupported => Verdict::Unsupported { what: error.message.clone(), place },
        }
    }
}
