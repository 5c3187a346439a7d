//! Statistics as reviewers of fuzzing evaluations ask for them (Klees et al., CCS 2018; Arcuri and Briand, ICSE 2011).
//!
//! | module | what it answers |
//! |---|---|
//! | `rank` | are the counts of two arms different (Mann–Whitney U), and how much (Vargha–Delaney A12) |
//! | `bootstrap` | in which interval a statistic lies |
//! | `holm` | which of several differences remain after correction |
//! | `survival` | how long until a bug is found, with trials that never found it (Kaplan–Meier, log-rank) |
//! | `species` | how many bugs are there that nobody has seen |
//! | `regression` | which factor matters how much (the comparison's Table 8) |

pub mod bootstrap;
pub mod holm;
pub mod rank;
pub mod regression;
pub mod species;
pub mod survival;

/// The mean. None of nothing.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The value in the middle, or the mean of the two there. None of nothing.
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        length if length % 2 == 1 => Some(sorted[middle]),
        _ => Some((sorted[middle - 1] + sorted[middle]) / 2.0),
    }
}

/// The quantile `share` of sorted values, linear between neighbours (R's type 7, numpy's default).
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    Some(sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64))
}
