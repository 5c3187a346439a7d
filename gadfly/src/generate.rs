//! `gadfly generate`: writes programs whose output is known.

mod bench;
mod explain;
mod report;

use crate::diagnostic;
use crate::exit::ExitCode;
use crate::number;
use crate::output::{internal_error, write_stdout};
use crate::stack;
use clap::ArgAction;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use report::{Report, Written};
use source::emit::File;
use source::generate::strategies;
use source::generate::{Case, Error};
use source::language::{Language, NoChoice, Std, TargetName};
use source::recipe::{self, Recipe, RecipeError};
use std::fs;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

/// Generate C or C++ programs that are free of undefined behaviour, with the output every correct compiler gives them.
///
/// Writes the test unit `test.c`, its declarations `init.h`, `driver.c` with `main`, and the exact standard output in
/// `expected.txt` (`test.cpp` and `driver.cpp` for C++). The same recipe gives the same bytes on every machine.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "See --help for examples and exit codes.", after_long_help = concat!("\
Examples:
  gadfly generate --seed 7 --out case            one C program, in case/
  gcc -O3 case/test.c case/driver.c -o a.out && ./a.out | diff - case/expected.txt
  gadfly run case/test.c case/driver.c           what the program means
  gadfly generate --seed 7 --std c++20           C++, in gadfly-7/
  gadfly generate --seed 1 --count 9 --out many  seeds 1 to 9, in many/1/ … many/9/
  gadfly generate --count 9 --json | jq .lines   for scripts: one object per program
  gadfly generate --seed 7 --explain             what this seed has sampled
  gadfly generate --list-parameters              what there is to sample or to set
  gadfly generate --seed 7 --set stmt_loop=0     with a parameter fixed
  gadfly generate --seed 7 --strategy equivalence --self-check
                                                 names the first variable that is wrong

", "\
Exit codes: 0 all programs are written, 2 wrong arguments, 70 a bug in gadfly, \
74 output not writable."))]
pub struct Args {
    /// Chooses the program [default: a random one, which is printed]
    #[arg(long, value_name = "N", value_parser = number::seed, allow_negative_numbers = true)]
    seed: Option<u64>,

    /// Write the files into DIR, which is created [default: gadfly-SEED]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// How programs are made
    #[arg(long, value_name = "STRATEGY", default_value = "policy", value_parser = strategy_names())]
    strategy: String,

    /// The language [default: that of --std, or c]
    #[arg(long, value_name = "LANGUAGE", value_parser = language())]
    lang: Option<Language>,

    /// The language standard [default: c17 or c++17]
    #[arg(long, value_name = "STANDARD", value_parser = names(Std::NAMES))]
    std: Option<Std>,

    /// The data model
    #[arg(long, value_name = "TARGET", default_value = "x86_64", value_parser = names(TargetName::NAMES))]
    target: TargetName,

    /// Lines of the test unit, roughly: small (100), medium (500), large (2000) or a number
    #[arg(long, value_name = "SIZE", default_value = "medium", value_parser = recipe::lines)]
    size: u32,

    /// on: policies shape parts of the program, and parameters are sampled; off: no policies, and every parameter has its default
    #[arg(long, value_name = "on|off", default_value = "on", value_parser = on_or_off(), action = ArgAction::Set)]
    policies: bool,

    /// Fix a parameter; may be repeated
    #[arg(long, value_name = "KEY=VALUE", value_parser = recipe::setting)]
    set: Vec<(String, String)>,

    /// With --strategy equivalence: programs compare every variable with its expected value, and name the first wrong one
    #[arg(long)]
    self_check: bool,

    /// All options above except --out in one line, as printed with each program
    #[arg(long, value_name = "RECIPE",
        conflicts_with_all = ["seed", "strategy", "lang", "std", "target", "size", "policies", "set", "self_check"])]
    recipe: Option<Recipe>,

    /// Generate K programs, from seeds N, N+1, …, each in a directory of its own: DIR/SEED
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = number::count, allow_negative_numbers = true)]
    count: u64,

    /// Print one JSON object per program, on a line of its own
    #[arg(long)]
    json: bool,

    /// Print the sampled parameters instead of writing the program
    #[arg(long)]
    explain: bool,

    /// Print all parameters with their defaults and ranges
    #[arg(long)]
    list_parameters: bool,

    /// With C++: write the C form of the same model as well, into DIR/c
    #[arg(long, hide = true)]
    also_c: bool,

    /// Generate without writing, and print the speed
    #[arg(long, hide = true)]
    no_write: bool,
}

/// The parameter that `--self-check` sets.
const SELF_CHECK: &str = "self_check";

fn strategy_names() -> PossibleValuesParser {
    let value = |strategy: &&dyn source::generate::strategy::Strategy| {
        PossibleValue::new(strategy.name()).help(strategy.about())
    };
    PossibleValuesParser::new(strategies::ALL.iter().map(value))
}

fn names<T>(names: &'static [(&str, T)]) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = NoChoice> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names.iter().map(|(name, _)| *name)).try_map(|name| name.parse())
}

/// Compilers' users write both `c++` and `cpp`.
fn language() -> impl TypedValueParser<Value = Language> {
    let cpp = PossibleValue::new("c++").aliases(["cpp", "cxx"]);
    let parser = PossibleValuesParser::new([PossibleValue::new("c"), cpp]);
    parser.map(|name| if name == "c" { Language::C } else { Language::Cpp })
}

fn on_or_off() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["on", "off"]).map(|word| word == "on")
}

pub fn run(args: Args) -> ExitCode {
    stack::with_large_stack(move |_| generate(&args)).unwrap_or_else(|panic| internal_error(&panic))
}

/// The whole command: a recipe, its programs, each shown or written.
fn generate(args: &Args) -> ExitCode {
    if args.list_parameters {
        return write_stdout(explain::parameters(&args.strategy, args.json).as_bytes(), ExitCode::Program(0));
    }
    let first = match args.recipe() {
        Ok(recipe) => recipe,
        Err(message) => {
            diagnostic::plain(&message);
            return ExitCode::Usage;
        }
    };
    let recipes = (0..args.count).map(|n| Recipe { seed: first.seed + n, ..first.clone() });
    if args.no_write {
        return bench::run(recipes, args.json);
    }
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("gadfly-{}", first.seed)));
    let mut exit_code = ExitCode::Program(0);
    for recipe in recipes {
        let dir = if args.count > 1 { out.join(recipe.seed.to_string()) } else { out.clone() };
        match args.one(&recipe, &dir) {
            ExitCode::Program(0) => {}
            // The other seeds are still of use.
            ExitCode::Internal => exit_code = ExitCode::Internal,
            failure => return failure,
        }
    }
    exit_code
}

impl Args {
    fn recipe(&self) -> Result<Recipe, String> {
        let recipe = match &self.recipe {
            Some(recipe) => recipe.clone(),
            None => self.recipe_of_flags(),
        };
        let strategy = strategies::find(&recipe.strategy).map_err(|error| error.to_string())?;
        if self.self_check && !strategy.switches().contains(&SELF_CHECK) {
            let name = &recipe.strategy;
            return Err(format!("the strategy `{name}` knows no values to check; choose --strategy equivalence"));
        }
        recipe.check().map_err(|error| advice(&error))?;
        match recipe.seed.checked_add(self.count - 1) {
            Some(_) => Ok(recipe),
            None => Err(format!("{} seeds from {} on end beyond {}", self.count, recipe.seed, u64::MAX)),
        }
    }

    fn recipe_of_flags(&self) -> Recipe {
        let strategy = strategies::find(&self.strategy).expect("the arguments were checked");
        let language = self.lang.or(self.std.map(Std::language)).unwrap_or(Language::C);
        Recipe {
            language,
            std: self.std.unwrap_or(language.default_std()),
            target: self.target,
            size: self.size,
            policies: self.policies,
            set: self.settings(),
            ..Recipe::of(strategy, self.seed.unwrap_or_else(random_seed))
        }
    }

    fn settings(&self) -> Vec<(String, String)> {
        let self_check = self.self_check.then(|| (SELF_CHECK.to_string(), "1".to_string()));
        self.set.iter().cloned().chain(self_check).collect()
    }

    fn one(&self, recipe: &Recipe, dir: &Path) -> ExitCode {
        let case = match case(recipe) {
            Ok(case) => case,
            Err(error) => return failed(recipe, &error),
        };
        if self.explain {
            return write_stdout(explain::case(&case, self.json).as_bytes(), ExitCode::Program(0));
        }
        match self.write(&case, dir) {
            Ok(written) => self.show(&case, dir, written),
            Err(error) => {
                diagnostic::plain(&format!("cannot write the program into {}: {error}", dir.display()));
                eprintln!("Choose another place with `--out DIR`.");
                ExitCode::Output
            }
        }
    }

    fn write(&self, case: &Case, dir: &Path) -> io::Result<Vec<Written>> {
        let mut written = write(&case.files, dir, "")?;
        fs::write(dir.join("expected.txt"), &case.expected)?;
        written.push(Written::new(dir, "expected.txt", &case.expected));
        if self.also_c && case.recipe.language == Language::Cpp {
            written.extend(write(&case.c_files(), dir, "c/")?);
        }
        Ok(written)
    }

    fn show(&self, case: &Case, dir: &Path, written: Vec<Written>) -> ExitCode {
        let report = Report::new(case, dir, written);
        let text = match (self.json, self.count) {
            (true, _) => report.for_scripts(case).json(),
            (false, 1) => report.text(),
            (false, _) => report.line(),
        };
        write_stdout(text.as_bytes(), ExitCode::Program(0))
    }
}

/// Generates, and says on the way down which recipe was to blame for a panic.
fn case(recipe: &Recipe) -> Result<Case, Error> {
    panic::catch_unwind(AssertUnwindSafe(|| source::generate(recipe))).unwrap_or_else(|panic| {
        eprintln!("while generating {recipe}");
        panic::resume_unwind(panic)
    })
}

fn failed(recipe: &Recipe, error: &Error) -> ExitCode {
    diagnostic::plain(&error.to_string());
    if let Error::Strategy(_) | Error::Parameter(_) = error {
        return ExitCode::Usage;
    }
    eprintln!("This is a bug in gadfly. Please report it, with the recipe {recipe}");
    ExitCode::Internal
}

fn write(files: &[File], dir: &Path, below: &str) -> io::Result<Vec<Written>> {
    fs::create_dir_all(dir.join(below))?;
    let write = |file: &File| {
        let name = format!("{below}{}", file.name);
        fs::write(dir.join(&name), &file.text)?;
        Ok(Written::new(dir, &name, &file.text))
    };
    files.iter().map(write).collect()
}

/// What is wrong with the recipe, and where to look it up.
fn advice(error: &RecipeError) -> String {
    match error {
        RecipeError::Parameter(_) => format!("{error}\nSee `gadfly generate --list-parameters`."),
        _ => error.to_string(),
    }
}

/// Short enough to be typed again.
fn random_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mixed = source::Rng::new(now.as_nanos() as u64 ^ u64::from(std::process::id())).next_u64();
    mixed >> 32
}
