//! Looks into the findings that have not been looked into, several at a time.

use super::{Args, Failure};
use crate::diagnostic;
use crate::exit::ExitCode;
use crate::resources;
use lab::campaign::Stop;
use lab::config::LimitsConfig;
use lab::finding::Finding;
use lab::reduction::Budget;
use lab::store::SqliteStore;
use lab::triage::{Triage, needs_triage, triage_finding};
use lab::{Bench, Compiler, compiler};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Programs are parsed on these threads, and may be nested deeply; only reserved.
const STACK_BYTES: usize = 256 << 20;

/// Of all findings, in their order. What cannot be looked into is said, and left out.
pub fn triages(args: &Args, store: &SqliteStore, findings: &[Finding]) -> Result<Vec<Triage>, Failure> {
    let directories: Vec<PathBuf> = findings.iter().map(|finding| store.directory(&finding.id)).collect();
    let waiting: Vec<&Path> =
        directories.iter().map(PathBuf::as_path).filter(|dir| args.again || needs_triage(dir)).collect();
    if !waiting.is_empty() {
        let mut benches = benches(args, waiting.len())?;
        let installed = if args.alone { Vec::new() } else { compiler::detect(&mut benches[0]) };
        look_into(&waiting, benches, &installed);
    }
    Ok(directories.iter().filter_map(|dir| Triage::read(dir)).collect())
}

fn benches(args: &Args, most: usize) -> Result<Vec<Bench>, Failure> {
    let jobs = args.jobs.map_or_else(resources::cores, |jobs| jobs as usize);
    let failed = |error: anyhow::Error| Failure::Other(ExitCode::Unavailable, format!("{error:#}"));
    args.walls.benches(jobs.min(most).max(1), &LimitsConfig::default()).map_err(failed)
}

fn look_into(waiting: &[&Path], benches: Vec<Bench>, installed: &[Compiler]) {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = |mut bench: Bench| {
        while let Some(dir) = waiting.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(error) = triage_finding(dir, &mut bench, installed, Budget::default(), &Stop::new()) {
                diagnostic::plain(&error.to_string());
            }
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, waiting.len());
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
}

fn progress(done: usize, all: usize) {
    let mut stderr = std::io::stderr();
    if stderr.is_terminal() {
        // A closed terminal is no reason to stop.
        let _ = write!(stderr, "\rlooking into findings: {done} of {all}");
    }
}
