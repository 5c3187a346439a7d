//! Makes a case smaller while it still shows what it shows: first over the model, then over the text, with judges that
//! really compile and run.
//!
//! The search is `reduce`'s; here is what it asks, the benches it is answered on, and where the result goes.

pub mod accusation;
mod build;
mod defined;
mod dialect;
mod guard;
mod judge_pool;
pub mod preprocessing;
mod preview;
mod reader;
pub mod remark;
pub mod script;
mod stop_watcher;
mod task;
mod undo;

pub use accusation::{Accusation, RUNS, Steadiness};
pub use script::Script;
pub use task::{Question, Task};

use crate::case::{Case, Expected};
use crate::observe::{Bench, Outcome, text_of_bytes};
use crate::stop::Stop;
use accusation::{Symptom, describe};
use defined::{Definedness, Gatekeeper, Unknown};
use judge_pool::{JudgePool, Known};
use reader::Readers;
use reduce::{Candidate, Goal, Judge, Progress, Reduced, Unit, text};
use source::emit::File;
use source::language::{Language, TargetName};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use stop_watcher::StopWatcher;

/// When to give up, and end with the best so far.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// CPU time of all children.
    pub cpu: Option<Duration>,
}

/// Told while the reduction runs, on any thread.
pub trait Watch: Sync {
    /// The original is interesting: what is seen of it, in a sentence.
    fn started(&self, what: &str) {
        let _ = what;
    }

    /// A smaller case was found. It is interesting; whoever wants to keep it writes it down now.
    fn improved(&self, case: &Case, progress: &Progress);

    /// Candidates were judged.
    fn judged(&self, candidates: u64) {
        let _ = candidates;
    }

    /// The request to stop is heard.
    fn stopping(&self) {}
}

/// Nobody watches.
impl Watch for () {
    fn improved(&self, _: &Case, _: &Progress) {}
}

/// What became of a task.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// With its own expected output, if that is known.
    pub case: Case,
    /// Of all stages.
    pub progress: Progress,
    /// It could have become smaller.
    pub stopped: bool,
    /// Why the model could not help, if it could not.
    pub textual: Option<String>,
    /// What the accused build makes of it, if that has to run to be wrong.
    pub outcome: Option<Outcome>,
    /// In how many runs it was that.
    pub steadiness: Option<Steadiness>,
    /// How long transformations were undone, if the program was grown by some.
    pub undoing: Option<Duration>,
}

/// Why there is nothing to reduce.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// There is nothing to preserve; says what was seen instead.
    #[error("the original is not interesting: {0}")]
    NotInteresting(String),
    /// `AcceptsInvalid` and `SelfCheck`: no single build shows them, so nothing can be asked of a candidate.
    #[error("this kind of finding cannot be reduced")]
    Kind,
    /// There is nothing to run compilers on. Says why.
    #[error("{0}")]
    Bench(String),
}

/// Reduces on as many benches at once as there are.
pub fn reduce(
    mut task: Task,
    benches: &mut [Bench],
    budget: Budget,
    stop: &Stop,
    watch: &dyn Watch,
) -> Result<Reduction, Error> {
    let watcher = StopWatcher::new(benches, stop, watch);
    let (mut definedness, (symptom, preview)) = watcher.during(|| {
        let definedness = Definedness::of(&task, benches)?;
        let is_open = task.is_open();
        let (symptom, mut preview) = preview::look(&mut task, &definedness, benches)?;
        if is_open && benches.first_mut().is_some_and(|bench| task.expand_macros(symptom.as_ref(), &definedness, bench))
        {
            preview = None;
        }
        Ok((definedness, (symptom, preview)))
    })?;
    if task.defined || symptom.as_ref().is_some_and(accusation::needs_meaning) {
        definedness.require();
    }
    watch.started(&started(&task, symptom.as_ref(), &definedness));
    let readers = Readers::find(&task, symptom.as_ref(), &definedness);
    let known = Known { symptom, preview, readers, definedness: &definedness };
    let pool = JudgePool::new(&task, known, benches, budget, stop, watch);
    let undoing = Cell::new(None);
    let search = Search { task: &task, definedness: &definedness, pool: &pool, undoing: &undoing };
    let (reduced, textual) = watcher.during(|| pool.with_judges(|judge| search.readable(judge)));
    let Reduced { best, progress, stopped } = reduced;
    pool.be_careful();
    let best = if textual.is_none() && !stopped { pretty(best, task.case.target, &pool) } else { best };
    Ok(Reduction { undoing: undoing.get(), ..pool.finish(best, progress, stopped, textual) })
}

/// What is searched, and by whom.
#[derive(Copy, Clone)]
struct Search<'a> {
    task: &'a Task,
    definedness: &'a Definedness,
    pool: &'a JudgePool<'a>,
    undoing: &'a Cell<Option<Duration>>,
}

impl Search<'_> {
    /// The smallest that those take who will read it. If they do not take what is found without them, the search goes
    /// on from the last step that they take, and asks them about every candidate. The other thing is why the model
    /// cannot help, if it cannot.
    fn readable(self, judge: &dyn Judge) -> (Reduced, Option<String>) {
        let Search { definedness, pool, .. } = self;
        let started = Instant::now();
        let undone = undo::undone(self.task, definedness.goal(), judge);
        self.undoing.set(undone.as_ref().map(|_| started.elapsed()));
        if let Some(undone) = undone.as_ref().filter(|undone| undone.stopped) {
            return (Reduced { best: undone.best.clone(), progress: undone.progress.clone(), stopped: true }, None);
        }
        let units = match &undone {
            Some(undone) => Ok(undone.best.units.as_slice()),
            None => definedness.units().map_err(str::to_string),
        };
        let (start, progress) = undone.as_ref().map_or_else(
            || (pool.original(), Progress::default()),
            |undone| (undone.best.clone(), undone.progress.clone()),
        );
        let (quick, textual) = smallest(self, judge, units.clone(), start, progress);
        if quick.progress.accepted == 0 || pool.is_readable(&quick.best) {
            return (quick, textual);
        }
        pool.be_careful();
        let start = pool.last_readable().unwrap_or_else(|| pool.original());
        if quick.stopped {
            return (Reduced { best: start, ..quick }, textual);
        }
        let units = if textual.is_none() { Ok(start.units.as_slice()) } else { units };
        smallest(self, judge, units, start.clone(), quick.progress)
    }
}

/// By the model, if it takes these units, and by the text, which `start` is; the other thing is why the model cannot.
fn smallest(
    search: Search,
    judge: &dyn Judge,
    units: Result<&[Unit], String>,
    start: Candidate,
    progress: Progress,
) -> (Reduced, Option<String>) {
    let Search { task, definedness, pool, .. } = search;
    match units.and_then(|units| by_model(task, definedness.goal(), judge, units, progress.clone())) {
        Ok(reduced) if reduced.stopped => (reduced, None),
        Ok(reduced) => (in_turns(task, definedness, pool, judge, reduced), None),
        Err(reason) => {
            let text = Textual { task, definedness, judge, options: text::Options::default() };
            (text.reduce(start, progress), Some(reason))
        }
    }
}

/// By the text what the model cannot say, which may be what the model waits for. Names come last.
fn in_turns(task: &Task, definedness: &Definedness, pool: &JudgePool, judge: &dyn Judge, modelled: Reduced) -> Reduced {
    let options = text::Options { modelled: true, rename: false, ..text::Options::default() };
    let textual = Textual { task, definedness, judge, options };
    let mut turn = modelled;
    for _ in 0..TURNS {
        let before = size(&turn.best.units);
        turn = textual.reduce(pool.with_headers(turn.best), turn.progress);
        let after = size(&turn.best.units);
        if turn.stopped {
            return turn;
        }
        if after == before || after <= SMALL || matches!(task.question, Question::Script(_)) {
            break;
        }
        let Ok(again) = by_model(task, definedness.goal(), judge, &turn.best.units, turn.progress.clone()) else {
            break;
        };
        if size(&again.best.units) >= after {
            // Laid out anew is no progress.
            turn = Reduced { best: turn.best, ..again };
            break;
        }
        turn = again;
    }
    if turn.stopped {
        return turn;
    }
    let options = text::Options { rounds: 0, rename: true, ..textual.options };
    Textual { options, ..textual }.reduce(turn.best, turn.progress)
}

/// Turns of text and model at most. Few programs have a second one that brings anything.
const TURNS: u32 = 3;

/// Tokens of a program that has one computation and prints it, and so has nothing to offer to the model any more.
const SMALL: usize = 45;

fn size(units: &[Unit]) -> usize {
    units.iter().map(|unit| text::count_tokens(&unit.text)).sum()
}

/// A script has its own ways to find headers and macros.
const ADVICE: &str = ". If the script gives the compiler -I, -D, -U, -std= or -include, give them here as well";

/// What is seen of the original, and what is not asked of candidates because the original does not have it.
fn started(task: &Task, symptom: Option<&Symptom>, definedness: &Definedness) -> String {
    let seen = symptom.map_or("the script ends with 0".to_string(), describe);
    match definedness.expected() {
        Err(unknown) if task.defined => {
            let let_through = if matches!(unknown, Unknown::Undefined(_)) { "are not" } else { "may not all be" };
            let advice = if definedness.units().is_err() { ADVICE } else { "" };
            format!("{seen}; candidates with undefined behaviour {let_through} refused: {}{advice}", unknown.why())
        }
        Err(unknown) if task.is_unguarded() => {
            format!("{seen}; the result may be undefined, which no compiler here would tell: {}", unknown.why())
        }
        _ => seen,
    }
}

fn no_bench() -> Error {
    Error::Bench("there is no bench to reduce on".to_string())
}

/// Over the model, where the program is within it.
fn by_model(task: &Task, goal: Goal, judge: &dyn Judge, units: &[Unit], progress: Progress) -> Result<Reduced, String> {
    if task.case.language != Language::C {
        return Err("it is not C".to_string());
    }
    reduce::reduce(units, target(task.case.target), goal, judge, &task.options(), progress)
        .map_err(|error| error.to_string())
}

/// Over the text, with what the interpreter has to say.
struct Textual<'a> {
    task: &'a Task,
    definedness: &'a Definedness,
    judge: &'a dyn Judge,
    options: text::Options,
}

impl Textual<'_> {
    fn reduce(&self, start: Candidate, progress: Progress) -> Reduced {
        let gatekeeper = Gatekeeper::new(self.task, self.definedness, &start.units);
        text::reduce(start, self.judge, Some(&gatekeeper), progress, &self.options)
    }
}

/// As the model's printer lays it out, if nothing but the layout and parentheses change by that; or else as its text
/// suggests.
fn pretty(best: Candidate, name: TargetName, pool: &JudgePool) -> Candidate {
    let is_same =
        |units: &Vec<Unit>| substance(units) <= substance(&best.units) && has_no_other_names(units, &best.units);
    let printed = defined::printed(&best.units, name).filter(is_same);
    let forms = printed.into_iter().chain([text::laid_out(&best.units)]);
    let mut candidates = forms.map(|units| Candidate { expected: best.expected.clone(), units });
    candidates.find(|candidate| pool.judge(candidate)).unwrap_or(best)
}

/// The printer gives names of its own to types that the model has none for.
fn has_no_other_names(units: &[Unit], best: &[Unit]) -> bool {
    let known: BTreeSet<&str> = best.iter().flat_map(|unit| text::names(&unit.text)).collect();
    units.iter().flat_map(|unit| text::names(&unit.text)).all(|name| known.contains(name))
}

/// Tokens without parentheses.
fn substance(units: &[Unit]) -> usize {
    let count = |text: &str| text::count_tokens(text).saturating_sub(text.matches(['(', ')']).count());
    units.iter().map(|unit| count(&unit.text)).sum()
}

pub(crate) fn target(name: TargetName) -> lang::Target {
    match name {
        TargetName::X86_64 => lang::Target::X86_64,
        TargetName::I386 => lang::Target::I386,
    }
}

/// The files as the reducer sees them, and back.
fn units(files: &[File]) -> Vec<Unit> {
    files.iter().map(|file| Unit { name: file.name.clone(), text: file.text.clone() }).collect()
}

fn files(units: &[Unit]) -> Vec<File> {
    units.iter().map(|unit| File { name: unit.name.clone(), text: unit.text.clone() }).collect()
}

/// The case with other sources, which need no headers.
fn with_units(case: &Case, units: &[Unit]) -> Case {
    Case { files: files(units), ..case.clone() }
}

fn text_of(expected: &reduce::Expected) -> Expected {
    Expected { stdout: text_of_bytes(&expected.stdout), exit_code: expected.exit_code }
}
