//! Lists the chosen variants of a skeleton: judges each if it can be, prints it, and hands it to the listing.

use super::Args;
use super::listing::{Listing, Shown};
use super::record::Judgement;
use crate::exit::ExitCode;
use crate::resources::cpu_time;
use num_bigint::BigUint;
use source::enumerate::{Judge, Selection, Skeleton, Space, Template, Variant};
use std::time::Duration;

pub struct Work<'a> {
    /// Of the files that a variant has.
    pub names: Vec<String>,
    pub suffix: &'static str,
    pub skeleton: &'a Skeleton,
    pub space: &'a Space,
    pub template: Template,
    /// None if variants are not wanted judged, or are C++.
    pub judge: Option<Judge<'a>>,
}

impl Work<'_> {
    pub fn list(mut self, args: &Args) -> Result<ExitCode, ExitCode> {
        let mut listing = Listing::new(args, self.suffix)?;
        let original = self.skeleton.original();
        let canonical = self.space.canonical(&original);
        let (start, mut judging, mut listed) = (cpu_time(), Duration::ZERO, 0_u64);
        for variant in Selection::new(self.space, &original, &args.choice()) {
            let begin = cpu_time();
            let judgement = self.judge(&variant);
            judging += cpu_time() - begin;
            listed += 1;
            listing.add(self.shown(&variant, variant.filling == canonical, judgement))?;
        }
        if let Some(note) = note(args, listed, self.space.count()) {
            eprintln!("note: {note}");
        }
        if args.time {
            let [all, judging] = [cpu_time() - start, judging].map(|time| time.as_secs_f64());
            eprintln!("{{\"variants\":{listed},\"judging\":{judging},\"all\":{all}}}");
        }
        Ok(listing.finish())
    }

    fn judge(&mut self, variant: &Variant) -> Option<Judgement> {
        let judge = self.judge.as_mut()?;
        let execution = judge.judge(&variant.filling);
        Some(Judgement::new(judge.program(), &execution))
    }

    fn shown<'v>(&'v self, variant: &'v Variant, original: bool, judgement: Option<Judgement>) -> Shown<'v> {
        let text = |(unit, name): (usize, &String)| (name.clone(), self.template.text(unit, &variant.filling));
        Shown {
            number: &variant.number,
            count: self.space.count(),
            fill: self.template.fill(&variant.filling),
            original,
            judgement,
            files: self.names.iter().enumerate().map(text).collect(),
        }
    }
}

/// What a user may not expect of what was listed.
fn note(args: &Args, listed: u64, count: &BigUint) -> Option<String> {
    if let Some(from) = args.from.as_ref().filter(|from| *from >= count) {
        return Some(format!("there is no variant {from}: the last is {}", count - 1_u32));
    }
    let is_cut = [&args.from, &args.take].iter().all(|it| it.is_none()) && args.sample.is_none();
    let is_cut = is_cut && !args.defined_only && BigUint::from(args.limit) < *count;
    is_cut.then(|| {
        let all = super::count::shown(count);
        format!("these are {listed} of {all} variants, those near the program first; `--limit N` lists more")
    })
}
