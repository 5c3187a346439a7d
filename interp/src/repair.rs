//! Repair during one forward execution: a program that was built freely becomes one that is defined.
//!
//! The program is executed in order. An operation that would be undefined is replaced, and execution goes on:
//!
//! - at its first execution by a similar operation that is defined, since nothing has seen its result yet;
//! - later by its total form, which agrees with it wherever it was defined, so that all earlier results stay true.
//!
//! The result is what the repaired program prints, and the list of replacements, which `source::repair` writes into
//! the program. Operations that were never executed stay as they are. Undefined behaviour that no replacement of one
//! operation can cure ends the run as usual.

pub mod form;
mod purity;
pub mod table;

use crate::code::Op;
pub use form::{Adjust, Form, Operator, Site};
use lang::ExprId;
pub use purity::is_discarded;
pub(crate) use purity::is_pure;

/// Decides what the table leaves open.
pub trait Repairer {
    /// A number below `n`, the same whenever `seed` and `n` are. The seed is a hash of the operation and its operands.
    fn choose(&mut self, seed: u64, n: u64) -> u64;
    /// How many elements every value of this pointer has from where it points on, if that is known.
    fn extent(&self, pointer: ExprId) -> Option<u64>;
    /// Whether this operator may be put in another one's place. Addition and subtraction always may.
    fn allows(&self, _operator: Operator) -> bool {
        true
    }
}

/// The state of a repairing run.
pub(crate) struct Repair<'r> {
    pub repairer: &'r mut dyn Repairer,
    /// The operation that was reached for the first time most recently, and the fuel there was. Every evaluation of
    /// an expression uses fuel, so the same operation with the same fuel is the same execution.
    pub first: (usize, u64),
    pub fixes: Vec<Fix>,
}

/// A repaired operation.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Fix {
    pub expr: ExprId,
    pub form: Form,
    pub site: Site,
    /// What stood there.
    pub real: Op,
}

impl<'r> Repair<'r> {
    pub fn new(repairer: &'r mut dyn Repairer) -> Repair<'r> {
        Repair { repairer, first: (usize::MAX, 0), fixes: Vec::new() }
    }
}
