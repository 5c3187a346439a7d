//! `gadfly bisect`: which commit of a compiler corrected the bug of a finding, and which introduced it.

mod clusters;
mod progress;
mod searches;
mod show;

use crate::exit::ExitCode;
use crate::failure::Failure;
use crate::output::{internal_error, write_answer};
use crate::place::Place;
use crate::{duration, number, resources, sandboxes, signals, stack};
use lab::config::LimitsConfig;
use lab::history::builds::{self, Settings};
use lab::history::{Bisection, Builds, Ends, History, Repository};
use lab::record::Record;
use lab::store::{Query, Store};
use progress::Progress;
use searches::Searches;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Find the commit of a compiler that corrected the bug of a finding, or introduced it.
///
/// Builds revisions of the compiler with a script of yours and asks them about the reduced program of the finding. Each
/// revision is built once, in a worktree of its own, and kept. Bugs that were corrected by one commit are counted as one.
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "See --help for examples, the build script and exit codes.",
    after_long_help = "\
The script is started in a worktree with the revision, in the sandbox. Its argument, which is also $OUT, is an empty directory, \
in which it must leave the compiler as an executable file `cc`, with all that the compiler needs. The compiler stays there. \
$JOBS says how many jobs the script may use, $REVISION is the commit. If it fails, the revision is left out. For tcc it is:

  #!/bin/sh
  set -e
  ./configure --prefix=\"$1\"
  make -j\"$JOBS\" && make install
  ln -s bin/tcc \"$1/cc\"

Examples:
  gadfly bisect 3f9a --repo ~/tinycc --build build-tcc.sh
  gadfly bisect --all --compiler tcc --repo ~/tinycc --build build-tcc.sh --bad release_0_9_27 --jobs 4
  gadfly bisect 3f9a --repo ~/tinycc --build build-tcc.sh --introduced

A result is *unreliable* if the program fails in another way between the two ends: then no commit is named.

Exit codes: 0 a commit was found for every finding, 10 not for all, 2 wrong arguments or no such \
finding, 14 another process builds there, 66 there is no store, 69 nothing can be run here, 130 \
Ctrl-C; what was built and asked is kept."
)]
pub struct Args {
    /// Findings, or the beginnings of their ids
    #[arg(value_name = "FINDING", required_unless_present = "all")]
    ids: Vec<String>,

    /// All findings that are not flaky
    #[arg(long, conflicts_with = "ids")]
    all: bool,

    /// Of this compiler only
    #[arg(long, value_name = "NAME", requires = "all")]
    compiler: Option<String>,

    /// The git repository of the compiler
    #[arg(long, value_name = "DIR")]
    repo: PathBuf,

    /// The script that builds a revision
    #[arg(long, value_name = "SCRIPT")]
    build: PathBuf,

    /// A revision that shows the bug [default: the newest of some that does, from HEAD back]
    #[arg(long, value_name = "REV")]
    bad: Option<String>,

    /// A revision that does not show it: a later one, or an earlier one with --introduced [default: HEAD and all branches,
    /// or some earlier one]
    #[arg(long, value_name = "REV")]
    good: Option<String>,

    /// Look for the commit that introduced the bug
    #[arg(long)]
    introduced: bool,

    /// How many revisions are built at a time. With more than one, revisions are built that may not be needed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::count)]
    jobs: u64,

    /// A build that takes longer is ended, and its revision left out
    #[arg(long, value_name = "TIME", default_value = "30m", value_parser = duration::parse)]
    build_timeout: Duration,

    /// Where builds are kept [default: builds in the store]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,

    /// How many megabytes of builds are kept
    #[arg(long, value_name = "MB", default_value_t = 20_000)]
    cache_mb: u64,

    #[command(flatten)]
    place: Place,

    #[command(flatten)]
    walls: sandboxes::SandboxArgs,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What was found out about one finding.
pub struct Searched {
    pub record: Record,
    /// The finding that stands for its bug, as triage has it.
    pub bug: Option<String>,
    pub bisection: Bisection,
}

pub fn run(args: Args) -> ExitCode {
    let done = stack::with_large_stack(move |_| search(&args).unwrap_or_else(Failure::say));
    done.unwrap_or_else(|panic| internal_error(&panic))
}

fn search(args: &Args) -> Result<ExitCode, Failure> {
    signals::catch();
    let store = args.place.read()?;
    let records = records(args, store.as_ref())?;
    let repository = Repository::open(&args.repo).map_err(Failure::usage)?;
    let (history, ends) = ends(args, &repository)?;
    let cache = args.cache.clone().unwrap_or_else(|| store.path().join("builds"));
    let bugs: BTreeMap<String, String> =
        store.query(&Query::default())?.into_iter().filter_map(|entry| Some((entry.id, entry.bug?))).collect();
    let settings = settings(args);
    let unavailable = |error: anyhow::Error| Failure::Other(ExitCode::Unavailable, format!("{error:#}"));
    let count = settings.jobs.min(records.len()).max(1);
    let mut benches = args.walls.benches(count, &LimitsConfig::default()).map_err(unavailable)?;
    if let Some(line) = sandboxes::weakness(&benches[0].sandbox) {
        eprintln!("gadfly: {line}");
    }
    let has_failed = AtomicBool::new(false);
    let is_stopped = || signals::STOP.is_set() || has_failed.load(Ordering::Relaxed);
    let builds = Builds::new(&repository, &args.build, &cache, settings, &benches[0].sandbox, &is_stopped);
    let builds = builds.map_err(failed)?;
    let progress = Progress::new(records.len(), &builds);
    let searches = Searches { args, records: &records, history: &history, ends: &ends, builds: &builds, progress };
    let bisections = searches.run(&mut benches, &has_failed);
    searches.progress.end();
    let searched = |(record, bisection): (Record, Bisection)| {
        let bug = bugs.get(record.id()).cloned();
        Searched { record, bug, bisection }
    };
    let results: Vec<Searched> = records.into_iter().zip(bisections?).map(searched).collect();
    let made = builds.made();
    if let Some(line) = show::warning(&made, args.build_timeout) {
        eprintln!("gadfly: {line}");
    }
    let text = if args.json { show::json(&results, &made) } else { show::text(&results, &made) };
    let is_complete = results.iter().all(|it| matches!(it.bisection, Bisection::Commit { .. }));
    let exit_code = if is_complete { ExitCode::Program(0) } else { ExitCode::Findings };
    Ok(write_answer(&text, args.json, exit_code))
}

fn settings(args: &Args) -> Settings {
    let (jobs, cores) = (args.jobs as usize, resources::cores());
    Settings {
        jobs,
        jobs_of_each: (cores / jobs).max(1),
        timeout: args.build_timeout,
        most_bytes: args.cache_mb.saturating_mul(1_000_000),
    }
}

fn records(args: &Args, store: &dyn Store) -> Result<Vec<Record>, Failure> {
    let ids: Vec<String> = match args.all {
        true => {
            let query = Query { flaky: Some(false), compiler: args.compiler.clone(), ..Query::default() };
            store.query(&query)?.into_iter().map(|it| it.id).collect()
        }
        false => args.ids.iter().map(|prefix| store.find(prefix)).collect::<Result<_, _>>()?,
    };
    Ok(ids.iter().map(|id| store.get(id)).collect::<Result<_, _>>()?)
}

fn ends(args: &Args, repository: &Repository) -> Result<(History, Ends), Failure> {
    let id = |revision: &Option<String>| {
        revision.as_deref().map(|revision| repository.resolve(revision)).transpose().map_err(Failure::usage)
    };
    let (bad, good) = (id(&args.bad)?, id(&args.good)?);
    let given: Vec<String> = [&bad, &good].into_iter().flatten().cloned().collect();
    let history = repository.history(&given).map_err(Failure::usage)?;
    let number = |id: Option<String>| id.and_then(|id| history.find(&id));
    let ends = Ends { bad: number(bad), good: number(good), head: repository.head(&history) };
    in_order(args, &history, &ends)?;
    Ok((history, ends))
}

/// A correction comes after the bug, and its introduction before.
fn in_order(args: &Args, history: &History, ends: &Ends) -> Result<(), Failure> {
    let (Some(bad), Some(good)) = (ends.bad, ends.good) else { return Ok(()) };
    let is_before = |one: usize, other: usize| history.ancestors(other)[one];
    let wrong = |message: &str| Err(Failure::usage(message));
    match args.introduced {
        _ if bad == good => wrong("--bad and --good are the same commit"),
        false if is_before(good, bad) => {
            wrong("--good comes before --bad; add --introduced to find the commit that brought the bug")
        }
        true if is_before(bad, good) => {
            wrong("--good comes after --bad; leave out --introduced to find the commit that corrected the bug")
        }
        _ => Ok(()),
    }
}

fn failed(error: builds::Error) -> Failure {
    let exit_code = match error {
        builds::Error::Stopped => ExitCode::Interrupted,
        builds::Error::Write { .. } => ExitCode::Output,
        builds::Error::InUse(_) => ExitCode::Busy,
        builds::Error::Sandbox(_) => ExitCode::Unavailable,
        builds::Error::Script { .. } | builds::Error::Git(_) => ExitCode::Usage,
    };
    Failure::Other(exit_code, error.to_string())
}
