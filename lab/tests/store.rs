//! What a store promises: nothing lost, nothing doubled, whatever happens to the process or the disk.

#[path = "store/disk.rs"]
mod disk;
#[path = "store/formats.rs"]
mod formats;
#[path = "store/kill.rs"]
mod kill;
#[path = "store/learnt.rs"]
mod learnt;
#[path = "store/made.rs"]
mod made;
#[path = "store/make.rs"]
mod make;

use lab::finding::State;
use lab::oracle::{Kind, Oracle};
use lab::store::{self, Done, Error, Repeated, Totals, Yield};
use made::{CONFIG, SEED, case, finding, found, kept, open, repeat};
use rusqlite::Connection;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A program's account in which every number differs.
fn done(index: u64, source: &str) -> Done {
    let totals = Totals {
        programs: 1,
        builds: 20,
        inconclusive: 3,
        generate_ms: 4,
        compile_ms: 500,
        run_ms: 60,
        ..Totals::default()
    };
    Done { index, source: source.to_string(), totals, ..Done::default() }
}

/// Every name below a directory of findings.
fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir.join("findings")).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_campaign_goes_on_where_it_was() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path());
    let begun = store.begin(SEED, CONFIG).unwrap();
    for index in [0, 1, 4, 3] {
        store.record(&done(index, "policy"), &[]).unwrap();
    }
    drop(store);
    let store = open(dir.path());
    let progress = store.begin(SEED, CONFIG).unwrap();
    assert_eq!(progress.campaign, begun.campaign);
    assert_eq!((progress.next, progress.done), (2, vec![3, 4]));
    assert_eq!((progress.totals.programs, progress.totals.run_ms), (4, 240));
    store.record(&done(2, "policy"), &[]).unwrap();
    let progress = store.begin(SEED, CONFIG).unwrap();
    assert_eq!((progress.next, progress.done), (5, vec![]));
}

#[test]
fn another_seed_or_configuration_is_another_campaign() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path());
    let begin = |seed, config: &str| store.begin(seed, config).unwrap().campaign;
    let first = begin(1, "a");
    let (second, third) = (begin(u64::MAX, "a"), begin(1, "b"));
    assert!(first != second && second != third && first != third);
    assert_eq!((begin(1, "a"), begin(u64::MAX, "a"), begin(1, "b")), (first, second, third));
    let campaigns = store.campaigns().unwrap();
    let seeds: Vec<(u64, &str)> = campaigns.iter().map(|campaign| (campaign.seed, campaign.config.as_str())).collect();
    assert_eq!(seeds, [(1, "a"), (u64::MAX, "a"), (1, "b")]);
}

#[test]
fn recording_twice_changes_nothing() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path());
    store.begin(SEED, CONFIG).unwrap();
    let (finding, case) = (finding(7), case(7));
    let findings = [(finding.clone(), &case)];
    assert_eq!(store.record(&done(7, "policy"), &findings).unwrap().new, std::slice::from_ref(&finding.id));
    let before = (store.begin(SEED, CONFIG).unwrap(), store.campaigns().unwrap());
    assert!(store.record(&done(7, "policy"), &findings).unwrap().new.is_empty());
    assert_eq!(before, (store.begin(SEED, CONFIG).unwrap(), store.campaigns().unwrap()));
    assert_eq!(store.findings().unwrap(), [finding]);
}

#[test]
fn findings_are_counted_by_source_and_oracle() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path());
    store.begin(SEED, CONFIG).unwrap();
    let mut flaky = finding(1);
    flaky.state = State::Flaky { shown: 1, runs: 3 };
    flaky.oracle = Oracle::Dol;
    store.record(&done(0, "policy"), &[(finding(0), &case(0))]).unwrap();
    store.record(&done(1, "policy"), &[(flaky, &case(1))]).unwrap();
    store.record(&done(2, "csmith"), &[]).unwrap();
    let campaign = store.campaigns().unwrap().remove(0);
    let (policy, csmith) = (campaign.sources[1].1, campaign.sources[0].1);
    assert_eq!((policy.programs, policy.findings, policy.flaky, policy.builds), (2, 1, 1, 40));
    assert_eq!((csmith.programs, csmith.findings, csmith.inconclusive), (1, 0, 3));
    let expected =
        [(Oracle::Dol, Yield { findings: 0, flaky: 1 }), (Oracle::Expected, Yield { findings: 1, flaky: 0 })];
    assert_eq!(campaign.oracles, expected);
    assert_eq!((campaign.totals.programs, campaign.totals.findings, campaign.totals.compile_ms), (3, 1, 1500));
}

#[test]
fn repeats_are_counted_once_with_their_programs() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path());
    store.begin(SEED, CONFIG).unwrap();
    for index in [3, 1, 1] {
        store.record(&Done { repeats: vec![repeat(index)], ..done(index, "policy") }, &[]).unwrap();
    }
    let repeats = store.repeats().unwrap();
    assert_eq!((repeats.len(), repeats[0].compiler.as_str(), repeats[0].kind), (1, "accused", Kind::Crash));
    let program = |index| Repeated { seed: SEED, index, recipe: case(index).recipe };
    assert_eq!(repeats[0].programs, [program(1), program(3)]);
    assert_eq!(store.campaigns().unwrap()[0].totals.repeats, 2);
    assert_eq!(store.begin(SEED, CONFIG).unwrap().totals.repeats, 2);
    assert_eq!(store::read(dir.path()).unwrap().repeats().unwrap(), repeats);
}

#[test]
fn what_is_a_finding_is_no_repeat() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path());
    store.begin(SEED, CONFIG).unwrap();
    let mut crash = finding(1);
    crash.id = repeat(1).id;
    let repeated = Done { repeats: vec![repeat(1)], ..done(1, "policy") };
    store.record(&repeated, &[]).unwrap();
    store.record(&done(1, "policy"), &[(crash, &case(1))]).unwrap();
    assert_eq!(store.repeats().unwrap(), []);
    store.record(&repeated, &[]).unwrap();
    assert_eq!(store.repeats().unwrap(), []);
}

#[test]
fn another_version_of_a_compiler_is_noted() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path());
    store.begin(SEED, CONFIG).unwrap();
    let versions = |mine: &str| [("cc", "cc 1"), ("mine", mine)].map(|(a, b)| (a.to_string(), b.to_string())).into();
    for version in ["mine 1", "mine 1", "mine 2", "mine 1"] {
        store.use_compilers(&versions(version)).unwrap();
        let next = store.begin(SEED, CONFIG).unwrap().next;
        store.record(&done(next, "policy"), &[]).unwrap();
    }
    let compilers = store.campaigns().unwrap().remove(0).compilers;
    let noted: Vec<_> = compilers.iter().map(|used| (used.version.as_str(), used.since)).collect();
    assert_eq!(noted, [("cc 1", 0), ("mine 1", 0), ("mine 2", 2), ("mine 1", 3)]);
}

#[test]
fn programs_without_findings_leave_nothing_that_grows() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path());
    store.begin(SEED, CONFIG).unwrap();
    for index in 0..10_000 {
        // As two threads do, which finish in any order.
        store.record(&done(index ^ 1, "policy"), &[]).unwrap();
    }
    drop(store);
    let size = fs::metadata(dir.path().join("gadfly.db")).unwrap().len();
    assert!(size < 150_000, "{size} bytes");
}

#[test]
fn a_finding_is_found_by_the_beginning_of_its_id() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path());
    store.begin(SEED, CONFIG).unwrap();
    for index in 0..20 {
        store.record(&done(index, "policy"), &[(finding(index), &case(index))]).unwrap();
    }
    let id = finding(3).id;
    assert_eq!(store.finding(&id).unwrap(), finding(3));
    assert_eq!(store.finding(&id[..8].to_uppercase()).unwrap(), finding(3));
    let message = store.finding("").unwrap_err().to_string();
    assert!(message.contains("could be any of") && message.contains(", …"), "{message}");
    assert!(matches!(store.finding("xyz"), Err(Error::NoFinding(prefix)) if prefix == "xyz"));
}

#[test]
fn the_same_index_of_another_program_is_another_finding() {
    let id = |recipe| lab::finding::id(1, 2, recipe, "gcc", Kind::Crash, "");
    assert_ne!(id("policy@1:1"), id("policy@1:2"));
    assert_eq!(id("policy@1:1").len(), 12);
}

#[test]
fn files_outside_the_directory_are_not_written() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path());
    store.begin(SEED, CONFIG).unwrap();
    for (index, name) in ["../escaped.c", "/escaped.c", ""].iter().enumerate() {
        let mut case = case(index as u64);
        case.files[0].name = name.to_string();
        store.record(&done(index as u64, "policy"), &[(finding(index as u64), &case)]).unwrap_err();
        assert_eq!(names(dir.path()), [] as [&str; 0], "{name}");
    }
}

#[test]
fn a_second_hunt_is_told_who_has_the_store() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path());
    let error = store::open(dir.path()).map(|_| ()).unwrap_err();
    let Error::Busy { pid, command, since, .. } = &error else { panic!("{error}") };
    assert_eq!(*pid, std::process::id());
    assert!(since.ends_with("UTC") && command.contains("store"), "{error}");
    drop(store);
    open(dir.path());
}

#[test]
fn readers_need_no_lock_and_see_what_is_recorded() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path());
    store.begin(SEED, CONFIG).unwrap();
    let reader = store::read(dir.path()).unwrap();
    assert!(reader.findings().unwrap().is_empty());
    store.record(&done(0, "policy"), &[(finding(0), &case(0))]).unwrap();
    assert_eq!(reader.findings().unwrap(), [finding(0)]);
    assert_eq!(reader.campaigns().unwrap(), store.campaigns().unwrap());
    assert!(reader.begin(SEED, CONFIG).unwrap_err().to_string().contains("for reading"));
}

#[test]
fn a_missing_store_is_said_to_be_missing() {
    let dir = TempDir::new().unwrap();
    let error = store::read(&dir.path().join("none")).map(|_| ()).unwrap_err();
    assert!(matches!(error, Error::Missing { .. }));
    assert!(error.to_string().contains("`gadfly hunt` makes one"), "{error}");
}

#[test]
fn a_store_that_cannot_be_made_says_where_and_why() {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("file"), "").unwrap();
    let error = store::open(&dir.path().join("file/store")).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("cannot create the store") && error.contains("Not a directory"), "{error}");
}

#[test]
fn the_store_of_a_newer_version_is_left_alone() {
    let dir = TempDir::new().unwrap();
    drop(open(dir.path()));
    let connection = Connection::open(dir.path().join("gadfly.db")).unwrap();
    connection.pragma_update(None, "user_version", 99).unwrap();
    drop(connection);
    let before = fs::read(dir.path().join("gadfly.db")).unwrap();
    for error in [store::open(dir.path()).map(|_| ()), store::read(dir.path()).map(|_| ())] {
        let error = error.unwrap_err();
        assert!(matches!(error, Error::Newer { found: 99, .. }), "{error}");
    }
    assert_eq!(fs::read(dir.path().join("gadfly.db")).unwrap(), before);
}

#[test]
fn a_database_without_tables_gets_them() {
    let dir = TempDir::new().unwrap();
    fs::create_dir(dir.path().join("findings")).unwrap();
    fs::write(dir.path().join("gadfly.db"), "").unwrap();
    assert!(store::read(dir.path()).unwrap().findings().unwrap().is_empty());
    open(dir.path()).begin(SEED, CONFIG).unwrap();
}

#[test]
fn a_damaged_database_is_named_and_the_findings_outlive_it() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path());
    store.begin(SEED, CONFIG).unwrap();
    store.record(&done(0, "policy"), &[(finding(0), &case(0))]).unwrap();
    drop(store);
    let database = dir.path().join("gadfly.db");
    fs::write(&database, "no database at all, ".repeat(1000)).unwrap();
    for error in [store::open(dir.path()).map(|_| ()), store::read(dir.path()).map(|_| ())] {
        let error = error.unwrap_err();
        assert!(matches!(error, Error::Damaged { .. }), "{error}");
        let message = error.to_string();
        assert!(message.contains("gadfly.db is damaged") && message.contains("Move it away"), "{message}");
    }
    fs::rename(&database, dir.path().join("away")).unwrap();
    assert_eq!(store::read(dir.path()).unwrap().findings().unwrap(), [finding(0)]);
    let store = open(dir.path());
    assert_eq!(store.recovery().adopted, [finding(0).id]);
    assert_eq!(store.findings().unwrap(), [finding(0)]);
}

#[test]
fn a_directory_that_is_gone_or_not_whole_is_restored() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path());
    store.begin(SEED, CONFIG).unwrap();
    let place = |index: u64| dir.path().join("findings").join(finding(index).id);
    for index in 0..4 {
        store.record(&done(index, "policy"), &[(finding(index), &case(index))]).unwrap();
    }
    drop(store);
    fs::remove_dir_all(place(0)).unwrap();
    fs::remove_file(place(1).join("original/test.c")).unwrap();
    fs::write(place(2).join("finding.json"), "{").unwrap();
    let store = open(dir.path());
    let mut restored: Vec<String> = (0..3).map(|index| finding(index).id).collect();
    restored.sort();
    assert_eq!(store.recovery().restored, restored);
    for index in 0..4 {
        assert_eq!(kept(&place(index)), found(index));
    }
    // What was left is beside it.
    assert_eq!(fs::read_to_string(place(2).with_extension("damaged").join("finding.json")).unwrap(), "{");
    drop(store);
    assert!(open(dir.path()).recovery().is_empty());
}

#[test]
fn a_damaged_directory_does_not_stop_its_finding_from_being_made_again() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path());
    store.begin(SEED, CONFIG).unwrap();
    fs::create_dir(store.directory_of(&finding(0).id).unwrap()).unwrap();
    store.record(&done(0, "policy"), &[(finding(0), &case(0))]).unwrap();
    assert_eq!(kept(&store.directory_of(&finding(0).id).unwrap()), found(0));
}

#[test]
fn what_is_no_finding_is_left_where_it_is() {
    let dir = TempDir::new().unwrap();
    drop(open(dir.path()));
    fs::create_dir(dir.path().join("findings/notes")).unwrap();
    fs::create_dir(dir.path().join("findings/.0123456789ab.part")).unwrap();
    let store = open(dir.path());
    assert_eq!(store.recovery().unreadable, ["notes"]);
    assert_eq!(store.recovery().removed, [".0123456789ab.part"]);
    assert_eq!(names(dir.path()), ["notes"]);
}
