//! Kinds of bugs, and the oracles that tell them: the words of verdicts, findings and configurations.

use serde::{Deserialize, Serialize};

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
    Emi,
}

impl Oracle {
    /// In the order in which they are listed for people.
    pub const ALL: [Oracle; 7] =
        [Oracle::Expected, Oracle::Dol, Oracle::Rdt, Oracle::Emi, Oracle::Crash, Oracle::Hang, Oracle::Acceptance];

    /// As configuration and JSON spell it.
    pub fn name(self) -> &'static str {
        match self {
            Oracle::Expected => "expected",
            Oracle::Dol => "dol",
            Oracle::Rdt => "rdt",
            Oracle::Emi => "emi",
            Oracle::Crash => "crash",
            Oracle::Hang => "hang",
            Oracle::Acceptance => "acceptance",
        }
    }
}
