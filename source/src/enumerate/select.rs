//! Which variants of a space, and in which order: a range of numbers, a uniform sample, or, of a space that is larger than
//! a limit, those near the original and then a sample of the others.

use super::draw::Draw;
use super::near::Near;
use super::space::{Filling, Fillings, Numbering, Space};
use crate::Rng;
use num_bigint::BigUint;
use num_traits::Zero;

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
    Range { fillings: Fillings<'s>, next: BigUint, end: BigUint },
    Numbers { numbering: Numbering<'s>, near: Option<Box<Near<'s>>>, draw: Draw, left: u64 },
}

impl<'s> Selection<'s> {
    /// Of this space. `original` is the filling that the program itself has.
    pub fn new(space: &'s Space, original: &[usize], choice: &Choice) -> Selection<'s> {
        Selection(match choice {
            Choice::Range { from, take } => range(space, from.clone(), from + take),
            Choice::Sample { count, seed } => numbers(space, None, *count, *seed),
            Choice::Limit { limit, .. } if space.count() <= &BigUint::from(*limit) => {
                range(space, BigUint::zero(), space.count().clone())
            }
            Choice::Limit { limit, seed } => {
                let near = Near::new(space, original, *limit, stream(*seed, "near"));
                numbers(space, Some(Box::new(near)), *limit, *seed)
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
            Kind::Numbers { numbering, near, draw, left } => {
                *left = left.checked_sub(1)?;
                let number = match near.as_mut().and_then(|near| near.next()) {
                    Some(number) => number,
                    None => std::iter::from_fn(|| draw.next()).find(|number| is_far(near.as_deref(), number))?,
                };
                Some(Variant { filling: numbering.filling(&number), number })
            }
        }
    }
}

fn range(space: &Space, from: BigUint, end: BigUint) -> Kind<'_> {
    Kind::Range { fillings: space.from(&from), next: from, end }
}

fn numbers<'s>(space: &'s Space, near: Option<Box<Near<'s>>>, count: u64, seed: u64) -> Kind<'s> {
    let draw = Draw::new(space.count().clone(), stream(seed, "sample"));
    Kind::Numbers { numbering: Numbering::new(space), near, draw, left: count }
}

/// Not listed as a neighbour.
fn is_far(near: Option<&Near>, number: &BigUint) -> bool {
    near.is_none_or(|near| !near.has_had(number))
}

fn stream(seed: u64, name: &str) -> Rng {
    Rng::new(seed).child("enumerate").child(name)
}
