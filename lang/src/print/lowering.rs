//! What C++ says differently although the model is the same: arrays as containers, globals as static members.
//!
//! The code that fills this in must make sure that C++ can express the program:
//! - Containers are file-scope or local variables of array type with fixed lengths, not initialised by a string. The
//!   elements of a vector are not `bool`; those of a vector or valarray are neither volatile nor aligned to more than 16
//!   bytes. Only the innermost row of a container decays to a pointer, and the address of a whole array is not taken.
//! - Static members belong to complete structs with a tag, which have no field of that name; their type is complete
//!   without the struct.

use crate::ast::{ExprId, VarId};
use crate::types::RecordId;
use rustc_hash::{FxHashMap, FxHashSet};

/// Nothing in it applies to C.
#[derive(Clone, Debug, Default)]
pub struct Lowering {
    /// Array variables; those not in here are C arrays.
    pub containers: FxHashMap<VarId, Container>,
    /// `Index` expressions that are written with `.at()` if what they index has it.
    pub at: FxHashSet<ExprId>,
    /// File-scope variables that are static data members of a struct.
    pub members: FxHashMap<VarId, RecordId>,
}

/// What holds the elements of an array. Those of several dimensions nest.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Container {
    /// `T a[N]`
    #[default]
    CArray,
    /// `std::array<T, N>`
    Array,
    /// `std::vector<T>`
    Vector,
    /// `std::valarray<T>`
    Valarray,
}
