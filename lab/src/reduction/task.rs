//! What is asked of every candidate, and whether the original has it: a compiler is accused only of what it does wrong.

use super::accusation::{self, Accusation, Symptom};
use super::build::Workplace;
use super::defined::{self, Definedness, Unknown};
use super::preprocessing::{expanded, makes_macros, without_macros};
use super::{Error, Script, dialect, files, text_of, units, with_units};
use crate::case::Case;
use crate::observe::Bench;
use crate::on_path;
use crate::oracle::Kind;
use reduce::Candidate;
use source::emit::File;

/// A case to be reduced, and what must stay true of it.
#[derive(Clone)]
pub struct Task {
    /// Its units and driver are reduced, and its headers as far as they matter.
    pub case: Case,
    /// A candidate is interesting if the answer is yes.
    pub question: Question,
    /// Candidates that are undefined are refused, if the case itself is not. Where what the program does matters to the
    /// accusation they always are.
    pub defined: bool,
}

/// What is asked of every candidate.
#[derive(Clone)]
pub enum Question {
    /// Is this build still wrong, in the same way?
    Accusation(Box<Accusation>),
    /// Does this script still end with 0?
    Script(Script),
}

impl Task {
    /// The program matters, and neither the interpreter nor a sanitizer can say whether a candidate means anything.
    pub(super) fn is_unguarded(&self) -> bool {
        let Question::Accusation(accusation) = &self.question else { return false };
        accusation.kind == Some(Kind::WrongCode) && accusation.is_unguarded()
    }

    /// What is wrong with the original, which every candidate must have, unless a script asks. Settles what kind of
    /// accusation it is, if that was left open.
    pub(super) fn symptom(&mut self, definedness: &Definedness, bench: &mut Bench) -> Result<Option<Symptom>, Error> {
        let mut workplace = Workplace::new(bench);
        match &mut self.question {
            Question::Script(script) => {
                let explained = |seen: String| Error::NotInteresting(script.explained(seen, &self.case));
                script.ask(&mut workplace, &self.case).map_err(explained)?;
                script.must_look(&mut workplace, &self.case).map_err(Error::NotInteresting)?;
                Ok(None)
            }
            Question::Accusation(accusation) => {
                let expected = definedness.expected().ok();
                let symptom = accusation.first_symptom(&mut workplace, &self.case, expected);
                let symptom = symptom.map_err(|seen| Error::NotInteresting(explained(seen, definedness)))?;
                let is_open = accusation.kind.is_none();
                accusation.settle(&symptom);
                if is_open && accusation::needs_meaning(&symptom) && accusation.reference.is_none() {
                    must_survive_preprocessing(accusation, &self.case, definedness, &mut workplace)
                        .map_err(Error::NotInteresting)?;
                }
                if is_open && accusation.kind == Some(Kind::RejectsValid) {
                    dialect::check_refusal(accusation, &self.case).map_err(Error::NotInteresting)?;
                }
                if accusation.kind == Some(Kind::WrongCode) {
                    must_mean_something(accusation, &self.case, definedness, is_open).map_err(Error::NotInteresting)?;
                    if definedness.expected().is_err() {
                        accusation.guard(&mut workplace, &self.case);
                    }
                }
                Ok(Some(symptom))
            }
        }
    }

    /// Preprocesses the case for good if its flags make macros and it still shows the same without them: no name of a
    /// candidate is a macro then, and no header is read twice. Says whether it did. Of findings the flags are kept.
    pub(super) fn expand_macros(
        &mut self,
        symptom: Option<&Symptom>,
        definedness: &Definedness,
        bench: &mut Bench,
    ) -> bool {
        let (Question::Accusation(accusation), Ok(units)) = (&mut self.question, definedness.units()) else {
            return false;
        };
        if !makes_macros(&self.case.flags) {
            return false;
        }
        let case = expanded(&self.case, units);
        let mut plain = accusation.clone();
        if let Some(reference) = &mut plain.reference {
            reference.flags = without_macros(&reference.flags);
        }
        let shown = plain.symptom(&mut Workplace::new(bench), &case, definedness.expected().ok());
        let is_same = shown.ok().as_ref() == symptom;
        if is_same {
            (self.case, *accusation) = (case, plain);
        }
        is_same
    }

    /// Whether the accused compiler takes it for C90.
    pub(super) fn is_c90(&self) -> bool {
        let own = match &self.question {
            Question::Accusation(accusation) => accusation.flags.as_slice(),
            Question::Script(_) => &[],
        };
        dialect::is_c90(self.case.flags.iter().chain(own))
    }

    /// Whether a person accuses, who did not say of what.
    pub(super) fn is_open(&self) -> bool {
        matches!(&self.question, Question::Accusation(accusation) if accusation.kind.is_none())
    }

    pub(super) fn options(&self) -> reduce::Options {
        reduce::Options { merge: matches!(self.question, Question::Accusation(_)), ..Default::default() }
    }

    /// The task as if the original had been seen already to do the same every time.
    pub(super) fn presumed(&self) -> Task {
        let mut task = self.clone();
        if let Question::Accusation(accusation) = &mut task.question {
            accusation.steady = true;
        }
        task
    }

    /// Whether candidates are built and run in the same way.
    pub(super) fn is_built_like(&self, other: &Task) -> bool {
        match (&self.question, &other.question) {
            (Question::Accusation(one), Question::Accusation(two)) => {
                (one.separately, one.slow, one.steady) == (two.separately, two.slow, two.steady)
            }
            _ => true,
        }
    }

    /// The case with the candidate's files. Units that are gone were merged into others.
    pub(super) fn case_of(&self, candidate: &Candidate) -> Case {
        let case = &self.case;
        let is_left = |name: &String| candidate.units.iter().any(|unit| unit.name == *name);
        let mut case = Case {
            files: [files(&candidate.units), self.missing_headers(candidate)].concat(),
            units: case.units.iter().filter(|unit| is_left(unit)).cloned().collect(),
            driver: case.driver.clone().filter(|driver| is_left(driver)),
            expected: candidate.expected.as_ref().map(text_of),
            ..case.clone()
        };
        if case.units.is_empty() {
            // Merged into the driver: what is under test is all there is.
            case.units.extend(case.driver.take());
        }
        case
    }

    /// The original's headers, where a script decides and the candidate does not have them.
    pub(super) fn missing_headers(&self, candidate: &Candidate) -> Vec<File> {
        let Question::Script(_) = self.question else { return Vec::new() };
        let case = &self.case;
        let is_header = |name: &str| !case.sources().any(|source| source == name);
        let is_missing = |name: &str| !candidate.units.iter().any(|unit| unit.name == name);
        case.files.iter().filter(|file| is_header(&file.name) && is_missing(&file.name)).cloned().collect()
    }
}

/// No compiler is wrong about a program that means nothing, or not what the interpreter and the reference think.
fn must_mean_something(
    accusation: &Accusation,
    case: &Case,
    definedness: &Definedness,
    is_open: bool,
) -> Result<(), String> {
    if let Err(Unknown::Undefined(why)) = definedness.expected() {
        return Err(format!("it has {why}"));
    }
    // A hunt knows what its flags change.
    if is_open { dialect::check(accusation, case) } else { Ok(()) }
}

/// The interpreter has seen what the system's preprocessor makes of a program. If the compiler is right about that, it
/// has other macros and is not wrong. Its own view of the library's headers may be all it understands; then the model's
/// printer says the same without them.
fn must_survive_preprocessing(
    accusation: &Accusation,
    case: &Case,
    definedness: &Definedness,
    workplace: &mut Workplace,
) -> Result<(), String> {
    let (Ok(expected), Some(preprocessed)) = (definedness.expected(), definedness.preprocessed(case)) else {
        return Ok(());
    };
    let printed = defined::printed(&units(&preprocessed.files), case.target);
    let printed = printed.map(|units| with_units(case, &units));
    let mut forms = std::iter::once(preprocessed).chain(printed);
    if forms.find_map(|form| accusation.is_right(workplace, &form, expected)) != Some(true) {
        return Ok(());
    }
    let label = accusation.build().label();
    Err(format!(
        "{label} is right about what `{} -E` makes of it, so it depends on macros that compilers define, such as \
         __clang__ or __OPTIMIZE__. Preprocess it with {label} -E -P, and reduce that",
        on_path::preprocessor()
    ))
}

/// What was seen, and why the interpreter could not say what is right, if that is why.
fn explained(seen: String, definedness: &Definedness) -> String {
    match definedness.expected() {
        Err(Unknown::Undefined(why)) if seen.starts_with(accusation::NOBODY_KNOWS) => format!("it has {why}"),
        Err(Unknown::Beyond(why)) if seen.starts_with(accusation::NOBODY_KNOWS) => {
            format!("{seen}: {why}. A build that is right would, as --reference")
        }
        _ => seen,
    }
}
