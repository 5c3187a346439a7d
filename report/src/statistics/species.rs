//! How many bugs are there that nobody has seen? Bugs are species, and trials or programs are samples: many bugs that
//! were seen once mean that there are more (Chao 1984, 1987; Böhme, "STADS", TOSEM 2018).

use super::bootstrap::Interval;
use serde::Serialize;

/// An estimate from how often each bug was seen.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Species {
    /// Bugs that were seen.
    pub seen: usize,
    /// All bugs that this way of testing can find: at least this many (Chao's lower bound).
    pub estimate: f64,
    /// The 95% interval of the estimate.
    pub interval: Interval,
    /// The probability that the next sample shows a bug that was seen before (Good and Turing).
    pub coverage: f64,
}

/// The 97.5% quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// From how often each bug was seen, and the number of samples that could have shown it. For bugs seen in trials
/// (once in each or not) this is Chao2, for counts of programs Chao1.
pub fn chao(counts: &[u64], samples: u64) -> Species {
    let counts: Vec<u64> = counts.iter().copied().filter(|&count| count > 0).collect();
    let times = |wanted: u64| counts.iter().filter(|&&count| count == wanted).count() as f64;
    let (once, twice) = (times(1), times(2));
    let share = if samples == 0 { 0.0 } else { (samples - 1) as f64 / samples as f64 };
    let seen = counts.len();
    let unseen = match twice > 0.0 {
        true => share * once * once / (2.0 * twice),
        false => share * once * (once - 1.0) / 2.0,
    };
    let variance = variance(share, once, twice, seen as f64 + unseen);
    let all: u64 = counts.iter().sum();
    let coverage = if all == 0 { 0.0 } else { 1.0 - once / all as f64 };
    Species { seen, estimate: seen as f64 + unseen, interval: interval(seen as f64, unseen, variance), coverage }
}

fn variance(share: f64, once: f64, twice: f64, estimate: f64) -> f64 {
    if twice > 0.0 {
        let ratio = once / twice;
        return twice
            * (share / 2.0 * ratio.powi(2) + share.powi(2) * ratio.powi(3) + share.powi(2) / 4.0 * ratio.powi(4));
    }
    let squared = share.powi(2);
    share * once * (once - 1.0) / 2.0 + squared * once * (2.0 * once - 1.0).powi(2) / 4.0
        - squared * once.powi(4) / (4.0 * estimate)
}

/// Log-normal: never below what was seen.
fn interval(seen: f64, unseen: f64, variance: f64) -> Interval {
    if unseen <= 0.0 {
        return Interval { low: seen, high: seen };
    }
    let factor = (Z * (1.0 + variance.max(0.0) / unseen.powi(2)).ln().sqrt()).exp();
    Interval { low: seen + unseen / factor, high: seen + unseen * factor }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bugs_seen_once_point_to_others() {
        // f1 = 4, f2 = 2, 100 samples: 7 + 0.99 · 16 / 4.
        let got = chao(&[1, 1, 1, 1, 2, 2, 9], 100);
        assert_eq!(got.seen, 7);
        assert!((got.estimate - 10.96).abs() < 1e-9, "{got:?}");
        assert!(got.interval.low > 7.0 && got.interval.low < got.estimate && got.interval.high > got.estimate);
        assert!((got.coverage - (1.0 - 4.0 / 17.0)).abs() < 1e-12);
    }

    #[test]
    fn the_spiders_of_the_girdled_plots() {
        // Ellison et al. 2010, in Chao et al., "Rarefaction and extrapolation with Hill numbers" (2014) and in R's iNEXT:
        // 26 species of 168 spiders, estimate 43.893, standard error 14.306, 95% interval 30.511 to 96.971.
        let frequent = [46, 22, 17, 15, 15, 9, 8, 6, 6, 4, 2, 2, 2, 2];
        let counts: Vec<u64> = frequent.into_iter().chain([1; 12]).collect();
        let got = chao(&counts, counts.iter().sum());
        assert!((got.estimate - 43.893).abs() < 1e-3, "{got:?}");
        assert!((got.interval.low - 30.511).abs() < 1e-3 && (got.interval.high - 96.971).abs() < 2e-3, "{got:?}");
        assert!((got.coverage - 156.0 / 168.0).abs() < 1e-12, "{got:?}");
    }

    #[test]
    fn without_bugs_seen_once_nothing_is_missing() {
        let got = chao(&[5, 9, 0], 10);
        assert_eq!((got.seen, got.estimate, got.interval.high), (2, 2.0, 2.0));
    }

    #[test]
    fn nothing_seen_is_no_panic() {
        assert_eq!(chao(&[], 0).estimate, 0.0);
        assert_eq!(chao(&[1], 0).estimate, 1.0);
    }
}
