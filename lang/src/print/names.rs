//! Names that nothing else in the unit has.

use crate::ast::Program;
use rustc_hash::FxHashSet;

/// The ordinary identifiers of one unit, and a source of new ones.
pub(super) struct FreshNames {
    used: FxHashSet<String>,
}

impl FreshNames {
    /// All variables and functions of the unit, whatever their scope, so that a new name hides none of them.
    pub fn new(program: &Program, unit: u32) -> FreshNames {
        let vars = program.vars.iter().filter(|var| var.unit == unit).map(|var| var.name);
        let functions = program.functions.iter().filter(|function| function.unit == unit).map(|function| function.name);
        FreshNames { used: vars.chain(functions).map(|name| program.name(name).to_string()).collect() }
    }

    /// `wanted`, or else the first of `wanted_1`, `wanted_2`, … that is free; taken from now on.
    pub fn take(&mut self, wanted: &str) -> String {
        take(&mut self.used, wanted)
    }
}

pub(super) fn take(used: &mut FxHashSet<String>, wanted: &str) -> String {
    if !wanted.is_empty() && used.insert(wanted.to_string()) {
        return wanted.to_string();
    }
    let numbered = |number: u32| format!("{wanted}_{number}");
    let free = (1..).map(numbered).find(|name| !used.contains(name)).expect("numbers do not run out");
    used.insert(free.clone());
    free
}
