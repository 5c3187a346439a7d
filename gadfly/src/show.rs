//! `gadfly show`: everything about one finding.

use crate::exit::ExitCode;
use crate::output::{internal_error, write_answer};
use crate::place::{self, Error, Place};
use crate::stack;
use lab::finding::Finding;
use lab::record::account::Account;
use lab::record::{render, report};
use lab::shell::shell;
use std::path::PathBuf;

/// Show a finding: the report, where it is kept, and how to reproduce it.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  gadfly show 3f9a                      the beginning of an id is enough
  gadfly show 3f9a --json | jq .builds

Exit codes: 0 shown, 2 wrong arguments or no such finding, 66 there is no store.")]
pub struct Args {
    /// The finding, as `gadfly findings` lists it, or the beginning of its id
    id: String,

    #[command(flatten)]
    place: Place,

    /// Print finding.json instead of the report
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> ExitCode {
    stack::with_large_stack(move |_| show(&args)).unwrap_or_else(|panic| internal_error(&panic))
}

fn show(args: &Args) -> ExitCode {
    match text(args) {
        Ok(text) => write_answer(&text, args.json, ExitCode::Program(0)),
        Err(error) => place::failed(&error),
    }
}

fn text(args: &Args) -> Result<String, Error> {
    let store = args.place.read()?;
    let record = store.get(&store.find(&args.id)?)?;
    if args.json {
        return Ok(render::finding_json(&record.finding));
    }
    let report = report::report(&Account::new(&record), &record.case);
    let directory = store.directory_of(record.id());
    Ok(format!("{}\n{}", report.trim_end(), directions(&record.finding, directory)))
}

fn directions(finding: &Finding, directory: Option<PathBuf>) -> String {
    let id = &finding.id;
    let Some(dir) = directory else { return format!("\nFinding {id}\n  gadfly repro {id}\n") };
    let make = shell(&["make".to_string(), "-C".to_string(), dir.display().to_string()]);
    format!("\nFinding {id}, in {}\n  {make}\n  gadfly repro {id}\n", dir.display())
}
