//! A thread of a campaign: takes an index, has it tested, records it, tells about it, until there is none left.

use super::alike::Alike;
use super::meter::Meter;
use super::program::{Program, Tester};
use super::queue::Queue;
use super::reductions::{self, Reductions, Waiting};
use super::{Campaign, Error, Event, Stop, Unfinished};
use crate::compiler::{self, Compiler};
use crate::observe::Bench;
use crate::reduction;
use crate::store::{self, Store, Totals};
use crate::triage::{mark_known, triage_finding};
use sandbox::clock::thread_cpu;
use std::io;
use std::sync::mpsc::Sender;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long a full disk is left alone before the next try.
const PAUSE: Duration = Duration::from_secs(3);

/// How soon a waiting worker sees that it is to stop.
const TICK: Duration = Duration::from_millis(50);

/// How often a sandbox may be lost on one program. Once may be the kernel, out of memory.
const LOSSES: u32 = 3;

/// What all workers of a run share.
pub struct Shared<'a> {
    pub store: Mutex<&'a mut dyn Store>,
    pub queue: Mutex<Queue>,
    pub totals: Mutex<Totals>,
    pub failure: Mutex<Option<Error>>,
    pub reductions: Mutex<Reductions>,
    pub alike: Mutex<Alike>,
    /// What findings are compared with; asked for when the first one is looked into.
    pub installed: OnceLock<Vec<Compiler>>,
    pub meter: Meter,
    pub stop: &'a Stop,
}

pub struct Worker<'a, 's> {
    tester: Tester<'a>,
    shared: &'a Shared<'s>,
    events: Sender<Event>,
}

impl<'a, 's> Worker<'a, 's> {
    pub fn new(campaign: &'a Campaign, bench: Bench, shared: &'a Shared<'s>, events: Sender<Event>) -> Worker<'a, 's> {
        Worker { tester: Tester::new(campaign, bench, &shared.alike, shared.stop), shared, events }
    }

    pub fn work(mut self) {
        self.reduce_all();
        while let Some(index) = self.next() {
            let recorded = self.test(index).and_then(|program| self.record(&program));
            match recorded {
                Ok(()) => self.reduce_all(),
                // What is under way is lost, and done again by the next run.
                Err(Halt::Stopped) => {
                    // Says why it is over.
                    self.next();
                    return;
                }
                Err(Halt::Failed(error)) => return self.fail(error),
            }
        }
    }

    /// What waits for its reduction, as far as time and share allow.
    fn reduce_all(&mut self) {
        while let Some(waiting) = self.next_reduction() {
            let (own, children) = (thread_cpu(), self.tester.bench.cpu().total());
            self.tell_reducing();
            self.settle(&waiting);
            let own = thread_cpu().saturating_sub(own);
            self.shared.meter.add_reduction(own);
            let children = self.tester.bench.cpu().total().saturating_sub(children);
            lock(&self.shared.reductions).finish(own + children);
            self.tell_reducing();
        }
    }

    fn tell_reducing(&self) {
        // In the order of the counts.
        let reductions = lock(&self.shared.reductions);
        self.send(Event::Reducing { findings: reductions.under_way() });
    }

    /// What is cut short is done by the next run.
    fn settle(&mut self, waiting: &Waiting) {
        if waiting.reduce {
            self.reduce(waiting);
        }
        if waiting.triage && !self.shared.stop.is_set() {
            self.triage(waiting);
        }
    }

    fn next_reduction(&self) -> Option<Waiting> {
        let (is_over, is_empty) = {
            let queue = lock(&self.shared.queue);
            (queue.is_over(self.shared.stop), queue.is_empty())
        };
        if is_over || lock(&self.shared.failure).is_some() {
            return None;
        }
        let cpu = self.shared.meter.cpu();
        let campaign = (!is_empty).then_some(cpu.generate + cpu.compile + cpu.run);
        lock(&self.shared.reductions).take(campaign)
    }

    fn reduce(&mut self, waiting: &Waiting) {
        let benches = std::slice::from_mut(&mut self.tester.bench);
        let stop = self.shared.stop;
        let reduced = reduction::reduce_finding(&waiting.directory, benches, reductions::BUDGET, stop, &());
        // What cannot be reduced has a note that says why.
        if let Ok(reduction) = reduced {
            self.send(Event::Reduced { id: waiting.id.clone(), lines: reduction.progress.lines });
        }
    }

    fn triage(&mut self, waiting: &Waiting) {
        let (compilers, bench) = (&self.tester.campaign.compilers, &mut self.tester.bench);
        let installed = self.shared.installed.get_or_init(|| installed(compilers, bench));
        let stop = self.shared.stop;
        let triage = triage_finding(&waiting.directory, bench, installed, reductions::TRIAGE_BUDGET, stop);
        if let Ok(triage) = triage {
            let known = self.tester.campaign.known.of(&triage);
            // A report that cannot be written again lacks only that line.
            let _ = mark_known(&waiting.directory, known.as_deref());
            self.send(Event::Triaged { id: waiting.id.clone(), fingerprint: triage.fingerprint(), known });
        }
    }

    fn next(&self) -> Option<u64> {
        lock(&self.shared.queue).take(self.shared.stop)
    }

    /// Tries until there is room on the disk and a sandbox that stays.
    fn test(&mut self, index: u64) -> Result<Program, Halt> {
        let mut losses = 0;
        loop {
            match self.tester.test(index) {
                Err(Unfinished::Late) => return Err(Halt::Stopped),
                Err(Unfinished::Io(error)) if error.kind() == io::ErrorKind::StorageFull => {
                    let directory = self.tester.bench.sandbox.scratch().display().to_string();
                    self.pause(&format!("the disk of the scratch directory {directory} is full"))?;
                }
                Err(Unfinished::Io(error)) => {
                    return Err(Halt::Failed(Error::Setup(format!("cannot lay out a program: {error}"))));
                }
                Ok(program) => match self.tester.bench.lost() {
                    None => return Ok(program),
                    Some(_) if losses < LOSSES => losses += 1,
                    Some(reason) => return Err(Halt::Failed(Error::Setup(reason.to_string()))),
                },
            }
        }
    }

    /// Durable when it returns.
    fn record(&mut self, program: &Program) -> Result<(), Halt> {
        let case = program.case.as_ref();
        let findings: Vec<_> = program.findings.iter().filter_map(|finding| Some((finding.clone(), case?))).collect();
        let recorded = loop {
            let recorded = lock(&self.shared.store).record(&program.done, &findings);
            match recorded {
                Err(error @ store::Error::Full { .. }) => self.pause(&error.to_string())?,
                other => break other.map_err(|error| Halt::Failed(error.into()))?,
            }
        };
        self.shared.meter.add(program.generate, program.spent);
        *lock(&self.shared.totals) += program.done.totals;
        self.tell(program, &recorded.new);
        self.enqueue(program, &recorded.new);
        Ok(())
    }

    /// New findings are known, and wait for their reduction.
    fn enqueue(&self, program: &Program, new: &[String]) {
        for finding in program.findings.iter().filter(|finding| new.contains(&finding.id)) {
            lock(&self.shared.alike).add(finding);
            let directory = lock(&self.shared.store).directory_of(&finding.id);
            lock(&self.shared.reductions).add(finding, directory);
        }
    }

    fn tell(&self, program: &Program, new: &[String]) {
        let done = &program.done;
        self.send(Event::Program {
            index: done.index,
            source: done.source.clone(),
            totals: done.totals,
            cpu: self.shared.meter.cpu(),
        });
        for inconclusive in &program.inconclusive {
            self.send(Event::Inconclusive(inconclusive.clone()));
        }
        for finding in program.findings.iter().filter(|finding| new.contains(&finding.id)) {
            let finding = Box::new(finding.clone());
            self.send(match self.tester.campaign.known.of_finding(&finding) {
                Some(from) => Event::Known { finding, from },
                None => Event::Finding(finding),
            });
        }
    }

    /// Waits a while, unless the campaign is to stop.
    fn pause(&self, message: &str) -> Result<(), Halt> {
        self.send(Event::Paused { message: message.to_string() });
        let until = Instant::now() + PAUSE;
        while Instant::now() < until {
            if self.shared.stop.is_set() || lock(&self.shared.failure).is_some() {
                return Err(Halt::Stopped);
            }
            thread::sleep(TICK);
        }
        self.send(Event::Resumed);
        Ok(())
    }

    /// Ends the run for all workers.
    fn fail(&self, error: Error) {
        self.send(Event::Failed { message: error.to_string() });
        lock(&self.shared.queue).halt();
        lock(&self.shared.failure).get_or_insert(error);
    }

    /// Nobody need listen.
    fn send(&self, event: Event) {
        let _ = self.events.send(event);
    }
}

/// Why a worker does not go on.
enum Halt {
    Stopped,
    Failed(Error),
}

/// The campaign's compilers, and all others on PATH.
fn installed(compilers: &[Compiler], bench: &mut Bench) -> Vec<Compiler> {
    let is_new = |other: &Compiler| !compilers.iter().any(|compiler| compiler.is_same_program(other));
    compilers.iter().cloned().chain(compiler::detect(bench).into_iter().filter(is_new)).collect()
}

/// Also after a panic: the data behind these locks is replaced whole, or added to.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
