//! Where variants go: standard output as text or JSON, or a directory; and how many of which kind there were.

use super::Args;
use super::record::{Judgement, Record};
use crate::diagnostic;
use crate::exit::ExitCode;
use crate::output::write_stdout;
use num_bigint::BigUint;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A variant as it is shown.
pub struct Shown<'a> {
    pub number: &'a BigUint,
    /// Of how many.
    pub count: &'a BigUint,
    pub fill: Vec<&'a str>,
    pub original: bool,
    pub judgement: Option<Judgement>,
    /// The text of each file, with the file's name.
    pub files: Vec<(String, String)>,
}

/// How many variants there were, by what they do.
#[derive(Copy, Clone, Default)]
struct Tally {
    listed: u64,
    defined: u64,
    undefined: u64,
    unsupported: u64,
    out_of_fuel: u64,
}

pub struct Listing<'a> {
    args: &'a Args,
    suffix: &'static str,
    stdout: BufWriter<io::StdoutLock<'static>>,
    tally: Tally,
}

impl<'a> Listing<'a> {
    pub fn new(args: &'a Args, suffix: &'static str) -> Result<Listing<'a>, ExitCode> {
        if let Some(dir) = &args.out {
            fs::create_dir_all(dir).map_err(|error| not_written(dir, &error))?;
        }
        let stdout = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        Ok(Listing { args, suffix, stdout, tally: Tally::default() })
    }

    /// Shows a variant, unless only defined ones are wanted and it is none.
    pub fn add(&mut self, shown: Shown) -> Result<(), ExitCode> {
        self.tally.count(shown.judgement.as_ref());
        if self.args.defined_only && !matches!(shown.judgement, Some(Judgement::Defined { .. })) {
            return Ok(());
        }
        self.tally.listed += 1;
        match &self.args.out {
            Some(dir) => self.write(dir, shown),
            None if self.args.json => {
                let text = joined(&shown.files);
                let record = Record { text: Some(text), ..record(shown) };
                self.print(&record.line())
            }
            None => {
                let head = format!("/* variant {} of {} */\n", shown.number, shown.count);
                self.print(&(head + &joined(&shown.files)))
            }
        }
    }

    fn write(&mut self, dir: &Path, shown: Shown) -> Result<(), ExitCode> {
        let name = file_name(&shown.number.to_string());
        let path = match shown.files.len() {
            1 => dir.join(format!("{name}.{}", self.suffix)),
            _ => dir.join(&name),
        };
        let described = dir.join(format!("{name}.json"));
        write_files(&path, &shown.files).map_err(|error| not_written(&path, &error))?;
        let record = Record { file: Some(path.display().to_string()), ..record(shown) };
        let line = record.line();
        fs::write(&described, &line).map_err(|error| not_written(&described, &error))?;
        if self.args.json { self.print(&line) } else { Ok(()) }
    }

    fn print(&mut self, text: &str) -> Result<(), ExitCode> {
        self.stdout.write_all(text.as_bytes()).map_err(|error| no_stdout(&error))
    }

    pub fn finish(mut self) -> ExitCode {
        if let Err(error) = self.stdout.flush() {
            return no_stdout(&error);
        }
        drop(self.stdout);
        match &self.args.out {
            Some(dir) if !self.args.json => write_stdout(self.tally.summary(dir).as_bytes(), ExitCode::Program(0)),
            _ => ExitCode::Program(0),
        }
    }
}

impl Tally {
    fn count(&mut self, judgement: Option<&Judgement>) {
        match judgement {
            Some(Judgement::Defined { .. }) => self.defined += 1,
            Some(Judgement::Undefined { .. }) => self.undefined += 1,
            Some(Judgement::Unsupported { .. }) => self.unsupported += 1,
            Some(Judgement::OutOfFuel { .. }) => self.out_of_fuel += 1,
            None => {}
        }
    }

    fn summary(&self, dir: &Path) -> String {
        let kinds = [
            (self.defined, "defined"),
            (self.undefined, "undefined"),
            (self.unsupported, "unsupported"),
            (self.out_of_fuel, "out of fuel"),
        ];
        let kinds: Vec<String> =
            kinds.iter().filter(|(many, _)| *many > 0).map(|(many, kind)| format!("{many} {kind}")).collect();
        let of = if kinds.is_empty() { String::new() } else { format!(" ({})", kinds.join(", ")) };
        format!("{}: {} variants written{of}\n", dir.display(), self.listed)
    }
}

fn record(shown: Shown<'_>) -> Record<'_> {
    Record::new(shown.number.to_string(), shown.fill, shown.original, shown.judgement)
}

/// The number itself if it is short enough for a file's name, or else its beginning, its length and a hash of it.
fn file_name(number: &str) -> String {
    const LONGEST: usize = 100;
    if number.len() <= LONGEST {
        return number.to_string();
    }
    // FNV-1a
    let hash = number
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    format!("{}-{}-{hash:016x}", &number[..20], number.len())
}

/// Several files one after the other, each under its name.
fn joined(files: &[(String, String)]) -> String {
    match files {
        [(_, text)] => text.clone(),
        _ => files.iter().map(|(name, text)| format!("/* {name} */\n{text}")).collect(),
    }
}

fn write_files(path: &PathBuf, files: &[(String, String)]) -> io::Result<()> {
    if let [(_, text)] = files {
        return fs::write(path, text);
    }
    fs::create_dir_all(path)?;
    files.iter().try_for_each(|(name, text)| fs::write(path.join(name), text))
}

fn not_written(path: &Path, error: &io::Error) -> ExitCode {
    diagnostic::plain(&format!("cannot write `{}`: {error}", path.display()));
    eprintln!("Choose another place with `--out DIR`.");
    ExitCode::Output
}

fn no_stdout(error: &io::Error) -> ExitCode {
    if error.kind() != io::ErrorKind::BrokenPipe {
        diagnostic::plain(&format!("cannot write to standard output: {error}"));
    }
    ExitCode::Output
}
