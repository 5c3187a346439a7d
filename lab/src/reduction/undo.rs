//! The first stage for programs that were grown by transformations: those that are not needed are undone. Nothing is
//! parsed, and every candidate is defined.

use super::Task;
use reduce::log::{self, Log, Undone};
use reduce::{Candidate, Expected, Goal, Judge, Progress, Unit};
use source::emit;
use source::generate::equivalence::Growth;
use source::recipe::Recipe;

/// Groups of expansions that are tried, at least; the general reducer is better at single ones.
const FINEST: usize = 4;

/// What is left of a case with a log; none if it has none, or if its recipe gives another program today.
pub fn undone(task: &Task, goal: Goal, judge: &dyn Judge) -> Option<Undone> {
    let recipe: Recipe = task.case.recipe.parse().ok()?;
    if recipe.strategy != Growth::STRATEGY {
        return None;
    }
    let growth = Growth::new(&recipe).ok()?;
    let whole = growth.undo(&recipe, &vec![true; growth.len()]).ok()?;
    if !whole.files.iter().all(|file| task.case.files.contains(file)) {
        return None;
    }
    log::undo(&Grown { growth, recipe, goal }, judge, FINEST, Progress::default())
}

struct Grown {
    growth: Growth,
    recipe: Recipe,
    goal: Goal,
}

impl Log for Grown {
    fn ranks(&self) -> Vec<u8> {
        self.growth.ranks()
    }

    fn program(&self, kept: &[bool]) -> Option<Candidate> {
        let case = self.growth.undo(&self.recipe, kept).ok()?;
        let files = emit::without_directives(&case.files, self.recipe.language);
        let units = files.into_iter().map(|file| Unit { name: file.name, text: file.text }).collect();
        let stdout = case.expected.into_bytes();
        let expected = (self.goal == Goal::WrongCode).then_some(Expected { stdout, exit_code: 0 });
        Some(Candidate { units, expected })
    }
}
