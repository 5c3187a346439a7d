//! Hunts with sources that make variants, `spe` and `emi`, on compilers with a bug that no program of the corpus shows: only its
//! variants do.

use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A directory with a corpus, a compiler and a store.
struct Lab(TempDir);

/// `x + x` is `x - x` if the words of the command have `-O2`; others are compiled by the last word.
const WRONG: &str = r#"case "$*" in *-O2*) for a; do shift; case $a in *.c|*.cpp) sed 's/x + x/x - x/g' "$a" > "wrong-$a"
a="wrong-$a";; esac; set -- "$@" "$a"; done;; esac"#;

/// Breaks on `x + x`.
const CRASH: &str = r#"for a; do case $a in *.c) if grep -qs 'x + x' "$a"; then
echo 'test.c:1:1: internal compiler error: in fold, at a.cc:7' >&2; exit 1; fi;; esac; done"#;

const SUM: &str = "int f(int x, int y) { return x + y; }\nint main(void) { int a = f(3, 4); return a - 7; }\n";

impl Lab {
    fn new(toml: &str) -> Lab {
        let lab = Lab(tempfile::Builder::new().prefix("variants-test-").tempdir().unwrap());
        lab.file("gadfly.toml", &format!("levels = [\"-O0\", \"-O2\"]\nrandom_flags = 0\n{toml}"));
        lab
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// A compiler that these lines of shell break.
    fn compiler(&self, lines: &str, cc: &str) -> String {
        let path = self.file("gcc", &format!("#!/bin/sh\n{lines}\nexec {cc} \"$@\"\n"));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path.display().to_string()
    }

    fn gadfly(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_gadfly")).args(args).current_dir(self.0.path()).output().unwrap()
    }

    /// The events of a hunt with seed 1 and the store `store`.
    fn hunt(&self, args: &[&str]) -> Vec<Value> {
        let fixed = ["hunt", "--json", "--seed", "1", "--jobs", "1", "--store", "store"];
        let output = self.gadfly(&[&fixed[..], args].concat());
        let lines = String::from_utf8(output.stdout).unwrap();
        assert!([0, 10].contains(&output.status.code().unwrap()), "{lines}{}", String::from_utf8_lossy(&output.stderr));
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The directory of a finding.
    fn directory(&self, finding: &Value) -> PathBuf {
        self.path("store/findings").join(finding["id"].as_str().unwrap())
    }
}

fn all<'a>(events: &'a [Value], name: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["event"] == name).collect()
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.as_ref().display()))
}

#[test]
fn a_variant_that_is_wrong_is_found_in_its_batch_and_stands_alone() {
    let lab = Lab::new("");
    lab.file("suite/sum.c", SUM);
    let compiler = lab.compiler(WRONG, "cc");
    let events = lab.hunt(&["--no-reduce", "--tests", "1", "--source", "spe:suite", "--compiler", &compiler]);
    // `x` and `y` get different arguments, so none of the four is a renaming of another.
    assert_eq!(events.last().unwrap()["programs"], 4);
    let findings = all(&events, "finding");
    assert_eq!(findings.len(), 1, "{findings:?}");
    let finding = findings[0];
    assert_eq!((&finding["kind"], &finding["oracle"]), (&"wrong-code".into(), &"expected".into()));
    let recipe = finding["recipe"].as_str().unwrap();
    assert!(recipe.starts_with("gadfly enumerate suite/sum.c --from "), "{recipe}");
    let text = read(lab.directory(finding).join("original/sum.c"));
    assert!(text.contains("return x + x;") && !text.contains("batch"), "{text}");
    // The recipe makes it again.
    let words: Vec<&str> = recipe.split(' ').skip(1).collect();
    let again = String::from_utf8(lab.gadfly(&words).stdout).unwrap();
    assert!(again.ends_with(&text), "{again}");
    let repro = lab.gadfly(&["repro", "--store", "store", finding["id"].as_str().unwrap()]);
    assert_eq!(repro.status.code(), Some(10), "{repro:?}");
}

#[test]
fn a_variant_without_a_known_output_is_compiled_and_not_run() {
    let lab = Lab::new("");
    // With `z` for `x`, the loop does not end and the value is not defined.
    let text = "int f(int x, int y) { int z; while (x > 9) x -= y; return x + y; }\n\
                int main(void) { return f(20, 3) != 11; }\n";
    lab.file("suite/loop.c", text);
    let compiler = lab.compiler(&CRASH.replace("x + x", "z + z"), "cc");
    let args = ["--no-reduce", "--tests", "4", "--source", "spe:suite", "--compiler", &compiler];
    let events = lab.hunt(&args);
    let findings = all(&events, "finding");
    assert!(!findings.is_empty() && findings.iter().all(|finding| finding["kind"] == "crash"), "{findings:?}");
    let text = read(lab.directory(findings[0]).join("original/loop.c"));
    assert!(text.contains("return z + z;") && text.contains("#define main main_of_variant"), "{text}");
    fs::remove_dir_all(lab.path("store")).unwrap();
    lab.compiler("", "cc");
    let events = lab.hunt(&args);
    let summary = events.last().unwrap();
    assert_eq!((&summary["findings"], &summary["inconclusive"]), (&0.into(), &0.into()), "{summary}");
}

#[test]
fn files_without_main_and_lists_of_files_are_enumerated() {
    let lab = Lab::new("[[source]]\nname = \"spe:./list\"\nbatch = 3\nlimit = 7\n");
    lab.file("one.c", "int f(int x, int y) { return x + y; }\n");
    lab.file("sub/two.c", "long g(long x, long y) { return x + y; }\n");
    lab.file("list", "one.c\n# and\nsub/two.c\n");
    let compiler = lab.compiler(CRASH, "cc");
    let events = lab.hunt(&["--no-reduce", "--tests", "2", "--compiler", &compiler]);
    // Nobody calls them, so that renaming the parameters changes nothing.
    assert_eq!(events.last().unwrap()["programs"], 4);
    let findings = all(&events, "finding");
    assert_eq!(findings.len(), 2, "one of each file: {findings:?}");
    assert!(findings.iter().all(|finding| finding["kind"] == "crash"));
}

#[test]
fn the_smallest_edit_that_turns_right_into_wrong_is_in_the_report() {
    let lab = Lab::new("[[source]]\nname = \"emi:./suite\"\nkinds = [\"live\"]\nvariants = 6\n");
    let text = "#include <stdio.h>\n__attribute__((noinline)) int f(int x, int y) { int z = x * 3; z = z + y; return z; }\n\
                int main(void) { int i, s = 0; for (i = 0; i < 5; i++) s += f(i, s); printf(\"%d\\n\", s); return 0; }\n";
    lab.file("suite/f.c", text);
    // Remainders that no execution had are in many conditions of variants. Here they are all that ever is.
    let wrong = r#"case "$*" in *-O2*) for a; do shift; case $a in *.c) sed 's/) % \([0-9]*\)ULL != /) % \1ULL == 99ULL + /g' "$a" > "wrong-$a"
a="wrong-$a";; esac; set -- "$@" "$a"; done;; esac"#;
    let compiler = lab.compiler(wrong, "cc");
    let events = lab.hunt(&["--no-reduce", "--tests", "6", "--compiler", &compiler]);
    let findings = all(&events, "finding");
    assert!(!findings.is_empty(), "{:?}", events.last());
    let with = |finding: &&&Value| lab.directory(finding).join("difference").exists();
    let finding = findings.iter().find(with).expect("a finding with a right parent");
    let kept: Value = serde_json::from_str(&read(lab.directory(finding).join("finding.json"))).unwrap();
    let parent = &kept["parent"];
    let fewest = parent["difference"]["edits"].as_array().unwrap();
    assert!(!fewest.is_empty() && fewest.len() <= parent["edits"].as_array().unwrap().len());
    assert_eq!(parent["edits"][0]["kind"], "live");
    let report = read(lab.directory(finding).join("report.md"));
    assert!(report.contains("## What makes the difference") && report.contains("+++ difference/f.c"), "{report}");
    // The difference is wrong with the compiler, and right with another.
    let build = |cc: &str| {
        let path = lab.directory(finding).join("difference/f.c");
        fs::copy(&path, lab.path("difference.c")).unwrap();
        let built =
            Command::new(cc).args(["-O2", "-w", "difference.c", "-o", "a.out"]).current_dir(lab.0.path()).status();
        assert!(built.unwrap().success());
        Command::new(lab.path("a.out")).output().unwrap().stdout
    };
    let right = read(lab.directory(finding).join("expected.txt")).into_bytes();
    assert_eq!(build("cc"), right);
    assert_ne!(build(&compiler), right);
}

#[test]
fn a_broken_compiler_is_found_reduced_and_classified_through_each_source() {
    let gadfly = env!("CARGO_BIN_EXE_gadfly");
    // Right by themselves: nothing is shifted by 5 to 12, or multiplied by a constant above 8.
    let shift = "__attribute__((noipa)) unsigned f(unsigned x, unsigned y)\n{\n    unsigned few = 3, many = 7;\n    \
                 return (x << few) + y + many;\n}\nint main(void) { return f(5, 6) % 251; }\n";
    let product = "#include <stdio.h>\nint table[10];\n__attribute__((noinline)) int step(int x, int y)\n{\n    \
                   if (x > 50) { y = y ^ x; x = y >> 2; }\n    return x * 3 + y;\n}\nint main(void)\n{\n    int s = 1, i;\n    \
                   for (i = 0; i < 10; i++) { table[i] = step(s, i); s = table[i] & 31; }\n    \
                   for (i = 0; i < 10; i++) printf(\"%d \", table[i]);\n    return s;\n}\n";
    for (source, bug, text, tests) in
        [("spe:suite", "shift-count", shift, "4"), ("emi:suite", "imul-constant", product, "8")]
    {
        let compiler = format!("name = \"broken\"\ncommand = \"{gadfly} __broken-cc {bug} -- gcc\"\n");
        let lab = Lab::new(&format!("[[compiler]]\n{compiler}"));
        lab.file("suite/f.c", text);
        let events = lab.hunt(&["--tests", tests, "--source", source]);
        let findings = all(&events, "finding");
        assert!(!findings.is_empty(), "{source}: {:?}", events.last());
        let reduced = findings.iter().find(|finding| lab.directory(finding).join("reduced").exists());
        let directory = lab.directory(reduced.unwrap_or_else(|| panic!("{source}: nothing is reduced")));
        assert!(directory.join("triage.json").exists(), "{source}");
        assert!(read(directory.join("reduced/f.c")).contains("main"), "{source}");
        assert!(read(directory.join("report.md")).contains("a variant of another one"), "{source}");
    }
}

#[test]
fn programs_that_are_no_parents_are_counted_with_their_reasons() {
    let lab = Lab::new("");
    lab.file("suite/asm.c", "int main(void) { int x; __asm__(\"movl $5, %0\" : \"=r\"(x)); return x; }\n");
    lab.file("suite/ub.c", "int main(void) { int i = 2147483647; return i + 1; }\n");
    let compiler = lab.compiler("", "cc");
    let fixed = ["hunt", "--json", "--seed", "1", "--no-reduce", "--tests", "2", "--compiler", &compiler];
    let output = lab.gadfly(&[&fixed[..], &["--source", "emi:suite"]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("undefined: signed-overflow"), "{text}");
    assert!(text.contains("emi:suite: no parent: unsupported"), "{text}");
}

#[test]
fn mistakes_in_the_configuration_are_told() {
    let check = |toml: &str, message: &str| {
        let lab = Lab::new(toml);
        lab.file("suite/sum.c", SUM);
        let output = lab.gadfly(&["hunt", "--tests", "1", "--compiler", "cc"]);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(message), "no `{message}` in: {stderr}");
    };
    check("[[source]]\nname = \"emi:./suite\"\nkinds = [\"dead\"]\n", "there are prune, insert and live");
    check("[[source]]\nname = \"emi:./suite\"\nvariants = 0\n", "without variants");
    check("[[source]]\nname = \"emi:./suit\"\n", "neither a source nor a file");
    check("[[source]]\nname = \"spe:./suite\"\nbatch = 0\n", "`batch` must be more than 0");
    check("[[source]]\nname = \"policy\"\nbatch = 4\n", "it belongs to `spe`");
    check("[[source]]\nname = \"spe:./suite\"\nkinds = [\"live\"]\n", "it belongs to `emi`");
}

#[test]
fn cpp_variants_that_sanitizers_admit_are_compared_between_levels() {
    let lab = Lab::new("[[source]]\nname = \"spe:./suite\"\n");
    let text = "struct P { int v; };\nstatic int f(P p, int x, int y) { return p.v * (x + y); }\n\
                int main() { P p = { 2 }; int a = 3; return f(p, a, 4); }\n";
    lab.file("suite/p.cpp", text);
    let path = lab.compiler(WRONG, "c++");
    let compiler = lab.path("g++");
    fs::rename(path, &compiler).unwrap();
    let compiler = compiler.display().to_string();
    let events = lab.hunt(&["--no-reduce", "--tests", "12", "--compiler", &compiler]);
    let findings = all(&events, "finding");
    assert!(findings.iter().any(|it| it["kind"] == "wrong-code" && it["oracle"] == "dol"), "{:?}", events.last());
    assert!(findings.iter().all(|it| read(lab.directory(it).join("original/p.cpp")).contains("x + x")), "{findings:?}");
}

#[test]
fn a_crash_of_a_cpp_front_end_is_found_without_linking_and_reduced() {
    let lab = Lab::new("[[source]]\nname = \"spe:./suite\"\n");
    // It calls what is nowhere, so it cannot be linked.
    let text = "int g(int);\nstruct S { template <class T> static T f(T x, T y) { return x + y; } };\n\
                int unused(int a) { return a; }\nint h(int a) { return g(S::f(a, 3)); }\n";
    lab.file("suite/p.cpp", text);
    let path = lab.compiler(&CRASH.replace("*.c)", "*.cpp|*.C)"), "c++");
    let compiler = lab.path("g++");
    fs::rename(path, &compiler).unwrap();
    let compiler = compiler.display().to_string();
    let events = lab.hunt(&["--tests", "1", "--compiler", &compiler, "--levels", "syntax", "--oracle", "crash"]);
    let [finding] = all(&events, "finding")[..] else { panic!("{events:?}") };
    assert_eq!(finding["kind"], "crash");
    let directory = lab.directory(finding);
    assert!(read(directory.join("original/p.cpp")).contains("x + x"));
    let report = read(directory.join("report.md"));
    assert!(report.contains("-fsyntax-only") && report.contains("in fold, at a.cc"), "{report}");
    let reduced = read(directory.join("reduced/p.cpp"));
    assert!(reduced.contains("x + x") && !reduced.contains("unused"), "{reduced}");
}
