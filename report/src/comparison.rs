//! What the arms of a comparison did: the only input of everything else in this crate.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Several arms, each tried several times with the same budget.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Comparison {
    /// Names the plan.
    pub title: String,
    /// How two findings are told to be the same bug.
    pub identity: Identity,
    /// CPU seconds of each trial; generation and interpretation are charged.
    pub budget_s: f64,
    /// The names of the compilers under test.
    pub compilers: Vec<String>,
    /// In the order of the plan.
    pub arms: Vec<Arm>,
    /// Of all arms.
    pub trials: Vec<Trial>,
}

/// How bugs are told apart.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Identity {
    /// A broken compiler says which of its bugs acted: the truth.
    Seeded,
    /// The commit that corrected it.
    CorrectingCommit,
    /// The cluster that triage put it in: an estimate.
    Cluster,
}

/// One way of testing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Arm {
    /// As tables and plots name it.
    pub name: String,
    /// Where its programs come from.
    pub source: String,
    /// What judges them: `dol`, `rdt`, `emi`, `expected`, `crash`.
    pub oracles: Vec<String>,
}

/// One run of an arm against one compiler.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// The number of its arm.
    pub arm: usize,
    /// The number of its compiler.
    pub compiler: usize,
    /// The same seeds are used for all arms.
    pub seed: u64,
    /// Programs that were tested; for EMI without the variants.
    pub programs: u64,
    /// Programs and variants times builds.
    pub compilations: u64,
    /// CPU seconds that were used.
    pub cpu_s: f64,
    /// In the order of time.
    pub finds: Vec<Find>,
}

/// A program that showed a bug.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Find {
    /// The bug's identity. Bugs of two compilers have two identities.
    pub bug: String,
    /// CPU seconds since the trial began.
    pub at_s: f64,
    /// The number of the program in its trial.
    pub program: u64,
    /// Whether the program is a variant of another.
    pub is_variant: bool,
    /// The optimization levels that show it.
    pub levels: Vec<String>,
    /// Whether another level of the same compiler does not show it, so that DOL could see it.
    pub is_optimization_related: bool,
}

/// Bugs by name.
pub type Bugs<'a> = BTreeSet<&'a str>;

impl Comparison {
    /// The trials of an arm against a compiler, or against all.
    pub fn trials(&self, arm: usize, compiler: Option<usize>) -> impl Iterator<Item = &Trial> {
        let is_wanted = move |trial: &&Trial| trial.arm == arm && compiler.is_none_or(|it| trial.compiler == it);
        self.trials.iter().filter(is_wanted)
    }

    /// What an arm found in any trial.
    pub fn finds(&self, arm: usize, compiler: Option<usize>) -> impl Iterator<Item = &Find> {
        self.trials(arm, compiler).flat_map(|trial| &trial.finds)
    }

    /// The bugs of an arm in any trial.
    pub fn bugs(&self, arm: usize, compiler: Option<usize>) -> Bugs<'_> {
        self.finds(arm, compiler).map(|find| find.bug.as_str()).collect()
    }

    /// The seeds of an arm, in order: one for each repetition.
    pub fn seeds(&self, arm: usize) -> Vec<u64> {
        self.trials(arm, None).map(|trial| trial.seed).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// How many bugs an arm found with each seed, over all compilers.
    pub fn counts(&self, arm: usize) -> Vec<f64> {
        let count = |seed: &u64| {
            let trials = self.trials(arm, None).filter(|trial| trial.seed == *seed);
            trials.flat_map(|trial| &trial.finds).map(|find| find.bug.as_str()).collect::<Bugs>().len() as f64
        };
        self.seeds(arm).iter().map(count).collect()
    }

    /// Every bug that any arm found.
    pub fn all_bugs(&self) -> Bugs<'_> {
        (0..self.arms.len()).flat_map(|arm| self.bugs(arm, None)).collect()
    }
}
