//! Programs that are there already: `files:PATH` is a file, all programs of a directory and those below it, or a list.
//!
//! Each is a case of one unit. Headers beside it that it includes by `#include "NAME"` are part of the case.

use super::programs::{programs, with_headers};
use super::registry::Entry;
use super::{Family, NoCase, Source, Wanted, reference};
use crate::case::Case;
use crate::config::{Config, Error, SourceConfig, Wrong, words};
use crate::observe::Bench;
use source::language::Language;
use std::path::{Path, PathBuf};

pub struct Files {
    name: String,
    /// In the order of their paths.
    programs: Vec<(Language, PathBuf)>,
    flags: Vec<String>,
    /// Expression nodes that the interpreter evaluates.
    fuel: u64,
}

pub fn entry() -> Entry {
    Entry {
        name: "files",
        argument: Some("PATH"),
        has_command: false,
        check: |_, _| Ok(()),
        open: |source: &SourceConfig, config: &Config| Ok(Box::new(Files::new(source, config.limits.fuel)?)),
    }
}

impl Files {
    pub fn new(config: &SourceConfig, fuel: u64) -> Result<Files, Error> {
        let wrong = |message: String| Error::from(Wrong::new(format!("the source `{}`: {message}", config.name)));
        let programs = programs(config, Path::new(config.argument().unwrap_or_default()))?;
        let flags = words::split(&config.flags).map_err(|error| wrong(error.to_string()))?;
        Ok(Files { name: config.name.clone(), programs, flags, fuel })
    }

    /// The programs of a language one after the other, then from the beginning: each time with other random flags.
    fn program(&self, wanted: &Wanted) -> Option<&Path> {
        let of: Vec<&PathBuf> =
            self.programs.iter().filter(|(language, _)| *language == wanted.language).map(|(_, path)| path).collect();
        let at = wanted.class_ordinal.checked_rem(of.len() as u64)?;
        of.get(at as usize).map(|path| path.as_path())
    }
}

impl Source for Files {
    fn name(&self) -> &str {
        &self.name
    }

    fn makes(&self, language: Language) -> bool {
        self.programs.iter().any(|(other, _)| *other == language)
    }

    fn family(&self, bench: &mut Bench, wanted: &Wanted) -> Result<Family, NoCase> {
        let path = self.program(wanted);
        let path = path.ok_or_else(|| NoCase::new(&self.name, format_args!("makes no {}", wanted.language)))?;
        let files = with_headers(path).map_err(|error| {
            NoCase::failure(&self.name, "a file cannot be read", &format!("{}: {error}", path.display()))
        })?;
        let case = Case {
            source: self.name.clone(),
            index: wanted.index,
            recipe: path.display().to_string(),
            language: wanted.language,
            target: wanted.target,
            units: vec![files[0].name.clone()],
            files,
            driver: None,
            flags: self.flags.clone(),
            expected: None,
        };
        Ok(reference::judged(bench, case, self.fuel)?.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::language::TargetName;
    use std::fs;

    fn directory(files: &[(&str, &str)]) -> tempfile::TempDir {
        let directory = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = directory.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        directory
    }

    fn open(path: &Path) -> Result<Files, Error> {
        Files::new(&SourceConfig::named(&format!("files:{}", path.display())), 1000)
    }

    #[test]
    fn programs_come_in_the_order_of_their_paths_again_and_again() {
        let directory = directory(&[("b.c", ""), ("a/z.c", ""), ("a/x.cpp", ""), ("notes.txt", ""), ("b.h", "")]);
        let files = open(directory.path()).unwrap();
        let named = |language, class_ordinal| {
            let target = TargetName::X86_64;
            let wanted = Wanted { index: 9, ordinal: 8, class_ordinal, seed: 0, language, target, without: Vec::new() };
            let path = files.program(&wanted).unwrap();
            path.strip_prefix(directory.path()).unwrap().display().to_string()
        };
        let c: Vec<_> = (0..5).map(|ordinal| named(Language::C, ordinal)).collect();
        assert_eq!(c, ["a/z.c", "b.c", "a/z.c", "b.c", "a/z.c"]);
        assert_eq!(named(Language::Cpp, 7), "a/x.cpp");
        let one = open(&directory.path().join("b.c")).unwrap();
        assert!(one.makes(Language::C) && !one.makes(Language::Cpp));
    }

    #[test]
    fn a_path_without_programs_is_refused() {
        let directory = directory(&[("a.txt", "")]);
        let message = |path: &Path| open(path).err().unwrap().to_string();
        assert!(message(directory.path()).contains("there is no program in"));
        assert!(message(&directory.path().join("nowhere")).contains("cannot read"));
    }
}
