//! One build of a case that is wrong, and whether another case is wrong in the same way.

use super::build::{Allowance, Workplace};
use super::guard::Guard;
use crate::case::{Case, Expected};
use crate::compiler::{Build, Compiler};
use crate::observe::Outcome;
use crate::observe::signature::{functions, refusal};
use crate::oracle::Kind;
use crate::signal::signal_name;
use serde::{Deserialize, Serialize};

/// CPU time of one execution of a candidate, unless the original needs more: what is much slower is of no use.
const RUN_CPU_MS: u64 = 1_000;
/// A compiler that hangs is given up after this part of its limit: every candidate that shows the hang costs as much.
const HANG_PART: u64 = 5;

/// How often a program is run before it is said to be wrong always in the same way.
pub const RUNS: u32 = 3;

/// In how many runs a program did the same.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Steadiness {
    /// Runs that did what the first one did, which is among them.
    pub same: u32,
    /// All of them.
    pub runs: u32,
}

impl Steadiness {
    /// Whether every run did the same.
    pub fn is_steady(self) -> bool {
        self.same == self.runs
    }
}

/// The interpreter does not, and there is no reference.
pub(super) const NOBODY_KNOWS: &str = "nobody knows what it should print";

/// A build, and what is wrong with it.
#[derive(Clone, Debug)]
pub struct Accusation {
    /// Found out from the original if not given.
    pub kind: Option<Kind>,
    /// The accused one.
    pub compiler: Compiler,
    /// Of the accused build, but for those that every compilation has.
    pub flags: Vec<String>,
    /// A crash's.
    pub signature: Option<String>,
    /// Objects and program are made by different processes of the compiler, as a hunt does it, even if there is only
    /// one unit. Found out from the original if false does not show it.
    pub separately: bool,
    /// Programs may take as long as in a hunt. Found out from the original.
    pub slow: bool,
    /// The original's program does the same wrong thing every time it runs, so candidates' must as well. Found out from
    /// the original.
    pub steady: bool,
    /// Functions that the compiler names as it crashes. Found out from the original.
    pub blamed: Vec<String>,
    /// A build that is believed: it agrees with the interpreter where that knows, and speaks for it where not.
    pub reference: Option<Reference>,
}

/// A build that is believed, and what notices undefined behaviour for it.
#[derive(Clone, Debug)]
pub struct Reference {
    /// Another one than the accused, or the same with other flags.
    pub compiler: Compiler,
    /// With which it is believed.
    pub flags: Vec<String>,
    /// Stands in for the interpreter where that does not know. Found out from the original.
    pub guard: Option<Guard>,
}

/// What is wrong with a build, exactly enough to see it again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Symptom {
    /// What the program prints is wrong, and its exit code is right.
    Output,
    /// Both are wrong: it may be two bugs.
    OutputAndCode,
    /// It prints the right thing and ends with the wrong code.
    ExitCode,
    /// By which signal.
    Died(i32),
    /// It does not end in its time.
    Endless,
    /// With this signature.
    Crash(String),
    /// The compiler does not end in its time.
    Hang,
    /// The compiler's message, without names and numbers.
    Rejection(String),
}

impl Accusation {
    /// From now on it is this that is wrong.
    pub(super) fn settle(&mut self, symptom: &Symptom) {
        self.kind = Some(symptom.kind());
        if let Symptom::Crash(signature) = symptom {
            self.signature = Some(signature.clone());
        }
    }

    /// The accused build, as a bench takes it.
    pub fn build(&self) -> Build<'_> {
        Build { compiler: &self.compiler, flags: self.flags.clone() }
    }

    /// What is wrong with the original; finds out how it has to be built and how long it runs.
    pub(super) fn first_symptom(
        &mut self,
        workplace: &mut Workplace,
        case: &Case,
        expected: Option<&Expected>,
    ) -> Result<Symptom, String> {
        let mut symptom = self.symptom(workplace, case, expected);
        if let Err(seen) = &symptom
            && !self.separately
        {
            self.separately = true;
            symptom = self.symptom(workplace, case, expected).map_err(|_| seen.clone());
        }
        if symptom == Ok(Symptom::Endless) {
            // A slow program is not an endless one; one that is, is known by the usual time.
            self.slow = true;
            symptom = self.symptom(workplace, case, expected);
            self.slow = symptom != Ok(Symptom::Endless);
        }
        if let Ok(Symptom::Crash(_)) = symptom {
            self.blamed = functions(&workplace.complaint);
        }
        self.steady = true;
        self.steady = symptom.is_ok() && self.symptom(workplace, case, expected) == symptom;
        symptom
    }

    /// What is wrong with this case, or what was seen instead. `expected` is the interpreter's word.
    pub(super) fn symptom(
        &self,
        workplace: &mut Workplace,
        case: &Case,
        expected: Option<&Expected>,
    ) -> Result<Symptom, String> {
        let allowance = self.allowance(workplace);
        let outcome = match self.kind {
            Some(Kind::Crash | Kind::Hang | Kind::RejectsValid) => match self.compiled(workplace, case, &allowance) {
                Ok(()) => return Err(format!("{} compiles it", self.build().label())),
                Err(outcome) => outcome,
            },
            _ => workplace.outcome(case, &self.build(), &allowance),
        };
        let symptom = self.seen(workplace, case, expected, outcome.clone())?;
        if !self.admits(&symptom) {
            return Err(format!("{}, which is something else", describe(&symptom)));
        }
        if self.steady && !self.repeats(workplace, case, &outcome) {
            return Err(format!("{}, but not the same every time", describe(&symptom)));
        }
        Ok(symptom)
    }

    /// Whether the program, which was built and run once, does the same again.
    fn repeats(&self, workplace: &mut Workplace, case: &Case, before: &Outcome) -> bool {
        // What does not end takes as long as it may, and compilers say themselves why they fail.
        if !matches!(before, Outcome::Ran { .. } | Outcome::Died { .. }) {
            return true;
        }
        let allowance = self.allowance(workplace);
        (1..RUNS).all(|_| {
            // The reference's program took the place of this one.
            let again = match self.reference {
                None => workplace.execute(&self.build(), &allowance),
                Some(_) => workplace.outcome(case, &self.build(), &allowance),
            };
            again == *before
        })
    }

    /// What the build makes of a case, and in how many of how many tries it is that.
    pub(super) fn outcomes(&self, workplace: &mut Workplace, case: &Case) -> (Outcome, Steadiness) {
        let allowance = self.allowance(workplace);
        let mut outcome = || workplace.outcome(case, &self.build(), &allowance);
        let first = outcome();
        let runs = if matches!(first, Outcome::Endless { .. }) { 1 } else { RUNS };
        let same = 1 + (1..runs).filter(|_| outcome() == first).count() as u32;
        (first, Steadiness { same, runs })
    }

    /// Whether the compiler refuses a case, whatever it would make of it.
    pub(super) fn refuses(&self, workplace: &mut Workplace, case: &Case) -> bool {
        let allowance = self.allowance(workplace);
        let build = Build { compiler: &self.compiler, flags: Vec::new() };
        matches!(workplace.compile(case, &build, &allowance), Err(Outcome::Rejected { .. }))
    }

    /// Whether the build does with a case what is expected, if it makes a program of it.
    pub(super) fn is_right(&self, workplace: &mut Workplace, case: &Case, expected: &Expected) -> Option<bool> {
        let allowance = self.allowance(workplace);
        match workplace.outcome(case, &self.build(), &allowance) {
            Outcome::Compiled | Outcome::Rejected { .. } | Outcome::Inconclusive { .. } => None,
            Outcome::Crashed { .. } | Outcome::Hung { .. } => Some(false),
            outcome => Some(wrong(&outcome, expected).is_none()),
        }
    }

    /// What the build prints for a case, if it ends by itself.
    pub(super) fn output(&self, workplace: &mut Workplace, case: &Case) -> Option<Vec<u8>> {
        let allowance = self.allowance(workplace);
        match workplace.outcome(case, &self.build(), &allowance) {
            Outcome::Ran { stdout, .. } => Some(stdout.into_bytes()),
            _ => None,
        }
    }

    /// A crash that only linking shows is none that compiling shows.
    fn compiled(&self, workplace: &mut Workplace, case: &Case, allowance: &Allowance) -> Result<(), Outcome> {
        let links = self.signature.as_deref().is_some_and(is_linkers);
        if links {
            return match workplace.outcome(case, &self.build(), allowance) {
                outcome @ (Outcome::Crashed { .. } | Outcome::Inconclusive { .. }) => Err(outcome),
                _ => Ok(()),
            };
        }
        workplace.compile(case, &self.build(), allowance)
    }

    fn seen(
        &self,
        workplace: &mut Workplace,
        case: &Case,
        expected: Option<&Expected>,
        outcome: Outcome,
    ) -> Result<Symptom, String> {
        match outcome {
            Outcome::Crashed { signature, .. } if is_linkers(&signature) => {
                self.unlinked(workplace, case, expected, signature)
            }
            Outcome::Crashed { signature, .. } => Ok(Symptom::Crash(signature)),
            Outcome::Hung { .. } => Ok(Symptom::Hang),
            Outcome::Rejected { message } => self.rejection(workplace, case, expected, &message),
            Outcome::Inconclusive { reason } => Err(reason),
            Outcome::Compiled => Err(format!("{} compiles it", self.build().label())),
            ran => {
                let right = self.right(workplace, case, expected)?;
                wrong(&ran, &right).ok_or_else(|| format!("{} does what is right", self.build().label()))
            }
        }
    }

    /// A program that cannot be linked is the compiler's fault only if it has all it needs.
    fn unlinked(
        &self,
        workplace: &mut Workplace,
        case: &Case,
        expected: Option<&Expected>,
        signature: String,
    ) -> Result<Symptom, String> {
        let allowance = self.allowance(workplace);
        let is_complete = expected.is_some()
            || self.reference.as_ref().is_some_and(|reference| reference.links(workplace, case, &allowance));
        if is_complete {
            Ok(Symptom::Crash(signature))
        } else {
            Err(format!("{} cannot link it, and nobody says that it can be ({signature})", self.build().label()))
        }
    }

    /// Refusing is wrong only if the reference takes it.
    fn rejection(
        &self,
        workplace: &mut Workplace,
        case: &Case,
        expected: Option<&Expected>,
        message: &str,
    ) -> Result<Symptom, String> {
        let refused = || format!("{} refuses it: {message}", self.build().label());
        let is_open = self.kind.is_none() && expected.is_some();
        if self.kind != Some(Kind::RejectsValid) && !is_open {
            return Err(refused());
        }
        let allowance = self.allowance(workplace);
        // What only the linker misses is seen when it is asked separately.
        if is_open && workplace.compile(case, &self.build(), &allowance).is_ok() {
            return Err(refused());
        }
        if let Some(reference) = &self.reference {
            workplace.compile(case, &reference.build(), &allowance).map_err(|_| refused())?;
        }
        Ok(Symptom::Rejection(refusal(message)))
    }

    /// What a correct compiler makes of the case.
    pub(super) fn right(
        &self,
        workplace: &mut Workplace,
        case: &Case,
        expected: Option<&Expected>,
    ) -> Result<Expected, String> {
        let Some(reference) = &self.reference else {
            return expected.cloned().ok_or_else(|| NOBODY_KNOWS.to_string());
        };
        let allowance = self.allowance(workplace);
        let said = reference.says(workplace, case, &allowance)?;
        match expected {
            Some(expected) if *expected != said => {
                Err(format!("{} contradicts the interpreter", reference.build().label()))
            }
            None if !reference.is_safe(workplace, case, &said, &allowance) => Err("it is undefined".to_string()),
            _ => Ok(said),
        }
    }

    /// Lets a build stand in for the interpreter, as well as there is one.
    pub(super) fn guard(&mut self, workplace: &mut Workplace, case: &Case) {
        let allowance = self.allowance(workplace);
        let Some(reference) = &mut self.reference else { return };
        let Ok(said) = reference.says(workplace, case, &allowance) else { return };
        reference.guard = Guard::find(workplace, case, &reference.build(), &said, &allowance);
    }

    /// Only a reference says what is right, and nothing tells whether that means anything.
    pub(super) fn is_unguarded(&self) -> bool {
        self.reference.as_ref().is_some_and(|reference| reference.guard.is_none())
    }

    pub(super) fn allowance(&self, workplace: &Workplace) -> Allowance {
        let mut allowance = Allowance {
            compile: workplace.bench.compile_limits(),
            run: workplace.bench.run_limits(),
            separately: self.separately,
        };
        if !self.slow {
            allowance.run.cpu_ms = allowance.run.cpu_ms.min(RUN_CPU_MS);
        }
        if self.kind == Some(Kind::Hang) {
            allowance.compile.cpu_ms /= HANG_PART;
        }
        allowance
    }

    /// Whether the symptom is of the kind that is asked for.
    fn admits(&self, symptom: &Symptom) -> bool {
        match (self.kind, symptom) {
            (None, _) => true,
            (Some(kind), symptom) if kind == symptom.kind() && kind != Kind::Crash => true,
            (Some(Kind::Crash), Symptom::Crash(found)) => {
                self.signature.as_ref().is_none_or(|signature| signature == found)
            }
            _ => false,
        }
    }
}

impl Reference {
    fn build(&self) -> Build<'_> {
        Build { compiler: &self.compiler, flags: self.flags.clone() }
    }

    /// What its build prints.
    fn says(&self, workplace: &mut Workplace, case: &Case, allowance: &Allowance) -> Result<Expected, String> {
        match workplace.outcome(case, &self.build(), allowance) {
            Outcome::Ran { exit_code, stdout } => Ok(Expected { stdout, exit_code }),
            _ => Err(format!("{} does not make it run", self.build().label())),
        }
    }

    fn links(&self, workplace: &mut Workplace, case: &Case, allowance: &Allowance) -> bool {
        let outcome = workplace.outcome(case, &self.build(), allowance);
        matches!(outcome, Outcome::Ran { .. } | Outcome::Died { .. } | Outcome::Endless { .. })
    }

    fn is_safe(&self, workplace: &mut Workplace, case: &Case, said: &Expected, allowance: &Allowance) -> bool {
        self.guard.as_ref().is_none_or(|guard| guard.admits(workplace, case, said, allowance))
    }
}

impl Symptom {
    /// The kind of finding it belongs to.
    pub fn kind(&self) -> Kind {
        match self {
            Symptom::Crash(_) => Kind::Crash,
            Symptom::Hang => Kind::Hang,
            Symptom::Rejection(_) => Kind::RejectsValid,
            Symptom::Output | Symptom::OutputAndCode | Symptom::ExitCode | Symptom::Died(_) | Symptom::Endless => {
                Kind::WrongCode
            }
        }
    }

    /// Whether what the program prints is wrong.
    pub fn is_output(&self) -> bool {
        matches!(self, Symptom::Output | Symptom::OutputAndCode)
    }

    /// Whether a candidate with this symptom shows the same bug as an original with the other one. Of two things that are
    /// wrong the output is the one that tells more; that alone may be left, but nothing may come in addition.
    pub fn stands_for(&self, original: &Symptom) -> bool {
        self == original || (self, original) == (&Symptom::Output, &Symptom::OutputAndCode)
    }
}

/// Whether a crash is the linker's.
pub(super) fn is_linkers(signature: &str) -> bool {
    signature.starts_with("linker")
}

/// Whether a symptom is one only of programs that mean something: what they print, what they need to be linked, and
/// that they are valid is not seen by the compiler alone.
pub(super) fn needs_meaning(symptom: &Symptom) -> bool {
    match symptom {
        Symptom::Crash(signature) => is_linkers(signature),
        Symptom::Hang => false,
        _ => true,
    }
}

/// How a program's behaviour differs from what is right.
fn wrong(outcome: &Outcome, right: &Expected) -> Option<Symptom> {
    match outcome {
        Outcome::Ran { stdout, exit_code } if *stdout != right.stdout => Some(match *exit_code == right.exit_code {
            true => Symptom::Output,
            false => Symptom::OutputAndCode,
        }),
        Outcome::Ran { exit_code, .. } if *exit_code != right.exit_code => Some(Symptom::ExitCode),
        // A shell says so of a program that `abort` ended, and so does the interpreter. What was printed before may be lost
        // (C17 7.22.4.1p2).
        Outcome::Died { signal, stdout } if signal + 128 == right.exit_code && right.stdout.starts_with(stdout) => None,
        Outcome::Died { signal, .. } => Some(Symptom::Died(*signal)),
        Outcome::Endless { .. } => Some(Symptom::Endless),
        _ => None,
    }
}

/// For people.
pub fn describe(symptom: &Symptom) -> String {
    match symptom {
        Symptom::Output => "it prints something wrong".to_string(),
        Symptom::OutputAndCode => "it prints something wrong, and its exit code is wrong".to_string(),
        Symptom::ExitCode => "its exit code is wrong".to_string(),
        Symptom::Died(signal) => format!("it dies by {}", signal_name(*signal)),
        Symptom::Endless => "it does not end".to_string(),
        Symptom::Crash(signature) => format!("the compiler crashes ({signature})"),
        Symptom::Hang => "the compiler does not end".to_string(),
        Symptom::Rejection(message) => format!("the compiler refuses it ({message})"),
    }
}
