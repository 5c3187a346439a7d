//! The tables of a comparison: those of Chen et al. (ICSE 2016), with intervals and tests.

mod difference;
mod factors;

use crate::comparison::{Comparison, Cost, Identity};
use crate::plot::overlap;
use crate::statistics::survival::{Time, kaplan_meier, log_rank, median, median_interval};
use crate::statistics::{bootstrap, mean, species};
use crate::table::Table;
pub use difference::differences;
pub use factors::factors;
use source::Rng;
use std::collections::{BTreeMap, BTreeSet};

/// All tables, in the order of the page.
pub fn tables(all: &Comparison) -> Vec<Table> {
    let (comparison, fixed) = (&all.budgeted(), &all.fixed());
    vec![
        effectiveness(comparison),
        differences(comparison),
        triggering(comparison),
        first_bug(comparison),
        optimization(comparison),
        programs(comparison),
        oracles(fixed),
        variants(fixed),
        factors(all),
        levels(comparison),
        overlaps(comparison),
        unseen(comparison),
        costs(comparison),
    ]
}

/// How bugs were told apart, in a sentence or more.
pub fn identity(comparison: &Comparison) -> String {
    let kinds = [Identity::Seeded, Identity::CorrectingCommit, Identity::Cluster];
    let of = |kind: Identity| {
        let all = comparison.compilers.iter().zip(&comparison.identities);
        let names: Vec<&str> = all.filter(|(_, it)| **it == kind).map(|(name, _)| name.as_str()).collect();
        (!names.is_empty()).then(|| format!("Bugs of {} are counted by {}", names.join(", "), kind.words()))
    };
    kinds.into_iter().filter_map(of).collect::<Vec<_>>().join(" ")
}

impl Identity {
    fn words(self) -> &'static str {
        match self {
            Identity::Seeded => "their identity: it is known which of the bugs of a broken compiler acted.",
            Identity::CorrectingCommit => "the commit that corrected them.",
            Identity::Cluster => "the clusters of triage: an estimate, since no truth is known.",
        }
    }
}

/// A 95% interval of the mean, as text.
fn mean_with_interval(values: &[f64]) -> String {
    let mut rng = Rng::new(1).child("interval");
    let Some(middle) = mean(values) else { return "–".to_string() };
    match bootstrap::interval(values, 0.95, &mut rng, |them| mean(them).unwrap_or_default()) {
        Some(interval) => format!("{middle:.1} [{:.1}, {:.1}]", interval.low, interval.high),
        None => format!("{middle:.1}"),
    }
}

fn names(comparison: &Comparison) -> impl Iterator<Item = String> + '_ {
    comparison.arms.iter().map(|arm| arm.name.clone())
}

fn head(comparison: &Comparison, first: &str) -> Vec<String> {
    std::iter::once(first.to_string()).chain(names(comparison)).collect()
}

/// A row for each compiler and one for all, with a cell for each arm.
fn by_compiler(comparison: &Comparison, table: &mut Table, cell: impl Fn(usize, Option<usize>) -> String) {
    for (compiler, name) in compilers(comparison) {
        let cells = (0..comparison.arms.len()).map(|arm| cell(arm, compiler));
        table.row(std::iter::once(name.to_string()).chain(cells));
    }
}

/// Table 2: bugs and the programs that show them.
fn effectiveness(comparison: &Comparison) -> Table {
    let bugs = names(comparison).map(|name| format!("{name}: bugs"));
    let programs = names(comparison).map(|name| format!("{name}: programs"));
    let head = std::iter::once("compiler".to_string()).chain(bugs).chain(programs);
    let mut table = Table::new("effectiveness", "Bugs, and programs that show them", head);
    let note = format!(
        "Distinct bugs over all trials, and programs that show a bug. The last row is the mean of bugs in one trial, with \
         its 95% bootstrap interval. {}",
        identity(comparison)
    );
    let arms = || 0..comparison.arms.len();
    for (compiler, name) in compilers(comparison) {
        let bugs = arms().map(|arm| comparison.bugs(arm, compiler).len().to_string());
        let programs = arms().map(|arm| triggers(comparison, arm, compiler).to_string());
        table.row(std::iter::once(name.to_string()).chain(bugs).chain(programs));
    }
    let means = arms().map(|arm| mean_with_interval(&comparison.counts(arm)));
    let blanks = arms().map(|_| String::new());
    table.row(std::iter::once("mean of a trial".to_string()).chain(means).chain(blanks));
    table.note(&note)
}

/// Programs of all trials that show a bug.
fn triggers(comparison: &Comparison, arm: usize, compiler: Option<usize>) -> usize {
    let programs = |finds: &[crate::comparison::Find]| {
        finds.iter().map(|find| (find.program, find.is_variant())).collect::<BTreeSet<_>>().len()
    };
    comparison.trials(arm, compiler).map(|trial| programs(&trial.finds)).sum()
}

/// Table 1: how unevenly programs are spread over bugs.
fn triggering(comparison: &Comparison) -> Table {
    let mut counts: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for trial in &comparison.trials {
        // A program counts once, with whatever number of oracles and variants.
        let shown: BTreeSet<_> = trial.finds.iter().map(|find| (&*find.bug, find.program, find.is_variant())).collect();
        for (bug, ..) in shown {
            counts.entry(bug).or_insert_with(|| vec![0; comparison.arms.len()])[trial.arm] += 1;
        }
    }
    let mut rows: Vec<(&str, Vec<usize>)> = counts.into_iter().collect();
    rows.sort_by_key(|(bug, counts)| (std::cmp::Reverse(counts.iter().sum::<usize>()), *bug));
    let mut table = Table::new("triggering", "Programs that show each bug", head(comparison, "bug"));
    for (bug, counts) in rows {
        let bug = if bug.is_empty() { "not told apart" } else { bug };
        table.row(std::iter::once(bug.to_string()).chain(counts.iter().map(usize::to_string)));
    }
    table.note(
        "Over all trials. The variants of a program count as one. Counting programs instead of bugs would follow the most \
         frequent bugs.",
    )
}

/// The time to the first bug of each trial; trials without one are censored at their end.
pub fn first_times(comparison: &Comparison, arm: usize, compiler: Option<usize>) -> Vec<Time> {
    let time = |trial: &crate::comparison::Trial| {
        let first = trial.finds.iter().map(|find| find.at_s).min_by(f64::total_cmp);
        Time { at: first.unwrap_or(trial.cpu_s), found: first.is_some() }
    };
    comparison.trials(arm, compiler).map(time).collect()
}

/// Table 3: time to the first bug.
fn first_bug(comparison: &Comparison) -> Table {
    let head = head(comparison, "compiler").into_iter().chain(["log-rank p".to_string()]);
    let mut table = Table::new("first-bug", "CPU seconds until the first bug", head);
    for (compiler, name) in compilers(comparison) {
        let times: Vec<Vec<Time>> =
            (0..comparison.arms.len()).map(|arm| first_times(comparison, arm, compiler)).collect();
        let cell = |times: &Vec<Time>| {
            let found = times.iter().filter(|time| time.found).count();
            format!("{} ({found} of {})", median_with_interval(times), times.len())
        };
        let arms: Vec<&[Time]> = times.iter().map(Vec::as_slice).collect();
        let p = log_rank(&arms).map_or("–".to_string(), |test| probability(test.p));
        table.row(std::iter::once(name.to_string()).chain(times.iter().map(cell)).chain([p]));
    }
    table.note(
        "Medians of Kaplan–Meier curves with their 95% intervals, and how many trials found one. Trials without a bug count \
         as long as they ran. An interval without an end: fewer than half may ever find one.",
    )
}

fn median_with_interval(times: &[Time]) -> String {
    let curve = kaplan_meier(times);
    let shown = |at: Option<f64>| at.map(|at| format!("{at:.1}"));
    let Some(middle) = shown(median(&curve)) else { return "never".to_string() };
    let (low, high) = median_interval(&curve);
    let (low, high) = (shown(low).unwrap_or_default(), shown(high).unwrap_or("…".to_string()));
    format!("{middle} [{low}, {high}]")
}

/// Small ones are not zero.
fn probability(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_string() } else { format!("{p:.3}") }
}

/// Table 4: bugs of optimizers and other bugs.
fn optimization(comparison: &Comparison) -> Table {
    let kinds = [("related", true), ("irrelevant", false)];
    let columns = kinds.iter().flat_map(|(word, _)| names(comparison).map(move |name| format!("{name}: {word}")));
    let head = std::iter::once("compiler".to_string()).chain(columns);
    let mut table = Table::new("optimization", "Bugs that are related to optimization, and others", head);
    for (compiler, name) in compilers(comparison) {
        let count = |arm: usize, wanted: bool| {
            let related: BTreeSet<&str> = (0..comparison.arms.len())
                .flat_map(|arm| comparison.finds(arm, compiler))
                .filter(|find| find.is_named() && find.is_optimization_related)
                .map(|find| find.bug.as_str())
                .collect();
            comparison.bugs(arm, compiler).into_iter().filter(|bug| related.contains(bug) == wanted).count().to_string()
        };
        let cells = kinds.iter().flat_map(|&(_, wanted)| (0..comparison.arms.len()).map(move |arm| count(arm, wanted)));
        table.row(std::iter::once(name.to_string()).chain(cells));
    }
    table.note("A bug is related to optimization if some program shows it at one level and not at another.")
}

/// Table 5: efficiency.
fn programs(comparison: &Comparison) -> Table {
    let mut table = Table::new("programs", "Programs used", head(comparison, "compiler"));
    by_compiler(comparison, &mut table, |arm, compiler| {
        let sum = |of: fn(&crate::comparison::Trial) -> u64| comparison.trials(arm, compiler).map(of).sum::<u64>();
        let untested = match sum(|trial| trial.untested) {
            0 => String::new(),
            untested => format!("; {untested} untested"),
        };
        format!("{} ({} compilations{untested})", sum(|trial| trial.programs), sum(|trial| trial.compilations))
    });
    table.note(
        "Over all trials, without variants. Untested programs are those that could not be made, and those with which nothing \
         could be tested: they are undefined, or not for this compiler.",
    )
}

/// Figure 3: bugs by the arms that found them, the most frequent combination first.
fn overlaps(comparison: &Comparison) -> Table {
    let by_arms = |compiler: Option<usize>| {
        let sets: Vec<_> = (0..comparison.arms.len()).map(|arm| comparison.bugs(arm, compiler)).collect();
        overlap::regions(&sets)
    };
    let of_compilers: Vec<BTreeMap<u32, usize>> =
        compilers(comparison).map(|(compiler, _)| by_arms(compiler)).collect();
    let all = of_compilers.last().cloned().unwrap_or_default();
    let mut arms: Vec<u32> = all.keys().copied().collect();
    arms.sort_by_key(|arms| (std::cmp::Reverse(all[arms]), arms.count_ones(), *arms));
    let mut table =
        Table::new("overlap", "Bugs by the arms that found them", head_of_compilers(comparison, &["found by"]));
    for them in arms {
        let found_by: Vec<String> =
            names(comparison).enumerate().filter(|(arm, _)| them & (1 << arm) != 0).map(|(_, name)| name).collect();
        let only = if found_by.len() == 1 { " alone" } else { "" };
        let counts = of_compilers.iter().map(|regions| regions.get(&them).copied().unwrap_or(0).to_string());
        table.row(std::iter::once(format!("{}{only}", found_by.join(" + "))).chain(counts));
    }
    table.note("Distinct bugs over all trials, by exactly these arms. An arm without bugs of its own can be replaced by the others.")
}

/// Columns for each compiler and one for all.
fn head_of_compilers(comparison: &Comparison, first: &[&str]) -> Vec<String> {
    let first = first.iter().map(|name| name.to_string());
    first.chain(compilers(comparison).map(|(_, name)| name.to_string())).collect()
}

/// Each compiler by number and name, then all.
fn compilers(comparison: &Comparison) -> impl Iterator<Item = (Option<usize>, &str)> {
    let each = comparison.compilers.iter().enumerate().map(|(number, name)| (Some(number), name.as_str()));
    each.chain([(None, "all")])
}

/// How many bugs, and how many of them others have not.
fn with_unique(own: &BTreeSet<&str>, others: &BTreeSet<&str>) -> String {
    match own.difference(others).count() {
        0 => own.len().to_string(),
        unique => format!("{} ({unique} unique)", own.len()),
    }
}

/// Table 6: what each oracle sees on the same programs.
fn oracles(comparison: &Comparison) -> Table {
    let head = head_of_compilers(comparison, &["oracle", "programs of"]);
    let mut table = Table::new("oracles", "Strength of oracles on the same programs", head);
    for source in sources(comparison) {
        let arms: Vec<usize> =
            (0..comparison.arms.len()).filter(|&arm| comparison.arms[arm].source == source).collect();
        // Only programs that every arm of this source has tested: efficiency must not count.
        let shared = arms.iter().map(|&arm| shortest(comparison, arm)).min().unwrap_or(0);
        let bugs = |arm: usize, compiler: Option<usize>| -> BTreeSet<&str> {
            let early = comparison.finds(arm, compiler).filter(|find| find.is_named() && find.program < shared);
            early.map(|find| find.bug.as_str()).collect()
        };
        // One by itself is not compared with anything.
        for &arm in arms.iter().filter(|_| arms.len() > 1) {
            let cell = |compiler: Option<usize>| {
                let others = arms.iter().filter(|&&other| other != arm).flat_map(|&other| bugs(other, compiler));
                with_unique(&bugs(arm, compiler), &others.collect())
            };
            let cells = compilers(comparison).map(|(compiler, _)| cell(compiler));
            table.row([comparison.arms[arm].oracles.join(", "), source.to_string()].into_iter().chain(cells));
        }
    }
    table.note(
        "Distinct bugs over all trials, and those that no other oracle sees. Only programs that all arms with these programs have \
         tested in every trial.",
    )
}

fn sources(comparison: &Comparison) -> BTreeSet<&str> {
    comparison.arms.iter().map(|arm| arm.source.as_str()).collect()
}

/// Programs that an arm has tested in every trial.
fn shortest(comparison: &Comparison, arm: usize) -> u64 {
    comparison.trials(arm, None).map(|trial| trial.programs).min().unwrap_or(0)
}

/// Table 7: generated programs against as many variants.
fn variants(comparison: &Comparison) -> Table {
    let head = head_of_compilers(comparison, &["arm", "programs"]);
    let mut table = Table::new("variants", "Generated programs and variants", head);
    let with_variants = |arm: usize| comparison.trials(arm, None).any(|trial| trial.variants > 0);
    for (arm, it) in comparison.arms.iter().enumerate().filter(|(arm, _)| with_variants(*arm)) {
        let bugs = |compiler: Option<usize>, is_wanted: &dyn Fn(Option<u32>) -> bool| -> BTreeSet<&str> {
            let named = comparison.finds(arm, compiler).filter(|find| find.is_named() && is_wanted(find.variant));
            named.map(|find| find.bug.as_str()).collect()
        };
        let generated = |compiler| bugs(compiler, &|variant| variant.is_none());
        let as_many = |compiler| bugs(compiler, &|variant| variant == Some(0));
        let all = |compiler| bugs(compiler, &|variant| variant.is_some());
        let each = || compilers(comparison).map(|(compiler, _)| compiler);
        let rows: [(&str, Vec<String>); 3] = [
            ("generated", each().map(|of| with_unique(&generated(of), &as_many(of))).collect()),
            ("as many variants", each().map(|of| with_unique(&as_many(of), &generated(of))).collect()),
            ("all variants", each().map(|of| all(of).len().to_string()).collect()),
        ];
        for (programs, cells) in rows {
            table.row([it.name.clone(), programs.to_string()].into_iter().chain(cells));
        }
    }
    table.note(
        "Distinct bugs over all trials, of the arms that have variants. As many variants are the first one of each program. Unique \
         are bugs that only the generated programs show, or only as many variants.",
    )
}

/// Figure 4: bugs by optimization level, and those that two neighbouring levels share.
fn levels(comparison: &Comparison) -> Table {
    let order = level_order(comparison);
    let mut table = Table::new("levels", "Bugs by optimization level", head(comparison, "level"));
    for (place, level) in order.iter().enumerate() {
        let cells = (0..comparison.arms.len()).map(|arm| bugs_at(comparison, arm, level).len().to_string());
        table.row(std::iter::once(level.to_string()).chain(cells));
        if let Some(next) = order.get(place + 1) {
            let shared = |arm: usize| {
                let next = bugs_at(comparison, arm, next);
                bugs_at(comparison, arm, level).intersection(&next).count().to_string()
            };
            table.row(std::iter::once(format!("{level} and {next}")).chain((0..comparison.arms.len()).map(shared)));
        }
    }
    table.note("Distinct bugs over all trials, and those that two neighbouring levels share.")
}

/// The levels as the paper has them on its axis.
pub fn level_order(comparison: &Comparison) -> Vec<&str> {
    // Old reports do not say which there were.
    const USUAL: [&str; 5] = ["-O0", "-Os", "-O1", "-O2", "-O3"];
    match comparison.levels.is_empty() {
        true => USUAL.to_vec(),
        false => comparison.levels.iter().map(String::as_str).collect(),
    }
}

/// The bugs that an arm has seen at a level.
pub fn bugs_at<'a>(comparison: &'a Comparison, arm: usize, level: &str) -> BTreeSet<&'a str> {
    let shows = comparison.finds(arm, None).filter(|find| find.is_named() && find.levels.iter().any(|it| it == level));
    shows.map(|find| find.bug.as_str()).collect()
}

/// Where the CPU time went (YARPGen's Table 7).
fn costs(comparison: &Comparison) -> Table {
    let head = ["arm", "CPU s", "generation", "interpretation", "compilation", "running", "other"];
    let mut table = Table::new("cost", "Where the CPU time went", head);
    for (arm, it) in comparison.arms.iter().enumerate() {
        let cost = comparison.cost(arm);
        table.row([it.name.clone(), format!("{:.1}", cost.total_s())].into_iter().chain(shares(&cost)));
    }
    table.note(
        "Over all trials. The interpreter's share of programs that are generated with its help is part of generation. \
         Other is sandboxes, files and judging.",
    )
}

/// Generation, interpretation, compilation, running, other.
pub fn shares(cost: &Cost) -> [String; 5] {
    let total = cost.total_s();
    [cost.generate_s, cost.interpret_s, cost.compile_s, cost.run_s, cost.other_s]
        .map(|part| if total > 0.0 { format!("{:.1}%", 100.0 * part / total) } else { "–".to_string() })
}

/// How many bugs each arm could still find.
fn unseen(comparison: &Comparison) -> Table {
    let head = ["arm", "seen", "estimate", "95% interval", "coverage"];
    let mut table = Table::new("unseen", "Bugs that were not seen yet", head);
    for (arm, it) in comparison.arms.iter().enumerate() {
        let seeds = comparison.seeds(arm);
        let shows = |bug: &str, seed: u64| {
            let mut trials = comparison.trials(arm, None).filter(|trial| trial.seed == seed);
            trials.any(|trial| trial.finds.iter().any(|find| find.bug == bug))
        };
        let count = |bug: &str| seeds.iter().filter(|&&seed| shows(bug, seed)).count() as u64;
        let counts: Vec<u64> = comparison.bugs(arm, None).into_iter().map(count).collect();
        let species = species::chao(&counts, seeds.len() as u64);
        table.row([
            it.name.clone(),
            species.seen.to_string(),
            format!("{:.1}", species.estimate),
            format!("[{:.1}, {:.1}]", species.interval.low, species.interval.high),
            format!("{:.2}", species.coverage),
        ]);
    }
    table.note(
        "Chao's estimate from how many trials show each bug: a lower bound of what the arm can find with more trials.",
    )
}
