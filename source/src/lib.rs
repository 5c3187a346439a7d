//! Where programs come from: generators, enumerators, mutators.
//!
//! `source` is pure: no files, clock, environment, processes or threads. The same recipe gives the same bytes on any
//! machine.

#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod driver;
pub mod emit;
pub mod enumerate;
pub mod generate;
pub mod kit;
pub mod language;
pub mod liveness;
pub mod mutate;
pub mod repair;
pub mod rng;

pub use generate::recipe::{self, Recipe};
pub use generate::{Case, generate};
pub use rng::Rng;
