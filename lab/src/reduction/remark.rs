//! What is said in a comment below a reduced program: what it should print, and what it prints.

use super::Reduction;
use crate::case::Expected;
use source::emit::File;
use std::fmt::Write;

/// Lines of output that are quoted; more is beside the program.
const LINES: usize = 20;

/// The file with `main`, or the last one, with the remark below.
pub fn remarked(reduction: &Reduction, label: &str) -> Vec<File> {
    let mut files = reduction.case.files.clone();
    let Some(remark) = remark(reduction, label) else { return files };
    let is_source = |file: &File| reduction.case.sources().any(|source| source == file.name);
    let main = files.iter().rposition(|file| is_source(file) && file.text.contains("main"));
    if let Some(file) = main.map(|at| &mut files[at]) {
        if !file.text.ends_with('\n') {
            file.text.push('\n');
        }
        file.text.push_str(&remark);
    }
    files
}

/// None where the program need not run to show what is wrong.
pub fn remark(reduction: &Reduction, label: &str) -> Option<String> {
    let expected = reduction.case.expected.as_ref()?;
    let mut text = String::from("/*\n");
    if let Some(fate) = &reduction.fate {
        let expected = summary(expected, false);
        let _ = writeln!(text, " * expected:{expected}\n * {}: {fate}\n */", safe(label));
        return Some(text);
    }
    let actual = reduction.actual.as_ref()?;
    let same_code = expected.exit_code == actual.exit_code;
    for (who, what) in [("expected", expected), (label, actual)] {
        let _ = writeln!(text, " * {}:{}", safe(who), summary(what, same_code));
        if what.stdout.lines().count() > 1 {
            let lines = what.stdout.lines().take(LINES);
            text.extend(lines.map(|line| format!(" *   {}\n", safe(line))));
        }
    }
    text.push_str(" */\n");
    Some(text)
}

fn summary(what: &Expected, same_code: bool) -> String {
    let code = if same_code { String::new() } else { format!(", exit code {}", what.exit_code) };
    match what.stdout.lines().collect::<Vec<_>>().as_slice() {
        [] => format!(" nothing printed{code}"),
        [line] => format!(" {}{code}", safe(line)),
        lines if lines.len() > LINES => format!(" {} lines, beginning with{code}", lines.len()),
        _ => code,
    }
}

/// What may stand inside a comment on one line.
fn safe(text: &str) -> String {
    text.replace("*/", "* /").chars().map(|c| if c.is_control() { '?' } else { c }).collect()
}
