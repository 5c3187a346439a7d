//! The journal of a comparison: a line of JSON for each slice, written before the next slice begins.
//!
//! The first line says which plan it is about. A line that is cut short, because the process was killed while writing it, is
//! dropped. A slice without its line is done again.

use report::comparison::{Cost, Find};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The name of the file.
pub const FILE_NAME: &str = "journal.jsonl";

/// Programs of one trial that were tested one after the other.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Slice {
    /// The numbers of arm, compiler and trial in the plan.
    pub arm: usize,
    /// By its position among the tested compilers.
    pub compiler: usize,
    /// Counted from 0 for each arm and compiler.
    pub trial: u32,
    /// Of this slice.
    pub programs: u64,
    /// Variants and programs of batches. `programs` has one for each family.
    pub variants: u64,
    /// Builds that were made of programs and variants.
    pub compilations: u64,
    /// CPU time of this slice, by what it was for.
    pub cost: Cost,
    /// Accusations behind which there is no seeded bug.
    pub unexplained: u64,
    /// Why programs could not be tested, and how many.
    pub untested: BTreeMap<String, u64>,
    /// Times are those since the trial began.
    pub finds: Vec<Find>,
}

/// What a comparison is about. Another one is not continued.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Head {
    /// The version of Gadfly that began it.
    pub gadfly: String,
    /// The plan with every default.
    pub plan: String,
    /// What the compilers say of themselves.
    pub versions: BTreeMap<String, String>,
}

/// Slices on disk. Threads share it.
pub struct Journal {
    file: Mutex<File>,
    path: PathBuf,
}

/// Why there is no journal.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// Of the journal.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A line that was written whole cannot be read.
    #[error("{} is not the journal of a comparison, or was damaged in line {line}", path.display())]
    Damaged {
        /// Of the journal.
        path: PathBuf,
        /// From 1.
        line: usize,
    },
    /// The directory is already used by a comparison that differs.
    #[error("{} is the journal of another plan: {what} is not what it was. Give another directory with --out", path.display())]
    Other {
        /// Of the journal.
        path: PathBuf,
        /// What differs: the plan, the version of Gadfly, or a compiler.
        what: &'static str,
    },
}

impl Journal {
    /// Begins a journal, or opens it with the slices that are done.
    pub fn open(directory: &Path, head: &Head) -> Result<(Journal, Vec<Slice>), Error> {
        let path = directory.join(FILE_NAME);
        let io = |error| Error::Io { path: path.clone(), error };
        fs::create_dir_all(directory).map_err(io)?;
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(io(error)),
        };
        let whole = &text[..text.rfind('\n').map_or(0, |at| at + 1)];
        let slices = slices(&path, whole, head)?;
        let mut file = OpenOptions::new().create(true).append(true).open(&path).map_err(io)?;
        file.set_len(whole.len() as u64).map_err(io)?;
        if whole.is_empty() {
            write(&mut file, head).map_err(io)?;
            // The name of the file is durable, too.
            File::open(directory).and_then(|directory| directory.sync_all()).map_err(io)?;
        }
        Ok((Journal { file: Mutex::new(file), path }, slices))
    }

    /// Whether a directory has one.
    pub fn is_in(directory: &Path) -> bool {
        directory.join(FILE_NAME).exists()
    }

    /// Durable when it returns.
    pub fn add(&self, slice: &Slice) -> Result<(), Error> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        write(&mut file, slice).map_err(|error| Error::Io { path: self.path.clone(), error })
    }
}

fn write(file: &mut File, value: &impl Serialize) -> io::Result<()> {
    let line = serde_json::to_string(value).map_err(io::Error::other)? + "\n";
    file.write_all(line.as_bytes())?;
    file.sync_data()
}

fn slices(path: &Path, text: &str, head: &Head) -> Result<Vec<Slice>, Error> {
    let damaged = |line: usize| Error::Damaged { path: path.to_path_buf(), line };
    let mut lines = text.lines().enumerate();
    let Some((_, first)) = lines.next() else { return Ok(Vec::new()) };
    let was: Head = serde_json::from_str(first).map_err(|_| damaged(1))?;
    let other = |what| Err(Error::Other { path: path.to_path_buf(), what });
    match was {
        was if was.plan != head.plan => return other("the plan"),
        was if was.gadfly != head.gadfly => return other("the version of gadfly"),
        was if was.versions != head.versions => return other("a compiler"),
        _ => {}
    }
    lines.map(|(at, line)| serde_json::from_str(line).map_err(|_| damaged(at + 1))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(plan: &str) -> Head {
        Head { gadfly: "1".to_string(), plan: plan.to_string(), versions: BTreeMap::new() }
    }

    fn slice(programs: u64) -> Slice {
        Slice { programs, ..Slice::default() }
    }

    #[test]
    fn a_line_that_is_cut_short_is_dropped_and_the_next_one_is_whole() {
        let directory = tempfile::tempdir().unwrap();
        let (journal, none) = Journal::open(directory.path(), &head("a")).unwrap();
        assert!(none.is_empty());
        journal.add(&slice(1)).unwrap();
        journal.add(&slice(2)).unwrap();
        drop(journal);
        let path = directory.path().join(FILE_NAME);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 3]).unwrap();
        let (journal, slices) = Journal::open(directory.path(), &head("a")).unwrap();
        assert_eq!(slices, [slice(1)]);
        journal.add(&slice(3)).unwrap();
        assert_eq!(Journal::open(directory.path(), &head("a")).unwrap().1, [slice(1), slice(3)]);
    }

    #[test]
    fn the_journal_of_another_plan_is_not_continued() {
        let directory = tempfile::tempdir().unwrap();
        Journal::open(directory.path(), &head("a")).unwrap();
        let error = Journal::open(directory.path(), &head("b")).err().unwrap().to_string();
        assert!(error.contains("another plan") && error.contains("--out"), "{error}");
    }

    #[test]
    fn what_is_no_journal_is_left_alone() {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join(FILE_NAME), "my notes\n").unwrap();
        assert!(matches!(Journal::open(directory.path(), &head("a")), Err(Error::Damaged { line: 1, .. })));
        assert_eq!(fs::read_to_string(directory.path().join(FILE_NAME)).unwrap(), "my notes\n");
    }
}
