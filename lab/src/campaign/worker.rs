//! A thread of a campaign: takes an index, has it tested, records it, tells about it, until there is none left.

use super::alike::Alike;
use super::meter::Meter;
use super::program::{Program, Tester};
use super::queue::Queue;
use super::{Campaign, Error, Event, Stop, Unfinished};
use crate::aftercare::{self, Aftercare, Aftermath, NotReduced, NotTriaged, Waiting};
use crate::compiler::Compiler;
use crate::detection;
use crate::finding::Finding;
use crate::observe::Bench;
use crate::reduction::Reduction;
use crate::store::{self, Store, Totals};
use crate::triage::Triage;
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
    pub store: &'a dyn Store,
    pub queue: Mutex<Queue>,
    pub totals: Mutex<Totals>,
    pub failure: Mutex<Option<Error>>,
    pub aftercare: Mutex<aftercare::Queue>,
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
        self.care_for_all();
        while let Some(index) = self.next() {
            let recorded = self.test(index).and_then(|program| self.record(&program));
            match recorded {
                Ok(()) => self.care_for_all(),
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

    /// What waits for its aftercare, as far as time and share allow.
    fn care_for_all(&mut self) {
        while let Some(waiting) = self.next_waiting() {
            let (own, children) = (thread_cpu(), self.tester.bench.cpu().total());
            self.tell_reducing();
            self.settle(&waiting);
            let own = thread_cpu().saturating_sub(own);
            self.shared.meter.add_reduction(own);
            let children = self.tester.bench.cpu().total().saturating_sub(children);
            lock(&self.shared.aftercare).finish(own + children);
            self.tell_reducing();
        }
    }

    fn tell_reducing(&self) {
        // In the order of the counts.
        let aftercare = lock(&self.shared.aftercare);
        self.send(Event::Reducing { findings: aftercare.under_way() });
    }

    /// What is cut short is done by the next run.
    fn settle(&mut self, waiting: &Waiting) {
        let campaign = self.tester.campaign;
        let aftercare = Aftercare { store: self.shared.store, known: &campaign.known, stop: self.shared.stop };
        let shared = self.shared;
        let installed = |bench: &mut Bench| -> &[Compiler] {
            shared.installed.get_or_init(|| installed(&campaign.compilers, bench))
        };
        let benches = std::slice::from_mut(&mut self.tester.bench);
        aftercare.settle(&waiting.id, waiting.steps, benches, installed, &mut Teller(&self.events));
    }

    fn next_waiting(&self) -> Option<Waiting> {
        let (is_over, is_empty) = {
            let queue = lock(&self.shared.queue);
            (queue.is_over(self.shared.stop), queue.is_empty())
        };
        if is_over || lock(&self.shared.failure).is_some() {
            return None;
        }
        let cpu = self.shared.meter.cpu();
        let campaign = (!is_empty).then_some(cpu.generate + cpu.compile + cpu.run);
        lock(&self.shared.aftercare).take(campaign)
    }

    fn next(&self) -> Option<u64> {
        lock(&self.shared.queue).take(self.shared.stop)
    }

    /// Tries until there is room on the disk, all compilers work, and the sandbox stays. A program with which the sandbox
    /// is lost again and again is left untested, as is one that a compiler compiles while it fails on a trivial one: one
    /// program must not end a campaign.
    fn test(&mut self, index: u64) -> Result<Program, Halt> {
        let (mut losses, mut doubts) = (0, 0);
        loop {
            match self.tester.test(index) {
                Err(Unfinished::Late) => return Err(Halt::Stopped),
                Err(Unfinished::Io(error)) if error.kind() == io::ErrorKind::StorageFull => {
                    let directory = self.tester.bench.sandbox.scratch().display().to_string();
                    self.pause(&format!("the disk of the scratch directory {directory} is full"))?;
                }
                Err(Unfinished::Broken { reason, compiles }) => {
                    doubts += u32::from(compiles);
                    if doubts > LOSSES {
                        return Ok(self.tester.untested(index, reason));
                    }
                    self.pause(&reason)?;
                    self.renew()?;
                }
                Err(Unfinished::Io(error)) => {
                    losses += 1;
                    self.renew()?;
                    if losses > LOSSES {
                        return Ok(self.tester.untested(index, format!("cannot lay out a program: {error}")));
                    }
                }
                Ok(program) => match self.tester.bench.lost().map(String::from) {
                    None => return Ok(program),
                    Some(reason) => {
                        losses += 1;
                        self.renew()?;
                        if losses > LOSSES {
                            return Ok(self.tester.untested(index, reason));
                        }
                    }
                },
            }
        }
    }

    /// A new sandbox, or the end of the campaign if there is none to be had.
    fn renew(&mut self) -> Result<(), Halt> {
        let mut failures = 0;
        while let Err(error) = self.tester.bench.renew() {
            failures += 1;
            if failures > LOSSES {
                return Err(Halt::Failed(Error::Setup(format!("there is no sandbox any more: {error}"))));
            }
            self.pause(&format!("the sandbox cannot be started again: {error}"))?;
        }
        Ok(())
    }

    /// Durable when it returns.
    fn record(&mut self, program: &Program) -> Result<(), Halt> {
        let findings: Vec<_> = program.findings.iter().map(|found| (found.finding.clone(), &*found.case)).collect();
        let recorded = loop {
            let recorded = self.shared.store.record(&program.done, &findings);
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

    /// New findings are known, and wait for their aftercare.
    fn enqueue(&self, program: &Program, new: &[String]) {
        for finding in new_findings(program, new) {
            lock(&self.shared.alike).add(finding);
            lock(&self.shared.aftercare).add(finding);
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
        for finding in new_findings(program, new) {
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

fn new_findings<'a>(program: &'a Program, new: &'a [String]) -> impl Iterator<Item = &'a Finding> {
    program.findings.iter().map(|found| &found.finding).filter(|finding| new.contains(&finding.id))
}

/// Tells what came of a finding. What cannot be reduced has a note that says why; nobody need listen.
struct Teller<'a>(&'a Sender<Event>);

impl Aftermath for Teller<'_> {
    fn reduced(&mut self, id: &str, reduction: Result<&Reduction, &NotReduced>) {
        if let Ok(reduction) = reduction {
            let _ = self.0.send(Event::Reduced { id: id.to_string(), lines: reduction.progress.lines });
        }
    }

    fn triaged(&mut self, id: &str, triage: Result<&Triage, &NotTriaged>) {
        if let Ok(triage) = triage {
            let (id, fingerprint, known) = (id.to_string(), triage.fingerprint(), triage.known.clone());
            let _ = self.0.send(Event::Triaged { id, fingerprint, known });
        }
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
    compilers.iter().cloned().chain(detection::detect(bench).into_iter().filter(is_new)).collect()
}

/// Also after a panic: the data behind these locks is replaced whole, or added to.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
