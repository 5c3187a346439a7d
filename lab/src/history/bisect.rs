//! The commit that corrected or introduced a bug: where to begin, the search, and what came of it.

use super::builds;
use super::graph::{Commit, History};
use super::probe::{Change, Probing, Seen};
use super::search::{Found, Probe, Why, find_change};
use serde::Serialize;

/// What is known of the ends of the search, as numbers of commits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ends {
    /// A revision that shows the bug.
    pub bad: Option<usize>,
    /// A revision that does not: a later one for a correction, an earlier one for an introduction.
    pub good: Option<usize>,
    /// What the repository has checked out.
    pub head: usize,
}

/// What came of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "result")]
pub enum Bisection {
    /// This commit made the change.
    Commit {
        /// The one that made the change.
        commit: Named,
    },
    /// One of these made it. The others cannot be built, as far as that was tried.
    OneOf {
        /// In the order of the history. The last is without a doubt as after the change.
        commits: Vec<Named>,
        /// Those of them whose builds were ended because they took too long.
        late: usize,
    },
    /// No commit can be named.
    Unreliable {
        /// In words.
        why: String,
        /// It behaves as before the change.
        from: Named,
        /// It behaves as after the change, or in another way.
        to: Named,
    },
    /// The bug is still there.
    NotCorrected {
        /// A later revision that shows it.
        at: Named,
    },
    /// The bug was always there, as far back as it can be asked.
    AlwaysThere {
        /// The oldest commit that was asked and shows it, along first parents.
        at: Named,
        /// Whether there is none before it. In a shallow clone that is not known.
        is_first: bool,
    },
    /// No revision that was asked shows the bug.
    NotShown {
        /// The one that was said to show it, or else what is checked out.
        at: Named,
        /// What it does instead.
        seen: Seen,
    },
}

/// A commit, as a report names it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Named {
    /// The full hash.
    pub id: String,
    /// Of the committer, ISO 8601.
    pub date: String,
    /// The author's name.
    pub author: String,
    /// The first line of the message.
    pub subject: String,
}

impl From<&Commit> for Named {
    fn from(commit: &Commit) -> Named {
        let Commit { id, date, author, subject, .. } = commit.clone();
        Named { id, date, author, subject }
    }
}

/// Searches for the change that the probing is about.
pub fn bisect(probing: &mut Probing, ends: &Ends) -> Result<Bisection, builds::Error> {
    let history = probing.history;
    let named = |commit: usize| Named::from(&history.commits[commit]);
    let Some(bad) = bad(probing, ends)? else {
        let at = ends.bad.unwrap_or(ends.head);
        return Ok(Bisection::NotShown { at: named(at), seen: probing.seen(at)? });
    };
    let (before, after) = match probing.change {
        Change::Corrected => match corrected_between(probing, ends, bad)? {
            Later::Ends(before, after) => (before, after),
            Later::Still(at) => return Ok(Bisection::NotCorrected { at: named(at) }),
            Later::Apart(right) => {
                let why = "no revision that shows the bug comes before one that does not".to_string();
                return Ok(Bisection::Unreliable { why, from: named(bad), to: named(right) });
            }
            Later::Hidden(other) => {
                let why = "every later revision that was asked fails in another way, or cannot be asked".to_string();
                return Ok(Bisection::Unreliable { why, from: named(bad), to: named(other) });
            }
        },
        Change::Introduced => match good_before(probing, ends, bad)? {
            Earlier::Right(good) => (good, bad),
            Earlier::Bug(at) => {
                let is_first = history.commits[at].parents.is_empty() && !history.commits[at].is_cut;
                return Ok(Bisection::AlwaysThere { at: named(at), is_first });
            }
        },
    };
    Ok(match find_change(history, before, after, probing)? {
        Found::Commit(commit) => Bisection::Commit { commit: named(commit) },
        Found::OneOf(commits) => {
            let commits: Vec<Named> = commits.into_iter().map(named).collect();
            let late = commits.iter().filter(|commit| probing.builds.is_late(&commit.id)).count();
            Bisection::OneOf { commits, late }
        }
        Found::Unreliable { why, between: (from, to) } => {
            Bisection::Unreliable { why: words(why), from: named(from), to: named(to) }
        }
    })
}

fn words(why: Why) -> String {
    match why {
        Why::Hidden => "between these commits the program fails in another way, which hides the bug".to_string(),
        Why::Repeated => "the behaviour changed more than once between these commits".to_string(),
    }
}

/// The revision that is said to show the bug, if it does; otherwise the newest of some that does.
fn bad(probing: &mut Probing, ends: &Ends) -> Result<Option<usize>, builds::Error> {
    match ends.bad {
        Some(bad) => Ok((probing.seen(bad)? == Seen::Bug).then_some(bad)),
        None => back_to_bug(probing, ends.head),
    }
}

/// What is later than the bug.
enum Later {
    /// A revision with the bug, and a later one without.
    Ends(usize, usize),
    /// This one still has it, and none is without.
    Still(usize),
    /// This one is without it, but it is on a branch that left before the bug came.
    Apart(usize),
    /// None is right, and none shows the bug.
    Hidden(usize),
}

/// The given good revision is asked, the checked-out one, then all tips.
fn corrected_between(probing: &mut Probing, ends: &Ends, bad: usize) -> Result<Later, builds::Error> {
    let history = probing.history;
    let later = history.descendants(bad);
    let tips: Vec<usize> = match ends.good {
        Some(good) => vec![good],
        None => std::iter::once(ends.head).chain(history.tips().into_iter().take(TIPS)).collect(),
    };
    let (mut still, mut apart) = (None, None);
    for &tip in &tips {
        let (tip, seen) = newest_known(probing, tip)?;
        match seen {
            Seen::Right if later[tip] => return Ok(Later::Ends(bad, tip)),
            Seen::Right => match base_with_bug(probing, bad, tip)? {
                Some(base) => return Ok(Later::Ends(base, tip)),
                None => apart = apart.or(Some(tip)),
            },
            Seen::Bug => still = still.or(Some(tip)),
            Seen::Other | Seen::Unknown => {}
        }
    }
    let still = still.map(Later::Still);
    Ok(still.or(apart.map(Later::Apart)).unwrap_or(Later::Hidden(tips[0])))
}

/// How far back a revision is looked for that builds, where a tip does not.
const BACK: usize = 16;

/// Tips of branches that are asked, the newest first. Old repositories have hundreds that nobody has merged.
const TIPS: usize = 16;

/// The tip, or the first before it that can be asked.
fn newest_known(probing: &mut Probing, tip: usize) -> Result<(usize, Seen), builds::Error> {
    for at in first_parents(probing.history, tip).into_iter().take(BACK) {
        let seen = probing.seen(at)?;
        if seen != Seen::Unknown {
            return Ok((at, seen));
        }
    }
    Ok((tip, Seen::Unknown))
}

/// For a tip on another branch: where the two part, if the bug was there already.
fn base_with_bug(probing: &mut Probing, bad: usize, tip: usize) -> Result<Option<usize>, builds::Error> {
    for base in probing.history.merge_bases(bad, tip) {
        if base != tip && probing.seen(base)? == Seen::Bug {
            return Ok(Some(base));
        }
    }
    Ok(None)
}

/// What is earlier than the bug.
enum Earlier {
    /// This one is without it.
    Right(usize),
    /// This one has it, and none before it is known to be without.
    Bug(usize),
}

/// A revision before the bad one that is right.
fn good_before(probing: &mut Probing, ends: &Ends, bad: usize) -> Result<Earlier, builds::Error> {
    let history = probing.history;
    let Some(good) = ends.good else { return back_to_right(probing, bad) };
    let earlier = history.ancestors(bad);
    let candidates = if earlier[good] { vec![good] } else { history.merge_bases(good, bad) };
    for candidate in candidates {
        if probing.seen(candidate)? == Seen::Right {
            return Ok(Earlier::Right(candidate));
        }
    }
    Ok(Earlier::Bug(bad))
}

/// The first of some revisions, ever farther back, that shows the bug.
fn back_to_bug(probing: &mut Probing, from: usize) -> Result<Option<usize>, builds::Error> {
    let line = first_parents(probing.history, from);
    let places = places(line.len());
    for (at, &place) in places.iter().enumerate() {
        expect(probing, &line, &places[at + 1..]);
        if probing.seen(line[place])? == Seen::Bug {
            return Ok(Some(line[place]));
        }
    }
    Ok(None)
}

/// The first of some revisions, ever farther back, that is right. Where one cannot be asked, there may be others between
/// it and the last that shows the bug: old revisions often do not build any more.
fn back_to_right(probing: &mut Probing, bad: usize) -> Result<Earlier, builds::Error> {
    let line = first_parents(probing.history, bad);
    let (mut last, mut was_bug) = (0, true);
    let places = places(line.len());
    for (at, &place) in places.iter().enumerate() {
        expect(probing, &line, &places[at + 1..]);
        match probing.seen(line[place])? {
            Seen::Right => return Ok(Earlier::Right(line[place])),
            Seen::Bug => (last, was_bug) = (place, true),
            Seen::Other | Seen::Unknown => {
                if was_bug && let Some(right) = right_between(probing, &line, &mut last, place)? {
                    return Ok(Earlier::Right(right));
                }
                was_bug = false;
            }
        }
    }
    Ok(Earlier::Bug(line[last]))
}

/// A revision that is right, between one that shows the bug and an older one that cannot be asked. `last` becomes the oldest
/// one that was seen to show it.
fn right_between(
    probing: &mut Probing,
    line: &[usize],
    last: &mut usize,
    mut silent: usize,
) -> Result<Option<usize>, builds::Error> {
    while silent - *last > 1 {
        let middle = usize::midpoint(*last, silent);
        match probing.seen(line[middle])? {
            Seen::Right => return Ok(Some(line[middle])),
            Seen::Bug => *last = middle,
            Seen::Other | Seen::Unknown => silent = middle,
        }
    }
    Ok(None)
}

/// 0, 1, 2, 4, 8 … below a length, and the last.
fn places(length: usize) -> Vec<usize> {
    let mut places: Vec<usize> = std::iter::once(0).chain((0..usize::BITS - 1).map(|power| 1 << power)).collect();
    places.retain(|place| *place < length);
    if places.last() != Some(&(length - 1)) {
        places.push(length - 1);
    }
    places
}

fn expect(probing: &mut Probing, line: &[usize], places: &[usize]) {
    let commits: Vec<usize> = places.iter().take(probing.spare()).map(|&place| line[place]).collect();
    probing.expect(&commits);
}

fn first_parents(history: &History, from: usize) -> Vec<usize> {
    std::iter::successors(Some(from), |&at| history.commits[at].parents.first().copied()).collect()
}
