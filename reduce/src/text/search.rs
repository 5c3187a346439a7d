//! Walks over all edits, and has the judge decide.
//!
//! Free jobs of the judge get the questions that come next if the answers are as they were lately. The walk itself does not
//! depend on them, so the result is the same for any number of jobs.

use super::token;
use super::walk::Walk;
use crate::judge::key;
use crate::{Candidate, Expected, Judge, Progress, Unit};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// Refuses candidates before the judge sees them, and knows what the others print.
pub trait Gate {
    /// Whether these units may go to the judge. Asked once for each text that passes cheaper checks.
    fn admit(&self, files: &[Unit]) -> Admission;
}

/// What a gate says about a candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Admission {
    /// The judge is not asked.
    Refused,
    /// With the expected output, if that is known.
    Admitted(Option<Expected>),
}

/// Candidates that are looked at ahead of time before an answer is waited for.
const LOOKS: usize = 64;
/// The weight of the last answer in `luck`.
const NEWS: f64 = 0.2;

pub struct Search<'a> {
    judge: &'a dyn Judge,
    gate: Option<&'a dyn Gate>,
    pub best: Candidate,
    pub progress: Progress,
    pub stopped: bool,
    /// By a hash of the text.
    known: FxHashMap<u64, Known>,
    /// What the judge has not answered yet.
    asked: FxHashSet<u64>,
    ahead: Option<Ahead>,
    /// The share of recent answers that were good.
    luck: f64,
    /// What brackets add up to, per file: candidates that leave one open are not worth a compilation.
    balance: Vec<Balance>,
}

/// What is known of a text.
#[derive(Clone, PartialEq, Eq)]
enum Known {
    Dull,
    /// Admitted, and not judged yet.
    Open(Option<Expected>),
    Interesting(Option<Expected>),
}

/// A walk that is ahead of the real one, and the answers that it assumed.
struct Ahead {
    walk: Walk,
    guesses: VecDeque<bool>,
}

type Balance = [i32; 3];

impl<'a> Search<'a> {
    pub fn new(best: Candidate, judge: &'a dyn Judge, gate: Option<&'a dyn Gate>, progress: Progress) -> Search<'a> {
        let balance = best.units.iter().map(|unit| balance(&unit.text)).collect();
        let progress = Progress { lines: best.lines(), bytes: best.bytes(), ..progress };
        Search {
            judge,
            gate,
            best,
            progress,
            stopped: false,
            known: FxHashMap::default(),
            asked: FxHashSet::default(),
            ahead: None,
            luck: 0.0,
            balance,
        }
    }

    /// Tries everything that the walk proposes.
    pub fn run(&mut self, mut walk: Walk) {
        while let Some(files) = walk.next() {
            self.progress.enter(walk.pass());
            let found = self.judged(&files, Some(&walk));
            // Many candidates may be refused before the judge answers again.
            self.stopped |= self.judge.stopped();
            if self.stopped {
                return;
            }
            let is_good = found.is_some();
            if self.ahead.as_mut().is_some_and(|ahead| ahead.guesses.pop_front() != Some(is_good)) {
                self.ahead = None;
            }
            match found {
                Some(candidate) => {
                    walk.succeed(files);
                    self.accept(candidate);
                }
                None => walk.fail(),
            }
        }
    }

    /// Tries one whole replacement of the texts.
    pub fn propose(&mut self, pass: &'static str, files: Vec<Unit>) {
        self.progress.enter(pass);
        if let Some(candidate) = self.judged(&files, None) {
            self.accept(candidate);
        }
    }

    /// The candidate, if it is interesting. The next candidates of the walk are judged at the same time.
    fn judged(&mut self, files: &[Unit], walk: Option<&Walk>) -> Option<Candidate> {
        let key = key(files);
        self.admit(key, files);
        self.ask(key, files);
        loop {
            match &self.known[&key] {
                Known::Dull => return None,
                Known::Interesting(expected) => {
                    let expected = expected.clone();
                    return Some(Candidate { units: files.to_vec(), expected });
                }
                Known::Open(_) => {}
            }
            if let Some(walk) = walk {
                self.look_ahead(walk);
            }
            self.hear();
            if self.stopped {
                return None;
            }
        }
    }

    /// Has the judge decide on what is admitted.
    fn ask(&mut self, key: u64, files: &[Unit]) {
        if let Known::Open(expected) = &self.known[&key]
            && self.asked.insert(key)
        {
            self.progress.count_judged(1);
            self.judge.submit(key, Candidate { units: files.to_vec(), expected: expected.clone() });
        }
    }

    /// Waits for an answer.
    fn hear(&mut self) {
        let (key, is_good) = self.judge.answer();
        // Answers of a judge that was told to stop mean nothing.
        self.stopped |= self.judge.stopped();
        // What an earlier stage asked may still be answered.
        if self.stopped || !self.asked.remove(&key) {
            return;
        }
        self.luck += NEWS * (f64::from(is_good) - self.luck);
        if let Some(known) = self.known.get_mut(&key)
            && let Known::Open(expected) = known
        {
            *known = if is_good { Known::Interesting(expected.take()) } else { Known::Dull };
        }
    }

    /// Asks the walk's next questions, until no job is free.
    fn look_ahead(&mut self, walk: &Walk) {
        let width = self.judge.width();
        if self.asked.len() >= width {
            return;
        }
        let pass = self.progress.pass;
        let mut ahead = self.ahead.take().unwrap_or_else(|| Ahead { walk: walk.clone(), guesses: VecDeque::new() });
        for _ in 0..LOOKS {
            let Some(files) = ahead.walk.next() else { break };
            let key = key(&files);
            self.progress.enter(ahead.walk.pass());
            self.admit(key, &files);
            self.ask(key, &files);
            let guess = match self.known[&key] {
                Known::Dull => false,
                Known::Interesting(_) => true,
                Known::Open(_) => self.luck > 0.5,
            };
            ahead.guesses.push_back(guess);
            if guess {
                ahead.walk.succeed(files)
            } else {
                ahead.walk.fail()
            }
            if self.asked.len() >= width {
                break;
            }
        }
        self.ahead = Some(ahead);
        self.progress.enter(pass);
    }

    /// Finds out whether the judge must see the candidate, unless that is known.
    fn admit(&mut self, key: u64, files: &[Unit]) {
        if self.known.contains_key(&key) {
            return;
        }
        self.progress.count_candidate();
        let is_balanced = files.iter().zip(&self.balance).all(|(file, original)| keeps(*original, balance(&file.text)));
        let admission = match self.gate {
            _ if !is_balanced => Admission::Refused,
            Some(gate) => gate.admit(files),
            None => Admission::Admitted(None),
        };
        let known = match admission {
            Admission::Refused => Known::Dull,
            Admission::Admitted(expected) => Known::Open(expected),
        };
        self.known.insert(key, known);
    }

    fn accept(&mut self, candidate: Candidate) {
        self.best = candidate;
        self.progress.count_accepted(&self.best);
        self.stopped |= !self.judge.proceed(&self.best, &self.progress);
    }
}

/// A kind of bracket that was balanced must stay balanced. If it was not, the text is no program anyway.
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
