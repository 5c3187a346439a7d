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

    /// Bugs, joined by commas; `none` is the compiler itself.
    #[arg(value_name = "BUG", required_unless_present = "list")]
    bugs: Option<String>,

    /// The compiler and its arguments.
    #[arg(last = true, value_name = "CC")]
    command: Vec<OsString>,
}

pub fn run(args: Args) -> ExitCode {
    if args.list {
        return output::write_stdout(list().as_bytes(), ExitCode::Program(0));
    }
    match bugs(&args.bugs.unwrap_or_default()) {
        Ok(_) if args.command.is_empty() => usage("a compiler is missing after `--`"),
        Ok(bugs) => ExitCode::Program(compile::compile(&bugs, &args.command)),
        Err(unknown) => usage(&format!("there is no bug `{unknown}`; `gadfly __broken-cc --list` shows them")),
    }
}

fn usage(message: &str) -> ExitCode {
    diagnostic::plain(message);
    ExitCode::Usage
}

fn list() -> String {
    let width = table::BUGS.iter().map(|bug| bug.name.len()).max().unwrap_or(0);
    let line = |bug: &Bug| format!("{:width$}  {:13}  {}\n", bug.name, bug.kind, bug.about());
    table::BUGS.iter().map(line).collect()
}

/// What the bug of this name does.
pub fn about(name: &str) -> String {
    table::BUGS.iter().find(|bug| bug.name == name).map(Bug::about).unwrap_or_default()
}

/// The bugs of these names, or the name that is none.
fn bugs(names: &str) -> Result<Vec<&'static Bug>, String> {
    let find = |name: &str| table::BUGS.iter().find(|bug| bug.name == name).ok_or_else(|| name.to_string());
    names.split(',').map(find).collect()
}
