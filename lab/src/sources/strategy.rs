//! Every strategy of the crate `source` as a source of its name: a recipe for every wish.

use super::registry::Entry;
use super::{Family, NoCase, Source, Wanted};
use crate::case::{Case, Expected};
use crate::config::{Config, Error, SourceConfig, Wrong, WrongSource, size};
use crate::observe::Bench;
use source::Rng;
use source::generate::strategy::Strategy;
use source::generate::{generate_with, strategies};
use source::language::{Language, Std};
use source::recipe::{self, Recipe, RecipeError};
use std::ops::RangeInclusive;
use std::panic::{self, AssertUnwindSafe};

pub struct Generator {
    strategy: &'static dyn Strategy,
    language: Option<Language>,
    sizes: RangeInclusive<u32>,
    set: Vec<(String, String)>,
}

/// The source of a strategy.
pub fn entry(name: &'static str) -> Entry {
    Entry {
        name,
        argument: None,
        has_command: false,
        check: |source, _| check(source),
        open: |source: &SourceConfig, _: &Config| Ok(Box::new(Generator::new(source)?)),
    }
}

/// Whether its parameters exist and may have these values.
fn check(source: &SourceConfig) -> Result<(), WrongSource> {
    let found = strategies::find(&source.name);
    let strategy = found.map_err(|error| WrongSource::new("name", Wrong::new(error.to_string())))?;
    for (at, text) in source.set.iter().enumerate() {
        let checked = recipe::setting(text)
            .and_then(|setting| Recipe { set: vec![setting], ..Recipe::of(strategy, 0) }.check_for(strategy));
        checked.map_err(|error: RecipeError| WrongSource {
            at: Some(at),
            ..WrongSource::new(
                "set",
                Wrong::new(error.to_string()).help("`gadfly generate --list-parameters` lists them"),
            )
        })?;
    }
    Ok(())
}

impl Generator {
    pub fn new(config: &SourceConfig) -> Result<Generator, Error> {
        let wrong = |message: String| Error::from(Wrong::new(format!("the source `{}`: {message}", config.name)));
        let setting = |text: &String| recipe::setting(text).map_err(|error| wrong(error.to_string()));
        Ok(Generator {
            strategy: strategies::find(&config.name).map_err(|error| wrong(error.to_string()))?,
            language: config.language,
            sizes: size::parse(config.size.as_deref().unwrap_or(size::DEFAULT)).map_err(wrong)?,
            set: config.set.iter().map(setting).collect::<Result<_, _>>()?,
        })
    }

    /// The recipe that a wish leads to. What the user has fixed stays as it is, wanted or not.
    pub fn recipe(&self, wanted: &Wanted) -> Recipe {
        let mut rng = Rng::new(wanted.seed).child("recipe");
        let mut set = self.set.clone();
        for key in wanted.without.iter().flat_map(|feature| self.strategy.without(*feature)) {
            if !set.iter().any(|(fixed, _)| fixed == key) {
                set.push((key.to_string(), "0".to_string()));
            }
        }
        Recipe {
            language: wanted.language,
            std: std(wanted, &mut rng),
            target: wanted.target,
            size: self.size(&mut rng),
            set,
            ..Recipe::of(self.strategy, wanted.seed)
        }
    }

    /// The smaller of two draws: small programs find more per second of CPU time.
    fn size(&self, rng: &mut Rng) -> u32 {
        let mut draw = || rng.range(i64::from(*self.sizes.start()), i64::from(*self.sizes.end()));
        draw().min(draw()) as u32
    }
}

/// Any standard of the language: the generator writes the same text, but compilers need not read it the same way.
fn std(wanted: &Wanted, rng: &mut Rng) -> Std {
    let stds: Vec<Std> =
        Std::NAMES.iter().map(|(_, std)| *std).filter(|std| std.language() == wanted.language).collect();
    *rng.pick(&stds)
}

impl Source for Generator {
    fn name(&self) -> &str {
        self.strategy.name()
    }

    fn makes(&self, language: Language) -> bool {
        self.language.is_none_or(|only| only == language)
    }

    fn family(&self, _: &mut Bench, wanted: &Wanted) -> Result<Family, NoCase> {
        if !self.makes(wanted.language) {
            return Err(NoCase::new(self.name(), format_args!("makes no {}", wanted.language)));
        }
        let recipe = self.recipe(wanted);
        // A defect of the generator costs one program, not the campaign.
        let generated = panic::catch_unwind(AssertUnwindSafe(|| generate_with(self.strategy, &recipe)));
        let generated =
            generated.map_err(|_| NoCase::new(self.name(), format_args!("the generator failed on {recipe}")))?;
        let source::Case { recipe, files, expected, .. } =
            generated.map_err(|error| NoCase::new(self.name(), error))?;
        let suffix = recipe.language.suffix();
        let case = Case {
            source: self.name().to_string(),
            index: wanted.index,
            recipe: recipe.to_string(),
            language: recipe.language,
            target: recipe.target,
            files,
            units: vec![format!("test.{suffix}")],
            driver: Some(format!("driver.{suffix}")),
            flags: vec![format!("-std={}", recipe.std)],
            expected: Some(Expected { stdout: expected, exit_code: 0 }),
        };
        Ok(case.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::generate::strategy::Feature;
    use source::language::TargetName;

    fn wanted(seed: u64, without: &[Feature]) -> Wanted {
        let (language, target) = (Language::C, TargetName::X86_64);
        Wanted { index: 0, ordinal: 0, class_ordinal: 0, seed, language, target, without: without.to_vec() }
    }

    fn policy() -> Generator {
        Generator::new(&SourceConfig::named("policy")).unwrap()
    }

    #[test]
    fn recipes_keep_to_the_wish_and_vary_the_rest() {
        let recipes: Vec<_> = (0..100).map(|seed| policy().recipe(&wanted(seed, &[]))).collect();
        assert!(recipes.iter().all(|recipe| recipe.language == Language::C && (60..=400).contains(&recipe.size)));
        for std in [Std::C99, Std::C11, Std::C17] {
            assert!(recipes.iter().any(|recipe| recipe.std == std), "{std}");
        }
        assert!(recipes.iter().all(|recipe| recipe.check().is_ok()));
        assert_eq!(policy().recipe(&wanted(3, &[])), recipes[3]);
    }

    #[test]
    fn programs_have_no_extensions_but_what_the_user_fixed() {
        let config = SourceConfig { set: vec!["vectors=1".to_string()], ..SourceConfig::named("policy") };
        let plain = [Feature::Vectors, Feature::Builtins, Feature::Attributes];
        let recipe = Generator::new(&config).unwrap().recipe(&wanted(1, &plain));
        assert!(recipe.check().is_ok());
        let value = |key: &str| {
            recipe.set.iter().filter(|(name, _)| name == key).map(|(_, value)| value.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(value("vectors"), ["1"]);
        assert_eq!(value("builtin"), ["0"]);
        assert_eq!(value("enums"), [""; 0]);
    }

    #[test]
    fn programs_are_without_what_is_not_wanted() {
        let has = |without: &[Feature], word: &str| {
            let made = |seed| source::generate(&policy().recipe(&wanted(seed, without))).unwrap();
            (0..20).any(|seed| made(seed).files.iter().any(|file| file.text.contains(word)))
        };
        let features: [(&[Feature], &str); 4] = [
            (&[Feature::Enums], "enum "),
            (&[Feature::Floats], "float "),
            (&[Feature::Floats, Feature::LongDouble], "double "),
            (&[Feature::LongDouble], "long double "),
        ];
        for (without, word) in features {
            assert!(has(&[], word) && !has(without, word), "{without:?}: {word}");
        }
    }
}
