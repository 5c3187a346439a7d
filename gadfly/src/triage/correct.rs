//! What a person knows better: `split`, `merge` and `known`.

use super::{Failure, known_places};
use crate::exit::ExitCode;
use crate::output::write_stdout;
use crate::place::Place;
use lab::finding::word;
use lab::oracle::Kind;
use lab::store::{SqliteStore, Store};
use lab::triage::{Corrections, Known, Triage, known};
use std::fs;
use std::path::PathBuf;

pub fn split(place: &Place, id: &str) -> Result<ExitCode, Failure> {
    let store = place.read()?;
    let id = store.finding(id)?.id;
    correct(&store, |corrections| corrections.split(&id))?;
    say(&format!("{id} is a bug of its own.\n"))
}

pub fn merge(place: &Place, one: &str, other: &str) -> Result<ExitCode, Failure> {
    let store = place.read()?;
    let (one, other) = (store.finding(one)?.id, store.finding(other)?.id);
    if one == other {
        return Err(Failure::usage(format!("{one} is one finding already")));
    }
    correct(&store, |corrections| corrections.merge(&one, &other))?;
    say(&format!("{one} and {other} are of one bug.\n"))
}

fn correct(store: &SqliteStore, change: impl FnOnce(&mut Corrections)) -> Result<(), Failure> {
    let mut corrections = Corrections::read(store.path()).map_err(Failure::usage)?;
    change(&mut corrections);
    corrections.write(store.path()).map_err(Failure::output)
}

fn say(text: &str) -> Result<ExitCode, Failure> {
    Ok(write_stdout(text.as_bytes(), ExitCode::Program(0)))
}

/// Adds the finding's bug to the `known.toml` that is read, or to a new one beside the store.
pub fn known(place: &Place, id: &str, from: &str) -> Result<ExitCode, Failure> {
    let store = place.read()?;
    let id = store.finding(id)?.id;
    let triage = Triage::read(&store.directory(&id));
    let triage =
        triage.ok_or_else(|| Failure::usage(format!("{id} was not looked into; `gadfly triage` does that")))?;
    let places = known_places(&store);
    let path = places.iter().find(|path| path.exists()).or(places.get(1)).cloned().unwrap_or_else(fallback);
    let before = if path.exists() { fs::read_to_string(&path).map_err(Failure::usage)? } else { String::new() };
    let gap = if before.is_empty() || before.ends_with("\n\n") { "" } else { "\n" };
    let text = format!("{before}{gap}{}", entry(&triage, from));
    // What would not be understood later is not written.
    Known::parse(&text, &path).map_err(Failure::usage)?;
    fs::write(&path, text).map_err(|error| Failure::output(format!("{}: {error}", path.display())))?;
    say(&format!("The bug of {id} is known, in {}.\n", path.display()))
}

fn fallback() -> PathBuf {
    PathBuf::from(known::FILE)
}

/// What tells the bug: a crash's signature; the pass of wrong code, or else what is wrong in the assembly.
fn entry(triage: &Triage, from: &str) -> String {
    let field = if from.contains("://") { "url" } else { "note" };
    let kind = word(&triage.kind);
    let mut fields = vec![(field, from.to_string()), ("kind", kind), ("compiler", triage.family.name().to_string())];
    let pass = triage.blame().filter(|guilt| guilt.only || guilt.by == lab::triage::Search::Bisection);
    let instructions = triage.instructions.as_ref().filter(|it| !it.names.is_empty());
    match (triage.kind, pass, instructions) {
        (Kind::WrongCode, Some(guilt), _) => fields.push(("pass", guilt.names[0].clone())),
        (Kind::WrongCode, None, Some(it)) => fields.push(("regex", escaped(&it.names.join(" ")))),
        (Kind::WrongCode, None, None) => {}
        _ if !triage.signature.is_empty() => fields.push(("signature", triage.signature.clone())),
        _ => {}
    }
    let line = |(name, value): &(&str, String)| format!("{name} = {}\n", toml::Value::String(value.clone()));
    format!("[[bug]]\n{}", fields.iter().map(line).collect::<String>())
}

/// A regular expression that fits this text alone.
fn escaped(text: &str) -> String {
    let escape = |c: char| if c.is_alphanumeric() || c == ' ' { c.to_string() } else { format!("\\{c}") };
    text.chars().map(escape).collect()
}
