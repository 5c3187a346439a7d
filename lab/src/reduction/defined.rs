//! Whether candidates are defined, and what they print: the interpreter's word, asked before any compiler is.

use super::preprocessing::{changed, first_preprocessed, is_plain, preprocessed};
use super::{Error, Task, no_bench, target};
use crate::case::{Case, Expected};
use crate::observe::{Bench, text_of_bytes};
use interp::{Execution, Outcome};
use lang::ast::{Function, StmtKind};
use lang::{Program, parse};
use reduce::text::{Admission, Gate};
use reduce::{Goal, Sloppiness, Unit};
use source::language::TargetName;
use std::sync::Arc;

/// Candidates rarely run longer than the original; those that do run forever.
const FUEL_FACTOR: u64 = 4;
/// So that a program that hardly does anything may still do a little more.
const FUEL_FLOOR: u64 = 100_000;
/// The order of evaluation is checked by running again; beyond this it costs more than a compilation.
const FUEL_CEILING: u64 = 50_000_000;
/// Where the original itself is beyond the interpreter, candidates are executed only to see whether they are undefined
/// before they get there.
const GLANCE_FUEL: u64 = 2_000_000;

/// What the front end and the interpreter say of the original, and so what they must say of candidates.
pub struct Definedness {
    /// The original's preprocessed units, if the front end takes them, or why it does not.
    units: Result<Vec<Unit>, String>,
    /// What the original prints, if it is defined, or why it is not.
    expected: Result<Expected, Unknown>,
    demand: Demand,
    /// Types and declarations are all spelled out in the original's own files, which are these.
    explicit: bool,
    own: Vec<String>,
    /// Candidates are not sloppier.
    allowed: Sloppiness,
    fuel: u64,
    c90: bool,
}

/// Why it is not known what a program prints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// By which rule.
    Undefined(String),
    /// The interpreter or the front end cannot say.
    Beyond(String),
}

/// What candidates have to be.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Demand {
    Accepted,
    /// As far as the interpreter can tell.
    NotUndefined,
    Defined,
}

impl Unknown {
    pub fn why(&self) -> &str {
        match self {
            Unknown::Undefined(why) | Unknown::Beyond(why) => why,
        }
    }
}

impl Definedness {
    /// Asks about the original.
    pub fn of(task: &Task, benches: &mut [Bench]) -> Result<Definedness, Error> {
        let case = &task.case;
        let c90 = task.is_c90();
        let parsed = first_preprocessed(task, c90, benches)?.and_then(|units| {
            let program = program(&units, case.target)?;
            Ok((units, program))
        });
        let fuel = benches.first().ok_or_else(no_bench)?.limits.fuel.min(FUEL_CEILING);
        let run = match &parsed {
            Ok((_, program)) => execution(program, fuel, c90),
            Err(why) => Err(Unknown::Beyond(why.clone())),
        };
        let (expected, fuel) = match run {
            Ok((expected, steps)) => (Ok(expected), (steps.saturating_mul(FUEL_FACTOR) + FUEL_FLOOR).min(fuel)),
            Err(unknown) => (Err(unknown), GLANCE_FUEL.min(fuel)),
        };
        let own: Vec<String> = case.files.iter().map(|file| file.name.clone()).collect();
        let explicit = parsed.as_ref().is_ok_and(|(units, program)| is_explicit(program, units, &own));
        let allowed = parsed.as_ref().map_or(Sloppiness::ALL, |(_, program)| reduce::sloppiness(program));
        let units = parsed.map(|(units, _)| units);
        Ok(Definedness { units, expected, demand: Demand::Accepted, explicit, own, allowed, fuel, c90 })
    }

    /// From now on candidates must be what the original is: defined, or not known to be undefined.
    pub fn require(&mut self) {
        self.demand = match self.expected {
            Ok(_) => Demand::Defined,
            Err(Unknown::Beyond(_)) => Demand::NotUndefined,
            Err(Unknown::Undefined(_)) => Demand::Accepted,
        };
    }

    /// The original's preprocessed units, if they are within the model.
    pub fn units(&self) -> Result<&[Unit], &str> {
        self.units.as_deref().map_err(String::as_str)
    }

    /// Whether programs mean what they mean in C90.
    pub fn is_c90(&self) -> bool {
        self.c90
    }

    /// The original with its units preprocessed, where that changes them.
    pub fn preprocessed(&self, case: &Case) -> Option<Case> {
        changed(case, self.units.as_ref().ok()?)
    }

    /// What the reducer may assume about candidates.
    pub fn goal(&self) -> Goal {
        match self.demand {
            Demand::Accepted => Goal::Crash,
            Demand::NotUndefined => Goal::Open,
            Demand::Defined => Goal::WrongCode,
        }
    }

    /// What the original prints, or why that is not known.
    pub fn expected(&self) -> Result<&Expected, &Unknown> {
        self.expected.as_ref()
    }

    /// Whether a candidate is what the original is, and what it prints if that matters. `None` refuses it.
    pub fn admit(&self, case: &Case, bench: &mut Bench) -> Option<Option<Expected>> {
        // Where it did not take the original it may still take this.
        let is_lenient = self.units.is_err();
        if is_lenient && self.demand == Demand::Accepted {
            return Some(None);
        }
        let units = preprocessed(case, self.c90, bench);
        let parsed = units.and_then(|units| program(&units, case.target).map(|program| (program, units)));
        match parsed {
            Ok((program, units)) => self.admit_program(&program, &units),
            Err(_) => is_lenient.then_some(None),
        }
    }

    fn admit_program(&self, program: &Program, units: &[Unit]) -> Option<Option<Expected>> {
        // Newer compilers refuse what C89 left implicit and what they used to warn about, and people find it ugly.
        let is_sloppier = !reduce::sloppiness(program).is_within(self.allowed);
        if is_sloppier || self.explicit && !is_explicit(program, units, &self.own) {
            return None;
        }
        if self.demand == Demand::Accepted {
            return Some(None);
        }
        match execution(program, self.fuel, self.c90) {
            Ok((expected, _)) => Some(Some(expected)),
            Err(Unknown::Beyond(_)) if self.demand == Demand::NotUndefined => Some(None),
            Err(_) => None,
        }
    }
}

/// Refuses candidates of the textual stage without a process, where they need no preprocessor.
pub struct Gatekeeper<'a> {
    definedness: &'a Definedness,
    case: &'a Case,
    /// Names of functions that are defined elsewhere, where a candidate may have others that nobody defines: it is
    /// enough that the front end takes it.
    elsewhere: Option<Vec<String>>,
    /// How functions of the library are declared: what else the text says of them is wrong, though nothing tells.
    library: Vec<String>,
}

impl<'a> Gatekeeper<'a> {
    /// For a search that begins with these files.
    pub fn new(task: &'a Task, definedness: &'a Definedness, start: &[Unit]) -> Gatekeeper<'a> {
        let mut gatekeeper = Gatekeeper { definedness, case: &task.case, elsewhere: None, library: Vec::new() };
        if definedness.demand == Demand::Accepted {
            let original = definedness.units().ok().and_then(|units| program(units, task.case.target).ok());
            gatekeeper.elsewhere = original.map(|program| undefined(&program).map(String::from).collect());
        }
        gatekeeper.library = gatekeeper.parsed(start).map(|program| gatekeeper.foreign(&program)).unwrap_or_default();
        gatekeeper
    }

    /// The program, if that takes no preprocessor.
    fn parsed(&self, files: &[Unit]) -> Option<Program> {
        let sources = self.sources(files);
        self.are_plain(&sources).then(|| program(&sources, self.case.target).ok()).flatten()
    }

    /// Whether nothing but their text decides what these units mean.
    fn are_plain(&self, units: &[Unit]) -> bool {
        units.iter().all(|unit| is_plain(unit, self.case, self.definedness.c90))
    }

    /// The declarations of functions that are defined elsewhere, as they are printed.
    fn foreign(&self, program: &Program) -> Vec<String> {
        let is_elsewhere =
            |name: &&str| self.elsewhere.as_ref().is_none_or(|names| names.iter().any(|other| other == name));
        let names: Vec<String> = undefined(program).filter(is_elsewhere).map(|name| format!("{name}(")).collect();
        if names.is_empty() {
            return Vec::new();
        }
        let text = lang::print::print(program);
        let is_foreign =
            |line: &&str| line.ends_with(';') && !line.starts_with(' ') && names.iter().any(|name| line.contains(name));
        text.lines().filter(is_foreign).map(String::from).collect()
    }

    fn sources(&self, files: &[Unit]) -> Vec<Unit> {
        files.iter().filter(|unit| is_source(self.case, &unit.name)).cloned().collect()
    }
}

impl Gate for Gatekeeper<'_> {
    fn admit(&self, files: &[Unit]) -> Admission {
        let sources = self.sources(files);
        if self.definedness.units.is_err() || !self.are_plain(&sources) {
            return Admission::Admitted(None);
        }
        let Ok(program) = program(&sources, self.case.target) else { return Admission::Refused };
        if !self.foreign(&program).iter().all(|declaration| self.library.contains(declaration)) {
            return Admission::Refused;
        }
        match self.definedness.admit_program(&program, &sources) {
            Some(expected) => Admission::Admitted(expected.map(raw)),
            None => Admission::Refused,
        }
    }
}

/// The names of functions without a definition.
fn undefined(program: &Program) -> impl Iterator<Item = &str> {
    program.functions.iter().filter(|function| function.body.is_none()).map(|function| program.name(function.name))
}

/// As the reducer knows it.
pub fn raw(expected: Expected) -> reduce::Expected {
    reduce::Expected { stdout: expected.stdout.into_bytes(), exit_code: expected.exit_code }
}

pub(super) fn is_source(case: &Case, name: &str) -> bool {
    case.sources().any(|source| source == name)
}

pub(super) fn program(units: &[Unit], name: TargetName) -> Result<Program, String> {
    let mut program = Program::new(target(name));
    let units = units.iter().map(|unit| (unit.name.as_str(), Arc::from(unit.text.as_bytes())));
    parse::parse_units(&mut program, units, &parse::Options::default()).map_err(|error| error.to_string())?;
    Ok(program)
}

/// The units as the model prints them, if the model takes them all.
pub fn printed(units: &[Unit], name: TargetName) -> Option<Vec<Unit>> {
    let program = program(units, name).ok()?;
    let print = |(index, unit): (usize, &Unit)| Unit {
        name: unit.name.clone(),
        text: lang::print::print_unit(&program, index),
    };
    Some(units.iter().enumerate().map(print).collect())
}

/// What it prints and how many steps it takes, or why that is not known.
fn execution(program: &Program, fuel: u64, c90: bool) -> Result<(Expected, u64), Unknown> {
    if c90 && !is_main_returning(program) {
        let why = "C90 leaves open how a program ends whose `main` ends without `return`";
        return Err(Unknown::Beyond(why.to_string()));
    }
    let options = interp::Options { fuel, max_stdout: 1 << 20, check_layout: true, ..interp::Options::default() };
    let Execution { outcome, stdout, steps, .. } = interp::run(program, &options);
    match outcome {
        Outcome::Defined { exit_code } => Ok((Expected { stdout: text_of_bytes(&stdout), exit_code }, steps)),
        Outcome::Undefined(ub) => {
            let (rule, clause) = (ub.rule.name(), ub.clause);
            Err(Unknown::Undefined(format!("undefined behaviour: {} ({rule}, {clause})", ub.message)))
        }
        Outcome::Unsupported { what, .. } => Err(Unknown::Beyond(format!("beyond the interpreter: {what}"))),
        Outcome::OutOfFuel => Err(Unknown::Beyond("it runs too long for the interpreter".to_string())),
    }
}

/// Whether `main` ends with a `return` that has a value.
fn is_main_returning(program: &Program) -> bool {
    let is_main = |function: &&Function| function.body.is_some() && program.name(function.name) == "main";
    let Some(body) = program.functions.iter().find(is_main).and_then(|main| main.body) else { return true };
    let StmtKind::Block(list) = program[body].kind else { return false };
    program.stmt_list(list).last().is_some_and(|last| matches!(program[*last].kind, StmtKind::Return(Some(_))))
}

/// Whether the text spells everything out: no type is left to be `int`, no function without a prototype. What headers of
/// the library leave out is not the program's fault.
fn is_explicit(program: &Program, units: &[Unit], own: &[String]) -> bool {
    let is_own = |function: &lang::ast::Function| {
        program.source.position(function.loc).is_none_or(|position| is_named(&position.file, own))
    };
    let is_vague = |function: &lang::ast::Function| {
        let prototyped = program.types.function_type(function.ty).is_none_or(|ty| ty.prototyped);
        (function.is_implicit || !prototyped) && is_own(function)
    };
    !program.functions.iter().any(is_vague) && units.iter().all(|unit| reduce::text::is_explicit(&own_text(unit, own)))
}

fn is_named(file: &str, own: &[String]) -> bool {
    let file = file.strip_prefix("./").unwrap_or(file);
    own.iter().any(|name| name == file)
}

/// The lines of a preprocessed unit that do not come from headers of the library.
fn own_text(unit: &Unit, own: &[String]) -> String {
    let mut is_own = true;
    let mut text = String::with_capacity(unit.text.len());
    for line in unit.text.lines() {
        match marked_file(line) {
            Some(file) => is_own = is_named(file, own),
            None if is_own => text.extend([line, "\n"]),
            None => {}
        }
    }
    text
}

/// `# 12 "init.h" 1`, as preprocessors write it.
fn marked_file(line: &str) -> Option<&str> {
    let rest = line.strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let name = rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start().strip_prefix('"')?;
    rest.starts_with(|c: char| c.is_ascii_digit()).then(|| name.split('"').next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_headers_of_the_library_leave_out_is_not_the_programs_fault() {
        let own = ["test.c".to_string(), "init.h".to_string()];
        let header = "# 1 \"/usr/include//stdio.h\" 3\nextern x; f();\n";
        let check = |text: &str| {
            let units = [Unit { name: "test.c".to_string(), text: format!("# 1 \"test.c\"\n{header}{text}") }];
            let program = program(&units, TargetName::X86_64).unwrap();
            is_explicit(&program, &units, &own)
        };
        assert!(check("# 2 \"test.c\" 2\nint main(void) { return 0; }\n"));
        assert!(check("# 1 \"./init.h\" 1\nint a;\n"));
        assert!(!check("# 2 \"test.c\" 2\nmain(void) { return 0; }\n"));
        assert!(!check("# 1 \"./init.h\" 1\nextern a;\n"));
        assert!(!check("# 1 \"./init.h\" 1\nint a(); int main(void) { return a(); }\n"));
    }
}
