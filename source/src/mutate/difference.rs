//! Subsets of edits: the fewest that still make the difference, and the most that do no harm.
//!
//! Delta debugging (Zeller and Hildebrandt 2002, `ddmin`) over the indices of a variant's edits. What a subset has to be is
//! the caller's question: that a compiler gets the program with these edits wrong while the interpreter says what is right.

/// The fewest edits that are still `interesting`, in order: leaving out any one of them makes it uninteresting. All of them must
/// be interesting; if they are not, all are returned.
pub fn fewest(count: usize, mut interesting: impl FnMut(&[usize]) -> bool) -> Vec<usize> {
    let mut kept: Vec<usize> = (0..count).collect();
    if !interesting(&kept) {
        return kept;
    }
    let mut parts = 2;
    while kept.len() >= 2 {
        match smaller(&kept, parts, &mut interesting) {
            Some((rest, is_part)) => {
                kept = rest;
                parts = if is_part { 2 } else { (parts - 1).max(2) };
            }
            None if parts >= kept.len() => return kept,
            None => parts = (parts * 2).min(kept.len()),
        }
    }
    kept
}

/// One of the parts, or all but one of them, and whether it was a part.
fn smaller(kept: &[usize], parts: usize, interesting: &mut impl FnMut(&[usize]) -> bool) -> Option<(Vec<usize>, bool)> {
    let size = kept.len().div_ceil(parts.min(kept.len()));
    let chunks: Vec<&[usize]> = kept.chunks(size).collect();
    if let Some(part) = chunks.iter().find(|part| part.len() < kept.len() && interesting(part)) {
        return Some((part.to_vec(), true));
    }
    if chunks.len() <= 2 {
        return None;
    }
    for skipped in 0..chunks.len() {
        let rest: Vec<usize> = chunks
            .iter()
            .enumerate()
            .filter(|&(at, _)| at != skipped)
            .flat_map(|(_, part)| part.iter().copied())
            .collect();
        if interesting(&rest) {
            return Some((rest, false));
        }
    }
    None
}

/// As many of the edits as are acceptable together, in order: halves first, and of a half that is not its halves.
pub fn acceptable(count: usize, mut accepts: impl FnMut(&[usize]) -> bool) -> Vec<usize> {
    let mut kept = Vec::new();
    add_acceptable(&(0..count).collect::<Vec<_>>(), &mut kept, &mut accepts, false);
    kept
}

fn add_acceptable(part: &[usize], kept: &mut Vec<usize>, accepts: &mut impl FnMut(&[usize]) -> bool, is_asked: bool) {
    if part.is_empty() {
        return;
    }
    // That all of them together are not acceptable is why this was called.
    if is_asked || part.len() == 1 {
        let all: Vec<usize> = kept.iter().chain(part).copied().collect();
        if accepts(&all) {
            *kept = all;
            return;
        }
    }
    if part.len() > 1 {
        let (first, second) = part.split_at(part.len() / 2);
        add_acceptable(first, kept, accepts, true);
        add_acceptable(second, kept, accepts, true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewest_edits_are_found() {
        let mut asked = 0;
        let found = fewest(40, |subset| {
            asked += 1;
            subset.contains(&7) && subset.contains(&23)
        });
        assert_eq!(found, [7, 23]);
        assert!(asked < 120, "{asked}");
        assert_eq!(fewest(9, |subset| subset.contains(&8)), [8]);
        assert_eq!(fewest(5, |subset| subset.len() >= 4).len(), 4);
        assert_eq!(fewest(3, |_| false), [0, 1, 2]);
        assert_eq!(fewest(0, |_| true), [] as [usize; 0]);
    }

    #[test]
    fn harmless_edits_are_kept() {
        let found = acceptable(9, |subset| !subset.contains(&2) && !subset.contains(&7));
        assert_eq!(found, [0, 1, 3, 4, 5, 6, 8]);
        assert_eq!(acceptable(4, |_| false), [] as [usize; 0]);
        assert_eq!(acceptable(1, |_| true), [0]);
    }
}
