//! Where programs come from: generators today; enumerators and mutators have their place beside them.
//!
//! `source` is pure: no files, clock, environment, processes or threads. The same recipe gives the same bytes on any
//! machine.

pub mod driver;
pub mod emit;
pub mod enumerate;
pub mod generate;
pub mod kit;
pub mod language;
pub mod repair;
pub mod rng;

pub use generate::recipe::{self, Recipe};
pub use generate::{Case, generate};
pub use rng::Rng;
