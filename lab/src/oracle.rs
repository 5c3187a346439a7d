//! Judges observations; runs nothing.
//!
//! *expected*: the interpreter's value against every build. *dol*: the levels of one compiler against each other.
//! *rdt*: compilers against each other, by vote. *crash*, *hang* and *acceptance* look at the compiler itself.

use serde::{Deserialize, Serialize};

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
