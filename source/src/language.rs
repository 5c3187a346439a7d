//! The languages, their standards, and the data models that programs are made for.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What a program is written in.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Language {
    /// With what GNU adds to it.
    #[serde(rename = "c")]
    C,
    /// As far as generated programs need it.
    #[serde(rename = "c++")]
    Cpp,
}

/// A standard that `-std=` can ask for.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Std {
    /// ISO/IEC 9899:1999.
    #[serde(rename = "c99")]
    C99,
    /// ISO/IEC 9899:2011.
    #[serde(rename = "c11")]
    C11,
    /// ISO/IEC 9899:2018, which corrects C11.
    #[serde(rename = "c17")]
    C17,
    /// ISO/IEC 14882:2011.
    #[serde(rename = "c++11")]
    Cpp11,
    /// ISO/IEC 14882:2014.
    #[serde(rename = "c++14")]
    Cpp14,
    /// ISO/IEC 14882:2017.
    #[serde(rename = "c++17")]
    Cpp17,
    /// ISO/IEC 14882:2020.
    #[serde(rename = "c++20")]
    Cpp20,
}

/// A data model: the sizes and alignments of types. Several machines may have the same.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum TargetName {
    /// 64-bit `long` and pointers, as System V has them.
    #[serde(rename = "x86_64")]
    X86_64,
    /// 32-bit `long` and pointers, as `gcc -m32` has them.
    #[serde(rename = "i386")]
    I386,
}

/// There is nothing of this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no {what} `{text}`; choose one of {choices}")]
pub struct NoChoice {
    /// What kind of thing: `strategy`.
    pub what: &'static str,
    /// The name that was given.
    pub text: String,
    /// All names there are, for people.
    pub choices: String,
}

impl TargetName {
    /// Every size and alignment.
    pub fn target(self) -> lang::Target {
        match self {
            TargetName::X86_64 => lang::Target::X86_64,
            TargetName::I386 => lang::Target::I386,
        }
    }
}

impl Std {
    /// Which language it is a standard of.
    pub fn language(self) -> Language {
        match self {
            Std::C99 | Std::C11 | Std::C17 => Language::C,
            Std::Cpp11 | Std::Cpp14 | Std::Cpp17 | Std::Cpp20 => Language::Cpp,
        }
    }

    /// The names of a language's standards, for people.
    pub fn of(language: Language) -> String {
        names(Std::NAMES.iter().filter(|(_, std)| std.language() == language).map(|(name, _)| *name))
    }
}

impl Language {
    /// What current compilers have by default, or nearly so.
    pub fn default_std(self) -> Std {
        match self {
            Language::C => Std::C17,
            Language::Cpp => Std::Cpp17,
        }
    }

    /// The suffix of its source files.
    pub fn suffix(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::Cpp => "cpp",
        }
    }

    /// As people write it: `C++`.
    pub fn title(self) -> &'static str {
        match self {
            Language::C => "C",
            Language::Cpp => "C++",
        }
    }
}

/// Gives an enum its names: `NAMES`, `FromStr` and `Display`.
macro_rules! named {
    ($type:ident, $what:literal, [$($name:literal => $variant:ident),+]) => {
        impl $type {
            /// All of them with their names.
            pub const NAMES: &[(&str, $type)] = &[$(($name, $type::$variant)),+];

            /// As recipes, configurations and command lines spell it.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)+
                }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $type {
            type Err = NoChoice;

            fn from_str(text: &str) -> Result<$type, NoChoice> {
                choose($what, $type::NAMES, text)
            }
        }
    };
}

named!(Language, "language", ["c" => C, "c++" => Cpp]);
named!(Std, "standard", [
    "c99" => C99, "c11" => C11, "c17" => C17,
    "c++11" => Cpp11, "c++14" => Cpp14, "c++17" => Cpp17, "c++20" => Cpp20
]);
named!(TargetName, "target", ["x86_64" => X86_64, "i386" => I386]);

/// The choice of this name.
pub fn choose<T: Copy>(what: &'static str, choices: &[(&str, T)], text: &str) -> Result<T, NoChoice> {
    let choice = choices.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
    choice.ok_or_else(|| NoChoice {
        what,
        text: text.to_string(),
        choices: names(choices.iter().map(|(name, _)| *name)),
    })
}

/// Several names, for people.
pub fn names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
