//! `gadfly reduce`: makes a program smaller while a compiler is still wrong about it.

mod output;
mod report;
mod subject;
mod view;

use crate::diagnostic;
use crate::exit::ExitCode;
use crate::output::{internal_error, write_stdout};
use crate::place::{self, Place};
use crate::preprocessing::Preprocessing;
use crate::{resources, sandboxes, signals, stack};
use lab::Bench;
use lab::aftercare::{Aftercare, NotReduced};
use lab::config::LimitsConfig;
use lab::printable::printable;
use lab::record::render::REDUCED;
use lab::reduction::preprocessing::{makes_macros, without_macros};
use lab::reduction::script::Encoding;
use lab::reduction::{self, Budget, Reduction};
use lab::shell::shell;
use lab::store;
use lab::triage::Known;
use output::Destination;
use source::emit::File;
use source::recipe::Recipe;
use std::path::{Path, PathBuf};
use std::time::Instant;
use subject::Subject;
use view::View;

/// Make a program smaller while it still shows what is wrong with a compiler.
///
/// With --compiler, a candidate counts if it is a defined program and the compiler still gets it wrong in the same way.
/// The expected output of each candidate is worked out anew, so no second compiler and no sanitizer is needed. With --test,
/// a script decides, as for C-Reduce: it is run in a fresh directory with the candidate under its own name, and ends with 0
/// if the candidate is interesting. The best program so far is written at every step.
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "See --help for examples and exit codes.",
    after_long_help = "\
Examples:
  gadfly reduce test.c --compiler \"gcc-12 -O2\"            wrong code, crash or refusal: it sees which
  gadfly reduce a.c b.c list.h --compiler \"gcc -O3 -flto\"  several files at once, headers included
  gadfly reduce test.c --compiler \"clang -O2\" --reference \"clang -O0\"
  gadfly reduce test.cpp --test ./interesting.sh           anything, by a script
  gadfly reduce test.c --test ./interesting.sh -I include  where its headers are, as for the script's compiler
  gadfly reduce 3f9a                                       a finding of the hunt, by its id

The result is FILE.reduced.c beside FILE.c, of several files the directory FIRST.reduced, or what --out names; a \
finding's is in its directory. Ctrl-C ends with the best so far. Scripts run in the sandbox: they can write in their own \
directory only.

Exit codes: 0 reduced, 2 wrong arguments or nothing to reduce: the original is not interesting, 14 another gadfly is at \
work on the finding, 66 unreadable file or no store, 69 nothing can be run here, 70 a bug in gadfly, 74 output not \
writable, 130 ended by Ctrl-C; the best so far is kept."
)]
pub struct Args {
    /// The program's files, headers included; or the id of a finding
    #[arg(required = true, value_name = "FILE|ID")]
    files: Vec<PathBuf>,

    /// The compiler that is wrong, with its flags
    #[arg(long, value_name = "COMMAND", allow_hyphen_values = true)]
    compiler: Option<String>,

    /// What runs the programs of a compiler for another machine [default: qemu-user, if it is installed]
    #[arg(long, value_name = "COMMAND", requires = "compiler", allow_hyphen_values = true)]
    run: Option<String>,

    /// A build that is right. It must agree with the interpreter, and replaces it where the interpreter cannot execute the program
    #[arg(long, value_name = "COMMAND", allow_hyphen_values = true, requires = "compiler", conflicts_with = "test")]
    reference: Option<String>,

    /// A script that ends with 0 if the candidate in its working directory is interesting
    #[arg(long, value_name = "SCRIPT", conflicts_with = "compiler")]
    test: Option<PathBuf>,

    /// With --test: also try candidates with undefined behaviour, though the original has none
    #[arg(long, requires = "test", conflicts_with = "compiler")]
    allow_undefined: bool,

    /// What the files were generated from: if `gadfly generate --strategy equivalence` made them, its transformations are
    /// undone first
    #[arg(long, value_name = "RECIPE")]
    recipe: Option<Recipe>,

    #[command(flatten)]
    preprocessing: Preprocessing,

    #[command(flatten)]
    place: Place,

    /// Where the result goes: a file, or a directory for several files
    #[arg(long, short, value_name = "PATH")]
    out: Option<PathBuf>,

    /// Candidates that are tried at the same time [default: the cores this process may use]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,

    #[command(flatten)]
    sandbox: sandboxes::SandboxArgs,

    /// Print one JSON object instead of the program
    #[arg(long)]
    json: bool,

    /// Print only the result, no progress
    #[arg(long, short)]
    quiet: bool,
}

/// Why nothing was reduced.
struct Failure {
    exit_code: ExitCode,
    message: String,
}

impl Failure {
    fn usage(message: String) -> Failure {
        Failure { exit_code: ExitCode::Usage, message }
    }

    /// With a further reason, if there is one.
    fn because(mut self, reason: Option<String>) -> Failure {
        if let Some(reason) = reason {
            self.message = format!("{}; {reason}", self.message);
        }
        self
    }
}

pub fn run(args: Args) -> ExitCode {
    stack::with_large_stack(move |_| reduce(&args)).unwrap_or_else(|panic| internal_error(&panic))
}

fn reduce(args: &Args) -> ExitCode {
    signals::catch();
    let done = match finding_id(args) {
        Some(id) => reduce_finding(args, id),
        None => reduce_files(args),
    };
    done.unwrap_or_else(|failure| {
        diagnostic::plain(&failure.message);
        failure.exit_code
    })
}

/// The only argument, if it is no file and looks like a finding's id.
fn finding_id(args: &Args) -> Option<&str> {
    let [id] = args.files.as_slice() else { return None };
    let is_open = args.compiler.is_none() && args.test.is_none();
    id.to_str().filter(|text| is_open && !id.exists() && text.chars().all(|c| c.is_ascii_hexdigit()))
}

fn reduce_files(args: &Args) -> Result<ExitCode, Failure> {
    let mut subject = Subject::new(args)?;
    let destination = Destination::new(args.out.as_deref(), &subject)?;
    let view = View::new(Some(&destination), args.json || args.quiet, &subject.task.case);
    let mut benches = benches(args)?;
    let unable = subject.adapt(&mut benches[0]).err();
    let started = Instant::now();
    let (accused, encoding) = (subject.accused, subject.encoding);
    let reduction = reduction::reduce(subject.task, &mut benches, Budget::default(), &signals::STOP, &view);
    view.end();
    let reduction = reduction.map_err(|error| not_reduced(&error).because(unable))?;
    let files = remarked(&reduction, &label(accused, &reduction));
    let written = destination.write(&files);
    let paths = written.as_deref().unwrap_or_default();
    let summary = report::Summary { reduction: &reduction, files: &files, paths, view: &view, started, encoding };
    let exit_code = show(args, &summary);
    // Standard output has it all the same.
    written.map_err(|error| unwritable(&error)).map(|_| exit_code)
}

/// The accused for people: `gcc-12 -O2`, without the macros that the result does not need.
fn label(accused: Vec<String>, reduction: &Reduction) -> String {
    let needs_macros = makes_macros(&reduction.case.flags);
    shell(&if needs_macros { accused } else { without_macros(&accused) })
}

fn reduce_finding(args: &Args, id: &str) -> Result<ExitCode, Failure> {
    if args.out.is_some() || !args.preprocessing.flags().is_empty() {
        let why = format!("`{id}` is a finding, whose result is kept with it: --out, -I, -D and so on are for files");
        return Err(Failure::usage(why));
    }
    let found = args.place.edit().and_then(|store| Ok((store.get(&store.find(id)?)?, store)));
    let (record, store) = match found {
        Ok(found) => found,
        Err(error) => return Ok(place::failed(&error)),
    };
    let view = View::new(None, args.json || args.quiet, &record.case);
    let mut benches = benches(args)?;
    let started = Instant::now();
    let aftercare = Aftercare { store: &*store, known: &Known::default(), stop: &signals::STOP };
    let reduction = aftercare.reduce(record.id(), &mut benches, Budget::default(), &view);
    view.end();
    let reduction: Reduction = reduction.map_err(|error| match error {
        NotReduced::Impossible(error) => not_reduced(&error),
        NotReduced::CannotRun(_) => Failure { exit_code: ExitCode::Unavailable, message: error.to_string() },
        NotReduced::Stopped => Failure { exit_code: ExitCode::Interrupted, message: error.to_string() },
        NotReduced::Busy(_) => Failure { exit_code: ExitCode::Busy, message: error.to_string() },
        NotReduced::Store(store::Error::Io { .. } | store::Error::Full { .. }) => {
            Failure { exit_code: ExitCode::Output, message: format!("cannot write the result: {error}") }
        }
        NotReduced::Store(_) => Failure::usage(error.to_string()),
    })?;
    let files = remarked(&reduction, &record.finding.label());
    let directory = store.directory_of(record.id()).map(|directory| directory.join(REDUCED));
    let paths: Vec<PathBuf> = directory.iter().flat_map(|it| files.iter().map(|file| it.join(&file.name))).collect();
    let encoding = Encoding::Utf8;
    let summary =
        report::Summary { reduction: &reduction, files: &files, paths: &paths, view: &view, started, encoding };
    Ok(show(args, &summary))
}

/// The files of the result, with the comment that says what is wrong.
fn remarked(reduction: &Reduction, label: &str) -> Vec<File> {
    reduction::remark::remarked(&reduction.case, reduction.outcome.as_ref(), reduction.steadiness, label)
}

fn not_reduced(error: &reduction::Error) -> Failure {
    if signals::STOP.is_set() {
        let message = "stopped before there was anything smaller".to_string();
        return Failure { exit_code: ExitCode::Interrupted, message };
    }
    Failure::usage(error.to_string())
}

fn unwritable(error: &std::io::Error) -> Failure {
    Failure { exit_code: ExitCode::Output, message: format!("cannot write the result: {error}") }
}

/// One per job.
fn benches(args: &Args) -> Result<Vec<Bench>, Failure> {
    let jobs = args.jobs.map_or_else(resources::cores, |jobs| jobs as usize);
    let failed = |error: anyhow::Error| Failure { exit_code: ExitCode::Unavailable, message: format!("{error:#}") };
    args.sandbox.benches(jobs, &LimitsConfig::default()).map_err(failed)
}

fn show(args: &Args, summary: &report::Summary) -> ExitCode {
    let is_interrupted = summary.reduction.stopped && signals::STOP.is_set();
    let exit_code = if is_interrupted { ExitCode::Interrupted } else { ExitCode::Program(0) };
    if args.json {
        return write_stdout(summary.json().as_bytes(), exit_code);
    }
    eprint!("{}", printable(&summary.text()));
    write_stdout(&summary.program(), exit_code)
}

/// A path in a message, as the user may type it.
fn shown(path: &Path) -> String {
    format!("`{}`", path.display())
}
