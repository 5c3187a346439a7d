//! `gadfly findings`: what the hunts have found.

use crate::diagnostic;
use crate::exit::ExitCode;
use crate::output::{internal_error, write_stdout};
use crate::place::{self, Place, printable};
use crate::stack;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use comfy_table::{ContentArrangement, Table, presets};
use lab::finding::{Finding, SCHEMA, word};
use lab::oracle::Kind;
use lab::store::{Repeats, SqliteStore, Store};
use lab::triage::Known;
use serde::Serialize;
use std::io::IsTerminal;
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
    let known = match Known::near(store.path()) {
        Ok(known) => known,
        Err(error) => {
            diagnostic::plain(&error.to_string());
            return ExitCode::Usage;
        }
    };
    let listed = |finding| Listed::new(finding, &store, &known);
    let wanted: Vec<Listed> = all.iter().filter(|finding| args.wants(finding)).map(listed).collect();
    let repeats: Vec<&Repeats> = repeats.iter().filter(|repeats| args.wants_repeats(repeats)).collect();
    let text = if args.json { json(&store, &wanted, &repeats) } else { args.text(&store, &all, &wanted, &repeats) };
    let exit_code = if wanted.is_empty() { ExitCode::Program(0) } else { ExitCode::Findings };
    write_stdout(text.as_bytes(), exit_code)
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
        let mut text = if wanted.is_empty() { String::new() } else { table(wanted, repeats) + "\n" };
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

fn table(findings: &[Listed], repeats: &[&Repeats]) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    // What reads a pipe wants one line each, whatever its length.
    let is_terminal = std::io::stdout().is_terminal();
    table.set_content_arrangement(if is_terminal { ContentArrangement::Dynamic } else { ContentArrangement::Disabled });
    table.set_header(["ID", "KIND", "COMPILER", "FLAGS", "SOURCE", "STATE", "MESSAGE"]);
    for (at, listed) in findings.iter().enumerate() {
        let more = more(listed.finding, &findings[at + 1..], repeats);
        table.add_row(row(listed, more).map(|cell| printable(&cell).replace(['\n', '\t'], " ")));
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table.trim_fmt() + "\n"
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

fn row(listed: &Listed, repeats: usize) -> [String; 7] {
    let finding = listed.finding;
    let known = listed.known.as_ref().map(|from| format!(" (known: {from})")).unwrap_or_default();
    let like_it = if repeats == 0 { String::new() } else { format!(" (+{repeats} more like it)") };
    let more = match finding.builds.len() {
        0 | 1 => String::new(),
        builds => format!(" (+{})", builds - 1),
    };
    [
        finding.id.clone(),
        word(&finding.kind),
        accused(finding).to_string(),
        finding.flags().join(" ") + &more,
        finding.source.clone(),
        finding.state.to_string(),
        finding.message.clone() + &known + &like_it,
    ]
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
}

impl<'a> Listed<'a> {
    fn new(finding: &'a Finding, store: &SqliteStore, known: &Known) -> Listed<'a> {
        let directory = store.directory(&finding.id);
        let known = known.of_kept(finding, &directory);
        Listed { finding, directory: directory.display().to_string(), known }
    }
}

fn json(store: &SqliteStore, findings: &[Listed], repeats: &[&Repeats]) -> String {
    let listing = Listing { schema: SCHEMA, store: store.path().display().to_string(), findings, repeats };
    serde_json::to_string_pretty(&listing).expect("a listing has only string keys") + "\n"
}
