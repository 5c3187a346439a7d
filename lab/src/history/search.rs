//! Finds the commit at which the behaviour of a program changed, with few probes.
//!
//! A program behaves in one way *before* the change and in another *after* it: for a correcting commit, before is the bug
//! and after is the right behaviour; for an introducing commit the other way round. A probe builds a revision and asks.
//! Revisions that are built already are asked first, since asking is cheap and building is not.

use super::graph::{History, Set};
use std::collections::VecDeque;

/// What a probe says of one revision.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It behaves as before the change.
    Before,
    /// It behaves as after the change.
    After,
    /// It fails in another way: another bug hides what was asked.
    Other,
    /// It cannot be built, or does not behave the same twice.
    Unknown,
}

/// Asks revisions. Answers must not change from one call to the next.
pub trait Probe {
    /// Why a revision cannot be asked at all. It ends the search.
    type Error;

    /// Builds the revision, if need be, and asks.
    fn ask(&mut self, commit: usize) -> Result<Answer, Self::Error>;

    /// Whether the revision is built already, or known not to build, so that asking costs little.
    fn is_built(&self, commit: usize) -> bool;

    /// How many revisions can be built beside the one that is asked.
    fn spare(&self) -> usize {
        0
    }

    /// Is told which revisions will probably be asked after the next one, so that they can be built meanwhile.
    fn expect(&mut self, _commits: &[usize]) {}

    /// Is told before each question how many commits may still have made the change.
    fn narrowed(&mut self, _suspects: usize) {}
}

/// The end of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// This commit made the change. Its parents were asked, too, as far as they can be built.
    Commit(usize),
    /// One of these did: the others cannot be built, as far as they were tried. The last is known to behave as after the
    /// change.
    OneOf(Vec<usize>),
    /// No commit can be named, and why.
    Unreliable {
        /// What was seen in between.
        why: Why,
        /// Commits that behave as before and as after the change, as close as the search came.
        between: (usize, usize),
    },
}

/// Why no commit can be named.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// Between the two commits the program fails in another way.
    Hidden,
    /// The behaviour changed more than once, so that one commit explains nothing.
    Repeated,
}

/// The commit between `before`, which behaves as before the change, and its descendant `after`, which behaves as after it.
///
/// Only descendants of `before` are asked: a branch that left earlier may never have had the bug. If the change came with
/// a merge, the search goes on in the branch that was merged.
pub fn find_change<P: Probe>(history: &History, before: usize, after: usize, probe: &mut P) -> Result<Found, P::Error> {
    let (mut before, mut after) = (before, after);
    loop {
        let found = Search::new(history, before, after).run(probe)?;
        let Found::Commit(commit) = found else { return Ok(found) };
        match verify(history, commit, before, probe)? {
            Verified::Yes => return Ok(found),
            Verified::No(why) => return Ok(Found::Unreliable { why, between: (before, after) }),
            Verified::Merged { base, tip } => (before, after) = (base, tip),
            Verified::Unknown { parent } => return Ok(Found::OneOf(vec![parent, commit])),
        }
    }
}

/// Whether a commit made the change.
enum Verified {
    Yes,
    No(Why),
    /// The change was made on the branch between `base` and `tip`.
    Merged {
        base: usize,
        tip: usize,
    },
    /// The commit merged a branch whose tip cannot be asked.
    Unknown {
        parent: usize,
    },
}

/// All parents must behave as before the change. A merged branch that behaves as after it was changed by itself, if it
/// behaved as before where it left.
fn verify<P: Probe>(history: &History, commit: usize, before: usize, probe: &mut P) -> Result<Verified, P::Error> {
    let later = history.descendants(before);
    if probe.spare() > 0 {
        probe.expect(&history.commits[commit].parents);
    }
    for &parent in &history.commits[commit].parents {
        match probe.ask(parent)? {
            Answer::Before => {}
            // Those after `before` would be among the suspects that the search could not ask.
            Answer::Unknown if later[parent] || history.commits[commit].parents.len() == 1 => {}
            Answer::Unknown => return Ok(Verified::Unknown { parent }),
            Answer::Other => return Ok(Verified::No(Why::Hidden)),
            Answer::After if later[parent] => return Ok(Verified::No(Why::Repeated)),
            Answer::After => {
                for base in history.merge_bases(before, parent) {
                    if probe.ask(base)? == Answer::Before {
                        return Ok(Verified::Merged { base, tip: parent });
                    }
                }
            }
        }
    }
    Ok(Verified::Yes)
}

/// So many suspects without an answer are enough, if there are no wide gaps between them.
const MOST_SILENT: usize = 32;

/// A gap is wide if it has more than this part of the suspects.
const WIDE: usize = 16;

#[derive(Clone)]
struct Search<'a> {
    history: &'a History,
    before: usize,
    after: usize,
    /// Commits that may have made the change; `after` is one of them.
    suspects: Set,
    /// Suspects that gave no answer, with whether the program failed in another way.
    silent: Vec<(usize, bool)>,
    /// Suspects in turn that were built, and gave no answer.
    misses: usize,
}

impl<'a> Search<'a> {
    fn new(history: &'a History, before: usize, after: usize) -> Search<'a> {
        let mut suspects = intersection(&history.descendants(before), &history.ancestors(after));
        suspects[before] = false;
        Search { history, before, after, suspects, silent: Vec::new(), misses: 0 }
    }

    fn run<P: Probe>(mut self, probe: &mut P) -> Result<Found, P::Error> {
        while let Some(commit) = self.next(probe) {
            probe.narrowed(self.suspects.iter().filter(|suspect| **suspect).count());
            let was_built = probe.is_built(commit);
            if !was_built && probe.spare() > 0 {
                probe.expect(&self.ahead(commit, probe));
            }
            self.take(commit, probe.ask(commit)?, was_built);
        }
        Ok(self.end())
    }

    fn take(&mut self, commit: usize, answer: Answer, was_built: bool) {
        match answer {
            Answer::Before => {
                let earlier = self.history.ancestors(commit);
                self.keep(|at| !earlier[at]);
                self.misses = 0;
            }
            Answer::After => {
                let earlier = self.history.ancestors(commit);
                self.after = commit;
                self.keep(|at| earlier[at]);
                self.misses = 0;
            }
            Answer::Other | Answer::Unknown => {
                self.silent.push((commit, answer == Answer::Other));
                self.misses += usize::from(!was_built);
            }
        }
    }

    /// What will be asked after this commit, whatever the answers are: after one more answer, then after two.
    fn ahead<P: Probe>(&self, commit: usize, probe: &P) -> Vec<usize> {
        let mut open = VecDeque::from([(self.clone(), commit)]);
        let mut found: Vec<usize> = Vec::new();
        while let Some((search, commit)) = open.pop_front().filter(|_| found.len() < probe.spare()) {
            for answer in [Answer::Before, Answer::After] {
                let mut then = search.clone();
                then.take(commit, answer, false);
                let Some(next) = then.next(probe) else { continue };
                if !found.contains(&next) && !probe.is_built(next) {
                    found.push(next);
                }
                open.push_back((then, next));
            }
        }
        found.truncate(probe.spare());
        found
    }

    fn keep(&mut self, keep: impl Fn(usize) -> bool) {
        self.suspects.iter_mut().enumerate().for_each(|(at, suspect)| *suspect &= keep(at));
        let suspects = &self.suspects;
        self.silent.retain(|(commit, _)| suspects[*commit]);
    }

    /// The suspect whose answer halves the rest best; built ones first.
    fn next<P: Probe>(&self, probe: &P) -> Option<usize> {
        if self.is_hopeless() {
            return None;
        }
        let weights = self.history.weights(&self.suspects);
        let all = weights[self.after];
        let is_open =
            |&at: &usize| self.suspects[at] && at != self.after && self.silent.iter().all(|(commit, _)| *commit != at);
        let open: Vec<usize> = (0..weights.len()).filter(is_open).collect();
        let target = all as f64 * place(self.misses);
        let distance = |&at: &usize| (weights[at] as f64 - target).abs();
        let nearest = |them: &mut dyn Iterator<Item = usize>| them.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest(&mut open.iter().copied().filter(|&at| probe.is_built(at))).or_else(|| nearest(&mut open.into_iter()))
    }

    /// Many suspects all over gave no answer. Commits that do not build are often hundreds in a row.
    fn is_hopeless(&self) -> bool {
        if self.silent.len() < MOST_SILENT {
            return false;
        }
        let all = self.suspects.iter().filter(|suspect| **suspect).count();
        let (mut gap, mut widest) = (0, 0);
        for at in (0..self.suspects.len()).filter(|&at| self.suspects[at] && at != self.after) {
            gap = if self.silent.iter().any(|(commit, _)| *commit == at) { 0 } else { gap + 1 };
            widest = widest.max(gap);
        }
        widest <= all / WIDE
    }

    fn end(self) -> Found {
        if self.silent.iter().any(|(_, is_hidden)| *is_hidden) {
            return Found::Unreliable { why: Why::Hidden, between: (self.before, self.after) };
        }
        if self.silent.is_empty() {
            return Found::Commit(self.after);
        }
        Found::OneOf((0..self.suspects.len()).filter(|&at| self.suspects[at]).collect())
    }
}

/// Where to ask next after so many suspects gave no answer: the middle, then a quarter, three quarters, an eighth, so
/// that a range that cannot be built is left at once (van der Corput's sequence).
fn place(silent: usize) -> f64 {
    let (mut number, mut place, mut unit) = (silent + 1, 0.0, 0.5);
    while number > 0 {
        place += unit * (number % 2) as f64;
        number /= 2;
        unit /= 2.0;
    }
    place
}

fn intersection(one: &Set, other: &Set) -> Set {
    one.iter().zip(other).map(|(one, other)| *one && *other).collect()
}
