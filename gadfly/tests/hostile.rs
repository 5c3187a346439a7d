//! Hunts with compilers that attack the hunt, and on a machine that fails under it.
//!
//! What the sandbox holds is tested in its own crate. Here, the hunt goes on, accuses nobody else, and loses no program.

use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

const TIERS: [&str; 3] = ["limits", "landlock", "namespaces"];

/// A directory with compilers and stores of one test's own.
struct Lab(TempDir);

impl Lab {
    fn new() -> Lab {
        Lab(tempfile::Builder::new().prefix("hostile-test-").tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A compiler that does `body` before it compiles a test unit; `$object` is what it is to write.
    fn compiler(&self, name: &str, body: &str) -> String {
        let script = format!(
            "#!/bin/sh\ndirectory={}\nunit= object= last=\n\
             for a; do case $a in *test.c) unit=$a;; esac; [ \"$last\" = -o ] && object=$a; last=$a; done\n\
             if [ -n \"$unit\" ]; then\n{body}\nfi\nexec cc \"$@\"\n",
            self.0.path().display()
        );
        let path = self.path(name);
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path.display().to_string()
    }

    fn start(&self, compilers: &[&str], args: &[&str]) -> Hunting {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
        command.args(["hunt", "--json", "--no-reduce", "--seed", "1", "--size", "small", "--random-flags", "0"]);
        compilers.iter().for_each(|compiler| {
            command.args(["--compiler", &format!("{compiler} -O1")]);
        });
        command.args(args).current_dir(self.0.path()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Hunting { child, events: Vec::new(), lines: Box::new(lines.map(|line| line.unwrap())) }
    }
}

struct Hunting {
    child: Child,
    events: Vec<Value>,
    lines: Box<dyn Iterator<Item = String>>,
}

impl Hunting {
    fn next(&mut self) -> Option<String> {
        let event: Value = serde_json::from_str(&self.lines.next()?).unwrap();
        let name = event["event"].as_str().unwrap().to_string();
        self.events.push(event);
        Some(name)
    }

    fn wait_for(&mut self, name: &str) {
        while let Some(event) = self.next() {
            if event == name {
                return;
            }
        }
        panic!("there was no `{name}` among {:?}", self.events);
    }

    /// The exit code.
    fn finish(&mut self) -> i32 {
        while self.next().is_some() {}
        self.child.wait().unwrap().code().unwrap()
    }

    fn all(&self, name: &str) -> Vec<&Value> {
        self.events.iter().filter(|event| event["event"] == name).collect()
    }

    fn programs(&self) -> u64 {
        self.all("summary")[0]["programs"].as_u64().unwrap()
    }

    fn accused(&self) -> Vec<&str> {
        self.all("finding").into_iter().map(|finding| finding["compiler"].as_str().unwrap_or_default()).collect()
    }
}

#[test]
fn what_a_compiler_does_to_files_is_not_blamed_on_another() {
    for tier in TIERS {
        let lab = Lab::new();
        let evil = lab.compiler(
            "evilcc",
            "sed -i 's/ ^= / -= /g' *.c *.h; for o in *driver*.o; do [ -f $o ] && echo x > $o; done; \
             mv \"$TMPDIR\" \"$TMPDIR-away\" 2>/dev/null; chmod 0 \"$TMPDIR\"",
        );
        let good = lab.compiler("goodcc", ":");
        let mut hunting = lab.start(&[&evil, &good, &evil], &["--tests", "6", "--sandbox", tier]);
        hunting.finish();
        assert_eq!(hunting.programs(), 6, "{tier}");
        let accused = hunting.accused();
        assert!(accused.iter().all(|name| name.starts_with("evilcc")), "{tier}: {accused:?}");
    }
}

#[test]
fn hostile_compilers_do_not_end_a_hunt() {
    for body in [
        "rm -rf ../work",
        "mkfifo \"$object\"; exit 0",
        "ln -s /dev/zero \"$object\"; exit 0",
        "mkdir -p a/b/c; chmod 0 a/b a; mkdir \"$object\"; exit 0",
        "kill -STOP $PPID; kill -9 $PPID; sleep 0.1",
    ] {
        for tier in TIERS {
            // Without walls and as root, everything can be killed; what `$PPID` is, is known there, too.
            let lab = Lab::new();
            let evil = lab.compiler("evilcc", body);
            let mut hunting = lab.start(&[&evil], &["--tests", "3", "--sandbox", tier]);
            let code = hunting.finish();
            assert!([0, 10, 69].contains(&code), "{body} in {tier}: {code}");
            assert_eq!(hunting.programs(), 3, "{body} in {tier}");
        }
    }
}

#[test]
fn a_compiler_that_fails_on_trivial_programs_only_does_not_pause_a_hunt_for_good() {
    let lab = Lab::new();
    let picky = lab.compiler(
        "pickycc",
        "case \"$*\" in *-O2*) sleep 0.1; \
        [ -e $directory/broken ] && { echo 'internal compiler error: in fold' >&2; exit 4; };; esac",
    );
    let text = fs::read_to_string(&picky).unwrap();
    let refusal = "case \"$*\" in *gadfly-works*|*probe*) \
        [ -e $directory/broken ] && { echo 'error: I do not like it' >&2; exit 1; };; esac\nunit= object";
    fs::write(&picky, text.replace("unit= object", refusal)).unwrap();
    let mut hunting = lab.start(&[&picky], &["--tests", "2", "--jobs", "1", "--levels", "0,2"]);
    hunting.wait_for("program");
    fs::write(lab.path("broken"), "").unwrap();
    hunting.finish();
    assert_eq!(hunting.programs(), 2);
    let untested = hunting.all("inconclusive").len() as u64;
    assert!(!hunting.all("paused").is_empty() && untested >= 1, "{:?}", hunting.events);
}

#[test]
fn a_compiler_that_stops_itself_does_not_stop_the_hunt() {
    for tier in TIERS {
        let lab = Lab::new();
        let evil = lab.compiler("evilcc", "kill -STOP $$");
        let mut hunting = lab.start(&[&evil], &["--tests", "2", "--sandbox", tier]);
        assert_eq!(hunting.finish(), 0, "{tier}: {:?}", hunting.events);
        assert_eq!((hunting.programs(), hunting.accused().len()), (2, 0), "{tier}");
        assert!(hunting.all("inconclusive").iter().all(|it| it.to_string().contains("stopped")), "{tier}");
    }
}

#[test]
fn objects_that_lack_everything_are_not_passed_over() {
    for body in [": > \"$object\"; exit 0", "head -c 1000 /dev/urandom > \"$object\"; exit 0"] {
        let lab = Lab::new();
        let evil = lab.compiler("evilcc", body);
        let mut hunting = lab.start(&[&evil], &["--tests", "2"]);
        hunting.finish();
        let told = hunting.all("inconclusive");
        assert_eq!((hunting.programs(), told.len()), (2, 2), "{body}: {:?}", hunting.events);
        assert!(told.iter().all(|it| it.to_string().contains("links")), "{told:?}");
    }
}

#[test]
fn what_compilers_say_does_not_reach_the_terminal_as_a_command() {
    let lab = Lab::new();
    let sequences = r"\033[2J\033]0;x\007\302\2332J\342\200\256\r";
    let evil = lab.compiler("evilcc", &format!("printf 'test.c:1:1: error: {sequences}bad\\n' >&2; exit 1"));
    let text = fs::read_to_string(&evil).unwrap();
    let version = format!("case \"$*\" in *--version*) printf 'evil {sequences} 1\\n'; exit 0;; esac\nunit= object");
    fs::write(&evil, text.replace("unit= object", &version)).unwrap();
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
        let output = command.args(args).current_dir(lab.path(".")).stdin(Stdio::null()).output().unwrap();
        [output.stdout, output.stderr].concat()
    };
    let hunt = ["hunt", "--no-reduce", "--seed", "1", "--size", "small", "--tests", "1", "--compiler", &evil];
    let mut texts = vec![run(&hunt), run(&["findings"]), run(&["triage", "--no-reduce"])];
    let findings: Vec<PathBuf> =
        fs::read_dir(lab.path("gadfly-store/findings")).unwrap().map(|it| it.unwrap().path()).collect();
    assert!(!findings.is_empty());
    for finding in &findings {
        let id = finding.file_name().unwrap().to_str().unwrap();
        texts.extend([run(&["show", id]), run(&["repro", id]), run(&["report", id])]);
        texts.extend(["report.md", "outputs.txt", "versions.txt"].map(|name| fs::read(finding.join(name)).unwrap()));
    }
    for text in texts {
        let text = String::from_utf8(text).unwrap();
        let obeyed: Vec<char> = text.chars().filter(|c| "\x1b\u{9b}\u{202e}\r\x07".contains(*c)).collect();
        assert!(obeyed.is_empty(), "{text}");
    }
}

#[test]
fn a_compiler_that_vanishes_is_waited_for() {
    let lab = Lab::new();
    let cc = lab.compiler("cc-that-goes", "sleep 0.1");
    let mut hunting = lab.start(&[&cc], &["--tests", "8", "--jobs", "1"]);
    hunting.wait_for("program");
    fs::rename(&cc, lab.path("away")).unwrap();
    hunting.wait_for("paused");
    fs::rename(lab.path("away"), &cc).unwrap();
    hunting.wait_for("resumed");
    assert_eq!(hunting.finish(), 0, "{:?}", hunting.events);
    assert_eq!((hunting.programs(), hunting.all("inconclusive").len()), (8, 0));
}

#[test]
fn a_compiler_that_cannot_start_is_no_finding() {
    let refusals = [
        "echo 'cc1: error while loading shared libraries: libmpfr.so.6: cannot open shared object file' >&2; exit 127",
        "echo 'could not checkout a license' >&2; exit 1",
        "echo 'the moon is not right' >&2; exit 1",
    ];
    for refusal in refusals {
        let lab = Lab::new();
        let cc = lab.compiler("moodycc", "sleep 0.1");
        let text = fs::read_to_string(&cc).unwrap();
        fs::write(
            &cc,
            text.replace("unit= object", &format!("[ -e $directory/broken ] && {{ {refusal}; }}\nunit= object")),
        )
        .unwrap();
        let mut hunting = lab.start(&[&cc], &["--tests", "8", "--jobs", "1"]);
        hunting.wait_for("program");
        fs::write(lab.path("broken"), "").unwrap();
        hunting.wait_for("paused");
        fs::remove_file(lab.path("broken")).unwrap();
        assert_eq!(hunting.finish(), 0, "{refusal}: {:?}", hunting.events);
        assert_eq!((hunting.programs(), hunting.accused().len()), (8, 0), "{refusal}");
    }
}

#[test]
fn a_store_that_is_removed_ends_the_hunt_with_an_error() {
    let lab = Lab::new();
    let cc = lab.compiler("slowcc", "sleep 0.1");
    let mut hunting = lab.start(&[&cc], &["--tests", "100", "--store", "store"]);
    hunting.wait_for("program");
    fs::remove_dir_all(lab.path("store")).unwrap();
    assert_eq!(hunting.finish(), 74, "{:?}", hunting.events);
}
