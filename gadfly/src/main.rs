//! The command: arguments in, exit code out.
//!
//! Everything that decides something lives in the libraries; this crate reads files, runs the system's preprocessor,
//! and shows results. One subcommand per file.

#![deny(unsafe_code)]

#[macro_use]
mod say;
mod activity;
mod bisect;
mod broken;
mod column;
mod compare;
mod compilers;
mod cost;
mod demo;
mod diagnostic;
mod duration;
mod enumerate;
mod exit;
mod failure;
mod findings;
mod generate;
mod given;
mod hunt;
mod init;
mod input;
mod mutate;
mod number;
mod output;
mod pages;
mod place;
mod preprocessing;
mod profile;
mod reduce;
mod report;
mod repro;
mod resources;
mod run;
mod sandboxes;
mod show;
mod signals;
mod stack;
mod table;
mod terminal;
mod tool;
mod triage;
mod verdict;

use clap::{Parser, Subcommand};
use exit::ExitCode;
use std::ffi::{OsStr, OsString};

/// Tests C and C++ compilers with programs whose correct output is known.
#[derive(Parser)]
#[command(name = "gadfly", version, arg_required_else_help = true, after_help = exit::TABLE)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Hunt(hunt::Args),
    Findings(findings::Args),
    Show(show::Args),
    Repro(repro::Args),
    Reduce(reduce::Args),
    Triage(triage::Args),
    Bisect(bisect::Args),
    Compare(compare::Args),
    Activity(activity::Args),
    Cost(cost::Args),
    Report(report::Args),
    Compilers(compilers::Args),
    Init(init::Args),
    Demo(demo::Args),
    Generate(generate::Args),
    Enumerate(enumerate::Args),
    Mutate(mutate::Args),
    Run(run::Args),
    #[command(name = "__broken-cc", hide = true)]
    BrokenCc(broken::Args),
    #[command(name = "__pages", hide = true)]
    Pages(pages::Args),
}

fn main() -> std::process::ExitCode {
    if std::env::args_os().nth(1).is_some_and(|argument| argument == sandboxes::HELPER) {
        std::process::exit(sandbox::serve());
    }
    let cli = match Cli::try_parse_from(arguments()) {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let exit_code = match cli.command {
        Command::Hunt(args) => hunt::run(args),
        Command::Findings(args) => findings::run(args),
        Command::Show(args) => show::run(args),
        Command::Repro(args) => repro::run(args),
        Command::Reduce(args) => reduce::run(args),
        Command::Triage(args) => triage::run(args),
        Command::Bisect(args) => bisect::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Activity(args) => activity::run(args),
        Command::Cost(args) => cost::run(args),
        Command::Report(args) => report::run(args),
        Command::Compilers(args) => compilers::run(args),
        Command::Init(args) => init::run(args),
        Command::Demo(args) => demo::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Enumerate(args) => enumerate::run(args),
        Command::Mutate(args) => mutate::run(args),
        Command::Run(args) => run::run(args),
        Command::BrokenCc(args) => broken::run(args),
        Command::Pages(args) => pages::run(&args, &<Cli as clap::CommandFactory>::command()),
    };
    terminal::restore();
    exit_code.into()
}

/// The command line, with the compiler's one-dash spellings of our long options understood as well.
fn arguments() -> Vec<OsString> {
    let mut ours = true;
    let spell = |argument: OsString| {
        ours &= argument != "--";
        let bytes = argument.as_encoded_bytes();
        let is_gcc = bytes.starts_with(b"-std=") || bytes == b"-include";
        if ours && is_gcc { [OsStr::new("-"), &argument].into_iter().collect() } else { argument }
    };
    std::env::args_os().map(spell).collect()
}

/// `--help` and `--version` are answers; everything else is a mistake in the arguments.
fn usage(error: &clap::Error) -> std::process::ExitCode {
    // A closed terminal is no reason to fail differently.
    let _ = error.print();
    match error.exit_code() {
        0 => ExitCode::Program(0).into(),
        _ => ExitCode::Usage.into(),
    }
}
