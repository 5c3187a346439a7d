//! Known truth: arms with a doubled budget and with half an oracle are told apart from the original, and equal arms are not.
//!
//! Trials are drawn as they come out of real comparisons: many bugs, with rates from one in two programs to one in thousands, and times that
//! follow from the programs.

use report::comparison::{Arm, Comparison, Cost, Find, Identity, Trial};
use report::tables;
use source::Rng;

/// How often each experiment is repeated.
const REPEATS: u64 = 100;
/// Trials of an arm, as in the plans that ship.
const TRIALS: u64 = 10;
/// Programs of a trial with the usual budget.
const PROGRAMS: u64 = 150;
const PROGRAM_S: f64 = 2.0;
/// Bugs of the compiler under test.
const BUGS: u32 = 60;

/// How an arm differs from the original.
#[derive(Copy, Clone)]
struct Kind {
    name: &'static str,
    programs: u64,
    /// Percent of accusations that its oracle makes.
    oracle: u32,
}

const ORIGINAL: Kind = Kind { name: "original", programs: PROGRAMS, oracle: 100 };
const TWIN: Kind = Kind { name: "twin", ..ORIGINAL };
const DOUBLED: Kind = Kind { name: "doubled", programs: 2 * PROGRAMS, ..ORIGINAL };
const HALF: Kind = Kind { name: "half", oracle: 50, ..ORIGINAL };

fn comparison(kinds: &[Kind], seed: u64) -> Comparison {
    let arm = |kind: &Kind| Arm {
        name: kind.name.to_string(),
        source: "csmith".to_string(),
        oracles: vec!["dol".to_string()],
        is_fixed: false,
    };
    let mut trials = Vec::new();
    for (number, kind) in kinds.iter().enumerate() {
        for trial in 0..TRIALS {
            let rng = &mut Rng::new(seed).child(kind.name).child_n("trial", trial);
            trials.push(Trial { arm: number, seed: trial, ..run(kind, rng) });
        }
    }
    Comparison {
        title: "Known truth".to_string(),
        budget_s: PROGRAMS as f64 * PROGRAM_S,
        budget_programs: None,
        compilers: vec!["broken".to_string()],
        identities: vec![Identity::Seeded],
        levels: Vec::new(),
        arms: kinds.iter().map(arm).collect(),
        trials,
    }
}

/// Every bug has its rate, from 1 in 2 to 1 in 4096 programs, evenly on a logarithmic scale.
fn run(kind: &Kind, rng: &mut Rng) -> Trial {
    let mut finds = Vec::new();
    for program in 0..kind.programs {
        for bug in 0..BUGS {
            let rate = 0.5_f64.powf(1.0 + 11.0 * f64::from(bug) / f64::from(BUGS - 1));
            let is_shown = (rng.below(1 << 30) as f64) < rate * f64::from(1 << 30);
            if is_shown && rng.percent(kind.oracle) {
                finds.push(find(bug, program));
            }
        }
    }
    let cpu_s = kind.programs as f64 * PROGRAM_S;
    Trial {
        arm: 0,
        compiler: 0,
        seed: 0,
        programs: kind.programs,
        untested: 0,
        variants: 0,
        compilations: 5 * kind.programs,
        cpu_s,
        cost: Cost { compile_s: cpu_s, ..Cost::default() },
        unexplained: 0,
        finds,
    }
}

fn find(bug: u32, program: u64) -> Find {
    Find {
        bug: format!("broken: {bug}"),
        at_s: (program + 1) as f64 * PROGRAM_S,
        program,
        variant: None,
        levels: vec!["-O2".to_string()],
        is_optimization_related: true,
    }
}

fn verdict(one: Kind, other: Kind, seed: u64) -> String {
    tables::differences(&comparison(&[one, other], seed)).rows[0].last().unwrap().clone()
}

fn count(one: Kind, other: Kind, words: &str) -> usize {
    (0..REPEATS).filter(|seed| verdict(one, other, *seed).contains(words)).count()
}

#[test]
fn an_arm_with_a_doubled_budget_finds_more() {
    assert!(count(ORIGINAL, DOUBLED, "doubled finds more") >= 95);
    assert_eq!(count(ORIGINAL, DOUBLED, "original finds more"), 0);
}

#[test]
fn an_arm_with_half_of_its_oracle_finds_less() {
    assert!(count(ORIGINAL, HALF, "original finds more") >= 95);
    assert_eq!(count(ORIGINAL, HALF, "half finds more"), 0);
}

#[test]
fn two_equal_arms_are_not_told_apart_in_95_of_100_repeats() {
    let different = count(ORIGINAL, TWIN, "finds more");
    assert!(different <= 5, "{different} of {REPEATS}");
}
