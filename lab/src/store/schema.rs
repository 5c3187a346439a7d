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
];

pub fn format(connection: &Connection) -> Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Takes the tables through the steps they have not seen, all or none.
pub fn migrate(connection: &Connection, steps: &[&str]) -> Result<()> {
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    let seen = usize::try_from(format(&transaction)?).unwrap_or(0);
    for step in steps.iter().skip(seen) {
        transaction.execute_batch(step)?;
    }
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
        migrate(&connection, &[OLD]).unwrap();
        assert_eq!(format(&connection), Ok(1));
        migrate(&connection, &[OLD, "ALTER TABLE a ADD COLUMN y INTEGER DEFAULT 1"]).unwrap();
        assert_eq!(format(&connection), Ok(2));
        let row = connection.query_row("SELECT x, y FROM a", [], |row| Ok((row.get(0)?, row.get(1)?)));
        assert_eq!(row, Ok((7, 1)));
    }

    #[test]
    fn a_step_that_fails_changes_nothing() {
        let connection = Connection::open_in_memory().unwrap();
        migrate(&connection, &[OLD]).unwrap();
        migrate(&connection, &[OLD, "DELETE FROM a", "no SQL"]).unwrap_err();
        assert_eq!(format(&connection), Ok(1));
        assert_eq!(connection.query_row("SELECT x FROM a", [], |row| row.get(0)), Ok(7));
    }
}
