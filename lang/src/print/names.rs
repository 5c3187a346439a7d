//! Names that nothing else in the unit has.

use crate::ast::Program;
use rustc_hash::FxHashSet;

/// The ordinary identifiers of one unit, and a source of new ones.
pub(super) struct FreshNames {
    /// By symbol: a variable or function of the unit, whatever its scope, so that a new name hides none of them.
    symbols: Vec<bool>,
    used: FxHashSet<String>,
}

impl FreshNames {
    pub fn new(program: &Program, unit: u32) -> FreshNames {
        let mut symbols = Vec::new();
        let vars = program.vars.iter().filter(|var| var.unit == unit).map(|var| var.name);
        let functions = program.functions.iter().filter(|function| function.unit == unit).map(|function| function.name);
        for symbol in vars.chain(functions) {
            let index = symbol.0 as usize;
            if symbols.len() <= index {
                symbols.resize(index + 1, false);
            }
            symbols[index] = true;
        }
        FreshNames { symbols, used: FxHashSet::default() }
    }

    /// `wanted`, or else the first of `wanted_1`, `wanted_2`, … that is free; taken from now on.
    pub fn take(&mut self, program: &Program, wanted: &str) -> String {
        let is_symbol = |name: &str| {
            let symbol = program.names.find(name);
            symbol.is_some_and(|symbol| self.symbols.get(symbol.0 as usize) == Some(&true))
        };
        take(&mut self.used, is_symbol, wanted)
    }
}

/// Takes a name that is neither used nor otherwise taken.
pub(super) fn take(used: &mut FxHashSet<String>, is_taken: impl Fn(&str) -> bool, wanted: &str) -> String {
    let is_free = |name: &String| !name.is_empty() && !used.contains(name) && !is_taken(name);
    let numbered = |number: u32| format!("{wanted}_{number}");
    let mut names = std::iter::once(wanted.to_string()).chain((1..).map(numbered));
    let free = names.find(is_free).expect("numbers do not run out");
    used.insert(free.clone());
    free
}
