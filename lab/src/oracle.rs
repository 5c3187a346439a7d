//! Judges observations; runs nothing.
//!
//! *expected*: the interpreter's value against every build. *dol*: the levels of one compiler against each other.
//! *rdt*: compilers against each other, by vote. *crash*, *hang* and *acceptance* look at the compiler itself.

use crate::case::Case;
use crate::compiler::Compiler;
use crate::observe::Observation;
use serde::{Deserialize, Serialize};

/// Everything a judgement depends on.
#[derive(Copy, Clone, Debug)]
pub struct Evidence<'a> {
    pub case: &'a Case,
    pub compilers: &'a [Compiler],
    /// Of all builds of the case.
    pub observations: &'a [Observation],
    /// The limit compilations ran under.
    pub compile_cpu_ms: u64,
    pub oracles: &'a [Oracle],
    /// The compiler that is believed in a vote.
    pub golden: Option<&'a str>,
}

/// One verdict for each compiler, kind and signature, in the order of compilers.
pub fn judge(evidence: &Evidence) -> Vec<Verdict> {
    let _ = evidence;
    Vec::new()
}

/// What is wrong with one build of one case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    pub kind: Kind,
    pub oracle: Oracle,
    /// `Compiler::name`; `gadfly` for a self-check.
    pub compiler: String,
    /// Flags of the builds that are wrong, the least optimising first.
    pub builds: Vec<Vec<String>>,
    /// What tells this bug from others of its kind: a crash's signature, else empty.
    pub signature: String,
    /// One line for people.
    pub message: String,
}

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    WrongCode,
    Crash,
    Hang,
    RejectsValid,
    /// Other compilers refuse what this one takes.
    AcceptsInvalid,
    /// Two unrelated compilers without optimisation contradict the interpreter: Gadfly is wrong.
    SelfCheck,
}

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Oracle {
    Expected,
    Dol,
    Rdt,
    Crash,
    Hang,
    Acceptance,
}
