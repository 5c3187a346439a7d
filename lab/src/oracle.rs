//! Judges observations; runs nothing.
//!
//! *expected*: the interpreter's value against every build. *dol*: the levels of one compiler against each other.
//! *rdt*: compilers against each other, by vote. *emi*: a variant against its parent, with one build. *crash*, *hang* and
//! *acceptance* look at the compiler itself.
//!
//! For each compiler, kind and signature there is at most one verdict: what one oracle has reported, no other repeats.

mod acceptance;
mod behaviour;
mod crash;
mod emi;
mod hang;
#[cfg(test)]
mod tests;
mod wrong_code;

pub use crate::kind::{Kind, Oracle};
pub use behaviour::Behaviour;
pub use wrong_code::is_plain;

use crate::case::Case;
use crate::compiler::{Compiler, Family};
use crate::observe::Observation;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Everything a judgement depends on.
#[derive(Copy, Clone, Debug)]
pub struct Evidence<'a> {
    /// What was compiled.
    pub case: &'a Case,
    /// All of which there are observations.
    pub compilers: &'a [Compiler],
    /// Of all builds of the case.
    pub observations: &'a [Observation],
    /// What the same builds made of the case's parent, if the case must behave as its parent does. Builds that are already
    /// known to be wrong about the parent are left out.
    pub parent: Option<&'a [Observation]>,
    /// Which of them judge.
    pub oracles: &'a [Oracle],
    /// The compiler that is believed in a vote.
    pub golden: Option<&'a str>,
}

/// What is wrong with one compiler on one case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// What is wrong.
    pub kind: Kind,
    /// Which oracle says so.
    pub oracle: Oracle,
    /// `Compiler::name`; for a self-check, the first of the compilers that contradict the interpreter.
    pub compiler: String,
    /// Flags of the builds that are wrong, the least optimising first.
    pub builds: Vec<Vec<String>>,
    /// The build that the wrong ones were compared with, if one was.
    pub reference: Option<BuildName>,
    /// What tells this bug from others of its kind: a crash's signature or a refusal's text, else empty.
    pub signature: String,
    /// One line for people, which goes on after the name of a build: `prints 1 instead of 2`.
    pub message: String,
}

/// A build of some compiler, by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BuildName {
    /// `Compiler::name`.
    pub compiler: String,
    /// All but those that every compilation has.
    pub flags: Vec<String>,
}

impl fmt::Display for BuildName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.compiler)?;
        self.flags.iter().try_for_each(|flag| write!(f, " {flag}"))
    }
}

/// What is wrong, in the order of kinds and compilers.
pub fn judge(evidence: &Evidence) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    if evidence.asks(Oracle::Crash) {
        verdicts.extend(crash::judge(evidence));
    }
    if evidence.asks(Oracle::Hang) {
        verdicts.extend(hang::judge(evidence));
    }
    if evidence.asks(Oracle::Acceptance) {
        verdicts.extend(acceptance::judge(evidence));
    }
    verdicts.extend(wrong_code::judge(evidence));
    if evidence.asks(Oracle::Emi) {
        let is_told = |compiler: &str| verdicts.iter().any(|it| it.kind == Kind::WrongCode && it.compiler == compiler);
        let news: Vec<Verdict> = emi::judge(evidence).into_iter().filter(|it| !is_told(&it.compiler)).collect();
        verdicts.extend(news);
    }
    verdicts
}

impl<'a> Evidence<'a> {
    fn asks(&self, oracle: Oracle) -> bool {
        self.oracles.contains(&oracle)
    }

    /// Each compiler that was observed, with its observations, the least optimising first.
    fn by_compiler(&self) -> Vec<(&'a Compiler, Vec<&'a Observation>)> {
        let of = |compiler: &'a Compiler| {
            let is_its = |observation: &&Observation| observation.compiler == compiler.name;
            let mut observations: Vec<_> = self.observations.iter().filter(is_its).collect();
            observations.sort_by_key(|observation| strength(&observation.flags));
            (compiler, observations)
        };
        self.compilers.iter().map(of).filter(|(_, observations)| !observations.is_empty()).collect()
    }

    fn family(&self, compiler: &str) -> Option<Family> {
        self.compilers.iter().find(|other| other.name == compiler).map(|compiler| compiler.family)
    }
}

impl Observation {
    pub(crate) fn name(&self) -> BuildName {
        BuildName { compiler: self.compiler.clone(), flags: self.flags.clone() }
    }

    /// `gcc-12 -O2`.
    pub fn label(&self) -> String {
        self.name().to_string()
    }
}

/// How much a build optimises, as far as its flags tell; the last level counts, as compilers read them.
pub fn strength(flags: &[String]) -> (u32, usize) {
    let level = flags.iter().rev().find_map(|flag| flag.strip_prefix("-O"));
    let level = match level {
        None | Some("0") => 0,
        Some("g") => 1,
        Some("" | "1") => 2,
        Some("s" | "z") => 3,
        Some("2") => 4,
        Some("3") => 5,
        Some(_) => 6,
    };
    (level, flags.len())
}

/// Whether peers are so quick that exceeding the limit is a bug: five times as long is no matter of degree.
fn is_far_below(peers_ms: u64, limit_ms: u64) -> bool {
    peers_ms <= limit_ms / 5
}

/// Flags of several builds, as verdicts list them.
fn flags_of(observations: &[&Observation]) -> Vec<Vec<String>> {
    observations.iter().map(|observation| observation.flags.clone()).collect()
}
