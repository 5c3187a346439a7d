//! The search for correcting and introducing commits, against what was planted in random histories.

use lab::history::search::Why;
use lab::history::{Answer, Commit, Found, History, Probe, Repository, find_change};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::ops::Range;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Commits by their parents.
fn history(parents: &[Vec<usize>]) -> History {
    let commit = |(at, parents): (usize, &Vec<usize>)| Commit {
        id: at.to_string(),
        parents: parents.clone(),
        date: String::new(),
        author: String::new(),
        subject: String::new(),
        is_cut: false,
    };
    History { commits: parents.iter().enumerate().map(commit).collect() }
}

/// Answers by a table; counts what it builds.
struct Table {
    answers: Vec<Answer>,
    built: BTreeSet<usize>,
}

impl Table {
    fn new(answers: Vec<Answer>) -> Table {
        Table { answers, built: BTreeSet::new() }
    }
}

impl Probe for Table {
    type Error = Infallible;

    fn ask(&mut self, commit: usize) -> Result<Answer, Infallible> {
        self.built.insert(commit);
        Ok(self.answers[commit])
    }

    fn is_built(&self, commit: usize) -> bool {
        self.built.contains(&commit)
    }
}

fn find(history: &History, before: usize, after: usize, table: &mut Table) -> Found {
    match find_change(history, before, after, table) {
        Ok(found) => found,
        Err(never) => match never {},
    }
}

fn line(length: usize) -> History {
    history(&(0..length).map(|at| at.checked_sub(1).into_iter().collect()).collect::<Vec<_>>())
}

/// A row of answers, one letter each: `b`efore, `a`fter, `o`ther, `u`nknown.
fn answers(row: &str) -> Vec<Answer> {
    let answer = |letter| match letter {
        'b' => Answer::Before,
        'a' => Answer::After,
        'o' => Answer::Other,
        _ => Answer::Unknown,
    };
    row.chars().map(answer).collect()
}

fn check_line(row: &str, expected: Found) {
    let found = find(&line(row.len()), 0, row.len() - 1, &mut Table::new(answers(row)));
    assert_eq!(found, expected, "{row}");
}

#[test]
fn a_line_of_commits_is_halved() {
    for change in 1..100 {
        let row: Vec<Answer> = (0..100).map(|at| if at < change { Answer::Before } else { Answer::After }).collect();
        let mut table = Table::new(row);
        assert_eq!(find(&line(100), 0, 99, &mut table), Found::Commit(change));
        // Both ends are given; the parent may be one of them.
        assert!(table.built.len() <= 7 + 1, "{change}: {:?}", table.built);
    }
}

#[test]
fn commits_that_cannot_be_built_are_left_out() {
    check_line("bbuuba", Found::Commit(5));
    check_line("bbbuuaa", Found::OneOf(vec![3, 4, 5]));
    check_line("buuuuuuuuuuba", Found::Commit(12));
}

#[test]
fn a_long_stretch_that_cannot_be_built_is_not_built_as_a_whole() {
    let row: Vec<Answer> = answers(&format!("{}{}{}", "b".repeat(300), "u".repeat(500), "a".repeat(200)));
    let mut table = Table::new(row);
    let Found::OneOf(commits) = find(&line(1000), 0, 999, &mut table) else { panic!("a commit was named") };
    assert!(table.built.len() <= 60, "{}", table.built.len());
    assert!(commits.contains(&800) && commits.len() >= 500, "{}", commits.len());
    // Where all is known, nothing more is built.
    let before = table.built.len();
    find(&line(1000), 0, 999, &mut table);
    assert_eq!(table.built.len(), before);
}

#[test]
fn commits_that_are_known_not_to_build_do_not_mislead_the_halving() {
    // All of the first half is known; the change is behind it.
    let mut row = vec![Answer::Before];
    row.extend(vec![Answer::Unknown; 100]);
    row.extend(vec![Answer::Before; 900]);
    row.extend(vec![Answer::After; 23]);
    let mut table = Table::new(row);
    table.built.extend(1..=100);
    assert_eq!(find(&line(1024), 0, 1023, &mut table), Found::Commit(1001));
    assert!(table.built.len() <= 100 + 11, "{}", table.built.len());
}

#[test]
fn another_bug_in_between_is_unreliable() {
    check_line("bbbooooaa", Found::Unreliable { why: Why::Hidden, between: (0, 7) });
    check_line("bboobbaa", Found::Commit(6));
}

/// Notes what is asked that is not built, and what was expected to be asked after it.
struct Ahead {
    table: Table,
    expected: Vec<Vec<usize>>,
    asked: Vec<usize>,
}

impl Probe for Ahead {
    type Error = Infallible;

    fn ask(&mut self, commit: usize) -> Result<Answer, Infallible> {
        if !self.is_built(commit) {
            self.asked.push(commit);
        }
        self.table.ask(commit)
    }

    fn is_built(&self, commit: usize) -> bool {
        self.table.is_built(commit)
    }

    fn spare(&self) -> usize {
        2
    }

    fn expect(&mut self, commits: &[usize]) {
        self.expected.push(commits.to_vec());
    }
}

#[test]
fn what_is_asked_next_is_known_before_the_answer() {
    for change in 1..64 {
        let row = (0..64).map(|at| if at < change { Answer::Before } else { Answer::After }).collect();
        let mut probe = Ahead { table: Table::new(row), expected: Vec::new(), asked: Vec::new() };
        probe.table.built.extend([0, 63]);
        assert_eq!(find_change(&line(64), 0, 63, &mut probe), Ok(Found::Commit(change)));
        assert!(probe.expected.iter().all(|commits| commits.len() <= 2));
        for (expected, asked) in probe.expected.iter().zip(&probe.asked[1..]) {
            assert!(
                expected.is_empty() || expected.contains(asked),
                "{change}: {:?} {:?}",
                probe.expected,
                probe.asked
            );
        }
    }
}

#[test]
fn a_fix_on_a_merged_branch_is_found_there() {
    // 0 - 1 - 2 ------- 6 - 7
    //      \ 3 - 4 - 5 /
    let history = history(&[vec![], vec![0], vec![1], vec![1], vec![3], vec![4], vec![2, 5], vec![6]]);
    let mut table = Table::new(answers("bbbbaaaa"));
    assert_eq!(find(&history, 2, 7, &mut table), Found::Commit(4));
}

#[test]
fn a_branch_that_never_had_the_bug_does_not_mislead() {
    // The bug came with 2. The branch 3 - 4 left before, and is merged with 5; 6 corrects.
    let history = history(&[vec![], vec![0], vec![1], vec![1], vec![3], vec![2, 4], vec![5], vec![6]]);
    let mut table = Table::new(answers("aabaabaa"));
    assert_eq!(find(&history, 2, 7, &mut table), Found::Commit(6));
}

#[test]
fn a_merge_may_be_the_correction_itself() {
    let history = history(&[vec![], vec![0], vec![0], vec![1, 2]]);
    assert_eq!(find(&history, 0, 3, &mut Table::new(answers("bbba"))), Found::Commit(3));
}

#[test]
fn a_merged_branch_that_cannot_be_asked_may_have_made_the_change() {
    // 0 - 1 ------- 3
    //  \--- 2 -----/      2 left before the bug came with 1, and does not build.
    let history = history(&[vec![], vec![0], vec![0], vec![1, 2]]);
    assert_eq!(find(&history, 1, 3, &mut Table::new(answers("abua"))), Found::OneOf(vec![2, 3]));
}

#[test]
fn a_fix_behind_an_octopus_merge_is_found() {
    // Three branches leave 0: 1, 2 - 4, 3. All are merged by 5; 4 corrects.
    let history = history(&[vec![], vec![0], vec![0], vec![0], vec![2], vec![1, 4, 3], vec![5]]);
    assert_eq!(find(&history, 0, 6, &mut Table::new(answers("bbbbaaa"))), Found::Commit(4));
    assert_eq!(find(&history, 1, 6, &mut Table::new(answers("bbbbaaa"))), Found::Commit(4));
}

#[test]
fn a_bug_that_was_fixed_on_two_branches_has_one_of_both_fixes() {
    // 0 - 1 - 3 - 5 - 6; 2 - 4 leave at 0 and are merged by 5. 3 and 4 correct.
    let history = history(&[vec![], vec![0], vec![0], vec![1], vec![2], vec![3, 4], vec![5]]);
    let found = find(&history, 0, 6, &mut Table::new(answers("bbbaaaa")));
    assert!(matches!(found, Found::Commit(3 | 4)), "{found:?}");
}

#[test]
fn a_step_of_the_search_takes_less_than_a_second_in_ten_thousand_commits() {
    let parents = |at: usize| match at {
        0 => vec![],
        1..20 => vec![at - 1],
        _ if at.is_multiple_of(5) => vec![at - 1, at - 17],
        _ => vec![at - 1 - at % 3],
    };
    let history = history(&(0..10_000).map(parents).collect::<Vec<_>>());
    assert!(history.commits.iter().filter(|commit| commit.parents.len() > 1).count() > 1_900);
    let began = Instant::now();
    let weights = history.weights(&history.ancestors(9_999));
    // A hundredth of a second where nothing else runs, and optimised.
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
    assert_eq!(weights[9_999], history.ancestors(9_999).iter().filter(|is_one| **is_one).count());
}

/// Runs git in a directory.
fn git(directory: &Path, words: &[&str]) {
    let mut command = Command::new("git");
    command.current_dir(directory).args(["-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]);
    assert!(command.args(words).output().unwrap().status.success(), "git {words:?}");
}

#[test]
fn git_tells_octopus_merges_shallow_clones_and_no_stashes() {
    let directory = tempfile::tempdir().unwrap();
    let commit = |name: &str| git(directory.path(), &["commit", "--quiet", "--allow-empty", "-m", name]);
    git(directory.path(), &["init", "--quiet", "--initial-branch=main"]);
    commit("begin");
    for branch in ["one", "two"] {
        git(directory.path(), &["checkout", "--quiet", "-b", branch, "main"]);
        commit(branch);
    }
    git(directory.path(), &["checkout", "--quiet", "main"]);
    commit("main");
    git(directory.path(), &["merge", "--quiet", "--no-ff", "-m", "octopus", "one", "two"]);
    git(directory.path(), &["tag", "merged"]);
    std::fs::write(directory.path().join("file"), "text").unwrap();
    git(directory.path(), &["add", "file"]);
    git(directory.path(), &["stash", "push", "--quiet"]);
    git(directory.path(), &["config", "log.showSignature", "true"]);

    let repository = Repository::open(directory.path()).unwrap();
    let history = repository.history(&[]).unwrap();
    assert_eq!(history.commits.len(), 5, "{history:?}");
    let merge = history.find(&repository.resolve("merged").unwrap()).unwrap();
    assert_eq!((history.commits[merge].parents.len(), history.tips()), (3, vec![merge]));

    let clone = directory.path().join("clone");
    let url = format!("file://{}", directory.path().display());
    git(directory.path(), &["clone", "--quiet", "--depth=2", &url, "clone"]);
    let shallow = Repository::open(&clone).unwrap().history(&[]).unwrap();
    assert_eq!(shallow.commits.len(), 4);
    assert_eq!(shallow.commits.iter().filter(|commit| commit.parents.is_empty()).count(), 3);
    assert_eq!(shallow.commits.iter().filter(|commit| commit.is_cut).count(), 3);
    assert!(history.commits.iter().all(|commit| !commit.is_cut));
}

#[test]
fn a_bare_repository_without_a_head_has_its_newest_commit_and_those_on_no_branch() {
    let directory = tempfile::tempdir().unwrap();
    git(directory.path(), &["init", "--quiet", "--initial-branch=main"]);
    assert!(
        Repository::open(directory.path()).unwrap().history(&[]).unwrap_err().to_string().contains("has no commits")
    );
    git(directory.path(), &["commit", "--quiet", "--allow-empty", "-m", "one"]);
    git(directory.path(), &["commit", "--quiet", "--allow-empty", "-m", "gone"]);
    let gone = Repository::open(directory.path()).unwrap().resolve("HEAD").unwrap();
    git(directory.path(), &["reset", "--quiet", "--hard", "HEAD~1"]);
    git(directory.path(), &["symbolic-ref", "HEAD", "refs/heads/nowhere"]);
    let repository = Repository::open(directory.path()).unwrap();
    let history = repository.history(std::slice::from_ref(&gone)).unwrap();
    assert_eq!((history.commits.len(), repository.head(&history)), (2, 1));
    assert_eq!(history.find(&gone), Some(1));
    assert_eq!(repository.history(&[]).unwrap().commits.len(), 1);
}

#[test]
fn submodules_are_laid_out_and_forgotten_and_a_choice_of_files_does_not_count() {
    let directory = tempfile::tempdir().unwrap();
    let (own, sub) = (directory.path().join("own"), directory.path().join("sub"));
    for (place, text) in [(&sub, "of sub"), (&own, "of own")] {
        std::fs::create_dir(place).unwrap();
        git(place, &["init", "--quiet", "--initial-branch=main"]);
        std::fs::write(place.join("file"), text).unwrap();
        git(place, &["add", "file"]);
        git(place, &["commit", "--quiet", "-m", "file"]);
    }
    let url = sub.display().to_string();
    git(&own, &["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", &url, "below/sub"]);
    git(&own, &["commit", "--quiet", "-m", "submodule"]);
    git(&own, &["sparse-checkout", "set", "--no-cone", "/below"]);
    let repository = Repository::open(&own).unwrap();
    let tree = directory.path().join("tree");
    repository.add_worktree(&tree, &repository.resolve("HEAD").unwrap()).unwrap();
    let read = |name: &str| std::fs::read_to_string(tree.join(name)).unwrap();
    assert_eq!((read("file").as_str(), read("below/sub/file").as_str()), ("of own", "of sub"));
    std::fs::remove_dir_all(&tree).unwrap();
    repository.prune_worktrees();
    let worktrees = own.join(".git/modules/below/sub/worktrees");
    assert!(!worktrees.exists() || std::fs::read_dir(worktrees).unwrap().next().is_none());
}

/// A history in which each commit has one or two earlier parents.
fn histories() -> impl Strategy<Value = History> {
    histories_of(2..40)
}

/// More commits than are counted at a time.
fn wide_histories() -> impl Strategy<Value = History> {
    histories_of(60..200)
}

fn histories_of(lengths: Range<usize>) -> impl Strategy<Value = History> {
    let commit = |at: usize| {
        prop_oneof![
            4 => (1..=at.min(3)).prop_map(move |back| vec![at - back]),
            1 => (1..=at.min(6), 1..=at.min(9)).prop_map(move |(one, other)| {
                if one == other { vec![at - one] } else { vec![at - one, at - other] }
            }),
        ]
    };
    lengths.prop_flat_map(move |length| {
        let commits: Vec<_> = (1..length).map(commit).collect();
        commits.prop_map(|rest| history(&[vec![vec![]], rest].concat()))
    })
}

/// Halving, and one more for each key node (where branches begin or end) on the way, and for the two ends. A branch may
/// have begun before `before`; its beginning is on the way, too.
fn most_builds(history: &History, before: usize, after: usize) -> usize {
    let (seen, earlier) = (history.ancestors(before), history.ancestors(after));
    let suspects: BTreeSet<usize> = (0..seen.len()).filter(|&at| earlier[at] && !seen[at]).collect();
    let parents = suspects.iter().flat_map(|&at| &history.commits[at].parents);
    let on_path: BTreeSet<usize> = suspects.iter().chain(parents).copied().collect();
    let children = |at: usize| history.commits.iter().filter(|commit| commit.parents.contains(&at)).count();
    let is_key = |at: &&usize| history.commits[**at].parents.len() != 1 || children(**at) != 1;
    suspects.len().next_power_of_two().ilog2() as usize + on_path.iter().filter(is_key).count() + 2
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Any set of commits, counted one by one.
    #[test]
    fn weights_count_what_is_before(history in wide_histories(), seed in any::<u64>()) {
        let set: Vec<bool> = (0..history.commits.len()).map(|at| (seed >> (at % 61)) & 3 != 0).collect();
        let convex = history.ancestors(history.commits.len() - 1);
        for set in [set, convex] {
            let weights = history.weights(&set);
            for commit in (0..set.len()).filter(|&commit| set[commit]) {
                let before = history.ancestors(commit);
                let count = (0..set.len()).filter(|&at| set[at] && before[at]).count();
                prop_assert_eq!(weights[commit], count);
            }
        }
    }

    /// A commit has the bug if it comes after the introducing commit and not after the correcting one.
    #[test]
    fn planted_commits_are_found(history in histories(), seed in any::<u64>()) {
        let count = history.commits.len();
        let introducing = (seed % count as u64) as usize;
        let since = history.descendants(introducing);
        let later: Vec<usize> = (0..count).filter(|&at| since[at] && at != introducing).collect();
        prop_assume!(!later.is_empty());
        let correcting = later[(seed / 64 % later.len() as u64) as usize];
        let corrected = history.descendants(correcting);
        let has_bug = |at: usize| since[at] && !corrected[at];

        let answer = |before: bool| if before { Answer::Before } else { Answer::After };
        let correction: Vec<Answer> = (0..count).map(|at| answer(has_bug(at))).collect();
        let introduction: Vec<Answer> = (0..count).map(|at| answer(!since[at])).collect();
        for before in (0..count).filter(|&at| has_bug(at)) {
            let after = history.descendants(before);
            for after in (0..count).filter(|&at| after[at] && corrected[at]) {
                let mut table = Table::new(correction.clone());
                prop_assert_eq!(find(&history, before, after, &mut table), Found::Commit(correcting));
                prop_assert!(table.built.len() <= most_builds(&history, before, after), "{before} to {after}: {:?}", table.built);
            }
        }
        for before in (0..count).filter(|&at| !since[at]) {
            let after = history.descendants(before);
            for after in (0..count).filter(|&at| after[at] && since[at]) {
                let mut table = Table::new(introduction.clone());
                prop_assert_eq!(find(&history, before, after, &mut table), Found::Commit(introducing));
            }
        }
    }
}
