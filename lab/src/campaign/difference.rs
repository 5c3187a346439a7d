//! The fewest edits of a wrong variant that turn its right parent into a wrong program.

use super::confirm::shows;
use super::judged::Kin;
use super::{Stop, Unfinished};
use crate::case::Case;
use crate::compiler::{Build, Compiler};
use crate::finding::parent::Difference;
use crate::observe::{Bench, Observation};
use crate::oracle::Verdict;
use source::mutate::difference::fewest;

/// Programs that are compiled for it at most. Searching halves of a hundred edits takes about fifty.
const MOST: u32 = 200;

/// Searches with the first of the accused builds. None if the source cannot leave edits out, or the parent is wrong, too.
pub fn search(
    bench: &mut Bench,
    (case, seen): (&Case, &[Observation]),
    kin: &Kin,
    (verdict, compiler): (&Verdict, &Compiler),
    stop: &Stop,
) -> Result<Option<Difference>, Unfinished> {
    let (Some(edited), Some(flags)) = (&kin.edited, verdict.builds.first()) else { return Ok(None) };
    let is_build = |it: &&Observation| it.compiler == verdict.compiler && it.flags == *flags;
    let is_right = kin.seen.iter().find(is_build).is_some_and(|parent| !shows(verdict, &kin.parent, seen, parent));
    if !is_right {
        return Ok(None);
    }
    let build = Build { compiler, flags: flags.clone() };
    let mut search = Search { bench, build, verdict, seen, case, stop, left: MOST, failed: None };
    let edits = fewest(kin.edits.len(), |subset| edited.with(subset).is_some_and(|case| search.is_wrong(&case)));
    if let Some(failed) = search.failed {
        return Err(failed);
    }
    let files = edited.with(&edits).map(|case| case.files);
    Ok(files.map(|files| Difference { edits, files, flags: flags.clone() }))
}

struct Search<'a> {
    bench: &'a mut Bench,
    build: Build<'a>,
    verdict: &'a Verdict,
    /// What the builds made of the variant.
    seen: &'a [Observation],
    case: &'a Case,
    stop: &'a Stop,
    left: u32,
    failed: Option<Unfinished>,
}

impl Search<'_> {
    fn is_wrong(&mut self, case: &Case) -> bool {
        if self.failed.is_some() || self.left == 0 {
            return false;
        }
        self.left -= 1;
        self.observe(case).unwrap_or_else(|failed| {
            self.failed = Some(failed);
            false
        })
    }

    fn observe(&mut self, case: &Case) -> Result<bool, Unfinished> {
        self.stop.check()?;
        self.bench.lay_out(case)?;
        let again = self.bench.observe(case, &self.build);
        self.stop.check()?;
        Ok(shows(self.verdict, self.case, self.seen, &again))
    }
}
