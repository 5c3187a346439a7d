//! A reduced program is shown with the fewest flags that show it: in its Makefile and in the comment below it.

use super::{Triage, outcome};
use crate::case::Case;
use crate::finding::reduced::{self, Reduced};
use crate::finding::{Finding, label};
use crate::observe::{Bench, Outcome};
use crate::reduction::remark::remark;
use std::io;
use std::path::Path;

/// Writes the reduced program again if it was reduced with more flags than it needs, with a comment that quotes what the
/// program does with the fewest.
pub fn rewrite(
    dir: &Path,
    bench: &mut Bench,
    finding: &Finding,
    original: &Case,
    reduced: &mut Reduced,
    triage: &Triage,
) -> io::Result<()> {
    if !triage.shows || triage.flags == finding.flags() {
        return Ok(());
    }
    bench.lay_out(&reduced.case)?;
    let before = outcome(bench, &reduced.case, &finding.compiler, finding.flags());
    let comment = |outcome: &Outcome, flags: &[String]| {
        remark(reduced.case.expected.as_ref()?, outcome, &label(&finding.compiler.name, flags))
    };
    let comments =
        comment(&before, finding.flags()).zip(comment(triage.outcome.as_ref().unwrap_or(&before), &triage.flags));
    if let Some((before, after)) = comments {
        replace_comment(reduced, &before, &after);
    }
    reduced::write(dir, &triage.fewest(finding), original, reduced)
}

/// What the file with the comment says from now on.
fn replace_comment(reduced: &mut Reduced, before: &str, after: &str) {
    for file in &mut reduced.case.files {
        if let Some(program) = file.text.strip_suffix(before) {
            file.text = format!("{program}{after}");
        }
    }
}
