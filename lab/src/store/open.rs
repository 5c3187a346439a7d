//! The three ways to open a store: to hunt, to change what is known of findings, and to look.

use super::lock::{self, Lock};
use super::recovery::{self, FINDINGS};
use super::sqlite::{DATABASE, SqliteStore};
use super::{Error, Store, fault, legacy, schema};
use crate::record::directory;
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Other processes hold nothing for longer than a moment.
const BUSY: Duration = Duration::from_secs(60);

/// For hunting: makes the store if there is none, and puts right what a killed process left behind. One process at a time.
pub fn open(path: &Path) -> Result<Box<dyn Store>, Error> {
    let findings = path.join(FINDINGS);
    fs::create_dir_all(&findings).map_err(|error| fault::io(path, "cannot create the store", path, error))?;
    let lock = lock::take(path)?;
    let mut store = whole(path)?;
    store.lock = Some(lock);
    Ok(Box::new(store))
}

/// For changing what is known of findings, whoever is hunting with the store. One of an older format, or without its
/// database, is put right first, for which nobody may be hunting.
pub fn edit(path: &Path) -> Result<Box<dyn Store>, Error> {
    must_exist(path)?;
    if path.join(DATABASE).exists() {
        let store = SqliteStore::new(path, connect(path, flags(OpenFlags::SQLITE_OPEN_READ_WRITE))?, true);
        if check_format(&store)? {
            set_up(&store)?;
            return Ok(Box::new(store));
        }
    }
    let _lock: Lock = lock::take(path)?;
    Ok(Box::new(whole(path)?))
}

/// For looking at it, whoever is hunting with it. Nothing is changed.
pub fn read(path: &Path) -> Result<Box<dyn Store>, Error> {
    must_exist(path)?;
    let store = connect(path, flags(OpenFlags::SQLITE_OPEN_READ_ONLY)).map(|it| SqliteStore::new(path, it, false));
    let store = store.and_then(|store| check_format(&store).map(|is_current| (store, is_current)));
    match store {
        Ok((store, true)) => Ok(Box::new(store)),
        Ok((old, false)) => copied(path, Some(&old)),
        // It is not there, or the disk cannot be written, which SQLite needs for its log: the directories say enough.
        Err(Error::Database(_)) => copied(path, None),
        Err(error) => Err(error),
    }
}

/// With the tables of this version, and directories that agree with them. The caller has the lock.
fn whole(path: &Path) -> Result<SqliteStore, Error> {
    let mut store = SqliteStore::new(path, connect(path, flags(OpenFlags::default()))?, true);
    check_format(&store)?;
    store.database(|connection| connection.pragma_update(None, "journal_mode", "WAL"))?;
    set_up(&store)?;
    migrate(&store)?;
    store.recovery = recovery::recover(&store)?;
    directory::sync(path).map_err(|error| fault::io(path, "cannot sync", path, error))?;
    Ok(store)
}

/// A store in memory, with what is in the old database, if there is one, and in the directories.
fn copied(path: &Path, old: Option<&SqliteStore>) -> Result<Box<dyn Store>, Error> {
    let connection = Connection::open_in_memory().map_err(|error| Error::Database(error.to_string()))?;
    let store = SqliteStore::new(path, connection, false);
    if let Some(old) = old {
        old.database(|from| store.connection_for_copy(|to| legacy::copy_tables(from, to)))?;
    }
    migrate(&store)?;
    recovery::adopt_all(&store)?;
    Ok(Box::new(store))
}

fn migrate(store: &SqliteStore) -> Result<(), Error> {
    store.database(|connection| {
        schema::migrate(connection, schema::STEPS, |connection, seen| legacy::import(connection, store.root(), seen))
    })
}

fn set_up(store: &SqliteStore) -> Result<(), Error> {
    store.database(|connection| connection.pragma_update(None, "synchronous", "NORMAL"))
}

/// Whether the tables are those of this version; an error if they are beyond it.
fn check_format(store: &SqliteStore) -> Result<bool, Error> {
    let found = store.database(schema::format)?;
    let known = schema::STEPS.len() as i64;
    if found > known {
        return Err(Error::Newer { directory: store.root().to_path_buf(), found, known });
    }
    Ok(found == known)
}

fn must_exist(path: &Path) -> Result<(), Error> {
    match path.join(DATABASE).exists() || path.join(FINDINGS).is_dir() {
        true => Ok(()),
        false => Err(Error::Missing { directory: path.to_path_buf() }),
    }
}

/// A connection is used by one thread at a time: see `SqliteStore`.
fn flags(flags: OpenFlags) -> OpenFlags {
    flags | OpenFlags::SQLITE_OPEN_NO_MUTEX
}

fn connect(path: &Path, flags: OpenFlags) -> Result<Connection, Error> {
    let open = || {
        let connection = Connection::open_with_flags(path.join(DATABASE), flags)?;
        connection.busy_timeout(BUSY)?;
        Ok(connection)
    };
    open().map_err(|error: rusqlite::Error| Error::Database(error.to_string()))
}
