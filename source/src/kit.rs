//! What strategies build programs with: nodes, types, scopes, constants. The driver, the repair and the files that every program
//! gets are modules of their own.

pub mod constant;
pub mod node;
pub mod scope;
mod types;

pub use constant::{ConstantBuffer, ConstantWeights};
pub use node::Builder;
