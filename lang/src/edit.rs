//! Changing programs: copies of parts, visits of everything below a node, changes as values, and tidying up afterwards.
//!
//! Reducers, mutators and enumerators share this. Nothing here knows why a program is changed.

mod change;
pub mod copy;
pub mod tidy;
pub mod visit;

pub use change::Edit;
