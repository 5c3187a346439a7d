//! Counts canonical fillings, all of them or those that begin in a given way, without listing any.
//!
//! Burnside: the number of fillings up to renaming is the mean, over all renamings, of the number of fillings that the
//! renaming leaves alone. A renaming leaves a filling alone if every hole has a variable that it leaves alone. So only
//! matters how many variables of each class stay: the sum over these numbers goes down the tree of levels, and a hole
//! contributes a factor: how many of the variables that it sees stay. The cost depends on variables and levels, hardly on
//! holes. Where holes are filled already, the variables in use are no longer interchangeable: they always stay.

use super::group::{Group, Level};
use super::skeleton::{Demand, Storage};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

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
pub struct Known(FxHashMap<(usize, usize, Vec<usize>), BigUint>);

impl Known {
    pub fn completions(&mut self, group: &Group, begun: &Begun) -> BigUint {
        if group.outermost.is_none() && !has_symmetry(group, begun) {
            return group.products[begun.holes].clone();
        }
        // What is used of classes that no hole sees any more does not matter, except to the paper.
        let mut used = begun.used.clone();
        for level in group.levels.iter().filter(|level| level.end_hole <= begun.holes) {
            let unseen = level.classes.iter().filter(|&&class| group.outermost != Some(class));
            unseen.for_each(|&class| used[class] = 0);
        }
        let key = (begun.holes, begun.outermost, used);
        if let Some(known) = self.0.get(&key) {
            return known.clone();
        }
        let count = completions(group, begun);
        if self.0.len() < MOST_KNOWN {
            self.0.insert(key, count.clone());
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
        ways -= exactly(left, used, total.min(all));
        ways += (used..=all).map(|wanted| exactly(left, used, wanted)).sum::<BigUint>();
    }
    ways
}

/// Ways in which fewer than all variables of the class are used, each in one hole.
fn distinct(group: &Group, begun: &Begun, class: usize, all: usize) -> BigUint {
    let mut ways = BigUint::zero();
    let left = group.holes.len() - begun.holes;
    for more in 0..=left {
        if begun.used[class] + more >= all {
            break;
        }
        ways += Counter { marked: Some((class, more)), ..Counter::new(group, begun, Some((class, 0))) }.total();
    }
    ways
}

/// Ways to fill so many holes with variables of which `used` have names already and in the end `wanted` have.
fn exactly(holes: usize, used: usize, wanted: usize) -> BigUint {
    if used > wanted || wanted - used > holes {
        return BigUint::zero();
    }
    let mut row = vec![BigUint::zero(); wanted - used + 1];
    row[0] = BigUint::one();
    for _ in 0..holes {
        for at in (0..row.len()).rev() {
            let more = if at > 0 { row[at - 1].clone() } else { BigUint::zero() };
            row[at] = &row[at] * (used + at) + more;
        }
    }
    row.pop().unwrap_or_default()
}

struct Counter<'g> {
    group: &'g Group,
    begun: &'g Begun,
    /// A class of which only so many variables count.
    limit: Option<(usize, usize)>,
    /// Exactly so many of the holes that are left have the place of the class instead of a variable.
    marked: Option<(usize, usize)>,
    /// Holes of each level that are left, by demand.
    left: Vec<[usize; Demand::ALL.len()]>,
    known: FxHashMap<(usize, Stay), Vec<BigUint>>,
}

impl<'g> Counter<'g> {
    fn new(group: &'g Group, begun: &'g Begun, limit: Option<(usize, usize)>) -> Counter<'g> {
        let mut left = vec![[0; Demand::ALL.len()]; group.levels.len()];
        for hole in begun.holes..group.holes.len() {
            left[group.hole_levels[hole]][group.demands[hole] as usize] += 1;
        }
        Counter { group, begun, limit, marked: None, left, known: FxHashMap::default() }
    }

    fn total(mut self) -> BigUint {
        if self.begun.holes == self.group.holes.len() {
            return BigUint::from(u32::from(self.degree() == 0));
        }
        let sum = self.level(0, [0; STORAGES]);
        let orders = self.group.levels.iter().filter(|level| self.is_open(level)).flat_map(|level| &level.classes);
        let orders: BigUint = orders.map(|&class| factorial(self.unused(class))).product();
        sum.get(self.degree()).cloned().unwrap_or_default() / orders
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
        let mut sum = Vec::new();
        for staying in 0..=unused {
            let renamings = choose(unused, staying) * derangements(unused - staying);
            if renamings.is_zero() {
                continue;
            }
            let mut stay = stay;
            stay[storage] += (used + staying) as u32;
            add(&mut sum, self.classes(level, at + 1, stay), &renamings);
        }
        sum
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
        (0..=holes.min(self.degree())).map(|mark| choose(holes, mark) * staying.pow((holes - mark) as u32)).collect()
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

fn choose(all: usize, some: usize) -> BigUint {
    (0..some).fold(BigUint::one(), |product, at| product * (all - at) / (at + 1))
}

/// Renamings of `n` variables that leave none alone.
fn derangements(n: usize) -> BigUint {
    let (mut before, mut last) = (BigUint::one(), BigUint::zero());
    if n == 0 {
        return before;
    }
    for at in 2..=n {
        (before, last) = (last.clone(), (&last + &before) * (at - 1));
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers() {
        let numbers = |f: &dyn Fn(usize) -> BigUint| (0..6).map(|n| u32::try_from(&f(n)).unwrap()).collect::<Vec<_>>();
        assert_eq!(numbers(&derangements), [1, 0, 1, 2, 9, 44]);
        assert_eq!(numbers(&|blocks| exactly(5, 0, blocks)), [0, 1, 15, 25, 10, 1]);
        assert_eq!(numbers(&|some| choose(5, some)), [1, 5, 10, 10, 5, 1]);
    }
}
