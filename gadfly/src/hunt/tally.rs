//! What a hunt has done since it was started, summed up from its events.

use lab::campaign::{Cpu, Event, Inconclusive};
use lab::finding::{Finding, State};
use lab::oracle::{Kind, Oracle};
use lab::store::Totals;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

pub struct Tally {
    pub began: Instant,
    pub totals: Totals,
    pub cpu: Cpu,
    /// New and confirmed, also those of known bugs.
    pub findings: u64,
    /// Ids of the findings, with whether their bugs are known.
    ids: BTreeMap<String, bool>,
    /// Findings that are being reduced or looked into now.
    pub reducing: usize,
    /// Findings that are still to be reduced or looked into, once the hunt is over.
    pub waiting: usize,
    pub flaky: u64,
    pub last_finding: Option<Instant>,
    pub kinds: BTreeMap<Kind, u64>,
    pub oracles: BTreeMap<Oracle, u64>,
    pub sources: BTreeMap<String, Yield>,
    /// By reason.
    pub inconclusive: BTreeMap<String, Reason>,
    /// Indices for which no program could be made, so that nothing was tested.
    pub lost: u64,
    /// Why nothing goes on at the moment.
    pub paused: Option<String>,
}

/// Why there was no verdict.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reason {
    pub count: u64,
    /// The message when it happened first.
    pub words: String,
    /// A source does not work.
    pub is_failure: bool,
}

/// What came of one source.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Yield {
    pub programs: u64,
    pub findings: u64,
}

/// Parts of the campaign's CPU time, as fractions of 1.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Shares {
    pub generate: f64,
    pub compile: f64,
    pub run: f64,
    pub own: f64,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally {
            began: Instant::now(),
            cpu: Cpu::default(),
            totals: Totals::default(),
            findings: 0,
            ids: BTreeMap::new(),
            reducing: 0,
            waiting: 0,
            flaky: 0,
            last_finding: None,
            kinds: BTreeMap::new(),
            oracles: BTreeMap::new(),
            sources: BTreeMap::new(),
            inconclusive: BTreeMap::new(),
            lost: 0,
            paused: None,
        }
    }
}

impl Tally {
    /// What an event means to people. Workers pause and try again one by one; the campaign as a whole is shown as paused once,
    /// until a program is done.
    pub fn settle(&self, event: Event) -> Vec<Event> {
        match (&event, &self.paused) {
            (Event::Paused { .. }, Some(_)) | (Event::Resumed, _) => Vec::new(),
            (Event::Program { .. }, Some(_)) => vec![Event::Resumed, event],
            _ => vec![event],
        }
    }

    pub fn count(&mut self, event: &Event) {
        match event {
            Event::Program { source, totals, cpu, .. } => {
                self.cpu = *cpu;
                self.totals += *totals;
                self.sources.entry(source.clone()).or_default().programs += totals.programs;
            }
            Event::Finding(finding) => self.count_finding(finding),
            Event::Known { finding, .. } => {
                self.count_finding(finding);
                self.know(&finding.id);
            }
            Event::Triaged { id, known: Some(_), .. } => self.know(id),
            Event::Inconclusive(inconclusive) => self.count_inconclusive(inconclusive),
            Event::Reducing { findings } => self.reducing = *findings,
            Event::Paused { message } => self.paused = Some(message.clone()),
            Event::Resumed => self.paused = None,
            Event::Reduced { .. } | Event::Triaged { .. } | Event::Failed { .. } => {}
        }
    }

    fn count_inconclusive(&mut self, inconclusive: &Inconclusive) {
        let Inconclusive { reason, words, is_lost, is_failure } = inconclusive;
        let first = Reason { count: 0, words: words.clone(), is_failure: *is_failure };
        self.inconclusive.entry(reason.clone()).or_insert(first).count += 1;
        self.lost += u64::from(*is_lost);
    }

    /// Whether there were programs to test, or none was asked for.
    pub fn has_tested(&self) -> bool {
        self.totals.programs == 0 || self.lost < self.totals.programs
    }

    fn count_finding(&mut self, finding: &Finding) {
        if let State::Flaky { .. } = finding.state {
            self.flaky += 1;
            return;
        }
        self.findings += 1;
        self.ids.insert(finding.id.clone(), false);
        self.last_finding = Some(Instant::now());
        *self.kinds.entry(finding.kind).or_default() += 1;
        *self.oracles.entry(finding.oracle).or_default() += 1;
        self.sources.entry(finding.source.clone()).or_default().findings += 1;
    }

    /// The bug of a finding is known. Earlier runs may have found it.
    fn know(&mut self, id: &str) {
        self.ids.entry(id.to_string()).and_modify(|known| *known = true);
    }

    /// Findings of bugs that are known.
    pub fn known(&self) -> u64 {
        self.ids.values().filter(|known| **known).count() as u64
    }

    /// Findings of bugs that are not known.
    pub fn news(&self) -> u64 {
        self.findings - self.known()
    }

    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Programs per second, since the beginning.
    pub fn rate(&self) -> f64 {
        self.totals.programs as f64 / self.elapsed().as_secs_f64().max(1e-3)
    }

    pub fn shares(&self) -> Shares {
        let Cpu { generate, compile, run, own } = self.cpu;
        let sum = (generate + compile + run + own).as_secs_f64();
        let share = |part: Duration| if sum > 0.0 { part.as_secs_f64() / sum } else { 0.0 };
        Shares { generate: share(generate), compile: share(compile), run: share(run), own: share(own) }
    }
}
