//! Kinds of bugs, and the oracles that tell them: the words of verdicts, findings and configurations.

use serde::{Deserialize, Serialize};

/// What is wrong with a compiler.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The program that it makes prints or returns something wrong, dies, or does not end.
    WrongCode,
    /// The compiler breaks: a signal, an internal error, a failed assertion.
    Crash,
    /// The compiler does not end, while its peers do.
    Hang,
    /// It refuses what other compilers take.
    RejectsValid,
    /// Other compilers refuse what this one takes.
    AcceptsInvalid,
    /// Two unrelated compilers without optimisation contradict the interpreter: Gadfly is wrong.
    SelfCheck,
}

/// What can judge observations. `oracle` implements them.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Oracle {
    /// The interpreter's output against that of every build.
    Expected,
    /// Levels of one compiler against each other (*different optimization levels*).
    Dol,
    /// Compilers against each other, by vote (*randomized differential testing*).
    Rdt,
    /// Looks at how the compiler ended.
    Crash,
    /// Looks at how long the compiler took.
    Hang,
    /// What one compiler refuses against what the others take.
    Acceptance,
    /// A variant against its parent, with one build (*equivalence modulo inputs*).
    Emi,
}

impl Oracle {
    /// In the order in which they are listed for people.
    pub const ALL: [Oracle; 7] =
        [Oracle::Expected, Oracle::Dol, Oracle::Rdt, Oracle::Emi, Oracle::Crash, Oracle::Hang, Oracle::Acceptance];

    /// Whether it needs what programs print.
    pub fn looks_at_outputs(self) -> bool {
        matches!(self, Oracle::Expected | Oracle::Dol | Oracle::Rdt | Oracle::Emi)
    }

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
