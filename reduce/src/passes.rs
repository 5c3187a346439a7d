//! The passes: each lists its edits for the program as it is. Which of them can be applied is the engine's business.

mod operands;
mod statements;
mod values;

use crate::edit::Edit;
use crate::engine::Engine;
use crate::model::Facts;
use lang::{FuncId, Program, StmtId};

/// The program as a pass sees it.
pub struct View<'m> {
    pub program: &'m Program,
    pub facts: &'m Facts,
}

type Pass = (&'static str, fn(&View) -> Vec<Edit>);

/// Large steps first: what each leaves is what the next has to look at.
const PASSES: &[Pass] = &[
    ("unexecuted", statements::unexecuted),
    ("statements", statements::remove),
    ("values", values::constants),
    ("unwrap", statements::unwrap),
    ("operands", operands::replace),
];

/// One round over all passes; says whether the program changed.
pub fn round(engine: &mut Engine) -> bool {
    let mut changed = false;
    for &(name, pass) in PASSES {
        let edits = pass(&View { program: engine.program(), facts: engine.facts() });
        changed |= engine.search(name, edits);
    }
    changed
}

impl View<'_> {
    /// The definitions, in the order of their units.
    pub fn bodies(&self) -> impl Iterator<Item = (FuncId, StmtId)> + '_ {
        let functions = self.program.functions.iter().enumerate();
        functions.filter_map(|(at, function)| Some((FuncId(at as u32), function.body?)))
    }
}
