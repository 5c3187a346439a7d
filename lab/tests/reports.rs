//! Reports as trackers get them: each form of a few findings is a file in `tests/reports`. `BLESS=1` writes them anew.

use lab::case::{Case, Expected};
use lab::compiler::{Compiler, Family, Features, Version};
use lab::finding::{Finding, State};
use lab::observe::Outcome;
use lab::oracle::{Kind, Oracle, Verdict};
use lab::record::account::Account;
use lab::record::report::{self, gcc, llvm, markdown};
use lab::record::{Record, Reduced, Reduction};
use lab::reduction::Steadiness;
use lab::triage::Triage;
use source::emit::File;
use source::language::{Language, TargetName};
use std::fs;
use std::path::PathBuf;

const SHIFT: &str =
    "int a = -8;\nint printf(const char *, ...);\n\nint main(void)\n{\n    printf(\"%d\\n\", a / 4);\n}\n";

fn case(text: &str, expected: Option<&str>) -> Case {
    Case {
        source: "policy".to_string(),
        index: 7,
        recipe: "policy@2:7:c:c17:x86_64:100:on".to_string(),
        language: Language::C,
        target: TargetName::X86_64,
        files: vec![File { name: "test.c".to_string(), text: text.to_string() }],
        units: vec!["test.c".to_string()],
        driver: None,
        flags: vec!["-std=c17".to_string()],
        expected: expected.map(|stdout| Expected { stdout: stdout.to_string(), exit_code: 0 }),
    }
}

fn compiler(name: &str, family: Family, numbers: &[u32], machine: &str) -> Compiler {
    let text = format!("{name} (Debian) {}", numbers.iter().map(u32::to_string).collect::<Vec<_>>().join("."));
    Compiler {
        name: name.to_string(),
        command: vec![format!("/usr/bin/{name}")],
        language: Language::C,
        family,
        version: Version { text, numbers: numbers.to_vec(), machine: machine.to_string() },
        target: TargetName::X86_64,
        run: Vec::new(),
        features: Features::default(),
        tuning: Default::default(),
    }
}

fn finding(case: &Case, compiler: &Compiler, kind: Kind, flags: &[&str], signature: &str) -> Finding {
    let verdict = Verdict {
        kind,
        oracle: Oracle::Expected,
        compiler: compiler.name.clone(),
        builds: vec![flags.iter().map(|flag| flag.to_string()).collect()],
        reference: None,
        signature: signature.to_string(),
        message: "It is wrong".to_string(),
    };
    let finding = Finding::new(1, case, &verdict, compiler, Vec::new(), State::Confirmed { runs: 3 }, "limits");
    Finding { gadfly: "0.1".to_string(), ..finding }
}

/// As it is read from `triage.json`, so that a field more or less in there shows here.
fn triage(finding: &Finding, more: serde_json::Value) -> Triage {
    let mut found = serde_json::json!({
        "schema": 1, "finding": finding.id, "kind": finding.kind, "family": finding.compiler.family,
        "compiler": finding.compiler.name, "signature": finding.signature, "reduced": true, "shows": true,
        "flags": finding.flags(), "guilt": [], "divergence": null, "instructions": null, "versions": [], "range": null,
        "evidence": [{ "judge": "the interpreter", "holds": true, "says": "defined" }],
        "verbose": "Using built-in specs.\nTarget: x86_64-linux-gnu\ngcc version 12.2.0 (Debian 12.2.0-14)",
        "base": [],
    });
    let (found_map, more) = (found.as_object_mut().unwrap(), more.as_object().unwrap().clone());
    found_map.extend(more);
    serde_json::from_value(found).unwrap()
}

fn wrong_code() -> (Finding, Case, Triage) {
    let case = case(SHIFT, Some("-2\n"));
    let finding = finding(
        &case,
        &compiler("gcc-12", Family::Gcc, &[12, 2, 0], "x86_64-linux-gnu"),
        Kind::WrongCode,
        &["-O2"],
        "",
    );
    let ran = |stdout: &str| serde_json::to_value(Outcome::Ran { exit_code: 0, stdout: stdout.to_string() }).unwrap();
    let more = serde_json::json!({
        "divergence": {
            "operation": "int / int", "operators": ["/"], "text": "", "values": ["-2", "-3"], "expression": "a / 4",
            "clause": "C17 6.5.5p6: the quotient is truncated towards zero",
        },
        "guilt": [{
            "by": "disabled", "names": ["tree-vrp1"], "function": null, "number": null, "only": true,
            "without": ["-fdisable-tree-vrp1"], "with": [],
        }],
        "versions": [
            { "compiler": "gcc-11", "version": "11.3.0", "wrong": false },
            { "compiler": "gcc-12", "version": "12.2.0", "wrong": true },
        ],
        "range": { "last_good": "11.3.0", "first_bad": "12.2.0" },
        "witnesses": [
            { "compiler": "clang-19", "version": "19.1.7", "builds": ["-O0", "-O2"], "outcome": ran("-2\n") },
            { "compiler": "tcc", "version": "0.9.27", "builds": ["-O0"], "outcome": ran("-4\n") },
        ],
        "expected": { "stdout": "-2\n", "exit_code": 0 },
        "outcome": ran("-3\n"),
    });
    let triage = triage(&finding, more);
    (finding, case, triage)
}

fn crash() -> (Finding, Case, Triage) {
    let case = case("int f(int a)\n{\n    return a << 7;\n}\n", None);
    let clang = compiler("clang-19", Family::Clang, &[19, 1, 7], "x86_64-pc-linux-gnu");
    let finding = finding(&case, &clang, Kind::Crash, &["-O3"], "Assertion `x' failed, in llvm::f");
    let message = "clang: F.cpp:1: void llvm::f(): Assertion `x' failed.\n #4 0x00007f llvm::f() (/usr/lib/llvm+0x12)";
    let outcome = Outcome::Crashed { signature: finding.signature.clone(), message: message.to_string() };
    let more = serde_json::json!({
        "outcome": serde_json::to_value(outcome).unwrap(),
        "verbose": "Debian clang version 19.1.7\nTarget: x86_64-pc-linux-gnu",
    });
    let triage = triage(&finding, more);
    (finding, case, triage)
}

#[track_caller]
fn check(name: &str, text: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/reports").join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, text).unwrap();
    }
    let known = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, known, "{name} is another one; look at it, and run with BLESS=1 if it is better");
}

/// With a reduced program that is this one, and what was found out about it.
fn record(finding: &Finding, case: &Case, outcome: Option<Outcome>, triage: Option<&Triage>) -> Record {
    let Case { files, units, driver, expected, .. } = case.clone();
    let reduced = Reduced { files, units, driver, expected, outcome, steadiness: None };
    let reduction = Some(Reduction::Finished(reduced));
    Record { reduction, triage: triage.cloned(), ..Record::new(finding.clone(), case.clone()) }
}

/// Looked into as it was found.
fn unreduced(finding: &Finding, case: &Case, triage: &Triage) -> Record {
    Record { triage: Some(triage.clone()), ..Record::new(finding.clone(), case.clone()) }
}

#[test]
fn wrong_code_is_reported_in_every_form() {
    let (finding, case, triage) = wrong_code();
    let record = record(&finding, &case, triage.outcome.clone(), Some(&triage));
    let account = Account::new(&record);
    check("wrong-code.md", &markdown(&account));
    check("wrong-code.gcc.txt", &gcc::form(&account, &triage.verbose));
    check("wrong-code.llvm.md", &llvm::issue(&account, &triage.verbose));
}

#[test]
fn a_crash_is_reported_in_every_form() {
    let (finding, case, triage) = crash();
    let record = record(&finding, &case, triage.outcome.clone(), Some(&triage));
    let account = Account::new(&record);
    check("crash.md", &markdown(&account));
    check("crash.gcc.txt", &gcc::form(&account, &triage.verbose));
    check("crash.llvm.md", &llvm::issue(&account, &triage.verbose));
}

#[test]
fn the_target_is_what_the_compiler_compiles_for() {
    let (finding, case, triage) = wrong_code();
    let target = |machine: &str, command: &[&str]| {
        let mut finding = finding.clone();
        finding.compiler.version.machine = machine.to_string();
        finding.compiler.command = command.iter().map(|word| word.to_string()).collect();
        Account::new(&unreduced(&finding, &case, &triage)).machine()
    };
    assert_eq!(target("aarch64-linux-gnu", &["aarch64-linux-gnu-gcc"]), "aarch64-linux-gnu");
    assert_eq!(target("x86_64-linux-gnu", &["gcc", "-m32"]), "x86_64-linux-gnu with -m32");
    assert_eq!(target("", &["gcc"]), "the data model of x86_64", "nobody asked");
}

fn title_of(kind: Kind, flags: &[&str], signature: &str, outcome: Option<Outcome>) -> String {
    let case = case(SHIFT, Some("-2\n"));
    let pcc = compiler("pcc", Family::Pcc, &[1, 2], "x86_64");
    let finding = finding(&case, &pcc, kind, flags, signature);
    report::title(&Account::new(&record(&finding, &case, outcome, None)))
}

#[test]
fn a_title_says_what_is_wrong_in_a_phrase() {
    let died = Outcome::Died { signal: 11, stdout: String::new() };
    assert_eq!(title_of(Kind::WrongCode, &[], "", Some(died)), "pcc: wrong code: the program dies by SIGSEGV");
    let ran = Outcome::Ran { exit_code: 3, stdout: "-2\n".to_string() };
    assert_eq!(
        title_of(Kind::WrongCode, &["-O1"], "", Some(ran)),
        "pcc at -O1: wrong code: the program ends with 3 instead of 0"
    );
    let ice = title_of(Kind::Crash, &["-O2"], "in fold, at x.c", None);
    assert_eq!(ice, "pcc at -O2: internal compiler error: in fold, at x.c");
    let ice = title_of(Kind::Crash, &["-O2"], "internal compiler error: Segmentation fault, in fold", None);
    assert_eq!(ice, "pcc at -O2: internal compiler error: Segmentation fault, in fold");
    let message =
        "test.c:(.text+0x4ac): relocation truncated to fit: R_X86_64_PC32 against symbol `a' defined in .bss\n";
    let signature = "linker: relocation truncated to fit: R_XN_N_PCN against".to_string();
    let unlinked = Outcome::Crashed { signature: signature.clone(), message: message.to_string() };
    assert_eq!(
        title_of(Kind::Crash, &[], &signature, Some(unlinked)),
        "pcc: program does not link: relocation truncated to fit: R_X86_64_PC32 against symbol `a'"
    );
    let refused = Outcome::Rejected { message: "test.c:7:3: error: 'x' undeclared\n".to_string() };
    assert_eq!(title_of(Kind::RejectsValid, &[], "", Some(refused)), "pcc: refuses valid code: 'x' undeclared");
    assert_eq!(title_of(Kind::Hang, &["-O3"], "", None), "pcc at -O3: compilation does not end");
}

#[test]
fn that_no_flags_are_needed_does_not_read_as_if_nothing_showed_it() {
    let (mut finding, case, mut triage) = wrong_code();
    (finding.builds, triage.flags) = (vec![Vec::new()], Vec::new());
    let text = markdown(&Account::new(&unreduced(&finding, &case, &triage)));
    assert!(text.contains("- Flags that show it: none are needed\n"), "{text}");
}

#[test]
fn a_wrong_value_that_varies_is_called_flaky() {
    let (finding, case, mut triage) = wrong_code();
    triage.steadiness = Some(Steadiness { same: 2, runs: 3 });
    let record = record(&finding, &case, triage.outcome.clone(), Some(&triage));
    let account = Account::new(&record);
    let said = "It is flaky: only 2 of 3 runs did the same.";
    assert!(markdown(&account).contains(said) && gcc::form(&account, "").contains(said));
}
