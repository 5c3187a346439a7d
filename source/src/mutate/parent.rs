//! The program that variants are made of: what it does, what was executed, which values were seen; and the judge of variants.

use super::prelude;
use super::site::{self, Sites};
use interp::repair::Repairer;
use interp::watch::{Watch, Watched};
use interp::{Execution, Options, Outcome, Repaired};
use lang::edit::tidy::{Roots, Uses};
use lang::{Item, Program, StmtId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The text of one unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// As the unit is called.
    pub name: String,
    /// Preprocessed C.
    pub text: String,
}

/// Why a program is no parent, or no variant.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The front end refuses what the printer wrote; says why.
    #[error("the printed program is not accepted: {0}")]
    Rejected(String),
    /// Undefined, beyond the interpreter, or out of fuel.
    #[error("it is not defined: {0:?}")]
    NotDefined(Outcome),
    /// Another output or exit code.
    #[error("it does something else than its parent")]
    Different,
}

/// A program with all that one execution showed.
pub struct Parent {
    /// Without declarations that nothing uses.
    pub program: Program,
    /// The program as it is printed, before any edit; of a variant, with what `prelude` puts in front.
    pub texts: Vec<Text>,
    /// What every variant must print.
    pub stdout: Vec<u8>,
    /// What every variant must return.
    pub exit_code: i32,
    /// Expression nodes evaluated.
    pub steps: u64,
    /// Statements executed, each counted once.
    pub executed: usize,
    /// The largest number that a name of the program ends in: new names have larger ones.
    pub(super) largest_number: u32,
    pub(super) sites: Sites,
    pub(super) profile: Vec<u64>,
    watches: Arc<[Watch]>,
    watched: Vec<Watched>,
    watch_at: FxHashMap<StmtId, u32>,
    options: Options,
    max_depth: u32,
    execute: Execute,
}

/// What executes programs: `execute`, or something that measures it as well.
pub type Execute = fn(&Program, &Options, Option<&mut dyn Repairer>) -> Repaired;

/// Parents are observed, variants only executed; new code in them is repaired before.
pub fn execute(program: &Program, options: &Options, repairer: Option<&mut dyn Repairer>) -> Repaired {
    let execution = match repairer {
        Some(repairer) => return interp::run_repairing(program, options, repairer),
        None if options.profile => interp::observe::observe(program, options),
        None => interp::run(program, options),
    };
    Repaired { execution, repairs: Vec::new() }
}

impl Parent {
    /// Executes the program with these options, whose `fuel`, arguments and input variants get, too.
    pub fn new(mut program: Program, options: Options, max_depth: u32, execute: Execute) -> Result<Parent, Refusal> {
        forget_unused(&mut program);
        let sites = site::find(&program);
        let watches: Arc<[Watch]> = sites.watches(&program).into();
        let observed = Options {
            profile: true,
            watches: watches.clone(),
            check_order: true,
            check_layout: true,
            check_input: false,
            ..options.clone()
        };
        let Execution { outcome, stdout, steps, profile, watched, .. } = execute(&program, &observed, None).execution;
        let exit_code = exit_code(outcome)?;
        // Enough for all that edits add, and little enough for one that loops.
        let fuel = steps.saturating_mul(8).saturating_add(1_000_000).min(options.fuel);
        let options = Options { fuel, profile: false, trace: false, check_input: false, ..observed };
        let options = Options { watches: [].into(), ..options };
        let executed = profile.iter().filter(|&&count| count > 0).count();
        let watch_at = watches.iter().zip(0..).map(|(watch, at)| (watch.stmt, at)).collect();
        let texts = Vec::new();
        let largest_number = largest_number(&program);
        let mut parent = Parent {
            program,
            texts,
            stdout,
            exit_code,
            steps,
            executed,
            largest_number,
            sites,
            profile,
            watches,
            watched,
            watch_at,
            options,
            max_depth,
            execute,
        };
        parent.sites.mark_live(&parent.profile);
        parent.judge(&parent.program)?;
        parent.texts = print(&parent.program);
        Ok(parent)
    }

    /// The text of a program, if it does what the parent does.
    pub fn judge(&self, program: &Program) -> Result<Vec<Text>, Refusal> {
        let texts = print(program);
        let parsed = parse(&texts, *program.target(), self.max_depth)?;
        let execution = (self.execute)(&parsed, &self.options, None).execution;
        let exit_code = exit_code(execution.outcome)?;
        if exit_code != self.exit_code || execution.stdout != self.stdout {
            return Err(Refusal::Different);
        }
        Ok(texts.into_iter().enumerate().map(|(at, text)| prelude::add(text, self.texts.get(at))).collect())
    }

    /// Executes a program as it is, without its text, and repairs what is undefined.
    pub(super) fn repair(&self, program: &Program, watches: Vec<Watch>, repairer: &mut dyn Repairer) -> Repaired {
        let plain = Options { check_order: false, check_layout: false, ..self.options.clone() };
        (self.execute)(program, &Options { watches: watches.into(), ..plain }, Some(repairer))
    }

    /// The model of a variant's text, without what stands in front of it for other compilers.
    pub fn parsed(&self, texts: &[Text]) -> Result<Program, Refusal> {
        let plain = |text: &Text| Text { name: text.name.clone(), text: prelude::remove(&text.text) };
        parse(&texts.iter().map(plain).collect::<Vec<_>>(), *self.program.target(), self.max_depth)
    }

    /// With which variants are executed.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// What was seen whenever the statement was reached.
    pub(super) fn watched(&self, stmt: StmtId) -> Option<(&Watch, &Watched)> {
        let at = *self.watch_at.get(&stmt)? as usize;
        Some((&self.watches[at], self.watched.get(at)?))
    }

    /// Nothing of this unit changes: it is not under test.
    pub fn spare(&mut self, unit: u32) {
        for site in self.sites.all.iter_mut().filter(|site| site.unit == unit) {
            (site.is_replaceable, site.is_removable) = (false, false);
        }
    }

    /// Whether some statement was not executed and can go.
    pub fn has_unexecuted(&self) -> bool {
        self.sites.all.iter().any(|site| !site.is_live && site.is_removable)
    }
}

/// The texts of a program as its parent prints them: without declarations of system headers that nothing uses.
pub fn printed(mut program: Program) -> Vec<Text> {
    forget_unused(&mut program);
    print(&program)
}

fn exit_code(outcome: Outcome) -> Result<i32, Refusal> {
    match outcome {
        Outcome::Defined { exit_code } => Ok(exit_code),
        other => Err(Refusal::NotDefined(other)),
    }
}

fn print(program: &Program) -> Vec<Text> {
    let text = |at: usize| Text { name: program.units[at].name.clone(), text: lang::print::print_unit(program, at) };
    (0..program.units.len()).map(text).collect()
}

fn parse(texts: &[Text], target: lang::Target, max_depth: u32) -> Result<Program, Refusal> {
    let mut program = Program::new(target);
    let options = lang::parse::Options { max_depth };
    for unit in texts {
        lang::parse::parse(&mut program, &unit.name, unit.text.as_bytes().into(), &options)
            .map_err(|error| Refusal::Rejected(error.message))?;
    }
    Ok(program)
}

/// Names with longer numbers are no names of ours.
fn largest_number(program: &Program) -> u32 {
    let number = |name: &str| name[name.trim_end_matches(|c: char| c.is_ascii_digit()).len()..].parse::<u32>().ok();
    let numbers = program.names.iter().filter_map(number).filter(|&number| number < LONGEST);
    numbers.max().unwrap_or(0)
}

/// Larger numbers would need nine digits and more.
const LONGEST: u32 = 100_000_000;

/// Declarations of system headers that nothing uses: they make every variant longer than the program.
fn forget_unused(program: &mut Program) {
    let uses = Uses::new(program, Roots::All);
    for at in 0..program.units.len() {
        let items = std::mem::take(&mut program.units[at].items);
        let is_kept = |item: &Item| match *item {
            Item::Declare(func) => uses.function(func) || !program.source.is_system(program[func].loc),
            Item::Var(var) => program[var].defined || uses.var(var) > 0 || !program.source.is_system(program[var].loc),
            Item::Define(_) | Item::Asm(_) => true,
        };
        let items = items.into_iter().filter(is_kept).collect();
        program.units[at].items = items;
    }
}
