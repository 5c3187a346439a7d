//! The reduced program of a finding.

use crate::case::{Case, Expected};
use crate::finding::{Finding, label};
use crate::observe::Outcome;
use crate::reduction::{Steadiness, remark};
use crate::triage::Triage;
use serde::{Deserialize, Serialize};
use source::emit::File;

/// What is left of a finding's program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reduced {
    /// Without any comment that says what is wrong.
    #[serde(with = "files")]
    pub files: Vec<File>,
    /// The files that are compiled by the compilers under test, in order.
    pub units: Vec<String>,
    /// The file with `main`, if it is apart.
    pub driver: Option<String>,
    /// What it must print, if that was known when it was reduced.
    pub expected: Option<Expected>,
    /// What the accused build makes of it, if that has to run to be wrong.
    pub outcome: Option<Outcome>,
    /// In how many runs it was that.
    pub steadiness: Option<Steadiness>,
}

impl Reduced {
    /// As a case of its own, with what the reduction took for right.
    pub fn case(&self, finding: &Finding) -> Case {
        Case {
            units: self.units.clone(),
            driver: self.driver.clone(),
            expected: self.expected.clone(),
            ..finding.case(self.files.clone())
        }
    }

    /// The program with what it must print as triage knows it, and with the comment.
    pub fn shown(&self, finding: &Finding, triage: Option<&Triage>) -> Case {
        let mut case = self.case(finding);
        case.expected = triage.and_then(|triage| triage.expected.clone()).or(case.expected);
        let (flags, outcome, steadiness) = match triage.filter(|triage| triage.shows) {
            Some(triage) if triage.flags != finding.flags() => {
                (&triage.flags[..], triage.outcome.as_ref().or(self.outcome.as_ref()), triage.steadiness)
            }
            Some(triage) => (finding.flags(), self.outcome.as_ref().or(triage.outcome.as_ref()), self.steadiness),
            None => (finding.flags(), self.outcome.as_ref(), self.steadiness),
        };
        let label = label(&finding.compiler.name, flags);
        case.files = remark::remarked(&case, outcome, steadiness, &label);
        case
    }

    /// The finding as the reduced program would have made it, for Makefile and commands. `fewest` is the finding with the
    /// build that the program is shown with.
    pub fn about(&self, fewest: &Finding, shown: &Case) -> Finding {
        let is_source = |name: &str| shown.sources().any(|source| source == name);
        Finding {
            units: self.units.clone(),
            driver: self.driver.clone(),
            headers: self.files.iter().map(|file| file.name.clone()).filter(|name| !is_source(name)).collect(),
            expected: shown.expected.clone().or_else(|| fewest.expected.clone()),
            message: format!("{}, reduced", fewest.label()),
            ..fewest.clone()
        }
    }
}

/// Lines that are neither blank nor part of a comment of its own.
pub fn lines_of_code(text: &str) -> usize {
    let mut is_comment = false;
    let is_code = |line: &&str| {
        let line = line.trim();
        is_comment |= line.starts_with("/*");
        let is_code = !is_comment && !line.is_empty();
        is_comment &= !line.ends_with("*/");
        is_code
    };
    text.lines().filter(is_code).count()
}

/// Files as pairs of name and text.
pub mod files {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use source::emit::File;

    pub fn serialize<S: Serializer>(files: &[File], serializer: S) -> Result<S::Ok, S::Error> {
        let pairs: Vec<(&str, &str)> = files.iter().map(|file| (file.name.as_str(), file.text.as_str())).collect();
        pairs.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<File>, D::Error> {
        let pairs: Vec<(String, String)> = Vec::deserialize(deserializer)?;
        Ok(pairs.into_iter().map(|(name, text)| File { name, text }).collect())
    }
}
