//! `gadfly findings` and `gadfly show` as a user meets them. What a store promises is tested in `lab`.

use lab::case::{Case, Expected};
use lab::compiler::{Compiler, Family, Features, Version};
use lab::finding::{Finding, State};
use lab::observe::{Observation, Outcome};
use lab::oracle::{Kind, Oracle, Verdict};
use lab::record::{Reduced, Reduction};
use lab::store::{self, Done};
use serde_json::Value;
use source::emit::File;
use source::language::{Language, TargetName};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

fn case(index: u64) -> Case {
    Case {
        source: "policy".to_string(),
        index,
        recipe: format!("policy@2:{index}:c:c17:x86_64:100:on"),
        language: Language::C,
        target: TargetName::X86_64,
        files: vec![File { name: "test.c".to_string(), text: "int main(void) { return 0; }\n".to_string() }],
        units: vec!["test.c".to_string()],
        driver: None,
        flags: Vec::new(),
        expected: Some(Expected { stdout: String::new(), exit_code: 0 }),
    }
}

fn compiler(name: &str) -> Compiler {
    Compiler {
        name: name.to_string(),
        command: vec!["cc".to_string()],
        language: Language::C,
        family: Family::Gcc,
        version: Version { text: format!("{name} (Test) 1.2"), numbers: vec![1, 2], ..Version::default() },
        target: TargetName::X86_64,
        run: Vec::new(),
        features: Features::default(),
        tuning: Default::default(),
    }
}

fn finding(index: u64, kind: Kind, name: &str, state: State) -> Finding {
    let flags = vec!["-O2".to_string()];
    let verdict = Verdict {
        kind,
        oracle: Oracle::Expected,
        compiler: name.to_string(),
        builds: vec![flags.clone(), vec!["-O3".to_string()]],
        reference: None,
        signature: String::new(),
        message: format!("finding number {index}, with an \u{1b}[31mescape"),
    };
    let outcome = Outcome::Ran { exit_code: 1, stdout: "\u{1b}[2Jwrong\n".to_string() };
    let seen = Observation { compiler: name.to_string(), flags, outcome, compile_cpu_ms: 1, run_cpu_ms: 1 };
    let finding = Finding::new(1, &case(index), &verdict, &compiler(name), vec![seen], state, "landlock");
    Finding { found_at: 1_794_844_470 + index, ..finding }
}

const CONFIRMED: State = State::Confirmed { runs: 3 };

/// Four findings, one of them flaky.
fn kept() -> Vec<Finding> {
    vec![
        finding(0, Kind::WrongCode, "gcc-12", CONFIRMED),
        finding(1, Kind::Crash, "gcc-12", CONFIRMED),
        finding(2, Kind::WrongCode, "clang-19", CONFIRMED),
        finding(3, Kind::Hang, "gcc-12", State::Flaky { shown: 1, runs: 3 }),
    ]
}

fn fill(dir: &Path, findings: &[Finding]) {
    let store = store::open(dir).unwrap();
    store.begin(1, "").unwrap();
    for finding in findings {
        let done = Done { index: finding.index, source: "policy".to_string(), ..Done::default() };
        store.record(&done, &[(finding.clone(), &case(finding.index))]).unwrap();
    }
}

fn gadfly(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gadfly")).args(args).current_dir(dir).output().unwrap()
}

/// Runs a command that must end with this code, and gives what it prints.
#[track_caller]
fn check(dir: &Path, args: &[&str], code: i32) -> String {
    let output = gadfly(dir, args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn fails(dir: &Path, args: &[&str], code: i32) -> String {
    let output = gadfly(dir, args);
    assert_eq!(output.status.code(), Some(code), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn filled() -> TempDir {
    let dir = TempDir::new().unwrap();
    fill(&dir.path().join("gadfly-store"), &kept());
    dir
}

/// The ids in the first column, or of the JSON's list.
fn ids(text: &str) -> Vec<String> {
    let is_id = |word: &&str| word.len() == 12 && word.chars().all(|c| c.is_ascii_hexdigit());
    text.lines().filter_map(|line| line.split_whitespace().next()).filter(is_id).map(str::to_string).collect()
}

fn wanted(indices: &[usize]) -> Vec<String> {
    indices.iter().map(|index| kept()[*index].id.clone()).collect()
}

#[test]
fn confirmed_findings_are_listed_oldest_first() {
    let dir = filled();
    let text = check(dir.path(), &["findings"], 10);
    assert_eq!(ids(&text), wanted(&[0, 1, 2]));
    let line = text.lines().find(|line| line.starts_with(&kept()[1].id)).unwrap();
    for part in ["crash", "gcc-12", "-O2: finding number 1"] {
        assert!(line.contains(part), "no {part} in {line}");
    }
    let header: Vec<&str> = text.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(header, ["ID", "AGE", "KIND", "COMPILER", "BUG", "LINES", "TITLE"]);
    assert!(text.contains("3 findings in gadfly-store"), "{text}");
    assert!(text.contains("1 that did not show every time"), "{text}");
}

#[test]
fn what_is_left_of_the_program_is_counted_without_the_comment() {
    let dir = filled();
    let id = &wanted(&[0])[0];
    let text = "int a;\n\nint main(void)\n{\n}\n/*\n * expected: 1\n */\n".to_string();
    let reduced = Reduced {
        files: vec![File { name: "test.c".to_string(), text }],
        units: vec!["test.c".to_string()],
        driver: None,
        expected: None,
        outcome: None,
        steadiness: None,
    };
    let store = store::edit(&dir.path().join("gadfly-store")).unwrap();
    store.put_reduction(id, &Reduction::Finished(reduced)).unwrap();
    let text = check(dir.path(), &["findings"], 10);
    let row = |id: &str| text.lines().find(|line| line.starts_with(id)).unwrap().split_whitespace().collect::<Vec<_>>();
    assert_eq!(row(id)[2..6], ["wrong-code", "gcc-12", "-", "4"], "{text}");
    assert_eq!(row(&wanted(&[1])[0])[5], "-", "{text}");
    let listing: Value = serde_json::from_str(&check(dir.path(), &["findings", "--json"], 10)).unwrap();
    assert_eq!(listing["findings"][0]["reduced_lines"], 4);
}

#[test]
fn findings_can_be_chosen() {
    let dir = filled();
    let chosen = |args: &[&str]| ids(&check(dir.path(), &[&["findings"], args].concat(), 10));
    assert_eq!(chosen(&["--kind", "wrong-code"]), wanted(&[0, 2]));
    assert_eq!(chosen(&["--compiler", "gcc-12"]), wanted(&[0, 1]));
    assert_eq!(chosen(&["--compiler", "gcc-12", "--kind", "crash"]), wanted(&[1]));
    assert_eq!(chosen(&["--flaky"]), wanted(&[3]));
    let text = check(dir.path(), &["findings", "--compiler", "tcc"], 0);
    assert!(text.starts_with("No findings of this description"), "{text}");
}

#[test]
fn findings_of_known_bugs_are_marked() {
    let dir = filled();
    fs::write(dir.path().join("known.toml"), "[[bug]]\nnote = \"as always\"\nkind = \"crash\"\n").unwrap();
    let text = check(dir.path(), &["findings"], 10);
    let marked = |id: &String| text.lines().any(|line| line.starts_with(id) && line.contains("(known: as always)"));
    assert_eq!(wanted(&[0, 1, 2]).iter().map(marked).collect::<Vec<_>>(), [false, true, false], "{text}");
    assert!(text.contains("3 findings in gadfly-store, 1 of them of known bugs"), "{text}");
    let listing: Value = serde_json::from_str(&check(dir.path(), &["findings", "--json"], 10)).unwrap();
    let known: Vec<&Value> = listing["findings"].as_array().unwrap().iter().map(|found| &found["known"]).collect();
    assert_eq!(known, [&Value::Null, &"as always".into(), &Value::Null]);
}

#[test]
fn a_kind_that_does_not_exist_is_wrong_usage() {
    let dir = filled();
    let errors = fails(dir.path(), &["findings", "--kind", "wrongcode"], 2);
    assert!(errors.contains("wrong-code"), "{errors}");
}

#[test]
fn json_has_a_schema_and_names_the_directories() {
    let dir = filled();
    let listing: Value = serde_json::from_str(&check(dir.path(), &["findings", "--json"], 10)).unwrap();
    assert_eq!(listing["schema"], 1);
    let findings = listing["findings"].as_array().unwrap();
    let listed: Vec<&str> = findings.iter().map(|finding| finding["id"].as_str().unwrap()).collect();
    assert_eq!(listed, wanted(&[0, 1, 2]));
    assert_eq!((&findings[0]["kind"], &findings[0]["state"]), (&"wrong-code".into(), &"confirmed".into()));
    assert!(dir.path().join(findings[0]["directory"].as_str().unwrap()).join("Makefile").is_file());
}

#[test]
fn a_store_without_findings_is_a_success() {
    let dir = TempDir::new().unwrap();
    fill(&dir.path().join("elsewhere"), &[]);
    let text = check(dir.path(), &["findings", "--store", "elsewhere"], 0);
    assert_eq!(text, "No findings in elsewhere.\n");
    let listing: Value =
        serde_json::from_str(&check(dir.path(), &["findings", "--store", "elsewhere", "--json"], 0)).unwrap();
    assert_eq!(listing["findings"], Value::Array(Vec::new()));
}

#[test]
fn no_store_is_said_with_what_to_do_about_it() {
    let dir = TempDir::new().unwrap();
    for args in [&["findings"][..], &["show", "1"]] {
        let errors = fails(dir.path(), args, 66);
        assert!(errors.contains("there is no store in gadfly-store") && errors.contains("--store DIR"), "{errors}");
    }
}

#[test]
fn the_configuration_above_says_where_the_store_is() {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("gadfly.toml"), "store = \"kept\"\n").unwrap();
    fs::create_dir_all(dir.path().join("a/b")).unwrap();
    fill(&dir.path().join("kept"), &kept());
    assert_eq!(ids(&check(&dir.path().join("a/b"), &["findings"], 10)), wanted(&[0, 1, 2]));
    fs::write(dir.path().join("gadfly.toml"), "stoer = \"kept\"\n").unwrap();
    let errors = fails(&dir.path().join("a/b"), &["findings"], 2);
    assert!(errors.contains("stoer"), "{errors}");
}

#[test]
fn a_finding_is_shown_by_the_beginning_of_its_id() {
    let dir = filled();
    let id = &wanted(&[0])[0];
    let text = check(dir.path(), &["show", &id[..7]], 0);
    for part in ["# gcc-12 at -O2: wrong code", "gcc-12 (Test) 1.2", "## Expected", "## Actual", "int main(void)"] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    assert!(text.contains(&format!("make -C gadfly-store/findings/{id}\n")), "{text}");
    assert!(text.contains(&format!("gadfly repro {id}\n")), "{text}");
}

#[test]
fn show_as_json_is_the_file_of_the_finding() {
    let dir = filled();
    let id = &wanted(&[1])[0];
    let text = check(dir.path(), &["show", id, "--json"], 0);
    assert_eq!(
        text,
        fs::read_to_string(dir.path().join("gadfly-store/findings").join(id).join("finding.json")).unwrap()
    );
    let finding: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&finding["schema"], &finding["id"]), (&1.into(), &id.as_str().into()));
    assert!(finding["commands"].as_array().is_some_and(|commands| !commands.is_empty()));
}

#[test]
fn an_id_of_no_finding_or_of_many_is_wrong_usage() {
    let dir = filled();
    let errors = fails(dir.path(), &["show", "zzz"], 2);
    assert!(errors.contains("there is no finding `zzz`; `gadfly findings` lists them"), "{errors}");
    let errors = fails(dir.path(), &["show", ""], 2);
    assert!(errors.contains("give more digits"), "{errors}");
}

#[test]
fn nothing_that_compilers_or_programs_write_reaches_the_terminal() {
    let dir = filled();
    let id = &wanted(&[0])[0];
    for args in [&["findings"][..], &["show", id]] {
        let output = gadfly(dir.path(), args);
        assert!(!output.stdout.contains(&0x1b), "{args:?}");
    }
}

#[test]
fn a_hunt_that_was_killed_has_its_last_finding_listed() {
    let dir = filled();
    // Killed between the directory and its row: as if it had none.
    let database = dir.path().join("gadfly-store/gadfly.db");
    fs::remove_file(database).unwrap();
    assert_eq!(ids(&check(dir.path(), &["findings"], 10)), wanted(&[0, 1, 2]));
}
