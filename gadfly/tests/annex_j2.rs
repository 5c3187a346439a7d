//! Holds `interp/src/ub/annex-j2.txt`, what Gadfly does about every entry of Annex J.2 of C17, to the truth: the pairs it
//! names exist, the programs it calls diagnosed are refused, and `docs/undefined-behaviour.md` says the same. `BLESS=1`
//! writes that page.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use interp::Rule;
use serde_json::Value;

const DATA: &str = include_str!("../../interp/src/ub/annex-j2.txt");

struct Entry {
    clauses: &'static str,
    what: &'static str,
    verdict: Verdict,
}

enum Verdict {
    Detected(Vec<&'static str>),
    Diagnosed(Vec<&'static str>),
    NotReachable(&'static str),
    Missing(&'static str),
}

#[test]
fn every_pair_exists_and_shows_its_rule() {
    for case in entries().iter().flat_map(Entry::pairs) {
        let (rule, _) = case.split_once('/').unwrap_or_else(|| panic!("`{case}` is not RULE/CASE"));
        assert!(Rule::ALL.iter().any(|known| known.name() == rule), "there is no rule `{rule}`");
        let bad = fs::read_to_string(root().join(format!("tests/ub/{case}.bad.c")));
        let bad = bad.unwrap_or_else(|error| panic!("tests/ub/{case}.bad.c: {error}"));
        assert!(bad.contains(&format!("//~ UB {rule}\n")), "tests/ub/{case}.bad.c does not show `{rule}`");
        assert!(root().join(format!("tests/ub/{case}.good.c")).exists(), "tests/ub/{case}.good.c is missing");
    }
}

#[test]
fn every_diagnosed_program_is_refused() {
    let named: Vec<&str> = entries().iter().flat_map(Entry::rejected).collect();
    for name in &named {
        assert_eq!(outcome(&root().join(format!("tests/rejected/{name}.c"))), "rejected", "tests/rejected/{name}.c");
    }
    for file in fs::read_dir(root().join("tests/rejected")).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(named.iter().any(|known| format!("{known}.c") == name), "no entry of J.2 names tests/rejected/{name}");
    }
}

#[test]
fn the_page_is_up_to_date() {
    let path = root().join("docs/undefined-behaviour.md");
    let page = page(&entries());
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &page).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "docs/undefined-behaviour.md is out of date: run this test with BLESS=1");
}

impl Entry {
    fn pairs(&self) -> Vec<&'static str> {
        if let Verdict::Detected(cases) = &self.verdict { cases.clone() } else { Vec::new() }
    }

    fn rejected(&self) -> Vec<&'static str> {
        if let Verdict::Diagnosed(names) = &self.verdict { names.clone() } else { Vec::new() }
    }

    fn row(&self, number: usize) -> String {
        let Entry { clauses, what, verdict } = self;
        let verdict = match verdict {
            Verdict::Detected(cases) => {
                let link = |case: &&str| format!("[`{case}`](../tests/ub/{case}.bad.c)");
                format!("detected: {}", cases.iter().map(link).collect::<Vec<_>>().join(", "))
            }
            Verdict::Diagnosed(names) => {
                let link = |name: &&str| format!("[`{name}`](../tests/rejected/{name}.c)");
                format!("diagnosed: {}", names.iter().map(link).collect::<Vec<_>>().join(", "))
            }
            Verdict::NotReachable(why) => format!("not reachable: {why}"),
            Verdict::Missing(why) => format!("**missing**: {why}"),
        };
        format!("| {number} | {clauses} | {what} | {verdict} |\n")
    }
}

fn entries() -> Vec<Entry> {
    let lines = || DATA.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let reasons: Vec<(&str, &str)> = lines()
        .filter_map(|line| line.strip_prefix('@'))
        .map(|line| line.split_once(" = ").expect("NAME = WHY"))
        .collect();
    lines().filter(|line| !line.starts_with('@')).map(|line| entry(line, &reasons)).collect()
}

fn entry(line: &'static str, reasons: &[(&str, &'static str)]) -> Entry {
    let parts: Vec<&str> = line.splitn(3, " | ").collect();
    let [clauses, what, verdict] = parts[..] else { panic!("not three columns: {line}") };
    let (kind, rest) = verdict.split_once(": ").unwrap_or_else(|| panic!("no verdict: {line}"));
    let why = || match rest.strip_prefix('@') {
        Some(name) => reasons.iter().find(|reason| reason.0 == name).unwrap_or_else(|| panic!("no reason @{name}")).1,
        None => rest,
    };
    let names = || rest.split_ascii_whitespace().collect();
    let verdict = match kind {
        "detected" => Verdict::Detected(names()),
        "diagnosed" => Verdict::Diagnosed(names()),
        "not reachable" => Verdict::NotReachable(why()),
        "missing" => Verdict::Missing(why()),
        _ => panic!("no such verdict: {line}"),
    };
    Entry { clauses, what, verdict }
}

fn page(entries: &[Entry]) -> String {
    let count = |is: fn(&Verdict) -> bool| entries.iter().filter(|entry| is(&entry.verdict)).count();
    let counts = [
        ("detected while it runs, with a pair of programs", count(|v| matches!(v, Verdict::Detected(_)))),
        ("diagnosed: the program is refused", count(|v| matches!(v, Verdict::Diagnosed(_)))),
        ("not reachable in what Gadfly executes", count(|v| matches!(v, Verdict::NotReachable(_)))),
        ("missing", count(|v| matches!(v, Verdict::Missing(_)))),
        ("all", entries.len()),
    ];
    let mut page = "# Undefined behaviour\n\nWhat Gadfly does about every entry of Annex J.2 of C17 (ISO/IEC 9899:2018), in our \
                    words and in the standard's order. This page is made from `interp/src/ub/annex-j2.txt` by `BLESS=1 cargo \
                    test -p gadfly --test annex_j2`; its tests hold it to the programs it names. Beside the list, Gadfly knows \
                    rules that J.2 does not have: `order-dependent` and `unreachable` (see `interp/src/ub.rs`).\n\n"
        .to_string();
    page += "| | entries |\n|---|---|\n";
    for (name, count) in counts {
        page += &format!("| {name} | {count} |\n");
    }
    page += "\n| | C17 | undefined | verdict |\n|---|---|---|---|\n";
    for (index, entry) in entries.iter().enumerate() {
        page += &entry.row(index + 1);
    }
    page
}

fn outcome(path: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_gadfly")).args(["run", "--json"]).arg(path).output().unwrap();
    let verdict: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    verdict["outcome"].as_str().unwrap_or("no JSON").to_string()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
