//! Cases and findings that are the same whenever they are made.

use lab::case::{Case, Expected};
use lab::compiler::{Compiler, Family, Features, Version};
use lab::finding::{Finding, State};
use lab::observe::{Observation, Outcome};
use lab::oracle::{Kind, Oracle, Verdict};
use lab::record::{Record, render};
use lab::store::{self, Repeat, Store};
use source::emit::File;
use source::language::{Language, TargetName};
use std::fs;
use std::path::Path;

pub const SEED: u64 = 0xfeed_0000_dead_beef;
pub const CONFIG: &str = "levels = [\"-O0\", \"-O2\"]\n";

#[track_caller]
pub fn open(dir: &Path) -> Box<dyn Store> {
    store::open(dir).unwrap_or_else(|error| panic!("{error}"))
}

/// The record that is in a directory, in which all files must be as they are rendered from it.
#[track_caller]
pub fn kept(dir: &Path) -> Record {
    let text = fs::read_to_string(dir.join("record.json")).unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
    let record = Record::from_json(&text).unwrap();
    for (name, text) in render::files(&record) {
        assert_eq!(fs::read_to_string(dir.join(&name)).unwrap_or_default(), text, "{}/{name}", dir.display());
    }
    record
}

/// Nothing is known of it but that it was found.
pub fn found(index: u64) -> Record {
    Record::new(finding(index), case(index))
}

/// The driver prints what the unit answers, which is the index.
pub fn case(index: u64) -> Case {
    let file = |name: &str, text: String| File { name: name.to_string(), text };
    let driver = "#include <stdio.h>\n#include \"init.h\"\nint main(void) { printf(\"%d\\n\", answer()); }\n";
    Case {
        source: "policy".to_string(),
        index,
        recipe: format!("policy@2:{index}:c:c17:x86_64:100:on"),
        language: Language::C,
        target: TargetName::X86_64,
        files: vec![
            file("test.c", format!("#include \"init.h\"\nint answer(void) {{ return {index}; }}\n")),
            file("driver.c", driver.to_string()),
            file("init.h", "int answer(void);\n".to_string()),
        ],
        units: vec!["test.c".to_string()],
        driver: Some("driver.c".to_string()),
        flags: vec!["-std=c17".to_string()],
        expected: Some(Expected { stdout: format!("{index}\n"), exit_code: 0 }),
    }
}

pub fn compiler(command: &[&str]) -> Compiler {
    Compiler {
        name: "accused".to_string(),
        command: command.iter().map(|word| word.to_string()).collect(),
        language: Language::C,
        family: Family::Gcc,
        version: Version { text: "accused 1.2".to_string(), numbers: vec![1, 2], ..Version::default() },
        target: TargetName::X86_64,
        run: Vec::new(),
        features: Features::default(),
        tuning: Default::default(),
    }
}

fn ran(flag: &str, answer: u64) -> Observation {
    Observation {
        compiler: "accused".to_string(),
        flags: vec![flag.to_string()],
        outcome: Outcome::Ran { exit_code: 0, stdout: format!("{answer}\n") },
        compile_cpu_ms: 12,
        run_cpu_ms: 1,
    }
}

/// `-O2` gives one too many.
pub fn finding(index: u64) -> Finding {
    finding_of(&case(index), Kind::WrongCode, &["cc"])
}

pub fn finding_of(case: &Case, kind: Kind, command: &[&str]) -> Finding {
    let verdict = Verdict {
        kind,
        oracle: Oracle::Expected,
        compiler: "accused".to_string(),
        builds: vec![vec!["-O2".to_string()]],
        reference: None,
        signature: String::new(),
        message: "-O2 gives another answer than the reference".to_string(),
    };
    let observations = vec![ran("-O0", case.index), ran("-O2", case.index + 1)];
    let state = State::Confirmed { runs: 3 };
    let finding = Finding::new(SEED, case, &verdict, &compiler(command), observations, state, "landlock");
    let others = [Compiler { name: "bystander".to_string(), ..compiler(&["other"]) }, compiler(command)];
    let finding = finding.among(&others);
    Finding { found_at: 1_794_844_470 + case.index, ..finding }
}

/// A crash like many.
pub fn repeat(index: u64) -> Repeat {
    let (recipe, signature) = (case(index).recipe, "SIGSEGV in fold".to_string());
    let id = lab::finding::id(SEED, index, &recipe, "accused", Kind::Crash, &signature);
    Repeat { id, recipe, compiler: "accused".to_string(), kind: Kind::Crash, signature }
}
