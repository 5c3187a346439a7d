//! `gadfly mutate`: writes variants of a program that do what it does.

mod guide;
mod report;
mod shelf;
mod textual;
mod workshop;

use crate::diagnostic::{self, Sources};
use crate::exit::ExitCode;
use crate::given::{self, Given};
use crate::input::{self, Failure, Unit};
use crate::number;
use crate::output::{internal_error, write_stdout};
use crate::preprocessing::Preprocessing;
use crate::resources::cpu_time;
use crate::run::TargetName;
use crate::sandboxes::SandboxArgs;
use crate::stack;
use interp::repair::Repairer;
use interp::{Outcome, Repaired};
use lab::printable::printable;
use lang::{Program, parse};
use report::{Report, Times};
use shelf::Shelf;
use source::mutate::{self, Kind, Parent, Text};
use std::cell::Cell;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Write variants of a C program that do exactly what it does, for compilers to get wrong.
///
/// The interpreter executes the program and sees what was executed and with which values. Variants differ where nothing was
/// executed (prune, insert), or in ways that make no difference for these values (live). Every variant is executed again: it is
/// defined, and prints what the program prints.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "See --help for examples and exit codes.", after_long_help = concat!("\
Examples:
  gadfly mutate test.c                          eight variants, in variants/1/ … variants/8/
  gadfly mutate main.c list.c -I include        several files are one program
  gadfly mutate test.c --kinds prune            only delete what was not executed
  gadfly mutate test.c --variants 100 --seed 7 --out many
  gadfly mutate test.cpp --reference \"g++ -O0\"   beyond the interpreter: gcov and a compiler instead
  gadfly mutate test.c --json | jq '.variants[].edits[].what'
  for v in variants/*/; do gcc -O2 -w $v/*.c -o a.out && ./a.out | cmp - variants/expected.txt; done

", "\
Exit codes: 0 variants are written (fewer than asked for if there are no more), 86 the program is undefined, \
87 beyond the interpreter, 88 out of fuel, 65 rejected, 2 wrong arguments, 66 unreadable file, 69 no C compiler, \
70 a bug in gadfly, 74 output not writable."))]
pub struct Args {
    /// The program's C files; those that end in `.i` are taken as already preprocessed
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// How many variants, at most
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    variants: u32,

    /// Chooses the variants
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::seed, allow_negative_numbers = true)]
    seed: u64,

    /// What variants may differ in: delete or insert code that is not executed, change code that is
    #[arg(long, value_delimiter = ',', value_name = "KIND,…", default_values = ["prune", "insert", "live"], value_parser = kind)]
    kinds: Vec<Kind>,

    /// Write the variants into DIR/1, DIR/2, …, and the output of all of them into DIR/expected.txt
    #[arg(long, value_name = "DIR", default_value = "variants")]
    out: PathBuf,

    /// Print one JSON object: the variants with their edits
    #[arg(long)]
    json: bool,

    /// A compiler to trust with programs that are beyond the interpreter: C++, inline assembly. Then lines that `gcov` says were
    /// not executed are deleted, and a variant is one if this compiler makes of it what it makes of the program
    #[arg(long, value_name = "COMPILER")]
    reference: Option<String>,

    /// Go on from variants that make this compiler do something new: counters of gcc's passes, remarks of clang's, or else larger
    /// objects
    #[arg(long, value_name = "COMPILER", conflicts_with = "reference")]
    guide: Option<String>,

    #[command(flatten)]
    walls: SandboxArgs,

    /// Stop after evaluating N expression nodes
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000, value_parser = number::count)]
    fuel: u64,

    /// The data model
    #[arg(long, value_enum, default_value_t = TargetName::X86_64)]
    target: TargetName,

    #[command(flatten)]
    preprocessing: Preprocessing,

    #[command(flatten)]
    given: Given,

    /// More arguments for the preprocessor, split at blanks
    #[arg(long, value_name = "ARGS", allow_hyphen_values = true)]
    cpp: Vec<OsString>,

    /// Arguments of the program, after `--`
    #[arg(last = true, value_name = "ARGUMENT")]
    arguments: Vec<String>,
}

/// The output of all variants, beside them.
const EXPECTED: &str = "expected.txt";

fn kind(name: &str) -> Result<Kind, String> {
    let known = Kind::ALL.into_iter().find(|kind| kind.name() == name);
    known.ok_or_else(|| "the kinds are prune, insert and live".to_string())
}

pub fn run(args: Args) -> ExitCode {
    let work = move |max_depth| args.run(max_depth).unwrap_or_else(|failure| failed(&failure));
    stack::with_large_stack(work).unwrap_or_else(|panic| internal_error(&panic))
}

fn failed(failure: &Failure) -> ExitCode {
    eprint!("{}", printable(&failure.stderr));
    if !failure.message.is_empty() {
        diagnostic::plain(&failure.message);
    }
    failure.exit_code
}

thread_local! {
    /// What executions took so far.
    static EXECUTING: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

fn execute(program: &Program, options: &interp::Options, repairer: Option<&mut dyn Repairer>) -> Repaired {
    let start = cpu_time();
    let repaired = mutate::execute(program, options, repairer);
    EXECUTING.set(EXECUTING.get() + (cpu_time() - start));
    repaired
}

impl Args {
    /// The whole command: read, parse, execute, mutate, write.
    fn run(&self, max_depth: u32) -> Result<ExitCode, Failure> {
        if let Some(reference) = &self.reference {
            return textual::run(self, reference);
        }
        let cpp_args = self.cpp_args();
        let units: Vec<Unit> = self.files.iter().map(|path| read(path, &cpp_args)).collect::<Result<_, Failure>>()?;
        let mut program = Program::new(self.target.target());
        if let Err(exit_code) = parse_units(&mut program, &units, max_depth) {
            return Ok(exit_code);
        }
        let mut times = Times::default();
        let start = cpu_time();
        let parent = match self.parent(program, max_depth)? {
            Ok(parent) => parent,
            Err(exit_code) => return Ok(exit_code),
        };
        times.parent(cpu_time() - start, EXECUTING.take());
        let options = mutate::Options { variants: self.variants, seed: self.seed, kinds: self.kinds.clone() };
        let start = cpu_time();
        if let Some(compiler) = &self.guide {
            return guide::run(self, compiler, parent, &options, max_depth);
        }
        let mut shelf = Shelf::new(&self.out, &parent.stdout)?;
        let mut sources = Sources::new(&parent.program.source);
        let mut report = Report::new(&parent);
        let mut variants = mutate::Variants::new(&parent, &options);
        for judged in variants.by_ref() {
            let files = named(&judged.texts);
            let directory = shelf.put(&files)?;
            report.add(&mut sources, directory, files, &judged.variant.edits);
        }
        times.variants(cpu_time() - start, EXECUTING.take());
        report.finish(variants.tally, times);
        let text = if self.json { report.json() } else { report.text() };
        Ok(write_stdout(text.as_bytes(), ExitCode::Program(0)))
    }

    fn cpp_args(&self) -> Vec<OsString> {
        let mut words: Vec<OsString> = Vec::new();
        if self.target == TargetName::I386 {
            words.push("-m32".into());
        }
        words.extend(self.preprocessing.flags());
        words.extend(self.cpp.iter().flat_map(|text| input::split_words(text)));
        words
    }

    /// The parent, or the exit code that says why it is none.
    fn parent(&self, program: Program, max_depth: u32) -> Result<Result<Parent, ExitCode>, Failure> {
        let name = self.files[0].file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut options = interp::Options {
            fuel: self.fuel,
            args: [name].into_iter().chain(self.arguments.iter().cloned()).collect(),
            stdin: self.given.stdin()?,
            files: self.given.files()?,
            ..interp::Options::default()
        };
        if options.stdin.is_none() {
            let first = interp::run(&program, &interp::Options { check_order: false, ..options.clone() });
            if first.wants_stdin {
                options.stdin = Some(given::own_stdin()?);
            }
        }
        let source = program.source.clone();
        Ok(Parent::new(program, options, max_depth, execute).map_err(|refusal| refused(&source, refusal)))
    }
}

fn parse_units(program: &mut Program, units: &[Unit], max_depth: u32) -> Result<(), ExitCode> {
    let options = parse::Options { max_depth };
    for unit in units {
        if let Err(error) = parse::parse(program, &unit.name, unit.text.clone(), &options) {
            let mut sources = Sources::new(&program.source);
            return Err(match error.kind {
                parse::ErrorKind::Rejected => {
                    diagnostic::rejected(&mut sources, &error.message, error.loc);
                    ExitCode::Rejected
                }
                parse::ErrorKind::Unsupported => {
                    diagnostic::unsupported(&mut sources, &error.message, error.loc);
                    ExitCode::Unsupported
                }
            });
        }
    }
    Ok(())
}

/// Says why the program is no parent.
fn refused(source: &lang::SourceMap, refusal: mutate::Refusal) -> ExitCode {
    use mutate::Refusal::*;
    let mut sources = Sources::new(source);
    match refusal {
        NotDefined(Outcome::Undefined(ub)) => {
            diagnostic::undefined(&mut sources, &ub);
            ExitCode::Undefined
        }
        NotDefined(Outcome::Unsupported { what, loc }) => {
            diagnostic::unsupported(&mut sources, &what, loc);
            ExitCode::Unsupported
        }
        NotDefined(_) => {
            diagnostic::plain("the program does not end in time; allow more with `--fuel N`");
            ExitCode::OutOfFuel
        }
        other => {
            diagnostic::plain(&format!("the program cannot be printed so that it does the same: {other}"));
            ExitCode::Unsupported
        }
    }
}

/// C++ is no parent by itself, but with a compiler to trust.
fn read(path: &Path, cpp_args: &[OsString]) -> Result<Unit, Failure> {
    input::read(path, cpp_args).map_err(|failed| match input::is_cpp(path) {
        true => failure(
            ExitCode::Unsupported,
            format!("`{}` is C++; name a compiler to trust with it, such as `--reference \"g++ -O0\"`", path.display()),
        ),
        false => failed,
    })
}

fn failure(exit_code: ExitCode, message: String) -> Failure {
    Failure { exit_code, message, stderr: String::new() }
}

/// The files of a variant: the units' own names without directories, all ending in `.c`.
fn named(texts: &[Text]) -> Vec<(String, &str)> {
    let mut names: Vec<(String, &str)> = Vec::new();
    for text in texts {
        let stem = Path::new(&text.name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let stem = if stem.is_empty() { "unit".to_string() } else { stem };
        let numbered = |number: usize| if number == 1 { format!("{stem}.c") } else { format!("{stem}-{number}.c") };
        let is_free = |name: &String| names.iter().all(|(other, _)| other != name);
        let name = (1..=texts.len()).map(numbered).find(is_free).unwrap_or_default();
        names.push((name, text.text.as_str()));
    }
    names
}
