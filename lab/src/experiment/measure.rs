//! What a piece of work costs in CPU time, by what it is used for.

use crate::observe::Bench;
use crate::observe::bench::Spent;
use report::comparison::Cost;
use sandbox::clock::thread_cpu;
use std::time::Duration;

/// The clocks of this thread and of a bench.
#[derive(Copy, Clone)]
pub struct Clock {
    own: Duration,
    spent: Spent,
}

impl Clock {
    pub fn read(bench: &Bench) -> Clock {
        Clock { own: thread_cpu(), spent: bench.cpu() }
    }

    /// What was spent since then on making a program.
    pub fn generating(self, bench: &Bench) -> Cost {
        let Clock { own, spent } = Clock::read(bench);
        let children = self.children(&spent);
        // Generators of others, and preprocessors for the interpreter.
        let external = seconds(self.spent.other, spent.other);
        Cost { generate_s: seconds(self.own, own) + external, other_s: children.other_s - external, ..children }
    }

    /// What was spent since then on testing it.
    pub fn testing(self, bench: &Bench) -> Cost {
        let Clock { own, spent } = Clock::read(bench);
        let children = self.children(&spent);
        Cost { other_s: children.other_s + seconds(self.own, own), ..children }
    }

    fn children(&self, now: &Spent) -> Cost {
        Cost {
            generate_s: 0.0,
            interpret_s: seconds(self.spent.threads, now.threads),
            compile_s: seconds(self.spent.compile, now.compile),
            run_s: seconds(self.spent.run, now.run),
            // Preprocessors, and questions to compilers.
            other_s: seconds(self.spent.sandbox, now.sandbox) + seconds(self.spent.other, now.other),
        }
    }
}

fn seconds(before: Duration, after: Duration) -> f64 {
    after.saturating_sub(before).as_secs_f64()
}
