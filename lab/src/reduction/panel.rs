//! The judge: benches that answer the task's question for several candidates at once.

use super::accusation::Symptom;
use super::build::Workplace;
use super::defined::Definedness;
use super::{Budget, Question, Reduction, Task, Watch, files, units};
use crate::campaign::Stop;
use crate::case::{Case, Expected};
use crate::observe::{Bench, Outcome};
use crate::oracle::signal_name;
use reduce::{Candidate, Judge, Progress};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Programs may be nested deeply, and are parsed on these threads.
const STACK_BYTES: usize = 256 << 20;

pub struct Panel<'a> {
    task: &'a Task,
    definedness: &'a Definedness,
    workplaces: Vec<Mutex<Workplace<'a>>>,
    /// The original's; candidates must have the same.
    symptom: Option<Symptom>,
    budget: Budget,
    /// CPU time of the benches' children before this reduction.
    before: Duration,
    spent_all: AtomicBool,
    stop: &'a Stop,
    watch: &'a dyn Watch,
}

impl<'a> Panel<'a> {
    pub fn new(
        task: &'a Task,
        symptom: Option<Symptom>,
        definedness: &'a Definedness,
        benches: &'a mut [Bench],
        budget: Budget,
        stop: &'a Stop,
        watch: &'a dyn Watch,
    ) -> Panel<'a> {
        let before = benches.iter().map(cpu).sum();
        let workplaces = benches.iter_mut().map(|bench| Mutex::new(Workplace::new(bench))).collect();
        let spent_all = AtomicBool::new(false);
        Panel { task, definedness, workplaces, symptom, budget, before, spent_all, stop, watch }
    }

    /// The original as a candidate, headers included.
    pub fn original(&self) -> Candidate {
        Candidate { units: units(&self.task.case.files), expected: None }
    }

    /// A model's candidate has only units; scripts and other units may still need the headers.
    pub fn with_headers(&self, best: Candidate) -> Candidate {
        let mut best = best;
        if let Question::Script(_) = self.task.question {
            let case = &self.task.case;
            let is_header = |name: &str| !case.sources().any(|source| source == name);
            let headers = units(&case.files).into_iter().filter(|unit| is_header(&unit.name));
            best.units.extend(headers);
        }
        best
    }

    /// The result, seen once more.
    pub fn finish(&self, best: Candidate, progress: Progress, stopped: bool, textual: Option<String>) -> Reduction {
        let mut case = self.case(&best);
        let (mut actual, mut fate) = (None, None);
        let mut workplace = self.workplace(0);
        case.expected = self.definedness.admit(&case, workplace.bench).flatten();
        if let (
            Question::Accusation(accusation),
            Some(Symptom::Output | Symptom::ExitCode | Symptom::Died | Symptom::Endless),
        ) = (&self.task.question, &self.symptom)
        {
            case.expected = accusation.right(&mut workplace, &case, case.expected.as_ref()).ok().or(case.expected);
            let allowance = accusation.allowance(&workplace);
            match workplace.outcome(&case, &accusation.build(), &allowance) {
                Outcome::Ran { exit_code, stdout } => actual = Some(Expected { stdout, exit_code }),
                Outcome::Died { signal, .. } => fate = Some(format!("dies by {}", signal_name(signal))),
                Outcome::Endless { .. } => fate = Some("does not end".to_string()),
                _ => {}
            }
        }
        Reduction { case, progress, stopped, textual, actual, fate }
    }

    /// The task's case with the candidate's files. Units that are gone were merged into others.
    fn case(&self, candidate: &Candidate) -> Case {
        let case = &self.task.case;
        let is_left = |name: &String| candidate.units.iter().any(|unit| unit.name == *name);
        let mut case = Case {
            files: files(&candidate.units),
            units: case.units.iter().filter(|unit| is_left(unit)).cloned().collect(),
            driver: case.driver.clone().filter(|driver| is_left(driver)),
            expected: candidate.expected.clone().and_then(text),
            ..case.clone()
        };
        if case.units.is_empty() {
            // Merged into the driver: what is under test is all there is.
            case.units.extend(case.driver.take());
        }
        case
    }

    fn is_interesting(&self, candidate: &Candidate, place: usize) -> bool {
        let mut case = self.case(candidate);
        let mut workplace = self.workplace(place);
        if case.expected.is_none() {
            match self.definedness.admit(&case, workplace.bench) {
                Some(expected) => case.expected = expected,
                None => return false,
            }
        }
        match &self.task.question {
            Question::Script(script) => script.ask(&mut workplace, &case).is_ok(),
            Question::Accusation(accusation) => {
                let symptom = accusation.symptom(&mut workplace, &case, case.expected.as_ref());
                symptom.is_ok_and(|symptom| self.symptom.as_ref() == Some(&symptom))
            }
        }
    }

    fn workplace(&self, place: usize) -> MutexGuard<'_, Workplace<'a>> {
        // A panic elsewhere ends the reduction anyway.
        self.workplaces[place].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notices that the budget is spent.
    fn settle(&self) {
        let spent: Duration = (0..self.workplaces.len()).map(|place| cpu(self.workplace(place).bench)).sum();
        if self.budget.cpu.is_some_and(|budget| spent.saturating_sub(self.before) > budget) {
            self.spent_all.store(true, Ordering::Relaxed);
        }
    }

    fn in_parallel(&self, candidates: &[Candidate]) -> Vec<bool> {
        let answers: Vec<AtomicBool> = candidates.iter().map(|_| AtomicBool::new(false)).collect();
        let next = AtomicUsize::new(0);
        let work = |place: usize| {
            while let Some(candidate) = candidates.get(next.fetch_add(1, Ordering::Relaxed)) {
                let at = candidates.iter().position(|other| std::ptr::eq(other, candidate)).unwrap_or(0);
                let interesting = !self.stopped() && self.is_interesting(candidate, place);
                answers[at].store(interesting, Ordering::Relaxed);
            }
        };
        let work = &work;
        thread::scope(|scope| {
            for place in 1..self.workplaces.len().min(candidates.len()) {
                let spawned = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || work(place));
                // Fewer threads only take longer.
                drop(spawned);
            }
            work(0);
        });
        answers.into_iter().map(AtomicBool::into_inner).collect()
    }
}

impl Judge for Panel<'_> {
    fn width(&self) -> usize {
        self.workplaces.len()
    }

    fn judge(&self, candidates: &[Candidate]) -> Vec<bool> {
        let answers = self.in_parallel(candidates);
        self.settle();
        self.watch.judged(candidates.len() as u64);
        answers
    }

    fn proceed(&self, best: &Candidate, progress: &Progress) -> bool {
        self.watch.improved(&self.case(best), progress);
        !self.stopped()
    }

    fn stopped(&self) -> bool {
        self.stop.is_set() || self.spent_all.load(Ordering::Relaxed)
    }
}

fn cpu(bench: &Bench) -> Duration {
    bench.cpu().total()
}

fn text(expected: reduce::Expected) -> Option<Expected> {
    let reduce::Expected { stdout, exit_code } = expected;
    Some(Expected { stdout: String::from_utf8(stdout).ok()?, exit_code })
}
