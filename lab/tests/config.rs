//! `gadfly.toml`: what is understood, and what is said about what is not.

use lab::config::{self, CompilerConfig, Config, SourceConfig, TEMPLATE};
use lab::oracle::Oracle;
use lab::sources;
use source::language::{Language, TargetName};
use std::fs;

fn parse(text: &str) -> Config {
    Config::parse(text, "gadfly.toml", sources::check).unwrap_or_else(|error| panic!("{error}"))
}

fn mistake(text: &str) -> String {
    Config::parse(text, "gadfly.toml", sources::check).expect_err("a mistake").to_string()
}

#[test]
fn an_empty_configuration_is_the_default() {
    assert_eq!(parse(""), Config::default());
}

#[test]
fn the_template_is_the_default() {
    assert_eq!(parse(TEMPLATE), Config::default());
}

/// Uncommented, its defaults are the defaults and its examples are valid.
#[test]
fn everything_commented_out_in_the_template_is_valid() {
    let is_toml = |line: &str| line.starts_with("[[") || line.split_once(" = ").is_some_and(|(key, _)| is_key(key));
    let uncommented: String = TEMPLATE
        .lines()
        .map(|line| line.strip_prefix("# ").filter(|rest| is_toml(rest)).unwrap_or(line))
        .map(|line| format!("{line}\n"))
        .collect();
    let config = parse(&uncommented);
    assert_eq!(config.compilers.len(), 3);
    assert_eq!(config.sources.len(), 6);
    assert_eq!(config.sandbox.read.len(), 1);
    let Config { sources, sandbox, .. } = Config::default();
    let reset = Config { compilers: Vec::new(), sources, sandbox, golden: None, ..config };
    assert_eq!(reset, Config::default());
}

fn is_key(key: &str) -> bool {
    key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

#[test]
fn the_template_shows_every_key() {
    let mut config = Config { golden: Some("a".to_string()), ..Config::default() };
    config.compilers = vec![CompilerConfig {
        language: Some(Language::Cpp),
        target: Some(TargetName::I386),
        random_flags: Some(1),
        ..CompilerConfig::new("a", "b")
    }];
    config.sources = vec![SourceConfig {
        command: Some("x".to_string()),
        language: Some(Language::C),
        size: Some("small".to_string()),
        kinds: vec!["live".to_string()],
        variants: Some(1),
        limit: Some(1),
        batch: Some(1),
        defined_only: Some(true),
        ..SourceConfig::named("mine")
    }];
    for line in config.to_toml().lines() {
        let Some((key, _)) = line.split_once(" = ") else { continue };
        assert!(TEMPLATE.contains(&format!("# {key} = ")), "{key} is not in the template");
    }
}

#[test]
fn a_resolved_configuration_reads_back_as_itself() {
    let text = r#"
        store = "elsewhere"
        levels = ["", "-O2 -fwrapv"]
        oracles = ["expected", "crash"]
        golden = "gcc 'x'"
        [[compiler]]
        name = "gcc 'x'"
        command = "gcc -DA='b c'"
        language = "c++"
        target = "i386"
        flags = ["-O3"]
        random_flags = 7
        run = "qemu-i386"
        [[source]]
        name = "policy"
        weight = 0
        size = 120
        set = ["vectors=0"]
        [[source]]
        name = "mine"
        command = "mine {seed}"
        units = ["a.c"]
        [limits]
        fuel = 3
    "#;
    let config = parse(text);
    assert_eq!(config.oracles, [Oracle::Expected, Oracle::Crash]);
    assert_eq!(config.sources[0].size.as_deref(), Some("120"));
    assert_eq!(parse(&config.to_toml()), config);
    assert_eq!(parse(&Config::default().to_toml()), Config::default());
}

#[test]
fn an_unknown_key_is_shown_with_its_line_and_the_nearest_name() {
    let text = "store = \"x\"\nlevles = [\"-O2\"]\n";
    let expected = "unknown key `levles`\n --> gadfly.toml:2:1\n  |\n2 | levles = [\"-O2\"]\n  | ^^^^^^\n\
                    help: did you mean `levels`?";
    assert_eq!(mistake(text), expected);
}

#[test]
fn unknown_keys_are_found_in_tables_too() {
    for (text, place, meant) in [
        ("[limits]\nfeul = 1", "gadfly.toml:2:1", "fuel"),
        ("[[compiler]]\nname = \"a\"\ncomand = \"b\"", "gadfly.toml:3:1", "command"),
        ("[[source]]\nname = \"policy\"\nwieght = 1", "gadfly.toml:3:1", "weight"),
        ("[[compilers]]\nname = \"a\"", "gadfly.toml:1:3", "compiler"),
        ("oracles = [\"expected\", \"dlo\"]", "gadfly.toml:1:24", "dol"),
    ] {
        let message = mistake(text);
        assert!(message.contains(place), "{message}");
        assert!(message.contains(&format!("did you mean `{meant}`?")), "{message}");
    }
}

#[test]
fn a_key_like_no_other_is_answered_with_all_names() {
    let message = mistake("colour = true");
    assert!(message.contains("help: there are ") && message.contains("`random_flags`"), "{message}");
}

#[test]
fn wrong_types_and_missing_keys_are_explained() {
    for (text, said) in [
        ("confirm = \"three\"", "wrong type: string \"three\", expected a whole number from 0"),
        ("confirm = -1", "-1"),
        ("levels = \"-O2\"", "expected a list, as in [\"a\", \"b\"]"),
        ("[[compiler]]\nname = \"a\"", "missing key `command`"),
        ("[[source]]\nname = \"policy\"\nsize = true", "expected a number of lines or a string"),
        ("store = ", "gadfly.toml:1:"),
    ] {
        let message = mistake(text);
        assert!(message.contains(said), "{message}");
    }
}

#[test]
fn what_types_cannot_say_is_checked_and_placed() {
    for (text, said, place) in [
        ("confirm = 0", "at least once", "1:11"),
        ("levels = []", "at least one level", "1:10"),
        ("levels = [\"-O2\", \"'-O3\"]", "the quote ' is never closed", "1:18"),
        ("oracles = []", "without an oracle", "1:11"),
        ("[[compiler]]\nname = \"a\"\ncommand = \" \"", "needs a command", "3:11"),
        ("[[compiler]]\nname = \"gadfly\"\ncommand = \"b\"", "itself", "2:8"),
        ("golden = \"gc\"\n[[compiler]]\nname = \"gcc\"\ncommand = \"b\"", "did you mean `gcc`?", "1:10"),
        ("[[source]]\nname = \"policy\"\nweight = 0", "all weights", "3:10"),
        ("[[source]]\nname = \"csmit\"", "did you mean `csmith`?", "2:8"),
        ("[[source]]\nname = \"mine\"", "needs `command", "2:8"),
        ("[[source]]\nname = \"files\"", "needs an argument: `files:PATH`", "2:8"),
        ("[[source]]\nname = \"policy:x\"", "takes no argument", "2:8"),
        ("[[source]]\nname = \"policy\"\nsize = \"9..3\"", "is no size", "3:8"),
        ("[[source]]\nname = \"policy\"\nset = [\"vectrs=0\"]", "vectrs", "3:8"),
        ("[[source]]\nname = \"policy\"\ncommand = \"x\"", "built in", "3:11"),
        ("[limits]\nfuel = 0", "more than 0", "2:8"),
        ("levels = [\"-O2\", \"-O2 -m32\"]", "a compiler of its own with `command = \"… -m32\"`", "1:18"),
    ] {
        let message = mistake(text);
        assert!(message.contains(said), "{message}");
        assert!(message.contains(&format!("--> gadfly.toml:{place}\n")), "{message}");
    }
}

#[test]
fn two_compilers_of_one_name_are_refused() {
    let compiler = "[[compiler]]\nname = \"a\"\ncommand = \"b\"\n";
    let message = mistake(&compiler.repeat(2));
    assert!(message.contains("two with the name `a`") && message.contains("gadfly.toml:5:8"), "{message}");
}

#[test]
fn a_line_in_other_scripts_is_underlined_by_characters() {
    let message = mistake("store = \"größe\"\n\"größe\" = 1");
    assert!(message.contains("2:1") && message.ends_with("`sandbox`"), "{message}");
}

#[test]
fn the_nearest_file_above_is_found_and_the_store_is_beside_it() {
    let directory = tempfile::tempdir().unwrap();
    let inner = directory.path().join("a/b");
    fs::create_dir_all(&inner).unwrap();
    let path = directory.path().join("gadfly.toml");
    fs::write(&path, "store = \"kept\"").unwrap();
    assert_eq!(Config::find(&inner), Some(path.clone()));
    assert_eq!(Config::load(&path, sources::check).unwrap().store, directory.path().join("kept"));
}

#[test]
fn commands_with_a_relative_path_are_beside_the_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("gadfly.toml");
    let source = "[[source]]\nname = \"mine\"\ncommand = \"./make.sh {seed}\"\n";
    fs::write(&path, format!("[[compiler]]\nname = \"a\"\ncommand = \"gcc -m32\"\n{source}")).unwrap();
    let config = Config::load(&path, sources::check).unwrap();
    assert_eq!(config.compilers[0].command, "gcc -m32");
    let command = config.sources[0].command.clone().unwrap();
    assert!(command.starts_with(&directory.path().display().to_string()), "{command}");
    assert!(command.contains("make.sh") && command.ends_with("{seed}'") || command.ends_with("{seed}"), "{command}");
}

#[test]
fn arguments_of_sources_with_a_relative_path_are_beside_the_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("gadfly.toml");
    let named = |name: &str| {
        fs::write(&path, format!("[[source]]\nname = \"{name}\"\n")).unwrap();
        Config::load(&path, sources::check).unwrap().sources[0].name.clone()
    };
    let at = directory.path().display();
    assert_eq!(named("files:./suite"), format!("files:{at}/./suite"));
    assert_eq!(named("files:../suite"), format!("files:{at}/../suite"));
    assert_eq!(named("files:suite"), "files:suite");
}

#[test]
fn a_missing_file_is_named() {
    let error = Config::load("does-not-exist.toml".as_ref(), sources::check).unwrap_err();
    assert!(matches!(error, config::Error::Unreadable { .. }));
    assert!(error.to_string().contains("does-not-exist.toml"), "{error}");
}
