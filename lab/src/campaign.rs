//! The campaign: an origin makes a case, a bench observes, oracles judge, findings are confirmed and recorded.
//!
//! The seed and a program's index decide the program and its builds, whatever the number of benches is.

pub mod event;
pub mod stop;

use crate::compiler::Compiler;
use crate::config::Config;
use crate::observe::Bench;
use crate::origin::Weighted;
use crate::store::{self, Store, Totals};
pub use event::{Cpu, Event};
use std::sync::mpsc::Sender;
use std::time::Duration;
pub use stop::Stop;

/// What decides a campaign's programs and their builds.
pub struct Campaign {
    pub seed: u64,
    pub config: Config,
    pub compilers: Vec<Compiler>,
    pub origins: Vec<Weighted>,
}

/// How much one run of a campaign does; without either it goes on until it is stopped.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// Programs of this run, on top of what earlier runs did.
    pub tests: Option<u64>,
    /// Wall time, after which no program is begun.
    pub time: Option<Duration>,
}

/// What one run of a campaign did.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Of this run.
    pub totals: Totals,
    /// Of the campaign, with all its runs.
    pub campaign: Totals,
    pub cpu: Cpu,
    pub wall: Duration,
    pub ended: Ended,
}

/// Why a run is over.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    Tests,
    Time,
    Stopped,
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Store(#[from] store::Error),
    #[error("{0}")]
    Setup(String),
}

/// Hunts until the budget is spent or `stop` is set; begins the campaign in the store, or goes on with it.
///
/// Each bench gets a thread, which takes the next index, does the whole program and records it.
pub fn hunt(
    campaign: &Campaign,
    store: &mut dyn Store,
    benches: Vec<Bench>,
    budget: Budget,
    stop: &Stop,
    events: Sender<Event>,
) -> Result<Summary, Error> {
    let _ = (campaign, benches, budget, stop, events);
    let progress = store.begin(campaign.seed, "")?;
    Err(Error::Setup(format!("nothing hunts yet, from {} on", progress.next)))
}
