//! Holm's correction: among several tests some are significant by chance.

/// The adjusted p values, in the order given: each may be compared with the level as if it were the only test.
pub fn adjust(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let (mut adjusted, mut most) = (vec![0.0; p.len()], 0.0_f64);
    for (rank, &test) in order.iter().enumerate() {
        most = most.max((p.len() - rank) as f64 * p[test]).min(1.0);
        adjusted[test] = most;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_tests_of_which_one_remains() {
        // The usual worked example: 0.01, 0.04, 0.03, 0.005.
        let got = adjust(&[0.01, 0.04, 0.03, 0.005]);
        for (got, wanted) in got.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((got - wanted).abs() < 1e-12, "{got} is not {wanted}");
        }
    }

    #[test]
    fn one_test_stays_as_it_is_and_none_is_above_one() {
        assert_eq!(adjust(&[0.2]), [0.2]);
        assert_eq!(adjust(&[0.7, 0.8]), [1.0, 1.0]);
        assert!(adjust(&[]).is_empty());
    }
}
