//! `gadfly bisect` on a history of 60 commits with three branches and two merges, against what was planted in it.
//!
//! The compiler of the history is `gcc` with bugs of our own; each commit has the bugs that were introduced and not
//! corrected before it.

use assert_cmd::Command;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::ops::RangeInclusive;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process;
use std::time::Duration;
use tempfile::TempDir;

/// A commit: its name and its parents.
struct Commit {
    name: String,
    parents: Vec<usize>,
}

/// A bug of the compiler, where it comes and where it goes, and a program that shows it alone.
struct Planted {
    bug: &'static str,
    introduced: &'static str,
    corrected: Option<&'static str>,
    statement: &'static str,
}

const PLANTED: [Planted; 6] = [
    Planted { bug: "sar-as-shr", introduced: "m5", corrected: Some("m27"), statement: "a = a >> 1;" },
    Planted { bug: "neg-dropped", introduced: "m3", corrected: Some("s14"), statement: "a = -a;" },
    Planted { bug: "not-as-neg", introduced: "m8", corrected: Some("t4"), statement: "a = ~a;" },
    Planted { bug: "ice-segv", introduced: "m12", corrected: Some("m34"), statement: "unsigned b = a; b %= 3; a = b;" },
    Planted {
        bug: "shift-count",
        introduced: "m4",
        corrected: Some("m24"),
        statement: "unsigned b = a; b <<= 7; a = b;",
    },
    Planted {
        bug: "rotate",
        introduced: "m2",
        corrected: None,
        statement: "a = (unsigned)a << 5 | (unsigned)a >> 27;",
    },
];

/// Refuses `<<=`, and so hides `shift-count` while that is corrected.
const HIDING: (&str, &str, &str) = ("rejects-valid", "m15", "m29");

/// Cannot be built.
const BROKEN: [&str; 2] = ["m20", "m21"];

/// m0 … m39 is the main line. s11 … s20 left it at m10 and is merged by m30, t1 … t7 left at m25 and is merged by m36;
/// r1 … r3 left at m33.
fn commits() -> Vec<Commit> {
    let mut commits = Vec::new();
    line(&mut commits, 'm', 0..=29, None);
    line(&mut commits, 's', 11..=20, Some("m10"));
    line(&mut commits, 't', 1..=7, Some("m25"));
    add(&mut commits, "m30", &["m29", "s20"]);
    line(&mut commits, 'm', 31..=35, Some("m30"));
    line(&mut commits, 'r', 1..=3, Some("m33"));
    add(&mut commits, "m36", &["m35", "t7"]);
    line(&mut commits, 'm', 37..=39, Some("m36"));
    commits
}

fn add(commits: &mut Vec<Commit>, name: &str, parents: &[&str]) {
    let number = |name: &&str| commits.iter().position(|commit| commit.name == *name).unwrap();
    let parents = parents.iter().map(number).collect();
    commits.push(Commit { name: name.to_string(), parents });
}

fn line(commits: &mut Vec<Commit>, letter: char, numbers: RangeInclusive<u32>, first: Option<&str>) {
    let mut before = first.map(str::to_string);
    for number in numbers {
        let name = format!("{letter}{number}");
        add(commits, &name, &before.as_deref().into_iter().collect::<Vec<_>>());
        before = Some(name);
    }
}

/// The names of the commit and of all before it.
fn ancestors(commits: &[Commit], of: usize) -> Vec<&str> {
    let mut seen = vec![false; commits.len()];
    seen[of] = true;
    for at in (0..=of).rev() {
        if seen[at] {
            commits[at].parents.iter().for_each(|&parent| seen[parent] = true);
        }
    }
    (0..=of).filter(|&at| seen[at]).map(|at| commits[at].name.as_str()).collect()
}

/// The bugs of a commit, as `__broken-cc` takes them.
fn bugs(commits: &[Commit], of: usize) -> String {
    let before = ancestors(commits, of);
    let planted = PLANTED.iter().map(|it| (it.bug, it.introduced, it.corrected));
    let all = planted.chain([(HIDING.0, HIDING.1, Some(HIDING.2))]);
    let is_there = |&(_, introduced, corrected): &(&str, &str, Option<&str>)| {
        before.contains(&introduced) && !corrected.is_some_and(|it| before.contains(&it))
    };
    let names: Vec<&str> = all.filter(is_there).map(|(bug, ..)| bug).collect();
    if names.is_empty() { "none".to_string() } else { names.join(",") }
}

/// The history as `git fast-import` reads it.
fn stream(commits: &[Commit]) -> String {
    let mut stream = String::new();
    for (at, commit) in commits.iter().enumerate() {
        let branch = match commit.name.chars().next() {
            Some('m') => "main",
            Some('s') => "stable",
            Some('t') => "topic",
            _ => "release",
        };
        let (bugs, mark) = (bugs(commits, at), at + 1);
        stream +=
            &format!("commit refs/heads/{branch}\nmark :{mark}\ncommitter A <a@b> {} +0000\n", 1_700_000_000 + at);
        stream += &format!("data {}\n{}\n", commit.name.len(), commit.name);
        for (place, parent) in commit.parents.iter().enumerate() {
            stream += &format!("{} :{}\n", if place == 0 { "from" } else { "merge" }, parent + 1);
        }
        stream += &format!("M 100644 inline bugs\ndata {}\n{bugs}\n", bugs.len());
        match BROKEN.contains(&commit.name.as_str()) {
            true => stream += "M 100644 inline broken\ndata 1\n1\n",
            false => stream += "D broken\n",
        }
    }
    stream
}

struct Workshop {
    directory: TempDir,
    commits: Vec<Commit>,
}

fn script(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

impl Workshop {
    /// The repository, the build script, and a store with a finding for each planted bug, found at m13.
    fn new() -> Workshop {
        let workshop = Workshop { directory: TempDir::new().unwrap(), commits: commits() };
        let repository = workshop.path("compiler");
        git(&["init", "--quiet", "--initial-branch=main", &repository], None);
        git(&["-C", &repository, "fast-import", "--quiet"], Some(&stream(&workshop.commits)));
        git(&["-C", &repository, "checkout", "--quiet", "main"], None);
        let binary = assert_cmd::cargo::cargo_bin("gadfly");
        // The compilers of the history are this binary, which is not in their own directory.
        let read = format!("[sandbox]\nread = [\"{}\"]\n", binary.parent().unwrap().display());
        fs::write(workshop.path("gadfly.toml"), read).unwrap();
        let binary = binary.display().to_string();
        let build = "#!/bin/sh\ntest ! -e broken || exit 1\n\
                     { echo '#!/bin/sh'; echo \"exec BINARY __broken-cc $(cat bugs) -- gcc \\\"\\$@\\\"\"; } > \"$1/cc\"\nchmod +x \"$1/cc\"\n";
        script(Path::new(&workshop.path("build")), &build.replace("BINARY", &binary));
        workshop.hunt(&binary);
        workshop
    }

    fn gadfly(&self) -> Command {
        let mut command = Command::cargo_bin("gadfly").unwrap();
        command.current_dir(self.directory.path());
        command
    }

    fn path(&self, name: &str) -> String {
        self.directory.path().join(name).display().to_string()
    }

    fn hunt(&self, binary: &str) {
        fs::create_dir(self.path("programs")).unwrap();
        for planted in &PLANTED {
            let text = format!(
                "int printf(const char *, ...);\nvolatile int v = -1234;\nint main(void)\n{{\n    int a = v;\n    {}\n    printf(\"%d\\n\", a);\n    return 0;\n}}\n",
                planted.statement
            );
            fs::write(self.path(&format!("programs/{}.c", planted.bug)), text).unwrap();
        }
        let at = self.commits.iter().position(|commit| commit.name == "m13").unwrap();
        let compiler = self.path("m13-cc");
        let bugs = bugs(&self.commits, at);
        script(Path::new(&compiler), &format!("#!/bin/sh\nexec {binary} __broken-cc {bugs} -- gcc \"$@\"\n"));
        let source = format!("files:{}", self.path("programs"));
        let hunt =
            ["hunt", "--compiler", &compiler, "--source", &source, "--tests", "6", "--levels=-O2", "--no-reduce"];
        let hunted = self
            .gadfly()
            .args(hunt)
            .args(["--no-triage", "--seed", "1", "--store", &self.path("store")])
            .output()
            .unwrap();
        assert_eq!(hunted.status.code(), Some(10), "{}", String::from_utf8_lossy(&hunted.stderr));
    }

    /// Directories of revisions in the cache of the store, and whether they are whole.
    fn builds(&self) -> Vec<(String, bool)> {
        let caches = fs::read_dir(self.path("store/builds")).into_iter().flatten().flatten();
        let places = caches.flat_map(|cache| fs::read_dir(cache.path()).unwrap().flatten());
        let name = |place: &fs::DirEntry| place.file_name().into_string().unwrap();
        let revisions = places.filter(|place| name(place).len() >= 40);
        revisions.map(|place| (name(&place), place.path().join("gadfly-built").exists())).collect()
    }

    /// The hash of the commit with this name.
    fn commit(&self, name: &str) -> String {
        self.git(&["log", "--all", "--format=%H", &format!("--grep=^{name}$")]).trim().to_string()
    }

    fn git(&self, arguments: &[&str]) -> String {
        let output =
            process::Command::new("git").args(["-C", &self.path("compiler")]).args(arguments).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    /// Exit code, and the result of each planted bug by its name: the name of the commit, or the word for none.
    fn bisect(&self, arguments: &[&str]) -> (i32, BTreeMap<String, String>, Value) {
        let common = ["bisect", "--all", "--json", "--repo", &self.path("compiler"), "--build", &self.path("build")];
        let output =
            self.gadfly().args(common).args(["--store", &self.path("store")]).args(arguments).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        let json: Value =
            serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}{}", String::from_utf8_lossy(&output.stderr)));
        let recipes = self.recipes();
        let result = |row: &Value| {
            let bug = PLANTED.iter().find(|it| recipes[row["id"].as_str().unwrap()].contains(it.bug)).unwrap().bug;
            let commit = row["commit"]["subject"].as_str().unwrap_or(row["result"].as_str().unwrap());
            (bug.to_string(), commit.to_string())
        };
        (output.status.code().unwrap(), json["findings"].as_array().unwrap().iter().map(result).collect(), json)
    }

    /// The program of each finding.
    fn recipes(&self) -> BTreeMap<String, String> {
        let output = self.gadfly().args(["findings", "--json", "--store", &self.path("store")]).output().unwrap();
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        let findings = json["findings"].as_array().unwrap();
        findings.iter().map(|it| (it["id"].as_str().unwrap().to_string(), it["recipe"].to_string())).collect()
    }
}

fn git(arguments: &[&str], input: Option<&str>) {
    let mut command = process::Command::new("git");
    command.args(arguments).stdin(process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    if let (Some(text), Some(mut stdin)) = (input, child.stdin.take()) {
        std::io::Write::write_all(&mut stdin, text.as_bytes()).unwrap();
    }
    assert!(child.wait().unwrap().success(), "git {arguments:?}");
}

#[test]
fn the_history_has_sixty_commits() {
    let commits = commits();
    assert_eq!(commits.len(), 60);
    assert_eq!(commits.iter().filter(|commit| commit.parents.len() == 2).count(), 2);
}

#[test]
fn planted_commits_are_found_and_hidden_ones_are_unreliable() {
    let workshop = Workshop::new();
    let corrected = |it: &Planted| match it.bug {
        "shift-count" => "unreliable",
        _ => it.corrected.unwrap_or("not-corrected"),
    };
    let expected = |of: &dyn Fn(&Planted) -> &'static str| -> BTreeMap<String, String> {
        PLANTED.iter().map(|it| (it.bug.to_string(), of(it).to_string())).collect()
    };
    let bad = workshop.commit("m13");

    let (code, found, json) = workshop.bisect(&["--bad", &bad]);
    assert_eq!((code, &found), (10, &expected(&corrected)), "{json}");
    assert_eq!(json["distinct_commits"], 4);
    // 26 commits from m13 on the main line: five halvings and the key nodes on the way for each of five searches.
    let builds = json["builds"].as_u64().unwrap();
    assert!(builds <= 5 * (5 + 5), "{builds} builds");

    // All is remembered.
    let (_, again, json) = workshop.bisect(&["--bad", &bad]);
    assert_eq!((again, json["builds"].as_u64()), (found.clone(), Some(0)));

    // Several searches at a time, and builds ahead of them.
    let (_, together, json) = workshop.bisect(&["--bad", &bad, "--jobs", "3", "--cache", &workshop.path("cache")]);
    assert_eq!(together, found, "{json}");

    let (code, found, json) = workshop.bisect(&["--bad", &bad, "--introduced"]);
    assert_eq!((code, found), (0, expected(&|it| it.introduced)), "{json}");
    a_build_that_does_not_end_is_ended(&workshop, &bad);
}

/// By Ctrl-C, by the end of the whole process, and by its timeout.
fn a_build_that_does_not_end_is_ended(workshop: &Workshop, bad: &str) {
    let build = fs::read_to_string(workshop.path("build")).unwrap().replace("exit 1", "sleep 100000");
    script(Path::new(&workshop.path("endless")), &build);
    let endless = workshop.commit("m20");
    let id = workshop.recipes().into_iter().find(|(_, recipe)| recipe.contains("sar-as-shr")).unwrap().0;
    let (repository, builder, store) = (workshop.path("compiler"), workshop.path("endless"), workshop.path("store"));
    let arguments = ["bisect", &id, "--json", "--repo", &repository, "--build", &builder, "--store", &store];
    let arguments = [&arguments[..], &["--bad", bad, "--good", &endless]].concat();
    for signal in ["-INT", "-KILL"] {
        let mut command = process::Command::new(assert_cmd::cargo::cargo_bin("gadfly"));
        command.args(&arguments).current_dir(workshop.directory.path()).stderr(process::Stdio::null());
        let mut child = command.spawn().unwrap();
        while !workshop.builds().iter().any(|(name, _)| *name == format!("{endless}.tree")) {
            assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
            std::thread::sleep(Duration::from_millis(20));
        }
        process::Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        let code = child.wait().unwrap().code();
        assert_eq!(code, (signal == "-INT").then_some(130));
    }
    let timeout = ["--build-timeout", "20s"];
    let output = workshop.gadfly().args(&arguments).args(timeout).output().unwrap();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["findings"][0]["at"]["subject"], "m19", "{json}");
    // The bad one was built by the first process.
    assert_eq!((&json["builds"], &json["late_builds"]), (&Value::from(2), &Value::from(1)), "{json}");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("took longer than 20s"), "{said}");
    assert!(workshop.builds().iter().all(|(name, is_whole)| *is_whole && !name.ends_with(".tree")));
    let worktrees = workshop.git(&["worktree", "list"]);
    assert_eq!(worktrees.lines().count(), 1, "{worktrees}");
}
