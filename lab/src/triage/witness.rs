//! What other compilers of this machine make of the program, whoever is right.

use super::evidence::newest;
use crate::case::Case;
use crate::compiler::{Build, Compiler, Family};
use crate::observe::{Bench, Outcome};
use serde::{Deserialize, Serialize};

/// A compiler of another family or for another machine, and the builds of it that come to the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Witness {
    /// `Compiler::name`.
    pub compiler: String,
    /// `12.2.0`.
    pub version: String,
    /// Its levels: `-O0`.
    pub builds: Vec<String>,
    /// Of all these builds.
    pub outcome: Outcome,
}

const LEVELS: [&str; 2] = ["-O0", "-O2"];

/// The newest compiler of every family that is no version of the accused. The case is laid out.
pub fn witnesses(bench: &mut Bench, case: &Case, accused: &Compiler, installed: &[Compiler]) -> Vec<Witness> {
    let is_other = |compiler: &&Compiler| {
        !compiler.is_relative(accused) && !compiler.is_same_program(accused) && compiler.takes(case)
    };
    let others = newest(installed.iter().filter(is_other));
    others.into_iter().flat_map(|compiler| asked(bench, case, compiler)).collect()
}

fn asked(bench: &mut Bench, case: &Case, compiler: &Compiler) -> Vec<Witness> {
    let levels = if matches!(compiler.family, Family::Gcc | Family::Clang) { &LEVELS[..] } else { &LEVELS[..1] };
    let mut witnesses: Vec<Witness> = Vec::new();
    for level in levels {
        let outcome = bench.observe(case, &Build { compiler, flags: vec![level.to_string()] }).outcome;
        match witnesses.iter_mut().find(|witness| witness.outcome == outcome) {
            Some(witness) => witness.builds.push(level.to_string()),
            None => witnesses.push(Witness {
                compiler: compiler.name.clone(),
                version: compiler.release(),
                builds: vec![level.to_string()],
                outcome,
            }),
        }
    }
    witnesses
}
