//! What the preprocessor makes of a case's units, where that is needed.

use super::build::Workplace;
use super::defined::{is_source, program};
use super::{Error, Question, Task, no_bench, units, with_units};
use crate::case::Case;
use crate::observe::Bench;
use reduce::Unit;
use source::language::Language;

/// Flags that make macros or text; some have a word of their own after them.
pub const MACROS: [&str; 6] = ["-include", "-imacros", "-D", "-U", "-Wp,", "-Xpreprocessor"];

/// The flags without those that make macros or text. What is preprocessed does not need them, and may mean something else
/// with them.
pub fn without_macros(flags: &[String]) -> Vec<String> {
    let mut left = Vec::new();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        match MACROS.iter().find(|start| flag.starts_with(**start)) {
            Some(start) if flag == start => drop(flags.next()),
            Some(_) => {}
            None => left.push(flag.clone()),
        }
    }
    left
}

/// Whether one of the flags defines macros or includes a file, so that the text alone is not the program.
pub fn makes_macros(flags: &[String]) -> bool {
    flags.iter().any(|flag| MACROS.iter().any(|start| flag.starts_with(start)))
}

/// Whether the preprocessor would change nothing but line markers, as far as one can see.
pub fn is_plain(unit: &Unit, case: &Case, c90: bool) -> bool {
    if unit.name.ends_with(".i") {
        return true;
    }
    if makes_macros(&case.flags) {
        return false;
    }
    let has_other_text = unit.text.starts_with(BYTE_ORDER_MARK) || unit.text.contains("??");
    if has_other_text || c90 && unit.text.contains("//") {
        return false;
    }
    let is_marker = |line: &str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let is_text = |line: &str| line.trim_start().strip_prefix('#').is_none_or(is_marker);
    unit.text.lines().all(is_text) && !has_predefined(&unit.text)
}

/// At the start of some editors' files.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// `__INT_MAX__`, `__FILE__`, `__x86_64__`, which are names of nothing else.
fn has_predefined(text: &str) -> bool {
    text.match_indices("__").any(|(at, _)| {
        let word = &text[at + 2..];
        let word = &word[..word.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(word.len())];
        word.len() > 2
            && word.ends_with("__")
            && !matches!(
                word,
                "attribute__"
                    | "extension__"
                    | "typeof__"
                    | "inline__"
                    | "volatile__"
                    | "restrict__"
                    | "asm__"
                    | "const__"
                    | "signed__"
                    | "alignof__"
                    | "label__"
                    | "real__"
                    | "imag__"
                    | "complex__"
            )
    })
}

/// The original's units. From now on the accused compiler preprocesses if the usual one does not know its flags, as
/// `-std=c23`, or if it refuses what that makes of the library's headers.
pub fn first_preprocessed(task: &Task, c90: bool, benches: &mut [Bench]) -> Result<Result<Vec<Unit>, String>, Error> {
    benches.iter_mut().for_each(|bench| bench.preprocessor = None);
    let bench = benches.first_mut().ok_or_else(no_bench)?;
    let usual = preprocessed(&task.case, c90, bench);
    let Question::Accusation(accusation) = &task.question else { return Ok(usual) };
    let refuses = |case: Case| accusation.refuses(&mut Workplace::new(bench), &case);
    let is_taken = |units: &Vec<Unit>| !changed(&task.case, units).is_some_and(refuses);
    if task.case.language != Language::C || usual.as_ref().is_ok_and(is_taken) {
        return Ok(usual);
    }
    bench.preprocessor = Some(accusation.compiler.command.clone());
    let own = preprocessed(&task.case, c90, bench);
    let own = own.and_then(|units| program(&units, task.case.target).map(|_| units));
    let kept = bench.preprocessor.take().filter(|_| own.is_ok());
    benches.iter_mut().for_each(|bench| bench.preprocessor.clone_from(&kept));
    Ok(own.or(usual))
}

/// A text without blanks and line markers, which is all that preprocessing adds to what was preprocessed before.
fn substance(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    lines.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect()
}

/// The case with its units preprocessed, which needs no macros any more.
pub fn expanded(case: &Case, preprocessed: &[Unit]) -> Case {
    Case { flags: without_macros(&case.flags), ..with_units(case, preprocessed) }
}

/// The case with these units, if they say something else.
pub fn changed(case: &Case, preprocessed: &[Unit]) -> Option<Case> {
    let is_changed =
        sources(case).zip(preprocessed).any(|(before, after)| substance(&before.text) != substance(&after.text));
    is_changed.then(|| expanded(case, preprocessed))
}

/// The units that are compiled, as they are.
fn sources(case: &Case) -> impl Iterator<Item = Unit> + '_ {
    units(&case.files).into_iter().filter(|unit| is_source(case, &unit.name))
}

/// The units that are compiled, preprocessed where that is needed.
pub fn preprocessed(case: &Case, c90: bool, bench: &mut Bench) -> Result<Vec<Unit>, String> {
    if case.language != Language::C {
        return Err("it is not C".to_string());
    }
    let sources: Vec<Unit> = sources(case).collect();
    if sources.iter().all(|unit| is_plain(unit, case, c90)) {
        return Ok(sources);
    }
    bench.lay_out(case).map_err(|error| error.to_string())?;
    let one = |unit: Unit| {
        let text = if is_plain(&unit, case, c90) { unit.text } else { bench.preprocess(case, &unit.name)? };
        Ok(Unit { name: unit.name, text })
    };
    sources.into_iter().map(one).collect()
}
