//! The history of a repository: commits with their parents, branches and merges included.

use std::collections::HashMap;

/// What `History::parse` reads: `git log --topo-order --reverse --format=FORMAT REVISION...`.
pub const FORMAT: &str = "%H%x00%P%x00%cI%x00%an%x00%s";

/// A commit, as far as a report names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Commit {
    /// The full hash.
    pub id: String,
    /// Numbers of commits, the first parent first.
    pub parents: Vec<usize>,
    /// Of the committer, ISO 8601.
    pub date: String,
    /// The author's name.
    pub author: String,
    /// The first line of the message.
    pub subject: String,
    /// It has parents, which are not in this clone.
    pub is_cut: bool,
}

/// Commits in an order in which parents come before their children.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct History {
    /// A commit's number is its position here.
    pub commits: Vec<Commit>,
}

/// A set of commits, by number.
pub type Set = Vec<bool>;

impl History {
    /// Reads what git prints with `FORMAT`. Parents that are not printed, as in a shallow clone, are left out. None if
    /// it is something else.
    pub fn parse(text: &str) -> Option<History> {
        let mut history = History::default();
        let mut numbers: HashMap<String, usize> = HashMap::new();
        for line in text.lines() {
            let mut fields = line.splitn(5, '\0').map(str::to_string);
            let (id, parents) = (fields.next()?, fields.next()?);
            let (date, author, subject) = (fields.next()?, fields.next()?, fields.next()?);
            let parents = parents.split_whitespace().filter_map(|parent| numbers.get(parent).copied()).collect();
            numbers.insert(id.clone(), history.commits.len());
            history.commits.push(Commit { id, parents, date, author, subject, is_cut: false });
        }
        Some(history)
    }

    /// The number of a commit, by its full hash.
    pub fn find(&self, id: &str) -> Option<usize> {
        self.commits.iter().position(|commit| commit.id == id)
    }

    /// The commit and all before it.
    pub fn ancestors(&self, commit: usize) -> Set {
        let mut set = vec![false; self.commits.len()];
        set[commit] = true;
        for at in (0..=commit).rev().filter(|&at| at <= commit) {
            if set[at] {
                self.commits[at].parents.iter().for_each(|&parent| set[parent] = true);
            }
        }
        set
    }

    /// The commit and all after it.
    pub fn descendants(&self, commit: usize) -> Set {
        let mut set = vec![false; self.commits.len()];
        set[commit] = true;
        for at in commit + 1..set.len() {
            set[at] = self.commits[at].parents.iter().any(|&parent| set[parent]);
        }
        set
    }

    /// Commits without children, the newest first.
    pub fn tips(&self) -> Vec<usize> {
        let mut is_parent = vec![false; self.commits.len()];
        self.commits.iter().flat_map(|commit| &commit.parents).for_each(|&parent| is_parent[parent] = true);
        (0..self.commits.len()).rev().filter(|&commit| !is_parent[commit]).collect()
    }

    /// The last commits that are before both, as `git merge-base --all` has them.
    pub fn merge_bases(&self, one: usize, other: usize) -> Vec<usize> {
        let (of_one, of_other) = (self.ancestors(one), self.ancestors(other));
        let mut is_base: Set = of_one.iter().zip(&of_other).map(|(one, other)| *one && *other).collect();
        let both = is_base.clone();
        for commit in (0..both.len()).filter(|&commit| both[commit]) {
            self.commits[commit].parents.iter().for_each(|&parent| is_base[parent] = false);
        }
        (0..is_base.len()).filter(|&commit| is_base[commit]).collect()
    }

    /// For each commit of the set, how many of the set are before it, itself included.
    ///
    /// 64 commits of the set are followed through the history at a time, one bit each. That takes n²/64 steps, whatever
    /// the number of merges is: what is before both parents counts once.
    pub fn weights(&self, set: &Set) -> Vec<usize> {
        let mut weights = vec![0; self.commits.len()];
        let members: Vec<usize> = (0..set.len()).filter(|&commit| set[commit]).collect();
        let last = members.last().map_or(0, |last| last + 1);
        let mut before = vec![0_u64; last];
        for block in members.chunks(64) {
            let first = block[0];
            let mut open = block.iter().enumerate().peekable();
            for commit in first..last {
                let parents = self.commits[commit].parents.iter().filter(|&&parent| parent >= first);
                before[commit] = parents.fold(0, |bits, &parent| bits | before[parent]);
                if let Some((bit, _)) = open.next_if(|(_, member)| **member == commit) {
                    before[commit] |= 1 << bit;
                }
                weights[commit] += if set[commit] { before[commit].count_ones() as usize } else { 0 };
            }
        }
        weights
    }
}
