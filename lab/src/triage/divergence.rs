//! Where the wrong value first appears: every assignment of the program is followed by a checkpoint that prints what was
//! assigned, and the compiler's checkpoints are compared with the interpreter's.
//!
//! Checkpoints change what a compiler sees, so that the bug may hide; then fewer are tried, and others that only store what
//! was assigned, for `main` to print at its end. Where all of them are right and the one value that the program prints is
//! not, it is that one.

mod clause;
mod operation;
mod site;

pub use operation::{describe, operators};

use super::trial::Trial;
use crate::case::Case;
use crate::compiler::{Build, Compiler};
use crate::observe::{Bench, Outcome};
use crate::reduction;
use crate::sources::reference;
use lang::{ExprId, Program, parse};
use serde::{Deserialize, Serialize};
use site::{Site, Way, with_checkpoints};
use source::language::Language;
use std::collections::VecDeque;

/// Checkpoints that are printed as lines that no program of ours prints.
const MARK: &str = "@gadfly";

/// The most sets of checkpoints that are tried.
const SETS: usize = 12;

/// The first wrong value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Divergence {
    /// What computes it: `int >> int`.
    pub operation: String,
    /// Every operator that is involved, sorted.
    pub operators: Vec<String>,
    /// The assignment as it stands in the program.
    pub text: String,
    /// The right value and the wrong one.
    pub values: Option<(String, String)>,
    /// What computes it, as the program says it: `a >> 1`.
    #[serde(default)]
    pub expression: String,
    /// What the standard says of the operation, with its clause.
    #[serde(default)]
    pub clause: Option<String>,
}

/// The first value that is wrong, if a checkpoint or what the program prints shows one, and every operator of the
/// program, sorted.
pub fn divergence(trial: &mut Trial, compiler: &Compiler, flags: &[String]) -> (Option<Divergence>, Vec<String>) {
    let case = trial.case;
    let Some(program) = (!trial.is_over()).then(|| parsed(trial.bench, case)).flatten() else {
        return (None, Vec::new());
    };
    let sites = site::sites(&program);
    let mut probe = Probe { bench: trial.bench, case, program: &program, compiler, flags, way: Way::Print };
    let found = probe.printed(&sites).or_else(|| probe.logged(&sites));
    // The trial goes on with the case itself.
    let _ = trial.bench.lay_out(case);
    let divergence = found.map(|found| match found {
        Found::Assigned(site, values) => assignment(&program, site, values),
        Found::Printed(expr, values) => printed(&program, expr, values),
    });
    (divergence, operators(&program, &site::expressions(&program)))
}

/// What checkpoints need. A unit that has another `fflush`, as `<stdio.h>` does, keeps its own.
const DECLARATIONS: [&str; 3] =
    ["int printf(const char *, ...);\nint fflush(void *);\n", "int printf(const char *, ...);\n", ""];

/// The program as the front end sees it, with declarations of what checkpoints call.
fn parsed(bench: &mut Bench, case: &Case) -> Option<Program> {
    if case.language != Language::C {
        return None;
    }
    let mut program = Program::new(reduction::target(case.target));
    for unit in case.sources().map(str::to_string).collect::<Vec<_>>() {
        let text = bench.preprocess(case, &unit).ok()?;
        program = DECLARATIONS.iter().find_map(|declarations| with_unit(&program, &unit, declarations, &text))?;
    }
    Some(program)
}

fn with_unit(program: &Program, unit: &str, declarations: &str, text: &str) -> Option<Program> {
    let mut program = program.clone();
    let text = format!("{}{declarations}{text}", site::log_declaration());
    parse::parse(&mut program, unit, text.into_bytes().into(), &parse::Options::default()).ok()?;
    Some(program)
}

struct Probe<'a> {
    bench: &'a mut Bench,
    case: &'a Case,
    program: &'a Program,
    compiler: &'a Compiler,
    flags: &'a [String],
    way: Way,
}

/// Where the first wrong value is, with the right value and the wrong one.
enum Found {
    Assigned(Site, (String, String)),
    Printed(ExprId, (String, String)),
}

/// What a set of checkpoints tells.
enum Told {
    /// The first that is wrong, with the right value and the wrong one.
    Wrong(usize, (String, String)),
    /// All checkpoints are right, and the first line of the program itself that is not.
    Printed((String, String)),
    /// All checkpoints are right, or the bug hides from them.
    Nothing,
}

/// All sites at once, then halves, quarters and so on, until a set of them tells something.
fn narrowed<T>(sites: &[Site], mut told: impl FnMut(&[Site]) -> Option<T>) -> Option<T> {
    let mut sets = VecDeque::from([sites.to_vec()]);
    for _ in 0..SETS {
        let set = sets.pop_front()?;
        let found = told(&set);
        if found.is_some() {
            return found;
        }
        if set.len() > 1 {
            let (front, back) = set.split_at(set.len() / 2);
            sets.extend([front.to_vec(), back.to_vec()]);
        }
    }
    None
}

impl Probe<'_> {
    /// By checkpoints that print at once.
    fn printed(&mut self, sites: &[Site]) -> Option<Found> {
        let printed = site::printed(self.program);
        narrowed(sites, |set| match (self.told(set), printed) {
            (Told::Wrong(at, values), _) => Some(Found::Assigned(*set.get(at)?, values)),
            // With fewer checkpoints, the wrong value may have been assigned where there is none.
            (Told::Printed(values), Some(expr)) if set.len() == sites.len() => Some(Found::Printed(expr, values)),
            _ => None,
        })
    }

    /// By checkpoints that log, which hide less from a compiler.
    fn logged(&mut self, all: &[Site]) -> Option<Found> {
        let can_log = |site: &&Site| site::is_logged(self.program, site);
        let sites: Vec<Site> = all.iter().filter(can_log).take(site::SLOTS).copied().collect();
        self.way = Way::Print;
        let order = self.order(&sites)?;
        self.way = Way::Log;
        let printed = site::printed(self.program);
        narrowed(&sites, |set| {
            let (right, wrong) = self.lines(set)?;
            let place = |number: usize| order[sites.iter().position(|site| Some(site) == set.get(number))?];
            let differences: Vec<_> = differences(&right, &wrong).collect();
            let first = differences.iter().filter(|(number, _)| place(*number).is_some());
            match first.min_by_key(|(number, _)| place(*number)) {
                Some((number, values)) => Some(Found::Assigned(*set.get(*number)?, values.clone())),
                // A wrong turn, not a wrong value.
                None if !differences.is_empty() => None,
                // As above.
                None if set.len() == all.len() => Some(Found::Printed(printed?, other_line(&right, &wrong)?)),
                None => None,
            }
        })
    }

    /// When each site is executed for the last time, as the interpreter sees it, if it is: that is what the log keeps.
    fn order(&mut self, sites: &[Site]) -> Option<Vec<Option<usize>>> {
        let case = self.instrumented(sites)?;
        self.bench.lay_out(&case).ok()?;
        let fuel = self.bench.limits.fuel;
        let trace = reference::expected(self.bench, &case, fuel).ok()?.stdout;
        let mut order = vec![None; sites.len()];
        for (time, line) in trace.lines().enumerate() {
            if let Some(last) = checkpoint(line).and_then(|(number, _)| order.get_mut(number)) {
                *last = Some(time);
            }
        }
        Some(order)
    }

    fn told(&mut self, set: &[Site]) -> Told {
        self.lines(set).and_then(|(right, wrong)| first_difference(&right, &wrong)).unwrap_or(Told::Nothing)
    }

    /// What the interpreter and the compiler print with these checkpoints.
    fn lines(&mut self, set: &[Site]) -> Option<(String, String)> {
        let (expected, outcome) = self.seen(set)?;
        match outcome {
            Outcome::Ran { stdout, .. } => Some((expected, stdout)),
            // What a program has not written yet is lost when it dies.
            Outcome::Died { .. } if self.way == Way::Print => {
                self.way = Way::Flush;
                self.lines(set)
            }
            // The last line may be half a line.
            Outcome::Died { stdout, .. } => Some((expected, stdout[..=stdout.rfind('\n')?].to_string())),
            _ => None,
        }
    }

    fn seen(&mut self, set: &[Site]) -> Option<(String, Outcome)> {
        let case = self.instrumented(set)?;
        self.bench.lay_out(&case).ok()?;
        let fuel = self.bench.limits.fuel;
        let expected = reference::expected(self.bench, &case, fuel).ok()?;
        let case = Case { expected: Some(expected.clone()), ..case };
        let build = Build { compiler: self.compiler, flags: self.flags.to_vec() };
        Some((expected.stdout, self.bench.observe(&case, &build).outcome))
    }

    fn instrumented(&self, set: &[Site]) -> Option<Case> {
        let program = with_checkpoints(self.program, set, MARK, self.way)?;
        let mut case = self.case.clone();
        for (index, unit) in self.case.sources().enumerate() {
            let file = case.files.iter_mut().find(|file| file.name == unit)?;
            file.text = lang::print::print_unit(&program, index);
            if self.way == Way::Log && site::has_main(&program, index) {
                file.text.push_str(&site::log_definition());
            }
        }
        Some(case)
    }
}

/// The first line that differs, if it is a checkpoint in both or in neither.
fn first_difference(right: &str, wrong: &str) -> Option<Told> {
    let (right, wrong) = right.lines().zip(wrong.lines()).find(|(right, wrong)| right != wrong)?;
    match (checkpoint(right), checkpoint(wrong)) {
        (Some((number, right)), Some((other, wrong))) if number == other => {
            Some(Told::Wrong(number, (right.to_string(), wrong.to_string())))
        }
        // Another checkpoint than the expected one is a wrong turn, not a wrong value.
        (Some(_), _) | (_, Some(_)) => None,
        (None, None) => Some(Told::Printed((right.to_string(), wrong.to_string()))),
    }
}

/// The first line of the program itself that differs.
fn other_line(right: &str, wrong: &str) -> Option<(String, String)> {
    let [right, wrong] = [right, wrong].map(|text| text.lines().filter(|line| checkpoint(line).is_none()));
    right.zip(wrong).find(|(right, wrong)| right != wrong).map(|(right, wrong)| (right.to_string(), wrong.to_string()))
}

/// Checkpoints with other values, with the right value and the wrong one.
fn differences<'a>(right: &'a str, wrong: &'a str) -> impl Iterator<Item = (usize, (String, String))> + 'a {
    let checkpoints = |text: &'a str| text.lines().filter_map(checkpoint);
    let pairs = checkpoints(right).zip(checkpoints(wrong));
    pairs
        .filter(|(right, wrong)| right.0 == wrong.0 && right.1 != wrong.1)
        .map(|((number, right), (_, wrong))| (number, (right.to_string(), wrong.to_string())))
}

/// `@gadfly 3 = -17`.
fn checkpoint(line: &str) -> Option<(usize, &str)> {
    let (number, value) = line.strip_prefix(MARK)?.split_once('=')?;
    Some((number.trim().parse().ok()?, value.trim()))
}

fn assignment(program: &Program, site: Site, values: (String, String)) -> Divergence {
    Divergence {
        operation: describe(program, site.value),
        operators: operators(program, &[site.value]),
        text: site::text(program, site),
        values: Some(values),
        expression: operation::expression(program, site.value),
        clause: clause::clause(program, site.value).map(str::to_string),
    }
}

fn printed(program: &Program, expr: ExprId, values: (String, String)) -> Divergence {
    Divergence {
        operation: describe(program, expr),
        operators: operators(program, &[expr]),
        text: String::new(),
        values: Some(values),
        expression: operation::expression(program, expr),
        clause: clause::clause(program, expr).map(str::to_string),
    }
}

#[cfg(test)]
mod tests {
    use super::{Told, differences, first_difference};

    #[test]
    fn a_log_tells_every_value_that_differs() {
        let told: Vec<_> =
            differences("x\n@gadfly 0 = 1\n@gadfly 1 = 2\n", "y\n@gadfly 0 = 1\n@gadfly 1 = 3\n").collect();
        assert_eq!(told, [(1, ("2".to_string(), "3".to_string()))]);
    }

    #[test]
    fn the_first_checkpoint_that_differs_is_told() {
        let told = first_difference("@gadfly 0 = 1\n@gadfly 2 = 5\nx\n", "@gadfly 0 = 1\n@gadfly 2 = 4\ny\n");
        assert!(matches!(told, Some(Told::Wrong(2, (right, wrong))) if right == "5" && wrong == "4"));
        let told = first_difference("@gadfly 0 = 1\nx\n", "@gadfly 0 = 1\ny\n");
        assert!(matches!(told, Some(Told::Printed((right, wrong))) if right == "x" && wrong == "y"));
        assert!(first_difference("@gadfly 0 = 1\nx\n", "@gadfly 0 = 1\n@gadfly 0 = 1\n").is_none());
        assert!(first_difference("@gadfly 0 = 1\n", "@gadfly 1 = 1\n").is_none());
    }
}
