//! Skeletal program enumeration (Zhang, Sun and Su, PLDI 2017): every use of a variable is a hole, and holes are filled
//! in all ways with variables in scope of the same type, up to renaming.
//!
//! `extract` finds the holes of a C program (and with `flow` and `alike` which declarations say the same), `skeleton` is the program
//! without its C, `group` splits it into parts that are filled independently, `count` counts,
//! `space` numbers the fillings and lists them, `near` and `select` choose among them, `template` prints variants, `judge`
//! executes them, `batch` puts many into one unit. `cpp` finds the holes of C++ files.

mod alike;
pub mod batch;
mod count;
pub mod cpp;
mod draw;
pub mod extract;
mod flat;
mod flow;
mod group;
pub mod judge;
mod near;
mod select;
pub mod skeleton;
pub mod space;
pub mod template;

pub use batch::Batch;
pub use extract::{Extracted, extract, refused};
pub use judge::Judge;
pub use select::{Choice, Selection, Variant};
pub use skeleton::Skeleton;
pub use space::{Filling, Space};
pub use template::Template;

/// Whose holes are renamed together.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Granularity {
    /// Of each function by itself; a variant is any combination of the functions' variants (the paper's choice).
    Intra,
    /// Of the whole program.
    Inter,
}

/// Which variables are interchangeable.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Symmetry {
    /// Those of one scope and type whose declarations are alike.
    Exact,
    /// Those of one scope and type; and as the paper's Algorithm 1 does, fillings that use a local variable but not every
    /// global one are left out.
    Paper,
    /// None: every filling counts.
    None,
}
