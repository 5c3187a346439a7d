//! Variants of programs that the interpreter does not execute: `gcov` says what was executed, lines go, and a compiler that the
//! user trusts is the judge.

use super::shelf::Shelf;
use super::workshop::{PROGRAM, Workshop};
use super::{Args, failure};
use crate::exit::ExitCode;
use crate::input::Failure;
use crate::output::write_stdout;
use lab::bounded;
use sandbox::End;
use serde_json::json;
use source::Rng;
use source::mutate::{difference, text};
use std::collections::BTreeSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::path::{Path, absolute};

/// Attempts for each variant that is asked for, before fewer are given.
const ATTEMPTS: u64 = 3;

/// A program as text, and what may go of it.
struct Subject {
    /// Names in the sandbox, with the texts.
    files: Vec<(String, String)>,
    /// What the program reads: its standard input, and what `--file` names.
    given: Vec<(String, String)>,
    flags: Vec<String>,
    /// Runs the program.
    command: Vec<String>,
    expected: (i32, Vec<u8>),
    /// By file.
    spans: Vec<(usize, text::Span)>,
}

/// A variant that is written: the spans that are gone, by index.
struct Pruned {
    directory: String,
    spans: Vec<usize>,
}

pub fn run(args: &Args, reference: &str) -> Result<ExitCode, Failure> {
    let mut workshop = Workshop::new(&args.walls, reference)?;
    let subject = subject(args, &mut workshop)?;
    let mut shelf = Shelf::new(&args.out, &subject.expected.1)?;
    let mut variants: Vec<Pruned> = Vec::new();
    // Of all texts: spans in each other are deleted with the outer one.
    let (hashes, mut seen) = (BuildHasherDefault::<DefaultHasher>::new(), BTreeSet::new());
    let rng = Rng::new(args.seed).child("text");
    for attempt in 0..u64::from(args.variants) * ATTEMPTS {
        if variants.len() == args.variants as usize || subject.spans.is_empty() {
            break;
        }
        let spans: Vec<text::Span> = subject.spans.iter().map(|&(file, span)| apart(file, span)).collect();
        let drawn = text::draw(&spans, rng.child_n("variant", attempt));
        let spans = subject.settle(&mut workshop, &drawn)?;
        if spans.is_empty() {
            continue;
        }
        let texts = subject.texts(&spans);
        if seen.insert(hashes.hash_one(&texts)) {
            let directory = shelf.put(&subject.named(&texts))?;
            variants.push(Pruned { directory, spans });
        }
    }
    Ok(subject.show(args, &variants))
}

/// Spans of different files never overlap.
fn apart(file: usize, span: text::Span) -> text::Span {
    const LONGEST_FILE: usize = 1 << 24;
    text::Span { first: span.first + file * LONGEST_FILE, last: span.last + file * LONGEST_FILE }
}

fn subject(args: &Args, workshop: &mut Workshop) -> Result<Subject, Failure> {
    let mut files = Vec::new();
    for path in &args.files {
        let unreadable = |error| failure(ExitCode::NoInput, format!("cannot read `{}`: {error}", path.display()));
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if files.iter().any(|(other, _)| *other == name) {
            return Err(failure(ExitCode::Usage, format!("two files are called `{name}`; rename one of them")));
        }
        files.push((name, bounded::read_text(path).map_err(unreadable)?));
    }
    let (flags, given, command) = (flags(args), given(args)?, command(args));
    let units: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
    workshop.lay_out(&borrowed(files.iter().chain(&given)))?;
    let Some(expected) = workshop.outcome(&units, &flags, &command) else {
        let why = format!("`{}` does not compile the program, or the program fails", workshop.compiler.join(" "));
        return Err(failure(ExitCode::Rejected, why));
    };
    let mut spans = Vec::new();
    for (at, profile) in profiles(workshop, &files, &flags, &command)?.into_iter().enumerate() {
        spans.extend(text::spans(&files[at].1, &profile).into_iter().map(|span| (at, span)));
    }
    Ok(Subject { files, given, flags, command, expected, spans })
}

/// The name of the standard input in the sandbox.
const STDIN: &str = "gadfly-stdin";

fn given(args: &Args) -> Result<Vec<(String, String)>, Failure> {
    let stdin = args.given.stdin()?.map(|bytes| (STDIN.to_string(), bytes));
    let files = args.given.files()?.into_iter().map(|file| (file.name, file.bytes));
    let text = |(name, bytes): (String, std::sync::Arc<[u8]>)| match String::from_utf8(bytes.to_vec()) {
        Ok(text) => Ok((name, text)),
        Err(_) => Err(failure(ExitCode::Unsupported, "with `--reference`, input has to be UTF-8".to_string())),
    };
    stdin.into_iter().chain(files).map(text).collect()
}

/// The program with its arguments and its standard input.
fn command(args: &Args) -> Vec<String> {
    let program = match args.given.has_stdin() {
        true => ["/bin/sh", "-c", &format!("exec {PROGRAM} \"$@\" <{STDIN}"), "sh"].map(String::from).to_vec(),
        false => vec![PROGRAM.to_string()],
    };
    program.into_iter().chain(args.arguments.iter().cloned()).collect()
}

/// What the preprocessor is told, with absolute directories: the sandbox is elsewhere. Headers beside a file are found there.
fn flags(args: &Args) -> Vec<String> {
    let mut is_directory = false;
    let word = |word: std::ffi::OsString| {
        let path = is_directory.then(|| absolute(&word).ok()).flatten();
        is_directory = word == "-I";
        path.map_or_else(|| word.to_string_lossy().into_owned(), |path| path.display().to_string())
    };
    let mut flags: Vec<String> = args.cpp_args().into_iter().map(word).collect();
    for directory in args.files.iter().filter_map(|path| absolute(path).ok()?.parent().map(Path::to_path_buf)) {
        let directory = format!("-iquote{}", directory.display());
        if !flags.contains(&directory) {
            flags.push(directory);
        }
    }
    flags
}

fn borrowed<'f>(files: impl IntoIterator<Item = &'f (String, String)>) -> Vec<(String, &'f str)> {
    files.into_iter().map(|(name, text)| (name.clone(), text.as_str())).collect()
}

/// What gcov says about each file, after one execution.
fn profiles(
    workshop: &mut Workshop,
    files: &[(String, String)],
    flags: &[String],
    command: &[String],
) -> Result<Vec<Vec<text::Line>>, Failure> {
    let failed = |what: &str| {
        failure(ExitCode::Unavailable, format!("no profile: {what}; the reference has to be a GCC with its gcov"))
    };
    let object = |name: &str| format!("{name}.o");
    let coverage = ["--coverage".to_string(), "-O0".to_string()];
    for (name, _) in files {
        let unit = ["-c".to_string(), name.clone(), "-o".to_string(), object(name)];
        if workshop.compile(&[flags, &coverage, &unit].concat()).end != End::Exited(0) {
            return Err(failed(&format!("`{name}` does not compile with --coverage")));
        }
    }
    let objects: Vec<String> = files.iter().map(|(name, _)| object(name)).collect();
    let output = ["-o".to_string(), PROGRAM.to_string()];
    let linked = workshop.compile(&[&objects[..], flags, &coverage, &output].concat());
    if linked.end != End::Exited(0) {
        return Err(failed("the program does not link with --coverage"));
    }
    workshop.run(command, false);
    let gcov = gcov(&workshop.compiler[0]);
    let mut profiles = Vec::new();
    for (name, _) in files {
        let ran = workshop.run(&[gcov.clone(), "--stdout".into(), "-o".into(), object(name), name.clone()], true);
        if ran.end != End::Exited(0) {
            return Err(failed(&format!("`{gcov}` fails")));
        }
        profiles.push(text::profile(&String::from_utf8_lossy(&ran.stdout), name));
    }
    Ok(profiles)
}

/// The gcov beside the compiler: `gcov-12` for `g++-12`.
fn gcov(compiler: &str) -> String {
    let name = Path::new(compiler).file_name().unwrap_or_default().to_string_lossy();
    let own = name.replace("g++", "gcov").replace("gcc", "gcov");
    let own = if own == *name { "gcov".to_string() } else { own };
    match Path::new(compiler).parent() {
        Some(dir) if !dir.as_os_str().is_empty() => dir.join(own).display().to_string(),
        _ => own,
    }
}

impl Subject {
    fn texts(&self, drawn: &[usize]) -> Vec<String> {
        let of = |file: usize| -> Vec<text::Span> {
            drawn.iter().map(|&at| self.spans[at]).filter(|(own, _)| *own == file).map(|(_, span)| span).collect()
        };
        self.files.iter().enumerate().map(|(at, (_, text))| text::without(text, &of(at))).collect()
    }

    fn is_variant(&self, workshop: &mut Workshop, texts: &[String]) -> Result<bool, Failure> {
        let units: Vec<String> = self.files.iter().map(|(name, _)| name.clone()).collect();
        let files = units.iter().cloned().zip(texts.iter().map(String::as_str));
        workshop.lay_out(&files.chain(borrowed(&self.given)).collect::<Vec<_>>())?;
        Ok(workshop.outcome(&units, &self.flags, &self.command).as_ref() == Some(&self.expected))
    }

    /// As many of the drawn spans as can go together.
    fn settle(&self, workshop: &mut Workshop, drawn: &[usize]) -> Result<Vec<usize>, Failure> {
        if self.is_variant(workshop, &self.texts(drawn))? {
            return Ok(drawn.to_vec());
        }
        let mut lost = None;
        let kept = difference::acceptable(drawn.len(), |subset| {
            let subset: Vec<usize> = subset.iter().map(|&at| drawn[at]).collect();
            self.is_variant(workshop, &self.texts(&subset)).unwrap_or_else(|failure| {
                lost = Some(failure);
                false
            })
        });
        match lost {
            Some(failure) => Err(failure),
            None => Ok(kept.into_iter().map(|at| drawn[at]).collect()),
        }
    }

    fn named<'t>(&self, texts: &'t [String]) -> Vec<(String, &'t str)> {
        self.files.iter().zip(texts).map(|((name, _), text)| (name.clone(), text.as_str())).collect()
    }

    fn show(&self, args: &Args, variants: &[Pruned]) -> ExitCode {
        let mut text = if args.json { self.json(args, variants) } else { self.summary(variants) };
        text.push('\n');
        write_stdout(text.as_bytes(), ExitCode::Program(0))
    }

    fn json(&self, args: &Args, variants: &[Pruned]) -> String {
        let names: Vec<&String> = self.files.iter().map(|(name, _)| name).collect();
        let edit = |&at: &usize| {
            let (file, span) = self.spans[at];
            json!({ "kind": "prune", "what": "lines", "file": self.files[file].0, "line": span.first + 1, "column": 1,
                "last_line": span.last + 1 })
        };
        let variant = |pruned: &Pruned| {
            let edits: Vec<serde_json::Value> = pruned.spans.iter().map(edit).collect();
            json!({ "directory": pruned.directory, "files": names, "edits": edits })
        };
        let variants: Vec<serde_json::Value> = variants.iter().map(variant).collect();
        let stdout = String::from_utf8_lossy(&self.expected.1);
        json!({ "schema": 1, "exit_code": self.expected.0, "stdout": stdout, "reference": args.reference,
            "variants": variants })
        .to_string()
    }

    fn summary(&self, variants: &[Pruned]) -> String {
        if variants.is_empty() {
            return "there is nothing to delete in this program".to_string();
        }
        let line = |Pruned { directory, spans }: &Pruned| {
            let lines: usize = spans.iter().map(|&at| self.spans[at].1.last - self.spans[at].1.first + 1).sum();
            format!("{directory}: {lines} lines in {} places deleted", spans.len())
        };
        variants.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}
