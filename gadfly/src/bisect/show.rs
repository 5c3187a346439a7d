//! Results for people and for scripts.

use super::Searched;
use super::clusters::{self, Agreement};
use crate::{duration, table};
use lab::history::builds::Made;
use lab::history::probe::Seen;
use lab::history::{Bisection, Named};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// The version of `--json` output.
const SCHEMA: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    findings: Vec<Row<'a>>,
    /// Commits that correct or introduce at least one finding.
    distinct_commits: usize,
    /// Revisions that this run built, with those that do not build.
    builds: usize,
    /// Those of them that do not build.
    broken_builds: usize,
    /// Those of them whose builds took too long.
    late_builds: usize,
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

pub fn json(results: &[Searched], made: &Made) -> String {
    let document = Document {
        schema: SCHEMA,
        findings: results.iter().map(Row::from).collect(),
        distinct_commits: counts(results).len(),
        builds: made.all,
        broken_builds: made.failed,
        late_builds: made.late,
        clusters: clusters::agreement(results),
    };
    serde_json::to_string_pretty(&document).expect("a result has only string keys") + "\n"
}

/// What the user should know about builds that failed.
pub fn warning(made: &Made, timeout: Duration) -> Option<String> {
    let log = made.log.as_ref()?;
    let late = match made.late {
        0 => String::new(),
        late => format!(
            "; {late} of them took longer than {} and were ended (--build-timeout gives them more time)",
            duration::show(timeout)
        ),
    };
    Some(format!("{} of {} revisions did not build{late}. See {}", made.failed, made.all, log.display()))
}

pub fn text(results: &[Searched], made: &Made) -> String {
    let rows: Vec<[String; 5]> = results.iter().map(row).collect();
    let mut text = table::table(["FINDING", "COMMIT", "DATE", "AUTHOR", "SUBJECT"], rows, table::terminal());
    let counts = counts(results);
    text.push_str(&format!(
        "\n{}, {}, {} built\n",
        counted(results.len(), "finding"),
        counted(counts.len(), "distinct commit"),
        counted(made.all, "revision")
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
        Bisection::OneOf { commits, late } => nothing("one of", one_of(commits, *late)),
        Bisection::Unreliable { why, from, to } => {
            nothing("unreliable", format!("{} to {}: {why}", short(&from.id), short(&to.id)))
        }
        Bisection::NotCorrected { at } => nothing("none", format!("{} still shows it", short(&at.id))),
        Bisection::AlwaysThere { at, is_first: true } => {
            nothing("none", format!("{} shows it already, the first commit", short(&at.id)))
        }
        Bisection::AlwaysThere { at, is_first: false } => {
            nothing("none", format!("{} shows it already, and no older one could be asked", short(&at.id)))
        }
        Bisection::NotShown { at, seen } => {
            nothing("none", format!("{} {}; --bad names one that shows it", short(&at.id), instead(*seen)))
        }
    }
}

/// Some are named, many only by the first and the last.
fn one_of(commits: &[Named], late: usize) -> String {
    let ids: Vec<String> = commits.iter().map(|commit| short(&commit.id)).collect();
    let them = match &ids[..] {
        [first, .., last] if ids.len() > MOST_NAMED => format!("{} from {first} to {last}", ids.len()),
        _ => ids.join(" "),
    };
    let late = if late == 0 { String::new() } else { format!(", {late} of them in the time for a build") };
    format!("{them}; the others cannot be built{late}")
}

/// Commits that are named one by one.
const MOST_NAMED: usize = 3;

fn instead(seen: Seen) -> &'static str {
    match seen {
        Seen::Bug => "shows it",
        Seen::Right => "does not show it",
        Seen::Other => "fails in another way",
        Seen::Unknown => "does not build, or does not do the same each time",
    }
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

fn short(id: &str) -> String {
    id.chars().take(12).collect()
}

/// The day of an ISO date.
fn day(date: &str) -> String {
    date.chars().take(10).collect()
}
