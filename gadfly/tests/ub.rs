//! Runs the corpus of `tests/ub`, `tests/defined` and `tests/units` (its format: `tests/README.md`) through `gadfly run --json`.
//!
//! One test for each rule, one for the defined programs, one that holds the corpus itself to its format. A test runs
//! all of its files and reports every failure. `GADFLY_CASES=text` restricts it to files whose path contains `text`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use interp::Rule;
use serde_json::Value;

/// Expression nodes per file: the largest needs a few hundred thousand, and a hang must end.
const FUEL: &str = "50000000";

macro_rules! rules {
    ($($test:ident $rule:literal;)*) => {
        $(#[test] fn $test() { check_rule($rule); })*
        const TESTED: &[&str] = &[$($rule),*];
    };
}

rules! {
    signed_overflow_is_reported "signed-overflow";
    shift_counts_out_of_range_are_reported "shift-count";
    shifted_values_out_of_range_are_reported "shift-value";
    division_by_zero_is_reported "division-by-zero";
    division_overflow_is_reported "division-overflow";
    floats_that_do_not_fit_an_integer_are_reported "float-to-int";
    accesses_out_of_bounds_are_reported "out-of-bounds-access";
    pointers_out_of_bounds_are_reported "out-of-bounds-pointer";
    null_dereferences_are_reported "null-dereference";
    dangling_dereferences_are_reported "dangling-dereference";
    uses_of_dangling_pointer_values_are_reported "dangling-pointer";
    misaligned_accesses_are_reported "misaligned-access";
    uninitialized_reads_are_reported "uninitialized-read";
    strict_aliasing_violations_are_reported "strict-aliasing";
    writes_to_string_literals_are_reported "string-literal-write";
    writes_to_const_objects_are_reported "const-write";
    accesses_to_atomic_members_are_reported "atomic-member";
    modified_temporaries_are_reported "temporary-write";
    volatile_objects_accessed_as_others_are_reported "volatile-access";
    unsequenced_side_effects_are_reported "unsequenced";
    dependence_on_evaluation_order_is_reported "order-dependent";
    overlapping_assignments_are_reported "overlapping-assignment";
    overlapping_copies_are_reported "overlapping-copy";
    invalid_frees_are_reported "invalid-free";
    used_values_of_functions_without_return_are_reported "missing-return";
    calls_with_the_wrong_type_are_reported "wrong-call";
    arguments_too_short_for_static_arrays_are_reported "static-array";
    pointers_that_do_not_fit_an_integer_are_reported "pointer-to-integer";
    uses_of_register_arrays_are_reported "register-array";
    wrong_printf_arguments_are_reported "printf-argument";
    wrong_scanf_arguments_are_reported "scanf-argument";
    vla_sizes_below_one_are_reported "vla-size";
    restrict_violations_are_reported "restrict";
    comparisons_across_objects_are_reported "pointer-comparison";
    subtractions_across_objects_are_reported "pointer-subtraction";
    made_up_pointers_are_reported "invalid-pointer";
    trap_representations_are_reported "trap-representation";
    library_arguments_out_of_domain_are_reported "library-argument";
    va_list_misuse_is_reported "va-arg";
    own_definitions_of_library_functions_are_reported "reserved-name";
    noreturn_functions_that_return_are_reported "noreturn-returned";
    setjmp_in_other_places_is_reported "setjmp-context";
    jumps_to_nowhere_are_reported "longjmp";
    reached_unreachable_code_is_reported "unreachable";
    broken_promises_of_nonnull_are_reported "nonnull";
}

#[test]
fn defined_programs_are_not_flagged() {
    report(files(&corpus().join("defined")).iter().filter(|path| selected(path)).filter_map(|path| check(path).err()));
}

#[test]
fn programs_of_several_units_are_judged_as_one() {
    let directories = entries(&corpus().join("units"));
    assert!(directories.iter().any(|path| name(path).ends_with(".bad")), "no undefined ones");
    report(directories.iter().filter(|path| selected(path)).filter_map(|path| check_units(path).err()));
}

#[test]
fn every_rule_has_a_directory_and_a_test() {
    let rules: BTreeSet<String> = Rule::ALL.iter().map(|rule| rule.name().to_string()).collect();
    let tested: BTreeSet<String> = TESTED.iter().map(|rule| rule.to_string()).collect();
    let directories: BTreeSet<String> = entries(&corpus().join("ub")).iter().map(|path| name(path)).collect();
    assert_eq!(rules, tested);
    assert_eq!(rules, directories);
}

#[test]
fn the_corpus_keeps_its_format() {
    let pairs: Vec<PathBuf> = entries(&corpus().join("ub")).iter().flat_map(|rule| files(rule)).collect();
    let defined = files(&corpus().join("defined"));
    report(pairs.iter().filter_map(|path| malformed_half(path)));
    report(defined.iter().filter_map(|path| Promise::read(path).err()));
    let bad = pairs.iter().filter(|path| is_bad(path)).count();
    assert!(bad >= 150, "only {bad} pairs");
    assert!(defined.len() >= 60, "only {} defined programs", defined.len());
}

/// What a file says about itself.
#[derive(PartialEq, Debug)]
enum Promise {
    Undefined { rule: String, line: u64 },
    Defined { exit_code: i64, stdout: String },
}

impl Promise {
    fn read(path: &Path) -> Result<Promise, String> {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", shown(path)))?;
        let promise = if is_bad(path) { Promise::of_bad(&text) } else { Promise::of_good(&text) };
        promise.map_err(|error| format!("{}: {error}", shown(path)))
    }

    fn of_bad(text: &str) -> Result<Promise, String> {
        let marked: Vec<(usize, &str)> = text
            .lines()
            .enumerate()
            .filter_map(|(index, line)| Some((index + 1, line.split_once("//~ UB ")?.1)))
            .collect();
        match marked[..] {
            [(line, rule)] => Ok(Promise::Undefined { rule: rule.to_string(), line: line as u64 }),
            _ => Err(format!("{} lines are marked, not one", marked.len())),
        }
    }

    fn of_good(text: &str) -> Result<Promise, String> {
        let first = text.lines().next().unwrap_or_default();
        let exit_code = first.strip_prefix("// expect: exit ").and_then(|code| code.parse().ok());
        let exit_code = exit_code.ok_or("the first line is not `// expect: exit N`")?;
        let lines = text.lines().skip(1).map_while(|line| line.strip_prefix("// stdout:"));
        let stdout = lines.map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line))).collect();
        if text.contains("//~") {
            return Err("a defined program is marked as undefined".to_string());
        }
        Ok(Promise::Defined { exit_code, stdout })
    }

    /// `Err` says how what `gadfly run --json` printed differs.
    fn compare(&self, verdict: &Value) -> Result<(), String> {
        let got = match verdict["outcome"].as_str() {
            Some("undefined") => Some(Promise::Undefined {
                rule: verdict["rule"].as_str().unwrap_or_default().to_string(),
                line: verdict["line"].as_u64().unwrap_or_default(),
            }),
            Some("defined") => Some(Promise::Defined {
                exit_code: verdict["exit_code"].as_i64().unwrap_or(-1),
                stdout: verdict["stdout"].as_str().unwrap_or_default().to_string(),
            }),
            _ => None,
        };
        if got.as_ref() == Some(self) { Ok(()) } else { Err(format!("expected {self:?}, got {verdict}")) }
    }
}

/// What a file says that its program is given to read: `// stdin: line` and `// file NAME: line`.
#[derive(Default)]
struct Given {
    stdin: String,
    files: BTreeMap<String, String>,
}

impl Given {
    fn read(path: &Path) -> Given {
        let text = fs::read_to_string(path).unwrap_or_default();
        let mut given = Given::default();
        for line in text.lines() {
            let content = |line: &str| format!("{}\n", line.strip_prefix(' ').unwrap_or(line));
            if let Some(line) = line.strip_prefix("// stdin:") {
                given.stdin += &content(line);
            } else if let Some((name, line)) = line.strip_prefix("// file ").and_then(|rest| rest.split_once(':')) {
                *given.files.entry(name.to_string()).or_default() += &content(line);
            }
        }
        given
    }

    /// Writes them into a directory, and says so to `gadfly run`.
    fn arguments(&self, directory: &Path) -> Vec<String> {
        let write = |name: &str, text: &str| {
            let path = directory.join(name);
            fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            path.display().to_string()
        };
        let mut arguments = vec![format!("--stdin={}", write("standard input", &self.stdin))];
        arguments.extend(self.files.iter().map(|(name, text)| format!("--file={name}={}", write(name, text))));
        arguments
    }
}

fn check_rule(rule: &str) {
    let files = files(&corpus().join("ub").join(rule));
    assert!(files.len() >= 2, "tests/ub/{rule} has no pairs");
    report(files.iter().filter(|path| selected(path)).filter_map(|path| check(path).err()));
}

/// Runs one file and compares; the error names the file.
fn check(path: &Path) -> Result<(), String> {
    let promise = Promise::read(path)?;
    let directory = tempfile::tempdir().map_err(|error| format!("{}: {error}", shown(path)))?;
    let given = Given::read(path).arguments(directory.path());
    let verdict = verdict(path, std::slice::from_ref(&path.to_path_buf()), &given)?;
    promise.compare(&verdict).map_err(|difference| format!("{}: {difference}", shown(path)))
}

/// Runs a directory's files as one program. What it promises is in one of them.
fn check_units(directory: &Path) -> Result<(), String> {
    let units = files(directory);
    let is_bad = name(directory).ends_with(".bad");
    let texts: Vec<String> = units.iter().map(|path| fs::read_to_string(path).expect("readable")).collect();
    let speaks = |text: &&String| text.contains("//~ UB ") || text.starts_with("// expect: ");
    let Some(text) = texts.iter().find(speaks).filter(|_| texts.iter().filter(speaks).count() == 1) else {
        return Err(format!("{}: not one file says what to expect", shown(directory)));
    };
    let promise = if is_bad { Promise::of_bad(text) } else { Promise::of_good(text) };
    let verdict = verdict(directory, &units, &[])?;
    let file = verdict["file"].as_str().map(fs::read_to_string);
    let is_there = !is_bad || file.is_some_and(|read| read.is_ok_and(|other| other == *text));
    let compared = promise.and_then(|promise| promise.compare(&verdict));
    let compared = compared.and_then(|()| if is_there { Ok(()) } else { Err("in another file".to_string()) });
    compared.map_err(|difference| format!("{}: {difference}", shown(directory)))
}

fn verdict(path: &Path, units: &[PathBuf], given: &[String]) -> Result<Value, String> {
    let output = Command::new(env!("CARGO_BIN_EXE_gadfly"))
        .args(["run", "--json", "--fuel", FUEL])
        .args(units)
        .args(given)
        .output()
        .map_err(|error| format!("{}: {error}", shown(path)))?;
    serde_json::from_slice(&output.stdout).map_err(|error| {
        let stderr = String::from_utf8_lossy(&output.stderr);
        format!("{}: no JSON ({error}): {}", shown(path), stderr.lines().take(3).collect::<Vec<_>>().join(" / "))
    })
}

fn malformed_half(path: &Path) -> Option<String> {
    let promise = match Promise::read(path) {
        Ok(promise) => promise,
        Err(error) => return Some(error),
    };
    let other = if is_bad(path) { ".good.c" } else { ".bad.c" };
    let stem = name(path);
    let stem = stem.strip_suffix(".bad.c").or(stem.strip_suffix(".good.c"));
    let Some(stem) = stem else {
        return Some(format!("{}: neither .bad.c nor .good.c", shown(path)));
    };
    let directory = path.parent().map(name).unwrap_or_default();
    match promise {
        Promise::Undefined { rule, .. } if rule != directory => Some(format!("{}: marked `{rule}`", shown(path))),
        _ if !path.with_file_name(format!("{stem}{other}")).exists() => {
            Some(format!("{}: its other half is missing", shown(path)))
        }
        _ => None,
    }
}

fn report(failures: impl Iterator<Item = String>) {
    let failures: Vec<String> = failures.collect();
    assert!(failures.is_empty(), "{} failed:\n{}", failures.len(), failures.join("\n"));
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests")
}

fn selected(path: &Path) -> bool {
    std::env::var("GADFLY_CASES").map_or(true, |text| shown(path).contains(&text))
}

fn is_bad(path: &Path) -> bool {
    name(path).ends_with(".bad.c")
}

fn files(directory: &Path) -> Vec<PathBuf> {
    entries(directory).into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "c")).collect()
}

/// In order, so that failures are too.
fn entries(directory: &Path) -> Vec<PathBuf> {
    let read = fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    let mut paths: Vec<PathBuf> = read.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The path below `tests/`.
fn shown(path: &Path) -> String {
    path.strip_prefix(corpus()).unwrap_or(path).display().to_string()
}
