//! Generators of others: a command with the seed in it, run in the sandbox; what it writes is the case.

mod known;

use super::reference;
use super::registry::{Entry, Opened};
use super::{Family, NoCase, Source, Wanted};
use crate::case::Case;
use crate::config::{Config, Error, SourceConfig, Wrong, words};
use crate::observe::Bench;
use crate::on_path;
use sandbox::{End, Limits, Ran};
use source::emit::File;
use source::language::Language;
use source::recipe::NAMED_SIZES;

/// Generators that are known by name.
pub const NAMES: [&str; 3] = ["csmith", "yarpgen", "yarpgen-v1"];

/// The source of a generator that is known by name.
pub fn entry(name: &'static str) -> Entry {
    Entry { name, argument: None, has_command: true, check: |_, _| Ok(()), open }
}

/// A generator that is known by name or has a command.
pub fn open(source: &SourceConfig, config: &Config) -> Opened {
    Ok(Box::new(External::new(source, config.limits.fuel)?))
}

pub struct External {
    name: String,
    /// One per language that it makes.
    templates: Vec<Template>,
    /// Expression nodes that the interpreter evaluates.
    fuel: u64,
}

/// How programs of one language are made.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Template {
    language: Language,
    /// With `{seed}`, `{size}` and `{std}` in it.
    command: Vec<String>,
    /// Empty: standard output.
    units: Vec<String>,
    driver: Option<String>,
    flags: Vec<String>,
}

impl External {
    pub fn new(config: &SourceConfig, fuel: u64) -> Result<External, Error> {
        let wrong = |message: String| Error::from(Wrong::new(format!("the source `{}`: {message}", config.name)));
        let flags = words::split(&config.flags).map_err(|error| wrong(error.to_string()))?;
        let mut templates = match &config.command {
            Some(command) => vec![own(config, command).map_err(wrong)?],
            None => known::templates(&config.name),
        };
        templates.retain(|template| config.language.is_none_or(|language| language == template.language));
        for template in &mut templates {
            template.flags.extend(flags.iter().cloned());
            find(template).map_err(wrong)?;
        }
        Ok(External { name: config.name.clone(), templates, fuel })
    }

    fn template(&self, language: Language) -> Result<&Template, NoCase> {
        let template = self.templates.iter().find(|template| template.language == language);
        template.ok_or_else(|| NoCase::new(&self.name, format_args!("makes no {language}")))
    }

    fn generate(&self, bench: &mut Bench, command: &[String]) -> Result<Ran, NoCase> {
        bench.sandbox.clear().map_err(|error| NoCase::new(&self.name, format_args!("no room to run in: {error}")))?;
        // Its output may be the program.
        let limits = bench.compile_limits();
        let limits = Limits { output_bytes: limits.file_bytes, ..limits };
        let ran = bench.run(command, limits);
        let failure = |reason: String| Err(NoCase::failure(&self.name, reason, &words(&ran)));
        match &ran.end {
            End::Exited(0) if !ran.truncated => Ok(ran),
            End::Exited(0) => failure("the program is too long".to_string()),
            End::Exited(code) => failure(format!("exit code {code}")),
            End::Signaled(signal) => failure(format!("killed by signal {signal}")),
            End::TimedOut => failure("timed out".to_string()),
            End::Exceeded(resource) => failure(format!("too much {resource:?}")),
            End::NotStarted(why) => failure(why.clone()),
        }
    }
}

/// Lines of what a generator says that are shown.
const SHOWN: usize = 3;

/// What it said when it failed: on standard error, or else on standard output.
fn words(ran: &Ran) -> String {
    let said = if ran.stderr.trim_ascii().is_empty() { &ran.stdout } else { &ran.stderr };
    let text = String::from_utf8_lossy(said);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let cut = |line: &str| line.chars().take(200).collect::<String>();
    lines.take(SHOWN).map(cut).collect::<Vec<_>>().join("; ")
}

/// The user's: three lines of TOML.
fn own(config: &SourceConfig, command: &str) -> Result<Template, String> {
    let language = config.language.unwrap_or(Language::C);
    let command = words::split(command).map_err(|error| error.to_string())?;
    let units = config.units.clone();
    Ok(Template { language, command, units, driver: None, flags: Vec::new() })
}

/// The generator's path, so that a missing one is noticed before the campaign.
fn find(template: &mut Template) -> Result<(), String> {
    let program = template.command.first_mut().ok_or("the command is empty")?;
    let path = on_path::find(program).ok_or_else(|| format!("there is no program `{program}` on this machine"))?;
    *program = path.display().to_string();
    Ok(())
}

impl Source for External {
    fn name(&self) -> &str {
        &self.name
    }

    fn makes(&self, language: Language) -> bool {
        self.template(language).is_ok()
    }

    fn family(&self, bench: &mut Bench, wanted: &Wanted) -> Result<Family, NoCase> {
        let template = self.template(wanted.language)?;
        let command = filled(&template.command, wanted);
        let ran = self.generate(bench, &command)?;
        let suffix = wanted.language.suffix();
        let (mut files, units) = match template.units.is_empty() {
            true => {
                let name = format!("test.{suffix}");
                (vec![File { name: name.clone(), text: String::from_utf8_lossy(&ran.stdout).into_owned() }], vec![name])
            }
            false => (Vec::new(), template.units.clone()),
        };
        let listed = template.units.iter().chain(&template.driver);
        let collected = collect(bench, listed);
        files.extend(collected.map_err(|what| NoCase::failure(&self.name, what, &words(&ran)))?);
        if files.iter().filter(|file| units.contains(&file.name)).all(|file| file.text.trim().is_empty()) {
            return Err(NoCase::failure(&self.name, "wrote nothing", &words(&ran)));
        }
        let case = Case {
            source: self.name.clone(),
            index: wanted.index,
            recipe: command.join(" "),
            language: wanted.language,
            target: wanted.target,
            files,
            units,
            driver: template.driver.clone(),
            flags: template.flags.clone(),
            expected: None,
        };
        Ok(reference::judged(bench, case, self.fuel)?.into())
    }
}

/// Seeds of 32 bits: not every generator takes more, and to some 0 means any.
fn filled(command: &[String], wanted: &Wanted) -> Vec<String> {
    let seed = (wanted.seed >> 32).max(1).to_string();
    let size = NAMED_SIZES[0].1.to_string();
    let std = wanted.language.default_std().to_string();
    let fill = |word: &String| word.replace("{seed}", &seed).replace("{size}", &size).replace("{std}", &std);
    command.iter().map(fill).collect()
}

/// The listed files, and every header beside them, by name.
fn collect<'a>(bench: &Bench, listed: impl Iterator<Item = &'a String>) -> Result<Vec<File>, String> {
    let read = |name: &str| bench.read(name).map(|text| String::from_utf8_lossy(&text).into_owned());
    let listed: Result<Vec<File>, String> = listed
        .map(|name| Ok(File { name: name.clone(), text: read(name).map_err(|_| format!("wrote no {name}"))? }))
        .collect();
    let mut files = listed?;
    let names = bench.sandbox.directory().and_then(|directory| directory.names()).unwrap_or_default();
    let names = names.into_iter().filter_map(|name| name.into_string().ok());
    let is_header = |name: &String| [".h", ".hpp", ".hh", ".inc"].iter().any(|suffix| name.ends_with(suffix));
    let mut headers: Vec<String> = names.filter(is_header).collect();
    headers.retain(|name| !files.iter().any(|file| file.name == *name));
    headers.sort();
    files.extend(headers.into_iter().filter_map(|name| Some(File { text: read(&name).ok()?, name })));
    Ok(files)
}
