//! Runs a finding again and says whether it still shows.

use crate::case::Case;
use crate::finding::Finding;
use crate::observe::{Bench, Observation};

/// What became of a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repro {
    pub shows: bool,
    /// Of the finding's builds, and of those they were compared with.
    pub observations: Vec<Observation>,
    /// One line: what shows, or what is there instead.
    pub message: String,
}

/// Builds and runs the finding's builds again, with the compilers that are installed now.
pub fn repro(bench: &mut Bench, finding: &Finding, case: &Case) -> Repro {
    let _ = (bench, finding, case);
    Repro { shows: false, observations: Vec::new(), message: "nothing is run again yet".to_string() }
}
