//! `gadfly findings`: what the hunts have found.

use crate::diagnostic;
use crate::duration;
use crate::exit::ExitCode;
use crate::output::{internal_error, write_stdout};
use crate::place::{self, Place};
use crate::{stack, table};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use lab::finding::{Finding, SCHEMA, State, reduced, word};
use lab::oracle::Kind;
use lab::store::{Repeats, SqliteStore, Store};
use lab::triage::{Bug, Corrections, Known, Triage, cluster_with};
use serde::Serialize;
use std::fs;
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

    /// Those that did not show every time instead
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
    let listed = args.place.read().and_then(|store| Ok((store.findings()?, store.repeats()?, store)));
    let (all, repeats, store) = match listed {
        Ok(listed) => listed,
        Err(error) => return place::failed(&error),
    };
    let (known, bugs) = match judged(&store, &all) {
        Ok(judged) => judged,
        Err(message) => {
            diagnostic::plain(&message);
            return ExitCode::Usage;
        }
    };
    let listed = |finding| Listed::new(finding, &store, &known, &bugs);
    let wanted: Vec<Listed> = all.iter().filter(|finding| args.wants(finding)).map(listed).collect();
    let repeats: Vec<&Repeats> = repeats.iter().filter(|repeats| args.wants_repeats(repeats)).collect();
    let text = if args.json { json(&store, &wanted, &repeats) } else { args.text(&store, &all, &wanted, &repeats) };
    let exit_code = if wanted.is_empty() { ExitCode::Program(0) } else { ExitCode::Findings };
    write_stdout(text.as_bytes(), exit_code)
}

/// What people said of bugs, and the bugs of the findings that were looked into.
fn judged(store: &SqliteStore, all: &[Finding]) -> Result<(Known, Vec<Bug>), String> {
    let known = Known::near(store.path()).map_err(|error| error.to_string())?;
    let corrections = Corrections::read(store.path()).map_err(|error| error.to_string())?;
    let triages: Vec<Triage> = all.iter().filter_map(|finding| Triage::read(&store.directory(&finding.id))).collect();
    Ok((known, cluster_with(&triages, &corrections)))
}

impl Args {
    fn wants(&self, finding: &Finding) -> bool {
        finding.is_flaky() == self.flaky
            && self.kind.is_none_or(|kind| kind == finding.kind)
            && self.compiler.as_deref().is_none_or(|name| name == accused(finding))
    }

    /// They are like findings that showed every time.
    fn wants_repeats(&self, repeats: &Repeats) -> bool {
        !self.flaky
            && self.kind.is_none_or(|kind| kind == repeats.kind)
            && self.compiler.as_deref().is_none_or(|name| name == repeats.compiler)
    }

    fn text(&self, store: &SqliteStore, all: &[Finding], wanted: &[Listed], repeats: &[&Repeats]) -> String {
        let flaky = all.iter().filter(|finding| finding.is_flaky()).count();
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

/// Who is to blame.
fn accused(finding: &Finding) -> &str {
    if finding.kind == Kind::SelfCheck { "gadfly" } else { &finding.compiler.name }
}

/// One line each. On a terminal ids are as short as they can be: `gadfly show` takes the beginning of one.
fn list(all: &[Finding], findings: &[Listed], repeats: &[&Repeats]) -> String {
    let columns = table::terminal();
    let digits = if columns.is_some() { digits(all) } else { usize::MAX };
    let row = |(at, listed): (usize, &Listed)| row(listed, digits, more(listed.finding, &findings[at + 1..], repeats));
    let header = ["ID", "AGE", "KIND", "COMPILER", "BUG", "LINES", "TITLE"];
    table::table(header, findings.iter().enumerate().map(row).collect(), columns)
}

/// Digits of ids that tell all findings apart, a few at least.
fn digits(all: &[Finding]) -> usize {
    const FEWEST: usize = 6;
    let mut ids: Vec<&str> = all.iter().map(|finding| finding.id.as_str()).collect();
    ids.sort_unstable();
    let alike = |pair: &[&str]| pair[0].bytes().zip(pair[1].bytes()).take_while(|(a, b)| a == b).count();
    ids.windows(2).map(alike).max().map_or(FEWEST, |alike| (alike + 1).max(FEWEST))
}

/// How many programs repeat a finding, told with the last of those that are alike.
fn more(finding: &Finding, later: &[Listed], repeats: &[&Repeats]) -> usize {
    let is_like = |other: &Finding| {
        other.kind == finding.kind && other.signature == finding.signature && accused(other) == accused(finding)
    };
    let repeats = repeats.iter().find(|repeats| {
        repeats.kind == finding.kind && repeats.signature == finding.signature && repeats.compiler == accused(finding)
    });
    repeats.filter(|_| !later.iter().any(|other| is_like(other.finding))).map_or(0, |repeats| repeats.programs.len())
}

fn row(listed: &Listed, digits: usize, repeats: usize) -> [String; 7] {
    let finding = listed.finding;
    let short = |id: &str| id.chars().take(digits).collect::<String>();
    let known = listed.known.as_ref().map(|from| format!("(known: {from}) ")).unwrap_or_default();
    let like_it = if repeats == 0 { String::new() } else { format!(" (+{repeats} more like it)") };
    let unknown = || "-".to_string();
    [
        short(&finding.id),
        duration::age(finding.found_at),
        word(&finding.kind),
        accused(finding).to_string(),
        listed.bug.as_deref().map_or_else(unknown, short),
        listed.reduced_lines.map_or_else(unknown, |lines| lines.to_string()),
        format!("{known}{}{like_it}", title(listed)),
    ]
}

/// What a report calls it, without the compiler, which has a column of its own. Before a finding is looked into, that is
/// little more than its kind, and what was seen says more.
fn title(listed: &Listed) -> String {
    let finding = listed.finding;
    let state = match finding.state {
        State::Confirmed { .. } => String::new(),
        State::Flaky { .. } => format!(" ({})", finding.state),
    };
    let report = || fs::read_to_string(Path::new(&listed.directory).join("report.md")).ok();
    let title = listed.bug.as_ref().and_then(|_| report()?.lines().next()?.strip_prefix("# ").map(str::to_string));
    let Some(title) = title else {
        let flags = finding.flags().join(" ");
        let at = if flags.is_empty() { String::new() } else { format!("{flags}: ") };
        return format!("{at}{}{state}", finding.message);
    };
    let short = title.strip_prefix(accused(finding)).map(|rest| rest.trim_start_matches([':', ' ']));
    let short = short.map(|rest| rest.strip_prefix("at ").unwrap_or(rest));
    short.unwrap_or(&title).to_string() + &state
}

#[derive(Serialize)]
struct Listing<'a> {
    schema: u32,
    store: String,
    findings: &'a [Listed<'a>],
    /// Programs that show what findings show, and are only counted.
    repeats: &'a [&'a Repeats],
}

#[derive(Serialize)]
struct Listed<'a> {
    #[serde(flatten)]
    finding: &'a Finding,
    directory: String,
    /// Where its bug is known from.
    known: Option<String>,
    /// The finding that stands for its bug, once it was looked into.
    bug: Option<String>,
    /// Lines that are left of the program.
    reduced_lines: Option<usize>,
}

impl<'a> Listed<'a> {
    fn new(finding: &'a Finding, store: &SqliteStore, known: &Known, bugs: &[Bug]) -> Listed<'a> {
        let directory = store.directory(&finding.id);
        let known = known.of_kept(finding, &directory);
        let bug = bugs.iter().find(|bug| bug.findings.contains(&finding.id)).map(|bug| bug.id.clone());
        let files = reduced::read(&directory, finding);
        let reduced_lines = files.map(|files| files.iter().map(|file| lines_of_code(&file.text)).sum());
        Listed { finding, directory: directory.display().to_string(), known, bug, reduced_lines }
    }
}

/// Lines that are neither blank nor part of the comment that says what is wrong.
fn lines_of_code(text: &str) -> usize {
    let mut is_comment = false;
    let is_code = |line: &&str| {
        let line = line.trim();
        is_comment |= line.starts_with("/*");
        let is_code = !is_comment && !line.is_empty();
        is_comment &= !line.ends_with("*/");
        is_code
    };
    text.lines().filter(is_code).count()
}

fn json(store: &SqliteStore, findings: &[Listed], repeats: &[&Repeats]) -> String {
    let listing = Listing { schema: SCHEMA, store: store.path().display().to_string(), findings, repeats };
    serde_json::to_string_pretty(&listing).expect("a listing has only string keys") + "\n"
}
