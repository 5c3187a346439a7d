//! Where the reduced files go. They are replaced at once at every step, so that whatever ends the reduction leaves the
//! best so far.

use super::subject::{Subject, whole};
use super::{Failure, shown, unwritable};
use lab::reduction::script::Encoding;
use source::emit::File;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

pub struct Destination {
    /// By the case's names.
    paths: Vec<(String, PathBuf)>,
    /// What is there because of this reduction, which alone it may remove.
    written: Mutex<BTreeSet<PathBuf>>,
    encoding: Encoding,
}

impl Destination {
    /// Beside the original, or where `out` says. Several files include each other by their names, so they keep them, in
    /// a directory of their own.
    pub fn new(out: Option<&Path>, subject: &Subject) -> Result<Destination, Failure> {
        let files = &subject.task.case.files;
        let beside = beside(&subject.paths[0], files.len() > 1);
        let place = out.unwrap_or(&beside);
        let is_directory = files.len() > 1 || place.is_dir() && out.is_some() || is_named_as_directory(place);
        let path = |file: &File| if is_directory { place.join(&file.name) } else { place.to_path_buf() };
        let paths: Vec<PathBuf> = files.iter().map(path).collect();
        let originals: Vec<PathBuf> = subject.paths.iter().map(|path| canonical(path)).collect();
        let refuse = |path: &PathBuf, why: &str| Err(Failure::usage(format!("{} {why}", shown(path))));
        if let Some(same) = paths.iter().find(|path| originals.contains(&canonical(path))) {
            return refuse(same, "is an original, which is not overwritten; name another place with --out");
        }
        // A file that the user names is replaced. Files in a directory that the user names are not.
        let is_taken = |path: &&PathBuf| out.is_some() && is_directory && path.symlink_metadata().is_ok();
        if let Some(taken) = paths.iter().find(is_taken) {
            return refuse(taken, "is there already, and is not overwritten; name another directory with --out");
        }
        paths.iter().try_for_each(|path| try_writing(path)).map_err(|error| unwritable(&error))?;
        let paths = files.iter().map(|file| file.name.clone()).zip(paths).collect();
        Ok(Destination { paths, written: Mutex::default(), encoding: subject.encoding })
    }

    /// Writes these files, removes what was written of those that are no longer part of the program, and says where
    /// they are.
    pub fn write(&self, files: &[File]) -> io::Result<Vec<PathBuf>> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        for (name, path) in &self.paths {
            match files.iter().find(|file| file.name == *name) {
                Some(file) => {
                    replace(path, &self.encoding.encode(&file.text))?;
                    written.insert(path.clone());
                }
                None if written.remove(path) => remove(path)?,
                None => {}
            }
        }
        let is_there = |path: &&PathBuf| written.contains(*path);
        Ok(self.paths.iter().map(|(_, path)| path).filter(is_there).cloned().collect())
    }
}

/// The same for all ways to name a file, which need not exist.
fn canonical(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| whole(path))
}

fn is_named_as_directory(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

/// `test.c` becomes `test.reduced.c`, or the first of several.
fn beside(original: &Path, is_directory: bool) -> PathBuf {
    let stem = original.file_stem().unwrap_or_default().to_string_lossy();
    let extension =
        original.extension().filter(|_| !is_directory).map(|extension| format!(".{}", extension.to_string_lossy()));
    original.with_file_name(format!("{stem}.reduced{}", extension.unwrap_or_default()))
}

/// Before the work rather than after it. Leaves nothing behind.
fn try_writing(path: &Path) -> io::Result<()> {
    if is_special(path) {
        return Ok(());
    }
    let is_missing = |directory: &&Path| !directory.as_os_str().is_empty() && !directory.exists();
    let missing: Vec<&Path> = path.ancestors().skip(1).take_while(is_missing).collect();
    let part = part(path);
    let tried = make_parent(path).and_then(|()| fs::write(&part, ""));
    let cleaned = tried.and_then(|()| fs::remove_file(&part));
    let cleaned = if path.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { cleaned };
    for directory in missing {
        // Another program may have put something into it.
        let _ = fs::remove_dir(directory);
    }
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", shown(path)));
    cleaned.map_err(named)
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if is_special(path) {
        return fs::write(path, bytes);
    }
    make_parent(path)?;
    let part = part(path);
    fs::write(&part, bytes)?;
    fs::rename(&part, path)
}

/// `/dev/null` and the like, in whose place no file shall be.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

fn make_parent(path: &Path) -> io::Result<()> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.map_or(Ok(()), fs::create_dir_all)
}

/// Where a file is until all of it is there.
fn part(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.part"))
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
