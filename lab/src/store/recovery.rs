//! Makes directories and records agree again after a crash, a full disk, or a hand in the wrong place.
//!
//! Records win: their directories are rendered again. Only a directory without a record is read back. Nothing that could be
//! a finding is ever deleted: a directory that is not whole is moved aside.

use super::sqlite::SqliteStore;
use super::{Error, fault, legacy, records};
use crate::record::{Record, directory, render};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The directory of findings in a store.
pub const FINDINGS: &str = "findings";

/// What opening a store had to put right, each list in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recovery {
    /// Directories that were being written when their process was killed.
    pub removed: Vec<String>,
    /// Findings that only had a directory.
    pub adopted: Vec<String>,
    /// Findings whose directory was gone or not whole; what was left of it is beside it, as `ID.damaged`.
    pub restored: Vec<String>,
    /// Findings whose directory was of an earlier state, because their process was killed before it was brought up to date.
    pub completed: Vec<String>,
    /// Directories that are no finding that this version can read; left alone.
    pub unreadable: Vec<String>,
}

impl Recovery {
    /// Whether everything was in order.
    pub fn is_empty(&self) -> bool {
        *self == Recovery::default()
    }
}

/// The caller has the lock.
pub fn recover(store: &SqliteStore) -> Result<Recovery, Error> {
    let mut recovery = Recovery { removed: remove_parts(store.root())?, ..Recovery::default() };
    let (adopted, unreadable) = adopt_all(store)?;
    (recovery.adopted, recovery.unreadable) = (adopted, unreadable);
    for (id, is_current) in store.database(records::ids)? {
        let dir = store.directory(&id);
        if store.database(|connection| records::is_rendered(connection, &id, &dir))? {
            continue;
        }
        if is_current {
            set_aside(&dir).map_err(|error| fault::io(store.root(), "cannot move aside", &dir, error))?;
            recovery.restored.push(id.clone());
        } else if !recovery.adopted.contains(&id) {
            recovery.completed.push(id.clone());
        }
        set_aside_if_foreign(store, &id)?;
        store.render(&id)?;
    }
    Ok(recovery)
}

/// Makes records of directories that have none. Gives the ids of those, and the names of directories that cannot be read.
pub fn adopt_all(store: &SqliteStore) -> Result<(Vec<String>, Vec<String>), Error> {
    let known: BTreeSet<String> = store.database(records::ids)?.into_iter().map(|(id, _)| id).collect();
    let (mut adopted, mut unreadable) = (Vec::new(), Vec::new());
    for name in names(store.root())?.into_iter().filter(|name| !known.contains(name)) {
        match kept(&store.directory(&name), &name) {
            Some(record) => {
                store.adopt(&record)?;
                adopted.push(name);
            }
            None => unreadable.push(name),
        }
    }
    Ok((adopted, unreadable))
}

/// The record in a directory, if it is the finding that it is named after.
fn kept(dir: &Path, id: &str) -> Option<Record> {
    let record = match fs::read_to_string(dir.join(render::RECORD)) {
        Ok(text) => Record::from_json(&text).ok(),
        Err(_) => legacy::read(dir),
    };
    record.filter(|record| record.id() == id)
}

/// Something that is no directory of this finding is in its place.
pub fn set_aside_if_foreign(store: &SqliteStore, id: &str) -> Result<(), Error> {
    let dir = store.directory(id);
    let is_ours = dir.is_dir() && dir.join(render::FINDING).is_file();
    if is_ours {
        return Ok(());
    }
    set_aside(&dir).map_err(|error| fault::io(store.root(), "cannot move aside", &dir, error))
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
fn names(store: &Path) -> Result<Vec<String>, Error> {
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
