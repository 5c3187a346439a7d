//! The Makefile and the script of a finding's directory, run for real.

use crate::made::{case, finding_of};
use lab::case::Case;
use lab::finding::Finding;
use lab::finding::makefile::makefile;
use lab::observe::Outcome;
use lab::oracle::Kind;
use lab::record::{Record, directory, render};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A compiler in a directory whose name needs quoting, that is `cc` but for what `script` does first.
fn broken(dir: &Path, script: &str) -> String {
    let bin = dir.join("it's $HOME #1");
    fs::create_dir(&bin).unwrap();
    let path = bin.join("broken cc");
    fs::write(&path, format!("#!/bin/sh\n{script}\nexec cc \"$@\"\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_string()
}

fn written(dir: &Path, kind: Kind, compiler: &str, change: impl FnOnce(&mut Case, &mut Finding)) -> PathBuf {
    let mut case = case(42);
    let mut finding = finding_of(&case, kind, &[compiler, "-DWITH=\"a b\""]);
    change(&mut case, &mut finding);
    let place = dir.join(&finding.id);
    directory::keep(&place, &render::files(&Record::new(finding, case)), &[]).unwrap();
    place
}

fn make(place: &Path, args: &[&str]) -> Output {
    // Not a part of a `make` that may run these tests.
    let environment = ["MAKEFLAGS", "MAKELEVEL", "MFLAGS"];
    let mut command = Command::new("make");
    for name in environment {
        command.env_remove(name);
    }
    command.args(args).current_dir(place).output().expect("make is installed")
}

/// `make` must fail saying `message`, and succeed with the system's compiler instead.
#[track_caller]
fn shows(place: &Path, args: &[&str], message: &str) {
    let output = make(place, args);
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(!output.status.success() && text.contains(message), "{text}");
    let output = make(place, &["CC=cc"]);
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success() && text.contains("It does not show."), "{text}");
}

#[test]
fn make_shows_wrong_code_as_a_difference() {
    let dir = TempDir::new().unwrap();
    let compiler = broken(dir.path(), "case \"$*\" in *-O2*test.c*) set -- \"$@\" -Dreturn='return 1 +';; esac");
    let place = written(dir.path(), Kind::WrongCode, &compiler, |_, _| ());
    shows(&place, &[], "+43");
    // A run leaves nothing that the next one could take for its own.
    assert!(make(&place, &["clean"]).status.success());
    assert!(!place.join("build").exists() && !place.join("actual.txt").exists());
}

/// The reduced program has fewer files, and prints something else.
#[test]
fn make_shows_the_reduced_program_by_its_own_makefile() {
    let dir = TempDir::new().unwrap();
    let compiler = broken(dir.path(), "case \"$*\" in *-O2*test.c*) set -- \"$@\" -Dreturn='return 1 +';; esac");
    let place = written(dir.path(), Kind::WrongCode, &compiler, |_, _| ());
    let output = make(&place, &["PROGRAM=reduced"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("There is no reduced/Makefile here."), "{output:?}");
    let reduced = place.join("reduced");
    fs::create_dir(&reduced).unwrap();
    // `main` returns nothing by `return`, which the broken compiler would change.
    let text =
        "int printf(const char *, ...);\nint f(void) { return 5; }\nint main(void) { printf(\"%d\\n\", f()); }\n";
    fs::write(reduced.join("test.c"), text).unwrap();
    fs::write(reduced.join("expected.txt"), "5\n").unwrap();
    let finding = finding_of(&case(42), Kind::WrongCode, &[&compiler, "-DWITH=1"]);
    fs::write(reduced.join("Makefile"), makefile(&Finding { driver: None, ..finding }, ".")).unwrap();
    let output = make(&place, &["PROGRAM=reduced"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!output.status.success() && text.contains("-5\n+6\n"), "{text}");
    let output = make(&place, &["PROGRAM=reduced", "CC=cc"]);
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn make_shows_a_wrong_exit_code() {
    let dir = TempDir::new().unwrap();
    let header = dir.path().join("exit.h");
    let code = "#include <stdlib.h>\n#include <stdio.h>\n\
                __attribute__((destructor)) static void leave(void) { fflush(stdout); _Exit(3); }\n";
    fs::write(&header, code).unwrap();
    let script = format!("case \"$*\" in *test.c*) set -- \"$@\" -include '{}';; esac", header.display());
    let compiler = broken(dir.path(), &script);
    let place = written(dir.path(), Kind::WrongCode, &compiler, |_, _| ());
    shows(&place, &[], "the exit code is 3, not 0");
}

#[test]
fn make_shows_a_compiler_that_crashes() {
    let dir = TempDir::new().unwrap();
    let compiler = broken(dir.path(), "case \"$*\" in *test.c*) kill -SEGV $$;; esac");
    let place = written(dir.path(), Kind::Crash, &compiler, |_, _| ());
    shows(&place, &[], "It shows: the compiler breaks.");
}

#[test]
fn a_crash_shows_without_a_main() {
    let dir = TempDir::new().unwrap();
    let compiler = broken(dir.path(), "case \"$*\" in *test.c*) kill -SEGV $$;; esac");
    let place = written(dir.path(), Kind::Crash, &compiler, |case, _| {
        case.files.iter_mut().for_each(|file| file.text = file.text.replace("main", "not_main"));
    });
    shows(&place, &[], "It shows: the compiler breaks.");
}

#[test]
fn make_shows_a_compiler_that_hangs() {
    let dir = TempDir::new().unwrap();
    let compiler = broken(dir.path(), "case \"$*\" in *test.c*) exec sleep 100000;; esac");
    let place = written(dir.path(), Kind::Hang, &compiler, |_, _| ());
    shows(&place, &["TIMEOUT=1"], "It shows: no end after 1 s.");
}

#[test]
fn make_shows_a_compiler_that_refuses() {
    let dir = TempDir::new().unwrap();
    let compiler = broken(dir.path(), "case \"$*\" in *test.c*) exit 1;; esac");
    let place = written(dir.path(), Kind::RejectsValid, &compiler, |_, _| ());
    shows(&place, &[], "It shows: the compiler refuses the program.");
}

#[test]
fn make_shows_a_compiler_that_takes_anything() {
    let dir = TempDir::new().unwrap();
    let compiler = broken(dir.path(), "exit 0");
    let change = |case: &mut Case, _: &mut Finding| case.files[0].text.push_str("not C\n");
    let place = written(dir.path(), Kind::AcceptsInvalid, &compiler, change);
    shows(&place, &[], "It shows: the compiler takes the program.");
}

#[test]
fn the_script_runs_the_commands_from_anywhere() {
    let dir = TempDir::new().unwrap();
    let compiler = broken(dir.path(), "");
    let place = written(dir.path(), Kind::WrongCode, &compiler, |_, _| ());
    let output = Command::new("sh").arg(place.join("commands.sh")).current_dir("/").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "42\n", "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn units_with_odd_names_in_directories_compile() {
    let dir = TempDir::new().unwrap();
    let compiler = broken(dir.path(), "");
    let change = |case: &mut Case, finding: &mut Finding| {
        case.files[0] =
            source::emit::File { name: "a b/$x.c".into(), text: "int answer(void) { return 42; }\n".into() };
        case.units = vec!["a b/$x.c".to_string()];
        finding.units = case.units.clone();
    };
    let place = written(dir.path(), Kind::WrongCode, &compiler, change);
    let output = make(&place, &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn make_waits_as_long_as_the_hunt_did() {
    let dir = TempDir::new().unwrap();
    let change =
        |_: &mut Case, finding: &mut Finding| finding.observations[1].outcome = Outcome::Hung { limit_ms: 9500 };
    let place = written(dir.path(), Kind::Hang, "cc", change);
    assert!(fs::read_to_string(place.join("Makefile")).unwrap().contains("TIMEOUT = 10\n"));
}

#[test]
fn libraries_come_last_when_linking() {
    let dir = TempDir::new().unwrap();
    let compiler = broken(dir.path(), "");
    let change = |case: &mut Case, finding: &mut Finding| {
        let text = "#include <math.h>\nextern volatile double x;\nint answer(void) { return cbrt(x) + 0.5; }\n";
        case.files[0].text = text.to_string();
        case.files[1].text.push_str("volatile double x = 74088;\n");
        finding.case_flags.push("-lm".to_string());
    };
    let place = written(dir.path(), Kind::WrongCode, &compiler, change);
    let output = make(&place, &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_versions_are_those_of_compilers_that_took_part() {
    let finding = finding_of(&case(1), Kind::WrongCode, &["cc"]);
    assert_eq!(finding.versions.into_iter().collect::<Vec<_>>(), [("accused".to_string(), "accused 1.2".to_string())]);
}

#[test]
fn the_report_says_all_that_a_bug_tracker_asks_for() {
    let dir = TempDir::new().unwrap();
    let place = written(dir.path(), Kind::WrongCode, "gcc", |_, _| ());
    let report = fs::read_to_string(place.join("report.md")).unwrap();
    for part in [
        "# accused at -O2: wrong code\n",
        "- Compiler: accused 1.2\n",
        "- Flags that show it: `-O2`",
        "## Expected\n\n```\n42\n```\n\nExit code 0.",
        "## Actual\n\n```\n43\n```\n\nExit code 0.",
        "gcc '-DWITH=\"a b\"' -std=c17 -w -ffp-contract=off -O2 -c test.c -o unit0.o\n",
        "`test.c`:\n\n```c\n#include \"init.h\"\n",
        "- [test.c](original/test.c), 2 lines\n",
        "policy@2:42:c:c17:x86_64:100:on",
        "confirmed, it showed in all of 3 further runs",
    ] {
        assert!(report.contains(part), "no {part:?} in\n{report}");
    }
}

#[test]
fn the_command_of_the_report_shows_it() {
    let dir = TempDir::new().unwrap();
    let compiler = broken(dir.path(), "case \"$*\" in *-O2*test.c*) set -- \"$@\" -Dreturn='return 1 +';; esac");
    let place = written(dir.path(), Kind::WrongCode, &compiler, |_, _| ());
    let report = fs::read_to_string(place.join("report.md")).unwrap();
    let (_, rest) = report.split_once("## Command\n\n```sh\n").unwrap();
    let line = rest.lines().next().unwrap();
    let output = Command::new("sh").args(["-c", line]).current_dir(place.join("original")).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "43\n", "{line}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_report_of_a_self_check_calls_no_output_wrong() {
    let dir = TempDir::new().unwrap();
    let place = written(dir.path(), Kind::SelfCheck, "gcc", |_, _| ());
    let report = fs::read_to_string(place.join("report.md")).unwrap();
    assert!(!report.contains("instead of"), "{report}");
}
