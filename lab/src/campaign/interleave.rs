//! Interleaves several counters by weight: number n belongs to one of them, and is its k-th.
//!
//! Nothing is remembered between two calls, so that any process can work on any index, and a kill loses nothing.

/// To whom `n` belongs, and how many smaller numbers belong to it. The weights are not all 0.
///
/// Every owner gets 0, 1, 2, … without gaps. Of any first n numbers, an owner's share differs from that of its weight by less
/// than the number of owners, and each has one of the first numbers, the lightest first.
///
/// The lightest owner takes the numbers where the multiples of its share round up to the next integer; what is left is
/// numbered anew and divided among the others in the same way.
pub fn interleave(weights: &[u32], n: u64) -> (usize, u64) {
    let mut owners: Vec<usize> = (0..weights.len()).filter(|at| weights[*at] > 0).collect();
    // Stable: of equal weights the first comes first.
    owners.sort_by_key(|at| weights[*at]);
    let mut total: u128 = owners.iter().map(|at| u128::from(weights[*at])).sum();
    let mut rank = u128::from(n);
    for at in owners {
        let weight = u128::from(weights[at]);
        let before = (rank * weight).div_ceil(total);
        if ((rank + 1) * weight).div_ceil(total) > before {
            return (at, before as u64);
        }
        rank -= before;
        total -= weight;
    }
    unreachable!("the last owner takes all that is left")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_owner_has_all_numbers() {
        assert_eq!(interleave(&[7], u64::MAX), (0, u64::MAX));
        assert_eq!(interleave(&[0, 3, 0], 12), (1, 12));
    }

    #[test]
    fn owners_take_turns_by_weight_and_the_lightest_begins() {
        let owners = |weights: &[u32]| (0..8).map(|n| interleave(weights, n).0).collect::<Vec<_>>();
        assert_eq!(owners(&[1, 1]), [0, 1, 0, 1, 0, 1, 0, 1]);
        assert_eq!(owners(&[3, 1]), [1, 0, 0, 0, 1, 0, 0, 0]);
        assert_eq!(owners(&[1, 2, 1]), [0, 2, 1, 1, 0, 2, 1, 1]);
        assert_eq!(owners(&[1_000_000, 1]), [1, 0, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn large_weights_and_numbers_are_no_matter() {
        let weights = [u32::MAX, 1, u32::MAX, 12];
        for n in [u64::MAX, u64::MAX - 1, 1 << 63] {
            let (owner, ordinal) = interleave(&weights, n);
            assert!(owner < 4 && ordinal < n);
        }
        assert_eq!(interleave(&[u32::MAX; 4], u64::MAX), (3, u64::MAX / 4));
    }

    proptest! {
        #[test]
        fn every_owner_gets_every_ordinal_once_and_its_share(weights in proptest::collection::vec(0u32..50, 1..7)) {
            let total: u64 = weights.iter().map(|weight| u64::from(*weight)).sum();
            prop_assume!(total > 0);
            let mut counts = vec![0; weights.len()];
            for n in 0..3 * total + 17 {
                let (owner, ordinal) = interleave(&weights, n);
                // In order, without gaps.
                prop_assert_eq!(ordinal, counts[owner]);
                counts[owner] += 1;
                for (count, weight) in counts.iter().zip(&weights) {
                    let exact = (n + 1) as f64 * f64::from(*weight) / total as f64;
                    prop_assert!((*count as f64 - exact).abs() < weights.len() as f64, "{:?} of {:?}", counts, weights);
                }
                if n + 1 == 2 * total {
                    prop_assert!(counts.iter().zip(&weights).all(|(count, weight)| *count == 2 * u64::from(*weight)));
                }
            }
        }

        #[test]
        fn each_owner_has_one_of_the_first_numbers(weights in proptest::collection::vec(1u32..1000, 1..9)) {
            let first: std::collections::BTreeSet<_> =
                (0..weights.len() as u64).map(|n| interleave(&weights, n)).collect();
            prop_assert_eq!(first, (0..weights.len()).map(|owner| (owner, 0)).collect());
        }

        /// Far from the beginning ordinals still follow each other: between two numbers of an owner there is no other.
        #[test]
        fn ordinals_have_no_gaps_far_out(weights in proptest::collection::vec(0u32..=u32::MAX, 1..6), start in 0..u64::MAX - 300) {
            prop_assume!(weights.iter().any(|weight| *weight > 0));
            let mut last = vec![None; weights.len()];
            for n in start..start + 200 {
                let (owner, ordinal) = interleave(&weights, n);
                prop_assert!(last[owner].is_none_or(|last: u64| ordinal == last + 1));
                last[owner] = Some(ordinal);
            }
        }
    }
}
