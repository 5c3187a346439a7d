//! `gadfly demo`: the whole pipeline, on a compiler that is broken on purpose.
//!
//! The compiler is this machine's `cc` with two bugs of `gadfly __broken-cc`, one that miscompiles and one that
//! crashes, so that there is something to find within seconds.

mod text;

use crate::exit::ExitCode;
use crate::output::internal_error;
use crate::{broken, diagnostic, resources, sandboxes, signals, stack};
use lab::Bench;
use lab::aftercare::{Aftercare, Aftermath, NotReduced, NotTriaged, Steps};
use lab::campaign::{self, Budget, Campaign, Event, Stop, Summary};
use lab::config::{CompilerConfig, Config, SourceConfig};
use lab::detection;
use lab::finding::Finding;
use lab::oracle::Kind;
use lab::reduction::{self, Reduction};
use lab::shell::shell;
use lab::sources;
use lab::store::{self, Store};
use lab::triage::{Known, Triage};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

/// See Gadfly find the bugs of a compiler that is broken on purpose.
///
/// Puts two bugs into this machine's C compiler, hunts it until both are found, reduces a program for each, looks for the
/// cause, and shows the reports. Takes some seconds. Keeps nothing unless --store is given.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  gadfly demo                     some seconds, nothing is kept
  gadfly demo --store demo        then `gadfly findings --store demo`, `gadfly show ID --store demo`

Exit codes: 0 both bugs were found, 2 wrong arguments, 69 no C compiler, 70 a bug in gadfly, 130 Ctrl-C.")]
pub struct Args {
    /// Keep the findings here
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,

    /// The compiler that is broken: a gcc or clang for x86-64
    #[arg(long, value_name = "COMMAND", default_value = "cc")]
    compiler: String,

    /// The seed of the programs
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    sandbox: sandboxes::SandboxArgs,
}

/// One bug of each kind that everyone understands and that strikes often.
const BUGS: [&str; 2] = ["neg-dropped", "ice-fold"];

const KINDS: [Kind; 2] = [Kind::WrongCode, Kind::Crash];

/// If not all kinds are found by then, something is wrong: the machine is too slow, or the compiler is for another machine.
const LONGEST: Duration = Duration::from_secs(300);

/// CPU time of the compilers and programs of one reduction; what is best by then is shown.
const REDUCTION: Duration = Duration::from_secs(30);

/// CPU time of looking into one finding.
const TRIAGE: Duration = Duration::from_secs(15);

/// How soon Ctrl-C is seen.
const TICK: Duration = Duration::from_millis(100);

/// Short programs are quick to reduce.
const SIZE: &str = "60";

pub fn run(args: Args) -> ExitCode {
    stack::with_large_stack(move |_| demo(&args)).unwrap_or_else(|panic| internal_error(&panic))
}

fn demo(args: &Args) -> ExitCode {
    // Work under way ends soon. Then the directory of a store that is not kept is removed.
    signals::catch();
    let shown = Place::new(args.store.as_deref()).map_err(Failure::new).and_then(|place| show(args, &place));
    shown.unwrap_or_else(|failure| {
        diagnostic::plain(&failure.message);
        failure.exit_code
    })
}

fn show(args: &Args, place: &Place) -> Result<ExitCode, Failure> {
    let store = store::open(&place.0).map_err(Failure::new)?;
    let config = config(args)?;
    let mut benches = benches_for(args, &config)?;
    let compiler = detection::identify(&mut benches[0], &config.compilers[0]).map_err(Failure::no_compiler)?;
    text::say(&text::introduction(&compiler, &BUGS.map(|name| (name, broken::about(name)))));
    let sources = sources::open(&config).map_err(Failure::new)?;
    let known = Known::default();
    let campaign = Campaign { seed: args.seed, config, compilers: vec![compiler], sources, known };
    let (summary, findings) = hunt(&campaign, &*store, benches)?;
    check_signals()?;
    text::say(&text::account(&summary, &findings));
    let examples: Vec<&Finding> = KINDS.iter().filter_map(|kind| example(&findings, *kind)).collect();
    let mut benches = benches_for(args, &campaign.config)?;
    settle(&mut benches, &*store, &examples)?;
    for finding in &examples {
        text::say(&text::report(&store.get(&finding.id).map_err(Failure::new)?));
    }
    text::say(&text::directions(args.store.as_deref(), &findings));
    Ok(if examples.len() == KINDS.len() { ExitCode::Program(0) } else { ExitCode::Internal })
}

fn example(findings: &[Finding], kind: Kind) -> Option<&Finding> {
    findings.iter().find(|finding| finding.kind == kind)
}

/// Makes the programs of these findings small, with all cores on one after the other, and looks for what is behind them,
/// compared with the other compilers of this machine.
fn settle(benches: &mut [Bench], store: &dyn Store, findings: &[&Finding]) -> Result<(), Failure> {
    let installed = detection::detect_in(benches).compilers;
    check_signals()?;
    let aftercare = Aftercare { store, known: &Known::default(), stop: &signals::STOP };
    let budget = |cpu| Some(reduction::Budget { cpu: Some(cpu) });
    let steps = Steps { reduce: budget(REDUCTION), triage: budget(TRIAGE) };
    for finding in findings {
        let mut teller = Teller { finding, began: Instant::now(), failure: None };
        aftercare.settle(&finding.id, steps, benches, |_| &installed, &mut teller);
        check_signals()?;
        teller.failure.map_or(Ok(()), |message| Err(Failure::new(message)))?;
    }
    Ok(())
}

/// Says what came of a finding, and how long it took.
struct Teller<'a> {
    finding: &'a Finding,
    began: Instant,
    failure: Option<String>,
}

impl Aftermath for Teller<'_> {
    fn reduced(&mut self, _: &str, reduction: Result<&Reduction, &NotReduced>) {
        match reduction {
            Ok(reduction) => {
                text::say(&text::reduction(self.began.elapsed(), self.finding, reduction.progress.lines));
            }
            Err(error) => self.failure = Some(error.to_string()),
        }
        self.began = Instant::now();
    }

    fn triaged(&mut self, _: &str, triage: Result<&Triage, &NotTriaged>) {
        match triage {
            Ok(triage) => {
                text::say(&text::classification(self.began.elapsed(), self.finding, &triage.fingerprint()));
            }
            Err(error) => self.failure = Some(error.to_string()),
        }
    }
}

fn benches_for(args: &Args, config: &Config) -> Result<Vec<Bench>, Failure> {
    args.sandbox.benches(resources::cores(), &config.limits).map_err(Failure::new)
}

fn config(args: &Args) -> Result<Config, Failure> {
    let own = std::env::current_exe().map_err(Failure::new)?;
    let own = [own.display().to_string(), "__broken-cc".to_string(), BUGS.join(","), "--".to_string()];
    let command = format!("{} {}", shell(&own), args.compiler);
    let source = SourceConfig { size: Some(SIZE.to_string()), ..SourceConfig::named("policy") };
    Ok(Config {
        compilers: vec![CompilerConfig::new("broken-cc", &command)],
        levels: ["-O0", "-O2"].map(String::from).to_vec(),
        random_flags: 0,
        // One of each kind is enough to show, and comes after the hunt.
        reduce: false,
        sources: vec![source],
        ..Config::default()
    })
}

/// Hunts until a finding of every kind is there, and shows each as it comes.
fn hunt(campaign: &Campaign, store: &dyn Store, benches: Vec<Bench>) -> Result<(Summary, Vec<Finding>), Failure> {
    let (stop, (events, received)) = (Stop::new(), mpsc::channel());
    let budget = Budget { tests: None, time: Some(LONGEST) };
    thread::scope(|scope| {
        let hunter = scope.spawn(|| campaign::hunt(campaign, store, benches, budget, &stop, events));
        let findings = follow(&received, &stop);
        match hunter.join() {
            Ok(summary) => Ok((summary.map_err(Failure::new)?, findings)),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

fn follow(received: &Receiver<Event>, stop: &Stop) -> Vec<Finding> {
    let (began, mut findings, mut kinds) = (Instant::now(), Vec::new(), BTreeSet::new());
    loop {
        let event = received.recv_timeout(TICK);
        if signals::STOP.is_set() {
            stop.set();
        }
        let finding = match event {
            Ok(Event::Finding(finding)) => finding,
            Ok(_) | Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return findings,
        };
        text::say(&text::line(began.elapsed(), &finding));
        if !finding.is_flaky() {
            kinds.insert(finding.kind);
            findings.push(*finding);
        }
        if KINDS.iter().all(|kind| kinds.contains(kind)) {
            stop.set();
        }
    }
}

fn check_signals() -> Result<(), Failure> {
    if signals::STOP.is_set() { Err(Failure::stopped()) } else { Ok(()) }
}

/// The store: the user's, or one that is removed at the end.
struct Place(PathBuf, bool);

impl Place {
    fn new(store: Option<&Path>) -> io::Result<Place> {
        if let Some(store) = store {
            return Ok(Place(store.to_path_buf(), false));
        }
        let directory = std::env::temp_dir().join(format!("gadfly-demo-{}", std::process::id()));
        fs::create_dir_all(&directory)?;
        Ok(Place(directory, true))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if self.1 {
            // What cannot be removed is in the directory for temporary files anyway.
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

/// Why there is nothing to show.
struct Failure {
    exit_code: ExitCode,
    message: String,
}

impl Failure {
    fn new(error: impl ToString) -> Failure {
        Failure { exit_code: ExitCode::Internal, message: error.to_string() }
    }

    fn stopped() -> Failure {
        Failure { exit_code: ExitCode::Interrupted, message: "stopped".to_string() }
    }

    fn no_compiler(reason: String) -> Failure {
        Failure { exit_code: ExitCode::Unavailable, message: format!("the compiler cannot be used: {reason}") }
    }
}
