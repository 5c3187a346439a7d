//! Groups findings that look like one bug, without comparing each with every other.
//!
//! Most findings of a bug look exactly like others of it, so what is compared is *looks*: all that `is_same` sees of a
//! finding. Each pair of looks is compared once. A group is compared by the looks of its first members; what is known by its
//! signature alone is looked up.

use super::super::Triage;
use super::{ENOUGH, is_same};
use crate::compiler::Family;
use crate::oracle::Kind;
use std::collections::BTreeMap;

/// Looks of a group that the next finding is compared with. A group with more is of a bug with many faces, of which these
/// are enough.
const MOST_LOOKS: usize = 32;

/// Findings that look like one bug, each group in the order in which they were given.
pub fn groups<'a>(triages: &[&'a Triage]) -> Vec<Vec<&'a Triage>> {
    let mut rooms: BTreeMap<Room, Vec<&'a Triage>> = BTreeMap::new();
    for triage in triages {
        rooms.entry(room(triage)).or_default().push(triage);
    }
    rooms.into_iter().flat_map(|(room, members)| grouped(&room, members)).collect()
}

/// Findings of different rooms are never of one bug.
type Room = (Kind, Family, Option<String>);

/// Crashes and refusals of one room are all of one bug: it has their signature.
fn room(triage: &Triage) -> Room {
    let signature = match triage.kind {
        Kind::WrongCode | Kind::Hang => None,
        Kind::Crash | Kind::RejectsValid | Kind::AcceptsInvalid | Kind::SelfCheck => Some(triage.signature.clone()),
    };
    (triage.kind, triage.family, signature)
}

fn grouped<'a>((_, _, signature): &Room, members: Vec<&'a Triage>) -> Vec<Vec<&'a Triage>> {
    if signature.is_some() {
        return vec![members];
    }
    let mut looks = Looks::default();
    let mut groups: Vec<Group> = Vec::new();
    for triage in members {
        let look = looks.of(triage);
        let single = [(look, 1)];
        let agreements: Vec<f64> = groups.iter().map(|group| looks.agreement(&group.looks, &single)).collect();
        let best = agreements.iter().copied().fold(0.0, f64::max);
        match agreements.iter().position(|agreement| *agreement == best).filter(|_| best >= ENOUGH) {
            Some(at) => groups[at].add(triage, look),
            None => groups.push(Group { members: vec![triage], looks: single.to_vec() }),
        }
    }
    join(&mut groups, &mut looks);
    groups.into_iter().map(|group| group.members).collect()
}

/// Groups that began with unlike findings may turn out to be alike.
fn join(groups: &mut Vec<Group>, looks: &mut Looks) {
    let mut at = 0;
    while at < groups.len() {
        let close =
            (at + 1..groups.len()).find(|other| looks.agreement(&groups[at].looks, &groups[*other].looks) >= ENOUGH);
        match close {
            Some(other) => {
                let Group { members, looks } = groups.remove(other);
                groups[at].members.extend(members);
                looks.into_iter().for_each(|(look, count)| groups[at].note(look, count));
                at = 0;
            }
            None => at += 1,
        }
    }
}

struct Group<'a> {
    members: Vec<&'a Triage>,
    /// With how many members have each.
    looks: Vec<(usize, usize)>,
}

impl<'a> Group<'a> {
    fn add(&mut self, triage: &'a Triage, look: usize) {
        self.members.push(triage);
        self.note(look, 1);
    }

    fn note(&mut self, look: usize, more: usize) {
        match self.looks.iter().position(|(known, _)| *known == look) {
            Some(at) => self.looks[at].1 += more,
            None if self.looks.len() < MOST_LOOKS => self.looks.push((look, more)),
            None => {}
        }
    }
}

/// All looks there are, by number, and what is known of pairs of them.
#[derive(Default)]
struct Looks<'a> {
    numbers: BTreeMap<String, usize>,
    examples: Vec<&'a Triage>,
    same: BTreeMap<(usize, usize), bool>,
}

impl<'a> Looks<'a> {
    fn of(&mut self, triage: &'a Triage) -> usize {
        let Triage { shows, guilt, divergence, operators, instructions, .. } = triage;
        let wrong = divergence.as_ref().map(|divergence| (&divergence.operation, &divergence.operators));
        let seen = format!("{:?}", (shows, guilt, wrong, operators, instructions));
        let next = self.examples.len();
        let number = *self.numbers.entry(seen).or_insert(next);
        if number == next {
            self.examples.push(triage);
        }
        number
    }

    /// The part of pairs that look like one bug.
    fn agreement(&mut self, ours: &[(usize, usize)], theirs: &[(usize, usize)]) -> f64 {
        let (mut pairs, mut agree) = (0, 0);
        for (one, count) in ours {
            for (other, more) in theirs {
                pairs += count * more;
                agree += if self.is_same(*one, *other) { count * more } else { 0 };
            }
        }
        agree as f64 / pairs.max(1) as f64
    }

    fn is_same(&mut self, one: usize, other: usize) -> bool {
        let examples = &self.examples;
        *self.same.entry((one, other)).or_insert_with(|| is_same(examples[one], examples[other]))
    }
}
