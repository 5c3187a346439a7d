//! What is known of a variant and the program it was made from: the fewest edits that turn right into wrong.

use super::{fenced, label};
use crate::finding::Finding;
use crate::finding::parent::{Difference, Parent};
use serde_json::Value;

/// Lines of a difference up to which the report quotes it.
const QUOTED_LINES: usize = 60;

/// Empty if the program is no variant.
pub fn section(finding: &Finding) -> String {
    let Some(parent) = finding.parent.as_ref().filter(|parent| parent.is_equivalent) else { return String::new() };
    let (edits, text) = match &parent.difference {
        Some(difference) => (difference.edits.clone(), found(finding, parent, difference)),
        None => ((0..parent.edits.len()).collect(), unknown(parent)),
    };
    let edits = edits.iter().filter_map(|&at| parent.edits.get(at));
    let edits: String = edits.map(|edit| format!("- {}\n", described(edit))).collect();
    let diff = parent.diff().map(|diff| shown(&diff)).unwrap_or_default();
    format!("## What makes the difference\n\n{text}\n\n{edits}\n{diff}")
}

fn found(finding: &Finding, parent: &Parent, difference: &Difference) -> String {
    let build = label(&finding.compiler.name, &difference.flags);
    let (few, all) = (difference.edits.len(), parent.edits.len());
    let which = match (few, all) {
        (1, 1) => "One edit was made, and it turns".to_string(),
        (1, _) => format!("{all} edits were made, and one of them is enough to turn"),
        (few, all) if few == all => format!("{all} edits were made, and it takes all of them to turn"),
        _ => format!("{all} edits were made, and it takes these {few} to turn"),
    };
    format!(
        "The original program is a variant of another one that must do the same, and that `{build}` gets right. {which} right \
         into wrong:"
    )
}

fn unknown(parent: &Parent) -> String {
    let all = parent.edits.len();
    format!("The original program is a variant of another one that must do the same. Its edits, {all} in all:")
}

/// An edit in the words of its source.
fn described(edit: &Value) -> String {
    let word = |key: &str| edit.get(key).and_then(Value::as_str).unwrap_or_default();
    let place = edit.get("place").filter(|place| place.is_object()).map(|place| {
        let number = |key: &str| place.get(key).and_then(Value::as_u64).unwrap_or_default();
        let file = place.get("file").and_then(Value::as_str).unwrap_or_default();
        format!(", at {file}:{}:{} of the parent", number("line"), number("column"))
    });
    match word("what") {
        "" => edit.to_string(),
        what => format!("{}: {what}{}", word("kind"), place.unwrap_or_default()),
    }
}

fn shown(diff: &str) -> String {
    match diff.lines().count() {
        0..=QUOTED_LINES => format!("{}\n", fenced("diff", diff)),
        lines => format!("`diff -u parent difference` has {lines} lines.\n\n"),
    }
}
