//! The sources there are, by name. A new source is a line of `entries`.
//!
//! In the configuration and in `--source`, a source is `NAME` or `NAME:ARGUMENT`. A name that is not listed here belongs to
//! the user, who says with `command` how its programs are made.

use super::{Source, Weighted, emi, external, files, spe, strategy};
use crate::config::nearest::nearest;
use crate::config::{Config, Error, SourceConfig, Wrong, WrongSource};
use source::generate::strategies;

/// A source that is ready, or what it lacks.
pub type Opened = Result<Box<dyn Source>, Error>;

/// A source that Gadfly knows by name.
pub struct Entry {
    /// What stands before the colon.
    pub name: &'static str,
    /// What stands behind it, if the source takes an argument: `PATH`, `SOURCE`.
    pub argument: Option<&'static str>,
    /// Whether `command` may be set, which replaces how the program is called.
    pub has_command: bool,
    /// What else is wrong with its configuration. Touches no files.
    pub check: fn(&SourceConfig, &Config) -> Result<(), WrongSource>,
    /// Makes it ready. Fails if what it needs is not on this machine.
    pub open: fn(&SourceConfig, &Config) -> Opened,
}

/// All of them, as they are listed for people.
pub fn entries() -> Vec<Entry> {
    let strategies = strategies::ALL.iter().map(|strategy| strategy::entry(strategy.name()));
    let external = external::NAMES.into_iter().map(external::entry);
    strategies.chain(external).chain([files::entry(), spe::entry(), emi::entry()]).collect()
}

/// The configuration's sources with a weight, in order. Fails if what one needs is not on this machine.
pub fn open(config: &Config) -> Result<Vec<Weighted>, Error> {
    let used = config.sources.iter().filter(|source| source.weight > 0);
    used.map(|source| Ok(Weighted { weight: source.weight, source: open_one(source, config)? })).collect()
}

/// One source. `source` need not be one of the configuration's.
pub fn open_one(source: &SourceConfig, config: &Config) -> Opened {
    check(source, config).map_err(|WrongSource { wrong, .. }| wrong)?;
    match entry(source) {
        Some(entry) => (entry.open)(source, config),
        None => external::open(source, config),
    }
}

/// The configuration of the source that is the argument of this one, as in `emi:csmith`: one of the configuration's by that
/// name, or one that Gadfly knows, with this one's settings.
pub fn inner(source: &SourceConfig, config: &Config) -> SourceConfig {
    let name = source.argument().unwrap_or_default();
    let own = config.sources.iter().find(|other| other.name == name).cloned();
    own.unwrap_or_else(|| SourceConfig { name: name.to_string(), ..source.clone() })
}

/// Whether there is such a source and its settings make sense.
pub fn check(source: &SourceConfig, config: &Config) -> Result<(), WrongSource> {
    match entry(source) {
        Some(entry) => {
            check_form(&entry, source)?;
            check_keys(&entry, source)?;
            (entry.check)(source, config)
        }
        None if source.command.is_some() => Ok(()),
        None => Err(WrongSource::new("name", unknown(&source.name))),
    }
}

/// Whether Gadfly knows it by name, or it has a command.
pub fn is_known(source: &SourceConfig) -> bool {
    source.command.is_some() || entry(source).is_some()
}

fn entry(source: &SourceConfig) -> Option<Entry> {
    entries().into_iter().find(|entry| entry.name == source.kind())
}

fn check_form(entry: &Entry, source: &SourceConfig) -> Result<(), WrongSource> {
    let name = entry.name;
    if source.command.is_some() && !entry.has_command {
        return Err(WrongSource::new("command", Wrong::new(format!("`{name}` is built in and has no command"))));
    }
    let wrong = match (entry.argument, source.argument()) {
        (Some(_), Some(argument)) if !argument.is_empty() => return Ok(()),
        (None, None) => return Ok(()),
        (Some(what), _) => format!("the source `{name}` needs an argument: `{name}:{what}`"),
        (None, Some(_)) => format!("the source `{name}` takes no argument"),
    };
    Err(WrongSource::new("name", Wrong::new(wrong)))
}

/// Keys that only some sources have.
fn check_keys(entry: &Entry, source: &SourceConfig) -> Result<(), WrongSource> {
    let keys = [
        ("kinds", "emi", !source.kinds.is_empty()),
        ("variants", "emi", source.variants.is_some()),
        ("limit", "spe", source.limit.is_some()),
        ("batch", "spe", source.batch.is_some()),
        ("seed", "spe", source.seed.is_some()),
        ("defined_only", "spe", source.defined_only.is_some()),
    ];
    // `emi:spe:PATH` hands them on.
    let has = |owner: &str| source.name.split(':').any(|part| part == owner);
    match keys.into_iter().find(|(_, owner, is_set)| *is_set && !has(owner)) {
        Some((key, owner, _)) => {
            let wrong = format!("the source `{}` has no key `{key}`; it belongs to `{owner}`", entry.name);
            Err(WrongSource::new(key, Wrong::new(wrong)))
        }
        None => Ok(()),
    }
}

fn unknown(name: &str) -> Wrong {
    let entries = entries();
    let kind = name.split(':').next().unwrap_or(name);
    let meant = nearest(kind, entries.iter().map(|entry| entry.name));
    let meant = meant.map(|name| format!("did you mean `{name}`? ")).unwrap_or_default();
    let names: Vec<String> = entries.iter().map(Entry::shown).collect();
    let help = format!(
        "{meant}There are {}; a source of one's own needs `command = \"…{{seed}}…\"` in gadfly.toml",
        names.join(", ")
    );
    Wrong::new(format!("there is no source `{name}`")).help(help)
}

impl Entry {
    /// `csmith`, `files:PATH`.
    pub fn shown(&self) -> String {
        match self.argument {
            Some(argument) => format!("{}:{argument}", self.name),
            None => self.name.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistake(name: &str) -> String {
        let error = check(&SourceConfig::named(name), &Config::default()).expect_err("a mistake");
        error.wrong.to_string()
    }

    #[test]
    fn every_strategy_is_a_source() {
        for strategy in strategies::ALL {
            let source = open_one(&SourceConfig::named(strategy.name()), &Config::default());
            assert_eq!(source.map(|source| source.name().to_string()), Ok(strategy.name().to_string()));
        }
    }

    #[test]
    fn names_are_unique_and_have_no_colon() {
        let names: Vec<_> = entries().iter().map(|entry| entry.name).collect();
        let different: std::collections::BTreeSet<_> = names.iter().collect();
        assert_eq!(different.len(), names.len());
        assert!(names.iter().all(|name| !name.contains(':')), "{names:?}");
    }

    #[test]
    fn a_name_that_does_not_exist_is_answered_with_all_there_are() {
        let message = mistake("csmit:x");
        assert!(message.contains("there is no source `csmit:x`"), "{message}");
        assert!(message.contains("did you mean `csmith`?"), "{message}");
        for entry in entries() {
            assert!(message.contains(&entry.shown()), "{message}");
        }
    }

    #[test]
    fn arguments_are_where_they_belong() {
        assert!(mistake("files").contains("`files:PATH`"));
        assert!(mistake("files:").contains("`files:PATH`"));
        assert!(mistake("policy:x").contains("takes no argument"));
        assert!(check(&SourceConfig::named("files:a:b"), &Config::default()).is_ok());
    }

    #[test]
    fn an_argument_may_be_another_source() {
        let mine = SourceConfig { command: Some("mine {seed}".to_string()), ..SourceConfig::named("mine") };
        let config = Config { sources: vec![mine.clone()], ..Config::default() };
        let of = |name: &str| SourceConfig { size: Some("100".to_string()), ..SourceConfig::named(name) };
        assert_eq!(inner(&of("emi:mine"), &config), mine);
        assert_eq!(inner(&of("emi:policy"), &config), of("policy"));
        assert_eq!(inner(&of("emi:files:a/b"), &config), of("files:a/b"));
    }
}
