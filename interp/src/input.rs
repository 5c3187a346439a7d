//! What reaches a program from outside.
//!
//! Some of it is given: standard input and files, as bytes that the caller has read. Some of it nobody can give, because
//! no two executions need agree on it: the time, the environment, whether other files exist, the numbers of `rand`. Such
//! input has a fixed value here, so that an execution is always the same, and other values that `Options::vary` asks
//! for. A program that prints the same with all of them does not depend on it.

use std::sync::Arc;

/// A file that the program may open for reading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// As the program spells it in `fopen`.
    pub name: String,
    /// All of it.
    pub bytes: Arc<[u8]>,
}

/// A kind of input whose value no program can know.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Unspecified {
    /// `time`, `clock`.
    Time,
    /// `getenv`, `system(NULL)`, the time zone.
    Environment,
    /// Whether a file exists that was not given.
    Files,
    /// `rand`: C17 7.22.2.1 promises a sequence, not which one.
    Random,
}

impl Unspecified {
    /// In the order in which they are listed for people.
    pub const ALL: [Unspecified; 4] =
        [Unspecified::Time, Unspecified::Environment, Unspecified::Files, Unspecified::Random];

    /// For scripts.
    pub fn name(self) -> &'static str {
        match self {
            Unspecified::Time => "time",
            Unspecified::Environment => "environment",
            Unspecified::Files => "files",
            Unspecified::Random => "rand",
        }
    }

    /// For people, after "depends on".
    pub fn describe(self) -> &'static str {
        match self {
            Unspecified::Time => "the time",
            Unspecified::Environment => "the environment",
            Unspecified::Files => "whether files exist that were not given",
            Unspecified::Random => "the numbers that `rand` gives",
        }
    }

    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// One kind of input that has another value than usual.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Varied {
    /// All other kinds have their usual values.
    pub kind: Unspecified,
    /// Which it has.
    pub value: Value,
}

/// Which of the values that unspecified input may have. There are two others, because one may happen to do the same: a
/// program that takes an unset variable for 1 does not notice one that is set to 1.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// What every execution has that does not ask for something else.
    Usual,
    /// The first of the other two.
    Other,
    /// The second of the other two.
    Third,
}

/// Several kinds.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct UnspecifiedSet(u8);

impl UnspecifiedSet {
    pub const NONE: UnspecifiedSet = UnspecifiedSet(0);

    pub fn insert(&mut self, kind: Unspecified) {
        self.0 |= kind.bit();
    }

    pub fn has(self, kind: Unspecified) -> bool {
        self.0 & kind.bit() != 0
    }

    pub fn iter(self) -> impl Iterator<Item = Unspecified> {
        Unspecified::ALL.into_iter().filter(move |&kind| self.has(kind))
    }
}

/// The things that a sentence says something depends on: "the time and the environment".
pub fn describe(kinds: &[Unspecified]) -> String {
    kinds.iter().map(|kind| kind.describe()).collect::<Vec<_>>().join(" and ")
}
