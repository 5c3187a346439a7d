//! A test case as compilers see it: files, which of them are compiled how, and the output they must lead to.

use serde::{Deserialize, Serialize};
use source::emit::File;
use source::language::{Language, TargetName};

/// A program to be compiled in many ways, whoever made it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The name of the source in the configuration: `policy`, `csmith`.
    pub source: String,
    /// Which program of the campaign this is; with the campaign's seed it decides every byte.
    pub index: u64,
    /// What rebuilds the program: a recipe's line, or a command with its seed.
    pub recipe: String,
    /// Only compilers of this language get it.
    pub language: Language,
    /// The data model it was made for; only builds for the same one may run it.
    pub target: TargetName,
    /// Every file, headers included, with names relative to the directory they are laid out in.
    pub files: Vec<File>,
    /// The files that are compiled by the compilers under test, in order.
    pub units: Vec<String>,
    /// The file with `main` and the checksum, compiled once for all builds of a compiler.
    pub driver: Option<String>,
    /// What every compilation of it needs: `-std=c17`, `-I/usr/include/csmith`.
    pub flags: Vec<String>,
    /// None if nobody knows it: then only oracles that compare builds, or look at the compiler, can judge.
    pub expected: Option<Expected>,
}

/// What every correct compiler makes of a case.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Expected {
    /// All that is written to standard output.
    pub stdout: String,
    /// As a shell sees it: 0 to 255, and 134 after `abort`.
    pub exit_code: i32,
}

impl Case {
    /// Without files, for tests of what looks at other things.
    #[cfg(test)]
    pub fn made_up(expected: Option<&str>) -> Case {
        Case {
            source: "test".to_string(),
            index: 0,
            recipe: String::new(),
            language: Language::C,
            target: TargetName::X86_64,
            files: Vec::new(),
            units: Vec::new(),
            driver: None,
            flags: Vec::new(),
            expected: expected.map(|stdout| Expected { stdout: stdout.to_string(), exit_code: 0 }),
        }
    }

    /// By its name in the case.
    pub fn file(&self, name: &str) -> Option<&File> {
        self.files.iter().find(|file| file.name == name)
    }

    /// The units, the driver last: everything that is compiled.
    pub fn sources(&self) -> impl Iterator<Item = &str> {
        self.units.iter().chain(&self.driver).map(String::as_str)
    }
}
