//! Asks the accused compiler, over and over with other flags, whether the program still comes out wrong.

use crate::case::Case;
use crate::compiler::{Build, Compiler};
use crate::observe::signature::{LINKER, refusal};
use crate::observe::{Bench, Outcome, command};
use crate::oracle::{Behaviour, Kind};
use crate::stop::Stop;
use sandbox::{End, Ran};
use std::time::Duration;

/// What one build says.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It is wrong as it was.
    Wrong,
    Right,
    /// Something else happened: a refusal, another crash, a limit.
    Unknown,
}

impl Answer {
    pub fn is_wrong(self) -> Option<bool> {
        match self {
            Answer::Wrong => Some(true),
            Answer::Right => Some(false),
            Answer::Unknown => None,
        }
    }
}

/// A case that is laid out, and what is wrong about it.
pub struct Trial<'a> {
    pub bench: &'a mut Bench,
    pub case: &'a Case,
    pub kind: Kind,
    /// A crash's, or a refusal's text.
    pub signature: &'a str,
    /// Builds that may still be asked.
    pub budget: u32,
    /// The bench's CPU time at which no more is asked.
    pub cpu_end: Option<Duration>,
    pub stop: &'a Stop,
}

impl Trial<'_> {
    /// Whether the compiler is wrong with these flags. Nothing is known once the budget is spent.
    pub fn ask(&mut self, compiler: &Compiler, flags: &[String]) -> Answer {
        if self.is_over() {
            return Answer::Unknown;
        }
        self.budget -= 1;
        let build = Build { compiler, flags: flags.to_vec() };
        let seen = self.bench.observe(self.case, &build);
        match self.kind {
            Kind::WrongCode => match (Behaviour::of(&seen), &self.case.expected) {
                (Some(actual), Some(expected)) if actual == Behaviour::from(expected) => Answer::Right,
                (Some(_), Some(_)) => Answer::Wrong,
                _ => Answer::Unknown,
            },
            kind => broken(kind, self.signature, &seen.outcome),
        }
    }

    /// Whether nothing more is asked.
    pub fn is_over(&self) -> bool {
        let is_spent = self.cpu_end.is_some_and(|end| self.bench.cpu().total() >= end);
        self.budget == 0 || is_spent || self.stop.is_set() || self.bench.lost().is_some()
    }

    /// As `ask`, of the flags and some more.
    pub fn ask_with(&mut self, compiler: &Compiler, flags: &[String], more: &[String]) -> Answer {
        self.ask(compiler, &[flags, more].concat())
    }

    /// Compiles one unit and gives what the compiler wrote on its standard error.
    pub fn messages(&mut self, compiler: &Compiler, flags: &[String], unit: &str) -> Option<String> {
        let words = command::compile(compiler, self.case, flags, unit, "gadfly-triage.o");
        let ran = self.run(&words);
        (ran.end == End::Exited(0)).then(|| String::from_utf8_lossy(&ran.stderr).into_owned())
    }

    /// What the compiler prints when it is only asked something, and whether it calls that a success.
    pub fn answer(&mut self, compiler: &Compiler, flags: &[String]) -> (String, bool) {
        let words: Vec<String> = compiler.command.iter().chain(flags).cloned().collect();
        let ran = self.run(&words);
        let text = format!("{}{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        (text, ran.end == End::Exited(0))
    }

    /// The assembly of these units.
    pub fn assembly(&mut self, compiler: &Compiler, flags: &[String], units: &[String]) -> Option<String> {
        const OUTPUT: &str = "gadfly-triage.s";
        let mut text = String::new();
        for unit in units {
            self.bench.remove(OUTPUT);
            let mut words = command::compile(compiler, self.case, flags, unit, OUTPUT);
            words.iter_mut().filter(|word| *word == "-c").for_each(|word| *word = "-S".to_string());
            self.run(&words);
            text.push_str(&String::from_utf8_lossy(&self.bench.read(OUTPUT).ok()?));
        }
        Some(text)
    }

    fn run(&mut self, words: &[String]) -> Ran {
        let mut limits = self.bench.compile_limits();
        // A list of passes is long, and all of it is needed.
        limits.output_bytes = limits.output_bytes.max(16 << 20);
        self.bench.run(words, limits)
    }
}

/// Whether the compiler fails as it did. A version that knows less may refuse the program for another reason.
pub fn broken(kind: Kind, signature: &str, outcome: &Outcome) -> Answer {
    match (kind, outcome) {
        (Kind::Crash, Outcome::Crashed { signature: seen, .. }) if seen == signature => Answer::Wrong,
        (Kind::RejectsValid, Outcome::Rejected { message }) if refusal(message) == signature => Answer::Wrong,
        (Kind::Hang, Outcome::Hung { .. }) => Answer::Wrong,
        (_, Outcome::Ran { .. } | Outcome::Died { .. } | Outcome::Endless { .. }) => Answer::Right,
        // What need not be linked to show it may have no `main`; the compiler has done its part.
        (_, Outcome::Crashed { signature: seen, .. }) if seen.starts_with(LINKER) && !signature.starts_with(LINKER) => {
            Answer::Right
        }
        _ => Answer::Unknown,
    }
}

/// The smallest part of `items` for which `holds` that this search finds (Zeller's ddmin); it holds for all of them.
pub fn minimal<T: Clone>(items: &[T], mut holds: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let mut items = items.to_vec();
    let mut parts = 2;
    while items.len() > 1 {
        let size = items.len().div_ceil(parts);
        let chunks: Vec<Vec<T>> = items.chunks(size).map(<[T]>::to_vec).collect();
        let without = |at: usize| -> Vec<T> {
            chunks.iter().enumerate().filter(|(other, _)| *other != at).flat_map(|(_, chunk)| chunk.clone()).collect()
        };
        if let Some(at) = (0..chunks.len()).find(|&at| holds(&chunks[at])) {
            (items, parts) = (chunks[at].clone(), 2);
        } else if let Some(at) = (0..chunks.len()).filter(|_| chunks.len() > 2).find(|&at| holds(&without(at))) {
            (items, parts) = (without(at), (parts - 1).max(2));
        } else if size > 1 {
            parts = (parts * 2).min(items.len());
        } else {
            break;
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::{Answer, broken, minimal};
    use crate::observe::Outcome;
    use crate::oracle::Kind;

    #[test]
    fn a_refusal_for_another_reason_is_not_the_same_bug() {
        let refused = |message: &str| {
            let outcome = Outcome::Rejected { message: message.to_string() };
            broken(Kind::RejectsValid, "'' undeclared", &outcome)
        };
        assert_eq!(refused("b.c:7:1: error: 'y' undeclared"), Answer::Wrong);
        assert_eq!(refused("b.c:1:1: error: unknown type name '_BitInt'"), Answer::Unknown);
        let ran = Outcome::Ran { exit_code: 0, stdout: String::new() };
        assert_eq!(broken(Kind::RejectsValid, "'' undeclared", &ran), Answer::Right);
    }

    #[test]
    fn a_program_without_main_is_right_once_it_is_compiled() {
        let broken = |accused: &str, seen: &str| {
            let outcome = Outcome::Crashed { signature: seen.to_string(), message: String::new() };
            broken(Kind::Crash, accused, &outcome)
        };
        assert_eq!(broken("in fold, at x.c", "linker: undefined reference to `main'"), Answer::Right);
        assert_eq!(broken("in fold, at x.c", "in shift, at x.c"), Answer::Unknown);
        assert_eq!(broken("linker: relocation", "linker: undefined reference to `main'"), Answer::Unknown);
    }

    #[test]
    fn what_is_needed_together_is_found_together() {
        let items: Vec<u32> = (0..100).collect();
        let found = minimal(&items, |part| part.contains(&17) && part.contains(&83));
        assert_eq!(found, [17, 83]);
        assert_eq!(minimal(&items, |part| part.contains(&99)), [99]);
    }
}
