//! The searches of all findings: some at the same time, and threads that build ahead of them.

use super::progress::Progress;
use super::{Args, failed};
use crate::failure::Failure;
use lab::Bench;
use lab::history::{Bisection, Builds, Change, Ends, History, Probing, Subject, bisect, builds};
use lab::record::Record;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

pub struct Searches<'a> {
    pub args: &'a Args,
    pub records: &'a [Record],
    pub history: &'a History,
    pub ends: &'a Ends,
    pub builds: &'a Builds<'a>,
    pub progress: Progress<'a>,
}

impl Searches<'_> {
    /// A result for each record, in their order. Every bench takes the next record until none is left. The first failure
    /// ends all.
    pub fn run(&self, benches: &mut [Bench], has_failed: &AtomicBool) -> Result<Vec<Bisection>, Failure> {
        let next = AtomicUsize::new(0);
        let done = Mutex::new(Vec::new());
        let worker = |bench: &mut Bench| {
            while !has_failed.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(record) = self.records.get(number) else { return };
                let result = self.one(number, record, bench);
                self.progress.done(number);
                let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                // Others stop because of this one. What they say comes later, and is not heard.
                if result.is_err() {
                    has_failed.store(true, Ordering::Relaxed);
                }
                done.push((number, result));
            }
        };
        thread::scope(|scope| {
            (0..self.builds.spare()).for_each(|_| _ = scope.spawn(|| self.builds.work_ahead()));
            let workers: Vec<_> = benches.iter_mut().map(|bench| scope.spawn(|| worker(bench))).collect();
            let joined: Vec<_> = workers.into_iter().map(|worker| worker.join()).collect();
            // Also after a panic: those who build ahead would wait for ever.
            self.builds.finish();
            joined.into_iter().for_each(|joined| joined.unwrap_or_else(|panic| resume_unwind(panic)));
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = done.iter().position(|(_, result)| result.is_err()) {
            return done.swap_remove(at).1.map(|_| Vec::new()).map_err(failed);
        }
        done.sort_by_key(|(number, _)| *number);
        Ok(done.into_iter().filter_map(|(_, result)| result.ok()).collect())
    }

    fn one(&self, number: usize, record: &Record, bench: &mut Bench) -> Result<Bisection, builds::Error> {
        let (case, finding) = (record.subject(), record.fewest());
        let subject = Subject {
            id: record.id(),
            case: &case,
            kind: finding.kind,
            signature: &finding.signature,
            compiler: &finding.compiler,
            flags: finding.flags(),
        };
        let change = if self.args.introduced { Change::Introduced } else { Change::Corrected };
        let told = |suspects: usize| self.progress.narrowed(number, suspects);
        let mut probing = Probing::new(self.history, self.builds, bench, &subject, change, (number, &told));
        bisect(&mut probing, self.ends)
    }
}
