//! The equivalence strategy: programs grown from `return 0;` in the manner of Orange4 (Takakura, Iwatsuji, Ishiura 2018).
//!
//! Each transformation adds a statement, or expands a constant into an expression of the same value. The values of all
//! variables are known at every place and for every time it is executed, so operands are chosen where nothing is undefined,
//! and often at the limits of their types. No transformation changes a value that another one relies on: any of them can be
//! left out later (`undo`), and what remains is a defined program.

pub mod config;
mod expand;
mod formula;
mod grow;
mod input;
mod lower;
mod object;
mod observe;
mod solve;
mod sweep;
mod tree;
pub mod undo;
mod value;
mod walk;

use super::parameter::Parameter;
use super::strategy::{Draft, Feature, Order, Strategy};
use crate::rng::Rng;
pub use undo::Growth;

/// The strategy itself.
pub struct Equivalence;

impl Strategy for Equivalence {
    fn name(&self) -> &'static str {
        Growth::STRATEGY
    }

    fn about(&self) -> &'static str {
        "expressions and statements grown from known values, undone one by one (Orange4)"
    }

    fn version(&self) -> u32 {
        2
    }

    fn parameters(&self) -> &'static [Parameter] {
        config::PARAMETERS
    }

    fn policies(&self) -> &'static [&'static str] {
        config::POLICIES
    }

    fn switches(&self) -> &'static [&'static str] {
        config::SWITCHES
    }

    fn without(&self, feature: Feature) -> &'static [&'static str] {
        config::without(feature)
    }

    fn draft(&self, order: &Order, rng: Rng, attempt: u32) -> Draft {
        Growth::of(order, rng, attempt).draft()
    }
}
