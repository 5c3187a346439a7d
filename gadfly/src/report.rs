//! `gadfly report`: a finding in the form that a bug tracker asks for.

use crate::exit::ExitCode;
use crate::failure::Failure;
use crate::output::{internal_error, write_text};
use crate::place::Place;
use crate::{sandboxes, stack};
use lab::compiler::Family;
use lab::config::LimitsConfig;
use lab::finding::Finding;
use lab::record::account::Account;
use lab::record::report::{self, gcc, llvm};
use lab::triage;
use lab::{Bench, Record};

/// Write a finding down for a bug tracker, to be pasted as it is.
///
/// It is what `gadfly show` shows without the part that is about this machine. A finding that was reduced and classified
/// gives the best report: `gadfly triage` does both. Read it before you file it, and look whether the bug is known.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  gadfly report 3f9a --for gcc          for gcc.gnu.org/bugzilla: the fields, and the text below them
  gadfly report 3f9a --for llvm         for github.com/llvm/llvm-project/issues: the title, and the text below it
  gadfly report 3f9a                    Markdown for any other

Exit codes: 0 written, 2 wrong arguments or no such finding, 66 there is no store, 69 the compiler cannot be run, where it \
has to be asked for its version or to preprocess.")]
pub struct Args {
    /// The finding, as `gadfly findings` lists it, or the beginning of its id
    id: String,

    /// The tracker whose form the report has
    #[arg(long = "for", value_enum, value_name = "TRACKER", default_value = "markdown")]
    tracker: Tracker,

    #[command(flatten)]
    place: Place,

    #[command(flatten)]
    sandbox: sandboxes::SandboxArgs,
}

#[derive(clap::ValueEnum, Copy, Clone, PartialEq, Eq, Debug)]
enum Tracker {
    Gcc,
    Llvm,
    Markdown,
}

pub fn run(args: Args) -> ExitCode {
    let run = move |_| match text(&args) {
        Ok(text) => write_text(&text, ExitCode::Program(0)),
        Err(failure) => failure.say(),
    };
    stack::with_large_stack(run).unwrap_or_else(|panic| internal_error(&panic))
}

fn text(args: &Args) -> Result<String, Failure> {
    let store = args.place.read()?;
    let record = store.get(&store.find(&args.id)?)?;
    let Record { finding, triage, .. } = &record;
    let account = Account::new(&record);
    remark(args.tracker, finding, &account);
    if args.tracker == Tracker::Markdown {
        return Ok(report::markdown(&account));
    }
    let mut asked = Asked { args, bench: None };
    let verbose = match triage {
        Some(triage) if !triage.verbose.is_empty() => triage.verbose.clone(),
        _ => triage::verbose(asked.bench()?, &finding.compiler),
    };
    let preprocessed = match account.needs_preprocessing() {
        true => Some(account.preprocessed(asked.bench()?).map_err(unavailable)?),
        false => None,
    };
    let plain = |(finding, case)| Account::of(finding, case, triage.as_ref(), &account);
    let shown = preprocessed.as_ref().map(|(finding, case)| plain((finding, case)));
    let account = shown.as_ref().unwrap_or(&account);
    Ok(match args.tracker {
        Tracker::Gcc => gcc::form(account, &verbose),
        Tracker::Llvm | Tracker::Markdown => llvm::issue(account, &verbose),
    })
}

/// What the user should know before pasting it anywhere.
fn remark(tracker: Tracker, finding: &Finding, account: &Account) {
    let is_foreign = match tracker {
        Tracker::Gcc => finding.compiler.family != Family::Gcc,
        Tracker::Llvm => finding.compiler.family != Family::Clang,
        Tracker::Markdown => false,
    };
    let id = &finding.id;
    if is_foreign {
        eprintln!("note: {} is not of this tracker's family", finding.compiler.name);
    }
    if account.triage.is_none() || !account.is_reduced {
        eprintln!("note: {id} is not reduced or not classified; `gadfly reduce {id}` and `gadfly triage` do that");
    }
}

fn unavailable(message: String) -> Failure {
    Failure::Other(ExitCode::Unavailable, message)
}

/// A bench, once it is needed.
struct Asked<'a> {
    args: &'a Args,
    bench: Option<Bench>,
}

impl Asked<'_> {
    fn bench(&mut self) -> Result<&mut Bench, Failure> {
        if self.bench.is_none() {
            let benches = self.args.sandbox.benches(1, &LimitsConfig::default());
            self.bench = benches.map_err(|error| unavailable(format!("{error:#}")))?.pop();
        }
        self.bench.as_mut().ok_or_else(|| unavailable("nothing can be run here".to_string()))
    }
}
