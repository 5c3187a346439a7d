//! Makes directories and rows agree again after a crash, a full disk, or a hand in the wrong place.
//!
//! Nothing that could be a finding is ever deleted: a directory that is not whole is moved aside.

use super::sqlite::SqliteStore;
use super::{Error, fault};
use crate::case::Case;
use crate::finding::{Finding, directory};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The directory of findings in a store.
pub const FINDINGS: &str = "findings";

/// What opening a store had to put right, each list in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recovery {
    /// Directories that were being written when their hunt was killed.
    pub removed: Vec<String>,
    /// Findings that only had a directory.
    pub adopted: Vec<String>,
    /// Findings whose directory was gone or not whole; what was left of it is beside it, as `ID.damaged`.
    pub restored: Vec<String>,
    /// Directories that are no finding that this version can read; left alone.
    pub unreadable: Vec<String>,
}

impl Recovery {
    pub fn is_empty(&self) -> bool {
        *self == Recovery::default()
    }
}

/// The caller has the lock.
pub fn recover(store: &SqliteStore) -> Result<Recovery, Error> {
    let mut recovery = Recovery { removed: remove_parts(store.path())?, ..Recovery::default() };
    let known: BTreeSet<String> = store.ids()?.into_iter().collect();
    for id in &known {
        if let Err(error) = directory::read(&store.directory(id)) {
            restore(store, id, &error, &mut recovery)?;
        }
    }
    for id in names(store.path())?.into_iter().filter(|name| !known.contains(name)) {
        match whole(&store.directory(&id), &id) {
            Some((finding, case)) => {
                store.adopt(&finding, &case)?;
                recovery.adopted.push(id);
            }
            None => recovery.unreadable.push(id),
        }
    }
    Ok(recovery)
}

fn restore(store: &SqliteStore, id: &str, error: &directory::Error, recovery: &mut Recovery) -> Result<(), Error> {
    if matches!(error, directory::Error::Newer { .. }) {
        recovery.unreadable.push(id.to_string());
        return Ok(());
    }
    let (finding, case) = store.whole(id)?;
    keep(store.path(), &finding, &case)?;
    recovery.restored.push(id.to_string());
    Ok(())
}

/// Makes sure that the finding's directory is there, whole and durable.
pub fn keep(store: &Path, finding: &Finding, case: &Case) -> Result<(), Error> {
    let dir = store.join(FINDINGS).join(&finding.id);
    let failed = |error| fault::io(store, "cannot write the finding", &dir, error);
    if whole(&dir, &finding.id).is_some() {
        // The attempt that wrote it may have failed right here.
        return directory::sync(&store.join(FINDINGS)).map_err(failed);
    }
    set_aside(&dir).map_err(failed)?;
    directory::write(&dir, finding, case).map_err(failed)
}

/// What is in a directory, if it is the finding that it is named after.
pub fn whole(dir: &Path, id: &str) -> Option<(Finding, Case)> {
    directory::read(dir).ok().filter(|(finding, _)| finding.id == id)
}

fn set_aside(dir: &Path) -> io::Result<()> {
    if fs::symlink_metadata(dir).is_err() {
        return Ok(());
    }
    let aside = |number: u32| match number {
        0 => dir.with_extension("damaged"),
        _ => dir.with_extension(format!("damaged-{number}")),
    };
    let free: Option<PathBuf> = (0..).map(aside).find(|aside| fs::symlink_metadata(aside).is_err());
    fs::rename(dir, free.expect("numbers do not end before files do"))
}

/// Names in the directory of findings that could be one, in order; nothing that was moved aside or is being written.
pub fn names(store: &Path) -> Result<Vec<String>, Error> {
    Ok(entries(store)?.into_iter().filter(|name| !name.contains('.')).collect())
}

fn remove_parts(store: &Path) -> Result<Vec<String>, Error> {
    let parts: Vec<String> = entries(store)?.into_iter().filter(|name| directory::is_part(name)).collect();
    for part in &parts {
        let path = store.join(FINDINGS).join(part);
        directory::remove(&path).map_err(|error| fault::io(store, "cannot remove", &path, error))?;
    }
    Ok(parts)
}

fn entries(store: &Path) -> Result<Vec<String>, Error> {
    let path = store.join(FINDINGS);
    let failed = |error: io::Error| fault::io(store, "cannot read", &path, error);
    let entries = match fs::read_dir(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(failed)?,
    };
    let name = |entry: io::Result<fs::DirEntry>| entry.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = entries.map(name).collect::<io::Result<_>>().map_err(failed)?;
    names.sort();
    Ok(names)
}
