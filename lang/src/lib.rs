//! The C core's static half: one typed C program model, with a parser and a printer.
//!
//! `lang` is pure: no files, clock, environment, processes, threads or randomness; same input, same bytes out.
//! Everything else in Gadfly stands on it. What a program *does* is left to `interp`.

#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod arith;
pub mod ast;
pub mod build;
pub mod builtins;
mod compatible;
pub mod edit;
pub mod error;
pub mod fold;
mod ids;
mod layout;
mod lex;
mod location;
mod names;
mod number;
pub mod parse;
pub mod print;
pub mod target;
pub mod types;
pub mod walk;

pub use ast::*;
pub use location::{Loc, Position, SourceMap};
pub use names::{Names, Symbol};
pub use target::Target;
pub use types::*;
