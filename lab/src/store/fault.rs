//! What failed calls mean to a campaign: above all, whether the disk is full, so that it waits and tries again.

use super::Error;
use rusqlite::{Connection, ErrorCode, ffi};
use rustix::io::Errno;
use std::io;
use std::path::Path;

/// A failed system call on `path`, in a store.
pub fn io(directory: &Path, what: &'static str, path: &Path, error: io::Error) -> Error {
    match error.raw_os_error() {
        Some(code) if is_full(code) => Error::Full { directory: directory.to_path_buf() },
        _ => Error::Io { what, path: path.to_path_buf(), error },
    }
}

/// A failed use of the store's database.
pub fn database(directory: &Path, path: &Path, connection: &Connection, error: rusqlite::Error) -> Error {
    let message = error.to_string();
    if let rusqlite::Error::FromSqlConversionFailure(..) = error {
        return Error::Damaged { path: path.to_path_buf(), message };
    }
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => Error::Full { directory: directory.to_path_buf() },
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            Error::Damaged { path: path.to_path_buf(), message }
        }
        Some(ErrorCode::SystemIoFailure | ErrorCode::CannotOpen)
            if is_shm_growth(&error) || is_full(system_errno(connection)) =>
        {
            Error::Full { directory: directory.to_path_buf() }
        }
        _ => Error::Database(message),
    }
}

/// No room left for bytes: the disk, the user's quota, or the largest file this process may write.
fn is_full(code: i32) -> bool {
    [Errno::NOSPC, Errno::DQUOT, Errno::FBIG].iter().any(|errno| errno.raw_os_error() == code)
}

/// SQLite writes to its index of the log only to see whether there is room.
fn is_shm_growth(error: &rusqlite::Error) -> bool {
    error.sqlite_error().is_some_and(|error| error.extended_code == ffi::SQLITE_IOERR_SHMSIZE)
}

/// SQLite has a code of its own for ENOSPC alone.
#[expect(unsafe_code, reason = "rusqlite has no call for it")]
fn system_errno(connection: &Connection) -> i32 {
    // SAFETY: the handle is that of an open connection, which is not used by another thread: it is not `Sync`.
    unsafe { ffi::sqlite3_system_errno(connection.handle()) }
}
