//! What a source makes for one index: a case, and perhaps variants of it, or many small programs in one.

use crate::case::Case;
use serde_json::Value;
use std::ops::Range;
use std::sync::Arc;

/// The cases of one index. All are of one language and data model, are compiled with the same builds, and are judged by all
/// oracles. Most families have one case.
pub struct Family {
    /// The program, which is the *parent* of the variants.
    pub case: Case,
    /// Empty for most sources.
    pub variants: Vec<Variant>,
    /// What `case` is put together from, if it is a batch.
    pub batch: Option<Box<dyn Batch>>,
}

/// A case that was made from the family's first one.
#[derive(Clone)]
pub struct Variant {
    /// With a recipe of its own: findings are told apart by it.
    pub case: Case,
    /// What was changed, in the source's own terms. Findings keep it as it is: reports show it, and a reduction of the
    /// difference may ask the source for fewer of them.
    pub edits: Vec<Value>,
    /// Whether it must print and return what the parent does, with every build. The oracle `emi` looks at those.
    pub is_equivalent: bool,
    /// What applies fewer of the edits, if the source can.
    pub edited: Option<Arc<dyn Edited>>,
}

/// A parent and the edits of one of its variants.
///
/// When a variant is wrong and its parent is right, the campaign asks for subsets of the edits until it knows the fewest that
/// turn right into wrong.
pub trait Edited: Send + Sync {
    /// The case of the parent with these edits, by index, in order. None if that is no variant: it is undefined, or does
    /// something else than the parent.
    fn with(&self, subset: &[usize]) -> Option<Case>;
}

/// Independent programs that are compiled as one case, because starting a compiler costs more than compiling one of them.
///
/// Where the whole case is right, so are all its programs. Where it is not, the campaign asks for halves of it until the
/// guilty program stands alone.
pub trait Batch: Send {
    /// How many programs there are, at least one.
    fn count(&self) -> usize;

    /// These programs alone as a case, with the index of the whole and a recipe of its own. A range of one is the program as
    /// it should stand in a finding.
    fn part(&self, range: Range<usize>) -> Case;

    /// The program that all are variants of. A crash that it shows as well is none of the variants'.
    fn original(&self) -> Option<Case> {
        None
    }

    /// Whether they are variants of one program. Then one program is kept of all with which the same builds are wrong.
    fn are_variants(&self) -> bool {
        false
    }
}

impl Family {
    /// Programs that are tested with it.
    pub fn count(&self) -> u64 {
        let first = self.batch.as_ref().map_or(1, |batch| batch.count());
        (first + self.variants.len()) as u64
    }
}

/// The common family: one program.
impl From<Case> for Family {
    fn from(case: Case) -> Family {
        Family { case, variants: Vec::new(), batch: None }
    }
}

/// All programs of a batch.
impl From<Box<dyn Batch>> for Family {
    fn from(batch: Box<dyn Batch>) -> Family {
        Family { case: batch.part(0..batch.count()), variants: Vec::new(), batch: Some(batch) }
    }
}
