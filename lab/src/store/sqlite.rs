//! A store in a directory: SQLite for what is counted and looked up, a directory for every finding.
//!
//! The log is not synced with every program: a killed process loses nothing by that, and after a power cut a few
//! programs are done again and give the same findings, whose directories are always synced.

use super::lock::{self, Lock};
use super::recovery::{self, FINDINGS, Recovery};
use super::{Campaign, Done, Error, Progress, Recorded, Repeats, Store, fault, repeats, schema, tables};
use crate::case::Case;
use crate::finding::{Finding, directory};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Transaction, TransactionBehavior};
use source::emit::File;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

const FILE: &str = "gadfly.db";

/// Readers of another process hold nothing for longer than a moment.
const BUSY: Duration = Duration::from_secs(60);

/// Ids that an ambiguous prefix is answered with.
const SHOWN_IDS: usize = 8;

pub struct SqliteStore {
    path: PathBuf,
    connection: Connection,
    /// None for readers.
    lock: Option<Lock>,
    campaign: Option<i64>,
    recovery: Recovery,
}

impl SqliteStore {
    /// Opens the store for hunting, makes it if there is none, and puts right what a killed hunt left behind.
    pub fn open(path: &Path) -> Result<SqliteStore, Error> {
        let findings = path.join(FINDINGS);
        fs::create_dir_all(&findings).map_err(|error| fault::io(path, "cannot create the store", path, error))?;
        let lock = lock::take(path)?;
        let connection = connect(path, OpenFlags::default())?;
        let mut store = SqliteStore::new(path, connection, Some(lock));
        store.check_format()?;
        store.set_up()?;
        store.recovery = recovery::recover(&store)?;
        directory::sync(path).map_err(|error| fault::io(path, "cannot sync", path, error))?;
        Ok(store)
    }

    /// Opens the store for looking at it, whoever is hunting with it.
    pub fn read(path: &Path) -> Result<SqliteStore, Error> {
        if !path.join(FILE).exists() && !path.join(FINDINGS).is_dir() {
            return Err(Error::Missing { directory: path.to_path_buf() });
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let store = connect(path, flags).map(|connection| SqliteStore::new(path, connection, None));
        let store = store.and_then(|store| store.check_format().map(|is_current| (store, is_current)));
        match store {
            Ok((store, true)) => Ok(store),
            // It is of an older format, or not there, or the disk cannot be written, which SQLite needs for its log: the
            // directories say enough.
            Ok((_, false)) | Err(Error::Database(_)) => SqliteStore::without_database(path),
            Err(error) => Err(error),
        }
    }

    fn without_database(path: &Path) -> Result<SqliteStore, Error> {
        let connection = Connection::open_in_memory().map_err(|error| Error::Database(error.to_string()))?;
        let store = SqliteStore::new(path, connection, None);
        store.database(|connection| schema::migrate(connection, schema::STEPS))?;
        Ok(store)
    }

    fn new(path: &Path, connection: Connection, lock: Option<Lock>) -> SqliteStore {
        SqliteStore { path: path.to_path_buf(), connection, lock, campaign: None, recovery: Recovery::default() }
    }

    /// The directory of a finding.
    pub fn directory(&self, id: &str) -> PathBuf {
        self.path.join(FINDINGS).join(id)
    }

    /// What opening the store had to put right.
    pub fn recovery(&self) -> &Recovery {
        &self.recovery
    }

    /// The directory of the store.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Ids of all rows, in order.
    pub(super) fn ids(&self) -> Result<Vec<String>, Error> {
        self.database(|connection| {
            let mut statement = connection.prepare_cached("SELECT id FROM finding ORDER BY id")?;
            statement.query_map([], |row| row.get(0))?.collect()
        })
    }

    /// A row as what its directory is made of.
    pub(super) fn whole(&self, id: &str) -> Result<(Finding, Case), Error> {
        let (finding, files): (String, String) = self.database(|connection| {
            let sql = "SELECT finding, files FROM finding WHERE id = ?";
            connection.query_row(sql, [id], |row| Ok((row.get(0)?, row.get(1)?)))
        })?;
        let finding: Finding = self.decode(&finding)?;
        let files: Vec<(String, String)> = self.decode(&files)?;
        let files = files.into_iter().map(|(name, text)| File { name, text }).collect();
        let case = finding.case(files);
        Ok((finding, case))
    }

    /// Makes the row of a finding that only has a directory. Its campaign can only be the last one with its seed.
    pub(super) fn adopt(&self, finding: &Finding, case: &Case) -> Result<(), Error> {
        self.database(|connection| {
            let sql = "SELECT id FROM campaign WHERE seed = ? ORDER BY id DESC LIMIT 1";
            let campaign = connection.query_row(sql, [finding.seed as i64], |row| row.get(0)).optional()?;
            tables::insert(connection, campaign, finding, case).map(|_| ())
        })
    }

    /// Whether the tables are those of this version; an error if they are beyond it.
    fn check_format(&self) -> Result<bool, Error> {
        let found = self.database(schema::format)?;
        let known = schema::STEPS.len() as i64;
        if found > known {
            return Err(Error::Newer { directory: self.path.clone(), found, known });
        }
        Ok(found == known)
    }

    fn set_up(&self) -> Result<(), Error> {
        self.database(|connection| {
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            schema::migrate(connection, schema::STEPS)
        })
    }

    fn database<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Error> {
        work(&self.connection).map_err(|error| self.fault(error))
    }

    fn transaction<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Error> {
        self.database(|connection| {
            let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
            let result = work(&transaction)?;
            transaction.commit()?;
            Ok(result)
        })
    }

    fn fault(&self, error: rusqlite::Error) -> Error {
        fault::database(&self.path, &self.path.join(FILE), &self.connection, error)
    }

    fn decode<T: serde::de::DeserializeOwned>(&self, text: &str) -> Result<T, Error> {
        let damaged =
            |error: serde_json::Error| Error::Damaged { path: self.path.join(FILE), message: error.to_string() };
        serde_json::from_str(text).map_err(damaged)
    }

    fn writable(&self) -> Result<(), Error> {
        match self.lock {
            Some(_) => Ok(()),
            None => Err(Error::Database("it was opened for reading".to_string())),
        }
    }

    fn begun(&self) -> Result<i64, Error> {
        self.writable()?;
        self.campaign.ok_or_else(|| Error::Database("no campaign has begun".to_string()))
    }

    /// Findings whose directory is there but not yet their row; only readers meet them.
    fn unlisted(&self, listed: &[Finding]) -> Result<Vec<Finding>, Error> {
        let names = recovery::names(&self.path)?;
        let names = names.into_iter().filter(|name| listed.iter().all(|finding| finding.id != *name));
        Ok(names
            .filter_map(|name| recovery::whole(&self.directory(&name), &name))
            .map(|(finding, _)| finding)
            .collect())
    }
}

impl Store for SqliteStore {
    fn directory_of(&self, id: &str) -> Option<PathBuf> {
        Some(self.directory(id))
    }

    fn begin(&mut self, seed: u64, config: &str) -> Result<Progress, Error> {
        self.writable()?;
        let progress = self.transaction(|connection| match tables::newest(connection, seed, config)? {
            Some(campaign) => tables::progress(connection, campaign),
            None => tables::start(connection, seed, config),
        })?;
        self.campaign = Some(progress.campaign);
        Ok(progress)
    }

    fn use_compilers(&mut self, versions: &BTreeMap<String, String>) -> Result<(), Error> {
        let campaign = self.begun()?;
        self.transaction(|connection| tables::use_compilers(connection, campaign, versions))
    }

    fn record(&mut self, done: &Done, findings: &[(Finding, &Case)]) -> Result<Recorded, Error> {
        let campaign = self.begun()?;
        for (finding, case) in findings {
            recovery::keep(&self.path, finding, case)?;
        }
        self.transaction(|connection| {
            let mut new = Vec::new();
            for (finding, case) in findings {
                if tables::insert(connection, Some(campaign), finding, case)? {
                    new.push(finding.id.clone());
                }
            }
            repeats::insert(connection, campaign, done)?;
            if tables::mark(connection, campaign, done.index)? {
                tables::count(connection, campaign, done)?;
            }
            Ok(Recorded { new })
        })
    }

    fn findings(&self) -> Result<Vec<Finding>, Error> {
        let texts: Vec<String> = self.database(|connection| {
            let mut statement = connection.prepare_cached("SELECT finding FROM finding")?;
            statement.query_map([], |row| row.get(0))?.collect()
        })?;
        let mut findings: Vec<Finding> = texts.iter().map(|text| self.decode(text)).collect::<Result<_, _>>()?;
        findings.extend(self.unlisted(&findings)?);
        findings.sort_by(|a, b| (a.found_at, a.index, &a.id).cmp(&(b.found_at, b.index, &b.id)));
        Ok(findings)
    }

    fn repeats(&self) -> Result<Vec<Repeats>, Error> {
        self.database(repeats::all)
    }

    fn finding(&self, prefix: &str) -> Result<Finding, Error> {
        let prefix = prefix.trim().to_ascii_lowercase();
        let mut matching = self.findings()?;
        matching.retain(|finding| finding.id.starts_with(&prefix));
        match matching.len() {
            0 => Err(Error::NoFinding(prefix)),
            1 => Ok(matching.remove(0)),
            _ => Err(Error::Ambiguous(prefix, list(&matching))),
        }
    }

    fn campaigns(&self) -> Result<Vec<Campaign>, Error> {
        self.database(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT id, seed, started_at, config FROM campaign ORDER BY id")?;
            let rows = statement.query_map([], |row| tables::campaign(connection, row))?;
            rows.collect()
        })
    }
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, Error> {
    let open = || {
        let connection = Connection::open_with_flags(path.join(FILE), flags)?;
        connection.busy_timeout(BUSY)?;
        Ok(connection)
    };
    open().map_err(|error: rusqlite::Error| Error::Database(error.to_string()))
}

fn list(findings: &[Finding]) -> String {
    let ids: Vec<&str> = findings.iter().take(SHOWN_IDS).map(|finding| finding.id.as_str()).collect();
    let more = if findings.len() > SHOWN_IDS { ", …" } else { "" };
    ids.join(", ") + more
}
