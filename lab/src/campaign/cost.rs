//! What a program costs with each compiler, measured before a campaign begins.
//!
//! Costs decide which compilers an index is for. They are therefore rounded and saved with the campaign's configuration, and
//! a campaign that goes on keeps them, whatever the machine is busy with by then.

use crate::case::Case;
use crate::compiler::{Build, Compiler, flags};
use crate::config::{Config, SourceConfig};
use crate::observe::{Bench, pool};
use crate::sources::strategy::Generator;
use crate::sources::{Source, Wanted};
use sandbox::clock::thread_cpu;
use source::Rng;
use source::generate::strategies;
use std::time::Duration;

/// Lines of the program that is compiled: about the middle of what campaigns draw.
const SIZE: &str = "150";

/// Any program will do. This one is the same for every compiler that speaks the same C.
const SEED: u64 = 1;

/// Fills in the costs that the configuration does not have. A single compiler gets all programs, whatever it costs.
pub fn measure(benches: &mut [Bench], compilers: &[Compiler], config: &mut Config) {
    if compilers.len() < 2 {
        return;
    }
    let unknown = |compiler: &&Compiler| config.cost(&compiler.name).is_none();
    let unknown: Vec<&Compiler> = compilers.iter().filter(unknown).collect();
    let costs = pool::for_all(benches, &unknown, |bench, compiler| cost(bench, compiler, config));
    for (compiler, cost) in unknown.iter().zip(costs) {
        if let Some(own) = config.compilers.iter_mut().find(|own| own.name == compiler.name) {
            own.cost = cost;
        }
    }
}

/// Of one build in the middle of the levels, times the number of builds; the next power of two of it. None if there is
/// no program to try.
fn cost(bench: &mut Bench, compiler: &Compiler, config: &Config) -> Option<u32> {
    let began = (thread_cpu(), bench.cpu().total());
    let case = sample(bench, compiler)?;
    let builds = flags::builds(compiler, config, &mut Rng::new(SEED));
    let flags = builds.get(builds.len() / 2)?.clone();
    bench.lay_out(&case).ok()?;
    bench.observe(&case, &Build { compiler, flags });
    let once = (thread_cpu() + bench.cpu().total()).saturating_sub(began.0 + began.1);
    Some(rounded(once * builds.len() as u32))
}

fn sample(bench: &mut Bench, compiler: &Compiler) -> Option<Case> {
    let config = SourceConfig { size: Some(SIZE.to_string()), ..SourceConfig::named(strategies::DEFAULT.name()) };
    let family = Generator::new(&config).ok()?.family(bench, &Wanted::new(compiler, SEED));
    family.ok().map(|family| family.case)
}

/// Two measurements of one compiler mostly agree on it.
fn rounded(cost: Duration) -> u32 {
    (cost.as_millis().clamp(1, 1 << 20) as u32).next_power_of_two()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_powers_of_two() {
        let costs = [0, 1, 3, 500, 513, 86_400_000].map(|ms| rounded(Duration::from_millis(ms)));
        assert_eq!(costs, [1, 1, 4, 512, 1024, 1 << 20]);
    }
}
