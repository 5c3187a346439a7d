//! The reduced program of a finding: a directory beside the original, with its own Makefile and expected output.

use super::directory::{remove, sync, write_files};
use super::makefile::makefile;
use super::report;
use super::{Finding, label};
use crate::case::Case;
use crate::observe::Outcome;
use crate::triage;
use source::emit::File;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// The directory of the reduced program, in the finding's.
pub const REDUCED: &str = "reduced";
/// The best so far, while a reduction runs, and after one that was killed.
pub const SO_FAR: &str = "reduced-so-far";
/// The note that the reduced program could become smaller still, because someone stopped its reduction.
pub const UNFINISHED: &str = "reduction-unfinished.txt";
/// The note on a finding that could not be reduced.
pub const NOT_REDUCED: &str = "not-reduced.txt";

/// What is left of a finding's case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reduced {
    pub case: Case,
    /// What the accused build makes of it, if that is known.
    pub outcome: Option<Outcome>,
}

/// Puts the reduced program into the finding's directory and into its report, in place of an earlier one. It is there
/// whole or not at all, and durable.
pub fn write(dir: &Path, finding: &Finding, case: &Case, reduced: &Reduced) -> io::Result<()> {
    let (part, whole) = (dir.join(".reduced.part"), dir.join(REDUCED));
    remove(&part)?;
    let written = write_files(&part, &files(finding, reduced));
    if written.is_err() {
        let _ = remove(&part);
    }
    written?;
    remove(&whole)?;
    fs::rename(&part, &whole)?;
    sync(dir)?;
    let _ = fs::remove_file(dir.join(NOT_REDUCED));
    replace(dir, "report.md", &report::report_reduced(finding, case, reduced))
}

/// `write`, with a note that the reduction was stopped, so that it is done again.
pub fn write_unfinished(dir: &Path, finding: &Finding, case: &Case, reduced: &Reduced) -> io::Result<()> {
    replace(dir, UNFINISHED, "stopped before its end\n")?;
    forget_triage(dir)?;
    write(dir, finding, case, reduced)
}

/// `write`, of a result that nobody needs to improve.
pub fn write_finished(dir: &Path, finding: &Finding, case: &Case, reduced: &Reduced) -> io::Result<()> {
    forget_triage(dir)?;
    write(dir, finding, case, reduced)?;
    remove_file(&dir.join(UNFINISHED))
}

/// What was found out is about another program than the one that comes now, so it has to be found out again.
fn forget_triage(dir: &Path) -> io::Result<()> {
    remove_file(&dir.join(triage::FILE))
}

/// Removes a file, if it is there.
fn remove_file(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Whether there is a reduced program that was not cut short.
pub fn is_finished(dir: &Path) -> bool {
    dir.join(REDUCED).exists() && !dir.join(UNFINISHED).exists()
}

/// Replaces the best so far, file by file. It survives this process, though not a power cut: there are many of them.
pub fn write_so_far(dir: &Path, files: &[File]) -> io::Result<()> {
    let so_far = dir.join(SO_FAR);
    for file in files {
        let path = so_far.join(&file.name);
        let part = so_far.join(format!("{}.part", file.name));
        fs::create_dir_all(path.parent().unwrap_or(&so_far))?;
        fs::write(&part, &file.text)?;
        fs::rename(&part, &path)?;
    }
    Ok(())
}

/// Removes a file of the best so far that the program no longer has.
pub fn remove_so_far(dir: &Path, name: &str) -> io::Result<()> {
    remove_file(&dir.join(SO_FAR).join(name))
}

/// Notes why there is no reduced program, so that it is not tried again by itself.
pub fn write_not(dir: &Path, reason: &str) -> io::Result<()> {
    replace(dir, NOT_REDUCED, &format!("{reason}\n"))
}

/// The files of the reduced program, if there is one.
pub fn read(dir: &Path, finding: &Finding) -> Option<Vec<File>> {
    let names = finding.units.iter().chain(&finding.driver).chain(&finding.headers);
    let text = |name: &String| fs::read_to_string(dir.join(REDUCED).join(name)).ok();
    let files: Vec<File> = names.filter_map(|name| Some(File { name: name.clone(), text: text(name)? })).collect();
    (!files.is_empty()).then_some(files)
}

/// The finding as the reduced case would have made it, for Makefile and commands.
pub fn about(finding: &Finding, reduced: &Reduced) -> Finding {
    let case = &reduced.case;
    let is_source = |name: &str| case.sources().any(|source| source == name);
    Finding {
        units: case.units.clone(),
        driver: case.driver.clone(),
        headers: case.files.iter().map(|file| file.name.clone()).filter(|name| !is_source(name)).collect(),
        expected: case.expected.clone().or_else(|| finding.expected.clone()),
        message: format!("{}, reduced", label(&finding.compiler.name, finding.flags())),
        ..finding.clone()
    }
}

fn files(finding: &Finding, reduced: &Reduced) -> Vec<(String, String)> {
    let about = about(finding, reduced);
    let program = reduced.case.files.iter().map(|file| (file.name.clone(), file.text.clone()));
    let expected = about.correct().filter(|_| about.needs_run());
    let expected = expected.map(|expected| ("expected.txt".to_string(), expected.stdout));
    program.chain(expected).chain([("Makefile".to_string(), makefile(&about, "."))]).collect()
}

/// A file with another text, at once and durable.
pub(crate) fn replace(dir: &Path, name: &str, text: &str) -> io::Result<()> {
    let part = dir.join(format!(".{name}.part"));
    let mut file = fs::File::create(&part)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&part, dir.join(name))?;
    sync(dir)
}
