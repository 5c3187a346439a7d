//! What is known about one variant, as a JSON object.

use crate::diagnostic::Sources;
use crate::verdict::SCHEMA;
use interp::{Execution, Outcome};
use lang::Program;
use serde::Serialize;

#[derive(Serialize)]
pub struct Record<'a> {
    pub schema: u32,
    /// Decimal: `--from NUMBER --take 1` makes the variant again.
    pub number: String,
    /// The names of the variables in the holes, in the order of the text.
    pub fill: Vec<&'a str>,
    /// Whether it is the program itself, up to renaming.
    pub original: bool,
    #[serde(flatten)]
    pub judgement: Option<Judgement>,
    /// With `--out`: the file, or the directory if the program has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Without `--out`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// What the interpreter says of a variant.
#[derive(Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Judgement {
    Defined {
        exit_code: i32,
        /// Bytes that are not UTF-8 become U+FFFD.
        stdout: String,
        steps: u64,
    },
    Undefined {
        rule: &'static str,
        clause: &'static str,
        /// In the file that was given. None if it is not known.
        line: Option<u32>,
        column: Option<u32>,
        message: String,
    },
    Unsupported {
        what: String,
    },
    OutOfFuel {
        steps: u64,
    },
}

impl Judgement {
    pub fn new(program: &Program, execution: &Execution) -> Judgement {
        match &execution.outcome {
            Outcome::Defined { exit_code } => Judgement::Defined {
                exit_code: *exit_code,
                stdout: String::from_utf8_lossy(&execution.stdout).into_owned(),
                steps: execution.steps,
            },
            Outcome::Undefined(ub) => {
                let place = Sources::new(&program.source).place(ub.loc);
                Judgement::Undefined {
                    rule: ub.rule.name(),
                    clause: ub.clause,
                    line: place.as_ref().map(|place| place.position.line),
                    column: place.as_ref().map(|place| place.position.column),
                    message: ub.message.clone(),
                }
            }
            Outcome::Unsupported { what, .. } => Judgement::Unsupported { what: what.clone() },
            Outcome::OutOfFuel => Judgement::OutOfFuel { steps: execution.steps },
        }
    }
}

impl Record<'_> {
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("strings, numbers and lists are always JSON") + "\n"
    }
}

impl<'a> Record<'a> {
    pub fn new(number: String, fill: Vec<&'a str>, original: bool, judgement: Option<Judgement>) -> Record<'a> {
        Record { schema: SCHEMA, number, fill, original, judgement, file: None, text: None }
    }
}
