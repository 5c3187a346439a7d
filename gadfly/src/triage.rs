//! `gadfly triage`: looks into findings and clusters them into bugs.

mod correct;
mod listing;
mod work;

use crate::exit::ExitCode;
use crate::failure::Failure;
use crate::output::{internal_error, write_answer};
use crate::place::Place;
use crate::{sandboxes, stack};
use lab::store::{Query, Store};
use lab::triage::{Bug, Known, Triage};
use std::collections::BTreeMap;

/// Classify findings, and group them into bugs.
///
/// Findings that were never reduced are reduced first, as in a hunt. For wrong code it searches for the guilty pass, the
/// fewest flags, the first bad version among those installed, and the first wrong value. Crashes are grouped by their
/// signature. The results are kept with each finding and complete its report.md, so that only new findings take time.
#[derive(clap::Args, Clone, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "See --help for examples and exit codes.",
    after_long_help = "\
Examples:
  gadfly triage                         bugs, with how many findings each has
  gadfly triage split 3f9a              this finding is a bug of its own
  gadfly triage merge 3f9a 07c1         these two are of one bug; unmerge takes it back
  gadfly triage known 3f9a https://gcc.gnu.org/PR81503

What is known already is read from known.toml in the working directory, beside the store or in it, and listed last:

  [[bug]]
  url = \"https://gcc.gnu.org/PR81503\"    # or note = \"…\"
  kind = \"wrong-code\"                    # all that is said must fit
  compiler = \"gcc\"                       # a name, or a family
  pass = \"tree-slsr\"                     # or signature, regex or finding = \"…\"

Exit codes: 10 there are bugs that are not known, 0 there are none, 2 wrong arguments or no such finding, 66 there is no \
store, 69 nothing can be run here, 74 what was found out could not be written, 130 Ctrl-C."
)]
pub struct Args {
    #[command(subcommand)]
    action: Option<Action>,

    #[command(flatten)]
    place: Place,

    /// Classify findings as they are, also if they were never reduced
    #[arg(long)]
    no_reduce: bool,

    /// Classify all findings again
    #[arg(long)]
    again: bool,

    /// Do not compare with other compilers
    #[arg(long)]
    alone: bool,

    /// Findings that are classified at the same time [default: the cores this process may use]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,

    #[command(flatten)]
    sandbox: sandboxes::SandboxArgs,

    /// Print one JSON object with everything that was found out
    #[arg(long)]
    json: bool,

    /// Print only what was found out, no progress
    #[arg(long, short)]
    quiet: bool,
}

#[derive(clap::Subcommand, Clone, Debug)]
enum Action {
    /// A finding is a bug of its own
    Split {
        /// The finding, or the beginning of its id
        id: String,
        #[command(flatten)]
        place: Place,
    },
    /// The bugs of two findings are one
    Merge {
        /// A finding, or the bug with this id
        one: String,
        other: String,
        #[command(flatten)]
        place: Place,
    },
    /// Take `merge` back: two findings are of one bug only if their fingerprints agree
    Unmerge {
        /// One of the two findings
        one: String,
        other: String,
        #[command(flatten)]
        place: Place,
    },
    /// A finding's bug is known: it is added to known.toml
    Known {
        /// The finding, or the bug with this id
        id: String,
        /// Where it is known from: an address, or a note
        #[arg(value_name = "URL|NOTE")]
        from: String,
        /// The part of the fingerprint that identifies the bug, if nothing else does
        #[arg(long, allow_hyphen_values = true)]
        regex: Option<String>,
        #[command(flatten)]
        place: Place,
    },
}

pub fn run(args: Args) -> ExitCode {
    stack::with_large_stack(move |_| triage(&args)).unwrap_or_else(|panic| internal_error(&panic))
}

fn triage(args: &Args) -> ExitCode {
    let done = match &args.action {
        None => bugs(args),
        Some(Action::Split { id, place }) => correct::split(place, id),
        Some(Action::Merge { one, other, place }) => correct::merge(place, one, other),
        Some(Action::Unmerge { one, other, place }) => correct::unmerge(place, one, other),
        Some(Action::Known { id, from, regex, place }) => correct::known(place, id, from, regex.as_deref()),
    };
    done.unwrap_or_else(|failure| failure.say())
}

fn bugs(args: &Args) -> Result<ExitCode, Failure> {
    let store = args.place.edit()?;
    let known = Known::near(store.path()).map_err(Failure::usage)?.with(&store.corrections()?);
    // A finding that does not always show has no useful fingerprint.
    let findings = store.query(&Query { flaky: Some(false), ..Query::default() })?;
    work::look_into(args, &*store, &known, &findings)?;
    let mut triages = store.triages()?;
    let bugs = sorted(store.bugs()?, &triages, &known);
    mark(&mut triages, &bugs, &*store)?;
    let exit_code = if bugs.iter().any(|bug| bug.known.is_none()) { ExitCode::Findings } else { ExitCode::Program(0) };
    let listing = listing::Listing { store: &*store, findings: &findings, triages: &triages, bugs: &bugs };
    let text = if args.json { listing.json() } else { listing.text() };
    Ok(write_answer(&text, args.json, exit_code))
}

/// The reports of all findings of a bug say where it is known from.
fn mark(triages: &mut [Triage], bugs: &[Bug], store: &dyn Store) -> Result<(), Failure> {
    let known = |bug: &Bug| bug.findings.iter().map(|id| (id.clone(), bug.known.clone())).collect::<Vec<_>>();
    let known: BTreeMap<String, Option<String>> = bugs.iter().flat_map(known).collect();
    for triage in triages {
        let known = known.get(&triage.finding).cloned().flatten();
        if triage.known != known {
            store.put_known(&triage.finding, known.as_deref())?;
            triage.known = known;
        }
    }
    Ok(())
}

/// Known ones last; they are marked so.
fn sorted(mut bugs: Vec<Bug>, triages: &[Triage], known: &Known) -> Vec<Bug> {
    let by_id: BTreeMap<&str, &Triage> = triages.iter().map(|triage| (triage.finding.as_str(), triage)).collect();
    for bug in &mut bugs {
        let mut members = bug.findings.iter().filter_map(|id| by_id.get(id.as_str()));
        bug.known = members.find_map(|triage| known.of(triage));
    }
    bugs.sort_by_key(|bug| bug.known.is_some());
    bugs
}
