//! Asks revisions of a compiler what they make of the program of a finding.

mod install;

use super::builds::{self, Builds};
use super::graph::History;
use super::search::{Answer, Probe};
use crate::case::Case;
use crate::compiler::{Build, Compiler};
use crate::observe::signature::{LINKER, refusal};
use crate::observe::{Bench, Observation, Outcome};
use crate::oracle::{Behaviour, Kind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What a revision makes of the program.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seen {
    /// It fails as it did when the bug was found.
    Bug,
    /// It does what a correct compiler does.
    Right,
    /// It fails in another way.
    Other,
    /// It does not build, or does not do the same each time.
    Unknown,
}

/// Which change is looked for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// The bug was corrected.
    Corrected,
    /// The bug was introduced.
    Introduced,
}

/// The program of a finding, and how it fails.
pub struct Subject<'a> {
    /// Of the finding. Names the file with the answers.
    pub id: &'a str,
    /// The reduced one, where there is one.
    pub case: &'a Case,
    /// How it fails.
    pub kind: Kind,
    /// Of the crash or the refusal, else empty.
    pub signature: &'a str,
    /// The accused one. Its command is replaced by that of each revision.
    pub compiler: &'a Compiler,
    /// Of the build that shows the bug.
    pub flags: &'a [String],
}

/// Answers about one subject, remembered in a file beside the builds.
pub struct Probing<'a, 'b> {
    /// Commits are numbered by it.
    pub history: &'a History,
    /// Where compilers come from.
    pub builds: &'a Builds<'b>,
    /// Where the program is compiled and run.
    pub bench: &'a mut Bench,
    /// What is asked about.
    pub subject: &'a Subject<'a>,
    /// Which of the two the search looks for.
    pub change: Change,
    /// Of the search, among those that use the builds at the same time.
    pub number: usize,
    /// Is told before each question how many commits may still have made the change.
    pub progress: &'a dyn Fn(usize),
    memory: Memory,
}

/// What is known of a subject.
#[derive(Default, Serialize, Deserialize)]
struct Memory {
    /// By revision. What a revision did not do twice is asked again by the next process; whether it builds is known to
    /// the builds.
    seen: BTreeMap<String, Seen>,
    /// What the program does where it shows the bug. Another wrong output is another failure.
    wrong: Option<Outcome>,
}

/// How often a revision is asked.
const TIMES: usize = 2;

/// How often one that does not do the same twice is asked.
const MANY_TIMES: usize = 5;

/// So often it must do the same then.
const ENOUGH_TIMES: usize = 4;

impl<'a, 'b> Probing<'a, 'b> {
    /// Reads the answers that earlier processes have left.
    pub fn new(
        history: &'a History,
        builds: &'a Builds<'b>,
        bench: &'a mut Bench,
        subject: &'a Subject<'a>,
        change: Change,
        (number, progress): (usize, &'a dyn Fn(usize)),
    ) -> Probing<'a, 'b> {
        let memory = Memory::read(&file(builds, subject));
        Probing { history, builds, bench, subject, change, number, progress, memory }
    }

    /// What a revision makes of the program; it is built if need be.
    pub fn seen(&mut self, commit: usize) -> Result<Seen, builds::Error> {
        let revision = &self.history.commits[commit].id;
        if let Some(seen) = self.memory.seen.get(revision) {
            return Ok(*seen);
        }
        let seen = match self.builds.compiler(revision)? {
            Some(built) => self.try_with(&built.path),
            None => Seen::Unknown,
        };
        self.memory.seen.insert(revision.clone(), seen);
        self.memory.write(&file(self.builds, self.subject));
        Ok(seen)
    }

    fn try_with(&mut self, path: &Path) -> Seen {
        let command = install::command(&self.subject.compiler.command, path);
        let compiler = Compiler { command, ..self.subject.compiler.clone() };
        let build = Build { compiler: &compiler, flags: self.subject.flags.to_vec() };
        let (mut all, mut times) = (Vec::new(), TIMES);
        while all.len() < times {
            // Laid out anew, so that nothing of the first time is used for the second.
            if self.bench.lay_out(self.subject.case).is_err() {
                return Seen::Unknown;
            }
            let observation = self.bench.observe(self.subject.case, &build);
            all.push(judge(self.subject, self.memory.wrong.as_ref(), &observation));
            if all[0] == Seen::Bug && self.memory.wrong.is_none() {
                self.memory.wrong = Some(observation.outcome);
            }
            if all.iter().any(|seen| *seen != all[0]) {
                times = MANY_TIMES;
            }
        }
        agreed(&all)
    }
}

impl Probe for Probing<'_, '_> {
    type Error = builds::Error;

    fn ask(&mut self, commit: usize) -> Result<Answer, builds::Error> {
        Ok(match (self.seen(commit)?, self.change) {
            (Seen::Bug, Change::Corrected) | (Seen::Right, Change::Introduced) => Answer::Before,
            (Seen::Right, Change::Corrected) | (Seen::Bug, Change::Introduced) => Answer::After,
            (Seen::Other, _) => Answer::Other,
            (Seen::Unknown, _) => Answer::Unknown,
        })
    }

    fn is_built(&self, commit: usize) -> bool {
        let revision = &self.history.commits[commit].id;
        self.memory.seen.contains_key(revision) || self.builds.is_known(revision)
    }

    fn spare(&self) -> usize {
        self.builds.spare()
    }

    fn expect(&mut self, commits: &[usize]) {
        let revisions = commits.iter().map(|&commit| self.history.commits[commit].id.clone());
        let seen = &self.memory.seen;
        self.builds.want(self.number, revisions.filter(|revision| !seen.contains_key(revision)).collect());
    }

    fn narrowed(&mut self, suspects: usize) {
        (self.progress)(suspects);
    }
}

impl Drop for Probing<'_, '_> {
    /// Nothing more is asked.
    fn drop(&mut self) {
        self.builds.want(self.number, Vec::new());
    }
}

/// What a revision did each time, or nearly each time.
fn agreed(all: &[Seen]) -> Seen {
    let times = |seen: Seen| all.iter().filter(|it| **it == seen).count();
    let enough = if all.len() <= TIMES { TIMES } else { ENOUGH_TIMES };
    all.iter().copied().find(|&seen| times(seen) >= enough).unwrap_or(Seen::Unknown)
}

/// What an observation says about the bug. `wrong` is what the program did where it was seen first.
fn judge(subject: &Subject, wrong: Option<&Outcome>, observation: &Observation) -> Seen {
    let expected = subject.case.expected.as_ref().map(Behaviour::from);
    let behaviour = Behaviour::of(observation);
    match (subject.kind, &observation.outcome) {
        (_, Outcome::Inconclusive { .. }) => Seen::Unknown,
        (Kind::WrongCode, outcome) => match behaviour {
            Some(behaviour) if Some(behaviour) == expected => Seen::Right,
            Some(_) if wrong.is_none_or(|wrong| wrong == outcome) => Seen::Bug,
            _ => Seen::Other,
        },
        (Kind::Crash, Outcome::Crashed { signature, .. }) if signature == subject.signature => Seen::Bug,
        (Kind::RejectsValid, Outcome::Rejected { message }) if refusal(message) == subject.signature => Seen::Bug,
        (Kind::Hang, Outcome::Hung { .. }) => Seen::Bug,
        (_, Outcome::Compiled) => Seen::Right,
        // A program that need not be linked to show the bug may have no `main`.
        (_, Outcome::Crashed { signature, .. }) if signature.starts_with(LINKER) => Seen::Right,
        _ => match (behaviour, expected) {
            (Some(behaviour), Some(expected)) if behaviour != expected => Seen::Other,
            (Some(_), _) => Seen::Right,
            (None, _) => Seen::Other,
        },
    }
}

/// The program is part of the name: after another reduction it must be asked again.
fn file(builds: &Builds, subject: &Subject) -> PathBuf {
    let mut hasher = blake3::Hasher::new();
    subject.case.files.iter().for_each(|file| _ = hasher.update(file.name.as_bytes()).update(file.text.as_bytes()));
    subject.flags.iter().for_each(|flag| _ = hasher.update(flag.as_bytes()).update(&[0]));
    builds.answers().join(format!("{}-{}.json", subject.id, &hasher.finalize().to_hex()[..12]))
}

impl Memory {
    fn read(path: &Path) -> Memory {
        std::fs::read(path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
    }

    /// What cannot be written is asked again another time.
    fn write(&self, path: &Path) {
        let seen = self.seen.iter().filter(|(_, seen)| **seen != Seen::Unknown);
        let lasting = Memory { seen: seen.map(|(id, seen)| (id.clone(), *seen)).collect(), wrong: self.wrong.clone() };
        let Ok(bytes) = serde_json::to_vec(&lasting) else { return };
        let new = path.with_extension("new");
        let _ = path.parent().map(std::fs::create_dir_all);
        let _ = std::fs::write(&new, bytes).and_then(|()| std::fs::rename(&new, path));
    }
}
