//! What the arms of a comparison did: the only input of everything else in this crate.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Several arms, each tried several times with the same budget.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Comparison {
    /// Names the plan.
    pub title: String,
    /// CPU seconds of each trial; generation and interpretation are charged. If the budget is in programs, the most that a
    /// trial took.
    pub budget_s: f64,
    /// Programs of each trial, if the budget is in programs.
    #[serde(default)]
    pub budget_programs: Option<u64>,
    /// The names of the compilers under test.
    pub compilers: Vec<String>,
    /// For each of them, how two findings are told to be the same bug.
    pub identities: Vec<Identity>,
    /// Optimization levels that programs were compiled at, from the least to the most. Empty in old reports.
    #[serde(default)]
    pub levels: Vec<String>,
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
    /// It tests a number of programs of its own, whatever they cost: it is there for the strength of its oracle, and left
    /// out where budgets matter.
    #[serde(default)]
    pub is_fixed: bool,
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
    /// Programs that were used; for EMI without the variants.
    pub programs: u64,
    /// Of them, those with which nothing could be tested: the generator failed, or the program is undefined.
    #[serde(default)]
    pub untested: u64,
    /// Variants of programs.
    #[serde(default)]
    pub variants: u64,
    /// Programs and variants times builds.
    pub compilations: u64,
    /// CPU seconds that were used.
    pub cpu_s: f64,
    /// Where they went.
    #[serde(default)]
    pub cost: Cost,
    /// Programs that were called wrong, though none of the seeded bugs acted.
    #[serde(default)]
    pub unexplained: u64,
    /// In the order of time.
    pub finds: Vec<Find>,
}

impl Trial {
    /// The bugs it has found.
    pub fn bugs(&self) -> Bugs<'_> {
        self.finds.iter().filter(|find| find.is_named()).map(|find| find.bug.as_str()).collect()
    }
}

impl Find {
    /// Whether it is known which bug it is.
    pub fn is_named(&self) -> bool {
        !self.bug.is_empty()
    }

    /// Whether it is a variant that shows the bug.
    pub fn is_variant(&self) -> bool {
        self.variant.is_some()
    }
}

/// CPU seconds by what they were used for (YARPGen's Table 7).
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Cost {
    /// Making programs and variants.
    pub generate_s: f64,
    /// Executing them with the interpreter, where that is not part of making them.
    pub interpret_s: f64,
    /// Compilers and linkers.
    pub compile_s: f64,
    /// The compiled programs.
    pub run_s: f64,
    /// Sandboxes, files, judging.
    pub other_s: f64,
}

impl Cost {
    /// All of it.
    pub fn total_s(&self) -> f64 {
        self.generate_s + self.interpret_s + self.compile_s + self.run_s + self.other_s
    }
}

impl std::ops::AddAssign for Cost {
    fn add_assign(&mut self, other: Cost) {
        self.generate_s += other.generate_s;
        self.interpret_s += other.interpret_s;
        self.compile_s += other.compile_s;
        self.run_s += other.run_s;
        self.other_s += other.other_s;
    }
}

/// A program that showed a bug.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Find {
    /// The bug's identity. Bugs of two compilers have two identities. Empty: the compiler is wrong, but it is not known which
    /// bug it is, and it is not counted as one.
    pub bug: String,
    /// CPU seconds since the trial began.
    pub at_s: f64,
    /// The number of the program in its trial.
    pub program: u64,
    /// If a variant of the program shows it and not the program itself: the first variant that does, from 0. A bug that both
    /// show has two finds.
    #[serde(default)]
    pub variant: Option<u32>,
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
        self.trials(arm, compiler).flat_map(Trial::bugs).collect()
    }

    /// The seeds of an arm, in order: one for each repetition.
    pub fn seeds(&self, arm: usize) -> Vec<u64> {
        self.trials(arm, None).map(|trial| trial.seed).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// How many bugs an arm found with each seed, over all compilers.
    pub fn counts(&self, arm: usize) -> Vec<f64> {
        let count = |seed: &u64| {
            let trials = self.trials(arm, None).filter(|trial| trial.seed == *seed);
            trials.flat_map(Trial::bugs).collect::<Bugs>().len() as f64
        };
        self.seeds(arm).iter().map(count).collect()
    }

    /// The arms that are wanted, with their trials.
    pub fn only(&self, is_wanted: impl Fn(&Arm) -> bool) -> Comparison {
        let kept: Vec<usize> = (0..self.arms.len()).filter(|&arm| is_wanted(&self.arms[arm])).collect();
        let place = |trial: &Trial| kept.iter().position(|&arm| arm == trial.arm);
        let trials = self.trials.iter().filter_map(|trial| Some(Trial { arm: place(trial)?, ..trial.clone() }));
        Comparison {
            arms: kept.iter().map(|&arm| self.arms[arm].clone()).collect(),
            trials: trials.collect(),
            ..self.clone()
        }
    }

    /// The arms that have a budget.
    pub fn budgeted(&self) -> Comparison {
        self.only(|arm| !arm.is_fixed)
    }

    /// The arms that test the same number of programs, or all if there is none.
    pub fn fixed(&self) -> Comparison {
        match self.arms.iter().any(|arm| arm.is_fixed) {
            true => self.only(|arm| arm.is_fixed),
            false => self.clone(),
        }
    }

    /// What the arms used their CPU time for.
    pub fn cost(&self, arm: usize) -> Cost {
        let mut sum = Cost::default();
        self.trials(arm, None).for_each(|trial| sum += trial.cost);
        sum
    }

    /// Every bug that any arm found.
    pub fn all_bugs(&self) -> Bugs<'_> {
        (0..self.arms.len()).flat_map(|arm| self.bugs(arm, None)).collect()
    }
}
