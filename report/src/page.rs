//! The page of a comparison: one file with everything in it, and the same as Markdown.

use crate::comparison::Comparison;
use crate::plot::{Band, Bars, Curve, Plot, Shape, overlap};
use crate::statistics::bootstrap;
use crate::statistics::mean;
use crate::statistics::survival::kaplan_meier;
use crate::table::escape;
use crate::tables::{bugs_at, first_times, identity, level_order, tables};
use source::Rng;
use std::collections::BTreeSet;

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}\
table{border-collapse:collapse;font-size:13px}th,td{padding:.25rem .6rem;border-bottom:1px solid #ddd;text-align:right}\
th:first-child,td:first-child{text-align:left}section{margin:2rem 0;overflow-x:auto}svg{max-width:100%;height:auto}";

/// A page that needs no other file.
pub fn html(comparison: &Comparison) -> String {
    let plots: String = plots(comparison).into_iter().map(|(_, svg)| format!("<figure>{svg}</figure>\n")).collect();
    let tables: String = tables(comparison).iter().map(|table| table.html()).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         </head>\n<body>\n<h1>{title}</h1>\n<p>{summary}</p>\n{plots}{tables}</body>\n</html>\n",
        title = escape(&comparison.title),
        summary = escape(&summary(comparison)),
    )
}

/// The tables with a summary.
pub fn markdown(comparison: &Comparison) -> String {
    let tables: String = tables(comparison).iter().map(|table| table.markdown()).collect();
    format!("# {}\n\n{}\n\n{tables}", comparison.title, summary(comparison))
}

/// What was compared, in a few sentences.
fn summary(comparison: &Comparison) -> String {
    let repetitions = (0..comparison.arms.len()).map(|arm| comparison.seeds(arm).len()).min().unwrap_or(0);
    let budget = match comparison.budget_programs {
        Some(programs) => format!("{programs} programs"),
        None => format!("{} CPU seconds", comparison.budget_s),
    };
    let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let text = format!(
        "{}, {}, {} of {budget} for each arm and compiler. {} {} bugs were found in all.",
        counted(comparison.arms.len(), "arm"),
        counted(comparison.compilers.len(), "compiler"),
        counted(repetitions, "trial"),
        identity(comparison),
        comparison.all_bugs().len()
    );
    match comparison.trials.iter().map(|trial| trial.unexplained).sum::<u64>() {
        0 => text,
        count => format!("{text} {count} accusations are of no seeded bug, and are not counted."),
    }
}

/// The plots, each with a short name.
pub fn plots(comparison: &Comparison) -> Vec<(&'static str, String)> {
    let comparison = &comparison.budgeted();
    let sets: Vec<(String, BTreeSet<&str>)> =
        comparison.arms.iter().enumerate().map(|(arm, it)| (it.name.clone(), comparison.bugs(arm, None))).collect();
    vec![
        ("bugs-over-time", bugs_over_time(comparison).svg()),
        ("first-bug", waiting(comparison).svg()),
        ("overlap", overlap("Bugs by the arms that found them", &sets)),
        ("levels", levels(comparison).svg()),
    ]
}

/// Places on the time axis at which curves are drawn.
const PLACES: usize = 60;

fn bugs_over_time(comparison: &Comparison) -> Plot {
    let times: Vec<f64> = (0..=PLACES).map(|place| comparison.budget_s * place as f64 / PLACES as f64).collect();
    let curve = |(arm, it): (usize, &crate::comparison::Arm)| {
        let (mut points, mut band) = (Vec::new(), Vec::new());
        for &x in &times {
            let counts = counts_until(comparison, arm, x);
            points.push((x, mean(&counts).unwrap_or_default()));
            let mut rng = Rng::new(1).child("curve");
            let interval = bootstrap::interval(&counts, 0.95, &mut rng, |them| mean(them).unwrap_or_default());
            band.extend(interval.map(|it| Band { x, low: it.low, high: it.high }));
        }
        Curve { name: it.name.clone(), arm, points, band }
    };
    Plot {
        title: "Bugs over CPU time, mean of trials with 95% intervals".to_string(),
        x: "CPU seconds".to_string(),
        y: "bugs".to_string(),
        shape: Shape::Lines,
        curves: comparison.arms.iter().enumerate().map(curve).collect(),
    }
}

/// Bugs of an arm until a time, for each seed.
fn counts_until(comparison: &Comparison, arm: usize, until: f64) -> Vec<f64> {
    let count = |seed: &u64| {
        let trials = comparison.trials(arm, None).filter(|trial| trial.seed == *seed);
        let early = trials.flat_map(|trial| &trial.finds).filter(|find| find.is_named() && find.at_s <= until);
        early.map(|find| find.bug.as_str()).collect::<BTreeSet<_>>().len() as f64
    };
    comparison.seeds(arm).iter().map(count).collect()
}

fn levels(comparison: &Comparison) -> Bars {
    let order = level_order(comparison);
    let bugs = |arm: usize| order.iter().map(|level| bugs_at(comparison, arm, level).len() as f64).collect();
    Bars {
        title: "Bugs by optimization level".to_string(),
        y: "bugs".to_string(),
        groups: order.iter().map(|level| level.to_string()).collect(),
        arms: comparison.arms.iter().enumerate().map(|(arm, it)| (it.name.clone(), bugs(arm))).collect(),
    }
}

fn waiting(comparison: &Comparison) -> Plot {
    let curve = |(arm, it): (usize, &crate::comparison::Arm)| {
        let times = first_times(comparison, arm, None);
        let (mut points, mut band) = (vec![(0.0, 1.0)], vec![Band { x: 0.0, low: 1.0, high: 1.0 }]);
        for step in kaplan_meier(&times) {
            points.push((step.at, step.left));
            band.push(Band { x: step.at, low: step.interval.low, high: step.interval.high });
        }
        let end = times.iter().map(|time| time.at).fold(0.0, f64::max);
        let left = points.last().map_or(1.0, |point| point.1);
        points.push((end, left));
        band.extend(band.last().map(|last| Band { x: end, ..*last }).filter(|_| left > 0.0));
        Curve { name: it.name.clone(), arm, points, band }
    };
    Plot {
        title: "Trials that have not found a bug yet (Kaplan–Meier, 95% intervals)".to_string(),
        x: "CPU seconds".to_string(),
        y: "share".to_string(),
        shape: Shape::Steps,
        curves: comparison.arms.iter().enumerate().map(curve).collect(),
    }
}
