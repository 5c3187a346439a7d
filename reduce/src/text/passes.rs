//! What can be done to a text, the large steps first. Every pass only proposes; the search decides.

mod calls;
mod constants;
mod directives;
mod pieces;
mod structure;
mod words;

pub mod layout;
mod rename;

use super::document::{Document, Edit};

pub struct Pass {
    pub name: &'static str,
    /// The edits of a step, or none if there is no such step.
    pub edits: fn(&Document, usize) -> Option<Vec<Edit>>,
    /// How many edits are tried at once at first.
    pub start: usize,
    /// Removes much at once. It is repeated until it changes nothing, before the others begin.
    pub coarse: bool,
    /// A pass over the model does the same, and better.
    pub modelled: bool,
}

const ALL: usize = usize::MAX;

/// What most passes are.
const FINE: Pass = Pass { name: "", edits: |_, _| None, start: 1, coarse: false, modelled: false };

/// Passes that remove most come first, so that small passes have less to try.
const PASSES: [Pass; 23] = [
    Pass {
        name: "comments",
        edits: |document, step| once(step, || directives::comments(document)),
        start: ALL,
        coarse: true,
        modelled: false,
    },
    Pass {
        name: "conditionals",
        edits: |document, step| once(step, || directives::conditionals(document)),
        start: 1,
        coarse: true,
        modelled: false,
    },
    Pass { name: "forms", edits: structure::forms, start: ALL, coarse: true, modelled: true },
    Pass {
        name: "bodies",
        edits: |document, step| once(step, || structure::bodies(document)),
        start: ALL,
        coarse: true,
        modelled: true,
    },
    Pass {
        name: "lines",
        edits: |document, step| once(step, || structure::lines(document)),
        start: 64,
        coarse: false,
        modelled: true,
    },
    Pass { name: "directives", edits: |document, step| once(step, || directives::lines(document)), start: ALL, ..FINE },
    Pass {
        name: "mentions",
        edits: |document, step| once(step, || words::mentions(document)),
        start: 1,
        coarse: false,
        modelled: true,
    },
    Pass { name: "elements", edits: |document, step| once(step, || pieces::elements(document)), start: ALL, ..FINE },
    Pass { name: "arguments", edits: |document, step| once(step, || calls::arguments(document)), start: 1, ..FINE },
    Pass { name: "templates", edits: |document, step| once(step, || calls::templates(document)), start: 1, ..FINE },
    Pass { name: "namespaces", edits: |document, step| once(step, || calls::namespaces(document)), start: 1, ..FINE },
    Pass { name: "headers", edits: |document, step| once(step, || structure::headers(document)), start: 4, ..FINE },
    Pass { name: "hollow", edits: |document, step| once(step, || pieces::hollow(document)), start: 8, ..FINE },
    Pass { name: "unwrap", edits: |document, step| once(step, || pieces::unwrap(document)), start: 8, ..FINE },
    Pass { name: "zero", edits: |document, step| once(step, || constants::values(document, "0")), start: 8, ..FINE },
    Pass { name: "one", edits: |document, step| once(step, || constants::values(document, "1")), start: 1, ..FINE },
    Pass { name: "scrub", edits: |document, step| once(step, || words::scrub(document)), start: 1, ..FINE },
    Pass { name: "tokens", edits: pieces::short_runs, start: 16, ..FINE },
    Pass { name: "runs", edits: pieces::long_runs, start: 16, coarse: false, modelled: true },
    Pass { name: "typedefs", edits: |document, step| once(step, || words::typedefs(document)), start: 1, ..FINE },
    Pass { name: "types", edits: |document, step| once(step, || words::types(document)), start: 4, ..FINE },
    Pass { name: "literals", edits: |document, step| once(step, || constants::literals(document)), start: 8, ..FINE },
    Pass { name: "choices", edits: |document, step| once(step, || pieces::choices(document)), start: 1, ..FINE },
];

/// Comes last. Names that could not change leave gaps in the alphabet, so there is a second step, and a third one for the
/// order.
pub const RENAME: Pass = Pass {
    name: "rename",
    edits: |document, step| match step {
        0 | 1 => Some(rename::edits(document)),
        2 => Some(rename::alphabet(document).into_iter().collect()),
        _ => None,
    },
    start: ALL,
    ..FINE
};

/// The passes for a text. Some are left out if the passes over the model ran already.
pub fn of(modelled: bool) -> impl Iterator<Item = &'static Pass> {
    PASSES.iter().filter(move |pass| !(modelled && pass.modelled))
}

/// A pass of a single step.
fn once(step: usize, edits: impl FnOnce() -> Vec<Edit>) -> Option<Vec<Edit>> {
    (step == 0).then(edits)
}
