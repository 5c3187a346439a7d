//! The first look at the original, and beside it, if there is a bench for that, at what the reducer asks first: that is as
//! slow to compile, and will be asked anyway unless it turns out to be another kind of finding.

use super::accusation::Symptom;
use super::build::Workplace;
use super::defined::Definedness;
use super::judge_pool::STACK_BYTES;
use super::{Error, Question, Task, by_model, no_bench};
use crate::observe::Bench;
use crate::oracle::Kind;
use reduce::{Candidate, Goal, Judge, Progress};
use sandbox::Ender;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// What is known of one candidate.
pub struct Preview {
    candidate: Candidate,
    seen: Seen,
}

enum Seen {
    /// What it prints, if it ends by itself.
    Output(Option<Vec<u8>>),
    /// What is wrong with it, if anything is.
    Symptom(Option<Symptom>),
}

impl Preview {
    /// What is wrong with the candidate, if this is the one that is known.
    pub fn symptom(&self, candidate: &Candidate) -> Option<Option<&Symptom>> {
        match &self.seen {
            Seen::Symptom(symptom) if self.candidate == *candidate => Some(symptom.as_ref()),
            _ => None,
        }
    }

    /// What the candidate prints, if this is the one that is known.
    pub fn output(&self, candidate: &Candidate) -> Option<Option<Vec<u8>>> {
        match &self.seen {
            Seen::Output(output) if self.candidate == *candidate => Some(output.clone()),
            _ => None,
        }
    }
}

/// What is wrong with the original, unless a script says so, and what is known of the reducer's first candidate.
pub fn look(
    task: &mut Task,
    definedness: &Definedness,
    benches: &mut [Bench],
) -> Result<(Option<Symptom>, Option<Preview>), Error> {
    let (bench, others) = benches.split_first_mut().ok_or_else(no_bench)?;
    let before = task.presumed();
    let is_wanted = AtomicBool::new(true);
    let ender = others.first().map(|other| other.sandbox.ender());
    thread::scope(|scope| {
        let early = others.first_mut().and_then(|other| {
            let ask = || preview(&before, definedness, other, &is_wanted);
            thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, ask).ok()
        });
        let symptom = task.symptom(definedness, bench);
        if !matches!(&symptom, Ok(Some(symptom)) if symptom.is_output()) {
            // It is of use for wrong output only, and a compiler that fails is quicker.
            is_wanted.store(false, Ordering::SeqCst);
            ender.iter().for_each(Ender::end);
        }
        let preview = early.and_then(|early| early.join().ok()?);
        let is_fresh = is_wanted.load(Ordering::SeqCst) && before.is_built_like(task);
        Ok((symptom?, preview.filter(|_| is_fresh)))
    })
}

fn preview(task: &Task, definedness: &Definedness, bench: &mut Bench, is_wanted: &AtomicBool) -> Option<Preview> {
    let Question::Accusation(accusation) = &task.question else { return None };
    let expected = definedness.expected().ok()?;
    if !matches!(accusation.kind, None | Some(Kind::WrongCode)) {
        return None;
    }
    let First { candidate, is_probe } = first(task, definedness).filter(|_| is_wanted.load(Ordering::SeqCst))?;
    let case = task.case_of(&candidate);
    let mut workplace = Workplace::new(bench);
    let seen = if is_probe {
        Seen::Output(accusation.output(&mut workplace, &case))
    } else {
        Seen::Symptom(accusation.symptom(&mut workplace, &case, Some(expected)).ok())
    };
    Some(Preview { candidate, seen })
}

/// What the reducer asks first.
struct First {
    candidate: Candidate,
    /// The question is what it prints.
    is_probe: bool,
}

fn first(task: &Task, definedness: &Definedness) -> Option<First> {
    let listener = Listener::default();
    // The first question ends it.
    let _ = by_model(task, Goal::WrongCode, &listener, definedness.units().ok()?, Progress::default());
    listener.first.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Hears what the reducer asks first, and stops it there.
#[derive(Default)]
struct Listener {
    first: Mutex<Option<First>>,
}

impl Listener {
    fn hear(&self, candidate: Candidate, is_probe: bool) {
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(First { candidate, is_probe });
    }
}

impl Judge for Listener {
    fn width(&self) -> usize {
        1
    }

    fn submit(&self, _: u64, candidate: Candidate) {
        self.hear(candidate, false);
    }

    fn answer(&self) -> (u64, bool) {
        (0, false)
    }

    fn actual(&self, candidate: &Candidate) -> Option<Vec<u8>> {
        self.hear(candidate.clone(), true);
        None
    }

    fn stopped(&self) -> bool {
        self.first.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reduce::Unit;

    fn candidate(text: &str) -> Candidate {
        Candidate { units: vec![Unit { name: "a.c".into(), text: text.into() }], expected: None }
    }

    #[test]
    fn only_one_candidate_is_known_and_only_what_was_asked() {
        let (known, other) = (candidate("int main(void) {}"), candidate("int main(void) { }"));
        let printed = Preview { candidate: known.clone(), seen: Seen::Output(Some(b"1".to_vec())) };
        assert_eq!(printed.output(&known), Some(Some(b"1".to_vec())));
        assert_eq!(printed.output(&other), None);
        assert_eq!(printed.symptom(&known), None);
        let dull = Preview { candidate: known.clone(), seen: Seen::Symptom(None) };
        assert_eq!(dull.symptom(&known), Some(None));
        assert_eq!(dull.output(&known), None);
    }

    #[test]
    fn the_first_question_alone_is_heard() {
        let listener = Listener::default();
        assert!(!listener.stopped());
        assert_eq!(listener.actual(&candidate("1")), None);
        listener.submit(7, candidate("2"));
        assert!(listener.stopped());
        let first = listener.first.into_inner().unwrap().unwrap();
        assert!(first.is_probe && first.candidate == candidate("1"));
    }
}
