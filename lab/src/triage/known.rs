//! Bugs that are known already, from `known.toml`, so that they do not drown new ones.
//!
//! ```toml
//! [[bug]]
//! url = "https://gcc.gnu.org/PR81503"
//! kind = "wrong-code"
//! compiler = "gcc"
//! pass = "-fno-tree-slsr"
//! ```

use super::{Corrections, Triage};
use crate::bounded;
use crate::config::nearest::nearest;
use crate::finding::{Finding, word};
use crate::oracle::Kind;
use regex::Regex;
use serde::Deserialize;
use std::io;
use std::path::{Path, PathBuf};

/// The name of the file.
pub const FILE: &str = "known.toml";

/// All known bugs, in the order of the file.
#[derive(Default)]
pub struct Known {
    bugs: Vec<(KnownBug, Option<Regex>)>,
    /// Findings that a person calls bugs of their own: only what names them is about them.
    apart: Vec<String>,
}

/// Everything that is said must fit.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct KnownBug {
    url: Option<String>,
    note: Option<String>,
    /// A compiler's name, or a family: `gcc-12`, `gcc`.
    compiler: Option<String>,
    kind: Option<String>,
    /// A crash's, or a part of it.
    signature: Option<String>,
    /// A pass or option that the search found, or a part of its name.
    pass: Option<String>,
    /// Searched for in the fingerprint, and in the signature.
    regex: Option<String>,
    /// The beginning of its id.
    finding: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default)]
    bug: Vec<KnownBug>,
}

/// Why a file of known bugs cannot be used. Bugs are numbered from 1, in the order of the file.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file is there and cannot be read.
    #[error("{}: {error}", path.display())]
    Io {
        /// Of the file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It is no TOML, has an unknown key, or a regular expression that is none.
    #[error("{}: {message}", path.display())]
    Form {
        /// Of the file.
        path: PathBuf,
        /// What the parser says.
        message: String,
    },
    /// The bug would fit every finding.
    #[error("{}: bug {number} says nothing to be recognised by; give kind, compiler, signature, pass, regex or finding", path.display())]
    Empty {
        /// Of the file.
        path: PathBuf,
        /// Of the bug.
        number: usize,
    },
    /// The bug has a key with no text, which would fit everything.
    #[error("{}: bug {number} has an empty {key}", path.display())]
    Blank {
        /// Of the file.
        path: PathBuf,
        /// Of the bug.
        number: usize,
        /// The one without text.
        key: &'static str,
    },
    /// Reports could not say where it is known from.
    #[error("{}: bug {number} needs a url or a note", path.display())]
    Nameless {
        /// Of the file.
        path: PathBuf,
        /// Of the bug.
        number: usize,
    },
    /// The bug's `kind` is misspelt.
    #[error("{}: bug {number} is of no kind that there is, `{kind}`; {help}", path.display())]
    Kind {
        /// Of the file.
        path: PathBuf,
        /// Of the bug.
        number: usize,
        /// As it is written there.
        kind: String,
        /// The nearest kind, or all of them.
        help: String,
    },
}

const KINDS: [Kind; 6] =
    [Kind::WrongCode, Kind::Crash, Kind::Hang, Kind::RejectsValid, Kind::AcceptsInvalid, Kind::SelfCheck];

impl Known {
    /// What is known to a store: the first file that is there, if one is.
    pub fn near(store: &Path) -> Result<Known, Error> {
        match places(store).iter().find(|path| path.exists()) {
            Some(path) => Known::read(path),
            None => Ok(Known::default()),
        }
    }

    /// What people said about findings counts.
    pub fn with(mut self, corrections: &Corrections) -> Known {
        self.apart.clone_from(&corrections.split);
        self
    }

    /// Reads a file, which must be there.
    pub fn read(path: &Path) -> Result<Known, Error> {
        let text = bounded::read_text(path).map_err(|error| Error::Io { path: path.to_path_buf(), error })?;
        Known::parse(&text, path)
    }

    /// Reads a text. `path` is what messages call it.
    pub fn parse(text: &str, path: &Path) -> Result<Known, Error> {
        let form = |message: String| Error::Form { path: path.to_path_buf(), message };
        let document: Document = toml::from_str(text).map_err(|error| form(error.to_string()))?;
        let mut bugs = Vec::new();
        for (at, bug) in document.bug.into_iter().enumerate() {
            let (path, number) = (path.to_path_buf(), at + 1);
            let telling = bug.telling();
            if let Some((key, _)) = telling.iter().chain(&bug.naming()).find(|(_, value)| is_blank(value)) {
                return Err(Error::Blank { path, number, key });
            }
            if telling.iter().all(|(_, value)| value.is_none()) {
                return Err(Error::Empty { path, number });
            }
            if bug.url.is_none() && bug.note.is_none() {
                return Err(Error::Nameless { path, number });
            }
            if let Some((kind, help)) = bug.kind.as_ref().and_then(|kind| Some((kind.clone(), unlike_any(kind)?))) {
                return Err(Error::Kind { path, number, kind, help });
            }
            let regex = bug.regex.as_deref().map(Regex::new).transpose();
            let regex = regex.map_err(|error| form(format!("the regex of bug {number}: {error}")))?;
            bugs.push((bug, regex));
        }
        Ok(Known { bugs, apart: Vec::new() })
    }

    /// Where the finding's bug is known from.
    pub fn of(&self, triage: &Triage) -> Option<String> {
        let is_apart = self.apart.contains(&triage.finding);
        let is_meant = |bug: &KnownBug| !is_apart || bug.finding.is_some();
        let (bug, _) = self.bugs.iter().find(|(bug, regex)| is_meant(bug) && bug.fits(triage, regex.as_ref()))?;
        bug.name().cloned()
    }

    /// As `of`, by what is known of a finding before it is looked into: enough for crashes and refusals.
    pub fn of_finding(&self, finding: &Finding) -> Option<String> {
        self.of(&Triage::about(finding))
    }

    /// As `of`, as far as the finding was looked into. It may be known by another finding of its bug, which is marked
    /// then, and true as long as that is in the file.
    pub fn of_either(&self, finding: &Finding, triage: Option<&Triage>) -> Option<String> {
        let Some(triage) = triage else { return self.of_finding(finding) };
        let is_apart = self.apart.contains(&triage.finding);
        let has = |from: &String| !is_apart && self.bugs.iter().any(|(bug, _)| bug.name() == Some(from));
        self.of(triage).or_else(|| triage.known.clone().filter(has))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.bugs.len()
    }

    /// Whether no bug is known.
    pub fn is_empty(&self) -> bool {
        self.bugs.is_empty()
    }
}

/// Where the file of a store is looked for: in the working directory, beside the store, in it.
pub fn places(store: &Path) -> Vec<PathBuf> {
    let beside = store.parent().map(PathBuf::from);
    let directories = [Some(PathBuf::from(".")), beside, Some(store.to_path_buf())];
    directories.into_iter().flatten().map(|directory| directory.join(FILE)).collect()
}

/// A regular expression that fits this text alone.
pub fn literally(text: &str) -> String {
    regex::escape(text)
}

/// What to write instead, if it is no kind.
fn unlike_any(kind: &str) -> Option<String> {
    let names = KINDS.map(|kind| word(&kind));
    let help = || match nearest(kind, names.iter().map(String::as_str)) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("there are {}", names.join(", ")),
    };
    (!names.iter().any(|name| name == kind)).then(help)
}

/// An empty text would fit everything.
fn is_blank(value: &Option<String>) -> bool {
    value.as_ref().is_some_and(|value| value.trim().is_empty())
}

impl KnownBug {
    /// What it is recognised by.
    fn telling(&self) -> [(&'static str, &Option<String>); 6] {
        let KnownBug { compiler, kind, signature, pass, regex, finding, .. } = self;
        [
            ("compiler", compiler),
            ("kind", kind),
            ("signature", signature),
            ("pass", pass),
            ("regex", regex),
            ("finding", finding),
        ]
    }

    /// Where it is known from.
    fn name(&self) -> Option<&String> {
        self.url.as_ref().or(self.note.as_ref())
    }

    /// What it is called.
    fn naming(&self) -> [(&'static str, &Option<String>); 2] {
        [("url", &self.url), ("note", &self.note)]
    }

    fn fits(&self, triage: &Triage, regex: Option<&Regex>) -> bool {
        let names: Vec<&String> = triage.guilt.iter().flat_map(|guilt| &guilt.names).collect();
        let texts = [triage.fingerprint(), triage.signature.clone()];
        let is = |field: &Option<String>, test: &dyn Fn(&str) -> bool| field.as_deref().is_none_or(test);
        is(&self.compiler, &|name| name == triage.compiler || name == triage.family.name())
            && is(&self.kind, &|kind| kind == word(&triage.kind))
            && is(&self.signature, &|part| triage.signature.contains(part))
            && is(&self.pass, &|part| names.iter().any(|name| name.contains(part)))
            && is(&self.finding, &|start| triage.finding.starts_with(start))
            && regex.is_none_or(|regex| texts.iter().any(|text| regex.is_match(text)))
    }
}
