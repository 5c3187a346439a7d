//! A sandbox in which variants are compiled and run.

use super::failure;
use crate::exit::ExitCode;
use crate::input::Failure;
use crate::sandboxes::SandboxArgs;
use lab::config::{LimitsConfig, words};
use lab::{Bench, Case};
use sandbox::{End, Limits, Ran};
use source::emit::File;
use source::language::{Language, TargetName};

/// Annotated sources and dumps of counters are long.
const OUTPUT_BYTES: u64 = 32 << 20;

pub const PROGRAM: &str = "./gadfly-program";

pub struct Workshop {
    bench: Bench,
    /// The compiler with its flags.
    pub compiler: Vec<String>,
}

impl Workshop {
    /// With a compiler that can be started.
    pub fn new(walls: &SandboxArgs, compiler: &str) -> Result<Workshop, Failure> {
        let compiler: Vec<String> =
            words::split(compiler).map_err(|error| failure(ExitCode::Usage, error.to_string()))?;
        let Some(first) = compiler.first().cloned() else {
            return Err(failure(ExitCode::Usage, "no compiler is named; say for example \"gcc -O2\"".to_string()));
        };
        let unavailable = |error: anyhow::Error| failure(ExitCode::Unavailable, format!("{error:#}"));
        let mut benches = walls.benches(1, &LimitsConfig::default()).map_err(unavailable)?;
        let mut bench = benches.pop().expect("one bench was asked for");
        bench
            .can_start(std::slice::from_ref(&first))
            .map_err(|why| failure(ExitCode::Unavailable, format!("cannot start `{first}`: {why}")))?;
        Ok(Workshop { bench, compiler })
    }

    /// Empties the directory and writes the files into it.
    pub fn lay_out(&mut self, files: &[(String, &str)]) -> Result<(), Failure> {
        let file = |(name, text): &(String, &str)| File { name: name.clone(), text: (*text).to_string() };
        let case = Case {
            source: "file".to_string(),
            index: 0,
            recipe: String::new(),
            language: Language::C,
            target: TargetName::X86_64,
            files: files.iter().map(file).collect(),
            units: Vec::new(),
            driver: None,
            flags: Vec::new(),
            expected: None,
        };
        let lost = |error| failure(ExitCode::Unavailable, format!("cannot write into the sandbox: {error}"));
        self.bench.lay_out(&case).map_err(lost)
    }

    /// Runs the compiler with more flags.
    pub fn compile(&mut self, flags: &[String]) -> Ran {
        let command: Vec<String> = self.compiler.iter().chain(flags).cloned().collect();
        self.run(&command, true)
    }

    pub fn run(&mut self, command: &[String], is_compiler: bool) -> Ran {
        let limits = if is_compiler { self.bench.compile_limits() } else { self.bench.run_limits() };
        self.bench.run(command, Limits { output_bytes: OUTPUT_BYTES, ..limits })
    }

    /// A file that was made, as text.
    pub fn read(&self, name: &str) -> Option<String> {
        let bytes = self.bench.read(name).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Compiles what is laid out and runs the command; none if either fails.
    pub fn outcome(&mut self, units: &[String], flags: &[String], command: &[String]) -> Option<(i32, Vec<u8>)> {
        let output = ["-o".to_string(), PROGRAM.to_string()];
        let compiled = self.compile(&[units, flags, &output].concat());
        if compiled.end != End::Exited(0) {
            return None;
        }
        let ran = self.run(command, false);
        match ran.end {
            End::Exited(code) if !ran.truncated => Some((code, ran.stdout)),
            _ => None,
        }
    }
}
