//! What is learnt about findings: it is kept, rendered, queried, and made again from the directories.

use crate::made::{CONFIG, SEED, case, finding, finding_of, kept, open};
use crate::{done, names};
use lab::case::Expected;
use lab::finding::{Finding, State};
use lab::observe::Outcome;
use lab::oracle::Kind;
use lab::record::{Reduced, Reducing, Reduction, Triaged};
use lab::store::{self, Dimension, Done, Query, Store, UsedBuild};
use lab::triage::{Corrections, Triage};
use source::emit::File;
use std::fs;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// A store with so many findings.
fn filled(dir: &Path, count: u64) -> Box<dyn Store> {
    let store = open(dir);
    store.begin(SEED, CONFIG).unwrap();
    for index in 0..count {
        store.record(&done(index, "policy"), &[(finding(index), &case(index))]).unwrap();
    }
    store
}

fn reduced() -> Reduced {
    let text = "int printf(const char *, ...);\nint main(void)\n{\n    printf(\"%d\\n\", 3);\n}\n";
    Reduced {
        files: vec![File { name: "test.c".to_string(), text: text.to_string() }],
        units: vec!["test.c".to_string()],
        driver: None,
        expected: Some(Expected { stdout: "3\n".to_string(), exit_code: 0 }),
        outcome: Some(Outcome::Ran { exit_code: 0, stdout: "4\n".to_string() }),
        steadiness: None,
    }
}

fn triage(finding: &Finding, operation: &str) -> Triage {
    serde_json::from_value(serde_json::json!({
        "schema": 1, "finding": finding.id, "kind": finding.kind, "family": finding.compiler.family,
        "compiler": finding.compiler.name, "signature": finding.signature, "reduced": false, "shows": true,
        "flags": ["-O1"], "guilt": [], "instructions": null, "versions": [], "range": null, "evidence": [],
        "divergence": {
            "operation": operation, "operators": [operation], "text": "", "values": null, "expression": "", "clause": null,
        },
        "verbose": "",
    }))
    .unwrap()
}

#[test]
fn what_is_learnt_is_in_the_record_and_in_the_directory() {
    let dir = TempDir::new().unwrap();
    let store = filled(dir.path(), 1);
    let id = finding(0).id;
    let place = store.directory_of(&id).unwrap();
    let file = |name: &str| fs::read_to_string(place.join(name)).unwrap_or_default();
    store.put_reduction(&id, &Reduction::Unfinished(reduced())).unwrap();
    assert!(file("reduced/test.c").ends_with("/*\n * expected: 3\n * accused -O2: 4\n */\n"));
    assert!(place.join("reduction-unfinished.txt").exists());
    store.put_triage(&id, &Triage { reduced: true, ..triage(&finding(0), "+") }).unwrap();
    assert!(file("reduced/test.c").ends_with("\n * accused -O1: 4\n */\n"), "the build with the fewest flags");
    assert!(file("reduced/Makefile").contains("\nFLAGS = -O1\n") && place.join("triage.json").exists());
    store.put_known(&id, Some("PR 1")).unwrap();
    assert!(file("report.md").contains("Known already: PR 1"));
    assert_eq!(kept(&place), store.get(&id).unwrap());
    // Another program has to be looked into again.
    store.put_reduction(&id, &Reduction::Finished(reduced())).unwrap();
    assert_eq!(store.get(&id).unwrap().triage, None);
    assert!(!place.join("triage.json").exists() && !place.join("reduction-unfinished.txt").exists());
    assert_eq!(kept(&place), store.get(&id).unwrap());
    drop(store);
    assert!(open(dir.path()).recovery().is_empty());
}

#[test]
fn what_is_learnt_outlives_the_database() {
    let dir = TempDir::new().unwrap();
    let store = filled(dir.path(), 2);
    let [one, other] = [0, 1].map(|index| finding(index).id);
    store.put_reduction(&one, &Reduction::Finished(reduced())).unwrap();
    store.put_triage(&one, &Triage { reduced: true, ..triage(&finding(0), "+") }).unwrap();
    store.put_reduction(&other, &Reduction::Impossible { reason: "not interesting".to_string() }).unwrap();
    let mut corrections = Corrections::default();
    corrections.merge(&one, &other);
    store.correct(&corrections).unwrap();
    let before = [&one, &other].map(|id| store.get(id).unwrap());
    drop(store);
    fs::remove_file(dir.path().join("gadfly.db")).unwrap();
    for store in [store::read(dir.path()).unwrap(), open(dir.path())] {
        assert_eq!([&one, &other].map(|id| store.get(id).unwrap()), before);
        assert_eq!(store.corrections().unwrap(), corrections);
    }
}

#[test]
fn a_directory_that_was_not_brought_up_to_date_is_so_by_the_next_hunt() {
    let dir = TempDir::new().unwrap();
    let store = filled(dir.path(), 1);
    let id = finding(0).id;
    store.put_reduction(&id, &Reduction::Finished(reduced())).unwrap();
    drop(store);
    // As if it had been killed between the record and the directory.
    let connection = rusqlite::Connection::open(dir.path().join("gadfly.db")).unwrap();
    connection.execute("UPDATE record SET rendered = 1", []).unwrap();
    drop(connection);
    let place = dir.path().join("findings").join(&id);
    fs::remove_dir_all(place.join("reduced")).unwrap();
    fs::write(place.join("report.md"), "old").unwrap();
    let store = open(dir.path());
    assert_eq!(store.recovery().completed, std::slice::from_ref(&id));
    assert_eq!(kept(&place), store.get(&id).unwrap());
    assert_eq!(names(dir.path()), [id]);
}

#[test]
fn program_files_that_were_emptied_are_noticed_and_matter_to_nobody() {
    let dir = TempDir::new().unwrap();
    let store = filled(dir.path(), 1);
    let id = finding(0).id;
    let place = store.directory_of(&id).unwrap();
    fs::write(place.join("original/test.c"), "").unwrap();
    assert_eq!(store.get(&id).unwrap().case, case(0));
    drop(store);
    let store = open(dir.path());
    assert_eq!(store.recovery().restored, [id]);
    assert_eq!(kept(&place).case, case(0));
}

#[test]
fn a_finding_is_claimed_by_one_at_a_time() {
    let dir = TempDir::new().unwrap();
    let hunt = filled(dir.path(), 2);
    let editor = store::edit(dir.path()).unwrap();
    let [one, other] = [0, 1].map(|index| finding(index).id);
    let claim = hunt.claim(&one).unwrap();
    assert!(claim.is_some() && editor.claim(&one).unwrap().is_none() && editor.claim(&other).unwrap().is_some());
    drop(claim);
    assert!(editor.claim(&one).unwrap().is_some());
    // Also if its directory is gone.
    fs::remove_dir_all(dir.path().join("findings").join(&one)).unwrap();
    assert!(editor.claim(&one).unwrap().is_some());
}

#[test]
fn findings_are_changed_while_a_hunt_goes_on() {
    let dir = TempDir::new().unwrap();
    let hunt = filled(dir.path(), 1);
    let editor = store::edit(dir.path()).unwrap();
    let id = finding(0).id;
    editor.put_reduction(&id, &Reduction::Finished(reduced())).unwrap();
    assert_eq!(hunt.get(&id).unwrap().reducing(), Reducing::Finished);
    hunt.record(&done(1, "policy"), &[(finding(1), &case(1))]).unwrap();
    assert_eq!(editor.query(&Query::default()).unwrap().len(), 2);
}

#[test]
fn findings_are_queried_page_by_page() {
    let dir = TempDir::new().unwrap();
    let store = filled(dir.path(), 7);
    let ids = |query: &Query| store.query(query).unwrap().into_iter().map(|entry| entry.id).collect::<Vec<_>>();
    let all = ids(&Query::default());
    assert_eq!(all, (0..7).map(|index| finding(index).id).collect::<Vec<_>>());
    let (mut paged, mut after) = (Vec::new(), None);
    loop {
        let page = store.query(&Query { limit: Some(3), after: after.clone(), ..Query::default() }).unwrap();
        assert!(page.len() <= 3);
        let Some(last) = page.last() else { break };
        after = Some(last.position());
        paged.extend(page.into_iter().map(|entry| entry.id));
    }
    assert_eq!(paged, all);
}

#[test]
fn findings_are_queried_by_what_they_are() {
    let dir = TempDir::new().unwrap();
    let store = filled(dir.path(), 3);
    let crash = finding_of(&case(3), Kind::Crash, &["cc"]);
    let flaky = Finding { state: State::Flaky { shown: 1, runs: 3 }, ..finding(4) };
    store.record(&done(3, "policy"), &[(crash.clone(), &case(3))]).unwrap();
    store.record(&done(4, "policy"), &[(flaky.clone(), &case(4))]).unwrap();
    let ids = |query: Query| store.query(&query).unwrap().into_iter().map(|entry| entry.id).collect::<Vec<_>>();
    let id = |index: u64| finding(index).id;
    assert_eq!(ids(Query { kind: Some(Kind::Crash), ..Query::default() }), [crash.id]);
    assert_eq!(ids(Query { flaky: Some(true), ..Query::default() }), std::slice::from_ref(&flaky.id));
    assert_eq!(store.query(&Query { flaky: Some(true), ..Query::default() }).unwrap()[0].state, flaky.state);
    assert_eq!(ids(Query { compiler: Some("nobody".to_string()), ..Query::default() }), [] as [&str; 0]);
    let time = finding(1).found_at..finding(3).found_at;
    assert_eq!(ids(Query { found_at: Some(time), ..Query::default() }), [id(1), id(2)]);
    store.put_reduction(&id(1), &Reduction::Finished(reduced())).unwrap();
    assert_eq!(ids(Query { reducing: Some(Reducing::Finished), ..Query::default() }), [id(1)]);
    for (index, operation) in [(0, "+"), (1, "*"), (2, "+")] {
        store.put_triage(&id(index), &triage(&finding(index), operation)).unwrap();
    }
    assert_eq!(ids(Query { triaged: Some(Triaged::Original), ..Query::default() }), [id(0), id(1), id(2)]);
    let of_bug = |store: &dyn Store| {
        let query = Query { bug: Some(id(0)), ..Query::default() };
        store.query(&query).unwrap().into_iter().map(|entry| entry.id).collect::<Vec<_>>()
    };
    assert_eq!(of_bug(&*store::read(dir.path()).unwrap()), [id(0), id(2)], "a reader groups for itself");
    assert_eq!(of_bug(&*store), [id(0), id(2)]);
    let mut corrections = Corrections::default();
    corrections.split(&id(2), None);
    store.correct(&corrections).unwrap();
    assert_eq!(of_bug(&*store), [id(0)]);
    assert_eq!(of_bug(&*store::read(dir.path()).unwrap()), [id(0)]);
}

#[test]
fn indices_are_leased_once_until_they_are_done_or_the_lease_is_over() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path());
    store.begin(SEED, CONFIG).unwrap();
    let long = Duration::from_secs(1000);
    let [one, other] = [10, 5].map(|count| store.lease(count, long).unwrap());
    assert_eq!((one.indices.clone(), other.indices.clone()), (0..10, 10..15));
    for index in one.indices.clone().filter(|index| *index != 4) {
        store.record(&done(index, "policy"), &[]).unwrap();
    }
    assert!(store.renew(&one, long).unwrap());
    store.release(&one).unwrap();
    assert!(!store.renew(&one, long).unwrap());
    // What was left of it is free again.
    assert_eq!(store.lease(10, long).unwrap().indices, 4..5);
    assert_eq!(store.lease(10, long).unwrap().indices, 15..25);
    // Nobody renews that of a dead process.
    let connection = rusqlite::Connection::open(dir.path().join("gadfly.db")).unwrap();
    connection.execute("UPDATE lease SET expires_at = 1 WHERE id = ?", [other.id]).unwrap();
    assert!(!store.renew(&other, long).unwrap());
    assert_eq!(store.lease(10, long).unwrap().indices, 10..15);
}

#[test]
fn samples_say_how_a_campaign_went() {
    let dir = TempDir::new().unwrap();
    let store = open(dir.path());
    let campaign = store.begin(SEED, CONFIG).unwrap().campaign;
    for index in 0..2000 {
        let source = if index % 4 == 0 { "csmith" } else { "policy" };
        let builds =
            ["accused -O2", "accused -O0"].map(|name| UsedBuild { name: name.to_string(), cpu_ms: 7 }).to_vec();
        let found = [(finding(index), &case(index))];
        let findings = if index % 1000 == 10 { &found[..] } else { &[] };
        store.record(&Done { builds, ..done(index, source) }, findings).unwrap();
    }
    let samples = store.samples(campaign).unwrap();
    let of = |dimension, name: &str| {
        samples.iter().filter(|it| it.dimension == dimension && it.name == name).cloned().collect::<Vec<_>>()
    };
    // Sums grow, and are those of the programs until then.
    for (dimension, name) in [(Dimension::Source, "policy"), (Dimension::Build, "accused -O2")] {
        let curve = of(dimension, name);
        assert!(curve.len() > 50 && curve.len() < 200, "{}", curve.len());
        assert!(curve.windows(2).all(|pair| {
            pair[0].cpu_ms < pair[1].cpu_ms
                && pair[0].compilations < pair[1].compilations
                && pair[0].findings <= pair[1].findings
        }));
    }
    for sample in of(Dimension::Source, "policy") {
        assert_eq!((sample.compilations, sample.spent_ms), (sample.programs * 20, sample.programs * 564));
    }
    let last = |dimension, name: &str| of(dimension, name).pop().unwrap();
    assert_eq!(last(Dimension::Build, "accused -O2").findings, 2);
    assert_eq!(last(Dimension::Oracle, "expected").findings, 2);
    let found: Vec<Option<u64>> = store.query(&Query::default()).unwrap().iter().map(|entry| entry.cpu_ms).collect();
    assert_eq!(found, [Some(11 * 564), Some(1011 * 564)], "the time by which it was found");
}
