//! Table 8: how much efficiency, oracle and programs matter, by regression over all trials.

use crate::comparison::Comparison;
use crate::statistics::regression;
use crate::table::Table;
use std::collections::BTreeSet;

/// The factors with their coefficients.
pub fn factors(comparison: &Comparison) -> Table {
    let head = ["factor", "standardized coefficient", "bugs per unit", "95% interval", "p"];
    let mut table = Table::new("factors", "Which factor matters", head);
    let (names, rows, outcomes) = design(comparison);
    let Some(model) = regression::fit(&rows, &outcomes) else {
        return table.note("The trials are too few, or the factors cannot be told apart.");
    };
    for (name, coefficient) in names.iter().zip(&model.coefficients) {
        let interval = coefficient.interval;
        table.row([
            name.clone(),
            format!("{:.3}", coefficient.standardized),
            format!("{:.3}", coefficient.value),
            format!("[{:.3}, {:.3}]", interval.low, interval.high),
            super::probability(coefficient.p),
        ]);
    }
    table.note(&format!(
        "Linear regression of bugs in a trial; R² = {:.2}. Efficiency is the number of programs. Oracles and sources are \
         compared with the first of them.",
        model.r_squared
    ))
}

/// Names of factors, a row for each trial, and the bugs of the trial.
fn design(comparison: &Comparison) -> (Vec<String>, Vec<Vec<f64>>, Vec<f64>) {
    let oracles = comparison.arms.iter().map(|arm| arm.oracles.join(", ")).collect::<BTreeSet<_>>();
    let sources = comparison.arms.iter().map(|arm| arm.source.clone()).collect::<BTreeSet<_>>();
    let mut names = vec!["efficiency".to_string()];
    let others = |all: &BTreeSet<String>| all.iter().skip(1).cloned().collect::<Vec<_>>();
    let (oracles, sources) = (others(&oracles), others(&sources));
    names.extend(oracles.iter().map(|oracle| format!("oracle: {oracle}")));
    names.extend(sources.iter().map(|source| format!("programs: {source}")));
    let is = |same: bool| if same { 1.0 } else { 0.0 };
    let row = |trial: &crate::comparison::Trial| {
        let arm = &comparison.arms[trial.arm];
        let oracle = arm.oracles.join(", ");
        let mut row = vec![trial.programs as f64];
        row.extend(oracles.iter().map(|it| is(*it == oracle)));
        row.extend(sources.iter().map(|it| is(*it == arm.source)));
        row
    };
    let bugs = |trial: &crate::comparison::Trial| trial.bugs().len() as f64;
    (names, comparison.trials.iter().map(row).collect(), comparison.trials.iter().map(bugs).collect())
}
