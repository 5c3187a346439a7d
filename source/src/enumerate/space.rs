//! All ways to fill the holes of a skeleton, up to renaming: how many there are, which is the `k`th, what number one has,
//! and one after the other.

use super::count::{Begun, Known, completions};
use super::group::{Candidate, Group};
use super::skeleton::Skeleton;
use super::{Granularity, Symmetry};
use num_bigint::BigUint;
use num_traits::{One, Zero};

/// A variable for each hole of the skeleton.
pub type Filling = Vec<usize>;

/// The canonical fillings of a skeleton, in a fixed order: the first group of holes varies slowest.
#[derive(Clone, Debug)]
pub struct Space {
    groups: Vec<Group>,
    counts: Vec<BigUint>,
    holes: usize,
    count: BigUint,
    naive: BigUint,
}

impl Space {
    /// Groups the holes and counts their fillings. Takes time that grows with the number of holes, not of fillings.
    pub fn new(skeleton: &Skeleton, granularity: Granularity, symmetry: Symmetry) -> Space {
        let groups = groups(skeleton, granularity, symmetry);
        let counts: Vec<BigUint> = groups.iter().map(|group| completions(group, &Begun::new(group))).collect();
        let naive = groups.iter().flat_map(|group| &group.candidates).map(|them| BigUint::from(them.len())).product();
        let count = counts.iter().product();
        Space { groups, counts, holes: skeleton.holes.len(), count, naive }
    }

    /// Fillings up to renaming.
    pub fn count(&self) -> &BigUint {
        &self.count
    }

    /// All fillings.
    pub fn naive(&self) -> &BigUint {
        &self.naive
    }

    /// How long numbering a filling takes: holes of a group times interchangeable variables. A million takes about a minute, a
    /// thousand no time.
    pub fn weight(&self) -> usize {
        let largest = |group: &Group| group.classes.iter().map(|class| class.variables.len()).max().unwrap_or(0);
        self.groups.iter().map(|group| group.holes.len() * largest(group)).max().unwrap_or(0)
    }

    /// The filling of this number, which is below the count.
    pub fn filling(&self, number: &BigUint) -> Filling {
        Numbering::new(self).filling(number)
    }

    /// The number of the filling that this one is a renaming of; none if the space is without it, as the paper's can be.
    pub fn number(&self, filling: &[usize]) -> Option<BigUint> {
        Numbering::new(self).number(filling)
    }

    /// The canonical form of a filling.
    pub fn canonical(&self, filling: &[usize]) -> Filling {
        let mut canonical = filling.to_vec();
        for group in &self.groups {
            let own: Vec<usize> = group.holes.iter().map(|&hole| filling[hole]).collect();
            for (&hole, variable) in group.holes.iter().zip(group.canonical(&own)) {
                canonical[hole] = variable;
            }
        }
        canonical
    }

    /// The fillings from this number on, one after the other.
    pub fn from(&self, number: &BigUint) -> Fillings<'_> {
        let next = (number < &self.count).then(|| self.filling(number));
        Fillings { space: self, next }
    }

    /// The variables that fit a hole, in the order of declarations.
    pub fn candidates(&self, hole: usize) -> impl Iterator<Item = usize> + '_ {
        let own = |group: &Group| {
            let at = group.holes.iter().position(|&other| other == hole)?;
            Some(group.candidates[at].clone())
        };
        let candidates = self.groups.iter().find_map(own).unwrap_or_default();
        candidates.into_iter().map(|candidate| candidate.variable)
    }
}

/// From numbers to fillings and back, many times: what was counted once is remembered.
pub struct Numbering<'s> {
    space: &'s Space,
    /// For each group.
    known: Vec<Known>,
}

impl<'s> Numbering<'s> {
    /// Nothing is counted yet but the whole.
    pub fn new(space: &'s Space) -> Numbering<'s> {
        Numbering { space, known: vec![Known::default(); space.groups.len()] }
    }

    /// The filling of this number, which is below the count.
    pub fn filling(&mut self, number: &BigUint) -> Filling {
        let mut filling = vec![0; self.space.holes];
        let mut rest = number.clone();
        for (at, group) in self.space.groups.iter().enumerate().rev() {
            let digit = &rest % &self.space.counts[at];
            rest /= &self.space.counts[at];
            for (&hole, variable) in group.holes.iter().zip(nth(group, &mut self.known[at], digit)) {
                filling[hole] = variable;
            }
        }
        filling
    }

    /// The number of the filling that this one is a renaming of; none if the space is without it, as the paper's can be.
    pub fn number(&mut self, filling: &[usize]) -> Option<BigUint> {
        let mut number = BigUint::zero();
        for (at, group) in self.space.groups.iter().enumerate() {
            let own: Vec<usize> = group.holes.iter().map(|&hole| filling[hole]).collect();
            number = number * &self.space.counts[at] + rank(group, &mut self.known[at], &group.canonical(&own))?;
        }
        Some(number)
    }
}

/// Fillings in order.
pub struct Fillings<'s> {
    space: &'s Space,
    next: Option<Filling>,
}

impl Iterator for Fillings<'_> {
    type Item = Filling;

    fn next(&mut self) -> Option<Filling> {
        let filling = self.next.take()?;
        let mut later = filling.clone();
        // The last group that has a next filling moves on; those behind it begin anew.
        for group in self.space.groups.iter().rev() {
            if advance(group, &mut later) {
                self.next = Some(later);
                break;
            }
            begin(group, 0, Begun::new(group), &mut later);
        }
        Some(filling)
    }
}

/// The canonical choices for the next hole: variables in use, and the first of each class that is not.
fn choices<'g>(group: &'g Group, begun: &'g Begun) -> impl Iterator<Item = &'g Candidate> + 'g {
    group.candidates[begun.holes].iter().filter(|candidate| candidate.place <= begun.used[candidate.class])
}

fn nth(group: &Group, known: &mut Known, mut number: BigUint) -> Vec<usize> {
    let mut begun = Begun::new(group);
    let mut filling = Vec::with_capacity(group.holes.len());
    while begun.holes < group.holes.len() {
        let mut ways = Ways::default();
        let chosen = choices(group, &begun).copied().find(|&candidate| {
            let count = ways.after(group, known, &begun, candidate);
            let is_it = number < count;
            if !is_it {
                number -= count;
            }
            is_it
        });
        let chosen = chosen.expect("the number is below the count");
        begun.fill(group, chosen.class, chosen.place);
        filling.push(chosen.variable);
    }
    filling
}

fn rank(group: &Group, known: &mut Known, filling: &[usize]) -> Option<BigUint> {
    let mut begun = Begun::new(group);
    let mut number = BigUint::zero();
    for &variable in filling {
        let mut ways = Ways::default();
        let all: Vec<Candidate> = choices(group, &begun).copied().collect();
        for candidate in all {
            if candidate.variable == variable {
                begun.fill(group, candidate.class, candidate.place);
                break;
            }
            number += ways.after(group, known, &begun, candidate);
        }
    }
    completions(group, &begun).is_one().then_some(number)
}

/// How many fillings there are after each choice for one hole. All variables in use of a class count the same.
#[derive(Default)]
struct Ways {
    known: Vec<(bool, usize, bool, BigUint)>,
}

impl Ways {
    fn after(&mut self, group: &Group, known: &mut Known, begun: &Begun, candidate: Candidate) -> BigUint {
        let Candidate { class, place, .. } = candidate;
        let (is_new, is_outermost) = (place == begun.used[class], group.outermost == Some(class));
        let same = |it: &&(bool, usize, bool, BigUint)| match is_new {
            true => it.0 && it.1 == class,
            false => !it.0 && it.2 == is_outermost,
        };
        if let Some((.., count)) = self.known.iter().find(same) {
            return count.clone();
        }
        let mut next = begun.clone();
        next.fill(group, class, place);
        let count = known.completions(group, &next);
        self.known.push((is_new, class, is_outermost, count.clone()));
        count
    }
}

/// The next canonical filling of the group, written over the one that is there; false if that was the last.
fn advance(group: &Group, filling: &mut [usize]) -> bool {
    let states = states(group, filling);
    for at in (0..group.holes.len()).rev() {
        let current = filling[group.holes[at]];
        let later = choices(group, &states[at]).skip_while(|candidate| candidate.variable != current).skip(1);
        for candidate in later.copied().collect::<Vec<_>>() {
            let mut begun = states[at].clone();
            begun.fill(group, candidate.class, candidate.place);
            if group.outermost.is_some() && completions(group, &begun).is_zero() {
                continue;
            }
            filling[group.holes[at]] = candidate.variable;
            begin(group, at + 1, begun, filling);
            return true;
        }
    }
    false
}

/// Fills the holes from `from` on with the first choices.
fn begin(group: &Group, from: usize, mut begun: Begun, filling: &mut [usize]) {
    for at in from..group.holes.len() {
        let is_possible = |candidate: &&Candidate| {
            let mut next = begun.clone();
            next.fill(group, candidate.class, candidate.place);
            group.outermost.is_none() || !completions(group, &next).is_zero()
        };
        let first = *choices(group, &begun).find(is_possible).expect("what has begun can be completed");
        filling[group.holes[at]] = first.variable;
        begun.fill(group, first.class, first.place);
    }
}

/// How the filling has begun before each of its holes.
fn states(group: &Group, filling: &[usize]) -> Vec<Begun> {
    let mut begun = Begun::new(group);
    let state = |at: usize| {
        let before = begun.clone();
        let variable = filling[group.holes[at]];
        let fits = |candidate: &&Candidate| candidate.variable == variable;
        let candidate = group.candidates[at].iter().find(fits).expect("a filling has variables that fit");
        begun.fill(group, candidate.class, candidate.place);
        before
    };
    (0..group.holes.len()).map(state).collect()
}

/// Holes that are filled independently: by type, and by function unless the whole program is one.
fn groups(skeleton: &Skeleton, granularity: Granularity, symmetry: Symmetry) -> Vec<Group> {
    let key = |hole: usize| {
        let hole = &skeleton.holes[hole];
        let function = skeleton.scopes[hole.scope].function;
        (function.filter(|_| granularity == Granularity::Intra), hole.ty)
    };
    let mut keys = Vec::new();
    let mut members: Vec<Vec<usize>> = Vec::new();
    for hole in 0..skeleton.holes.len() {
        match keys.iter().position(|&other| other == key(hole)) {
            Some(at) => members[at].push(hole),
            None => {
                keys.push(key(hole));
                members.push(vec![hole]);
            }
        }
    }
    let is_program = granularity == Granularity::Inter;
    members.into_iter().map(|holes| Group::new(skeleton, holes, symmetry, is_program)).collect()
}
