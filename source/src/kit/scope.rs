//! What the code being generated can see: variables by shape, to read and to write, and induction variables with
//! their ranges.

use lang::{Type, VarId};

/// How a variable can be used.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    Int,
    /// An array, of any dimension, of anything.
    Array,
    Record,
    /// A pointer to an integer, a record, or another pointer.
    Pointer,
    Float,
    Vector,
}

const SHAPES: usize = 6;

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Role {
    /// Read, never written after initialisation.
    Input,
    /// Written, never read by the tests.
    Output,
    Mixed,
    Local,
}

#[derive(Copy, Clone, Debug)]
pub struct Datum {
    pub var: VarId,
    pub ty: Type,
    pub role: Role,
    /// Of the block it lives in; 0 for globals. A pointer may only point to what lives at least as long.
    pub depth: u32,
}

/// A loop counter and the values it takes inside the body.
#[derive(Copy, Clone, Debug)]
pub struct Induction {
    pub var: VarId,
    pub min: i64,
    pub max: i64,
}

#[derive(Clone, Default)]
pub struct Scope {
    read: [Vec<Datum>; SHAPES],
    write: [Vec<Datum>; SHAPES],
    pub inductions: Vec<Induction>,
    pub depth: u32,
}

/// How much there was before a block.
#[derive(Copy, Clone)]
pub struct Mark {
    read: [usize; SHAPES],
    write: [usize; SHAPES],
    inductions: usize,
}

impl Scope {
    pub fn readable(&self, shape: Shape) -> &[Datum] {
        &self.read[shape as usize]
    }

    pub fn writable(&self, shape: Shape) -> &[Datum] {
        &self.write[shape as usize]
    }

    pub fn add(&mut self, shape: Shape, datum: Datum) {
        if datum.role != Role::Output {
            self.read[shape as usize].push(datum);
        }
        if datum.role != Role::Input {
            self.write[shape as usize].push(datum);
        }
    }

    pub fn enter(&mut self) -> Mark {
        self.depth += 1;
        let lengths = |lists: &[Vec<Datum>; SHAPES]| std::array::from_fn(|shape| lists[shape].len());
        Mark { read: lengths(&self.read), write: lengths(&self.write), inductions: self.inductions.len() }
    }

    pub fn leave(&mut self, mark: Mark) {
        self.depth -= 1;
        for shape in 0..SHAPES {
            self.read[shape].truncate(mark.read[shape]);
            self.write[shape].truncate(mark.write[shape]);
        }
        self.inductions.truncate(mark.inductions);
    }

    /// Inputs only: what a pure function may use of the globals.
    pub fn inputs(&self) -> Scope {
        let mut scope = Scope::default();
        for shape in 0..SHAPES {
            let inputs = |datum: &&Datum| datum.role == Role::Input && !datum.ty.is_volatile();
            scope.read[shape] = self.read[shape].iter().filter(inputs).copied().collect();
        }
        scope
    }
}
