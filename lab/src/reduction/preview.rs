//! The first look at the original, and beside it, if there is a bench for that, at what the model makes of it: the first
//! thing that will be asked otherwise, and as slow to compile.

use super::accusation::Symptom;
use super::build::Workplace;
use super::defined::Definedness;
use super::panel::STACK_BYTES;
use super::{Error, Question, Task, no_bench};
use crate::observe::Bench;
use reduce::{Candidate, Unit};
use std::thread;

/// The answer for one candidate.
pub struct Preview {
    candidate: Candidate,
    is_interesting: bool,
}

impl Preview {
    /// Whether the candidate is interesting, if this is known.
    pub fn answer(&self, candidate: &Candidate) -> Option<bool> {
        // For some goals nobody asks what it prints.
        let expects_the_same = candidate.expected.is_none() || candidate.expected == self.candidate.expected;
        (expects_the_same && candidate.units == self.candidate.units).then_some(self.is_interesting)
    }
}

/// What is wrong with the original, unless a script says so, and what is known of the model's first candidate.
pub fn look(
    task: &mut Task,
    definedness: &Definedness,
    benches: &mut [Bench],
) -> Result<(Option<Symptom>, Option<Preview>), Error> {
    let (bench, others) = benches.split_first_mut().ok_or_else(no_bench)?;
    let before = task.clone();
    thread::scope(|scope| {
        let early = others.first_mut().and_then(|other| {
            let ask = || seen(&before, definedness, other);
            thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, ask).ok()
        });
        let symptom = task.symptom(definedness, bench)?;
        let seen = early.and_then(|early| early.join().ok()?);
        let is_fresh = before.is_built_like(task);
        let preview = seen
            .filter(|_| is_fresh)
            .map(|(candidate, seen)| Preview { candidate, is_interesting: seen.is_ok_and(|seen| seen == symptom) });
        Ok((symptom, preview))
    })
}

type Seen = Result<Option<Symptom>, String>;

/// The first candidate and what it shows, if the model takes the original.
fn seen(task: &Task, definedness: &Definedness, bench: &mut Bench) -> Option<(Candidate, Seen)> {
    let units: Vec<Unit> = task.beginning(definedness)?;
    let expected = definedness.expected().ok();
    let candidate = Candidate { units, expected: expected.cloned().map(super::defined::raw) };
    let case = task.case_of(&candidate);
    let mut workplace = Workplace::new(bench);
    let seen = match &task.question {
        Question::Script(script) => script.ask(&mut workplace, &case).map(|()| None),
        Question::Accusation(accusation) => accusation.symptom(&mut workplace, &case, expected).map(Some),
    };
    Some((candidate, seen))
}

#[cfg(test)]
mod tests {
    use super::*;
    use reduce::Expected;

    fn candidate(text: &str, stdout: Option<&str>) -> Candidate {
        let expected = stdout.map(|stdout| Expected { stdout: stdout.into(), exit_code: 0 });
        Candidate { units: vec![Unit { name: "a.c".into(), text: text.into() }], expected }
    }

    #[test]
    fn only_the_same_program_is_known() {
        let preview = Preview { candidate: candidate("int main(void) {}", Some("1")), is_interesting: true };
        assert_eq!(preview.answer(&candidate("int main(void) {}", Some("1"))), Some(true));
        assert_eq!(preview.answer(&candidate("int main(void) {}", None)), Some(true));
        assert_eq!(preview.answer(&candidate("int main(void) {}", Some("2"))), None);
        assert_eq!(preview.answer(&candidate("int main(void) { }", Some("1"))), None);
    }
}
