//! Compiles and runs candidates with as few processes as they need.

use crate::case::Case;
use crate::compiler::{Build, Compiler};
use crate::observe::{Bench, Outcome, classify, command};
use sandbox::Limits;

/// The linked program, beside the candidate's files.
const PROGRAM: &str = "gadfly-program";
const DRIVER: &str = "gadfly-driver.o";
/// The accused compiler's and the reference's.
const DRIVERS: usize = 2;

/// A bench, and what is worth keeping between candidates.
pub struct Workplace<'a> {
    pub bench: &'a mut Bench,
    /// Drivers' texts, compiled, the latest last: most candidates leave theirs alone.
    drivers: Vec<(blake3::Hash, Vec<u8>)>,
    /// What the compiler wrote when it failed last.
    pub complaint: String,
}

/// How a candidate is built, and how much it may use.
#[derive(Copy, Clone, Debug)]
pub struct Allowance {
    pub compile: Limits,
    pub run: Limits,
    /// Compile and link one after the other, whatever the case is.
    pub separately: bool,
}

impl<'a> Workplace<'a> {
    pub fn new(bench: &'a mut Bench) -> Workplace<'a> {
        Workplace { bench, drivers: Vec::new(), complaint: String::new() }
    }

    /// Compiles the case's units and its driver, which is enough to see a crash; lays the case out first. The driver
    /// comes last: what the units show is seen without it.
    pub fn compile(&mut self, case: &Case, build: &Build, allowance: &Allowance) -> Result<(), Outcome> {
        self.bench.lay_out(case).map_err(|error| classify::inconclusive(&error.to_string()))?;
        for (number, unit) in case.units.iter().enumerate() {
            self.object(case, build.compiler, &build.flags, unit, &object(number), allowance)?;
        }
        match &case.driver {
            Some(driver) => self.driver(case, build.compiler, driver, allowance),
            None => Ok(()),
        }
    }

    /// Compiles, links and runs; lays the case out first.
    pub fn outcome(&mut self, case: &Case, build: &Build, allowance: &Allowance) -> Outcome {
        match self.linked(case, build, allowance) {
            Ok(()) => self.execute(build, allowance),
            Err(outcome) => outcome,
        }
    }

    fn linked(&mut self, case: &Case, build: &Build, allowance: &Allowance) -> Result<(), Outcome> {
        if let ([unit], None, false) = (case.units.as_slice(), &case.driver, allowance.separately) {
            self.bench.lay_out(case).map_err(|error| classify::inconclusive(&error.to_string()))?;
            return self.in_one_go(case, build, unit, allowance);
        }
        self.compile(case, build, allowance)?;
        let driver = case.driver.iter().map(|_| DRIVER.to_string());
        let objects: Vec<String> = (0..case.units.len()).map(object).chain(driver).collect();
        let words = command::link(build.compiler, case, &build.flags, &objects, PROGRAM);
        let ran = self.bench.run(&words, allowance.compile);
        classify::linked(&ran, &allowance.compile)
    }

    /// One process of the compiler's driver instead of two.
    fn in_one_go(&mut self, case: &Case, build: &Build, unit: &str, allowance: &Allowance) -> Result<(), Outcome> {
        self.compiled(&command::in_one_go(build.compiler, case, &build.flags, unit, PROGRAM), allowance)
    }

    fn compiled(&mut self, words: &[String], allowance: &Allowance) -> Result<(), Outcome> {
        let ran = self.bench.run(words, allowance.compile);
        classify::compiled(&ran, &allowance.compile).inspect_err(|_| self.complaint = classify::output(&ran))
    }

    fn object(
        &mut self,
        case: &Case,
        compiler: &Compiler,
        flags: &[String],
        unit: &str,
        object: &str,
        allowance: &Allowance,
    ) -> Result<(), Outcome> {
        self.compiled(&command::compile(compiler, case, flags, unit, object), allowance)?;
        let is_made = !command::makes_object(flags) || self.bench.has_file(object);
        if is_made { Ok(()) } else { Err(classify::nothing_written()) }
    }

    /// The driver is not under test: no flags.
    fn driver(&mut self, case: &Case, compiler: &Compiler, driver: &str, allowance: &Allowance) -> Result<(), Outcome> {
        let hash = driver_hash(case, compiler, driver);
        let failed = |error: std::io::Error| classify::inconclusive(&format!("the driver's object: {}", error.kind()));
        if let Some((_, bytes)) = self.drivers.iter().find(|(known, _)| *known == hash) {
            return self.bench.write(DRIVER, bytes).map_err(failed);
        }
        self.object(case, compiler, &[], driver, DRIVER, allowance)?;
        if self.drivers.len() == DRIVERS {
            self.drivers.remove(0);
        }
        self.drivers.push((hash, self.bench.read(DRIVER).map_err(failed)?));
        Ok(())
    }

    /// Runs the program that was linked last.
    pub fn execute(&mut self, build: &Build, allowance: &Allowance) -> Outcome {
        let program = format!("./{PROGRAM}");
        let words: Vec<String> = build.compiler.run.iter().cloned().chain([program]).collect();
        let limits = if is_sanitized(build) { Limits { memory_bytes: None, ..allowance.run } } else { allowance.run };
        let ran = self.bench.run(&words, limits);
        if ran.truncated {
            return classify::inconclusive("the program prints more than is kept");
        }
        classify::executed(ran, &limits)
    }
}

/// Whether its programs reserve more address space than there is memory, as these sanitizers do.
fn is_sanitized(build: &Build) -> bool {
    const RESERVING: [&str; 4] = ["address", "hwaddress", "thread", "memory"];
    let words = build.compiler.command.iter().chain(&build.flags);
    let mut sanitizers = words.filter_map(|word| word.strip_prefix("-fsanitize=")).flat_map(|list| list.split(','));
    sanitizers.any(|name| RESERVING.contains(&name))
}

fn object(number: usize) -> String {
    format!("gadfly-{number}.o")
}

/// What the driver's object depends on: the compiler, the driver, and the headers it may include.
fn driver_hash(case: &Case, compiler: &Compiler, driver: &str) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for word in &compiler.command {
        hasher.update(word.as_bytes()).update(&[0]);
    }
    let matters = |name: &str| name == driver || !case.units.iter().any(|unit| unit == name);
    for file in case.files.iter().filter(|file| matters(&file.name)) {
        hasher.update(file.name.as_bytes()).update(&[0]).update(file.text.as_bytes()).update(&[0]);
    }
    hasher.finalize()
}
