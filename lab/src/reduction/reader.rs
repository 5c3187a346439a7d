//! Who reads a report tries the program with gcc and clang first, strictly. Candidates that they complain about are of no
//! use, unless they complain about the original in the same way.
//!
//! The front end takes what compilers take, and `reduce`'s lint refuses what it knows of; real compilers know the rest. To
//! ask them costs several times what a small compiler takes, and they hardly ever complain, so they are asked about the
//! result, and about candidates only if that was not to their liking.

use super::accusation::{Symptom, is_linkers};
use super::defined::{self, Definedness};
use super::{Question, Task, with_units};
use crate::case::Case;
use crate::observe::command::is_library;
use crate::observe::signature::refusal;
use crate::observe::{Bench, classify};
use crate::on_path;
use crate::oracle::Kind;
use sandbox::End;
use source::language::{Language, TargetName};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// Compilers of this machine, one of each family, that see whether a program is good C or C++.
#[derive(Debug, Default)]
pub struct Readers(Vec<Reader>);

#[derive(Debug)]
struct Reader {
    /// The program and its data model.
    command: Vec<String>,
    /// The original, as it is and as the reducer prints it.
    forms: Vec<Case>,
    /// Complaints that the original causes as well, if it is understood at all. Found out when it matters.
    allowed: OnceLock<Option<BTreeSet<String>>>,
    /// The accused makes no program of what it compiled. Whoever does of the original must of candidates.
    needs_link: bool,
    links: OnceLock<bool>,
}

const STRICT: [&str; 2] = ["-pedantic-errors", "-fsyntax-only"];

impl Readers {
    /// Those of this machine. Scripts may be about anything, and nobody reads what is not C or may be undefined.
    pub fn find(task: &Task, symptom: Option<&Symptom>, definedness: &Definedness) -> Readers {
        let is_scripted = matches!(task.question, Question::Script(_));
        if is_scripted && (!task.defined || definedness.units().is_err()) {
            return Readers::default();
        }
        let case = &task.case;
        let printed = definedness.units().ok().and_then(|units| defined::printed(units, case.target));
        let printed = printed.map(|units| with_units(case, &units));
        let forms: Vec<Case> = std::iter::once(case.clone()).chain(printed).collect();
        let needs_link = matches!(symptom, Some(Symptom::Crash(signature)) if is_linkers(signature));
        let new = |command| Reader::new(command, forms.clone(), needs_link);
        Readers(commands(task).into_iter().map(new).collect())
    }

    /// Whether nobody has a complaint that the original does not cause as well.
    pub fn take(&self, bench: &mut Bench, case: &Case) -> bool {
        self.0.iter().all(|reader| reader.takes(bench, case))
    }
}

/// The newest gcc and the newest clang, but for the accused where it is the compiler that fails.
fn commands(task: &Task) -> Vec<Vec<String>> {
    let stems = match task.case.language {
        Language::C => ["gcc", "clang"],
        Language::Cpp => ["g++", "clang++"],
    };
    let accused = match &task.question {
        Question::Accusation(accusation) if accusation.kind != Some(Kind::WrongCode) => {
            accusation.compiler.command.first().and_then(|program| on_path::binary(program))
        }
        _ => None,
    };
    let model = (task.case.target == TargetName::I386).then(|| "-m32".to_string());
    let paths = stems.into_iter().filter_map(on_path::newest);
    let others = paths.filter(|path| accused.is_none() || on_path::binary(path) != accused);
    others.map(|path| std::iter::once(path).chain(model.clone()).collect()).collect()
}

impl Reader {
    fn new(command: Vec<String>, forms: Vec<Case>, needs_link: bool) -> Reader {
        Reader { command, forms, allowed: OnceLock::new(), needs_link, links: OnceLock::new() }
    }

    fn takes(&self, bench: &mut Bench, case: &Case) -> bool {
        let is_allowed = match self.read(bench, case) {
            Some(complaints) if complaints.is_empty() => true,
            complaints => self.allows(bench, complaints.as_ref()),
        };
        is_allowed && (!self.needs_link || self.links(bench, case) || !self.links_original(bench))
    }

    /// Whether the original causes all of these complaints. One that is not understood may cause any.
    fn allows(&self, bench: &mut Bench, complaints: Option<&BTreeSet<String>>) -> bool {
        let of_original = || {
            let kinds: Option<Vec<_>> = self.forms.iter().map(|form| self.read(bench, form)).collect();
            kinds.map(|kinds| kinds.into_iter().flatten().collect())
        };
        match self.allowed.get_or_init(of_original) {
            Some(allowed) => complaints.is_some_and(|complaints| complaints.is_subset(allowed)),
            None => true,
        }
    }

    fn links_original(&self, bench: &mut Bench) -> bool {
        *self.links.get_or_init(|| self.forms.first().is_some_and(|original| self.links(bench, original)))
    }

    /// What it complains about, by kind; none if it gave up before the end of the program or says nothing of use.
    fn read(&self, bench: &mut Bench, case: &Case) -> Option<BTreeSet<String>> {
        bench.lay_out(case).ok()?;
        let sources = case.sources().map(str::to_string);
        let strict = STRICT.map(String::from);
        let words = self.command.iter().cloned().chain(flags(case)).chain(strict).chain(sources).collect::<Vec<_>>();
        let ran = bench.run(&words, bench.compile_limits());
        let complaints = complaints(&classify::output(&ran));
        match ran.end {
            End::Exited(0) => Some(BTreeSet::new()),
            End::Exited(_) => complaints.filter(|complaints| !complaints.is_empty()),
            _ => None,
        }
    }

    /// Whether it makes a program of the case.
    fn links(&self, bench: &mut Bench, case: &Case) -> bool {
        if bench.lay_out(case).is_err() {
            return false;
        }
        let libraries = case.flags.iter().filter(|flag| is_library(flag)).cloned();
        let output = ["-w", "-o", "gadfly-read"].map(String::from);
        let sources = case.sources().map(str::to_string).chain(libraries);
        let words = self.command.iter().cloned().chain(flags(case)).chain(output).chain(sources).collect::<Vec<_>>();
        bench.run(&words, bench.compile_limits()).end == End::Exited(0)
    }
}

/// The case's flags that a compiler needs to read it. C is C17 unless they say otherwise.
fn flags(case: &Case) -> Vec<String> {
    let is_standard = |flag: &String| flag.starts_with("-std=") || flag == "-ansi";
    let standard =
        (case.language == Language::C && !case.flags.iter().any(is_standard)).then(|| "-std=c17".to_string());
    standard.into_iter().chain(case.flags.iter().filter(|flag| !is_library(flag)).cloned()).collect()
}

/// The kinds of errors in what a compiler wrote; none if it could not go on after one of them.
fn complaints(output: &str) -> Option<BTreeSet<String>> {
    let errors = output.lines().filter(|line| line.contains("error: "));
    let is_fatal = |line: &str| line.contains("fatal error: ");
    errors.map(|line| (!is_fatal(line)).then(|| refusal(line))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaints_are_told_apart_by_kind_and_not_by_place() {
        let said = |output: &str| complaints(output).map(|kinds| kinds.into_iter().collect::<Vec<_>>());
        let two = "a.c:1:2: error: 'x' undeclared\na.c: In function 'f':\na.c:7:2: error: 'y' undeclared\n";
        assert_eq!(said(two), Some(vec!["'' undeclared".to_string()]));
        assert_eq!(said("a.c:1:2: warning: unused\n"), Some(Vec::new()));
        assert_eq!(said("a.c:1:2: fatal error: x.h: No such file or directory\n"), None);
    }
}
