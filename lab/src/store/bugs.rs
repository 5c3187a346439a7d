//! Findings into bugs, and what people said about that.
//!
//! Grouping looks at all findings at once, so it is done when somebody asks for bugs and something has changed since.

use super::records::{decode, touch};
use crate::triage::{Bug, Corrections, Triage, cluster_with};
use rusqlite::{Connection, Transaction, TransactionBehavior, params};
use std::collections::BTreeSet;

/// Findings or corrections have changed.
pub fn outdate(connection: &Connection) -> rusqlite::Result<()> {
    connection.prepare_cached("UPDATE pending SET regroup = 1")?.execute([]).map(|_| ())
}

/// Makes sure that every finding has its bug: in its row, or, if nothing may be written, in a table of this connection.
pub fn regroup(connection: &Connection, is_writable: bool) -> rusqlite::Result<()> {
    connection.execute_batch("CREATE TEMP TABLE IF NOT EXISTS regrouped (id TEXT PRIMARY KEY, bug TEXT)")?;
    let is_outdated: bool = connection.query_row("SELECT regroup FROM pending", [], |row| row.get(0))?;
    if !is_outdated {
        return Ok(());
    }
    // Whoever may write waits for others who do.
    let behaviour = if is_writable { TransactionBehavior::Immediate } else { TransactionBehavior::Deferred };
    let transaction = Transaction::new_unchecked(connection, behaviour)?;
    let sql = match is_writable {
        true => "UPDATE record SET bug = ?2 WHERE id = ?1 AND bug IS NOT ?2",
        false => "INSERT OR REPLACE INTO temp.regrouped VALUES (?1, ?2)",
    };
    if is_writable {
        let sql = "UPDATE record SET bug = NULL WHERE bug IS NOT NULL AND triaged = 'neither'";
        transaction.execute(sql, [])?;
    }
    for bug in all(&transaction)? {
        for finding in &bug.findings {
            transaction.prepare_cached(sql)?.execute(params![finding, bug.id])?;
        }
    }
    if is_writable {
        transaction.execute("UPDATE pending SET regroup = 0", [])?;
    }
    transaction.commit()
}

pub fn all(connection: &Connection) -> rusqlite::Result<Vec<Bug>> {
    Ok(cluster_with(&triages(connection)?, &corrections(connection)?))
}

/// Of all findings that were looked into, oldest first.
pub fn triages(connection: &Connection) -> rusqlite::Result<Vec<Triage>> {
    let sql = "SELECT triage FROM record JOIN body USING (id) WHERE triage IS NOT NULL ORDER BY found_at, program, id";
    let mut statement = connection.prepare_cached(sql)?;
    let texts: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    texts.iter().map(|text| decode(text)).collect()
}

pub fn corrections(connection: &Connection) -> rusqlite::Result<Corrections> {
    let mut statement = connection.prepare_cached("SELECT id FROM split ORDER BY id")?;
    let split = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut statement = connection.prepare_cached("SELECT one, other FROM merged ORDER BY rowid")?;
    let merged = statement.query_map([], |row| Ok([row.get(0)?, row.get(1)?]))?.collect::<Result<_, _>>()?;
    Ok(Corrections { split, merged })
}

/// Replaces what people said. Gives the findings that it is about, before or after.
pub fn correct(connection: &Connection, corrections: &Corrections) -> rusqlite::Result<BTreeSet<String>> {
    let before = self::corrections(connection)?;
    if before == *corrections {
        return Ok(BTreeSet::new());
    }
    connection.execute_batch("DELETE FROM split; DELETE FROM merged")?;
    for id in &corrections.split {
        connection.prepare_cached("INSERT OR IGNORE INTO split VALUES (?)")?.execute([id])?;
    }
    for [one, other] in &corrections.merged {
        connection.prepare_cached("INSERT INTO merged VALUES (?, ?)")?.execute([one, other])?;
    }
    outdate(connection)?;
    let named = |it: &Corrections| it.split.iter().chain(it.merged.iter().flatten()).cloned().collect::<BTreeSet<_>>();
    let all: BTreeSet<String> = named(&before).union(&named(corrections)).cloned().collect();
    let changed: BTreeSet<String> = all.into_iter().filter(|id| before.of(id) != corrections.of(id)).collect();
    let is_there = |id: &String| {
        let sql = "SELECT EXISTS (SELECT 1 FROM record WHERE id = ?)";
        connection.prepare_cached(sql)?.query_row([id], |row| row.get::<_, bool>(0))
    };
    let mut kept = BTreeSet::new();
    for id in changed {
        if is_there(&id)? {
            touch(connection, &id)?;
            kept.insert(id);
        }
    }
    Ok(kept)
}
