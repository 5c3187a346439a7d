//! `gadfly activity`: what the programs of two arms make an optimizer do, by the compiler's own counters.

use crate::exit::ExitCode;
use crate::failure::Failure;
use crate::output::{internal_error, write_answer};
use crate::{number, sandboxes, signals, stack, table};
use lab::Bench;
use lab::compiler::Compiler;
use lab::config::{CompilerConfig, Config, LimitsConfig, words};
use lab::detection;
use lab::experiment::activity::{self as counting, Counting};
use lab::experiment::plan::Arm;
use lab::experiment::report::activity::{self, Activity, Counts};
use std::io::{IsTerminal, Write};

/// Compare what the programs of two sources make an optimizer do.
///
/// Compiles as many programs of each, and compares the compiler's counters: -fdump-statistics of GCC; remarks of Clang, and -stats
/// where there are any. Says for each counter the ratio and whether the difference is significant (Mann-Whitney U test, Holm's
/// correction), and the geometric mean of all ratios with its interval.
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "See --help for examples and exit codes.",
    after_long_help = "\
An arm is a source as in gadfly.toml, with settings behind commas: `policies=off`, `size=100`, `variants=4`, or a parameter of \
`gadfly generate --list-parameters`.

Examples:
  gadfly activity policy policy,policies=off
  gadfly activity policy csmith --programs 200 --per-line
  gadfly activity emi:csmith csmith --compiler clang-19 --level -O2

Exit codes: 0 the arms were compared, 2 wrong arguments, 69 the compiler has no counters or nothing can be run, 130 Ctrl-C."
)]
pub struct Args {
    /// A source of programs, with settings
    #[arg(value_name = "ARM")]
    first: String,

    /// What it is compared with
    #[arg(value_name = "ARM")]
    second: String,

    /// Programs of each
    #[arg(long, value_name = "N", value_parser = number::count, default_value_t = 100)]
    programs: u64,

    /// A gcc or clang
    #[arg(long, value_name = "COMMAND", default_value = "cc")]
    compiler: String,

    /// What it compiles with
    #[arg(long, value_name = "FLAGS", default_value = "-O3", allow_hyphen_values = true)]
    level: String,

    /// The seed of the programs
    #[arg(long, value_name = "N", value_parser = number::seed, default_value_t = 1)]
    seed: u64,

    /// Compare counters by a thousand lines, not by program
    #[arg(long)]
    per_line: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    sandbox: sandboxes::SandboxArgs,
}

pub fn run(args: Args) -> ExitCode {
    let done = stack::with_large_stack(move |_| compare(&args).unwrap_or_else(Failure::say));
    done.unwrap_or_else(|panic| internal_error(&panic))
}

fn compare(args: &Args) -> Result<ExitCode, Failure> {
    signals::catch();
    let flags = words::split(&args.level).map_err(Failure::usage)?;
    let bench = args.sandbox.benches(1, &LimitsConfig::default()).map_err(unavailable)?;
    let [mut bench] = <[Bench; 1]>::try_from(bench).map_err(|_| Failure::output("no sandbox"))?;
    let compiler = compiler(&mut bench, &args.compiler)?;
    let counts = [&args.first, &args.second].map(|spec| count(&mut bench, &compiler, &flags, args, spec));
    let [first, second] = counts;
    let activity = activity::compare(&first?, &second?);
    let text = match args.json {
        true => serde_json::to_string_pretty(&activity).expect("counters have names") + "\n",
        false => text(&activity),
    };
    Ok(write_answer(&text, args.json, ExitCode::Program(0)))
}

fn compiler(bench: &mut Bench, command: &str) -> Result<Compiler, Failure> {
    let identified = detection::identify(bench, &CompilerConfig::new("cc", command));
    let compiler = identified.map_err(|why| Failure::Other(ExitCode::Unavailable, why))?;
    match counting::has_counters(compiler.family) {
        true => Ok(compiler),
        false => Err(Failure::Other(
            ExitCode::Unavailable,
            format!("`{command}` has no counters; name a gcc or clang with --compiler"),
        )),
    }
}

fn count(bench: &mut Bench, compiler: &Compiler, flags: &[String], args: &Args, spec: &str) -> Result<Counts, Failure> {
    let arm: Arm = counting::arm(spec);
    let source = counting::open(&arm, &Config::default()).map_err(Failure::usage)?;
    let Args { seed, programs, per_line, .. } = *args;
    let counting = Counting { compiler, flags, seed, programs, by_lines: per_line, stop: &signals::STOP };
    let tell = |done| progress(&format!("{spec}: {done} of {programs} programs"));
    let counts = counting::count(bench, source.as_ref(), &arm, &counting, tell).map_err(Failure::output)?;
    progress("");
    let counts = counts.ok_or_else(|| Failure::Other(ExitCode::Interrupted, "stopped".to_string()))?;
    match counts.programs.is_empty() {
        true => Err(Failure::Other(ExitCode::Unavailable, format!("{spec} makes no program that the compiler takes"))),
        false => Ok(counts),
    }
}

fn text(activity: &Activity) -> String {
    let made = activity.table();
    let rows = made.rows.iter().map(|row| <[String; 6]>::try_from(row.clone()).expect("six columns")).collect();
    let [first, second] = &activity.arms;
    let head = ["COUNTER", first, second, "RATIO", "P (HOLM)", "AT 95%"];
    let [one, other] = activity.programs;
    let text = table::table(head, rows, table::terminal());
    format!("{text}\n{one} programs of {first}, {other} of {second}; means of each.\n{}\n", activity.summary())
}

fn unavailable(error: anyhow::Error) -> Failure {
    Failure::Other(ExitCode::Unavailable, format!("{error:#}"))
}

/// A line that replaces the last one, on a terminal.
fn progress(line: &str) {
    let mut stderr = std::io::stderr();
    if stderr.is_terminal() {
        // A closed terminal is no reason to stop.
        let _ = write!(stderr, "\r{line}\x1b[K");
    }
}
