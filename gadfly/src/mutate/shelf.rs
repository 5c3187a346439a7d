//! The directory of the variants: each is written as soon as it is made, so that none has to be kept.

use super::{EXPECTED, failure};
use crate::exit::ExitCode;
use crate::input::{self, Failure};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub struct Shelf {
    out: PathBuf,
    /// Variants that are written.
    count: u64,
}

impl Shelf {
    /// With the expected output, and without the programs of an earlier run.
    pub fn new(out: &Path, expected: &[u8]) -> Result<Shelf, Failure> {
        let shelf = Shelf { out: out.to_path_buf(), count: 0 };
        let begin = || -> io::Result<()> {
            fs::create_dir_all(out)?;
            forget_earlier(out)?;
            fs::write(out.join(EXPECTED), expected)
        };
        begin().map_err(|error| shelf.failed(&error))?;
        Ok(shelf)
    }

    /// Writes the next variant into a directory of its own, whose name is returned.
    pub fn put(&mut self, files: &[(String, &str)]) -> Result<String, Failure> {
        self.count += 1;
        let dir = self.out.join(self.count.to_string());
        let write = || -> io::Result<()> {
            fs::create_dir_all(&dir)?;
            files.iter().try_for_each(|(name, text)| fs::write(dir.join(name), text))
        };
        write().map_err(|error| self.failed(&error))?;
        Ok(dir.display().to_string())
    }

    fn failed(&self, error: &io::Error) -> Failure {
        failure(ExitCode::Output, format!("cannot write into `{}`: {error}", self.out.display()))
    }
}

/// Deletes the programs that an earlier run left in the directory: their output may be another.
fn forget_earlier(out: &Path) -> io::Result<()> {
    if !out.join(EXPECTED).exists() {
        return Ok(());
    }
    for dir in (1..).map(|number: u64| out.join(number.to_string())).take_while(|dir| dir.is_dir()) {
        for entry in fs::read_dir(&dir)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "c") || input::is_cpp(&path) {
                fs::remove_file(path)?;
            }
        }
        // What else is in it, somebody else put there.
        let _ = fs::remove_dir(dir);
    }
    Ok(())
}
