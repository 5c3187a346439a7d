//! A finding: everything about one case on which one compiler is wrong, durable and self-contained.

pub(crate) mod commands;
pub mod makefile;
pub mod parent;

use crate::case::{Case, Expected};
use crate::compiler::Compiler;
use crate::date;
use crate::observe::{Observation, Outcome};
use crate::oracle::{Kind, Oracle, Verdict};
use parent::Parent;
use serde::{Deserialize, Serialize};
use source::emit::File;
use source::language::{Language, TargetName};
use std::collections::BTreeMap;
use std::fmt;

/// The version of `finding.json` and of `--json` output.
pub const SCHEMA: u32 = 1;

/// A verdict that was confirmed, with what it takes to see it again. Written once; what is learnt later is in the
/// record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// [`SCHEMA`] at the time of writing.
    pub schema: u32,
    /// Twelve hexadecimal digits: what `id` makes of the fields below, so that the same finding made twice is one.
    pub id: String,
    /// What is wrong with the compiler.
    pub kind: Kind,
    /// What has judged.
    pub oracle: Oracle,
    /// Whether running it again showed it again.
    #[serde(flatten)]
    pub state: State,
    /// What was seen, on one line: `prints 1 instead of 2`.
    pub message: String,
    /// What tells this bug from others of its kind: a crash's signature or a refusal's text, else empty.
    pub signature: String,
    /// Of the campaign.
    pub seed: u64,
    /// Of the program in the campaign.
    pub index: u64,
    /// As the configuration calls it.
    pub source: String,
    /// What rebuilds the program: a recipe's line, or a command with its seed.
    pub recipe: String,
    /// Of the program.
    pub language: Language,
    /// The data model that the program is for.
    pub target: TargetName,
    /// The accused one; for a self-check, one of those that contradict Gadfly.
    pub compiler: Compiler,
    /// Flags of the builds that are wrong, the least optimising first.
    pub builds: Vec<Vec<String>>,
    /// Flags that every compilation of the case has.
    pub case_flags: Vec<String>,
    /// The case's files that the compiler is accused with.
    pub units: Vec<String>,
    /// The file with `main`, which is compiled once and is not accused.
    pub driver: Option<String>,
    /// All its other files.
    pub headers: Vec<String>,
    /// The interpreter's word, if it has one.
    pub expected: Option<Expected>,
    /// What every build of every compiler made of it.
    pub observations: Vec<Observation>,
    /// What the case is a variant of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<Parent>,
    /// What each compiler with an observation says of itself, by its name.
    #[serde(default)]
    pub versions: BTreeMap<String, String>,
    /// The sandbox's tier it was found in.
    pub sandbox: String,
    /// Seconds since 1970, UTC.
    pub found_at: u64,
    /// The version that found it.
    pub gadfly: String,
}

/// Whether running it again showed it again.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "state")]
pub enum State {
    /// Every time.
    Confirmed {
        /// How often it was run again.
        runs: u32,
    },
    /// Some times, or never again.
    Flaky {
        /// In how many of the runs it was seen.
        shown: u32,
        /// How often it was run again.
        runs: u32,
    },
}

/// The identity of a finding. The recipe is part of it because another configuration may have made another program of
/// the same seed and index.
pub fn id(seed: u64, index: u64, recipe: &str, compiler: &str, kind: Kind, signature: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    let numbers = [seed.to_string(), index.to_string()];
    let words = [&numbers[0], &numbers[1], recipe, compiler, &word(&kind), signature];
    for word in words {
        // The length in front keeps `ab`, `c` apart from `a`, `bc`.
        hasher.update(&(word.len() as u64).to_le_bytes());
        hasher.update(word.as_bytes());
    }
    hasher.finalize().to_hex()[..12].to_string()
}

impl Finding {
    /// A verdict on a case, with everything that was observed of it. `compiler` is the accused one; for a self-check,
    /// one of those that contradict Gadfly.
    pub fn new(
        seed: u64,
        case: &Case,
        verdict: &Verdict,
        compiler: &Compiler,
        observations: Vec<Observation>,
        state: State,
        sandbox: &str,
    ) -> Finding {
        Finding {
            schema: SCHEMA,
            id: id(seed, case.index, &case.recipe, &verdict.compiler, verdict.kind, &verdict.signature),
            kind: verdict.kind,
            oracle: verdict.oracle,
            state,
            message: verdict.message.clone(),
            signature: verdict.signature.clone(),
            seed,
            index: case.index,
            source: case.source.clone(),
            recipe: case.recipe.clone(),
            language: case.language,
            target: case.target,
            compiler: compiler.clone(),
            builds: verdict.builds.clone(),
            case_flags: case.flags.clone(),
            units: case.units.clone(),
            driver: case.driver.clone(),
            headers: headers(case),
            expected: case.expected.clone(),
            observations,
            parent: None,
            versions: versions(std::slice::from_ref(compiler)),
            sandbox: sandbox.to_string(),
            found_at: date::now(),
            gadfly: env!("CARGO_PKG_VERSION").to_string(),
        }
    }

    /// With the versions of all compilers that took part.
    pub fn among(mut self, compilers: &[Compiler]) -> Finding {
        let took_part = |name: &String| self.observations.iter().any(|seen| seen.compiler == *name);
        self.versions.extend(versions(compilers).into_iter().filter(|(name, _)| took_part(name)));
        self
    }

    /// With the program that its case is a variant of.
    pub fn made_from(self, parent: Option<Parent>) -> Finding {
        Finding { parent, ..self }
    }

    /// The case it was made of, given its files.
    pub fn case(&self, files: Vec<File>) -> Case {
        Case {
            source: self.source.clone(),
            index: self.index,
            recipe: self.recipe.clone(),
            language: self.language,
            target: self.target,
            files,
            units: self.units.clone(),
            driver: self.driver.clone(),
            flags: self.case_flags.clone(),
            expected: self.expected.clone(),
        }
    }

    /// Flags of the accused build that optimises least.
    pub fn flags(&self) -> &[String] {
        self.builds.first().map_or(&[], Vec::as_slice)
    }

    /// `gcc-12 -O2 -fno-tree-vrp`.
    pub fn label(&self) -> String {
        label(&self.compiler.name, self.flags())
    }

    /// What the accused build did, if that was observed.
    pub fn observation(&self) -> Option<&Observation> {
        let is_accused = |seen: &&Observation| seen.compiler == self.compiler.name && seen.flags == self.flags();
        self.observations.iter().find(is_accused)
    }

    /// What a correct compiler makes of the case: the interpreter's word, or what the parent does where the two must be
    /// alike, or else what most builds that are not accused say.
    pub fn correct(&self) -> Option<Expected> {
        self.expected.clone().or_else(|| self.as_the_parent()).or_else(|| self.majority())
    }

    fn as_the_parent(&self) -> Option<Expected> {
        let parent = self.parent.as_ref().filter(|_| self.oracle == Oracle::Emi)?;
        parent.behaviour(&self.compiler.name, self.flags())
    }

    fn majority(&self) -> Option<Expected> {
        let mut votes: BTreeMap<(&str, i32), usize> = BTreeMap::new();
        for seen in self.observations.iter().filter(|seen| !self.accuses(seen)) {
            if let Outcome::Ran { exit_code, stdout } = &seen.outcome {
                *votes.entry((stdout, *exit_code)).or_default() += 1;
            }
        }
        let ((stdout, exit_code), _) = votes.into_iter().max_by_key(|(_, count)| *count)?;
        Some(Expected { stdout: stdout.to_string(), exit_code })
    }

    /// Whether the observation is of one of the builds that are wrong.
    pub fn accuses(&self, seen: &Observation) -> bool {
        seen.compiler == self.compiler.name && self.builds.contains(&seen.flags)
    }

    /// Whether it was not seen in every run.
    pub fn is_flaky(&self) -> bool {
        matches!(self.state, State::Flaky { .. })
    }

    /// Whether its program has to run to show it.
    pub fn needs_run(&self) -> bool {
        matches!(self.kind, Kind::WrongCode | Kind::SelfCheck)
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            State::Confirmed { .. } => f.pad("confirmed"),
            State::Flaky { shown, runs } => f.pad(&format!("flaky {shown}/{runs}")),
        }
    }
}

fn headers(case: &Case) -> Vec<String> {
    let is_compiled = |name: &str| case.sources().any(|source| source == name);
    case.files.iter().map(|file| file.name.clone()).filter(|name| !is_compiled(name)).collect()
}

/// What compilers say of themselves, by their names.
pub(crate) fn versions(compilers: &[Compiler]) -> BTreeMap<String, String> {
    compilers.iter().map(|compiler| (compiler.name.clone(), compiler.version.text.trim().to_string())).collect()
}

pub(crate) fn label(compiler: &str, flags: &[String]) -> String {
    std::iter::once(compiler).chain(flags.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
}

/// The name that an enum without fields has on disk: `wrong-code`.
pub fn word<T: Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}
