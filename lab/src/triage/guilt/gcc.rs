//! GCC can leave out transformations by counter (`-fdbg-cnt`), passes by name (`-fdisable-tree-…`), and what an option
//! enables (`-fno-…`).

use super::{Guilt, Search};
use crate::compiler::Compiler;
use crate::triage::trial::{Answer, Trial, minimal};

/// Builds that the search over passes may take: without many of them at once the compiler breaks, and one by one there
/// are hundreds. Where an option has told already what it is about, a name is worth less.
const PASS_TRIALS: u32 = 100;
const NAME_TRIALS: u32 = 40;

/// Passes that are left out together at first; of so few, most sets can be done without.
const PASSES_AT_ONCE: usize = 8;

/// Without it, GCC makes programs that do not return from `main`, which says nothing.
const PROLOGUE: &str = "rtl-pro_and_epilogue";

/// Options that are on by default and part of what the program means; without them another result may be right.
const MEANING: [&str; 11] = [
    "-fsigned-zeros",
    "-fmath-errno",
    "-ftrapping-math",
    "-ffp-int-builtin-inexact",
    "-fexcess-precision",
    "-fdelete-null-pointer-checks",
    "-fsemantic-interposition",
    "-fshort-enums",
    "-fexceptions",
    "-frtti",
    "-fthreadsafe-statics",
];

/// Passes are left out by name last: that takes the most builds, and an option that helps says which to try first.
pub fn search(trial: &mut Trial, compiler: &Compiler, flags: &[String]) -> Vec<Guilt> {
    let mut found = Vec::new();
    let is_settled = |found: &[Guilt]| found.iter().any(|guilt| guilt.only);
    if compiler.features.dbg_cnt {
        found.extend(counter(trial, compiler, flags));
    }
    if !is_settled(&found) {
        found.extend(option(trial, compiler, flags));
    }
    if !found.iter().any(|guilt| guilt.only && guilt.by == Search::Counter) {
        let trials = if is_settled(&found) { NAME_TRIALS } else { PASS_TRIALS };
        found.extend(disabled(trial, compiler, flags, &stems(&found), trials));
    }
    found.sort_by_key(|guilt| guilt.by);
    found
}

/// The one counter, and the first of its transformations, without which the program is right.
fn counter(trial: &mut Trial, compiler: &Compiler, flags: &[String]) -> Option<Guilt> {
    let asked = ["-fdbg-cnt-list", "-x", "c", "-c", "/dev/null", "-o", "/dev/null"].map(String::from);
    let (listed, _) = trial.answer(compiler, &asked);
    let names: Vec<String> = listed.lines().filter_map(counter_name).collect();
    let stopped = |part: &[String]| -> Vec<String> {
        vec![format!("-fdbg-cnt={}", part.iter().map(|name| format!("{name}:0")).collect::<Vec<_>>().join(","))]
    };
    let mut helps = |part: &[String]| trial.ask_with(compiler, flags, &stopped(part)) == Answer::Right;
    if names.is_empty() || !helps(&names) {
        return None;
    }
    let names_left = minimal(&names, &mut helps);
    let others: Vec<String> = names.iter().filter(|name| !names_left.contains(name)).cloned().collect();
    let only = !helps(&others);
    let number = match names_left.as_slice() {
        [name] => limit(trial, compiler, flags, name),
        _ => None,
    };
    Some(Guilt {
        by: Search::Counter,
        function: None,
        number,
        unit: None,
        only,
        without: match number {
            Some(number) => count(&names_left[0], number - 1),
            None => stopped(&names_left),
        },
        with: number.map(|number| count(&names_left[0], number)).unwrap_or_default(),
        names: names_left,
    })
}

fn count(name: &str, number: u64) -> Vec<String> {
    vec![format!("-fdbg-cnt={name}:{number}")]
}

/// The first transformation of a counter that makes the program wrong. Zero of them leave it right.
fn limit(trial: &mut Trial, compiler: &Compiler, flags: &[String], name: &str) -> Option<u64> {
    const MOST: u64 = 1 << 16;
    let mut wrong = 1;
    while trial.ask_with(compiler, flags, &count(name, wrong)) != Answer::Wrong {
        wrong *= 2;
        if wrong > MOST {
            return None;
        }
    }
    let mut right = wrong / 2;
    while wrong - right > 1 {
        let middle = right + (wrong - right) / 2;
        match trial.ask_with(compiler, flags, &count(name, middle)) {
            Answer::Wrong => wrong = middle,
            Answer::Right => right = middle,
            Answer::Unknown => return None,
        }
    }
    Some(wrong)
}

/// `  auto_inc_dec                  0                 unset`.
fn counter_name(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let (name, value) = (words.next()?, words.next()?);
    let is_counter = value.parse::<u64>().is_ok() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_counter.then(|| name.to_string())
}

/// `-fno-tree-vrp` as `vrp`, which is what its passes are called.
fn stems(found: &[Guilt]) -> Vec<String> {
    let options = found.iter().filter(|guilt| guilt.by == Search::Option).flat_map(|guilt| &guilt.names);
    let stem = |name: &String| name.trim_start_matches("-fno-").trim_start_matches("tree-").to_string();
    options.map(stem).collect()
}

/// A pass without which the program is right; those with one of the stems in their names are tried first.
fn disabled(trial: &mut Trial, compiler: &Compiler, flags: &[String], stems: &[String], trials: u32) -> Option<Guilt> {
    let unit = trial.case.units.first()?.clone();
    let listed = trial.messages(compiler, &[flags, &["-fdump-passes".to_string()]].concat(), &unit)?;
    let passes = listed.lines().filter_map(pass_name);
    let (mut passes, others): (Vec<String>, Vec<String>) =
        passes.partition(|pass| stems.iter().any(|stem| pass.contains(stem.as_str())));
    passes.extend(others);
    let saved = trial.budget.saturating_sub(trials);
    trial.budget -= saved;
    let pass = passes.chunks(PASSES_AT_ONCE).find_map(|passes| culprit(trial, compiler, flags, passes));
    trial.budget += saved;
    let pass = pass?;
    Some(Guilt {
        by: Search::Disabled,
        without: disable(std::slice::from_ref(&pass)),
        with: Vec::new(),
        names: vec![pass],
        function: None,
        number: None,
        unit: None,
        only: false,
    })
}

/// A set without which the compiler breaks says nothing, and is looked at in halves.
fn culprit(trial: &mut Trial, compiler: &Compiler, flags: &[String], passes: &[String]) -> Option<String> {
    match (trial.ask_with(compiler, flags, &disable(passes)), passes) {
        (_, []) | (Answer::Wrong, _) => None,
        (Answer::Right, [pass]) => Some(pass.clone()),
        (Answer::Unknown, [_]) => None,
        (Answer::Unknown, _) if trial.is_over() => None,
        _ => {
            let (front, back) = passes.split_at(passes.len() / 2);
            culprit(trial, compiler, flags, front).or_else(|| culprit(trial, compiler, flags, back))
        }
    }
}

fn disable(passes: &[String]) -> Vec<String> {
    passes.iter().map(|pass| format!("-fdisable-{pass}")).collect()
}

/// `   tree-ccp1                     :  ON`; those with a star cannot be left out.
fn pass_name(line: &str) -> Option<String> {
    let (name, state) = line.trim().split_once(':')?;
    let name = name.trim();
    let is_pass = ["tree-", "rtl-", "ipa-"].iter().any(|start| name.starts_with(start));
    (is_pass && name != PROLOGUE && state.trim() == "ON").then(|| name.to_string())
}

/// The fewest options that have to be switched off.
fn option(trial: &mut Trial, compiler: &Compiler, flags: &[String]) -> Option<Guilt> {
    let (listed, _) = trial.answer(compiler, &[flags, &["-Q", "--help=optimizers"].map(String::from)].concat());
    let all: Vec<String> = listed.lines().filter_map(option_name).collect();
    let enabled: Vec<String> =
        listed.lines().filter(|line| line.contains("[enabled]")).filter_map(option_name).collect();
    let mut helps = |part: &[String]| trial.ask_with(compiler, flags, part) == Answer::Right;
    // Some version may refuse the opposite of something that is not enabled.
    let options = [all, enabled].into_iter().find(|options| !options.is_empty() && helps(options))?;
    let names = minimal(&options, &mut helps);
    let others: Vec<String> = options.iter().filter(|name| !names.contains(name)).cloned().collect();
    let only = !helps(&others);
    let without = names.clone();
    Some(Guilt { by: Search::Option, names, function: None, number: None, unit: None, only, without, with: Vec::new() })
}

/// `  -ftree-vrp    [enabled]` as the option that switches it off.
fn option_name(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let (name, state) = (words.next()?, words.next()?);
    // The variants of the stack protector have no opposite.
    let is_plain = !name.contains('=') && !MEANING.contains(&name) && !name.starts_with("-fstack-protector");
    let name = name.strip_prefix("-f").filter(|name| is_plain && !name.starts_with("no-"))?;
    // Whether one that is not enabled at this level has a part in it anyway is what is asked.
    matches!(state, "[enabled]" | "[disabled]").then(|| format!("-fno-{name}"))
}

#[cfg(test)]
mod tests {
    use super::{counter_name, option_name, pass_name};

    #[test]
    fn lists_of_gcc_are_read() {
        assert_eq!(counter_name("  auto_inc_dec        0       unset").as_deref(), Some("auto_inc_dec"));
        assert_eq!(counter_name("  counter name        counter value  closed intervals"), None);
        assert_eq!(pass_name("      tree-ccp1      :  ON").as_deref(), Some("tree-ccp1"));
        assert_eq!(pass_name("      tree-ccp1      :  OFF"), None);
        assert_eq!(pass_name("   *warn_unused_result    :  ON"), None);
        assert_eq!(option_name("  -ftree-vrp        \t\t[enabled]").as_deref(), Some("-fno-tree-vrp"));
        assert_eq!(option_name("  -fstack-protector-strong    \t[disabled]"), None);
        assert_eq!(option_name("  -fsigned-zeros    \t\t[enabled]"), None);
        assert_eq!(option_name("  -ftree-pre        \t\t[disabled]").as_deref(), Some("-fno-tree-pre"));
        assert_eq!(option_name("  -fvect-cost-model=[unlimited|dynamic]  \tdynamic"), None);
    }
}
