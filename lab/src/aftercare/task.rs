//! What is asked of every candidate when a finding is reduced.

use crate::case::Case;
use crate::finding::Finding;
use crate::observe::Outcome;
use crate::oracle::Kind;
use crate::reduction::accusation::{Accusation, Reference};
use crate::reduction::{Error, Question, Task};
use source::language::Language;

/// What must stay true of a finding.
pub fn of(finding: &Finding, case: &Case) -> Result<Task, Error> {
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
