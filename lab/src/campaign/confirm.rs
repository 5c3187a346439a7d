//! Runs what looks like a finding again, from scratch, before it counts.

use crate::case::Case;
use crate::compiler::{Build, Compiler};
use crate::finding::State;
use crate::observe::{Bench, Observation, Outcome, signature};
use crate::oracle::{Behaviour, Kind, Oracle, Verdict};
use std::io;
use std::sync::{Mutex, PoisonError};

/// One confirmation at a time: while it runs, the other workers compete neither for its core nor for its memory more
/// than they did when it was found.
static QUIET: Mutex<()> = Mutex::new(());

/// Runs the verdict's builds `runs` times. Those that show every time remain; if none does, the verdict is flaky, at
/// the rate of its best build.
pub fn confirm(
    bench: &mut Bench,
    case: &Case,
    compilers: &[Compiler],
    mut verdict: Verdict,
    seen: &[Observation],
    runs: u32,
) -> io::Result<(Verdict, State)> {
    let _quiet = QUIET.lock().unwrap_or_else(PoisonError::into_inner);
    let builds = accused(compilers, &verdict, seen);
    let mut shown = vec![0; builds.len()];
    for _ in 0..runs {
        bench.lay_out(case)?;
        let has_reference = reference_shows(bench, case, compilers, &verdict, seen);
        for (build, shown) in builds.iter().zip(&mut shown) {
            let again = bench.observe(case, build);
            *shown += u32::from(has_reference && shows(&verdict, case, seen, &again));
        }
    }
    let best = shown.iter().copied().max().unwrap_or(0);
    if best < runs {
        return Ok((verdict, State::Flaky { shown: best, runs }));
    }
    let confirmed = builds.into_iter().zip(shown).filter(|(_, shown)| *shown == runs);
    verdict.builds = confirmed.map(|(build, _)| build.flags).collect();
    Ok((verdict, State::Confirmed { runs }))
}

/// What is run again: all builds, but of those that take as long as they may only the first, and only if there are no
/// others.
fn accused<'a>(compilers: &'a [Compiler], verdict: &Verdict, seen: &[Observation]) -> Vec<Build<'a>> {
    let Some(compiler) = compilers.iter().find(|compiler| compiler.name == verdict.compiler) else { return Vec::new() };
    let (slow, quick): (Vec<_>, Vec<_>) = verdict.builds.iter().partition(|flags| is_slow(verdict, flags, seen));
    let chosen = if quick.is_empty() { slow.into_iter().take(1).collect() } else { quick };
    chosen.into_iter().map(|flags| Build { compiler, flags: flags.clone() }).collect()
}

fn is_slow(verdict: &Verdict, flags: &[String], seen: &[Observation]) -> bool {
    let is_build = |it: &&Observation| it.compiler == verdict.compiler && it.flags == *flags;
    let outcome = seen.iter().find(is_build).map(|observation| &observation.outcome);
    matches!(outcome, Some(Outcome::Hung { .. } | Outcome::Endless { .. }))
}

fn reference_shows(
    bench: &mut Bench,
    case: &Case,
    compilers: &[Compiler],
    verdict: &Verdict,
    seen: &[Observation],
) -> bool {
    let Some(reference) = &verdict.reference else { return true };
    let Some(compiler) = compilers.iter().find(|compiler| compiler.name == reference.compiler) else { return false };
    let again = bench.observe(case, &Build { compiler, flags: reference.flags.clone() });
    is_same(seen, &again)
}

/// Whether what is seen again of an accused build is still what the verdict says.
pub fn shows(verdict: &Verdict, case: &Case, seen: &[Observation], again: &Observation) -> bool {
    match (verdict.kind, &again.outcome) {
        (Kind::WrongCode, _) if verdict.oracle == Oracle::Expected => {
            let right = case.expected.as_ref().map(Behaviour::from);
            Behaviour::of(again).is_some_and(|behaviour| Some(behaviour) != right)
        }
        (Kind::Crash, Outcome::Crashed { signature, .. }) => *signature == verdict.signature,
        (Kind::Hang, outcome) => matches!(outcome, Outcome::Hung { .. }),
        (Kind::RejectsValid, Outcome::Rejected { message }) => signature::refusal(message) == verdict.signature,
        (Kind::AcceptsInvalid, _) => Behaviour::of(again).is_some(),
        (Kind::SelfCheck, Outcome::Rejected { .. }) => verdict.oracle == Oracle::Acceptance,
        (Kind::WrongCode | Kind::SelfCheck, _) => is_same(seen, again),
        (Kind::Crash | Kind::RejectsValid, _) => false,
    }
}

/// Without the interpreter only the difference is known to be wrong, so both sides of it must stay what they were.
fn is_same(seen: &[Observation], again: &Observation) -> bool {
    let is_build = |it: &&Observation| it.compiler == again.compiler && it.flags == again.flags;
    let before = seen.iter().find(is_build).and_then(Behaviour::of);
    before.is_some() && before == Behaviour::of(again)
}
