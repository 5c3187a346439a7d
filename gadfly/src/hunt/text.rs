//! A hunt in words: what it will do, how it stands, what came of it.

use super::End;
use super::json::word;
use super::resume::{self, Changed};
use super::setup::Setup;
use super::tally::{Reason, Shares, Tally};
use crate::duration;
use crate::sandboxes;
use lab::campaign::{Event, Inconclusive};
use lab::compiler::{Compiler, flags};
use lab::config::Config;
use lab::finding::{Finding, State};
use lab::shell::shell;
use lab::store::Totals;
use std::collections::BTreeMap;
use std::path::PathBuf;

pub const DRAINING: &str = "Finishing the programs under way; once more stops at once.";

/// What was found on this machine, and what will be done with it.
pub fn plan(setup: &Setup) -> String {
    let config = &setup.campaign.config;
    let mut lines = Vec::new();
    if let Some(file) = &setup.config_file {
        lines.push(field("configuration", &file.display().to_string()));
    }
    lines.extend(compilers(&setup.campaign.compilers, config));
    lines.extend(setup.changed().iter().map(|changed| field("changed", &self::changed(changed))));
    lines.extend(setup.broken.iter().map(|broken| field("left out", broken)));
    lines.extend(cross(&setup.cross));
    if setup.campaign.compilers.iter().any(|compiler| has_levels(config, compiler)) {
        lines.push(field("builds", &builds(config)));
    }
    lines.push(field("sources", &sources(setup)));
    lines.push(field("oracles", &list(config.oracles.iter().map(word))));
    lines.push(field("sandbox", &format!("{}, {} at a time", setup.tier, plural(setup.jobs as u64, "program"))));
    lines.extend(setup.weakness.iter().map(|weakness| field("", weakness)));
    let readable = sandboxes::readable(&setup.benches);
    if !readable.is_empty() {
        let paths = list(readable.iter().map(|path| path.display().to_string()));
        lines.push(field("", &format!("compilers may read {paths} besides the system's directories")));
    }
    lines.push(field(
        "store",
        &format!("{}, seed {}{}", setup.directory.display(), setup.campaign.seed, resumed(setup)),
    ));
    lines.join("\n")
}

/// Compilers on PATH that a hunt takes only if they are named.
fn cross(paths: &[PathBuf]) -> Option<String> {
    let names = paths.iter().filter_map(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
    let names = list(names);
    (!paths.is_empty()).then(|| field("left out", &format!("{names}: for other machines; --compiler NAME takes one")))
}

fn field(name: &str, value: &str) -> String {
    format!("{name:<14} {value}")
}

fn compilers(compilers: &[Compiler], config: &Config) -> Vec<String> {
    let names = compilers.iter().map(|compiler| compiler.name.len()).max().unwrap_or(0);
    let line = |(n, compiler): (usize, &Compiler)| {
        let name = if n == 0 { "compilers" } else { "" };
        let ways = ways(config, compiler);
        field(name, &format!("{:<names$}  {}{ways}", compiler.name, compiler.version.text))
    };
    compilers.iter().enumerate().map(line).collect()
}

/// A compiler's own ways of compiling, if it has any, and what runs its programs.
fn ways(config: &Config, compiler: &Compiler) -> String {
    let own = if has_levels(config, compiler) {
        String::new()
    } else {
        let sets: Vec<String> = flags::fixed(compiler, config).iter().map(|flags| named(&flags.join(" "))).collect();
        format!(", with {}", sets.join(" | "))
    };
    match compiler.run.as_slice() {
        [] => own,
        run => format!("{own}, run by {}", shell(run)),
    }
}

/// Whether it is used at the levels that all compilers have in common.
fn has_levels(config: &Config, compiler: &Compiler) -> bool {
    flags::fixed(compiler, config) == flags::fixed(compiler, &Config { compilers: Vec::new(), ..config.clone() })
        && !compiler.family.is_small()
}

fn named(flags: &str) -> String {
    if flags.is_empty() { "no flags".to_string() } else { flags.to_string() }
}

fn builds(config: &Config) -> String {
    let levels = list(config.levels.iter().map(|level| named(level)));
    match config.random_flags {
        0 => levels,
        count => format!("{levels}, and {count} with random flags"),
    }
}

fn sources(setup: &Setup) -> String {
    let sources = &setup.campaign.config.sources;
    let total: u64 = sources.iter().map(|source| u64::from(source.weight)).sum();
    let share = |weight: u32| 100 * u64::from(weight) / total.max(1);
    match sources.as_slice() {
        [source] => source.name.clone(),
        _ => list(sources.iter().map(|source| format!("{} ({}%)", source.name, share(source.weight)))),
    }
}

fn resumed(setup: &Setup) -> String {
    match &setup.resumed {
        Some(resumed) => format!("; goes on after {}", plural(resumed.totals.programs, "program")),
        None => "; a new campaign".to_string(),
    }
}

fn changed(Changed { name, before, now }: &Changed) -> String {
    format!("{name} was {before} in earlier runs of this campaign, and is {now} now")
}

/// A line for what people should see at once. `tally` has the event already.
pub fn event(event: &Event, tally: &Tally) -> Option<String> {
    match event {
        Event::Finding(finding) => Some(line(finding)),
        Event::Reduced { id, lines } => Some(format!("reduced {id} to {}", plural(*lines as u64, "line"))),
        Event::Known { finding, from } => Some(known(finding, from)),
        Event::Triaged { id, fingerprint, known } => {
            let known = known.as_ref().map(|from| format!(" (known: {from})"));
            Some(format!("classified {id}: {fingerprint}{}", known.unwrap_or_default()))
        }
        Event::Paused { message } => Some(format!("paused: {message}")),
        Event::Resumed => Some("goes on".to_string()),
        Event::Failed { message } => Some(format!("failed: {message}")),
        Event::Inconclusive(inconclusive) => failure(inconclusive, tally),
        Event::Program { .. } | Event::Reducing { .. } => None,
    }
}

/// `no program: csmith: exit code 2: cannot open /usr/include`, when it is so first.
fn failure(inconclusive: &Inconclusive, tally: &Tally) -> Option<String> {
    let Inconclusive { reason, words, is_failure, .. } = inconclusive;
    let is_first = tally.inconclusive.get(reason).is_some_and(|of| of.count == 1);
    (*is_failure && is_first).then(|| format!("no program: {}", told(reason, words)))
}

fn told(reason: &str, words: &str) -> String {
    if words.is_empty() { reason.to_string() } else { format!("{reason}: {words}") }
}

/// `1f2e3d4c5b6a  wrong-code  gcc-12 -O2  prints 3 instead of 4`.
fn line(finding: &Finding) -> String {
    let flaky = match finding.state {
        State::Confirmed { .. } => String::new(),
        State::Flaky { shown, runs } => format!(" (flaky: {shown} of {runs} times)"),
    };
    let flags = finding.builds.first().map(|flags| flags.join(" ")).unwrap_or_default();
    let build = format!("{} {flags}", finding.compiler.name);
    format!("{}  {}  {}  {}{flaky}", finding.id, word(&finding.kind), build.trim_end(), finding.message)
}

/// `1f2e3d4c5b6a  known: https://gcc.gnu.org/PR81503`.
fn known(finding: &Finding, from: &str) -> String {
    format!("{}  known: {from}", finding.id)
}

/// How things stand, in one line.
pub fn progress(tally: &Tally) -> String {
    let Totals { programs, builds, .. } = tally.totals;
    let reducing = match tally.reducing {
        0 => String::new(),
        findings => format!(", reducing {}", plural(findings as u64, "finding")),
    };
    let paused = if tally.paused.is_some() { ", paused" } else { "" };
    format!(
        "{}: {}, {:.1}/s, {}, {}{reducing}{paused}; {}",
        duration::show(tally.elapsed()),
        plural(programs, "program"),
        tally.rate(),
        plural(builds, "compile"),
        verdicts(tally),
        shares(&tally.shares())
    )
}

/// How things stand, in a few lines.
pub fn screen(tally: &Tally) -> Vec<String> {
    let Totals { programs, builds, .. } = tally.totals;
    let mut lines = vec![
        field("hunting", &format!("{}, {:.1} programs/s", duration::show(tally.elapsed()), tally.rate())),
        field("programs", &format!("{programs}, compiled {builds} times")),
        field("verdicts", &verdicts(tally)),
        field("last finding", &last(tally)),
        field("sources", &yields(tally)),
    ];
    if !tally.oracles.is_empty() {
        lines.push(field("oracles", &counts(&tally.oracles)));
    }
    lines.push(field("CPU", &shares(&tally.shares())));
    if tally.reducing > 0 {
        lines.push(field("reducing", &plural(tally.reducing as u64, "finding")));
    }
    if let Some(message) = &tally.paused {
        lines.push(field("paused", message));
    }
    lines
}

/// `3 findings (2 wrong-code, 1 crash), 1 of them known, 7 more like them, 1 flaky, 5 inconclusive`.
fn verdicts(tally: &Tally) -> String {
    let kinds = if tally.kinds.is_empty() { String::new() } else { format!(" ({})", counts(&tally.kinds)) };
    let mut parts = vec![format!("{}{kinds}", plural(tally.findings, "finding"))];
    if tally.known() > 0 {
        parts.push(format!("{} of them known", tally.known()));
    }
    if tally.totals.repeats > 0 {
        parts.push(format!("{} more like them", tally.totals.repeats));
    }
    if tally.flaky > 0 {
        parts.push(format!("{} flaky", tally.flaky));
    }
    if tally.totals.inconclusive > 0 {
        parts.push(format!("{} inconclusive", tally.totals.inconclusive));
    }
    parts.join(", ")
}

fn last(tally: &Tally) -> String {
    match tally.last_finding {
        Some(instant) => format!("{} ago", duration::show(instant.elapsed())),
        None => "none yet".to_string(),
    }
}

fn yields(tally: &Tally) -> String {
    let one = |(name, of): (&String, &super::tally::Yield)| {
        format!("{name} {} in {}", plural(of.findings, "finding"), plural(of.programs, "program"))
    };
    list(tally.sources.iter().map(one))
}

fn counts<T: serde::Serialize>(counts: &BTreeMap<T, u64>) -> String {
    list(counts.iter().map(|(what, count)| format!("{count} {}", word(what))))
}

fn shares(shares: &Shares) -> String {
    let percent = |share: f64| 100.0 * share;
    format!(
        "generate {:.1}%, compile {:.1}%, run {:.1}%, gadfly itself {:.1}%",
        percent(shares.generate),
        percent(shares.compile),
        percent(shares.run),
        percent(shares.own)
    )
}

/// What came of it, where that is, and how to go on.
pub fn summary(setup: &Setup, tally: &Tally, end: &End) -> String {
    let why = match end {
        End::Budget => "Done",
        End::Signal | End::Output => "Stopped",
        End::Failed(..) => "Failed",
    };
    let mut lines = vec![String::new(), format!("{why} after {}", progress(tally))];
    if tally.sources.len() > 1 {
        lines.push(field("sources", &yields(tally)));
    }
    if tally.findings > 0 {
        lines.push(field("oracles", &counts(&tally.oracles)));
    }
    lines.extend(reasons(tally));
    if !tally.has_tested() {
        lines.push(field("", "Nothing was tested: there was no program that could be."));
    }
    lines.push(field("findings", &place(setup, tally)));
    if tally.waiting > 0 {
        lines.push(field("waiting", &waiting(setup, tally.waiting as u64)));
    }
    lines.push(field("go on with", &resume::command(setup.campaign.seed, &setup.directory)));
    lines.join("\n")
}

/// The most frequent reasons for having no verdict; there may be as many as programs.
fn reasons(tally: &Tally) -> Vec<String> {
    const SHOWN: usize = 10;
    let mut reasons: Vec<(&String, &Reason)> = tally.inconclusive.iter().collect();
    reasons.sort_by_key(|(_, of)| (!of.is_failure, std::cmp::Reverse(of.count)));
    let more = reasons.len().saturating_sub(SHOWN);
    let mut lines: Vec<String> = reasons
        .iter()
        .take(SHOWN)
        .map(|(reason, of)| {
            let name = if of.is_failure { "no program" } else { "inconclusive" };
            field(name, &format!("{} × {}", of.count, told(reason, &of.words)))
        })
        .collect();
    if more > 0 {
        lines.push(field("", &format!("and for {}", plural(more as u64, "other reason"))));
    }
    lines
}

fn place(setup: &Setup, tally: &Tally) -> String {
    let directory = setup.directory.join("findings");
    match tally.findings + tally.flaky {
        0 => "none new".to_string(),
        _ => format!("in {}; `{}` lists them", directory.display(), command(setup, "findings")),
    }
}

/// What a run that was over too early has left.
fn waiting(setup: &Setup, count: u64) -> String {
    let verb = if count == 1 { "is" } else { "are" };
    let command = command(setup, "triage");
    format!(
        "{} {verb} still to be reduced or classified; `{command}` does it, or a run that goes on",
        plural(count, "finding")
    )
}

/// A command about the same store.
fn command(setup: &Setup, name: &str) -> String {
    let findings = ["gadfly", name].map(String::from).to_vec();
    let store = ["--store".to_string(), setup.directory.display().to_string()];
    shell(&if setup.is_usual { findings } else { [&findings[..], &store].concat() })
}

fn list(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

fn plural(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
