//! The neighbours of a program among its variants: those that differ from it in no hole, in one, in two. The program was a
//! bug once, so they are tried first.

use super::draw::Draw;
use super::space::{Filling, Numbering, Space};
use crate::Rng;
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rustc_hash::FxHashSet;

/// The numbers of the original and its neighbours, the nearest first. Those that are renamings of an earlier one are left
/// out. Each is found when it is asked for: large programs have millions.
pub struct Near<'s> {
    space: &'s Space,
    numbering: Numbering<'s>,
    original: Filling,
    places: Box<dyn Iterator<Item = Vec<usize>> + Send + Sync>,
    changes: Changes,
    had: FxHashSet<BigUint>,
}

impl<'s> Near<'s> {
    /// If there are more than `limit` pairs of holes, `rng` draws them.
    pub fn new(space: &'s Space, original: &[usize], limit: u64, rng: Rng) -> Near<'s> {
        let holes = original.len();
        let places =
            std::iter::once(Vec::new()).chain((0..holes).map(|hole| vec![hole])).chain(pairs(holes, limit, rng));
        Near {
            space,
            numbering: Numbering::new(space),
            original: original.to_vec(),
            places: Box::new(places),
            changes: Changes::default(),
            had: FxHashSet::default(),
        }
    }

    /// Whether this number came already.
    pub fn has_had(&self, number: &BigUint) -> bool {
        self.had.contains(number)
    }

    /// The next filling that differs from the original in the holes whose turn it is.
    fn filling(&mut self) -> Option<Filling> {
        loop {
            if let Some(filling) = self.changes.next(&self.original) {
                return Some(filling);
            }
            self.changes = Changes::new(self.space, &self.original, self.places.next()?);
        }
    }
}

impl Iterator for Near<'_> {
    type Item = BigUint;

    fn next(&mut self) -> Option<BigUint> {
        loop {
            let filling = self.filling()?;
            if let Some(number) = self.numbering.number(&filling)
                && self.had.insert(number.clone())
            {
                return Some(number);
            }
        }
    }
}

/// All pairs of holes, in order if there are few.
fn pairs(holes: usize, limit: u64, rng: Rng) -> impl Iterator<Item = Vec<usize>> + Send + Sync {
    let count = holes as u64 * (holes as u64).saturating_sub(1) / 2;
    let mut draw = (count > limit).then(|| Draw::new(BigUint::from(count), rng));
    let mut in_order = 0..count;
    std::iter::from_fn(move || match &mut draw {
        Some(draw) => draw.next()?.to_u64(),
        None => in_order.next(),
    })
    .map(pair)
}

/// The pairs of numbers, ordered by the larger: (0, 1), (0, 2), (1, 2), (0, 3) …
fn pair(index: u64) -> Vec<usize> {
    let larger = (1 + 8 * index).isqrt().div_ceil(2);
    let smaller = index - larger * (larger - 1) / 2;
    vec![smaller as usize, larger as usize]
}

/// All fillings that differ from the original in exactly some holes.
#[derive(Default)]
struct Changes {
    /// The holes, and what may stand there instead.
    holes: Vec<(usize, Vec<usize>)>,
    next: usize,
    count: usize,
}

impl Changes {
    fn new(space: &Space, original: &[usize], holes: Vec<usize>) -> Changes {
        let others = |hole: usize| space.candidates(hole).filter(|&it| it != original[hole]).collect();
        let holes: Vec<(usize, Vec<usize>)> = holes.into_iter().map(|hole| (hole, others(hole))).collect();
        let count = holes.iter().map(|(_, others)| others.len()).product();
        Changes { holes, next: 0, count }
    }

    /// The last hole changes fastest.
    fn next(&mut self, original: &[usize]) -> Option<Filling> {
        if self.next >= self.count {
            return None;
        }
        let (mut filling, mut rest) = (original.to_vec(), self.next);
        for (hole, others) in self.holes.iter().rev() {
            filling[*hole] = others[rest % others.len()];
            rest /= others.len();
        }
        self.next += 1;
        Some(filling)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_holes_come_once_each_in_order_or_drawn() {
        let in_order: Vec<_> = pairs(5, 10, Rng::new(1)).collect();
        let by_hand = (0..5).flat_map(|larger| (0..larger).map(move |smaller| vec![smaller, larger]));
        assert_eq!(in_order, by_hand.collect::<Vec<_>>());
        let mut drawn: Vec<_> = pairs(5, 9, Rng::new(1)).collect();
        assert_ne!(drawn, in_order);
        drawn.sort_by_key(|pair| (pair[1], pair[0]));
        assert_eq!(drawn, in_order);
        assert_eq!(pairs(0, 9, Rng::new(1)).count() + pairs(1, 9, Rng::new(1)).count(), 0);
    }

    #[test]
    fn of_a_billion_pairs_only_those_that_are_asked_for_are_made() {
        let first: Vec<_> = pairs(50_000, 10_000, Rng::new(1)).take(100).collect();
        assert!(first.iter().all(|pair| pair[0] < pair[1] && pair[1] < 50_000));
    }
}
