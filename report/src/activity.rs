//! What the programs of two arms make optimizers do: counters of compilers, compared (YARPGen, section 4.3; ldrgen, Table 1).

use crate::statistics::bootstrap::{self, Interval};
use crate::statistics::{holm, mean, rank};
use crate::table::Table;
use serde::Serialize;
use source::Rng;
use std::collections::{BTreeMap, BTreeSet};

/// The programs of one arm, as a compiler saw them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Counts {
    /// As it was asked for.
    pub arm: String,
    /// For each program, every counter that is not 0.
    pub programs: Vec<BTreeMap<String, f64>>,
}

/// One counter in both arms.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Counter {
    /// The pass, and what it counts.
    pub name: String,
    /// Means over the programs of the first and the second arm.
    pub means: [f64; 2],
    /// First by second. None if one of them is 0.
    pub ratio: Option<f64>,
    /// Of a Mann–Whitney U test, corrected by Holm's method over all counters.
    pub p: f64,
    /// What can be said with 95% confidence of the first arm.
    pub verdict: Verdict,
}

/// How the first arm compares with the second.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It makes the compiler do more of it.
    Better,
    /// It makes the compiler do less of it.
    Worse,
    /// No difference is shown.
    Neither,
}

/// Two arms, counter by counter.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Activity {
    /// Their names.
    pub arms: [String; 2],
    /// How many programs of each were compiled.
    pub programs: [usize; 2],
    /// By name.
    pub counters: Vec<Counter>,
    /// The geometric mean of all ratios.
    pub geometric_mean: Option<f64>,
    /// Its 95% interval: programs are drawn again.
    pub interval: Option<Interval>,
}

/// The level of significance, after correction.
const LEVEL: f64 = 0.05;

/// Compares the arms.
pub fn compare(first: &Counts, second: &Counts) -> Activity {
    let names: BTreeSet<&String> =
        [first, second].iter().flat_map(|arm| arm.programs.iter().flat_map(BTreeMap::keys)).collect();
    let values: Vec<[Vec<f64>; 2]> = names.iter().map(|name| [first.values(name), second.values(name)]).collect();
    let p = |[one, other]: &[Vec<f64>; 2]| rank::mann_whitney(one, other).map_or(1.0, |test| test.p);
    let adjusted = holm::adjust(&values.iter().map(p).collect::<Vec<_>>());
    let counter = |((name, values), p): ((&&String, &[Vec<f64>; 2]), f64)| counter(name, values, p);
    Activity {
        arms: [first.arm.clone(), second.arm.clone()],
        programs: [first.programs.len(), second.programs.len()],
        counters: names.iter().zip(&values).zip(adjusted).map(counter).collect(),
        geometric_mean: geometric_mean(&values),
        interval: interval(&values, [first.programs.len(), second.programs.len()]),
    }
}

impl Counts {
    fn values(&self, name: &str) -> Vec<f64> {
        self.programs.iter().map(|program| program.get(name).copied().unwrap_or(0.0)).collect()
    }
}

fn counter(name: &str, values: &[Vec<f64>; 2], p: f64) -> Counter {
    let means = means(values);
    let a12 = rank::a12(&values[0], &values[1]).unwrap_or(0.5);
    let verdict = match p < LEVEL {
        true if a12 > 0.5 => Verdict::Better,
        true if a12 < 0.5 => Verdict::Worse,
        _ => Verdict::Neither,
    };
    Counter { name: name.to_string(), means, ratio: ratio(means), p, verdict }
}

fn means(values: &[Vec<f64>; 2]) -> [f64; 2] {
    [mean(&values[0]).unwrap_or_default(), mean(&values[1]).unwrap_or_default()]
}

fn ratio([first, second]: [f64; 2]) -> Option<f64> {
    (first > 0.0 && second > 0.0).then(|| first / second)
}

/// Over the counters that both arms have.
fn geometric_mean(values: &[[Vec<f64>; 2]]) -> Option<f64> {
    let logs: Vec<f64> = values.iter().filter_map(|values| ratio(means(values))).map(f64::ln).collect();
    mean(&logs).map(f64::exp)
}

/// Draws programs, with all their counters, again.
fn interval(values: &[[Vec<f64>; 2]], programs: [usize; 2]) -> Option<Interval> {
    let numbers = programs.map(|count| (0..count).map(|number| number as f64).collect::<Vec<_>>());
    let both: Vec<&[Vec<f64>; 2]> = values.iter().filter(|values| ratio(means(values)).is_some()).collect();
    if both.is_empty() {
        return None;
    }
    let drawn_mean =
        |values: &[f64], drawn: &[f64]| drawn.iter().map(|&at| values[at as usize]).sum::<f64>() / drawn.len() as f64;
    let statistic = |one: &[f64], other: &[f64]| {
        let drawn = |values: &[Vec<f64>; 2]| ratio([drawn_mean(&values[0], one), drawn_mean(&values[1], other)]);
        let logs: Vec<f64> = both.iter().filter_map(|values| drawn(values)).map(f64::ln).collect();
        mean(&logs).unwrap_or_default().exp()
    };
    bootstrap::difference(&numbers[0], &numbers[1], 0.95, &mut Rng::new(1).child("activity"), statistic)
}

impl Activity {
    /// Counters with this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.counters.iter().filter(|counter| counter.verdict == verdict).count()
    }

    /// One row for each counter.
    pub fn table(&self) -> Table {
        let [first, second] = &self.arms;
        let mut table =
            Table::new("activity", "What optimizers did", ["counter", first, second, "ratio", "p (Holm)", "at 95%"]);
        for Counter { name, means, ratio, p, verdict } in &self.counters {
            let ratio = ratio.map_or("–".to_string(), |ratio| format!("{ratio:.2}"));
            let verdict = match verdict {
                Verdict::Better => "more",
                Verdict::Worse => "less",
                Verdict::Neither => "",
            };
            let cells = [format!("{:.2}", means[0]), format!("{:.2}", means[1]), ratio, format!("{p:.4}")];
            table.row(std::iter::once(name.clone()).chain(cells).chain([verdict.to_string()]));
        }
        table.note(&self.summary())
    }

    /// In a sentence or two.
    pub fn summary(&self) -> String {
        let counts = [Verdict::Better, Verdict::Worse, Verdict::Neither].map(|verdict| self.count(verdict));
        let mean = match (self.geometric_mean, self.interval) {
            (Some(mean), Some(Interval { low, high })) => {
                format!("The geometric mean of the ratios is {mean:.2} [{low:.2}, {high:.2}].")
            }
            _ => "No counter is in both arms.".to_string(),
        };
        format!(
            "With 95% confidence {} has more in {} counters and less in {}; in {} no difference is shown. {mean}",
            self.arms[0], counts[0], counts[1], counts[2]
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(arm: &str, programs: &[&[(&str, f64)]]) -> Counts {
        let program =
            |counters: &&[(&str, f64)]| counters.iter().map(|(name, value)| (name.to_string(), *value)).collect();
        Counts { arm: arm.to_string(), programs: programs.iter().map(program).collect() }
    }

    fn many(arm: &str, of: impl Fn(f64) -> Vec<(&'static str, f64)>) -> Counts {
        let programs: Vec<Vec<(&str, f64)>> = (0..20).map(|number| of(f64::from(number))).collect();
        counts(arm, &programs.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }

    #[test]
    fn a_counter_that_is_ten_times_as_high_is_better_and_an_equal_one_neither() {
        let first = many("a", |n| vec![("gvn: loads", 100.0 + n), ("licm: moved", n)]);
        let second = many("b", |n| vec![("gvn: loads", 10.0 + n / 10.0), ("licm: moved", n)]);
        let got = compare(&first, &second);
        let verdicts: Vec<Verdict> = got.counters.iter().map(|counter| counter.verdict).collect();
        assert_eq!(verdicts, [Verdict::Better, Verdict::Neither]);
        assert!((got.counters[0].ratio.unwrap() - 10.0).abs() < 1e-9);
        assert!((got.geometric_mean.unwrap() - 10.0_f64.sqrt()).abs() < 1e-9);
        let Interval { low, high } = got.interval.unwrap();
        assert!(low < 10.0_f64.sqrt() && 10.0_f64.sqrt() < high && low > 2.0, "[{low}, {high}]");
        assert_eq!(compare(&second, &first).counters[0].verdict, Verdict::Worse);
    }

    #[test]
    fn a_counter_of_one_arm_has_no_ratio() {
        let got = compare(&counts("a", &[&[("x", 3.0)]]), &counts("b", &[&[]]));
        assert_eq!((got.counters[0].ratio, got.geometric_mean, got.interval), (None, None, None));
        assert!(got.summary().contains("No counter is in both arms"));
        assert_eq!(compare(&counts("a", &[]), &counts("b", &[])).counters, []);
    }
}
