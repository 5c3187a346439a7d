//! The commands that show a finding, as words and as a shell script.

use super::Finding;
use crate::observe::command::{self, is_library};
use crate::observe::signature::LINKER;
use crate::shell::shell;

/// Compiles, links where that is needed, and runs where the program itself is wrong the first accused build in the
/// directory of the program. Objects are named by number because units of different directories may have the same name.
pub fn commands(finding: &Finding) -> Vec<Vec<String>> {
    let mut commands: Vec<Vec<String>> = Vec::new();
    let mut objects = Vec::new();
    for (number, unit) in finding.units.iter().enumerate() {
        let object = format!("unit{number}.o");
        commands.push(compile(finding, finding.flags(), unit, &object));
        objects.push(object);
    }
    if let Some(driver) = &finding.driver {
        commands.push(compile(finding, &[], driver, "driver.o"));
        objects.push("driver.o".to_string());
    }
    if needs_link(finding) {
        commands.push(link(finding, &objects));
    }
    if finding.needs_run() {
        commands.push([&finding.compiler.run[..], &["./program".to_string()]].concat());
    }
    commands
}

/// One line for people that does the same, with these flags for every compilation.
pub fn brief(finding: &Finding, base: &[String]) -> String {
    let words = |parts: &[&[String]]| shell(&[&[&finding.compiler.command[..]], parts].concat().concat());
    let (units, flags, libraries) = (&finding.units[..], finding.flags(), libraries(finding));
    let only_compiles = ["-c".to_string()];
    let run = [&finding.compiler.run[..], &["./a.out".to_string()]].concat();
    let built = match &finding.driver {
        _ if !needs_link(finding) => return words(&[base, flags, &only_compiles, units]),
        None => words(&[base, flags, units, &libraries]),
        // Nobody accuses the driver, so it is compiled without the flags.
        Some(driver) => {
            let objects: Vec<String> = units.iter().map(|unit| object(unit)).collect();
            let source = std::slice::from_ref(driver);
            let compiled = words(&[base, flags, &only_compiles, units]);
            match command::link_flags(flags) {
                [] => format!("{compiled} && {}", words(&[base, source, &objects, &libraries])),
                linking => {
                    let objects = [&objects[..], &[object(driver)]].concat();
                    let driver = words(&[base, &only_compiles, source]);
                    format!("{compiled} && {driver} && {}", words(&[linking, &objects, &libraries]))
                }
            }
        }
    };
    if finding.needs_run() { format!("{built} && {}", shell(&run)) } else { built }
}

/// Whether compiling alone would not show it. A program that does not need to be linked may be without `main`.
pub(crate) fn needs_link(finding: &Finding) -> bool {
    finding.needs_run()
        || finding.signature.starts_with(LINKER)
        || finding.flags().iter().any(|flag| flag.starts_with("-flto"))
}

/// What `-c` makes of a unit.
fn object(unit: &str) -> String {
    let name = unit.rsplit('/').next().unwrap_or(unit);
    format!("{}.o", name.rsplit_once('.').map_or(name, |(stem, _)| stem))
}

fn compile(finding: &Finding, flags: &[String], source: &str, object: &str) -> Vec<String> {
    command::compile(&finding.compiler, &finding.case(Vec::new()), flags, source, object)
}

fn link(finding: &Finding, objects: &[String]) -> Vec<String> {
    command::link(&finding.compiler, &finding.case(Vec::new()), finding.flags(), objects, "program")
}

/// What the compiler is given for every unit of the case.
pub(crate) fn base_flags(finding: &Finding) -> Vec<String> {
    let flags = finding.compiler.base_flags(&finding.case(Vec::new()));
    flags.into_iter().filter(|flag| !is_library(flag)).collect()
}

/// What has to come last when linking.
pub(crate) fn libraries(finding: &Finding) -> Vec<String> {
    command::libraries(&finding.case_flags)
}

/// A script with the commands, to be run in the finding's directory; its exit code is that of the last one.
pub fn script(finding: &Finding) -> String {
    let comment = format!("{}: {}", finding.label(), finding.message).replace(['\n', '\r'], " ");
    let lines: Vec<String> = commands(finding).iter().map(|words| shell(words)).collect();
    format!("#!/bin/sh\n# {comment}\nset -ex\ncd \"$(dirname \"$0\")/original\"\n{}\n", lines.join("\n"))
}
