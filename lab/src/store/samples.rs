//! How a campaign went: sums by source, oracle and build, taken while programs are recorded.
//!
//! The next sample is due when the CPU time of the campaign has grown by a fiftieth, or a second. So their number grows with
//! the logarithm of the time, and a curve over CPU time has the same detail everywhere.

use super::{Dimension, Sample, tables};
use crate::date;
use rusqlite::{Connection, Row, params};

/// CPU milliseconds between the first samples.
const STEP_MS: u64 = 1_000;

/// The part of the CPU time so far after which the next one is due.
const GROWTH: u64 = 50;

pub fn take_if_due(connection: &Connection, campaign: i64) -> rusqlite::Result<()> {
    let now = tables::cpu_ms(connection, campaign)?;
    let sql = "SELECT max(cpu_ms) FROM sample WHERE campaign = ?";
    let last: Option<i64> = connection.prepare_cached(sql)?.query_row([campaign], |row| row.get(0))?;
    let is_due = last.is_none_or(|last| {
        let last = last as u64;
        now >= last + STEP_MS.max(last / GROWTH)
    });
    if is_due { take(connection, campaign, now) } else { Ok(()) }
}

fn take(connection: &Connection, campaign: i64, cpu_ms: u64) -> rusqlite::Result<()> {
    let found = |column: &str, name: &str| {
        let count = |flaky: u8| {
            format!("(SELECT count(*) FROM record WHERE campaign = ?1 AND {column} = {name} AND flaky = {flaky})")
        };
        format!("{}, {}", count(0), count(1))
    };
    let sources = format!(
        "SELECT ?1, ?2, 'source', source, ?3, programs, builds, generate_ms + compile_ms + run_ms, {}
         FROM total WHERE campaign = ?1",
        found("source", "total.source")
    );
    let builds = format!(
        "SELECT ?1, ?2, 'build', name, ?3, 0, compilations, cpu_ms, {} FROM build_total WHERE campaign = ?1",
        found("build", "build_total.name")
    );
    let oracles = "SELECT ?1, ?2, 'oracle', oracle, ?3, 0, 0, 0, sum(NOT flaky), sum(flaky)
                   FROM record WHERE campaign = ?1 GROUP BY oracle";
    for rows in [sources.as_str(), &builds, oracles] {
        let sql = format!("INSERT OR REPLACE INTO sample {rows}");
        let values = params![campaign, cpu_ms as i64, date::now() as i64];
        connection.prepare_cached(&sql)?.execute(values)?;
    }
    Ok(())
}

pub fn all(connection: &Connection, campaign: i64) -> rusqlite::Result<Vec<Sample>> {
    let sql = "SELECT dimension, at, cpu_ms, name, programs, compilations, spent_ms, findings, flaky FROM sample
               WHERE campaign = ? ORDER BY cpu_ms, dimension, name";
    let mut statement = connection.prepare_cached(sql)?;
    statement.query_map([campaign], sample)?.collect()
}

fn sample(row: &Row) -> rusqlite::Result<Sample> {
    let number = |column: usize| row.get::<_, i64>(column).map(|number| number as u64);
    let dimension: String = row.get(0)?;
    Ok(Sample {
        dimension: match dimension.as_str() {
            "source" => Dimension::Source,
            "oracle" => Dimension::Oracle,
            _ => Dimension::Build,
        },
        at: number(1)?,
        cpu_ms: number(2)?,
        name: row.get(3)?,
        programs: number(4)?,
        compilations: number(5)?,
        spent_ms: number(6)?,
        findings: number(7)?,
        flaky: number(8)?,
    })
}
