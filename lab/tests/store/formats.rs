//! A store that an older version made: `format-3` has three findings of a real compiler. The first is reduced, looked into
//! and split from the others, the second is looked into as it was found, the third is only reduced; the last two are merged.

use crate::made::{CONFIG, kept, open};
use crate::names;
use lab::observe::Outcome;
use lab::record::{Reducing, Triaged};
use lab::store::{self, Query, Store};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const IDS: [&str; 3] = ["5e9119b6332f", "828db1a97171", "fdec18b68cd2"];

fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/store/format-3")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let place = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &place);
        } else {
            fs::copy(entry.path(), place).unwrap();
        }
    }
}

fn old() -> TempDir {
    let dir = TempDir::new().unwrap();
    copy(&fixture(), dir.path());
    dir
}

/// Everything that the old version knew.
#[track_caller]
fn knows_everything(store: &dyn Store) {
    let entries = store.query(&Query::default()).unwrap();
    let standing: Vec<_> = entries.iter().map(|entry| (entry.id.as_str(), entry.reducing, entry.triaged)).collect();
    let expected = [
        (IDS[0], Reducing::Finished, Triaged::Reduced),
        (IDS[1], Reducing::Untried, Triaged::Original),
        (IDS[2], Reducing::Finished, Triaged::Neither),
    ];
    assert_eq!(standing, expected);
    assert_eq!(entries[0].headline, "wrong code: `0xa2d05ULL & (unsigned short)a` gives 666885 instead of 11525");
    assert_eq!(entries.iter().map(|entry| entry.reduced_lines).collect::<Vec<_>>(), [Some(6), None, Some(7)]);
    let record = store.get(IDS[0]).unwrap();
    let reduced = record.reduced().unwrap();
    assert!(!reduced.files[0].text.contains("expected"), "{}", reduced.files[0].text);
    assert_eq!(reduced.expected.as_ref().unwrap().stdout, "11525\n");
    assert_eq!(reduced.outcome, Some(Outcome::Ran { exit_code: 0, stdout: "666885\n".to_string() }));
    let corrections = store.corrections().unwrap();
    assert_eq!(corrections.split, [IDS[0]]);
    assert_eq!(corrections.merged, [[IDS[1].to_string(), IDS[2].to_string()]]);
    assert_eq!(record.corrections.split, [IDS[0]]);
    assert!(store.campaigns().unwrap().iter().map(|campaign| campaign.totals.programs).sum::<u64>() >= 100);
}

#[test]
fn a_store_of_format_3_is_taken_over_with_all_that_was_learnt() {
    let dir = old();
    let report = |id: &str| fs::read_to_string(dir.path().join("findings").join(id).join("report.md")).unwrap();
    let before = IDS.map(report);
    let store = open(dir.path());
    knows_everything(&*store);
    assert_eq!(store.recovery().completed, IDS);
    // What people read is what it was. Of a program that was not looked into, the old version kept the wrong output in a
    // comment only.
    assert_eq!(IDS.map(report)[..2], before[..2]);
    assert!(report(IDS[2]).contains(" * expected: 0x8p-3\n * tcc: -0x8p-3\n"));
    for id in IDS {
        assert_eq!(kept(&dir.path().join("findings").join(id)), store.get(id).unwrap());
    }
    drop(store);
    let store = open(dir.path());
    assert!(store.recovery().is_empty());
    knows_everything(&*store);
}

#[test]
fn a_store_of_format_3_is_looked_at_without_being_changed() {
    let dir = old();
    let before = fs::read(dir.path().join("gadfly.db")).unwrap();
    knows_everything(&*store::read(dir.path()).unwrap());
    assert_eq!(fs::read(dir.path().join("gadfly.db")).unwrap(), before);
    assert!(!dir.path().join("findings").join(IDS[0]).join("record.json").exists());
}

#[test]
fn a_store_of_format_3_is_taken_over_by_whoever_changes_it() {
    let dir = old();
    let store = store::edit(dir.path()).unwrap();
    knows_everything(&*store);
    store.put_known(IDS[0], Some("PR 1")).unwrap();
    drop(store);
    assert_eq!(store::read(dir.path()).unwrap().get(IDS[0]).unwrap().triage.unwrap().known.as_deref(), Some("PR 1"));
}

#[test]
fn a_store_of_format_3_without_its_database_is_made_whole_from_the_directories() {
    let dir = old();
    fs::remove_file(dir.path().join("gadfly.db")).unwrap();
    for store in [store::read(dir.path()).unwrap(), store::edit(dir.path()).unwrap()] {
        let ids: Vec<String> = store.query(&Query::default()).unwrap().into_iter().map(|entry| entry.id).collect();
        assert_eq!(ids, IDS);
        assert!(store.get(IDS[0]).unwrap().triage.unwrap().shows);
    }
}

#[test]
fn a_campaign_of_format_3_goes_on() {
    let dir = old();
    let store = open(dir.path());
    let campaign = store.campaigns().unwrap().remove(0);
    let progress = store.begin(campaign.seed, &campaign.config).unwrap();
    assert_eq!((progress.campaign, progress.next), (campaign.id, 100));
    assert_eq!(store.begin(campaign.seed, CONFIG).unwrap().next, 0);
    assert_eq!(names(dir.path()), IDS);
}
