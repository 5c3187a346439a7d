//! Where cases come from. A source makes the program of an index; which source does is decided by the index too.

use crate::case::Case;
use crate::observe::Bench;
use source::recipe::{Language, TargetName};

/// A source of programs. It must give the same bytes for the same arguments.
pub trait Origin: Send + Sync {
    fn name(&self) -> &str;

    /// Makes one case. External generators run in the bench's sandbox.
    fn case(&self, bench: &mut Bench, wanted: &Wanted) -> Result<Case, NoCase>;
}

/// A source and how often it is drawn, compared to the others.
pub struct Weighted {
    pub weight: u32,
    pub origin: Box<dyn Origin>,
}

/// What is wanted of a source.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    pub index: u64,
    /// Derived from the campaign's seed and the index.
    pub seed: u64,
    /// One of the languages and data models that some compiler of the campaign takes.
    pub language: Language,
    pub target: TargetName,
}

/// There is no case for this index; counted, never a bug.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct NoCase {
    /// In few words that are the same for the same reason: `csmith: timed out`.
    pub reason: String,
}
