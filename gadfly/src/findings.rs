//! `gadfly findings`: what the hunts have found.

use crate::duration;
use crate::exit::ExitCode;
use crate::failure::Failure;
use crate::output::{internal_error, write_answer};
use crate::place::Place;
use crate::{stack, table};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use lab::Record;
use lab::finding::{Finding, SCHEMA, word};
use lab::oracle::Kind;
use lab::store::{Entry, Query, Repeats, Store};
use lab::triage::Known;
use serde::Serialize;
use std::path::Path;

/// List what the hunts have found, oldest first.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  gadfly findings                             all that were confirmed
  gadfly findings --kind crash --compiler gcc-12
  gadfly findings --json | jq -r .findings[].directory

Findings of bugs that known.toml knows are marked; see `gadfly triage --help`.

Exit codes: 0 none, 10 findings, 2 wrong arguments, 66 there is no store.")]
pub struct Args {
    #[command(flatten)]
    place: Place,

    /// Only findings of this kind
    #[arg(long, value_name = "KIND", value_parser = kinds())]
    kind: Option<Kind>,

    /// Only findings of the compiler with this name
    #[arg(long, value_name = "NAME")]
    compiler: Option<String>,

    /// List the findings that did not show every time instead
    #[arg(long)]
    flaky: bool,

    /// Print one JSON object with everything that is known of them
    #[arg(long)]
    json: bool,
}

const KINDS: [(&str, Kind); 6] = [
    ("wrong-code", Kind::WrongCode),
    ("crash", Kind::Crash),
    ("hang", Kind::Hang),
    ("rejects-valid", Kind::RejectsValid),
    ("accepts-invalid", Kind::AcceptsInvalid),
    ("self-check", Kind::SelfCheck),
];

fn kinds() -> impl TypedValueParser<Value = Kind> {
    let parser = PossibleValuesParser::new(KINDS.map(|(name, _)| name));
    parser.map(|chosen| KINDS.iter().find(|(name, _)| *name == chosen).expect("the parser knows only these").1)
}

pub fn run(args: Args) -> ExitCode {
    stack::with_large_stack(move |_| findings(&args)).unwrap_or_else(|panic| internal_error(&panic))
}

fn findings(args: &Args) -> ExitCode {
    match text(args) {
        Ok((text, count)) => {
            let exit_code = if count == 0 { ExitCode::Program(0) } else { ExitCode::Findings };
            write_answer(&text, args.json, exit_code)
        }
        Err(failure) => failure.say(),
    }
}

/// What is printed, and how many findings it lists.
fn text(args: &Args) -> Result<(String, usize), Failure> {
    let store = args.place.read()?;
    let known = Known::near(store.path()).map_err(Failure::usage)?.with(&store.corrections()?);
    let all = store.query(&Query::default())?;
    let repeats = store.repeats()?;
    let repeats: Vec<&Repeats> = repeats.iter().filter(|repeats| args.wants_repeats(repeats)).collect();
    let mut listed = Vec::new();
    for entry in all.iter().filter(|entry| args.wants(entry)) {
        // Whoever only lists needs to decode nothing.
        let record = (args.json || !known.is_empty()).then(|| store.get(&entry.id)).transpose()?;
        let from = record.as_ref().and_then(|it| known.of_either(&it.finding, it.triage.as_ref()));
        listed.push(Listed { entry, record, known: from });
    }
    let text = if args.json { json(&*store, &listed, &repeats) } else { args.text(&*store, &all, &listed, &repeats) };
    Ok((text, listed.len()))
}

/// A finding of the list.
struct Listed<'a> {
    entry: &'a Entry,
    /// If more than the entry is needed.
    record: Option<Record>,
    /// Where its bug is known from.
    known: Option<String>,
}

impl Args {
    fn wants(&self, entry: &Entry) -> bool {
        entry.is_flaky() == self.flaky
            && self.kind.is_none_or(|kind| kind == entry.kind)
            && self.compiler.as_deref().is_none_or(|name| name == entry.compiler)
    }

    /// Programs that are only counted are like findings that showed every time.
    fn wants_repeats(&self, repeats: &Repeats) -> bool {
        !self.flaky
            && self.kind.is_none_or(|kind| kind == repeats.kind)
            && self.compiler.as_deref().is_none_or(|name| name == repeats.compiler)
    }

    fn text(&self, store: &dyn Store, all: &[Entry], wanted: &[Listed], repeats: &[&Repeats]) -> String {
        let flaky = all.iter().filter(|entry| entry.is_flaky()).count();
        let mut text = if wanted.is_empty() { String::new() } else { list(all, wanted, repeats) + "\n" };
        let known = wanted.iter().filter(|listed| listed.known.is_some()).count();
        text.push_str(&self.summary(wanted.len(), known, store.path()));
        let repeated: usize = repeats.iter().map(|repeats| repeats.programs.len()).sum();
        if repeated > 0 {
            text.push_str(&format!("Only counted: {repeated} more like them; `--json` has their recipes.\n"));
        }
        if flaky > 0 && !self.flaky {
            text.push_str(&format!("Kept apart: {flaky} that did not show every time; `--flaky` lists them.\n"));
        }
        text
    }

    fn summary(&self, count: usize, known: usize, path: &Path) -> String {
        let kind = if self.flaky { "flaky " } else { "" };
        let number = match count {
            0 => format!("No {kind}findings"),
            1 => format!("1 {kind}finding"),
            _ => format!("{count} {kind}findings"),
        };
        let such = if self.kind.is_some() || self.compiler.is_some() { " of this description" } else { "" };
        let advice = if count == 0 { "" } else { "; `gadfly show ID` shows one" };
        let marked = if known == 0 { String::new() } else { format!(", {known} of them of known bugs") };
        format!("{number}{such} in {}{marked}{advice}.\n", path.display())
    }
}

/// One line each. On a terminal ids are as short as they can be: `gadfly show` takes the beginning of one.
fn list(all: &[Entry], findings: &[Listed], repeats: &[&Repeats]) -> String {
    let columns = table::terminal();
    let digits = if columns.is_some() { digits(all) } else { usize::MAX };
    let row = |(at, listed): (usize, &Listed)| row(listed, digits, more(listed.entry, &findings[at + 1..], repeats));
    let header = ["ID", "AGE", "KIND", "COMPILER", "BUG", "LINES", "TITLE"];
    table::table(header, findings.iter().enumerate().map(row).collect(), columns)
}

/// The number of digits that tells all ids apart, at least a few.
fn digits(all: &[Entry]) -> usize {
    const FEWEST: usize = 6;
    let mut ids: Vec<&str> = all.iter().map(|entry| entry.id.as_str()).collect();
    ids.sort_unstable();
    let alike = |pair: &[&str]| pair[0].bytes().zip(pair[1].bytes()).take_while(|(a, b)| a == b).count();
    ids.windows(2).map(alike).max().map_or(FEWEST, |alike| (alike + 1).max(FEWEST))
}

/// How many programs repeat a finding, told with the last of those that are alike.
fn more(entry: &Entry, later: &[Listed], repeats: &[&Repeats]) -> usize {
    let is_like = |other: &Entry| {
        other.kind == entry.kind && other.signature == entry.signature && other.compiler == entry.compiler
    };
    let repeats = repeats.iter().find(|repeats| {
        repeats.kind == entry.kind && repeats.signature == entry.signature && repeats.compiler == entry.compiler
    });
    repeats.filter(|_| !later.iter().any(|other| is_like(other.entry))).map_or(0, |repeats| repeats.programs.len())
}

fn row(listed: &Listed, digits: usize, repeats: usize) -> [String; 7] {
    let Listed { entry, known, .. } = listed;
    let short = |id: &str| id.chars().take(digits).collect::<String>();
    let known = known.as_ref().map(|from| format!("(known: {from}) ")).unwrap_or_default();
    let like_it = if repeats == 0 { String::new() } else { format!(" (+{repeats} more like it)") };
    let state = if entry.is_flaky() { format!(" ({})", entry.state) } else { String::new() };
    let unknown = || "-".to_string();
    [
        short(&entry.id),
        duration::age(entry.found_at),
        word(&entry.kind),
        entry.compiler.clone(),
        entry.bug.as_deref().map_or_else(unknown, short),
        entry.reduced_lines.map_or_else(unknown, |lines| lines.to_string()),
        format!("{known}{}{state}{like_it}", entry.headline),
    ]
}

#[derive(Serialize)]
struct Listing<'a> {
    schema: u32,
    store: String,
    findings: Vec<Detailed<'a>>,
    /// Programs that show what findings show, and are only counted.
    repeats: &'a [&'a Repeats],
}

#[derive(Serialize)]
struct Detailed<'a> {
    #[serde(flatten)]
    finding: &'a Finding,
    directory: String,
    /// Where its bug is known from.
    known: Option<&'a String>,
    /// The finding that stands for its bug, once it was looked into.
    bug: Option<&'a String>,
    /// Lines that are left of the program.
    reduced_lines: Option<usize>,
}

fn json(store: &dyn Store, findings: &[Listed], repeats: &[&Repeats]) -> String {
    let findings = findings.iter().filter_map(|listed| listed.detailed(store)).collect();
    let listing = Listing { schema: SCHEMA, store: store.path().display().to_string(), findings, repeats };
    serde_json::to_string_pretty(&listing).expect("a listing has only string keys") + "\n"
}

impl Listed<'_> {
    fn detailed(&self, store: &dyn Store) -> Option<Detailed<'_>> {
        let directory = store.directory_of(&self.entry.id).unwrap_or_default();
        Some(Detailed {
            finding: &self.record.as_ref()?.finding,
            directory: directory.display().to_string(),
            known: self.known.as_ref(),
            bug: self.entry.bug.as_ref(),
            reduced_lines: self.entry.reduced_lines,
        })
    }
}
