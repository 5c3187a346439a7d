//! From arguments to everything a hunt needs: configuration, compilers, benches, store, seed.

use super::Args;
use super::resume::{self, Changed, Resumed};
use crate::diagnostic;
use crate::exit::ExitCode;
use crate::{resources, sandboxes};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use lab::Bench;
use lab::campaign::{Campaign, cost};
use lab::compiler::Compiler;
use lab::config::{CompilerConfig, Config, SourceConfig, size, words};
use lab::detection;
use lab::oracle::Oracle;
use lab::shell::shell;
use lab::sources;
use lab::store::{self, Store};
use lab::triage::Known;
use sandbox::Tier;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

pub struct Setup {
    pub campaign: Campaign,
    pub store: Box<dyn Store>,
    /// Where the store is.
    pub directory: PathBuf,
    /// Whether every command finds the store by itself, without a flag.
    pub is_usual: bool,
    /// The configuration file, if there is one.
    pub config_file: Option<PathBuf>,
    /// One for each job.
    pub benches: Vec<Bench>,
    pub jobs: usize,
    pub tier: Tier,
    /// What is to be said if the tier is not the strongest.
    pub weakness: Option<String>,
    /// What an earlier run of the same campaign has done.
    pub resumed: Option<Resumed>,
    /// Compilers that were asked for or found, but do not work, with the reason.
    pub broken: Vec<String>,
    /// Compilers on PATH for other machines, which are taken only by name.
    pub cross: Vec<PathBuf>,
}

impl Setup {
    /// Compilers that are not what they were in earlier runs of the campaign.
    pub fn changed(&self) -> Vec<Changed> {
        self.resumed.as_ref().map(|resumed| resumed.changed(&self.campaign.compilers)).unwrap_or_default()
    }
}

/// Why there is no hunt.
pub struct Failure {
    exit_code: ExitCode,
    message: String,
}

impl Failure {
    fn usage(message: impl ToString) -> Failure {
        Failure { exit_code: ExitCode::Usage, message: message.to_string() }
    }

    fn new(exit_code: ExitCode, message: impl ToString) -> Failure {
        Failure { exit_code, message: message.to_string() }
    }

    pub fn show(&self) -> ExitCode {
        diagnostic::plain(&self.message);
        self.exit_code
    }
}

impl From<store::Error> for Failure {
    fn from(error: store::Error) -> Failure {
        let exit_code = match error {
            store::Error::Busy { .. } => ExitCode::Busy,
            _ => ExitCode::Output,
        };
        Failure::new(exit_code, error)
    }
}

pub fn set_up(args: &Args) -> Result<Setup, Failure> {
    let (mut config, config_file) = configuration(args)?;
    lay_over(&mut config, args)?;
    let sources = sources::open(&config).map_err(Failure::usage)?;
    let jobs = jobs(args);
    let benches = args.sandbox.benches(jobs, &config.limits);
    let mut benches = benches.map_err(|error| Failure::new(ExitCode::Unavailable, format!("{error:#}")))?;
    benches.iter_mut().for_each(|bench| bench.sandbox.open(&config.sandbox.read));
    let sandbox = &benches[0].sandbox;
    let (tier, weakness) = (sandbox.tier(), sandboxes::weakness(sandbox));
    if config.compilers.is_empty() && !args.json && io::stderr().is_terminal() {
        eprintln!("Trying the compilers on PATH …");
    }
    let directory = config.store.clone();
    // If another process has the store, say so before all compilers are tried. A store that does not exist is not made yet.
    let opened = directory.exists().then(|| store::open(&directory)).transpose()?;
    let Found { compilers, broken, cross } = compilers(&mut config, &mut benches)?;
    detection::check_flags(&mut benches, &compilers, &config).map_err(Failure::usage)?;
    // Only now is it known whether the golden compiler is among them.
    config.check(sources::check).map_err(Failure::usage)?;
    let store = opened.map_or_else(|| store::open(&directory), Ok)?;
    let (seed, mut config, resumed) = resume::choose(args.seed, config, &store.campaigns()?);
    if resumed.is_none() {
        cost::measure(&mut benches, &compilers, &mut config);
    }
    let known = Known::near(&directory).map_err(Failure::usage)?.with(&store.corrections()?);
    let campaign = Campaign { seed, config, compilers, sources, known };
    let is_usual = args.store.is_none() && args.config.is_none();
    Ok(Setup {
        campaign,
        store,
        directory,
        is_usual,
        config_file,
        benches,
        jobs,
        tier,
        weakness,
        resumed,
        broken,
        cross,
    })
}

/// The file's configuration, or the default one.
fn configuration(args: &Args) -> Result<(Config, Option<PathBuf>), Failure> {
    let here = std::env::current_dir().map_err(Failure::usage)?;
    let Some(path) = args.config.clone().or_else(|| Config::find(&here)) else {
        return Ok((Config::default(), None));
    };
    let config = Config::load(&path, sources::check).map_err(Failure::usage)?;
    Ok((config, Some(path)))
}

/// Flags override the file.
fn lay_over(config: &mut Config, args: &Args) -> Result<(), Failure> {
    if let Some(store) = &args.store {
        config.store = store.clone();
    }
    if !args.compiler.is_empty() {
        config.compilers = from_commands(&args.compiler, args.random_flags.is_some())?;
        run_by(&mut config.compilers, &args.run)?;
    }
    if !args.levels.is_empty() {
        config.levels = args.levels.clone();
        config.compilers.iter_mut().for_each(|compiler| compiler.flags.clear());
    }
    config.reduce &= !args.no_reduce;
    config.triage &= !args.no_triage;
    if let Some(random_flags) = args.random_flags {
        config.random_flags = random_flags;
        config.compilers.iter_mut().for_each(|compiler| compiler.random_flags = None);
    }
    if !args.source.is_empty() {
        config.sources = args.source.iter().map(|(name, weight)| chosen(&config.sources, name, *weight)).collect();
    }
    if !args.oracle.is_empty() {
        config.oracles = args.oracle.clone();
    }
    if let Some(size) = &args.size {
        config.sources.iter_mut().for_each(|source| source.size = Some(size.clone()));
    }
    config.check(sources::check).map_err(Failure::usage)
}

/// A source of the configuration, or one that Gadfly knows by name.
fn chosen(sources: &[SourceConfig], name: &str, weight: Option<u32>) -> SourceConfig {
    let known = sources.iter().find(|source| source.name == name).cloned();
    let mut source = known.unwrap_or_else(|| SourceConfig::named(name));
    source.weight = weight.unwrap_or(source.weight);
    source
}

fn from_commands(commands: &[String], keep_random: bool) -> Result<Vec<CompilerConfig>, Failure> {
    let mut compilers: Vec<CompilerConfig> = Vec::new();
    for command in commands {
        let mut compiler = from_command(command, keep_random)?;
        let same = compilers.iter().filter(|other| other.name == compiler.name).count();
        if same > 0 {
            compiler.name = format!("{}-{}", compiler.name, compilers.len() + 1);
        }
        compilers.push(compiler);
    }
    Ok(compilers)
}

/// What runs their programs: one command for all, or one for each.
fn run_by(compilers: &mut [CompilerConfig], run: &[String]) -> Result<(), Failure> {
    if run.len() > 1 && run.len() != compilers.len() {
        let counts = format!("there are {} --run and {} --compiler", run.len(), compilers.len());
        return Err(Failure::usage(format!(
            "{counts}; give one --run for all of them, or one for each in their order"
        )));
    }
    for (compiler, run) in compilers.iter_mut().zip(run.iter().cycle()) {
        compiler.run.clone_from(run);
    }
    Ok(())
}

/// `gcc-12 -m32` is the compiler `gcc-12-m32`; `gcc-12 -m32 -O3` is the same, in one way only.
fn from_command(command: &str, keep_random: bool) -> Result<CompilerConfig, Failure> {
    let words = words::split(command).map_err(|error| Failure::usage(format!("--compiler `{command}`: {error}")))?;
    let Some(program) = words.first() else {
        return Err(Failure::usage("--compiler needs a command, such as `gcc-12` or `gcc-12 -m32`"));
    };
    let (levels, rest): (Vec<String>, Vec<String>) = words.iter().cloned().partition(|word| word.starts_with("-O"));
    let file_name = Path::new(program).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let name = rest.iter().skip(1).fold(file_name, |name, word| name + "-" + word.trim_start_matches('-'));
    Ok(CompilerConfig {
        random_flags: (!levels.is_empty() && !keep_random).then_some(0),
        flags: if levels.is_empty() { Vec::new() } else { vec![shell(&levels)] },
        ..CompilerConfig::new(&name, &shell(&rest))
    })
}

fn jobs(args: &Args) -> usize {
    args.jobs.map_or_else(resources::cores, |jobs| jobs as usize)
}

/// The compilers of a hunt, and those that cannot be used.
struct Found {
    compilers: Vec<Compiler>,
    broken: Vec<String>,
    cross: Vec<PathBuf>,
}

/// The compilers of the configuration, or else all there are; those that do not work are left out.
fn compilers(config: &mut Config, benches: &mut [Bench]) -> Result<Found, Failure> {
    if config.compilers.is_empty() {
        let detection::Detected { mut compilers, broken, cross } = detection::detect_in(benches);
        compilers.extend(detection::siblings(benches, &compilers));
        config.compilers = compilers.iter().map(resolved).collect();
        return some(Found { compilers, broken: broken.into_iter().map(|(_, why)| why).collect(), cross });
    }
    let identified = config.compilers.iter().map(|compiler| detection::identify(&mut benches[0], compiler));
    let (compilers, broken): (Vec<_>, Vec<_>) = identified.partition(Result::is_ok);
    some(Found {
        compilers: compilers.into_iter().flatten().collect(),
        broken: broken.into_iter().filter_map(Result::err).collect(),
        cross: Vec::new(),
    })
}

fn some(found: Found) -> Result<Found, Failure> {
    match (found.compilers.is_empty(), found.broken.is_empty()) {
        (false, _) => Ok(found),
        (true, true) => Err(Failure::new(ExitCode::Unavailable, NO_COMPILER)),
        (true, false) => {
            let message = format!("none of the compilers can be used\n{}", found.broken.join("\n"));
            Err(Failure::new(ExitCode::Unavailable, message))
        }
    }
}

const NO_COMPILER: &str = "there is no C compiler on PATH
Install one, for example with `apt install gcc`, or name one with `--compiler COMMAND`.";

/// A detected compiler as one would configure it.
fn resolved(compiler: &Compiler) -> CompilerConfig {
    CompilerConfig {
        language: Some(compiler.language),
        target: Some(compiler.target),
        run: shell(&compiler.run),
        ..CompilerConfig::new(&compiler.name, &shell(&compiler.command))
    }
}

/// `2`, `O2` and `-O2` are the same. `syntax` is the front end alone.
pub fn level(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text == "syntax" {
        return Ok("-fsyntax-only".to_string());
    }
    let level = text.strip_prefix("-O").or(text.strip_prefix('O')).unwrap_or(text);
    let is_level = level.len() <= 8 && level.chars().all(|c| c.is_ascii_alphanumeric());
    if is_level { Ok(format!("-O{level}")) } else { Err("write levels such as 0,1,2,3,s".to_string()) }
}

/// `csmith`, `csmith=3`, `files:suite` or `files:suite=3`. An argument may have a `=` of its own, but must not end like a weight.
pub fn source(text: &str) -> Result<(String, Option<u32>), String> {
    let (name, weight) = match text.rsplit_once('=') {
        Some((name, weight)) => match weight.parse() {
            Ok(weight) => (name, Some(weight)),
            Err(_) if name.contains(':') => (text, None),
            Err(_) => return Err("a weight is a whole number: csmith=3".to_string()),
        },
        None => (text, None),
    };
    match name.is_empty() {
        true => Err("write NAME, NAME:ARGUMENT, or either with =WEIGHT".to_string()),
        false => Ok((name.to_string(), weight)),
    }
}

pub fn size(text: &str) -> Result<String, String> {
    size::parse(text).map(|_| text.to_string())
}

pub fn oracle() -> impl TypedValueParser<Value = Oracle> {
    PossibleValuesParser::new(Oracle::ALL.map(Oracle::name)).map(|name| {
        let known = Oracle::ALL.into_iter().find(|oracle| oracle.name() == name);
        known.expect("clap has checked the name")
    })
}
