//! Where the wrong value first appears: every assignment of the program is followed by a checkpoint that prints what was
//! assigned, and the compiler's checkpoints are compared with the interpreter's.
//!
//! Checkpoints change what a compiler sees, so that the bug may hide; then fewer are tried, and at last the expression
//! that the program prints has to do.

mod operation;
mod site;

pub use operation::{describe, operators};

use super::trial::Trial;
use crate::case::Case;
use crate::compiler::{Build, Compiler};
use crate::observe::{Bench, Outcome};
use crate::origin::reference;
use crate::reduction;
use lang::{ExprId, Program, parse};
use serde::{Deserialize, Serialize};
use site::{Site, with_checkpoints};
use source::recipe::Language;

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
    /// The value that must be assigned, and the one that is; none where only the program's output is known.
    pub values: Option<(String, String)>,
}

/// The first assignment whose value is wrong, or else what the program prints.
pub fn divergence(trial: &mut Trial, compiler: &Compiler, flags: &[String]) -> Option<Divergence> {
    if trial.is_over() {
        return None;
    }
    let case = trial.case;
    let program = parsed(trial.bench, case)?;
    let sites = site::sites(&program);
    let mut probe = Probe { bench: trial.bench, case, program: &program, compiler, flags };
    let found = probe.search(&sites);
    // The trial goes on with the case itself.
    let _ = trial.bench.lay_out(case);
    match found {
        Some((site, values)) => Some(assignment(&program, site, values)),
        None => printed(&program),
    }
}

/// The program as the front end sees it.
fn parsed(bench: &mut Bench, case: &Case) -> Option<Program> {
    if case.language != Language::C {
        return None;
    }
    let mut program = Program::new(reduction::target(case.target));
    for unit in case.sources().map(str::to_string).collect::<Vec<_>>() {
        let text = bench.preprocess(case, &unit).ok()?;
        parse::parse(&mut program, &unit, text.into_bytes().into(), &parse::Options::default()).ok()?;
    }
    Some(program)
}

struct Probe<'a> {
    bench: &'a mut Bench,
    case: &'a Case,
    program: &'a Program,
    compiler: &'a Compiler,
    flags: &'a [String],
}

/// What a set of checkpoints tells.
enum Told {
    /// The first that is wrong, with the right value and the wrong one.
    Wrong(usize, (String, String)),
    /// All checkpoints are right, or the bug hides from them.
    Nothing,
}

impl Probe<'_> {
    /// All checkpoints at once, then halves, quarters and so on.
    fn search(&mut self, sites: &[Site]) -> Option<(Site, (String, String))> {
        let mut sets: Vec<Vec<Site>> = vec![sites.to_vec()];
        let mut tried = 0;
        while let Some(set) = sets.first().cloned() {
            sets.remove(0);
            if set.is_empty() || tried == SETS {
                break;
            }
            tried += 1;
            match self.told(&set) {
                Told::Wrong(at, values) => return Some((*set.get(at)?, values)),
                Told::Nothing if set.len() > 1 => {
                    let (front, back) = set.split_at(set.len() / 2);
                    sets.extend([front.to_vec(), back.to_vec()]);
                }
                Told::Nothing => {}
            }
        }
        None
    }

    fn told(&mut self, set: &[Site]) -> Told {
        self.lines(set).and_then(|(right, wrong)| first_difference(&right, &wrong)).unwrap_or(Told::Nothing)
    }

    /// What the interpreter and the compiler print with these checkpoints.
    fn lines(&mut self, set: &[Site]) -> Option<(String, String)> {
        let case = self.instrumented(set)?;
        self.bench.lay_out(&case).ok()?;
        let fuel = self.bench.limits.fuel;
        let expected = reference::expected(self.bench, &case, fuel).ok()?;
        let case = Case { expected: Some(expected.clone()), ..case };
        let build = Build { compiler: self.compiler, flags: self.flags.to_vec() };
        match self.bench.observe(&case, &build).outcome {
            Outcome::Ran { stdout, .. } | Outcome::Died { stdout, .. } => Some((expected.stdout, stdout)),
            _ => None,
        }
    }

    fn instrumented(&self, set: &[Site]) -> Option<Case> {
        let program = with_checkpoints(self.program, set, MARK)?;
        let mut case = self.case.clone();
        for (index, unit) in self.case.sources().enumerate() {
            let file = case.files.iter_mut().find(|file| file.name == unit)?;
            file.text = lang::print::print_unit(&program, index);
        }
        Some(case)
    }
}

/// The first line that differs, if it is a checkpoint in both.
fn first_difference(right: &str, wrong: &str) -> Option<Told> {
    let (right, wrong) = right.lines().zip(wrong.lines()).find(|(right, wrong)| right != wrong)?;
    let ((number, right), (other, wrong)) = (checkpoint(right)?, checkpoint(wrong)?);
    // Another checkpoint than the expected one is a wrong turn, not a wrong value.
    (number == other).then(|| Told::Wrong(number, (right.to_string(), wrong.to_string())))
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
    }
}

/// What the program prints; all of a reduced program is there to compute it.
fn printed(program: &Program) -> Option<Divergence> {
    let printed = site::printed(program);
    let everything: Vec<ExprId> = site::expressions(program);
    let first = printed.first().or(everything.first())?;
    Some(Divergence {
        operation: describe(program, *first),
        operators: operators(program, &everything),
        text: String::new(),
        values: None,
    })
}

#[cfg(test)]
mod tests {
    use super::{Told, first_difference};

    #[test]
    fn the_first_checkpoint_that_differs_is_told() {
        let told = first_difference("@gadfly 0 = 1\n@gadfly 2 = 5\nx\n", "@gadfly 0 = 1\n@gadfly 2 = 4\ny\n");
        assert!(matches!(told, Some(Told::Wrong(2, (right, wrong))) if right == "5" && wrong == "4"));
        assert!(first_difference("@gadfly 0 = 1\nx\n", "@gadfly 0 = 1\ny\n").is_none());
        assert!(first_difference("@gadfly 0 = 1\n", "@gadfly 1 = 1\n").is_none());
    }
}
