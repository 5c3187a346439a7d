//! clang numbers the optional passes it runs and stops at a limit; the first limit that makes the program wrong is the
//! number of the guilty pass.

use super::{Guilt, Search};
use crate::case::Case;
use crate::compiler::Compiler;
use crate::triage::trial::{Answer, Trial};
use source::emit::File;

/// A line of what clang writes when it has a limit.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Pass {
    number: u64,
    name: String,
    on: String,
}

/// Units are numbered each for itself, so all but one are compiled in full beforehand.
pub fn bisect(trial: &mut Trial, compiler: &Compiler, flags: &[String]) -> Option<Guilt> {
    let units = trial.case.units.clone();
    match units.as_slice() {
        [unit] => bisect_unit(trial, compiler, flags, unit),
        _ => units.iter().find_map(|unit| bisect_alone(trial, compiler, flags, unit)),
    }
}

/// With the other units as assembly, which has no passes any more.
fn bisect_alone(trial: &mut Trial, compiler: &Compiler, flags: &[String], unit: &str) -> Option<Guilt> {
    let whole = trial.case;
    let case = frozen(trial, compiler, flags, unit)?;
    trial.bench.lay_out(&case).ok()?;
    let mut alone = Trial { bench: &mut *trial.bench, case: &case, ..*trial };
    let guilt = bisect_unit(&mut alone, compiler, flags, unit);
    trial.budget = alone.budget;
    trial.bench.lay_out(whole).ok()?;
    Some(Guilt { unit: Some(unit.to_string()), ..guilt? })
}

fn frozen(trial: &mut Trial, compiler: &Compiler, flags: &[String], unit: &str) -> Option<Case> {
    let mut case = trial.case.clone();
    for (number, other) in case.units.iter_mut().enumerate().filter(|(_, other)| *other != unit) {
        let text = trial.assembly(compiler, flags, std::slice::from_ref(other))?;
        *other = format!("gadfly-frozen-{number}.s");
        case.files.push(File { name: other.clone(), text });
    }
    Some(case)
}

fn bisect_unit(trial: &mut Trial, compiler: &Compiler, flags: &[String], unit: &str) -> Option<Guilt> {
    let passes = passes(trial, compiler, flags, unit);
    let last = passes.iter().map(|pass| pass.number).max()?;
    if trial.ask(compiler, &limited(flags, last)) != Answer::Wrong
        || trial.ask(compiler, &limited(flags, 0)) != Answer::Right
    {
        return None;
    }
    let (right, wrong) = border(trial, compiler, flags, last)?;
    // The line for a limit is that of the run with that limit: later passes may be numbered differently.
    let pass = passes.into_iter().find(|pass| pass.number == wrong)?;
    Some(Guilt {
        by: Search::Bisection,
        names: vec![pass.name],
        function: Some(pass.on),
        number: Some(wrong),
        unit: None,
        only: false,
        without: limit(right),
        with: limit(wrong),
    })
}

/// The last limit that is right and the first that is wrong: none is right, `last` is wrong.
fn border(trial: &mut Trial, compiler: &Compiler, flags: &[String], last: u64) -> Option<(u64, u64)> {
    let (mut right, mut wrong) = (0, last);
    while wrong - right > 1 {
        let middle = right + (wrong - right) / 2;
        match trial.ask(compiler, &limited(flags, middle)) {
            Answer::Wrong => wrong = middle,
            Answer::Right => right = middle,
            Answer::Unknown => return None,
        }
    }
    Some((right, wrong))
}

fn limit(number: u64) -> Vec<String> {
    vec!["-mllvm".to_string(), format!("-opt-bisect-limit={number}")]
}

fn limited(flags: &[String], number: u64) -> Vec<String> {
    [flags, &limit(number)].concat()
}

/// All that are run on the unit.
fn passes(trial: &mut Trial, compiler: &Compiler, flags: &[String], unit: &str) -> Vec<Pass> {
    let all = [flags, &["-mllvm".to_string(), "-opt-bisect-limit=-1".to_string()]].concat();
    let text = trial.messages(compiler, &all, unit).unwrap_or_default();
    text.lines().filter_map(pass).collect()
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
