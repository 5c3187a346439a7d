//! Reduces findings where they are kept: the result is a directory beside the original, whole or not at all. Until there
//! is one, the best so far is there, whatever ends the reduction.

use super::accusation::{Accusation, Reference};
use super::remark::remarked;
use super::{Budget, Error, Question, Reduction, Task, Watch, reduce};
use crate::campaign::Stop;
use crate::case::Case;
use crate::finding::reduced::{self, Reduced};
use crate::finding::{Finding, directory};
use crate::observe::{Bench, Outcome};
use crate::oracle::Kind;
use reduce::Progress;
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
    /// It may be there again the next time.
    #[error("cannot be reduced: {0}")]
    CannotRun(String),
    #[error("cannot write the reduced program: {0}")]
    Write(#[from] io::Error),
    /// The next try begins anew.
    #[error("stopped; the finding is as it was")]
    Stopped,
}

/// Whether the finding in this directory waits for its reduction, or for the rest of it; false for what was tried in
/// vain.
pub fn needs_reduction(dir: &Path) -> bool {
    let has_finding = dir.join("finding.json").exists();
    has_finding && !reduced::is_finished(dir) && !dir.join(reduced::NOT_REDUCED).exists()
}

/// Reduces the finding in `dir` and puts the result into it: `reduced/`, and a report that shows it. What cannot be
/// reduced gets a note that says why. Stopped before its end, it leaves the best so far: by the budget, as the result,
/// and by `stop`, as one that needs to be reduced again, unless there is a better one.
pub fn reduce_finding(
    dir: &Path,
    benches: &mut [Bench],
    budget: Budget,
    stop: &Stop,
    watch: &dyn Watch,
) -> Result<Reduction, NotReduced> {
    let (_lock, finding, case) = directory::claim(dir)?;
    if let Some(bench) = benches.first_mut() {
        bench.can_start(&finding.compiler.command).map_err(NotReduced::CannotRun)?;
    }
    let keeper = Keeper { dir, case: &case, watch };
    let reduction = task(&finding, &case).and_then(|task| reduce(task, benches, budget, stop, &keeper));
    let kept = keep(dir, &finding, &case, reduction, stop.is_set());
    directory::remove(&dir.join(reduced::SO_FAR))?;
    kept
}

/// Puts what came of it into the finding's directory.
fn keep(
    dir: &Path,
    finding: &Finding,
    case: &Case,
    reduction: Result<Reduction, Error>,
    is_stopped: bool,
) -> Result<Reduction, NotReduced> {
    let reduction = match reduction {
        Ok(reduction) => reduction,
        Err(_) if is_stopped => return Err(NotReduced::Stopped),
        Err(error) => {
            reduced::write_not(dir, &error.to_string())?;
            return Err(error.into());
        }
    };
    let is_cut_short = is_stopped && reduction.stopped;
    if is_cut_short && (reduction.progress.accepted == 0 || reduced::is_finished(dir)) {
        return Err(NotReduced::Stopped);
    }
    let files = remarked(&reduction, &finding.label());
    let result = Reduced { case: Case { files, ..reduction.case.clone() }, outcome: reduction.outcome.clone() };
    let write = if is_cut_short { reduced::write_unfinished } else { reduced::write_finished };
    write(dir, finding, case, &result)?;
    Ok(reduction)
}

/// Writes down what is found on the way.
struct Keeper<'a> {
    dir: &'a Path,
    case: &'a Case,
    watch: &'a dyn Watch,
}

impl Watch for Keeper<'_> {
    fn started(&self, what: &str) {
        self.watch.started(what);
    }

    fn improved(&self, case: &Case, progress: &Progress) {
        // What cannot be written now may be at the end, and is an error then.
        let _ = reduced::write_so_far(self.dir, &case.files);
        let is_gone = |name: &&String| !case.files.iter().any(|file| file.name == **name);
        for name in self.case.files.iter().map(|file| &file.name).filter(is_gone) {
            let _ = reduced::remove_so_far(self.dir, name);
        }
        self.watch.improved(case, progress);
    }

    fn judged(&self, candidates: u64) {
        self.watch.judged(candidates);
    }

    fn stopping(&self) {
        self.watch.stopping();
    }
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
        slow: false,
        steady: false,
        blamed: Vec::new(),
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
    Some(Reference { compiler: finding.compiler.clone(), flags: seen.flags.clone(), guard: None })
}
