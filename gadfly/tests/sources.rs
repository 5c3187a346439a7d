//! Sources of programs: Gadfly's own, and any command that writes C.

use lab::compiler::Foreign;
use lab::config::{CompilerConfig, Config, LimitsConfig};
use lab::detection;
use lab::sources::{self, NoCase, Wanted};
use lab::{Bench, Case};
use sandbox::{Helper, Sandbox, Tier};
use source::generate::strategy::Feature;
use source::language::{Language, TargetName};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use tempfile::TempDir;

fn bench() -> Bench {
    let helper = Helper { program: env!("CARGO_BIN_EXE_gadfly").into(), args: vec!["__sandbox".into()] };
    Bench::new(Sandbox::new(&helper, None, Tier::Namespaces).unwrap(), LimitsConfig::default())
}

fn wanted(seed: u64) -> Wanted {
    Wanted {
        index: 3,
        ordinal: 2,
        class_ordinal: 1,
        seed,
        language: Language::C,
        target: TargetName::X86_64,
        without: Vec::new(),
    }
}

/// A generator that does what the lines of shell say, configured with further lines of TOML.
fn generated(lines: &str, toml: &str) -> Result<Case, NoCase> {
    let directory = TempDir::with_prefix_in("sources", env!("CARGO_TARGET_TMPDIR")).unwrap();
    let path = directory.path().join("mine");
    fs::write(&path, format!("#!/bin/sh\n{lines}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let text = format!("[[source]]\nname = \"mine\"\ncommand = \"{} {{seed}}\"\n{toml}\n", path.display());
    let config = Config::parse(&text, "test", sources::check).unwrap();
    let sources = sources::open(&config).unwrap();
    sources[0].source.family(&mut bench(), &wanted(5 << 32)).map(|family| family.case)
}

#[test]
fn three_lines_make_a_source_whose_output_is_known() {
    let program = r#"cat <<END
#include <stdio.h>
int main(void) { printf("%d\\n", $1 * 2); return 7; }
END"#;
    let case = generated(program, "").unwrap();
    assert_eq!(case.units, ["test.c"]);
    assert!(case.recipe.ends_with("/mine 5"), "{}", case.recipe);
    let expected = case.expected.unwrap();
    assert_eq!((expected.stdout.as_str(), expected.exit_code), ("10\n", 7));
}

#[test]
fn an_undefined_program_is_no_case() {
    let program = "echo 'int main(void) { int i = 2147483647; return i + 1; }'";
    assert_eq!(generated(program, "").unwrap_err().reason, "mine: undefined: signed-overflow");
}

#[test]
fn a_program_that_asks_who_compiles_it_is_no_case() {
    let program = "echo '#ifdef __clang__'; echo 'int main(void) { return 1; }'; echo '#endif'";
    assert_eq!(generated(program, "").unwrap_err().reason, "mine: what it means depends on __clang_");
}

#[test]
fn a_program_beyond_the_interpreter_is_a_case_without_expectation() {
    let case = generated("echo 'int main(void) { __asm__(\"nop\"); return 0; }'", "").unwrap();
    assert_eq!(case.expected, None);
}

#[test]
fn files_and_headers_that_it_writes_are_the_case() {
    let program =
        "echo 'int f(void);' > f.h; echo '#include \"f.h\"' > a.c; echo 'int main(void) { return f(); }' >> a.c
                   echo 'int f(void) { return X; }' > b.c; echo notes > notes.txt";
    let case = generated(program, "units = [\"a.c\", \"b.c\"]\nflags = \"-DX=3\"").unwrap();
    let names: Vec<_> = case.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["a.c", "b.c", "f.h"]);
    assert_eq!(case.expected.unwrap().exit_code, 3);
}

#[test]
fn failures_of_a_generator_are_reasons() {
    assert_eq!(generated("exit 3", "").unwrap_err().reason, "mine: exit code 3");
    let words = |lines: &str| generated(lines, "").unwrap_err().words;
    assert_eq!(words("printf 'a\\n\\nb\\nc\\nd\\n' >&2; echo x; exit 3"), "a; b; c");
    assert_eq!(words("echo usage: mine SEED; exit 3"), "usage: mine SEED");
    assert_eq!(generated("true", "units = [\"a.c\"]").unwrap_err().reason, "mine: wrote no a.c");
    assert_eq!(generated("true", "language = \"c++\"").unwrap_err().reason, "mine: makes no c");
}

#[test]
fn a_generator_that_is_not_there_is_named_before_the_hunt() {
    let config =
        Config::parse("[[source]]\nname = \"mine\"\ncommand = \"no-such-generator {seed}\"", "test", sources::check)
            .unwrap();
    let Err(error) = sources::open(&config) else { panic!("it is there") };
    assert!(error.to_string().contains("there is no program `no-such-generator`"), "{error}");
}

#[test]
fn own_programs_are_the_same_for_the_same_wish() {
    let sources = sources::open(&Config::default()).unwrap();
    let mut bench = bench();
    let without = vec![Feature::Vectors, Feature::Builtins, Feature::Attributes];
    let plain = Wanted { without, ..wanted(11) };
    let first = sources[0].source.family(&mut bench, &plain).unwrap().case;
    let second = sources[0].source.family(&mut bench, &plain).unwrap().case;
    assert_eq!(first, second);
    assert!(first.recipe.contains("vectors=0"), "{}", first.recipe);
    assert_eq!(first.index, 3);
    assert!(first.expected.is_some());
    assert!(first.files.iter().all(|file| !file.text.contains("vector_size")));
}

/// The choices of the system's compiler behind these lines of shell, and with these flags.
fn foreign(lines: &str, flags: &str) -> Foreign {
    let directory = TempDir::with_prefix_in("sources", env!("CARGO_TARGET_TMPDIR")).unwrap();
    let path = directory.path().join("gcc");
    fs::write(&path, format!("#!/bin/sh\n{lines}\nexec cc \"$@\"\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let config = CompilerConfig::new("mine", &format!("{} {flags}", path.display()));
    detection::identify(&mut bench(), &config).unwrap().tuning.foreign
}

#[test]
fn what_a_compiler_chooses_is_measured() {
    assert_eq!(foreign("", ""), Foreign::default());
    assert_eq!(foreign("", "-fshort-enums"), Foreign { enums: true, ..Foreign::default() });
    let precise = "test -f probe.c && sed -i 's/(float)0.1f/0.1/' probe.c";
    assert_eq!(foreign(precise, ""), Foreign { floats: true, ..Foreign::default() });
}
