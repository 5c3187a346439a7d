//! Runs what looks like a finding again, from scratch, before it counts.

use super::{Stop, Unfinished};
use crate::case::Case;
use crate::compiler::{Build, Compiler};
use crate::finding::State;
use crate::observe::{Bench, Observation, Outcome, signature};
use crate::oracle::{Behaviour, Kind, Oracle, Verdict};
use std::sync::{Mutex, PoisonError};

/// One confirmation at a time: while it runs, the other workers compete neither for its core nor for its memory more
/// than they did when it was found.
static QUIET: Mutex<()> = Mutex::new(());

/// CPU time of a program that did not end, when it is run again: it had more before, and what ends takes a few
/// milliseconds.
const ENDLESS_MS: u64 = 2_000;

/// How many times as long as the slowest program that ended it may run at least.
const TIMES_SLOWEST: u64 = 10;

/// What is to be confirmed.
#[derive(Copy, Clone)]
pub struct Suspect<'a> {
    /// The program that the verdict is about.
    pub case: &'a Case,
    /// What all builds made of it.
    pub seen: &'a [Observation],
    /// Its parent, and what the builds made of that. Needed for a verdict of `emi`.
    pub parent: Option<(&'a Case, &'a [Observation])>,
}

/// Runs the verdict's builds `runs` times. Those that show every time remain; if none does, the verdict is flaky, at
/// the rate of its best build.
pub fn confirm(
    bench: &mut Bench,
    suspect: Suspect,
    compilers: &[Compiler],
    mut verdict: Verdict,
    runs: u32,
    stop: &Stop,
) -> Result<(Verdict, State), Unfinished> {
    let _quiet = QUIET.lock().unwrap_or_else(PoisonError::into_inner);
    let seen = suspect.seen;
    let builds = accused(compilers, &verdict, seen);
    let limits = bench.limits;
    bench.limits.run_cpu_ms = run_cpu_ms(limits.run_cpu_ms, &verdict, seen);
    let shown = (0..runs).try_fold(vec![0; builds.len()], |shown, _| {
        let again = run_again(bench, suspect, compilers, &verdict, (&builds, stop))?;
        Ok::<Vec<u32>, Unfinished>(
            shown.into_iter().zip(again).map(|(shown, again)| shown + u32::from(again)).collect(),
        )
    });
    bench.limits = limits;
    let shown = shown?;
    let best = shown.iter().copied().max().unwrap_or(0);
    if best < runs {
        return Ok((verdict, State::Flaky { shown: best, runs }));
    }
    let confirmed = builds.into_iter().zip(shown).filter(|(_, shown)| *shown == runs);
    verdict.builds = confirmed.map(|(build, _)| build.flags).collect();
    Ok((verdict, State::Confirmed { runs }))
}

/// Which of the builds show it, once more and from scratch.
fn run_again(
    bench: &mut Bench,
    suspect: Suspect,
    compilers: &[Compiler],
    verdict: &Verdict,
    (builds, stop): (&[Build], &Stop),
) -> Result<Vec<bool>, Unfinished> {
    stop.check()?;
    let Suspect { case, seen, .. } = suspect;
    let parent_shows = parent_shows(bench, suspect, verdict, builds)?;
    bench.lay_out(case)?;
    let has_reference = reference_shows(bench, case, compilers, verdict, seen);
    let mut shown = Vec::new();
    for (build, parent_shows) in builds.iter().zip(parent_shows) {
        let again = bench.observe(case, build);
        stop.check()?;
        shown.push(has_reference && parent_shows && shows(verdict, case, seen, &again));
    }
    Ok(shown)
}

/// With which of the builds the parent still does what it did. Only `emi` compares with it.
fn parent_shows(
    bench: &mut Bench,
    suspect: Suspect,
    verdict: &Verdict,
    builds: &[Build],
) -> Result<Vec<bool>, Unfinished> {
    let Some((parent, seen)) = suspect.parent.filter(|_| verdict.oracle == Oracle::Emi) else {
        return Ok(vec![verdict.oracle != Oracle::Emi; builds.len()]);
    };
    bench.lay_out(parent)?;
    Ok(builds.iter().map(|build| is_same(seen, &bench.observe(parent, build))).collect())
}

/// The usual limit, unless what is run again did not end.
fn run_cpu_ms(limit_ms: u64, verdict: &Verdict, seen: &[Observation]) -> u64 {
    let of = |flags: &Vec<String>| outcome(verdict, flags, seen);
    if !verdict.builds.iter().any(|flags| matches!(of(flags), Some(Outcome::Endless { .. }))) {
        return limit_ms;
    }
    let ended = seen.iter().filter(|it| matches!(it.outcome, Outcome::Ran { .. }));
    let slowest_ms = ended.map(|it| it.run_cpu_ms).max().unwrap_or(0);
    limit_ms.min(ENDLESS_MS.max(slowest_ms.saturating_mul(TIMES_SLOWEST)))
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
    matches!(outcome(verdict, flags, seen), Some(Outcome::Hung { .. } | Outcome::Endless { .. }))
}

/// What an accused build has made of the case.
fn outcome<'a>(verdict: &Verdict, flags: &[String], seen: &'a [Observation]) -> Option<&'a Outcome> {
    let is_build = |it: &&Observation| it.compiler == verdict.compiler && it.flags == *flags;
    seen.iter().find(is_build).map(|observation| &observation.outcome)
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

#[cfg(test)]
mod tests;
