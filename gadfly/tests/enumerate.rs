//! `gadfly enumerate` as a user meets it. What is counted is tested in `source`.

use lang::parse::{self, parse};
use lang::{Program, Target};
use num_bigint::BigUint;
use serde_json::Value;
use source::enumerate::batch::{Refusal, expected};
use source::enumerate::{Batch, Granularity, Judge, Space, Symmetry, Template, extract};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A directory of this test's own, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(test: &str) -> Scratch {
        let dir = std::env::temp_dir().join(format!("gadfly-enumerate-{}-{test}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        Scratch(dir)
    }

    fn file(&self, name: &str, text: &str) -> &Scratch {
        fs::write(self.0.join(name), text).unwrap();
        self
    }

    fn gadfly(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
        command.arg("enumerate").args(args).current_dir(&self.0).output().unwrap()
    }

    /// Standard output of a run that must succeed.
    #[track_caller]
    fn list(&self, args: &[&str]) -> String {
        let output = self.gadfly(args);
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    #[track_caller]
    fn json(&self, args: &[&str]) -> Vec<Value> {
        let stdout = self.list(&[args, &["--json"]].concat());
        stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[track_caller]
    fn fails(&self, args: &[&str], code: i32, message: &str) {
        let output = self.gadfly(args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {stderr}");
        assert!(stderr.contains(message), "{args:?}: {stderr}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const FIGURE_7: &str = "int main(void) { int a, b; a = b; { int c, d; c = d; } return a; }\n";

/// 2 * 3^8 variants of which some are undefined, some loop, some print.
const LARGER: &str = "\
int printf(const char *, ...);
int a = 1, b = 2, c = 3;
int main(void)
{
    while (a < 5)
        a += b;
    printf(\"%d %d\\n\", a, b - c);
    return a / b;
}
";

fn numbers(variants: &[Value]) -> Vec<String> {
    variants.iter().map(|variant| variant["number"].as_str().unwrap().to_string()).collect()
}

#[test]
fn the_papers_figure_7_has_40_variants_and_36_by_its_own_count() {
    let scratch = Scratch::new("figure-7");
    scratch.file("7.c", FIGURE_7);
    let line = |naive: &str, count: &str| {
        format!(
            "{{\"schema\":1,\"holes\":5,\"variables\":4,\"scopes\":2,\"functions\":1,\"types\":1,\
             \"naive\":\"{naive}\",\"count\":\"{count}\"}}\n"
        )
    };
    let count = |symmetry: &str| scratch.list(&["7.c", "--count", "--json", "--symmetry", symmetry]);
    assert_eq!(scratch.list(&["7.c", "--count", "--json"]), line("128", "40"));
    assert_eq!(count("exact"), line("128", "40"));
    assert_eq!(count("paper"), line("128", "36"));
    assert_eq!(count("none"), line("128", "128"));
    assert!(scratch.list(&["7.c", "--count"]).starts_with("40 variants up to renaming, of 128 fillings\n"));
    for (symmetry, many) in [("exact", 40), ("paper", 36), ("none", 128)] {
        let variants = scratch.json(&["7.c", "--symmetry", symmetry]);
        let texts: BTreeSet<&str> = variants.iter().map(|variant| variant["text"].as_str().unwrap()).collect();
        assert_eq!((variants.len(), texts.len()), (many, many));
        assert_eq!(numbers(&variants), (0..many).map(|number| number.to_string()).collect::<Vec<_>>());
    }
}

#[test]
fn each_variant_says_what_it_does() {
    let scratch = Scratch::new("outcomes");
    scratch.file("x.c", LARGER);
    let variants = scratch.json(&["x.c"]);
    let of = |outcome: &str| variants.iter().filter(|variant| variant["outcome"] == outcome).collect::<Vec<_>>();
    let original: Vec<&Value> = variants.iter().filter(|variant| variant["original"] == true).collect();
    let [original] = original[..] else { panic!("one is the program itself") };
    assert_eq!(original["fill"], serde_json::json!(["a", "a", "b", "a", "b", "c", "a", "b"]));
    assert_eq!((&original["stdout"], &original["exit_code"]), (&Value::from("5 -1\n"), &Value::from(2)));
    assert!(of("defined").len() > 100 && of("out-of-fuel").len() > 100, "{}", of("defined").len());
    // What is said of a variant is what `gadfly run` says of its text.
    for variant in variants.iter().step_by(701) {
        scratch.file("variant.c", variant["text"].as_str().unwrap());
        let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
        let output =
            command.args(["run", "--json", "--fuel", "20000", "variant.c"]).current_dir(&scratch.0).output().unwrap();
        let ran: Value = serde_json::from_slice(&output.stdout).unwrap();
        for key in ["outcome", "exit_code", "stdout", "rule"] {
            assert_eq!(ran[key], variant[key], "{variant}");
        }
    }
    let defined = scratch.json(&["x.c", "--defined-only"]);
    assert_eq!(defined.len(), of("defined").len());
    assert!(scratch.json(&["x.c"]) == variants, "the same again");
}

#[test]
fn ranges_are_shards_of_the_whole() {
    let scratch = Scratch::new("ranges");
    scratch.file("x.c", LARGER);
    let all = scratch.json(&["x.c", "--limit", "100000"]);
    let count = all.len();
    let mut shards = Vec::new();
    for from in (0..count).step_by(2000) {
        shards.extend(scratch.json(&["x.c", "--from", &from.to_string(), "--take", "2000"]));
    }
    assert!(shards == all);
    assert!(scratch.json(&["x.c", "--from", &count.to_string()]).is_empty());
    assert!(scratch.json(&["x.c", "--from", "99999999999999999999999999", "--take", "5"]).is_empty());
    assert_eq!(scratch.json(&["x.c", "--take", "0"]).len(), 0);
    assert_eq!(scratch.json(&["x.c", "--from", "7", "--limit", "3"]), all[7..10]);
    let text = scratch.list(&["x.c", "--from", "7", "--take", "1"]);
    assert_eq!(text, format!("/* variant 7 of {count} */\n{}", all[7]["text"].as_str().unwrap()));
}

#[test]
fn samples_have_no_variant_twice_and_begin_alike() {
    let scratch = Scratch::new("samples");
    scratch.file("x.c", LARGER);
    let sample = |size: &str, seed: &str| numbers(&scratch.json(&["x.c", "--sample", size, "--seed", seed]));
    let hundred = sample("100", "3");
    assert_eq!(hundred.iter().collect::<BTreeSet<_>>().len(), 100);
    assert_eq!(sample("10", "3"), hundred[..10]);
    assert_ne!(sample("10", "4"), hundred[..10]);
    scratch.file("7.c", FIGURE_7);
    assert_eq!(numbers(&scratch.json(&["7.c", "--sample", "1000"])).len(), 40);
}

#[test]
fn above_the_limit_neighbours_of_the_program_come_first() {
    let scratch = Scratch::new("limit");
    scratch.file("x.c", LARGER);
    let variants = scratch.json(&["x.c", "--limit", "200"]);
    assert_eq!(variants.len(), 200);
    assert_eq!(numbers(&variants).iter().collect::<BTreeSet<_>>().len(), 200);
    assert_eq!(variants[0]["original"], true);
    // No two variables are alike here, so the distance is that of the names.
    let distance = |variant: &Value| {
        let fills = [variant, &variants[0]].map(|it| it["fill"].as_array().unwrap());
        fills[0].iter().zip(fills[1]).filter(|(one, other)| one != other).count()
    };
    // 8 holes with 2 other variables each, 28 pairs of holes with 4 each.
    let distances: Vec<usize> = variants.iter().map(distance).collect();
    assert!(distances[1..17].iter().all(|&it| it == 1), "{distances:?}");
    assert!(distances[17..17 + 112].iter().all(|&it| it == 2), "{distances:?}");
    assert!(distances[17 + 112..].iter().all(|&it| it > 2), "{distances:?}");
}

#[test]
fn files_are_written_with_what_they_do() {
    let scratch = Scratch::new("out");
    scratch.file("7.c", FIGURE_7);
    assert_eq!(scratch.list(&["7.c", "--out", "all"]), "all: 40 variants written (40 undefined)\n");
    let names: BTreeSet<String> =
        fs::read_dir(scratch.0.join("all")).unwrap().map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(names.len(), 80);
    let one: Value = serde_json::from_slice(&fs::read(scratch.0.join("all/39.json")).unwrap()).unwrap();
    assert_eq!((&one["number"], &one["file"]), (&Value::from("39"), &Value::from("all/39.c")));
    assert_eq!(one["rule"], "uninitialized-read");
    scratch
        .file("main.c", "int f(int); int a, b; int main(void) { return f(a); }")
        .file("f.c", "int f(int x) { return x; }");
    scratch.list(&["main.c", "f.c", "--out", "two"]);
    assert!(scratch.0.join("two/0/main.c").exists() && scratch.0.join("two/0/f.c").exists());
}

#[test]
fn what_is_not_listed_is_said() {
    let scratch = Scratch::new("notes");
    scratch.file("7.c", FIGURE_7).file("1.c", "int main(void) { int a; return sizeof a; }");
    let notes = |args: &[&str]| String::from_utf8(scratch.gadfly(args).stderr).unwrap();
    assert_eq!(notes(&["7.c"]), "");
    assert_eq!(notes(&["7.c", "--from", "39"]), "");
    assert_eq!(notes(&["7.c", "--from", "40"]), "note: there is no variant 40: the last is 39\n");
    let cut = "note: these are 7 of 40 variants, those near the program first; `--limit N` lists more\n";
    assert_eq!(notes(&["7.c", "--limit", "7"]), cut);
    assert_eq!(notes(&["7.c", "--take", "7"]), "");
    assert!(scratch.list(&["1.c", "--count"]).starts_with("1 variant up to renaming, of 1 filling\n"));
}

#[test]
fn mistakes_are_named() {
    let scratch = Scratch::new("mistakes");
    scratch
        .file("7.c", FIGURE_7)
        .file("bad.c", "int main(void) { return x; }")
        .file("a.cpp", "int a;")
        .file("b.cpp", "int b;");
    scratch.fails(&[], 2, "FILE");
    scratch.fails(&["7.c", "--from", "-1"], 2, "a whole number from 0 on");
    scratch.fails(&["7.c", "--from", "x"], 2, "a whole number from 0 on");
    scratch.fails(&["7.c", "--sample", "3", "--from", "1"], 2, "cannot be used with");
    scratch.fails(&["7.c", "--count", "--out", "x"], 2, "cannot be used with");
    scratch.fails(&["7.c", "--symmetry", "full"], 2, "exact");
    scratch.fails(&["none.c"], 66, "none.c");
    scratch.fails(&["bad.c", "--count"], 65, "`x`");
    scratch.fails(&["7.c", "--out", "7.c/x"], 74, "--out");
    scratch.fails(&["a.cpp", "b.cpp"], 2, "one by one");
    scratch.file("vla.c", "void f(int n) { struct { int m[n]; } s; } int main(void) { int a, b; return a + b; }");
    scratch.fails(&["vla.c"], 87, "a member of variable length");
    scratch.fails(&["a.cpp", "--defined-only"], 87, "--defined-only");
    scratch.fails(&["a.cpp", "--clang", "no-such-clang"], 69, "no-such-clang");
}

const CPP: &str = "\
#define TWICE(x) ((x) + (x))
#include <cstddef>
int a, b;
struct S { int m; int f(int p) { int q = p; return q + m; } };
template <class T> T sum(T x, T y) { return x + y; }
int g(int n) {
  auto l = [n](int z) { return n + z; };
  const int k = 3;
  int array[k];
  for (std::size_t i = 0; i < k; i++) array[i] = TWICE(n);
  return l(n) + a;
}
";

#[test]
fn cpp_files_are_enumerated_by_their_tokens() {
    let scratch = Scratch::new("cpp");
    scratch.file("x.cpp", CPP);
    let count: Value = serde_json::from_str(&scratch.list(&["x.cpp", "--count", "--json"])).unwrap();
    // p, q; x, y; z; i, k, i, array, i; l, n, a.
    assert_eq!(count["holes"], 13, "{count}");
    // In the lambda, n is what it captured.
    assert_eq!(count["kept"], serde_json::json!({ "capture": 1, "macro": 2, "out of scope": 1 }));
    let variants = scratch.json(&["x.cpp"]);
    assert_eq!(variants.len().to_string(), count["count"].as_str().unwrap());
    let texts: Vec<&str> = variants.iter().map(|variant| variant["text"].as_str().unwrap()).collect();
    assert_eq!(texts.iter().collect::<BTreeSet<_>>().len(), texts.len());
    for text in &texts {
        assert!(text.contains("TWICE(n)") && text.contains("[n](int z) { return n + "), "{text}");
        assert!(text.contains("int array[k];"), "{text}");
    }
    for (at, text) in texts.iter().enumerate().step_by(texts.len() / 8 + 1) {
        let name = format!("{at}.cpp");
        scratch.file(&name, text);
        let status = Command::new("g++").args(["-w", "-fsyntax-only", &name]).current_dir(&scratch.0).status().unwrap();
        assert!(status.success(), "{text}");
    }
}

#[test]
fn a_variable_of_deduced_type_is_not_used_in_its_own_initialiser() {
    let scratch = Scratch::new("deduced");
    let count = |text: &str| {
        scratch.file("x.cpp", text);
        scratch.json(&["x.cpp", "-std=c++17", "--count"])[0]["count"].clone()
    };
    let declared = "template<class T> struct O { O(T); }; template<class T> O(T) -> O<T>;\n";
    assert_eq!(count(&format!("{declared}O a(1); O b(a);")), "1");
    assert_eq!(count(&format!("{declared}O<int> a(1); O<int> b(a);")), "2");
    assert_eq!(count("int a = 1; auto b = a;"), "1");
    assert_eq!(count("int a = 1; int b = a;"), "2");
}

/// C++17 without headers, and how many variants there are.
const CONSTRUCTS: [(&str, &str); 13] = [
    // Types that depend on a template are the same only within it.
    ("template <class T> T f(T a, T b) { int c = 0; T d = a; return d; } int x = f(1, 2);", "9"),
    ("template <class T> auto f(T t) { auto a = t; auto b = t + 1; return b; } int x = f(1);", "1"),
    // An instantiation has the tokens of its template.
    (
        "template <class T> struct C { T f(T a, T b) { return a; } }; template struct C<int>; int x = C<long>().f(1, 2);",
        "2",
    ),
    ("template <class T> struct C { T f(T a, T b); }; template <class T> T C<T>::f(T a, T b) { return b; }", "2"),
    // What is not captured is out of sight, even between uses of the function's own variables.
    ("int f(int a) { int b = a; auto l = [](int p, int q) { return p; }; b = a; return l(1, 2); }", "16"),
    ("int f(int a) { int b = a; auto l = [&](int p) { return p; }; return l(1); }", "6"),
    ("int f(int a, int b) { auto l = [=](int p) { return a + p; }; return l(b); }", "2"),
    (
        "int f(int a) { int b = a; struct L { static int g(int p, int q) { return p; } }; b = a; return L::g(1, 2); }",
        "16",
    ),
    // A reference is used like its object, but not before it refers to one.
    ("int f(int a) { int &b = a; return b; }", "2"),
    ("struct P { int a, b; }; int f(P p) { auto [u, v] = p; return u; }", "2"),
    ("struct S { static int a, b; int f() { return a; } }; int g() { return S::a; }", "2"),
    // The variable of a `for` is not in scope in its range.
    ("typedef int A[2]; int f(A &a, A &b) { int s = 0; for (int c : a) s += c; return s; }", "4"),
    // A member, and a variable inside, hide what is outside.
    ("int a, b; struct S { int a; int f() { return b; } }; int g() { return a; }", "1"),
];

#[test]
fn every_construct_of_cpp_has_its_variants() {
    let scratch = Scratch::new("constructs");
    for (text, wanted) in CONSTRUCTS {
        scratch.file("x.cpp", text);
        let count = scratch.json(&["x.cpp", "-std=c++17", "--count"])[0]["count"].clone();
        assert_eq!(count, wanted, "{text}");
        let variants = scratch.json(&["x.cpp", "-std=c++17"]);
        let texts: BTreeSet<&str> = variants.iter().map(|variant| variant["text"].as_str().unwrap()).collect();
        assert_eq!(texts.len().to_string(), wanted, "{text}");
        // Each in a namespace of its own, so that one compilation tells.
        let spaces = texts.iter().enumerate().map(|(at, text)| format!("namespace n{at} {{\n{text}\n}}\n"));
        scratch.file("all.cpp", &spaces.collect::<String>());
        let command = ["-std=c++17", "-w", "-fsyntax-only", "all.cpp"];
        assert!(Command::new("g++").args(command).current_dir(&scratch.0).status().unwrap().success(), "{text}");
    }
}

fn parsed(text: &str) -> Program {
    let mut program = Program::new(Target::X86_64);
    parse(&mut program, "test.c", text.as_bytes().into(), &parse::Options::default()).unwrap();
    program
}

/// The text of a batch of defined variants, and what it prints.
fn batch(text: &str, most: usize) -> Result<(String, Vec<u8>), Refusal> {
    let mut program = parsed(text);
    let extracted = extract(&program, &|_| true);
    let space = Space::new(&extracted.skeleton, Granularity::Inter, Symmetry::Exact);
    let mut judge = Judge::new(&program, &extracted, None);
    Template::new(&mut program, &extracted);
    let batch = Batch::new(&program, &extracted)?;
    let mut fillings = Vec::new();
    let mut results = Vec::new();
    for filling in space.from(&BigUint::ZERO) {
        let execution = judge.judge(&filling);
        if let interp::Outcome::Defined { exit_code } = execution.outcome {
            results.push((execution.stdout, exit_code));
            fillings.push(filling);
        }
        if fillings.len() == most {
            break;
        }
    }
    assert!(fillings.len() > 3, "{text}");
    let expected = expected(results.iter().map(|(stdout, exit_code)| (&stdout[..], *exit_code)));
    Ok((batch.text(&fillings), expected))
}

fn run(dir: &Path, command: &[&str]) -> Vec<u8> {
    let output = Command::new(command[0]).args(&command[1..]).current_dir(dir).output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

const BATCHED: [&str; 4] = [
    LARGER,
    "void abort(void); void exit(int); int x = 1, y = 2; static int f(int a) { int x = a; return x + y; }
     int main(void) { if (f(x) != 3) abort(); y = x; if (x == y) exit(x); }",
    "struct s { int m; } p = { 1 }, q = { 2 }; enum { E = 3 }; int g(void); static struct s *r = &p;
     int main(void) { static int calls; calls++; r->m += q.m; return g() + calls + E; } int g(void) { return p.m; }",
    "extern int puts(const char *); int a, b = 1; int main() { { int b = 4; a = b; } if (a) puts(\"a\"); }",
];

#[test]
fn a_batch_prints_what_its_variants_print() {
    let scratch = Scratch::new("batch");
    for text in BATCHED {
        let (text, expected) = batch(text, 60).unwrap();
        scratch.file("batch.c", &text);
        for level in ["-O0", "-O2"] {
            run(&scratch.0, &["gcc", "-w", level, "batch.c", "-o", "batch"]);
            let printed = run(&scratch.0, &["./batch"]);
            assert_eq!(String::from_utf8_lossy(&printed), String::from_utf8_lossy(&expected), "{level}\n{text}");
        }
        let interpreted = run(&scratch.0, &[env!("CARGO_BIN_EXE_gadfly"), "run", "batch.c"]);
        assert_eq!(String::from_utf8_lossy(&interpreted), String::from_utf8_lossy(&expected), "{text}");
    }
}

/// Small compilers know little more than plain C, and are not given what has more.
#[test]
fn a_batch_of_a_plain_program_is_plain_c() {
    for text in BATCHED {
        let (text, _) = batch(text, 5).unwrap();
        assert!(!text.contains("__builtin_") && !text.contains("__attribute__"), "{text}");
    }
}

#[test]
fn a_batch_keeps_to_the_programs_own_printf() {
    let scratch = Scratch::new("printf");
    let own = [
        "int printf(char *, ...); int a, b = 1; int main(void) { if (a) printf(\"a\"); if (b) a = b; return a; }",
        "int a, b = 1; int main(void) { int printf = a; if (b) a = printf; return a; }",
        "int a, b = 1; int main(void) { int (*f)() = 0; if (b) printf(\"%d\", a); return f != 0; }",
    ];
    for text in own {
        let (text, expected) = batch(text, 9).unwrap();
        scratch.file("batch.c", &text);
        run(&scratch.0, &["gcc", "-std=gnu11", "-w", "batch.c", "-o", "batch"]);
        assert_eq!(
            String::from_utf8_lossy(&run(&scratch.0, &["./batch"])),
            String::from_utf8_lossy(&expected),
            "{text}"
        );
    }
}

#[test]
fn what_cannot_be_batched_is_refused_with_the_reason() {
    let refusal = |text: &str| {
        let mut program = parsed(text);
        let extracted = extract(&program, &|_| true);
        Template::new(&mut program, &extracted);
        Batch::new(&program, &extracted).unwrap_err()
    };
    assert_eq!(refusal("int f(int a) { return a; }"), Refusal::NoMain);
    assert_eq!(refusal("int main(int argc, char **argv) { return argc; }"), Refusal::Main);
    assert_eq!(refusal("int a; int main(void) { __asm__(\"nop\"); return a; }"), Refusal::Assembly);
    assert_eq!(refusal("int rand(void); int main(void) { return rand(); }"), Refusal::Calls("rand".to_string()));
    assert_eq!(
        refusal("int puts(const char *); int main(void) { puts(__func__); }"),
        Refusal::OwnName("main".to_string())
    );
    let memcpy = "void *memcpy(void *a, const void *b, unsigned long n) { return a; } int main(void) { return 0; }";
    assert_eq!(refusal(memcpy), Refusal::Library("memcpy".to_string()));
    let constructor = "int a; __attribute__((constructor)) void f(void) { a = 1; } int main(void) { return a; }";
    assert_eq!(refusal(constructor), Refusal::Attribute("f".to_string()));
    assert_eq!(refusal("char a[100000]; int main(void) { return a[0]; }"), Refusal::Size);
}
