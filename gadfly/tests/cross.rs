//! Compilers for other machines, and what runs their programs. The fake one here is the system's compiler, whose programs
//! claim to be for AArch64: neither a cross compiler nor QEMU need be installed to see what is said and done.

use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

struct Lab(TempDir);

impl Lab {
    /// With nothing on PATH but what a test puts there.
    fn new() -> Lab {
        let lab = Lab(TempDir::with_prefix_in("cross", env!("CARGO_TARGET_TMPDIR")).unwrap());
        fs::create_dir(lab.bin()).unwrap();
        lab
    }

    fn bin(&self) -> PathBuf {
        self.0.path().join("bin")
    }

    /// A script that finds the system's programs.
    fn script(&self, name: &str, body: &str) {
        let path = self.bin().join(name);
        let system = std::env::var("PATH").unwrap();
        fs::write(&path, format!("#!/bin/sh\nPATH='{system}'\n{body}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// A compiler whose programs have AArch64's number (183) in their headers, and that knows its target and root.
    fn cross(&self) {
        self.cross_with("");
    }

    /// The same, with a flag that it has last.
    fn cross_with(&self, flag: &str) {
        let root = self.0.path().join("root");
        fs::create_dir_all(root.join("lib")).unwrap();
        self.script(
            "mycc",
            &format!(
                "case \"$1\" in -print-sysroot) echo {}; exit;; esac\n\
                 out= link=1\n\
                 for a; do case $a in -c|-E) link=;; esac; [ \"$previous\" = -o ] && out=$a; previous=$a; done\n\
                 cc \"$@\" {flag} || exit\n\
                 [ -n \"$link\" ] && [ -f \"$out\" ] && printf '\\267\\000' | dd of=\"$out\" bs=1 seek=18 conv=notrunc 2>/dev/null\n\
                 exit 0",
                root.display()
            ),
        );
    }

    /// What runs these programs: it takes the number out again.
    fn emulator(&self, name: &str) {
        let body = "for program; do :; done\ncp \"$program\" native.$$\n\
                    printf '\\076\\000' | dd of=native.$$ bs=1 seek=18 conv=notrunc 2>/dev/null\nexec ./native.$$";
        self.script(name, body);
    }

    /// A program that prints 1 where `char` is signed, reduced.
    fn reduce(&self, args: &[&str]) -> Output {
        let text = "int printf(const char *, ...);\nstatic int f(char c) { return c < 0; }\n\
                    int main(void)\n{\n    volatile int x = 200;\n    printf(\"%d\\n\", f((char)x));\n    return 0;\n}\n";
        fs::write(self.0.path().join("x.c"), text).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
        command.args(["reduce", "x.c", "--out", "small.c", "--compiler", "mycc -O1"]).args(args);
        command.current_dir(self.0.path()).env("PATH", self.bin()).output().unwrap()
    }

    fn hunt(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
        command.args(["hunt", "--no-reduce", "--tests", "2", "--levels", "1", "--random-flags", "0", "--size", "60"]);
        command.args(args).current_dir(self.0.path()).env("PATH", self.bin()).output().unwrap()
    }
}

#[track_caller]
fn check(output: &Output, code: i32, parts: &[&str]) {
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{text}");
    for part in parts {
        assert!(text.contains(part), "no `{part}` in: {text}");
    }
}

#[test]
fn without_an_emulator_it_is_said_which_would_do_and_how() {
    let lab = Lab::new();
    lab.cross();
    let root = lab.0.path().join("root");
    let run = format!("--run \"qemu-aarch64 -L {}\"", root.display());
    let parts = ["its programs are for AArch64", "apt-get install qemu-user", "gadfly.toml", &run];
    check(&lab.hunt(&["--compiler", "mycc"]), 69, &parts);
}

#[test]
fn an_emulator_that_is_installed_is_used_and_named() {
    let lab = Lab::new();
    lab.cross();
    lab.emulator("qemu-aarch64");
    let root = lab.0.path().join("root").display().to_string();
    let run_by = format!("run by {}/qemu-aarch64 -L {root}", lab.bin().display());
    check(&lab.hunt(&["--compiler", "mycc"]), 0, &[&run_by, "2 programs", "2 compiles", "0 findings"]);
}

#[test]
fn what_runs_the_programs_may_be_said() {
    let lab = Lab::new();
    lab.cross();
    lab.emulator("mine");
    let mine = lab.bin().join("mine").display().to_string();
    check(&lab.hunt(&["--compiler", "mycc", "--run", &mine]), 0, &[&format!("run by {mine}"), "2 compiles"]);
    lab.script("native", "exec cc \"$@\"");
    let one_each = ["--compiler", "mycc", "--compiler", "native", "--run", &mine, "--run", ""];
    check(&lab.hunt(&one_each), 0, &[&format!("run by {mine}\n"), "0 findings"]);
    check(&lab.hunt(&[&one_each[..], &["--run", "x"]].concat()), 2, &["3 --run and 2 --compiler", "one for each"]);
    check(&lab.hunt(&["--run", "mine"]), 2, &["--compiler"]);
}

#[test]
fn reduction_runs_programs_of_other_machines_too() {
    let lab = Lab::new();
    lab.cross_with("-funsigned-char");
    lab.emulator("qemu-aarch64");
    // The accused is told which `char` is meant, and it is told to others.
    check(&lab.reduce(&[]), 0, &["expected: -1", "mycc -O1 -fsigned-char: 255"]);
    lab.emulator("mine");
    let mine = lab.bin().join("mine").display().to_string();
    check(&lab.reduce(&["--run", &mine]), 0, &["mycc -O1 -fsigned-char: 255"]);
}

#[test]
fn reduction_says_what_would_run_the_programs() {
    let lab = Lab::new();
    lab.cross_with("-funsigned-char");
    check(&lab.reduce(&[]), 2, &["its programs are for AArch64", "apt-get install qemu-user", "--run"]);
}

#[test]
fn a_run_command_that_does_not_work_is_quoted() {
    let lab = Lab::new();
    lab.cross();
    lab.script("mine", "echo 'mine: no such machine' >&2; exit 1");
    let mine = lab.bin().join("mine").display().to_string();
    check(&lab.hunt(&["--compiler", "mycc", "--run", &mine]), 69, &[&format!("with `{mine}`: mine: no such machine")]);
}

#[test]
fn the_linker_is_quoted_not_its_driver() {
    let lab = Lab::new();
    lab.script("mycc", "exec cc \"$@\" -lno-such-library");
    let output = lab.hunt(&["--compiler", "mycc"]);
    check(&output, 69, &["does not compile a small program: ", "-lno-such-library"]);
    assert!(!String::from_utf8_lossy(&output.stderr).contains("collect2"));
}

#[test]
fn what_is_no_compiler_is_said_to_be_none() {
    let lab = Lab::new();
    lab.script("ls", "exec ls \"$@\"");
    check(&lab.hunt(&["--compiler", "ls"]), 69, &["it does not work as a C compiler: `", "ls -E "]);
}

/// The examples of `docs/configuration.md`. Needs the packages that they name; `./test` says so if they are not there.
#[test]
fn programs_of_a_cross_compiler_are_compiled_and_run() {
    for machine in ["aarch64", "riscv64"] {
        let lab = Lab::new();
        let compiler = format!("{machine}-linux-gnu-gcc");
        let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
        let args = ["hunt", "--json", "--no-reduce", "--tests", "2", "--levels", "2", "--seed", "1", "--compiler"];
        let output = command.args(args).arg(&compiler).current_dir(lab.0.path()).output().unwrap();
        check(&output, 0, &[]);
        let events: Vec<Value> =
            output.stdout.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
        let run = &events[0]["compilers"][0]["run"];
        assert!(Path::new(run[0].as_str().unwrap()).ends_with(format!("qemu-{machine}")), "{run}");
        assert_eq!(run[2], format!("/usr/{machine}-linux-gnu"));
        let summary = events.last().unwrap();
        assert_eq!((&summary["programs"], &summary["inconclusive"]), (&2.into(), &0.into()), "{summary}");
    }
}
