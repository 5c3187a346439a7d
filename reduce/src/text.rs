//! Makes any text smaller while it stays interesting: the last stage for what the model cannot say, and the whole
//! reducer for C++ and everything else.
//!
//! It knows how C and C++ look (brackets, statements, lists, names), not what they mean. All files are reduced at
//! once, so that a function can lose a parameter in the header and its argument in every call.

mod brackets;
mod document;
mod explicit;
mod forms;
mod passes;
mod scout;
mod search;
mod token;

pub use explicit::is_explicit;
pub use search::{Admission, Gate};
pub use token::count as count_tokens;

use crate::{Candidate, Judge, Progress, Reduced, Unit};
use document::Document;
use passes::Pass;
use search::Search;

#[derive(Clone, Debug)]
pub struct Options {
    /// Rounds over all passes at most; a round that brings nothing ends the reduction anyway.
    pub rounds: u32,
    /// Give identifiers the names a, b, c…
    pub rename: bool,
    /// The model's passes were over it already: what they do is not tried again, and it is laid out by a printer.
    pub modelled: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { rounds: 20, rename: true, modelled: false }
    }
}

/// Reduces an interesting candidate. `progress` goes on counting where an earlier stage ended.
pub fn reduce(
    original: Candidate,
    judge: &dyn Judge,
    gate: Option<&dyn Gate>,
    progress: Progress,
    options: &Options,
) -> Reduced {
    let mut search = Search::new(original, judge, gate, progress, options.modelled);
    search.coarse();
    for _ in 0..options.rounds {
        if !search.round(|_| true) {
            break;
        }
    }
    search.finish(options);
    Reduced { best: search.best, progress: search.progress, stopped: search.stopped }
}

/// The same tokens, a statement to a line.
pub fn laid_out(units: &[Unit]) -> Vec<Unit> {
    passes::layout::files(&Document::new(units.to_vec()))
}

impl Search<'_> {
    /// The passes that take most away, until they bring nothing, before any of the fine ones begins.
    fn coarse(&mut self) {
        while self.round(|pass| pass.coarse) {}
    }

    /// Says whether any of the passes brought something.
    fn round(&mut self, wanted: impl Fn(&Pass) -> bool) -> bool {
        let mut changed = false;
        for pass in passes::of(self.modelled).filter(|pass| wanted(pass)) {
            changed |= self.run(pass);
        }
        changed
    }

    fn run(&mut self, pass: &Pass) -> bool {
        let mut changed = false;
        // A pass asks for the edits of one step only after the step before: they are of the text as it is then.
        for step in 0.. {
            let Some(edits) = (pass.edits)(&self.document, step) else { break };
            let size = pass.start.min(edits.len());
            changed |= self.sweep(pass.name, &edits, size);
            if self.stopped {
                return false;
            }
        }
        changed
    }

    fn finish(&mut self, options: &Options) {
        if options.rename && !self.stopped {
            let edits = passes::rename::edits(&self.document);
            self.sweep("rename", &edits, edits.len());
            // Names that could not change have left holes in the alphabet.
            let edits = passes::rename::edits(&self.document);
            self.sweep("rename", &edits, edits.len());
            let edits: Vec<_> = passes::rename::alphabet(&self.document).into_iter().collect();
            self.sweep("rename", &edits, edits.len());
        }
        if !options.modelled && !self.stopped {
            let files = passes::layout::files(&self.document);
            if files != self.best.units {
                self.propose("layout", files);
            }
        }
    }
}
