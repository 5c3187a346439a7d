//! Families of compilers: what a whole family has in common, whatever the version.

use crate::case::Case;
use serde::{Deserialize, Serialize};

/// Compilers with one origin, which understand the same flags and share many bugs.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// The GNU Compiler Collection, cross compilers included.
    Gcc,
    /// Clang, and compilers that are built on it.
    Clang,
    /// The Tiny C Compiler.
    Tcc,
    /// The Portable C Compiler.
    Pcc,
    /// Rui Ueyama's chibicc.
    Chibicc,
    /// Any other, which gets no flags of a family.
    Other,
}

/// GNU extensions and library functions by their spelling, which the small compilers are known to lack.
const GNU: [&str; 6] = ["vector_size", "__int128", "__attribute__", "__builtin_", "typeof", "_Complex"];

/// What the small compilers do understand of these: generated programs copy a floating value's bytes with it.
const MEMCPY: &str = "__builtin_memcpy";

impl Family {
    /// One that implements C with few extensions, and hardly optimises.
    pub fn is_small(self) -> bool {
        matches!(self, Family::Tcc | Family::Pcc | Family::Chibicc)
    }

    /// Whether `-std=` is understood.
    pub fn has_standards(self) -> bool {
        !self.is_small()
    }

    /// Generated programs are silent about what warnings say, and count floating results to the last bit: a
    /// contracted `a * b + c` is rounded once instead of twice.
    pub(super) fn base_flags(self) -> &'static [&'static str] {
        match self {
            Family::Gcc | Family::Clang => &["-w", "-ffp-contract=off"],
            Family::Tcc | Family::Pcc => &["-w"],
            Family::Chibicc => &["-w", "-include", "string.h", "-D__builtin_memcpy=memcpy"],
            Family::Other => &[],
        }
    }

    /// Whether the case keeps to what the family claims to implement.
    pub(super) fn speaks(self, case: &Case) -> bool {
        let is_plain = |text: &str| !GNU.iter().any(|word| occurs(text, word));
        !self.is_small() || case.files.iter().all(|file| is_plain(&file.text))
    }

    /// As configurations, findings and `known.toml` spell it.
    pub fn name(self) -> &'static str {
        match self {
            Family::Gcc => "gcc",
            Family::Clang => "clang",
            Family::Tcc => "tcc",
            Family::Pcc => "pcc",
            Family::Chibicc => "chibicc",
            Family::Other => "other",
        }
    }
}

/// Whether a word is part of a name that the text does not define for itself.
fn occurs(text: &str, word: &str) -> bool {
    let is_defined = |at: usize| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = text[at..].split(|c| !is_part(c)).next().unwrap_or(word);
        name == MEMCPY || text.contains(&format!("#define {name}("))
    };
    text.match_indices(word).any(|(at, _)| !is_defined(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::emit::File;

    fn case(text: &str) -> Case {
        let file = File { name: "test.c".to_string(), text: text.to_string() };
        Case { files: vec![file], units: vec!["test.c".to_string()], ..Case::made_up(None) }
    }

    #[test]
    fn small_compilers_speak_plain_c() {
        assert!(Family::Tcc.speaks(&case("int x; __builtin_memcpy(&a, &b, 4);")));
        let expect = "#define __builtin_expect(value, expected) (value)\nint x = __builtin_expect(1, 1);";
        assert!(Family::Tcc.speaks(&case(expect)));
        for text in ["__attribute__((noinline))", "__builtin_memcpy(a, b, 1); __builtin_clz(1)", "__int128 x;"] {
            assert!(!Family::Tcc.speaks(&case(text)), "{text}");
            assert!(Family::Gcc.speaks(&case(text)), "{text}");
        }
    }
}
