//! What the command prints, to the letter: help texts, diagnostics, tables, JSON. `INSTA_UPDATE=always cargo test -p gadfly
//! --test snapshots` accepts what it prints now; the difference is in `git diff`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Runs the command in a directory, without colours and with one width.
fn gadfly(directory: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
    command.args(args).current_dir(directory).env("NO_COLOR", "1").env_remove("COLUMNS").output().unwrap()
}

/// Everything that a user sees of a run.
fn seen(directory: &Path, args: &[&str]) -> String {
    let output = gadfly(directory, args);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&directory.display().to_string(), "DIR");
    let mut seen = format!("$ gadfly {}\n{}", args.join(" "), text(&output.stdout));
    if !output.stderr.is_empty() {
        seen += &format!("--- standard error\n{}", text(&output.stderr));
    }
    format!("{seen}--- exit code {}\n", output.status.code().unwrap())
}

fn check(name: &str, directory: &Path, args: &[&str]) {
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, seen(directory, args));
    });
}

/// The names in the list that `gadfly --help` shows.
fn subcommands(directory: &Path) -> Vec<String> {
    let help = String::from_utf8(gadfly(directory, &["--help"]).stdout).unwrap();
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let is_entry = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    list.lines().filter(is_entry).filter_map(|line| line.split_whitespace().next()).map(str::to_string).collect()
}

#[test]
fn help_texts() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path();
    check("help", directory, &["--help"]);
    let names = subcommands(directory);
    assert!(names.contains(&"run".to_string()), "{names:?}");
    for name in names.iter().filter(|name| *name != "help") {
        check(&format!("help-{name}"), directory, &[name, "-h"]);
        check(&format!("help-{name}-long"), directory, &[name, "--help"]);
    }
}

#[test]
fn wrong_arguments() {
    let directory = tempfile::tempdir().unwrap();
    let calls: [(&str, &[&str]); 8] = [
        ("no-such-command", &["hnut"]),
        ("no-such-option", &["run", "--feul", "3", "a.c"]),
        ("no-file", &["run"]),
        ("no-such-file", &["run", "missing.c"]),
        ("a-directory", &["run", "."]),
        ("not-a-number", &["run", "--fuel", "many", "a.c"]),
        ("no-store", &["findings", "--store", "nowhere"]),
        ("nothing-to-reduce", &["reduce", "missing.c", "--compiler", "cc"]),
    ];
    for (name, args) in calls {
        check(&format!("wrong-{name}"), directory.path(), args);
    }
}

const UNDEFINED: &str =
    "#include <limits.h>\nint next(int n) {\n    return n + 1;\n}\nint main(void) {\n    return next(INT_MAX);\n}\n";
const FREED: &str =
    "#include <stdlib.h>\nint main(void) {\n    int *p = malloc(sizeof *p);\n    free(p);\n    return *p;\n}\n";
const UNSEQUENCED: &str = "int main(void) {\n    int i = 0;\n    return i++ + i++;\n}\n";
const REJECTED: &str = "int main(void) {\n    return undeclared;\n}\n";
const NO_HEADER: &str = "#error \"this header is not for users\"\nint main(void) { return 0; }\n";
const UNSUPPORTED: &str = "#include <stdio.h>\nint main(void) {\n    return fork();\n}\nint fork(void);\n";
const ENDLESS: &str = "int main(void) {\n    for (;;);\n}\n";
const DEFINED: &str = "#include <stdio.h>\nint main(void) {\n    for (int i = 0; i < 3; i++)\n        printf(\"%d\\n\", i * i);\n    return 3;\n}\n";
const TIME: &str = "#include <time.h>\nint main(void) {\n    return time(0) % 7;\n}\n";

#[test]
fn outcomes_of_run() {
    let programs = [
        ("undefined", UNDEFINED),
        ("freed", FREED),
        ("unsequenced", UNSEQUENCED),
        ("rejected", REJECTED),
        ("unsupported", UNSUPPORTED),
        ("endless", ENDLESS),
        ("defined", DEFINED),
        ("time", TIME),
    ];
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in programs {
        let file = format!("{name}.c");
        fs::write(directory.path().join(&file), text).unwrap();
        check(&format!("run-{name}"), directory.path(), &["run", "--fuel", "100000", &file]);
        check(&format!("run-{name}-json"), directory.path(), &["run", "--json", "--fuel", "100000", &file]);
    }
    check("run-profile", directory.path(), &["run", "--profile", "defined.c"]);
    fs::write(directory.path().join("print.c"), UNSEQUENCED).unwrap();
    check("run-print", directory.path(), &["run", "--print", "print.c"]);
    fs::write(directory.path().join("other.i"), NO_HEADER).unwrap();
    check("run-directive", directory.path(), &["run", "other.i"]);
    fs::write(directory.path().join("program.cpp"), "int main() {}").unwrap();
    check("run-cpp", directory.path(), &["run", "program.cpp"]);
}

#[test]
fn what_generate_says() {
    let directory = tempfile::tempdir().unwrap();
    check("generate", directory.path(), &["generate", "--seed", "7", "--size", "30"]);
    check("generate-json", directory.path(), &["generate", "--seed", "7", "--size", "30", "--out", "json", "--json"]);
}

#[test]
fn a_new_configuration() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("gadfly.toml"), "[hunt]\ntime = 3\n").unwrap();
    check("init-exists", directory.path(), &["init"]);
    check("hunt-unknown-key", directory.path(), &["hunt", "--tests", "1"]);
}

#[test]
fn pages_for_packages() {
    let directory = tempfile::tempdir().unwrap();
    for shell in ["bash", "zsh", "fish"] {
        let script = seen(directory.path(), &["__pages", "--completions", shell]);
        assert!(script.contains("gadfly") && script.contains("hunt") && script.contains("exit code 0"), "{shell}");
        assert!(!script.contains("__broken-cc"), "{shell}");
    }
    let output = gadfly(directory.path(), &["__pages", "--man", "."]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for name in subcommands(directory.path()).iter().filter(|name| *name != "help") {
        let page = fs::read_to_string(directory.path().join(format!("gadfly-{name}.1"))).unwrap();
        assert!(page.contains(".SH OPTIONS"), "{name}");
    }
    assert!(directory.path().join("gadfly.1").exists());
}
