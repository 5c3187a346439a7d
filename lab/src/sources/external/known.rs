//! Generators that work by name.

use super::Template;
use crate::on_path;
use source::language::Language;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// How to call the generator; nothing for a name that is not known.
pub fn templates(name: &str) -> Vec<Template> {
    match name {
        "csmith" => csmith(),
        "yarpgen" => yarpgen(["--std=c", "--std=c++"], &["--seed={seed}", "-o", "."]),
        "yarpgen-v1" => yarpgen(["--std=c99", "--std=c++11"], &["-q", "-s", "{seed}", "-d", "."]),
        _ => Vec::new(),
    }
}

/// Packed structs hand out misaligned pointers, and `argc` is what nobody gives the program.
fn csmith() -> Vec<Template> {
    // Its header calls `fabsf` in functions that these programs do not use. A compiler that keeps them, as tcc does, would need `-lm`.
    let no_floats = ["-DUNSAFE_FLOAT".to_string()].into_iter();
    let flags: Vec<String> =
        csmith_include().map(|path| format!("-I{}", path.display())).into_iter().chain(no_floats).collect();
    let options = ["csmith", "--seed", "{seed}", "--no-packed-struct", "--no-argc", "--concise"];
    let template = |language, more: &[&str]| Template {
        language,
        command: options.iter().chain(more).map(|word| word.to_string()).collect(),
        units: Vec::new(),
        driver: None,
        flags: flags.clone(),
    };
    vec![template(Language::C, &[]), template(Language::Cpp, &["--lang-cpp", "--cpp11"])]
}

/// Both versions write the tests, the header and the driver into a directory.
fn yarpgen(stds: [&str; 2], options: &[&str]) -> Vec<Template> {
    let template = |(language, std): (Language, &str)| Template {
        language,
        command: ["yarpgen", std].iter().chain(options).map(|word| word.to_string()).collect(),
        units: vec![format!("func.{}", language.suffix())],
        driver: Some(format!("driver.{}", language.suffix())),
        flags: Vec::new(),
    };
    [Language::C, Language::Cpp].into_iter().zip(stds).map(template).collect()
}

/// The directory of `csmith.h`: where packages put it, beside the program, or in a build that is not installed.
fn csmith_include() -> Option<PathBuf> {
    let program = on_path::find("csmith").and_then(|path| fs::canonicalize(path).ok());
    let prefix = program.as_deref().and_then(Path::parent).and_then(Path::parent).map(Path::to_path_buf);
    let home = env::var_os("CSMITH_HOME").map(PathBuf::from);
    let prefixes = home.into_iter().chain(prefix).chain(["/usr", "/usr/local"].map(PathBuf::from));
    let directories = prefixes.flat_map(|prefix| {
        let include = prefix.join("include");
        [versions(&include), vec![include, prefix.join("runtime")]].concat()
    });
    directories.into_iter().find(|directory| directory.join("csmith.h").is_file())
}

/// `include/csmith`, `include/csmith-2.3.0`.
fn versions(include: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(include).into_iter().flatten().flatten();
    let is_csmith = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("csmith"));
    let mut versions: Vec<_> = entries.map(|entry| entry.path()).filter(is_csmith).collect();
    versions.sort();
    versions
}

#[cfg(test)]
mod tests {
    use super::super::NAMES;
    use super::*;

    #[test]
    fn every_known_generator_makes_both_languages_from_a_seed() {
        for name in NAMES {
            let languages: Vec<_> = templates(name).iter().map(|template| template.language).collect();
            assert_eq!(languages, [Language::C, Language::Cpp], "{name}");
            for Template { command, .. } in templates(name) {
                assert!(command.iter().any(|word| word.contains("{seed}")), "{command:?}");
            }
        }
        assert_eq!(templates("mine"), []);
    }
}
