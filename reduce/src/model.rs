//! A program as it will be compiled: the text, and the model that this very text has.

use crate::judge::{Candidate, Expected, Goal, Unit};
use crate::lint::{Sloppiness, sloppiness};
use interp::{Execution, Outcome, Value};
use lang::{ExprId, Program, StmtId, Target};
use std::sync::{Arc, OnceLock};

/// What a candidate has to be, and how long it may run to show it.
#[derive(Copy, Clone, Debug)]
pub struct Veto {
    pub target: Target,
    pub goal: Goal,
    /// Expression nodes that may be evaluated.
    pub fuel: u64,
    /// Nothing sloppier is let through.
    pub allowed: Sloppiness,
}

/// Bytes of output that a candidate may print: what a finding compares is short.
const MAX_STDOUT: usize = 1 << 20;

/// Why a program cannot be a candidate.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// By the front end.
    Rejected(String),
    Undefined(String),
}

#[derive(Debug)]
pub struct Model {
    pub program: Program,
    pub units: Vec<Unit>,
    pub expected: Option<Expected>,
    /// Expression nodes that were evaluated.
    pub steps: u64,
    pub tokens: usize,
    facts: OnceLock<Facts>,
}

/// What one execution showed.
#[derive(Debug, Default)]
pub struct Facts {
    profile: Vec<u64>,
    values: Vec<Value>,
    /// There was an execution that ended as it should.
    pub known: bool,
}

impl Veto {
    /// Parses the units and executes them, if the goal asks for it; the error says what the veto is.
    pub fn check(&self, units: Vec<Unit>) -> Result<Model, Refusal> {
        let program = parse(&units, self.target).map_err(Refusal::Rejected)?;
        if !sloppiness(&program).is_within(self.allowed) {
            return Err(Refusal::Rejected("what compilers warn about".to_string()));
        }
        let (expected, steps) = match self.goal {
            Goal::Crash | Goal::Open => (None, 0),
            Goal::WrongCode => match self.execute(&program) {
                Ok((expected, steps)) => (Some(expected), steps),
                Err(why) => return Err(Refusal::Undefined(why)),
            },
        };
        let tokens = tokens(&units);
        Ok(Model { program, units, expected, steps, tokens, facts: OnceLock::new() })
    }

    fn execute(&self, program: &Program) -> Result<(Expected, u64), String> {
        let execution = interp::run(program, &self.options(false));
        match execution.outcome {
            Outcome::Defined { exit_code } => Ok((Expected { stdout: execution.stdout, exit_code }, execution.steps)),
            Outcome::Undefined(ub) => Err(ub.message),
            Outcome::Unsupported { what, .. } => Err(what),
            Outcome::OutOfFuel => Err("does not end in time".to_string()),
        }
    }

    fn options(&self, observe: bool) -> interp::Options {
        interp::Options {
            fuel: self.fuel,
            max_stdout: MAX_STDOUT,
            profile: observe,
            trace: observe,
            check_order: !observe,
            check_layout: !observe,
            ..interp::Options::default()
        }
    }

    /// What the program's execution shows; empty if it has none.
    pub fn facts<'m>(&self, model: &'m Model) -> &'m Facts {
        model.facts.get_or_init(|| {
            let Execution { outcome, profile, values, .. } = interp::run(&model.program, &self.options(true));
            match outcome {
                Outcome::Defined { .. } => Facts { profile, values, known: true },
                _ => Facts::default(),
            }
        })
    }
}

/// The units as one program.
fn parse(units: &[Unit], target: Target) -> Result<Program, String> {
    let mut program = Program::new(target);
    let units = units.iter().map(|unit| (unit.name.as_str(), Arc::from(unit.text.as_bytes())));
    lang::parse::parse_units(&mut program, units, &lang::parse::Options::default()).map_err(|error| error.message)?;
    Ok(program)
}

impl Model {
    pub fn candidate(&self) -> Candidate {
        Candidate { units: self.units.clone(), expected: self.expected.clone() }
    }
}

impl Facts {
    /// How often the statement was executed, if that is known.
    pub fn count(&self, stmt: StmtId) -> Option<u64> {
        self.profile.get(stmt.index()).copied().filter(|_| self.known)
    }

    pub fn value(&self, expr: ExprId) -> Value {
        self.values.get(expr.index()).copied().unwrap_or_default()
    }
}

/// How many tokens the text has: words count once, all other characters each.
pub fn tokens(units: &[Unit]) -> usize {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut count = 0;
    for unit in units {
        let mut before = b' ';
        for &byte in unit.text.as_bytes() {
            count += usize::from(!(byte.is_ascii_whitespace() || is_word(byte) && is_word(before)));
            before = byte;
        }
    }
    count
}
