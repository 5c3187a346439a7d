//! The neighbours of a program among its variants: those that differ from it in no hole, in one, in two. The program was a
//! bug once, so they are tried first.

use super::space::{Filling, Numbering, Space};
use crate::Rng;
use num_bigint::BigUint;
use rustc_hash::FxHashSet;

/// The numbers of the original and its neighbours, the nearest first, at most `limit`. Those that are renamings of an
/// earlier one are left out. If there are too many at distance 2, `rng` chooses the pairs of holes.
pub fn numbers(space: &Space, original: &[usize], limit: u64, rng: &mut Rng) -> Vec<BigUint> {
    let numbering = Numbering::new(space);
    let mut near = Near { space, numbering, limit, known: FxHashSet::default(), numbers: Vec::new() };
    near.add(original.to_vec());
    for hole in 0..original.len() {
        near.change(original, &[hole]);
    }
    let mut pairs: Vec<[usize; 2]> =
        (0..original.len()).flat_map(|second| (0..second).map(move |first| [first, second])).collect();
    if pairs.len() as u64 > limit {
        rng.shuffle(&mut pairs);
    }
    for pair in pairs {
        if near.is_full() {
            break;
        }
        near.change(original, &pair);
    }
    near.numbers
}

struct Near<'s> {
    space: &'s Space,
    numbering: Numbering<'s>,
    limit: u64,
    known: FxHashSet<Filling>,
    numbers: Vec<BigUint>,
}

impl Near<'_> {
    fn is_full(&self) -> bool {
        self.numbers.len() as u64 >= self.limit
    }

    fn add(&mut self, filling: Filling) {
        let canonical = self.space.canonical(&filling);
        if !self.is_full() && !self.known.contains(&canonical) {
            self.numbers.extend(self.numbering.number(&canonical));
            self.known.insert(canonical);
        }
    }

    /// All fillings that differ from the original in exactly these holes.
    fn change(&mut self, original: &[usize], holes: &[usize]) {
        let mut fillings = vec![original.to_vec()];
        for &hole in holes {
            let others: Vec<usize> = self.space.candidates(hole).filter(|&it| it != original[hole]).collect();
            let changed = |filling: Filling| {
                others.iter().map(move |&other| {
                    let mut filling = filling.clone();
                    filling[hole] = other;
                    filling
                })
            };
            fillings = fillings.into_iter().flat_map(changed).collect();
        }
        fillings.into_iter().for_each(|filling| self.add(filling));
    }
}
