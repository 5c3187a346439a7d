//! The name that was probably meant.

/// The nearest of `names`, if it is near enough to be a slip of the fingers: a third of its letters, at least one.
pub fn nearest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wrong = fold(wrong);
    let distances = names.into_iter().map(|name| (distance(&wrong, &fold(name)), name));
    let (distance, name) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance <= (name.chars().count() / 3).max(1)).then_some(name)
}

/// `Random-Flags` is as near to `random_flags` as can be.
fn fold(name: &str) -> Vec<char> {
    name.chars().map(|c| if c == '-' { '_' } else { c.to_ascii_lowercase() }).collect()
}

/// Damerau and Levenshtein's distance: letters inserted, dropped, replaced, or swapped with their neighbour.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 4] = ["store", "levels", "random_flags", "golden"];

    #[test]
    fn slips_are_recognised() {
        for (wrong, meant) in [("levles", "levels"), ("random-flag", "random_flags"), ("Store", "store")] {
            assert_eq!(nearest(wrong, NAMES), Some(meant));
        }
    }

    #[test]
    fn what_is_far_away_is_no_slip() {
        assert_eq!(nearest("timeout", NAMES), None);
        assert_eq!(nearest("x", []), None);
    }
}
