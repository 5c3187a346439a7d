//! `gadfly triage` with compilers whose guilty pass is known, because they are scripts.

use lab::case::{Case, Expected};
use lab::compiler::{Compiler, Family, Features, Version};
use lab::finding::{Finding, State};
use lab::oracle::{Kind, Oracle, Verdict};
use lab::record::{Reduced, Reduction};
use lab::store::{self, Done};
use serde_json::Value;
use source::emit::File;
use source::language::{Language, TargetName};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// The first wrong value is `a`, where the compiler multiplies by 3.
const PROGRAM: &str = "\
int printf(const char *, ...);
volatile int x = 5;
int main(void)
{
    int b = x + 2;
    int a = x * 3;
    b = a + b;
    printf(\"%d\\n\", b);
}
";

/// Numbers its passes as clang does, in each unit; the 13th multiplies by 4 instead of 3. Knows nothing of `-O0` but that
/// it is harmless.
const CLANG: &str = r#"#!/bin/sh
limit=1000 level=1 last=0 name=Pass
for word; do
  shift
  case $word in
    -mllvm) continue ;;
    -opt-bisect-limit=-1) last=20; continue ;;
    -opt-bisect-limit=*) limit=${word#*=}; continue ;;
    -O0) level=0 ;;
    *.c) source=$word; continue ;;
  esac
  set -- "$@" "$word"
done
[ -z "$source" ] && exec cc "$@"
[ "$source" = other.c ] && name=Other last=$((last * 2))
for n in $(seq 1 $last); do echo "BISECT: running pass ($n) $name$n on main" >&2; done
cp "$source" broken.c
[ $level = 1 ] && [ "$limit" -ge 13 ] && sed 's/\* 3/* 4/g' "$source" > broken.c
exec cc -w "$@" broken.c
"#;

/// Has options as GCC has; OPTION multiplies by 4 instead of 3.
const GCC: &str = r#"#!/bin/sh
active=1
for word; do
  shift
  case $word in
    --help=optimizers) printf '  -ffirst \t\t[enabled]\n  -fOPTION \t\t[enabled]\n  -flast \t\t[enabled]\n'; exit 0 ;;
    -fno-OPTION|-fdisable-OPTION2) active=0; continue ;;
    -fdump-passes) printf ' tree-a : ON\n  OPTION1  :  ON\n  OPTION2  :  ON\n' >&2; continue ;;
    -fno-first|-fno-last|-fdisable-*|-Q) continue ;;
    *.c) source=$word; continue ;;
  esac
  set -- "$@" "$word"
done
[ -z "$source" ] && exec cc "$@"
cp "$source" broken.c
[ $active = 1 ] && sed 's/\* 3/* 4/g' "$source" > broken.c
exec cc -w "$@" broken.c
"#;

/// Replaces RIGHT by WRONG, with any flags.
const ALWAYS: &str = r#"#!/bin/sh
for word; do
  shift
  case $word in
    *.c) source=$word; continue ;;
  esac
  set -- "$@" "$word"
done
[ -z "$source" ] && exec cc "$@"
sed 's/RIGHT/WRONG/g' "$source" > broken.c
exec cc -w "$@" broken.c
"#;

fn always(right: &str, wrong: &str) -> String {
    ALWAYS.replace("RIGHT", right).replace("WRONG", wrong)
}

struct Desk {
    dir: TempDir,
}

impl Desk {
    fn new(findings: &[(Kind, Compiler, &str)]) -> Desk {
        Desk::with(findings, |_| ())
    }

    /// With other programs.
    fn with(findings: &[(Kind, Compiler, &str)], change: impl Fn(&mut Case)) -> Desk {
        let desk = Desk { dir: TempDir::new().unwrap() };
        let store = store::open(&desk.dir.path().join("gadfly-store")).unwrap();
        store.begin(1, "").unwrap();
        for (index, (kind, compiler, signature)) in findings.iter().enumerate() {
            let mut case = case(index as u64);
            change(&mut case);
            let finding = finding(&case, *kind, compiler, signature);
            let done = Done { index: case.index, source: case.source.clone(), ..Done::default() };
            store.record(&done, &[(finding, &case)]).unwrap();
        }
        desk
    }

    fn gadfly(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_gadfly")).args(args).current_dir(self.dir.path()).output().unwrap()
    }

    #[track_caller]
    fn check(&self, args: &[&str], code: i32) -> String {
        let output = self.gadfly(args);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Looks into the findings as they are.
    #[track_caller]
    fn triage(&self, code: i32) -> Value {
        serde_json::from_str(&self.check(&["triage", "--alone", "--no-reduce", "--json"], code)).unwrap()
    }

    /// A hunt that is asked to end at once, and says `sign` when it has heard; then `go` appears.
    fn interrupted_hunt(&self, more: &[&str], sign: &str, go: &Path) -> String {
        let args = ["hunt", "--jobs", "1", "--levels", "0", "--seed", "1", "--compiler", "cc"];
        let mut command = Command::new(env!("CARGO_BIN_EXE_gadfly"));
        command.args([&args[..], more].concat()).current_dir(self.dir.path()).stdout(Stdio::piped());
        let mut hunt = command.spawn().unwrap();
        let (mut text, mut stdout) = (String::new(), BufReader::new(hunt.stdout.take().unwrap()));
        // It listens to signals before it says anything.
        stdout.read_line(&mut text).unwrap();
        assert!(Command::new("kill").args(["-INT", &hunt.id().to_string()]).status().unwrap().success());
        while !text.contains(sign) {
            assert_ne!(stdout.read_line(&mut text).unwrap(), 0, "{text}");
        }
        fs::write(go, "").unwrap();
        stdout.read_to_string(&mut text).unwrap();
        hunt.wait().unwrap();
        text
    }

    fn finding(&self, index: usize) -> PathBuf {
        let store = store::read(&self.dir.path().join("gadfly-store")).unwrap();
        let id = store.findings().unwrap()[index].id.clone();
        store.directory_of(&id).unwrap()
    }

    /// As if the program of the finding had been reduced to this.
    fn reduce(&self, index: usize, text: &str, expected: &str) {
        let store = store::edit(&self.dir.path().join("gadfly-store")).unwrap();
        let reduced = Reduced {
            files: vec![File { name: "test.c".to_string(), text: text.to_string() }],
            units: vec!["test.c".to_string()],
            driver: None,
            expected: Some(Expected { stdout: expected.to_string(), exit_code: 0 }),
            outcome: None,
            steadiness: None,
        };
        store.put_reduction(&self.id(index), &Reduction::Finished(reduced)).unwrap();
    }

    fn known(&self) -> String {
        fs::read_to_string(self.dir.path().join("known.toml")).unwrap()
    }

    fn report(&self, index: usize) -> String {
        fs::read_to_string(self.finding(index).join("report.md")).unwrap()
    }

    fn id(&self, index: usize) -> String {
        self.finding(index).file_name().unwrap().to_str().unwrap().to_string()
    }
}

/// The findings of each bug.
fn bugs(triage: &Value) -> Vec<Vec<String>> {
    let ids = |bug: &Value| {
        let ids = bug["findings"].as_array().unwrap().iter();
        ids.map(|id| id.as_str().unwrap().to_string()).collect()
    };
    triage["bugs"].as_array().unwrap().iter().map(ids).collect()
}

fn case(index: u64) -> Case {
    Case {
        source: "policy".to_string(),
        index,
        recipe: format!("recipe {index}"),
        language: Language::C,
        target: TargetName::X86_64,
        files: vec![File { name: "test.c".to_string(), text: PROGRAM.to_string() }],
        units: vec!["test.c".to_string()],
        driver: None,
        flags: Vec::new(),
        expected: Some(Expected { stdout: "22\n".to_string(), exit_code: 0 }),
    }
}

fn finding(case: &Case, kind: Kind, compiler: &Compiler, signature: &str) -> Finding {
    let verdict = Verdict {
        kind,
        oracle: Oracle::Expected,
        compiler: compiler.name.clone(),
        builds: vec![["-O2", "-fwrapv"].map(String::from).to_vec()],
        reference: None,
        signature: signature.to_string(),
        message: "prints 27 instead of 22".to_string(),
    };
    let state = State::Confirmed { runs: 3 };
    Finding::new(1, case, &verdict, compiler, Vec::new(), state, "landlock")
}

fn compiler(dir: &Path, name: &str, family: Family, script: &str) -> Compiler {
    let path = dir.join(name);
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    Compiler {
        name: name.to_string(),
        command: vec![path.display().to_string()],
        language: Language::C,
        family,
        version: Version { text: format!("{name} 1.2"), numbers: vec![1, 2], ..Version::default() },
        target: TargetName::X86_64,
        run: Vec::new(),
        features: Features::default(),
        tuning: Default::default(),
    }
}

#[test]
fn the_guilty_pass_of_clang_is_found_by_bisection_and_the_wrong_value_by_checkpoints() {
    let scripts = TempDir::new().unwrap();
    let clang = compiler(scripts.path(), "clang", Family::Clang, CLANG);
    let desk = Desk::new(&[(Kind::WrongCode, clang, "")]);
    let triage = desk.triage(10);
    let found = &triage["findings"][0];
    assert_eq!(found["shows"], true, "{found}");
    assert_eq!(found["flags"], serde_json::json!(["-O1"]), "the lowest level, and no flag that does not matter");
    let guilt = &found["guilt"][0];
    assert_eq!(
        (&guilt["names"][0], &guilt["function"], &guilt["number"]),
        (&"Pass13".into(), &"main".into(), &13.into())
    );
    let divergence = &found["divergence"];
    assert_eq!(divergence["operation"], "int * int", "{divergence}");
    assert_eq!(divergence["values"], serde_json::json!(["15", "20"]));
    assert_eq!(found["evidence"][0]["says"], "defined");
    let report = fs::read_to_string(desk.finding(0).join("report.md")).unwrap();
    for part in [
        "Pass13",
        "15",
        "`-O1`",
        "Why the program is defined",
        "looks for undefined behaviour: defined",
        "int a = x * 3;",
    ] {
        assert!(report.contains(part), "no {part} in {report}");
    }
}

#[test]
fn the_guilty_pass_is_named_as_in_its_own_unit() {
    let scripts = TempDir::new().unwrap();
    let clang = compiler(scripts.path(), "clang", Family::Clang, CLANG);
    let desk = Desk::with(&[(Kind::WrongCode, clang, "")], |case| {
        let text = "int other(int a) { return a * 2; }\n".to_string();
        case.files.push(File { name: "other.c".to_string(), text });
        case.units.insert(0, "other.c".to_string());
    });
    let triage = desk.triage(10);
    let guilt = &triage["findings"][0]["guilt"][0];
    assert_eq!((&guilt["names"][0], &guilt["unit"]), (&"Pass13".into(), &"test.c".into()), "{triage}");
    assert!(desk.report(0).contains("`Pass13` on `main` in `test.c`, number 13"));
}

#[test]
fn a_reduced_program_is_shown_with_the_fewest_flags() {
    let scripts = TempDir::new().unwrap();
    let clang = compiler(scripts.path(), "clang", Family::Clang, CLANG);
    let desk = Desk::new(&[(Kind::WrongCode, clang, "")]);
    let program = "#include <stdio.h>\nint x = 5;\nint main(void) { printf(\"%d\\n\", x * 3); }\n";
    let remark = "/*\n * expected: 15\n * clang -O2 -fwrapv: 20\n */\n";
    desk.reduce(0, &format!("{program}{remark}"), "15\n");
    desk.triage(10);
    let report = desk.report(0);
    let levels = "- Levels: wrong at `-O1`, `-O2`, `-Os`, `-O3`; right at `-O0`\n";
    for part in ["- Flags that show it: `-O1`\n", levels, " -O1 test.c && ./a.out\n", " -O1 -c test.c "] {
        assert!(report.contains(part), "no {part:?} in {report}");
    }
    let reduced = desk.finding(0).join("reduced");
    let [text, makefile] = ["test.c", "Makefile"].map(|name| fs::read_to_string(reduced.join(name)).unwrap());
    assert_eq!(text, format!("{program}{}", remark.replace("-O2 -fwrapv", "-O1")));
    assert!(report.contains(&text) && makefile.contains("\nFLAGS = -O1\n"), "{makefile}{report}");
}

#[test]
fn what_comes_before_the_local_part_of_a_report_can_be_pasted() {
    let scripts = TempDir::new().unwrap();
    let clang = compiler(scripts.path(), "clang", Family::Clang, CLANG);
    let line = format!("\n{} -O1 test.c && ./a.out\n", clang.command[0]);
    let desk = Desk::new(&[(Kind::WrongCode, clang, "")]);
    desk.reduce(0, PROGRAM, "22\n");
    desk.triage(10);
    let report = desk.report(0);
    let (public, local) = report.split_once("\n---\n\n## Local\n").unwrap();
    for part in
        [&line, PROGRAM, "## Expected\n\n```\n22\n", "## Actual\n\n```\n27\n", "Pass13", "defined", "- Compiler: "]
    {
        assert!(public.contains(part), "no {part:?} in {report}");
    }
    for part in ["](", "make", "gadfly", "Oracle", "seed", "sandbox", "fwrapv"] {
        assert!(!public.contains(part), "{part:?} in {public}");
    }
    for part in ["gadfly repro", "- Oracle: expected", "[test.c](original/test.c)", "`-O2 -fwrapv`", "with seed 1"] {
        assert!(local.contains(part), "no {part:?} in {local}");
    }
}

#[test]
fn a_flag_of_every_compilation_is_shown_if_it_matters() {
    let scripts = TempDir::new().unwrap();
    let only = "case \" $* \" in *-ffp-contract=off*) ;; *) exec cc \"$@\" ;; esac\nfor word";
    let script = always("\\* 3", "* 4").replacen("for word", only, 1);
    let gcc = compiler(scripts.path(), "gcc", Family::Gcc, &script);
    let desk = Desk::new(&[(Kind::WrongCode, gcc, "")]);
    desk.reduce(0, PROGRAM, "22\n");
    let triage = desk.triage(10);
    assert_eq!(triage["findings"][0]["base"], serde_json::json!(["-ffp-contract=off"]), "{triage}");
    assert!(desk.report(0).contains("/gcc -ffp-contract=off -O0 test.c && ./a.out\n"), "{}", desk.report(0));
}

#[test]
fn a_finding_that_is_reduced_again_is_looked_into_again() {
    let scripts = TempDir::new().unwrap();
    let gcc = compiler(scripts.path(), "gcc", Family::Gcc, &always("\\* 3", "* 4"));
    let desk = Desk::new(&[(Kind::WrongCode, gcc, "")]);
    desk.reduce(0, PROGRAM, "22\n");
    desk.triage(10);
    assert!(desk.report(0).contains("First wrong value"));
    desk.check(&["reduce", &desk.id(0), "--jobs", "1"], 0);
    desk.triage(10);
    assert!(desk.report(0).contains("First wrong value"), "{}", desk.report(0));
}

#[test]
fn a_reduced_program_that_dies_is_not_mixed_up_with_the_original() {
    let scripts = TempDir::new().unwrap();
    let gcc = compiler(scripts.path(), "gcc", Family::Gcc, &always("x \\* 3", "(__builtin_trap(), x)"));
    let desk = Desk::new(&[(Kind::WrongCode, gcc, "")]);
    desk.reduce(
        0,
        "int printf(const char *, ...);\nint x = 5;\nint main(void) { printf(\"%d\\n\", x * 3); }\n",
        "15\n",
    );
    desk.triage(10);
    let report = desk.report(0);
    for part in [
        "\nThe program dies by SIGILL.\n",
        "## Expected\n\n```\n15\n```\n\nExit code 0.\n",
        "## Actual\n\n```\n```\n\nThe program is killed by SIGILL.\n",
        "### All builds of the original program\n",
    ] {
        assert!(report.contains(part), "no {part:?} in {report}");
    }
    assert!(!report.contains("\n22\n"), "what the original prints is in {report}");
}

#[test]
fn the_wrong_value_of_a_program_that_dies_and_prints_nothing_is_found() {
    let scripts = TempDir::new().unwrap();
    let gcc = compiler(scripts.path(), "gcc", Family::Gcc, &always("\\* 3", "* 4"));
    let desk = Desk::new(&[(Kind::WrongCode, gcc, "")]);
    desk.reduce(0, "volatile int x = 5;\nint main(void)\n{\n    int a = x * 3;\n    x = 100 / (a - 20);\n}\n", "");
    let triage = desk.triage(10);
    let divergence = &triage["findings"][0]["divergence"];
    assert_eq!(divergence["operation"], "int * int", "{triage}");
    assert_eq!(divergence["values"], serde_json::json!(["15", "20"]));
}

#[test]
fn the_one_value_that_is_printed_may_be_the_first_wrong_one() {
    let scripts = TempDir::new().unwrap();
    let gcc = compiler(scripts.path(), "gcc", Family::Gcc, &always("\\* 3", "* 4"));
    let desk = Desk::new(&[(Kind::WrongCode, gcc, "")]);
    desk.reduce(0, "#include <stdio.h>\nint main(void)\n{\n    int x = 5;\n    printf(\"%d\\n\", x * 3);\n}\n", "15\n");
    let triage = desk.triage(10);
    let divergence = &triage["findings"][0]["divergence"];
    assert_eq!((&divergence["operation"], &divergence["values"][1]), (&"int * int".into(), &"20".into()), "{triage}");
}

#[test]
fn a_wrong_value_that_hides_from_printing_is_found_in_a_log() {
    let scripts = TempDir::new().unwrap();
    // Right about programs that print checkpoints, unless these only store.
    let hides = "grep -q @gadfly test.c && ! grep -q 'gadfly_log\\[[0-9]*\\] =' test.c && exec cc \"$@\"\nfor word";
    let script = always("\\* 3", "* 4").replacen("for word", hides, 1);
    let gcc = compiler(scripts.path(), "gcc", Family::Gcc, &script);
    let desk = Desk::new(&[(Kind::WrongCode, gcc, "")]);
    desk.reduce(0, PROGRAM, "22\n");
    let triage = desk.triage(10);
    let divergence = &triage["findings"][0]["divergence"];
    assert_eq!((&divergence["operation"], &divergence["text"]), (&"int * int".into(), &"int a = x * 3;".into()));
    assert_eq!(divergence["values"], serde_json::json!(["15", "20"]));
}

#[test]
fn no_first_wrong_value_is_made_up() {
    let scripts = TempDir::new().unwrap();
    let gcc = compiler(scripts.path(), "gcc", Family::Gcc, &always("return 0", "return 1"));
    let desk = Desk::new(&[(Kind::WrongCode, gcc, "")]);
    desk.reduce(0, "int main(void)\n{\n    int x = 5;\n    x++;\n    return 0;\n}\n", "");
    let triage = desk.triage(10);
    let found = &triage["findings"][0];
    assert_eq!((&found["shows"], &found["divergence"]), (&true.into(), &Value::Null), "{found}");
    assert!(!desk.report(0).contains("First wrong value"));
}

#[test]
fn findings_of_one_option_are_one_bug_and_people_know_better() {
    let scripts = TempDir::new().unwrap();
    let [one, other] = ["one", "other"]
        .map(|name| compiler(scripts.path(), name, Family::Gcc, &GCC.replace("OPTION", &format!("tree-{name}"))));
    let desk = Desk::new(&[
        (Kind::WrongCode, one.clone(), ""),
        (Kind::WrongCode, one, ""),
        (Kind::Crash, other.clone(), "in shift, at x.c"),
        (Kind::Crash, other.clone(), "in shift, at x.c"),
        (Kind::Crash, other, "in add, at x.c"),
    ]);
    let triage = desk.triage(10);
    let [pass, option] = [0, 1].map(|at| &triage["findings"][0]["guilt"][at]);
    assert_eq!((&option["names"][0], &option["only"]), (&"-fno-tree-one".into(), &true.into()), "{option}");
    assert_eq!((&pass["names"][0], &pass["by"]), (&"tree-one2".into(), &"disabled".into()), "{pass}");
    assert!(desk.report(0).contains("- Guilty pass, by leaving it out: `tree-one2`"));
    let ids: Vec<String> = (0..5).map(|index| desk.id(index)).collect();
    assert_eq!(bugs(&triage), [&ids[0..2], &ids[2..4], &ids[4..5]]);

    desk.check(&["triage", "split", &ids[3]], 0);
    desk.check(&["triage", "merge", &ids[2], &ids[4][..8]], 0);
    let [a, b, c, d, e] = ids.clone().try_into().unwrap();
    assert_eq!(bugs(&desk.triage(10)), [vec![a.clone(), b.clone()], vec![c.clone(), e.clone()], vec![d.clone()]]);

    desk.check(&["triage", "known", &a, "https://example.org/1"], 0);
    let known = desk.known();
    assert!(known.contains("pass = \"-fno-tree-one\"") && known.contains("* int"), "{known}");
    desk.check(&["triage", "known", &b, "https://example.org/1"], 0);
    assert_eq!(desk.known(), known, "once is enough");
    let triage = desk.triage(10);
    assert_eq!(bugs(&triage), [vec![c.clone(), e.clone()], vec![d.clone()], vec![a, b]], "known ones are last");
    assert_eq!(triage["bugs"][2]["known"], "https://example.org/1");
    desk.check(&["triage", "known", &c, "as always"], 0);
    desk.check(&["triage", "known", &e, "as always"], 0);
    desk.triage(10);
    desk.check(&["triage", "known", &d, "as always"], 0);
    let text = desk.check(&["triage", "--no-reduce"], 0);
    assert!(text.contains("3 bugs, 3 of them known, in 5 findings"), "{text}");
}

#[test]
fn a_bug_of_shifts_and_comparisons_can_be_known() {
    let scripts = TempDir::new().unwrap();
    let gcc = compiler(scripts.path(), "gcc", Family::Gcc, &always("<< 3", "<< 4"));
    let desk = Desk::with(&[(Kind::WrongCode, gcc, "")], |case| {
        case.files[0].text = PROGRAM.replace("* 3", "<< 3");
        case.expected = Some(Expected { stdout: "47\n".to_string(), exit_code: 0 });
    });
    assert_eq!(desk.triage(10)["findings"][0]["divergence"]["operation"], "int << int");
    desk.check(&["triage", "known", &desk.id(0), "https://example.org/1"], 0);
    desk.triage(0);
}

#[test]
fn a_bug_that_is_known_is_not_known_from_elsewhere() {
    let scripts = TempDir::new().unwrap();
    let gcc = compiler(scripts.path(), "gcc", Family::Gcc, "#!/bin/sh\nexit 1\n");
    let desk = Desk::new(&[(Kind::Crash, gcc, "in shift, at x.c")]);
    desk.triage(10);
    desk.check(&["triage", "known", &desk.id(0), "https://example.org/1"], 0);
    let known = desk.known();
    let refused = desk.gadfly(&["triage", "known", &desk.id(0), "https://example.org/2"]);
    let errors = String::from_utf8(refused.stderr).unwrap();
    assert!(refused.status.code() == Some(2) && errors.contains("known from `https://example.org/1`"), "{errors}");
    assert_eq!(desk.known(), known);
}

#[test]
fn what_a_person_told_apart_is_not_known_with_the_others() {
    let scripts = TempDir::new().unwrap();
    let gcc = compiler(scripts.path(), "gcc", Family::Gcc, "#!/bin/sh\nexit 1\n");
    let crash = || (Kind::Crash, gcc.clone(), "in shift, at x.c");
    let desk = Desk::new(&[crash(), crash()]);
    desk.triage(10);
    let [one, other] = [0, 1].map(|index| desk.id(index));
    desk.check(&["triage", "known", &one, "https://example.org/1"], 0);
    desk.triage(0);
    desk.check(&["triage", "split", &other], 0);
    let triage = desk.triage(10);
    assert_eq!(bugs(&triage), [[other.clone()], [one.clone()]], "the known one is last");
    desk.check(&["triage", "known", &other, "https://example.org/2"], 0);
    assert!(desk.known().contains(&format!("finding = \"{other}\"")), "{}", desk.known());
    assert_eq!(desk.triage(0)["bugs"][1]["known"], "https://example.org/2");
}

#[test]
fn what_a_person_took_for_one_bug_is_known_together() {
    let scripts = TempDir::new().unwrap();
    let gcc = compiler(scripts.path(), "gcc", Family::Gcc, "#!/bin/sh\nexit 1\n");
    let desk = Desk::new(&["in shift, at x.c", "in add, at x.c"].map(|text| (Kind::Crash, gcc.clone(), text)));
    let known = || {
        let listed: Value = serde_json::from_str(&desk.check(&["findings", "--json"], 10)).unwrap();
        let known = listed["findings"].as_array().unwrap().iter().map(|finding| finding["known"].is_string());
        let reports = [0, 1].map(|index| desk.report(index).contains("Known already: https://example.org/1"));
        (known.collect::<Vec<_>>(), reports)
    };
    let [one, other] = [0, 1].map(|index| desk.id(index));
    desk.triage(10);
    desk.check(&["triage", "known", &one, "https://example.org/1"], 0);
    assert_eq!(known(), (vec![true, false], [true, false]));
    desk.check(&["triage", "merge", &one, &other], 0);
    desk.triage(0);
    assert_eq!(known(), (vec![true, true], [true, true]));
    desk.check(&["triage", "unmerge", &one, &other], 0);
    desk.triage(10);
    assert_eq!(known(), (vec![true, false], [true, false]));
}

#[test]
fn a_merge_can_be_taken_back() {
    let scripts = TempDir::new().unwrap();
    let gcc = compiler(scripts.path(), "gcc", Family::Gcc, "#!/bin/sh\nexit 1\n");
    let desk = Desk::new(
        &["in shift, at x.c", "in shift, at x.c", "in add, at x.c"]
            .map(|signature| (Kind::Crash, gcc.clone(), signature)),
    );
    let before = bugs(&desk.triage(10));
    let [one, other] = [0, 2].map(|index| desk.id(index));
    desk.check(&["triage", "merge", &one, &other], 0);
    assert_eq!(bugs(&desk.triage(10)).len(), 1);
    desk.check(&["triage", "unmerge", &other, &one], 0);
    assert_eq!(bugs(&desk.triage(10)), before);
    desk.check(&["triage", "unmerge", &other, &one], 2);
}

#[test]
fn a_compiler_that_is_gone_changes_nothing() {
    let scripts = TempDir::new().unwrap();
    let gcc = compiler(scripts.path(), "gcc", Family::Gcc, &always("* 3", "* 4"));
    let desk = Desk::new(&[(Kind::WrongCode, gcc, "")]);
    desk.triage(10);
    let files = || ["triage.json", "report.md"].map(|name| fs::read_to_string(desk.finding(0).join(name)).unwrap());
    let before = files();
    let path = scripts.path().join("gcc");
    fs::rename(&path, scripts.path().join("gone")).unwrap();
    let output = desk.gadfly(&["triage", "--again", "--alone"]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains(&desk.id(0)) && errors.contains("cannot be looked into"), "{errors}");
    assert_eq!(files(), before);
    desk.check(&["reduce", &desk.id(0)], 69);
    assert!(!desk.finding(0).join("not-reduced.txt").exists());
    fs::rename(scripts.path().join("gone"), &path).unwrap();
    desk.check(&["reduce", &desk.id(0)], 0);
}

#[test]
fn what_tells_nothing_is_not_known() {
    let scripts = TempDir::new().unwrap();
    let hanging = compiler(scripts.path(), "gcc", Family::Gcc, "#!/bin/sh\nexit 1\n");
    let desk = Desk::new(&[(Kind::Hang, hanging, "")]);
    desk.triage(10);
    let known = |regex: &[&str], code| desk.check(&[&["triage", "known", &desk.id(0), "slow"], regex].concat(), code);
    known(&[], 2);
    known(&["--regex", "-O3"], 2);
    known(&["--regex", ""], 2);
    assert!(!desk.dir.path().join("known.toml").exists());
    known(&["--regex", "^hang.*-fwrapv.*$"], 0);
    desk.triage(0);
}

#[test]
fn a_hunt_looks_into_what_an_earlier_one_left() {
    let scripts = TempDir::new().unwrap();
    let gcc = compiler(scripts.path(), "gcc", Family::Gcc, &GCC.replace("OPTION", "tree-one"));
    let desk = Desk::new(&[(Kind::WrongCode, gcc, "")]);
    let (dir, id) = (desk.finding(0), desk.id(0));
    let hunt = |more: &[&str]| {
        let args = ["hunt", "--json", "--tests", "1", "--jobs", "1", "--levels", "0", "--size", "20", "--seed", "1"];
        desk.check(&[&args[..], &["--compiler", "cc"], more].concat(), 0)
    };
    let named = |events: &str, name: &str| {
        let events = events.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        events.filter(|event| event["event"] == name).collect::<Vec<_>>()
    };
    let triaged = |events: &str| named(events, "triaged");
    assert!(triaged(&hunt(&["--no-triage"])).is_empty());
    assert!(dir.join("reduced").exists() && !dir.join("triage.json").exists());
    let events = hunt(&[]);
    let reducing: Vec<Value> = named(&events, "reducing").iter().map(|event| event["findings"].clone()).collect();
    assert_eq!(reducing, [1, 0]);
    let events = triaged(&events);
    assert_eq!(events.len(), 1, "{events:?}");
    assert_eq!(events[0]["id"], id.as_str());
    assert!(events[0]["fingerprint"].as_str().unwrap().contains("-fno-tree-one"), "{events:?}");
    let report = fs::read_to_string(dir.join("report.md")).unwrap();
    for part in ["## Program", "## Analysis", "-fno-tree-one", "## Why the program is defined"] {
        assert!(report.contains(part), "no {part} in {report}");
    }
    assert!(triaged(&hunt(&[])).is_empty(), "once is enough");
}

#[test]
fn a_hunt_that_is_over_too_early_says_what_waits() {
    let scripts = TempDir::new().unwrap();
    let go = scripts.path().join("go");
    let wait = format!("while [ ! -e '{}' ]; do sleep 0.1; done\nfor word", go.display());
    let gcc = compiler(scripts.path(), "gcc", Family::Gcc, &always("\\* 3", "* 4").replacen("for word", &wait, 1));
    let desk = Desk::new(&[(Kind::WrongCode, gcc, "")]);
    let text = desk.interrupted_hunt(&[], "Finishing", &go);
    assert!(text.contains("1 finding is still to be reduced or classified; `gadfly triage` does it"), "{text}");
    fs::remove_file(&go).unwrap();
    let events = desk.interrupted_hunt(&["--json"], "draining", &go);
    let summary: Value = serde_json::from_str(events.lines().last().unwrap()).unwrap();
    assert_eq!(summary["waiting"], 1, "{summary}");
}

#[test]
fn what_was_never_reduced_is_reduced_before_it_is_looked_into() {
    let scripts = TempDir::new().unwrap();
    let gcc = compiler(scripts.path(), "gcc", Family::Gcc, &always("\\* 3", "* 4"));
    let desk = Desk::new(&[(Kind::WrongCode, gcc, "")]);
    assert_eq!(desk.triage(10)["findings"][0]["reduced"], false);
    let text = desk.check(&["triage", "--alone", "--json"], 10);
    let triage: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(triage["findings"][0]["reduced"], true, "{triage}");
    assert!(desk.finding(0).join("reduced/test.c").exists());
}

#[test]
fn a_report_says_where_its_bug_is_known_from() {
    let scripts = TempDir::new().unwrap();
    let gcc = compiler(scripts.path(), "gcc", Family::Gcc, &always("\\* 3", "* 4"));
    let desk = Desk::new(&[(Kind::WrongCode, gcc, "")]);
    desk.triage(10);
    desk.check(&["triage", "known", &desk.id(0), "https://example.org/1"], 0);
    assert!(desk.report(0).contains("Known already: https://example.org/1\n"), "{}", desk.report(0));
    fs::remove_file(desk.dir.path().join("known.toml")).unwrap();
    desk.triage(10);
    assert!(!desk.report(0).contains("Known already"), "{}", desk.report(0));
}

#[test]
fn the_report_of_a_crash_shows_what_the_compiler_says_of_the_reduced_program() {
    let scripts = TempDir::new().unwrap();
    let script = "#!/bin/sh\n[ \"$1\" = -v ] && exit 0\n\
        echo \"test.c:$(wc -l < test.c):1: internal compiler error: in shift, at x.c:3\" >&2\nexit 4\n";
    let gcc = compiler(scripts.path(), "gcc", Family::Gcc, script);
    let desk = Desk::new(&[(Kind::Crash, gcc, "internal compiler error: in shift, at x.c")]);
    desk.reduce(0, "int f(void) { return 1; }\n", "");
    let triage = desk.triage(10);
    assert_eq!(triage["findings"][0]["shows"], true, "{triage}");
    let report = desk.report(0);
    assert!(report.contains("\ntest.c:1:1: internal compiler error"), "{report}");
    assert!(report.contains(" -O0 -c test.c\n") && !report.contains("Why the program is"), "{report}");
}

#[test]
fn mistakes_are_explained() {
    let desk = Desk::new(&[]);
    assert!(desk.check(&["triage"], 0).contains("No bugs"));
    desk.check(&["triage", "split", "abc"], 2);
    desk.check(&["triage", "--store", "nowhere"], 66);
    fs::write(desk.dir.path().join("known.toml"), "[[bug]]\nurl = \"x\"\n").unwrap();
    desk.check(&["triage"], 2);
    fs::write(desk.dir.path().join("known.toml"), "[[bug]]\nnote = \"x\"\nregex = \"(\"\n").unwrap();
    desk.check(&["triage"], 2);
    fs::write(desk.dir.path().join("known.toml"), "[[bug]]\nnote = \"x\"\nkind = \"wrongcode\"\n").unwrap();
    let errors = String::from_utf8(desk.gadfly(&["triage"]).stderr).unwrap();
    assert!(errors.contains("did you mean `wrong-code`?"), "{errors}");
    fs::write(desk.dir.path().join("known.toml"), "[[bug]]\nnote = \"x\"\npass = \"\"\n").unwrap();
    let errors = String::from_utf8(desk.gadfly(&["triage"]).stderr).unwrap();
    assert!(errors.contains("has an empty pass"), "{errors}");
}
