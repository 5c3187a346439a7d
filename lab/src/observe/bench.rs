//! A sandbox with a directory in which a case is laid out, compiled and run.
//!
//! What is shared between the builds of a case is made once: the driver's object for each compiler, and the run for
//! each set of equal objects, which compilers make of different flags more often than not.
//!
//! Compilers and programs are not trusted with the files of others: every build begins in a directory that holds nothing
//! but the case, and what is shared is kept outside of it.

use super::{Observation, Outcome, classify, command, reading};
use crate::case::Case;
use crate::compiler::{Build, Compiler};
use crate::config::LimitsConfig;
use crate::on_path;
use sandbox::{End, Job, Limits, Ran, Sandbox};
use source::language::TargetName;
use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::io;
use std::time::{Duration, Instant};

/// The linked program, beside the case's files.
const PROGRAM: &str = "gadfly-program";
const DRIVER: &str = "gadfly-driver.o";

/// What is read of a file that a job made, at most: objects and preprocessed programs have some hundred kilobytes.
const READ_BYTES: u64 = 64 << 20;

/// How long a compiler or a program may do nothing. A license server may take some seconds to answer.
const IDLE_MS: u64 = 20_000;

/// One per worker thread.
pub struct Bench {
    /// Where everything runs. Its scratch directory holds the case that is laid out.
    pub sandbox: Sandbox,
    /// Of the compilations and executions to come; changed for a while by those who need other ones.
    pub limits: LimitsConfig,
    spent: Spent,
    made: Made,
    /// Why nothing can be run until the next case is laid out.
    lost: Option<String>,
    /// When a job has to be over, whatever its limits are; what it was about is then given up.
    pub until: Option<Instant>,
    /// What preprocesses for the interpreter, if not the usual one.
    pub preprocessor: Option<Vec<String>>,
    /// What the sandbox has last said that it took itself.
    keeper: Duration,
    /// Words of commands that were looked at for what they need to read.
    looked_at: BTreeSet<String>,
    /// A job has run since the case was laid out.
    is_used: bool,
}

/// CPU time on behalf of a bench, by its children but for the last.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// Compiling and linking.
    pub compile: Duration,
    /// Executing programs under test.
    pub run: Duration,
    /// What `Bench::run` ran: external generators, preprocessors, questions to compilers.
    pub other: Duration,
    /// Not a child: threads that work on the case beside the bench's own, as the interpreter does.
    pub threads: Duration,
    /// Not a child of a job either: starting and watching them.
    pub sandbox: Duration,
}

impl Spent {
    /// Of all children.
    pub fn total(&self) -> Duration {
        self.compile + self.run + self.other
    }
}

/// What there is already of the case that is laid out.
#[derive(Default)]
struct Made {
    /// The object of the driver for each compiler's command, or why there is none.
    drivers: Vec<(Vec<String>, Object)>,
    runs: Vec<(Linked, Outcome, u64)>,
}

/// The bytes of an object, or why there are none.
type Object = Result<Vec<u8>, Outcome>;

/// What a program is made of.
#[derive(Clone, PartialEq, Eq)]
struct Linked {
    compiler: String,
    link_flags: Vec<String>,
    objects: Vec<blake3::Hash>,
}

impl Bench {
    /// With nothing laid out.
    pub fn new(sandbox: Sandbox, limits: LimitsConfig) -> Bench {
        Bench {
            sandbox,
            limits,
            spent: Spent::default(),
            made: Made::default(),
            lost: None,
            until: None,
            preprocessor: None,
            keeper: Duration::ZERO,
            looked_at: BTreeSet::new(),
            is_used: false,
        }
    }

    /// Empties the scratch directory and writes the case's files into it.
    pub fn lay_out(&mut self, case: &Case) -> io::Result<()> {
        self.made = Made::default();
        self.lost = None;
        self.lay_out_anew(case)
    }

    /// Empties the scratch directory; a case that was laid out in it is laid out again for the next build.
    pub fn clear(&mut self) -> io::Result<()> {
        self.is_used = true;
        self.sandbox.clear()
    }

    /// What jobs have changed must not be what the next one reads.
    fn lay_out_anew(&mut self, case: &Case) -> io::Result<()> {
        self.sandbox.clear()?;
        self.is_used = false;
        case.files.iter().try_for_each(|file| self.write(&file.name, file.text.as_bytes()))
    }

    /// Writes a new file into the scratch directory, whatever a job has put in its place.
    pub fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.sandbox.directory()?.write(name, bytes)
    }

    /// What a job has written, if it is a regular file of a reasonable size.
    pub fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        self.sandbox.directory()?.read(name, READ_BYTES)
    }

    /// Whether a job has written a regular file of this name.
    pub fn has_file(&self, name: &str) -> bool {
        self.sandbox.directory().is_ok_and(|directory| directory.has_file(name))
    }

    /// A file of another job must not pass for this one's.
    pub fn remove(&self, name: &str) {
        // What cannot be removed is in the way of the next job, which will say so.
        let _ = self.sandbox.directory().and_then(|directory| directory.remove(name));
    }

    /// Begins in another sandbox of the same kind, which knows the machine's files as they are now.
    pub fn renew(&mut self) -> io::Result<()> {
        self.looked_at.clear();
        self.lost = None;
        self.sandbox.renew().map_err(io::Error::other)
    }

    /// Compiles, links and runs the case that is laid out.
    pub fn observe(&mut self, case: &Case, build: &Build) -> Observation {
        let mut observation = Observation {
            compiler: build.compiler.name.clone(),
            flags: build.flags.clone(),
            outcome: classify::inconclusive("not compiled"),
            compile_cpu_ms: 0,
            run_cpu_ms: 0,
        };
        if self.is_used && self.lost.is_none() {
            self.lost = self.lay_out_anew(case).err().map(|error| format!("cannot lay out the program: {error}"));
        }
        observation.outcome = match self.objects(case, build, &mut observation.compile_cpu_ms) {
            Ok(_) if !command::links(case, &build.flags) => Outcome::Compiled,
            Ok(objects) => self.outcome(case, build, &objects, &mut observation.run_cpu_ms),
            Err(outcome) => outcome,
        };
        if let Some(reason) = &self.lost {
            observation.outcome = classify::inconclusive(reason);
        }
        observation
    }

    /// One of the case's files through `cc -E`, with the case's flags; the case is laid out.
    pub fn preprocess(&mut self, case: &Case, unit: &str) -> Result<String, String> {
        const OUTPUT: &str = "gadfly-preprocessed.i";
        let model = (case.target == TargetName::I386).then(|| "-m32".to_string());
        let fixed = ["-E", unit, "-o", OUTPUT].map(String::from);
        let flags = case.flags.iter().filter(|flag| !flag.starts_with("-l")).cloned();
        let preprocessor = self.preprocessor.clone().unwrap_or_else(|| vec![on_path::preprocessor()]);
        let command: Vec<String> = preprocessor.into_iter().chain(model).chain(flags).chain(fixed).collect();
        let ran = self.run(&command, self.compile_limits());
        if ran.end != End::Exited(0) {
            let stderr = String::from_utf8_lossy(&ran.stderr);
            return Err(format!(
                "`{} -E {unit}` fails: {}",
                command[0],
                stderr.lines().next().unwrap_or("without a word")
            ));
        }
        let text = self.read(OUTPUT).map_err(|error| format!("{OUTPUT}: {error}"))?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Whether this command is there at all, or why it cannot be run.
    pub fn can_start(&mut self, command: &[String]) -> Result<(), String> {
        let words: Vec<String> = command.iter().cloned().chain(["--version".to_string()]).collect();
        match self.run(&words, self.compile_limits()).end {
            End::NotStarted(reason) => Err(reason),
            _ => Ok(()),
        }
    }

    /// Runs any command in the scratch directory.
    pub fn run(&mut self, command: &[String], limits: Limits) -> Ran {
        let ran = self.start(command, limits);
        self.spent.other += Duration::from_millis(ran.cpu_ms);
        ran
    }

    /// Limits of one compilation.
    pub fn compile_limits(&self) -> Limits {
        self.limits_of(self.limits.compile_cpu_ms, self.limits.compile_memory_mb)
    }

    /// Limits of one execution.
    pub fn run_limits(&self) -> Limits {
        self.limits_of(self.limits.run_cpu_ms, self.limits.run_memory_mb)
    }

    /// Accounts for another thread of this process that worked on the case.
    pub fn add_thread(&mut self, cpu: Duration) {
        self.spent.threads += cpu;
    }

    /// CPU time so far.
    pub fn cpu(&self) -> Spent {
        self.spent
    }

    /// Why the sandbox is of no use any more, since the last case was laid out.
    pub fn lost(&self) -> Option<&str> {
        self.lost.as_deref()
    }

    fn limits_of(&self, cpu_ms: u64, memory_mb: u64) -> Limits {
        Limits {
            cpu_ms,
            // CPU time decides, so that a busy machine changes nothing; this is for what hardly does anything.
            wall_ms: cpu_ms.saturating_mul(10).saturating_add(60_000),
            idle_ms: IDLE_MS,
            memory_bytes: Some(memory_mb.saturating_mul(1 << 20)),
            file_bytes: self.limits.file_mb.saturating_mul(1 << 20),
            output_bytes: self.limits.output_kb.saturating_mul(1 << 10),
            processes: 64,
        }
    }

    /// Every unit as an object; the driver's, made once, is the last. `cpu_ms` becomes that of the slowest unit.
    fn objects(&mut self, case: &Case, build: &Build, cpu_ms: &mut u64) -> Result<Vec<String>, Outcome> {
        let mut objects = Vec::new();
        for (number, unit) in case.units.iter().enumerate() {
            let object = format!("gadfly-{number}.o");
            self.compile(case, build.compiler, &build.flags, [unit, &object], cpu_ms)?;
            objects.push(object);
        }
        if let Some(driver) = &case.driver {
            self.driver(case, build.compiler, driver)?;
            objects.push(DRIVER.to_string());
        }
        Ok(objects)
    }

    /// The driver is not under test: no flags.
    fn driver(&mut self, case: &Case, compiler: &Compiler, driver: &str) -> Result<(), Outcome> {
        if let Some((_, made)) = self.made.drivers.iter().find(|(command, _)| *command == compiler.command) {
            return made.as_ref().map_err(Clone::clone).and_then(|bytes| self.write(DRIVER, bytes).map_err(unreadable));
        }
        let compiled = self.compile(case, compiler, &[], [driver, DRIVER], &mut 0);
        let made = compiled.and_then(|()| self.read(DRIVER).map_err(unreadable));
        let result = made.as_ref().map(|_| ()).map_err(Clone::clone);
        self.made.drivers.push((compiler.command.clone(), made));
        result
    }

    /// Makes an object of a unit, and raises `cpu_ms` to the CPU time it took.
    fn compile(
        &mut self,
        case: &Case,
        compiler: &Compiler,
        flags: &[String],
        [unit, object]: [&str; 2],
        cpu_ms: &mut u64,
    ) -> Result<(), Outcome> {
        let limits = self.compile_limits();
        self.remove(object);
        let ran = self.start(&command::compile(compiler, case, flags, unit, object), limits);
        self.spent.compile += Duration::from_millis(ran.cpu_ms);
        *cpu_ms = (*cpu_ms).max(ran.cpu_ms);
        classify::compiled(&ran, &limits)?;
        let is_made = !command::makes_object(flags) || self.has_file(object);
        if is_made { Ok(()) } else { Err(classify::nothing_written()) }
    }

    /// Links and runs, unless the same objects have been before.
    fn outcome(&mut self, case: &Case, build: &Build, objects: &[String], cpu_ms: &mut u64) -> Outcome {
        let linked = match self.linked(build, objects) {
            Ok(linked) => linked,
            Err(error) => return unreadable(error),
        };
        if let Some((_, outcome, run_cpu_ms)) = self.made.runs.iter().find(|(other, _, _)| *other == linked) {
            *cpu_ms = *run_cpu_ms;
            return outcome.clone();
        }
        let outcome = match self.link(case, build, objects) {
            Ok(()) => self.execute(case, build.compiler, cpu_ms),
            Err(outcome) => outcome,
        };
        self.made.runs.push((linked, outcome.clone(), *cpu_ms));
        outcome
    }

    fn linked(&self, build: &Build, objects: &[String]) -> io::Result<Linked> {
        let hash = |object: &String| Ok(blake3::hash(&self.read(object)?));
        Ok(Linked {
            compiler: build.compiler.name.clone(),
            link_flags: command::link_flags(&build.flags).to_vec(),
            objects: objects.iter().map(hash).collect::<io::Result<_>>()?,
        })
    }

    fn link(&mut self, case: &Case, build: &Build, objects: &[String]) -> Result<(), Outcome> {
        let limits = self.compile_limits();
        self.remove(PROGRAM);
        let ran = self.start(&command::link(build.compiler, case, &build.flags, objects, PROGRAM), limits);
        self.spent.compile += Duration::from_millis(ran.cpu_ms);
        classify::linked(&ran, &limits)
    }

    fn execute(&mut self, case: &Case, compiler: &Compiler, cpu_ms: &mut u64) -> Outcome {
        let limits = self.run_limits();
        let program = format!("./{PROGRAM}");
        let command: Vec<String> = compiler.run.iter().cloned().chain([program]).collect();
        let ran = self.start(&command, limits);
        self.spent.run += Duration::from_millis(ran.cpu_ms);
        *cpu_ms = ran.cpu_ms;
        let is_long = |text: &str| text.len() as u64 > limits.output_bytes;
        if ran.truncated && case.expected.as_ref().is_none_or(|expected| is_long(&expected.stdout)) {
            return classify::inconclusive("the program prints more than is kept");
        }
        classify::executed(ran, &limits)
    }

    fn start(&mut self, command: &[String], limits: Limits) -> Ran {
        if let Some(reason) = &self.lost {
            return Ran::not_started(reason.clone());
        }
        self.open_for(command);
        self.is_used = true;
        let command: Vec<OsString> = command.iter().map(OsString::from).collect();
        let limits = Limits { wall_ms: limits.wall_ms.min(self.left_ms()), ..limits };
        let job = Job { command: &command, environment: &[], limits };
        let ran = self.sandbox.run(&job).unwrap_or_else(|error| {
            self.lost = Some(error.to_string());
            Ran::not_started(error.to_string())
        });
        self.account(Duration::from_micros(ran.keeper_us));
        ran
    }

    /// Lets the command read the programs and directories that it names.
    fn open_for(&mut self, command: &[String]) {
        let names = command.iter().enumerate().filter(|(at, word)| *at == 0 || word.contains('/'));
        let new: Vec<(usize, &String)> = names.filter(|(_, word)| !self.looked_at.contains(*word)).collect();
        for (at, word) in new {
            self.looked_at.insert(word.clone());
            let needed = match at == 0 && !word.contains('/') {
                true => reading::of_name(word, &env::var_os("PATH").unwrap_or_default()),
                false => reading::of_word(word),
            };
            let scratch = self.sandbox.scratch().to_path_buf();
            let needed: Vec<_> = needed.into_iter().filter(|path| !path.starts_with(&scratch)).collect();
            self.sandbox.open(&needed);
        }
    }

    fn left_ms(&self) -> u64 {
        self.until.map_or(u64::MAX, |until| until.saturating_duration_since(Instant::now()).as_millis() as u64 + 1)
    }

    /// A sandbox that was made anew counts from zero; a job that was not started tells nothing.
    fn account(&mut self, keeper: Duration) {
        if !keeper.is_zero() {
            self.spent.sandbox += keeper.checked_sub(self.keeper).unwrap_or(keeper);
            self.keeper = keeper;
        }
    }
}

/// An object that is there, but of no use: too large, or not to be written.
fn unreadable(error: io::Error) -> Outcome {
    classify::inconclusive(&format!("cannot read an object: {}", error.kind()))
}
