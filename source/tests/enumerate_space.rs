//! Counting and listing against brute force, on random skeletons: all fillings are made, all renamings are applied to
//! each, and what differs in names only is counted once.

use num_bigint::BigUint;
use source::Rng;
use source::enumerate::skeleton::{Demand, Hole, Scope, Storage, Variable};
use source::enumerate::{Filling, Granularity, Skeleton, Space, Symmetry};
use std::collections::BTreeSet;

/// Naive fillings that brute force may look at.
const MOST: u64 = 20_000;

const SKELETONS: usize = 2000;

struct Draw {
    rng: Rng,
    skeleton: Skeleton,
    at: usize,
}

impl Draw {
    fn scope(&mut self, parent: Option<usize>, function: Option<usize>) -> usize {
        self.skeleton.scopes.push(Scope { parent, function });
        self.skeleton.scopes.len() - 1
    }

    fn variable(&mut self, scope: usize) {
        let storage = if scope == 0 { Storage::Static } else { *self.rng.pick(&Storage::ALL) };
        let ty = self.rng.below(2) as usize;
        self.at += 1;
        // Declarations with another storage are never alike.
        let alike = self.rng.below(2) as usize * Storage::ALL.len() + storage as usize;
        self.skeleton.variables.push(Variable { scope, at: self.at, ty, alike, storage, shared: false });
    }

    fn hole(&mut self, scope: usize) {
        self.at += 1;
        let demand = Demand::ALL[self.rng.weighted(&[8, 1, 1, 1])];
        let hole = Hole { scope, at: self.at, ty: self.rng.below(2) as usize, demand, original: 0 };
        self.skeleton.holes.push(hole);
        let index = self.skeleton.holes.len() - 1;
        match self.skeleton.candidates(index).first() {
            Some(&original) => self.skeleton.holes[index].original = original,
            None => drop(self.skeleton.holes.pop()),
        }
    }

    fn body(&mut self, scope: usize, function: Option<usize>, depth: u32) {
        for _ in 0..1 + self.rng.below(4) {
            match self.rng.weighted(&[3, 4, if depth < 3 { 2 } else { 0 }]) {
                0 => self.variable(scope),
                1 if self.skeleton.holes.len() < 8 => self.hole(scope),
                1 => {}
                _ => {
                    let inner = self.scope(Some(scope), function);
                    self.body(inner, function, depth + 1);
                }
            }
        }
    }
}

fn skeleton(seed: u64) -> Skeleton {
    let mut draw = Draw { rng: Rng::new(seed), skeleton: Skeleton::default(), at: 0 };
    let file = draw.scope(None, None);
    let functions = 1 + draw.rng.below(3) as usize;
    for function in 0..functions {
        draw.body(file, None, 3);
        let scope = draw.scope(Some(file), Some(function));
        draw.body(scope, Some(function), 0);
    }
    draw.skeleton.functions = functions;
    draw.skeleton
}

/// All fillings of these holes.
fn all(skeleton: &Skeleton, holes: &[usize]) -> Vec<Filling> {
    let mut fillings = vec![Vec::new()];
    for &hole in holes {
        let candidates = skeleton.candidates(hole);
        fillings = fillings
            .into_iter()
            .flat_map(|filling| candidates.iter().map(move |&it| [filling.as_slice(), &[it]].concat()))
            .collect();
    }
    fillings
}

/// Every renaming of variables that are alike and that the same holes see.
fn renamings(skeleton: &Skeleton, holes: &[usize], symmetry: Symmetry) -> Vec<Vec<usize>> {
    let seen_by = |variable: usize| holes.iter().filter(|&&hole| skeleton.fits(hole, variable)).collect::<Vec<_>>();
    let same = |a: usize, b: usize| {
        let (x, y) = (skeleton.variables[a], skeleton.variables[b]);
        symmetry == Symmetry::Exact && (x.scope, x.ty, x.alike) == (y.scope, y.ty, y.alike) && seen_by(a) == seen_by(b)
    };
    let mut renamings: Vec<Vec<usize>> = vec![Vec::new()];
    for from in 0..skeleton.variables.len() {
        renamings = renamings
            .into_iter()
            .flat_map(|renaming| {
                let free = |to: &usize| same(from, *to) || *to == from;
                let targets: Vec<usize> =
                    (0..skeleton.variables.len()).filter(free).filter(|to| !renaming.contains(to)).collect();
                targets.into_iter().map(move |to| [renaming.as_slice(), &[to]].concat())
            })
            .collect();
    }
    renamings
}

/// The smallest of all renamings of each filling.
fn brute_force(skeleton: &Skeleton, holes: &[usize], symmetry: Symmetry) -> BTreeSet<Filling> {
    let renamings = renamings(skeleton, holes, symmetry);
    let renamed =
        |filling: &Filling, renaming: &Vec<usize>| filling.iter().map(|&it| renaming[it]).collect::<Filling>();
    let smallest = |filling: Filling| renamings.iter().map(|renaming| renamed(&filling, renaming)).min().unwrap();
    all(skeleton, holes).into_iter().map(smallest).collect()
}

fn check(skeleton: &Skeleton, granularity: Granularity, symmetry: Symmetry) {
    let space = Space::new(skeleton, granularity, symmetry);
    let expected: BTreeSet<Filling> = match granularity {
        Granularity::Inter => brute_force(skeleton, &(0..skeleton.holes.len()).collect::<Vec<_>>(), symmetry),
        Granularity::Intra => product(skeleton, symmetry),
    };
    let listed: Vec<Filling> = space.from(&BigUint::ZERO).collect();
    assert_eq!(space.count(), &BigUint::from(expected.len()), "{granularity:?} {symmetry:?} {skeleton:#?}");
    assert_eq!(listed.len(), expected.len());
    assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), expected, "{granularity:?} {symmetry:?} {skeleton:#?}");
    for (number, filling) in listed.iter().enumerate() {
        assert_eq!(space.filling(&BigUint::from(number)), *filling);
        assert_eq!(space.number(filling), Some(BigUint::from(number)));
    }
    let original = skeleton.original();
    let number = space.number(&original).expect("the original is in the space");
    assert_eq!(space.filling(&number), space.canonical(&original));
}

/// Each function's own set, combined in all ways.
fn product(skeleton: &Skeleton, symmetry: Symmetry) -> BTreeSet<Filling> {
    let function = |hole: usize| skeleton.scopes[skeleton.holes[hole].scope].function;
    let mut functions: Vec<_> = (0..skeleton.holes.len()).map(function).collect();
    functions.sort_unstable();
    functions.dedup();
    let mut fillings: Vec<Filling> = vec![vec![usize::MAX; skeleton.holes.len()]];
    for wanted in functions {
        let holes: Vec<usize> = (0..skeleton.holes.len()).filter(|&hole| function(hole) == wanted).collect();
        let own = brute_force(skeleton, &holes, symmetry);
        let combine = |filling: Filling| {
            let holes = &holes;
            own.iter().map(move |part| {
                let mut filling = filling.clone();
                holes.iter().zip(part).for_each(|(&hole, &variable)| filling[hole] = variable);
                filling
            })
        };
        fillings = fillings.into_iter().flat_map(combine).collect();
    }
    fillings.into_iter().collect()
}

#[test]
fn counts_and_sets_equal_brute_force() {
    let mut tried = 0;
    for seed in 0.. {
        let skeleton = skeleton(seed);
        let naive = Space::new(&skeleton, Granularity::Inter, Symmetry::None);
        if skeleton.holes.len() < 2 || naive.count() > &BigUint::from(MOST) {
            continue;
        }
        for granularity in [Granularity::Intra, Granularity::Inter] {
            check(&skeleton, granularity, Symmetry::Exact);
            check(&skeleton, granularity, Symmetry::None);
        }
        tried += 1;
        if tried == SKELETONS {
            break;
        }
    }
}

/// The paper's Figure 7: two global variables, two local ones, three holes outside and two inside.
fn figure_7() -> Skeleton {
    let scopes = vec![
        Scope { parent: None, function: None },
        Scope { parent: Some(0), function: Some(0) },
        Scope { parent: Some(1), function: Some(0) },
    ];
    let variable = |scope, at| Variable { scope, at, ty: 0, alike: 0, storage: Storage::Automatic, shared: false };
    let hole = |scope, at, original| Hole { scope, at, ty: 0, demand: Demand::Nothing, original };
    Skeleton {
        scopes,
        variables: vec![variable(1, 0), variable(1, 1), variable(2, 4), variable(2, 5)],
        holes: vec![hole(1, 2, 0), hole(1, 3, 1), hole(2, 6, 2), hole(2, 7, 3), hole(1, 8, 0)],
        functions: 1,
    }
}

#[test]
fn figure_7_has_40_fillings_of_which_the_paper_finds_36() {
    let count = |symmetry| {
        let space = Space::new(&figure_7(), Granularity::Intra, symmetry);
        let listed = space.from(&BigUint::ZERO).collect::<BTreeSet<_>>();
        assert_eq!(space.count(), &BigUint::from(listed.len()));
        for (number, filling) in space.from(&BigUint::ZERO).enumerate() {
            assert_eq!(space.filling(&BigUint::from(number)), filling);
            assert_eq!(space.number(&filling), Some(BigUint::from(number)));
        }
        listed.len()
    };
    assert_eq!(count(Symmetry::None), 128);
    assert_eq!(count(Symmetry::Exact), 40);
    assert_eq!(count(Symmetry::Paper), 36);
}

/// What the paper's algorithm keeps: fillings of which all holes have an outermost variable, or of which as many outermost
/// variables are used as can be.
#[test]
fn the_papers_set_is_a_part_of_all() {
    let kept = |filling: &Filling| {
        let outermost: Vec<usize> = filling.iter().copied().filter(|&variable| variable < 2).collect();
        let used = outermost.iter().collect::<BTreeSet<_>>().len();
        outermost.len() == filling.len() || used == outermost.len().min(2)
    };
    let all = Space::new(&figure_7(), Granularity::Intra, Symmetry::Exact);
    let paper = Space::new(&figure_7(), Granularity::Intra, Symmetry::Paper);
    let expected: Vec<Filling> = all.from(&BigUint::ZERO).filter(kept).collect();
    assert_eq!(paper.from(&BigUint::ZERO).collect::<Vec<_>>(), expected);
}

#[test]
fn huge_spaces_are_counted_at_once_and_have_a_last_filling() {
    let mut skeleton = figure_7();
    for at in 0..400 {
        let mut hole = skeleton.holes[at % 5];
        hole.at = 9 + at;
        hole.scope = 1;
        hole.original = 0;
        skeleton.holes.push(hole);
    }
    let space = Space::new(&skeleton, Granularity::Intra, Symmetry::Exact);
    assert!(space.count().to_string().len() > 100);
    let last = space.count() - 1_u32;
    assert_eq!(space.number(&space.filling(&last)), Some(last));
}

/// A thousand variables in a thousand holes, as a test of GCC's suite has them.
#[test]
fn a_thousand_variables_are_counted_by_either_symmetry() {
    let mut skeleton = figure_7();
    skeleton.variables = (0..1000).map(|at| Variable { scope: 1, at, ..skeleton.variables[0] }).collect();
    let hole = |number: usize| Hole { at: 1000 + number, original: number, ..skeleton.holes[0] };
    skeleton.holes = (0..1000).map(hole).collect();
    let count = |symmetry| Space::new(&skeleton, Granularity::Intra, symmetry).count().clone();
    // Bell's number: partitions of the holes.
    assert_eq!(count(Symmetry::Exact).to_string().len(), 1928);
    assert_eq!(count(Symmetry::Exact), count(Symmetry::Paper));
}
