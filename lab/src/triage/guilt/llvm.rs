//! clang numbers the optional passes it runs and stops at a limit; the first limit that makes the program wrong is the
//! number of the guilty pass.

use super::{Guilt, Search};
use crate::compiler::Compiler;
use crate::triage::trial::{Answer, Trial};

/// A line of what clang writes when it has a limit.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Pass {
    number: u64,
    name: String,
    on: String,
}

pub fn bisect(trial: &mut Trial, compiler: &Compiler, flags: &[String]) -> Option<Guilt> {
    let passes = passes(trial, compiler, flags);
    let last = passes.iter().map(|pass| pass.number).max()?;
    if trial.ask(compiler, &limited(flags, last)) != Answer::Wrong
        || trial.ask(compiler, &limited(flags, 0)) != Answer::Right
    {
        return None;
    }
    let (mut right, mut wrong) = (0, last);
    while wrong - right > 1 {
        let middle = right + (wrong - right) / 2;
        match trial.ask(compiler, &limited(flags, middle)) {
            Answer::Wrong => wrong = middle,
            Answer::Right => right = middle,
            Answer::Unknown => return None,
        }
    }
    // The line for a limit is that of the run with that limit: later passes may be numbered differently.
    let pass = passes.into_iter().find(|pass| pass.number == wrong)?;
    Some(Guilt {
        by: Search::Bisection,
        names: vec![pass.name],
        function: Some(pass.on),
        number: Some(wrong),
        only: false,
        without: limit(right),
        with: limit(wrong),
    })
}

fn limit(number: u64) -> Vec<String> {
    vec!["-mllvm".to_string(), format!("-opt-bisect-limit={number}")]
}

fn limited(flags: &[String], number: u64) -> Vec<String> {
    [flags, &limit(number)].concat()
}

/// Of the unit with the most passes: units are compiled one by one, so the limit counts in each.
fn passes(trial: &mut Trial, compiler: &Compiler, flags: &[String]) -> Vec<Pass> {
    let all = [flags, &["-mllvm".to_string(), "-opt-bisect-limit=-1".to_string()]].concat();
    let units = trial.case.units.clone();
    let lists = units.iter().filter_map(|unit| trial.messages(compiler, &all, unit));
    lists.map(|text| text.lines().filter_map(pass).collect::<Vec<Pass>>()).max_by_key(Vec::len).unwrap_or_default()
}

/// `BISECT: running pass (43) InstCombinePass on main`.
fn pass(line: &str) -> Option<Pass> {
    let rest = line.trim().strip_prefix("BISECT: running pass (")?;
    let (number, rest) = rest.split_once(") ")?;
    let (name, on) = rest.split_once(" on ")?;
    // Older versions spell it `on function (main)`.
    let on = on.strip_prefix("function (").map_or(on, |on| on.trim_end_matches(')'));
    Some(Pass { number: number.parse().ok()?, name: name.to_string(), on: on.to_string() })
}

#[cfg(test)]
mod tests {
    use super::{Pass, pass};

    #[test]
    fn lines_of_both_pass_managers_are_read() {
        let expected = |number, name: &str, on: &str| Some(Pass { number, name: name.into(), on: on.into() });
        assert_eq!(pass("BISECT: running pass (43) InstCombinePass on main"), expected(43, "InstCombinePass", "main"));
        assert_eq!(
            pass("BISECT: running pass (124) X86 LEA Fixup on function (main)"),
            expected(124, "X86 LEA Fixup", "main")
        );
        assert_eq!(pass("BISECT: NOT running pass (2) x on y"), None);
        assert_eq!(pass("warning: x"), None);
    }
}
