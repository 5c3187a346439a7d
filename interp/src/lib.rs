//! The C core's dynamic half: executes a program exactly as the standard says, and names the first undefined
//! behaviour.
//!
//! `interp` is pure: no files, clock, environment, processes or threads. The program's standard output is a value, and
//! so are its standard input and its files (`input`).

#![deny(missing_docs)]

mod code;
mod compile;
mod data;
mod effective;
mod exec;
mod flip;
pub mod float128;
pub mod float80;
pub mod format;
mod image;
pub mod input;
mod library;
mod memory;
pub mod observe;
mod order;
mod rep;
pub mod repair;
mod scalar;
mod soft;
mod ub;
#[cfg(debug_assertions)]
mod verify;
pub mod watch;

use compile::CompileOptions;
use exec::Machine;
use input::{File, Unspecified, UnspecifiedSet, Varied};
pub use lang::arith;
use lang::{ExprId, Loc, Program};
use repair::{Form, Repair, Repairer};
use std::sync::Arc;
pub use ub::{Rule, Ub};
use watch::{Watch, Watched};

/// How a program is executed and what is recorded. It decides nothing about what is undefined.
#[derive(Clone, Debug)]
pub struct Options {
    /// Expression nodes that may be evaluated before the run ends as `OutOfFuel`.
    pub fuel: u64,
    /// Bytes of standard output that are kept; more is `Unsupported`.
    pub max_stdout: usize,
    /// Bytes of memory the program may have allocated at one time; `malloc` beyond it returns null. The interpreter needs
    /// three bytes for each, so the default keeps it below 400 MB.
    pub max_memory: u64,
    /// Run again with reversed operand order wherever the order is unspecified, and compare.
    pub check_order: bool,
    /// Run again with other addresses and other NaNs, and where the program asked for it with other unspecified input
    /// (the time, the environment), and call a result that depends on them unsupported.
    pub check_layout: bool,
    /// Find out which unspecified input the result depends on, and say so in `Execution::unspecified`.
    pub check_input: bool,
    /// Which of several equally right arrangements of objects in memory is used; all but 0 have other NaNs, too.
    pub layout: u32,
    /// Count executions per statement.
    pub profile: bool,
    /// Record the values of expressions.
    pub trace: bool,
    /// A scalar expression that has another value than it would have, whenever it is evaluated.
    pub flip: Option<ExprId>,
    /// Variables to look at when statements are reached; no statement twice.
    pub watches: Arc<[Watch]>,
    /// `argv[0]` and the arguments of `main`.
    pub args: Vec<String>,
    /// Standard input. If it is `None`, a program that reads it ends as `Unsupported`, with `Execution::wants_stdin`.
    pub stdin: Option<Arc<[u8]>>,
    /// Files that can be opened for reading.
    pub files: Vec<File>,
    /// Unspecified input that has another value than usual.
    pub vary: Option<Varied>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            fuel: 10_000_000_000,
            max_stdout: 16 << 20,
            max_memory: 96 << 20,
            check_order: true,
            check_layout: false,
            check_input: false,
            layout: 0,
            profile: false,
            trace: false,
            flip: None,
            watches: Arc::from([]),
            args: vec!["program".to_string()],
            stdin: Some(Arc::from([])),
            files: Vec::new(),
            vary: None,
        }
    }
}

/// How an execution ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Ended by `return` from `main`, `exit` (its status, 0–255) or `abort` (134).
    Defined {
        /// As a shell sees it.
        exit_code: i32,
    },
    /// The first rule that the program broke. What it would have done then means nothing.
    Undefined(Ub),
    /// Beyond the interpreter; never silently defined.
    Unsupported {
        /// What is not supported, as a noun: `decimal floating types`.
        what: String,
        /// Where it is in the program; `Loc::NONE` if it is about the whole of it.
        loc: Loc,
    },
    /// `Options::fuel` is used up. The program may end later, or never.
    OutOfFuel,
}

/// What an execution showed.
#[derive(Clone, Debug)]
pub struct Execution {
    /// After all checks that the options ask for.
    pub outcome: Outcome,
    /// What was printed, up to the end or to the undefined behaviour.
    pub stdout: Vec<u8>,
    /// Expression nodes evaluated.
    pub steps: u64,
    /// With `Options::profile`: how often each statement was executed, by `StmtId`.
    pub profile: Vec<u64>,
    /// With `Options::trace`: what each expression was, by `ExprId`.
    pub values: Vec<Value>,
    /// What was seen, by `Options::watches`.
    pub watched: Vec<Watched>,
    /// With `Options::check_input`: what the result depends on, although no program can know it.
    pub unspecified: Vec<Unspecified>,
    /// The run ended because the program read standard input, and there was none.
    pub wants_stdin: bool,
    /// The unspecified input that the program asked for.
    asked: UnspecifiedSet,
}

impl Execution {
    fn of(machine: Machine, outcome: Outcome) -> Execution {
        let (asked, wants_stdin) = machine.input_asked_for();
        let Machine { stdout, steps, profile, values, watched, .. } = machine;
        Execution { outcome, stdout, steps, profile, values, watched, unspecified: Vec::new(), wants_stdin, asked }
    }

    fn refused(outcome: Outcome) -> Execution {
        Execution {
            outcome,
            stdout: Vec::new(),
            steps: 0,
            profile: Vec::new(),
            values: Vec::new(),
            watched: Vec::new(),
            unspecified: Vec::new(),
            wants_stdin: false,
            asked: UnspecifiedSet::NONE,
        }
    }
}

/// The values that a scalar expression had, as far as they fit into 64 bits and were computed on their own.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Value {
    /// It was not evaluated, or is of no such type.
    #[default]
    Never,
    /// Always this: an integer extended by its type's signedness, the bits of a floating value, an address.
    Always(u64),
    /// The last of several.
    Varies(u64),
}

impl Value {
    fn record(&mut self, value: u64) {
        *self = match *self {
            Value::Never => Value::Always(value),
            Value::Always(before) if before == value => Value::Always(value),
            _ => Value::Varies(value),
        };
    }
}

/// Executes `main` of the linked program.
pub fn run(program: &Program, options: &Options) -> Execution {
    // GNU: sizes and offsets of such a struct are known only at run time, which no layout here expects.
    if let Some(record) = program.types.records.iter().find(|record| record.variably_modified) {
        let what = "a struct with a member of variable length".to_string();
        let outcome = Outcome::Unsupported { what, loc: record.loc };
        return Execution::refused(outcome);
    }
    if let Some(expr) = program.exprs.iter().find(|expr| program.types.is_decimal(expr.ty)) {
        let outcome = Outcome::Unsupported { what: "decimal floating types".to_string(), loc: expr.loc };
        return Execution::refused(outcome);
    }
    let mut machine = Machine::new(program, options, compile_options(options, &[]));
    let outcome = machine.run();
    let sites = machine.sites_hit();
    let mut execution = Execution::of(machine, outcome);
    if options.check_order
        && !sites.is_empty()
        && matches!(execution.outcome, Outcome::Defined { .. })
        && let Some(ub) = order::check(program, options, &execution, &sites)
    {
        execution.outcome = Outcome::Undefined(ub);
    }
    if options.check_layout
        && matches!(execution.outcome, Outcome::Defined { .. })
        && depends_on_layout(program, options, &execution)
    {
        let what = "a result that depends on addresses or on the sign of a NaN".to_string();
        execution.outcome = Outcome::Unsupported { what, loc: Loc::NONE };
    }
    if (options.check_layout || options.check_input) && matches!(execution.outcome, Outcome::Defined { .. }) {
        execution.unspecified = unspecified_input(program, options, &execution);
    }
    if options.check_layout && !execution.unspecified.is_empty() {
        let what = format!("a result that depends on {}", input::describe(&execution.unspecified));
        execution.outcome = Outcome::Unsupported { what, loc: Loc::NONE };
    }
    execution
}

/// What a repairing run gave.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// Of the repaired program.
    pub execution: Execution,
    /// The last form of every expression that was repaired, in order. Valid if the outcome is `Defined`.
    pub repairs: Vec<(ExprId, Form)>,
}

/// Executes `main` and repairs what is undefined. No expression may occur twice in the program. Whether the order of
/// evaluation matters is not checked.
pub fn run_repairing(program: &Program, options: &Options, repairer: &mut dyn Repairer) -> Repaired {
    let mut machine = Machine::new(program, options, compile_options(options, &[]));
    machine.set_repair(Repair::new(repairer));
    let outcome = machine.run();
    let repairs = machine.repairs();
    let execution = Execution::of(machine, outcome);
    Repaired { execution, repairs }
}

/// Whether a defined execution comes out differently when objects have other addresses and NaNs another sign, which C
/// leaves open: such a program is defined, but no two compilers need agree on what it prints.
fn depends_on_layout(program: &Program, options: &Options, first: &Execution) -> bool {
    differs(program, first, Options { layout: options.layout + 1, ..options.clone() })
}

/// Of the unspecified input that the program asked for, what its result depends on.
fn unspecified_input(program: &Program, options: &Options, first: &Execution) -> Vec<Unspecified> {
    let differs_with = |kind: Unspecified, value: input::Value| {
        differs(program, first, Options { vary: Some(Varied { kind, value }), ..options.clone() })
    };
    let differs =
        |kind: &Unspecified| differs_with(*kind, input::Value::Other) || differs_with(*kind, input::Value::Third);
    first.asked.iter().filter(differs).collect()
}

fn differs(program: &Program, first: &Execution, options: Options) -> bool {
    let fuel = first.steps.saturating_mul(4).saturating_add(1_000_000);
    let plain = Options { check_order: false, check_layout: false, check_input: false, ..options };
    let again = run(program, &Options { fuel, profile: false, trace: false, watches: Arc::from([]), ..plain });
    again.outcome != first.outcome || again.stdout != first.stdout
}

fn compile_options(options: &Options, reversed: &[lang::ExprId]) -> CompileOptions {
    let order = options.check_order || !reversed.is_empty();
    CompileOptions {
        profile: options.profile,
        trace: options.trace,
        flip: options.flip,
        order,
        every_order: false,
        reversed: reversed.iter().copied().collect(),
        watches: options.watches.clone(),
        watch_at: options.watches.iter().zip(0..).map(|(watch, index)| (watch.stmt, index)).collect(),
    }
}
