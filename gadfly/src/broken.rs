//! `gadfly __broken-cc BUG -- CC ARGS…`: a compiler with a bug, made from a compiler without.
//!
//! It behaves as `CC ARGS…` does, to the byte, except where the bug strikes. Wrong code is made by rewriting the
//! assembly between the compiler and the assembler; crashes, refusals and hangs by looking at the source or the
//! assembly. `gadfly demo`, the tests and `bench/hunt` hunt these compilers. `--list` shows the bugs; several may be
//! joined by commas.

mod assembly;
mod bug;
mod compile;
mod control;
mod failure;
mod float;
mod integer;
mod invocation;
mod memory;
mod narrow;
mod table;
mod vector;

use crate::exit::ExitCode;
use crate::{diagnostic, output};
use bug::Bug;
use std::ffi::OsString;

/// A compiler with a bug, for trying out what finds bugs.
#[derive(clap::Args)]
pub struct Args {
    /// Prints every bug with what it does.
    #[arg(long)]
    list: bool,

    /// Prints which bugs change what this command makes. Nothing is made.
    #[arg(long, conflicts_with = "list")]
    strikes: bool,

    /// Bugs, joined by commas; `none` is the compiler itself.
    #[arg(value_name = "BUG", required_unless_present_any = ["list", "strikes"])]
    bugs: Option<String>,

    /// The compiler and its arguments.
    #[arg(last = true, value_name = "CC")]
    command: Vec<OsString>,
}

pub fn run(args: Args) -> ExitCode {
    if args.list {
        return output::write_stdout(list().as_bytes(), ExitCode::Program(0));
    }
    if args.strikes {
        return strikes(&args.command);
    }
    match bugs(&args.bugs.unwrap_or_default()) {
        Ok(_) if args.command.is_empty() => usage("a compiler is missing after `--`"),
        Ok(bugs) => ExitCode::Program(compile::compile(&bugs, &args.command)),
        Err(unknown) => usage(&format!("there is no bug `{unknown}`; `gadfly __broken-cc --list` shows them")),
    }
}

fn strikes(command: &[OsString]) -> ExitCode {
    match compile::strikes(&all().collect::<Vec<_>>(), command) {
        Ok(names) => {
            let lines: String = names.iter().map(|name| format!("{name}\n")).collect();
            output::write_stdout(lines.as_bytes(), ExitCode::Program(0))
        }
        Err(code) => ExitCode::Program(code),
    }
}

fn usage(message: &str) -> ExitCode {
    diagnostic::plain(message);
    ExitCode::Usage
}

fn list() -> String {
    let width = all().map(|bug| bug.name.len()).max().unwrap_or(0);
    let line = |bug: &Bug| format!("{:width$}  {:13}  {}\n", bug.name, bug.kind, bug.about());
    all().map(line).collect()
}

/// Every bug, those that many programs show first.
fn all() -> impl Iterator<Item = &'static Bug> {
    table::BUGS.iter().chain(narrow::BUGS)
}

/// The name of every bug.
pub fn names() -> impl Iterator<Item = &'static str> {
    all().map(|bug| bug.name)
}

/// What the bug of this name does.
pub fn about(name: &str) -> String {
    all().find(|bug| bug.name == name).map(Bug::about).unwrap_or_default()
}

/// The bugs of these names, or the name that is none.
fn bugs(names: &str) -> Result<Vec<&'static Bug>, String> {
    let find = |name: &str| all().find(|bug| bug.name == name).ok_or_else(|| name.to_string());
    names.split(',').map(find).collect()
}
