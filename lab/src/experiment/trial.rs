//! One arm against one compiler with one seed: what its slices add up to, and whether its budget is used up.

use super::journal::Slice;
use super::plan::Budget;
use report::comparison::{self, Cost, Find};
use std::collections::BTreeMap;

/// The sum of the slices of a trial.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trial {
    pub programs: u64,
    pub variants: u64,
    pub compilations: u64,
    pub cost: Cost,
    pub unexplained: u64,
    pub untested: BTreeMap<String, u64>,
    pub finds: Vec<Find>,
}

impl Trial {
    pub fn add(&mut self, slice: Slice) {
        self.programs += slice.programs;
        self.variants += slice.variants;
        self.compilations += slice.compilations;
        self.cost += slice.cost;
        self.unexplained += slice.unexplained;
        slice.untested.into_iter().for_each(|(reason, count)| *self.untested.entry(reason).or_default() += count);
        self.finds.extend(slice.finds);
    }

    /// Whether a budget is used up by a trial, or a slice of it, that has done so much.
    pub fn is_spent(budget: Budget, programs: u64, cost: &Cost) -> bool {
        match budget {
            Budget::CpuS(cpu_s) => cost.total_s() >= cpu_s,
            Budget::Programs(most) => programs >= most,
        }
    }

    /// The part of the budget that is used up.
    pub fn share(&self, budget: Budget) -> f64 {
        let share = match budget {
            Budget::CpuS(cpu_s) => self.cost.total_s() / cpu_s,
            Budget::Programs(most) => self.programs as f64 / most as f64,
        };
        share.min(1.0)
    }

    /// As reports read it. What was found after the end of the budget, by the program that was under way, does not count.
    pub fn reported(&self, (arm, compiler, seed): (usize, usize, u64), budget: Budget) -> comparison::Trial {
        let is_in_time = |find: &&Find| match budget {
            Budget::CpuS(cpu_s) => find.at_s <= cpu_s,
            Budget::Programs(_) => true,
        };
        let cpu_s = self.cost.total_s();
        comparison::Trial {
            arm,
            compiler,
            seed,
            programs: self.programs,
            untested: self.untested.values().sum(),
            variants: self.variants,
            compilations: self.compilations,
            cpu_s: match budget {
                Budget::CpuS(most) => cpu_s.min(most),
                Budget::Programs(_) => cpu_s,
            },
            cost: self.cost,
            unexplained: self.unexplained,
            finds: self.finds.iter().filter(is_in_time).cloned().collect(),
        }
    }
}
