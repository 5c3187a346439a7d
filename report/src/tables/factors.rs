//! Table 8: how much efficiency, oracle and programs matter, by regression over all trials.

use crate::comparison::Comparison;
use crate::statistics::{mean, regression};
use crate::table::Table;
use std::collections::BTreeSet;

/// The factors with their coefficients.
pub fn factors(comparison: &Comparison) -> Table {
    let head = ["factor", "standardized coefficient", "bugs per unit", "95% interval", "p"];
    let mut table = Table::new("factors", "Which factor matters", head);
    let (names, rows, outcomes) = design(comparison);
    let (kept, left_out) = independent(&names, &rows, &outcomes);
    let (names, rows) = (chosen(&names, &kept), rows.iter().map(|row| chosen(row, &kept)).collect::<Vec<_>>());
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
        "Linear regression of bugs in a trial; R² = {:.2}. Efficiency is the number of programs, in multiples of the mean \
         of all trials with the compiler. Compilers, oracles and sources are compared with the first of them. Trials with compilers in which \
         nobody found anything are left out.{}",
        model.r_squared,
        match left_out.is_empty() {
            true => String::new(),
            false => format!(" These say the same as others, and are left out: {}.", left_out.join("; ")),
        }
    ))
}

/// Factors that do not follow from those before them, and the names of the others: where one source has an oracle of its own,
/// nobody can say which of both matters.
fn independent(names: &[String], rows: &[Vec<f64>], outcomes: &[f64]) -> (Vec<usize>, Vec<String>) {
    let (mut kept, mut left_out) = (Vec::new(), Vec::new());
    for (factor, name) in names.iter().enumerate() {
        kept.push(factor);
        let rows: Vec<Vec<f64>> = rows.iter().map(|row| chosen(row, &kept)).collect();
        if regression::fit(&rows, outcomes).is_none() {
            kept.pop();
            left_out.push(name.clone());
        }
    }
    (kept, left_out)
}

fn chosen<T: Clone>(all: &[T], kept: &[usize]) -> Vec<T> {
    kept.iter().map(|&at| all[at].clone()).collect()
}

/// Names of factors, a row for each trial, and the bugs of the trial.
fn design(comparison: &Comparison) -> (Vec<String>, Vec<Vec<f64>>, Vec<f64>) {
    let oracles = comparison.arms.iter().map(|arm| arm.oracles.join(", ")).collect::<BTreeSet<_>>();
    let sources = comparison.arms.iter().map(|arm| arm.source.clone()).collect::<BTreeSet<_>>();
    let mut names = vec!["efficiency".to_string()];
    let others = |all: &BTreeSet<String>| all.iter().skip(1).cloned().collect::<Vec<_>>();
    let (oracles, sources) = (others(&oracles), others(&sources));
    // Where nothing is found, nothing can matter.
    let is_telling =
        |compiler: &usize| comparison.trials.iter().any(|it| it.compiler == *compiler && !it.bugs().is_empty());
    let telling: Vec<usize> = (0..comparison.compilers.len()).filter(is_telling).collect();
    let compilers = telling.get(1..).unwrap_or_default();
    names.extend(compilers.iter().map(|&compiler| format!("compiler: {}", comparison.compilers[compiler])));
    names.extend(oracles.iter().map(|oracle| format!("oracle: {oracle}")));
    names.extend(sources.iter().map(|source| format!("programs: {source}")));
    let is = |same: bool| if same { 1.0 } else { 0.0 };
    let row = |trial: &crate::comparison::Trial| {
        let arm = &comparison.arms[trial.arm];
        let oracle = arm.oracles.join(", ");
        let mut row = vec![trial.programs as f64 / programs(comparison, trial.compiler)];
        row.extend(compilers.iter().map(|&compiler| is(compiler == trial.compiler)));
        row.extend(oracles.iter().map(|it| is(*it == oracle)));
        row.extend(sources.iter().map(|it| is(*it == arm.source)));
        row
    };
    let bugs = |trial: &crate::comparison::Trial| trial.bugs().len() as f64;
    let trials = || comparison.trials.iter().filter(|trial| telling.contains(&trial.compiler));
    (names, trials().map(row).collect(), trials().map(bugs).collect())
}

/// The mean of all trials with a compiler. With a quick compiler all arms test more programs, which says nothing about them.
fn programs(comparison: &Comparison, compiler: usize) -> f64 {
    let of = comparison.trials.iter().filter(|trial| trial.compiler == compiler).map(|trial| trial.programs as f64);
    mean(&of.collect::<Vec<_>>()).unwrap_or(1.0).max(1.0)
}
