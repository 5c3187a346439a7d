//! Reduces the findings that were never reduced and looks into those that were not looked into, several at a time.

use super::{Args, Failure};
use crate::exit::ExitCode;
use crate::{diagnostic, duration, resources, signals};
use lab::aftercare::{Aftercare, Aftermath, NotReduced, NotTriaged, Queue, REDUCE_BUDGET, Steps, Waiting};
use lab::config::LimitsConfig;
use lab::detection;
use lab::reduction::{Budget, Reduction};
use lab::store::{self, Entry, Store};
use lab::triage::{Known, Triage};
use lab::{Bench, Compiler};
use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

/// Programs are parsed on these threads, and may be nested deeply; only reserved.
const STACK_BYTES: usize = 256 << 20;

/// Does what is left to do. What cannot be looked into is said, and left out.
pub fn look_into(args: &Args, store: &dyn Store, known: &Known, findings: &[Entry]) -> Result<(), Failure> {
    let waiting = waiting(args, store, findings)?;
    let mut is_kept = true;
    if !waiting.is_empty() {
        signals::catch();
        let mut benches = benches(args, waiting.len())?;
        let installed = if args.alone { Vec::new() } else { detection::detect(&mut benches[0]) };
        let aftercare = Aftercare { store, known, stop: &signals::STOP };
        is_kept = settle_all(&aftercare, &waiting, benches, &installed, !args.quiet);
    }
    if signals::STOP.is_set() {
        return Err(Failure::Other(ExitCode::Interrupted, "stopped; what was found out is kept".to_string()));
    }
    if !is_kept {
        return Err(Failure::output("what was found out could not all be kept"));
    }
    Ok(())
}

/// Reduces what a hunt would reduce. Other findings, such as further crashes with one signature, are classified as they are.
/// What was reduced is looked into again, because its program is another one.
fn waiting(args: &Args, store: &dyn Store, findings: &[Entry]) -> Result<Vec<Waiting>, Failure> {
    let reduced = if args.no_reduce { BTreeSet::new() } else { Queue::new(store, true, true)?.to_reduce() };
    let wanted = |finding: &Entry| {
        let reduce = reduced.contains(&finding.id).then_some(REDUCE_BUDGET);
        let triage = (args.again || finding.needs_triage() || reduce.is_some()).then(Budget::default);
        Waiting { id: finding.id.clone(), steps: Steps { reduce, triage } }
    };
    Ok(findings.iter().map(wanted).filter(|waiting| waiting.steps != Steps::default()).collect())
}

fn benches(args: &Args, most: usize) -> Result<Vec<Bench>, Failure> {
    let jobs = args.jobs.map_or_else(resources::cores, |jobs| jobs as usize);
    let failed = |error: anyhow::Error| Failure::Other(ExitCode::Unavailable, format!("{error:#}"));
    args.sandbox.benches(jobs.min(most).max(1), &LimitsConfig::default()).map_err(failed)
}

/// Whether all that was found out could be written.
fn settle_all(
    aftercare: &Aftercare,
    waiting: &[Waiting],
    benches: Vec<Bench>,
    installed: &[Compiler],
    is_shown: bool,
) -> bool {
    let is_live = is_shown && std::io::stderr().is_terminal();
    let next = AtomicUsize::new(0);
    let count = Count { began: Instant::now(), is_live, all: waiting.len(), ..Count::default() };
    count.show();
    let work = |mut bench: Bench| {
        while let Some(waiting) = next_of(waiting, &next) {
            let benches = std::slice::from_mut(&mut bench);
            aftercare.settle(&waiting.id, waiting.steps, benches, |_| installed, &mut Counting(&count));
            count.done.fetch_add(1, Ordering::Relaxed);
            count.show();
        }
    };
    let work = &work;
    thread::scope(|scope| {
        for bench in benches {
            let spawned = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || work(bench));
            // With fewer threads it only takes longer. With none, nothing is classified.
            drop(spawned);
        }
    });
    if is_live {
        eprintln!();
    }
    count.unwritten.into_inner() == 0
}

fn next_of<'a>(waiting: &'a [Waiting], next: &AtomicUsize) -> Option<&'a Waiting> {
    waiting.get(next.fetch_add(1, Ordering::Relaxed)).filter(|_| !signals::STOP.is_set())
}

/// How far it is, over all threads.
struct Count {
    began: Instant,
    /// Whether it is shown.
    is_live: bool,
    all: usize,
    done: AtomicUsize,
    reduced: AtomicUsize,
    unwritten: AtomicUsize,
}

impl Default for Count {
    fn default() -> Count {
        let [done, reduced, unwritten] = [0; 3].map(AtomicUsize::new);
        Count { began: Instant::now(), is_live: false, all: 0, done, reduced, unwritten }
    }
}

impl Count {
    /// With the time that is left, if all findings take as long as those so far.
    fn show(&self) {
        if !self.is_live {
            return;
        }
        let mut stderr = std::io::stderr();
        let (done, reduced) = (self.done.load(Ordering::Relaxed), self.reduced.load(Ordering::Relaxed));
        let left = (done > 0 && done < self.all).then(|| self.began.elapsed() * (self.all - done) as u32 / done as u32);
        let left = left.map(|left| format!(", about {} left", duration::show(left))).unwrap_or_default();
        // A closed terminal is no reason to stop.
        let all = self.all;
        let _ = write!(stderr, "\rlooking into findings: {done} of {all}, {reduced} reduced first{left}\x1b[K");
    }
}

/// Counts what came of one finding, and says what went wrong.
struct Counting<'a>(&'a Count);

impl Aftermath for Counting<'_> {
    fn reduced(&mut self, id: &str, reduction: Result<&Reduction, &NotReduced>) {
        match reduction {
            Ok(_) => _ = self.0.reduced.fetch_add(1, Ordering::Relaxed),
            Err(NotReduced::Store(error)) => self.failed(id, error),
            // It is looked into as it is, and its record says why.
            Err(_) => {}
        }
    }

    fn triaged(&mut self, id: &str, triage: Result<&Triage, &NotTriaged>) {
        match triage {
            Ok(_) | Err(NotTriaged::Stopped) => {}
            Err(NotTriaged::Store(error)) => self.failed(id, error),
            Err(error) => diagnostic::plain(&format!("{id}: {error}")),
        }
    }
}

impl Counting<'_> {
    fn failed(&self, id: &str, error: &store::Error) {
        diagnostic::plain(&format!("{id}: {error}"));
        self.0.unwritten.fetch_add(1, Ordering::Relaxed);
    }
}
