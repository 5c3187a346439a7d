//! `gadfly hunt` as a user meets it, on compilers that are wrong on purpose: scripts around the system's `cc`.
//!
//! Nothing here measures time. What must be waited for is waited for as a condition, for as long as it takes.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead, BufReader, Lines, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// A directory with compilers and stores of one test's own.
struct Lab(TempDir);

impl Lab {
    fn new() -> Lab {
        Lab(tempfile::Builder::new().prefix("hunt-test-").tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    }

    /// An executable script.
    fn script(&self, name: &str, body: &str) -> String {
        let path = self.file(name, &format!("#!/bin/sh\n{body}"));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// A compiler that does `body` when it compiles a test unit at `level`; `$unit` is the unit's name.
    fn compiler(&self, name: &str, level: &str, body: &str) -> String {
        let wrapper = format!(
            "level= unit= c=\n\
             for a; do case $a in {level}) level=1;; -c) c=1;; -*) ;; *test.c|*unit.c) unit=$a;; esac; done\n\
             if [ -n \"$level\" ] && [ -n \"$unit\" ] && [ -n \"$c\" ]; then\n{body}\nfi\nexec cc \"$@\"\n"
        );
        self.script(name, &wrapper)
    }

    /// Takes `^=` for `-=`.
    fn wrong(&self, name: &str, level: &str) -> String {
        self.compiler(name, level, MISCOMPILE)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
        // Reductions have tests of their own.
        command.args(["hunt", "--no-reduce"]).args(args).current_dir(self.0.path());
        command
    }

    /// Runs `gadfly hunt --json ARGS` to its end.
    fn hunt(&self, args: &[&str]) -> Hunted {
        Hunted::new(self.command(&[&["--json"], args].concat()).output().unwrap())
    }

    /// `gadfly hunt ARGS` for people.
    fn plain(&self, args: &[&str]) -> (i32, String, String) {
        let output = self.command(args).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
    }

    #[track_caller]
    fn check_refused(&self, args: &[&str], code: i32, message: &str) {
        let (got, stdout, stderr) = self.plain(args);
        assert_eq!(got, code, "{args:?}: {stdout}{stderr}");
        assert!(stderr.contains(message), "no `{message}` in: {stderr}");
    }

    /// The findings a store has, by id.
    fn findings(&self, store: &str) -> BTreeMap<String, Value> {
        let directory = self.path(store).join("findings");
        let entries = fs::read_dir(directory).map(|entries| entries.map(|entry| entry.unwrap()).collect());
        let entries: Vec<fs::DirEntry> = entries.unwrap_or_default();
        let finding = |entry: &fs::DirEntry| {
            let text = fs::read_to_string(entry.path().join("finding.json")).unwrap();
            (entry.file_name().into_string().unwrap(), serde_json::from_str(&text).unwrap())
        };
        entries.iter().map(finding).collect()
    }

    /// What `gadfly findings` lists, sorted by id.
    fn listed(&self, store: &str) -> Vec<String> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
        let output =
            command.args(["findings", "--json", "--store", store]).current_dir(self.0.path()).output().unwrap();
        let listing: Value = serde_json::from_slice(&output.stdout).unwrap();
        let ids =
            listing["findings"].as_array().unwrap().iter().map(|finding| finding["id"].as_str().unwrap().to_string());
        let mut ids: Vec<String> = ids.collect();
        ids.sort();
        ids
    }

    /// Those of the first programs.
    fn findings_below(&self, store: &str, programs: &str) -> BTreeSet<String> {
        let programs = programs.parse().ok();
        let findings = self.findings(store).into_iter();
        findings.filter(|(_, finding)| finding["index"].as_u64() < programs).map(|(id, _)| id).collect()
    }

    /// Waits until no process has anything of this directory on its command line.
    fn wait_for_silence(&self) {
        wait_until("all children are gone", || processes_with(&self.0.path().display().to_string()).is_empty());
    }
}

/// A copy of the unit with other arithmetic is compiled instead.
const MISCOMPILE: &str = r#"
sed 's/ ^= / -= /g' "$unit" > wrong.c
for a; do shift; [ "$a" = "$unit" ] && a=wrong.c; set -- "$@" "$a"; done"#;

/// Small programs, one level, and nothing random beside it.
const SMALL: [&str; 4] = ["--size", "small", "--random-flags", "0"];

/// What a hunt said and how it ended.
struct Hunted {
    code: Option<i32>,
    events: Vec<Value>,
    stderr: String,
}

impl Hunted {
    fn new(output: Output) -> Hunted {
        let stdout = String::from_utf8(output.stdout).unwrap();
        let events = stdout.lines().map(event).collect();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        Hunted { code: output.status.code(), events, stderr }
    }

    #[track_caller]
    fn check(self, code: i32) -> Hunted {
        assert_eq!(self.code, Some(code), "{}\n{:#?}", self.stderr, self.events);
        self
    }

    fn all(&self, name: &str) -> Vec<&Value> {
        self.events.iter().filter(|event| event["event"] == name).collect()
    }

    fn summary(&self) -> &Value {
        let last = self.events.last().expect("there is a summary");
        assert_eq!(last["event"], "summary", "{}", self.stderr);
        last
    }

    /// Findings of a kind.
    fn kind(&self, kind: &str) -> Vec<&Value> {
        self.all("finding").into_iter().filter(|finding| finding["kind"] == kind).collect()
    }

    fn ids(&self) -> BTreeSet<String> {
        self.all("finding").iter().map(|finding| finding["id"].as_str().unwrap().to_string()).collect()
    }
}

fn event(line: &str) -> Value {
    let event: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    assert_eq!(event["schema"], 1, "{line}");
    assert!(event["event"].is_string(), "{line}");
    event
}

/// A hunt that is under way.
struct Running {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    events: Vec<Value>,
}

impl Running {
    fn start(lab: &Lab, args: &[&str]) -> Running {
        Running::spawn(lab.command(&[&["--json"], args].concat()))
    }

    fn spawn(mut command: Command) -> Running {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Running { child, lines, events: Vec::new() }
    }

    /// Reads until an event of this name has come; its end, if there is none.
    fn wait_for(&mut self, name: &str) -> Option<&Value> {
        loop {
            let line = self.lines.next()?.unwrap();
            self.events.push(event(&line));
            if self.events.last().is_some_and(|event| event["event"] == name) {
                return self.events.last();
            }
        }
    }

    fn signal(&self, signal: i32) {
        let pid = rustix::process::Pid::from_child(&self.child);
        let signal = rustix::process::Signal::from_named_raw(signal).expect("it has a name");
        rustix::process::kill_process(pid, signal).unwrap();
    }

    fn finish(mut self) -> Hunted {
        for line in self.lines {
            self.events.push(event(&line.unwrap()));
        }
        let code = self.child.wait().unwrap().code();
        Hunted { code, events: self.events, stderr: String::new() }
    }

    /// `kill -9`; what it has said so far is all that anyone will hear.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

const SIGINT: i32 = 2;
const SIGTERM: i32 = 15;

/// Polls, far beyond any machine's slowness.
#[track_caller]
fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..6_000 {
        if holds() {
            return;
        }
        thread::sleep(Duration::from_millis(50));
    }
    panic!("waited in vain: {what}");
}

/// Processes with this text among their arguments.
fn processes_with(text: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let command = |entry: fs::DirEntry| fs::read(entry.path().join("cmdline")).ok();
    let commands = entries.filter_map(command).map(|bytes| String::from_utf8_lossy(&bytes).replace('\0', " "));
    commands.filter(|command| command.contains(text)).collect()
}

/// Scratch directories whose process is gone. Their names are `gadfly-sandbox-NAMESPACE-PID-START-NUMBER`.
fn orphans() -> Vec<PathBuf> {
    let places = [PathBuf::from("/dev/shm"), std::env::temp_dir()];
    let entries = places.iter().filter_map(|place| fs::read_dir(place).ok()).flatten().flatten();
    let is_orphan = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let pid = name.strip_prefix("gadfly-sandbox-").and_then(|rest| rest.split('-').nth(1));
        pid.is_some_and(|pid| !Path::new("/proc").join(pid).exists())
    };
    entries.map(|entry| entry.path()).filter(is_orphan).collect()
}

#[test]
fn one_compiler_at_one_level_is_enough_to_find_wrong_code() {
    let lab = Lab::new();
    let cc = lab.wrong("wrongcc", "-O2");
    let command = format!("{cc} -O2");
    let hunted = lab.hunt(&[&SMALL[..], &["--seed", "1", "--tests", "3", "--compiler", &command]].concat()).check(10);
    let wrong = hunted.kind("wrong-code");
    assert!(!wrong.is_empty(), "{:#?}", hunted.events);
    for finding in wrong {
        assert_eq!((&finding["oracle"], &finding["compiler"]), (&"expected".into(), &"wrongcc".into()));
        assert_eq!(finding["state"]["state"], "confirmed");
        let directory = lab.path("gadfly-store/findings").join(finding["id"].as_str().unwrap());
        for file in ["finding.json", "report.md", "Makefile"] {
            assert!(directory.join(file).is_file(), "no {file}");
        }
    }
    let summary = hunted.summary();
    assert_eq!((&summary["programs"], &summary["seed"], &summary["ended"]), (&3.into(), &1.into(), &"budget".into()));
    assert_eq!(summary["findings"], hunted.all("finding").len());
    assert!(summary["resume"].as_str().unwrap().ends_with("--seed 1 --store gadfly-store"), "{summary}");
}

#[test]
fn a_right_compiler_has_no_findings() {
    let lab = Lab::new();
    let args = [&SMALL[..], &["--seed", "1", "--tests", "3", "--compiler", "cc", "--levels", "0,2"]].concat();
    let (code, stdout, stderr) = lab.plain(&args);
    assert_eq!(code, 0, "{stdout}{stderr}");
    for expected in
        ["compilers", "sandbox", "seed 1; a new campaign", "Done after", "3 programs", "0 findings", "go on"]
    {
        assert!(stdout.contains(expected), "no `{expected}` in: {stdout}");
    }
    assert!(!stdout.contains('\x1b'), "no screen off a terminal");
}

#[test]
fn a_compiler_is_shown_with_the_builds_that_it_gets() {
    let lab = Lab::new();
    // Families are told apart by their macros.
    let small = lab.script("small", "case \"$*\" in *-E*) exec cc -D__TINYC__=1 \"$@\";; esac; exec cc \"$@\"\n");
    let args = [&SMALL[..], &["--seed", "1", "--tests", "1", "--compiler", &small]].concat();
    let (_, stdout, _) = lab.plain(&args);
    assert!(stdout.contains(", with no flags\n") && !stdout.contains("builds "), "{stdout}");
    let (_, stdout, _) = lab.plain(&[&args[..], &["--compiler", "cc", "--levels", "0,2"]].concat());
    assert!(stdout.contains(", with no flags\n") && stdout.contains("builds         -O0, -O2\n"), "{stdout}");
}

#[test]
fn a_compiler_that_breaks_is_found_with_its_signature() {
    let lab = Lab::new();
    let body = "echo 'test.c:3: internal compiler error: in fold_it, at fold.c:123' >&2; exit 4";
    let cc = lab.compiler("ice", "-O2", body);
    let args = [&SMALL[..], &["--seed", "1", "--tests", "1", "--levels", "0,2", "--compiler", &cc]].concat();
    let hunted = lab.hunt(&args).check(10);
    let crashes = hunted.kind("crash");
    assert_eq!(crashes.len(), 1, "{:#?}", hunted.events);
    assert!(crashes[0]["signature"].as_str().unwrap().contains("fold_it"), "{}", crashes[0]);
    assert_eq!(crashes[0]["builds"], serde_json::json!([["-O2"]]));
}

#[test]
fn a_crash_that_is_known_is_no_news() {
    let lab = Lab::new();
    let body = "echo 'test.c:3: internal compiler error: in fold_it, at fold.c:123' >&2; exit 4";
    let cc = lab.compiler("ice", "-O2", body);
    lab.file("known.toml", "[[bug]]\nurl = \"https://example.org/1\"\nsignature = \"fold_it\"\n");
    let args = [&SMALL[..], &["--seed", "1", "--tests", "1", "--levels", "2", "--compiler", &cc]].concat();
    let hunted = lab.hunt(&[&args[..], &["--store", "one"]].concat()).check(0);
    assert_eq!(hunted.kind("crash")[0]["known"], "https://example.org/1", "{:#?}", hunted.events);
    assert_eq!((&hunted.summary()["findings"], &hunted.summary()["known"]), (&1.into(), &1.into()));
    let (code, text, _) = lab.plain(&[&args[..], &["--store", "other"]].concat());
    assert!(code == 0 && text.contains("  known: https://example.org/1\n"), "{text}");
    assert!(text.contains("1 finding (1 crash), 1 of them known") && !text.contains("breaks:"), "{text}");
}

#[test]
fn crashes_that_are_all_alike_are_counted() {
    let lab = Lab::new();
    lab.file("gadfly.toml", "keep_alike = 2\n");
    let cc =
        lab.compiler("ice", "-O2", "echo 'test.c:3: internal compiler error: in fold_it, at fold.c:1' >&2; exit 4");
    let args = ["--seed", "1", "--tests", "4", "--jobs", "1", "--levels", "2", "--compiler", &cc];
    let args = [&SMALL[..], &args].concat();
    let first = lab.hunt(&args).check(10);
    assert_eq!((&first.summary()["findings"], &first.summary()["repeats"]), (&2.into(), &2.into()));
    let second = lab.hunt(&args);
    assert_eq!((&second.summary()["findings"], &second.summary()["repeats"]), (&0.into(), &4.into()));
    let findings = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
        command.arg("findings").args(args).current_dir(lab.0.path()).output().unwrap().stdout
    };
    let listing: Value = serde_json::from_slice(&findings(&["--json"])).unwrap();
    let programs = listing["repeats"][0]["programs"].as_array().unwrap();
    assert_eq!(
        programs.iter().map(|program| program["index"].as_u64().unwrap()).collect::<Vec<_>>(),
        [2, 3, 4, 5, 6, 7]
    );
    let text = String::from_utf8(findings(&[])).unwrap();
    assert_eq!(text.matches("(+6 more like it)").count(), 1, "{text}");
    assert!(text.contains("2 findings in") && text.contains("Only counted: 6 more"), "{text}");
}

#[test]
fn another_version_of_a_compiler_is_told_when_a_campaign_goes_on() {
    let lab = Lab::new();
    let cc =
        |version: &str| lab.script("mine", &format!("[ \"$*\" = --version ] && echo {version} || exec cc \"$@\"\n"));
    let begin = |version: &str| {
        let args = ["--seed", "1", "--tests", "1", "--levels", "1", "--compiler", &cc(version)];
        lab.hunt(&[&SMALL[..], &args].concat()).check(0).all("begin")[0]["changed"].clone()
    };
    assert_eq!(begin("mine-1.0"), serde_json::json!([]));
    assert_eq!(begin("mine-1.0"), serde_json::json!([]));
    let changed = serde_json::json!([{ "name": "mine", "before": "mine-1.0", "now": "mine-1.1" }]);
    assert_eq!(begin("mine-1.1"), changed);
    assert_eq!(begin("mine-1.1"), serde_json::json!([]));
    let args = ["--seed", "1", "--tests", "1", "--levels", "1", "--compiler", &cc("mine-1.2")];
    let (_, stdout, _) = lab.plain(&[&SMALL[..], &args].concat());
    assert!(stdout.contains("mine was mine-1.1 in earlier runs of this campaign, and is mine-1.2 now"), "{stdout}");
}

#[test]
fn findings_do_not_depend_on_the_number_of_jobs() {
    let lab = Lab::new();
    let cc = lab.wrong("wrongcc", "-O1");
    let hunt = |jobs: &str| {
        let store = format!("store-{jobs}");
        let args =
            ["--seed", "5", "--tests", "6", "--levels", "1", "--compiler", &cc, "--jobs", jobs, "--store", &store];
        let hunted = lab.hunt(&[&SMALL[..], &args].concat()).check(10);
        assert_eq!(hunted.summary()["programs"], 6);
        (hunted.ids(), lab.findings(&store).into_keys().collect::<BTreeSet<_>>())
    };
    let (one, three) = (hunt("1"), hunt("3"));
    assert_eq!(one.0, one.1, "every finding is a directory");
    assert_eq!(one, three);
}

#[test]
fn a_killed_hunt_loses_nothing_and_doubles_nothing() {
    let lab = Lab::new();
    let cc = lab.wrong("wrongcc", "-O1");
    let args = |store| {
        let fixed = ["--seed", "9", "--levels", "1", "--jobs", "2", "--tests", PROGRAMS, "--compiler", &cc];
        [&SMALL[..], &fixed, &["--store", store]].concat()
    };
    let whole = lab.hunt(&args("whole")).check(10);
    for kill in 0..kills() {
        let mut running = Running::start(&lab, &args("killed"));
        // At moments of every kind: before anything, after an event, and somewhere after that.
        match kill % 3 {
            0 => None,
            1 => running.wait_for("begin"),
            _ => running.wait_for("program"),
        };
        thread::sleep(Duration::from_millis(37 * kill % 800));
        running.kill();
    }
    assert!([Some(0), Some(10)].contains(&lab.hunt(&args("killed")).code));
    lab.wait_for_silence();
    assert_eq!(lab.findings_below("killed", PROGRAMS), whole.ids());
    assert_eq!(lab.listed("killed"), lab.findings("killed").into_keys().collect::<Vec<_>>());
    wait_until("no scratch directory is left of the dead", || orphans().is_empty());
}

/// A hundred are for those who have the time.
fn kills() -> u64 {
    std::env::var("GADFLY_TEST_KILLS").map_or(10, |kills| kills.parse().expect("it is a number"))
}

/// Of each run: enough for findings, few enough to be killed among them.
const PROGRAMS: &str = "8";

#[test]
fn the_same_command_goes_on_with_the_campaign() {
    let lab = Lab::new();
    let args = [&SMALL[..], &["--tests", "2", "--levels", "0", "--compiler", "cc"]].concat();
    let indices = |hunted: &Hunted| -> BTreeSet<u64> {
        hunted.all("program").iter().map(|program| program["index"].as_u64().unwrap()).collect()
    };
    let (first, second) = (lab.hunt(&args).check(0), lab.hunt(&args).check(0));
    assert_eq!(first.summary()["seed"], second.summary()["seed"]);
    assert_eq!((indices(&first), indices(&second)), ([0, 1].into(), [2, 3].into()));
    assert_eq!(second.all("begin")[0]["resumed_after"], 2);
    let other = lab.hunt(&[&args[..], &["--oracle", "crash"]].concat()).check(0);
    assert_eq!(indices(&other), [0, 1].into(), "another configuration is another campaign");
}

#[test]
fn sigint_drains_and_saves() {
    let lab = Lab::new();
    let cc = lab.wrong("wrongcc", "-O1");
    let args = [&SMALL[..], &["--seed", "3", "--levels", "1", "--compiler", &cc]].concat();
    let mut running = Running::start(&lab, &args);
    running.wait_for("finding").expect("there is one");
    running.signal(SIGINT);
    running.wait_for("draining").expect("it says so");
    let hunted = running.finish().check(10);
    assert_eq!(hunted.summary()["ended"], "signal");
    assert_eq!(hunted.ids(), lab.findings("gadfly-store").into_keys().collect());
}

/// A compiler that waits for ever without using CPU time.
fn sleeper(lab: &Lab) -> String {
    lab.compiler("sleeper", "-O1", "exec sleep 86399")
}

#[test]
fn a_second_signal_kills_and_a_second_hunt_is_refused() {
    let lab = Lab::new();
    let cc = sleeper(&lab);
    let args = [&SMALL[..], &["--seed", "3", "--jobs", "1", "--levels", "1", "--compiler", &cc]].concat();
    let mut running = Running::start(&lab, &args);
    running.wait_for("begin").expect("it begins");
    let mine = |process: &String| process.contains("sleep 86399");
    wait_until("a compiler sleeps", || processes_with("sleep 86399").iter().any(mine));
    let holder = format!("process {}", running.child.id());
    lab.check_refused(&args, 14, &holder);
    running.signal(SIGINT);
    running.wait_for("draining").expect("it says so");
    running.signal(SIGTERM);
    running.finish().check(130);
    wait_until("no compiler is left", || processes_with("sleep 86399").is_empty());
    lab.wait_for_silence();
}

#[test]
fn a_compiler_that_is_wrong_now_and_then_is_kept_apart() {
    let lab = Lab::new();
    let calls = lab.file("calls", "");
    // Right every other time. It remembers in a file beyond its scratch directory, so the walls must be low.
    let body = format!("echo >> {calls}\nif [ $(($(wc -l < {calls}) % 2)) = 1 ]; then{MISCOMPILE}\nfi");
    let cc = lab.compiler("flaky", "-O1", &body);
    let args =
        ["--seed", "1", "--tests", "2", "--jobs", "1", "--levels", "1", "--compiler", &cc, "--sandbox", "limits"];
    let hunted = lab.hunt(&[&SMALL[..], &args].concat()).check(0);
    let flaky = hunted.all("finding");
    assert!(!flaky.is_empty(), "{:#?}", hunted.events);
    for finding in &flaky {
        assert_eq!(finding["state"], serde_json::json!({ "state": "flaky", "shown": 1, "runs": 3 }), "{finding}");
    }
    assert_eq!((&hunted.summary()["findings"], &hunted.summary()["flaky"]), (&0.into(), &flaky.len().into()));
}

#[test]
fn a_compiler_that_hangs_is_stopped_and_found() {
    let lab = Lab::new();
    // It burns CPU time itself, and the limit is far beyond what a tiny program can take at the other levels.
    let cc = lab.compiler("endless", "-O2", "while :; do :; done");
    let config = format!(
        "levels = [\"-O0\", \"-O1\", \"-O2\"]\nrandom_flags = 0\nconfirm = 1\n[limits]\ncompile_cpu_ms = 8000\n\
         [[compiler]]\nname = \"endless\"\ncommand = \"{cc}\"\n"
    );
    let config = lab.file("hang.toml", &config);
    let args = ["--config", &config, "--seed", "1", "--tests", "1", "--jobs", "1", "--size", "small"];
    let hunted = lab.hunt(&args).check(10);
    let hangs = hunted.kind("hang");
    assert_eq!(hangs.len(), 1, "{:#?}", hunted.events);
    assert_eq!(hangs[0]["builds"], serde_json::json!([["-O2"]]));
    lab.wait_for_silence();
}

#[test]
fn two_families_that_contradict_the_interpreter_accuse_gadfly() {
    let lab = Lab::new();
    let one = lab.wrong("one", "-O0");
    // Families are told apart by their macros. This one is used without a level, and always wrong.
    let pretender = fs::read_to_string(&one).unwrap().replace("exec cc", "exec cc -D__PCC__=1");
    let two = lab.script("two", &pretender.replace("level= ", "level=1 "));
    let args = ["--seed", "1", "--tests", "3", "--levels", "0", "--compiler", &one, "--compiler", &two];
    let hunted = lab.hunt(&[&SMALL[..], &args].concat()).check(10);
    let indices = |kind| hunted.kind(kind).iter().map(|finding| finding["index"].as_u64()).collect::<BTreeSet<_>>();
    let (checks, wrong) = (indices("self-check"), indices("wrong-code"));
    assert!(!checks.is_empty(), "{:#?}", hunted.events);
    // Of programs that only one of them is given, there is only one opinion.
    assert!(checks.is_disjoint(&wrong), "{:#?}", hunted.events);
}

#[test]
fn a_generator_of_ones_own_takes_three_lines() {
    let lab = Lab::new();
    let program =
        "#include <stdio.h>\nint main(void) { int x = 20; x ^= $1 % 10 + 32; printf(\"%d\\n\", x); return 0; }";
    let generator = lab.script("mine", &format!("cat <<END\n{program}\nEND\n"));
    let text = format!("[[source]]\nname = \"mine\"\ncommand = \"{generator} {{seed}}\"\n");
    let config = lab.file("gadfly.toml", &text);
    let cc = format!("{} -O1", lab.wrong("wrongcc", "-O1"));
    let hunted = lab.hunt(&["--seed", "1", "--tests", "3", "--compiler", &cc]).check(10);
    assert_eq!(hunted.all("begin")[0]["config"], config);
    assert!(hunted.all("program").iter().all(|program| program["source"] == "mine"));
    let wrong = hunted.kind("wrong-code");
    assert_eq!(wrong.len(), 3, "its programs are expected to be right, too: {:#?}", hunted.events);
    assert!(wrong.iter().all(|finding| finding["oracle"] == "expected"));
}

#[test]
fn programs_of_a_directory_are_tested_in_turn_with_those_of_other_sources() {
    let lab = Lab::new();
    fs::create_dir(lab.path("suite")).unwrap();
    let program = |value: i32| {
        format!(
            "int printf(const char *, ...);\nint main(void) {{ int x = {value}; x ^= 32; printf(\"%d\\n\", x); }}\n"
        )
    };
    for at in 0..3 {
        lab.file(&format!("suite/{at}unit.c"), &program(at));
    }
    lab.file("suite/undefined.c", "int main(void) { int a[1]; return a[1]; }\n");
    let cc = format!("{} -O1", lab.wrong("wrongcc", "-O1"));
    let args = [
        "--seed",
        "1",
        "--tests",
        "8",
        "--jobs",
        "1",
        "--source",
        "files:suite=4",
        "--source",
        "policy=4",
        "--compiler",
        &cc,
    ];
    let hunted = lab.hunt(&[&SMALL[..], &args].concat()).check(10);
    let sources: Vec<_> = hunted.all("program").iter().map(|program| program["source"].clone()).collect();
    assert_eq!(sources, ["files:suite", "policy"].repeat(4));
    let wrong = hunted.kind("wrong-code");
    let recipes: BTreeSet<_> = wrong
        .iter()
        .filter(|finding| finding["source"] == "files:suite")
        .map(|finding| finding["recipe"].as_str().unwrap())
        .collect();
    assert_eq!(recipes, BTreeSet::from(["suite/0unit.c", "suite/1unit.c", "suite/2unit.c"]));
    let reasons: Vec<_> = hunted.all("inconclusive").iter().map(|event| event["reason"].clone()).collect();
    assert_eq!(reasons, ["files:suite: undefined: out-of-bounds-access"]);
}

/// A hunt for people and one for scripts with a generator that does this.
fn with_generator(body: &str) -> (i32, String, Hunted) {
    let lab = Lab::new();
    let generator = lab.script("mine", body);
    lab.file("gadfly.toml", &format!("[[source]]\nname = \"mine\"\ncommand = \"{generator} {{seed}}\"\n"));
    let args = ["--seed", "1", "--tests", "3", "--jobs", "1", "--compiler", "cc", "--levels", "0"];
    let (code, stdout, _) = lab.plain(&[&args[..], &["--store", "plain"]].concat());
    (code, stdout, lab.hunt(&args))
}

#[test]
fn a_generator_that_fails_is_quoted_on_the_screen_and_in_the_summary() {
    let (code, text, hunted) = with_generator("echo 'cannot open the table' >&2; echo more >&2; exit 2\n");
    assert_eq!((code, hunted.code), (69, Some(69)), "nothing was tested: {text}");
    let told = "mine: exit code 2: cannot open the table; more";
    assert_eq!(text.matches(&format!("no program: {told}\n")).count(), 1, "once: {text}");
    assert!(text.contains(&format!("no program     3 × {told}\n")), "{text}");
    assert!(text.contains("Nothing was tested"), "{text}");
    let event = hunted.all("inconclusive")[0];
    assert_eq!((&event["failure"], &event["words"]), (&true.into(), &"cannot open the table; more".into()));
    let failure = &hunted.summary()["failures"][0];
    assert_eq!((&failure["reason"], &failure["count"]), (&"mine: exit code 2".into(), &3.into()));
}

#[test]
fn a_generator_that_writes_garbage_is_not_taken_for_a_healthy_one() {
    let empty = "mine: wrote nothing";
    let refused = "mine: no compiler accepts what it wrote: ";
    for (body, told) in [("echo no C at all", refused), ("true", empty), ("echo 'int x;'", refused)] {
        let (code, text, _) = with_generator(body);
        assert_eq!(code, 69, "{body}: {text}");
        assert!(text.contains(&format!("no program: {told}")) && text.contains("Nothing was tested"), "{text}");
    }
}

#[test]
fn one_bad_program_among_good_ones_is_told_and_does_not_fail() {
    let good = "echo 'int main(void) { return 0; }'";
    let (code, text, hunted) = with_generator(&format!("[ $(($1 % 2)) = 0 ] && {{ {good}; exit; }}\nexit 3\n"));
    let lost = hunted.summary()["lost"].as_u64().unwrap();
    assert!(lost > 0 && lost < 3, "choose another seed");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("no program: mine: exit code 3\n") && !text.contains("Nothing was tested"), "{text}");
}

#[test]
fn a_level_that_the_compiler_does_not_know_is_wrong_usage() {
    let lab = Lab::new();
    lab.check_refused(&["--compiler", "cc", "--levels", "0,foo"], 2, "cc does not compile with `-Ofoo`: ");
    lab.check_refused(&["--compiler", "cc -Ofoo"], 2, "Levels that it knows: -O0, -O1, -O2, -O3, -Os");
    lab.check_refused(&["--compiler", "cc", "--levels", "fast"], 2, "floating-point results may differ");
    // What is configured is tried as well; a compiler that takes any level is none the worse for it.
    let text = "[[compiler]]\nname = \"mine\"\ncommand = \"cc\"\nflags = [\"-O2 -fno-such-flag\"]\n";
    let config = lab.file("flags.toml", text);
    lab.check_refused(&["--config", &config], 2, "mine does not compile with `-O2 -fno-such-flag`: ");
    assert!(!lab.path("gadfly-store").exists(), "nothing was begun");
    let lax = "for a; do shift; case $a in -Ofoo) ;; *) set -- \"$@\" \"$a\";; esac; done; exec cc \"$@\"\n";
    let lax = lab.script("lax", lax);
    lab.hunt(&[&SMALL[..], &["--tests", "1", "--compiler", &lax, "--levels", "foo"]].concat()).check(0);
}

#[test]
fn a_level_at_which_the_compiler_crashes_is_a_finding() {
    let lab = Lab::new();
    let crash = "case \" $* \" in *' -O7 '*) echo 'x: internal compiler error: in a, at b.c:1' >&2; exit 4;; esac\n";
    let cc = lab.script("mine", &format!("{crash}exec cc \"$@\"\n"));
    let hunted = lab.hunt(&[&SMALL[..], &["--tests", "1", "--compiler", &cc, "--levels", "7"]].concat()).check(10);
    assert_eq!(hunted.kind("crash").len(), 1, "{:#?}", hunted.events);
}

/// Two compilers of which one is dear, by the configuration.
fn dear_and_cheap(lab: &Lab) -> String {
    let compiler =
        |name: &str, cost: u32| format!("[[compiler]]\nname = \"{name}\"\ncommand = \"cc\"\ncost = {cost}\n");
    lab.file(
        "gadfly.toml",
        &format!("levels = [\"-O0\"]\nrandom_flags = 0\n{}{}", compiler("dear", 64), compiler("cheap", 1)),
    )
}

#[test]
fn a_cheap_compiler_gets_more_programs_and_every_run_agrees_which() {
    let lab = Lab::new();
    dear_and_cheap(&lab);
    let builds = |store: &str, jobs: &str| -> BTreeMap<u64, u64> {
        let args = ["--seed", "3", "--tests", "40", "--size", "60", "--jobs", jobs, "--store", store];
        let hunted = lab.hunt(&[&args[..], &["--source", "policy"]].concat()).check(0);
        assert_eq!(hunted.all("begin")[0]["costs"], serde_json::json!({ "cheap": 1, "dear": 64 }));
        let of = |program: &&Value| (program["index"].as_u64().unwrap(), program["builds"].as_u64().unwrap());
        hunted.all("program").iter().map(of).collect()
    };
    let one = builds("one", "1");
    // A program for both has two builds. The second index is for both, and hardly any other.
    assert_eq!((one[&0], one[&1]), (1, 2));
    assert!(one.values().filter(|builds| **builds == 2).count() < 8, "{one:?}");
    assert_eq!(builds("three", "3"), one);
}

#[test]
fn costs_are_measured_once_and_kept_with_the_campaign() {
    let lab = Lab::new();
    let slow = lab.compiler("slow", "-O0", "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do cc \"$@\"; done");
    let args = ["--seed", "1", "--tests", "1", "--levels", "0", "--compiler", &slow, "--compiler", "cc"];
    let costs = || lab.hunt(&[&SMALL[..], &args].concat()).check(0).all("begin")[0]["costs"].clone();
    let first = costs();
    assert!(first["slow"].as_u64() > first["cc"].as_u64(), "{first}");
    assert_eq!(costs(), first);
}

#[test]
fn unusable_arguments_and_configurations_are_refused() {
    let lab = Lab::new();
    lab.check_refused(&["--for", "soon"], 2, "60s, 10m, 2h");
    lab.check_refused(&["--oracle", "delphi"], 2, "acceptance");
    lab.check_refused(&["--source", "nonesuch"], 2, "There are policy, ");
    lab.check_refused(&["--source", "nonesuch:x"], 2, "files:PATH");
    lab.check_refused(&["--source", "files"], 2, "needs an argument: `files:PATH`");
    lab.check_refused(&["--source", "files:nowhere"], 2, "cannot read nowhere");
    lab.check_refused(&["--source", "policy=much"], 2, "a weight is a whole number");
    lab.check_refused(&["--sandbox", "bubble"], 2, "namespaces, landlock and limits");
    lab.check_refused(&["--compiler", "gcc 'open"], 2, "gcc 'open");
    lab.check_refused(&["--compiler", "/no/such/cc"], 69, "/no/such/cc");
    lab.check_refused(&["--config", "nonesuch.toml"], 2, "nonesuch.toml");
    lab.file("gadfly.toml", "levls = [\"-O2\"]\n");
    lab.check_refused(&[], 2, "levels");
    assert!(!lab.path("gadfly-store").exists(), "nothing was begun");
}

#[test]
fn without_a_compiler_it_says_what_to_install() {
    let lab = Lab::new();
    let output = lab.command(&["--tests", "1"]).env("PATH", lab.0.path()).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(69), "{stderr}");
    assert!(stderr.contains("apt install gcc"), "{stderr}");
}

#[test]
fn a_full_disk_is_waited_for() {
    let lab = Lab::new();
    let cc = format!("{} -O1", lab.wrong("wrongcc", "-O1"));
    let args = |store| {
        let fixed = ["--seed", "1", "--tests", "6", "--jobs", "2", "--compiler", &cc, "--store", store];
        [&SMALL[..], &fixed].concat()
    };
    let roomy = lab.hunt(&args("roomy")).check(10);
    let mut running =
        Running::spawn(on_small_disk(&lab, lab.command(&[&["--json"], &args("disk/store")[..]].concat())));
    running.wait_for("program").expect("there was room for one");
    let filler = fill(Path::new(&format!("/proc/{}/root{}", running.child.id(), lab.path("disk").display())));
    running.wait_for("paused").expect("it says why nothing happens");
    fs::remove_file(filler).unwrap();
    running.wait_for("resumed").expect("it goes on");
    let hunted = running.finish().check(10);
    assert_eq!(hunted.summary()["programs"], 6);
    assert_eq!(hunted.ids(), roomy.ids());
    assert_eq!(lab.findings("copy").into_keys().collect::<BTreeSet<_>>(), roomy.ids());
}

/// The command with a small file system of its own at `disk`, which no other process sees. What it leaves in the store
/// there is copied to `copy`.
fn on_small_disk(lab: &Lab, command: Command) -> Command {
    let disk = lab.path("disk");
    fs::create_dir(&disk).unwrap();
    const MOUNT: &str = "mount -t tmpfs -o size=16m gadfly-test disk";
    let script = format!("{MOUNT} && {{ \"$@\"; code=$?; cp -r disk/store copy; exit $code; }}");
    let unshare = |option: &str, script: &str| {
        let mut unshare = Command::new("unshare");
        unshare.args([option, "sh", "-c", script, "sh"]).current_dir(lab.0.path());
        unshare
    };
    let can_mount = |option: &&str| unshare(option, MOUNT).status().is_ok_and(|status| status.success());
    let option =
        ["-m", "-Urm"].into_iter().find(can_mount).expect("root, or anyone with namespaces, can mount a tmpfs");
    let mut small = unshare(option, &script);
    small.arg(command.get_program()).args(command.get_args());
    small
}

/// Takes all the room there is.
fn fill(directory: &Path) -> PathBuf {
    let filler = directory.join("filler");
    let mut file = fs::File::create(&filler).unwrap();
    while file.write_all(&[0; 4096]).is_ok() {}
    filler
}
