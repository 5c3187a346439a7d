//! `gadfly generate` as a user meets it. What the programs are like is tested in `source`.

use serde_json::Value;
use source::generate::strategies;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A directory of this test's own, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(test: &str) -> Scratch {
        let dir = std::env::temp_dir().join(format!("gadfly-generate-{}-{test}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        Scratch(dir)
    }

    fn gadfly(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_gadfly")).args(args).current_dir(&self.0).output().unwrap()
    }

    /// Runs `gadfly generate ARGS`, which must succeed.
    #[track_caller]
    fn generate(&self, args: &[&str]) -> String {
        let output = self.gadfly(&[&["generate", "--size", "small"], args].concat());
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    #[track_caller]
    fn json(&self, args: &[&str]) -> Vec<Value> {
        let stdout = self.generate(&[args, &["--json"]].concat());
        stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Every file below `dir`, with its bytes.
    fn tree(&self, dir: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        read(&self.0.join(dir), Path::new(""), &mut files);
        files
    }

    fn names(&self, dir: &str) -> Vec<String> {
        self.tree(dir).keys().map(|path| path.display().to_string()).collect()
    }

    fn text(&self, path: &str) -> String {
        fs::read_to_string(self.0.join(path)).unwrap()
    }
}

fn read(dir: &Path, below: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(dir).unwrap() {
        let entry = entry.unwrap();
        let name = below.join(entry.file_name());
        if entry.path().is_dir() {
            read(&entry.path(), &name, files);
        } else {
            files.insert(name, fs::read(entry.path()).unwrap());
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// `gadfly generate ARGS` ends with `code` and says `message`; it writes nothing.
#[track_caller]
fn check_error(test: &str, args: &[&str], code: i32, message: &str) {
    let scratch = Scratch::new(test);
    let output = scratch.gadfly(&[&["generate"], args].concat());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{stderr}");
    assert!(stderr.contains(message), "`{message}` is not in:\n{stderr}");
    assert!(output.stdout.is_empty());
    assert!(scratch.names(".").is_empty(), "{:?}", scratch.names("."));
}

#[test]
fn a_program_is_three_files_and_the_expected_output() {
    let scratch = Scratch::new("files");
    let stdout = scratch.generate(&["--seed", "7", "--out", "case"]);
    assert_eq!(scratch.names("case"), ["driver.c", "expected.txt", "init.h", "test.c"]);
    assert!(stdout.contains(&format!("policy@{}:7:c:c17:x86_64:100:on", strategies::DEFAULT.version())), "{stdout}");
    assert_eq!(scratch.text("case/expected.txt").lines().count(), 1);
}

#[test]
fn the_interpreter_agrees_with_the_expected_output() {
    let scratch = Scratch::new("run");
    scratch.generate(&["--seed", "7", "--out", "case"]);
    let output = scratch.gadfly(&["run", "case/test.c", "case/driver.c"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), scratch.text("case/expected.txt"));
}

#[test]
fn the_same_seed_gives_the_same_bytes_alone_and_among_others() {
    let scratch = Scratch::new("same");
    scratch.generate(&["--seed", "7", "--out", "once"]);
    scratch.generate(&["--seed", "7", "--out", "again"]);
    scratch.generate(&["--seed", "5", "--count", "3", "--out", "many"]);
    assert_eq!(scratch.tree("once"), scratch.tree("again"));
    assert_eq!(scratch.tree("once"), scratch.tree("many/7"));
    assert_ne!(scratch.tree("many/5"), scratch.tree("many/6"));
}

#[test]
fn the_printed_recipe_rebuilds_the_program() {
    let scratch = Scratch::new("recipe");
    let model = ["--std", "c11", "--target", "i386", "--policies", "off"];
    let set = ["--set", "switch_cases=3", "--set", "else_percent=40"];
    let reports = scratch.json(&[&["--seed", "9", "--out", "flags"], &model[..], &set[..]].concat());
    let id = &reports[0]["id"];
    assert_eq!(
        *id,
        format!("policy@{}:9:c:c11:i386:100:off:switch_cases=3,else_percent=40", strategies::DEFAULT.version())
    );
    let output = scratch.gadfly(&["generate", "--recipe", id.as_str().unwrap(), "--out", "recipe"]);
    assert!(output.status.success());
    assert_eq!(scratch.tree("flags"), scratch.tree("recipe"));
}

#[test]
fn without_a_seed_one_is_chosen_and_told() {
    let scratch = Scratch::new("random");
    let report = &scratch.json(&[])[0];
    let seed = report["recipe"]["seed"].as_u64().unwrap();
    assert_eq!(report["directory"], format!("gadfly-{seed}"));
    assert_eq!(scratch.tree(&format!("gadfly-{seed}")).len(), 4);
}

#[test]
fn cpp_has_its_own_suffix_and_on_demand_its_c_form() {
    let scratch = Scratch::new("cpp");
    scratch.generate(&["--seed", "7", "--lang", "c++", "--out", "plain"]);
    assert_eq!(scratch.names("plain"), ["driver.cpp", "expected.txt", "init.h", "test.cpp"]);
    let reports = scratch.json(&["--seed", "7", "--std", "c++20", "--also-c", "--out", "both"]);
    assert_eq!(reports[0]["recipe"]["language"], "c++");
    let all = ["c/driver.c", "c/init.h", "c/test.c", "driver.cpp", "expected.txt", "init.h", "test.cpp"];
    assert_eq!(scratch.names("both"), all);
    let output = scratch.gadfly(&["run", "both/c/test.c", "both/c/driver.c"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), scratch.text("both/expected.txt"));
}

#[test]
fn json_tells_everything_about_the_program() {
    let scratch = Scratch::new("json");
    let reports = scratch.json(&["--seed", "7", "--out", "case"]);
    let [report] = &reports[..] else { panic!("one program, one object: {reports:?}") };
    assert_eq!(report["schema"], 1);
    assert_eq!(report["recipe"]["seed"], 7);
    assert_eq!(report["recipe"]["std"], "c17");
    assert_eq!(report["recipe"]["version"], strategies::DEFAULT.version());
    assert_eq!(report["expected"], scratch.text("case/expected.txt"));
    assert_eq!(report["lines"], scratch.text("case/test.c").lines().count());
    assert!(report["steps"].as_u64().unwrap() > 0);
    assert!(report["retries"].is_u64());
    for file in report["files"].as_array().unwrap() {
        let text = scratch.text(file["path"].as_str().unwrap());
        assert_eq!(file["bytes"], text.len());
        assert_eq!(file["lines"], text.lines().count());
    }
    assert_eq!(report["files"].as_array().unwrap().len(), 4);
}

#[test]
fn many_programs_are_one_json_line_and_one_directory_each() {
    let scratch = Scratch::new("count");
    let reports = scratch.json(&["--seed", "18", "--count", "3", "--out", "many"]);
    let seeds: Vec<_> = reports.iter().map(|report| report["recipe"]["seed"].as_u64().unwrap()).collect();
    assert_eq!(seeds, [18, 19, 20]);
    assert_eq!(scratch.names("many/19"), ["driver.c", "expected.txt", "init.h", "test.c"]);
    assert_eq!(reports[1]["directory"], "many/19");
}

#[test]
fn explain_shows_the_sampled_parameters_and_writes_nothing() {
    let scratch = Scratch::new("explain");
    let stdout = scratch.generate(&["--seed", "7", "--explain", "--set", "switch_cases=3"]);
    let row = stdout.lines().find(|line| line.starts_with("switch_cases ")).expect("a row per parameter");
    assert!(row.contains(" 3 ") && row.contains(" set "), "{row}");
    let parameters = &scratch.json(&["--seed", "7", "--explain", "--set", "switch_cases=3"])[0]["parameters"];
    assert_eq!(parameters["switch_cases"], 3);
    assert!(parameters.as_object().unwrap().len() > 23, "more than the paper's parameters");
    assert!(scratch.names(".").is_empty());
}

#[test]
fn all_parameters_are_listed_with_their_ranges() {
    let scratch = Scratch::new("list");
    let stdout = scratch.generate(&["--list-parameters"]);
    let listed = scratch.json(&["--list-parameters"])[0]["parameters"].as_array().unwrap().clone();
    assert_eq!(stdout.lines().count(), listed.len() + 1);
    for parameter in &listed {
        assert!(!parameter["doc"].as_str().unwrap().is_empty(), "{parameter}");
        assert!(parameter["low"].as_u64() <= parameter["default"].as_u64(), "{parameter}");
        assert!(parameter["default"].as_u64() <= parameter["high"].as_u64(), "{parameter}");
    }
}

#[test]
fn the_benchmark_mode_writes_nothing_and_counts() {
    let scratch = Scratch::new("bench");
    let totals = &scratch.json(&["--seed", "1", "--count", "3", "--no-write"])[0];
    assert_eq!((&totals["programs"], &totals["failures"]), (&3.into(), &0.into()));
    assert!(totals["bytes"].as_u64().unwrap() > 0 && totals["mb_per_s"].as_f64().unwrap() > 0.0);
    assert!(scratch.names(".").is_empty());
}

#[test]
fn self_checking_programs_name_what_is_wrong() {
    let scratch = Scratch::new("self-check");
    let made = scratch.json(&["--seed", "3", "--strategy", "equivalence", "--self-check", "--out", "it"]);
    let id = made[0]["id"].as_str().unwrap();
    assert!(id.ends_with(":self_check=1"), "{id}");
    assert_eq!(made[0]["repairs"], 0);
    let expected = made[0]["expected"].as_str().unwrap();
    assert!(expected.starts_with("checksum = "), "nothing is wrong: {expected}");
    let run = |scratch: &Scratch| {
        let output = scratch.gadfly(&["run", "it/test.c", "it/driver.c"]);
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(run(&scratch), expected);
    // Another value for a variable of the driver. Some are assigned before they are read, so that it makes no difference.
    let driver = scratch.text("it/driver.c");
    let is_variable = |line: &&str| line.contains(" g") && line.contains(" = ") && !line.contains('&');
    let is_noticed = |line: &str| {
        let Some(digit) = line.rfind(|c: char| c.is_ascii_digit()) else { return false };
        let other = if &line[digit..digit + 1] == "1" { "2" } else { "1" };
        let changed = format!("{}{other}{}", &line[..digit], &line[digit + 1..]);
        fs::write(scratch.0.join("it/driver.c"), driver.replacen(line, &changed, 1)).unwrap();
        run(&scratch).starts_with("wrong: ")
    };
    assert!(driver.lines().filter(is_variable).any(is_noticed), "{driver}");
}

#[test]
fn only_strategies_that_know_values_can_check_them() {
    check_error("no-check", &["--self-check"], 2, "choose --strategy equivalence");
}

#[test]
fn an_unknown_parameter_gets_the_nearest_name() {
    check_error("unknown", &["--set", "swicth_cases=3"], 2, "did you mean `switch_cases`?");
    check_error("far", &["--set", "nosuch=1"], 2, "there is no parameter `nosuch`\n");
}

#[test]
fn a_value_out_of_range_is_told_the_range() {
    check_error("range", &["--set", "switch_cases=1000000"], 2, "it takes a whole number from");
    check_error("number", &["--set", "switch_cases=often"], 2, "it takes a whole number from");
}

#[test]
fn a_setting_needs_a_value() {
    check_error("setting", &["--set", "switch_cases"], 2, "write KEY=VALUE");
}

#[test]
fn a_standard_of_the_other_language_is_refused() {
    check_error("std", &["--lang", "c", "--std", "c++11"], 2, "choose one of c99, c11, c17");
    check_error("std2", &["--lang", "c++", "--std", "c99"], 2, "choose one of c++11, c++14, c++17, c++20");
}

#[test]
fn a_size_beyond_the_limits_is_refused() {
    check_error("tiny", &["--size", "9"], 2, "from 10 to 20000");
    check_error("big", &["--size", "big"], 2, "small, medium, large");
}

#[test]
fn a_recipe_of_another_version_is_refused() {
    check_error("version", &["--recipe", "policy@0:7:c:c17:x86_64:500:on"], 2, "version 0");
}

#[test]
fn seeds_do_not_wrap_around() {
    check_error("wrap", &["--seed", "18446744073709551615", "--count", "2"], 2, "beyond 18446744073709551615");
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let scratch = Scratch::new("unwritable");
    fs::write(scratch.0.join("file"), "").unwrap();
    let output = scratch.gadfly(&["generate", "--size", "small", "--seed", "7", "--out", "file"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(74), "{stderr}");
    assert!(stderr.contains("into file:") && stderr.contains("--out DIR"), "{stderr}");
}
