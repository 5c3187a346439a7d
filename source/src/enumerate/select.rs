//! Which variants of a space, and in which order: a range of numbers, a uniform sample, or, of a space that is larger than
//! a limit, those near the original and then a sample of the others.

use super::near;
use super::space::{Filling, Fillings, Numbering, Space};
use crate::Rng;
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use rustc_hash::{FxHashMap, FxHashSet};

/// What to list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// These numbers, in order.
    Range {
        /// The first number.
        from: BigUint,
        /// How many, at most.
        take: BigUint,
    },
    /// So many different numbers, each as likely as any other.
    Sample {
        /// All, if there are no more.
        count: u64,
        /// Decides which.
        seed: u64,
    },
    /// All, in order, if there are no more than `limit`. Otherwise so many: the original, those that differ from it in one
    /// hole, those that differ in two, and a sample of the rest.
    Limit {
        /// How many, at most.
        limit: u64,
        /// Decides which of the rest.
        seed: u64,
    },
}

/// A filling with its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variant {
    /// Its position in the space. It stays the same however variants are chosen.
    pub number: BigUint,
    /// The variable of each hole.
    pub filling: Filling,
}

/// Lists variants. Each comes once.
pub struct Selection<'s>(Kind<'s>);

enum Kind<'s> {
    Range {
        fillings: Fillings<'s>,
        next: BigUint,
        end: BigUint,
    },
    Numbers {
        numbering: Numbering<'s>,
        near: std::vec::IntoIter<BigUint>,
        known: FxHashSet<BigUint>,
        draw: Draw,
        left: u64,
    },
}

impl<'s> Selection<'s> {
    /// Of this space. `original` is the filling that the program itself has.
    pub fn new(space: &'s Space, original: &[usize], choice: &Choice) -> Selection<'s> {
        Selection(match choice {
            Choice::Range { from, take } => range(space, from.clone(), from + take),
            Choice::Sample { count, seed } => numbers(space, Vec::new(), *count, *seed),
            Choice::Limit { limit, .. } if space.count() <= &BigUint::from(*limit) => {
                range(space, BigUint::zero(), space.count().clone())
            }
            Choice::Limit { limit, seed } => {
                let near = near::numbers(space, original, *limit, &mut stream(*seed, "near"));
                numbers(space, near, *limit, *seed)
            }
        })
    }
}

impl Iterator for Selection<'_> {
    type Item = Variant;

    fn next(&mut self) -> Option<Variant> {
        match &mut self.0 {
            Kind::Range { fillings, next, end } => {
                if next >= end {
                    return None;
                }
                let filling = fillings.next()?;
                let number = next.clone();
                *next += 1_u32;
                Some(Variant { number, filling })
            }
            Kind::Numbers { numbering, near, known, draw, left } => {
                *left = left.checked_sub(1)?;
                let number = match near.next() {
                    Some(number) => number,
                    None => std::iter::from_fn(|| draw.next()).find(|number| !known.contains(number))?,
                };
                Some(Variant { filling: numbering.filling(&number), number })
            }
        }
    }
}

fn range(space: &Space, from: BigUint, end: BigUint) -> Kind<'_> {
    Kind::Range { fillings: space.from(&from), next: from, end }
}

fn numbers(space: &Space, near: Vec<BigUint>, count: u64, seed: u64) -> Kind<'_> {
    let known = near.iter().cloned().collect();
    let draw = Draw::new(space.count().clone(), stream(seed, "sample"));
    Kind::Numbers { numbering: Numbering::new(space), near: near.into_iter(), known, draw, left: count }
}

fn stream(seed: u64, name: &str) -> Rng {
    Rng::new(seed).child("enumerate").child(name)
}

/// Numbers below a bound in a random order, each once: Fisher and Yates's shuffle of all of them, of which only what was
/// moved is kept. So a sample is the beginning of every larger one of the same seed.
struct Draw {
    bound: BigUint,
    at: BigUint,
    moved: FxHashMap<BigUint, BigUint>,
    rng: Rng,
}

impl Draw {
    fn new(bound: BigUint, rng: Rng) -> Draw {
        Draw { bound, at: BigUint::zero(), moved: FxHashMap::default(), rng }
    }

    fn next(&mut self) -> Option<BigUint> {
        if self.at >= self.bound {
            return None;
        }
        let other = &self.at + below(&mut self.rng, &(&self.bound - &self.at));
        let own = self.moved.remove(&self.at).unwrap_or_else(|| self.at.clone());
        let drawn = match other == self.at {
            true => own,
            false => self.moved.insert(other.clone(), own).unwrap_or(other),
        };
        self.at += 1_u32;
        Some(drawn)
    }
}

/// Uniform below `bound`, which is at least 1.
pub(super) fn below(rng: &mut Rng, bound: &BigUint) -> BigUint {
    if let Some(bound) = bound.to_u64() {
        return BigUint::from(rng.below(bound));
    }
    let bits = (bound - BigUint::one()).bits();
    let last = u32::MAX >> ((32 - bits % 32) % 32);
    loop {
        let mut digits: Vec<u32> = (0..bits.div_ceil(32)).map(|_| rng.next_u64() as u32).collect();
        if let Some(digit) = digits.last_mut() {
            *digit &= last;
        }
        let number = BigUint::new(digits);
        if &number < bound {
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_of_all_numbers_has_each_once_and_begins_like_a_longer_one() {
        let draw = |bound: u32| {
            let mut draw = Draw::new(BigUint::from(bound), Rng::new(7));
            std::iter::from_fn(move || draw.next()).collect::<Vec<_>>()
        };
        let mut all = draw(1000);
        assert_ne!(all[..10], (0..10_u32).map(BigUint::from).collect::<Vec<_>>());
        all.sort();
        assert_eq!(all, (0..1000_u32).map(BigUint::from).collect::<Vec<_>>());
    }

    #[test]
    fn large_numbers_are_drawn_from_the_whole_range() {
        let bound = BigUint::from(3_u32).pow(300);
        let mut rng = Rng::new(1);
        let drawn: Vec<BigUint> = (0..300).map(|_| below(&mut rng, &bound)).collect();
        assert!(drawn.iter().all(|number| number < &bound));
        let above = |part: u32| drawn.iter().filter(|&number| number * 4_u32 >= &bound * part).count();
        // Three binomial deviations from a half and from a quarter.
        assert!((125..175).contains(&above(2)), "{}", above(2));
        assert!((53..97).contains(&above(3)), "{}", above(3));
    }

    #[test]
    fn every_order_of_a_small_draw_is_as_likely() {
        let mut seen: FxHashMap<Vec<BigUint>, u32> = FxHashMap::default();
        for seed in 0..6000 {
            let mut draw = Draw::new(BigUint::from(3_u32), Rng::new(seed));
            *seen.entry(std::iter::from_fn(move || draw.next()).collect()).or_default() += 1;
        }
        assert_eq!(seen.len(), 6);
        assert!(seen.values().all(|&times| (880..1120).contains(&times)), "{seen:?}");
    }
}
