//! A record: a finding with everything that was learnt about it. The store keeps it; whatever is shown is rendered from it.

pub mod account;
pub mod directory;
mod program;
pub mod render;
pub mod report;

pub use program::Reduced;

use crate::case::Case;
use crate::finding::Finding;
use crate::oracle::Kind;
use crate::triage::{Corrections, Triage};
use account::Account;
use serde::{Deserialize, Serialize};
use source::emit::File;

/// The version of `record.json`.
pub const SCHEMA: u32 = 1;

/// A finding, its program, and what became of both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// As it was found. It never changes.
    pub finding: Finding,
    /// The original program.
    pub case: Case,
    /// What came of making the program smaller, if that was tried.
    pub reduction: Option<Reduction>,
    /// What was found out about it: about the reduced program where there is one.
    pub triage: Option<Triage>,
    /// What people said about it: only what names this finding.
    pub corrections: Corrections,
}

/// What came of making a finding's program smaller.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "state")]
pub enum Reduction {
    /// Nobody needs to improve it.
    Finished(Reduced),
    /// Someone stopped it; the rest is still to be done.
    Unfinished(Reduced),
    /// It was tried in vain. It is not tried again by itself.
    Impossible {
        /// In words for the user.
        reason: String,
    },
}

/// How far the reduction of a finding has come.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reducing {
    /// Nobody has tried.
    Untried,
    /// There is a smaller program, and more could be done.
    Unfinished,
    /// The reducer has nothing more to try, or its budget was spent.
    Finished,
    /// It was tried in vain.
    Impossible,
}

/// Which program of a finding was looked into.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Triaged {
    /// Nobody has looked into it.
    Neither,
    /// The program as it was found.
    Original,
    /// The reduced program.
    Reduced,
}

impl Reducing {
    /// Whether there is something left to do that may succeed.
    pub fn is_open(self) -> bool {
        matches!(self, Reducing::Untried | Reducing::Unfinished)
    }
}

/// Whether a finding was never looked into, or reduced since.
pub fn needs_triage(reducing: Reducing, triaged: Triaged) -> bool {
    match triaged {
        Triaged::Neither => true,
        Triaged::Original => reducing == Reducing::Finished,
        Triaged::Reduced => false,
    }
}

impl Record {
    /// Nothing is known yet but that it was found. What is compiled comes first among the files, headers last.
    pub fn new(finding: Finding, mut case: Case) -> Record {
        let sources: Vec<String> = case.sources().map(str::to_string).collect();
        let place = |file: &File| sources.iter().position(|name| *name == file.name).unwrap_or(sources.len());
        case.files.sort_by_key(place);
        Record { finding, case, reduction: None, triage: None, corrections: Corrections::default() }
    }

    /// Of the finding.
    pub fn id(&self) -> &str {
        &self.finding.id
    }

    /// What is left of the program, if it was reduced.
    pub fn reduced(&self) -> Option<&Reduced> {
        match self.reduction.as_ref()? {
            Reduction::Finished(reduced) | Reduction::Unfinished(reduced) => Some(reduced),
            Reduction::Impossible { .. } => None,
        }
    }

    /// How far the reduction has come.
    pub fn reducing(&self) -> Reducing {
        match &self.reduction {
            None => Reducing::Untried,
            Some(Reduction::Unfinished(_)) => Reducing::Unfinished,
            Some(Reduction::Finished(_)) => Reducing::Finished,
            Some(Reduction::Impossible { .. }) => Reducing::Impossible,
        }
    }

    /// Which program was looked into.
    pub fn triaged(&self) -> Triaged {
        match &self.triage {
            None => Triaged::Neither,
            Some(triage) if triage.reduced => Triaged::Reduced,
            Some(_) => Triaged::Original,
        }
    }

    /// Whether it was never looked into, or reduced since.
    pub fn needs_triage(&self) -> bool {
        needs_triage(self.reducing(), self.triaged())
    }

    /// The program that is looked into: the reduced one where there is one.
    pub fn subject(&self) -> Case {
        self.reduced().map_or_else(|| self.case.clone(), |reduced| reduced.case(&self.finding))
    }

    /// The reduced program as it is shown: with what it must print as it is known by now, and the comment that says so.
    pub fn shown(&self) -> Option<Case> {
        Some(self.reduced()?.shown(&self.finding, self.triage.as_ref()))
    }

    /// The finding, with no other build than the one that the reduced program is shown with.
    pub fn fewest(&self) -> Finding {
        self.triage.as_ref().map_or_else(|| self.finding.clone(), |triage| triage.fewest(&self.finding))
    }

    /// Who is to blame: the compiler's name, or `gadfly`.
    pub fn accused(&self) -> &str {
        accused(&self.finding)
    }

    /// What a report calls it, without the compiler. Before a finding is looked into, that is little more than its kind,
    /// and what was seen says more.
    pub fn headline(&self) -> String {
        if self.triage.is_none() {
            let flags = self.finding.flags().join(" ");
            let at = if flags.is_empty() { String::new() } else { format!("{flags}: ") };
            return format!("{at}{}", self.finding.message);
        }
        let title = report::title(&Account::new(self));
        let short = title.strip_prefix(self.accused()).map(|rest| rest.trim_start_matches([':', ' ']));
        short.map(|rest| rest.strip_prefix("at ").unwrap_or(rest)).unwrap_or(&title).to_string()
    }

    /// Lines of code that are left of the program.
    pub fn reduced_lines(&self) -> Option<usize> {
        Some(self.reduced()?.files.iter().map(|file| program::lines_of_code(&file.text)).sum())
    }
}

/// Who is to blame: the compiler's name, or `gadfly`.
pub fn accused(finding: &Finding) -> &str {
    if finding.kind == Kind::SelfCheck { "gadfly" } else { &finding.compiler.name }
}

/// `record.json`: all that a store knows of a finding, so that it can be made whole from the directory.
#[derive(Serialize, Deserialize)]
struct Document {
    schema: u32,
    finding: Finding,
    #[serde(with = "program::files")]
    files: Vec<File>,
    reduction: Option<Reduction>,
    triage: Option<Triage>,
    #[serde(default)]
    corrections: Corrections,
}

/// Why a text is no record.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It is no JSON, or not of this form.
    #[error("it is no record: {0}")]
    Form(#[from] serde_json::Error),
    /// A newer Gadfly wrote it.
    #[error("it has schema {found}, this gadfly knows {SCHEMA}")]
    Newer {
        /// Its schema.
        found: u32,
    },
}

impl Record {
    /// `record.json`: one line, from which `from_json` makes the same record again.
    pub fn to_json(&self) -> String {
        let Record { finding, case, reduction, triage, corrections } = self.clone();
        let document = Document { schema: SCHEMA, finding, files: case.files, reduction, triage, corrections };
        serde_json::to_string(&document).expect("a record has only string keys") + "\n"
    }

    /// Reads `record.json`, of this schema or an older one.
    pub fn from_json(text: &str) -> Result<Record, Error> {
        /// What every schema has.
        #[derive(Deserialize)]
        struct Versioned {
            schema: u32,
        }
        let Versioned { schema } = serde_json::from_str(text)?;
        if schema > SCHEMA {
            return Err(Error::Newer { found: schema });
        }
        let Document { finding, files, reduction, triage, corrections, .. } = serde_json::from_str(text)?;
        let case = finding.case(files);
        Ok(Record { reduction, triage, corrections, ..Record::new(finding, case) })
    }
}

/// Files as pairs of name and text.
pub fn files_to_json(files: &[File]) -> String {
    let pairs: Vec<(&str, &str)> = files.iter().map(|file| (file.name.as_str(), file.text.as_str())).collect();
    serde_json::to_string(&pairs).expect("names and texts are strings")
}

/// Reads what `files_to_json` wrote.
pub fn files_from_json(text: &str) -> serde_json::Result<Vec<File>> {
    let pairs: Vec<(String, String)> = serde_json::from_str(text)?;
    Ok(pairs.into_iter().map(|(name, text)| File { name, text }).collect())
}
