//! Variants of one program that are compiled as one case where that is sound.
//!
//! Only those whose output is known are called. The others are compiled with them, because compilers crash on undefined programs,
//! too, and never run: a function that is not called does nothing undefined.

use super::namespaces::Namespaces;
use super::skeleton::{Member, Skeleton, Together};
use crate::case::{Case, Expected};
use crate::observe::command::COMPILE_ONLY;
use crate::sources::{Batch, Family};
use num_bigint::BigUint;
use source::emit::File;
use source::enumerate::batch;
use source::language::Language;
use std::ops::Range;
use std::sync::Arc;

pub struct Block {
    pub skeleton: Arc<Skeleton>,
    /// At least one.
    pub members: Vec<Member>,
    /// All of a case but its recipe, the text of its unit and its expected output.
    pub case: Case,
    /// The command that makes variants of the program again, without their numbers.
    pub command: String,
}

impl Block {
    pub fn family(self) -> Family {
        Family::from(Box::new(self) as Box<dyn Batch>)
    }

    fn with(&self, recipe: String, text: String, expected: Option<Expected>) -> Case {
        let name = self.case.units[0].clone();
        let files = [File { name, text }].into_iter().chain(self.case.files.iter().cloned()).collect();
        Case { recipe, files, expected, ..self.case.clone() }
    }

    /// One variant as people want to see it.
    fn alone(&self, member: &Member) -> Case {
        let recipe = format!("{} --from {} --take 1", self.command, member.number);
        let text = self.skeleton.template.text(0, &member.filling);
        match member.may_run || member.expected.is_some() {
            true => self.with(recipe, text, member.expected.clone()),
            false if self.case.language == Language::Cpp => self.compiled(recipe, text),
            false => self.with(recipe, uncalled(&text), Some(NOTHING)),
        }
    }

    /// It may lack definitions, and be no program at all where a variant is wrong: the compilers say so.
    fn compiled(&self, recipe: String, text: String) -> Case {
        let case = self.with(recipe, text, None);
        let flags = case.flags.iter().cloned().chain([COMPILE_ONLY.to_string()]).collect();
        Case { flags, ..case }
    }

    fn together(&self, batch: &batch::Batch, members: &[Member]) -> Case {
        let fillings: Vec<_> = members.iter().map(|member| member.filling.clone()).collect();
        let text = batch.text_calling(&fillings, |at| members[at].expected.is_some());
        let known = members.iter().enumerate();
        let known = known.filter_map(|(at, member)| Some((at, member.expected.as_ref()?)));
        let result = |(at, expected): (usize, &Expected)| expected.stdout.clone() + &batch::end(at, expected.exit_code);
        let stdout = known.map(result).collect();
        self.with(self.recipe(members), text, Some(Expected { stdout, exit_code: 0 }))
    }

    fn in_namespaces(&self, namespaces: &Namespaces, members: &[Member]) -> Case {
        let fillings: Vec<_> = members.iter().map(|member| &member.filling).collect();
        self.compiled(self.recipe(members), namespaces.text(&self.skeleton.template, &fillings))
    }

    fn recipe(&self, members: &[Member]) -> String {
        let (first, take) = (&members[0].number, members.len());
        let is_range = members.iter().enumerate().all(|(at, member)| member.number == first + BigUint::from(at));
        match is_range {
            true => format!("{} --from {first} --take {take}", self.command),
            false => {
                let numbers: Vec<String> = members.iter().map(|member| member.number.to_string()).collect();
                format!("{}, variants {}", self.command, numbers.join(", "))
            }
        }
    }
}

/// What a program does that calls nothing.
const NOTHING: Expected = Expected { stdout: String::new(), exit_code: 0 };

/// The program with a `main` that does not call its own.
fn uncalled(text: &str) -> String {
    format!("int main() {{ return 0; }}\n#define main main_of_variant\n{text}")
}

impl Batch for Block {
    fn count(&self) -> usize {
        self.members.len()
    }

    fn are_variants(&self) -> bool {
        true
    }

    fn part(&self, range: Range<usize>) -> Case {
        match (&self.members[range], &self.skeleton.together) {
            ([member], _) => self.alone(member),
            (members, Some(Together::C(batch))) => self.together(batch, members),
            (members, Some(Together::Cpp(namespaces))) => self.in_namespaces(namespaces, members),
            (members, None) => self.alone(&members[0]),
        }
    }

    fn original(&self) -> Option<Case> {
        let (number, filling) = (self.skeleton.number(), self.skeleton.original.clone());
        Some(self.alone(&Member { number, filling, expected: None, may_run: false }))
    }
}
