//! Stores of formats up to 3, in which what was learnt about a finding was in its directory only.

use super::records;
use super::recovery::FINDINGS;
use super::schema::ROWS_AND_DIRECTORIES;
use crate::case::Expected;
use crate::finding::{self, Finding};
use crate::record::directory::is_inside;
use crate::record::{Record, Reduced, Reduction, files_from_json, render};
use crate::reduction::remark::without_remark;
use crate::triage::{self, Corrections, Triage};
use rusqlite::Connection;
use rusqlite::types::Value;
use source::emit::File;
use std::fs;
use std::path::Path;

/// The corrections of a store.
const CORRECTIONS: &str = "triage.toml";

/// Brings the rows of `finding` and what is in the directories into the tables of today, if the store had format `seen`. What
/// was learnt about a finding whose files are damaged is lost, and found out again.
pub fn import(connection: &Connection, store: &Path, seen: usize) -> rusqlite::Result<()> {
    if seen > ROWS_AND_DIRECTORIES {
        return Ok(());
    }
    let mut statement = connection.prepare("SELECT campaign, finding, files FROM finding ORDER BY rowid")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    let rows: Vec<(Option<i64>, String, String)> = rows.collect::<Result<_, _>>()?;
    drop(statement);
    for (campaign, finding, files) in rows {
        let finding: Finding = records::decode(&finding)?;
        let files = files_from_json(&files).unwrap_or_default();
        let case = finding.case(files);
        let dir = store.join(FINDINGS).join(&finding.id);
        let mut record = Record::new(finding, case);
        learn(&mut record, &dir);
        records::add(connection, campaign, None, &record)?;
    }
    connection.execute_batch("DROP TABLE finding")?;
    super::bugs::correct(connection, &corrections(store)).map(|_| ())
}

/// What people said, if it can be read.
fn corrections(store: &Path) -> Corrections {
    let text = fs::read_to_string(store.join(CORRECTIONS)).unwrap_or_default();
    toml::from_str(&text).unwrap_or_default()
}

/// The record in a directory that has no `record.json`.
pub fn read(dir: &Path) -> Option<Record> {
    let finding: Finding = json(&dir.join(render::FINDING))?;
    let names = finding.units.iter().chain(&finding.driver).chain(&finding.headers);
    let original = dir.join(render::ORIGINAL);
    let file = |name: &String| {
        let text = is_inside(name).then(|| fs::read_to_string(original.join(name)).ok())??;
        Some(File { name: name.clone(), text })
    };
    let files: Option<Vec<File>> = names.map(file).collect();
    let case = finding.case(files.filter(|_| finding.schema <= finding::SCHEMA)?);
    let mut record = Record::new(finding, case);
    learn(&mut record, dir);
    Some(record)
}

/// Completes a record with what is in the directory.
fn learn(record: &mut Record, dir: &Path) {
    record.triage = json(&dir.join("triage.json")).filter(|triage: &Triage| triage.schema == triage::SCHEMA);
    record.reduction = reduction(dir, &record.finding, record.triage.as_ref());
}

fn reduction(dir: &Path, finding: &Finding, triage: Option<&Triage>) -> Option<Reduction> {
    if let Some(reduced) = reduced(dir, finding, triage) {
        let is_unfinished = dir.join("reduction-unfinished.txt").exists();
        return Some(if is_unfinished { Reduction::Unfinished(reduced) } else { Reduction::Finished(reduced) });
    }
    let reason = fs::read_to_string(dir.join("not-reduced.txt")).ok()?;
    Some(Reduction::Impossible { reason: reason.trim_end().to_string() })
}

fn reduced(dir: &Path, finding: &Finding, triage: Option<&Triage>) -> Option<Reduced> {
    let place = dir.join(render::REDUCED);
    let names = finding.units.iter().chain(&finding.driver).chain(&finding.headers).filter(|name| is_inside(name));
    let text = |name: &String| fs::read_to_string(place.join(name)).ok();
    let mut files: Vec<File> = names.filter_map(|name| Some(File { name: name.clone(), text: text(name)? })).collect();
    let has = |name: &String| files.iter().any(|file| file.name == *name);
    let mut units: Vec<String> = finding.units.iter().filter(|unit| has(unit)).cloned().collect();
    let mut driver = finding.driver.clone().filter(has);
    if units.is_empty() {
        // Everything was merged into the driver.
        units.extend(driver.take());
    }
    let triage = triage.filter(|triage| triage.reduced);
    let outcome = triage.and_then(|triage| triage.outcome.clone());
    if outcome.is_some() {
        // The comment can be written again.
        files.iter_mut().for_each(|file| file.text.truncate(without_remark(&file.text).len()));
    }
    let expected = believed(&place);
    (!units.is_empty()).then_some(Reduced { files, units, driver, expected, outcome, steadiness: None })
}

/// What the reduction took for right: the output is in a file, the exit code in the Makefile.
fn believed(place: &Path) -> Option<Expected> {
    let stdout = fs::read_to_string(place.join("expected.txt")).ok()?;
    let makefile = fs::read_to_string(place.join("Makefile")).unwrap_or_default();
    let code = makefile.split_once("test $$code -eq ").and_then(|(_, rest)| rest.split_whitespace().next());
    Some(Expected { stdout, exit_code: code.and_then(|code| code.parse().ok()).unwrap_or(0) })
}

fn json<T: serde::de::DeserializeOwned>(path: &Path) -> Option<T> {
    serde_json::from_str(&fs::read_to_string(path).ok()?).ok()
}

/// Copies all tables into an empty database, for looking at a store that may not be changed.
pub fn copy_tables(from: &Connection, to: &Connection) -> rusqlite::Result<()> {
    let sql = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type DESC, rowid";
    let mut statement = from.prepare(sql)?;
    let made: Vec<(String, String)> =
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
    for (name, sql) in made {
        to.execute_batch(&sql)?;
        if sql.starts_with("CREATE TABLE") {
            copy_rows(from, to, &name)?;
        }
    }
    let format = super::schema::format(from)?;
    to.pragma_update(None, "user_version", format)
}

fn copy_rows(from: &Connection, to: &Connection, table: &str) -> rusqlite::Result<()> {
    let mut rows = from.prepare(&format!("SELECT * FROM {table}"))?;
    let width = rows.column_count();
    let places = vec!["?"; width].join(", ");
    let mut insert = to.prepare(&format!("INSERT INTO {table} VALUES ({places})"))?;
    let mut rows = rows.query([])?;
    while let Some(row) = rows.next()? {
        let values: Vec<Value> = (0..width).map(|column| row.get(column)).collect::<Result<_, _>>()?;
        insert.execute(rusqlite::params_from_iter(values))?;
    }
    Ok(())
}
