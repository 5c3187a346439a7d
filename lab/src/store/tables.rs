//! What the rows mean: queries and changes, each within the caller's transaction.
//!
//! Numbers of 64 bits without a sign are kept as the signed ones with the same bits, because SQLite has no others.

use super::{Campaign, Done, Progress, Totals, Used, UsedBuild, Yield, repeats};
use crate::date;
use crate::oracle::Oracle;
use rusqlite::{Connection, OptionalExtension, Row, params};
use std::collections::BTreeMap;

/// The newest campaign with this seed and configuration.
pub fn newest(connection: &Connection, seed: u64, config: &str) -> rusqlite::Result<Option<i64>> {
    let sql = "SELECT id FROM campaign WHERE seed = ? AND config = ? ORDER BY id DESC LIMIT 1";
    connection.query_row(sql, params![seed as i64, config], |row| row.get(0)).optional()
}

pub fn start(connection: &Connection, seed: u64, config: &str) -> rusqlite::Result<Progress> {
    let sql = "INSERT INTO campaign (seed, config, started_at, next) VALUES (?, ?, ?, 0)";
    connection.execute(sql, params![seed as i64, config, date::now() as i64])?;
    Ok(Progress { campaign: connection.last_insert_rowid(), ..Progress::default() })
}

pub fn progress(connection: &Connection, campaign: i64) -> rusqlite::Result<Progress> {
    let next = next(connection, campaign)?;
    let mut statement = connection.prepare_cached("SELECT program FROM done WHERE campaign = ? ORDER BY program")?;
    let done = statement.query_map([campaign], |row| row.get::<_, i64>(0).map(|program| program as u64))?;
    let mut totals = Totals::default();
    for (_, source) in sources(connection, campaign)? {
        totals += source;
    }
    Ok(Progress { campaign, next, done: done.collect::<Result<_, _>>()?, totals })
}

fn next(connection: &Connection, campaign: i64) -> rusqlite::Result<u64> {
    let mut statement = connection.prepare_cached("SELECT next FROM campaign WHERE id = ?")?;
    statement.query_row([campaign], |row| row.get::<_, i64>(0)).map(|next| next as u64)
}

/// Marks a program as done and moves `next` over all that are; says whether it was not done before.
pub fn mark(connection: &Connection, campaign: i64, program: u64) -> rusqlite::Result<bool> {
    let before = next(connection, campaign)?;
    if program < before {
        return Ok(false);
    }
    let sql = "INSERT INTO done (campaign, program) VALUES (?, ?) ON CONFLICT DO NOTHING";
    let is_new = connection.prepare_cached(sql)?.execute(params![campaign, program as i64])? == 1;
    let mut after = before;
    let mut delete = connection.prepare_cached("DELETE FROM done WHERE campaign = ? AND program = ?")?;
    while delete.execute(params![campaign, after as i64])? == 1 {
        after += 1;
    }
    if after > before {
        let sql = "UPDATE campaign SET next = ? WHERE id = ?";
        connection.prepare_cached(sql)?.execute(params![after as i64, campaign])?;
    }
    Ok(is_new)
}

pub fn count(connection: &Connection, campaign: i64, done: &Done) -> rusqlite::Result<()> {
    let totals = &done.totals;
    let sql = "INSERT INTO total VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
               programs = programs + excluded.programs, builds = builds + excluded.builds,
               inconclusive = inconclusive + excluded.inconclusive, generate_ms = generate_ms + excluded.generate_ms,
               compile_ms = compile_ms + excluded.compile_ms, run_ms = run_ms + excluded.run_ms";
    let numbers = [totals.programs, totals.builds, totals.inconclusive];
    let [programs, builds, inconclusive] = numbers.map(|number| number as i64);
    let [generate, compile, run] = [totals.generate_ms, totals.compile_ms, totals.run_ms].map(|ms| ms as i64);
    let values = params![campaign, done.source, programs, builds, inconclusive, generate, compile, run];
    connection.prepare_cached(sql)?.execute(values)?;
    let sql = "INSERT INTO build_total VALUES (?, ?, 1, ?) ON CONFLICT DO UPDATE SET
               compilations = compilations + 1, cpu_ms = cpu_ms + excluded.cpu_ms";
    for UsedBuild { name, cpu_ms } in &done.builds {
        connection.prepare_cached(sql)?.execute(params![campaign, name, *cpu_ms as i64])?;
    }
    Ok(())
}

/// CPU milliseconds that a campaign has taken.
pub fn cpu_ms(connection: &Connection, campaign: i64) -> rusqlite::Result<u64> {
    let sql = "SELECT coalesce(sum(generate_ms + compile_ms + run_ms), 0) FROM total WHERE campaign = ?";
    connection.prepare_cached(sql)?.query_row([campaign], |row| row.get::<_, i64>(0)).map(|ms| ms as u64)
}

/// Oldest first.
pub fn campaigns(connection: &Connection) -> rusqlite::Result<Vec<Campaign>> {
    let mut statement = connection.prepare_cached("SELECT id, seed, started_at, config FROM campaign ORDER BY id")?;
    let rows = statement.query_map([], |row| campaign(connection, row))?;
    rows.collect()
}

fn campaign(connection: &Connection, row: &Row) -> rusqlite::Result<Campaign> {
    let id = row.get(0)?;
    let sources = sources(connection, id)?;
    let mut totals = Totals::default();
    sources.iter().for_each(|(_, source)| totals += *source);
    Ok(Campaign {
        id,
        seed: row.get::<_, i64>(1)? as u64,
        started_at: row.get::<_, i64>(2)? as u64,
        totals,
        sources,
        oracles: oracles(connection, id)?,
        compilers: compilers(connection, id)?,
        config: row.get(3)?,
    })
}

/// Notes what is not the last known version.
pub fn use_compilers(
    connection: &Connection,
    campaign: i64,
    versions: &BTreeMap<String, String>,
) -> rusqlite::Result<()> {
    let known = compilers(connection, campaign)?;
    let next = next(connection, campaign)? as i64;
    let sql = "INSERT INTO compiler (campaign, name, version, since) VALUES (?, ?, ?, ?)";
    for (name, version) in versions {
        let last = known.iter().rev().find(|used| used.name == *name);
        if last.is_none_or(|used| used.version != *version) {
            connection.prepare_cached(sql)?.execute(params![campaign, name, version, next])?;
        }
    }
    Ok(())
}

fn compilers(connection: &Connection, campaign: i64) -> rusqlite::Result<Vec<Used>> {
    let sql = "SELECT name, version, since FROM compiler WHERE campaign = ? ORDER BY rowid";
    let mut statement = connection.prepare_cached(sql)?;
    let used = |row: &Row| Ok(Used { name: row.get(0)?, version: row.get(1)?, since: row.get::<_, i64>(2)? as u64 });
    statement.query_map([campaign], used)?.collect()
}

/// Totals by source, in the order of names.
fn sources(connection: &Connection, campaign: i64) -> rusqlite::Result<Vec<(String, Totals)>> {
    let sql = "SELECT source, programs, builds, inconclusive, generate_ms, compile_ms, run_ms
               FROM total WHERE campaign = ?";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([campaign], |row| Ok((row.get(0)?, totals(row)?)))?;
    let mut sources: BTreeMap<String, Totals> = rows.collect::<Result<_, _>>()?;
    for (source, found) in yields(connection, campaign, "source")? {
        let totals = sources.entry(source).or_default();
        (totals.findings, totals.flaky) = (found.findings, found.flaky);
    }
    for (source, repeats) in repeats::by_source(connection, campaign)? {
        sources.entry(source).or_default().repeats = repeats;
    }
    Ok(sources.into_iter().collect())
}

fn totals(row: &Row) -> rusqlite::Result<Totals> {
    let number = |column: usize| row.get::<_, i64>(column).map(|number| number as u64);
    Ok(Totals {
        programs: number(1)?,
        builds: number(2)?,
        inconclusive: number(3)?,
        generate_ms: number(4)?,
        compile_ms: number(5)?,
        run_ms: number(6)?,
        ..Totals::default()
    })
}

fn oracles(connection: &Connection, campaign: i64) -> rusqlite::Result<Vec<(Oracle, Yield)>> {
    let yields = yields(connection, campaign, "oracle")?;
    let oracle = |name: String| serde_json::from_value(serde_json::Value::String(name)).ok();
    Ok(yields.into_iter().filter_map(|(name, found)| Some((oracle(name)?, found))).collect())
}

/// A campaign's findings by the values of a column, in their order.
fn yields(connection: &Connection, campaign: i64, column: &str) -> rusqlite::Result<Vec<(String, Yield)>> {
    let sql = format!(
        "SELECT {column}, sum(NOT flaky), sum(flaky) FROM record WHERE campaign = ? GROUP BY {column} ORDER BY {column}"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let found = |row: &Row| {
        let number = |column: usize| row.get::<_, i64>(column).map(|number| number as u64);
        Ok((row.get(0)?, Yield { findings: number(1)?, flaky: number(2)? }))
    };
    statement.query_map([campaign], found)?.collect()
}
