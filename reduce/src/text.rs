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
mod search;
mod token;
mod walk;

pub use explicit::is_explicit;
pub use search::{Admission, Gate};
pub use token::{count as count_tokens, names};

use crate::{Candidate, Judge, Progress, Reduced, Unit};
use document::Document;
use search::Search;
use walk::{Round, Walk};

/// What the textual stage may do.
#[derive(Clone, Debug)]
pub struct Options {
    /// Rounds over all passes at most; a round that brings nothing ends the reduction anyway.
    pub rounds: u32,
    /// Give identifiers the names a, b, c… in the end.
    pub rename: bool,
    /// The passes over the model ran already. What they do is not tried again, and the text has the printer's layout.
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
    let passes = || passes::of(options.modelled);
    let mut rounds = Vec::new();
    if options.rounds > 0 {
        // The passes that take most away, until they bring nothing, before any of the fine ones begins.
        rounds.push(Round { passes: passes().filter(|pass| pass.coarse).collect(), times: u32::MAX });
        rounds.push(Round { passes: passes().collect(), times: options.rounds });
    }
    if options.rename {
        rounds.push(Round { passes: vec![&passes::RENAME], times: 1 });
    }
    let walk = Walk::new(&original.units, rounds);
    let mut search = Search::new(original, judge, gate, progress);
    search.run(walk);
    if !options.modelled && !search.stopped {
        let files = laid_out(&search.best.units);
        if files != search.best.units {
            search.propose("layout", files);
        }
    }
    Reduced { best: search.best, progress: search.progress, stopped: search.stopped }
}

/// The same tokens, a statement to a line.
pub fn laid_out(units: &[Unit]) -> Vec<Unit> {
    passes::layout::files(&Document::new(units.to_vec()))
}
