//! Parses preprocessed C and prints it again: `print [--dump | --check] FILE.i`.
//!
//! `--dump` shows the model instead; `--check` parses the printed text too, and fails unless the models are the same.

use lang::{Program, Target, parse, print};
use std::process::ExitCode;
use std::sync::Arc;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let first = args.next().unwrap_or_default();
    let (mode, path) = match first.strip_prefix("--") {
        Some(mode) => (mode.to_string(), args.next().unwrap_or_default()),
        None => (String::new(), first),
    };
    match run(&mode, &path) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(mode: &str, path: &str) -> Result<String, String> {
    let text = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let program = parse(path, text)?;
    match mode {
        "dump" => Ok(print::dump(&program)),
        "check" => {
            let printed = print::print(&program);
            let again = parse("printed", printed.clone().into_bytes()).map_err(|error| format!("again: {error}"))?;
            let (before, after) = (print::dump(&program), print::dump(&again));
            if before == after { Ok(printed) } else { Err(first_difference(&before, &after)) }
        }
        _ => Ok(print::print(&program)),
    }
}

fn parse(name: &str, text: Vec<u8>) -> Result<Program, String> {
    let mut program = Program::new(Target::X86_64);
    let result = parse::parse(&mut program, name, Arc::from(text), &parse::Options::default());
    result.map_err(|error| {
        let place = program.source.position(error.loc);
        let place = place.map_or(name.to_string(), |at| format!("{}:{}:{}", at.file, at.line, at.column));
        format!("{place}: {error}")
    })?;
    Ok(program)
}

fn first_difference(before: &str, after: &str) -> String {
    let lines = before.lines().zip(after.lines()).enumerate();
    match lines.into_iter().find(|(_, (before, after))| before != after) {
        Some((number, (before, after))) => format!("line {number} of the dumps differs:\n- {before}\n+ {after}"),
        None => "one dump is longer".to_string(),
    }
}
