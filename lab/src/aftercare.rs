//! What happens to a finding once it is recorded: its program is made smaller, what is wrong is looked into, and the record,
//! from which its report is rendered, says so. Hunts, `gadfly triage`, `gadfly reduce` and `gadfly demo` all come here.
//!
//! A finding is durable before, so what is cut short loses nothing: the next one does it.

mod queue;
mod task;

pub use queue::{Queue, Waiting};

use crate::case::Case;
use crate::compiler::Compiler;
use crate::observe::Bench;
use crate::record::{self, Record, Reduced, Reducing, directory};
use crate::reduction::{self, Budget, Reduction, Watch};
use crate::stop::Stop;
use crate::store::{self, Store};
use crate::triage::{self, Known, Triage};
use reduce::Progress;
use std::path::PathBuf;
use std::time::Duration;

/// CPU time of one reduction in a hunt. Most take a small part of it; `gadfly reduce ID` takes as long as it needs.
pub const REDUCE_BUDGET: Budget = Budget { cpu: Some(Duration::from_secs(60)) };

/// CPU time of a look into one finding of a hunt, which may be one that could not be reduced. `gadfly triage --again` takes
/// as long as it needs.
pub const TRIAGE_BUDGET: Budget = Budget { cpu: Some(Duration::from_secs(30)) };

/// What is done about a finding, in this order.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Steps {
    /// Make the program smaller, in this CPU time. None leaves the step out.
    pub reduce: Option<Budget>,
    /// Find out what is wrong, in this CPU time. None leaves the step out.
    pub triage: Option<Budget>,
}

/// Told what came of a finding, as it comes.
pub trait Aftermath {
    /// After every attempt to reduce, with its result. On the thread that has reduced.
    fn reduced(&mut self, id: &str, reduction: Result<&Reduction, &NotReduced>);
    /// After every attempt to look into a finding, with what was found out. On the thread that has looked.
    fn triaged(&mut self, id: &str, triage: Result<&Triage, &NotTriaged>);
}

/// Why a finding has no reduced program.
#[derive(Debug, thiserror::Error)]
pub enum NotReduced {
    /// The record cannot be read or written.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// By its id. Its claim is held elsewhere, so it was left alone.
    #[error("another gadfly is at work on {0}")]
    Busy(String),
    /// The record says so from now on. It is not tried again by itself.
    #[error(transparent)]
    Impossible(#[from] reduction::Error),
    /// It may be there again the next time.
    #[error("cannot be reduced: {0}")]
    CannotRun(String),
    /// The next try begins anew.
    #[error("stopped; the finding is as it was")]
    Stopped,
}

/// Why nothing was found out about a finding.
#[derive(Debug, thiserror::Error)]
pub enum NotTriaged {
    /// The record cannot be read or written.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// By its id. Its claim is held elsewhere, so it was left alone.
    #[error("another gadfly is at work on {0}")]
    Busy(String),
    /// What is known stays; the compiler may come back.
    #[error("cannot be looked into: {0}")]
    CannotRun(String),
    /// What was seen may be the machine's fault, so nothing is kept.
    #[error("the sandbox was lost: {0}")]
    Lost(String),
    /// The next try begins anew.
    #[error("stopped")]
    Stopped,
}

/// Where findings are kept, and when to stop.
pub struct Aftercare<'a> {
    /// The records, and the claims on them.
    pub store: &'a dyn Store,
    /// Bugs that are no news: a finding of one is marked.
    pub known: &'a Known,
    /// Set by the signal handler or the command. What is under way is cut short.
    pub stop: &'a Stop,
}

impl Aftercare<'_> {
    /// Does the steps for one finding; the benches are this thread's alone. What cannot be reduced is looked into as it is.
    pub fn settle<'c>(
        &self,
        id: &str,
        steps: Steps,
        benches: &mut [Bench],
        installed: impl FnOnce(&mut Bench) -> &'c [Compiler],
        aftermath: &mut dyn Aftermath,
    ) {
        if let Some(budget) = steps.reduce {
            let reduction = self.reduce(id, benches, budget, &());
            aftermath.reduced(id, reduction.as_ref());
        }
        if let (Some(budget), Some(bench), false) = (steps.triage, benches.first_mut(), self.stop.is_set()) {
            let installed = installed(bench);
            let triage = self.triage(id, bench, installed, budget);
            aftermath.triaged(id, triage.as_ref());
        }
    }

    /// Reduces the program of a finding, and puts the result into the store. Stopped before its end, it keeps the best so
    /// far: by the budget, as the result, and by `stop`, as one that needs to be reduced again, unless there is a better one.
    pub fn reduce(
        &self,
        id: &str,
        benches: &mut [Bench],
        budget: Budget,
        watch: &dyn Watch,
    ) -> Result<Reduction, NotReduced> {
        let _claim = self.store.claim(id)?.ok_or_else(|| NotReduced::Busy(id.to_string()))?;
        let record = self.store.get(id)?;
        if let Some(bench) = benches.first_mut() {
            bench.can_start(&record.finding.compiler.command).map_err(NotReduced::CannotRun)?;
        }
        let keeper = Keeper { directory: self.store.directory_of(id), case: &record.case, watch };
        let task = task::of(&record.finding, &record.case);
        let reduction = task.and_then(|task| reduction::reduce(task, benches, budget, self.stop, &keeper));
        let kept = self.keep(&record, reduction);
        if let Some(directory) = keeper.directory {
            // A copy that cannot be removed does no harm.
            let _ = directory::remove_so_far(&directory);
        }
        kept
    }

    /// Puts what came of it into the store.
    fn keep(&self, record: &Record, reduction: Result<Reduction, reduction::Error>) -> Result<Reduction, NotReduced> {
        let reduction = match reduction {
            Ok(reduction) => reduction,
            Err(_) if self.stop.is_set() => return Err(NotReduced::Stopped),
            Err(error) => {
                let impossible = record::Reduction::Impossible { reason: error.to_string() };
                self.store.put_reduction(record.id(), &impossible)?;
                return Err(error.into());
            }
        };
        let is_cut_short = self.stop.is_set() && reduction.stopped;
        if is_cut_short && (reduction.progress.accepted == 0 || record.reducing() == Reducing::Finished) {
            return Err(NotReduced::Stopped);
        }
        let reduced = left(&reduction);
        let state = if is_cut_short { record::Reduction::Unfinished } else { record::Reduction::Finished };
        self.store.put_reduction(record.id(), &state(reduced))?;
        Ok(reduction)
    }

    /// Looks into a finding, and puts what was found out into the store. Stopped before its end, it leaves the finding as it
    /// was; if the budget is spent, it keeps what was found out by then.
    pub fn triage(
        &self,
        id: &str,
        bench: &mut Bench,
        installed: &[Compiler],
        budget: Budget,
    ) -> Result<Triage, NotTriaged> {
        let _claim = self.store.claim(id)?.ok_or_else(|| NotTriaged::Busy(id.to_string()))?;
        let record = self.store.get(id)?;
        bench.can_start(&record.finding.compiler.command).map_err(NotTriaged::CannotRun)?;
        let mut triage = triage::triage(bench, &record.finding, &record.subject(), installed, budget, self.stop);
        triage.reduced = record.reduced().is_some();
        if let Some(reason) = bench.lost() {
            return Err(NotTriaged::Lost(reason.to_string()));
        }
        if self.stop.is_set() {
            return Err(NotTriaged::Stopped);
        }
        triage.known = self.known.of(&triage);
        self.store.put_triage(id, &triage)?;
        Ok(triage)
    }
}

/// What is left of the program, for its record.
fn left(reduction: &Reduction) -> Reduced {
    let Case { files, units, driver, expected, .. } = reduction.case.clone();
    let (outcome, steadiness) = (reduction.outcome.clone(), reduction.steadiness);
    Reduced { files, units, driver, expected, outcome, steadiness }
}

/// Writes down what is found on the way, for people: it is there whatever ends the reduction.
struct Keeper<'a> {
    directory: Option<PathBuf>,
    case: &'a Case,
    watch: &'a dyn Watch,
}

impl Watch for Keeper<'_> {
    fn started(&self, what: &str) {
        self.watch.started(what);
    }

    fn improved(&self, case: &Case, progress: &Progress) {
        if let Some(directory) = &self.directory {
            // What cannot be written now may be at the end, and is an error then.
            let _ = directory::write_so_far(directory, &case.files, &self.case.files);
        }
        self.watch.improved(case, progress);
    }

    fn judged(&self, candidates: u64) {
        self.watch.judged(candidates);
    }

    fn stopping(&self) {
        self.watch.stopping();
    }
}
