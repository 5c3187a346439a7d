//! `gadfly enumerate`: all ways to use the variables of a program, up to renaming.

mod c;
mod count;
mod cpp;
mod listing;
mod record;
mod work;

use crate::exit::ExitCode;
use crate::number;
use crate::output::internal_error;
use crate::preprocessing::Preprocessing;
use crate::stack;
use clap::ValueEnum;
use num_bigint::BigUint;
use source::enumerate::{Choice, Granularity, Symmetry};
use std::ffi::OsString;
use std::path::PathBuf;

/// Enumerate the variants of a C or C++ program that differ in which variables are used where.
///
/// Every use of a variable is a hole. Holes are filled in all ways with variables that are in scope there and have the
/// same type. Of variants that differ only in names, one is listed. Each is executed by the interpreter, so that its
/// output is known, or why it has none; C++ is read by an installed clang and not executed.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "See --help for examples and exit codes.", after_long_help = concat!("\
Examples:
  gadfly enumerate small.c --count                  how many variants are there?
  gadfly enumerate small.c                          print them all, one after the other
  gadfly enumerate small.c --out variants           one file for each: variants/0.c, variants/1.c, …
  gadfly enumerate small.c --json | jq .outcome     for scripts: what does each variant do?
  gadfly enumerate small.c --defined-only --json    only those that are free of undefined behaviour
  gadfly enumerate small.c --from 7 --take 1        variant 7
  gadfly enumerate huge.c --sample 100 --seed 3     100 of them, each as likely as any other
  gadfly enumerate huge.c --from 500000 --take 1000 a shard of a huge space
  gadfly enumerate main.c list.c                    several files are one program

Without --from, --take and --sample, a program with more than --limit variants gives so many of them: the program \
itself, those that differ from it in one hole, those that differ in two, and a uniform sample of the rest.

", "\
Exit codes: 0 all is listed, 2 wrong arguments, 65 rejected, 66 unreadable file, 69 no C compiler, 70 a bug in gadfly, \
74 output not writable, 87 unsupported."))]
pub struct Args {
    /// The program's C files, or one C++ file; those that end in `.i` are taken as already preprocessed
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Only count: holes, variables, scopes, functions, types, all fillings, and those up to renaming
    #[arg(long, conflicts_with_all = ["out", "sample", "from", "take", "defined_only"])]
    count: bool,

    /// Write each variant into DIR, which is created: NUMBER.c, and what it does as NUMBER.json
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Whose variables are renamed together
    #[arg(long, value_enum, default_value_t = GranularityName::Intra)]
    granularity: GranularityName,

    /// Which variants count as renamings of each other
    #[arg(long, value_enum, default_value_t = SymmetryName::Exact)]
    symmetry: SymmetryName,

    /// List at most N variants
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = number::count, allow_negative_numbers = true)]
    limit: u64,

    /// List N variants, each as likely as any other, none twice
    #[arg(long, value_name = "N", value_parser = number::count, conflicts_with_all = ["from", "take"],
        allow_negative_numbers = true)]
    sample: Option<u64>,

    /// Chooses the sample
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number::seed, allow_negative_numbers = true)]
    seed: u64,

    /// Begin with variant K; the first is 0
    #[arg(long, value_name = "K", value_parser = number::big, allow_negative_numbers = true)]
    from: Option<BigUint>,

    /// List M variants [default: up to --limit]
    #[arg(long, value_name = "M", value_parser = number::big, allow_negative_numbers = true)]
    take: Option<BigUint>,

    /// List only variants that are defined, with their expected output
    #[arg(long)]
    defined_only: bool,

    /// Print one JSON object per variant, on a line of its own
    #[arg(long)]
    json: bool,

    /// Evaluate at most N expression nodes in each variant [default: 10,000 and four times those of the program itself]
    #[arg(long, value_name = "N", value_parser = number::count)]
    fuel: Option<u64>,

    #[command(flatten)]
    preprocessing: Preprocessing,

    /// The clang that reads C++ files [default: clang++, or the newest clang++-N]
    #[arg(long, value_name = "COMMAND")]
    clang: Option<OsString>,

    /// Print the CPU time of listing and judging on standard error, as JSON
    #[arg(long, hide = true)]
    time: bool,
}

#[derive(ValueEnum, Copy, Clone, PartialEq, Eq, Debug)]
enum GranularityName {
    /// Those of each function by itself; a variant is any combination of the functions' variants
    Intra,
    /// Those of the whole program
    Inter,
}

#[derive(ValueEnum, Copy, Clone, PartialEq, Eq, Debug)]
enum SymmetryName {
    /// Variables of one scope and type are interchangeable if their declarations say the same
    Exact,
    /// All variables of one scope and type are; as in the paper, not all combinations with global variables are found
    Paper,
    /// None are: all fillings are listed
    None,
}

pub fn run(args: Args) -> ExitCode {
    let work = move |max_depth| {
        let is_cpp = args.files.iter().any(|file| cpp::is_cpp(file));
        let result = if is_cpp { cpp::run(&args) } else { c::run(&args, max_depth) };
        match result {
            Ok(exit_code) | Err(exit_code) => exit_code,
        }
    };
    stack::with_large_stack(work).unwrap_or_else(|panic| internal_error(&panic))
}

impl Args {
    fn granularity(&self) -> Granularity {
        match self.granularity {
            GranularityName::Intra => Granularity::Intra,
            GranularityName::Inter => Granularity::Inter,
        }
    }

    fn symmetry(&self) -> Symmetry {
        match self.symmetry {
            SymmetryName::Exact => Symmetry::Exact,
            SymmetryName::Paper => Symmetry::Paper,
            SymmetryName::None => Symmetry::None,
        }
    }

    fn choice(&self) -> Choice {
        let &Args { limit, seed, .. } = self;
        match (self.sample, &self.from, &self.take) {
            (Some(count), ..) => Choice::Sample { count, seed },
            (None, None, None) => Choice::Limit { limit, seed },
            (None, from, take) => Choice::Range {
                from: from.clone().unwrap_or_default(),
                take: take.clone().unwrap_or_else(|| limit.into()),
            },
        }
    }

    /// Whether variants are executed: the text alone does not need it.
    fn judges(&self) -> bool {
        self.json || self.defined_only || self.out.is_some()
    }
}
