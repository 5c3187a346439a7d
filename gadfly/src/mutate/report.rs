//! What `gadfly mutate` says: variants with their edits, for people and for scripts.

use crate::diagnostic::Sources;
use crate::verdict::Place;
use lang::Loc;
use serde::Serialize;
use source::mutate::{Edit, Parent, Tally};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::time::Duration;

/// Changes with the meaning of a key.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
pub struct Report {
    schema: u32,
    exit_code: i32,
    /// Bytes that are not UTF-8 become U+FFFD.
    stdout: String,
    steps: u64,
    /// Statements of the program that were executed.
    executed: usize,
    /// Whether some statement was not executed and can be deleted.
    has_unexecuted: bool,
    variants: Vec<Variant>,
    /// Plans whose edits did something else together, and lost some of them.
    trimmed: u32,
    refused: u32,
    repeated: u32,
    #[serde(flatten)]
    times: Times,
    /// Of edits that there were: variants of one program mostly change the same places.
    #[serde(skip)]
    places: HashMap<Loc, Place>,
}

#[derive(Serialize)]
struct Variant {
    directory: String,
    files: Vec<String>,
    edits: Vec<Change>,
}

#[derive(Serialize)]
struct Change {
    kind: &'static str,
    what: &'static str,
    #[serde(flatten)]
    place: Place,
}

/// CPU time, in milliseconds.
#[derive(Serialize, Default)]
pub struct Times {
    parent_ms: f64,
    parent_executing_ms: f64,
    variants_ms: f64,
    /// Of `variants_ms`.
    executing_ms: f64,
}

impl Times {
    pub fn parent(&mut self, all: Duration, executing: Duration) {
        (self.parent_ms, self.parent_executing_ms) = (all.as_secs_f64() * 1e3, executing.as_secs_f64() * 1e3);
    }

    pub fn variants(&mut self, all: Duration, executing: Duration) {
        (self.variants_ms, self.executing_ms) = (all.as_secs_f64() * 1e3, executing.as_secs_f64() * 1e3);
    }
}

impl Report {
    /// Without variants.
    pub fn new(parent: &Parent) -> Report {
        Report {
            schema: SCHEMA,
            exit_code: parent.exit_code,
            stdout: String::from_utf8_lossy(&parent.stdout).into_owned(),
            steps: parent.steps,
            executed: parent.executed,
            has_unexecuted: parent.has_unexecuted(),
            variants: Vec::new(),
            trimmed: 0,
            refused: 0,
            repeated: 0,
            times: Times::default(),
            places: HashMap::default(),
        }
    }

    /// A variant that was written.
    pub fn add(&mut self, sources: &mut Sources, directory: String, files: Vec<(String, &str)>, edits: &[Edit]) {
        let mut place = |loc: Loc| self.places.entry(loc).or_insert_with(|| Place::new(sources, loc)).clone();
        let mut change = |edit: &Edit| Change { kind: edit.kind.name(), what: edit.what, place: place(edit.loc) };
        let edits = edits.iter().map(&mut change).collect();
        let files = files.into_iter().map(|(name, _)| name).collect();
        self.variants.push(Variant { directory, files, edits });
    }

    pub fn finish(&mut self, tally: Tally, times: Times) {
        (self.trimmed, self.refused, self.repeated) = (tally.trimmed, tally.refused, tally.repeated);
        self.times = times;
    }

    pub fn json(&self) -> String {
        let mut text = serde_json::to_string(self).expect("strings, numbers and lists are always JSON");
        text.push('\n');
        text
    }

    /// A line for each variant: where it is, and how many edits of which kind it has.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for variant in &self.variants {
            let mut counts: BTreeMap<(&str, &str), u32> = BTreeMap::new();
            variant.edits.iter().for_each(|edit| *counts.entry((edit.kind, edit.what)).or_default() += 1);
            let edits: Vec<String> =
                counts.into_iter().map(|((kind, what), count)| format!("{count} {kind} ({what})")).collect();
            let _ = writeln!(text, "{}: {}", variant.directory, edits.join(", "));
        }
        if self.variants.is_empty() {
            text += "there is nothing to change in this program\n";
        }
        text
    }
}
