//! The expected output of a case that someone else made, from the interpreter.

use crate::case::{Case, Expected};
use crate::observe::{Bench, text_of_bytes};
use interp::{Execution, Options, Outcome};
use lang::parse::ErrorKind;
use lang::{Program, parse};
use sandbox::clock::thread_cpu;
use source::language::Language;
use std::fmt;
use std::thread;
use std::time::Duration;

/// Room for deep recursion of parser and interpreter; only reserved, touched as the nesting of the program demands.
const STACK_BYTES: usize = 256 << 20;

/// Nesting of the program that is safe on that stack.
const MAX_DEPTH: u32 = 10_000;

/// Why the output of a case is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// It has none: this rule is broken.
    Undefined(String),
    /// Beyond the interpreter.
    Unsupported(String),
    OutOfFuel,
    /// No valid C, by the preprocessor or the parser.
    Rejected(String),
}

/// The output that every correct compiler's program has. The case is laid out in the bench.
pub fn expected(bench: &mut Bench, case: &Case, fuel: u64) -> Result<Expected, String> {
    interpreted(bench, case, fuel).map_err(|unknown| unknown.to_string())
}

/// As `expected`, with the reason as a value.
pub fn interpreted(bench: &mut Bench, case: &Case, fuel: u64) -> Result<Expected, Unknown> {
    if case.language != Language::C {
        return Err(Unknown::Unsupported("C++".to_string()));
    }
    let preprocess = |unit: &str| Ok((unit.to_string(), bench.preprocess(case, unit)?));
    let units: Result<Vec<(String, String)>, String> = case.sources().map(preprocess).collect();
    let units = units.map_err(Unknown::Rejected)?;
    let target = case.target.target();
    let work = move || (execute(Program::new(target), units, fuel), thread_cpu());
    let thread = thread::Builder::new().name("interpreter".to_string()).stack_size(STACK_BYTES).spawn(work);
    let thread = thread.map_err(|error| Unknown::Unsupported(format!("no thread: {error}")))?;
    let failed = |_| (Err(Unknown::Unsupported("the interpreter failed".to_string())), Duration::ZERO);
    let (expected, cpu) = thread.join().unwrap_or_else(failed);
    bench.add_thread(cpu);
    expected
}

fn execute(mut program: Program, units: Vec<(String, String)>, fuel: u64) -> Result<Expected, Unknown> {
    let options = parse::Options { max_depth: MAX_DEPTH };
    for (name, text) in units {
        parse::parse(&mut program, &name, text.into_bytes().into(), &options).map_err(|error| match error.kind {
            ErrorKind::Rejected => Unknown::Rejected(error.message),
            ErrorKind::Unsupported => Unknown::Unsupported(error.message),
        })?;
    }
    let options = Options { fuel, check_layout: true, ..Options::default() };
    let Execution { outcome, stdout, .. } = interp::run(&program, &options);
    match outcome {
        Outcome::Defined { exit_code } => Ok(Expected { stdout: text_of_bytes(&stdout), exit_code }),
        Outcome::Undefined(ub) => Err(Unknown::Undefined(ub.rule.name().to_string())),
        Outcome::Unsupported { what, .. } => Err(Unknown::Unsupported(what)),
        Outcome::OutOfFuel => Err(Unknown::OutOfFuel),
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Unknown::Undefined(rule) => write!(f, "undefined: {rule}"),
            Unknown::Unsupported(what) => write!(f, "unsupported: {what}"),
            Unknown::OutOfFuel => f.write_str("out of fuel"),
            Unknown::Rejected(message) => write!(f, "rejected: {message}"),
        }
    }
}
