//! A store in a directory: SQLite for all that is known, and a directory for every finding, for people.
//!
//! The log is synced with everything about findings. It is not synced with every program: a killed process loses nothing by
//! that, and after a power cut a few programs are done again.

use super::lock::{self, Lock};
use super::recovery::{FINDINGS, Recovery};
use super::{
    Campaign, Claim, Done, Entry, Error, Lease, Progress, Query, Recorded, Repeats, Sample, Store, bugs, entries,
    fault, leases, records, repeats, samples, tables,
};
use crate::case::Case;
use crate::finding::Finding;
use crate::record::{Record, Reduction, directory, render};
use crate::triage::{Bug, Corrections, Triage};
use rusqlite::{Connection, Transaction, TransactionBehavior};
use source::emit::File;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub const DATABASE: &str = "gadfly.db";

/// No campaign has this id.
const NONE: i64 = 0;

pub struct SqliteStore {
    path: PathBuf,
    connection: Mutex<Connection>,
    /// Of a hunt.
    pub(super) lock: Option<Lock>,
    pub(super) recovery: Recovery,
    is_writable: bool,
    /// The one that has begun.
    campaign: AtomicI64,
}

/// What becomes durable when.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Sync {
    /// Before the call returns.
    Now,
    /// With the next that is synced. A killed process loses nothing of it.
    Later,
}

impl SqliteStore {
    pub(super) fn new(path: &Path, connection: Connection, is_writable: bool) -> SqliteStore {
        SqliteStore {
            path: path.to_path_buf(),
            connection: Mutex::new(connection),
            lock: None,
            recovery: Recovery::default(),
            is_writable,
            campaign: AtomicI64::new(NONE),
        }
    }

    /// SQLite writes happily to a file that has no name any more.
    fn check_is_there(&self) -> Result<(), Error> {
        let path = self.path.join(DATABASE);
        let gone = |error| fault::io(&self.path, "the store was removed while it was in use:", &path, error);
        fs::metadata(&path).map(|_| ()).map_err(gone)
    }

    pub(super) fn root(&self) -> &Path {
        &self.path
    }

    /// The directory of a finding.
    pub(super) fn directory(&self, id: &str) -> PathBuf {
        self.path.join(FINDINGS).join(id)
    }

    pub(super) fn database<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Error> {
        let connection = self.connection();
        work(&connection).map_err(|error| fault::database(&self.path, &self.path.join(DATABASE), &connection, error))
    }

    /// For filling a store in memory from another one.
    pub(super) fn connection_for_copy<T>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        work(&self.connection())
    }

    /// Also after a panic: SQLite takes a transaction back that is not committed.
    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn transaction<T>(&self, sync: Sync, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Error> {
        self.writable()?;
        self.database(|connection| {
            let synchronous = if sync == Sync::Now { "FULL" } else { "NORMAL" };
            connection.pragma_update(None, "synchronous", synchronous)?;
            let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
            let result = work(&transaction)?;
            transaction.commit()?;
            Ok(result)
        })
    }

    fn writable(&self) -> Result<(), Error> {
        match self.is_writable {
            true => Ok(()),
            false => Err(Error::Database("it was opened for reading".to_string())),
        }
    }

    fn begun(&self) -> Result<i64, Error> {
        self.writable()?;
        match self.campaign.load(Ordering::SeqCst) {
            NONE => Err(Error::Database("no campaign has begun".to_string())),
            campaign => Ok(campaign),
        }
    }

    /// Brings the directory of a finding up to date with its record.
    pub(super) fn render(&self, id: &str) -> Result<(), Error> {
        let (record, revision, before) = self.database(|connection| records::to_render(connection, id))?;
        let (dir, files) = (self.directory(id), render::files(&record));
        directory::keep(&dir, &files, &before)
            .map_err(|error| fault::io(&self.path, "cannot write the finding", &dir, error))?;
        // If this is lost, it is rendered once more.
        self.transaction(Sync::Later, |connection| records::set_rendered(connection, id, revision, &files))
    }

    /// Makes the row of a finding that only has a directory.
    pub(super) fn adopt(&self, record: &Record) -> Result<(), Error> {
        self.database(|connection| records::adopt(connection, record))
    }

    /// What cannot be rendered is refused before it is kept.
    fn check_names<'f>(&self, id: &str, files: impl IntoIterator<Item = &'f File>) -> Result<(), Error> {
        let dir = self.directory(id);
        directory::check_names(files).map_err(|error| fault::io(&self.path, "cannot write the finding", &dir, error))
    }

    /// Changes a record, and then its directory.
    fn change(&self, id: &str, change: impl FnOnce(&mut Record)) -> Result<(), Error> {
        self.transaction(Sync::Now, |connection| records::change(connection, id, change))?.ok_or_else(|| no(id))?;
        self.render(id)
    }
}

fn no(id: &str) -> Error {
    Error::NoFinding(id.to_string())
}

impl Store for SqliteStore {
    fn path(&self) -> &Path {
        &self.path
    }

    fn directory_of(&self, id: &str) -> Option<PathBuf> {
        Some(self.directory(id))
    }

    fn recovery(&self) -> &Recovery {
        &self.recovery
    }

    fn begin(&self, seed: u64, config: &str) -> Result<Progress, Error> {
        let progress = self.transaction(Sync::Now, |connection| match tables::newest(connection, seed, config)? {
            Some(campaign) => tables::progress(connection, campaign),
            None => tables::start(connection, seed, config),
        })?;
        self.campaign.store(progress.campaign, Ordering::SeqCst);
        Ok(progress)
    }

    fn use_compilers(&self, versions: &BTreeMap<String, String>) -> Result<(), Error> {
        let campaign = self.begun()?;
        self.transaction(Sync::Now, |connection| tables::use_compilers(connection, campaign, versions))
    }

    fn lease(&self, count: u64, time: Duration) -> Result<Lease, Error> {
        let campaign = self.begun()?;
        self.transaction(Sync::Now, |connection| leases::take(connection, campaign, count, time))
    }

    fn renew(&self, lease: &Lease, time: Duration) -> Result<bool, Error> {
        self.transaction(Sync::Now, |connection| leases::renew(connection, lease, time))
    }

    fn release(&self, lease: &Lease) -> Result<(), Error> {
        self.transaction(Sync::Now, |connection| leases::release(connection, lease))
    }

    /// The rows first, then the directories, then that the program is done: whatever ends this on the way, recovery renders
    /// what is missing, and the program is done again.
    fn record(&self, done: &Done, findings: &[(Finding, &Case)]) -> Result<Recorded, Error> {
        let campaign = self.begun()?;
        self.check_is_there()?;
        let mut new = Vec::new();
        for (finding, case) in findings {
            let parent = finding.parent.iter().flat_map(|parent| &parent.files);
            self.check_names(&finding.id, case.files.iter().chain(parent))?;
        }
        if !findings.is_empty() {
            new = self.transaction(Sync::Now, |connection| records::insert(connection, campaign, done, findings))?;
            findings.iter().try_for_each(|(finding, _)| self.whole(&finding.id))?;
        }
        let sync = if findings.is_empty() { Sync::Later } else { Sync::Now };
        self.transaction(sync, |connection| {
            repeats::insert(connection, campaign, done)?;
            if tables::mark(connection, campaign, done.index)? {
                tables::count(connection, campaign, done)?;
                samples::take_if_due(connection, campaign)?;
            }
            Ok(())
        })?;
        Ok(Recorded { new })
    }

    fn samples(&self, campaign: i64) -> Result<Vec<Sample>, Error> {
        self.database(|connection| samples::all(connection, campaign))
    }

    fn campaigns(&self) -> Result<Vec<Campaign>, Error> {
        self.database(tables::campaigns)
    }

    fn repeats(&self) -> Result<Vec<Repeats>, Error> {
        self.database(repeats::all)
    }

    fn query(&self, query: &Query) -> Result<Vec<Entry>, Error> {
        self.database(|connection| {
            bugs::regroup(connection, self.is_writable)?;
            entries::query(connection, query)
        })
    }

    fn find(&self, prefix: &str) -> Result<String, Error> {
        let prefix = prefix.trim().to_ascii_lowercase();
        let mut ids = self.database(|connection| entries::beginning(connection, &prefix))?;
        match ids.len() {
            0 => Err(Error::NoFinding(prefix)),
            1 => Ok(ids.remove(0)),
            _ => Err(Error::Ambiguous(prefix, entries::shown(&ids))),
        }
    }

    fn get(&self, id: &str) -> Result<Record, Error> {
        self.database(|connection| records::get(connection, id))?.ok_or_else(|| no(id))
    }

    fn triages(&self) -> Result<Vec<Triage>, Error> {
        self.database(bugs::triages)
    }

    fn bugs(&self) -> Result<Vec<Bug>, Error> {
        self.database(bugs::all)
    }

    fn claim(&self, id: &str) -> Result<Option<Claim>, Error> {
        let dir = self.directory(id);
        if fs::symlink_metadata(&dir).is_err() && self.is_writable {
            self.render(id)?;
        }
        let failed = |error| fault::io(&self.path, "cannot claim", &dir, error);
        Ok(lock::claim(&dir).map_err(failed)?.map(|lock| Claim(Box::new(lock))))
    }

    fn put_reduction(&self, id: &str, reduction: &Reduction) -> Result<(), Error> {
        if let Reduction::Finished(reduced) | Reduction::Unfinished(reduced) = reduction {
            self.check_names(id, &reduced.files)?;
        }
        self.change(id, |record| {
            if !matches!(reduction, Reduction::Impossible { .. }) {
                record.triage = None;
            }
            record.reduction = Some(reduction.clone());
        })
    }

    fn put_triage(&self, id: &str, triage: &Triage) -> Result<(), Error> {
        self.change(id, |record| record.triage = Some(triage.clone()))
    }

    fn put_known(&self, id: &str, from: Option<&str>) -> Result<(), Error> {
        self.change(id, |record| {
            if let Some(triage) = &mut record.triage {
                triage.known = from.map(str::to_string);
            }
        })
    }

    fn corrections(&self) -> Result<Corrections, Error> {
        self.database(bugs::corrections)
    }

    fn correct(&self, corrections: &Corrections) -> Result<(), Error> {
        let changed = self.transaction(Sync::Now, |connection| bugs::correct(connection, corrections))?;
        changed.iter().try_for_each(|id| self.render(id))
    }
}

impl SqliteStore {
    /// Makes sure that the finding's directory is there and whole.
    fn whole(&self, id: &str) -> Result<(), Error> {
        let is_whole = self.database(|connection| records::is_rendered(connection, id, &self.directory(id)))?;
        if is_whole {
            return Ok(());
        }
        super::recovery::set_aside_if_foreign(self, id)?;
        self.render(id)
    }
}
