//! One program of one arm against one compiler: made, compiled, run and judged. What is wrong is returned; which bug it is
//! others say.

use super::measure::Clock;
use super::subject::{Subject, builds};
use crate::case::Case;
use crate::compiler::{Build, Compiler};
use crate::config::Config;
use crate::kind::Oracle;
use crate::observe::{Bench, Observation};
use crate::oracle::{self, Evidence, Kind, Verdict};
use crate::sources::{Batch, Family, Source, Variant, Wanted};
use report::comparison::Cost;
use source::Rng;
use std::io;
use std::ops::Range;

/// What an arm needs to test a compiler.
pub struct Work<'a> {
    pub source: &'a dyn Source,
    pub config: &'a Config,
    pub subject: &'a Subject,
    /// The compiler under test first.
    pub compilers: Vec<Compiler>,
    pub builds: Vec<Build<'a>>,
}

/// What came of a program.
#[derive(Default)]
pub struct Tested {
    pub cost: Cost,
    pub compilations: u64,
    pub variants: u64,
    pub wrong: Vec<Accused>,
    /// Why there was nothing to test.
    pub no_case: Option<String>,
}

/// The compiler under test is wrong about a case.
pub struct Accused {
    pub case: Case,
    /// What the case is a variant of.
    pub parent: Option<Case>,
    /// The number of the variant, from 0.
    pub variant: Option<u32>,
    pub verdict: Verdict,
    /// Of the compiler under test, all builds.
    pub seen: Vec<Observation>,
    /// CPU seconds since the program was begun.
    pub at_s: f64,
}

impl<'a> Work<'a> {
    /// `rdt` compares with the references. Other oracles do without them.
    pub fn new(
        source: &'a dyn Source,
        config: &'a Config,
        subject: &'a Subject,
        references: &'a [Compiler],
    ) -> Work<'a> {
        let references = if config.oracles.contains(&Oracle::Rdt) { references } else { &[] };
        let further = references.iter().flat_map(|reference| builds(reference, config));
        Work {
            source,
            config,
            subject,
            compilers: std::iter::once(&subject.compiler).chain(references).cloned().collect(),
            builds: builds(&subject.compiler, config).into_iter().chain(further).collect(),
        }
    }

    /// Tests the program of this number. The seed is the trial's: other arms get the same program from the same source.
    pub fn test(&self, bench: &mut Bench, seed: u64, number: u64) -> io::Result<Tested> {
        let began = Clock::read(bench);
        let seed = Rng::new(seed).child_n("program", number).next_u64();
        let wanted = Wanted {
            index: number,
            ordinal: number,
            class_ordinal: number,
            ..Wanted::new(&self.subject.compiler, seed)
        };
        let made = self.source.family(bench, &wanted);
        let mut tested = Tested { cost: began.generating(bench), ..Tested::default() };
        match made {
            Ok(family) => self.family(bench, family, &mut tested)?,
            Err(no_case) => tested.no_case = Some(no_case.reason),
        }
        Ok(tested)
    }

    fn family(
        &self,
        bench: &mut Bench,
        Family { case, variants, batch }: Family,
        tested: &mut Tested,
    ) -> io::Result<()> {
        if let Some(batch) = batch {
            tested.variants += batch.count() as u64;
            return self.batch(bench, (batch.as_ref(), 0..batch.count()), case, tested);
        }
        if !self.subject.compiler.takes(&case) {
            tested.no_case = Some(format!("{} does not take the program", self.subject.compiler.name));
            return Ok(());
        }
        let (observations, verdicts) = self.look(bench, &case, None, tested)?;
        let believed: Vec<Observation> =
            observations.iter().filter(|seen| !is_accused(seen, &verdicts)).cloned().collect();
        self.accuse(&case, None, &observations, verdicts, tested);
        for (number, Variant { case: own, is_equivalent, .. }) in (0..).zip(variants) {
            tested.variants += 1;
            let (observations, verdicts) = self.look(bench, &own, is_equivalent.then_some(&believed), tested)?;
            self.accuse(&own, Some((number, &case)), &observations, verdicts, tested);
        }
        Ok(())
    }

    /// Judges programs of a batch together, and each half of them if something is wrong, down to single programs.
    fn batch(
        &self,
        bench: &mut Bench,
        (batch, range): (&dyn Batch, Range<usize>),
        case: Case,
        tested: &mut Tested,
    ) -> io::Result<()> {
        let (observations, verdicts) = self.look(bench, &case, None, tested)?;
        if range.len() == 1 || verdicts.is_empty() {
            self.accuse(&case, None, &observations, verdicts, tested);
            return Ok(());
        }
        let (before, middle) = (tested.wrong.len(), range.start + range.len() / 2);
        for half in [range.start..middle, middle..range.end] {
            let part = batch.part(half.clone());
            self.batch(bench, (batch, half), part, tested)?;
        }
        // It shows only while programs are together.
        if tested.wrong.len() == before {
            self.accuse(&case, None, &observations, verdicts, tested);
        }
        Ok(())
    }

    /// What all builds make of a case, and what is wrong with the compiler under test.
    fn look(
        &self,
        bench: &mut Bench,
        case: &Case,
        parent: Option<&Vec<Observation>>,
        tested: &mut Tested,
    ) -> io::Result<(Vec<Observation>, Vec<Verdict>)> {
        let began = Clock::read(bench);
        bench.lay_out(case)?;
        let builds = self.builds.iter().filter(|build| build.compiler.takes(case));
        let observations: Vec<Observation> = builds.map(|build| bench.observe(case, build)).collect();
        let evidence = Evidence {
            case,
            compilers: &self.compilers,
            observations: &observations,
            parent: parent.map(Vec::as_slice),
            oracles: &self.config.oracles,
            golden: self.config.golden.as_deref(),
        };
        let mut verdicts = oracle::judge(&evidence);
        verdicts.retain(|verdict| verdict.compiler == self.subject.compiler.name && verdict.kind != Kind::SelfCheck);
        tested.compilations += observations.len() as u64;
        tested.cost += began.testing(bench);
        Ok((observations, verdicts))
    }

    fn accuse(
        &self,
        case: &Case,
        parent: Option<(u32, &Case)>,
        all: &[Observation],
        verdicts: Vec<Verdict>,
        tested: &mut Tested,
    ) {
        let at_s = tested.cost.total_s();
        let own = |seen: &&Observation| seen.compiler == self.subject.compiler.name;
        let seen: Vec<Observation> = all.iter().filter(own).cloned().collect();
        let (variant, parent) = parent.unzip();
        let accused = |verdict| Accused {
            case: case.clone(),
            parent: parent.cloned(),
            variant,
            verdict,
            seen: seen.clone(),
            at_s,
        };
        tested.wrong.extend(verdicts.into_iter().map(accused));
    }
}

fn is_accused(seen: &Observation, verdicts: &[Verdict]) -> bool {
    verdicts.iter().any(|it| it.compiler == seen.compiler && it.builds.contains(&seen.flags))
}
