//! Reduces findings where they are kept: the result is a directory beside the original, whole or not at all.

use super::accusation::{Accusation, Reference};
use super::remark::remarked;
use super::{Budget, Error, Question, Reduction, Task, Watch, reduce};
use crate::campaign::Stop;
use crate::case::Case;
use crate::finding::reduced::{self, Reduced};
use crate::finding::{Finding, directory};
use crate::observe::{Bench, Outcome};
use crate::oracle::Kind;
use source::recipe::Language;
use std::io;
use std::path::Path;

/// Why a finding has no reduced program.
#[derive(Debug, thiserror::Error)]
pub enum NotReduced {
    #[error(transparent)]
    Unreadable(#[from] directory::Error),
    #[error(transparent)]
    Impossible(#[from] Error),
    #[error("cannot write the reduced program: {0}")]
    Write(#[from] io::Error),
    /// The next try begins anew.
    #[error("stopped")]
    Stopped,
}

/// Whether the finding in this directory waits for its reduction; false for what was tried in vain.
pub fn needs_reduction(dir: &Path) -> bool {
    let has_finding = dir.join("finding.json").exists();
    has_finding && !dir.join(reduced::REDUCED).exists() && !dir.join(reduced::NOT_REDUCED).exists()
}

/// Reduces the finding in `dir` and puts the result into it: `reduced/`, and a report that shows it. What cannot be
/// reduced gets a note that says why. Stopped before its end, by `stop`, it leaves the finding as it was; by the
/// budget, it leaves the best so far.
pub fn reduce_finding(
    dir: &Path,
    benches: &mut [Bench],
    budget: Budget,
    stop: &Stop,
    watch: &dyn Watch,
) -> Result<Reduction, NotReduced> {
    let (finding, case) = directory::read(dir)?;
    let reduction = match task(&finding, &case).and_then(|task| reduce(task, benches, budget, stop, watch)) {
        _ if stop.is_set() => return Err(NotReduced::Stopped),
        Ok(reduction) => reduction,
        Err(error) => {
            reduced::write_not(dir, &error.to_string())?;
            return Err(error.into());
        }
    };
    let files = remarked(&reduction, &finding.label());
    let result = Reduced { case: Case { files, ..reduction.case.clone() }, actual: reduction.actual.clone() };
    reduced::write(dir, &finding, &case, &result)?;
    Ok(reduction)
}

/// What must stay true of a finding.
fn task(finding: &Finding, case: &Case) -> Result<Task, Error> {
    if matches!(finding.kind, Kind::AcceptsInvalid | Kind::SelfCheck) {
        return Err(Error::Kind);
    }
    // The interpreter knows nothing of C++.
    let is_known = finding.expected.is_some() && case.language == Language::C;
    let accusation = Accusation {
        kind: Some(finding.kind),
        compiler: finding.compiler.clone(),
        flags: finding.flags().to_vec(),
        signature: (finding.kind == Kind::Crash).then(|| finding.signature.clone()),
        separately: true,
        reference: if is_known { None } else { reference(finding) },
    };
    Ok(Task { case: case.clone(), question: Question::Accusation(Box::new(accusation)), defined: false })
}

/// A build of the same compiler that was right, for programs that the interpreter does not know.
fn reference(finding: &Finding) -> Option<Reference> {
    let right = finding.correct()?;
    let is_right = |outcome: &Outcome| matches!(outcome, Outcome::Ran { exit_code, stdout } if *exit_code == right.exit_code && *stdout == right.stdout);
    let own = finding.observations.iter().filter(|seen| seen.compiler == finding.compiler.name);
    let seen = own.into_iter().find(|seen| !finding.accuses(seen) && is_right(&seen.outcome))?;
    Some(Reference { compiler: finding.compiler.clone(), flags: seen.flags.clone(), guard: Vec::new() })
}
