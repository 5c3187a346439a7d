//! `gadfly compilers`: the compilers of this machine, and the tier of the sandbox.

use crate::diagnostic;
use crate::exit::ExitCode;
use crate::output::write_answer;
use crate::{resources, sandboxes};
use comfy_table::{ContentArrangement, Table, presets};
use lab::compiler::{Compiler, Features};
use lab::config::Config;
use lab::detection::{self, Detected};
use lab::{Bench, finding};
use sandbox::Sandbox;
use serde_json::json;
use std::fmt::Write;
use std::path::PathBuf;

/// List the compilers of this machine: versions, languages, targets, and what they can do besides compiling.
///
/// Each is really run: it must compile, link and run a small program. Lists those of gadfly.toml if it names any, else
/// every gcc, clang, tcc, pcc and chibicc on PATH, with their C++ counterparts.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "\
Exit codes: 0 there are compilers, 2 wrong arguments or configuration, 69 there are none, or no \
sandbox.")]
pub struct Args {
    /// Print one JSON object
    #[arg(long)]
    json: bool,

    /// The configuration [default: gadfly.toml here or in a directory above, if there is one]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// List the compilers on PATH, even if a configuration names others
    #[arg(long, conflicts_with = "config")]
    path: bool,

    #[command(flatten)]
    sandbox: sandboxes::SandboxArgs,
}

pub fn run(args: Args) -> ExitCode {
    let config = match args.configuration() {
        Ok(config) => config,
        Err(message) => {
            diagnostic::plain(&message);
            return ExitCode::Usage;
        }
    };
    let mut benches = match args.sandbox.benches(resources::cores(), &config.limits) {
        Ok(benches) => benches,
        Err(error) => {
            diagnostic::plain(&format!("{error:#}"));
            return ExitCode::Unavailable;
        }
    };
    benches.iter_mut().for_each(|bench| bench.sandbox.open(&config.sandbox.read));
    let detected = ask(&mut benches, &config);
    let exit_code = if detected.compilers.is_empty() { ExitCode::Unavailable } else { ExitCode::Program(0) };
    let text =
        if args.json { as_json(&detected, &benches[0].sandbox) } else { as_text(&detected, &benches[0].sandbox) };
    write_answer(&text, args.json, exit_code)
}

impl Args {
    fn configuration(&self) -> Result<Config, String> {
        let here = std::env::current_dir().map_err(|error| format!("there is no working directory: {error}"))?;
        let path = self.config.clone().or_else(|| Config::find(&here)).filter(|_| !self.path);
        path.map_or_else(
            || Ok(Config::default()),
            |path| Config::load(&path, lab::sources::check).map_err(|error| error.to_string()),
        )
    }
}

/// The configuration's compilers, or those on PATH.
fn ask(benches: &mut [Bench], config: &Config) -> Detected {
    if config.compilers.is_empty() {
        return detection::detect_in(benches);
    }
    let mut detected = Detected::default();
    for config in &config.compilers {
        match detection::identify(&mut benches[0], config) {
            Ok(compiler) => detected.compilers.push(compiler),
            Err(why) => detected.broken.push((config.name.clone(), why)),
        }
    }
    detected
}

fn as_json(detected: &Detected, sandbox: &Sandbox) -> String {
    let Detected { compilers, cross, broken } = detected;
    let broken: Vec<_> = broken.iter().map(|(name, reason)| json!({ "name": name, "reason": reason })).collect();
    let object = json!({
        "schema": finding::SCHEMA,
        "sandbox": sandbox.tier().to_string(),
        "compilers": compilers,
        "cross": cross,
        "broken": broken,
    });
    format!("{object}\n")
}

fn as_text(detected: &Detected, sandbox: &Sandbox) -> String {
    let Detected { compilers, cross, broken } = detected;
    let mut text = match compilers.len() {
        0 => "No compiler was found. Install one (Debian: `apt-get install gcc`), or name one in gadfly.toml.\n"
            .to_string(),
        _ => format!("{}\n", table(compilers)),
    };
    for (_, why) in broken {
        let _ = writeln!(text, "Not used: {why}");
    }
    if !cross.is_empty() {
        let paths: Vec<_> = cross.iter().map(|path| path.display().to_string()).collect();
        let _ = writeln!(
            text,
            "For other machines: {}. `gadfly hunt --compiler NAME` takes one; its programs are run by qemu-user, if that is \
             installed, or by the `run` command of gadfly.toml.",
            paths.join(", ")
        );
    }
    let tier = sandbox.tier();
    let _ = match sandboxes::weakness(sandbox) {
        Some(weakness) => writeln!(text, "Sandbox: {tier} ({weakness})"),
        None => writeln!(text, "Sandbox: {tier}"),
    };
    text
}

fn table(compilers: &[Compiler]) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(["name", "language", "target", "features", "version", "command"]);
    for compiler in compilers {
        let Compiler { name, command, language, version, target, run, .. } = compiler;
        let run = if run.is_empty() { String::new() } else { format!(", run by {}", run.join(" ")) };
        table.add_row([
            name.clone(),
            language.to_string(),
            target.to_string(),
            features(compiler.features),
            version.text.clone(),
            command.join(" ") + &run,
        ]);
    }
    table
}

fn features(features: Features) -> String {
    let Features { opt_bisect, dbg_cnt, sanitizers, m32 } = features;
    let all = [("opt-bisect", opt_bisect), ("dbg-cnt", dbg_cnt), ("sanitizers", sanitizers), ("-m32", m32)];
    let names: Vec<&str> = all.iter().filter(|(_, has)| *has).map(|(name, _)| *name).collect();
    if names.is_empty() { "-".to_string() } else { names.join(" ") }
}
