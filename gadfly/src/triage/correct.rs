//! Corrections by the user: `split`, `merge` and `known`.

use super::Failure;
use crate::exit::ExitCode;
use crate::output::write_stdout;
use crate::place::Place;
use lab::bounded;
use lab::finding::word;
use lab::oracle::Kind;
use lab::store::Store;
use lab::triage::{Corrections, Known, Triage, cluster_with, known};
use std::fs;
use std::path::{Path, PathBuf};

pub fn split(place: &Place, id: &str) -> Result<ExitCode, Failure> {
    let store = place.edit()?;
    let id = store.find(id)?;
    let alike = alike(&*store, &id)?;
    correct(&*store, |corrections| corrections.split(&id, alike.as_deref()))?;
    say(&format!("{id} is a bug of its own.\n"))
}

/// Another finding that looks like one bug with this.
fn alike(store: &dyn Store, id: &str) -> Result<Option<String>, Failure> {
    let corrections = Corrections { merged: Vec::new(), ..store.corrections()? };
    let bugs = cluster_with(&store.triages()?, &corrections);
    let bug = bugs.into_iter().find(|bug| bug.findings.iter().any(|other| other == id));
    Ok(bug.and_then(|bug| bug.findings.into_iter().find(|other| other != id)))
}

pub fn merge(place: &Place, one: &str, other: &str) -> Result<ExitCode, Failure> {
    let store = place.edit()?;
    let (one, other) = (store.find(one)?, store.find(other)?);
    if one == other {
        return Err(Failure::usage(format!("{one} is one finding already")));
    }
    correct(&*store, |corrections| corrections.merge(&one, &other))?;
    say(&format!("{one} and {other} are of one bug.\n"))
}

pub fn unmerge(place: &Place, one: &str, other: &str) -> Result<ExitCode, Failure> {
    let store = place.edit()?;
    let (one, other) = (store.find(one)?, store.find(other)?);
    let mut was_merged = false;
    correct(&*store, |corrections| was_merged = corrections.unmerge(&one, &other))?;
    if !was_merged {
        return Err(Failure::usage(format!(
            "{one} and {other} were never merged; `split` takes a finding out of its bug"
        )));
    }
    say(&format!("{one} and {other} are of one bug only if they look so.\n"))
}

fn correct(store: &dyn Store, change: impl FnOnce(&mut Corrections)) -> Result<(), Failure> {
    let mut corrections = store.corrections()?;
    change(&mut corrections);
    Ok(store.correct(&corrections)?)
}

fn say(text: &str) -> Result<ExitCode, Failure> {
    Ok(write_stdout(text.as_bytes(), ExitCode::Program(0)))
}

/// Adds the finding's bug to the `known.toml` that is read, or to a new one beside the store.
pub fn known(place: &Place, id: &str, from: &str, regex: Option<&str>) -> Result<ExitCode, Failure> {
    let store = place.edit()?;
    let id = store.find(id)?;
    let triage = store.get(&id)?.triage;
    let triage = triage.ok_or_else(|| Failure::usage(format!("{id} was not classified; `gadfly triage` does that")))?;
    let places = known::places(store.path());
    let path = places.iter().find(|path| path.exists()).or(places.get(1)).cloned().unwrap_or_else(fallback);
    let before = if path.exists() { bounded::read_text(&path).map_err(Failure::usage)? } else { String::new() };
    if from.trim().is_empty() || regex.is_some_and(|regex| regex.trim().is_empty()) {
        return Err(Failure::usage("say where it is known from, and by what, if by --regex".to_string()));
    }
    let corrections = store.corrections()?;
    match Known::parse(&before, &path).map_err(Failure::usage)?.with(&corrections).of(&triage) {
        Some(known) if known == from => {
            return say(&format!("The bug of {id} was known already, in {}.\n", path.display()));
        }
        // The first entry that fits wins, so that another one would say nothing.
        Some(known) => return Err(Failure::usage(other(&id, &known, &path))),
        None => {}
    }
    let is_apart = corrections.split.contains(&id);
    let entry = entry(&triage, from, regex, is_apart).ok_or_else(|| Failure::usage(vague(&triage)))?;
    // An entry that could not be read back, or would not fit the bug, is not written.
    if Known::parse(&entry, &path).map_err(Failure::usage)?.of(&triage).is_none() {
        let fingerprint = triage.fingerprint();
        return Err(Failure::usage(format!("the regex does not fit the finding's fingerprint, `{fingerprint}`")));
    }
    let gap = if before.is_empty() || before.ends_with("\n\n") { "" } else { "\n" };
    fs::write(&path, format!("{before}{gap}{entry}"))
        .map_err(|error| Failure::output(format!("{}: {error}", path.display())))?;
    store.put_known(&id, Some(from))?;
    say(&format!("The bug of {id} is known, in {}.\n", path.display()))
}

fn fallback() -> PathBuf {
    PathBuf::from(known::FILE)
}

fn other(id: &str, known: &str, path: &Path) -> String {
    format!("the bug of {id} is known from `{known}` already; change that in {} if it is wrong", path.display())
}

fn vague(triage: &Triage) -> String {
    format!(
        "nothing but its kind and compiler is known of {}, which would hide other bugs; say with --regex what of its \
         fingerprint tells it, `{}`",
        triage.finding,
        triage.fingerprint()
    )
}

/// What tells the bug: a crash's signature, or all that is known of wrong code. A pass alone would hide its other bugs.
/// A finding that the user has split from others is identified by its id.
fn entry(triage: &Triage, from: &str, regex: Option<&str>, is_apart: bool) -> Option<String> {
    let field = if from.contains("://") { "url" } else { "note" };
    let kind = word(&triage.kind);
    let mut fields = vec![(field, from.to_string()), ("kind", kind), ("compiler", triage.family.name().to_string())];
    let mut telling: Vec<(&str, String)> = Vec::new();
    if triage.kind == Kind::WrongCode {
        let pass = triage.blame().filter(|guilt| guilt.only || guilt.by == lab::triage::Search::Bisection);
        telling.extend(pass.map(|guilt| ("pass", guilt.names[0].clone())));
    } else if !triage.signature.is_empty() {
        telling.push(("signature", triage.signature.clone()));
    }
    telling.extend(regex.map(str::to_string).or_else(|| symptom(triage)).map(|regex| ("regex", regex)));
    telling.extend(is_apart.then(|| ("finding", triage.finding.clone())));
    let is_vague = telling.is_empty();
    fields.extend(telling);
    let line = |(name, value): &(&str, String)| format!("{name} = {}\n", toml::Value::String(value.clone()));
    (!is_vague).then(|| format!("[[bug]]\n{}", fields.iter().map(line).collect::<String>()))
}

/// What the fingerprint says of the wrong instructions and the wrong value, where it stands.
fn symptom(triage: &Triage) -> Option<String> {
    let instructions = triage.instructions.as_ref().filter(|it| !it.names.is_empty()).map(|it| it.names.join(" "));
    let operation = triage.divergence.as_ref().map(|divergence| divergence.operation.clone());
    let parts: Vec<String> = instructions.into_iter().chain(operation).collect();
    (!parts.is_empty()).then(|| known::literally(&parts.join(" | ")))
}
