//! The judge: benches that answer the task's question for several candidates at once.

use super::accusation::Symptom;
use super::build::Workplace;
use super::defined::Definedness;
use super::preprocessing::makes_macros;
use super::preview::Preview;
use super::reader::Readers;
use super::{Budget, Question, Reduction, Task, Watch, units};
use crate::observe::Bench;
use crate::oracle::Kind;
use crate::stop::Stop;
use reduce::{Candidate, Judge, Progress};
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Programs may be nested deeply, and are parsed on these threads.
pub const STACK_BYTES: usize = 256 << 20;

/// What was found out from the original.
pub struct Known<'a> {
    /// Candidates must have the same.
    pub symptom: Option<Symptom>,
    pub preview: Option<Preview>,
    pub readers: Readers,
    pub definedness: &'a Definedness,
}

pub struct JudgePool<'a> {
    task: &'a Task,
    known: Known<'a>,
    /// How many candidates are judged at once.
    places: usize,
    /// Workplaces that are free.
    free: Mutex<Vec<Workplace<'a>>>,
    freed: Condvar,
    budget: Budget,
    /// CPU time of children so far, in nanoseconds.
    spent: AtomicU64,
    spent_all: AtomicBool,
    /// Every best program so far.
    steps: Mutex<Vec<Candidate>>,
    careful: AtomicBool,
    stop: &'a Stop,
    watch: &'a dyn Watch,
}

impl<'a> JudgePool<'a> {
    pub fn new(
        task: &'a Task,
        known: Known<'a>,
        benches: &'a mut [Bench],
        budget: Budget,
        stop: &'a Stop,
        watch: &'a dyn Watch,
    ) -> JudgePool<'a> {
        let places = benches.len();
        let free = Mutex::new(benches.iter_mut().map(Workplace::new).collect());
        let (spent, spent_all) = (AtomicU64::new(0), AtomicBool::new(false));
        let (steps, careful) = (Mutex::default(), AtomicBool::new(false));
        JudgePool {
            task,
            known,
            places,
            free,
            freed: Condvar::new(),
            budget,
            spent,
            spent_all,
            steps,
            careful,
            stop,
            watch,
        }
    }

    /// The original as a candidate, headers included.
    pub fn original(&self) -> Candidate {
        Candidate { units: units(&self.task.case.files), expected: None }
    }

    /// A model's candidate has only units; scripts may still look for the headers.
    pub fn with_headers(&self, best: Candidate) -> Candidate {
        let headers = units(&self.task.missing_headers(&best));
        Candidate { units: best.units.into_iter().chain(headers).collect(), ..best }
    }

    /// The result, seen once more: all that is said about it comes from here.
    pub fn finish(&self, best: Candidate, progress: Progress, stopped: bool, textual: Option<String>) -> Reduction {
        let mut case = self.task.case_of(&best);
        let (mut outcome, mut steadiness) = (None, None);
        let mut workplace = self.workplace();
        case.expected = self.known.definedness.admit(&case, workplace.bench).flatten();
        if let (Question::Accusation(accusation), Some(symptom)) = (&self.task.question, &self.known.symptom)
            && symptom.kind() == Kind::WrongCode
        {
            case.expected = accusation.right(&mut workplace, &case, case.expected.as_ref()).ok().or(case.expected);
            let (seen, steady) = accusation.outcomes(&mut workplace, &case);
            (outcome, steadiness) = (Some(seen), Some(steady));
        }
        Reduction { case, progress, stopped, textual, outcome, steadiness, undoing: None }
    }

    /// Whether it shows what the original shows, and whoever reads it would accept it as a program.
    fn is_interesting(&self, candidate: &Candidate, workplace: &mut Workplace) -> bool {
        let is_careful = self.careful.load(Ordering::Relaxed);
        let readers = &self.known.readers;
        self.shows(candidate, workplace)
            && (!is_careful || readers.take(workplace.bench, &self.task.case_of(candidate)))
    }

    fn shows(&self, candidate: &Candidate, workplace: &mut Workplace) -> bool {
        // The reducer knows C17 only, and no macros.
        let is_doubtful = self.known.definedness.is_c90() || makes_macros(&self.task.case.flags);
        let preview = self.known.preview.as_ref().filter(|_| !is_doubtful);
        if let Some(symptom) = preview.and_then(|preview| preview.symptom(candidate)) {
            return symptom.zip(self.known.symptom.as_ref()).is_some_and(|(symptom, known)| symptom.stands_for(known));
        }
        let mut case = self.task.case_of(candidate);
        if case.expected.is_none() || is_doubtful {
            match self.known.definedness.admit(&case, workplace.bench) {
                Some(expected) => case.expected = expected,
                None => return false,
            }
        }
        match &self.task.question {
            Question::Script(script) => script.ask(workplace, &case).is_ok(),
            Question::Accusation(accusation) => {
                let symptom = accusation.symptom(workplace, &case, case.expected.as_ref());
                symptom.ok().zip(self.known.symptom.as_ref()).is_some_and(|(symptom, known)| symptom.stands_for(known))
            }
        }
    }

    /// From now on readers are asked about every candidate.
    pub fn be_careful(&self) {
        self.careful.store(true, Ordering::Relaxed);
    }

    /// Whether readers take it.
    pub fn is_readable(&self, candidate: &Candidate) -> bool {
        self.known.readers.take(self.workplace().bench, &self.task.case_of(candidate))
    }

    /// The last of all steps so far that readers take, as if they took none after the first that they do not.
    pub fn last_readable(&self) -> Option<Candidate> {
        let steps = self.steps.lock().unwrap_or_else(PoisonError::into_inner);
        let readable = steps.partition_point(|step| self.is_readable(step));
        readable.checked_sub(1).map(|last| steps[last].clone())
    }

    /// Waits for one that is free.
    fn workplace(&self) -> Occupied<'_, 'a> {
        // A panic elsewhere ends the reduction anyway.
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let free = self.freed.wait_while(free, |free| free.is_empty());
        let workplace = free.unwrap_or_else(PoisonError::into_inner).pop();
        Occupied { pool: self, workplace }
    }

    /// Judges what `work` hands in, at every place at once.
    pub fn with_judges<T>(&self, work: impl FnOnce(&Desk) -> T) -> T {
        let (submit, submitted) = mpsc::channel();
        let (tell, answers) = mpsc::channel();
        let submitted = Mutex::new(submitted);
        thread::scope(|scope| {
            let spawn = |_: &usize| {
                let (submitted, tell) = (&submitted, tell.clone());
                let judge = move || while self.next(submitted, &tell) {};
                thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, judge).is_ok()
            };
            // Fewer threads only take longer; one place needs none.
            let is_alone = self.places == 1 || (0..self.places).filter(spawn).count() == 0;
            let alone = is_alone.then_some(tell);
            work(&Desk { pool: self, submit, submitted: &submitted, alone, answers: Mutex::new(answers) })
        })
    }

    /// Judges the next candidate; says whether there was one.
    fn next(&self, submitted: &Submitted, tell: &Sender<(u64, bool)>) -> bool {
        let submitted = submitted.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((tag, candidate)) = submitted else { return false };
        let mut reply = Reply { tag, good: false, tell };
        reply.good = self.judge(&candidate);
        true
    }

    /// Once the reduction has to end, nothing is interesting.
    pub fn judge(&self, candidate: &Candidate) -> bool {
        self.counted(|workplace| self.is_interesting(candidate, workplace)).unwrap_or(false)
    }

    /// Does it at a workplace, and counts what it took; nothing is done any more once the reduction has to end.
    fn counted<T>(&self, work: impl FnOnce(&mut Workplace) -> T) -> Option<T> {
        if self.stopped() {
            return None;
        }
        let mut workplace = self.workplace();
        let before = cpu(workplace.bench);
        let answer = work(&mut workplace);
        let took = cpu(workplace.bench).saturating_sub(before).as_nanos() as u64;
        let spent = Duration::from_nanos(self.spent.fetch_add(took, Ordering::Relaxed) + took);
        if self.budget.cpu.is_some_and(|budget| spent > budget) {
            self.spent_all.store(true, Ordering::Relaxed);
        }
        self.watch.judged(1);
        Some(answer)
    }

    /// What the accused build prints for a candidate, where that is what is wrong.
    fn actual(&self, candidate: &Candidate) -> Option<Vec<u8>> {
        let Question::Accusation(accusation) = &self.task.question else { return None };
        if !self.known.symptom.as_ref().is_some_and(Symptom::is_output) {
            return None;
        }
        if let Some(output) = self.known.preview.as_ref().and_then(|preview| preview.output(candidate)) {
            return output;
        }
        self.counted(|workplace| accusation.output(workplace, &self.task.case_of(candidate)))?
    }

    fn stopped(&self) -> bool {
        self.stop.is_set() || self.spent_all.load(Ordering::Relaxed)
    }
}

/// A workplace until it goes out of scope.
struct Occupied<'p, 'a> {
    pool: &'p JudgePool<'a>,
    workplace: Option<Workplace<'a>>,
}

impl<'a> Deref for Occupied<'_, 'a> {
    type Target = Workplace<'a>;

    fn deref(&self) -> &Workplace<'a> {
        self.workplace.as_ref().expect("it is given back at the end")
    }
}

impl<'a> DerefMut for Occupied<'_, 'a> {
    fn deref_mut(&mut self) -> &mut Workplace<'a> {
        self.workplace.as_mut().expect("it is given back at the end")
    }
}

impl Drop for Occupied<'_, '_> {
    fn drop(&mut self) {
        self.pool.free.lock().unwrap_or_else(PoisonError::into_inner).extend(self.workplace.take());
        self.pool.freed.notify_one();
    }
}

type Submitted = Mutex<Receiver<(u64, Candidate)>>;

/// Where candidates are handed in while the pool sits.
pub struct Desk<'p, 'a> {
    pool: &'p JudgePool<'a>,
    submit: Sender<(u64, Candidate)>,
    submitted: &'p Submitted,
    /// Nobody else judges: how to tell.
    alone: Option<Sender<(u64, bool)>>,
    answers: Mutex<Receiver<(u64, bool)>>,
}

/// Is sent when it goes out of scope, so that nobody waits for a judge that panicked.
struct Reply<'t> {
    tag: u64,
    good: bool,
    tell: &'t Sender<(u64, bool)>,
}

impl Drop for Reply<'_> {
    fn drop(&mut self) {
        // Nobody listens any more when the reduction ends.
        let _ = self.tell.send((self.tag, self.good));
    }
}

impl Judge for Desk<'_, '_> {
    fn width(&self) -> usize {
        self.pool.places
    }

    fn submit(&self, tag: u64, candidate: Candidate) {
        // The receiver outlives the desk.
        let _ = self.submit.send((tag, candidate));
    }

    fn answer(&self) -> (u64, bool) {
        if let Some(tell) = &self.alone {
            self.pool.next(self.submitted, tell);
        }
        let answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.recv().unwrap_or_else(|_| {
            // All judges have panicked, which ends the reduction.
            self.pool.spent_all.store(true, Ordering::Relaxed);
            (0, false)
        })
    }

    fn actual(&self, candidate: &Candidate) -> Option<Vec<u8>> {
        self.pool.actual(candidate)
    }

    fn blamed(&self) -> Vec<String> {
        match &self.pool.task.question {
            Question::Accusation(accusation) => accusation.blamed.clone(),
            Question::Script(_) => Vec::new(),
        }
    }

    fn proceed(&self, best: &Candidate, progress: &Progress) -> bool {
        self.pool.steps.lock().unwrap_or_else(PoisonError::into_inner).push(best.clone());
        self.pool.watch.improved(&self.pool.task.case_of(best), progress);
        !self.pool.stopped()
    }

    fn stopped(&self) -> bool {
        self.pool.stopped()
    }
}

fn cpu(bench: &Bench) -> Duration {
    bench.cpu().total()
}
