//! `gadfly.toml`: compilers, sources, oracles and limits of a campaign.
//!
//! `Config` is the resolved configuration: the file's, with the flags laid over it and every default filled in. It is
//! saved with the campaign.

mod check;
mod error;
pub mod nearest;
pub mod size;
mod span;
pub mod words;

use crate::bounded;
use crate::kind::Oracle;
use crate::shell::shell;
pub use error::{Error, Place, Wrong, WrongSource};
use serde::{Deserialize, Serialize};
use source::language::{Language, TargetName};
use std::path::{Path, PathBuf};

/// The name of the file.
pub const FILE_NAME: &str = "gadfly.toml";

/// What `gadfly init` writes: every key with its default and what it does.
pub const TEMPLATE: &str = include_str!("config/template.toml");

/// What says whether a source exists and its settings make sense: `sources::check`. It is handed in, because sources are built
/// upon the configuration.
pub type CheckSource = fn(&SourceConfig, &Config) -> Result<(), WrongSource>;

/// Where findings go unless told otherwise.
pub const DEFAULT_STORE: &str = "gadfly-store";

/// A campaign's settings; the keys of the file have the names of the fields, unless something else is said.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Where findings are kept, relative to the configuration file.
    pub store: PathBuf,
    /// Empty: every compiler that is found on PATH.
    #[serde(rename = "compiler")]
    pub compilers: Vec<CompilerConfig>,
    /// Levels that every compiler without its own is tried at.
    pub levels: Vec<String>,
    /// Further builds per compiler and program, with a level, a few random optimisation flags and perhaps `-march`.
    pub random_flags: u32,
    /// `[[source]]`, in the order of the file.
    #[serde(rename = "source")]
    pub sources: Vec<SourceConfig>,
    /// Which of them judge. By default all.
    pub oracles: Vec<Oracle>,
    /// The name of the compiler that is believed in a vote, if there is one.
    pub golden: Option<String>,
    /// How often a finding is run again before it counts.
    pub confirm: u32,
    /// Crashes of one compiler with one signature, and refusals with one text, that are kept in full; further ones are
    /// counted. A compiler may break on every fourth program. As with `reduce`, a campaign goes on with any number.
    #[serde(skip_serializing)]
    pub keep_alike: u32,
    /// Make the program of every new finding as small as it can be. It decides nothing about programs and builds, so it
    /// is not saved: a campaign goes on with or without.
    #[serde(skip_serializing)]
    pub reduce: bool,
    /// Look into every new finding once it is reduced; without `reduce` nothing is looked into. Not saved either.
    #[serde(skip_serializing)]
    pub triage: bool,
    /// `[limits]`.
    pub limits: LimitsConfig,
    /// What compilers and programs may read. It decides nothing about programs and builds, so it is not saved.
    #[serde(skip_serializing)]
    pub sandbox: SandboxConfig,
}

/// `[sandbox]`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SandboxConfig {
    /// Files and directories besides the system's own and those that commands name, relative to the configuration file.
    pub read: Vec<PathBuf>,
}

/// `[[compiler]]`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompilerConfig {
    /// What findings call it. Each name is there once.
    pub name: String,
    /// One line, split as a shell would: `gcc-12 -m32`.
    pub command: String,
    /// By default what it compiles a test as.
    #[serde(default)]
    pub language: Option<Language>,
    /// By default what its macros say.
    #[serde(default)]
    pub target: Option<TargetName>,
    /// Flag sets, one line each: `-O2 -march=x86-64-v3`. Empty: the configuration's levels.
    #[serde(default)]
    pub flags: Vec<String>,
    /// Overrides the configuration's `random_flags`.
    #[serde(default)]
    pub random_flags: Option<u32>,
    /// What runs its programs: `qemu-aarch64 -L /usr/aarch64-linux-gnu`.
    #[serde(default)]
    pub run: String,
    /// CPU milliseconds that a program takes with all its builds, roughly. It decides how many programs the compiler gets,
    /// so it is measured when a campaign begins and saved with it.
    #[serde(default)]
    pub cost: Option<u32>,
}

/// `[[source]]`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceConfig {
    /// `policy`, `csmith`, `files:PATH`, or a name of one's own with a `command`.
    pub name: String,
    /// Programs are drawn from sources in proportion to their weights.
    #[serde(default = "one")]
    pub weight: u32,
    /// Writes a program into the working directory; `{seed}` and `{size}` are replaced. Split as a shell would, run
    /// without one.
    #[serde(default)]
    pub command: Option<String>,
    /// The files it writes that are to be compiled. Empty: what it prints on standard output, as `test.c`.
    #[serde(default)]
    pub units: Vec<String>,
    /// What every compilation needs: `-I/usr/include/csmith`.
    #[serde(default)]
    pub flags: String,
    /// Of the programs that `command` writes; for other sources, the only language that they are asked for.
    #[serde(default)]
    pub language: Option<Language>,
    /// Strategies: lines of the test unit: `small`, `120`, or a range of which each program draws one, `60..400`.
    #[serde(default, deserialize_with = "string_or_number")]
    pub size: Option<String>,
    /// Strategies: fixed parameters, `KEY=VALUE`.
    #[serde(default)]
    pub set: Vec<String>,
    /// `emi`: what variants differ in: `prune`, `insert`, `live`. Empty: all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
    /// `emi`: variants of each program, at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variants: Option<u32>,
    /// `spe`: variants of each program, at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// `spe`: variants that are compiled as one program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<u32>,
    /// `spe`: decides in which order variants come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// `spe`: leave out variants whose output is not known. Otherwise they are compiled, and not run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defined_only: Option<bool>,
}

fn one() -> u32 {
    1
}

/// The text of a file that a user wrote, and the directory that paths in it are relative to.
pub(crate) fn read(path: &Path) -> Result<(String, PathBuf), Error> {
    let unreadable = |error: std::io::Error| Error::Unreadable { path: path.to_path_buf(), error: error.to_string() };
    let text = bounded::read_text(path).map_err(unreadable)?;
    let absolute = std::path::absolute(path).map_err(unreadable)?;
    Ok((text, absolute.parent().unwrap_or(Path::new("/")).to_path_buf()))
}

impl Config {
    /// The nearest `gadfly.toml` in `from` or a directory above.
    pub fn find(from: &Path) -> Option<PathBuf> {
        from.ancestors().map(|directory| directory.join(FILE_NAME)).find(|path| path.is_file())
    }

    /// Reads and checks a file. A relative store is taken as beside the file, wherever the command was started.
    pub fn load(path: &Path, check_source: CheckSource) -> Result<Config, Error> {
        let (text, directory) = read(path)?;
        let mut config = Config::parse(&text, &path.display().to_string(), check_source)?;
        config.place(&directory);
        Ok(config)
    }

    /// Paths of a file are relative to the file, so that it means the same wherever one stands.
    fn place(&mut self, directory: &Path) {
        self.store = directory.join(&self.store);
        self.sandbox.read.iter_mut().for_each(|path| *path = directory.join(&*path));
        let commands = self.compilers.iter_mut().map(|compiler| &mut compiler.command);
        commands.for_each(|command| place_command(command, directory));
        self.sources.iter_mut().for_each(|source| source.place(directory));
    }

    /// Checks a text; `name` is what messages call it.
    pub fn parse(text: &str, name: &str, check_source: CheckSource) -> Result<Config, Error> {
        let config: Config = toml::from_str(text)
            .map_err(|error| Wrong::of_toml(&error).at(name, text, error.span().unwrap_or_default()))?;
        match check::check(&config, check_source) {
            Ok(()) => Ok(config),
            Err((path, wrong)) => Err(wrong.at(name, text, span::of(text, &path)).into()),
        }
    }

    /// Checks a configuration that flags have been laid over.
    pub fn check(&self, check_source: CheckSource) -> Result<(), Error> {
        check::check(self, check_source).map_err(|(_, wrong)| wrong.into())
    }

    /// What a program costs with the compiler of this name, if that is known.
    pub fn cost(&self, name: &str) -> Option<u32> {
        self.compilers.iter().find(|compiler| compiler.name == name)?.cost
    }

    /// The whole configuration; `Config::parse` gives the same one back.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("strings, numbers and lists are always TOML")
    }
}

/// What one compilation or execution may use. What uses more is ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LimitsConfig {
    /// CPU time of one compilation. Beyond it, a compiler hangs if its peers took a small part of that.
    pub compile_cpu_ms: u64,
    /// CPU time of one execution.
    pub run_cpu_ms: u64,
    /// Address space of a compiler.
    pub compile_memory_mb: u64,
    /// Address space of a program, in mebibytes.
    pub run_memory_mb: u64,
    /// Largest file a child may write.
    pub file_mb: u64,
    /// Output that is kept of each stream.
    pub output_kb: u64,
    /// Expression nodes the interpreter evaluates before it gives up on a foreign program.
    pub fuel: u64,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            store: PathBuf::from(DEFAULT_STORE),
            compilers: Vec::new(),
            levels: ["-O0", "-O1", "-O2", "-O3", "-Os"].map(String::from).to_vec(),
            random_flags: 1,
            // Each finds bugs that the others do not (`bench/live worth`).
            sources: ["policy", "live", "equivalence"].map(SourceConfig::named).to_vec(),
            oracles: Oracle::ALL.to_vec(),
            golden: None,
            confirm: 3,
            keep_alike: 10,
            reduce: true,
            triage: true,
            limits: LimitsConfig::default(),
            sandbox: SandboxConfig::default(),
        }
    }
}

impl CompilerConfig {
    /// With the settings that are not given left to the configuration and to detection.
    pub fn new(name: &str, command: &str) -> CompilerConfig {
        CompilerConfig {
            name: name.to_string(),
            command: command.to_string(),
            language: None,
            target: None,
            flags: Vec::new(),
            random_flags: None,
            run: String::new(),
            cost: None,
        }
    }
}

/// `size = 120` is as clear as `size = "120"`.
fn string_or_number<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    struct Visitor;
    impl serde::de::Visitor<'_> for Visitor {
        type Value = Option<String>;

        fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
            f.write_str("a number of lines or a string")
        }

        fn visit_i64<E>(self, number: i64) -> Result<Option<String>, E> {
            Ok(Some(number.to_string()))
        }

        fn visit_str<E>(self, text: &str) -> Result<Option<String>, E> {
            Ok(Some(text.to_string()))
        }
    }
    deserializer.deserialize_any(Visitor)
}

impl SourceConfig {
    /// With weight 1, and every other setting left to the source.
    pub fn named(name: &str) -> SourceConfig {
        SourceConfig {
            name: name.to_string(),
            weight: 1,
            command: None,
            units: Vec::new(),
            flags: String::new(),
            language: None,
            size: None,
            set: Vec::new(),
            kinds: Vec::new(),
            variants: None,
            limit: None,
            batch: None,
            seed: None,
            defined_only: None,
        }
    }

    /// What stands before the colon of its name.
    pub fn kind(&self) -> &str {
        self.name.split_once(':').map_or(&self.name, |(kind, _)| kind)
    }

    /// What stands behind it, which may be a name with a colon itself: `emi:files:suite`.
    pub fn argument(&self) -> Option<&str> {
        self.name.split_once(':').map(|(_, argument)| argument)
    }

    /// Paths are relative to the file that names them.
    pub(crate) fn place(&mut self, directory: &Path) {
        match &mut self.command {
            Some(command) => place_command(command, directory),
            None => place_name(&mut self.name, directory),
        }
    }
}

/// Of a source: an argument such as `./suite` is a path.
pub(crate) fn place_name(name: &mut String, directory: &Path) {
    let at = [":./", ":../"].into_iter().filter_map(|start| name.find(start)).min();
    if let Some(at) = at {
        let path = directory.join(&name[at + 1..]);
        *name = format!("{}:{}", &name[..at], path.display());
    }
}

/// A program such as `./cc` is a path.
pub(crate) fn place_command(command: &mut String, directory: &Path) {
    let is_relative = command.starts_with("./") || command.starts_with("../");
    if is_relative && let Ok(mut words) = words::split(command) {
        words[0] = directory.join(&words[0]).display().to_string();
        *command = shell(&words);
    }
}

impl Default for LimitsConfig {
    fn default() -> LimitsConfig {
        LimitsConfig {
            compile_cpu_ms: 10_000,
            run_cpu_ms: 5_000,
            compile_memory_mb: 4096,
            run_memory_mb: 1024,
            file_mb: 256,
            output_kb: 256,
            fuel: 200_000_000,
        }
    }
}
