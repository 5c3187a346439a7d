//! Intervals by resampling: the trials are drawn again, with replacement, many times.

use super::quantile;
use serde::Serialize;
use source::Rng;

/// An interval that contains the true value with the confidence asked for.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// Samples drawn for one interval: enough that its ends move by less than a hundredth of its width.
const SAMPLES: usize = 10_000;

/// The percentile interval of a statistic of one sample. None of fewer than two values, which say nothing of how much they vary.
pub fn interval(values: &[f64], confidence: f64, rng: &mut Rng, statistic: impl Fn(&[f64]) -> f64) -> Option<Interval> {
    difference(values, &[0.0; 2], confidence, rng, |drawn, _| statistic(drawn))
}

/// The percentile interval of a statistic of two samples, each drawn by itself. None if one has fewer than two values.
pub fn difference(
    first: &[f64],
    second: &[f64],
    confidence: f64,
    rng: &mut Rng,
    statistic: impl Fn(&[f64], &[f64]) -> f64,
) -> Option<Interval> {
    if first.len() < 2 || second.len() < 2 {
        return None;
    }
    let (mut one, mut other) = (first.to_vec(), second.to_vec());
    let mut draws: Vec<f64> = (0..SAMPLES)
        .map(|_| {
            draw(first, &mut one, rng);
            draw(second, &mut other, rng);
            statistic(&one, &other)
        })
        .collect();
    draws.sort_by(f64::total_cmp);
    let outside = (1.0 - confidence) / 2.0;
    Some(Interval { low: quantile(&draws, outside)?, high: quantile(&draws, 1.0 - outside)? })
}

fn draw(values: &[f64], into: &mut [f64], rng: &mut Rng) {
    into.iter_mut().for_each(|value| *value = values[rng.below(values.len() as u64) as usize]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::mean;

    fn of_mean(values: &[f64]) -> Interval {
        interval(values, 0.95, &mut Rng::new(1), |them| mean(them).unwrap()).unwrap()
    }

    #[test]
    fn the_interval_of_a_mean_is_near_the_normal_one() {
        let values: Vec<f64> = (0..100).map(f64::from).collect();
        let got = of_mean(&values);
        // 49.5 ± 1.96 · 28.87 / 10.
        assert!((got.low - 43.84).abs() < 0.4 && (got.high - 55.16).abs() < 0.4, "{got:?}");
    }

    #[test]
    fn the_mice_of_efron_and_tibshirani() {
        // "An Introduction to the Bootstrap" (1993), table 13.1: survival times of the treated mice. The 2.5% and 97.5% points
        // of 1,000 means are 45.9 and 135.4.
        let got = of_mean(&[94.0, 197.0, 16.0, 38.0, 99.0, 141.0, 23.0]);
        assert!((got.low - 45.9).abs() < 4.0 && (got.high - 135.4).abs() < 4.0, "{got:?}");
    }

    #[test]
    fn nothing_varies_where_all_are_equal() {
        assert_eq!(of_mean(&[3.0; 10]), Interval { low: 3.0, high: 3.0 });
        assert_eq!(interval(&[], 0.95, &mut Rng::new(1), |_| 0.0), None);
        assert_eq!(interval(&[3.0], 0.95, &mut Rng::new(1), |_| 0.0), None);
    }
}
