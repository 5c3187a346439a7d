//! The commit that corrected or introduced a bug: where to begin, the search, and what came of it.

use super::builds;
use super::graph::{Commit, History};
use super::probe::{Change, Probing, Seen};
use super::search::{Found, Why, find_change};
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
    /// One of these made it. The others cannot be built.
    OneOf {
        /// In the order of the history.
        commits: Vec<Named>,
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
        /// The oldest commit before the one that shows it, along first parents.
        at: Named,
    },
    /// No revision that was asked shows the bug.
    NotShown,
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
    let Some(bad) = bad(probing, ends)? else { return Ok(Bisection::NotShown) };
    let named = |commit: usize| Named::from(&history.commits[commit]);
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
            Some(good) => (good, bad),
            None => return Ok(Bisection::AlwaysThere { at: named(oldest(history, bad)) }),
        },
    };
    Ok(match find_change(history, before, after, probing)? {
        Found::Commit(commit) => Bisection::Commit { commit: named(commit) },
        Found::OneOf(commits) => Bisection::OneOf { commits: commits.into_iter().map(named).collect() },
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
        None => back_to(probing, ends.head, Seen::Bug),
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
    let tips = match ends.good {
        Some(good) => vec![good],
        None => std::iter::once(ends.head).chain(history.tips()).collect(),
    };
    let later = history.descendants(bad);
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

/// A revision before the bad one that is right.
fn good_before(probing: &mut Probing, ends: &Ends, bad: usize) -> Result<Option<usize>, builds::Error> {
    let history = probing.history;
    let Some(good) = ends.good else { return back_to(probing, bad, Seen::Right) };
    let earlier = history.ancestors(bad);
    let candidates = if earlier[good] { vec![good] } else { history.merge_bases(good, bad) };
    for candidate in candidates {
        if probing.seen(candidate)? == Seen::Right {
            return Ok(Some(candidate));
        }
    }
    Ok(None)
}

/// The first of some revisions, ever farther back, that makes this of the program: 0, 1, 2, 4, 8 … commits back along
/// first parents, and the oldest.
fn back_to(probing: &mut Probing, from: usize, wanted: Seen) -> Result<Option<usize>, builds::Error> {
    let line = first_parents(probing.history, from);
    let mut places: Vec<usize> = std::iter::once(0).chain((0..usize::BITS - 1).map(|power| 1 << power)).collect();
    places.retain(|place| *place < line.len());
    if places.last() != Some(&(line.len() - 1)) {
        places.push(line.len() - 1);
    }
    for place in places {
        if probing.seen(line[place])? == wanted {
            return Ok(Some(line[place]));
        }
    }
    Ok(None)
}

fn first_parents(history: &History, from: usize) -> Vec<usize> {
    std::iter::successors(Some(from), |&at| history.commits[at].parents.first().copied()).collect()
}

fn oldest(history: &History, from: usize) -> usize {
    first_parents(history, from).last().copied().unwrap_or(from)
}
