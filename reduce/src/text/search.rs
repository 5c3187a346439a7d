//! Finds out which of many edits can be made, most of them together.
//!
//! Edits are tried in chunks that halve; candidates are judged a few at once, and successes of the same batch are
//! united rather than thrown away. With one candidate at a time the result depends on nothing but the text.

use super::document::{Document, Edit};
use super::scout::Scout;
use super::token;
use crate::judge::key;
use crate::{Candidate, Expected, Judge, Progress, Unit};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// Refuses candidates before the judge sees them, and knows what the others print.
pub trait Gate {
    fn admit(&self, files: &[Unit]) -> Admission;
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Admission {
    Refused,
    /// With the expected output, if that is known.
    Admitted(Option<Expected>),
}

/// Batches without a success after which one more candidate per place is taken into a batch.
const PATIENCE: usize = 8;
/// Candidates per place of the judge at most: more would be thrown away when the first of them succeeds.
const DEPTH: usize = 3;
/// Candidates that are looked at to fill a free place.
const LOOKS: usize = 64;

pub struct Search<'a> {
    judge: &'a dyn Judge,
    gate: Option<&'a dyn Gate>,
    pub document: Document,
    pub best: Candidate,
    pub progress: Progress,
    pub stopped: bool,
    pub modelled: bool,
    /// Candidates that are not interesting, by a hash of their text.
    refuted: FxHashSet<u64>,
    /// Candidates that are, but were only asked about ahead of time.
    proven: FxHashSet<u64>,
    /// Looks ahead from the best program, with the number of successes that led to it.
    scout: Option<(u64, Option<Scout>)>,
    /// What brackets add up to, per file: candidates that leave one open are not worth a compilation.
    balance: Vec<Balance>,
    failures: usize,
}

type Balance = [i32; 3];
/// Edits that are tried together, by their index.
type Chunk = Vec<usize>;

impl<'a> Search<'a> {
    pub fn new(
        best: Candidate,
        judge: &'a dyn Judge,
        gate: Option<&'a dyn Gate>,
        progress: Progress,
        modelled: bool,
    ) -> Search<'a> {
        let document = Document::new(best.units.clone());
        let balance = best.units.iter().map(|unit| balance(&unit.text)).collect();
        let progress = Progress { lines: best.lines(), bytes: best.bytes(), ..progress };
        let (refuted, proven) = (FxHashSet::default(), FxHashSet::default());
        Search {
            judge,
            gate,
            document,
            best,
            progress,
            stopped: false,
            modelled,
            refuted,
            proven,
            scout: None,
            balance,
            failures: 0,
        }
    }

    /// Makes as many of the `edits` as it can, beginning with `size` of them at once. Says whether it made any.
    pub fn sweep(&mut self, pass: &'static str, edits: &[Edit], size: usize) -> bool {
        if edits.is_empty() || self.stopped {
            return false;
        }
        self.progress.enter(pass);
        let mut sweep = Sweep { edits, made: Vec::new(), pending: (0..edits.len()).collect() };
        let mut size = size.clamp(1, edits.len());
        loop {
            self.level(&mut sweep, size);
            if size == 1 || self.stopped || sweep.pending.is_empty() {
                break;
            }
            size = size.div_ceil(2);
        }
        let changed = !sweep.made.is_empty();
        if changed {
            self.document = Document::new(self.best.units.clone());
        }
        changed
    }

    /// Tries one whole replacement of the texts.
    pub fn propose(&mut self, pass: &'static str, files: Vec<Unit>) -> bool {
        self.progress.enter(pass);
        let Some(candidate) = self.admit(files) else { return false };
        let won = self.judged(vec![candidate.clone()])[0];
        if won {
            self.accept(candidate);
            self.document = Document::new(self.best.units.clone());
        }
        won
    }

    /// All chunks of one size, once.
    fn level(&mut self, sweep: &mut Sweep, size: usize) {
        let mut queue: VecDeque<Chunk> = sweep.pending.chunks(size).map(<[usize]>::to_vec).collect();
        let mut failed: Vec<usize> = Vec::new();
        while !queue.is_empty() && !self.stopped {
            let batch = self.batch(sweep, &mut queue, &mut failed);
            if batch.is_empty() {
                continue;
            }
            let answers = self.judged(batch.iter().map(|(_, candidate)| candidate.clone()).collect());
            let (winners, losers): (Vec<_>, Vec<_>) =
                batch.into_iter().zip(answers).partition(|(_, interesting)| *interesting);
            failed.extend(losers.into_iter().flat_map(|((chunk, _), _)| chunk));
            self.take(sweep, winners.into_iter().map(|(winner, _)| winner).collect(), &mut queue);
        }
        failed.extend(queue.into_iter().flatten());
        failed.sort_unstable();
        sweep.pending = failed;
    }

    /// The next chunks whose candidates the judge has to see.
    fn batch(
        &mut self,
        sweep: &Sweep,
        queue: &mut VecDeque<Chunk>,
        failed: &mut Vec<usize>,
    ) -> Vec<(Chunk, Candidate)> {
        let width = self.judge.width().max(1);
        let wanted = if width == 1 { 1 } else { width * (1 + self.failures / PATIENCE).min(DEPTH) };
        let mut batch = Vec::new();
        while batch.len() < wanted
            && let Some(chunk) = queue.pop_front()
        {
            let files = sweep.files(&self.document, &chunk);
            // An earlier success may have done what this chunk would do.
            if files == self.best.units {
                continue;
            }
            match self.admit(files) {
                Some(candidate) => batch.push((chunk, candidate)),
                None => failed.extend(chunk),
            }
        }
        batch
    }

    /// Accepts all winners of a batch if they go together, else the first; the others get another chance.
    fn take(&mut self, sweep: &mut Sweep, mut winners: Vec<(Chunk, Candidate)>, queue: &mut VecDeque<Chunk>) {
        self.failures = if winners.is_empty() { self.failures + 1 } else { 0 };
        if winners.len() > 1 {
            let all: Chunk = winners.iter().flat_map(|(chunk, _)| chunk.iter().copied()).collect();
            let union = self.admit(sweep.files(&self.document, &all));
            if let Some(union) = union.filter(|union| self.judged(vec![union.clone()])[0]) {
                sweep.made.extend(all);
                self.accept(union);
                return;
            }
            winners.drain(1..).rev().for_each(|(chunk, _)| queue.push_front(chunk));
        }
        if let Some((chunk, candidate)) = winners.pop() {
            sweep.made.extend(chunk);
            self.accept(candidate);
        }
    }

    /// Whether the judge has to see it; counts it.
    fn admit(&mut self, files: Vec<Unit>) -> Option<Candidate> {
        self.stopped |= self.judge.stopped();
        self.progress.count_candidate();
        let balanced = files.iter().zip(&self.balance).all(|(file, original)| keeps(*original, balance(&file.text)));
        if self.stopped || !balanced || self.refuted.contains(&key(&files)) {
            return None;
        }
        let admission = self.gate.map_or(Admission::Admitted(None), |gate| gate.admit(&files));
        match admission {
            Admission::Refused => {
                self.refuted.insert(key(&files));
                None
            }
            Admission::Admitted(expected) => Some(Candidate { units: files, expected }),
        }
    }

    /// Answers in order. Places of the judge that would stay free look ahead.
    fn judged(&mut self, candidates: Vec<Candidate>) -> Vec<bool> {
        let keys: Vec<u64> = candidates.iter().map(|candidate| key(&candidate.units)).collect();
        let open = candidates.into_iter().zip(&keys).filter(|(_, key)| !self.proven.contains(key));
        let mut open: Vec<Candidate> = open.map(|(candidate, _)| candidate).collect();
        if !open.is_empty() {
            self.fill(&mut open);
            self.ask(open);
        }
        keys.iter().map(|key| !self.stopped && self.proven.contains(key)).collect()
    }

    /// Has the judge decide, and remembers what it says.
    fn ask(&mut self, candidates: Vec<Candidate>) {
        let mut asked: FxHashSet<u64> = FxHashSet::default();
        for candidate in candidates {
            let key = key(&candidate.units);
            if asked.insert(key) {
                self.judge.submit(key, candidate);
            }
        }
        self.progress.count_judged(asked.len() as u64);
        while !asked.is_empty() && !self.stopped {
            let (key, interesting) = self.judge.answer();
            // Answers of a judge that was told to stop mean nothing.
            self.stopped |= self.judge.stopped();
            // What an earlier stage asked may still be answered.
            if asked.remove(&key) {
                let set = if interesting { &mut self.proven } else { &mut self.refuted };
                set.insert(key);
            }
        }
    }

    /// Adds what will be asked later, if all of this fails, until no place is free.
    fn fill(&mut self, batch: &mut Vec<Candidate>) {
        let width = self.judge.width();
        if width < 2 || batch.len().is_multiple_of(width) {
            return;
        }
        let (at, mut scout) = match self.scout.take() {
            Some((at, scout)) if at == self.progress.accepted => (at, scout),
            _ => (self.progress.accepted, Scout::new(&self.best.units, self.progress.pass, self.modelled)),
        };
        for _ in 0..LOOKS {
            let Some(files) = scout.as_mut().and_then(Scout::next) else { break };
            let is_new = files != self.best.units
                && !self.proven.contains(&key(&files))
                && batch.iter().all(|other| other.units != files);
            if let Some(candidate) = is_new.then(|| self.admit(files)).flatten() {
                batch.push(candidate);
            }
            if batch.len().is_multiple_of(width) {
                break;
            }
        }
        self.scout = Some((at, scout));
    }

    fn accept(&mut self, candidate: Candidate) {
        self.best = candidate;
        self.progress.count_accepted(&self.best);
        self.stopped |= !self.judge.proceed(&self.best, &self.progress);
    }
}

/// Where a sweep over edits stands.
struct Sweep<'a> {
    edits: &'a [Edit],
    made: Vec<usize>,
    pending: Vec<usize>,
}

impl Sweep<'_> {
    fn files(&self, document: &Document, chunk: &[usize]) -> Vec<Unit> {
        document.after(self.made.iter().chain(chunk).map(|&edit| &self.edits[edit]))
    }
}

/// A kind of bracket that was balanced stays so; where one was not, the text is no program anyway.
fn keeps(original: Balance, balance: Balance) -> bool {
    original.iter().zip(balance).all(|(original, balance)| *original != 0 || balance == 0)
}

/// Opened minus closed, of each kind of bracket.
fn balance(text: &str) -> Balance {
    let mut balance = [0; 3];
    for token in token::tokens(text) {
        match &text[token.start..token.end] {
            "(" => balance[0] += 1,
            ")" => balance[0] -= 1,
            "[" => balance[1] += 1,
            "]" => balance[1] -= 1,
            "{" => balance[2] += 1,
            "}" => balance[2] -= 1,
            _ => {}
        }
    }
    balance
}
