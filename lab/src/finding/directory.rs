//! A finding as a directory that needs nothing else: the program, what it should do and what it does, and how to see
//! it. It appears whole or not at all, and stays after a power cut.

use super::commands::{commands, script};
use super::makefile::makefile;
use super::report::{outputs, report, versions};
use super::{Finding, SCHEMA};
use crate::case::Case;
use crate::store::lock::{self, Lock};
use serde::Serialize;
use source::emit::File;
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

/// What the program's files are in.
pub const PROGRAM: &str = "original";

/// How the name of a directory ends that is being written.
const PART: &str = ".part";

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("cannot read {}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("{} is no finding: {error}", path.display())]
    Form { path: PathBuf, error: serde_json::Error },
    #[error("{} has schema {found}, this gadfly knows {SCHEMA}", path.display())]
    Newer { path: PathBuf, found: u32 },
    #[error("another gadfly is at work on {}", path.display())]
    Busy { path: PathBuf },
    #[error("{} names a file outside its directory: {name}", path.display())]
    Outside { path: PathBuf, name: String },
}

/// `finding.json`: the finding, and for scripts the commands that follow from it.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    finding: &'a Finding,
    commands: Vec<Vec<String>>,
}

/// The text of `finding.json`.
pub fn json(finding: &Finding) -> String {
    let document = Document { finding, commands: commands(finding) };
    serde_json::to_string_pretty(&document).expect("a finding has only string keys") + "\n"
}

/// Writes the directory `dir`, which must not exist, and makes it durable with its name. After an error, as of a full
/// disk, there is nothing of it.
pub fn write(dir: &Path, finding: &Finding, case: &Case) -> io::Result<()> {
    check_names(case)?;
    let part = part(dir)?;
    remove(&part)?;
    let written = write_files(&part, &files(finding, case)).and_then(|()| fs::rename(&part, dir));
    match written {
        Ok(()) => sync(dir.parent().unwrap_or(Path::new("."))),
        Err(error) => {
            let _ = remove(&part);
            Err(error)
        }
    }
}

/// Reads what `write` has written.
pub fn read(dir: &Path) -> Result<(Finding, Case), Error> {
    let finding = read_finding(dir)?;
    let names = finding.units.iter().chain(&finding.driver).chain(&finding.headers);
    let files: Result<Vec<File>, Error> = names.map(|name| read_file(dir, name)).collect();
    let case = finding.case(files?);
    Ok((finding, case))
}

/// Reads a finding that is going to be changed, and keeps others from changing it until the lock is dropped.
pub fn claim(dir: &Path) -> Result<(Lock, Finding, Case), Error> {
    let path = dir.to_path_buf();
    let lock = match lock::claim(dir) {
        Ok(lock) => lock.ok_or(Error::Busy { path })?,
        Err(error) => return Err(Error::Io { path, error }),
    };
    let (finding, case) = read(dir)?;
    Ok((lock, finding, case))
}

/// Whether a name is that of a directory that was being written.
pub fn is_part(name: &str) -> bool {
    name.starts_with('.') && name.ends_with(PART)
}

/// Removes a directory, if it is there.
pub fn remove(dir: &Path) -> io::Result<()> {
    match fs::remove_dir_all(dir) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Makes a directory's entries durable, or a file's bytes.
pub fn sync(path: &Path) -> io::Result<()> {
    fs::File::open(path)?.sync_all()
}

fn check_names(case: &Case) -> io::Result<()> {
    match case.files.iter().find(|file| !is_inside(&file.name)) {
        Some(file) => {
            let message = format!("the program has a file outside its directory: {}", file.name);
            Err(io::Error::new(io::ErrorKind::InvalidInput, message))
        }
        None => Ok(()),
    }
}

fn part(dir: &Path) -> io::Result<PathBuf> {
    let name = dir.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "a finding needs a directory's name"))?;
    Ok(dir.with_file_name(format!(".{name}{PART}")))
}

/// All files with their names below the finding's directory.
fn files(finding: &Finding, case: &Case) -> Vec<(String, String)> {
    let program = case.files.iter().map(|file| (format!("{PROGRAM}/{}", file.name), file.text.clone()));
    let mut files: Vec<(String, String)> = program.collect();
    let expected = finding.correct().filter(|_| finding.needs_run());
    files.extend(expected.map(|expected| ("expected.txt".to_string(), expected.stdout)));
    let texts = [
        ("recipe", finding.recipe.clone() + "\n"),
        ("Makefile", makefile(finding, PROGRAM)),
        ("commands.sh", script(finding)),
        ("versions.txt", versions(finding)),
        ("outputs.txt", outputs(finding)),
        ("report.md", report(finding, case)),
        ("finding.json", json(finding)),
    ];
    files.extend(texts.map(|(name, text)| (name.to_string(), text)));
    files
}

pub(super) fn write_files(dir: &Path, files: &[(String, String)]) -> io::Result<()> {
    fs::create_dir(dir)?;
    for (name, text) in files {
        write_file(dir, name, text)?;
    }
    sync_directories(dir)
}

fn write_file(dir: &Path, name: &str, text: &str) -> io::Result<()> {
    let path = dir.join(name);
    fs::create_dir_all(path.parent().unwrap_or(dir))?;
    let mut file = fs::File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

fn sync_directories(dir: &Path) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_directories(&entry.path())?;
        }
    }
    sync(dir)
}

/// Only `finding.json`.
pub fn read_finding(dir: &Path) -> Result<Finding, Error> {
    /// What every schema has.
    #[derive(serde::Deserialize)]
    struct Versioned {
        schema: u32,
    }
    let path = dir.join("finding.json");
    let text = fs::read_to_string(&path).map_err(|error| Error::Io { path: path.clone(), error })?;
    let form = |error| Error::Form { path: path.clone(), error };
    let Versioned { schema } = serde_json::from_str(&text).map_err(form)?;
    if schema > SCHEMA {
        return Err(Error::Newer { path, found: schema });
    }
    serde_json::from_str(&text).map_err(form)
}

fn read_file(dir: &Path, name: &str) -> Result<File, Error> {
    if !is_inside(name) {
        return Err(Error::Outside { path: dir.join("finding.json"), name: name.to_string() });
    }
    let path = dir.join(PROGRAM).join(name);
    let text = fs::read_to_string(&path).map_err(|error| Error::Io { path, error })?;
    Ok(File { name: name.to_string(), text })
}

fn is_inside(name: &str) -> bool {
    let mut components = Path::new(name).components().peekable();
    components.peek().is_some() && components.all(|component| matches!(component, Component::Normal(_)))
}
