//! What is done with an index: which source is asked for what, and which builds the program gets.
//!
//! All of it follows from the campaign's seed, its compilers with their costs, and the index, through streams of their own for each decision.

use super::Campaign;
use super::turn::{self, Turn};
use crate::case::Case;
use crate::compiler::{Build, Compiler, flags};
use crate::observe::{Observation, Outcome};
use crate::oracle::{Behaviour, Oracle, is_plain};
use crate::origin::{Origin, Wanted};
use source::Rng;

/// The source of an index, and what it is asked for.
pub fn plan(campaign: &Campaign, index: u64) -> (&dyn Origin, Wanted) {
    let rng = stream(campaign, index);
    let weights: Vec<u32> = campaign.origins.iter().map(|weighted| weighted.weight).collect();
    let origin = &campaign.origins[rng.child("origin").weighted(&weights)].origin;
    let compiler = &campaign.compilers[turn(campaign, index).wanted];
    (origin.as_ref(), Wanted::new(compiler, index, rng.child("program").next_u64()))
}

/// The builds of a case: every compiler whose turn it is and that takes it, with its levels and random flags.
pub fn builds<'a>(campaign: &'a Campaign, case: &Case) -> Vec<Build<'a>> {
    let rng = stream(campaign, case.index).child("builds");
    let of = |compiler: &'a Compiler| {
        let flag_sets = flags::builds(compiler, &campaign.config, &mut rng.child(&compiler.name));
        flag_sets.into_iter().map(move |flags| Build { compiler, flags })
    };
    takers(campaign, case).flat_map(of).collect()
}

/// A program whose output nobody knows is for all: it tells only where compilers differ. The golden compiler is always asked.
fn takers<'a>(campaign: &'a Campaign, case: &Case) -> impl Iterator<Item = &'a Compiler> {
    let turn = turn(campaign, case.index);
    let is_for_all = case.expected.is_none() || !campaign.config.oracles.contains(&Oracle::Expected);
    let golden = campaign.config.golden.as_deref();
    let is_asked = move |at: usize, name: &str| is_for_all || turn.members.contains(&at) || golden == Some(name);
    let asked = campaign.compilers.iter().enumerate().filter(move |(at, compiler)| is_asked(*at, &compiler.name));
    asked.map(|(_, compiler)| compiler).filter(|compiler| compiler.takes(case))
}

fn turn(campaign: &Campaign, index: u64) -> Turn {
    turn::turn(&campaign.compilers, &campaign.config, index, &stream(campaign, index))
}

/// Further builds without flags, where what was seen cannot be judged without: a peer for a compiler that hangs, and
/// for a contradiction of the interpreter a compiler of each family that does not optimise, in case it is the
/// interpreter that is wrong.
pub fn second_look<'a>(campaign: &'a Campaign, case: &Case, seen: &[Observation]) -> Vec<Build<'a>> {
    let hangs = seen.iter().any(|observation| matches!(observation.outcome, Outcome::Hung { .. }));
    let has_peer = seen.iter().any(|observation| Behaviour::of(observation).is_some());
    let mut families: Vec<_> =
        seen.iter().filter(|it| is_plain(&it.flags)).filter_map(|it| family(campaign, it)).collect();
    let mut builds = Vec::new();
    for compiler in campaign.compilers.iter().filter(|compiler| compiler.takes(case)) {
        if (hangs && !has_peer || contradicts(campaign, case, seen)) && !families.contains(&compiler.family) {
            families.push(compiler.family);
            builds.push(Build { compiler, flags: Vec::new() });
        }
    }
    builds
}

fn contradicts(campaign: &Campaign, case: &Case, seen: &[Observation]) -> bool {
    let expected = case.expected.as_ref().filter(|_| campaign.config.oracles.contains(&Oracle::Expected));
    let right = expected.map(Behaviour::from);
    right.is_some() && seen.iter().filter_map(Behaviour::of).any(|behaviour| Some(behaviour) != right)
}

fn family(campaign: &Campaign, seen: &Observation) -> Option<crate::compiler::Family> {
    campaign.compilers.iter().find(|compiler| compiler.name == seen.compiler).map(|compiler| compiler.family)
}

fn stream(campaign: &Campaign, index: u64) -> Rng {
    Rng::new(campaign.seed).child_n("index", index)
}
