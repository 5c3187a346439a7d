//! Which of the flags that every compilation has are needed: a report's command is short without the others.

use super::outcome;
use super::trial::{Answer, broken};
use crate::case::Case;
use crate::compiler::{Compiler, Family};
use crate::finding::Finding;
use crate::observe::command::is_library;
use crate::observe::{Bench, Outcome};
use crate::oracle::Kind;

/// What is left of the compiler's flags for the case, which comes out as `seen` with all of them and the build's own. The
/// case is laid out.
pub fn needed(bench: &mut Bench, finding: &Finding, case: &Case, flags: &[String], seen: &Outcome) -> Vec<String> {
    let compiler = &finding.compiler;
    let (libraries, all): (Vec<String>, Vec<String>) =
        compiler.base_flags(case).into_iter().partition(|flag| is_library(flag));
    // No family has flags of its own if it is not known.
    let bare = Compiler { family: Family::Other, ..compiler.clone() };
    let mut shows = |base: &[String]| {
        let case = Case { flags: [base, &libraries].concat(), ..case.clone() };
        is_same(finding, &outcome(bench, &case, &bare, flags), seen)
    };
    let fixed: Vec<String> = all.iter().filter(|flag| changes_meaning(flag, flags)).cloned().collect();
    if fixed.len() == all.len() || shows(&fixed) {
        return fixed;
    }
    // The small compilers' flags belong together.
    let is_simple = matches!(compiler.family, Family::Gcc | Family::Clang);
    let mut left = all;
    for flag in left.clone().iter().filter(|flag| is_simple && !fixed.contains(flag)) {
        let without: Vec<String> = left.iter().filter(|other| *other != flag).cloned().collect();
        if shows(&without) {
            left = without;
        }
    }
    left
}

/// Whether another output than the expected one could be right without the flag: contracted expressions are rounded once,
/// where the machine can.
fn changes_meaning(flag: &str, flags: &[String]) -> bool {
    flag == "-ffp-contract=off" && flags.iter().any(|other| other.starts_with("-m") && other != "-mllvm")
}

/// A program has to print the same, a compiler may complain about another line.
fn is_same(finding: &Finding, outcome: &Outcome, seen: &Outcome) -> bool {
    match finding.kind {
        Kind::WrongCode => outcome == seen,
        kind => broken(kind, &finding.signature, outcome) == Answer::Wrong,
    }
}
