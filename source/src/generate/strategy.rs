//! What a strategy is: a way to build programs. Everything after building is the same for all strategies.

use super::parameter::{Parameter, Values};
use crate::driver::Driver;
use crate::language::{Language, Std, TargetName};
use crate::rng::Rng;
use interp::Execution;
use interp::repair::Operator;
use interp::watch::Watch;
use lang::print::Lowering;
use lang::{Program, VarId};
use rustc_hash::FxHashMap;

/// A way to build programs from an order. It has no state: the same order and stream give the same draft.
pub trait Strategy: Sync {
    /// As recipes and users spell it: one lower-case word.
    fn name(&self) -> &'static str;

    /// One sentence for `--help`.
    fn about(&self) -> &'static str;

    /// Bumped whenever the same recipe gives other bytes.
    fn version(&self) -> u32;

    /// Every number the strategy depends on. Each program samples them anew, except those that its recipe fixes.
    fn parameters(&self) -> &'static [Parameter];

    /// The parameters that are 0 with `--policies off`.
    fn policies(&self) -> &'static [&'static str];

    /// The parameters that are 0 unless the recipe fixes them: they choose what is asked for, not how it is made.
    fn switches(&self) -> &'static [&'static str] {
        &[]
    }

    /// The parameters that must be 0 so that programs are without the feature. A strategy that never uses the feature
    /// returns none.
    fn without(&self, feature: Feature) -> &'static [&'static str];

    /// Builds a model. It need not be defined: it will be executed once, and what would be undefined is repaired. It must
    /// terminate, must not use an expression node twice, and must not depend on the order of evaluation. `attempt` counts
    /// drafts that ran out of fuel; a later attempt should do less work.
    fn draft(&self, order: &Order, rng: Rng, attempt: u32) -> Draft;

    /// Looks at the execution of a repaired draft (with its profile and values, if the draft wants them) and may edit
    /// the model. After an edit the draft is executed and repaired again. It must stop editing at some point: `round`
    /// counts the calls.
    fn revise(&self, order: &Order, draft: &mut Draft, execution: &Execution, round: u32) -> Revision {
        let _ = (order, draft, execution, round);
        Revision::Keep
    }
}

/// Whether a draft was edited.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Revision {
    /// The draft is as it was, and is the program.
    Keep,
    /// The draft has to be executed and repaired again.
    Edited,
}

/// What programs may be asked to be without, because a compiler lacks it or has another idea of it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Feature {
    /// GNU vector types.
    Vectors,
    /// `__builtin_` functions.
    Builtins,
    /// GNU attributes.
    Attributes,
    /// Enumerations, whose types compilers choose.
    Enums,
    /// All floating types.
    Floats,
    /// `long double`, which has several formats.
    LongDouble,
}

/// What a strategy is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// All random choices come from it.
    pub seed: u64,
    /// What the text will be written in.
    pub language: Language,
    /// A standard of the language.
    pub std: Std,
    /// The data model that the program is executed for.
    pub target: TargetName,
    /// Lines of the test unit aimed at.
    pub size: u32,
    /// The strategy's parameters.
    pub values: Values,
}

/// What a strategy hands over: a model that still has to be executed and repaired.
pub struct Draft {
    /// With one unit, and the driver in it.
    pub program: Program,
    /// What `driver::build` returned for this program.
    pub driver: Driver,
    /// What the printer is to write as C++. Empty for C.
    pub lowering: Lowering,
    /// How many elements every value of a pointer variable has behind it.
    pub extents: FxHashMap<VarId, u64>,
    /// Whether `revise` needs to know how often statements are executed.
    pub profile: bool,
    /// Whether `revise` needs the profile and the values of expressions.
    pub observe: bool,
    /// Variables that `revise` needs to see the values of.
    pub watches: Vec<Watch>,
    /// Operators that repairs may not bring in.
    pub excluded: &'static [Operator],
}
