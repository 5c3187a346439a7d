//! A program that is enumerated: its holes, its variants by number, and their texts.

use super::namespaces::Namespaces;
use crate::case::Expected;
use crate::observe::text_of_bytes;
use crate::sources::reference::{self, Unknown};
use interp::{Execution, Outcome};
use lang::{Program, Target};
use num_bigint::BigUint;
use source::enumerate::batch::Batch;
use source::enumerate::cpp::Cpp;
use source::enumerate::{
    Choice, Extracted, Filling, Granularity, Judge, Selection, Space, Symmetry, Template, Variant, refused,
};
use std::sync::{Mutex, PoisonError};

/// What is known of a program once it is read.
pub struct Skeleton {
    pub original: Filling,
    /// None for C++, which is not executed.
    c: Option<(Program, Extracted)>,
    space: Space,
    pub template: Template,
    /// None if its variants cannot stand in one unit.
    pub together: Option<Together>,
    /// Which of its variants come in this pass, in order, as far as they were needed.
    chosen: Mutex<(u64, Vec<BigUint>)>,
}

/// How variants stand in one unit.
pub enum Together {
    /// Each has its own functions and variables, and one `main` calls those whose output is known.
    C(Batch),
    /// Each is in a namespace. They are only compiled.
    Cpp(Namespaces),
}

/// Which variants of a program are wanted, and in which order.
#[derive(Copy, Clone)]
pub struct Order {
    /// At most so many.
    pub limit: u64,
    /// Decides the order.
    pub seed: u64,
    /// How often all of them were had.
    pub pass: u64,
}

/// Programs with heavier spaces are left out: choosing among their variants would take longer than compiling them all. Of GCC's
/// torture suite these are a few tests of compilers' limits.
const HEAVIEST: usize = 200_000;

/// A variant, and what it does if that is known.
pub struct Member {
    pub number: BigUint,
    pub filling: Filling,
    pub expected: Option<Expected>,
    /// Its output is not known, but it may be run: compilers can be compared.
    pub may_run: bool,
}

impl Skeleton {
    /// Of a preprocessed file. One without `main` gets one that does nothing, so that it can be linked.
    pub fn new(name: &str, text: String, target: Target) -> Result<Skeleton, Unknown> {
        let parse = |text: String| reference::parsed(Program::new(target), vec![(name.to_string(), text)]);
        let mut program = parse(text.clone())?;
        if let Some((what, _)) = refused(&program) {
            return Err(Unknown::Unsupported(what.to_string()));
        }
        if !has_main(&program) {
            program = parse(text + "\nint main(void) { return 0; }\n")?;
        }
        let own: Vec<bool> = program.vars.iter().map(|var| !program.source.is_system(var.loc)).collect();
        let extracted = source::enumerate::extract(&program, &|var| own[var.index()]);
        let space = space(&extracted.skeleton)?;
        let template = Template::new(&mut program, &extracted);
        let together = Batch::new(&program, &extracted).ok().map(Together::C);
        let original = extracted.skeleton.original();
        Ok(Skeleton { original, c: Some((program, extracted)), space, template, together, chosen: Mutex::default() })
    }

    /// Of a C++ file.
    pub fn of_cpp(Cpp { skeleton, template, .. }: Cpp) -> Result<Skeleton, Unknown> {
        let space = space(&skeleton)?;
        let original = skeleton.original();
        Ok(Skeleton { original, c: None, space, template, together: None, chosen: Mutex::default() })
    }

    /// How many variants there are, or the limit if that is less.
    pub fn count(&self, limit: u64) -> u64 {
        u64::try_from(self.space.count()).map_or(limit, |count| count.min(limit))
    }

    /// Some of the variants: `take` of them from the `from`th on. Up to the limit they are all variants, shuffled. Above it they are
    /// the original, its neighbours and a sample in the first pass, and another sample in each later one.
    pub fn variants(&self, order: Order, from: u64, take: u64) -> Vec<Variant> {
        let Order { limit, seed, pass } = order;
        let end = (from + take).min(self.count(limit));
        let mut chosen = self.chosen.lock().unwrap_or_else(PoisonError::into_inner);
        if chosen.0 != pass {
            *chosen = (pass, Vec::new());
        }
        if (chosen.1.len() as u64) < end {
            // Twice as many as before, because choosing begins anew.
            let count = end.max(2 * chosen.1.len() as u64).min(limit);
            let seed = seed.wrapping_add(pass << 32);
            let is_large = self.space.count() > &BigUint::from(limit);
            let choice =
                if is_large && pass == 0 { Choice::Limit { limit, seed } } else { Choice::Sample { count, seed } };
            let selection = Selection::new(&self.space, &self.original, &choice);
            chosen.1 = selection.take(count as usize).map(|variant| variant.number).collect();
        }
        let numbers = chosen.1.get(from as usize..end as usize).unwrap_or_default();
        let variant = |number: &BigUint| Variant { filling: self.space.filling(number), number: number.clone() };
        numbers.iter().map(variant).collect()
    }

    /// The number of the program itself.
    pub fn number(&self) -> BigUint {
        self.space.number(&self.original).unwrap_or_default()
    }

    /// Executes variants.
    pub fn judged(&self, variants: Vec<Variant>) -> Vec<Member> {
        let mut judge = self.c.as_ref().map(|(program, extracted)| Judge::new(program, extracted, None));
        let member = |Variant { number, filling }| {
            let expected = judge.as_mut().and_then(|judge| expected(judge.judge(&filling)));
            Member { number, filling, expected, may_run: false }
        };
        variants.into_iter().map(member).collect()
    }
}

fn space(skeleton: &source::enumerate::Skeleton) -> Result<Space, Unknown> {
    let space = Space::new(skeleton, Granularity::Intra, Symmetry::Exact);
    match space.weight() > HEAVIEST {
        true => Err(Unknown::Unsupported("it has too many variables that are interchangeable".to_string())),
        false => Ok(space),
    }
}

fn expected(Execution { outcome, stdout, .. }: Execution) -> Option<Expected> {
    match outcome {
        Outcome::Defined { exit_code } => Some(Expected { stdout: text_of_bytes(&stdout), exit_code }),
        _ => None,
    }
}

fn has_main(program: &Program) -> bool {
    program.functions.iter().any(|function| function.body.is_some() && program.name(function.name) == "main")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_of_a_compilers_limits_is_left_out_at_once() {
        let names: Vec<String> = (0..1000).map(|number| format!("v{number}")).collect();
        let uses: String = names.iter().map(|name| format!("{name} = 1;")).collect();
        let text = format!("int {}; int main(void) {{ {uses} return 0; }}", names.join(", "));
        let read = |text: &str| Skeleton::new("test.c", text.to_string(), Target::X86_64).map(|read| read.count(10));
        assert!(matches!(read(&text), Err(Unknown::Unsupported(why)) if why.contains("too many variables")));
        assert_eq!(read("int a, b; int main(void) { return a + b; }").ok(), Some(2));
    }
}
