//! The policy strategy: programs in the manner of YARPGen, with loops, calls, pointers and everything else.
//!
//! The order is the paper's: types, globals, then functions statement by statement, expressions top-down. Nothing here
//! thinks about undefined behaviour except where the language leaves no choice (sequencing, lifetimes, termination);
//! values are the business of the execution that follows.

pub(crate) mod addition;
mod builtin;
pub mod config;
mod constant;
mod control;
mod expr;
mod float;
mod functions;
mod globals;
mod idiom;
mod leaf;
mod loop_shapes;
mod loops;
mod memory;
mod region;
mod stmt;
mod vector;

use super::parameter::Parameter;
use super::strategy::{Draft, Feature, Order, Strategy};
use crate::driver;
use crate::kit::scope::Scope;
use crate::kit::{Builder, ConstantBuffer};
use crate::language::{Language, TargetName};
use crate::rng::Rng;
use config::Config;
use functions::Callee;
use lang::print::Lowering;
use lang::*;
use region::Region;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::{Deref, DerefMut};

/// Nodes that the program should execute, all in all.
struct Work {
    budget: u64,
    /// By what has been generated so far, at most.
    spent: u64,
    /// How often the code being generated is executed, at most.
    times: u64,
}

struct Generator<'c> {
    builder: Builder,
    rng: Rng,
    config: &'c Config,
    cpp: bool,
    /// Lines of the test unit aimed at.
    size: u32,
    is_pure: bool,
    scope: Scope,
    region: Region,
    weights: expr::Weights,
    constants: ConstantBuffer,
    /// Expressions that may be used again, with the depth of the block they need.
    subexprs: Vec<(ExprId, u32)>,
    functions: Vec<Callee>,
    enums: Vec<Type>,
    structs: Vec<Type>,
    unions: Vec<Type>,
    float_types: Vec<Type>,
    /// Inputs with small values known here: loop bounds and opaque conditions.
    trips: Vec<(VarId, i64)>,
    /// Scalar inputs with the values they keep.
    inputs: Vec<(VarId, i64)>,
    /// Locals that something has read.
    read_vars: FxHashSet<VarId>,
    extents: FxHashMap<VarId, u64>,
    lowering: Lowering,
    hashed: Vec<VarId>,
    /// Variables whose initial values are chosen last, when it is known which constants they meet.
    unfilled: Vec<(VarId, u32)>,
    work: Work,
    nesting: u32,
    /// Lines left in the block being generated.
    room: u32,
    loop_depth: u32,
    subscript_depth: u32,
    /// Variables that the statement being generated needs declared before it.
    pending: Vec<(VarId, StmtId)>,
    volatile_used: Vec<VarId>,
    /// Grows whenever something is generated that must not be evaluated twice.
    impurities: u64,
}

/// The strategy itself.
pub struct Policy;

impl Strategy for Policy {
    fn name(&self) -> &'static str {
        "policy"
    }

    fn about(&self) -> &'static str {
        "loops, calls and arithmetic shaped by policies that make optimizers work (YARPGen)"
    }

    fn version(&self) -> u32 {
        2
    }

    fn parameters(&self) -> &'static [Parameter] {
        config::PARAMETERS
    }

    fn policies(&self) -> &'static [&'static str] {
        config::POLICIES
    }

    fn without(&self, feature: Feature) -> &'static [&'static str] {
        config::without(feature)
    }

    fn draft(&self, order: &Order, rng: Rng, attempt: u32) -> Draft {
        let config = Config::new(order.values.as_slice());
        let mut g = Generator::new(order, &config, rng);
        g.work.budget >>= attempt * 2;
        g.environment();
        let tests = g.all_functions();
        g.fill();
        let Generator { builder: Builder { mut p, .. }, hashed, lowering, extents, .. } = g;
        let driver = driver::build(&mut p, &tests, &hashed);
        Draft {
            program: p,
            driver,
            lowering,
            extents,
            profile: false,
            observe: false,
            watches: Vec::new(),
            excluded: &[],
        }
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
            cpp: order.language == Language::Cpp,
            size: order.size,
            is_pure: false,
            scope: Scope::default(),
            region: Region::default(),
            weights: expr::weights(config),
            constants: ConstantBuffer::default(),
            subexprs: Vec::new(),
            functions: Vec::new(),
            enums: Vec::new(),
            structs: Vec::new(),
            unions: Vec::new(),
            float_types: Vec::new(),
            trips: Vec::new(),
            inputs: Vec::new(),
            read_vars: FxHashSet::default(),
            extents: FxHashMap::default(),
            lowering: Lowering::default(),
            hashed: Vec::new(),
            unfilled: Vec::new(),
            work: Work { budget: order.size as u64 * config.work_per_line as u64, spent: 0, times: 1 },
            nesting: 0,
            room: 0,
            loop_depth: 0,
            subscript_depth: 0,
            pending: Vec::new(),
            volatile_used: Vec::new(),
            impurities: 0,
        };
        g.choose_float_types(order.target);
        g
    }

    fn choose_float_types(&mut self, target: TargetName) {
        if target == TargetName::I386 {
            return;
        }
        let c = self.config;
        for (ty, percent) in
            [(Type::FLOAT, c.float_float), (Type::DOUBLE, c.float_double), (Type::LDOUBLE, c.float_long_double)]
        {
            if self.rng.percent(percent) {
                self.float_types.push(ty);
            }
        }
    }

    /// Helpers first, so that whatever is called exists; then the tests.
    fn all_functions(&mut self) -> Vec<FuncId> {
        let globals = self.scope.clone();
        let c = self.config;
        let helper_lines = self.size * c.helper_percent.min(80) / 100;
        while self.lines < helper_lines {
            let lines = 3 + self.rng.below(c.helper_lines.max(1) as u64) as u32;
            self.make_helper(lines, &globals);
        }
        let mut tests = Vec::new();
        while self.lines < self.size {
            let left = self.size - self.lines;
            let lines = (c.test_lines / 2 + self.rng.below(c.test_lines.max(2) as u64) as u32).min(left).max(1);
            let uncalled = self.functions.iter().filter(|callee| callee.calls == 0).count() as u32;
            let calls = (uncalled * lines).div_ceil(left);
            let test = self.make_test(tests.len() as u32 + 1, lines, calls, &globals);
            tests.push(test);
        }
        tests
    }
}
