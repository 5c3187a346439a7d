//! The guilty pass: a search over the compiler's own transformations, after Whalley (1994).
//!
//! What is found is where leaving something out makes the program right. That may be the wrong pass, or one that only
//! sets the scene for it, so each hint says how it was found and whether anything else would have done as well.

mod gcc;
mod llvm;

use super::trial::Trial;
use crate::compiler::{Compiler, Family};
use serde::{Deserialize, Serialize};

/// A part of the compiler without which the program comes out right.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Guilt {
    /// How it was found, and so how precise it is.
    pub by: Search,
    /// `InstCombinePass`, `tree-ccp1`, `-fno-tree-vrp`; several where only together they matter.
    pub names: Vec<String>,
    /// What it was run on, where the search tells.
    pub function: Option<String>,
    /// Which of the compiler's transformations it is, where they are counted.
    pub number: Option<u64>,
    /// The one unit that it is about, where units are searched one by one.
    #[serde(default)]
    pub unit: Option<String>,
    /// Leaving out everything else of its sort does not help.
    pub only: bool,
    /// Flags that leave it out; the program is right with them.
    pub without: Vec<String>,
    /// Flags that let it in and nothing after it, where transformations are counted; the program is wrong with them.
    pub with: Vec<String>,
}

/// How it was found.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Search {
    /// clang's `-opt-bisect-limit`.
    Bisection,
    /// GCC's `-fdbg-cnt`.
    Counter,
    /// GCC's `-fdisable-…`.
    Disabled,
    /// `-fno-…`.
    Option,
}

/// What the searches that the compiler knows find, in the order of their precision.
pub fn guilty(trial: &mut Trial, compiler: &Compiler, flags: &[String]) -> Vec<Guilt> {
    match compiler.family {
        Family::Clang => llvm::bisect(trial, compiler, flags).into_iter().collect(),
        Family::Gcc => gcc::search(trial, compiler, flags),
        Family::Tcc | Family::Pcc | Family::Chibicc | Family::Other => Vec::new(),
    }
}
