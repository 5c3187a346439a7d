//! What is said about a program that was written: to people, and to scripts.

use serde::Serialize;
use source::generate::Case;
use source::generate::live::{Live, observe};
use source::generate::strategy::Strategy;
use source::recipe::Recipe;
use std::path::Path;

/// Bumped when a field changes its meaning or goes; new fields may come at any time.
pub const SCHEMA: u32 = 1;

#[derive(Serialize)]
pub struct Report<'a> {
    schema: u32,
    /// The recipe in one line, for `--recipe`.
    id: String,
    recipe: &'a Recipe,
    directory: String,
    files: Vec<Written>,
    /// The program's exact standard output.
    expected: &'a str,
    /// Of the test unit.
    lines: usize,
    /// Of the program: test unit, header, driver.
    bytes: usize,
    /// Expression nodes evaluated by the reference execution.
    steps: u64,
    retries: u32,
    /// Expressions that were repaired.
    repairs: usize,
    /// Of live programs: assignments, and those that change the output if they are flipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    observability: Option<Observability>,
}

#[derive(Serialize)]
struct Observability {
    assignments: usize,
    observed: usize,
}

/// Every assignment is flipped by itself, which takes as many executions.
fn observability(case: &Case) -> Option<Observability> {
    if case.recipe.strategy != Live.name() {
        return None;
    }
    let seen = observe::Observability::of(&case.program, &case.driver);
    Some(Observability { assignments: seen.assignments, observed: seen.observed })
}

#[derive(Serialize)]
pub struct Written {
    name: String,
    path: String,
    bytes: usize,
    lines: usize,
}

impl Written {
    pub fn new(dir: &Path, name: &str, text: &str) -> Written {
        let path = dir.join(name).display().to_string();
        Written { name: name.to_string(), path, bytes: text.len(), lines: text.lines().count() }
    }
}

impl<'a> Report<'a> {
    pub fn new(case: &'a Case, dir: &Path, files: Vec<Written>) -> Report<'a> {
        let test = case.files.iter().find(|file| file.name.starts_with("test."));
        Report {
            schema: SCHEMA,
            id: case.recipe.to_string(),
            recipe: &case.recipe,
            directory: dir.display().to_string(),
            files,
            expected: &case.expected,
            lines: test.map_or(0, |file| file.text.lines().count()),
            bytes: case.files.iter().map(|file| file.text.len()).sum(),
            steps: case.steps,
            retries: case.retries,
            repairs: case.repairs,
            observability: None,
        }
    }

    /// With what only scripts are told.
    pub fn for_scripts(self, case: &Case) -> Report<'a> {
        Report { observability: observability(case), ..self }
    }

    pub fn json(&self) -> String {
        let mut text = serde_json::to_string(self).expect("strings, numbers and lists are always JSON");
        text.push('\n');
        text
    }

    /// One program: everything worth knowing.
    pub fn text(&self) -> String {
        let names: Vec<&str> = self.files.iter().map(|file| file.name.as_str()).collect();
        let Report { id, directory, expected, lines, .. } = self;
        format!("{directory}: {lines} lines in {}\nrecipe: {id}\nprints: {expected}", names.join(", "))
    }

    /// One of many programs.
    pub fn line(&self) -> String {
        format!("{}: {} lines, {} steps, prints {}", self.directory, self.lines, self.steps, self.expected)
    }
}
