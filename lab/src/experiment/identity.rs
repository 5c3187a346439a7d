//! Which bug made a compiler wrong about a program.
//!
//! Of a broken compiler that is known: the program is compiled again with each of its bugs alone. A bug has acted if the
//! compiler that has only this one is wrong, too. What is alike in all parts of a set of bugs is asked once for the set.
//!
//! Crashes of other compilers are told apart by their signatures. Wrong code of theirs is named later, from the finding, and so is
//! everything of a compiler whose history can be asked.

use super::subject::{Broken, Subject};
use super::work::Accused;
use crate::case::Case;
use crate::compiler::Build;
use crate::observe::{Bench, Observation, Outcome};
use crate::oracle::{Behaviour, Kind, Oracle};
use report::comparison::Find;
use std::collections::{BTreeMap, BTreeSet};
use std::io;

/// Flags of one build.
type Flags = Vec<String>;

/// The bugs that have acted on a program, with the flags of the builds that show them.
type Acted = BTreeMap<String, BTreeSet<Flags>>;

/// How bugs are named before they are known: the id of the finding follows.
pub const PENDING: &str = "?";

/// Names bugs of broken compilers. Remembers what it knows, since arms test the same programs.
pub struct Namer<'a> {
    broken: &'a Broken,
    memory: BTreeMap<([u8; 32], Flags), Vec<String>>,
}

/// What is known of the bug behind an accusation.
pub enum Name {
    /// These bugs have acted. None: the compiler without any bug does the same, or nothing shows again.
    Seeded(Vec<Find>),
    /// The finding has to be looked into.
    Pending,
    Known(Find),
}

impl<'a> Namer<'a> {
    pub fn new(broken: &'a Broken) -> Namer<'a> {
        Namer { broken, memory: BTreeMap::new() }
    }

    /// Names what is behind an accusation. Takes CPU time that is not charged to the arm.
    pub fn name(&mut self, bench: &mut Bench, subject: &Subject, program: u64, accused: &Accused) -> io::Result<Name> {
        let levels = accused.verdict.builds.iter().map(|flags| level(flags)).collect();
        if subject.bugs.is_empty() {
            let kind = accused.verdict.kind;
            if kind == Kind::WrongCode || subject.has_history {
                return Ok(Name::Pending);
            }
            let bug =
                format!("{}: {} {}", subject.compiler.name, crate::finding::word(&kind), accused.verdict.signature);
            let is_related = is_seen_right(accused, &accused.verdict.builds);
            return Ok(Name::Known(find(bug.trim().to_string(), program, accused, levels, is_related)));
        }
        let acted = self.acted(bench, subject, accused)?;
        let mut finds = Vec::new();
        for (bug, flags) in acted {
            let levels = flags.iter().map(|flags| level(flags)).collect();
            let is_related = self.is_related(bench, subject, accused, &bug, &flags)?;
            finds.push(find(format!("{}: {bug}", subject.compiler.name), program, accused, levels, is_related));
        }
        Ok(Name::Seeded(finds))
    }

    fn acted(&mut self, bench: &mut Bench, subject: &Subject, accused: &Accused) -> io::Result<Acted> {
        let (broken, hash) = (self.broken, hash(accused));
        let mut acted = Acted::new();
        for flags in &accused.verdict.builds {
            let key = (hash, flags.clone());
            let bugs = match self.memory.get(&key) {
                Some(bugs) => bugs.clone(),
                None => {
                    let mut trial = Trial { bench, subject, broken, accused, flags };
                    let right = trial.shown(&[])?;
                    culprits(&subject.bugs, &mut |bugs| Ok(trial.shown(bugs)?.is_other_than(&right)))?
                }
            };
            for bug in &bugs {
                acted.entry(bug.clone()).or_default().insert(flags.clone());
            }
            self.memory.insert(key, bugs);
        }
        Ok(acted)
    }

    /// Whether some build of this compiler is not wrong because of the bug. Where the arm has only one build, the level
    /// without optimisation is asked.
    fn is_related(
        &mut self,
        bench: &mut Bench,
        subject: &Subject,
        accused: &Accused,
        bug: &str,
        wrong: &BTreeSet<Flags>,
    ) -> io::Result<bool> {
        let wrong: Vec<Flags> = wrong.iter().cloned().collect();
        if is_seen_right(accused, &wrong) {
            return Ok(true);
        }
        let plain = vec!["-O0".to_string()];
        if wrong.contains(&plain) || subject.compiler.family.is_small() {
            return Ok(false);
        }
        let mut trial = Trial { bench, subject, broken: self.broken, accused, flags: &plain };
        let right = trial.shown(&[])?;
        Ok(!trial.shown(&[bug.to_string()])?.is_other_than(&right))
    }
}

/// Compiles the accused program with some of the bugs.
struct Trial<'a> {
    bench: &'a mut Bench,
    subject: &'a Subject,
    broken: &'a Broken,
    accused: &'a Accused,
    flags: &'a Flags,
}

impl Trial<'_> {
    fn shown(&mut self, bugs: &[String]) -> io::Result<Shown> {
        let compiler = self.subject.with(bugs, self.broken);
        let build = Build { compiler: &compiler, flags: self.flags.clone() };
        let mut observe = |case: &Case| {
            self.bench.lay_out(case)?;
            Ok::<Observation, io::Error>(self.bench.observe(case, &build))
        };
        let own = observe(&self.accused.case)?;
        match (&self.accused.parent, self.accused.verdict.oracle) {
            (Some(parent), Oracle::Emi) => Ok(Shown::Kin(Box::new(own), Box::new(observe(parent)?))),
            _ => Ok(Shown::One(Box::new(own))),
        }
    }
}

/// What a set of bugs makes of a program, or of a variant and its parent.
enum Shown {
    One(Box<Observation>),
    Kin(Box<Observation>, Box<Observation>),
}

impl Shown {
    /// Whether this is wrong, if the other is what the compiler without bugs does. A variant is wrong if it does something else
    /// than its parent.
    fn is_other_than(&self, right: &Shown) -> bool {
        match (self, right) {
            (Shown::One(own), Shown::One(right)) => differs(&own.outcome, &right.outcome),
            (Shown::Kin(own, parent), _) => match (Behaviour::of(own), Behaviour::of(parent)) {
                (Some(own), Some(parent)) => own != parent,
                _ => differs(&own.outcome, &parent.outcome),
            },
            _ => false,
        }
    }
}

/// Messages of compilers name files and lines.
fn differs(one: &Outcome, other: &Outcome) -> bool {
    match (one, other) {
        (Outcome::Inconclusive { .. }, _) | (_, Outcome::Inconclusive { .. }) => false,
        (Outcome::Crashed { signature, .. }, Outcome::Crashed { signature: other, .. }) => signature != other,
        (Outcome::Rejected { .. }, Outcome::Rejected { .. }) => false,
        (Outcome::Died { signal, .. }, Outcome::Died { signal: other, .. }) => signal != other,
        _ => one != other,
    }
}

/// The bugs that act when they are alone, or all of them together if none does. `acts` says whether a set does.
///
/// If the first half of a set that acts does not, the second is taken to act, and not asked as a whole. Single bugs are always
/// asked.
fn culprits(bugs: &[String], acts: &mut dyn FnMut(&[String]) -> io::Result<bool>) -> io::Result<Vec<String>> {
    if !acts(bugs)? {
        return Ok(Vec::new());
    }
    if let [only] = bugs {
        return Ok(vec![only.clone()]);
    }
    let alone = halves(bugs, acts)?;
    Ok(if alone.is_empty() { vec![bugs.join("+")] } else { alone })
}

/// Of a set that acts.
fn halves(bugs: &[String], acts: &mut dyn FnMut(&[String]) -> io::Result<bool>) -> io::Result<Vec<String>> {
    let (left, right) = bugs.split_at(bugs.len() / 2);
    let mut found = part(left, false, acts)?;
    let is_right = found.is_empty();
    found.extend(part(right, is_right, acts)?);
    Ok(found)
}

fn part(
    bugs: &[String],
    is_taken_to_act: bool,
    acts: &mut dyn FnMut(&[String]) -> io::Result<bool>,
) -> io::Result<Vec<String>> {
    match bugs {
        [] => Ok(Vec::new()),
        [only] => Ok(if acts(bugs)? { vec![only.clone()] } else { Vec::new() }),
        _ if is_taken_to_act || acts(bugs)? => halves(bugs, acts),
        _ => Ok(Vec::new()),
    }
}

/// Whether a build of the accused compiler is not among these and made a program.
fn is_seen_right(accused: &Accused, wrong: &[Flags]) -> bool {
    accused.seen.iter().any(|seen| !wrong.contains(&seen.flags) && Behaviour::of(seen).is_some())
}

/// A find of this bug.
pub fn find(bug: String, program: u64, accused: &Accused, levels: BTreeSet<String>, is_related: bool) -> Find {
    Find {
        bug,
        at_s: accused.at_s,
        program,
        variant: accused.variant,
        levels: levels.into_iter().collect(),
        is_optimization_related: is_related,
    }
}

/// As `find`, of a bug that is named later.
pub fn pending(id: &str, program: u64, accused: &Accused) -> Find {
    let levels = accused.verdict.builds.iter().map(|flags| level(flags)).collect();
    find(format!("{PENDING}{id}"), program, accused, levels, is_seen_right(accused, &accused.verdict.builds))
}

/// The last level among flags. None is `-O0`.
pub fn level(flags: &[String]) -> String {
    match flags.iter().rev().find(|flag| flag.starts_with("-O")).map(String::as_str) {
        None => "-O0".to_string(),
        Some("-O") => "-O1".to_string(),
        Some(level) => level.to_string(),
    }
}

fn hash(accused: &Accused) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    let cases = std::iter::once(&accused.case).chain(accused.parent.as_ref().filter(|_| is_emi(accused)));
    for file in cases.flat_map(|case| &case.files) {
        for text in [&file.name, &file.text] {
            hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
        }
    }
    hasher.update(&[u8::from(is_emi(accused))]);
    hasher.finalize().into()
}

fn is_emi(accused: &Accused) -> bool {
    accused.verdict.oracle == Oracle::Emi
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn names(count: usize) -> Vec<String> {
        (0..count).map(|number| format!("bug-{number}")).collect()
    }

    fn found(count: usize, acting: &[usize]) -> (Vec<String>, usize) {
        let (bugs, mut asked) = (names(count), 0);
        let acting: Vec<String> = acting.iter().map(|at| format!("bug-{at}")).collect();
        let mut acts = |set: &[String]| {
            asked += 1;
            Ok(set.iter().any(|bug| acting.contains(bug)))
        };
        let found = culprits(&bugs, &mut acts).unwrap();
        (found, asked)
    }

    #[test]
    fn one_bug_of_sixteen_is_found_with_few_questions() {
        let (bugs, asked) = found(16, &[11]);
        assert_eq!(bugs, ["bug-11"]);
        assert!(asked <= 9, "{asked}");
        assert_eq!(found(16, &[]), (Vec::new(), 1));
    }

    #[test]
    fn bugs_that_act_only_together_are_named_together() {
        let bugs = names(3);
        let together = culprits(&bugs, &mut |set: &[String]| Ok(set.len() == 3)).unwrap();
        assert_eq!(together, ["bug-0+bug-1+bug-2"]);
    }

    #[test]
    fn the_last_level_counts() {
        let level = |flags: &[&str]| super::level(&flags.iter().map(|flag| flag.to_string()).collect::<Vec<_>>());
        assert_eq!([level(&[]), level(&["-O"]), level(&["-O1", "-Os"])], ["-O0", "-O1", "-Os"]);
    }

    proptest! {
        #[test]
        fn every_bug_that_acts_is_found(count in 1usize..20, acting in proptest::collection::btree_set(0usize..20, 0..6)) {
            let acting: Vec<usize> = acting.into_iter().filter(|at| *at < count).collect();
            let wanted: Vec<String> = acting.iter().map(|at| format!("bug-{at}")).collect();
            prop_assert_eq!(found(count, &acting).0, wanted);
        }
    }
}
