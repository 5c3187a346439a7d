//! The files of a report, and what is said about them.

use lab::experiment::report::comparison::{Comparison, Find, Trial};
use lab::experiment::report::{page, table::Table, tables};
use std::fs;
use std::io;
use std::path::Path;

/// Writes all files of the report, each as a whole.
pub fn write(directory: &Path, comparison: &Comparison) -> io::Result<()> {
    put(directory, "report.html", &page::html(comparison))?;
    put(directory, "report.md", &page::markdown(comparison))?;
    put(directory, "report.json", &json(comparison))?;
    let raw = [trials(comparison), finds(comparison)];
    for table in tables::tables(comparison).iter().chain(&raw) {
        put(directory, &format!("{}.csv", table.key), &table.csv())?;
    }
    page::plots(comparison).iter().try_for_each(|(name, svg)| put(directory, &format!("{name}.svg"), svg))
}

/// What the arms did: `report::comparison::Comparison`.
pub fn json(comparison: &Comparison) -> String {
    serde_json::to_string_pretty(comparison).expect("a comparison has only string keys") + "\n"
}

/// The first tables, and where the rest is.
pub fn summary(directory: &Path, comparison: &Comparison) -> String {
    let first: String = tables::tables(comparison).iter().take(2).map(Table::markdown).collect();
    format!("{first}All tables and plots: {}\n", directory.join("report.html").display())
}

fn put(directory: &Path, name: &str, text: &str) -> io::Result<()> {
    let new = directory.join(format!("{name}.new"));
    let named =
        |error: io::Error| io::Error::other(format!("cannot write {}: {error}", directory.join(name).display()));
    fs::write(&new, text).and_then(|()| fs::rename(&new, directory.join(name))).map_err(named)
}

/// One row for each trial: what the tables are made from.
fn trials(comparison: &Comparison) -> Table {
    let head = [
        "trial",
        "arm",
        "compiler",
        "seed",
        "programs",
        "untested",
        "variants",
        "compilations",
        "cpu_s",
        "generate_s",
        "interpret_s",
        "compile_s",
        "run_s",
        "other_s",
        "unexplained",
    ];
    let mut table = Table::new("trials", "Trials", head);
    for (number, trial) in comparison.trials.iter().enumerate() {
        let Trial { seed, programs, untested, variants, compilations, unexplained, cost, .. } = trial;
        let counts = [*seed, *programs, *untested, *variants, *compilations].map(|count| count.to_string());
        let times = [trial.cpu_s, cost.generate_s, cost.interpret_s, cost.compile_s, cost.run_s, cost.other_s];
        let names =
            [number.to_string(), comparison.arms[trial.arm].name.clone(), comparison.compilers[trial.compiler].clone()];
        let cells = names.into_iter().chain(counts).chain(times.map(|time| format!("{time:.6}")));
        table.row(cells.chain([unexplained.to_string()]));
    }
    table
}

/// One row for each program that showed a bug.
fn finds(comparison: &Comparison) -> Table {
    let head = ["trial", "bug", "at_s", "program", "variant", "levels", "is_optimization_related"];
    let mut table = Table::new("finds", "Finds", head);
    let all = comparison.trials.iter().enumerate();
    for (number, find) in all.flat_map(|(number, trial)| trial.finds.iter().map(move |find| (number, find))) {
        let Find { bug, at_s, program, variant, levels, is_optimization_related } = find;
        let truth = |it: &bool| u8::from(*it).to_string();
        let variant = variant.map_or(String::new(), |variant| variant.to_string());
        let cells = [number.to_string(), bug.clone(), format!("{at_s:.6}"), program.to_string(), variant];
        table.row(cells.into_iter().chain([levels.join(" "), truth(is_optimization_related)]));
    }
    table
}
