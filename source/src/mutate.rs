//! Equivalence modulo inputs: variants of a program that do the same as it does on its one input (Le et al., PLDI 2014; Athena,
//! OOPSLA 2015; Hermes, OOPSLA 2016).
//!
//! The interpreter executes the parent once and says what was executed and which values were seen. Edits are planned on the
//! model from that. The text of every variant is parsed and executed again: it must be defined, with the parent's output and
//! exit code, or it is not a variant. So a wrong plan costs time, never truth.
//!
//! A variant is a parent and a list of edits. Any subset of them can be applied, which is how the fewest edits are found that
//! still turn right into wrong (`difference`).

mod check;
mod code;
mod condition;
pub mod difference;
mod edit;
mod insert;
mod live;
mod parent;
mod plan;
mod prelude;
mod prune;
mod scope;
mod site;
pub mod text;
pub mod walk;

pub use edit::{Edit, Kind};
pub use parent::{Execute, Parent, Refusal, Text, execute, printed};
pub use plan::{Options, Variant};

use crate::rng::Rng;
use rustc_hash::FxHashSet;

/// A variant that was executed: its text does what the parent does.
pub struct Judged {
    /// The edits.
    pub variant: Variant,
    /// One for each unit of the parent.
    pub texts: Vec<Text>,
}

/// What became of all that was tried.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Those that were made.
    pub variants: u32,
    /// Plans whose edits had to be reduced, because together they did something else than the parent.
    pub trimmed: u32,
    /// Plans of which nothing was left.
    pub refused: u32,
    /// Plans that gave the text of another variant.
    pub repeated: u32,
}

/// Attempts for each variant that is asked for, before fewer are given.
const ATTEMPTS: u64 = 4;

/// Up to so many distinct variants, in an order that the seed decides.
pub fn family(parent: &Parent, options: &Options) -> (Vec<Judged>, Tally) {
    let mut variants = Variants::new(parent, options);
    let judged = variants.by_ref().collect();
    (judged, variants.tally)
}

/// The variants of a family, each made when it is asked for.
pub struct Variants<'p> {
    parent: &'p Parent,
    options: Options,
    rng: Rng,
    attempt: u64,
    /// Texts that there were, the parent's among them.
    seen: FxHashSet<u64>,
    /// Of those that were made so far.
    pub tally: Tally,
}

impl<'p> Variants<'p> {
    /// None of them is made yet.
    pub fn new(parent: &'p Parent, options: &Options) -> Variants<'p> {
        let rng = Rng::new(options.seed).child("mutate");
        let seen = FxHashSet::from_iter([digest(&parent.texts)]);
        Variants { parent, options: options.clone(), rng, attempt: 0, seen, tally: Tally::default() }
    }
}

impl Iterator for Variants<'_> {
    type Item = Judged;

    fn next(&mut self) -> Option<Judged> {
        let attempts = u64::from(self.options.variants).saturating_mul(ATTEMPTS);
        while self.tally.variants < self.options.variants && self.attempt < attempts {
            let plan = plan::plan(self.parent, &self.options, self.rng.child_n("variant", self.attempt))?;
            self.attempt += 1;
            match settle(self.parent, plan, &mut self.tally) {
                Some(judged) if self.seen.insert(digest(&judged.texts)) => {
                    self.tally.variants += 1;
                    return Some(judged);
                }
                Some(_) => self.tally.repeated += 1,
                None => self.tally.refused += 1,
            }
        }
        None
    }
}

/// The variant, without edits that make it something else than a variant.
fn settle(parent: &Parent, variant: Variant, tally: &mut Tally) -> Option<Judged> {
    let variant = check::settle(parent, variant);
    if variant.edits.is_empty() {
        return None;
    }
    if let Ok(texts) = parent.judge(&variant.program()) {
        return Some(Judged { variant, texts });
    }
    tally.trimmed += 1;
    let kept = difference::acceptable(variant.edits.len(), |subset| parent.judge(&variant.with(subset)).is_ok());
    let variant = variant.keep(&kept);
    let texts = parent.judge(&variant.program()).ok()?;
    (!variant.edits.is_empty()).then_some(Judged { variant, texts })
}

fn digest(texts: &[Text]) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    texts.iter().for_each(|text| text.text.hash(&mut hasher));
    hasher.finish()
}
