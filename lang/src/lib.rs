//! The C core's static half: one typed C program model, with a parser and a printer.
//!
//! `lang` is pure: no files, clock, environment, processes, threads or randomness; same input, same bytes out.
//! Everything else in Gadfly stands on it. What a program *does* is left to `interp`.

pub mod arith;
pub mod ast;
pub mod build;
pub mod builtins;
pub mod compatible;
pub mod fold;
pub mod layout;
pub mod lex;
pub mod names;
pub mod parse;
pub mod print;
pub mod source;
pub mod target;
pub mod types;
pub mod walk;

pub use ast::*;
pub use names::{Names, Symbol};
pub use source::{Loc, Position, SourceMap};
pub use target::Target;
pub use types::*;
