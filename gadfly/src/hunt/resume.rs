//! Going on with a campaign: which one, and how to say so on a command line.

use lab::compiler::Compiler;
use lab::config::Config;
use lab::shell::shell;
use lab::sources;
use lab::store::{self, Totals, Used};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// What earlier runs have done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resumed {
    pub totals: Totals,
    pub started_at: u64,
    pub compilers: Vec<Used>,
}

/// A compiler that had another version when the campaign last ran.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Changed {
    pub name: String,
    pub before: String,
    pub now: String,
}

impl Resumed {
    /// Which of these compilers are of another version than earlier runs had.
    pub fn changed(&self, compilers: &[Compiler]) -> Vec<Changed> {
        let changed = |compiler: &Compiler| {
            let (name, now) = (compiler.name.clone(), compiler.version.text.trim().to_string());
            let before = self.compilers.iter().rev().find(|used| used.name == name)?.version.clone();
            (before != now).then_some(Changed { name, before, now })
        };
        compilers.iter().filter_map(changed).collect()
    }
}

/// The newest campaign of this configuration, and of this seed if there is one; or a new campaign. The configuration is
/// the campaign's own, whose text the store compares.
pub fn choose(seed: Option<u64>, config: Config, campaigns: &[store::Campaign]) -> (u64, Config, Option<Resumed>) {
    let same = |campaign: &&store::Campaign| {
        seed.is_none_or(|seed| seed == campaign.seed) && saved(campaign).is_some_and(|saved| alike(&saved, &config))
    };
    match campaigns.iter().rev().find(same) {
        Some(campaign) => {
            let resumed = Resumed {
                totals: campaign.totals,
                started_at: campaign.started_at,
                compilers: campaign.compilers.clone(),
            };
            let Config { reduce, triage, keep_alike, .. } = config;
            let config = Config { reduce, triage, keep_alike, ..saved(campaign).unwrap_or(config) };
            (campaign.seed, config, Some(resumed))
        }
        None => (seed.unwrap_or_else(random_seed), config, None),
    }
}

fn saved(campaign: &store::Campaign) -> Option<Config> {
    Config::parse(&campaign.config, "campaign", sources::check).ok()
}

/// A store may be moved, or named by another path. Whether findings are reduced or classified makes no other campaign.
/// Measured costs stay, unless the configuration sets others.
fn alike(saved: &Config, config: &Config) -> bool {
    let bare = |config: &Config| {
        let store = PathBuf::new();
        Config { store, reduce: true, triage: true, keep_alike: 1, ..config.clone() }
    };
    let mut config = config.clone();
    for compiler in config.compilers.iter_mut().filter(|compiler| compiler.cost.is_none()) {
        compiler.cost = saved.cost(&compiler.name);
    }
    bare(saved) == bare(&config)
}

/// Short enough to be typed again.
pub fn random_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mixed = source::Rng::new(now.as_nanos() as u64 ^ u64::from(std::process::id())).next_u64();
    mixed >> 32
}

/// This process's own command line, with the seed and the store it has come to.
pub fn command(seed: u64, directory: &Path) -> String {
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let mut words = without(&words, &["--seed", "--store"]);
    words.extend(["--seed".to_string(), seed.to_string()]);
    words.extend(["--store".to_string(), directory.display().to_string()]);
    shell(&words)
}

/// The words but these options and their values, in either spelling.
fn without(words: &[String], options: &[&str]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if options.contains(&word.as_str()) {
            words.next();
        } else if !options.iter().any(|option| word.strip_prefix(option).is_some_and(|rest| rest.starts_with('='))) {
            kept.push(word.clone());
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use lab::config::CompilerConfig;

    fn campaign(id: i64, seed: u64, config: &Config) -> store::Campaign {
        let totals = Totals { programs: id as u64, ..Totals::default() };
        let (sources, oracles, compilers) = (Vec::new(), Vec::new(), Vec::new());
        store::Campaign { id, seed, started_at: 0, totals, sources, oracles, compilers, config: config.to_toml() }
    }

    #[test]
    fn the_newest_campaign_of_the_same_configuration_goes_on() {
        let mine = Config::default();
        let other = Config { random_flags: 9, ..Config::default() };
        let moved = Config { store: PathBuf::from("elsewhere"), ..Config::default() };
        let campaigns = [campaign(1, 5, &mine), campaign(2, 6, &moved), campaign(3, 7, &other)];
        let (seed, config, resumed) = choose(None, mine.clone(), &campaigns);
        assert_eq!((seed, config, resumed.unwrap().totals.programs), (6, moved, 2));
        let (seed, _, resumed) = choose(Some(5), mine.clone(), &campaigns);
        assert_eq!((seed, resumed.unwrap().totals.programs), (5, 1));
        assert_eq!(choose(Some(7), mine.clone(), &campaigns), (7, mine.clone(), None));
        let more = Config { keep_alike: 99, ..mine };
        let (seed, config, _) = choose(None, more, &campaigns);
        assert_eq!((seed, config.keep_alike), (6, 99));
    }

    #[test]
    fn costs_that_were_measured_are_kept_unless_others_are_configured() {
        let with = |cost| {
            let compiler = CompilerConfig { cost, ..CompilerConfig::new("gcc", "gcc") };
            Config { compilers: vec![compiler], ..Config::default() }
        };
        let campaigns = [campaign(1, 5, &with(Some(512)))];
        assert_eq!(choose(None, with(None), &campaigns).1.cost("gcc"), Some(512));
        assert!(choose(None, with(Some(512)), &campaigns).2.is_some());
        assert_eq!(choose(None, with(Some(64)), &campaigns).2, None);
    }

    #[test]
    fn a_seed_and_a_store_are_given_once() {
        let words = ["gadfly", "hunt", "--seed", "3", "--store=x", "--for", "5s"].map(String::from);
        assert_eq!(without(&words, &["--seed", "--store"]), ["gadfly", "hunt", "--for", "5s"]);
    }
}
