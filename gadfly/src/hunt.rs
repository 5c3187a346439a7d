//! `gadfly hunt`: looks for bugs in compilers until it is told to stop, and loses none.

mod json;
mod plain;
mod resume;
mod screen;
mod setup;
mod tally;
mod text;
mod view;

use crate::diagnostic;
use crate::duration;
use crate::exit::ExitCode;
use crate::output::internal_error;
use crate::{number, sandboxes, signals, stack};
use lab::campaign::{self, Budget, Event, Stop};
use lab::oracle::Oracle;
use setup::Setup;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;
use tally::Tally;
use view::View;

/// Look for bugs in the compilers of this machine.
///
/// Makes programs whose output is known, compiles each in several ways, and keeps every program with which a compiler
/// crashes, hangs, refuses valid code or gives the wrong output. Without any argument it takes every C and C++ compiler it
/// finds on PATH and hunts until Ctrl-C. Started again, it goes on where it stopped.
#[derive(clap::Args, Clone, Debug)]
#[command(
    after_help = "See --help for examples and exit codes.",
    after_long_help = "\
Examples:
  gadfly hunt                                all compilers found, until Ctrl-C
  gadfly hunt --for 10m                      for ten minutes
  gadfly hunt --tests 500 --seed 7           the first 500 programs of seed 7; the same command again does the next 500
  gadfly hunt --compiler gcc-12 --compiler \"clang-19 -m32\" --levels 0,2,3
  gadfly hunt --compiler \"gcc -O3 -march=native\"   one compiler in exactly one way
  gadfly hunt --compiler aarch64-linux-gnu-gcc     its programs are run by qemu-user
  gadfly hunt --compiler riscv64-gcc --run \"qemu-riscv64 -L /opt/riscv/sysroot\"
  gadfly hunt --source policy=3 --source csmith    three of four programs are Gadfly's own
  gadfly hunt --random-flags 4               with four random sets of optimisation flags per program
  gadfly hunt --json | jq -c 'select(.event == \"finding\")'
  gadfly findings                            what was found so far; `gadfly show ID` has it all

A gadfly.toml in this directory or above it says all this and more; `gadfly init` writes one. Flags override it.

Ctrl-C once finishes the programs under way and saves them; twice stops at once. Nothing that was found is lost, even \
by kill -9: the same command goes on with the campaign.

Exit codes: 0 nothing new was found, 10 there are new findings, 2 wrong arguments or configuration, 14 another hunt uses \
the store, 69 no compiler, or no source that makes programs, 70 a bug in gadfly, 74 the store is not writable, 130 stopped by a second Ctrl-C."
)]
pub struct Args {
    /// Stop after this time: 60s, 10m, 2h, 1h30m; programs under way get ten seconds more
    #[arg(long = "for", value_name = "TIME", value_parser = duration::parse)]
    time: Option<Duration>,

    /// Stop after N programs, counted from where the campaign stands
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    tests: Option<u64>,

    /// The seed of the campaign; with its index it decides every byte of a program [default: that of the newest campaign with
    /// the same configuration in the store, or else a random one, which is printed]
    #[arg(long, value_name = "N", value_parser = number::seed, allow_negative_numbers = true)]
    seed: Option<u64>,

    /// Programs that are tested at the same time [default: the cores this process may use]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,

    /// Where findings are kept [default: gadfly-store]
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,

    /// The configuration [default: gadfly.toml here or in a directory above, if there is one]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// A compiler with the flags it always has; may be repeated. With a level (-O2) it is used at that level only
    /// [default: those of the configuration, or else all on PATH]
    #[arg(long, value_name = "COMMAND", allow_hyphen_values = true)]
    compiler: Vec<String>,

    /// What runs the programs of a compiler for another machine: once for all of --compiler, or once for each, in their
    /// order [default: qemu-user, if it is installed]
    #[arg(long, value_name = "COMMAND", requires = "compiler", allow_hyphen_values = true)]
    run: Vec<String>,

    /// Levels to compile at, such as 0,2,s or -O0,-O3; `syntax` is the front end alone
    #[arg(long, value_name = "LEVELS", value_delimiter = ',', allow_hyphen_values = true, value_parser = setup::level)]
    levels: Vec<String>,

    /// A source of programs, with its share; may be repeated: policy, live, equivalence, csmith, yarpgen, files:PATH, spe:PATH,
    /// emi:SOURCE or one of the configuration [default: policy, live and equivalence]
    #[arg(long, value_name = "NAME[:ARGUMENT][=WEIGHT]", value_delimiter = ',', value_parser = setup::source)]
    source: Vec<(String, Option<u32>)>,

    /// Further builds of each program with random optimisation flags, for each compiler
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1000))]
    random_flags: Option<u32>,

    /// Do not reduce and classify findings; `gadfly reduce ID` reduces one later, and `gadfly triage` does both for all
    #[arg(long)]
    no_reduce: bool,

    /// Reduce findings, but do not classify them; `gadfly triage` does it later
    #[arg(long)]
    no_triage: bool,

    /// An oracle that judges what compilers do: expected, dol, rdt, emi, crash, hang, acceptance; may be repeated [default: all]
    #[arg(long, value_name = "ORACLE", value_delimiter = ',', value_parser = setup::oracle())]
    oracle: Vec<Oracle>,

    /// Lines of each program, roughly: small (100), medium (500), large (2000), a number or a range such as 60..400
    #[arg(long, value_name = "SIZE", value_parser = setup::size)]
    size: Option<String>,

    #[command(flatten)]
    sandbox: sandboxes::SandboxArgs,

    /// Print one JSON object per event, each on a line of its own, and a summary at the end
    #[arg(long)]
    json: bool,

    /// Print only findings and the summary, no progress
    #[arg(long, short, conflicts_with = "json")]
    quiet: bool,
}

pub fn run(args: Args) -> ExitCode {
    stack::with_large_stack(move |_| hunt(&args)).unwrap_or_else(|panic| internal_error(&panic))
}

/// The whole command: what there is to test, the hunt, what came of it.
fn hunt(args: &Args) -> ExitCode {
    signals::catch();
    let mut setup = match setup::set_up(args) {
        Ok(setup) => setup,
        Err(failure) => return failure.show(),
    };
    let mut view = view::choose(args.json, args.quiet);
    view.begin(&setup);
    let (tally, end) = watch(args, &mut setup, view.as_mut());
    view.end(&setup, &tally, &end);
    exit_code(&tally, &end, view.as_ref())
}

/// Why a hunt ended.
#[derive(Clone, PartialEq, Eq, Debug)]
enum End {
    /// As many programs or as much time as it was asked for.
    Budget,
    Signal,
    /// Standard output is gone.
    Output,
    Failed(ExitCode, String),
}

/// Hunts in the background, and shows what happens.
fn watch(args: &Args, setup: &mut Setup, view: &mut dyn View) -> (Tally, End) {
    let budget = Budget { tests: args.tests, time: args.time };
    let stop = &Stop::new();
    let (events, received) = mpsc::channel();
    let benches = std::mem::take(&mut setup.benches);
    let Setup { campaign, store, .. } = setup;
    thread::scope(|scope| {
        let hunter = scope.spawn(move || campaign::hunt(campaign, store.as_mut(), benches, budget, stop, events));
        let mut tally = Tally::default();
        let stopped = follow(&received, stop, &mut tally, view);
        let end = match hunter.join() {
            Ok(Ok(summary)) => {
                tally.cpu = summary.cpu;
                tally.waiting = summary.waiting;
                stopped.unwrap_or(End::Budget)
            }
            Ok(Err(error)) => End::Failed(code(&error), error.to_string()),
            Err(panic) => std::panic::resume_unwind(panic),
        };
        (tally, end)
    })
}

/// How often the screen is drawn and signals are looked at.
const TICK: Duration = Duration::from_millis(100);

/// Takes events until the campaign has no more to say; whether someone asked for the end.
fn follow(received: &Receiver<Event>, stop: &Stop, tally: &mut Tally, view: &mut dyn View) -> Option<End> {
    let mut end = None;
    loop {
        match received.recv_timeout(TICK) {
            Ok(event) => {
                for event in tally.settle(event) {
                    tally.count(&event);
                    view.event(&event, tally);
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return end,
        }
        view.tick(tally);
        if end.is_none() && signals::STOP.is_set() {
            view.draining();
            end = Some(End::Signal);
        } else if end.is_none() && view.is_closed() {
            end = Some(End::Output);
        }
        if end.is_some() {
            stop.set();
        }
    }
}

/// Neither a store that is gone nor a machine without room is a bug of ours.
fn code(error: &campaign::Error) -> ExitCode {
    match error {
        campaign::Error::Store(_) => ExitCode::Output,
        campaign::Error::Setup(_) => ExitCode::Unavailable,
    }
}

fn exit_code(tally: &Tally, end: &End, view: &dyn View) -> ExitCode {
    match end {
        End::Failed(exit_code, message) => {
            diagnostic::plain(message);
            *exit_code
        }
        _ if tally.news() > 0 => ExitCode::Findings,
        _ if view.is_closed() => ExitCode::Output,
        _ if !tally.has_tested() => ExitCode::Unavailable,
        _ => ExitCode::Program(0),
    }
}
