//! Generators: programs made from nothing but a recipe.
//!
//! A strategy builds a model freely; what makes it safe is the same for all: one forward execution that repairs
//! whatever would be undefined (`repair`), a driver that prints a checksum (`driver`), and three files (`emit`).

pub mod equivalence;
pub mod live;
pub mod parameter;
pub mod policy;
pub mod recipe;
pub mod strategies;
pub mod strategy;

use crate::driver::Driver;
use crate::emit::{self, File};
use crate::language::{Language, NoChoice, Std};
use crate::repair;
use crate::rng::Rng;
use interp::repair::{Operator, Repairer};
use interp::run_repairing;
use interp::{Execution, Options, Outcome};
use lang::print::Lowering;
use lang::{ExprId, ExprKind, Program, VarId};
use parameter::{ParameterError, Values};
use recipe::Recipe;
use rustc_hash::FxHashMap;
use strategy::{Draft, Order, Revision, Strategy};

/// A test case: a program, its text, and the output that every correct compiler gives it.
pub struct Case {
    /// What it was made from, and what makes it again.
    pub recipe: Recipe,
    /// The test unit, the header, the driver.
    pub files: Vec<File>,
    /// The exact standard output.
    pub expected: String,
    /// Expression nodes evaluated by the one execution.
    pub steps: u64,
    /// The model that the files are printed from, repaired.
    pub program: Program,
    /// The functions of `program` that are the driver's.
    pub driver: Driver,
    /// What the printer writes as C++, for a recipe in that language.
    pub lowering: Lowering,
    /// The parameters after shuffling.
    pub values: Values,
    /// How often the model had to be made anew because it ran out of fuel; nearly always 0.
    pub retries: u32,
    /// Expressions that had to be repaired.
    pub repairs: usize,
}

/// Why a recipe has no program.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no strategy of its name.
    #[error(transparent)]
    Strategy(#[from] NoChoice),
    /// A fixed parameter does not exist, or may not have its value.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// A defect of the generator.
    #[error("seed {seed} gave a program that is not defined: {what}")]
    NotDefined {
        /// Of the recipe.
        seed: u64,
        /// What is wrong with the repaired program.
        what: String,
    },
}

/// Expression nodes that one program may execute. Generators aim far below; this bounds the time of any seed.
const FUEL: u64 = 20_000_000;

const MAX_RETRIES: u32 = 4;

/// The program of a recipe.
pub fn generate(recipe: &Recipe) -> Result<Case, Error> {
    generate_with(strategies::find(&recipe.strategy)?, recipe)
}

/// The program of a recipe by a strategy that need not be one of the built-in ones.
pub fn generate_with(strategy: &dyn Strategy, recipe: &Recipe) -> Result<Case, Error> {
    let order = recipe.order(strategy)?;
    for retries in 0..=MAX_RETRIES {
        let rng = Rng::new(order.seed).child_n(PROGRAM, u64::from(retries));
        let draft = strategy.draft(&order, rng, retries);
        if let Some(case) = case(strategy, recipe, &order, draft, retries)? {
            return Ok(case);
        }
    }
    Err(Error::NotDefined { seed: recipe.seed, what: "no attempt ended within the step budget".to_string() })
}

/// The stream that strategies draw from, numbered by attempt.
const PROGRAM: &str = "program";

/// The case of a draft; none if it runs out of fuel.
fn case(
    strategy: &dyn Strategy,
    recipe: &Recipe,
    order: &Order,
    draft: Draft,
    retries: u32,
) -> Result<Option<Case>, Error> {
    let Some((draft, execution, repairs)) = finish(strategy, order, draft)? else { return Ok(None) };
    let Draft { program, driver, lowering, .. } = draft;
    let files = emit::files(&program, &driver, order.language, order.std, &lowering);
    let expected = String::from_utf8_lossy(&execution.stdout).into_owned();
    let (recipe, values, steps) = (recipe.clone(), order.values.clone(), execution.steps);
    Ok(Some(Case { recipe, files, expected, steps, program, driver, lowering, values, retries, repairs }))
}

/// The case of a draft that is known to end.
fn finished(strategy: &dyn Strategy, recipe: &Recipe, order: &Order, draft: Draft) -> Result<Case, Error> {
    let case = case(strategy, recipe, order, draft, 0)?;
    case.ok_or_else(|| Error::NotDefined {
        seed: recipe.seed,
        what: "it did not end within the step budget".to_string(),
    })
}

/// Executes and repairs the draft until its strategy has nothing more to edit; none if it runs out of fuel.
fn finish(
    strategy: &dyn Strategy,
    order: &Order,
    mut draft: Draft,
) -> Result<Option<(Draft, Execution, usize)>, Error> {
    let mut all_repairs = 0;
    for round in 0.. {
        let Some((execution, repairs)) = execute(order.seed, &mut draft)? else { return Ok(None) };
        all_repairs += repairs;
        if strategy.revise(order, &mut draft, &execution, round) == Revision::Keep {
            return Ok(Some((draft, execution, all_repairs)));
        }
    }
    unreachable!("a strategy stops editing")
}

/// One execution, whose repairs are written into the draft; how many there were.
fn execute(seed: u64, draft: &mut Draft) -> Result<Option<(Execution, usize)>, Error> {
    let profile = draft.profile || draft.observe;
    let watches = draft.watches.as_slice().into();
    let options =
        Options { fuel: FUEL, check_order: false, profile, trace: draft.observe, watches, ..Options::default() };
    let mut choices =
        Choices { program: &draft.program, salt: seed, extents: &draft.extents, excluded: draft.excluded };
    let repaired = run_repairing(&draft.program, &options, &mut choices);
    match &repaired.execution.outcome {
        Outcome::Defined { exit_code: 0 } => {}
        Outcome::OutOfFuel => return Ok(None),
        other => return Err(Error::NotDefined { seed, what: format!("{other:?}") }),
    }
    repair::apply(&mut draft.program, &repaired.repairs);
    Ok(Some((repaired.execution, repaired.repairs.len())))
}

impl Case {
    /// The same model as C, whatever the recipe's language.
    pub fn c_files(&self) -> Vec<File> {
        emit::files(&self.program, &self.driver, Language::C, Std::C17, &Lowering::default())
    }
}

/// Repairs depend only on the values that made them necessary, so that equal subexpressions stay equal.
pub(crate) struct Choices<'a> {
    pub program: &'a Program,
    pub salt: u64,
    pub extents: &'a FxHashMap<VarId, u64>,
    pub excluded: &'a [Operator],
}

impl Repairer for Choices<'_> {
    fn choose(&mut self, seed: u64, n: u64) -> u64 {
        Rng::new(seed ^ self.salt.rotate_left(32)).below(n.max(1))
    }

    fn extent(&self, pointer: ExprId) -> Option<u64> {
        match self.program[pointer].kind {
            ExprKind::Var(var) => self.extents.get(&var).copied(),
            _ => None,
        }
    }

    fn allows(&self, operator: Operator) -> bool {
        !self.excluded.contains(&operator)
    }
}
