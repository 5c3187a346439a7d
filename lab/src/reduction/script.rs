//! Interestingness by a script, as C-Reduce has it: run in a fresh directory that holds the candidate under its own
//! name, 0 means interesting.

use super::build::Workplace;
use crate::case::Case;
use crate::shell::shell;
use sandbox::{End, Limits};
use source::emit::File;
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;

/// CPU time until a script is given up: scripts compile several times and run what they compiled.
const CPU_MS: u64 = 120_000;
/// Scripts start compilers that start assemblers, in pipelines.
const PROCESSES: u64 = 256;

/// Before what a script says.
const WROTE: &str = ", having written:";

/// A test of the user, as for C-Reduce: it ends with 0 if the candidate is interesting.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// Absolute: it is not in the directory it is run in.
    pub path: PathBuf,
    /// It does not say what runs it: a shell does.
    pub shell: bool,
    /// How the files were read, and so how candidates are written.
    pub encoding: Encoding,
}

/// What the bytes of the files are to the reducer, which knows characters only.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// Characters as they are meant.
    #[default]
    Utf8,
    /// A character for each byte, whatever it means.
    Bytes,
}

impl Encoding {
    /// Fails if the bytes are not of this encoding.
    pub fn decode(self, bytes: Vec<u8>) -> Result<String, FromUtf8Error> {
        match self {
            Encoding::Utf8 => String::from_utf8(bytes),
            Encoding::Bytes => Ok(bytes.into_iter().map(char::from).collect()),
        }
    }

    /// The bytes that `decode` made the text of.
    pub fn encode(self, text: &str) -> Vec<u8> {
        match self {
            Encoding::Utf8 => text.as_bytes().to_vec(),
            // The reducer brings no characters of its own that are not ASCII.
            Encoding::Bytes => text.chars().filter_map(|c| u8::try_from(c).ok()).collect(),
        }
    }
}

impl Script {
    /// Whether the candidate is interesting, or what the script said instead.
    pub fn ask(&self, workplace: &mut Workplace, case: &Case) -> Result<(), String> {
        let bench = &mut workplace.bench;
        bench.lay_out(case).map_err(|error| error.to_string())?;
        if self.encoding == Encoding::Bytes {
            let write = |file: &File| bench.write(&file.name, &self.encoding.encode(&file.text));
            case.files.iter().try_for_each(write).map_err(|error| error.to_string())?;
        }
        let shell = self.shell.then(|| "sh".to_string());
        let words: Vec<String> = shell.into_iter().chain([self.path.display().to_string()]).collect();
        let limits = Limits {
            cpu_ms: CPU_MS,
            wall_ms: 2 * CPU_MS,
            // It may wait for another machine.
            idle_ms: 2 * CPU_MS,
            processes: PROCESSES,
            memory_bytes: None,
            ..bench.compile_limits()
        };
        let ran = bench.run(&words, limits);
        match &ran.end {
            End::Exited(0) => Ok(()),
            End::Exited(code) => Err(format!("the script ends with {code}{}", said(&ran.stdout, &ran.stderr))),
            End::Signaled(signal) => Err(format!("the script was ended by signal {signal}")),
            End::TimedOut => Err("the script takes too long".to_string()),
            End::Exceeded(resource) => Err(format!("the script uses too much: {resource:?}")),
            End::NotStarted(why) => Err(format!("the script cannot be run: {why}")),
        }
    }
}

impl Script {
    /// A script that takes empty files looks at others, perhaps at the originals where they are.
    pub(super) fn must_look(&self, workplace: &mut Workplace, case: &Case) -> Result<(), String> {
        let empty = |file: &File| File { name: file.name.clone(), text: String::new() };
        let nothing = Case { files: case.files.iter().map(empty).collect(), ..case.clone() };
        if case.files.iter().all(|file| file.text.is_empty()) || self.ask(workplace, &nothing).is_err() {
            return Ok(());
        }
        let names: Vec<String> = case.files.iter().map(|file| format!("`{}`", file.name)).collect();
        let names = names.join(", ");
        Err(format!(
            "the script ends with 0 even if {names} is empty; it must look at what is in its working directory"
        ))
    }

    /// What is worth knowing about a script that refuses the original without a word.
    pub(super) fn explained(&self, seen: String, case: &Case) -> String {
        if seen.contains(WROTE) {
            return seen;
        }
        let names: Vec<&str> = case.files.iter().map(|file| file.name.as_str()).collect();
        let missing = missing_headers(case);
        let missing = match missing.as_slice() {
            [] => String::new(),
            missing => format!(", but not {}, which they include", missing.join(", ")),
        };
        format!(
            "{seen}. It was run in an empty directory with {}{missing}. By hand, in such a directory: {}",
            names.join(", "),
            shell(&["sh".to_string(), "-x".to_string(), self.path.display().to_string()]),
        )
    }
}

/// Names that are included in quotes and are none of the case's files.
fn missing_headers(case: &Case) -> Vec<String> {
    let mut missing: Vec<String> = Vec::new();
    for line in case.files.iter().flat_map(|file| file.text.lines()) {
        let rest = line.trim_start().strip_prefix('#').and_then(|line| line.trim_start().strip_prefix("include"));
        let Some(name) = rest.and_then(|rest| rest.trim_start().strip_prefix('"')?.split('"').next()) else { continue };
        let is_it = |file: &File| Path::new(&file.name).ends_with(name.trim_start_matches("./"));
        if !case.files.iter().any(is_it) && !missing.iter().any(|other| other == name) {
            missing.push(name.to_string());
        }
    }
    missing
}

/// The end of what it wrote.
fn said(stdout: &[u8], stderr: &[u8]) -> String {
    let text = if stderr.is_empty() { stdout } else { stderr };
    let text = String::from_utf8_lossy(text);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = lines[lines.len().saturating_sub(5)..].join("\n  ");
    if last.is_empty() { String::new() } else { format!("{WROTE}\n  {last}") }
}
