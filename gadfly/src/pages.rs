//! `gadfly __pages`: completions for shells and man pages, for those who make packages.

use crate::exit::ExitCode;
use crate::output::write_stdout;
use clap::{Command, ValueHint};
use clap_complete::Shell;
use std::io;
use std::path::{Path, PathBuf};

/// Print completions for a shell, or write man pages.
#[derive(clap::Args, Clone, Debug)]
#[group(required = true)]
pub struct Args {
    /// Print completions for this shell
    #[arg(long, value_name = "SHELL")]
    completions: Option<Shell>,

    /// Write the man page of each subcommand into DIR, which must exist
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    man: Option<PathBuf>,
}

/// `whole` is the command with all of its subcommands; hidden ones get no page.
pub fn run(args: &Args, whole: &Command) -> ExitCode {
    let mut command = visible(whole);
    if let Some(shell) = args.completions {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut command, "gadfly", &mut script);
        return write_stdout(&script, ExitCode::Program(0));
    }
    match args.man.as_deref().map(|directory| write_pages(command, directory)) {
        None | Some(Ok(())) => ExitCode::Program(0),
        Some(Err(error)) => {
            crate::diagnostic::plain(&format!("cannot write the man pages: {error}"));
            ExitCode::Output
        }
    }
}

fn visible(whole: &Command) -> Command {
    let subcommands = whole.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()).cloned();
    let about = whole.get_about().cloned().unwrap_or_default();
    Command::new("gadfly").version(env!("CARGO_PKG_VERSION")).about(about).subcommands(subcommands)
}

fn write_pages(mut command: Command, directory: &Path) -> io::Result<()> {
    command.build();
    for subcommand in std::iter::once(&command).chain(command.get_subcommands()) {
        let name = subcommand.get_display_name().unwrap_or(subcommand.get_name()).to_string();
        let mut page = Vec::new();
        clap_mangen::Man::new(subcommand.clone()).title(name.to_uppercase()).render(&mut page)?;
        std::fs::write(directory.join(format!("{name}.1")), page)?;
    }
    Ok(())
}
