//! Variants of C programs: parsed, judged and printed by way of the model.

use super::work::Work;
use super::{Args, count};
use crate::diagnostic::{self, Sources};
use crate::exit::ExitCode;
use crate::input::{self, Failure};
use lab::printable::printable;
use lang::{Program, Target, parse};
use source::enumerate::{Judge, Space, Template, extract, refused};

/// The whole command for C files.
pub fn run(args: &Args, max_depth: u32) -> Result<ExitCode, ExitCode> {
    let mut program = read(args, max_depth)?;
    if let Some((what, loc)) = refused(&program) {
        diagnostic::unsupported(&mut Sources::new(&program.source), what, loc);
        return Err(ExitCode::Unsupported);
    }
    let own: Vec<bool> = program.vars.iter().map(|var| !program.source.is_system(var.loc)).collect();
    let extracted = extract(&program, &|var| own[var.index()]);
    let space = Space::new(&extracted.skeleton, args.granularity(), args.symmetry());
    if args.count {
        return Ok(count::show(args, &extracted.skeleton, &space, None));
    }
    let judge = args.judges().then(|| Judge::new(&program, &extracted, args.fuel));
    let template = Template::new(&mut program, &extracted);
    let work =
        Work { names: file_names(args), suffix: "c", skeleton: &extracted.skeleton, space: &space, template, judge };
    work.list(args)
}

fn read(args: &Args, max_depth: u32) -> Result<Program, ExitCode> {
    let cpp_args = args.preprocessing.flags();
    let mut program = Program::new(Target::X86_64);
    for path in &args.files {
        let unit = input::read(path, &cpp_args).map_err(|failure| unread(&failure))?;
        let parsed = parse::parse(&mut program, &unit.name, unit.text, &parse::Options { max_depth });
        parsed.map_err(|error| not_parsed(&program, &error))?;
    }
    Ok(program)
}

fn unread(failure: &Failure) -> ExitCode {
    eprint!("{}", printable(&failure.stderr));
    diagnostic::plain(&failure.message);
    failure.exit_code
}

fn not_parsed(program: &Program, error: &parse::Error) -> ExitCode {
    let mut sources = Sources::new(&program.source);
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

/// Of the files of a variant: those of the user's files, each once.
fn file_names(args: &Args) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for path in &args.files {
        let stem = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let unused = |name: &String| !names.contains(name);
        let name = std::iter::once(format!("{stem}.c"))
            .chain((2..).map(|number| format!("{stem}-{number}.c")))
            .find(unused)
            .expect("there is a number that is not in use");
        names.push(name);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_one_name_stay_apart() {
        #[derive(clap::Parser)]
        struct Cli {
            #[command(flatten)]
            args: Args,
        }
        let cli = <Cli as clap::Parser>::parse_from(["enumerate", "a/x.c", "b/x.c", "y.i"]);
        assert_eq!(file_names(&cli.args), ["x.c", "x-2.c", "y.c"]);
    }
}
