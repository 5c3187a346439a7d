//! Two arms compared by ranks: no assumption about the distribution of counts.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

/// The result of a Mann–Whitney U test of two samples.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct MannWhitney {
    /// The U of the first sample: pairs in which it is larger, ties counted half.
    pub u: f64,
    /// Two-sided.
    pub p: f64,
    /// Whether `p` is exact; otherwise it is the normal approximation with corrections for ties and continuity.
    pub exact: bool,
}

/// Samples up to this size are tested exactly, if there are no ties. Above it the approximation is good.
const EXACT_UP_TO: usize = 8;

/// Whether values of one sample tend to be larger than those of the other. None if a sample is empty.
pub fn mann_whitney(first: &[f64], second: &[f64]) -> Option<MannWhitney> {
    if first.is_empty() || second.is_empty() {
        return None;
    }
    let (ranks, ties) = ranks(first, second);
    let (n1, n2) = (first.len() as f64, second.len() as f64);
    let u = ranks[..first.len()].iter().sum::<f64>() - n1 * (n1 + 1.0) / 2.0;
    let larger = u.max(n1 * n2 - u);
    let exact = ties == 0.0 && first.len().min(second.len()) <= EXACT_UP_TO;
    let p = match exact {
        true => exact_tail(first.len(), second.len(), larger as usize),
        false => approximate_tail(n1, n2, ties, larger),
    };
    Some(MannWhitney { u, p: (2.0 * p).min(1.0), exact })
}

/// The probability that a value of the first sample is larger than one of the second, ties counted half: 0.5 means no
/// difference (Vargha and Delaney 2000). None if a sample is empty.
pub fn a12(first: &[f64], second: &[f64]) -> Option<f64> {
    let u = mann_whitney(first, second)?.u;
    Some(u / (first.len() * second.len()) as f64)
}

/// What an A12 is called: the thresholds of Vargha and Delaney.
pub fn magnitude(a12: f64) -> &'static str {
    match (a12 - 0.5).abs() {
        distance if distance < 0.06 => "negligible",
        distance if distance < 0.14 => "small",
        distance if distance < 0.21 => "medium",
        _ => "large",
    }
}

/// The ranks of both samples together, ties sharing their mean, and the sum of t³ - t over groups of ties.
fn ranks(first: &[f64], second: &[f64]) -> (Vec<f64>, f64) {
    let values: Vec<f64> = first.iter().chain(second).copied().collect();
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let (mut ranks, mut ties, mut at) = (vec![0.0; values.len()], 0.0, 0);
    while at < order.len() {
        let end = at + order[at..].iter().take_while(|&&other| values[other] == values[order[at]]).count();
        let rank = (at + 1 + end) as f64 / 2.0;
        order[at..end].iter().for_each(|&place| ranks[place] = rank);
        let tied = (end - at) as f64;
        ties += tied.powi(3) - tied;
        at = end;
    }
    (ranks, ties)
}

/// The probability of a U of at least `u` if both samples come from one distribution, by counting arrangements.
fn exact_tail(n1: usize, n2: usize, u: usize) -> f64 {
    // counts[m][s]: ways to choose `m` of the ranks seen so far with sum of places `s`.
    let most = n1 * n2;
    let mut counts = vec![vec![0.0; most + 1]; n1 + 1];
    counts[0][0] = 1.0;
    // The k-th smallest of all: if it belongs to the first sample as its m-th, k - m of the second are below it.
    for k in 1..=n1 + n2 {
        for m in (1..=n1.min(k)).rev() {
            let below = k - m;
            if below > n2 {
                continue;
            }
            let (shorter, longer) = counts.split_at_mut(m);
            for sum in (below..=most).rev() {
                longer[0][sum] += shorter[m - 1][sum - below];
            }
        }
    }
    let all: f64 = counts[n1].iter().sum();
    counts[n1][u.min(most)..].iter().sum::<f64>() / all
}

fn approximate_tail(n1: f64, n2: f64, ties: f64, u: f64) -> f64 {
    let n = n1 + n2;
    let variance = n1 * n2 / 12.0 * ((n + 1.0) - ties / (n * (n - 1.0)));
    if variance.is_nan() || variance <= 0.0 {
        return 0.5;
    }
    let z = (u - n1 * n2 / 2.0 - 0.5) / variance.sqrt();
    Normal::standard().sf(z)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(first: &[f64], second: &[f64], u: f64, p: f64) {
        let got = mann_whitney(first, second).unwrap();
        assert_eq!(got.u, u);
        assert!((got.p - p).abs() < 5e-5, "{} is not {p}", got.p);
    }

    #[test]
    fn the_example_of_mann_and_whitney_with_two_small_samples() {
        // Hollander, Wolfe and Chicken, "Nonparametric Statistical Methods", example 4.1: permeability of membranes.
        // The one-sided exact p is 0.1272.
        let term = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46];
        let early = [1.15, 0.88, 0.90, 0.74, 1.21];
        check(&term, &early, 35.0, 2.0 * 0.1272);
        // Vargha and Delaney 2000: U over the number of pairs.
        assert!((a12(&term, &early).unwrap() - 35.0 / 50.0).abs() < 1e-12);
    }

    #[test]
    fn ties_are_corrected_for() {
        // By hand: ranks 1.5, 1.5, 3.5, 3.5, 5.5, 5.5.
        check(&[1.0, 2.0, 3.0], &[1.0, 2.0, 3.0], 4.5, 1.0);
    }

    #[test]
    fn equal_samples_are_not_different() {
        assert_eq!(mann_whitney(&[2.0; 20], &[2.0; 20]).unwrap().p, 1.0);
        assert_eq!(a12(&[2.0; 3], &[2.0; 4]), Some(0.5));
        assert_eq!(mann_whitney(&[], &[1.0]), None);
    }

    #[test]
    fn the_smallest_p_of_two_samples_of_three_is_a_tenth() {
        check(&[4.0, 5.0, 6.0], &[1.0, 2.0, 3.0], 9.0, 0.1);
    }
}
