//! The live strategy: functions without dead assignments, in the manner of ldrgen (Barany: Liveness-driven random program
//! generation, LOPSTR 2017).
//!
//! Statements are generated backwards. The generator knows which variables are live behind the place where the next statement
//! goes, and assigns only to those. `crate::liveness` proves the result with the paper's inference rules, independently.
//!
//! Beyond the paper, programs have several functions that call each other, structures, stores through pointers and to
//! arrays, `switch`, `break`, `continue` and nested `for` loops.

mod branches;
pub mod config;
mod control;
mod expr;
mod function;
mod idiom;
mod leaf;
mod loops;
pub mod observe;
mod program;
mod rewrite;
mod slot;
mod stmt;

use super::parameter::Parameter;
use super::strategy::{Draft, Feature, Order, Revision, Strategy};
use crate::driver;
use crate::kit::Builder;
use crate::language::TargetName;
use crate::rng::Rng;
use config::Config;
use function::{Callee, State};
use interp::Execution;
use lang::print::Lowering;
use lang::*;
use rustc_hash::FxHashMap;
use std::ops::{Deref, DerefMut};

/// How often branches that always go one way are changed, at most.
const ROUNDS: u32 = 4;

/// Executions of a program after which nothing is rewritten.
const MOST_ROUNDS: u32 = 6;

/// Of a hundred assignments that are executed, so many do not matter.
const SILENT: usize = 4;

/// A variable of file scope that functions may read.
#[derive(Copy, Clone, Debug)]
struct Input {
    var: VarId,
    elem: Type,
    len: u64,
}

struct Generator<'c> {
    builder: Builder,
    rng: Rng,
    config: &'c Config,
    size: u32,
    ints: Vec<Type>,
    floats: Vec<Type>,
    records: Vec<Type>,
    inputs: Vec<Input>,
    /// Structures of file scope that are passed to functions.
    record_inputs: Vec<(VarId, Type)>,
    /// Bounds of loops that the compiler does not know, with their values.
    bounds: Vec<(VarId, i64)>,
    callees: Vec<Callee>,
    extents: FxHashMap<VarId, u64>,
    hashed: Vec<VarId>,
    /// Nodes that one call of a function may execute.
    budget: u64,
    state: State,
}

/// The strategy itself.
pub struct Live;

impl Strategy for Live {
    fn name(&self) -> &'static str {
        "live"
    }

    fn about(&self) -> &'static str {
        "functions without dead assignments, generated backwards from what is live (ldrgen)"
    }

    fn version(&self) -> u32 {
        3
    }

    fn parameters(&self) -> &'static [Parameter] {
        config::PARAMETERS
    }

    fn policies(&self) -> &'static [&'static str] {
        &[]
    }

    fn switches(&self) -> &'static [&'static str] {
        config::SWITCHES
    }

    fn without(&self, feature: Feature) -> &'static [&'static str] {
        config::without(feature)
    }

    fn draft(&self, order: &Order, rng: Rng, attempt: u32) -> Draft {
        let config = Config::new(order.values.as_slice());
        let mut g = Generator::new(order, &config, rng);
        g.budget >>= attempt * 2;
        let tests = g.program();
        let Generator { builder: Builder { mut p, .. }, hashed, extents, .. } = g;
        let driver = driver::build(&mut p, &tests, &hashed);
        let (lowering, watches) = (Lowering::default(), Vec::new());
        Draft {
            program: p,
            driver,
            lowering,
            extents,
            profile: true,
            observe: false,
            watches,
            excluded: config.excluded(),
        }
    }

    fn revise(&self, order: &Order, draft: &mut Draft, execution: &Execution, round: u32) -> Revision {
        let config = Config::new(order.values.as_slice());
        let executed = |draft: &Draft| observe::executed(&draft.program, &draft.driver, &execution.profile).percent();
        let is_varied = round < ROUNDS && (round == 0 || executed(draft) < config.floor() + SILENT);
        let edited = is_varied && branches::vary(draft, execution, round, &config)
            || round < MOST_ROUNDS && rewrite::rewrite(&mut draft.program, &draft.driver, &config, order.seed);
        if edited { Revision::Edited } else { Revision::Keep }
    }
}

impl Deref for Generator<'_> {
    type Target = Builder;

    fn deref(&self) -> &Builder {
        &self.builder
    }
}

impl DerefMut for Generator<'_> {
    fn deref_mut(&mut self) -> &mut Builder {
        &mut self.builder
    }
}

impl<'c> Generator<'c> {
    fn new(order: &Order, config: &'c Config, rng: Rng) -> Generator<'c> {
        let mut g = Generator {
            builder: Builder::new(order.target.target(), order.size),
            rng,
            config,
            size: order.size,
            ints: Vec::new(),
            floats: Vec::new(),
            records: Vec::new(),
            inputs: Vec::new(),
            record_inputs: Vec::new(),
            bounds: Vec::new(),
            callees: Vec::new(),
            extents: FxHashMap::default(),
            hashed: Vec::new(),
            budget: u64::from(config.function_lines) * u64::from(config.work_per_line) / u64::from(program::CALLS),
            state: State::default(),
        };
        g.choose_types(order.target);
        g
    }

    /// Some of the integer types, and the floating ones unless the program is to have none. On i386 the x87 unit evaluates
    /// with more precision than the types have, so there is no floating point there.
    fn choose_types(&mut self, target: TargetName) {
        let c = self.config;
        let has_floats = target != TargetName::I386 && c.integers_only == 0;
        if has_floats && (c.float_percent > 0 || c.floats_only == 1) {
            self.floats = vec![Type::DOUBLE];
            if self.rng.percent(60) {
                self.floats.push(Type::FLOAT);
            }
        }
        if c.floats_only == 1 && has_floats {
            return;
        }
        let all = [
            Type::UINT,
            Type::INT,
            Type::ULONG,
            Type::LONG,
            Type::USHORT,
            Type::SHORT,
            Type::UCHAR,
            Type::SCHAR,
            Type::ULLONG,
            Type::LLONG,
        ];
        for (at, ty) in all.into_iter().enumerate() {
            let percent = [100, 75, 65, 60, 30, 30, 30, 25, 15, 15][at];
            if self.rng.percent(percent) {
                self.ints.push(ty);
            }
        }
    }
}
