//! Where the cases of a campaign come from.
//!
//! A source makes the family of cases of an index. Which source that is follows from the index (`campaign::plan`). The crate
//! `source` makes programs out of recipes; the sources here ask it, or others, and hand over cases.
//!
//! A new source implements `Source` and has an entry in `registry`.

mod emi;
mod external;
mod family;
mod files;
mod programs;
pub mod reference;
pub(crate) mod registry;
mod spe;
pub(crate) mod strategy;

use crate::compiler::{Compiler, Foreign};
use crate::observe::Bench;
pub use family::{Batch, Edited, Family, Variant};
pub use registry::{check, open};
use source::generate::strategy::Feature;
use source::language::{Language, TargetName};

/// A source of cases. It has no state: the same `Wanted` gives the same bytes, in any order and after any restart.
pub trait Source: Send + Sync {
    /// As the configuration calls it: `policy`, `files:suite`. Totals are counted by it.
    fn name(&self) -> &str;

    /// Whether it ever makes programs of this language. Compilers of other languages are never asked about an index of this
    /// source, so that none of its ordinals is lost on them.
    fn makes(&self, language: Language) -> bool {
        let _ = language;
        true
    }

    /// Makes the cases of an index. Mostly that is one. What it starts runs in the bench's sandbox, whose scratch directory is
    /// its own until it returns.
    fn family(&self, bench: &mut Bench, wanted: &Wanted) -> Result<Family, NoCase>;
}

/// A source and how often it is asked, compared to the others.
pub struct Weighted {
    /// In proportion to the sum of all. 0 is never asked.
    pub weight: u32,
    /// What is asked.
    pub source: Box<dyn Source>,
}

/// What is wanted of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Which case of the campaign this is.
    pub index: u64,
    /// Which case of this source: 0, 1, 2, … without gaps, each once in the campaign.
    pub ordinal: u64,
    /// Which case of this source for the compilers whose turn it is: without gaps for them. Compilers of very different
    /// speed get programs at different rates. A source that has a list of programs goes through it by this number, so that
    /// the slow compilers see all of it, too.
    pub class_ordinal: u64,
    /// Derived from the campaign's seed and the index.
    pub seed: u64,
    /// One of the languages and data models that some compiler of the campaign takes.
    pub language: Language,
    /// The data model that the program is made for.
    pub target: TargetName,
    /// What the program should be without, because the compiler lacks it or has another idea of it. A source that cannot
    /// leave it out makes its program all the same.
    pub without: Vec<Feature>,
}

impl Wanted {
    /// The first program for this compiler.
    pub fn new(compiler: &Compiler, seed: u64) -> Wanted {
        let &Compiler { language, target, .. } = compiler;
        Wanted { index: 0, ordinal: 0, class_ordinal: 0, seed, language, target, without: lacking(compiler) }
    }
}

/// Small compilers do not claim to have GNU extensions, so that a refusal would say nothing.
fn lacking(compiler: &Compiler) -> Vec<Feature> {
    let Foreign { long_double, enums, floats } = compiler.tuning.foreign;
    let is_small = compiler.family.is_small();
    let features = [
        (Feature::Vectors, is_small),
        (Feature::Builtins, is_small),
        (Feature::Attributes, is_small),
        (Feature::Enums, enums),
        (Feature::Floats, floats),
        (Feature::LongDouble, long_double),
    ];
    features.into_iter().filter(|(_, lacks)| *lacks).map(|(feature, _)| feature).collect()
}

/// There is no case for this index; counted, never a bug.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct NoCase {
    /// In few words that are the same for the same reason: `csmith: timed out`.
    pub reason: String,
    /// What a generator said when it failed, in a few lines.
    pub words: String,
    /// The generator does not work, and somebody has to be told. A program that is undefined is no failure.
    pub is_failure: bool,
}

impl NoCase {
    /// The source has done its work, but this is no test.
    pub fn new(source: &str, reason: impl std::fmt::Display) -> NoCase {
        NoCase { reason: format!("{source}: {reason}"), words: String::new(), is_failure: false }
    }

    /// The source has not done its work, and said this.
    pub fn failure(source: &str, reason: impl std::fmt::Display, words: &str) -> NoCase {
        NoCase { words: words.to_string(), is_failure: true, ..NoCase::new(source, reason) }
    }
}
