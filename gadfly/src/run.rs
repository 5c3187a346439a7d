//! `gadfly run`: executes a C program under the reference interpreter.

use crate::diagnostic::{self, Sources};
use crate::exit::{self, ExitCode};
use crate::given::{self, Given};
use crate::input::{self, Failure, Unit};
use crate::number;
use crate::output::{internal_error, write_stdout};
use crate::preprocessing::Preprocessing;
use crate::profile;
use crate::resources::{cpu_time, max_rss_kb};
use crate::stack;
use crate::verdict::{Place, Report, SCHEMA, Verdict};
use clap::ValueEnum;
use interp::{Execution, Outcome};
use lab::printable::printable;
use lang::{Program, Target, parse};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// Execute a C program exactly as the standard says, or stop at its first undefined behaviour.
///
/// Prints what the program prints and exits as it exits. At the first undefined behaviour it stops instead, and
/// says which rule was broken, where in the source, and with which values.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = exit::TABLE, after_long_help = concat!("\
Examples:
  gadfly run hello.c                        run a program
  gadfly run main.c list.c -I include       several files are one program
  gadfly run main.c -- -n 3 input           give the program arguments
  gadfly run main.c < input                 give it standard input, or with --stdin input
  gadfly run main.c --file data.csv         let it open the file data.csv for reading
  gadfly run --json main.c | jq .outcome    for scripts: defined, undefined, unsupported, …
  gadfly run --profile main.c               how often was each line executed?
  gadfly run --target i386 main.c           with 32-bit long and pointers
  gadfly run --print main.c                 the program as Gadfly understands it
  gadfly run test.i                         already preprocessed: no C compiler is needed

", "\
Exit codes: the program's own when it is defined (134 after abort), 86 undefined, 87 unsupported, 88 out of fuel, \
65 rejected, 2 wrong arguments, 66 unreadable file, 69 no C compiler, 70 a bug in gadfly, 74 output not writable. \
With --json every verdict is printed as an object, and the exit code is 0."))]
pub struct Args {
    /// The program's C files; those that end in `.i` are taken as already preprocessed
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Print one JSON object instead of the program's output
    #[arg(long)]
    json: bool,

    /// Stop after evaluating N expression nodes
    #[arg(long, value_name = "N", default_value_t = interp::Options::default().fuel, value_parser = number::count)]
    fuel: u64,

    /// The data model
    #[arg(long, value_enum, default_value_t = TargetName::X86_64)]
    target: TargetName,

    /// Print on standard error how often each line was executed
    #[arg(long)]
    profile: bool,

    /// Print the program back as C instead of executing it
    #[arg(long)]
    print: bool,

    /// Do not execute the program again with the operands in reverse order, where the standard leaves the order open
    #[arg(long)]
    no_order_check: bool,

    #[command(flatten)]
    preprocessing: Preprocessing,

    #[command(flatten)]
    given: Given,

    /// More arguments for the preprocessor, split at blanks
    #[arg(long, value_name = "ARGS", allow_hyphen_values = true)]
    cpp: Vec<OsString>,

    /// Print parse and execution CPU time on standard error, as JSON
    #[arg(long, hide = true)]
    time: bool,

    /// Stop after parsing
    #[arg(long, hide = true)]
    parse_only: bool,

    /// Arguments of the program, after `--`
    #[arg(last = true, value_name = "ARGUMENT")]
    arguments: Vec<String>,
}

#[derive(ValueEnum, Copy, Clone, PartialEq, Eq, Debug)]
pub enum TargetName {
    /// 64-bit long and pointers
    #[value(name = "x86_64")]
    X86_64,
    /// 32-bit long and pointers
    #[value(name = "i386")]
    I386,
}

pub fn run(args: Args) -> ExitCode {
    let work = move |max_depth| Run { args: &args, max_depth }.run();
    stack::with_large_stack(work).unwrap_or_else(|panic| internal_error(&panic))
}

struct Run<'a> {
    args: &'a Args,
    max_depth: u32,
}

impl Run<'_> {
    /// The whole command: read, parse, execute, show.
    fn run(&self) -> ExitCode {
        let units = match self.read() {
            Ok(units) => units,
            Err(failure) => return self.failed(&failure),
        };
        let start = cpu_time();
        let mut program = Program::new(self.args.target.target());
        let parsed = self.parse(&mut program, &units);
        let parse_time = cpu_time() - start;
        if let Err(error) = parsed {
            return self.not_parsed(&program, &error);
        }
        if self.args.print {
            return write_stdout(print(&program).as_bytes(), ExitCode::Program(0));
        }
        if self.args.parse_only {
            return self.report(Report { schema: SCHEMA, verdict: Verdict::Parsed, profile: None });
        }
        let start = cpu_time();
        let execution = match self.execute(&program) {
            Ok(execution) => execution,
            Err(failure) => return self.failed(&failure),
        };
        if self.args.time {
            print_times(&units, parse_time, cpu_time() - start, &execution);
        }
        self.executed(&program, &execution)
    }

    /// Standard input is read only for a program that reads it, which then starts again with it.
    fn execute(&self, program: &Program) -> Result<Execution, Failure> {
        let mut options = self.options();
        options.stdin = self.args.given.stdin()?;
        options.files = self.args.given.files()?;
        let execution = interp::run(program, &options);
        if !execution.wants_stdin {
            return Ok(execution);
        }
        options.stdin = Some(given::own_stdin()?);
        Ok(interp::run(program, &options))
    }

    fn read(&self) -> Result<Vec<Unit>, Failure> {
        let cpp_args = self.cpp_args();
        self.args.files.iter().map(|path| input::read(path, &cpp_args)).collect()
    }

    fn cpp_args(&self) -> Vec<OsString> {
        let args = self.args;
        let mut words: Vec<OsString> = Vec::new();
        if args.target == TargetName::I386 {
            words.push("-m32".into());
        }
        words.extend(args.preprocessing.flags());
        words.extend(args.cpp.iter().flat_map(|text| input::split_words(text)));
        words
    }

    fn parse(&self, program: &mut Program, units: &[Unit]) -> parse::Result<()> {
        let options = parse::Options { max_depth: self.max_depth };
        let units = units.iter().map(|unit| (unit.name.as_str(), unit.text.clone()));
        parse::parse_units(program, units, &options)
    }

    fn options(&self) -> interp::Options {
        let program_name = self.args.files[0].file_stem().unwrap_or_default().to_string_lossy().into_owned();
        interp::Options {
            fuel: self.args.fuel,
            check_order: !self.args.no_order_check,
            check_input: true,
            profile: self.args.profile,
            args: [program_name].into_iter().chain(self.args.arguments.iter().cloned()).collect(),
            ..interp::Options::default()
        }
    }

    /// There was nothing to parse. Only what the preprocessor finds wrong is a verdict on the program.
    fn failed(&self, failure: &Failure) -> ExitCode {
        eprint!("{}", printable(&failure.stderr));
        diagnostic::plain(&failure.message);
        if failure.stderr.contains("stubs-32.h") || failure.stderr.contains("bits/libc-header-start.h") {
            eprintln!("The 32-bit headers are missing (Debian 12: `apt-get install gcc-12-multilib`).");
        }
        let verdict = match failure.exit_code {
            ExitCode::Rejected => {
                let (message, place) = preprocessor_error(failure);
                Verdict::Rejected { message, place }
            }
            ExitCode::Unsupported => Verdict::Unsupported { what: failure.message.clone(), place: Place::default() },
            exit_code => return exit_code,
        };
        match self.args.json {
            true => self.report(Report { schema: SCHEMA, verdict, profile: None }),
            false => failure.exit_code,
        }
    }

    fn not_parsed(&self, program: &Program, error: &parse::Error) -> ExitCode {
        let mut sources = Sources::new(&program.source);
        if self.args.json {
            let verdict = Verdict::rejected(&mut sources, error);
            return self.report(Report { schema: SCHEMA, verdict, profile: None });
        }
        match error.kind {
            parse::ErrorKind::Rejected => {
                diagnostic::rejected(&mut sources, &error.message, error.loc);
                ExitCode::Rejected
            }
            parse::ErrorKind::Unsupported => {
                diagnostic::unsupported(&mut sources, &error.message, error.loc);
                ExitCode::Unsupported
            }
        }
    }

    fn executed(&self, program: &Program, execution: &Execution) -> ExitCode {
        let mut sources = Sources::new(&program.source);
        let lines = self.args.profile.then(|| profile::lines(program, &execution.profile));
        if self.args.json {
            let verdict = Verdict::new(&mut sources, execution);
            return self.report(Report { schema: SCHEMA, verdict, profile: lines });
        }
        let exit_code = write_stdout(&execution.stdout, ExitCode::Program(0));
        if exit_code != ExitCode::Program(0) {
            return exit_code;
        }
        if let Some(lines) = lines {
            let units: Vec<String> = program.units.iter().map(|unit| unit.name.clone()).collect();
            eprint!("{}", profile::listing(&lines, &units));
        }
        show(&mut sources, execution)
    }

    fn report(&self, report: Report) -> ExitCode {
        let mut text = serde_json::to_string(&report).expect("strings, numbers and lists are always JSON");
        text.push('\n');
        write_stdout(text.as_bytes(), ExitCode::Program(0))
    }
}

/// The program as C; several units one after the other, each under its name.
fn print(program: &Program) -> String {
    if program.units.len() == 1 {
        return lang::print::print(program);
    }
    let unit =
        |index: usize| format!("/* {} */\n{}", program.units[index].name, lang::print::print_unit(program, index));
    (0..program.units.len()).map(unit).collect()
}

/// Says on standard error how the program ended, unless it simply ended.
fn show(sources: &mut Sources, execution: &Execution) -> ExitCode {
    match &execution.outcome {
        Outcome::Defined { exit_code } => {
            if !execution.unspecified.is_empty() {
                diagnostic::note(&unspecified(execution));
            }
            ExitCode::Program(*exit_code as u8)
        }
        Outcome::Undefined(ub) => {
            diagnostic::undefined(sources, ub);
            ExitCode::Undefined
        }
        Outcome::Unsupported { what, loc } => {
            diagnostic::unsupported(sources, what, *loc);
            ExitCode::Unsupported
        }
        Outcome::OutOfFuel => {
            let steps = execution.steps;
            diagnostic::plain(&format!("out of fuel after {steps} steps; allow more with `--fuel N`"));
            ExitCode::OutOfFuel
        }
    }
}

/// Why the result is one of many.
fn unspecified(execution: &Execution) -> String {
    let what = interp::input::describe(&execution.unspecified);
    format!("the result depends on {what}, for which gadfly has made-up values: it is no test of a compiler")
}

/// The first `FILE:LINE:COLUMN: error: MESSAGE` of the preprocessor.
fn preprocessor_error(failure: &Failure) -> (String, Place) {
    let error = failure.stderr.lines().find_map(|line| {
        let (place, message) = line.split_once(" error: ").or_else(|| line.split_once(" fatal error: "))?;
        let mut parts = place.trim_end_matches([' ', ':']).trim_end_matches(": fatal").rsplitn(3, ':');
        let column = parts.next()?.parse().ok()?;
        let line = parts.next()?.parse().ok()?;
        let file = parts.next()?.to_string();
        Some((message.to_string(), Place { file: Some(file), line: Some(line), column: Some(column) }))
    });
    error.unwrap_or_else(|| (failure.message.clone(), Place::default()))
}

impl TargetName {
    pub fn target(self) -> Target {
        match self {
            TargetName::X86_64 => Target::X86_64,
            TargetName::I386 => Target::I386,
        }
    }
}

fn print_times(units: &[Unit], parse: Duration, execute: Duration, execution: &Execution) {
    let times = serde_json::json!({
        "bytes": units.iter().map(|unit| unit.text.len()).sum::<usize>(),
        "parse_ms": parse.as_secs_f64() * 1e3,
        "run_ms": execute.as_secs_f64() * 1e3,
        "steps": execution.steps,
        "max_rss_kb": max_rss_kb(),
    });
    eprintln!("{times}");
}
