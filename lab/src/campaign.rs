//! The campaign: a source makes a case, a bench observes, oracles judge, findings are confirmed and recorded.
//!
//! The seed, the compilers with their costs and a program's index decide the program and its builds, whatever the number of
//! benches is.

mod alike;
pub mod confirm;
pub mod cost;
mod difference;
pub mod event;
mod interleave;
mod judged;
mod meter;
mod plan;
mod program;
mod queue;
mod turn;
mod worker;

use crate::aftercare;
use crate::compiler::Compiler;
use crate::config::Config;
use crate::finding;
use crate::observe::Bench;
use crate::sources::Weighted;
pub use crate::stop::{Stop, Unfinished};
use crate::store::{self, Progress, Query, Store, Totals};
use crate::triage::Known;
use alike::Alike;
pub use event::{Cpu, Event, Inconclusive};
use meter::Meter;
use queue::Queue;
use std::io;
use std::sync::mpsc::Sender;
use std::sync::{Mutex, OnceLock};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};
use worker::{Shared, Worker, lock};

/// Room for deep recursion on foreign programs. Only reserved; pages are touched as the nesting of a program demands.
const STACK_BYTES: usize = 256 << 20;

/// How long after its time a campaign still finishes what is under way, so that short runs come to something. Most
/// programs and reductions take less; one that takes more is done again by the next run.
const GRACE: Duration = Duration::from_secs(10);

/// What decides a campaign's programs and their builds.
pub struct Campaign {
    /// All random choices come from it.
    pub seed: u64,
    /// Resolved: with every default filled in.
    pub config: Config,
    /// Those under test, at least one.
    pub compilers: Vec<Compiler>,
    /// At least one has a weight.
    pub sources: Vec<Weighted>,
    /// Bugs that are no news.
    pub known: Known,
}

/// How much one run of a campaign does; without either it goes on until it is stopped.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// Programs of this run, on top of what earlier runs did.
    pub tests: Option<u64>,
    /// Wall time, after which no program is begun, and soon none goes on.
    pub time: Option<Duration>,
}

/// What one run of a campaign did.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Of this run.
    pub totals: Totals,
    /// Of the campaign, with all its runs.
    pub campaign: Totals,
    /// Of this run.
    pub cpu: Cpu,
    /// Of this run.
    pub wall: Duration,
    /// Findings that are still to be reduced or looked into, of this run and of earlier ones.
    pub waiting: usize,
    /// Why this run is over.
    pub ended: Ended,
}

/// Why a run is over.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// `Budget::tests` programs are done.
    Tests,
    /// `Budget::time` is over.
    Time,
    /// Somebody has set `Stop`.
    Stopped,
}

/// Why a campaign cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Nothing can be recorded, so nothing more is tested.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// There is nothing to test, nothing to test it with, or no thread to do it. Says which.
    #[error("{0}")]
    Setup(String),
}

/// Hunts until the budget is spent or `stop` is set; begins the campaign in the store, or goes on with it.
///
/// Each bench gets a thread, which takes the next index, does the whole program and records it.
pub fn hunt(
    campaign: &Campaign,
    store: &dyn Store,
    benches: Vec<Bench>,
    budget: Budget,
    stop: &Stop,
    events: Sender<Event>,
) -> Result<Summary, Error> {
    campaign.check()?;
    let began = Instant::now();
    if let Some(deadline) = budget.time.and_then(|time| began.checked_add(time)?.checked_add(GRACE)) {
        stop.end_at(deadline);
    }
    let progress = store.begin(campaign.seed, &campaign.config.to_toml())?;
    store.use_compilers(&finding::versions(&campaign.compilers))?;
    let aftercare = aftercare::Queue::new(store, campaign.config.reduce, campaign.config.triage)?;
    let alike = Alike::new(campaign.config.keep_alike, &store.query(&Query::default())?, &campaign.compilers);
    let shared = share(store, &progress, budget, stop, (aftercare, alike));
    thread::scope(|scope| {
        for bench in benches {
            let worker = Worker::new(campaign, bench, &shared, events.clone());
            if let Err(error) = start(scope, worker) {
                lock(&shared.queue).halt();
                lock(&shared.failure).get_or_insert(Error::Setup(format!("cannot start a thread: {error}")));
            }
        }
        // The channel ends with the last worker.
        drop(events);
    });
    if let Some(error) = lock(&shared.failure).take() {
        return Err(error);
    }
    // As the next run would see it: also what this one has cut short.
    let waiting = aftercare::Queue::new(store, campaign.config.reduce, campaign.config.triage)?.len();
    Ok(summary(&shared, &progress, began.elapsed(), waiting))
}

fn share<'a>(
    store: &'a dyn Store,
    progress: &Progress,
    budget: Budget,
    stop: &'a Stop,
    (aftercare, alike): (aftercare::Queue, Alike),
) -> Shared<'a> {
    Shared {
        store,
        queue: Mutex::new(Queue::new(progress, budget)),
        totals: Mutex::new(Totals::default()),
        failure: Mutex::new(None),
        aftercare: Mutex::new(aftercare),
        alike: Mutex::new(alike),
        installed: OnceLock::new(),
        meter: Meter::start(),
        stop,
    }
}

fn start<'scope, 's: 'scope>(scope: &'scope Scope<'scope, '_>, worker: Worker<'scope, 's>) -> io::Result<()> {
    let builder = thread::Builder::new().name("worker".to_string()).stack_size(STACK_BYTES);
    builder.spawn_scoped(scope, move || worker.work()).map(|_| ())
}

fn summary(shared: &Shared, progress: &Progress, wall: Duration, waiting: usize) -> Summary {
    let totals = *lock(&shared.totals);
    let mut campaign = progress.totals;
    campaign += totals;
    Summary { totals, campaign, cpu: shared.meter.cpu(), wall, waiting, ended: lock(&shared.queue).ended() }
}

impl Campaign {
    fn check(&self) -> Result<(), Error> {
        if self.compilers.is_empty() {
            return Err(Error::Setup("there is no compiler to test".to_string()));
        }
        if self.sources.iter().all(|source| source.weight == 0) {
            return Err(Error::Setup("there is no source of programs".to_string()));
        }
        Ok(())
    }
}
