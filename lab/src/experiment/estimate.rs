//! What a plan will take, before it is run.

use super::plan::{Arm, Budget, Plan};
use super::subject::{self, Broken, Subjects};
use super::work::Work;
use crate::observe::Bench;
use crate::sources::registry;
use report::comparison::Cost;
use std::io;

/// CPU time of all trials. Telling bugs apart comes on top.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// Of each arm: its name, and CPU seconds over all compilers and trials.
    pub arms: Vec<(String, f64)>,
    /// Over all arms and compilers.
    pub trials: usize,
    /// Whether programs were tried out, because budgets are in programs.
    pub is_measured: bool,
}

/// Programs that are tried out for each arm and compiler whose budget is in programs.
const PILOTS: u64 = 2;

impl Estimate {
    /// CPU seconds of all arms together.
    pub fn total_s(&self) -> f64 {
        self.arms.iter().map(|(_, cpu_s)| cpu_s).sum()
    }
}

/// Budgets in CPU time are added up. For budgets in programs a few programs are tested.
pub fn estimate(plan: &Plan, bench: &mut Bench, broken: &Broken) -> Result<Estimate, String> {
    let is_measured = plan.arms.iter().any(|arm| matches!(plan.budget(arm), Budget::Programs(_)));
    let subjects = is_measured.then(|| subject::identify(std::slice::from_mut(bench), plan, broken)).transpose()?;
    let mut arms = Vec::new();
    for arm in &plan.arms {
        let once = match (plan.budget(arm), &subjects) {
            (Budget::Programs(programs), Some(subjects)) => programs as f64 * program_s(plan, arm, subjects, bench)?,
            (Budget::Programs(_), None) => unreachable!("budgets in programs are measured"),
            (Budget::CpuS(cpu_s), _) => cpu_s * plan.compilers.len() as f64,
        };
        arms.push((arm.name.clone(), once * f64::from(plan.trials)));
    }
    let trials = plan.arms.len() * plan.compilers.len() * plan.trials as usize;
    Ok(Estimate { arms, trials, is_measured })
}

/// CPU seconds of one program with every compiler.
fn program_s(plan: &Plan, arm: &Arm, subjects: &Subjects, bench: &mut Bench) -> Result<f64, String> {
    let config = plan.config(arm);
    let source = registry::open_one(&plan.source(arm), &config).map_err(|error| error.to_string())?;
    let one = |subject| {
        let work = Work::new(source.as_ref(), &config, subject, &subjects.references);
        pilot(plan, &work, bench).map_err(|error| error.to_string())
    };
    subjects.tested.iter().map(one).sum()
}

/// CPU seconds of one program.
fn pilot(plan: &Plan, work: &Work, bench: &mut Bench) -> io::Result<f64> {
    bench.limits = plan.limits;
    let mut cost = Cost::default();
    for number in 0..PILOTS {
        cost += work.test(bench, plan.trial_seed(0), number)?.cost;
    }
    Ok(cost.total_s() / PILOTS as f64)
}
