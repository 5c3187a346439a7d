//! What strategies build programs with: nodes, types, scopes, constants. The driver, the repair and the files that every program
//! gets are modules of their own.

pub(crate) mod constant;
mod node;
pub(crate) mod pattern;
pub(crate) mod scope;
mod types;

pub(crate) use constant::{ConstantBuffer, ConstantWeights};
pub use node::Builder;
