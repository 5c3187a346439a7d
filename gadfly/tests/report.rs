//! `gadfly report` as a user meets it. What reports say is tested in `lab`.

use lab::case::{Case, Expected};
use lab::compiler::{Compiler, Family, Features, Version};
use lab::finding::{Finding, State};
use lab::oracle::{Kind, Oracle, Verdict};
use lab::store::{self, Done};
use source::emit::File;
use source::language::{Language, TargetName};
use std::process::{Command, Output};
use tempfile::TempDir;

fn case() -> Case {
    let file = |name: &str, text: &str| File { name: name.to_string(), text: text.to_string() };
    Case {
        source: "policy".to_string(),
        index: 0,
        recipe: "policy@2:0:c:c17:x86_64:100:on".to_string(),
        language: Language::C,
        target: TargetName::X86_64,
        files: vec![
            file("test.c", "#include \"init.h\"\nint main(void) { return VALUE; }\n"),
            file("init.h", "#define VALUE 7\n"),
        ],
        units: vec!["test.c".to_string()],
        driver: None,
        flags: Vec::new(),
        expected: Some(Expected { stdout: String::new(), exit_code: 7 }),
    }
}

/// A store with one finding of this compiler, and its id.
fn filled(command: &str) -> (TempDir, String) {
    let dir = TempDir::new().unwrap();
    let compiler = Compiler {
        name: "gcc-12".to_string(),
        command: vec![command.to_string()],
        language: Language::C,
        family: Family::Gcc,
        version: Version { text: "gcc 12.2.0".to_string(), numbers: vec![12, 2, 0], ..Version::default() },
        target: TargetName::X86_64,
        run: Vec::new(),
        features: Features::default(),
        tuning: Default::default(),
    };
    let verdict = Verdict {
        kind: Kind::WrongCode,
        oracle: Oracle::Expected,
        compiler: compiler.name.clone(),
        builds: vec![vec!["-O2".to_string()]],
        reference: None,
        signature: String::new(),
        message: "ends with 8 instead of 7".to_string(),
    };
    let finding = Finding::new(1, &case(), &verdict, &compiler, Vec::new(), State::Confirmed { runs: 3 }, "limits");
    let store = store::open(&dir.path().join("gadfly-store")).unwrap();
    store.begin(1, "").unwrap();
    let done = Done { index: 0, source: "policy".to_string(), ..Done::default() };
    store.record(&done, &[(finding.clone(), &case())]).unwrap();
    (dir, finding.id)
}

fn report(dir: &TempDir, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gadfly")).arg("report").args(args).current_dir(dir.path()).output().unwrap()
}

#[track_caller]
fn check(dir: &TempDir, args: &[&str]) -> (String, String) {
    let output = report(dir, args);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{errors}");
    (String::from_utf8(output.stdout).unwrap(), errors)
}

#[test]
fn bugzilla_gets_plain_text_with_the_preprocessed_source_and_the_version() {
    let (dir, id) = filled("cc");
    let (text, errors) = check(&dir, &[&id[..6], "--for", "gcc"]);
    assert!(text.starts_with("Summary: gcc-12 at -O2: wrong code"), "{text}");
    for part in [
        "Keywords: wrong-code\n",
        "$ cat test.i\n",
        "return 7;",
        "$ cc ",
        " -O2 test.i && ./a.out\n",
        "Target: ",
        "gcc-12 -v:\n",
    ] {
        assert!(text.contains(part), "no {part:?} in\n{text}");
    }
    assert!(!text.contains("```") && !text.contains("VALUE") && !text.contains("## "), "{text}");
    assert!(text.contains("gcc version") || text.contains("clang version"), "what `cc -v` says: {text}");
    assert!(errors.contains("`gadfly triage`"), "{errors}");
}

#[test]
fn others_get_markdown_without_what_matters_here_only() {
    let (dir, id) = filled("cc");
    let (text, _) = check(&dir, &[&id]);
    assert!(text.starts_with("# gcc-12 at -O2: wrong code") && !text.contains("## Local"), "{text}");
    let (issue, errors) = check(&dir, &[&id, "--for", "llvm"]);
    assert!(issue.contains("```c\n") && issue.contains("## Version"), "{issue}");
    assert!(errors.contains("gcc-12 is not of this tracker's family"), "{errors}");
}

#[test]
fn what_cannot_be_asked_is_said() {
    let (dir, id) = filled("/no/such/compiler");
    let output = report(&dir, &[&id, "--for", "gcc"]);
    assert_eq!(output.status.code(), Some(69), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(report(&dir, &["ffffffffffff"]).status.code(), Some(2));
    assert_eq!(report(&dir, &[&id, "--for", "nosuch"]).status.code(), Some(2));
}
