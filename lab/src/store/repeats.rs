//! The rows of what is only counted, each within the caller's transaction.

use super::{Done, Repeat, Repeated, Repeats};
use crate::finding::word;
use crate::oracle::Kind;
use rusqlite::{Connection, Row, params};
use std::collections::BTreeMap;

/// Counts a program's repeats, each once; what is a finding already is none.
pub fn insert(connection: &Connection, campaign: i64, done: &Done) -> rusqlite::Result<()> {
    let sql = "INSERT INTO repeat (id, campaign, source, program, recipe, compiler, kind, signature)
               SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 WHERE NOT EXISTS (SELECT 1 FROM record WHERE id = ?1)
               ON CONFLICT DO NOTHING";
    for Repeat { id, recipe, compiler, kind, signature } in &done.repeats {
        let (program, kind) = (done.index as i64, word(kind));
        let values = params![id, campaign, done.source, program, recipe, compiler, kind, signature];
        connection.prepare_cached(sql)?.execute(values)?;
    }
    Ok(())
}

/// What has become a finding after all is no repeat any more.
pub fn remove(connection: &Connection, id: &str) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM repeat WHERE id = ?")?.execute([id]).map(|_| ())
}

pub fn all(connection: &Connection) -> rusqlite::Result<Vec<Repeats>> {
    let sql = "SELECT compiler, kind, signature, seed, program, recipe
               FROM repeat JOIN campaign ON campaign.id = campaign ORDER BY campaign, program, repeat.id";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([])?;
    let mut all: BTreeMap<(String, Kind, String), Vec<Repeated>> = BTreeMap::new();
    while let Some(row) = rows.next()? {
        let name: String = row.get(1)?;
        // One of a newer version, which this one has no word for.
        let Ok(kind) = serde_json::from_value(serde_json::Value::String(name)) else { continue };
        all.entry((row.get(0)?, kind, row.get(2)?)).or_default().push(repeated(row)?);
    }
    let repeats = |((compiler, kind, signature), programs)| Repeats { compiler, kind, signature, programs };
    Ok(all.into_iter().map(repeats).collect())
}

fn repeated(row: &Row) -> rusqlite::Result<Repeated> {
    let number = |column: usize| row.get::<_, i64>(column).map(|number| number as u64);
    Ok(Repeated { seed: number(3)?, index: number(4)?, recipe: row.get(5)? })
}

/// How many a campaign has, by source.
pub fn by_source(connection: &Connection, campaign: i64) -> rusqlite::Result<Vec<(String, u64)>> {
    let sql = "SELECT source, count(*) FROM repeat WHERE campaign = ? GROUP BY source";
    let mut statement = connection.prepare_cached(sql)?;
    let count = |row: &Row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64));
    statement.query_map([campaign], count)?.collect()
}
