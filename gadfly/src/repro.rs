//! `gadfly repro`: runs a finding again and says whether it still shows.

use crate::diagnostic;
use crate::exit::ExitCode;
use crate::output::{internal_error, write_answer};
use crate::place::{self, Error, Place};
use crate::sandboxes;
use crate::stack;
use lab::config::LimitsConfig;
use lab::finding::{Finding, SCHEMA, word};
use lab::observe::Outcome;
use lab::repro::{Repro, Still, repro};
use lab::{Bench, Record};
use serde::Serialize;

/// Run a finding again, and say whether it still shows.
///
/// Compiles and runs the finding's program in the sandbox with every build that was wrong, and compares what happens now
/// with what must happen.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  gadfly repro 3f9a                     the beginning of an id is enough
  gadfly repro 3f9a && echo fixed

Exit codes: 10 it still shows, 0 it does not, 2 wrong arguments or no such finding, 66 there is no store, 69 it cannot be \
tried here.")]
pub struct Args {
    /// The finding, as `gadfly findings` lists it, or the beginning of its id
    id: String,

    #[command(flatten)]
    place: Place,

    #[command(flatten)]
    sandbox: sandboxes::SandboxArgs,

    /// Print one JSON object instead of lines
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> ExitCode {
    stack::with_large_stack(move |_| again(&args)).unwrap_or_else(|panic| internal_error(&panic))
}

fn again(args: &Args) -> ExitCode {
    let Record { finding, case, .. } = match record(args) {
        Ok(record) => record,
        Err(error) => return place::failed(&error),
    };
    let mut bench = match args.sandbox.sandbox() {
        Ok(sandbox) => Bench::new(sandbox, limits(&finding)),
        Err(error) => return failed(error.as_ref(), ExitCode::Unavailable),
    };
    show(args, &finding, &repro(&mut bench, &finding, &case))
}

/// The program is that of the record, whatever became of the files in its directory.
fn record(args: &Args) -> Result<Record, Error> {
    let store = args.place.read()?;
    Ok(store.get(&store.find(&args.id)?)?)
}

fn failed(error: &dyn std::error::Error, exit_code: ExitCode) -> ExitCode {
    diagnostic::plain(&error.to_string());
    exit_code
}

/// The limits of a hunt without a configuration, or those of the finding's hunt if they are longer.
fn limits(finding: &Finding) -> LimitsConfig {
    let mut limits = LimitsConfig::default();
    for seen in &finding.observations {
        match seen.outcome {
            Outcome::Hung { limit_ms } => limits.compile_cpu_ms = limit_ms,
            Outcome::Endless { limit_ms } => limits.run_cpu_ms = limit_ms,
            _ => {}
        }
    }
    limits
}

fn show(args: &Args, finding: &Finding, repro: &Repro) -> ExitCode {
    let exit_code = match repro.still {
        Still::Shows => ExitCode::Findings,
        Still::Gone => ExitCode::Program(0),
        Still::Unknown => ExitCode::Unavailable,
    };
    let text = if args.json { json(finding, repro) } else { lines(finding, repro) };
    write_answer(&text, args.json, exit_code)
}

fn lines(finding: &Finding, repro: &Repro) -> String {
    let answer = match repro.still {
        Still::Shows => "still shows",
        Still::Gone => "does not show any more",
        Still::Unknown => "cannot be tried here",
    };
    let mut text = format!("{} ({}: {}) {answer}\n", finding.id, finding.label(), finding.message);
    for line in &repro.lines {
        text.push_str(&format!("  {line}\n"));
    }
    text
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    id: &'a str,
    kind: String,
    #[serde(flatten)]
    repro: &'a Repro,
}

fn json(finding: &Finding, repro: &Repro) -> String {
    let document = Document { schema: SCHEMA, id: &finding.id, kind: word(&finding.kind), repro };
    serde_json::to_string_pretty(&document).expect("a report has only string keys") + "\n"
}
