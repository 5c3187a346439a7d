//! The lowest level and the fewest flags with which a build is still wrong.

use super::trial::{Answer, Trial, minimal};
use crate::compiler::Compiler;
use crate::compiler::flags::has_value;
use crate::oracle::{Kind, strength};
use serde::{Deserialize, Serialize};

/// By how much they optimise.
const LEVELS: [&str; 5] = ["-O0", "-O1", "-O2", "-Os", "-O3"];

/// The flags that are left of a build's, the level first.
pub fn minimal_flags(trial: &mut Trial, compiler: &Compiler, flags: &[String]) -> Vec<String> {
    let level = flags.iter().rev().find(|flag| is_level(flag)).cloned();
    let others = groups(flags);
    let rest = others.concat();
    let current = strength(flags).0;
    let weaker =
        LEVELS.into_iter().map(str::to_string).filter(|level| strength(std::slice::from_ref(level)).0 < current);
    let with = |level: &Option<String>, rest: &[String]| -> Vec<String> { level.iter().chain(rest).cloned().collect() };
    // Most flags have nothing to do with it, so they are tried away first.
    for level in weaker.map(Some).chain([level.clone()]) {
        if trial.ask(compiler, &with(&level, &[])) == Answer::Wrong {
            return with(&level, &[]);
        }
        if !rest.is_empty() && trial.ask(compiler, &with(&level, &rest)) == Answer::Wrong {
            let shows = |part: &[Vec<String>]| trial.ask(compiler, &with(&level, &part.concat())) == Answer::Wrong;
            return with(&level, &minimal(&others, shows).concat());
        }
    }
    flags.to_vec()
}

/// What a level makes of the program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Level {
    /// `-O2`.
    pub flag: String,
    /// Nothing if it could not be tried.
    pub wrong: Option<bool>,
}

/// All levels, with the other flags of a build that is wrong; none if it has no level.
pub fn levels(trial: &mut Trial, compiler: &Compiler, flags: &[String]) -> Vec<Level> {
    let Some((first, rest)) = flags.split_first().filter(|(first, _)| is_level(first)) else { return Vec::new() };
    // To see what does not end takes as long as it may.
    if trial.kind == Kind::Hang {
        return Vec::new();
    }
    let mut ask = |level: &str| trial.ask(compiler, &[&[level.to_string()], rest].concat()).is_wrong();
    let answer =
        |level: &str| Level { flag: level.to_string(), wrong: if level == first { Some(true) } else { ask(level) } };
    LEVELS.map(answer).to_vec()
}

pub fn is_level(flag: &str) -> bool {
    flag.starts_with("-O")
}

/// The flags but for levels; what belongs together stays together.
fn groups(flags: &[String]) -> Vec<Vec<String>> {
    let mut groups: Vec<Vec<String>> = Vec::new();
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        let value = if has_value(flag) { flags.next() } else { None };
        groups.push(std::iter::once(flag).chain(value).cloned().collect());
    }
    groups.retain(|group| !is_level(&group[0]));
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_and_its_value_are_one_group() {
        let flags = ["-O2", "-Xlinker", "-O1", "-fno-gcse", "--param", "max-unroll-times=4", "-mllvm", "-x", "-DX"];
        let groups = groups(&flags.map(str::to_string));
        let expected =
            ["-Xlinker -O1", "-fno-gcse", "--param max-unroll-times=4", "-mllvm -x", "-DX"].map(str::to_string);
        assert_eq!(groups.iter().map(|group| group.join(" ")).collect::<Vec<_>>(), expected);
    }
}
