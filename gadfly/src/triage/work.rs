//! Reduces the findings that were never reduced and looks into those that were not looked into, several at a time.

use super::{Args, Failure};
use crate::diagnostic;
use crate::exit::ExitCode;
use crate::resources;
use crate::signals;
use lab::campaign::reductions::{self, Reductions};
use lab::config::{Config, LimitsConfig};
use lab::finding::Finding;
use lab::reduction::{Budget, reduce_finding};
use lab::store::SqliteStore;
use lab::triage::{self, Triage, needs_triage, triage_finding};
use lab::{Bench, Compiler, compiler};
use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Programs are parsed on these threads, and may be nested deeply; only reserved.
const STACK_BYTES: usize = 256 << 20;

/// What is to be done about a finding.
struct Waiting {
    dir: PathBuf,
    reduce: bool,
    triage: bool,
}

/// Of all findings, in their order. What cannot be looked into is said, and left out.
pub fn triages(args: &Args, store: &SqliteStore, findings: &[Finding]) -> Result<Vec<Triage>, Failure> {
    let waiting = waiting(args, store, findings)?;
    let mut is_kept = true;
    if !waiting.is_empty() {
        signals::catch();
        let mut benches = benches(args, waiting.len())?;
        let installed = if args.alone { Vec::new() } else { compiler::detect(&mut benches[0]) };
        is_kept = look_into(&waiting, benches, &installed);
    }
    if signals::STOP.is_set() {
        return Err(Failure::Other(ExitCode::Interrupted, "stopped; what was found out is kept".to_string()));
    }
    if !is_kept {
        return Err(Failure::output("what was found out could not all be kept"));
    }
    Ok(findings.iter().filter_map(|finding| Triage::read(&store.directory(&finding.id))).collect())
}

/// What a hunt would reduce is reduced. Of what it would leave alone, as further crashes of one signature, something can
/// be found out all the same.
fn waiting(args: &Args, store: &SqliteStore, findings: &[Finding]) -> Result<Vec<Waiting>, Failure> {
    let reduced =
        if args.no_reduce { BTreeSet::new() } else { Reductions::new(store, &Config::default())?.to_reduce() };
    let wanted = |finding: &Finding| {
        let dir = store.directory(&finding.id);
        let triage = args.again || needs_triage(&dir);
        Waiting { dir, reduce: reduced.contains(&finding.id), triage }
    };
    Ok(findings.iter().map(wanted).filter(|waiting| waiting.reduce || waiting.triage).collect())
}

fn benches(args: &Args, most: usize) -> Result<Vec<Bench>, Failure> {
    let jobs = args.jobs.map_or_else(resources::cores, |jobs| jobs as usize);
    let failed = |error: anyhow::Error| Failure::Other(ExitCode::Unavailable, format!("{error:#}"));
    args.walls.benches(jobs.min(most).max(1), &LimitsConfig::default()).map_err(failed)
}

/// Whether all that was found out could be written.
fn look_into(waiting: &[Waiting], benches: Vec<Bench>, installed: &[Compiler]) -> bool {
    let [next, done, reduced, unwritten] = [0; 4].map(AtomicUsize::new);
    let all = waiting.len();
    progress(0, all, 0);
    let work = |mut bench: Bench| {
        while let Some(waiting) = next_of(waiting, &next) {
            reduced.fetch_add(usize::from(reduce(waiting, &mut bench)), Ordering::Relaxed);
            unwritten.fetch_add(usize::from(!look(waiting, &mut bench, installed)), Ordering::Relaxed);
            done.fetch_add(1, Ordering::Relaxed);
            progress(done.load(Ordering::Relaxed), all, reduced.load(Ordering::Relaxed));
        }
    };
    let work = &work;
    thread::scope(|scope| {
        for bench in benches {
            let spawned = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || work(bench));
            // Fewer threads only take longer; without any, nothing new is known.
            drop(spawned);
        }
    });
    if std::io::stderr().is_terminal() {
        eprintln!();
    }
    unwritten.into_inner() == 0
}

fn next_of<'a>(waiting: &'a [Waiting], next: &AtomicUsize) -> Option<&'a Waiting> {
    waiting.get(next.fetch_add(1, Ordering::Relaxed)).filter(|_| !signals::STOP.is_set())
}

/// Whether there is a smaller program now. What cannot be reduced has a note that says why, and is looked into as it is.
fn reduce(waiting: &Waiting, bench: &mut Bench) -> bool {
    let benches = std::slice::from_mut(bench);
    waiting.reduce && reduce_finding(&waiting.dir, benches, reductions::BUDGET, &signals::STOP, &()).is_ok()
}

/// Whether what was found out, if anything, could be written.
fn look(waiting: &Waiting, bench: &mut Bench, installed: &[Compiler]) -> bool {
    if signals::STOP.is_set() || !(waiting.triage || needs_triage(&waiting.dir)) {
        return true;
    }
    match triage_finding(&waiting.dir, bench, installed, Budget::default(), &signals::STOP) {
        Err(triage::Error::Stopped) | Ok(_) => true,
        Err(error) => {
            let id = waiting.dir.file_name().unwrap_or_default().to_string_lossy();
            diagnostic::plain(&format!("{id}: {error}"));
            !matches!(error, triage::Error::Write(_))
        }
    }
}

fn progress(done: usize, all: usize, reduced: usize) {
    let mut stderr = std::io::stderr();
    if stderr.is_terminal() {
        // A closed terminal is no reason to stop.
        let _ = write!(stderr, "\rlooking into findings: {done} of {all}, {reduced} reduced first");
    }
}
