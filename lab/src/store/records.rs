//! The rows of a record, each within the caller's transaction.

use super::{Done, bugs, build_name, repeats, tables};
use crate::case::Case;
use crate::finding::{Finding, State, word};
use crate::record::{Record, files_from_json, files_to_json, render};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::Path;

/// Inserts what was found in a program; the ids of those that were not there before.
pub fn insert(
    connection: &Connection,
    campaign: i64,
    done: &Done,
    findings: &[(Finding, &Case)],
) -> rusqlite::Result<Vec<String>> {
    let cpu_ms = tables::cpu_ms(connection, campaign)? + done.totals.cpu_ms();
    let mut new = Vec::new();
    for (finding, case) in findings {
        let record = Record::new(finding.clone(), (*case).clone());
        if add(connection, Some(campaign), Some(cpu_ms), &record)? {
            new.push(finding.id.clone());
        }
    }
    Ok(new)
}

/// Inserts a record that comes from elsewhere. Its campaign can only be the last one with its seed.
pub fn adopt(connection: &Connection, record: &Record) -> rusqlite::Result<()> {
    let sql = "SELECT id FROM campaign WHERE seed = ? ORDER BY id DESC LIMIT 1";
    let campaign = connection.query_row(sql, [record.finding.seed as i64], |row| row.get(0)).optional()?;
    add(connection, campaign, None, record)?;
    let mut corrections = bugs::corrections(connection)?;
    corrections.extend(&record.corrections);
    bugs::correct(connection, &corrections).map(|_| ())
}

/// Whether there was no such finding.
pub fn add(
    connection: &Connection,
    campaign: Option<i64>,
    cpu_ms: Option<u64>,
    record: &Record,
) -> rusqlite::Result<bool> {
    let Finding { id, source, oracle, kind, signature, state, found_at, index, .. } = &record.finding;
    let (shown, runs) = match state {
        State::Confirmed { runs } => (runs, runs),
        State::Flaky { shown, runs } => (shown, runs),
    };
    let sql =
        "INSERT INTO record (id, campaign, source, oracle, kind, compiler, version, signature, build, flaky, shown,
                   runs, found_at, program, cpu_ms, reducing, triaged, headline, lines, revision, rendered)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 0) ON CONFLICT DO NOTHING";
    let changed = connection.prepare_cached(sql)?.execute(params![
        id,
        campaign,
        source,
        word(oracle),
        word(kind),
        record.accused(),
        record.finding.compiler.version.text,
        signature,
        build_name(record.accused(), record.finding.flags()),
        record.finding.is_flaky(),
        shown,
        runs,
        *found_at as i64,
        *index as i64,
        cpu_ms.map(|ms| ms as i64),
        word(&record.reducing()),
        word(&record.triaged()),
        record.headline(),
        record.reduced_lines().map(|lines| lines as i64),
    ])?;
    if changed == 1 {
        let sql = "INSERT INTO body (id, finding, files, reduction, triage, directory) VALUES (?, ?, ?, ?, ?, '[]')";
        let (reduction, triage) = (json(&record.reduction), json(&record.triage));
        let values = params![id, to_json(&record.finding), files_to_json(&record.case.files), reduction, triage];
        connection.prepare_cached(sql)?.execute(values)?;
        bugs::outdate(connection)?;
    }
    repeats::remove(connection, id)?;
    Ok(changed == 1)
}

pub fn get(connection: &Connection, id: &str) -> rusqlite::Result<Option<Record>> {
    let sql = "SELECT finding, files, reduction, triage FROM body WHERE id = ?";
    let read = |row: &rusqlite::Row| {
        let texts: (String, String, Option<String>, Option<String>) =
            (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        Ok(texts)
    };
    let Some((finding, files, reduction, triage)) = connection.prepare_cached(sql)?.query_row([id], read).optional()?
    else {
        return Ok(None);
    };
    let finding: Finding = decode(&finding)?;
    let case = finding.case(files_from_json(&files).map_err(damaged)?);
    let reduction = reduction.map(|text| decode(&text)).transpose()?;
    let triage = triage.map(|text| decode(&text)).transpose()?;
    let corrections = bugs::corrections(connection)?.of(id);
    Ok(Some(Record { reduction, triage, corrections, ..Record::new(finding, case) }))
}

/// Changes what was learnt about a finding; none if there is no such finding.
pub fn change(connection: &Connection, id: &str, change: impl FnOnce(&mut Record)) -> rusqlite::Result<Option<()>> {
    let Some(mut record) = get(connection, id)? else { return Ok(None) };
    change(&mut record);
    let sql =
        "UPDATE record SET reducing = ?, triaged = ?, headline = ?, lines = ?, revision = revision + 1 WHERE id = ?";
    let (reducing, triaged) = (word(&record.reducing()), word(&record.triaged()));
    let lines = record.reduced_lines().map(|lines| lines as i64);
    connection.prepare_cached(sql)?.execute(params![reducing, triaged, record.headline(), lines, id])?;
    let sql = "UPDATE body SET reduction = ?, triage = ? WHERE id = ?";
    connection.prepare_cached(sql)?.execute(params![json(&record.reduction), json(&record.triage), id])?;
    bugs::outdate(connection)?;
    Ok(Some(()))
}

/// People said something about a finding: its directory has to say so as well.
pub fn touch(connection: &Connection, id: &str) -> rusqlite::Result<()> {
    let sql = "UPDATE record SET revision = revision + 1 WHERE id = ?";
    connection.prepare_cached(sql)?.execute([id]).map(|_| ())
}

/// A record with its revision, and the names of the files that its directory has.
pub fn to_render(connection: &Connection, id: &str) -> rusqlite::Result<(Record, i64, Vec<String>)> {
    let record = get(connection, id)?.ok_or(rusqlite::Error::QueryReturnedNoRows)?;
    let sql = "SELECT revision, directory FROM record JOIN body USING (id) WHERE id = ?";
    let (revision, files): (i64, String) =
        connection.prepare_cached(sql)?.query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let files: Vec<(String, u64)> = decode(&files)?;
    Ok((record, revision, files.into_iter().map(|(name, _)| name).collect()))
}

/// The directory has these files now.
pub fn set_rendered(
    connection: &Connection,
    id: &str,
    revision: i64,
    files: &[(String, String)],
) -> rusqlite::Result<()> {
    let lengths: Vec<(&str, u64)> = files.iter().map(|(name, text)| (name.as_str(), text.len() as u64)).collect();
    connection.prepare_cached("UPDATE record SET rendered = ? WHERE id = ?")?.execute(params![revision, id])?;
    connection
        .prepare_cached("UPDATE body SET directory = ? WHERE id = ?")?
        .execute(params![to_json(&lengths), id])
        .map(|_| ())
}

/// Whether the directory is that of the record, as far as names and lengths tell. Only the program, and what others read by
/// machine, count: reports are for people, who may write in them.
pub fn is_rendered(connection: &Connection, id: &str, dir: &Path) -> rusqlite::Result<bool> {
    let sql = "SELECT rendered = revision, directory FROM record JOIN body USING (id) WHERE id = ?";
    let (is_current, files): (bool, String) =
        connection.prepare_cached(sql)?.query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let files: Vec<(String, u64)> = decode(&files)?;
    Ok(is_current && is_whole(dir, &files))
}

fn is_whole(dir: &Path, files: &[(String, u64)]) -> bool {
    let counts = |name: &str| {
        let programs = [render::ORIGINAL, render::REDUCED];
        name.split_once('/').is_some_and(|(top, _)| programs.contains(&top))
            || [render::RECORD, render::FINDING].contains(&name)
    };
    let is_there = |name: &str, length: u64| {
        dir.join(name).symlink_metadata().is_ok_and(|metadata| metadata.is_file() && metadata.len() == length)
    };
    files.iter().filter(|(name, _)| counts(name)).all(|(name, length)| is_there(name, *length))
}

/// Ids of all records, in order, and whether the directory of each was rendered since its last change.
pub fn ids(connection: &Connection) -> rusqlite::Result<Vec<(String, bool)>> {
    let mut statement = connection.prepare_cached("SELECT id, rendered = revision FROM record ORDER BY id")?;
    statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

pub fn to_json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("records have only string keys")
}

fn json<T: Serialize>(value: &Option<T>) -> Option<String> {
    value.as_ref().map(to_json)
}

pub fn decode<T: DeserializeOwned>(text: &str) -> rusqlite::Result<T> {
    serde_json::from_str(text).map_err(damaged)
}

fn damaged(error: serde_json::Error) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(error))
}
