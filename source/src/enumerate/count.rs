//! Counts canonical fillings, all of them or those that begin in a given way, without listing any.
//!
//! Burnside: the number of fillings up to renaming is the mean, over all renamings, of the number of fillings that the
//! renaming leaves alone. A renaming leaves a filling alone if every hole has a variable that it leaves alone. So only
//! matters how many variables of each class stay: the sum over these numbers goes down the tree of levels, and a hole
//! contributes a factor: how many of the variables that it sees stay. The cost depends on variables and levels, hardly on
//! holes. Where holes are filled already, the variables in use are no longer interchangeable: they always stay.

use super::flat::Flat;
use super::group::{Group, Level};
use super::skeleton::{Demand, Storage};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How many variables on the path stay, by `Storage`.
type Stay = [u32; STORAGES];

const STORAGES: usize = Storage::ALL.len();

/// How a filling has begun.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Begun {
    /// Holes that are filled.
    pub holes: usize,
    /// Of each class, how many variables are in use.
    pub used: Vec<usize>,
    /// Holes with a variable of the outermost class.
    pub outermost: usize,
}

impl Begun {
    pub fn new(group: &Group) -> Begun {
        Begun { holes: 0, used: vec![0; group.classes.len()], outermost: 0 }
    }

    /// One hole more, with the variable at this place of this class.
    pub fn fill(&mut self, group: &Group, class: usize, place: usize) {
        self.holes += 1;
        self.used[class] = self.used[class].max(place + 1);
        self.outermost += usize::from(group.outermost == Some(class));
    }
}

/// How many canonical fillings of the group begin so.
pub fn completions(group: &Group, begun: &Begun) -> BigUint {
    match group.outermost {
        None if !has_symmetry(group, begun) => group.products[begun.holes].clone(),
        None => Counter::new(group, begun, None).total(),
        Some(class) => paper(group, begun, class),
    }
}

/// Whether two variables that holes still see could be exchanged. If not, every filling counts.
fn has_symmetry(group: &Group, begun: &Begun) -> bool {
    let unused = |&class: &usize| group.classes[class].variables.len().saturating_sub(begun.used[class]);
    let is_open = |level: &&Level| level.end_hole > begun.holes;
    group.levels.iter().filter(is_open).flat_map(|level| &level.classes).any(|class| unused(class) > 1)
}

/// Entries that are remembered for each group: a few megabytes at most.
const MOST_KNOWN: usize = 1 << 14;

/// Completions that were asked for before.
#[derive(Clone, Debug, Default)]
pub struct Known {
    counts: FxHashMap<(usize, usize, Vec<usize>), BigUint>,
    /// Of groups that allow it; unknown until it is needed.
    flat: Option<Option<Flat>>,
}

impl Known {
    pub fn completions(&mut self, group: &Group, begun: &Begun) -> BigUint {
        if group.outermost.is_none() && !has_symmetry(group, begun) {
            return group.products[begun.holes].clone();
        }
        if let Some(flat) = self.flat.get_or_insert_with(|| Flat::new(group)) {
            return flat.ways(group.holes.len() - begun.holes, begun.used[flat.class]);
        }
        // What is used of classes that no hole sees any more does not matter, except to the paper.
        let mut used = begun.used.clone();
        for level in group.levels.iter().filter(|level| level.end_hole <= begun.holes) {
            let unseen = level.classes.iter().filter(|&&class| group.outermost != Some(class));
            unseen.for_each(|&class| used[class] = 0);
        }
        let key = (begun.holes, begun.outermost, used);
        if let Some(known) = self.counts.get(&key) {
            return known.clone();
        }
        let count = completions(group, begun);
        if self.counts.len() < MOST_KNOWN {
            self.counts.insert(key, count.clone());
        }
        count
    }
}

/// The paper's Algorithm 1: either all holes have a variable of the outermost class, or as many of its variables are in use
/// as can be.
fn paper(group: &Group, begun: &Begun, class: usize) -> BigUint {
    let all = group.classes[class].variables.len();
    let is_pure = begun.outermost == begun.holes;
    let left = group.holes.len() - begun.holes;
    let up_to = |limit: usize| match limit < begun.used[class] {
        true => BigUint::zero(),
        false => Counter::new(group, begun, Some((class, limit))).total(),
    };
    // Of these the outermost class is used up.
    let mut ways = up_to(all) - if all > 0 { up_to(all - 1) } else { BigUint::zero() };
    // Of these each hole of the outermost class has a variable of its own, and there are more variables.
    if begun.used[class] == begun.outermost {
        ways += distinct(group, begun, class, all);
    }
    if is_pure {
        let (used, total) = (begun.used[class], begun.outermost + left);
        let by_names = partitions(left, used, all - used);
        ways -= by_names.get(total.min(all) - used).cloned().unwrap_or_default();
        ways += by_names.into_iter().sum::<BigUint>();
    }
    ways
}

/// Ways in which fewer than all variables of the class are used, each in one hole.
fn distinct(group: &Group, begun: &Begun, class: usize, all: usize) -> BigUint {
    let Some(most) = all.checked_sub(begun.used[class] + 1) else { return BigUint::zero() };
    let most = most.min(group.holes.len() - begun.holes);
    Counter { marked: Some((class, most)), ..Counter::new(group, begun, Some((class, 0))) }.totals().into_iter().sum()
}

/// Ways to fill so many holes with variables of which `used` have names already: those that give no other a name, one other,
/// two, up to `most`.
fn partitions(holes: usize, used: usize, most: usize) -> Vec<BigUint> {
    let mut ways = vec![BigUint::zero(); most.min(holes) + 1];
    ways[0] = BigUint::one();
    for _ in 0..holes {
        for at in (0..ways.len()).rev() {
            let more = if at > 0 { ways[at - 1].clone() } else { BigUint::zero() };
            ways[at] = &ways[at] * (used + at) + more;
        }
    }
    ways
}

struct Counter<'g> {
    group: &'g Group,
    begun: &'g Begun,
    /// A class of which only so many variables count.
    limit: Option<(usize, usize)>,
    /// Up to so many of the holes that are left have the place of the class instead of a variable.
    marked: Option<(usize, usize)>,
    /// Holes of each level that are left, by demand.
    left: Vec<[usize; Demand::ALL.len()]>,
    known: FxHashMap<(usize, Stay), Vec<BigUint>>,
    renamings: FxHashMap<usize, Rc<[BigUint]>>,
}

impl<'g> Counter<'g> {
    fn new(group: &'g Group, begun: &'g Begun, limit: Option<(usize, usize)>) -> Counter<'g> {
        let mut left = vec![[0; Demand::ALL.len()]; group.levels.len()];
        for hole in begun.holes..group.holes.len() {
            left[group.hole_levels[hole]][group.demands[hole] as usize] += 1;
        }
        let (known, renamings) = (FxHashMap::default(), FxHashMap::default());
        Counter { group, begun, limit, marked: None, left, known, renamings }
    }

    fn total(self) -> BigUint {
        self.totals().swap_remove(0)
    }

    /// By the number of holes that are marked.
    fn totals(mut self) -> Vec<BigUint> {
        if self.begun.holes == self.group.holes.len() {
            return vec![BigUint::one()];
        }
        let sum = self.level(0, [0; STORAGES]);
        let orders = self.group.levels.iter().filter(|level| self.is_open(level)).flat_map(|level| &level.classes);
        let orders: BigUint = orders.map(|&class| factorial(self.unused(class))).product();
        sum.into_iter().map(|ways| ways / &orders).collect()
    }

    fn is_open(&self, level: &Level) -> bool {
        level.end_hole > self.begun.holes
    }

    /// Variables of the class that are not in use yet.
    fn unused(&self, class: usize) -> usize {
        let all = match self.limit {
            Some((limited, limit)) if limited == class => limit,
            _ => self.group.classes[class].variables.len(),
        };
        all.saturating_sub(self.begun.used[class])
    }

    fn used(&self, class: usize) -> usize {
        match self.marked {
            Some((marked, _)) if marked == class => 0,
            _ => self.begun.used[class],
        }
    }

    /// The sum over all that the level and those below contribute, as a polynomial in the mark.
    fn level(&mut self, level: usize, stay: Stay) -> Vec<BigUint> {
        if let Some(known) = self.known.get(&(level, stay)) {
            return known.clone();
        }
        let sum = self.classes(level, 0, stay);
        self.known.insert((level, stay), sum.clone());
        sum
    }

    fn classes(&mut self, level: usize, at: usize, stay: Stay) -> Vec<BigUint> {
        let Some(&class) = self.group.levels[level].classes.get(at) else { return self.holes(level, stay) };
        let (used, unused) = (self.used(class), self.unused(class));
        let storage = self.group.classes[class].storage as usize;
        let mut sum = vec![BigUint::zero()];
        for (staying, renamings) in self.renamings(unused).iter().enumerate().filter(|(_, ways)| !ways.is_zero()) {
            let mut stay = stay;
            stay[storage] += (used + staying) as u32;
            add(&mut sum, self.classes(level, at + 1, stay), renamings);
        }
        sum
    }

    /// Of so many variables: the renamings that leave none alone, one, two, ….
    fn renamings(&mut self, all: usize) -> Rc<[BigUint]> {
        let ways =
            || choices(all).zip(derangements(all).into_iter().rev()).map(|(choice, moved)| choice * moved).collect();
        self.renamings.entry(all).or_insert_with(ways).clone()
    }

    /// The level's own holes, and the levels below.
    fn holes(&mut self, level: usize, stay: Stay) -> Vec<BigUint> {
        let mut product = vec![BigUint::one()];
        for demand in Demand::ALL {
            let holes = self.left[level][demand as usize];
            if holes > 0 {
                product = multiply(&product, &self.power(demand, stay, holes), self.degree());
            }
        }
        for at in 0..self.group.levels[level].children.len() {
            let child = self.group.levels[level].children[at];
            if self.is_open(&self.group.levels[child]) {
                let below = self.level(child, stay);
                product = multiply(&product, &below, self.degree());
            }
        }
        product
    }

    fn degree(&self) -> usize {
        self.marked.map_or(0, |(_, holes)| holes)
    }

    /// What so many holes of this demand contribute: a power of the number of variables that stay, plus the mark.
    fn power(&self, demand: Demand, stay: Stay, holes: usize) -> Vec<BigUint> {
        let takes = |&storage: &Storage| demand.takes(storage);
        let staying: u32 = Storage::ALL.iter().filter(|it| takes(it)).map(|&it| stay[it as usize]).sum();
        let staying = BigUint::from(staying);
        let takes_mark = self.marked.is_some_and(|(class, _)| demand.takes(self.group.classes[class].storage));
        if !takes_mark {
            return vec![staying.pow(holes as u32)];
        }
        let marks = (0..=holes.min(self.degree())).zip(choices(holes));
        marks.map(|(mark, choice)| choice * staying.pow((holes - mark) as u32)).collect()
    }
}

fn add(sum: &mut Vec<BigUint>, terms: Vec<BigUint>, factor: &BigUint) {
    sum.resize(sum.len().max(terms.len()), BigUint::zero());
    for (sum, term) in sum.iter_mut().zip(terms) {
        *sum += term * factor;
    }
}

fn multiply(left: &[BigUint], right: &[BigUint], degree: usize) -> Vec<BigUint> {
    let mut product = vec![BigUint::zero(); (left.len() + right.len() - 1).min(degree + 1)];
    for (i, a) in left.iter().enumerate() {
        for (j, b) in right.iter().enumerate() {
            if i + j <= degree {
                product[i + j] += a * b;
            }
        }
    }
    product
}

fn factorial(n: usize) -> BigUint {
    (1..=n).map(BigUint::from).product()
}

/// Ways to choose none of so many, one, two, ….
fn choices(all: usize) -> impl Iterator<Item = BigUint> {
    let mut ways = BigUint::one();
    (0..=all).map(move |some| {
        let next = &ways * (all - some) / (some + 1);
        std::mem::replace(&mut ways, next)
    })
}

/// Renamings of no variable that leave none alone, of one, two, …, `most`.
fn derangements(most: usize) -> Vec<BigUint> {
    let mut ways = vec![BigUint::one(), BigUint::zero()];
    for at in 2..=most {
        ways.push((&ways[at - 1] + &ways[at - 2]) * (at - 1));
    }
    ways.truncate(most + 1);
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers() {
        let numbers = |ways: Vec<BigUint>| ways.iter().map(|it| u32::try_from(it).unwrap()).collect::<Vec<_>>();
        assert_eq!(numbers(derangements(5)), [1, 0, 1, 2, 9, 44]);
        assert_eq!(numbers(derangements(0)), [1]);
        assert_eq!(numbers(partitions(5, 0, 5)), [0, 1, 15, 25, 10, 1]);
        assert_eq!(numbers(partitions(2, 3, 9)), [9, 7, 1]);
        assert_eq!(numbers(choices(5).collect()), [1, 5, 10, 10, 5, 1]);
    }
}
