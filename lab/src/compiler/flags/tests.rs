//! The same stream gives the same flag sets, and every family its own kind.

use super::*;
use crate::compiler::{Features, Foreign, Version};
use crate::config::CompilerConfig;
use source::language::{Language, TargetName};

fn compiler(family: Family, flags: &[&str]) -> Compiler {
    Compiler {
        name: "cc".to_string(),
        command: vec!["/usr/bin/cc".to_string()],
        language: Language::C,
        family,
        version: Version::default(),
        target: TargetName::X86_64,
        run: Vec::new(),
        features: Features::default(),
        tuning: Tuning {
            flags: flags.iter().map(|line| split(line)).collect(),
            marches: vec!["native".to_string()],
            foreign: Foreign::default(),
        },
    }
}

fn lines(compiler: &Compiler, config: &Config, seed: u64) -> Vec<String> {
    builds(compiler, config, &mut Rng::new(seed)).iter().map(|build| build.join(" ")).collect()
}

#[test]
fn levels_come_first_then_random_sets() {
    let config = Config { random_flags: 3, ..Config::default() };
    let compiler = compiler(Family::Clang, &["-fvectorize", "-fno-inline", "-mllvm -enable-newgvn"]);
    for seed in 0..50 {
        let lines = lines(&compiler, &config, seed);
        assert_eq!(lines[..5], ["-O0", "-O1", "-O2", "-O3", "-Os"]);
        for line in &lines[5..] {
            assert!(line.starts_with("-O") && !line.starts_with("-O0"), "{line}");
            assert!(line.contains("vectorize") || line.contains("inline") || line.contains("-mllvm"), "{line}");
        }
        assert_eq!(lines, self::lines(&compiler, &config, seed));
    }
}

#[test]
fn switches_are_drawn_both_ways_and_pass_options_as_they_are() {
    let compiler = compiler(Family::Gcc, &["-fgcse", "-fno-inline", "-mllvm -x"]);
    let all: Vec<String> = (0..100).flat_map(|seed| lines(&compiler, &Config::default(), seed)).collect();
    let words: std::collections::BTreeSet<&str> = all.iter().flat_map(|line| line.split(' ')).collect();
    for word in ["-fgcse", "-fno-gcse", "-finline", "-fno-inline", "-mllvm", "-x", "-march=native"] {
        assert!(words.contains(word), "{word} in {words:?}");
    }
    assert!(!words.iter().any(|word| word.contains("no-mllvm") || word.contains("no-no")), "{words:?}");
}

#[test]
fn small_compilers_have_few_builds() {
    let config = Config { random_flags: 9, ..Config::default() };
    assert_eq!(lines(&compiler(Family::Tcc, &[]), &config, 1), [""]);
    assert_eq!(lines(&compiler(Family::Chibicc, &[]), &config, 1), [""]);
    assert_eq!(lines(&compiler(Family::Pcc, &[]), &config, 1), ["", "-O"]);
}

#[test]
fn configured_flags_replace_the_levels() {
    let own = CompilerConfig {
        flags: vec!["-O2 -DA='b c'".to_string(), "-O3".to_string(), "-O3".to_string()],
        random_flags: Some(0),
        ..CompilerConfig::new("cc", "cc")
    };
    let config = Config { compilers: vec![own], ..Config::default() };
    let builds = builds(&compiler(Family::Gcc, &["-fgcse"]), &config, &mut Rng::new(1));
    assert_eq!(builds, [vec!["-O2", "-DA=b c"], vec!["-O3"]]);
}
