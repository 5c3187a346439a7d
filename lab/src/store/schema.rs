//! The tables, and how those of an older format become those of this one.

use rusqlite::{Connection, Result, Transaction, TransactionBehavior};

/// Each step leads from the format of its index to the next. Steps are never changed, only added.
pub const STEPS: &[&str] = &[
    "
    CREATE TABLE campaign (
        id         INTEGER PRIMARY KEY,
        seed       INTEGER NOT NULL,
        config     TEXT NOT NULL,
        started_at INTEGER NOT NULL,
        -- Every program below it is done.
        next       INTEGER NOT NULL
    ) STRICT;
    -- Programs above `next` that are done: never more than are in work at a time.
    CREATE TABLE done (
        campaign INTEGER NOT NULL REFERENCES campaign,
        program  INTEGER NOT NULL,
        PRIMARY KEY (campaign, program)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE total (
        campaign     INTEGER NOT NULL REFERENCES campaign,
        source       TEXT NOT NULL,
        programs     INTEGER NOT NULL,
        builds       INTEGER NOT NULL,
        inconclusive INTEGER NOT NULL,
        generate_ms  INTEGER NOT NULL,
        compile_ms   INTEGER NOT NULL,
        run_ms       INTEGER NOT NULL,
        PRIMARY KEY (campaign, source)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE finding (
        id       TEXT PRIMARY KEY,
        -- The first campaign that found it.
        campaign INTEGER REFERENCES campaign,
        source   TEXT NOT NULL,
        oracle   TEXT NOT NULL,
        flaky    INTEGER NOT NULL,
        found_at INTEGER NOT NULL,
        program  INTEGER NOT NULL,
        -- finding.json.
        finding  TEXT NOT NULL,
        -- Pairs of name and text: with the above, all that the directory is made of.
        files    TEXT NOT NULL
    ) STRICT;
",
    "
    -- What would be findings, were there not enough like them.
    CREATE TABLE repeat (
        -- As of a finding.
        id        TEXT PRIMARY KEY,
        campaign  INTEGER NOT NULL REFERENCES campaign,
        source    TEXT NOT NULL,
        program   INTEGER NOT NULL,
        recipe    TEXT NOT NULL,
        compiler  TEXT NOT NULL,
        kind      TEXT NOT NULL,
        signature TEXT NOT NULL
    ) STRICT;
",
    "
    -- Versions of a campaign's compilers. The last row of a name is the one in use.
    CREATE TABLE compiler (
        campaign INTEGER NOT NULL REFERENCES campaign,
        name     TEXT NOT NULL,
        version  TEXT NOT NULL,
        since    INTEGER NOT NULL
    ) STRICT;
",
    "
    -- What findings are listed and chosen by. What is in `finding` moves here, with what is in the directories.
    CREATE TABLE record (
        id        TEXT PRIMARY KEY,
        -- The first campaign that found it.
        campaign  INTEGER REFERENCES campaign,
        source    TEXT NOT NULL,
        oracle    TEXT NOT NULL,
        kind      TEXT NOT NULL,
        -- Who is accused.
        compiler  TEXT NOT NULL,
        version   TEXT NOT NULL,
        signature TEXT NOT NULL,
        -- The compiler with its level, as samples count it.
        build     TEXT NOT NULL,
        flaky     INTEGER NOT NULL,
        shown     INTEGER NOT NULL,
        runs      INTEGER NOT NULL,
        found_at  INTEGER NOT NULL,
        program   INTEGER NOT NULL,
        -- Of the campaign when it was found; null if nobody knows.
        cpu_ms    INTEGER,
        reducing  TEXT NOT NULL,
        triaged   TEXT NOT NULL,
        headline  TEXT NOT NULL,
        lines     INTEGER,
        -- The finding that stands for its bug; see `pending`.
        bug       TEXT,
        -- Counts the changes; the directory is that of `rendered`.
        revision  INTEGER NOT NULL,
        rendered  INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX record_by_time ON record (found_at, program, id);
    CREATE INDEX record_by_bug ON record (bug);
    -- All that a record is made of, as JSON.
    CREATE TABLE body (
        id        TEXT PRIMARY KEY REFERENCES record,
        finding   TEXT NOT NULL,
        -- Pairs of name and text.
        files     TEXT NOT NULL,
        reduction TEXT,
        triage    TEXT,
        -- Pairs of name and length: the files of the directory.
        directory TEXT NOT NULL
    ) STRICT;
    -- Findings that people call bugs of their own, and pairs of findings that they call one bug.
    CREATE TABLE split (id TEXT PRIMARY KEY) STRICT;
    CREATE TABLE merged (one TEXT NOT NULL, other TEXT NOT NULL) STRICT;
    -- Whether findings have changed since they were grouped into bugs.
    CREATE TABLE pending (regroup INTEGER NOT NULL) STRICT;
    INSERT INTO pending VALUES (1);
    CREATE TABLE lease (
        id         INTEGER PRIMARY KEY,
        campaign   INTEGER NOT NULL REFERENCES campaign,
        first      INTEGER NOT NULL,
        -- The index after the last one.
        past       INTEGER NOT NULL,
        expires_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE build_total (
        campaign     INTEGER NOT NULL REFERENCES campaign,
        name         TEXT NOT NULL,
        compilations INTEGER NOT NULL,
        cpu_ms       INTEGER NOT NULL,
        PRIMARY KEY (campaign, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE sample (
        campaign     INTEGER NOT NULL REFERENCES campaign,
        cpu_ms       INTEGER NOT NULL,
        dimension    TEXT NOT NULL,
        name         TEXT NOT NULL,
        at           INTEGER NOT NULL,
        programs     INTEGER NOT NULL,
        compilations INTEGER NOT NULL,
        spent_ms     INTEGER NOT NULL,
        findings     INTEGER NOT NULL,
        flaky        INTEGER NOT NULL,
        PRIMARY KEY (campaign, cpu_ms, dimension, name)
    ) STRICT, WITHOUT ROWID;
",
];

/// The format in which findings were rows of `finding`, and what was learnt about them was in their directories only.
pub const ROWS_AND_DIRECTORIES: usize = 3;

pub fn format(connection: &Connection) -> Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Takes the tables through the steps they have not seen, all or none. `import` is told the format that they had, and
/// brings what no step can: what is in files.
pub fn migrate(
    connection: &Connection,
    steps: &[&str],
    import: impl FnOnce(&Connection, usize) -> Result<()>,
) -> Result<()> {
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    let seen = usize::try_from(format(&transaction)?).unwrap_or(0);
    for step in steps.iter().skip(seen) {
        transaction.execute_batch(step)?;
    }
    import(&transaction, seen)?;
    transaction.pragma_update(None, "user_version", steps.len().max(seen) as i64)?;
    transaction.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "CREATE TABLE a (x INTEGER); INSERT INTO a VALUES (7);";

    #[test]
    fn tables_of_an_older_format_keep_what_is_in_them() {
        let connection = Connection::open_in_memory().unwrap();
        migrate(&connection, &[OLD], |_, _| Ok(())).unwrap();
        assert_eq!(format(&connection), Ok(1));
        migrate(&connection, &[OLD, "ALTER TABLE a ADD COLUMN y INTEGER DEFAULT 1"], |_, _| Ok(())).unwrap();
        assert_eq!(format(&connection), Ok(2));
        let row = connection.query_row("SELECT x, y FROM a", [], |row| Ok((row.get(0)?, row.get(1)?)));
        assert_eq!(row, Ok((7, 1)));
    }

    #[test]
    fn a_step_that_fails_changes_nothing() {
        let connection = Connection::open_in_memory().unwrap();
        migrate(&connection, &[OLD], |_, _| Ok(())).unwrap();
        migrate(&connection, &[OLD, "DELETE FROM a", "no SQL"], |_, _| Ok(())).unwrap_err();
        assert_eq!(format(&connection), Ok(1));
        assert_eq!(connection.query_row("SELECT x FROM a", [], |row| row.get(0)), Ok(7));
    }
}
