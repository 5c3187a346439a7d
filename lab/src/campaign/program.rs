//! One program from its index to its findings. Nothing is recorded here.

use super::alike::Alike;
use super::confirm::confirm;
use super::event::Inconclusive;
use super::plan;
use super::worker::lock;
use super::{Campaign, Stop, Unfinished};
use crate::case::Case;
use crate::compiler::Build;
use crate::finding::{self, Finding};
use crate::observe::bench::Spent;
use crate::observe::signature::LINKER;
use crate::observe::{Bench, Observation, Outcome};
use crate::oracle::{self, Evidence, Verdict};
use crate::origin::NoCase;
use crate::store::{Done, Repeat, Totals};
use sandbox::clock::thread_cpu;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::time::Duration;

/// A program that is done.
pub struct Program {
    pub done: Done,
    /// All of them are about the case.
    pub findings: Vec<Finding>,
    pub case: Option<Case>,
    /// Why nothing could be judged, once for every time that was so.
    pub inconclusive: Vec<Inconclusive>,
    /// CPU time of this process in making the case.
    pub generate: Duration,
    /// By children.
    pub spent: Spent,
}

/// Does programs one after the other at its bench.
pub struct Tester<'a> {
    pub campaign: &'a Campaign,
    pub bench: Bench,
    alike: &'a Mutex<Alike>,
    stop: &'a Stop,
    /// CPU time of this process in making cases, of all programs so far.
    generate: Duration,
    /// What the program under way is, for whoever has to find out why it made Gadfly panic.
    recipe: String,
}

impl<'a> Tester<'a> {
    pub fn new(campaign: &'a Campaign, bench: Bench, alike: &'a Mutex<Alike>, stop: &'a Stop) -> Tester<'a> {
        Tester { campaign, bench, alike, stop, generate: Duration::ZERO, recipe: String::new() }
    }

    /// Makes, compiles, runs and judges the program of an index, and confirms what is wrong. Fails only if files cannot
    /// be written, or it is late. A panic is an inconclusive program: one bad program must not end a campaign.
    pub fn test(&mut self, index: u64) -> Result<Program, Unfinished> {
        let (generate, spent) = (self.generate, self.bench.cpu());
        self.recipe = format!("program {index} of seed {}", self.campaign.seed);
        let mut program = match catch_unwind(AssertUnwindSafe(|| self.attempt(index))) {
            Ok(program) => program?,
            Err(panic) => {
                let source = plan::plan(self.campaign, index).0.name().to_string();
                let reason = format!("gadfly panicked: {} ({})", text(panic.as_ref()), self.recipe);
                Program::without_case(index, source, Inconclusive { reason, is_lost: true, ..Inconclusive::default() })
            }
        };
        program.account((generate, spent), (self.generate, self.bench.cpu()));
        Ok(program)
    }

    fn attempt(&mut self, index: u64) -> Result<Program, Unfinished> {
        // A confirmation that panicked may have left it with its own.
        self.bench.limits = self.campaign.config.limits;
        self.bench.until = self.stop.deadline();
        let (origin, wanted) = plan::plan(self.campaign, index);
        let began = thread_cpu() + self.bench.cpu().threads;
        let made = origin.case(&mut self.bench, &wanted);
        self.generate += (thread_cpu() + self.bench.cpu().threads).saturating_sub(began);
        let case = match made {
            Ok(case) => case,
            Err(no_case) => return Ok(Program::without_case(index, origin.name().to_string(), no_case.into())),
        };
        self.recipe.clone_from(&case.recipe);
        let observations = self.observe(&case)?;
        let (findings, repeats) = self.findings(&case, &observations)?;
        Ok(Program::judged(case, &observations, findings, repeats))
    }

    /// What every build makes of the case, with a second look where that is not enough.
    fn observe(&mut self, case: &Case) -> Result<Vec<Observation>, Unfinished> {
        self.bench.lay_out(case)?;
        let mut observe = |builds: Vec<Build>| -> Result<Vec<Observation>, Unfinished> {
            let one = |build: &Build| {
                let observation = self.bench.observe(case, build);
                // It may have been cut off.
                self.stop.check().map(|()| observation)
            };
            builds.iter().map(one).collect()
        };
        let mut observations = observe(plan::builds(self.campaign, case))?;
        let further = observe(plan::second_look(self.campaign, case, &observations))?;
        observations.extend(further);
        Ok(observations)
    }

    /// What is wrong, confirmed, and what is like enough findings already.
    fn findings(
        &mut self,
        case: &Case,
        observations: &[Observation],
    ) -> Result<(Vec<Finding>, Vec<Repeat>), Unfinished> {
        let Campaign { config, compilers, .. } = self.campaign;
        let evidence =
            Evidence { case, compilers, observations, oracles: &config.oracles, golden: config.golden.as_deref() };
        let (mut findings, mut repeats) = (Vec::new(), Vec::new());
        for verdict in oracle::judge(&evidence) {
            match self.repeat(case, &verdict) {
                Some(repeat) => repeats.push(repeat),
                None => findings.push(self.finding(case, observations, verdict)?),
            }
        }
        Ok((findings, repeats))
    }

    fn repeat(&self, case: &Case, verdict: &Verdict) -> Option<Repeat> {
        let Verdict { compiler, kind, signature, .. } = verdict;
        let id = finding::id(self.campaign.seed, case.index, &case.recipe, compiler, *kind, signature);
        lock(self.alike).has_enough(verdict, &id).then(|| Repeat {
            id,
            recipe: case.recipe.clone(),
            compiler: compiler.clone(),
            kind: *kind,
            signature: signature.clone(),
        })
    }

    fn finding(&mut self, case: &Case, observations: &[Observation], verdict: Verdict) -> Result<Finding, Unfinished> {
        let Campaign { seed, config, compilers, .. } = self.campaign;
        let (verdict, state) =
            confirm(&mut self.bench, case, compilers, verdict, observations, config.confirm, self.stop)?;
        let compiler = compilers.iter().find(|compiler| compiler.name == verdict.compiler);
        let compiler = compiler.expect("verdicts are about compilers of the campaign");
        let tier = self.bench.sandbox.tier().to_string();
        let finding = Finding::new(*seed, case, &verdict, compiler, observations.to_vec(), state, &tier);
        Ok(finding.among(compilers))
    }
}

impl Program {
    fn without_case(index: u64, source: String, inconclusive: Inconclusive) -> Program {
        let totals = Totals { programs: 1, inconclusive: 1, ..Totals::default() };
        Program {
            done: Done { index, source, totals, repeats: Vec::new() },
            findings: Vec::new(),
            case: None,
            inconclusive: vec![inconclusive],
            generate: Duration::ZERO,
            spent: Spent::default(),
        }
    }

    fn judged(case: Case, observations: &[Observation], findings: Vec<Finding>, repeats: Vec<Repeat>) -> Program {
        let flaky = findings.iter().filter(|finding| finding.is_flaky()).count() as u64;
        let mut inconclusive: Vec<Inconclusive> = observations.iter().filter_map(reason).collect();
        inconclusive.extend(useless(&case, observations));
        let totals = Totals {
            programs: 1,
            builds: observations.len() as u64,
            inconclusive: inconclusive.len() as u64,
            findings: findings.len() as u64 - flaky,
            flaky,
            repeats: repeats.len() as u64,
            ..Totals::default()
        };
        let done = Done { index: case.index, source: case.source.clone(), totals, repeats };
        Program { done, findings, case: Some(case), inconclusive, generate: Duration::ZERO, spent: Spent::default() }
    }

    /// Milliseconds are counted on the sums, so that many programs of less than one add up.
    fn account(&mut self, before: (Duration, Spent), after: (Duration, Spent)) {
        let between = |before: Duration, after: Duration| (after.as_millis() - before.as_millis()) as u64;
        let totals = &mut self.done.totals;
        totals.generate_ms = between(before.0 + before.1.other, after.0 + after.1.other);
        totals.compile_ms = between(before.1.compile, after.1.compile);
        totals.run_ms = between(before.1.run, after.1.run);
        self.generate = after.0 - before.0;
        self.spent = Spent {
            compile: after.1.compile - before.1.compile,
            run: after.1.run - before.1.run,
            other: after.1.other - before.1.other,
            threads: after.1.threads - before.1.threads,
            sandbox: after.1.sandbox - before.1.sandbox,
        };
    }
}

fn reason(observation: &Observation) -> Option<Inconclusive> {
    match &observation.outcome {
        Outcome::Inconclusive { reason } => {
            let reason = format!("{}: {reason}", observation.compiler);
            Some(Inconclusive { reason, ..Inconclusive::default() })
        }
        _ => None,
    }
}

/// A case that tests nothing: it is for none of the compilers, or all refuse it and nobody knows better, as with a generator
/// that writes garbage.
fn useless(case: &Case, observations: &[Observation]) -> Option<Inconclusive> {
    let lost = |reason: String| Inconclusive { reason, is_lost: true, ..Inconclusive::default() };
    if observations.is_empty() {
        return Some(lost(format!("no compiler takes what {} made", case.source)));
    }
    let refusal = |observation: &Observation| match &observation.outcome {
        Outcome::Rejected { message } => Some(message.clone()),
        // It has no `main`, or lacks a library.
        Outcome::Crashed { signature, message } if signature.starts_with(LINKER) => Some(message.clone()),
        _ => None,
    };
    let refusals: Option<Vec<String>> = observations.iter().map(refusal).collect();
    let refusals = refusals.filter(|_| case.expected.is_none())?;
    let words = refusals.first()?.lines().next().unwrap_or_default().to_string();
    let inconclusive = lost(format!("{}: no compiler accepts what it wrote", case.source));
    Some(Inconclusive { words, is_failure: true, ..inconclusive })
}

impl From<NoCase> for Inconclusive {
    fn from(NoCase { reason, words, is_failure }: NoCase) -> Inconclusive {
        Inconclusive { reason, words, is_failure, is_lost: true }
    }
}

fn text(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a word")
}
