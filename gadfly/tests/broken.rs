//! `gadfly __broken-cc`: as good as the compiler without a bug, and as bad as the bug says with one.
//!
//! Every bug has a program of its own in `tests/broken`, a function `test` that one assembly instruction or one line of
//! C makes the bug's victim. Instructions are written out where compilers may choose others. It is compiled at -O3, or as
//! the comment in its first line says.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

const GADFLY: &str = env!("CARGO_BIN_EXE_gadfly");

/// A directory of this test's own, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(test: &str) -> Scratch {
        let dir = std::env::temp_dir().join(format!("gadfly-broken-{}-{test}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        Scratch(dir)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Runs a command line here, with temporary files here too and a second of CPU time, so that nothing spins forever.
    fn run(&self, line: &str) -> Output {
        let limited = format!("ulimit -t 1; ulimit -c 0; exec {line}");
        Command::new("sh").args(["-c", &limited]).current_dir(&self.0).env("TMPDIR", &self.0).output().unwrap()
    }

    /// `gcc ARGS` with a bug.
    fn cc(&self, bug: &str, args: &str) -> Output {
        self.run(&format!("'{GADFLY}' __broken-cc {bug} -- gcc {args}"))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Name and kind of every bug.
fn list() -> Vec<(String, String)> {
    let output = Command::new(GADFLY).args(["__broken-cc", "--list"]).output().unwrap();
    assert!(output.status.success());
    let pair = |line: &str| {
        let mut words = line.split_whitespace().map(str::to_string);
        (words.next().unwrap(), words.next().unwrap())
    };
    text(&output.stdout).lines().map(pair).collect()
}

const SIGSEGV: i32 = 11;

const PROGRAM: &str = "\
int printf(const char *, ...);
static int twice(int x) { return x + x; }
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += twice(i) ^ 3;
    printf(\"%d\\n\", sum);
    return 3;
}
";

#[test]
fn there_are_many_bugs_of_every_kind_with_a_trigger_each() {
    let bugs = list();
    assert!(bugs.len() > 100, "{}", bugs.len());
    for kind in ["wrong-code", "crash", "rejects-valid", "hang"] {
        assert!(bugs.iter().any(|(_, of)| of == kind), "{kind}");
    }
    let triggers = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
    let count = fs::read_dir(&triggers).unwrap().count();
    let without = bugs.iter().filter(|(name, _)| !triggers.join(format!("{name}.c")).exists()).collect::<Vec<_>>();
    assert!(without.len() == 1 && without[0].0 == "none", "without a trigger: {without:?}");
    assert_eq!(count, bugs.len() - 1, "a trigger without its bug");
}

#[test]
fn without_a_bug_every_answer_is_the_compilers() {
    let scratch = Scratch::new("none");
    scratch.write("a.c", PROGRAM);
    scratch.write("bad.c", "int f(void) { return x; }\n");
    let questions =
        ["--version", "-dumpversion", "-v", "-print-prog-name=as", "-E a.c", "-c bad.c", "-S -O2 -o - a.c", ""];
    for bug in ["none", "sar-as-shr", "ice-fold", "ice-vect"] {
        for question in questions {
            let (ours, its) = (scratch.cc(bug, question), scratch.run(&format!("gcc {question}")));
            assert_eq!(ours.status.code(), its.status.code(), "{bug}: {question}");
            assert_eq!(text(&ours.stdout), text(&its.stdout), "{bug}: {question}");
            // gcc's temporary files have names of their own every time.
            if question != "-v" {
                assert_eq!(text(&ours.stderr), text(&its.stderr), "{bug}: {question}");
            }
        }
    }
}

#[test]
fn objects_are_the_compilers_to_the_byte_where_the_bug_does_not_strike() {
    let scratch = Scratch::new("objects");
    scratch.write("a.c", PROGRAM);
    for args in ["-O0 -c a.c", "-O2 -g -c a.c", "-O3 -fno-pie -fno-tree-vrp -c a.c"] {
        for bug in ["none", "rotate", "ice-insn", "ice-fold"] {
            let ours = scratch.cc(bug, &format!("{args} -o ours.o"));
            assert!(ours.status.success(), "{}", text(&ours.stderr));
            assert!(scratch.run(&format!("gcc {args} -o its.o")).status.success());
            assert!(scratch.bytes("ours.o") == scratch.bytes("its.o"), "{bug}: {args}");
        }
    }
}

#[test]
fn every_way_of_calling_a_compiler_leaves_what_it_should() {
    let scratch = Scratch::new("ways");
    scratch.write("a.c", "int f(void);\nint main(void) { return f(); }\n");
    scratch.write("b.c", "int f(void) { return 42; }\n");
    let check = |args: &str, made: &[&str]| {
        let output = scratch.cc("rotate", args);
        assert!(output.status.success(), "{args}: {}", text(&output.stderr));
        let names: Vec<String> = scratch.names().into_iter().filter(|name| name != "a.c" && name != "b.c").collect();
        assert_eq!(names, made, "{args}");
    };
    check("-c a.c b.c", &["a.o", "b.o"]);
    check("a.o b.o -o p", &["a.o", "b.o", "p"]);
    check("-S -O1 b.c", &["a.o", "b.o", "b.s", "p"]);
    check("-x c a.c b.c -lm -o q", &["a.o", "b.o", "b.s", "p", "q"]);
    check("a.c b.o", &["a.o", "a.out", "b.o", "b.s", "p", "q"]);
    for program in ["./p", "./q", "./a.out"] {
        assert_eq!(scratch.run(program).status.code(), Some(42), "{program}");
    }
    assert_ne!(scratch.cc("rotate", "-c a.c b.c nothing.c").status.code(), Some(0));
}

#[test]
fn flags_turn_bugs_on_and_off() {
    let scratch = Scratch::new("flags");
    scratch.write("a.c", "int f(int x) { return x >> 3; }\n");
    let is_wrong = |bug: &str, flags: &str| {
        let output = scratch.cc(bug, &format!("{flags} -S -o - a.c"));
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout).contains("shrl")
    };
    assert!(is_wrong("sar-as-shr", "-O2"));
    assert!(is_wrong("rotate,sar-as-shr", "-O2"));
    for flags in ["-O0", "-O2 -fno-tree-vrp", "-O2 -fdisable-tree-vrp1", "-O2 -m32"] {
        assert!(!is_wrong("sar-as-shr", flags), "{flags}");
    }
}

#[test]
fn wrong_arguments_are_usage_errors() {
    let scratch = Scratch::new("usage");
    let output = scratch.cc("sar-as-shl", "-c a.c");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no bug `sar-as-shl`"), "{}", text(&output.stderr));
    let output = scratch.run(&format!("'{GADFLY}' __broken-cc none"));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn crashes_look_like_those_of_real_compilers() {
    let scratch = Scratch::new("crashes");
    let check = |bug: &str, code: Option<i32>, signal: Option<i32>, message: &str| {
        let output = scratch.cc(bug, &format!("-O3 -c {} -o a.o", trigger(bug).display()));
        let stderr = text(&output.stderr);
        assert_eq!((output.status.code(), output.status.signal()), (code, signal), "{bug}: {stderr}");
        assert!(stderr.contains(message), "{bug}: {stderr}");
    };
    check("ice-fold", Some(1), None, "internal compiler error: in fold_convert_loc, at fold-const.cc:2435");
    check("ice-vect", Some(1), None, "during GIMPLE pass: vect\n");
    check("ice-insn", Some(1), None, "error: unrecognizable insn:");
    check("ice-gimple", Some(1), None, "internal compiler error: verify_gimple failed");
    check("ice-segv", Some(1), None, "internal compiler error: Segmentation fault");
    check("llvm-assertion", Some(134), None, "Assertion `VT.getVectorNumElements() == Mask.size()");
    check("llvm-unreachable", Some(134), None, "UNREACHABLE executed at ./clang/lib/CodeGen/CGBuiltin.cpp:4031!");
    check("llvm-backend", Some(70), None, "fatal error: error in backend: Cannot select");
    check("killed", None, Some(SIGSEGV), "");
    check("bad-assembly", Some(1), None, "Error:");
    check("rejects-valid", Some(1), None, "error: invalid operands to binary <<=");
}

fn trigger(bug: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken").join(format!("{bug}.c"))
}

/// The level in a first line `/* at LEVEL */`.
fn level(bug: &str) -> Option<String> {
    let text = fs::read_to_string(trigger(bug)).unwrap();
    Some(text.strip_prefix("/* at ")?.split(' ').next()?.to_string())
}

/// How a program compiled so behaves, or how the compiler fails.
fn behaviour(scratch: &Scratch, compiler: &str, bug: &str, level: &str, name: &str) -> String {
    let line = format!("{compiler} -w {level} -o {name} {}", trigger(bug).display());
    let compiled = scratch.run(&line);
    if !compiled.status.success() {
        return format!("{}: {}", compiled.status, text(&compiled.stderr));
    }
    let ran = scratch.run(&format!("./{name}"));
    format!("{}: {}", ran.status, text(&ran.stdout))
}

#[test]
fn every_bug_changes_what_its_trigger_does() {
    let scratch = Scratch::new("triggers");
    let bugs: Vec<String> = list().into_iter().map(|(name, _)| name).filter(|name| name != "none").collect();
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(bug) = bugs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let level = level(bug).unwrap_or_else(|| "-O3".to_string());
            let plain = behaviour(&scratch, "gcc", bug, &level, &format!("{bug}-plain"));
            let broken = behaviour(&scratch, &format!("'{GADFLY}' __broken-cc {bug} -- gcc"), bug, &level, bug);
            if !plain.starts_with("exit status: 0: ") || plain == broken {
                wrong.lock().unwrap().push(format!("{bug}: without it {plain}, with it {broken}"));
            }
        }
    };
    thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    assert_eq!(wrong.into_inner().unwrap(), Vec::<String>::new());
}

#[test]
fn strikes_are_listed_without_making_anything() {
    let scratch = Scratch::new("strikes");
    let strikes = |bug: &str, flags: &str| {
        let line = format!("'{GADFLY}' __broken-cc --strikes -- gcc -w {flags} -c {} -o a.o", trigger(bug).display());
        let output = scratch.run(&line);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout).lines().any(|line| line == bug)
    };
    for (bug, _) in list().iter().filter(|(bug, _)| bug != "none") {
        let own = level(bug);
        assert!(strikes(bug, own.as_deref().unwrap_or("-O3")), "{bug}");
        // Those of one level are silent at all others.
        for other in
            ["-O0", "-O1", "-O2", "-Os", "-O3"].iter().filter(|other| own.as_deref().is_some_and(|own| own != **other))
        {
            assert!(!strikes(bug, other), "{bug} at {other}");
        }
    }
    assert_eq!(scratch.names(), Vec::<String>::new());
}

#[test]
fn a_narrow_bug_wants_all_of_its_conditions() {
    let scratch = Scratch::new("narrow");
    let program = |beside: &str, body: &str| {
        format!(
            "volatile int count = 3;\nint f(int x, int y)\n{{\n    {beside}\n    for (int i = 0; i < count; i++)\n        {body}\n    return x;\n}}\n"
        )
    };
    let is_struck = |beside: &str, body: &str, flags: &str| {
        scratch.write("a.c", &program(beside, body));
        let output = scratch.run(&format!("'{GADFLY}' __broken-cc --strikes -- gcc {flags} -c a.c"));
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout).lines().any(|line| line == "narrow-shift-three")
    };
    let (division, shift) = ("x /= y;", "{ x <<= 3; __asm__ volatile(\"\" : \"+r\"(x)); }");
    assert!(is_struck(division, shift, "-O2"));
    for (beside, body, flags) in [("", shift, "-O2"), (division, "x ^= i;", "-O2"), (division, shift, "-O1")] {
        assert!(!is_struck(beside, body, flags), "{beside} {body} {flags}");
    }
    assert!(!is_struck("x <<= 3; x /= y;", "x ^= i;", "-O2"), "not in a loop");
}

#[test]
fn the_demo_finds_both_bugs_and_keeps_them_where_it_is_told() {
    let scratch = Scratch::new("demo");
    let demo = |args: &[&str]| {
        let mut command = Command::new(GADFLY);
        command.arg("demo").args(args).current_dir(&scratch.0).env("TMPDIR", &scratch.0).output().unwrap()
    };
    let output = demo(&["--store", "kept"]);
    assert_eq!(output.status.code(), Some(0), "{}{}", text(&output.stdout), text(&output.stderr));
    for part in [
        "neg-dropped",
        "ice-fold",
        "wrong-code",
        "internal compiler error",
        "# broken-cc at -O1: wrong code: ",
        "gadfly show",
    ] {
        assert!(text(&output.stdout).contains(part), "{part} is not in:\n{}", text(&output.stdout));
    }
    assert_eq!(scratch.names(), ["kept"]);
    let findings = scratch.run(&format!("'{GADFLY}' findings --store kept"));
    assert_eq!(findings.status.code(), Some(10), "{}", text(&findings.stderr));
    fs::remove_dir_all(scratch.0.join("kept")).unwrap();
    let output = demo(&["--compiler", "no-such-compiler"]);
    assert_eq!(output.status.code(), Some(69), "{}", text(&output.stderr));
    assert_eq!(scratch.names(), Vec::<String>::new());
}

#[test]
fn a_demo_that_is_stopped_leaves_nothing() {
    let scratch = Scratch::new("stopped-demo");
    let mut command = Command::new(GADFLY);
    command.arg("demo").current_dir(&scratch.0).env("TMPDIR", &scratch.0).stdout(Stdio::null()).stderr(Stdio::null());
    let mut demo = command.spawn().unwrap();
    while scratch.names().is_empty() {
        thread::sleep(std::time::Duration::from_millis(5));
    }
    // SAFETY: the child is not waited for yet, so the number is still its own.
    unsafe { libc::kill(demo.id() as i32, libc::SIGINT) };
    assert_eq!(demo.wait().unwrap().code(), Some(130));
    assert_eq!(scratch.names(), Vec::<String>::new());
}
