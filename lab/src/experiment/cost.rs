//! What programs of a source cost with a compiler, measured now.

use super::subject::Subject;
use super::work::Work;
use crate::compiler::Compiler;
use crate::config::Config;
use crate::observe::Bench;
use crate::sources::Source;
use crate::stop::Stop;
use report::comparison::Cost;
use std::io;

/// CPU seconds of so many programs at all levels, and how many compilations that were. None if it was stopped.
pub fn measure(
    bench: &mut Bench,
    source: &dyn Source,
    compiler: &Compiler,
    seed: u64,
    programs: u64,
    stop: &Stop,
) -> io::Result<Option<(Cost, u64)>> {
    let config = Config { random_flags: 0, ..Config::default() };
    let subject = Subject::of(compiler);
    let work = Work::new(source, &config, &subject, &[]);
    let (mut cost, mut compilations) = (Cost::default(), 0);
    for number in 0..programs {
        if stop.is_set() {
            return Ok(None);
        }
        let tested = work.test(bench, seed, number)?;
        cost += tested.cost;
        compilations += tested.compilations;
    }
    Ok(Some((cost, compilations)))
}
