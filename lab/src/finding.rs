//! A finding: everything about one case on which one compiler is wrong, durable and self-contained.

use crate::case::Expected;
use crate::compiler::Compiler;
use crate::observe::Observation;
use crate::oracle::{Kind, Oracle};
use serde::{Deserialize, Serialize};
use source::recipe::{Language, TargetName};

/// The version of `finding.json` and of `--json` output.
pub const SCHEMA: u32 = 1;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    pub schema: u32,
    /// Twelve hexadecimal digits: a hash of campaign seed, index, compiler, kind and signature, so that the same
    /// finding made twice is one.
    pub id: String,
    pub kind: Kind,
    pub oracle: Oracle,
    pub state: State,
    pub message: String,
    pub signature: String,
    pub seed: u64,
    pub index: u64,
    pub source: String,
    pub recipe: String,
    pub language: Language,
    pub target: TargetName,
    pub compiler: Compiler,
    /// Flags of the builds that are wrong, the least optimising first.
    pub builds: Vec<Vec<String>>,
    /// Flags that every compilation of the case has.
    pub case_flags: Vec<String>,
    /// Names of the case's files; the first `units` are compiled by the compiler.
    pub units: Vec<String>,
    pub driver: Option<String>,
    pub headers: Vec<String>,
    pub expected: Option<Expected>,
    /// What every build of every compiler made of it.
    pub observations: Vec<Observation>,
    /// The sandbox's tier it was found in.
    pub sandbox: String,
    /// Seconds since 1970, UTC.
    pub found_at: u64,
    pub gadfly: String,
}

/// Whether running it again showed it again.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "state")]
pub enum State {
    /// Every time.
    Confirmed { runs: u32 },
    /// Some times, or never again.
    Flaky { shown: u32, runs: u32 },
}
