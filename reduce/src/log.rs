//! Reduction of programs that were made by transformations, each of which can be left out: no parsing, no repair, and every
//! candidate is defined.
//!
//! Transformations are left out in large groups first, then in smaller ones (delta debugging). Coarse ones go first: a
//! loop that is gone takes all that grew inside it along. Before that, most of the finest ones go in a few large groups:
//! they are most of the text, and every later candidate is compiled so much faster.

use crate::judge::{Candidate, Judge, Progress, key};
use std::collections::BTreeSet;

/// The name of this stage in `Progress`.
const PASS: &str = "undo";

/// Into so many groups the finest transformations are divided at first.
const COARSE: usize = 16;

/// A program with the log of what made it.
pub trait Log {
    /// How coarse each transformation is: rank 0 is left out first.
    fn ranks(&self) -> Vec<u8>;

    /// The program without those that are not kept; none if it is not defined after all. It is asked for often, and must be
    /// quick.
    fn program(&self, kept: &[bool]) -> Option<Candidate>;
}

/// What is left.
#[derive(Clone, Debug)]
pub struct Undone {
    /// By transformation: whether `best` still contains it.
    pub kept: Vec<bool>,
    /// The smallest interesting program found.
    pub best: Candidate,
    /// Of all stages up to here.
    pub progress: Progress,
    /// The judge said to stop before the end.
    pub stopped: bool,
}

/// Leaves out what is not needed; none if the program of the whole log is not interesting. Single transformations of the
/// finest rank are left to whoever goes on: groups of `finest` are the smallest that are tried there.
pub fn undo(log: &dyn Log, judge: &dyn Judge, finest: usize, mut progress: Progress) -> Option<Undone> {
    progress.enter(PASS);
    let ranks = log.ranks();
    let kept = vec![true; ranks.len()];
    let best = log.program(&kept)?;
    let mut search = Search { log, judge, kept, best, progress, stopped: false, failed: BTreeSet::new(), tag: 0 };
    let whole = search.best.clone();
    if !search.ask(&[whole])[0] {
        return None;
    }
    let last = ranks.iter().copied().max().unwrap_or(0);
    let all = search.members(&ranks, last).len();
    search.rank(&ranks, last, all.div_ceil(2), all.div_ceil(COARSE).max(finest));
    for rank in 0..last {
        let all = search.members(&ranks, rank).len();
        search.rank(&ranks, rank, all, 1);
    }
    let rest = search.members(&ranks, last).len();
    search.rank(&ranks, last, rest, finest);
    let Search { kept, best, progress, stopped, .. } = search;
    Some(Undone { kept, best, progress, stopped })
}

struct Search<'a> {
    log: &'a dyn Log,
    judge: &'a dyn Judge,
    kept: Vec<bool>,
    best: Candidate,
    progress: Progress,
    stopped: bool,
    /// Candidates that are not interesting.
    failed: BTreeSet<u64>,
    tag: u64,
}

impl Search<'_> {
    /// Tries groups of one rank, halved until they are small.
    fn rank(&mut self, ranks: &[u8], rank: u8, largest: usize, smallest: usize) {
        let smallest = smallest.max(1);
        let mut size = largest;
        while size > 0 && !self.stopped {
            let members = self.members(ranks, rank);
            let groups: Vec<&[usize]> = members.chunks(size).collect();
            for some in groups.chunks(self.judge.width().max(1)) {
                if !self.stopped {
                    self.leave_out(some);
                }
            }
            if size <= smallest {
                break;
            }
            size = size.div_ceil(2).max(smallest);
        }
    }

    fn members(&self, ranks: &[u8], rank: u8) -> Vec<usize> {
        (0..ranks.len()).filter(|&at| self.kept[at] && ranks[at] == rank).collect()
    }

    /// Tries each group by itself, and those that may go together.
    fn leave_out(&mut self, groups: &[&[usize]]) {
        let mut trials: Vec<Vec<bool>> = groups.iter().map(|group| self.without(&[group])).collect();
        let good = self.try_all(&trials);
        if good.len() > 1 {
            let together: Vec<&[usize]> = good.iter().map(|&at| groups[at]).collect();
            let both = self.without(&together);
            trials.push(both);
            let last = trials.len() - 1;
            if !self.try_all(&trials[last..]).is_empty() {
                self.take(trials.swap_remove(last));
                return;
            }
        }
        if let Some(&first) = good.first() {
            self.take(trials.swap_remove(first));
        }
    }

    fn without(&self, groups: &[&[usize]]) -> Vec<bool> {
        let mut kept = self.kept.clone();
        groups.iter().flat_map(|group| group.iter()).for_each(|&at| kept[at] = false);
        kept
    }

    /// Which of these are interesting. What changes nothing is so without a question.
    fn try_all(&mut self, trials: &[Vec<bool>]) -> Vec<usize> {
        let mut good = Vec::new();
        let mut asked = Vec::new();
        let mut candidates = Vec::new();
        for (at, kept) in trials.iter().enumerate() {
            self.progress.count_candidate();
            let Some(candidate) = self.log.program(kept) else { continue };
            if candidate.units == self.best.units {
                good.push(at);
            } else if !self.failed.contains(&key(&candidate.units)) {
                asked.push(at);
                candidates.push(candidate);
            }
        }
        let answers = self.ask(&candidates);
        for ((at, candidate), is_good) in asked.into_iter().zip(candidates).zip(answers) {
            if is_good {
                good.push(at);
            } else {
                self.failed.insert(key(&candidate.units));
            }
        }
        good.sort_unstable();
        good
    }

    /// The judge's answers, in order.
    fn ask(&mut self, candidates: &[Candidate]) -> Vec<bool> {
        let first = self.tag;
        for candidate in candidates {
            self.judge.submit(self.tag, candidate.clone());
            self.tag += 1;
        }
        self.progress.count_judged(candidates.len() as u64);
        let mut answers = vec![false; candidates.len()];
        for _ in candidates {
            let (tag, is_good) = self.judge.answer();
            answers[(tag - first) as usize] = is_good;
        }
        if self.judge.stopped() {
            self.stopped = true;
            answers.fill(false);
        }
        answers
    }

    fn take(&mut self, kept: Vec<bool>) {
        let Some(best) = self.log.program(&kept) else { return };
        self.kept = kept;
        if best.units == self.best.units {
            return;
        }
        self.best = best;
        self.progress.count_accepted(&self.best);
        self.stopped |= !self.judge.proceed(&self.best, &self.progress);
    }
}
