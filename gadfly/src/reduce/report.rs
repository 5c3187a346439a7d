//! What is said when a reduction is over, to people and to scripts.

use super::view::{Size, View};
use lab::observe::Outcome;
use lab::reduction::script::Encoding;
use lab::reduction::{Reduction, Steadiness};
use reduce::Yield;
use serde_json::{Value, json};
use source::emit::File;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

/// The version of `--json` output.
const SCHEMA: u32 = 2;

pub struct Summary<'a> {
    pub reduction: &'a Reduction,
    /// With the remark on what is right.
    pub files: &'a [File],
    /// Where they are; empty if they could not be written.
    pub paths: &'a [PathBuf],
    pub view: &'a View<'a>,
    pub started: Instant,
    /// What the files' bytes are.
    pub encoding: Encoding,
}

/// What a program that ended by itself printed.
fn printed(outcome: &Outcome) -> Option<Value> {
    match outcome {
        Outcome::Ran { exit_code, stdout } => Some(json!({ "stdout": stdout, "exit_code": exit_code })),
        _ => None,
    }
}

fn title(file: &File) -> Vec<u8> {
    format!("/* {} */\n", file.name).into_bytes()
}

impl Summary<'_> {
    /// The files, one after the other; several under their names.
    pub fn program(&self) -> Vec<u8> {
        let left: Vec<&File> = self.files.iter().filter(|file| !file.text.trim().is_empty()).collect();
        let bytes = |file: &File| self.encoding.encode(&file.text);
        match left.as_slice() {
            [file] => bytes(file),
            files => files.iter().flat_map(|file| [title(file), bytes(file)].concat()).collect(),
        }
    }

    pub fn text(&self) -> String {
        let (before, after) = (self.view.original, Size::of(&self.reduction.case));
        let progress = &self.reduction.progress;
        let seconds = self.started.elapsed().as_secs_f64();
        let state = if self.reduction.stopped { "Stopped" } else { "Reduced" };
        let mut text = format!(
            "{state}: {} lines ({} tokens) became {} lines ({} tokens) in {seconds:.1} s; {} steps, {} candidates, {} \
             of them compiled, {:.0}/s.\n",
            before.lines,
            before.tokens,
            after.lines,
            after.tokens,
            progress.accepted,
            progress.candidates,
            progress.judged,
            self.view.rate(),
        );
        let passes: Vec<String> = self.yields().iter().map(|entry| format!("{} {}", entry.pass, entry.bytes)).collect();
        if !passes.is_empty() {
            let _ = writeln!(text, "Bytes that went, by pass: {}.", passes.join(", "));
        }
        if let Some(reason) = &self.reduction.textual {
            let _ = writeln!(text, "By its text only: {reason}.");
        }
        if let Some(Steadiness { same, runs }) = self.reduction.steadiness.filter(|steadiness| !steadiness.is_steady())
        {
            let _ = writeln!(text, "It is flaky: only {same} of {runs} runs of the result did the same.");
        }
        let paths: Vec<String> = self.paths.iter().map(|path| path.display().to_string()).collect();
        if !paths.is_empty() {
            let _ = writeln!(text, "Written to {}.", paths.join(", "));
        }
        text
    }

    /// Passes that brought something, the best first.
    fn yields(&self) -> Vec<&Yield> {
        let mut yields: Vec<&Yield> =
            self.reduction.progress.yields.iter().filter(|entry| entry.accepted > 0).collect();
        yields.sort_by_key(|entry| std::cmp::Reverse(entry.bytes));
        yields
    }

    pub fn json(&self) -> String {
        let Reduction { case, progress, stopped, textual, outcome, steadiness, undoing } = self.reduction;
        let size = |size: Size| json!({ "lines": size.lines, "tokens": size.tokens });
        let pass = |entry: &Yield| {
            json!({
                "pass": entry.pass, "candidates": entry.candidates, "judged": entry.judged,
                "accepted": entry.accepted, "bytes": entry.bytes,
            })
        };
        let file = |(index, file): (usize, &File)| json!({ "name": file.name, "path": self.paths.get(index), "text": file.text });
        let document = json!({
            "schema": SCHEMA,
            "stopped": stopped,
            "textual": textual,
            "original": size(self.view.original),
            "reduced": size(Size::of(case)),
            "files": self.files.iter().enumerate().map(file).collect::<Vec<Value>>(),
            "expected": case.expected,
            "actual": outcome.as_ref().and_then(printed),
            "outcome": outcome,
            "steadiness": steadiness,
            "seconds": self.started.elapsed().as_secs_f64(),
            "undo_seconds": undoing.map(|time| time.as_secs_f64()),
            "candidates": progress.candidates,
            "judged": progress.judged,
            "accepted": progress.accepted,
            "passes": progress.yields.iter().map(pass).collect::<Vec<Value>>(),
        });
        format!("{document}\n")
    }
}
