//! `gadfly triage`: looks into findings and clusters them into bugs.

mod correct;
mod listing;
mod work;

use crate::exit::ExitCode;
use crate::failure::Failure;
use crate::output::{internal_error, write_stdout};
use crate::place::Place;
use crate::{sandboxes, stack};
use lab::finding::Finding;
use lab::store::{SqliteStore, Store};
use lab::triage::{Bug, Corrections, Known, Triage, cluster_with, mark_known};

/// Look into findings, and cluster them into bugs.
///
/// What was never reduced is reduced first, as in a hunt. For wrong code it searches for the guilty pass, the fewest
/// flags, the first bad version among those installed, and the first wrong value; crashes go by their signature. What is
/// found out is kept with each finding and completes its report.md, so that only new findings take time.
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

Exit codes: 10 there are bugs that are not known, 0 there are none, 2 wrong arguments or no such finding, 66 there is no
store, 69 nothing can be run here, 74 what was found out could not be written, 130 Ctrl-C."
)]
pub struct Args {
    #[command(subcommand)]
    action: Option<Action>,

    #[command(flatten)]
    place: Place,

    /// Look into findings as they are, also if they were never reduced
    #[arg(long)]
    no_reduce: bool,

    /// Look into all findings again
    #[arg(long)]
    again: bool,

    /// Compare with no other compiler than the accused one
    #[arg(long)]
    alone: bool,

    /// Findings that are looked into at the same time [default: the cores this process may use]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,

    #[command(flatten)]
    walls: sandboxes::Walls,

    /// Print one JSON object with everything that was found out
    #[arg(long)]
    json: bool,
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
        /// A finding, or the bug that is called so
        one: String,
        other: String,
        #[command(flatten)]
        place: Place,
    },
    /// Two findings are of one bug only if they look so: takes `merge` back
    Unmerge {
        /// One of the two that were named
        one: String,
        other: String,
        #[command(flatten)]
        place: Place,
    },
    /// A finding's bug is known: it is added to known.toml
    Known {
        /// The finding, or the bug that is called so
        id: String,
        /// Where it is known from: an address, or a note
        #[arg(value_name = "URL|NOTE")]
        from: String,
        /// What of its fingerprint tells the bug, where nothing else does
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
    let store = args.place.read()?;
    let known = Known::near(store.path()).map_err(Failure::usage)?;
    let corrections = Corrections::read(store.path()).map_err(Failure::usage)?;
    // A finding that does not always show has no fingerprint to speak of.
    let findings: Vec<Finding> = store.findings()?.into_iter().filter(|finding| !finding.is_flaky()).collect();
    let mut triages = work::triages(args, &store, &findings)?;
    let bugs = sorted(cluster_with(&triages, &corrections), &triages, &known);
    mark(&mut triages, &bugs, &store)?;
    let exit_code = if bugs.iter().any(|bug| bug.known.is_none()) { ExitCode::Findings } else { ExitCode::Program(0) };
    let listing = listing::Listing { store: &store, findings: &findings, triages: &triages, bugs: &bugs };
    let text = if args.json { listing.json() } else { listing.text() };
    Ok(write_stdout(text.as_bytes(), exit_code))
}

/// The reports of all findings of a bug say where it is known from.
fn mark(triages: &mut [Triage], bugs: &[Bug], store: &SqliteStore) -> Result<(), Failure> {
    for triage in triages {
        let bug = bugs.iter().find(|bug| bug.findings.contains(&triage.finding));
        let known = bug.and_then(|bug| bug.known.clone());
        // Most are as they were, and need not be read again.
        if triage.known != known {
            mark_known(&store.directory(&triage.finding), known.as_deref()).map_err(Failure::output)?;
            triage.known = known;
        }
    }
    Ok(())
}

/// Known ones last; they are marked so.
fn sorted(mut bugs: Vec<Bug>, triages: &[Triage], known: &Known) -> Vec<Bug> {
    for bug in &mut bugs {
        let mut members = triages.iter().filter(|triage| bug.findings.contains(&triage.finding));
        bug.known = members.find_map(|triage| known.of(triage));
    }
    bugs.sort_by_key(|bug| bug.known.is_some());
    bugs
}
