//! What can be live, and sets of it.

use lang::*;
use rustc_hash::FxHashMap;

/// A variable, a part of one, or what a pointer points to.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    /// Of the program.
    pub var: VarId,
    /// How much of it.
    pub part: Part,
}

/// How much of a variable is live.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Part {
    /// All of it.
    Whole,
    /// A member of a structure, by the number of its field.
    Member(u32),
    /// What a parameter points to.
    Pointee,
}

/// A set of places by number.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Set(Vec<u64>);

impl Set {
    pub fn insert(&mut self, at: u32) {
        let word = at as usize / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (at % 64);
    }

    pub fn remove(&mut self, at: u32) {
        if let Some(word) = self.0.get_mut(at as usize / 64) {
            *word &= !(1 << (at % 64));
        }
    }

    pub fn has(&self, at: u32) -> bool {
        self.0.get(at as usize / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub fn add(&mut self, other: &Set) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own |= other;
        }
    }

    pub fn with(mut self, other: &Set) -> Set {
        self.add(other);
        self
    }

    /// Whether all of the other set is here.
    pub fn contains(&self, other: &Set) -> bool {
        let words = other.0.iter().enumerate();
        words.into_iter().all(|(at, &word)| word & !self.0.get(at).copied().unwrap_or(0) == 0)
    }
}

/// The numbers of places.
#[derive(Default)]
pub struct Places {
    pub all: Vec<Place>,
    numbers: FxHashMap<Place, u32>,
}

impl Places {
    pub fn number(&mut self, place: Place) -> u32 {
        *self.numbers.entry(place).or_insert_with(|| {
            self.all.push(place);
            self.all.len() as u32 - 1
        })
    }
}

/// What an lvalue designates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    pub places: Vec<Place>,
    /// A store replaces all of it.
    pub is_whole: bool,
}

impl Target {
    pub fn whole(place: Place) -> Target {
        Target { places: vec![place], is_whole: true }
    }

    pub fn partial(self) -> Target {
        Target { is_whole: false, ..self }
    }
}
