//! Generators: programs made from nothing but a recipe.
//!
//! A strategy builds a model freely; what makes it safe is the same for all: one forward execution that repairs
//! whatever would be undefined (`repair`), a driver that prints a checksum (`driver`), and three files (`emit`).

pub mod policy;

use crate::driver::Driver;
use crate::emit::{self, File};
use crate::recipe::{Language, Recipe, Technique};
use crate::repair;
use crate::rng::Rng;
use interp::repair::{Repairer, run_repairing};
use interp::{Options, Outcome};
use lang::print::Lowering;
use lang::{ExprId, ExprKind, Program, VarId};
use policy::config::{Config, ConfigError};
use rustc_hash::FxHashMap;

/// A test case: a program, its text, and the output that every correct compiler gives it.
pub struct Case {
    pub recipe: Recipe,
    /// The test unit, the header, the driver.
    pub files: Vec<File>,
    /// The exact standard output.
    pub expected: String,
    /// Expression nodes evaluated by the one execution.
    pub steps: u64,
    pub program: Program,
    pub driver: Driver,
    pub lowering: Lowering,
    /// The parameters after shuffling.
    pub config: Config,
    /// How often the model had to be made anew because it ran out of fuel; nearly always 0.
    pub retries: u32,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A defect of the generator.
    #[error("seed {seed} gave a program that is not defined: {what}")]
    NotDefined { seed: u64, what: String },
}

/// What a strategy hands over: a model that still has to be executed and repaired.
pub struct Draft {
    pub program: Program,
    pub driver: Driver,
    pub lowering: Lowering,
    /// How many elements every value of a pointer variable has behind it.
    pub extents: FxHashMap<VarId, u64>,
}

/// Expression nodes that one program may execute. Generators aim far below; this bounds the time of any seed.
const FUEL: u64 = 20_000_000;

const MAX_RETRIES: u32 = 4;

pub fn generate(recipe: &Recipe) -> Result<Case, Error> {
    let config = policy_config(recipe)?;
    for retries in 0..=MAX_RETRIES {
        let rng = Rng::new(recipe.seed).child_n("program", retries as u64);
        let draft = match recipe.technique {
            Technique::Policy => policy::draft(recipe, &config, rng, retries),
        };
        if let Some(case) = finish(recipe, &config, draft, retries)? {
            return Ok(case);
        }
    }
    Err(Error::NotDefined { seed: recipe.seed, what: "no attempt ended within the step budget".to_string() })
}

/// The recipe's parameters: the defaults, shuffled if policies are on, except where the user has fixed them.
pub fn policy_config(recipe: &Recipe) -> Result<Config, Error> {
    let mut fixed = Config::default();
    for (key, value) in &recipe.set {
        fixed.set(key, value)?;
    }
    if !recipe.policies {
        return Ok(policy::without_policies(fixed, &recipe.set));
    }
    let pinned: Vec<&str> = recipe.set.iter().map(|(key, _)| key.as_str()).collect();
    Ok(fixed.shuffled(&Rng::new(recipe.seed).child("config"), &pinned))
}

fn finish(recipe: &Recipe, config: &Config, draft: Draft, retries: u32) -> Result<Option<Case>, Error> {
    let Draft { mut program, driver, lowering, extents } = draft;
    let options = Options { fuel: FUEL, check_order: false, ..Options::default() };
    let mut choices = Choices { program: &program, salt: recipe.seed, extents: &extents };
    let repaired = run_repairing(&program, &options, &mut choices);
    match &repaired.execution.outcome {
        Outcome::Defined { exit_code: 0 } => {}
        Outcome::OutOfFuel => return Ok(None),
        other => return Err(Error::NotDefined { seed: recipe.seed, what: format!("{other:?}") }),
    }
    repair::apply(&mut program, &repaired.repairs);
    let files = emit::files(&program, &driver, recipe.language, recipe.std, &lowering);
    let expected = String::from_utf8_lossy(&repaired.execution.stdout).into_owned();
    let steps = repaired.execution.steps;
    let config = config.clone();
    Ok(Some(Case { recipe: recipe.clone(), files, expected, steps, program, driver, lowering, config, retries }))
}

impl Case {
    /// The same model as C, whatever the recipe's language.
    pub fn c_files(&self) -> Vec<File> {
        emit::files(&self.program, &self.driver, Language::C, crate::recipe::Std::C17, &Lowering::default())
    }
}

/// Repairs depend only on the values that made them necessary, so that equal subexpressions stay equal.
struct Choices<'a> {
    program: &'a Program,
    salt: u64,
    extents: &'a FxHashMap<VarId, u64>,
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
}
