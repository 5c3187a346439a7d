//! Where cases come from. A source makes the program of an index; which source does is decided by the index too.

pub mod external;
pub mod policy;
pub mod reference;

use crate::case::Case;
use crate::compiler::{Compiler, Foreign};
use crate::config::{self, Config};
use crate::observe::Bench;
use source::language::{Language, TargetName};

/// The name of Gadfly's own generator.
pub const POLICY: &str = "policy";

/// External generators that are known by name.
pub const EXTERNAL: [&str; 3] = ["csmith", "yarpgen", "yarpgen-v1"];

/// A source of programs. It must give the same bytes for the same arguments.
pub trait Origin: Send + Sync {
    fn name(&self) -> &str;

    /// Makes one case. External generators run in the bench's sandbox.
    fn case(&self, bench: &mut Bench, wanted: &Wanted) -> Result<Case, NoCase>;
}

/// The configuration's sources, in order. Fails if the program of one is not on this machine.
pub fn origins(config: &Config) -> Result<Vec<Weighted>, config::Error> {
    let used = config.sources.iter().filter(|source| source.weight > 0);
    used.map(|source| {
        let origin: Box<dyn Origin> = match source.name == POLICY {
            true => Box::new(policy::Policy::new(source)?),
            false => Box::new(external::External::new(source, config.limits.fuel)?),
        };
        Ok(Weighted { weight: source.weight, origin })
    })
    .collect()
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
    /// Without GNU extensions, for compilers that lack them.
    pub plain: bool,
    /// What else it is to be without.
    pub foreign: Foreign,
}

impl Wanted {
    /// A program that this compiler takes.
    pub fn new(compiler: &Compiler, index: u64, seed: u64) -> Wanted {
        let &Compiler { language, target, family, .. } = compiler;
        Wanted { index, seed, language, target, plain: family.is_small(), foreign: compiler.tuning.foreign }
    }
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
    fn new(source: &str, reason: impl std::fmt::Display) -> NoCase {
        NoCase { reason: format!("{source}: {reason}"), words: String::new(), is_failure: false }
    }

    /// The source has not done its work, and said this.
    fn failure(source: &str, reason: impl std::fmt::Display, words: &str) -> NoCase {
        NoCase { words: words.to_string(), is_failure: true, ..NoCase::new(source, reason) }
    }
}
