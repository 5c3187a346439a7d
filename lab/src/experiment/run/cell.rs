//! A cell: the arms of one compiler and one seed, in turns, until all their budgets are used up.

use super::super::identity::{self, Name, Namer, PENDING};
use super::super::journal::Slice;
use super::super::trial::Trial;
use super::super::work::{Accused, Tested, Work};
use super::{Error, Place, Shared};
use crate::config::Config;
use crate::finding::{Finding, State};
use crate::observe::Bench;
use crate::store::Done;
use report::comparison::Find;
use source::Rng;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How often a program is tried again whose sandbox was lost.
const LOSSES: usize = 3;

/// Tests until the budgets of all arms are used up, or the comparison is to end.
pub fn test(shared: &Shared, bench: &mut Bench, trial: u32, compiler: usize) -> Result<(), Error> {
    let plan = shared.run.plan;
    let configs: Vec<Config> = plan.arms.iter().map(|arm| plan.config(arm)).collect();
    let (subject, references) = (&shared.subjects.tested[compiler], &shared.subjects.references);
    let all = shared.sources.iter().zip(&configs);
    let arms: Vec<Work> = all.map(|(source, config)| Work::new(source.as_ref(), config, subject, references)).collect();
    let mut namer = Namer::new(shared.run.broken);
    bench.limits = plan.limits;
    loop {
        let places = (0..arms.len()).map(|arm| Place { arm, compiler, trial });
        let left: Vec<Place> = places.filter(|&place| !shared.is_over(place)).collect();
        if left.is_empty() {
            return Ok(());
        }
        for place in left {
            if shared.is_ended() {
                return Ok(());
            }
            let mut turn = Turn { shared, bench, namer: &mut namer, place, slice: empty(place) };
            turn.take(&arms[place.arm])?;
            let slice = turn.slice;
            if slice.programs > 0 {
                shared.add(slice)?;
            }
        }
    }
}

fn empty(Place { arm, compiler, trial }: Place) -> Slice {
    Slice { arm, compiler, trial, ..Slice::default() }
}

/// One slice while it is done.
struct Turn<'a, 'b> {
    shared: &'a Shared<'a>,
    bench: &'a mut Bench,
    namer: &'a mut Namer<'b>,
    place: Place,
    slice: Slice,
}

impl Turn<'_, '_> {
    fn take(&mut self, work: &Work) -> Result<(), Error> {
        let plan = self.shared.run.plan;
        let arm = &plan.arms[self.place.arm];
        let before = self.shared.trial(self.place).clone();
        loop {
            let programs = before.programs + self.slice.programs;
            let mut cost = before.cost;
            cost += self.slice.cost;
            let is_over = Trial::is_spent(plan.budget(arm), programs, &cost)
                || Trial::is_spent(plan.slice(arm), self.slice.programs, &self.slice.cost);
            if is_over || self.shared.is_ended() {
                return Ok(());
            }
            self.program(work, programs, cost.total_s(), &before)?;
        }
    }

    /// `begun_s` is when it begins, since the trial began.
    fn program(&mut self, work: &Work, number: u64, begun_s: f64, before: &Trial) -> Result<(), Error> {
        let seed = self.shared.run.plan.trial_seed(self.place.trial);
        let tested = self.tested(work, seed, number)?;
        self.slice.programs += 1;
        self.slice.variants += tested.variants;
        self.slice.compilations += tested.compilations;
        self.slice.cost += tested.cost;
        if let Some(reason) = tested.no_case {
            *self.slice.untested.entry(reason).or_default() += 1;
        }
        let percent = self.shared.run.plan.arms[self.place.arm].judged_percent;
        if !Rng::new(seed).child_n("judged", number).percent(percent) {
            return Ok(());
        }
        for accused in tested.wrong {
            let accused = Accused { at_s: begun_s + accused.at_s, ..accused };
            self.accused(work, seed, number, &accused, before)?;
        }
        Ok(())
    }

    /// A panic is a program that could not be tested. One with which the sandbox is lost is tried again.
    fn tested(&mut self, work: &Work, seed: u64, number: u64) -> Result<Tested, Error> {
        let untested = |reason: &str| Tested { no_case: Some(reason.to_string()), ..Tested::default() };
        for _ in 0..LOSSES {
            let tested = catch_unwind(AssertUnwindSafe(|| work.test(self.bench, seed, number)));
            let Ok(tested) = tested else { return Ok(untested("gadfly panicked")) };
            match (tested, self.bench.lost()) {
                (Ok(tested), None) => return Ok(tested),
                _ => self.bench.renew().map_err(|error| Error::Sandbox(error.to_string()))?,
            }
        }
        Ok(untested("the sandbox was lost"))
    }

    fn accused(&mut self, work: &Work, seed: u64, number: u64, accused: &Accused, before: &Trial) -> Result<(), Error> {
        match self.namer.name(self.bench, work.subject, number, accused)? {
            Name::Seeded(finds) if finds.is_empty() => self.slice.unexplained += 1,
            Name::Seeded(finds) => finds.into_iter().for_each(|find| self.add(find)),
            Name::Known(find) => self.add(find),
            Name::Pending => {
                let id = self.keep(work, seed, number, accused, before)?;
                self.add(identity::pending(&id, number, accused));
            }
        }
        Ok(())
    }

    /// A bug counts once for a program, and once for all its variants.
    fn add(&mut self, find: Find) {
        let key = |find: &Find| (find.bug.clone(), find.program, find.is_variant());
        match self.slice.finds.iter_mut().find(|other| key(other) == key(&find)) {
            Some(other) => {
                let levels: BTreeSet<String> = other.levels.drain(..).chain(find.levels).collect();
                other.levels = levels.into_iter().collect();
                other.variant = other.variant.min(find.variant);
                other.is_optimization_related |= find.is_optimization_related;
            }
            None => self.slice.finds.push(find),
        }
    }

    /// Keeps the finding, so that it can be looked into, if there are not enough of this trial. Returns its id.
    fn keep(&self, work: &Work, seed: u64, number: u64, accused: &Accused, before: &Trial) -> Result<String, Error> {
        let most = self.shared.run.plan.clusters.programs as usize;
        let kept: BTreeSet<(u64, &str)> = before.finds.iter().chain(&self.slice.finds).filter_map(is_kept).collect();
        let is_done = kept.iter().any(|(program, _)| *program == number);
        let Some(store) = self.shared.store().filter(|_| !is_done && kept.len() < most) else {
            return Ok(String::new());
        };
        let state = State::Confirmed { runs: 1 };
        let tier = self.bench.sandbox.tier().to_string();
        let Accused { case, verdict, seen, .. } = accused;
        let finding = Finding::new(seed, case, verdict, &work.subject.compiler, seen.clone(), state, &tier);
        let finding = finding.among(&work.compilers);
        let id = finding.id.clone();
        let done = Done { index: case.index, source: case.source.clone(), ..Done::default() };
        store.record(&done, &[(finding, case)])?;
        Ok(id)
    }
}

fn is_kept(find: &Find) -> Option<(u64, &str)> {
    let id = find.bug.strip_prefix(PENDING)?;
    (!id.is_empty()).then_some((find.program, id))
}
