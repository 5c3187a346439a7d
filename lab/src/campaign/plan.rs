//! What is done with an index: which source is asked for what, and which builds the program gets.
//!
//! All of it follows from the campaign's seed, its compilers with their costs, and the index, through streams of their own for each decision.

use super::Campaign;
use super::interleave::interleave;
use super::turn::{self, Turn};
use crate::case::Case;
use crate::compiler::{Build, Compiler, flags};
use crate::observe::{Observation, Outcome};
use crate::oracle::{Behaviour, Oracle, is_plain};
use crate::sources::{Source, Wanted};
use source::Rng;

/// The source of an index, and what it is asked for.
pub fn plan(campaign: &Campaign, index: u64) -> (&dyn Source, Wanted) {
    let (source, ordinal) = source(campaign, index);
    let Turn { wanted, ordinal: class_ordinal, .. } = turn(campaign, index);
    let seed = stream(campaign, index).child("program").next_u64();
    let wanted = Wanted { index, ordinal, class_ordinal, ..Wanted::new(&campaign.compilers[wanted], seed) };
    (source, wanted)
}

/// The source of an index, and which case of that source it is.
fn source(campaign: &Campaign, index: u64) -> (&dyn Source, u64) {
    let weights: Vec<u32> = campaign.sources.iter().map(|weighted| weighted.weight).collect();
    let (at, ordinal) = interleave(&weights, index);
    (campaign.sources[at].source.as_ref(), ordinal)
}

/// The builds of a case, and of all its family: every compiler whose turn it is and that takes it, with its levels and random flags.
pub fn builds<'a>(campaign: &'a Campaign, case: &Case) -> Vec<Build<'a>> {
    let rng = stream(campaign, case.index).child("builds");
    let of = |compiler: &'a Compiler| {
        let flag_sets = flags::builds(compiler, &campaign.config, &mut rng.child(&compiler.name));
        flag_sets.into_iter().map(move |flags| Build { compiler, flags })
    };
    takers(campaign, case).flat_map(of).collect()
}

/// A program whose output nobody knows is for all: it tells only where compilers differ. The golden compiler is always asked.
fn takers<'a>(campaign: &'a Campaign, case: &Case) -> impl Iterator<Item = &'a Compiler> {
    let turn = turn(campaign, case.index);
    let is_for_all = case.expected.is_none() || !campaign.config.oracles.contains(&Oracle::Expected);
    let golden = campaign.config.golden.as_deref();
    let is_asked = move |at: usize, name: &str| is_for_all || turn.members.contains(&at) || golden == Some(name);
    let asked = campaign.compilers.iter().enumerate().filter(move |(at, compiler)| is_asked(*at, &compiler.name));
    asked.map(|(_, compiler)| compiler).filter(|compiler| compiler.takes(case))
}

/// The turn is among the compilers whose language the source makes. If there is none, the source has to say so.
fn turn(campaign: &Campaign, index: u64) -> Turn {
    let Campaign { compilers, config, .. } = campaign;
    let (source, ordinal) = source(campaign, index);
    let all = 0..compilers.len();
    let mut served: Vec<usize> = all.clone().filter(|at| source.makes(compilers[*at].language)).collect();
    if served.is_empty() {
        served = all.collect();
    }
    turn::turn(compilers, &served, config, ordinal, &stream(campaign, index))
}

/// Further builds without flags, where what was seen cannot be judged without: a peer for a compiler that hangs, and
/// for a contradiction of the interpreter a compiler of each family that does not optimise, in case it is the
/// interpreter that is wrong.
pub fn second_look<'a>(campaign: &'a Campaign, case: &Case, seen: &[Observation]) -> Vec<Build<'a>> {
    let hangs = seen.iter().any(|observation| matches!(observation.outcome, Outcome::Hung { .. }));
    let has_peer = seen.iter().any(|observation| Behaviour::of(observation).is_some());
    let mut families: Vec<_> =
        seen.iter().filter(|it| is_plain(&it.flags)).filter_map(|it| family(campaign, it)).collect();
    let mut builds = Vec::new();
    for compiler in campaign.compilers.iter().filter(|compiler| compiler.takes(case)) {
        if (hangs && !has_peer || contradicts(campaign, case, seen)) && !families.contains(&compiler.family) {
            families.push(compiler.family);
            builds.push(Build { compiler, flags: Vec::new() });
        }
    }
    builds
}

fn contradicts(campaign: &Campaign, case: &Case, seen: &[Observation]) -> bool {
    let expected = case.expected.as_ref().filter(|_| campaign.config.oracles.contains(&Oracle::Expected));
    let right = expected.map(Behaviour::from);
    right.is_some() && seen.iter().filter_map(Behaviour::of).any(|behaviour| Some(behaviour) != right)
}

fn family(campaign: &Campaign, seen: &Observation) -> Option<crate::compiler::Family> {
    campaign.compilers.iter().find(|compiler| compiler.name == seen.compiler).map(|compiler| compiler.family)
}

fn stream(campaign: &Campaign, index: u64) -> Rng {
    Rng::new(campaign.seed).child_n("index", index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compiler::{Family, Features, Tuning, Version};
    use crate::config::{CompilerConfig, Config};
    use crate::observe::Bench;
    use crate::sources::{NoCase, Weighted};
    use crate::triage::Known;
    use source::language::{Language, TargetName};
    use std::collections::BTreeMap;

    struct Fake(&'static str, Option<Language>);

    impl Source for Fake {
        fn name(&self) -> &str {
            self.0
        }

        fn makes(&self, language: Language) -> bool {
            self.1.is_none_or(|only| only == language)
        }

        fn family(&self, _: &mut Bench, _: &Wanted) -> Result<crate::sources::Family, NoCase> {
            Err(NoCase::new(self.0, "makes nothing"))
        }
    }

    fn compiler(name: &str, language: Language) -> Compiler {
        Compiler {
            name: name.to_string(),
            command: vec![name.to_string()],
            language,
            family: Family::Gcc,
            version: Version::default(),
            target: TargetName::X86_64,
            run: Vec::new(),
            features: Features::default(),
            tuning: Tuning::default(),
        }
    }

    /// A quick and a slow compiler of C, one of C++, and three sources, the last of which makes only C++.
    fn campaign() -> Campaign {
        let compilers = [("tcc", Language::C, 8), ("gcc", Language::C, 512), ("g++", Language::Cpp, 1024)];
        let configured = |(name, _, cost): (&str, Language, u32)| CompilerConfig {
            cost: Some(cost),
            ..CompilerConfig::new(name, name)
        };
        let config = Config { compilers: compilers.map(configured).to_vec(), ..Config::default() };
        let sources = [(3, Fake("any", None)), (5, Fake("all", None)), (1, Fake("cpp", Some(Language::Cpp)))];
        Campaign {
            seed: 7,
            config,
            compilers: compilers.map(|(name, language, _)| compiler(name, language)).to_vec(),
            sources: sources.map(|(weight, source)| Weighted { weight, source: Box::new(source) }).into(),
            known: Known::default(),
        }
    }

    #[test]
    fn ordinals_have_no_gaps_for_a_source_and_for_each_class_of_compilers() {
        let campaign = campaign();
        let (mut ordinals, mut of_class) = (BTreeMap::<_, u64>::new(), BTreeMap::<_, u64>::new());
        for index in 0..9000 {
            let (source, wanted) = plan(&campaign, index);
            let next = ordinals.entry(source.name()).or_default();
            assert_eq!((wanted.index, wanted.ordinal), (index, *next));
            *next += 1;
            let next = of_class.entry((source.name(), turn(&campaign, index).members)).or_default();
            assert_eq!(wanted.class_ordinal, *next);
            *next += 1;
        }
        assert_eq!(ordinals, BTreeMap::from([("any", 3000), ("all", 5000), ("cpp", 1000)]));
        // Two of C and one of C++ for each source, but of C++ alone for the last.
        assert_eq!(of_class.len(), 7);
    }

    #[test]
    fn a_source_is_asked_only_for_languages_that_it_makes() {
        let campaign = campaign();
        for index in 0..1000 {
            let (source, wanted) = plan(&campaign, index);
            assert!(source.makes(wanted.language), "{} {}", source.name(), wanted.language);
        }
    }

    #[test]
    fn an_index_means_the_same_whenever_it_is_asked_for() {
        let (first, second) = (campaign(), campaign());
        for index in [0, 1, 17, 1 << 40, u64::MAX] {
            let plan = |campaign| {
                let (source, wanted) = plan(campaign, index);
                (source.name().to_string(), wanted)
            };
            assert_eq!(plan(&first), plan(&second));
        }
    }
}
