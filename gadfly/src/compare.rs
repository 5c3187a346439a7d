//! `gadfly compare`: which technique finds what in which compiler, under equal budgets.

mod progress;
mod written;

use crate::exit::ExitCode;
use crate::failure::Failure;
use crate::output::{internal_error, write_answer, write_stdout};
use crate::{broken, number, resources, sandboxes, signals, stack};
use lab::Bench;
use lab::config::nearest::nearest;
use lab::config::words;
use lab::experiment::plan::TEMPLATES;
use lab::experiment::{self, Estimate, Journal, Plan, Run, journal};
use lab::shell::shell;
use progress::Shown;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Compare ways of testing compilers: which finds what, and how many bugs it really was.
///
/// A plan says which arms (a source of programs, and the oracles that judge them) are tried on which compilers. All arms have
/// the same budget, the same seeds, and so the same programs where they have the same source. They take turns in small slices. What they
/// found is counted in bugs, and compared with the tests that reviewers ask for.
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "See --help for examples and exit codes.",
    after_long_help = "\
Examples:
  gadfly compare --init                      writes icse2016.toml, policies.toml and strategies.toml
  gadfly compare icse2016.toml --dry-run     what it takes
  gadfly compare icse2016.toml               runs it; icse2016-report/report.html is the result
  gadfly compare icse2016.toml --resume      goes on after Ctrl-C, or after a power cut

The directory gets report.html (one file with everything), report.md, report.json (what the arms did), a CSV file for each \
table, trials.csv and finds.csv with all that the tables are made from, and the plots as SVG. journal.jsonl is what --resume \
reads.

Exit codes: 0 the report is written, 2 a wrong plan or a directory that is in use, 66 the plan cannot be read, 69 a compiler or \
a sandbox is missing, 74 the directory is not writable, 130 Ctrl-C: what is done is kept."
)]
pub struct Args {
    /// The plan
    #[arg(value_name = "PLAN", required_unless_present = "init")]
    plan: Option<PathBuf>,

    /// Where the journal and the report go [default: beside where you are, PLAN-report]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Go on with a comparison that was interrupted
    #[arg(long)]
    resume: bool,

    /// Print what it takes, and do nothing
    #[arg(long, conflicts_with = "resume")]
    dry_run: bool,

    /// Write commented plans into this directory, or into --out
    #[arg(long, conflicts_with_all = ["plan", "resume", "dry_run"])]
    init: bool,

    /// Trials that are run at the same time [default: the cores this process may use]
    #[arg(long, short, value_name = "N", value_parser = number::count)]
    jobs: Option<u64>,

    /// Print one JSON object: what the arms did, or with --dry-run what it takes
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
    let Some(path) = args.plan.as_ref().filter(|_| !args.init) else { return init(args) };
    let plan = Plan::load(path).map_err(unreadable)?;
    bugs(&plan)?;
    let jobs = args.jobs.map_or_else(resources::cores, |jobs| jobs as usize);
    if args.dry_run {
        return dry_run(args, &plan, jobs);
    }
    let directory = directory(args, path)?;
    signals::catch();
    let mut benches = benches(args, &plan, jobs.min(plan.compilers.len() * plan.trials as usize))?;
    let shown = Shown::new(&plan);
    let run = Run { plan: &plan, broken: &with_bugs()?, directory: &directory, stop: &signals::STOP };
    let done = experiment::run(&run, &mut benches, &|progress| shown.tell(progress));
    shown.end();
    match done.map_err(failed)? {
        Some(comparison) => {
            written::write(&directory, &comparison).map_err(Failure::output)?;
            let text = if args.json { written::json(&comparison) } else { written::summary(&directory, &comparison) };
            Ok(write_answer(&text, args.json, ExitCode::Program(0)))
        }
        None => {
            let again = format!("gadfly compare {} --resume --out {}", path.display(), directory.display());
            Err(Failure::Other(ExitCode::Interrupted, format!("stopped; what is done is kept. Go on with `{again}`")))
        }
    }
}

fn init(args: &Args) -> Result<ExitCode, Failure> {
    let directory = args.out.clone().unwrap_or_else(|| PathBuf::from("."));
    std::fs::create_dir_all(&directory).map_err(|error| unwritable(&directory, &error))?;
    let paths: Vec<PathBuf> = TEMPLATES.iter().map(|(name, _)| directory.join(name)).collect();
    if let Some(path) = paths.iter().find(|path| path.exists()) {
        return Err(Failure::usage(format!(
            "there is a {} already; give another directory with --out",
            path.display()
        )));
    }
    let mut text = String::new();
    for (path, (_, plan)) in paths.iter().zip(TEMPLATES) {
        let file = OpenOptions::new().write(true).create_new(true).open(path);
        file.and_then(|mut file| file.write_all(plan.as_bytes())).map_err(|error| unwritable(path, &error))?;
        text += &format!("Wrote {}.\n", path.display());
    }
    Ok(write_stdout(text.as_bytes(), ExitCode::Program(0)))
}

fn dry_run(args: &Args, plan: &Plan, jobs: usize) -> Result<ExitCode, Failure> {
    let mut benches = benches(args, plan, 1)?;
    let estimate = experiment::estimate(plan, &mut benches[0], &with_bugs()?)
        .map_err(|error| Failure::Other(ExitCode::Unavailable, format!("a compiler cannot be used: {error}")))?;
    let jobs = jobs.min(plan.compilers.len() * plan.trials as usize);
    let text = if args.json { estimate_json(&estimate, jobs) } else { estimate_text(&estimate, jobs) };
    Ok(write_answer(&text, args.json, ExitCode::Program(0)))
}

/// Seconds of an hour.
const HOUR: f64 = 3600.0;

fn estimate_text(estimate: &Estimate, jobs: usize) -> String {
    let mut text = String::new();
    for (name, cpu_s) in &estimate.arms {
        text += &format!("{:9.2} CPU hours  {name}\n", cpu_s / HOUR);
    }
    let total = estimate.total_s();
    text += &format!("{:9.2} CPU hours  in {} trials\n", total / HOUR, estimate.trials);
    text +=
        &format!("{:9.2} wall hours with {jobs} jobs, if the machine does nothing else\n", total / HOUR / jobs as f64);
    if estimate.is_measured {
        text += "Budgets in programs are estimated from two programs for each arm and compiler.\n";
    }
    text + "Telling bugs apart comes on top: a few compilations of every program that is wrong.\n"
}

fn estimate_json(estimate: &Estimate, jobs: usize) -> String {
    let arms: Vec<_> =
        estimate.arms.iter().map(|(name, cpu_s)| serde_json::json!({ "arm": name, "cpu_s": cpu_s })).collect();
    let total = estimate.total_s();
    let value = serde_json::json!({
        "schema": 1,
        "arms": arms,
        "trials": estimate.trials,
        "cpu_hours": total / HOUR,
        "wall_hours": total / HOUR / jobs as f64,
        "is_measured": estimate.is_measured,
    });
    format!("{value:#}\n")
}

/// A directory that has a comparison is used again only if that is asked for.
fn directory(args: &Args, plan: &Path) -> Result<PathBuf, Failure> {
    let stem = plan.file_stem().unwrap_or_default().to_string_lossy();
    let directory = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{stem}-report")));
    match (Journal::is_in(&directory), args.resume) {
        (true, false) => Err(Failure::usage(format!(
            "{} has a comparison already. Go on with it by --resume, or give another directory with --out",
            directory.display()
        ))),
        (false, true) => Err(Failure::usage(format!(
            "there is no comparison in {} to go on with; leave out --resume to begin one",
            directory.display()
        ))),
        _ => Ok(directory),
    }
}

fn benches(args: &Args, plan: &Plan, count: usize) -> Result<Vec<Bench>, Failure> {
    let benches = args.sandbox.benches(count.max(1), &plan.limits);
    benches.map_err(|error| Failure::Other(ExitCode::Unavailable, format!("{error:#}")))
}

/// Whether there are bugs of all these names.
fn bugs(plan: &Plan) -> Result<(), Failure> {
    for compiler in &plan.compilers {
        let Some(unknown) = compiler.bugs.iter().find(|bug| !broken::names().any(|name| name == bug.as_str())) else {
            continue;
        };
        let meant =
            nearest(unknown, broken::names()).map(|name| format!("did you mean `{name}`? ")).unwrap_or_default();
        let compiler = &compiler.name;
        return Err(Failure::usage(format!(
            "the compiler `{compiler}`: there is no bug `{unknown}`; {meant}`gadfly __broken-cc --list` shows all"
        )));
    }
    Ok(())
}

/// The command of a compiler with bugs: this very binary, in front of the compiler.
fn with_bugs() -> Result<impl Fn(&[String], &str) -> String + Sync, Failure> {
    let own = std::env::current_exe().map_err(Failure::output)?.display().to_string();
    Ok(move |bugs: &[String], command: &str| {
        let front = [own.clone(), "__broken-cc".to_string(), bugs.join(","), "--".to_string()];
        let command = words::split(command).unwrap_or_default();
        shell(&front.into_iter().chain(command).collect::<Vec<_>>())
    })
}

fn unreadable(error: lab::config::Error) -> Failure {
    let exit_code = match error {
        lab::config::Error::Unreadable { .. } => ExitCode::NoInput,
        lab::config::Error::Wrong(_) => ExitCode::Usage,
    };
    Failure::Other(exit_code, error.to_string().replace("cannot read the configuration", "cannot read the plan"))
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::output(format!("cannot write {}: {error}", path.display()))
}

fn failed(error: experiment::Error) -> Failure {
    let exit_code = match &error {
        experiment::Error::Journal(journal::Error::Io { .. }) | experiment::Error::Io(_) => ExitCode::Output,
        experiment::Error::Journal(_) | experiment::Error::History(_) => ExitCode::Usage,
        experiment::Error::Store(_) => return experiment_store(error),
        experiment::Error::Source(_) | experiment::Error::Compiler(_) | experiment::Error::Sandbox(_) => {
            ExitCode::Unavailable
        }
    };
    Failure::Other(exit_code, error.to_string())
}

fn experiment_store(error: experiment::Error) -> Failure {
    match error {
        experiment::Error::Store(error) => error.into(),
        other => Failure::output(other),
    }
}
