//! The expected output of a case that someone else made, from the interpreter.

use super::NoCase;
use crate::case::{Case, Expected};
use crate::observe::{Bench, text_of_bytes};
use interp::{Execution, Options, Outcome};
use lang::parse::ErrorKind;
use lang::{Program, parse};
use sandbox::clock::thread_cpu;
use source::emit::File;
use source::language::Language;
use std::fmt;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// Room for deep recursion of parser and interpreter; only reserved, touched as the nesting of the program demands.
const STACK_BYTES: usize = 256 << 20;

/// Nesting of the program that is safe on that stack.
pub const MAX_DEPTH: u32 = 10_000;

/// Why the output of a case is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// It has none: this rule is broken.
    Undefined(String),
    /// Beyond the interpreter.
    Unsupported(String),
    /// It ran longer than the interpreter was allowed to.
    OutOfFuel,
    /// No valid C, by the preprocessor or the parser.
    Rejected(String),
}

/// The case with its expected output, if the interpreter can tell it. A program with undefined behaviour is no case, nor is
/// one that asks who compiles it. One that is beyond the interpreter is, for the oracles that need no expected output.
pub fn judged(bench: &mut Bench, case: Case, fuel: u64) -> Result<Case, NoCase> {
    let no_case = |reason: String| NoCase::new(&case.source, reason);
    if let Some(word) = asks_who(&case.files) {
        return Err(no_case(format!("what it means depends on {word}")));
    }
    bench.lay_out(&case).map_err(|error| no_case(format!("cannot be laid out: {error}")))?;
    let expected = match interpreted(bench, &case, fuel) {
        Ok(expected) => Some(expected),
        Err(undefined @ Unknown::Undefined(_)) => return Err(no_case(undefined.to_string())),
        Err(Unknown::Unsupported(_) | Unknown::OutOfFuel | Unknown::Rejected(_)) => None,
    };
    Ok(Case { expected, ..case })
}

/// A macro that compilers have for telling each other apart: what depends on it is not one program.
pub fn asks_who(files: &[File]) -> Option<&'static str> {
    const MACROS: [&str; 7] =
        ["__clang_", "__VERSION__", "__TINYC__", "__PCC__", "__chibicc__", "__OPTIMIZE", "__INTEL_COMPILER"];
    MACROS.into_iter().find(|word| files.iter().any(|file| file.text.contains(word)))
}

/// The output that every correct compiler's program has. The case is laid out in the bench.
pub fn expected(bench: &mut Bench, case: &Case, fuel: u64) -> Result<Expected, String> {
    interpreted(bench, case, fuel).map_err(|unknown| unknown.to_string())
}

/// As `expected`, with the reason as a value.
pub fn interpreted(bench: &mut Bench, case: &Case, fuel: u64) -> Result<Expected, Unknown> {
    let units = preprocessed(bench, case)?;
    let target = case.target.target();
    let work = move || execute(&parsed(Program::new(target), units)?, fuel);
    on_large_stack(bench, work).unwrap_or_else(|why| Err(Unknown::Unsupported(why)))
}

/// Names and texts of all units, the driver's last. The case is laid out in the bench.
pub fn preprocessed(bench: &mut Bench, case: &Case) -> Result<Vec<(String, String)>, Unknown> {
    if case.language != Language::C {
        return Err(Unknown::Unsupported("C++".to_string()));
    }
    let preprocess = |unit: &str| Ok((unit.to_string(), bench.preprocess(case, unit)?));
    case.sources().map(preprocess).collect::<Result<_, String>>().map_err(Unknown::Rejected)
}

/// Does something with the room that parser and interpreter need, and accounts for its CPU time.
pub fn on_large_stack<T: Send>(bench: &mut Bench, work: impl FnOnce() -> T + Send) -> Result<T, String> {
    let (result, cpu) = with_large_stack(work)?;
    bench.add_thread(cpu);
    Ok(result)
}

/// As `on_large_stack`, where no bench is at hand: with the CPU time it took.
pub fn with_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<(T, Duration), String> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().name("interpreter".to_string()).stack_size(STACK_BYTES);
        let thread = thread.spawn_scoped(scope, move || (work(), thread_cpu()));
        let thread = thread.map_err(|error| format!("no thread: {error}"))?;
        thread.join().map_err(|_| "the interpreter failed".to_string())
    })
}

/// The model of preprocessed units.
pub fn parsed(mut program: Program, units: Vec<(String, String)>) -> Result<Program, Unknown> {
    let options = parse::Options { max_depth: MAX_DEPTH };
    let units = units.iter().map(|(name, text)| (name.as_str(), Arc::from(text.as_bytes())));
    parse::parse_units(&mut program, units, &options).map_err(|error| match error.kind {
        ErrorKind::Rejected => Unknown::Rejected(error.message),
        ErrorKind::Unsupported => Unknown::Unsupported(error.message),
    })?;
    Ok(program)
}

fn execute(program: &Program, fuel: u64) -> Result<Expected, Unknown> {
    let options = Options { fuel, check_layout: true, ..Options::default() };
    let Execution { outcome, stdout, .. } = interp::run(program, &options);
    match outcome {
        Outcome::Defined { exit_code } => Ok(Expected { stdout: text_of_bytes(&stdout), exit_code }),
        other => Err(other.into()),
    }
}

/// Of an outcome that is not `Defined`.
impl From<Outcome> for Unknown {
    fn from(outcome: Outcome) -> Unknown {
        match outcome {
            Outcome::Undefined(ub) => Unknown::Undefined(ub.rule.name().to_string()),
            Outcome::Unsupported { what, .. } => Unknown::Unsupported(what),
            Outcome::OutOfFuel => Unknown::OutOfFuel,
            Outcome::Defined { .. } => Unknown::Unsupported("nothing".to_string()),
        }
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
