//! A reduced program is shown with the fewest flags that show it: in its Makefile and in the comment below it.

use super::{Triage, outcome};
use crate::case::Case;
use crate::finding::reduced::{self, Reduced};
use crate::finding::{Finding, label};
use crate::observe::Bench;
use std::io;
use std::path::Path;

/// Writes the reduced program again if it was reduced with more flags than it needs. The comment quotes what the program
/// does with the flags it names, so it names others only if that is the same.
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
    if triage.outcome == Some(before) {
        rename(reduced, &finding.label(), &label(&finding.compiler.name, &triage.flags));
    }
    reduced::write(dir, &triage.fewest(finding), original, reduced)
}

/// Gives the build another name in the comment.
fn rename(reduced: &mut Reduced, before: &str, after: &str) {
    for file in &mut reduced.case.files {
        file.text = file.text.replace(&format!("\n * {before}:"), &format!("\n * {after}:"));
    }
}
