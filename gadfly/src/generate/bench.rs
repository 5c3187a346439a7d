//! How fast programs are made, without the file system: for `bench/generator`.

use super::{case, failed};
use crate::exit::ExitCode;
use crate::output::write_stdout;
use crate::resources::{cpu_time, max_rss_kb};
use source::generate::Case;
use source::recipe::Recipe;
use std::time::Duration;

#[derive(Default)]
struct Totals {
    programs: u64,
    failures: u64,
    /// Of test units, headers and drivers.
    bytes: usize,
    test_lines: usize,
    steps: u64,
    retries: u64,
    repairs: usize,
    cpu: Duration,
    slowest: Duration,
    slowest_seed: u64,
}

pub fn run(recipes: impl Iterator<Item = Recipe>, json: bool) -> ExitCode {
    let mut totals = Totals::default();
    let mut exit_code = ExitCode::Program(0);
    for recipe in recipes {
        let start = cpu_time();
        let result = case(&recipe);
        totals.spend(&recipe, cpu_time() - start);
        match result {
            Ok(case) => totals.add(&case),
            Err(error) => {
                totals.failures += 1;
                exit_code = failed(&recipe, &error);
            }
        }
    }
    let text = if json { totals.json() } else { totals.text() };
    write_stdout(text.as_bytes(), exit_code)
}

impl Totals {
    fn spend(&mut self, recipe: &Recipe, cpu: Duration) {
        self.cpu += cpu;
        if cpu > self.slowest {
            (self.slowest, self.slowest_seed) = (cpu, recipe.seed);
        }
    }

    fn add(&mut self, case: &Case) {
        let tests = case.files.iter().filter(|file| file.name.starts_with("test."));
        self.programs += 1;
        self.bytes += case.files.iter().map(|file| file.text.len()).sum::<usize>();
        self.test_lines += tests.map(|file| file.text.lines().count()).sum::<usize>();
        self.steps += case.steps;
        self.retries += u64::from(case.retries);
        self.repairs += case.repairs;
    }

    /// Of one core: the bytes over the CPU time, in millions.
    fn mb_per_s(&self) -> f64 {
        self.bytes as f64 / 1e6 / self.cpu.as_secs_f64().max(1e-9)
    }

    fn json(&self) -> String {
        let object = serde_json::json!({
            "programs": self.programs,
            "failures": self.failures,
            "bytes": self.bytes,
            "test_lines": self.test_lines,
            "steps": self.steps,
            "retries": self.retries,
            "repairs": self.repairs,
            "cpu_s": self.cpu.as_secs_f64(),
            "mb_per_s": self.mb_per_s(),
            "slowest_ms": self.slowest.as_secs_f64() * 1e3,
            "slowest_seed": self.slowest_seed,
            "max_rss_kb": max_rss_kb(),
        });
        format!("{object}\n")
    }

    fn text(&self) -> String {
        let Totals { programs, failures, bytes, test_lines, steps, retries, slowest_seed, .. } = self;
        let (cpu_s, slowest_ms) = (self.cpu.as_secs_f64(), self.slowest.as_secs_f64() * 1e3);
        format!(
            "{programs} programs ({failures} failed, {retries} retries), {test_lines} test lines, {steps} steps\n\
             {bytes} bytes in {cpu_s:.3} CPU seconds: {:.2} MB/s per core\n\
             slowest: seed {slowest_seed} with {slowest_ms:.1} ms; memory: {} kB\n",
            self.mb_per_s(),
            max_rss_kb(),
        )
    }
}
