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
use crate::exec::Machine;
use crate::{Execution, Options, compile_options};
pub use form::{Adjust, Form, Operator, Site};
use lang::{ExprId, Program};
pub use purity::is_discarded;
pub(crate) use purity::is_pure;

/// Decides what the table leaves open.
pub trait Repairer {
    /// A number below `n`, the same whenever `seed` and `n` are. The seed is a hash of the operation and its operands.
    fn choose(&mut self, seed: u64, n: u64) -> u64;
    /// How many elements every value of this pointer has from where it points on, if that is known.
    fn extent(&self, pointer: ExprId) -> Option<u64>;
}

/// What a repairing run gave.
#[derive(Clone, Debug)]
pub struct Repaired {
    pub execution: Execution,
    /// The last form of every expression that was repaired, in order. Valid if the outcome is `Defined`.
    pub repairs: Vec<(ExprId, Form)>,
}

/// Executes `main` and repairs what is undefined. No expression may occur twice in the program. Whether the order of
/// evaluation matters is not checked.
pub fn run_repairing(program: &Program, options: &Options, repairer: &mut dyn Repairer) -> Repaired {
    let mut machine = Machine::new(program, options, compile_options(options, &[]));
    machine.set_repair(Repair::new(repairer));
    let outcome = machine.run();
    let repairs = machine.repairs();
    let execution = Execution::of(machine, outcome);
    Repaired { execution, repairs }
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
    fn new(repairer: &'r mut dyn Repairer) -> Repair<'r> {
        Repair { repairer, first: (usize::MAX, 0), fixes: Vec::new() }
    }
}
