//! `gadfly show`: everything about one finding.

use crate::exit::ExitCode;
use crate::output::{internal_error, write_stdout};
use crate::place::{self, Error, Place, printable};
use crate::stack;
use lab::finding::commands::shell;
use lab::finding::{Finding, directory, report};
use lab::store::Store;
use std::fs;
use std::path::Path;

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
        Ok(text) => write_stdout(text.as_bytes(), ExitCode::Program(0)),
        Err(error) => place::failed(&error),
    }
}

fn text(args: &Args) -> Result<String, Error> {
    let store = args.place.read()?;
    let finding = store.finding(&args.id)?;
    let dir = store.directory(&finding.id);
    if args.json {
        return Ok(kept(&dir, "finding.json").unwrap_or_else(|| directory::json(&finding)));
    }
    // Without its directory there is still the row, if without the program.
    let report = kept(&dir, "report.md").unwrap_or_else(|| report::report(&finding, &finding.case(Vec::new())));
    Ok(format!("{}\n{}", printable(&report).trim_end(), directions(&finding, &dir)))
}

fn kept(dir: &Path, name: &str) -> Option<String> {
    fs::read_to_string(dir.join(name)).ok()
}

fn directions(finding: &Finding, dir: &Path) -> String {
    let make = shell(&["make".to_string(), "-C".to_string(), dir.display().to_string()]);
    format!("\nFinding {}, in {}\n  {make}\n  gadfly repro {}\n", finding.id, dir.display(), finding.id)
}
