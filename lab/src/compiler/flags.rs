//! The ways to compile one program: configured flag sets or levels, and random ones.

use super::{Compiler, Family, Tuning};
use crate::config::{CompilerConfig, Config, words};
use source::Rng;

/// Random flags of one build, at most. One flag alone rarely matters; many at once leave little of the level.
const MAX_RANDOM_FLAGS: i64 = 6;

/// Percent of random builds for a machine other than the default: their code generation is another one, and mostly
/// the less tested.
const MARCH_PERCENT: u32 = 35;

/// Flags whose value is the next word.
const WITH_VALUE: [&str; 24] = [
    "-o",
    "-I",
    "-D",
    "-U",
    "-L",
    "-l",
    "-x",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-Xpreprocessor",
    "-Xassembler",
    "-Xlinker",
    "-Xclang",
    "-mllvm",
    "-T",
    "-u",
    "-z",
    "-e",
    "--param",
    "-target",
    "--sysroot",
];

/// Whether the next word of a command line belongs to this one.
pub fn has_value(flag: &str) -> bool {
    WITH_VALUE.contains(&flag)
}

/// Flag sets for one program, the configured ones first. The same stream gives the same sets.
pub fn builds(compiler: &Compiler, config: &Config, rng: &mut Rng) -> Vec<Vec<String>> {
    let own = own(compiler, config);
    let fixed = fixed(compiler, config);
    let random = own.and_then(|own| own.random_flags).unwrap_or(config.random_flags);
    // Compilers of one family would draw the same flags, and tests of one program would tell less.
    let rng = &mut Rng::new(rng.next_u64()).child(&compiler.name);
    let random: Vec<_> = (0..random).filter_map(|_| random_build(compiler, config, rng)).collect();
    distinct(fixed.into_iter().chain(random))
}

/// The configured flag sets, which every program is built with: the compiler's own, or else its levels.
pub fn fixed(compiler: &Compiler, config: &Config) -> Vec<Vec<String>> {
    let configured = own(compiler, config).map(|own| &own.flags[..]).filter(|flags| !flags.is_empty());
    configured.map_or_else(|| levels(compiler, config), |flags| distinct(flags.iter().map(|line| split(line))))
}

fn own<'a>(compiler: &Compiler, config: &'a Config) -> Option<&'a CompilerConfig> {
    config.compilers.iter().find(|own| own.name == compiler.name)
}

/// Small compilers hardly optimise: their levels are one, or two for pcc.
fn levels(compiler: &Compiler, config: &Config) -> Vec<Vec<String>> {
    match compiler.family {
        Family::Tcc | Family::Chibicc => vec![Vec::new()],
        Family::Pcc => vec![Vec::new(), vec!["-O".to_string()]],
        Family::Gcc | Family::Clang | Family::Other => distinct(config.levels.iter().map(|line| split(line))),
    }
}

/// A level that optimises, perhaps a machine, and a few flags; nothing for compilers that have none.
fn random_build(compiler: &Compiler, config: &Config, rng: &mut Rng) -> Option<Vec<String>> {
    let Tuning { flags, marches, .. } = &compiler.tuning;
    if flags.is_empty() {
        return None;
    }
    let optimising: Vec<&str> =
        config.levels.iter().map(String::as_str).filter(|level| !["", "-O0"].contains(&level.trim())).collect();
    let mut build = if optimising.is_empty() { vec!["-O2".to_string()] } else { split(rng.pick::<&str>(&optimising)) };
    if !marches.is_empty() && rng.percent(MARCH_PERCENT) {
        build.push(format!("-march={}", rng.pick(marches)));
    }
    let mut flags = flags.clone();
    rng.shuffle(&mut flags);
    let count = rng.range(1, MAX_RANDOM_FLAGS) as usize;
    build.extend(flags.into_iter().take(count).flat_map(|flag| either(flag, rng)));
    Some(build)
}

/// The flag or its negation; what has none stays.
fn either(flag: Vec<String>, rng: &mut Rng) -> Vec<String> {
    match &flag[..] {
        [word] if word.starts_with("-f") && !word.contains('=') && rng.percent(50) => vec![negated(word)],
        _ => flag,
    }
}

fn negated(flag: &str) -> String {
    match flag.strip_prefix("-fno-") {
        Some(name) => format!("-f{name}"),
        None => flag.replacen("-f", "-fno-", 1),
    }
}

fn distinct(sets: impl Iterator<Item = Vec<String>>) -> Vec<Vec<String>> {
    let mut distinct = Vec::new();
    for set in sets {
        if !distinct.contains(&set) {
            distinct.push(set);
        }
    }
    distinct
}

/// Configurations are checked before they get here; a line that does not split is one word.
fn split(line: &str) -> Vec<String> {
    words::split(line).unwrap_or_else(|_| vec![line.to_string()])
}

#[cfg(test)]
mod tests;
