//! Is a program fully live? Derives a liveness triple for each of its functions by the inference rules of Barany
//! (LOPSTR 2017, Figure 2), extended to what the paper leaves out: structures, arrays, pointers, calls, `for`, `do`,
//! `switch`, `break`, `continue` and `return` anywhere.
//!
//! Nothing here knows how the program was made. A function is refused if one of its assignments is dead, if one of its
//! variables is read without a value, or if it does something that no rule covers.

mod expr;
mod place;
mod rules;

use lang::{FuncId, Program, VarId};
use place::Places;
pub use place::{Part, Place};
use rules::Function;
use rustc_hash::FxHashMap;

/// `⟨live_in⟩ body ⟨∅⟩`: what must have a value when the function is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Triple {
    /// Whose body it is about.
    pub function: FuncId,
    /// Parameters, or parts of them, and variables of file scope.
    pub live_in: Vec<Place>,
}

/// Why there is no triple for a function.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{function}`: {what}")]
pub struct Refusal {
    /// By its name in the program.
    pub function: String,
    /// Which rule fails, in words.
    pub what: String,
}

/// What callers must know of a function.
#[derive(Clone, Debug, Default)]
struct Summary {
    /// For each parameter: whether what it points to is read before it is assigned, and whether it may be assigned.
    pointees: Vec<Pointee>,
    /// Variables of file scope that are live at the beginning.
    globals: Vec<VarId>,
    /// Variables of file scope that the function names, itself or through others.
    named: Vec<VarId>,
}

#[derive(Copy, Clone, Debug, Default)]
struct Pointee {
    is_needed: bool,
    is_written: bool,
}

/// A triple for each of these functions, which must come in an order in which callees precede their callers.
pub fn derive(program: &Program, functions: &[FuncId]) -> Result<Vec<Triple>, Refusal> {
    let mut summaries: FxHashMap<FuncId, Summary> = FxHashMap::default();
    let mut triples = Vec::new();
    for &function in functions {
        let derived = Function::new(program, function, &summaries).derive();
        let (triple, summary) =
            derived.map_err(|what| Refusal { function: program.name(program[function].name).to_string(), what })?;
        summaries.insert(function, summary);
        triples.push(triple);
    }
    Ok(triples)
}

/// The functions of a generated program, without those of its driver.
pub fn functions(program: &Program, driver: &crate::driver::Driver) -> Vec<FuncId> {
    let items = program.units.iter().flat_map(|unit| &unit.items);
    let defined = items.filter_map(|item| match item {
        lang::Item::Define(func) => Some(*func),
        _ => None,
    });
    defined.filter(|func| !driver.functions.contains(func)).collect()
}
