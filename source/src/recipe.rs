//! What rebuilds a program to the byte.
//!
//! As one line: `policy@2:7:c:c17:x86_64:500:on:else_percent=0,switch_cases=9` (strategy and recipe version, seed,
//! language, standard, target, lines, policies, fixed parameters).

use crate::generate::policy::config::{Config, ConfigError};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Bumped whenever the same seed gives other bytes.
pub const VERSION: u32 = 2;

/// Lines of the test unit that can be asked for: below, there is no room for a function of interest; above, compilers
/// take minutes.
pub const SIZES: RangeInclusive<u32> = 10..=20_000;

/// The sizes that have a name. Medium is where a compilation still takes a fraction of a second.
pub const NAMED_SIZES: [(&str, u32); 3] = [("small", 100), ("medium", 500), ("large", 2000)];

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Recipe {
    pub technique: Technique,
    pub seed: u64,
    pub language: Language,
    pub std: Std,
    pub target: TargetName,
    /// Lines of the test unit aimed at.
    pub size: u32,
    pub policies: bool,
    /// Parameters fixed by the user, in order.
    pub set: Vec<(String, String)>,
    pub version: u32,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Technique {
    Policy,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Language {
    #[serde(rename = "c")]
    C,
    #[serde(rename = "c++")]
    Cpp,
}

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Std {
    #[serde(rename = "c99")]
    C99,
    #[serde(rename = "c11")]
    C11,
    #[serde(rename = "c17")]
    C17,
    #[serde(rename = "c++11")]
    Cpp11,
    #[serde(rename = "c++14")]
    Cpp14,
    #[serde(rename = "c++17")]
    Cpp17,
    #[serde(rename = "c++20")]
    Cpp20,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TargetName {
    #[serde(rename = "x86_64")]
    X86_64,
    #[serde(rename = "i386")]
    I386,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecipeError {
    #[error("there is no {what} `{text}`; choose one of {choices}")]
    Choice { what: &'static str, text: String, choices: String },
    #[error("`{std}` is no standard of {}; choose one of {}", language.title(), Std::of(*language))]
    Standard { std: Std, language: Language },
    #[error(
        "`{0}` is no size; choose small, medium, large or a number of lines from {start} to {end}",
        start = SIZES.start(),
        end = SIZES.end()
    )]
    Size(String),
    #[error("`{0}` is no seed; a seed is a whole number from 0 to {max}", max = u64::MAX)]
    Seed(String),
    #[error("`{0}` is no setting; write KEY=VALUE")]
    Setting(String),
    #[error(
        "the recipe has version {0}, this is version {VERSION}: only the gadfly that wrote it gives the same bytes"
    )]
    Version(String),
    #[error(
        "`{0}` is no recipe; write STRATEGY@VERSION:SEED:LANGUAGE:STANDARD:TARGET:LINES:on|off:KEY=VALUE,…, \
         for example {example}",
        example = Recipe::new(7)
    )]
    Form(String),
    #[error(transparent)]
    Config(#[from] ConfigError),
}

impl Recipe {
    /// A program of medium size in C17, everything else as recommended.
    pub fn new(seed: u64) -> Recipe {
        Recipe {
            technique: Technique::Policy,
            seed,
            language: Language::C,
            std: Language::C.default_std(),
            target: TargetName::X86_64,
            size: 500,
            policies: true,
            set: Vec::new(),
            version: VERSION,
        }
    }

    /// Says what is wrong with a recipe, if anything; what passes can be generated.
    pub fn check(&self) -> Result<(), RecipeError> {
        if self.version != VERSION {
            return Err(RecipeError::Version(self.version.to_string()));
        }
        if self.std.language() != self.language {
            return Err(RecipeError::Standard { std: self.std, language: self.language });
        }
        if !SIZES.contains(&self.size) {
            return Err(RecipeError::Size(self.size.to_string()));
        }
        let mut config = Config::default();
        self.set.iter().try_for_each(|(key, value)| config.set(key, value))?;
        Ok(())
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Recipe { technique, seed, language, std, target, size, policies, set, version } = self;
        let policies = on_or_off(*policies);
        write!(f, "{technique}@{version}:{seed}:{language}:{std}:{target}:{size}:{policies}")?;
        for (index, (key, value)) in set.iter().enumerate() {
            write!(f, "{}{key}={value}", if index == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

impl FromStr for Recipe {
    type Err = RecipeError;

    fn from_str(text: &str) -> Result<Recipe, RecipeError> {
        let fields: Vec<&str> = text.trim().split(':').collect();
        let (&[technique, seed, language, std, target, size, policies], settings) =
            fields.split_first_chunk().ok_or_else(|| RecipeError::Form(text.to_string()))?;
        let (technique, version) = technique.split_once('@').ok_or_else(|| RecipeError::Form(text.to_string()))?;
        let set = match settings {
            [] => Vec::new(),
            [settings] => settings.split(',').map(setting).collect::<Result<_, _>>()?,
            _ => return Err(RecipeError::Form(text.to_string())),
        };
        let recipe = Recipe {
            technique: technique.parse()?,
            seed: seed.parse().map_err(|_| RecipeError::Seed(seed.to_string()))?,
            language: language.parse()?,
            std: std.parse()?,
            target: target.parse()?,
            size: lines(size)?,
            policies: choose("value of policies", &[("on", true), ("off", false)], policies)?,
            set,
            version: version.parse().map_err(|_| RecipeError::Version(version.to_string()))?,
        };
        recipe.check()?;
        Ok(recipe)
    }
}

/// `small`, `medium`, `large` or a number of lines.
pub fn lines(text: &str) -> Result<u32, RecipeError> {
    let named = NAMED_SIZES.iter().find(|(name, _)| *name == text).map(|(_, lines)| *lines);
    let lines = named.or_else(|| text.parse().ok()).filter(|lines| SIZES.contains(lines));
    lines.ok_or_else(|| RecipeError::Size(text.to_string()))
}

/// `KEY=VALUE`, neither of them looked at.
pub fn setting(text: &str) -> Result<(String, String), RecipeError> {
    let (key, value) = text.split_once('=').ok_or_else(|| RecipeError::Setting(text.to_string()))?;
    Ok((key.trim().to_string(), value.trim().to_string()))
}

pub fn on_or_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}

impl TargetName {
    pub fn target(self) -> lang::Target {
        match self {
            TargetName::X86_64 => lang::Target::X86_64,
            TargetName::I386 => lang::Target::I386,
        }
    }
}

impl Std {
    pub fn language(self) -> Language {
        match self {
            Std::C99 | Std::C11 | Std::C17 => Language::C,
            Std::Cpp11 | Std::Cpp14 | Std::Cpp17 | Std::Cpp20 => Language::Cpp,
        }
    }

    /// The names of a language's standards, for people.
    fn of(language: Language) -> String {
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

    fn title(self) -> &'static str {
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
            pub const NAMES: &[(&str, $type)] = &[$(($name, $type::$variant)),+];

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
            type Err = RecipeError;

            fn from_str(text: &str) -> Result<$type, RecipeError> {
                choose($what, $type::NAMES, text)
            }
        }
    };
}

named!(Technique, "strategy", ["policy" => Policy]);
named!(Language, "language", ["c" => C, "c++" => Cpp]);
named!(Std, "standard", [
    "c99" => C99, "c11" => C11, "c17" => C17,
    "c++11" => Cpp11, "c++14" => Cpp14, "c++17" => Cpp17, "c++20" => Cpp20
]);
named!(TargetName, "target", ["x86_64" => X86_64, "i386" => I386]);

fn choose<T: Copy>(what: &'static str, choices: &[(&str, T)], text: &str) -> Result<T, RecipeError> {
    let choice = choices.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
    choice.ok_or_else(|| RecipeError::Choice {
        what,
        text: text.to_string(),
        choices: names(choices.iter().map(|(name, _)| *name)),
    })
}

fn names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}
