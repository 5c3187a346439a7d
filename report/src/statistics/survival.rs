//! Time until a bug is found. A trial that ends without it is *censored*: the bug may be found later, so the trial
//! counts as long as it ran, and is not dropped.

use super::bootstrap::Interval;
use super::regression::solve;
use serde::Serialize;
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// One trial.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Time {
    /// When the bug was found, or when the trial ended without it.
    pub at: f64,
    /// Whether it was found.
    pub found: bool,
}

/// A step of a Kaplan–Meier curve.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Step {
    /// When it happens.
    pub at: f64,
    /// The share of trials that have not found the bug after it.
    pub left: f64,
    /// The 95% interval of this share (Greenwood's variance, on the scale of log(-log)).
    pub interval: Interval,
}

/// The 97.5% quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The Kaplan–Meier curve: a step for each time at which a trial found the bug.
pub fn kaplan_meier(trials: &[Time]) -> Vec<Step> {
    let (mut left, mut sum) = (1.0, 0.0);
    let step = |at: f64| {
        let (found, at_risk) = (found_at(trials, at), at_risk(trials, at));
        left *= 1.0 - found / at_risk;
        sum += found / (at_risk * (at_risk - found));
        Step { at, left, interval: greenwood(left, sum) }
    };
    times(&[trials]).into_iter().map(step).collect()
}

/// When half of the trials have found it. None if fewer ever did.
pub fn median(curve: &[Step]) -> Option<f64> {
    curve.iter().find(|step| step.left <= 0.5).map(|step| step.at)
}

/// The 95% interval of the median: when the interval of the curve begins to contain one half, and when it no longer does
/// (Brookmeyer and Crowley 1982). The first is none if so many trials never find it, the second if it cannot be said.
pub fn median_interval(curve: &[Step]) -> (Option<f64>, Option<f64>) {
    let first = |is_passed: &dyn Fn(&Step) -> bool| curve.iter().find(|step| is_passed(step)).map(|step| step.at);
    (first(&|step| step.interval.low <= 0.5), first(&|step| step.interval.high <= 0.5))
}

fn greenwood(left: f64, sum: f64) -> Interval {
    if left <= 0.0 || left >= 1.0 {
        return Interval { low: left, high: left };
    }
    let spread = Z * sum.sqrt() / left.ln().abs();
    Interval { low: left.powf(spread.exp()), high: left.powf((-spread).exp()) }
}

/// The result of a log-rank test.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct LogRank {
    /// Chi-squared, with one degree of freedom less than there are arms.
    pub statistic: f64,
    /// How likely such a difference is if there is none.
    pub p: f64,
}

/// Whether several arms find the bug equally fast. None if there are fewer than two arms, or nothing was found.
pub fn log_rank(arms: &[&[Time]]) -> Option<LogRank> {
    let degrees = arms.len().checked_sub(1).filter(|&degrees| degrees > 0)?;
    let mut excess = vec![0.0; degrees];
    let mut covariance = vec![vec![0.0; degrees]; degrees];
    for at in times(arms) {
        add_time(arms, at, &mut excess, &mut covariance);
    }
    let weights = solve(covariance, excess.clone())?;
    let statistic: f64 = excess.iter().zip(&weights).map(|(excess, weight)| excess * weight).sum();
    let p = ChiSquared::new(degrees as f64).ok()?.sf(statistic.max(0.0));
    Some(LogRank { statistic, p })
}

/// Adds what one time says: found less expected for each arm but the last, and the covariance (hypergeometric).
fn add_time(arms: &[&[Time]], at: f64, excess: &mut [f64], covariance: &mut [Vec<f64>]) {
    let risks: Vec<f64> = arms.iter().map(|arm| at_risk(arm, at)).collect();
    let (all, found): (f64, f64) = (risks.iter().sum(), arms.iter().map(|arm| found_at(arm, at)).sum());
    let spread = if all > 1.0 { found * (all - found) / (all - 1.0) } else { 0.0 };
    for row in 0..excess.len() {
        excess[row] += found_at(arms[row], at) - found * risks[row] / all;
        for column in 0..excess.len() {
            let same = if row == column { 1.0 } else { 0.0 };
            covariance[row][column] += spread * risks[row] / all * (same - risks[column] / all);
        }
    }
}

/// The times at which something was found, each once, in order.
fn times(arms: &[&[Time]]) -> Vec<f64> {
    let found = arms.iter().flat_map(|arm| arm.iter()).filter(|trial| trial.found);
    let mut times: Vec<f64> = found.map(|trial| trial.at).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    times
}

fn found_at(trials: &[Time], at: f64) -> f64 {
    trials.iter().filter(|trial| trial.found && trial.at == at).count() as f64
}

fn at_risk(trials: &[Time], at: f64) -> f64 {
    trials.iter().filter(|trial| trial.at >= at).count() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trials(found: &[u32], censored: &[u32]) -> Vec<Time> {
        let of = |times: &[u32], found| times.iter().map(|&at| Time { at: f64::from(at), found }).collect::<Vec<_>>();
        [of(found, true), of(censored, false)].concat()
    }

    /// Freireich et al. 1963, the usual example: weeks of remission of leukaemia.
    fn treated() -> Vec<Time> {
        trials(&[6, 6, 6, 7, 10, 13, 16, 22, 23], &[6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35])
    }

    fn placebo() -> Vec<Time> {
        trials(&[1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23], &[])
    }

    #[test]
    fn the_curve_of_freireich() {
        let curve = kaplan_meier(&treated());
        let left: Vec<f64> = curve.iter().map(|step| (step.left * 1e4).round() / 1e4).collect();
        assert_eq!(left, [0.8571, 0.8067, 0.7529, 0.6902, 0.6275, 0.5378, 0.4482]);
        assert_eq!(median(&curve), Some(23.0));
        assert_eq!(median(&kaplan_meier(&placebo())), Some(8.0));
        // As R's survfit with conf.type = "log-log" has them.
        assert_eq!(median_interval(&curve), (Some(13.0), None));
        assert_eq!(median_interval(&kaplan_meier(&placebo())), (Some(4.0), Some(11.0)));
    }

    #[test]
    fn the_log_rank_test_of_freireich() {
        let got = log_rank(&[&treated(), &placebo()]).unwrap();
        assert!((got.statistic - 16.793).abs() < 1e-3, "{got:?}");
        assert!((got.p - 4.17e-5).abs() < 1e-7, "{got:?}");
    }

    #[test]
    fn three_equal_arms_are_not_different() {
        let arm = treated();
        let got = log_rank(&[&arm, &arm, &arm]).unwrap();
        assert!(got.statistic.abs() < 1e-9 && (got.p - 1.0).abs() < 1e-9, "{got:?}");
    }

    #[test]
    fn without_an_event_there_is_no_test() {
        assert_eq!(log_rank(&[&trials(&[], &[5]), &trials(&[], &[7])]), None);
        assert!(kaplan_meier(&trials(&[], &[5, 6])).is_empty());
    }
}
