//! One index from its source to its findings: one program, a family, or a batch. Nothing is recorded here.

use super::alike::Alike;
use super::confirm::{Suspect, confirm};
use super::difference;
use super::event::Inconclusive;
use super::judged::{Found, Judged, Kin, Look, Subject, Wrong, wrong};
use super::plan;
use super::worker::lock;
use super::{Campaign, Stop, Unfinished};
use crate::case::Case;
use crate::compiler::{Build, Compiler};
use crate::detection;
use crate::finding::parent::Parent;
use crate::finding::{self, Finding};
use crate::kind::Kind;
use crate::observe::bench::Spent;
use crate::observe::signature::LINKER;
use crate::observe::{Bench, Observation, Outcome};
use crate::oracle::{self, Evidence, Verdict};
use crate::sources::{Batch, Family, NoCase, Variant};
use crate::store::{Done, Repeat, Totals};
use sandbox::clock::thread_cpu;
use std::collections::BTreeSet;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A program that is done.
pub struct Program {
    pub done: Done,
    pub findings: Vec<Found>,
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
    /// be written, a compiler does not work any more, or it is late. A panic is an inconclusive program: one bad program must not end a campaign.
    pub fn test(&mut self, index: u64) -> Result<Program, Unfinished> {
        let (generate, spent) = (self.generate, self.bench.cpu());
        self.recipe = format!("program {index} of seed {}", self.campaign.seed);
        let mut program = match catch_unwind(AssertUnwindSafe(|| self.attempt(index))) {
            Ok(program) => program?,
            Err(panic) => self.untested(index, format!("gadfly panicked: {} ({})", text(panic.as_ref()), self.recipe)),
        };
        program.account((generate, spent), (self.generate, self.bench.cpu()));
        Ok(program)
    }

    /// A program of which nothing is known but why.
    pub fn untested(&self, index: u64, reason: String) -> Program {
        let source = plan::plan(self.campaign, index).0.name().to_string();
        Program::without_case(index, source, Inconclusive { reason, is_lost: true, ..Inconclusive::default() })
    }

    fn attempt(&mut self, index: u64) -> Result<Program, Unfinished> {
        // A confirmation that panicked may have left it with its own.
        self.bench.limits = self.campaign.config.limits;
        self.bench.until = self.stop.deadline();
        let (source, wanted) = plan::plan(self.campaign, index);
        let began = thread_cpu() + self.bench.cpu().threads;
        let made = source.family(&mut self.bench, &wanted);
        self.generate += (thread_cpu() + self.bench.cpu().threads).saturating_sub(began);
        let family = match made {
            Ok(family) => family,
            Err(no_case) => return Ok(Program::without_case(index, source.name().to_string(), no_case.into())),
        };
        let (name, programs) = (family.case.source.clone(), family.count());
        let judged = self.family(family)?;
        Ok(Program::judged(index, name, programs, judged))
    }

    /// Judges all cases of a family with the same builds.
    fn family(&mut self, family: Family) -> Result<Judged, Unfinished> {
        let Family { case, variants, batch } = family;
        let builds = plan::builds(self.campaign, &case);
        let mut judged = Judged::default();
        if let Some(batch) = batch {
            let all = 0..batch.count();
            judged.are_variants = batch.are_variants();
            self.batch((batch.as_ref(), all), case, &builds, &mut judged)?;
            return Ok(judged);
        }
        let case = Arc::new(case);
        let look = self.look(&case, &builds, None)?;
        if variants.is_empty() {
            self.settle(Subject { case, kin: None, original: None }, look, &mut judged)?;
            return Ok(judged);
        }
        judged.are_variants = true;
        let (seen, believed) = (look.observations.clone(), look.believed());
        self.settle(Subject { case: case.clone(), kin: None, original: None }, look, &mut judged)?;
        for variant in variants {
            let Variant { case: own, edits, is_equivalent, edited } = variant;
            let look = self.look(&own, &builds, is_equivalent.then_some(&believed))?;
            let kin = Kin { parent: case.clone(), edits, is_equivalent, edited, seen: &seen };
            self.settle(Subject { case: Arc::new(own), kin: Some(kin), original: None }, look, &mut judged)?;
        }
        Ok(judged)
    }

    /// Judges programs of a batch together, and if something is wrong, each half of them, down to single programs. Returns what
    /// was wrong. What shows only while programs are together is about the fewest that show it.
    fn batch(
        &mut self,
        (batch, range): (&dyn Batch, Range<usize>),
        case: Case,
        builds: &[Build],
        judged: &mut Judged,
    ) -> Result<BTreeSet<Wrong>, Unfinished> {
        let mut look = self.look(&case, builds, None)?;
        let wrong: BTreeSet<Wrong> = look.verdicts.iter().map(wrong).collect();
        let is_news = |verdict: &Verdict| self.repeat(&case, verdict, judged).is_none();
        if range.len() > 1 && (look.is_useless(&case) || look.verdicts.iter().any(is_news)) {
            let middle = range.start + range.len() / 2;
            let mut shown = BTreeSet::new();
            for half in [range.start..middle, middle..range.end] {
                let part = batch.part(half.clone());
                shown.extend(self.batch((batch, half), part, builds, judged)?);
            }
            look.verdicts.retain(|verdict| !shown.contains(&self::wrong(verdict)));
            look.is_split = true;
        }
        let original = batch.original();
        self.settle(Subject { case: Arc::new(case), kin: None, original }, look, judged)?;
        Ok(wrong)
    }

    /// What every build makes of the case, with a second look where that is not enough, and what is wrong with it.
    fn look(&mut self, case: &Case, builds: &[Build], parent: Option<&Vec<Observation>>) -> Result<Look, Unfinished> {
        self.recipe.clone_from(&case.recipe);
        self.bench.lay_out(case)?;
        let mut observations = self.observe(case, builds)?;
        let further = plan::second_look(self.campaign, case, &observations);
        observations.extend(self.observe(case, &further)?);
        let Campaign { config, compilers, .. } = self.campaign;
        self.check_accidents(&observations)?;
        let evidence = Evidence {
            case,
            compilers,
            observations: &observations,
            parent: parent.map(Vec::as_slice),
            oracles: &config.oracles,
            golden: config.golden.as_deref(),
        };
        let verdicts = oracle::judge(&evidence);
        Ok(Look { observations, verdicts, is_split: false })
    }

    fn observe(&mut self, case: &Case, builds: &[Build]) -> Result<Vec<Observation>, Unfinished> {
        let one = |build: &Build| {
            let observation = self.bench.observe(case, build);
            // It may have been cut off.
            self.stop.check().map(|()| observation)
        };
        builds.iter().map(one).collect()
    }

    /// Compilers about which nothing could be said must still work.
    fn check_accidents(&mut self, observations: &[Observation]) -> Result<(), Unfinished> {
        let is_accident = |it: &&Observation| matches!(it.outcome, Outcome::Inconclusive { .. });
        let accidents: BTreeSet<&str> =
            observations.iter().filter(is_accident).map(|it| it.compiler.as_str()).collect();
        accidents.into_iter().try_for_each(|name| self.check_works(name, observations))
    }

    /// A compiler that failed must still be able to compile something. If it is not, its failures say nothing about
    /// programs, and this one is to be done again.
    fn check_works(&mut self, name: &str, observations: &[Observation]) -> Result<(), Unfinished> {
        let compiler = self.campaign.compilers.iter().find(|compiler| compiler.name == name);
        let Some(compiler) = compiler else { return Ok(()) };
        detection::still_works(&mut self.bench, compiler).map_err(|reason| {
            let own = observations.iter().filter(|it| it.compiler == name);
            Unfinished::Broken { reason, compiles: own.map(|it| &it.outcome).any(Outcome::is_compiled) }
        })
    }

    /// Confirms what is wrong, counts what is like enough findings already, and adds both to what is judged.
    fn settle(&mut self, subject: Subject, look: Look, judged: &mut Judged) -> Result<(), Unfinished> {
        judged.observed(&subject.case, &look);
        for verdict in &look.verdicts {
            if verdict.kind != Kind::WrongCode {
                self.check_works(&verdict.compiler, &look.observations)?;
            }
            match self.repeat(&subject.case, verdict, judged) {
                Some(repeat) => judged.repeats.push(repeat),
                None => {
                    let finding = self.finding(&subject, &look.observations, verdict.clone())?;
                    judged.findings.extend(finding.map(|finding| Found { finding, case: subject.case.clone() }));
                }
            }
        }
        Ok(())
    }

    /// A verdict that is like enough findings, of the store or of this family.
    fn repeat(&self, case: &Case, verdict: &Verdict, judged: &Judged) -> Option<Repeat> {
        let Verdict { compiler, kind, signature, .. } = verdict;
        let id = finding::id(self.campaign.seed, case.index, &case.recipe, compiler, *kind, signature);
        let has_enough = judged.has_alike(verdict) || lock(self.alike).has_enough(verdict, &id);
        has_enough.then(|| Repeat {
            id,
            recipe: case.recipe.clone(),
            compiler: compiler.clone(),
            kind: *kind,
            signature: signature.clone(),
        })
    }

    /// None if it turns out to be nothing.
    fn finding(
        &mut self,
        subject: &Subject,
        seen: &[Observation],
        verdict: Verdict,
    ) -> Result<Option<Finding>, Unfinished> {
        let Campaign { seed, config, compilers, .. } = self.campaign;
        let Subject { case, kin, original } = subject;
        let parent = kin.as_ref().map(|kin| (kin.parent.as_ref(), kin.seen));
        let suspect = Suspect { case, seen, parent };
        let (mut verdict, state) = confirm(&mut self.bench, suspect, compilers, verdict, config.confirm, self.stop)?;
        let compiler = compilers.iter().find(|compiler| compiler.name == verdict.compiler);
        let compiler = compiler.expect("verdicts are about compilers of the campaign");
        let original = original.as_ref().filter(|_| verdict.kind == Kind::Crash);
        let original = original.map(|original| self.original(original, &mut verdict, compiler)).transpose()?;
        // It lacks a definition, which only some builds need.
        if original.as_ref().is_some_and(|(_, is_same)| *is_same && verdict.signature.starts_with(LINKER)) {
            return Ok(None);
        }
        let original = original.map(|(original, _)| original);
        let tier = self.bench.sandbox.tier().to_string();
        let finding = Finding::new(*seed, case, &verdict, compiler, seen.to_vec(), state, &tier);
        let mut parent = kin.as_ref().map(Kin::kept).or(original);
        if let (Some(kin), Some(parent)) = (kin, parent.as_mut().filter(|_| !finding.is_flaky())) {
            parent.difference =
                difference::search(&mut self.bench, (case, seen), kin, (&verdict, compiler), self.stop)?;
        }
        Ok(Some(finding.made_from(parent).among(compilers)))
    }
}

impl Tester<'_> {
    /// What the original program of a variant does to a compiler that the variant breaks, and whether it breaks it in the same way.
    /// Then the message says so.
    fn original(
        &mut self,
        original: &Case,
        verdict: &mut Verdict,
        compiler: &Compiler,
    ) -> Result<(Parent, bool), Unfinished> {
        self.bench.lay_out(original)?;
        let builds = verdict.builds.iter().map(|flags| Build { compiler, flags: flags.clone() });
        let observations = self.observe(original, &builds.collect::<Vec<_>>())?;
        let breaks = |seen: &Observation| matches!(&seen.outcome, Outcome::Crashed { signature, .. } if *signature == verdict.signature);
        let is_same = observations.iter().any(breaks);
        if is_same {
            verdict.message.push_str("; the original program, of which this is a variant, breaks it in the same way");
        }
        Ok((Parent::new(original, &[], false, observations), is_same))
    }
}

impl Program {
    fn without_case(index: u64, source: String, inconclusive: Inconclusive) -> Program {
        let totals = Totals { programs: 1, inconclusive: 1, ..Totals::default() };
        Program {
            done: Done { index, source, totals, ..Done::default() },
            findings: Vec::new(),
            inconclusive: vec![inconclusive],
            generate: Duration::ZERO,
            spent: Spent::default(),
        }
    }

    fn judged(index: u64, source: String, programs: u64, judged: Judged) -> Program {
        let Judged { used, inconclusive, findings, repeats, .. } = judged;
        let flaky = findings.iter().filter(|found| found.finding.is_flaky()).count() as u64;
        let totals = Totals {
            programs,
            builds: used.len() as u64,
            inconclusive: inconclusive.len() as u64,
            findings: findings.len() as u64 - flaky,
            flaky,
            repeats: repeats.len() as u64,
            ..Totals::default()
        };
        let done = Done { index, source, totals, repeats, builds: used };
        Program { done, findings, inconclusive, generate: Duration::ZERO, spent: Spent::default() }
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

impl From<NoCase> for Inconclusive {
    fn from(NoCase { reason, words, is_failure }: NoCase) -> Inconclusive {
        Inconclusive { reason, words, is_failure, is_lost: true }
    }
}

fn text(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a word")
}
