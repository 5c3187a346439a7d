//! All trials of a plan: cells in parallel, arms of a cell in turns, every slice in the journal, bugs named at the end.

mod cell;
mod clusters;
mod commits;

use super::journal::{self, Head, Journal, Slice};
use super::plan::{Budget, Plan};
use super::subject::{self, Broken, Subjects};
use super::trial::Trial;
use crate::compiler::Compiler;
use crate::config;
use crate::finding;
use crate::observe::Bench;
use crate::sources::{Source, registry};
use crate::stop::Stop;
use crate::store;
use report::comparison::{self, Comparison, Identity};
use source::Rng;
use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// Room for deep recursion on foreign programs. Only reserved.
const STACK_BYTES: usize = 256 << 20;

/// What a run needs besides benches.
pub struct Run<'a> {
    /// Checked: its arms have sources that exist.
    pub plan: &'a Plan,
    /// Makes the commands of broken compilers.
    pub broken: &'a Broken,
    /// Where the journal and the findings are.
    pub directory: &'a Path,
    /// Once it is set, slices end early and are in the journal.
    pub stop: &'a Stop,
}

/// How far it is.
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Progress {
    /// Testing: the part of all budgets that is used up, programs so far, and accusations so far.
    Testing {
        /// From 0 to 1.
        share: f64,
        /// Over all arms, with those of earlier runs.
        programs: u64,
        /// Programs that showed a bug.
        finds: u64,
    },
    /// Findings that are looked into, to tell bugs apart.
    Naming {
        /// Those that have a name for their bug.
        done: usize,
        /// Those that need one.
        all: usize,
    },
}

/// Why a comparison cannot begin or go on. The journal keeps what was done.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] journal::Error),
    /// Findings cannot be kept.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// The source of an arm does not work with these settings.
    #[error(transparent)]
    Source(#[from] config::Error),
    /// Says which one, and why.
    #[error("a compiler cannot be used: {0}")]
    Compiler(String),
    /// A program cannot be laid out.
    #[error("cannot test a program: {0}")]
    Io(#[from] io::Error),
    /// Git or the build script does not work, so that no correcting commit can be searched for.
    #[error("the history cannot be asked: {0}")]
    History(String),
    /// It was lost, and another one could not be started.
    #[error("there is no sandbox any more: {0}")]
    Sandbox(String),
}

/// Where the trials are in a list: a number for each arm, compiler and repetition.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Place {
    arm: usize,
    compiler: usize,
    trial: u32,
}

/// What workers share.
struct Shared<'a> {
    run: &'a Run<'a>,
    subjects: &'a Subjects,
    sources: Vec<Box<dyn Source>>,
    journal: Journal,
    store: Option<Box<dyn store::Store>>,
    trials: Vec<Mutex<Trial>>,
    failure: Mutex<Option<Error>>,
    tell: &'a (dyn Fn(Progress) + Sync),
}

/// Runs what is left of a comparison. None if it was stopped before its end: what is done is in the journal.
pub fn run(run: &Run, benches: &mut [Bench], tell: &(dyn Fn(Progress) + Sync)) -> Result<Option<Comparison>, Error> {
    let subjects = subject::identify(benches, run.plan, run.broken).map_err(Error::Compiler)?;
    // Before there is a journal: what cannot begin leaves nothing.
    let sources = sources(run.plan)?;
    let (journal, slices) = Journal::open(run.directory, &head(run.plan, &subjects))?;
    let mut shared = Shared {
        run,
        subjects: &subjects,
        sources,
        journal,
        store: open_store(run, &subjects)?,
        trials: run.plan.places().map(|_| Mutex::default()).collect(),
        failure: Mutex::default(),
        tell,
    };
    slices.into_iter().for_each(|slice| shared.take(slice));
    shared.test(benches)?;
    if let Some(error) = lock(&shared.failure).take() {
        return Err(error);
    }
    if run.stop.is_set() {
        return Ok(None);
    }
    let mut comparison = shared.comparison();
    if let Some(store) = shared.store.take() {
        let installed: Vec<Compiler> =
            subjects.references.iter().chain(subjects.tested.iter().map(|it| &it.compiler)).cloned().collect();
        if !commits::name(run, &*store, &mut comparison, &mut benches[0], tell)? {
            return Ok(None);
        }
        let naming = clusters::Naming { run, store: &*store, installed: &installed, tell };
        if !naming.name(&mut comparison, benches)? {
            return Ok(None);
        }
    }
    Ok(Some(comparison))
}

/// What tells this comparison from others.
fn head(plan: &Plan, subjects: &Subjects) -> Head {
    let all = subjects.tested.iter().map(|it| &it.compiler).chain(&subjects.references).cloned();
    Head {
        gadfly: env!("CARGO_PKG_VERSION").to_string(),
        plan: plan.to_toml(),
        versions: finding::versions(&all.collect::<Vec<_>>()),
    }
}

fn sources(plan: &Plan) -> Result<Vec<Box<dyn Source>>, Error> {
    plan.arms.iter().map(|arm| Ok(registry::open_one(&plan.source(arm), &plan.config(arm))?)).collect()
}

/// For findings of compilers whose bugs are not known.
fn open_store(run: &Run, subjects: &Subjects) -> Result<Option<Box<dyn store::Store>>, Error> {
    if subjects.tested.iter().all(|subject| !subject.bugs.is_empty()) {
        return Ok(None);
    }
    let store = store::open(&run.directory.join("findings"))?;
    let config = run.plan.config(&run.plan.arms[0]).to_toml();
    store.begin(run.plan.seed, &config)?;
    let all: Vec<Compiler> = subjects.tested.iter().map(|it| it.compiler.clone()).collect();
    store.use_compilers(&finding::versions(&all))?;
    Ok(Some(store))
}

impl Plan {
    /// All trials: in the order of repetitions, then of compilers, then of arms.
    fn places(&self) -> impl Iterator<Item = Place> + '_ {
        self.cells().flat_map(|(trial, compiler)| (0..self.arms.len()).map(move |arm| Place { arm, compiler, trial }))
    }

    /// The trials that take turns: those of one compiler and seed.
    fn cells(&self) -> impl Iterator<Item = (u32, usize)> + '_ {
        (0..self.trials).flat_map(|trial| (0..self.compilers.len()).map(move |compiler| (trial, compiler)))
    }

    fn number(&self, place: Place) -> usize {
        (place.trial as usize * self.compilers.len() + place.compiler) * self.arms.len() + place.arm
    }

    /// The levels of all builds, as finds name them.
    fn all_levels(&self) -> Vec<String> {
        // The paper has -Os to the left of -O1, of which both -Os and -O2 are extensions.
        const ORDER: [&str; 8] = ["-O0", "-Og", "-Oz", "-Os", "-O1", "-O2", "-O3", "-Ofast"];
        let lines = self.levels.iter().chain(self.compilers.iter().flat_map(|it| &it.flags));
        let lines = lines.chain(self.arms.iter().flat_map(|arm| &arm.levels));
        let level = |line: &String| super::identity::level(&config::words::split(line).unwrap_or_default());
        // Small compilers have none, which counts as `-O0`.
        let all: BTreeSet<String> = lines.map(level).chain([ORDER[0].to_string()]).collect();
        let place = |level: &String| ORDER.iter().position(|it| it == level).unwrap_or(ORDER.len());
        let mut all: Vec<String> = all.into_iter().collect();
        all.sort_by_key(place);
        all
    }

    /// The seed of a repetition, for all arms and compilers.
    pub fn trial_seed(&self, trial: u32) -> u64 {
        Rng::new(self.seed).child_n("trial", u64::from(trial)).next_u64()
    }
}

impl Shared<'_> {
    fn trial(&self, place: Place) -> MutexGuard<'_, Trial> {
        lock(&self.trials[self.run.plan.number(place)])
    }

    fn take(&self, slice: Slice) {
        let Slice { arm, compiler, trial, .. } = slice;
        self.trial(Place { arm, compiler, trial }).add(slice);
    }

    fn is_over(&self, place: Place) -> bool {
        let trial = self.trial(place);
        Trial::is_spent(self.budget(place.arm), trial.programs, &trial.cost)
    }

    fn budget(&self, arm: usize) -> Budget {
        self.run.plan.budget(&self.run.plan.arms[arm])
    }

    /// Every bench takes the next cell until none is left.
    fn test(&self, benches: &mut [Bench]) -> Result<(), Error> {
        let cells: Vec<(u32, usize)> = self.run.plan.cells().collect();
        let next = AtomicUsize::new(0);
        let worker = |bench: &mut Bench| {
            while let Some(&(trial, compiler)) = cells.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let Err(error) = cell::test(self, bench, trial, compiler) {
                    lock(&self.failure).get_or_insert(error);
                }
                if self.is_ended() {
                    return;
                }
            }
        };
        thread::scope(|scope| {
            for bench in benches {
                let builder = thread::Builder::new().name("trial".to_string()).stack_size(STACK_BYTES);
                builder.spawn_scoped(scope, || worker(bench))?;
            }
            Ok(())
        })
    }

    fn is_ended(&self) -> bool {
        self.run.stop.is_set() || lock(&self.failure).is_some()
    }

    /// Durable when it returns.
    fn add(&self, slice: Slice) -> Result<(), Error> {
        self.journal.add(&slice)?;
        self.take(slice);
        (self.tell)(self.progress());
        Ok(())
    }

    fn progress(&self) -> Progress {
        let (mut share, mut programs, mut finds) = (0.0, 0, 0);
        for place in self.run.plan.places() {
            let trial = self.trial(place);
            share += trial.share(self.budget(place.arm));
            programs += trial.programs;
            finds += trial.finds.len() as u64;
        }
        Progress::Testing { share: share / self.trials.len() as f64, programs, finds }
    }

    fn comparison(&self) -> Comparison {
        let plan = self.run.plan;
        let trial = |place: Place| {
            let seed = plan.trial_seed(place.trial);
            self.trial(place).reported((place.arm, place.compiler, seed), self.budget(place.arm))
        };
        let trials: Vec<comparison::Trial> = plan.places().map(trial).collect();
        let (budget_s, budget_programs) = match plan.budget {
            Budget::CpuS(cpu_s) => (cpu_s, None),
            Budget::Programs(programs) => (trials.iter().map(|it| it.cpu_s).fold(0.0, f64::max), Some(programs)),
        };
        Comparison {
            title: plan.title.clone(),
            budget_s,
            budget_programs,
            compilers: plan.compilers.iter().map(|it| it.name.clone()).collect(),
            identities: plan.compilers.iter().map(identity).collect(),
            levels: plan.all_levels(),
            arms: plan.arms.iter().map(arm).collect(),
            trials,
        }
    }

    fn store(&self) -> Option<&dyn store::Store> {
        self.store.as_deref()
    }
}

fn identity(tested: &super::plan::Tested) -> Identity {
    match (tested.bugs.is_empty(), &tested.repo) {
        (false, _) => Identity::Seeded,
        (true, Some(_)) => Identity::CorrectingCommit,
        (true, None) => Identity::Cluster,
    }
}

fn arm(arm: &super::plan::Arm) -> comparison::Arm {
    let settings = arm.set.iter().map(|setting| format!(",{setting}")).collect::<String>();
    let levels = if arm.levels.is_empty() { String::new() } else { format!(" at {}", arm.levels.join(" ")) };
    comparison::Arm {
        name: arm.name.clone(),
        source: format!("{}{settings}{levels}", arm.source),
        oracles: arm.oracles.iter().map(|oracle| oracle.name().to_string()).collect(),
        is_fixed: arm.fixed_programs.is_some(),
    }
}

/// The ids of findings that a comparison names bugs by until they are looked into.
fn pending(comparison: &Comparison) -> BTreeSet<String> {
    let finds = comparison.trials.iter().flat_map(|trial| &trial.finds);
    let ids = finds.filter_map(|find| find.bug.strip_prefix(super::identity::PENDING));
    ids.filter(|id| !id.is_empty()).map(str::to_string).collect()
}

/// Also after a panic: what is behind these locks is replaced whole, or added to.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
