//! `gadfly bisect`: which commit of a compiler corrected the bug of a finding, and which introduced it.

mod clusters;
mod show;

use crate::exit::ExitCode;
use crate::failure::Failure;
use crate::number;
use crate::output::{internal_error, write_answer};
use crate::place::Place;
use crate::{resources, sandboxes, signals, stack};
use lab::Bench;
use lab::config::LimitsConfig;
use lab::history::{Bisection, Builds, Change, Ends, History, Probing, Repository, Subject, bisect, builds};
use lab::record::Record;
use lab::store::{Query, Store};
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

/// Find the commit of a compiler that corrected the bug of a finding, or introduced it.
///
/// Builds revisions of the compiler with a script of yours and asks them about the reduced program of the finding. Each
/// revision is built once, in a worktree of its own, and kept. Bugs that were corrected by one commit are counted as one.
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "See --help for examples, the build script and exit codes.",
    after_long_help = "\
The script is started in a worktree with the revision. Its argument is an empty directory, in which it must leave the \
compiler as an executable file `cc`, with all that the compiler needs. $JOBS says how many jobs it may use. If it fails, the \
revision is left out. For tcc it is:

  #!/bin/sh
  set -e
  ./configure --prefix=\"$1\"
  make -j\"$JOBS\" && make install
  ln -s bin/tcc \"$1/cc\"

Examples:
  gadfly bisect 3f9a --repo ~/tinycc --build build-tcc.sh
  gadfly bisect --all --repo ~/tinycc --build build-tcc.sh --bad release_0_9_27
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

    /// How many jobs a build may use [default: all cores]
    #[arg(long, value_name = "N", value_parser = number::count)]
    jobs: Option<u64>,

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
    let history = repository.history().map_err(Failure::usage)?;
    let ends = ends(args, &repository, &history)?;
    let cache = args.cache.clone().unwrap_or_else(|| store.path().join("builds"));
    let jobs = args.jobs.map_or_else(resources::cores, |jobs| jobs as usize);
    let is_stopped = || signals::STOP.is_set();
    let most_bytes = args.cache_mb.saturating_mul(1_000_000);
    let mut builds = Builds::new(&repository, &args.build, &cache, jobs, most_bytes, &is_stopped).map_err(failed)?;
    let unavailable = |error: anyhow::Error| Failure::Other(ExitCode::Unavailable, format!("{error:#}"));
    let mut bench = Bench::new(args.walls.sandbox().map_err(unavailable)?, LimitsConfig::default());
    let bugs: BTreeMap<String, String> =
        store.query(&Query::default())?.into_iter().filter_map(|entry| Some((entry.id, entry.bug?))).collect();
    let mut results = Vec::new();
    let all = records.len();
    for (done, record) in records.into_iter().enumerate() {
        progress(&format!("finding {} of {all}, {} revisions built", done + 1, builds.made()));
        let told = |suspects: usize, made: usize| {
            progress(&format!(
                "finding {} of {all}, {made} revisions built, about {} to go",
                done + 1,
                to_go(suspects)
            ));
        };
        let bisection = one(args, &record, &history, &ends, &mut builds, &mut bench, &told).map_err(failed)?;
        let bug = bugs.get(record.id()).cloned();
        results.push(Searched { record, bug, bisection });
    }
    progress("");
    let text = if args.json { show::json(&results, builds.made()) } else { show::text(&results, builds.made()) };
    let is_complete = results.iter().all(|it| matches!(it.bisection, Bisection::Commit { .. }));
    let exit_code = if is_complete { ExitCode::Program(0) } else { ExitCode::Findings };
    Ok(write_answer(&text, args.json, exit_code))
}

fn records(args: &Args, store: &dyn Store) -> Result<Vec<Record>, Failure> {
    let ids: Vec<String> = match args.all {
        true => store.query(&Query { flaky: Some(false), ..Query::default() })?.into_iter().map(|it| it.id).collect(),
        false => args.ids.iter().map(|prefix| store.find(prefix)).collect::<Result<_, _>>()?,
    };
    Ok(ids.iter().map(|id| store.get(id)).collect::<Result<_, _>>()?)
}

fn ends(args: &Args, repository: &Repository, history: &History) -> Result<Ends, Failure> {
    let number = |revision: &str| {
        let id = repository.resolve(revision).map_err(Failure::usage)?;
        history.find(&id).ok_or_else(|| Failure::usage(format!("`{revision}` is on no branch")))
    };
    let given = |revision: &Option<String>| revision.as_deref().map(number).transpose();
    Ok(Ends { bad: given(&args.bad)?, good: given(&args.good)?, head: number("HEAD")? })
}

fn one(
    args: &Args,
    record: &Record,
    history: &History,
    ends: &Ends,
    builds: &mut Builds,
    bench: &mut Bench,
    told: &dyn Fn(usize, usize),
) -> Result<Bisection, builds::Error> {
    let (case, finding) = (record.subject(), record.fewest());
    let subject = Subject {
        id: record.id(),
        case: &case,
        kind: finding.kind,
        signature: &finding.signature,
        compiler: &finding.compiler,
        flags: finding.flags(),
    };
    let change = if args.introduced { Change::Introduced } else { Change::Corrected };
    bisect(&mut Probing::new(history, builds, bench, &subject, change, told), ends)
}

fn failed(error: builds::Error) -> Failure {
    let exit_code = match error {
        builds::Error::Stopped => ExitCode::Interrupted,
        builds::Error::Write { .. } => ExitCode::Output,
        builds::Error::InUse(_) => ExitCode::Busy,
        builds::Error::Script { .. } | builds::Error::Git(_) => ExitCode::Usage,
    };
    Failure::Other(exit_code, error.to_string())
}

/// Halvings that leave one of so many commits, and the check of its parent.
fn to_go(suspects: usize) -> u32 {
    suspects.next_power_of_two().ilog2() + 1
}

/// A line that replaces the last one, on a terminal.
fn progress(line: &str) {
    let mut stderr = std::io::stderr();
    if stderr.is_terminal() {
        // A closed terminal is no reason to stop.
        let _ = write!(stderr, "\r{line}\x1b[K");
    }
}
