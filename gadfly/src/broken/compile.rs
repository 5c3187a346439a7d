//! Runs the compiler, puts the bugs between it and the assembler, and ends as the compiler would.
//!
//! Assembly goes through pipes, so that nothing is left behind when a hunt ends the process.

use super::assembly;
use super::bug::{Bug, Effect};
use super::failure::Failure;
use super::invocation::{Invocation, Stage};
use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::{env, fs, process};

/// The exit code of a compiler that cannot be run, as a shell says it.
const NOT_RUN: u8 = 127;

/// The code to exit with. Does not return where the compiler itself takes over, or breaks.
pub fn compile(bugs: &[&Bug], command: &[OsString]) -> u8 {
    let Some(invocation) = Invocation::parse(command) else { return become_compiler(command) };
    let bugs: Vec<&Bug> = bugs.iter().copied().filter(|bug| bug.is_active(&invocation)).collect();
    for source in invocation.sources() {
        fail_on_source(&bugs, Path::new(source));
    }
    if bugs.iter().all(|bug| matches!(bug.effect, Effect::FailOn(..))) {
        return become_compiler(command);
    }
    let done = Driver { bugs, invocation }.run();
    done.unwrap_or_else(|error| {
        eprintln!("{}: {error}", command[0].display());
        NOT_RUN
    })
}

/// The names of the bugs that change what the command makes of its sources, or the code that the compiler ends with.
pub fn strikes(bugs: &[&'static Bug], command: &[OsString]) -> Result<Vec<&'static str>, u8> {
    let Some(invocation) = Invocation::parse(command) else { return Ok(Vec::new()) };
    let bugs: Vec<&'static Bug> = bugs.iter().copied().filter(|bug| bug.is_active(&invocation)).collect();
    let driver = Driver { bugs: Vec::new(), invocation };
    let mut names = Vec::new();
    for source in driver.invocation.sources() {
        let (status, assembly) = driver.assembly(source).map_err(|_| NOT_RUN)?;
        if !status.success() {
            return Err(code(status));
        }
        let text = read(Path::new(source));
        names.extend(bugs.iter().filter(|bug| strikes_at(bug, &text, &assembly)).map(|bug| bug.name));
    }
    Ok(names)
}

fn strikes_at(bug: &Bug, source: &str, assembly: &str) -> bool {
    match &bug.effect {
        Effect::Nothing => false,
        Effect::Rewrite(rewrite) => assembly::rewrite(assembly, bug.place, *rewrite).is_some(),
        Effect::FailAt(at, _) => assembly::find(assembly, bug.place, *at).is_some(),
        Effect::FailOn(on, _) => line_of(bug, *on, source).is_some(),
    }
}

fn become_compiler(command: &[OsString]) -> u8 {
    let error = Command::new(&command[0]).args(&command[1..]).exec();
    eprintln!("{}: {error}", command[0].display());
    NOT_RUN
}

/// Breaks if a line of the source is one a bug breaks on. An unreadable source is the compiler's to complain about.
fn fail_on_source(bugs: &[&Bug], source: &Path) {
    let text = read(source);
    for bug in bugs {
        let Effect::FailOn(on, failure) = &bug.effect else { continue };
        if let Some(line) = line_of(bug, *on, &text) {
            failure.happen(source, "test", line);
        }
    }
}

fn read(source: &Path) -> String {
    fs::read(source).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

/// The number of the line that the bug breaks on.
fn line_of(bug: &Bug, on: fn(&str) -> bool, text: &str) -> Option<usize> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| on(line));
    lines.nth(bug.place.nth.saturating_sub(1)).map(|(index, _)| index + 1)
}

struct Driver<'a> {
    bugs: Vec<&'a Bug>,
    invocation: Invocation<'a>,
}

impl Driver<'_> {
    fn run(&self) -> io::Result<u8> {
        match self.invocation.stage() {
            Stage::Assembly | Stage::Object => self.each_source(),
            Stage::Program => self.link(),
        }
    }

    fn each_source(&self) -> io::Result<u8> {
        let suffix = if self.invocation.stage() == Stage::Assembly { "s" } else { "o" };
        for source in self.invocation.sources() {
            let beside = Path::new(source).with_extension(suffix);
            let beside = beside.file_name().unwrap_or(source);
            let code = self.one_source(source, self.invocation.output().unwrap_or(beside))?;
            if code != 0 {
                return Ok(code);
            }
        }
        Ok(0)
    }

    fn link(&self) -> io::Result<u8> {
        let objects = Objects::new(self.invocation.sources().count());
        for (source, object) in self.invocation.sources().zip(&objects.0) {
            let code = self.one_source(source, object)?;
            if code != 0 {
                return Ok(code);
            }
        }
        let mut linker = Command::new(self.invocation.program);
        Ok(code(linker.args(self.invocation.link_arguments(&objects.0)).status()?))
    }

    fn one_source(&self, source: &OsStr, output: &OsStr) -> io::Result<u8> {
        let (status, text) = self.assembly(source)?;
        if !status.success() {
            return Ok(code(status));
        }
        let text = self.with_bugs(source, text);
        match self.invocation.stage() {
            Stage::Assembly if output == "-" => io::stdout().write_all(text.as_bytes()).map(|()| 0),
            Stage::Assembly => fs::write(output, text).map(|()| 0),
            Stage::Object | Stage::Program => self.assemble(&text, output).map(code),
        }
    }

    fn assembly(&self, source: &OsStr) -> io::Result<(ExitStatus, String)> {
        let mut compiler = Command::new(self.invocation.program);
        compiler.args(self.invocation.compile_flags()).args([
            OsStr::new("-S"),
            OsStr::new("-o"),
            OsStr::new("-"),
            source,
        ]);
        let mut child = compiler.stdout(Stdio::piped()).spawn()?;
        let mut bytes = Vec::new();
        if let Some(mut stdout) = child.stdout.take() {
            stdout.read_to_end(&mut bytes)?;
        }
        Ok((child.wait()?, String::from_utf8_lossy(&bytes).into_owned()))
    }

    fn with_bugs(&self, source: &OsStr, mut text: String) -> String {
        for bug in &self.bugs {
            match &bug.effect {
                Effect::Rewrite(rewrite) => text = assembly::rewrite(&text, bug.place, *rewrite).unwrap_or(text),
                Effect::FailAt(at, failure) => fail_at(failure, source, assembly::find(&text, bug.place, *at)),
                Effect::FailOn(..) | Effect::Nothing => {}
            }
        }
        text
    }

    fn assemble(&self, text: &str, output: &OsStr) -> io::Result<ExitStatus> {
        let mut assembler = Command::new(self.invocation.program);
        assembler.args(self.invocation.assembler_flags()).args(["-c", "-x", "assembler", "-", "-o"]).arg(output);
        let mut child = assembler.stdin(Stdio::piped()).spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            // An assembler that has seen enough says why itself.
            let _ = stdin.write_all(text.as_bytes());
        }
        child.wait()
    }
}

fn fail_at(failure: &Failure, source: &OsStr, function: Option<String>) {
    let Some(function) = function else { return };
    let text = fs::read_to_string(source).unwrap_or_default();
    let call = format!("{function}(");
    let line = text.lines().position(|line| line.contains(&call)).map_or(1, |index| index + 1);
    failure.happen(Path::new(source), &function, line);
}

/// What a shell makes of it, for a compiler that was killed.
fn code(status: ExitStatus) -> u8 {
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal));
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1)
}

/// Objects between the assembler and the linker, as a compiler keeps them: temporary.
struct Objects(Vec<OsString>);

impl Objects {
    fn new(count: usize) -> Objects {
        let name = |index| env::temp_dir().join(format!("gadfly-cc-{}-{index}.o", process::id()));
        Objects((0..count).map(name).map(PathBuf::into_os_string).collect())
    }
}

impl Drop for Objects {
    fn drop(&mut self) {
        for object in &self.0 {
            // It may not have been made.
            let _ = fs::remove_file(object);
        }
    }
}
