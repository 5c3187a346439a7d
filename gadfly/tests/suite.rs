//! The script `./test`: it takes nothing away from the machine, and what it cannot run it names.
//!
//! It is run here with an `apt-get` and a `cargo` of our own, in a directory with nothing but the script.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// What the script itself needs; everything else is not on its PATH.
const SHELL: [&str; 12] =
    ["bash", "env", "dirname", "id", "sed", "find", "sort", "awk", "xargs", "gcc", "make", "true"];

/// A machine on which nothing can be installed but python3.
fn machine() -> TempDir {
    let directory = TempDir::new().unwrap();
    let path = |name: &str| directory.path().join(name);
    for name in ["bin", "bench"] {
        fs::create_dir(path(name)).unwrap();
    }
    fs::copy(root().join("test"), path("test")).unwrap();
    for name in SHELL {
        let program = lab::on_path::find(name).unwrap_or_else(|| panic!("there is no {name}"));
        symlink(program, path("bin").join(name)).unwrap();
    }
    let log = path("log").display().to_string();
    let bin = path("bin").display().to_string();
    script(&path("bin/sudo"), "exec \"$@\"");
    let install = "case \"$*\" in *install*python3) exec ln -s BIN/true BIN/python3;; *install*) exit 100;; esac";
    script(&path("bin/apt-get"), &format!("echo apt-get \"$@\" >> {log}\n{}", install.replace("BIN", &bin)));
    script(&path("bin/ln"), "exec /bin/ln \"$@\"");
    script(&path("bin/cargo"), &format!("echo cargo \"$@\" >> {log}"));
    for step in ["figures", "torture", "csmith", "generator", "sanitize"] {
        script(&path("bench").join(step), &format!("echo bench/{step} >> {log}"));
    }
    directory
}

fn script(path: &Path, body: &str) {
    fs::write(path, format!("#!/bin/bash\n{body}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// The exit code, what it says, and what it ran.
fn run(machine: &TempDir, ci: bool) -> (i32, String, String) {
    let mut command = Command::new(machine.path().join("test"));
    command.env_clear().env("PATH", machine.path().join("bin"));
    if ci {
        command.env("CI", "true");
    }
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code().unwrap(), text, fs::read_to_string(machine.path().join("log")).unwrap())
}

#[test]
fn nothing_is_removed_and_nothing_is_installed_that_nobody_asked_for() {
    let (_, text, log) = run(&machine(), false);
    let installs: Vec<&str> = log.lines().filter(|line| line.contains(" install ")).collect();
    assert!(installs.len() > 2, "all at once, then one by one: {text}");
    for line in installs {
        assert!(line.contains("--no-remove") && line.contains("--no-install-recommends"), "{line}");
    }
}

#[test]
fn what_cannot_be_installed_is_skipped_by_name_and_counted() {
    let (code, text, log) = run(&machine(), false);
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("not installed: z3 (z3); skipped without it: z3_proves_the_conditions_that_arith_tests"),
        "{text}"
    );
    assert!(text.contains("== SKIPPED: bench/csmith"), "{text}");
    let skipped = text.lines().filter(|line| line.starts_with("== SKIPPED: ")).count();
    assert!(text.contains(&format!(", 0 failed, {skipped} skipped")), "{text}");
    assert!(log.contains("cargo test") && log.contains("--skip z3_proves_the_conditions_that_arith_tests"), "{log}");
    assert!(!log.contains("bench/csmith"), "{log}");
    assert!(!text.contains("not installed: python3 ("), "what can be installed is: {text}");
}

#[test]
fn with_ci_a_skipped_test_is_a_failure() {
    let (code, text, _) = run(&machine(), true);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("with CI=true everything must run"), "{text}");
}

/// A name that matches no test would skip nothing, and the test would fail for want of its tool.
#[test]
fn every_test_that_may_be_skipped_exists_once() {
    let text = fs::read_to_string(root().join("test")).unwrap();
    let names = text.split_whitespace().filter_map(|word| word.trim_matches('"').strip_prefix("test:"));
    let names: Vec<&str> =
        names.filter(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit())).collect();
    assert!(names.len() > 3, "{names:?}");
    let sources: String = ["lang", "interp", "source", "reduce", "sandbox", "lab", "gadfly"].map(tests_of).concat();
    for name in names {
        assert_eq!(sources.matches(&format!("fn {name}")).count(), 1, "{name}");
    }
}

/// The text of a crate's tests.
fn tests_of(package: &str) -> String {
    let mut directories = vec![root().join(package).join("tests")];
    let mut text = String::new();
    while let Some(directory) = directories.pop() {
        for path in fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                text += &fs::read_to_string(path).unwrap();
            }
        }
    }
    text
}
