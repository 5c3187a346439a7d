//! Where the reduced files go. They are replaced at once at every step, so that whatever ends the reduction leaves the
//! best so far.

use super::subject::Subject;
use super::{Failure, shown};
use source::emit::File;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub struct Destination {
    /// By the case's names.
    paths: Vec<(String, PathBuf)>,
}

impl Destination {
    /// Beside the originals, or where `out` says.
    pub fn new(out: Option<&Path>, subject: &Subject) -> Result<Destination, Failure> {
        let files = &subject.task.case.files;
        let path = |(file, original): (&File, &PathBuf)| match out {
            None => beside(original),
            Some(out) if files.len() == 1 && !out.is_dir() => out.to_path_buf(),
            Some(out) => out.join(&file.name),
        };
        let paths: Vec<PathBuf> = files.iter().zip(&subject.paths).map(path).collect();
        if let Some(same) = paths.iter().find(|path| subject.paths.contains(path)) {
            let message =
                format!("{} is an original, which is not overwritten; name another place with --out", shown(same));
            return Err(Failure::usage(message));
        }
        Ok(Destination { paths: files.iter().map(|file| file.name.clone()).zip(paths).collect() })
    }

    /// Writes these files, removes those that are no longer part of the program, and says where they are.
    pub fn write(&self, files: &[File]) -> io::Result<Vec<PathBuf>> {
        let mut written = Vec::new();
        for (name, path) in &self.paths {
            match files.iter().find(|file| file.name == *name) {
                Some(file) => {
                    replace(path, &file.text)?;
                    written.push(path.clone());
                }
                None => remove(path)?,
            }
        }
        Ok(written)
    }
}

/// `test.c` becomes `test.reduced.c`.
fn beside(original: &Path) -> PathBuf {
    let stem = original.file_stem().unwrap_or_default().to_string_lossy();
    let extension = original.extension().map(|extension| format!(".{}", extension.to_string_lossy()));
    original.with_file_name(format!("{stem}.reduced{}", extension.unwrap_or_default()))
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        fs::create_dir_all(parent)?;
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let part = path.with_file_name(format!(".{name}.part"));
    fs::write(&part, text)?;
    fs::rename(&part, path)
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
