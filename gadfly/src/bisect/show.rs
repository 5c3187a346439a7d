//! Results for people and for scripts.

use super::Searched;
use super::clusters::{self, Agreement};
use crate::table;
use lab::history::{Bisection, Named};
use serde::Serialize;
use std::collections::BTreeMap;

/// The version of `--json` output.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    findings: Vec<Row<'a>>,
    /// Commits that correct or introduce at least one finding.
    distinct_commits: usize,
    builds: usize,
    clusters: Agreement,
}

#[derive(Serialize)]
struct Row<'a> {
    id: &'a str,
    bug: Option<&'a str>,
    #[serde(flatten)]
    bisection: &'a Bisection,
}

impl<'a> From<&'a Searched> for Row<'a> {
    fn from(it: &'a Searched) -> Row<'a> {
        Row { id: it.record.id(), bug: it.bug.as_deref(), bisection: &it.bisection }
    }
}

pub fn json(results: &[Searched], builds: usize) -> String {
    let document = Document {
        schema: SCHEMA,
        findings: results.iter().map(Row::from).collect(),
        distinct_commits: counts(results).len(),
        builds,
        clusters: clusters::agreement(results),
    };
    serde_json::to_string_pretty(&document).expect("a result has only string keys") + "\n"
}

pub fn text(results: &[Searched], builds: usize) -> String {
    let rows: Vec<[String; 5]> = results.iter().map(row).collect();
    let mut text = table::table(["FINDING", "COMMIT", "DATE", "AUTHOR", "SUBJECT"], rows, table::terminal());
    let counts = counts(results);
    text.push_str(&format!(
        "\n{} findings, {} distinct commits, {builds} revisions built\n",
        results.len(),
        counts.len()
    ));
    for (commit, count) in counts {
        text.push_str(&format!("  {} has {count}\n", short(commit)));
    }
    let agreement = clusters::agreement(results);
    if let (Some(precision), Some(recall)) = (agreement.precision, agreement.recall) {
        let findings = agreement.findings;
        text.push_str(&format!(
            "bugs of triage against commits, over {findings} findings: precision {precision:.2}, recall {recall:.2}\n"
        ));
    }
    text
}

/// Findings of each commit.
fn counts(results: &[Searched]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    results.iter().filter_map(clusters::commit).for_each(|commit| *counts.entry(commit).or_insert(0) += 1);
    counts
}

fn row(searched: &Searched) -> [String; 5] {
    let id = searched.record.id().to_string();
    let nothing = |word: &str, why: String| [id.clone(), word.to_string(), String::new(), String::new(), why];
    match &searched.bisection {
        Bisection::Commit { commit: Named { id: commit, date, author, subject } } => {
            [id, short(commit), day(date), author.clone(), subject.clone()]
        }
        Bisection::OneOf { commits } => {
            let them: Vec<String> = commits.iter().map(|commit| short(&commit.id)).collect();
            nothing("one of", format!("{}; the others cannot be built", them.join(" ")))
        }
        Bisection::Unreliable { why, from, to } => {
            nothing("unreliable", format!("{} to {}: {why}", short(&from.id), short(&to.id)))
        }
        Bisection::NotCorrected { at } => nothing("none", format!("{} still shows it", short(&at.id))),
        Bisection::AlwaysThere { at } => nothing("none", format!("{} shows it already", short(&at.id))),
        Bisection::NotShown => nothing("none", "no revision that was asked shows it".to_string()),
    }
}

fn short(id: &str) -> String {
    id.chars().take(12).collect()
}

/// The day of an ISO date.
fn day(date: &str) -> String {
    date.chars().take(10).collect()
}
