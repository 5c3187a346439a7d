//! Undoing transformations of grown programs, with judges that look at the text only.

use reduce::log::{self, Log};
use reduce::{Candidate, Expected, Judge, Progress, Unit};
use source::emit;
use source::generate::equivalence::{Equivalence, Growth};
use source::recipe::Recipe;
use std::collections::VecDeque;
use std::sync::Mutex;

struct Grown {
    growth: Growth,
    recipe: Recipe,
}

impl Log for Grown {
    fn ranks(&self) -> Vec<u8> {
        self.growth.ranks()
    }

    fn program(&self, kept: &[bool]) -> Option<Candidate> {
        let case = self.growth.undo(&self.recipe, kept).ok()?;
        assert_eq!(case.repairs, 0, "a subset needs no repair");
        let files = emit::without_directives(&case.files, self.recipe.language);
        let units = files.into_iter().map(|file| Unit { name: file.name, text: file.text }).collect();
        let expected = Some(Expected { stdout: case.expected.into_bytes(), exit_code: 0 });
        Some(Candidate { units, expected })
    }
}

/// Interesting is what passes; answers come in the reverse order.
struct Passes<F>(F, Mutex<VecDeque<(u64, bool)>>);

impl<F: Fn(&str) -> bool + Sync> Judge for Passes<F> {
    fn width(&self) -> usize {
        2
    }

    fn submit(&self, tag: u64, candidate: Candidate) {
        let is_good = (self.0)(&candidate.units[0].text);
        self.1.lock().unwrap().push_front((tag, is_good));
    }

    fn answer(&self) -> (u64, bool) {
        self.1.lock().unwrap().pop_front().expect("something was handed in")
    }
}

fn grown(seed: u64) -> Grown {
    let recipe = Recipe { size: 200, ..Recipe::of(&Equivalence, seed) };
    Grown { growth: Growth::new(&recipe).unwrap(), recipe }
}

/// What is left of the programs that have this in their text.
fn left(needle: &'static str, finest: usize) -> Vec<Candidate> {
    let judge = Passes(|text: &str| text.contains(needle), Mutex::default());
    let undo = |seed| log::undo(&grown(seed), &judge, finest, Progress::default());
    (0..12).filter_map(undo).map(|undone| undone.best).collect()
}

#[test]
fn a_switch_is_all_that_is_left_of_programs_with_one() {
    let left = left("switch (", 1);
    assert!(left.len() > 3, "few programs have a switch");
    for candidate in left {
        let text = &candidate.units[0].text;
        // Each case has some lines, and empty cases are left to the reducer of models.
        assert!(text.lines().count() < 60, "{text}");
        assert_eq!(text.matches("switch (").count(), 1, "{text}");
    }
}

#[test]
fn a_remainder_keeps_its_expression_and_little_else() {
    let left = left(" % ", 4);
    assert!(left.len() > 3, "few programs have a remainder");
    for candidate in left {
        let text = &candidate.units[0].text;
        assert!(text.lines().count() < 80, "{text}");
    }
}

#[test]
fn a_program_that_is_not_interesting_is_left_alone() {
    assert!(left("no such text", 1).is_empty());
}
