//! What rebuilds a program to the byte.
//!
//! As one line: `policy@2:7:c:c17:x86_64:500:on:else_percent=0,switch_cases=9` (strategy and recipe version, seed,
//! language, standard, target, lines, policies, fixed parameters of the strategy).

use super::parameter::{ParameterError, Values};
use super::strategies;
use super::strategy::{Order, Strategy};
use crate::language::{Language, NoChoice, Std, TargetName, choose};
use crate::rng::Rng;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Lines of the test unit that can be asked for: below, there is no room for a function of interest; above, compilers
/// take minutes.
pub const SIZES: RangeInclusive<u32> = 10..=20_000;

/// The sizes that have a name. Medium is where a compilation still takes a fraction of a second.
pub const NAMED_SIZES: [(&str, u32); 3] = [("small", 100), ("medium", 500), ("large", 2000)];

/// All that decides a generated program. Its one-line form is `Display` and `FromStr`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Recipe {
    /// The name of a strategy.
    pub strategy: String,
    /// All random choices come from it.
    pub seed: u64,
    /// What the text is written in.
    pub language: Language,
    /// A standard of the language.
    pub std: Std,
    /// The data model, which decides the output.
    pub target: TargetName,
    /// Lines of the test unit aimed at.
    pub size: u32,
    /// Whether the strategy's policies are on and its parameters shuffled.
    pub policies: bool,
    /// Parameters of the strategy that are fixed, in order.
    pub set: Vec<(String, String)>,
    /// Of the strategy.
    pub version: u32,
}

/// What is wrong with a recipe or a part of it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecipeError {
    /// There is no strategy, language, standard or target of this name.
    #[error(transparent)]
    Choice(#[from] NoChoice),
    /// The standard belongs to the other language.
    #[error("`{std}` is no standard of {}; choose one of {}", language.title(), Std::of(*language))]
    Standard {
        /// As it was given.
        std: Std,
        /// Of the recipe.
        language: Language,
    },
    /// As it was given.
    #[error(
        "`{0}` is no size; choose small, medium, large or a number of lines from {start} to {end}",
        start = SIZES.start(),
        end = SIZES.end()
    )]
    Size(String),
    /// As it was given.
    #[error("`{0}` is no seed; a seed is a whole number from 0 to {max}", max = u64::MAX)]
    Seed(String),
    /// As it was given.
    #[error("`{0}` is no setting; write KEY=VALUE")]
    Setting(String),
    /// The strategy has changed since. Its programs of the same seed are others now.
    #[error(
        "the recipe has version {version}, this is version {ours}: only the gadfly that wrote it gives the same bytes"
    )]
    Version {
        /// Of the recipe.
        version: String,
        /// Of the strategy.
        ours: u32,
    },
    /// The line does not have the parts of a recipe.
    #[error(
        "`{0}` is no recipe; write STRATEGY@VERSION:SEED:LANGUAGE:STANDARD:TARGET:LINES:on|off:KEY=VALUE,…, \
         for example {example}",
        example = Recipe::new(7)
    )]
    Form(String),
    /// One that the recipe fixes.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
}

impl Recipe {
    /// A program of the default strategy, of medium size, in C17, everything else as recommended.
    pub fn new(seed: u64) -> Recipe {
        Recipe::of(strategies::DEFAULT, seed)
    }

    /// As `new`, of another strategy, which need not be one of the built-in ones.
    pub fn of(strategy: &dyn Strategy, seed: u64) -> Recipe {
        Recipe {
            strategy: strategy.name().to_string(),
            seed,
            language: Language::C,
            std: Language::C.default_std(),
            target: TargetName::X86_64,
            size: 500,
            policies: true,
            set: Vec::new(),
            version: strategy.version(),
        }
    }

    /// Returns what is wrong with a recipe, if anything. A recipe that passes can be generated.
    pub fn check(&self) -> Result<(), RecipeError> {
        self.check_for(strategies::find(&self.strategy)?)
    }

    /// The same for a strategy that need not be one of the built-in ones.
    pub fn check_for(&self, strategy: &dyn Strategy) -> Result<(), RecipeError> {
        if self.version != strategy.version() {
            return Err(RecipeError::Version { version: self.version.to_string(), ours: strategy.version() });
        }
        if self.std.language() != self.language {
            return Err(RecipeError::Standard { std: self.std, language: self.language });
        }
        if !SIZES.contains(&self.size) {
            return Err(RecipeError::Size(self.size.to_string()));
        }
        let mut values = Values::new(strategy.parameters());
        self.set.iter().try_for_each(|(key, value)| values.set(key, value))?;
        Ok(())
    }

    /// What the strategy is asked for: its defaults, shuffled if policies are on, except where the recipe fixes them.
    pub fn order(&self, strategy: &dyn Strategy) -> Result<Order, ParameterError> {
        let mut values = Values::new(strategy.parameters());
        self.set.iter().try_for_each(|(key, value)| values.set(key, value))?;
        let fixed: Vec<&str> = self.set.iter().map(|(key, _)| key.as_str()).collect();
        match self.policies {
            true => values.shuffle(&Rng::new(self.seed).child("config"), &fixed),
            false => values.clear(strategy.policies(), &fixed),
        }
        values.clear(strategy.switches(), &fixed);
        let &Recipe { seed, language, std, target, size, .. } = self;
        Ok(Order { seed, language, std, target, size, values })
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Recipe { strategy, seed, language, std, target, size, policies, set, version } = self;
        let policies = on_or_off(*policies);
        write!(f, "{strategy}@{version}:{seed}:{language}:{std}:{target}:{size}:{policies}")?;
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
        let (&[strategy, seed, language, std, target, size, policies], settings) =
            fields.split_first_chunk().ok_or_else(|| RecipeError::Form(text.to_string()))?;
        let (strategy, version) = strategy.split_once('@').ok_or_else(|| RecipeError::Form(text.to_string()))?;
        let strategy = strategies::find(strategy)?;
        let set = match settings {
            [] => Vec::new(),
            [settings] => settings.split(',').map(setting).collect::<Result<_, _>>()?,
            _ => return Err(RecipeError::Form(text.to_string())),
        };
        let recipe = Recipe {
            strategy: strategy.name().to_string(),
            seed: seed.parse().map_err(|_| RecipeError::Seed(seed.to_string()))?,
            language: language.parse()?,
            std: std.parse()?,
            target: target.parse()?,
            size: lines(size)?,
            policies: choose("value of policies", &[("on", true), ("off", false)], policies)?,
            set,
            version: version
                .parse()
                .map_err(|_| RecipeError::Version { version: version.to_string(), ours: strategy.version() })?,
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

fn on_or_off(on: bool) -> &'static str {
    if on { "on" } else { "off" }
}
