//! Which arms differ: no claim without an interval.

use crate::comparison::Comparison;
use crate::statistics::{bootstrap, holm, mean, rank};
use crate::table::Table;
use source::Rng;

/// The level of significance, after correction.
const LEVEL: f64 = 0.05;

struct Pair {
    first: usize,
    second: usize,
    p: f64,
}

/// Every pair of arms: the difference of bugs in a trial, tested and corrected.
pub fn differences(comparison: &Comparison) -> Table {
    let head = ["arms", "difference of means", "95% interval", "A12", "95% interval", "p", "p (Holm)", "verdict"];
    let mut table = Table::new("differences", "Differences between arms in bugs of a trial", head);
    let counts: Vec<Vec<f64>> = (0..comparison.arms.len()).map(|arm| comparison.counts(arm)).collect();
    let pairs = pairs(&counts);
    let adjusted = holm::adjust(&pairs.iter().map(|pair| pair.p).collect::<Vec<_>>());
    for (pair, adjusted) in pairs.iter().zip(adjusted) {
        table.row(row(comparison, &counts, pair, adjusted));
    }
    table.note(
        "Mann–Whitney U test, corrected by Holm's method over all pairs; A12 of Vargha and Delaney: 0.5 is no difference; \
         bootstrap intervals.",
    )
}

fn pairs(counts: &[Vec<f64>]) -> Vec<Pair> {
    let pair = |first: usize, second: usize| {
        let test = rank::mann_whitney(&counts[first], &counts[second])?;
        Some(Pair { first, second, p: test.p })
    };
    let seconds = |first: usize| (first + 1..counts.len()).filter_map(move |second| pair(first, second));
    (0..counts.len()).flat_map(seconds).collect()
}

fn row(comparison: &Comparison, counts: &[Vec<f64>], pair: &Pair, adjusted: f64) -> Vec<String> {
    let (first, second) = (&counts[pair.first], &counts[pair.second]);
    let names = (&comparison.arms[pair.first].name, &comparison.arms[pair.second].name);
    let of_means = |one: &[f64], other: &[f64]| mean(one).unwrap_or_default() - mean(other).unwrap_or_default();
    let of_a12 = |one: &[f64], other: &[f64]| rank::a12(one, other).unwrap_or(0.5);
    let interval = |statistic: &dyn Fn(&[f64], &[f64]) -> f64| {
        let mut rng = Rng::new(1).child("difference");
        let interval = bootstrap::difference(first, second, 0.95, &mut rng, statistic);
        interval.map_or("–".to_string(), |it| format!("[{:.2}, {:.2}]", it.low, it.high))
    };
    let a12 = of_a12(first, second);
    let verdict = match adjusted < LEVEL {
        true if a12 > 0.5 => format!("{} finds more ({})", names.0, rank::magnitude(a12)),
        true => format!("{} finds more ({})", names.1, rank::magnitude(a12)),
        false => "no difference shown".to_string(),
    };
    vec![
        format!("{} – {}", names.0, names.1),
        format!("{:.2}", of_means(first, second)),
        interval(&of_means),
        format!("{a12:.2}"),
        interval(&of_a12),
        format!("{:.4}", pair.p),
        format!("{adjusted:.4}"),
        verdict,
    ]
}
