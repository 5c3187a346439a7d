//! Holes that are filled independently of all others: those of one type, in one function or in the whole program.
//!
//! Variables that can be renamed into each other form a *class*. A filling is canonical if the variables of each class
//! are used in the order of their declarations, so that exactly one of all fillings that differ in names is. Canonical
//! fillings are ordered as words over variables.
//!
//! A declaration is seen from there to the end of its block, as if it opened a scope of its own there. So what holes
//! see is a path in a tree of *levels*, and the holes of the text visit the levels depth first.

use super::Symmetry;
use super::skeleton::{Demand, Skeleton, Storage};
use num_bigint::BigUint;
use num_traits::One;
use std::cmp::Reverse;

#[derive(Clone, Debug)]
pub struct Group {
    /// Holes of the skeleton, in the order of the text.
    pub holes: Vec<usize>,
    /// The level of each hole.
    pub hole_levels: Vec<usize>,
    pub demands: Vec<Demand>,
    /// For each hole the variables that fit, in the order of declarations, each with its class and its place in that.
    pub candidates: Vec<Vec<Candidate>>,
    /// A level comes after its parent; level 0 is the root.
    pub levels: Vec<Level>,
    pub classes: Vec<Class>,
    /// How many ways there are to fill the holes from each one on, without any symmetry.
    pub products: Vec<BigUint>,
    /// Under the paper's symmetry: the class of which all must be used as soon as another is.
    pub outermost: Option<usize>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    pub variable: usize,
    pub class: usize,
    pub place: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    pub parent: Option<usize>,
    pub children: Vec<usize>,
    pub classes: Vec<usize>,
    /// The holes of this level and below.
    pub first_hole: usize,
    pub end_hole: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    /// In the order of declarations.
    pub variables: Vec<usize>,
    pub storage: Storage,
}

impl Group {
    /// `holes` are of one type and in the order of the text.
    pub fn new(skeleton: &Skeleton, holes: Vec<usize>, symmetry: Symmetry, is_program: bool) -> Group {
        let seen: Vec<Vec<usize>> = holes.iter().map(|&hole| visible(skeleton, hole)).collect();
        let classes = classes(skeleton, &seen, symmetry, is_program);
        let mut group = Group {
            hole_levels: Vec::new(),
            demands: holes.iter().map(|&hole| skeleton.holes[hole].demand).collect(),
            candidates: Vec::new(),
            levels: Vec::new(),
            products: Vec::new(),
            outermost: None,
            holes,
            classes,
        };
        group.candidates = group.holes.iter().map(|&hole| group.candidates_of(skeleton, hole)).collect();
        group.products = products(&group.candidates);
        group.make_levels(&seen);
        group.outermost = (symmetry == Symmetry::Paper).then(|| group.outermost_class(skeleton, is_program)).flatten();
        group
    }

    fn class_of(&self, variable: usize) -> Option<(usize, usize)> {
        self.classes.iter().enumerate().find_map(|(class, it)| {
            let place = it.variables.iter().position(|&other| other == variable)?;
            Some((class, place))
        })
    }

    fn candidates_of(&self, skeleton: &Skeleton, hole: usize) -> Vec<Candidate> {
        let candidate = |variable| {
            let (class, place) = self.class_of(variable).expect("a variable that fits is visible, so it has a class");
            Candidate { variable, class, place }
        };
        skeleton.candidates(hole).into_iter().map(candidate).collect()
    }

    /// One level for each range of holes that sees a class. Ranges are the parts of the text that see a declaration, so
    /// they lie within each other or apart. The root sees everything.
    fn make_levels(&mut self, seen: &[Vec<usize>]) {
        let sees = |hole: usize, class: &Class| seen[hole].contains(&class.variables[0]);
        let range = |class: &Class| {
            let holes: Vec<usize> = (0..seen.len()).filter(|&hole| sees(hole, class)).collect();
            (holes[0], holes[holes.len() - 1] + 1)
        };
        let ranges: Vec<(usize, usize)> = self.classes.iter().map(range).collect();
        let mut distinct: Vec<(usize, usize)> = ranges.iter().copied().chain([(0, seen.len())]).collect();
        distinct.sort_by_key(|&(first, end)| (first, Reverse(end)));
        distinct.dedup();
        for (at, &(first_hole, end_hole)) in distinct.iter().enumerate() {
            let holds = |&outer: &usize| distinct[outer].0 <= first_hole && end_hole <= distinct[outer].1;
            let parent = (0..at).rev().find(holds);
            let classes = (0..ranges.len()).filter(|&class| ranges[class] == (first_hole, end_hole)).collect();
            self.levels.push(Level { parent, children: Vec::new(), classes, first_hole, end_hole });
            if let Some(parent) = parent {
                self.levels[parent].children.push(at);
            }
        }
        let innermost = |hole: usize| {
            let holds = |&level: &usize| (distinct[level].0..distinct[level].1).contains(&hole);
            (0..distinct.len()).rev().find(holds).expect("the root holds every hole")
        };
        self.hole_levels = (0..seen.len()).map(innermost).collect();
    }

    /// The paper's `v^g`: of the file and the function's own scope, or of the file for a whole program; as far as all holes
    /// see it.
    fn outermost_class(&self, skeleton: &Skeleton, is_program: bool) -> Option<usize> {
        let is_outermost = |class: &Class| is_global(skeleton, class.variables[0], is_program);
        let seen_by_all = |class: &usize| {
            let first = self.classes[*class].variables[0];
            self.holes.iter().all(|&hole| visible(skeleton, hole).contains(&first))
        };
        (0..self.classes.len()).filter(|&class| is_outermost(&self.classes[class])).find(seen_by_all)
    }

    /// The canonical filling that this one is a renaming of, in the group's own order of holes.
    pub fn canonical(&self, filling: &[usize]) -> Vec<usize> {
        let mut named: Vec<Vec<usize>> = vec![Vec::new(); self.classes.len()];
        let rename = |(hole, variable): (usize, &usize)| {
            let fits = |candidate: &&Candidate| candidate.variable == *variable;
            let class = self.candidates[hole].iter().find(fits).expect("a filling has variables that fit").class;
            let place = named[class].iter().position(|other| other == variable).unwrap_or_else(|| {
                named[class].push(*variable);
                named[class].len() - 1
            });
            self.classes[class].variables[place]
        };
        filling.iter().enumerate().map(rename).collect()
    }
}

fn products(candidates: &[Vec<Candidate>]) -> Vec<BigUint> {
    let mut products = vec![BigUint::one()];
    for fit in candidates.iter().rev() {
        let next = products.last().map(|product| product * fit.len()).unwrap_or_default();
        products.push(next);
    }
    products.reverse();
    products
}

/// The variables of the hole's type in scope there, whatever the hole demands.
fn visible(skeleton: &Skeleton, hole: usize) -> Vec<usize> {
    let at = &skeleton.holes[hole];
    let is_visible = |&variable: &usize| {
        let it = &skeleton.variables[variable];
        it.ty == at.ty && it.at < at.at && skeleton.is_within(at.scope, it.scope)
    };
    (0..skeleton.variables.len()).filter(is_visible).collect()
}

/// Whether the paper counts the variable among the global ones: declared in the file's scope, or in the outermost scope of
/// a function.
fn is_global(skeleton: &Skeleton, variable: usize, is_program: bool) -> bool {
    let scope = skeleton.scopes[skeleton.variables[variable].scope];
    match scope.parent {
        None => true,
        Some(parent) => !is_program && skeleton.scopes[parent].parent.is_none(),
    }
}

/// The visible variables as classes, in the order of declarations. Members of a class are seen by the same holes.
fn classes(skeleton: &Skeleton, seen: &[Vec<usize>], symmetry: Symmetry, is_program: bool) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    let seen_by = |variable: usize| (0..seen.len()).filter(move |&hole| seen[hole].contains(&variable));
    let mut all: Vec<usize> = seen.iter().flatten().copied().collect();
    all.sort_unstable();
    all.dedup();
    for variable in all {
        let it = &skeleton.variables[variable];
        let is_twin = |class: &&mut Class| {
            let first = class.variables[0];
            let other = &skeleton.variables[first];
            let same_scope = other.scope == it.scope;
            let alike = match symmetry {
                Symmetry::None => false,
                Symmetry::Exact => {
                    let is_renamed_apart = is_program && (it.shared || other.shared);
                    same_scope && other.alike == it.alike && !is_renamed_apart
                }
                Symmetry::Paper => {
                    let global = |variable| is_global(skeleton, variable, is_program);
                    other.storage == it.storage && (same_scope || global(first) && global(variable))
                }
            };
            alike && seen_by(first).eq(seen_by(variable))
        };
        match classes.iter_mut().find(is_twin) {
            Some(class) => class.variables.push(variable),
            None => classes.push(Class { variables: vec![variable], storage: it.storage }),
        }
    }
    classes
}
