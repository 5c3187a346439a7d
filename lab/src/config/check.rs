//! What TOML's types cannot say: names that exist once, lines that split, numbers that make sense.

use super::error::Wrong;
use super::nearest::nearest;
use super::span::Step::{self, Index, Key};
use super::{CheckSource, CompilerConfig, Config, LimitsConfig, WrongSource, size, words};

type Checked = Result<(), (Vec<Step>, Wrong)>;

/// The first mistake, with the way to it.
pub fn check(config: &Config, check_source: CheckSource) -> Checked {
    config.compilers.iter().enumerate().try_for_each(|(at, compiler)| self::compiler(compiler, at))?;
    unique(&["compiler"], config.compilers.iter().map(|compiler| compiler.name.as_str()))?;
    levels(config)?;
    sources(config, check_source)?;
    golden(config)?;
    require(!config.oracles.is_empty(), "oracles", "without an oracle nothing can be found")?;
    require(config.confirm > 0, "confirm", "a finding must be run again at least once before it counts")?;
    require(config.keep_alike > 0, "keep_alike", "at least one of each kind of crash must be kept")?;
    limits(&config.limits)
}

fn compiler(compiler: &CompilerConfig, at: usize) -> Checked {
    let fail = |key, wrong| Err((vec![Key("compiler"), Index(at), Key(key)], wrong));
    if compiler.name.trim().is_empty() {
        return fail("name", Wrong::new("a compiler needs a name"));
    }
    if compiler.name == "gadfly" {
        return fail("name", Wrong::new("`gadfly` is the name of findings against Gadfly itself"));
    }
    match words::split(&compiler.command) {
        Ok(command) if command.is_empty() => {
            return fail("command", Wrong::new(format!("the compiler `{}` needs a command", compiler.name)));
        }
        Ok(_) => {}
        Err(error) => return fail("command", Wrong::new(error.to_string())),
    }
    if let Err(error) = words::split(&compiler.run) {
        return fail("run", Wrong::new(error.to_string()));
    }
    if compiler.cost == Some(0) {
        return fail("cost", Wrong::new("a program costs at least 1 ms of CPU time"));
    }
    lines(&compiler.flags, vec![Key("compiler"), Index(at), Key("flags")])
}

fn levels(config: &Config) -> Checked {
    require(!config.levels.is_empty(), "levels", "compilers need at least one level; no flag at all is \"\"")?;
    lines(&config.levels, vec![Key("levels")])
}

/// Every line splits into words, none of which changes what the programs must print: their data model is the compiler's, and
/// their floating-point arithmetic is that of IEC 60559.
fn lines(lines: &[String], path: Vec<Step>) -> Checked {
    for (at, line) in lines.iter().enumerate() {
        let wrong = match words::split(line) {
            Ok(words) => words.iter().find_map(|word| other_meaning(word)),
            Err(error) => Some(Wrong::new(error.to_string())),
        };
        if let Some(wrong) = wrong {
            return Err(([path, vec![Index(at)]].concat(), wrong));
        }
    }
    Ok(())
}

fn other_meaning(word: &str) -> Option<Wrong> {
    if is_model(word) {
        let help = format!("a compiler of its own with `command = \"… {word}\"` gets programs for it");
        return Some(Wrong::new(format!("`{word}` makes another compiler of it")).help(help));
    }
    ["-Ofast", "-ffast-math", "-funsafe-math-optimizations"].contains(&word).then(|| {
        Wrong::new(format!("with `{word}` floating-point results may differ, so that no output could be called wrong"))
            .help("use -O3")
    })
}

fn is_model(word: &str) -> bool {
    ["-m16", "-m32", "-mx32", "-m64"].contains(&word) || word.starts_with("--target") || word == "-target"
}

fn sources(config: &Config, check_source: CheckSource) -> Checked {
    let sources = &config.sources;
    require(!sources.is_empty(), "source", "without a source there are no programs")?;
    (0..sources.len()).try_for_each(|at| source(config, at, check_source))?;
    unique(&["source"], sources.iter().map(|source| source.name.as_str()))?;
    if sources.iter().all(|source| source.weight == 0) {
        let wrong = Wrong::new("all weights of sources are 0, so there are no programs");
        return Err((vec![Key("source"), Index(0), Key("weight")], wrong));
    }
    Ok(())
}

fn source(config: &Config, at: usize, check_source: CheckSource) -> Checked {
    let source = &config.sources[at];
    let fail = |key, wrong| Err((vec![Key("source"), Index(at), Key(key)], wrong));
    if let Some(command) = &source.command {
        match words::split(command) {
            Ok(words) if words.is_empty() => return fail("command", Wrong::new("the command is empty")),
            Ok(_) => {}
            Err(error) => return fail("command", Wrong::new(error.to_string())),
        }
    }
    if let Err(error) = words::split(&source.flags) {
        return fail("flags", Wrong::new(error.to_string()));
    }
    if let Err(message) = size::parse(source.size.as_deref().unwrap_or(size::DEFAULT)) {
        return fail("size", Wrong::new(message));
    }
    check_source(source, config).map_err(|WrongSource { key, at: element, wrong }| {
        let path = [Key("source"), Index(at), Key(key)].into_iter().chain(element.map(Index));
        (path.collect(), wrong)
    })
}

/// With no compilers listed, the names are known only once they are detected.
fn golden(config: &Config) -> Checked {
    let Some(golden) = &config.golden else { return Ok(()) };
    let names = || config.compilers.iter().map(|compiler| compiler.name.as_str());
    if config.compilers.is_empty() || names().any(|name| name == golden) {
        return Ok(());
    }
    let help = match nearest(golden, names()) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("there are {}", names().collect::<Vec<_>>().join(", ")),
    };
    Err((vec![Key("golden")], Wrong::new(format!("there is no compiler `{golden}` to be golden")).help(help)))
}

fn limits(limits: &LimitsConfig) -> Checked {
    let LimitsConfig { compile_cpu_ms, run_cpu_ms, compile_memory_mb, run_memory_mb, file_mb, output_kb, fuel } =
        *limits;
    let limits = [
        ("compile_cpu_ms", compile_cpu_ms),
        ("run_cpu_ms", run_cpu_ms),
        ("compile_memory_mb", compile_memory_mb),
        ("run_memory_mb", run_memory_mb),
        ("file_mb", file_mb),
        ("output_kb", output_kb),
        ("fuel", fuel),
    ];
    match limits.into_iter().find(|(_, value)| *value == 0) {
        Some((name, _)) => Err((vec![Key("limits"), Key(name)], Wrong::new(format!("`{name}` must be more than 0")))),
        None => Ok(()),
    }
}

fn unique<'a>(path: &[&'static str], names: impl Iterator<Item = &'a str>) -> Checked {
    let mut seen = Vec::new();
    for (at, name) in names.enumerate() {
        if seen.contains(&name) {
            let path = path.iter().map(|key| Key(key)).chain([Index(at), Key("name")]).collect();
            return Err((path, Wrong::new(format!("there are two with the name `{name}`"))));
        }
        seen.push(name);
    }
    Ok(())
}

fn require(holds: bool, key: &'static str, message: &str) -> Checked {
    if holds { Ok(()) } else { Err((vec![Key(key)], Wrong::new(message))) }
}
