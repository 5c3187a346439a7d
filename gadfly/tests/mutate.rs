//! `gadfly mutate` as a user meets it. What variants are like is tested in `source`.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A directory of this test's own, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(test: &str) -> Scratch {
        let dir = std::env::temp_dir().join(format!("gadfly-mutate-{}-{test}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        Scratch(dir)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).unwrap();
    }

    fn mutate(&self, args: &[&str]) -> Output {
        let command = [&["mutate"], args].concat();
        Command::new(env!("CARGO_BIN_EXE_gadfly")).args(command).current_dir(&self.0).output().unwrap()
    }

    #[track_caller]
    fn json(&self, args: &[&str]) -> Value {
        let output = self.mutate(&[&["--json"], args].concat());
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// Compiles the files of a directory, runs the program, and says what it printed.
    #[track_caller]
    fn run(&self, compiler: &[&str], dir: &str) -> String {
        let program = self.0.join("program");
        let mut files: Vec<PathBuf> =
            fs::read_dir(self.0.join(dir)).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let mut command = Command::new(compiler[0]);
        let compiled = command.args(&compiler[1..]).arg("-w").args(files).arg("-o").arg(&program).output().unwrap();
        assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
        String::from_utf8(Command::new(program).output().unwrap().stdout).unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const MAIN: &str = "#include <stdio.h>\n#include \"list.h\"\nint main(int argc, char **argv) {\n  int sum = 0;\n  \
    for (int i = 0; i < COUNT; i++) {\n    if (i > 100) {\n      printf(\"never\\n\");\n      return 3;\n    }\n    \
    sum += next(i);\n  }\n  printf(\"%d\\n\", sum);\n  return 0;\n}\n";
const LIST: &str = "#include \"list.h\"\nstatic int calls;\nint next(int x) {\n  calls++;\n  if (x < 0) calls = 0;\n  \
    return x * 2 + calls;\n}\n";

#[test]
fn variants_of_several_files_compile_and_print_the_same() {
    let scratch = Scratch::new("units");
    fs::create_dir_all(scratch.0.join("include")).unwrap();
    scratch.write("include/list.h", "int next(int x);\n");
    scratch.write("main.c", MAIN);
    scratch.write("list.c", LIST);
    let report =
        scratch.json(&["main.c", "list.c", "-I", "include", "-D", "COUNT=9", "--variants", "6", "--seed", "3"]);
    assert_eq!(report["stdout"], "117\n");
    let variants = report["variants"].as_array().unwrap();
    assert_eq!(variants.len(), 6);
    assert_eq!(fs::read_to_string(scratch.0.join("variants/expected.txt")).unwrap(), "117\n");
    for variant in variants {
        assert_eq!(variant["files"], serde_json::json!(["main.c", "list.c"]));
        let edits = variant["edits"].as_array().unwrap();
        assert!(!edits.is_empty());
        for edit in edits {
            assert!(["main.c", "list.c"].contains(&edit["file"].as_str().unwrap()), "{edit}");
            assert!(edit["line"].as_u64().unwrap() > 0 && edit["column"].as_u64().unwrap() > 0);
        }
        let dir = variant["directory"].as_str().unwrap();
        assert_eq!(scratch.run(&["cc", "-O2"], dir), "117\n", "{dir}");
    }
}

#[test]
fn the_kinds_that_are_asked_for_are_made() {
    let scratch = Scratch::new("kinds");
    scratch.write("list.h", "int next(int x);\n");
    scratch.write("all.c", &format!("{LIST}{}", MAIN.replace("COUNT", "4")));
    for kind in ["prune", "insert", "live"] {
        let report = scratch.json(&["all.c", "--kinds", kind, "--out", kind]);
        let edits: Vec<&Value> = report["variants"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|variant| variant["edits"].as_array().unwrap())
            .collect();
        assert!(!edits.is_empty() && edits.iter().all(|edit| edit["kind"] == kind), "{kind}: {edits:?}");
    }
    let output = scratch.mutate(&["all.c", "--kinds", "dead"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("prune, insert and live"));
}

#[test]
fn what_is_no_parent_is_told_why() {
    let scratch = Scratch::new("refused");
    scratch.write("undefined.c", "int main(void) { int a[2] = {0}; return a[2]; }\n");
    let output = scratch.mutate(&["undefined.c"]);
    assert_eq!(output.status.code(), Some(86));
    assert!(String::from_utf8_lossy(&output.stderr).contains("undefined.c:1:"));
    scratch.write("endless.c", "int main(void) { volatile int x = 1; while (x) ; return 0; }\n");
    assert_eq!(scratch.mutate(&["endless.c", "--fuel", "10000"]).status.code(), Some(88));
    assert_eq!(scratch.mutate(&["missing.c"]).status.code(), Some(66));
    assert!(!Path::new(&scratch.0.join("variants")).exists());
}

#[test]
fn cpp_is_pruned_by_line_with_a_reference() {
    let scratch = Scratch::new("cpp");
    let text = "#include <cstdio>\n#include <vector>\nint main(int argc, char **) {\n  std::vector<int> v;\n  \
        for (int i = 0; i < 5; i++) v.push_back(i);\n  if (argc > 3) {\n    v.clear();\n    std::puts(\"never\");\n  }\n  \
        if (v.empty())\n    return 1;\n  std::printf(\"%d\\n\", (int)v.size());\n}\n";
    scratch.write("test.cpp", text);
    let report = scratch.json(&["test.cpp", "--reference", "g++ -O0", "--variants", "3"]);
    let variants = report["variants"].as_array().unwrap();
    assert!(variants.len() >= 2, "{report}");
    for variant in variants {
        let dir = variant["directory"].as_str().unwrap();
        assert_eq!(scratch.run(&["g++", "-O1"], dir), "5\n");
        let pruned = fs::read_to_string(scratch.0.join(dir).join("test.cpp")).unwrap();
        assert_eq!(pruned.lines().count(), text.lines().count());
        assert_ne!(pruned, text);
    }
}

#[test]
fn a_guided_walk_goes_on_from_variants() {
    let scratch = Scratch::new("guide");
    scratch.write("list.h", "int next(int x);\n");
    scratch.write("all.c", &format!("{LIST}{}", MAIN.replace("COUNT", "4")));
    let report = scratch.json(&["all.c", "--guide", "gcc -O2", "--variants", "4"]);
    let variants = report["variants"].as_array().unwrap();
    assert_eq!(variants.len(), 4);
    assert_eq!(variants[0]["from"], 0);
    assert!(variants.iter().any(|variant| variant["from"].as_u64() > Some(0)));
    assert!(variants.iter().any(|variant| variant["new_events"].as_u64() > Some(0)), "{report}");
    for variant in variants {
        let dir = variant["directory"].as_str().unwrap();
        assert_eq!(scratch.run(&["cc", "-O0"], dir), "22\n", "{dir}");
    }
}

#[test]
fn a_reference_runs_the_program_with_its_input_and_arguments() {
    let scratch = Scratch::new("reference-input");
    fs::create_dir_all(scratch.0.join("src")).unwrap();
    scratch.write("src/limit.h", "enum { LIMIT = 9 };\n");
    let text = "#include <cstdio>\n#include \"limit.h\"\nint main(int argc, char **argv) {\n  int n = 0;\n  \
        if (std::scanf(\"%d\", &n) != 1) {\n    std::puts(\"no input\");\n  }\n  if (n > LIMIT) {\n    n = 0;\n  }\n  \
        std::printf(\"%d %s\\n\", n, argc > 1 ? argv[1] : \"none\");\n}\n";
    scratch.write("src/test.cpp", text);
    scratch.write("input", "7\n");
    let report = scratch.json(&["src/test.cpp", "--reference", "g++ -O0", "--stdin", "input", "--", "word"]);
    assert_eq!(report["stdout"], "7 word\n");
    let variants = report["variants"].as_array().unwrap();
    assert!(!variants.is_empty());
    let pruned = |variant: &Value| {
        let dir = variant["directory"].as_str().unwrap();
        !fs::read_to_string(scratch.0.join(dir).join("test.cpp")).unwrap().contains("no input")
    };
    assert!(variants.iter().any(pruned), "what is done without input is not executed");
}

#[test]
fn cpp_without_a_reference_is_told_about_it() {
    let scratch = Scratch::new("cpp-refused");
    scratch.write("test.cpp", "int main() {}\n");
    let output = scratch.mutate(&["test.cpp"]);
    assert_eq!(output.status.code(), Some(87));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--reference"));
}

#[test]
fn a_later_run_leaves_nothing_of_an_earlier_one() {
    let scratch = Scratch::new("stale");
    scratch.write("one.c", "int printf(const char *, ...); int main(void) { printf(\"1\\n\"); }\n");
    scratch.write("two.c", "int main(void) { int a = 0; if (a) a = 2; return a; }\n");
    assert_eq!(scratch.json(&["one.c", "--variants", "6"])["variants"].as_array().unwrap().len(), 6);
    scratch.write("variants/2/notes.txt", "");
    let report = scratch.json(&["two.c", "--variants", "2"]);
    let dirs = report["variants"].as_array().unwrap().iter().map(|variant| variant["directory"].as_str().unwrap());
    let names = |dir: &str| {
        let entries = fs::read_dir(scratch.0.join(dir)).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    assert_eq!(dirs.map(names).collect::<Vec<_>>(), [vec!["two.c"], vec!["notes.txt", "two.c"]]);
    assert_eq!(names("variants"), ["1", "2", "expected.txt"]);
    // Without an earlier run, directories with such names are somebody else's.
    fs::create_dir_all(scratch.0.join("mine/3")).unwrap();
    scratch.write("mine/3/own.c", "");
    scratch.json(&["two.c", "--variants", "2", "--out", "mine"]);
    assert_eq!(names("mine/3"), ["own.c"]);
}
