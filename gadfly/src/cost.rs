//! `gadfly cost`: where the CPU time goes (YARPGen's Table 7).

use crate::exit::ExitCode;
use crate::failure::Failure;
use crate::output::{internal_error, write_answer};
use crate::place;
use crate::{number, sandboxes, signals, stack, table};
use lab::Bench;
use lab::config::{CompilerConfig, Config, LimitsConfig};
use lab::detection;
use lab::experiment::report::comparison::Cost;
use lab::experiment::report::tables::shares;
use lab::experiment::{activity, cost};
use lab::store::{self, Totals};
use serde::Serialize;
use std::path::PathBuf;

/// Show where the CPU time goes: generation, interpretation, compilation, running, other.
///
/// Of a store, for each source of its campaigns; interpretation is then part of generation, and what Gadfly itself needs besides is not known. Or
/// measured now, for a few programs of a source.
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "See --help for examples and exit codes.",
    after_long_help = "\
Examples:
  gadfly cost                                of the store here
  gadfly cost /data/gadfly-store
  gadfly cost --source policy --source csmith --programs 50 --compiler gcc
  gadfly cost --source emi:csmith,variants=4

Exit codes: 0 success, 2 wrong arguments, 66 there is no store, 69 nothing can be run, 130 Ctrl-C."
)]
pub struct Args {
    /// The store [default: gadfly-store]
    #[arg(value_name = "STORE", conflicts_with = "source")]
    store: Option<PathBuf>,

    /// Measure programs of this source now, with settings behind commas; may be repeated
    #[arg(long, value_name = "ARM")]
    source: Vec<String>,

    /// How many programs of each
    #[arg(long, value_name = "N", value_parser = number::count, default_value_t = 20, requires = "source")]
    programs: u64,

    /// What compiles them, at the five levels -O0, -O1, -O2, -O3 and -Os
    #[arg(long, value_name = "COMMAND", default_value = "cc", requires = "source")]
    compiler: String,

    /// The seed of the programs
    #[arg(long, value_name = "N", value_parser = number::seed, default_value_t = 1, requires = "source")]
    seed: u64,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    sandbox: sandboxes::SandboxArgs,
}

/// One line.
#[derive(Serialize)]
struct Row {
    source: String,
    programs: u64,
    compilations: u64,
    cost: Cost,
}

pub fn run(args: Args) -> ExitCode {
    let done = stack::with_large_stack(move |_| show(&args).unwrap_or_else(Failure::say));
    done.unwrap_or_else(|panic| internal_error(&panic))
}

fn show(args: &Args) -> Result<ExitCode, Failure> {
    signals::catch();
    let is_measured = !args.source.is_empty();
    let rows = if is_measured { measured(args)? } else { of_store(args)? };
    let text = match args.json {
        true => serde_json::to_string_pretty(&rows).expect("rows have names") + "\n",
        false => text(rows, is_measured),
    };
    Ok(write_answer(&text, args.json, ExitCode::Program(0)))
}

fn of_store(args: &Args) -> Result<Vec<Row>, Failure> {
    let directory = args.store.clone().unwrap_or_else(|| PathBuf::from(store::DEFAULT_DIRECTORY));
    let store = store::read(&directory).map_err(|error| Failure::Place(place::Error::Store(error)))?;
    let mut rows = Vec::new();
    for campaign in store.campaigns()? {
        for (source, totals) in campaign.sources {
            rows.push(row(format!("{source} (campaign {}, seed {})", campaign.id, campaign.seed), &totals));
        }
    }
    Ok(rows)
}

fn row(source: String, totals: &Totals) -> Row {
    let seconds = |ms: u64| ms as f64 / 1000.0;
    let cost = Cost {
        generate_s: seconds(totals.generate_ms),
        compile_s: seconds(totals.compile_ms),
        run_s: seconds(totals.run_ms),
        ..Cost::default()
    };
    Row { source, programs: totals.programs, compilations: totals.builds, cost }
}

fn measured(args: &Args) -> Result<Vec<Row>, Failure> {
    let unavailable = |error: anyhow::Error| Failure::Other(ExitCode::Unavailable, format!("{error:#}"));
    let benches = args.sandbox.benches(1, &LimitsConfig::default()).map_err(unavailable)?;
    let [mut bench] = <[Bench; 1]>::try_from(benches).map_err(|_| Failure::output("no sandbox"))?;
    let identified = detection::identify(&mut bench, &CompilerConfig::new("cc", &args.compiler));
    let compiler = identified.map_err(|why| Failure::Other(ExitCode::Unavailable, why))?;
    let mut rows = Vec::new();
    for spec in &args.source {
        let source = activity::open(&activity::arm(spec), &Config::default()).map_err(Failure::usage)?;
        let measured = cost::measure(&mut bench, source.as_ref(), &compiler, args.seed, args.programs, &signals::STOP);
        match measured.map_err(Failure::output)? {
            Some((cost, compilations)) => {
                rows.push(Row { source: spec.clone(), programs: args.programs, compilations, cost });
            }
            None => return Err(Failure::Other(ExitCode::Interrupted, "stopped".to_string())),
        }
    }
    Ok(rows)
}

fn text(rows: Vec<Row>, is_measured: bool) -> String {
    let line = |row: &Row| {
        let [generation, interpretation, compilation, running, other] = shares(&row.cost);
        let (interpretation, other) = if is_measured { (interpretation, other) } else { (dash(), dash()) };
        [
            row.source.clone(),
            row.programs.to_string(),
            row.compilations.to_string(),
            format!("{:.1}", row.cost.total_s()),
            generation,
            interpretation,
            compilation,
            running,
            other,
        ]
    };
    let head = ["SOURCE", "PROGRAMS", "COMPILATIONS", "CPU S", "GENERATE", "INTERPRET", "COMPILE", "RUN", "OTHER"];
    let rows = rows.iter().map(line).collect();
    table::table(head, rows, table::terminal())
}

/// A store does not know it.
fn dash() -> String {
    "–".to_string()
}
