//! Executes a program several times to see what holds each time: operands right to left where their order is unspecified,
//! objects elsewhere in memory, other unspecified input. No two compilers need agree on these.

use crate::compile::CompileOptions;
use crate::exec::Machine;
use crate::input::{self, Varied};
use crate::{Execution, Options, Outcome, compile_options, run};
use lang::{ExprId, Program};

/// Executes the program with all checks that are asked for, and then once for each arrangement that is nobody's business. Counts of
/// statements are added up; of what is watched, variables that differ count as missing.
pub fn observe(program: &Program, options: &Options) -> Execution {
    let plain = Options { profile: false, trace: false, watches: [].into(), ..options.clone() };
    let checked = run(program, &plain);
    if !matches!(checked.outcome, Outcome::Defined { .. }) {
        return checked;
    }
    let every_order = |options: &Options, reversed: &[ExprId]| CompileOptions {
        order: true,
        every_order: true,
        ..compile_options(options, reversed)
    };
    let mut machine = Machine::new(program, options, every_order(options, &[]));
    let outcome = machine.run();
    let sites = machine.sites_hit();
    let mut execution = Execution::of(machine, outcome);
    for (options, reversed) in arrangements(options, &execution, &sites) {
        let mut machine = Machine::new(program, &options, every_order(&options, &reversed));
        machine.run();
        let counts = execution.profile.iter_mut().zip(&machine.profile);
        counts.for_each(|(count, other)| *count = count.saturating_add(*other));
        for ((watched, other), watch) in execution.watched.iter_mut().zip(&machine.watched).zip(options.watches.iter())
        {
            watched.agree(program, watch, other);
        }
    }
    execution
}

fn arrangements(options: &Options, first: &Execution, sites: &[ExprId]) -> Vec<(Options, Vec<ExprId>)> {
    let fuel = first.steps.saturating_mul(4).saturating_add(1_000_000);
    let options = Options { fuel, ..options.clone() };
    let moved = Options { layout: options.layout + 1, ..options.clone() };
    let mut all = vec![(moved.clone(), Vec::new())];
    if !sites.is_empty() {
        all.extend([(options.clone(), sites.to_vec()), (moved, sites.to_vec())]);
    }
    for kind in first.asked.iter() {
        let vary = Some(Varied { kind, value: input::Value::Other });
        all.push((Options { vary, ..options.clone() }, Vec::new()));
    }
    all
}
