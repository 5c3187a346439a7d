//! Families and batches: variants that are compared with their parent, and many programs in one case, of which the guilty one
//! is found. The compilers are the system's, behind a few lines of shell that break them.

use lab::campaign::{self, Budget, Campaign, Stop, Summary};
use lab::config::{CompilerConfig, Config, LimitsConfig};
use lab::detection;
use lab::oracle::{Kind, Oracle};
use lab::sources::{Batch, Family, NoCase, Source, Variant, Wanted, Weighted};
use lab::store::{self, Store};
use lab::triage::Known;
use lab::{Bench, Case, Expected, Finding, Record};
use sandbox::{Helper, Sandbox, Tier};
use serde_json::json;
use source::emit::File;
use std::fs;
use std::ops::Range;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::mpsc;
use tempfile::TempDir;

fn bench() -> Bench {
    let helper = Helper { program: env!("CARGO_BIN_EXE_gadfly").into(), args: vec!["__sandbox".into()] };
    Bench::new(Sandbox::new(&helper, None, Tier::Namespaces).unwrap(), LimitsConfig::default())
}

/// A source that makes what a function says.
struct Fake(Box<dyn Fn(&Wanted) -> Family + Send + Sync>);

impl Source for Fake {
    fn name(&self) -> &str {
        "fake"
    }

    fn family(&self, _: &mut Bench, wanted: &Wanted) -> Result<Family, NoCase> {
        Ok((self.0)(wanted))
    }
}

fn case(recipe: String, text: String, expected: Option<String>, wanted: &Wanted) -> Case {
    Case {
        source: "fake".to_string(),
        index: wanted.index,
        recipe,
        language: wanted.language,
        target: wanted.target,
        files: vec![File { name: "test.c".to_string(), text }],
        units: vec!["test.c".to_string()],
        driver: None,
        flags: Vec::new(),
        expected: expected.map(|stdout| Expected { stdout, exit_code: 0 }),
    }
}

/// Functions that are compiled as one program, which prints what each returns.
struct Functions {
    bodies: Vec<String>,
    /// Whether it is known what they print: function k must return k.
    is_known: bool,
    wanted: Wanted,
}

impl Batch for Functions {
    fn count(&self) -> usize {
        self.bodies.len()
    }

    fn part(&self, range: Range<usize>) -> Case {
        let functions: String =
            range.clone().map(|at| format!("int f{at}(void) {{ {} }}\n", self.bodies[at])).collect();
        let calls: String = range.clone().map(|at| format!(" printf(\"%d\\n\", f{at}());")).collect();
        let text = format!("#include <stdio.h>\n{functions}int main(void) {{{calls} return 0; }}\n");
        let expected = self.is_known.then(|| range.clone().map(|at| format!("{at}\n")).collect());
        case(format!("batch {range:?}"), text, expected, &self.wanted)
    }
}

/// Eight functions that return their number, except that these have another body.
fn batch(is_known: bool, others: &'static [(usize, &'static str)]) -> Fake {
    Fake(Box::new(move |wanted| {
        let mut bodies: Vec<String> = (0..8).map(|at| format!("return {at};")).collect();
        others.iter().for_each(|(at, body)| bodies[*at] = body.to_string());
        let batch: Box<dyn Batch> = Box::new(Functions { bodies, is_known, wanted: wanted.clone() });
        Family::from(batch)
    }))
}

/// What one index of a source leads to, with a compiler that these lines of shell break.
struct Hunt {
    summary: Summary,
    findings: Vec<Finding>,
    store: Box<dyn Store>,
    _directory: TempDir,
}

fn hunt(source: Fake, lines: &str, oracles: &[Oracle]) -> Hunt {
    let directory = TempDir::with_prefix_in("families", env!("CARGO_TARGET_TMPDIR")).unwrap();
    let path = directory.path().join("gcc");
    fs::write(&path, format!("#!/bin/sh\n{lines}\nexec cc \"$@\"\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let mut bench = bench();
    let config = CompilerConfig::new("cc", &path.display().to_string());
    let compilers = vec![detection::identify(&mut bench, &config).unwrap()];
    let sources = vec![Weighted { weight: 1, source: Box::new(source) }];
    let config = Config {
        levels: vec!["-O0".to_string(), "-O2".to_string()],
        random_flags: 0,
        reduce: false,
        oracles: oracles.to_vec(),
        ..Config::default()
    };
    let campaign = Campaign { seed: 1, config, compilers, sources, known: Known::default() };
    let store = store::open(&directory.path().join("store")).unwrap();
    let budget = Budget { tests: Some(1), time: None };
    let summary = campaign::hunt(&campaign, &*store, vec![bench], budget, &Stop::new(), mpsc::channel().0).unwrap();
    let findings = store.findings().unwrap();
    Hunt { summary, findings, store, _directory: directory }
}

impl Hunt {
    fn recipes(&self) -> Vec<&str> {
        let mut recipes: Vec<_> = self.findings.iter().map(|finding| finding.recipe.as_str()).collect();
        recipes.sort_unstable();
        recipes
    }

    fn directory(&self) -> std::path::PathBuf {
        self.store.directory_of(&self.findings[0].id).unwrap()
    }

    fn record(&self) -> Record {
        self.store.get(&self.findings[0].id).unwrap()
    }
}

/// Breaks on a program with this word in it.
fn crash_on(word: &str) -> String {
    format!(
        "if grep -qs {word} test.c; then echo 'test.c:1:1: internal compiler error: in fold, at a.cc:7' >&2; exit 1; fi"
    )
}

/// With `-O2`, the word `RIGHT` is taken for 99 where a program has it.
const WRONG: &str = "case \"$*\" in *-O2*) set -- -DRIGHT=99 \"$@\";; *) set -- -DRIGHT=5 \"$@\";; esac";

#[test]
fn a_batch_that_is_right_is_compiled_once() {
    let hunt = hunt(batch(true, &[]), "", &Oracle::ALL);
    assert_eq!(hunt.recipes(), [""; 0]);
    let totals = hunt.summary.totals;
    assert_eq!((totals.programs, totals.builds, totals.inconclusive), (8, 2, 0));
    assert_eq!(hunt.store.campaigns().unwrap()[0].sources[0].1.programs, 8);
}

#[test]
fn the_program_that_breaks_the_compiler_stands_alone() {
    let hunt = hunt(batch(true, &[(5, "int GUILTY = 5; return GUILTY;")]), &crash_on("GUILTY"), &Oracle::ALL);
    assert_eq!(hunt.recipes(), ["batch 5..6"]);
    assert_eq!(hunt.findings[0].kind, Kind::Crash);
    let case = hunt.record().case;
    assert!(case.files[0].text.contains("GUILTY") && !case.files[0].text.contains("f4"), "{}", case.files[0].text);
    assert_eq!(case.expected.unwrap().stdout, "5\n");
    assert_eq!(hunt.summary.totals.programs, 8);
    // All of them, then two halves three times.
    assert_eq!(hunt.summary.totals.builds, 7 * 2);
}

#[test]
fn every_wrong_program_of_a_batch_is_a_finding() {
    let hunt = hunt(batch(false, &[(0, "return RIGHT;"), (6, "return RIGHT + 1;")]), WRONG, &Oracle::ALL);
    assert_eq!(hunt.recipes(), ["batch 0..1", "batch 6..7"]);
    assert!(hunt.findings.iter().all(|finding| finding.oracle == Oracle::Dol && !finding.is_flaky()));
}

#[test]
fn a_crash_that_hides_wrong_code_does_not_hide_it_from_the_parts() {
    let lines = format!("{}\n{WRONG}", crash_on("GUILTY"));
    let hunt = hunt(batch(true, &[(2, "int GUILTY = 2; return GUILTY;"), (5, "return RIGHT;")]), &lines, &Oracle::ALL);
    assert_eq!(hunt.recipes(), ["batch 2..3", "batch 5..6"]);
}

#[test]
fn one_crash_of_a_batch_is_kept_of_many_that_are_alike() {
    const GUILTY: &str = "int GUILTY = 0; return GUILTY;";
    let hunt = hunt(batch(false, &[(1, GUILTY), (2, GUILTY), (7, GUILTY)]), &crash_on("GUILTY"), &Oracle::ALL);
    assert_eq!(hunt.recipes(), ["batch 1..2"]);
    assert!(hunt.summary.totals.repeats > 0);
}

#[test]
fn what_shows_only_together_is_about_the_fewest_programs_that_show_it() {
    let together = "if grep -qs GUILTY test.c && grep -qs ACCOMPLICE test.c; then \
                    echo 'test.c:1:1: internal compiler error: in fold, at a.cc:7' >&2; exit 1; fi";
    let others = &[(4, "int GUILTY = 4; return GUILTY;"), (7, "int ACCOMPLICE = 7; return ACCOMPLICE;")];
    let hunt = hunt(batch(true, others), together, &Oracle::ALL);
    assert_eq!(hunt.recipes(), ["batch 4..8"]);
}

#[test]
fn a_program_that_nobody_takes_does_not_keep_the_others_from_being_tested() {
    let hunt = hunt(batch(false, &[(3, "return ;;; }"), (5, "return RIGHT;")]), WRONG, &Oracle::ALL);
    assert_eq!(hunt.recipes(), ["batch 5..6"]);
    assert_eq!(hunt.summary.totals.inconclusive, 1);
}

/// A parent, and variants of it by name and text.
fn family(parent: &'static str, variants: &'static [(&'static str, &'static str, bool)]) -> Fake {
    let text = |body: &str| format!("#include <stdio.h>\nint main(void) {{ {body} }}\n");
    Fake(Box::new(move |wanted| {
        let variant = |(name, body, is_equivalent): &(&str, &str, bool)| Variant {
            case: case(name.to_string(), text(body), None, wanted),
            edits: vec![json!({ "prune": name })],
            is_equivalent: *is_equivalent,
            edited: None,
        };
        let variants = variants.iter().map(variant).collect();
        Family { variants, ..case("parent".to_string(), text(parent), None, wanted).into() }
    }))
}

#[test]
fn a_variant_that_differs_from_its_parent_is_a_finding_that_has_both() {
    const RIGHT: &str = "puts(\"1\");";
    const VARIANTS: &[(&str, &str, bool)] =
        &[("same", "if (1) puts(\"1\");", true), ("other", "puts(\"2\");", true), ("free", "puts(\"3\");", false)];
    let hunt = hunt(family(RIGHT, VARIANTS), "", &Oracle::ALL);
    assert_eq!(hunt.recipes(), ["other"]);
    assert_eq!((hunt.summary.totals.programs, hunt.summary.totals.builds), (4, 8));
    let finding = &hunt.findings[0];
    assert_eq!((finding.kind, finding.oracle, finding.is_flaky()), (Kind::WrongCode, Oracle::Emi, false));
    assert_eq!(finding.builds.len(), 2);
    assert_eq!(finding.correct().unwrap().stdout, "1\n");
    assert_eq!(finding.message, "prints `2` instead of `1`, unlike the program it is a variant of");
    // The pair is on disk, as typed data and as files.
    let Record { finding: kept, case, .. } = hunt.record();
    let parent = kept.parent.unwrap();
    assert_eq!(parent.edits, [json!({ "prune": "other" })]);
    assert!(parent.is_equivalent && parent.case(&case).files[0].text.contains(RIGHT));
    assert_eq!(parent.observations.len(), 2);
    assert!(read(&hunt.directory().join("parent/test.c")).contains(RIGHT));
    assert!(read(&hunt.directory().join("original/test.c")).contains("\"2\""));
}

#[test]
fn a_build_that_is_wrong_about_the_parent_does_not_accuse_its_variants() {
    const PARENT: &str = "printf(\"%d\\n\", RIGHT);";
    const VARIANTS: &[(&str, &str, bool)] = &[("variant", "puts(\"5\");", true)];
    let hunt = hunt(family(PARENT, VARIANTS), WRONG, &Oracle::ALL);
    assert_eq!(hunt.recipes(), ["parent"]);
    assert_eq!((hunt.findings[0].oracle, &hunt.findings[0].parent), (Oracle::Dol, &None));
}

#[test]
fn emi_alone_sees_a_wrong_variant_with_one_build() {
    const VARIANTS: &[(&str, &str, bool)] = &[("variant", "printf(\"%d\\n\", RIGHT);", true)];
    let hunt = hunt(family("puts(\"5\");", VARIANTS), WRONG, &[Oracle::Emi]);
    assert_eq!(hunt.recipes(), ["variant"]);
    assert_eq!(hunt.findings[0].builds, [["-O2"]]);
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}
