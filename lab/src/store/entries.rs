//! Lists of findings: what a query means in SQL.

use super::records::decode;
use super::{Entry, Position, Query};
use crate::finding::{State, word};
use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};
use serde::de::DeserializeOwned;

/// Ids that an ambiguous prefix is answered with.
const SHOWN_IDS: usize = 8;

pub fn query(connection: &Connection, query: &Query) -> rusqlite::Result<Vec<Entry>> {
    let (conditions, values) = conditions(query);
    let wanted = if conditions.is_empty() { String::new() } else { format!("WHERE {}", conditions.join(" AND ")) };
    let limit = query.limit.map_or(-1, |limit| i64::try_from(limit).unwrap_or(i64::MAX));
    let sql = format!(
        "SELECT * FROM (SELECT {COLUMNS} FROM record LEFT JOIN temp.regrouped USING (id)) {wanted}
         ORDER BY found_at, program, id LIMIT {limit}"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    statement.query_map(params_from_iter(values), entry)?.collect()
}

/// In the order of `entry`. `record.bug` is that of the last grouping that could be written.
const COLUMNS: &str = "id, kind, oracle, source, compiler, version, signature, flaky, shown, runs, found_at, program,
    cpu_ms, reducing, triaged, headline, lines, coalesce(regrouped.bug, record.bug) AS bug";

fn conditions(query: &Query) -> (Vec<String>, Vec<Value>) {
    let Query { kind, compiler, flaky, reducing, triaged, bug, found_at, after, limit: _ } = query;
    let mut wanted: Vec<(&str, Vec<Value>)> = Vec::new();
    wanted.extend(kind.map(|kind| ("kind = ?", vec![Value::Text(word(&kind))])));
    wanted.extend(compiler.iter().map(|name| ("compiler = ?", vec![Value::Text(name.clone())])));
    wanted.extend(flaky.map(|flaky| ("flaky = ?", vec![Value::Integer(flaky.into())])));
    wanted.extend(reducing.map(|reducing| ("reducing = ?", vec![Value::Text(word(&reducing))])));
    wanted.extend(triaged.map(|triaged| ("triaged = ?", vec![Value::Text(word(&triaged))])));
    wanted.extend(bug.iter().map(|bug| ("bug = ?", vec![Value::Text(bug.clone())])));
    let number = |number: u64| Value::Integer(number as i64);
    wanted.extend(
        found_at.iter().map(|time| ("found_at >= ? AND found_at < ?", vec![number(time.start), number(time.end)])),
    );
    wanted.extend(after.iter().map(|Position { found_at, index, id }| {
        ("(found_at, program, id) > (?, ?, ?)", vec![number(*found_at), number(*index), Value::Text(id.clone())])
    }));
    let (conditions, values): (Vec<&str>, Vec<Vec<Value>>) = wanted.into_iter().unzip();
    (conditions.into_iter().map(str::to_string).collect(), values.concat())
}

fn entry(row: &Row) -> rusqlite::Result<Entry> {
    let number = |column: usize| row.get::<_, i64>(column).map(|number| number as u64);
    let runs = row.get(9)?;
    let state = if row.get(7)? { State::Flaky { shown: row.get(8)?, runs } } else { State::Confirmed { runs } };
    Ok(Entry {
        id: row.get(0)?,
        kind: named(row, 1)?,
        oracle: named(row, 2)?,
        source: row.get(3)?,
        compiler: row.get(4)?,
        version: row.get(5)?,
        signature: row.get(6)?,
        state,
        found_at: number(10)?,
        index: number(11)?,
        cpu_ms: row.get::<_, Option<i64>>(12)?.map(|ms| ms as u64),
        reducing: named(row, 13)?,
        triaged: named(row, 14)?,
        headline: row.get(15)?,
        reduced_lines: row.get::<_, Option<i64>>(16)?.map(|lines| lines as usize),
        bug: row.get(17)?,
    })
}

/// A value that is kept by its name.
fn named<T: DeserializeOwned>(row: &Row, column: usize) -> rusqlite::Result<T> {
    let name: String = row.get(column)?;
    decode(&format!("\"{name}\""))
}

/// Ids that begin so, in order.
pub fn beginning(connection: &Connection, prefix: &str) -> rusqlite::Result<Vec<String>> {
    let sql = "SELECT id FROM record WHERE substr(id, 1, length(?1)) = ?1 ORDER BY found_at, program, id";
    connection.prepare_cached(sql)?.query_map([prefix], |row| row.get(0))?.collect()
}

/// Some of many ids.
pub fn shown(ids: &[String]) -> String {
    let more = if ids.len() > SHOWN_IDS { ", …" } else { "" };
    ids[..ids.len().min(SHOWN_IDS)].join(", ") + more
}
