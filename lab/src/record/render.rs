//! A record as the files of its directory. Nothing else decides what is in there, and only recovery reads any of it back,
//! from `record.json`.

use super::account::Account;
use super::report::{outputs, report, versions};
use super::{Record, Reduction};
use crate::finding::Finding;
use crate::finding::commands::{commands, script};
use crate::finding::makefile::makefile;
use crate::printable::printable;
use serde::Serialize;
use source::emit::File;

/// What the program's files are in, as it was found.
pub const ORIGINAL: &str = "original";
/// What the files of the program that it is a variant of are in.
pub const PARENT: &str = "parent";
/// What the files of the parent with the fewest edits that make it wrong are in.
pub const DIFFERENCE: &str = "difference";
/// The directory of the reduced program.
pub const REDUCED: &str = "reduced";
/// All that the store knows of the finding.
pub const RECORD: &str = "record.json";
/// The finding alone, for scripts.
pub const FINDING: &str = "finding.json";
/// What was found out, for scripts.
const TRIAGE: &str = "triage.json";
/// The note that the reduced program could become smaller still, because someone stopped its reduction.
const UNFINISHED: &str = "reduction-unfinished.txt";
/// The note on a finding that could not be reduced.
const NOT_REDUCED: &str = "not-reduced.txt";

/// All files with their names below the directory.
pub fn files(record: &Record) -> Vec<(String, String)> {
    let Record { finding, case, triage, .. } = record;
    let mut files = program(ORIGINAL, &case.files);
    files.extend(finding.parent.iter().flat_map(|parent| program(PARENT, &parent.files)));
    let difference = finding.parent.iter().filter_map(|parent| parent.difference.as_ref());
    files.extend(difference.flat_map(|difference| program(DIFFERENCE, &difference.files)));
    files.extend(expected(finding).map(|text| ("expected.txt".to_string(), text)));
    let texts = [
        ("recipe", finding.recipe.clone() + "\n"),
        ("Makefile", makefile(finding, ORIGINAL)),
        ("commands.sh", script(finding)),
        ("versions.txt", printable(&versions(finding))),
        ("outputs.txt", printable(&outputs(finding))),
        ("report.md", printable(&report(&Account::new(record), case))),
        (FINDING, finding_json(finding)),
        (RECORD, record.to_json()),
    ];
    files.extend(texts.map(|(name, text)| (name.to_string(), text)));
    files.extend(reduced(record));
    files.extend(triage.as_ref().map(|triage| (TRIAGE.to_string(), pretty(triage))));
    files.extend(note(record));
    files
}

/// `finding.json`: the finding, and for scripts the commands that follow from it.
pub fn finding_json(finding: &Finding) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        #[serde(flatten)]
        finding: &'a Finding,
        commands: Vec<Vec<String>>,
    }
    pretty(&Document { finding, commands: commands(finding) })
}

/// The reduced program, with its own Makefile and expected output.
fn reduced(record: &Record) -> Vec<(String, String)> {
    let Some((reduced, shown)) = record.reduced().zip(record.shown()) else { return Vec::new() };
    let about = reduced.about(&record.fewest(), &shown);
    let mut files = program(REDUCED, &shown.files);
    files.extend(expected(&about).map(|text| (format!("{REDUCED}/expected.txt"), text)));
    files.push((format!("{REDUCED}/Makefile"), makefile(&about, ".")));
    files
}

fn program(directory: &str, files: &[File]) -> Vec<(String, String)> {
    files.iter().map(|file| (format!("{directory}/{}", file.name), file.text.clone())).collect()
}

fn expected(finding: &Finding) -> Option<String> {
    finding.correct().filter(|_| finding.needs_run()).map(|expected| expected.stdout)
}

fn note(record: &Record) -> Option<(String, String)> {
    match record.reduction.as_ref()? {
        Reduction::Finished(_) => None,
        Reduction::Unfinished(_) => Some((UNFINISHED.to_string(), "stopped before its end\n".to_string())),
        Reduction::Impossible { reason } => Some((NOT_REDUCED.to_string(), format!("{reason}\n"))),
    }
}

fn pretty<T: Serialize>(value: &T) -> String {
    serde_json::to_string_pretty(value).expect("findings and what is known of them have only string keys") + "\n"
}
