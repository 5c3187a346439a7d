//! `gadfly compare`, `activity` and `cost`: the same plan gives the same counts, whatever interrupts it.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const PLAN: &str = r#"
title = "Small"
trials = 2
seed = 3
budget = { programs = 3 }
slice = { programs = 1 }
levels = ["-O0", "-O2"]

[[compiler]]
name = "broken"
command = "gcc"
bugs = ["neg-dropped", "sar-as-shr", "ice-fold", "hang"]

[[reference]]
name = "gcc -O0"
command = "gcc"

[[arm]]
name = "dol"
source = "policy"
size = "60"
oracles = ["dol", "crash"]

[[arm]]
name = "rdt"
source = "policy"
size = "60"
oracles = ["rdt", "crash"]

[[arm]]
name = "emi"
source = "emi:policy"
size = "60"
oracles = ["emi", "crash"]
variants = 2

[[arm]]
name = "fixed"
source = "policy"
size = "60"
oracles = ["expected"]
fixed_programs = 1
"#;

fn gadfly(directory: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
    command.args(args).current_dir(directory).env("NO_COLOR", "1");
    command
}

fn run(directory: &Path, args: &[&str]) -> Output {
    gadfly(directory, args).output().unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn with_plan() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("plan.toml"), PLAN).unwrap();
    directory
}

/// What must be the same each time: everything but CPU times.
fn counts(path: &Path) -> Value {
    let mut report: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    report["budget_s"].take();
    for trial in report["trials"].as_array_mut().unwrap() {
        trial["cpu_s"].take();
        trial["cost"].take();
        trial["finds"].as_array_mut().unwrap().iter_mut().for_each(|find| drop(find["at_s"].take()));
    }
    report
}

fn slices(journal: &Path) -> usize {
    fs::read_to_string(journal).unwrap_or_default().lines().count().saturating_sub(1)
}

#[test]
fn the_same_plan_gives_the_same_counts_even_if_it_is_killed_and_continued() {
    let directory = with_plan();
    let at = |name: &str| directory.path().join(name);
    let whole = run(directory.path(), &["compare", "plan.toml", "--out", "whole", "--jobs", "2"]);
    assert!(whole.status.success(), "{}", stderr(&whole));
    kill_after(directory.path(), 5);
    let before = slices(&at("killed/journal.jsonl"));
    let again = run(directory.path(), &["compare", "plan.toml", "--out", "killed"]);
    assert!(again.status.code() == Some(2) && stderr(&again).contains("--resume"), "{}", stderr(&again));
    let resumed = run(directory.path(), &["compare", "plan.toml", "--out", "killed", "--resume", "--jobs", "1"]);
    assert!(resumed.status.success(), "{}", stderr(&resumed));
    assert_eq!(counts(&at("whole/report.json")), counts(&at("killed/report.json")));
    // No slice was done twice: 2 repetitions of three arms with three slices and one with one.
    assert!(before >= 5 && slices(&at("killed/journal.jsonl")) == 20, "{before}");
    check_report(&at("whole"));
}

/// Kills a comparison when so many slices are done.
fn kill_after(directory: &Path, count: usize) {
    let mut child = gadfly(directory, &["compare", "plan.toml", "--out", "killed", "--jobs", "1"])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let began = Instant::now();
    while slices(&directory.join("killed/journal.jsonl")) < count {
        assert!(began.elapsed() < Duration::from_secs(600));
        sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

fn check_report(directory: &Path) {
    let report = counts(&directory.join("report.json"));
    let trials = report["trials"].as_array().unwrap();
    assert_eq!(trials.len(), 8);
    let bugs = |arm: u64| -> Vec<String> {
        let finds =
            trials.iter().filter(|trial| trial["arm"] == arm).flat_map(|trial| trial["finds"].as_array().unwrap());
        finds.map(|find| find["bug"].as_str().unwrap().to_string()).collect()
    };
    assert!(bugs(0).iter().any(|bug| bug == "broken: neg-dropped"), "{:?}", bugs(0));
    let known = ["broken: neg-dropped", "broken: sar-as-shr", "broken: ice-fold"];
    assert!((0..4).flat_map(bugs).all(|bug| known.contains(&bug.as_str())), "only the bugs that were put in");
    // The same programs with a stronger oracle: what one level shows to another is wrong for the unbroken compiler, too.
    assert!(bugs(0).iter().all(|bug| bugs(1).contains(bug)));
    for name in ["report.html", "report.md", "effectiveness.csv", "cost.csv", "trials.csv", "finds.csv", "overlap.svg"]
    {
        assert!(directory.join(name).metadata().unwrap().len() > 50, "{name}");
    }
    let html = fs::read_to_string(directory.join("report.html")).unwrap();
    assert!(html.contains("<svg") && html.contains("Bugs of broken are counted by their identity"));
}

#[test]
fn a_comparison_stops_by_a_signal_and_says_how_to_go_on() {
    let directory = with_plan();
    let mut child = gadfly(directory.path(), &["compare", "plan.toml", "--out", "out", "--jobs", "1"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let began = Instant::now();
    while slices(&directory.path().join("out/journal.jsonl")) < 1 {
        assert!(began.elapsed() < Duration::from_secs(600));
        sleep(Duration::from_millis(20));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let mut said = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(said.contains("--resume --out out"), "{said}");
}

#[test]
fn plans_are_written_estimated_and_refused() {
    let directory = with_plan();
    let init = run(directory.path(), &["compare", "--init"]);
    assert!(init.status.success(), "{}", stderr(&init));
    for name in ["icse2016.toml", "policies.toml", "strategies.toml"] {
        assert!(fs::read_to_string(directory.path().join(name)).unwrap().contains("[[arm]]"), "{name}");
    }
    assert_eq!(run(directory.path(), &["compare", "--init"]).status.code(), Some(2));
    let seconds =
        PLAN.replace("budget = { programs = 3 }", "budget = { cpu_s = 360 }").replace("slice = ", "# slice = ");
    fs::write(directory.path().join("seconds.toml"), seconds.replace("fixed_programs = 1", "")).unwrap();
    let estimate = run(directory.path(), &["compare", "seconds.toml", "--dry-run", "--json"]);
    assert!(estimate.status.success(), "{}", stderr(&estimate));
    let estimate: Value = serde_json::from_slice(&estimate.stdout).unwrap();
    // Four arms, two trials of a tenth of an hour.
    assert!((estimate["cpu_hours"].as_f64().unwrap() - 0.8).abs() < 1e-9, "{estimate}");
    fs::write(directory.path().join("wrong.toml"), PLAN.replace("variants", "variant")).unwrap();
    let wrong = run(directory.path(), &["compare", "wrong.toml"]);
    assert!(
        wrong.status.code() == Some(2) && stderr(&wrong).contains("did you mean `variants`?"),
        "{}",
        stderr(&wrong)
    );
    assert_eq!(run(directory.path(), &["compare", "missing.toml"]).status.code(), Some(66));
    assert_eq!(run(directory.path(), &["compare", "plan.toml", "--resume"]).status.code(), Some(2));
    fs::write(directory.path().join("bug.toml"), PLAN.replace("neg-dropped", "neg-droped")).unwrap();
    let bug = run(directory.path(), &["compare", "bug.toml"]);
    assert!(bug.status.code() == Some(2) && stderr(&bug).contains("did you mean `neg-dropped`?"), "{}", stderr(&bug));
    // What cannot begin leaves no journal in the way of the next one.
    fs::write(directory.path().join("size.toml"), PLAN.replace("size = \"60\"", "size = \"vast\"")).unwrap();
    let size = run(directory.path(), &["compare", "size.toml"]);
    assert!(size.status.code() == Some(2) && stderr(&size).contains("`vast` is no size"), "{}", stderr(&size));
    assert!(!directory.path().join("size-report").exists());
}

const HISTORY: &str = r#"
title = "History"
trials = 1
budget = { programs = 6 }
levels = ["-O2"]

[clusters]
programs = 2

[[compiler]]
name = "ours"
command = "./ours"
repo = "./compiler"
build = "./build"

[[arm]]
name = "expected"
source = "policy"
size = "60"
oracles = ["expected"]
"#;

fn git(directory: &Path, args: &[&str]) {
    let names = ["-c", "user.name=a", "-c", "user.email=a@b"];
    let status = Command::new("git").args(names).args(args).current_dir(directory).status().unwrap();
    assert!(status.success(), "git {args:?}");
}

fn script(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
}

#[test]
fn bugs_of_a_compiler_with_a_history_are_counted_by_the_commits_that_corrected_them() {
    let directory = tempfile::tempdir().unwrap();
    let (root, binary) = (directory.path(), Path::new(env!("CARGO_BIN_EXE_gadfly")));
    let read = format!("[sandbox]\nread = [\"{}\"]\n", binary.parent().unwrap().display());
    fs::write(root.join("gadfly.toml"), read).unwrap();
    fs::create_dir(root.join("compiler")).unwrap();
    git(&root.join("compiler"), &["init", "--quiet", "--initial-branch=main"]);
    for (bugs, subject) in
        [("neg-dropped", "first"), ("neg-dropped", "other"), ("none", "keep negations"), ("none", "last")]
    {
        fs::write(root.join("compiler/bugs"), bugs).unwrap();
        git(&root.join("compiler"), &["add", "."]);
        git(&root.join("compiler"), &["commit", "--quiet", "--allow-empty", "-m", subject]);
    }
    let front = format!("exec {} __broken-cc", binary.display());
    script(&root.join("ours"), &format!("#!/bin/sh\n{front} neg-dropped -- gcc \"$@\"\n"));
    let build = "#!/bin/sh\n{ echo '#!/bin/sh'; echo \"FRONT $(cat bugs) -- gcc \\\"\\$@\\\"\"; } > \"$1/cc\"\nchmod +x \"$1/cc\"\n";
    script(&root.join("build"), &build.replace("FRONT", &front));
    let plan = HISTORY.replace("\"./ours\"", &format!("\"{}\"", root.join("ours").display()));
    fs::write(root.join("history.toml"), plan).unwrap();
    let compared = run(root, &["compare", "history.toml", "--out", "out"]);
    assert!(compared.status.success(), "{}", stderr(&compared));
    let report = counts(&root.join("out/report.json"));
    let finds = report["trials"][0]["finds"].as_array().unwrap();
    let named: Vec<&str> = finds.iter().filter_map(|find| find["bug"].as_str()).filter(|bug| !bug.is_empty()).collect();
    assert!(!named.is_empty(), "{report}");
    assert!(named.iter().all(|bug| bug.starts_with("ours: ") && bug.ends_with(" keep negations")), "{named:?}");
    assert_eq!(report["identities"][0], "correcting-commit");
}

#[test]
fn activity_tells_arms_apart_and_an_arm_from_itself_not() {
    let directory = tempfile::tempdir().unwrap();
    let compare = |second: &str| -> Value {
        let args = ["activity", "policy,size=60", second, "--programs", "12", "--compiler", "gcc", "--json"];
        let output = run(directory.path(), &args);
        assert!(output.status.success(), "{}", stderr(&output));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let same = compare("policy,size=60");
    assert!((same["geometric_mean"].as_f64().unwrap() - 1.0).abs() < 1e-9, "{same}");
    assert!(same["counters"].as_array().unwrap().iter().all(|counter| counter["verdict"] == "neither"));
    let larger = compare("policy,size=400");
    assert!(larger["geometric_mean"].as_f64().unwrap() < 0.7, "{larger}");
    assert!(larger["counters"].as_array().unwrap().iter().any(|counter| counter["verdict"] == "worse"));
}

#[test]
fn cost_is_of_a_source_or_of_a_store() {
    let directory = tempfile::tempdir().unwrap();
    let args = ["cost", "--source", "policy,size=60", "--programs", "2", "--compiler", "gcc", "--json"];
    let measured = run(directory.path(), &args);
    assert!(measured.status.success(), "{}", stderr(&measured));
    let rows: Value = serde_json::from_slice(&measured.stdout).unwrap();
    let cost = &rows[0]["cost"];
    assert!(cost["compile_s"].as_f64() > Some(0.0) && cost["generate_s"].as_f64() > Some(0.0), "{rows}");
    assert_eq!(rows[0]["compilations"], 10);
    assert_eq!(run(directory.path(), &["cost"]).status.code(), Some(66));
    let hunt = [
        "hunt",
        "--tests",
        "2",
        "--seed",
        "1",
        "--compiler",
        "gcc",
        "--size",
        "60",
        "--levels",
        "0",
        "--quiet",
        "--store",
        "store",
    ];
    assert_eq!(run(directory.path(), &hunt).status.code(), Some(0));
    let stored = run(directory.path(), &["cost", "store"]);
    let text = String::from_utf8_lossy(&stored.stdout).into_owned();
    assert!(stored.status.success() && text.contains("policy (campaign 1, seed"), "{text}");
}
