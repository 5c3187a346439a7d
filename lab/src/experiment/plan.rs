//! `PLAN.toml`: arms, compilers and budgets of a comparison.

mod check;

use crate::config::{self, CompilerConfig, Config, Error, LimitsConfig, SourceConfig, Wrong};
use crate::kind::Oracle;
use serde::{Deserialize, Serialize};
use source::generate::strategies;
use std::path::{Path, PathBuf};

/// The plans that ship: a name, and the commented text.
pub const TEMPLATES: [(&str, &str); 3] = [
    ("icse2016.toml", include_str!("plan/icse2016.toml")),
    ("policies.toml", include_str!("plan/policies.toml")),
    ("strategies.toml", include_str!("plan/strategies.toml")),
];

/// A comparison as the user wants it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The heading of the page with the results.
    pub title: String,
    /// Trials of each arm with each compiler. Reviewers ask for ten at least (Klees et al., CCS 2018).
    #[serde(default = "ten")]
    pub trials: u32,
    /// Decides the seeds of all trials. Trial number n has the same seed in all arms.
    #[serde(default = "one")]
    pub seed: u64,
    /// Of each trial.
    pub budget: Budget,
    /// What an arm does before it is the turn of the next one [default: a twentieth of the budget].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slice: Option<Budget>,
    /// Levels that compilers without flags of their own are tried at, and by which bugs of optimizers are known.
    #[serde(default = "levels")]
    pub levels: Vec<String>,
    /// As in gadfly.toml.
    #[serde(default)]
    pub limits: LimitsConfig,
    /// Reducing and triaging wrong code of compilers whose bugs are not known, to count bugs and not programs.
    #[serde(default)]
    pub clusters: Clusters,
    /// Each arm has trials with each of them.
    #[serde(rename = "compiler", default)]
    pub compilers: Vec<Tested>,
    /// Compilers that the oracle `rdt` compares with. A single one is believed; with several the majority is.
    #[serde(rename = "reference", default)]
    pub references: Vec<Reference>,
    /// Sources of programs that arms name, as in gadfly.toml: generators of one's own, and settings that several arms share.
    #[serde(rename = "source", default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<SourceConfig>,
    /// What is compared. Tables and plots keep this order.
    #[serde(rename = "arm", default)]
    pub arms: Vec<Arm>,
}

/// How much is done.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Budget {
    /// CPU seconds of generation, interpretation, compilers, programs and all else.
    #[serde(rename = "cpu_s")]
    CpuS(f64),
    /// Programs, whatever they cost: the same plan gives the same counts.
    #[serde(rename = "programs")]
    Programs(u64),
}

/// How wrong code of compilers is grouped whose bugs are not known.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Clusters {
    /// Programs with wrong code of each trial that are reduced and looked into. The others are not counted as bugs.
    pub programs: u32,
    /// CPU seconds for each: half for reducing, half for triage.
    pub cpu_s: f64,
}

/// A compiler under test.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tested {
    /// What tables call it.
    pub name: String,
    /// One line, split as a shell would.
    pub command: String,
    /// Bugs of `gadfly __broken-cc --list` that are put into it.
    #[serde(default)]
    pub bugs: Vec<String>,
    /// Flag sets, one line each. Empty: the plan's levels.
    #[serde(default)]
    pub flags: Vec<String>,
    /// The compiler's git repository: its bugs are told apart by correcting commits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repo: Option<PathBuf>,
    /// The script that builds a revision, as `gadfly bisect` wants it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<PathBuf>,
    /// The revision that the command was built from, which has the bugs [default: some of HEAD and before are asked].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
}

/// A compiler that others are compared with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    /// As `rdt` names it in accusations.
    pub name: String,
    /// One line, split as a shell would.
    pub command: String,
    /// How it compiles. It should not optimise.
    #[serde(default = "plain")]
    pub flags: Vec<String>,
}

/// One way of testing.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arm {
    /// What tables and plots call it. Each name is there once.
    pub name: String,
    /// As in gadfly.toml: `policy`, `csmith`, `emi:csmith`.
    pub source: String,
    /// Those that judge its programs.
    pub oracles: Vec<Oracle>,
    /// Instead of the levels of the plan and the flags of the compilers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<String>,
    /// Instead of the plan's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<Budget>,
    /// It tests so many programs, whatever they cost, and is left out where budgets are compared: it is there to compare
    /// oracles on the same programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed_programs: Option<u64>,
    /// Percent of programs whose verdicts count. For trying out the comparison itself.
    #[serde(default = "hundred")]
    pub judged_percent: u32,
    /// As in gadfly.toml, for its source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// As in gadfly.toml, for its source.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// As in gadfly.toml, for its source.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
    /// As in gadfly.toml, for its source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants: Option<u32>,
    /// As in gadfly.toml, for its source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// How the programs of a source of one's own are made, as in gadfly.toml.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
}

fn ten() -> u32 {
    10
}

fn one() -> u64 {
    1
}

fn hundred() -> u32 {
    100
}

/// The five of the paper.
fn levels() -> Vec<String> {
    ["-O0", "-O1", "-Os", "-O2", "-O3"].map(String::from).to_vec()
}

fn plain() -> Vec<String> {
    vec!["-O0".to_string()]
}

impl Default for Clusters {
    /// Three programs of each trial, as many seconds as most reductions need.
    fn default() -> Clusters {
        Clusters { programs: 3, cpu_s: 60.0 }
    }
}

impl Plan {
    /// Reads and checks a file. Paths in it are relative to it.
    pub fn load(path: &Path) -> Result<Plan, Error> {
        let (text, directory) = config::read(path)?;
        let mut plan = Plan::parse(&text, &path.display().to_string())?;
        plan.place(&directory);
        Ok(plan)
    }

    /// Checks a text; `name` is what messages call it.
    pub fn parse(text: &str, name: &str) -> Result<Plan, Error> {
        let plan: Plan = toml::from_str(text)
            .map_err(|error| Wrong::of_toml(&error).at(name, text, error.span().unwrap_or_default()))?;
        check::check(&plan)?;
        Ok(plan)
    }

    fn place(&mut self, directory: &Path) {
        for compiler in &mut self.compilers {
            for path in [&mut compiler.repo, &mut compiler.build].into_iter().flatten() {
                *path = directory.join(&*path);
            }
        }
        let own = self.arms.iter_mut().filter_map(|arm| arm.command.as_mut());
        let commands = self.compilers.iter_mut().map(|it| &mut it.command);
        let commands = commands.chain(self.references.iter_mut().map(|it| &mut it.command)).chain(own);
        commands.for_each(|command| config::place_command(command, directory));
        self.arms.iter_mut().for_each(|arm| config::place_name(&mut arm.source, directory));
        self.sources.iter_mut().for_each(|source| source.place(directory));
    }

    /// The whole plan with every default.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("strings, numbers and lists are always TOML")
    }

    /// What `registry` and `flags` read of a campaign's configuration.
    pub fn config(&self, arm: &Arm) -> Config {
        let own_levels = !arm.levels.is_empty();
        let tested = self.compilers.iter().map(|compiler| CompilerConfig {
            flags: if own_levels { Vec::new() } else { compiler.flags.clone() },
            ..CompilerConfig::new(&compiler.name, &compiler.command)
        });
        let references = self.references.iter().map(|reference| CompilerConfig {
            flags: reference.flags.clone(),
            ..CompilerConfig::new(&reference.name, &reference.command)
        });
        Config {
            compilers: tested.chain(references).collect(),
            levels: if own_levels { arm.levels.clone() } else { self.levels.clone() },
            random_flags: 0,
            sources: std::iter::once(self.source(arm)).chain(self.sources.iter().cloned()).collect(),
            oracles: arm.oracles.clone(),
            golden: self.golden().map(str::to_string),
            limits: self.limits,
            ..Config::default()
        }
    }

    /// The configuration of an arm's source: the plan's of that name, or one that has nothing but the name, with what the arm says.
    pub fn source(&self, arm: &Arm) -> SourceConfig {
        let named = self.sources.iter().find(|source| source.name == arm.source);
        named.map_or_else(|| arm.source(), |source| arm.over(source.clone()))
    }

    /// The compiler that is believed by `rdt`.
    pub fn golden(&self) -> Option<&str> {
        match &self.references[..] {
            [only] => Some(&only.name),
            _ => None,
        }
    }

    /// Of a trial of this arm.
    pub fn budget(&self, arm: &Arm) -> Budget {
        arm.fixed_programs.map(Budget::Programs).or(arm.budget).unwrap_or(self.budget)
    }

    /// Of a slice of this arm.
    pub fn slice(&self, arm: &Arm) -> Budget {
        match (self.slice, self.budget(arm)) {
            (Some(slice @ Budget::CpuS(_)), Budget::CpuS(_)) | (Some(slice @ Budget::Programs(_)), _) => slice,
            (_, Budget::CpuS(cpu_s)) => Budget::CpuS(cpu_s / SLICES as f64),
            (_, Budget::Programs(programs)) => Budget::Programs(programs.div_ceil(SLICES)),
        }
    }
}

/// Slices of a budget: machines are rarely busy with the same for longer than a twentieth of an experiment, and the journal
/// stays short.
const SLICES: u64 = 20;

impl Arm {
    /// The configuration of its source, outside of a plan.
    pub fn source(&self) -> SourceConfig {
        self.over(SourceConfig::named(&self.source))
    }

    /// A source with the settings of this arm, which go before its own.
    fn over(&self, source: SourceConfig) -> SourceConfig {
        let Arm { size, kinds, variants, limit, command, .. } = self.clone();
        let set = self.set.iter().flat_map(|setting| self.expanded(setting));
        SourceConfig {
            size: size.or(source.size),
            set: source.set.into_iter().chain(set).collect(),
            kinds: if kinds.is_empty() { source.kinds } else { kinds },
            variants: variants.or(source.variants),
            limit: limit.or(source.limit),
            command: command.or(source.command),
            ..source
        }
    }

    /// `policies=off` is short for all parameters that switch policies of the strategy off.
    fn expanded(&self, setting: &str) -> Vec<String> {
        let strategy = self.source.rsplit(':').next().and_then(|name| strategies::find(name).ok());
        match strategy.filter(|_| setting == "policies=off") {
            Some(strategy) => strategy.policies().iter().map(|key| format!("{key}=0")).collect(),
            None => vec![setting.to_string()],
        }
    }
}

#[cfg(test)]
mod tests;
