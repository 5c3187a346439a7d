//! What the reducer asks of the world: is this candidate interesting?

use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// One preprocessed translation unit.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    /// Of the file. It stays the same while the text changes.
    pub name: String,
    /// Preprocessed C, or what is left of it.
    pub text: String,
}

/// What stands for a text in caches, and for a question about it.
pub(crate) fn key(units: &[Unit]) -> u64 {
    let mut hasher = FxHasher::default();
    units.hash(&mut hasher);
    hasher.finish()
}

/// What the finding is, and so what a candidate has to be before the judge sees it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The program prints something wrong: candidates are defined, with their own expected output.
    WrongCode,
    /// The compiler fails: candidates are accepted by the front end, and need not run.
    Crash,
    /// Candidates are accepted by the front end. Whether they run, and what that must be like, is the judge's business.
    Open,
}

/// What a defined program does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Expected {
    /// All that is written to standard output.
    pub stdout: Vec<u8>,
    /// As a shell sees it: 0 to 255, and 134 after `abort`.
    pub exit_code: i32,
}

/// A program to be judged. Units may have become fewer: `Options::merge`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Compiled one by one and linked.
    pub units: Vec<Unit>,
    /// Known if the goal is wrong code.
    pub expected: Option<Expected>,
}

impl Candidate {
    /// Lines of text that are not blank.
    pub fn lines(&self) -> usize {
        self.units.iter().flat_map(|unit| unit.text.lines()).filter(|line| !line.trim().is_empty()).count()
    }

    /// Of the text of all units.
    pub fn bytes(&self) -> usize {
        self.units.iter().map(|unit| unit.text.len()).sum()
    }
}

/// Decides which candidates are interesting. It must give the same answer for the same candidate.
pub trait Judge: Sync {
    /// How many candidates are judged at once.
    fn width(&self) -> usize;

    /// Hands in a candidate; the tag comes back with its answer. A few more than `width` may be waiting.
    fn submit(&self, tag: u64, candidate: Candidate);

    /// Waits for an answer to one of those that were handed in, in whatever order they come.
    fn answer(&self) -> (u64, bool);

    /// What the accused build prints for a candidate, if that is what is wrong with the original.
    fn actual(&self, candidate: &Candidate) -> Option<Vec<u8>> {
        let _ = candidate;
        None
    }

    /// The functions that the compiler named when it failed on the original.
    fn blamed(&self) -> Vec<String> {
        Vec::new()
    }

    /// A smaller interesting program was found; `false` ends the reduction with it.
    fn proceed(&self, best: &Candidate, progress: &Progress) -> bool {
        let _ = (best, progress);
        true
    }

    /// The reduction must end now, with the best program so far; asked after every answer. Answers given since it
    /// became true mean nothing.
    fn stopped(&self) -> bool {
        false
    }
}

/// How far the reduction is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// The pass at work.
    pub pass: &'static str,
    /// Of the best program so far.
    pub lines: usize,
    /// Of the best program so far.
    pub bytes: usize,
    /// Candidates that were built and checked in-process.
    pub candidates: u64,
    /// Candidates that the judge saw.
    pub judged: u64,
    /// Candidates that became the best program.
    pub accepted: u64,
    /// By pass, in the order of first use.
    pub yields: Vec<Yield>,
}

impl Progress {
    /// Names the pass whose work is counted from here on.
    pub(crate) fn enter(&mut self, pass: &'static str) {
        self.pass = pass;
        if !self.yields.iter().any(|entry| entry.pass == pass) {
            self.yields.push(Yield { pass, ..Yield::default() });
        }
    }

    /// A candidate was built.
    pub(crate) fn count_candidate(&mut self) {
        self.candidates += 1;
        self.at_work().candidates += 1;
    }

    /// The judge sees so many candidates.
    pub(crate) fn count_judged(&mut self, count: u64) {
        self.judged += count;
        self.at_work().judged += count;
    }

    /// This is the best program now.
    pub(crate) fn count_accepted(&mut self, best: &Candidate) {
        let gone = self.bytes.saturating_sub(best.bytes()) as u64;
        (self.lines, self.bytes) = (best.lines(), best.bytes());
        self.accepted += 1;
        let entry = self.at_work();
        entry.accepted += 1;
        entry.bytes += gone;
    }

    fn at_work(&mut self) -> &mut Yield {
        let pass = self.pass;
        let entry = self.yields.iter_mut().find(|entry| entry.pass == pass);
        entry.expect("a pass is entered before it does anything")
    }
}

/// What one pass brought.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Yield {
    /// As in `Progress::pass`.
    pub pass: &'static str,
    /// Those that it built.
    pub candidates: u64,
    /// Those of its candidates that the judge saw.
    pub judged: u64,
    /// Those of its candidates that became the best program.
    pub accepted: u64,
    /// Bytes of text that went away.
    pub bytes: u64,
}
