//! Lists the chosen variants of a skeleton: judges each if it can be, prints it, and hands it to the listing.

use super::Args;
use super::listing::{Listing, Shown};
use super::record::Judgement;
use crate::exit::ExitCode;
use crate::resources::cpu_time;
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
