//! What a plan will take, before it is run.

use super::plan::{Budget, Plan};
use super::subject::{self, Broken};
use super::work::Work;
use crate::kind::Oracle;
use crate::observe::Bench;
use crate::sources::registry;
use report::comparison::Cost;
use std::io;

/// CPU time of all trials. Telling bugs apart comes on top.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// Of each arm: its name, and CPU seconds over all compilers and trials.
    pub arms: Vec<(String, f64)>,
    pub trials: usize,
    /// Whether programs were tried out, because budgets are in programs.
    pub is_measured: bool,
}

/// Programs that are tried out for each arm and compiler whose budget is in programs.
const PILOTS: u64 = 2;

impl Estimate {
    pub fn total_s(&self) -> f64 {
        self.arms.iter().map(|(_, cpu_s)| cpu_s).sum()
    }
}

/// Budgets in CPU time are added up. For budgets in programs a few programs are tested.
pub fn estimate(plan: &Plan, benches: &mut [Bench], broken: &Broken) -> Result<Estimate, String> {
    let subjects = subject::identify(&mut benches[0], plan, broken)?;
    let mut arms = Vec::new();
    let mut is_measured = false;
    for arm in &plan.arms {
        let mut cpu_s = 0.0;
        for subject in &subjects.tested {
            cpu_s += match plan.budget(arm) {
                Budget::CpuS(cpu_s) => cpu_s,
                Budget::Programs(programs) => {
                    is_measured = true;
                    let config = plan.config(arm);
                    let source = registry::open_one(&arm.source(), &config).map_err(|error| error.to_string())?;
                    let references: &[_] = if arm.oracles.contains(&Oracle::Rdt) { &subjects.references } else { &[] };
                    let builds = references.iter().flat_map(|it| subject::builds(it, &config));
                    let work = Work {
                        source: source.as_ref(),
                        config: &config,
                        subject,
                        compilers: std::iter::once(&subject.compiler).chain(references).cloned().collect(),
                        builds: subject.builds(&config).into_iter().chain(builds).collect(),
                    };
                    pilot(plan, &work, &mut benches[0]).map_err(|error| error.to_string())? * programs as f64
                }
            };
        }
        arms.push((arm.name.clone(), cpu_s * f64::from(plan.trials)));
    }
    let trials = plan.arms.len() * plan.compilers.len() * plan.trials as usize;
    Ok(Estimate { arms, trials, is_measured })
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
