//! What is said in a comment below a reduced program: what it should print, and what it prints.

use super::Steadiness;
use crate::case::{Case, Expected};
use crate::observe::Outcome;
use crate::observe::classify::foreign_byte;
use crate::signal::signal_name;
use source::emit::File;
use std::fmt::Write;

/// Lines of output that are quoted, from the first difference on; more is beside the program.
const LINES: usize = 5;

/// The files of a case, with the remark below the one with `main`. A remark that is there already gives way to the new one.
pub fn remarked(case: &Case, outcome: Option<&Outcome>, steadiness: Option<Steadiness>, label: &str) -> Vec<File> {
    let mut files = case.files.clone();
    let Some(remark) = told(case, outcome, steadiness, label) else { return files };
    let is_source = |file: &File| case.sources().any(|source| source == file.name);
    let main = files.iter().rposition(|file| is_source(file) && file.text.contains("main"));
    if let Some(file) = main.map(|at| &mut files[at]) {
        file.text.truncate(without_remark(&file.text).len());
        if !file.text.ends_with('\n') {
            file.text.push('\n');
        }
        file.text.push_str(&remark);
    }
    files
}

/// The text above the remark, if it ends with one.
pub fn without_remark(text: &str) -> &str {
    match text.rfind("/*\n * expected:") {
        Some(start) if text.ends_with(" */\n") && text[start..].matches("*/").count() == 1 => &text[..start],
        _ => text,
    }
}

/// None where the program need not run to show what is wrong.
fn told(case: &Case, outcome: Option<&Outcome>, steadiness: Option<Steadiness>, label: &str) -> Option<String> {
    let label = match steadiness {
        Some(Steadiness { same, runs }) if same < runs => format!("{label}, in {same} of {runs} runs"),
        _ => label.to_string(),
    };
    remark(case.expected.as_ref()?, outcome?, &label)
}

/// What a program should do, and what this build makes it do, as a comment; none if the build makes no program of it.
pub fn remark(expected: &Expected, outcome: &Outcome, label: &str) -> Option<String> {
    let fate = match outcome {
        Outcome::Ran { exit_code, stdout } => {
            return Some(comparison(expected, &Expected { stdout: stdout.clone(), exit_code: *exit_code }, label));
        }
        Outcome::Died { signal, .. } => format!("dies by {}", signal_name(*signal)),
        Outcome::Endless { .. } => "does not end".to_string(),
        _ => return None,
    };
    Some(format!("/*\n * expected:{}\n * {}: {fate}\n */\n", summary(expected, false), safe(label)))
}

fn comparison(expected: &Expected, actual: &Expected, label: &str) -> String {
    let mut text = String::from("/*\n");
    let same_code = expected.exit_code == actual.exit_code;
    let alike = alike(expected, actual);
    for (who, what) in [("expected", expected), (label, actual)] {
        let _ = writeln!(text, " * {}:{}{}", safe(who), summary(what, same_code), position(what, alike));
        if what.stdout.lines().count() > 1 {
            let lines = what.stdout.lines().skip(alike).take(LINES);
            text.extend(lines.map(|line| format!(" *   {}\n", safe(line))));
        }
    }
    text.push_str(" */\n");
    text
}

/// Lines that both outputs begin with.
fn alike(expected: &Expected, actual: &Expected) -> usize {
    let pairs = expected.stdout.lines().zip(actual.stdout.lines());
    pairs.take_while(|(expected, actual)| expected == actual).count()
}

fn summary(what: &Expected, same_code: bool) -> String {
    let code = if same_code { String::new() } else { format!(", exit code {}", what.exit_code) };
    match what.stdout.lines().collect::<Vec<_>>().as_slice() {
        [] => format!(" nothing printed{code}"),
        [""] => format!(" an empty line{code}"),
        [line] => format!(" {}{code}", safe(line)),
        lines => format!(" {} lines{code}", lines.len()),
    }
}

/// Where the quoted lines are.
fn position(what: &Expected, alike: usize) -> String {
    match what.stdout.lines().count() {
        0 | 1 => String::new(),
        lines if alike >= lines => ", all as expected".to_string(),
        _ if alike > 0 => format!(", from line {} on", alike + 1),
        _ => String::new(),
    }
}

/// What may stand inside a comment on one line.
fn safe(text: &str) -> String {
    let shown = |c: char| match foreign_byte(c) {
        Some(byte) => format!("\\x{byte:02x}"),
        None if c.is_ascii_control() => format!("\\x{:02x}", u32::from(c)),
        None if c.is_control() => '?'.to_string(),
        None => c.to_string(),
    };
    text.replace("*/", "* /").chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::text_of_bytes;

    fn remark_of(expected: &str, actual: &str) -> String {
        let expected = Expected { stdout: expected.to_string(), exit_code: 0 };
        let outcome = Outcome::Ran { stdout: actual.to_string(), exit_code: 0 };
        remark(&expected, &outcome, "cc -O2").expect("both outputs are known")
    }

    #[test]
    fn one_line_is_told_with_its_name() {
        assert_eq!(remark_of("3\n", "4\n"), "/*\n * expected: 3\n * cc -O2: 4\n */\n");
        assert_eq!(remark_of("3\n", ""), "/*\n * expected: 3\n * cc -O2: nothing printed\n */\n");
    }

    #[test]
    fn what_cannot_be_seen_is_spelled_out() {
        assert_eq!(remark_of("\n", ""), "/*\n * expected: an empty line\n * cc -O2: nothing printed\n */\n");
        let [one, other] = [[0xfe], [0xff]].map(|bytes| text_of_bytes(&bytes));
        assert_eq!(remark_of(&one, &other), "/*\n * expected: \\xfe\n * cc -O2: \\xff\n */\n");
    }

    #[test]
    fn of_many_lines_those_are_quoted_that_differ() {
        let expected = "0\n".repeat(100);
        let text = remark_of(&expected, &expected.replacen("0\n", "1\n", 1));
        assert!(text.contains(" * cc -O2: 100 lines\n *   1\n *   0\n"), "{text}");
        let text = remark_of(&expected, &"0\n".repeat(98));
        assert!(text.contains(" * expected: 100 lines, from line 99 on\n *   0\n *   0\n * cc"), "{text}");
        assert!(text.contains(" * cc -O2: 98 lines, all as expected\n */"), "{text}");
    }
}
