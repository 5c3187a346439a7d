//! Compilers: what they are called, what they are, and the ways to use them.

mod family;
pub mod flags;

pub use family::Family;

use crate::case::Case;
use crate::on_path;
use serde::{Deserialize, Serialize};
use source::language::{Language, TargetName};

/// A compiler on this machine, asked for its version by really running it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Compiler {
    /// What people call it: `gcc-12`, `clang-19`, `gcc-12-m32`.
    pub name: String,
    /// The program and the arguments that every use has: `["/usr/bin/gcc-12", "-m32"]`.
    pub command: Vec<String>,
    /// What it compiles, found out by a test unless the configuration says so.
    pub language: Language,
    /// From what it says of itself, or else from its name.
    pub family: Family,
    /// Asked when the campaign begins.
    pub version: Version,
    /// The data model of its programs.
    pub target: TargetName,
    /// What runs its programs, in front of them: `["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]`.
    pub run: Vec<String>,
    /// Tried out, not taken from the version.
    pub features: Features,
    /// What programs and flags suit it. Asked again in every campaign, so it is not kept with findings.
    #[serde(skip)]
    pub tuning: Tuning,
}

/// What decides which programs a compiler gets, and how they are built.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tuning {
    /// Flags that leave the meaning of a program alone, each of one or two words: `-fno-tree-vrp`, `-mllvm -enable-newgvn`.
    pub flags: Vec<Vec<String>>,
    /// `-march=` values whose programs this CPU runs.
    pub marches: Vec<String>,
    /// Found out by running a small test.
    pub foreign: Foreign,
}

/// What C lets a compiler choose, and this one has chosen otherwise than the programs' expected outputs have it: no bug,
/// so it gets programs without.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Foreign {
    /// `long double` is not the 80-bit format of x87.
    pub long_double: bool,
    /// Enumerations without negative values are not `unsigned int`.
    pub enums: bool,
    /// Constants are more precise than their type, or divisions by zero are not those of IEC 60559.
    pub floats: bool,
}

/// What a compiler says of itself.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Version {
    /// The first line of what it says of itself.
    pub text: String,
    /// `[12, 2, 0]`, or nothing if it does not say.
    pub numbers: Vec<u32>,
    /// What it compiles for: `aarch64-linux-gnu`, or the architecture alone if it says no more.
    #[serde(default)]
    pub machine: String,
}

/// What a compiler can do besides compiling.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Features {
    /// `-mllvm -opt-bisect-limit=N`.
    pub opt_bisect: bool,
    /// `-fdbg-cnt=`.
    pub dbg_cnt: bool,
    /// `-fsanitize=undefined,address`, programs included.
    pub sanitizers: bool,
    /// `-m32`, programs included.
    pub m32: bool,
}

/// One way of compiling: a compiler with flags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Build<'a> {
    /// The one that is started.
    pub compiler: &'a Compiler,
    /// `-O2` and what else distinguishes it from the compiler's other builds.
    pub flags: Vec<String>,
}

impl Compiler {
    /// What every compilation of this case has between the command and the build's flags: the case's own flags as far
    /// as the compiler understands them, and what the meaning of generated programs rests on.
    pub fn base_flags(&self, case: &Case) -> Vec<String> {
        let understood = |flag: &&String| self.family.has_standards() || !flag.starts_with("-std=");
        let own = self.family.base_flags().iter().map(|flag| flag.to_string());
        case.flags.iter().filter(understood).cloned().chain(own).collect()
    }

    /// Whether what it makes of this case would be worth a look: the case is in its language, for its data model, and
    /// without the extensions that compilers of its family are known to lack.
    pub fn takes(&self, case: &Case) -> bool {
        let fits = self.language == case.language && self.target == case.target;
        fits && self.family.speaks(case) && !case.files.iter().any(|file| self.tuning.foreign.occurs(&file.text))
    }

    /// The numbers of its version: `12.2.0`.
    pub fn release(&self) -> String {
        self.version.numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(".")
    }

    /// Whether both are versions of one compiler: of one family, for one architecture as far as that is known.
    pub fn is_relative(&self, other: &Compiler) -> bool {
        let architecture = |compiler: &'_ Compiler| compiler.version.machine.split('-').next().map(str::to_string);
        let is_unknown = |compiler: &Compiler| compiler.version.machine.is_empty();
        let is_same = is_unknown(self) || is_unknown(other) || architecture(self) == architecture(other);
        self.family == other.family && is_same
    }

    /// Whether both run the same binary in the same way, whatever it is called.
    pub fn is_same_program(&self, other: &Compiler) -> bool {
        let binary = |compiler: &Compiler| on_path::binary(compiler.command.first()?);
        let rest = |compiler: &Compiler| compiler.command.iter().skip(1).cloned().collect::<Vec<_>>();
        let is_same_binary = || binary(self).is_some_and(|path| Some(path) == binary(other));
        self.language == other.language && rest(self) == rest(other) && is_same_binary()
    }
}

impl Foreign {
    /// Whether a text has any of it.
    fn occurs(self, text: &str) -> bool {
        let has = |word: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|other| other == word);
        self.long_double && text.contains("long double")
            || self.enums && has("enum")
            || self.floats && (has("float") || has("double"))
    }
}

impl Build<'_> {
    /// `gcc-12 -O2 -fno-tree-vrp`.
    pub fn label(&self) -> String {
        std::iter::once(self.compiler.name.as_str())
            .chain(self.flags.iter().map(String::as_str))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compilers_for_other_machines_are_no_versions_of_each_other() {
        let compiler = |family: Family, machine: &str| Compiler {
            name: String::new(),
            command: Vec::new(),
            language: Language::C,
            family,
            version: Version { machine: machine.to_string(), ..Version::default() },
            target: TargetName::X86_64,
            run: Vec::new(),
            features: Features::default(),
            tuning: Tuning::default(),
        };
        let gcc = compiler(Family::Gcc, "x86_64-linux-gnu");
        assert!(gcc.is_relative(&compiler(Family::Gcc, "x86_64-pc-linux-gnu")));
        assert!(gcc.is_relative(&compiler(Family::Gcc, "")), "of an older finding");
        assert!(!gcc.is_relative(&compiler(Family::Gcc, "aarch64-linux-gnu")));
        assert!(!gcc.is_relative(&compiler(Family::Clang, "x86_64-pc-linux-gnu")));
    }

    #[test]
    fn what_is_foreign_is_found_as_a_word() {
        let texts = ["enum e { A } enumerated;", "float a;", "long double b;", "int doubled, enums;"];
        let occurs = |foreign: Foreign| texts.map(|text| foreign.occurs(text));
        assert_eq!(occurs(Foreign::default()), [false; 4]);
        assert_eq!(occurs(Foreign { enums: true, ..Foreign::default() }), [true, false, false, false]);
        assert_eq!(occurs(Foreign { floats: true, ..Foreign::default() }), [false, true, true, false]);
        assert_eq!(occurs(Foreign { long_double: true, ..Foreign::default() }), [false, false, true, false]);
    }
}
