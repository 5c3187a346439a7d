//! Whose turn it is: the compilers that a program is for.
//!
//! Every compiler gets its share of the CPU time, not of the programs: one that compiles in milliseconds gets hundreds of
//! programs while another works on one. So compilers of one language and data model are put into classes by cost. A
//! program of a class is compiled by that class and by all cheaper ones, which adds little; dearer compilers are left out.

use super::interleave::interleave;
use crate::compiler::Compiler;
use crate::config::Config;
use source::Rng;
use source::language::TargetName;

/// Compilers that cost less than this many times as much as another are of its class, and get the same programs: they can
/// be compared with each other. More than the error of a measured cost, less than what lies between tcc and gcc.
const SPAN: u32 = 8;

/// The CPU time of a compiler for 64 bits, compared with that of one for 32: few bugs are of the latter alone.
const LP64_SHARE: u64 = 4;

/// Percent of programs that are as any of their compilers wants them, not as one of the dearest does: so that small
/// compilers, which lack extensions, see programs of the large ones, and all can be compared.
const SHARED_PERCENT: u32 = 25;

/// What a rate is a fraction of.
const SCALE: u64 = 1 << 24;

/// The compilers of an index, by their place in the campaign's list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The one whose language, data model and choices the program has.
    pub wanted: usize,
    /// All that compile it, if they take it.
    pub members: Vec<usize>,
    /// Which turn of its class this is, without gaps.
    pub ordinal: u64,
}

/// Compilers that get the same programs.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Class {
    dearest: Vec<usize>,
    /// With the dearest.
    members: Vec<usize>,
    /// How often its programs come, compared with others.
    rate: u32,
    cost: u64,
}

/// Whose turn it is when a source that serves these compilers is asked for its case of this ordinal. The first turns are one for
/// each class, so that the shortest run has them all; then each class comes as often as its share allows.
pub fn turn(compilers: &[Compiler], served: &[usize], config: &Config, ordinal: u64, rng: &Rng) -> Turn {
    let classes = classes(compilers, served, config);
    let (at, ordinal) = match ordinal.checked_sub(classes.len() as u64) {
        None => (ordinal as usize, 0),
        Some(later) => {
            let rates: Vec<u32> = classes.iter().map(|class| class.rate).collect();
            let (at, ordinal) = interleave(&rates, later);
            (at, ordinal + 1)
        }
    };
    let class = &classes[at];
    let rng = &mut rng.child("wanted");
    let wishers = if rng.percent(SHARED_PERCENT) { &class.members } else { &class.dearest };
    Turn { wanted: *rng.pick(wishers), members: class.members.clone(), ordinal }
}

/// The classes of these compilers, the cheapest first.
fn classes(compilers: &[Compiler], served: &[usize], config: &Config) -> Vec<Class> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (at, compiler) in served.iter().map(|at| (*at, &compilers[*at])) {
        let is_alike = |other: &usize| {
            let other = &compilers[*other];
            (other.language, other.target) == (compiler.language, compiler.target)
        };
        match groups.iter_mut().find(|group| group.iter().any(is_alike)) {
            Some(group) => group.push(at),
            None => groups.push(vec![at]),
        }
    }
    let cost = |at: usize| config.cost(&compilers[at].name).unwrap_or(1);
    let share = |group: &[usize]| if compilers[group[0]].target == TargetName::I386 { 1 } else { LP64_SHARE };
    let mut classes: Vec<Class> = groups.iter().flat_map(|group| of_group(group, cost, share(group))).collect();
    classes.sort_by_key(|class| class.cost);
    classes
}

/// A compiler of a class with a mean cost of C has its share if 1/C of the programs are for it. Those of the next dearer
/// class are for it, too, so only the rest need be of its own.
fn of_group(group: &[usize], cost: impl Fn(usize) -> u32, share: u64) -> Vec<Class> {
    let mut sorted = group.to_vec();
    sorted.sort_by_key(|at| (cost(*at), *at));
    let mut classes: Vec<Class> = Vec::new();
    let mut cheapest = 0;
    for (count, at) in sorted.iter().enumerate() {
        if classes.is_empty() || cost(*at) >= cheapest * SPAN {
            cheapest = cost(*at);
            classes.push(Class { dearest: Vec::new(), members: sorted[..count].to_vec(), rate: 0, cost: 0 });
        }
        let class = classes.last_mut().expect("one was just made");
        class.dearest.push(*at);
        class.members.push(*at);
    }
    let mut dearer = 0;
    for class in classes.iter_mut().rev() {
        let sum: u64 = class.dearest.iter().map(|at| u64::from(cost(*at))).sum();
        class.cost = sum / class.dearest.len() as u64;
        let wanted = SCALE * share / class.cost.max(1);
        class.rate = u32::try_from(wanted.saturating_sub(dearer)).unwrap_or(u32::MAX).max(1);
        dearer = wanted;
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compiler::{Family, Features, Version};
    use crate::config::CompilerConfig;
    use source::language::Language;

    const ALL: [usize; 6] = [0, 1, 2, 3, 4, 5];

    fn compiler(name: &str, language: Language, target: TargetName) -> Compiler {
        Compiler {
            name: name.to_string(),
            command: vec![name.to_string()],
            language,
            family: Family::Gcc,
            version: Version::default(),
            target,
            run: Vec::new(),
            features: Features::default(),
            tuning: Default::default(),
        }
    }

    /// gcc and clang in three kinds, and two that are quick.
    fn machine() -> (Vec<Compiler>, Config) {
        let costs = [
            ("gcc", Language::C, TargetName::X86_64, 2048),
            ("clang", Language::C, TargetName::X86_64, 4096),
            ("tcc", Language::C, TargetName::X86_64, 16),
            ("pcc", Language::C, TargetName::X86_64, 64),
            ("g++", Language::Cpp, TargetName::X86_64, 4096),
            ("gcc-m32", Language::C, TargetName::I386, 2048),
        ];
        let configured = |(name, _, _, cost): (&str, _, _, _)| CompilerConfig {
            cost: Some(cost),
            ..CompilerConfig::new(name, name)
        };
        let config = Config { compilers: costs.map(configured).to_vec(), ..Config::default() };
        (costs.map(|(name, language, target, _)| compiler(name, language, target)).to_vec(), config)
    }

    /// CPU time of each compiler after so many programs.
    fn times(compilers: &[Compiler], config: &Config, programs: u64) -> Vec<u64> {
        let mut times = vec![0; compilers.len()];
        for index in 0..programs {
            for at in turn(compilers, &ALL, config, index, &Rng::new(7).child_n("index", index)).members {
                times[at] += u64::from(config.cost(&compilers[at].name).unwrap_or(1));
            }
        }
        times
    }

    #[test]
    fn compilers_share_the_time_not_the_programs() {
        let (compilers, config) = machine();
        let times = times(&compilers, &config, 200_000);
        let [gcc, clang, tcc, pcc, cpp, m32] = times[..] else { panic!("there are six") };
        let all_64 = [gcc, clang, tcc, pcc, cpp];
        let (least, most) = (all_64.into_iter().min().unwrap(), all_64.into_iter().max().unwrap());
        // Within a class the time of a program is that of each; between classes it is even.
        assert!(most < 5 * least, "{times:?}");
        let (large, small) = (gcc + clang, tcc + pcc);
        assert!(large < small * 5 / 4 && small < large * 5 / 4, "{times:?}");
        assert!(m32 * 3 < cpp && cpp < m32 * 5, "{times:?}");
    }

    #[test]
    fn the_first_programs_are_for_every_compiler_cheapest_first() {
        let (compilers, config) = machine();
        let first: Vec<Vec<usize>> =
            (0..4).map(|index| turn(&compilers, &ALL, &config, index, &Rng::new(index)).members).collect();
        assert_eq!(first, [vec![2, 3], vec![5], vec![2, 3, 0, 1], vec![4]]);
    }

    #[test]
    fn compilers_of_like_cost_always_get_the_same_programs() {
        let (compilers, config) = machine();
        for index in 0..1000 {
            let Turn { members, wanted, .. } = turn(&compilers, &ALL, &config, index, &Rng::new(index));
            assert_eq!(members.contains(&0), members.contains(&1), "gcc and clang");
            assert!(members.contains(&wanted));
        }
    }

    #[test]
    fn without_costs_all_get_all() {
        let (compilers, config) = machine();
        let config = Config { compilers: Vec::new(), ..config };
        let members = |index| turn(&compilers, &ALL, &config, index, &Rng::new(index)).members;
        assert!((0..100).all(|index| [vec![0, 1, 2, 3], vec![4], vec![5]].contains(&members(index))));
    }

    #[test]
    fn only_compilers_that_a_source_serves_have_turns() {
        let (compilers, config) = machine();
        for ordinal in 0..100 {
            let Turn { members, wanted, .. } = turn(&compilers, &[4, 5], &config, ordinal, &Rng::new(ordinal));
            assert!(members == [wanted] && [4, 5].contains(&wanted), "{members:?}");
        }
    }

    #[test]
    fn the_turns_of_a_class_have_no_gaps() {
        let (compilers, config) = machine();
        let mut next: std::collections::BTreeMap<Vec<usize>, u64> = Default::default();
        for ordinal in 0..5000 {
            let turn = turn(&compilers, &ALL, &config, ordinal, &Rng::new(ordinal));
            let next = next.entry(turn.members).or_default();
            assert_eq!(turn.ordinal, *next);
            *next += 1;
        }
        assert_eq!(next.len(), 4);
    }
}
