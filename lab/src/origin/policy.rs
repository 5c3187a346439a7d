//! Gadfly's own generator as a source: a recipe for every wish.

use super::{NoCase, Origin, Wanted};
use crate::case::{Case, Expected};
use crate::config::{Error, SourceConfig, Wrong, size};
use crate::observe::Bench;
use source::Rng;
use source::language::{Language, Std};
use source::recipe::{self, Recipe};
use std::ops::RangeInclusive;
use std::panic::{self, AssertUnwindSafe};

pub struct Policy {
    name: String,
    language: Option<Language>,
    sizes: RangeInclusive<u32>,
    set: Vec<(String, String)>,
}

/// What makes programs plain: no GNU vectors, no `__builtin_` functions, no attributes. Small compilers do not claim to
/// have them, so that a refusal would say nothing.
const PLAIN: [&str; 7] =
    ["vectors", "stmt_vector", "leaf_lane", "builtin", "stmt_memory", "idiom_swap", "function_noinline"];

/// What makes programs without enumerations, without floating types, without `long double`.
const NO_ENUMS: [&str; 2] = ["enums", "type_enum"];
const NO_FLOATS: [&str; 3] = ["float_float", "float_double", "float_long_double"];
const NO_LONG_DOUBLE: [&str; 1] = ["float_long_double"];

impl Policy {
    pub fn new(config: &SourceConfig) -> Result<Policy, Error> {
        let wrong = |message: String| Error::from(Wrong::new(format!("the source `{}`: {message}", config.name)));
        let setting = |text: &String| recipe::setting(text).map_err(|error| wrong(error.to_string()));
        Ok(Policy {
            name: config.name.clone(),
            language: config.language,
            sizes: size::parse(config.size.as_deref().unwrap_or(size::DEFAULT)).map_err(wrong)?,
            set: config.set.iter().map(setting).collect::<Result<_, _>>()?,
        })
    }

    /// The recipe that a wish leads to. What the user has fixed stays as it is, wanted or not.
    pub fn recipe(&self, wanted: &Wanted) -> Recipe {
        let mut rng = Rng::new(wanted.seed).child("recipe");
        let is_free = |key: &&str| !self.set.iter().any(|(fixed, _)| fixed == key);
        let without = without(wanted).into_iter().filter(is_free).map(|key| (key.to_string(), "0".to_string()));
        Recipe {
            language: wanted.language,
            std: std(wanted, &mut rng),
            target: wanted.target,
            size: self.size(&mut rng),
            set: self.set.iter().cloned().chain(without).collect(),
            ..Recipe::new(wanted.seed)
        }
    }

    /// The smaller of two draws: small programs find more per second of CPU time.
    fn size(&self, rng: &mut Rng) -> u32 {
        let mut draw = || rng.range(i64::from(*self.sizes.start()), i64::from(*self.sizes.end()));
        draw().min(draw()) as u32
    }
}

/// Parameters that are 0 so that there is nothing that is not wanted, each once.
fn without(wanted: &Wanted) -> Vec<&'static str> {
    let Wanted { plain, foreign, .. } = *wanted;
    let mut keys: Vec<&str> = if plain { PLAIN.to_vec() } else { Vec::new() };
    if foreign.enums {
        keys.extend(NO_ENUMS);
    }
    if foreign.floats {
        keys.extend(NO_FLOATS);
    } else if foreign.long_double {
        keys.extend(NO_LONG_DOUBLE);
    }
    keys
}

/// Any standard of the language: the generator writes the same text, but compilers need not read it the same way.
fn std(wanted: &Wanted, rng: &mut Rng) -> Std {
    let stds: Vec<Std> =
        Std::NAMES.iter().map(|(_, std)| *std).filter(|std| std.language() == wanted.language).collect();
    *rng.pick(&stds)
}

impl Origin for Policy {
    fn name(&self) -> &str {
        &self.name
    }

    fn case(&self, _: &mut Bench, wanted: &Wanted) -> Result<Case, NoCase> {
        if self.language.is_some_and(|language| language != wanted.language) {
            return Err(NoCase::new(&self.name, format_args!("makes no {}", wanted.language)));
        }
        let recipe = self.recipe(wanted);
        // A defect of the generator costs one program, not the campaign.
        let generated = panic::catch_unwind(AssertUnwindSafe(|| source::generate(&recipe)));
        let generated =
            generated.map_err(|_| NoCase::new(&self.name, format_args!("the generator failed on {recipe}")))?;
        let source::Case { recipe, files, expected, .. } = generated.map_err(|error| NoCase::new(&self.name, error))?;
        let suffix = recipe.language.suffix();
        Ok(Case {
            source: self.name.clone(),
            index: wanted.index,
            recipe: recipe.to_string(),
            language: recipe.language,
            target: recipe.target,
            files,
            units: vec![format!("test.{suffix}")],
            driver: Some(format!("driver.{suffix}")),
            flags: vec![format!("-std={}", recipe.std)],
            expected: Some(Expected { stdout: expected, exit_code: 0 }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compiler::Foreign;
    use source::language::TargetName;

    fn wanted(seed: u64) -> Wanted {
        Wanted {
            index: 0,
            seed,
            language: Language::C,
            target: TargetName::X86_64,
            plain: false,
            foreign: Foreign::default(),
        }
    }

    #[test]
    fn recipes_keep_to_the_wish_and_vary_the_rest() {
        let policy = Policy::new(&SourceConfig::named("policy")).unwrap();
        let recipes: Vec<_> = (0..100).map(|seed| policy.recipe(&wanted(seed))).collect();
        assert!(recipes.iter().all(|recipe| recipe.language == Language::C && (60..=400).contains(&recipe.size)));
        for std in [Std::C99, Std::C11, Std::C17] {
            assert!(recipes.iter().any(|recipe| recipe.std == std), "{std}");
        }
        assert!(recipes.iter().all(|recipe| recipe.check().is_ok()));
        assert_eq!(policy.recipe(&wanted(3)), recipes[3]);
    }

    #[test]
    fn plain_programs_have_no_extensions_but_what_the_user_fixed() {
        let config = SourceConfig { set: vec!["vectors=1".to_string()], ..SourceConfig::named("policy") };
        let recipe = Policy::new(&config).unwrap().recipe(&Wanted { plain: true, ..wanted(1) });
        assert!(recipe.check().is_ok());
        let value = |key: &str| {
            recipe.set.iter().filter(|(name, _)| name == key).map(|(_, value)| value.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(value("vectors"), ["1"]);
        assert_eq!(value("builtin"), ["0"]);
        assert_eq!(value("enums"), [""; 0]);
    }

    #[test]
    fn programs_are_without_what_is_foreign() {
        let policy = Policy::new(&SourceConfig::named("policy")).unwrap();
        let has = |foreign: Foreign, word: &str| {
            let made = |seed| source::generate(&policy.recipe(&Wanted { foreign, ..wanted(seed) })).unwrap();
            (0..20).any(|seed| made(seed).files.iter().any(|file| file.text.contains(word)))
        };
        let foreign = [
            (Foreign { enums: true, ..Foreign::default() }, "enum "),
            (Foreign { floats: true, ..Foreign::default() }, "float "),
            (Foreign { floats: true, long_double: true, ..Foreign::default() }, "double "),
            (Foreign { long_double: true, ..Foreign::default() }, "long double "),
        ];
        for (foreign, word) in foreign {
            assert!(has(Foreign::default(), word) && !has(foreign, word), "{foreign:?}: {word}");
        }
    }
}
