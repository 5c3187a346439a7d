//! Order dependence (C17 6.5p3): does the program's result depend on an order of evaluation that is unspecified?
//!
//! The first execution went left to right everywhere and noted the expressions where the order could matter. The
//! program is executed again with those reversed. If anything observable differs, smaller sets find one that matters.

use crate::exec::Machine;
use crate::ub::{Rule, Ub};
use crate::{Execution, Options, Outcome, compile_options};
use lang::{ExprId, Program};

/// Executions spent on finding the guilty expression.
const SEARCH: usize = 24;

pub fn check(program: &Program, options: &Options, first: &Execution, sites: &[ExprId]) -> Option<Ub> {
    let mut difference = compare(program, options, first, sites)?;
    let mut guilty = sites.to_vec();
    for _ in 0..SEARCH {
        if guilty.len() <= 1 {
            break;
        }
        let (left, right) = guilty.split_at(guilty.len() / 2);
        let (left, right) = (left.to_vec(), right.to_vec());
        if let Some(found) = compare(program, options, first, &left) {
            (guilty, difference) = (left, found);
        } else if let Some(found) = compare(program, options, first, &right) {
            (guilty, difference) = (right, found);
        } else {
            // They matter only together.
            break;
        }
    }
    let loc = program[guilty[0]].loc;
    let message = format!("the operands here may be evaluated in either order, and right to left {difference}");
    Some(Ub::new(Rule::OrderDependent, message, loc))
}

/// What differs when the operands of these expressions are evaluated right to left.
fn compare(program: &Program, options: &Options, first: &Execution, reversed: &[ExprId]) -> Option<String> {
    let fuel = first.steps.saturating_mul(4).saturating_add(1_000_000);
    let options = Options {
        fuel,
        profile: false,
        trace: false,
        watches: [].into(),
        check_order: false,
        check_layout: false,
        ..options.clone()
    };
    let mut machine = Machine::new(program, &options, compile_options(&options, reversed));
    let outcome = machine.run();
    match (&outcome, &first.outcome) {
        (Outcome::Unsupported { .. }, _) => None,
        (Outcome::Undefined(ub), _) => Some(format!("the program is undefined ({}: {})", ub.rule.name(), ub.message)),
        (Outcome::OutOfFuel, _) => Some("the program does not end".to_string()),
        (Outcome::Defined { exit_code }, Outcome::Defined { exit_code: expected }) if exit_code != expected => {
            Some(format!("the exit code is {exit_code} instead of {expected}"))
        }
        _ if machine.stdout != first.stdout => Some("the output is different".to_string()),
        _ => None,
    }
}
