//! The Makefile of a finding: `make` fails as long as the finding shows.
//!
//! The compiler and the flags are variables, so that `make CC=gcc-14 FLAGS=-O3` asks whether another one is right.

use super::Finding;
use super::commands::{base_flags, libraries, needs_link};
use crate::case::Expected;
use crate::observe::Outcome;
use crate::observe::command::link_flags;
use crate::oracle::Kind;
use crate::shell::shell;

/// Seconds until `make` gives up on a compiler or a program that is not known for being slow: far more than either
/// needs.
const TIMEOUT_S: u64 = 60;

/// The Makefile for a finding whose program is in `program`, a directory beside the Makefile.
pub fn makefile(finding: &Finding, program: &str) -> String {
    let mut text = head(finding, program);
    text.push_str(".PHONY: show compile clean\n");
    text.push_str(&elsewhere(program));
    text.push_str("show: clean\n");
    text.push_str("\t@set -- $(CC); command -v \"$$1\" > /dev/null || { echo \"There is no $$1 here.\"; exit 2; }\n");
    text.push_str("\t@mkdir build\n");
    text.push_str(&match finding.kind {
        Kind::WrongCode | Kind::SelfCheck => wrong_code(finding),
        Kind::Crash => fails("the compiler breaks"),
        Kind::RejectsValid => fails("the compiler refuses the program"),
        Kind::Hang => hang(),
        Kind::AcceptsInvalid => accepts(),
    });
    text.push_str(&compile(finding));
    text.push_str("\nclean:\n\t@rm -rf build actual.txt\nendif\n");
    text
}

/// Another program of the finding, as in `make PROGRAM=reduced`, has other files and another output: its own Makefile knows.
fn elsewhere(program: &str) -> String {
    format!(
        "ifneq ($(PROGRAM),{program})\n\
         show compile clean:\n\
         \t@test -f $(PROGRAM)/Makefile || {{ echo \"There is no $(PROGRAM)/Makefile here.\"; exit 2; }}\n\
         \t@$(MAKE) --no-print-directory -C $(PROGRAM) PROGRAM=. $@\n\
         else\n"
    )
}

fn head(finding: &Finding, program: &str) -> String {
    let title = format!("{}: {}", finding.label(), finding.message).replace(['\n', '\r'], " ");
    let variable = |name: &str, words: &[String]| format!("{name} = {}\n", in_make(&shell(words)));
    let mut text =
        format!("# {title}\n#\n# `make` fails as long as the finding shows. Another compiler or other flags:\n");
    text.push_str("# make CC=gcc FLAGS=-O0\n\n");
    text.push_str(&variable("CC", &finding.compiler.command));
    text.push_str(&variable("FLAGS", finding.flags()));
    text.push_str(&format!("LINK_FLAGS ={}\n", if link_flags(finding.flags()).is_empty() { "" } else { " $(FLAGS)" }));
    text.push_str(&variable("BASE_FLAGS", &base_flags(finding)));
    text.push_str(&variable("LIBRARIES", &libraries(finding)));
    text.push_str(&variable("RUN", &finding.compiler.run));
    text.push_str(&format!("PROGRAM = {program}\nTIMEOUT = {}\n\n", timeout_s(finding)));
    text
}

/// The limit that the finding was beyond, if it is about that.
fn timeout_s(finding: &Finding) -> u64 {
    match finding.observation().map(|seen| &seen.outcome) {
        Some(Outcome::Hung { limit_ms } | Outcome::Endless { limit_ms }) => limit_ms.div_ceil(1000).max(1),
        _ => TIMEOUT_S,
    }
}

/// Compiles, runs, and compares what it prints and its exit code with what is right.
fn wrong_code(finding: &Finding) -> String {
    let Expected { exit_code, .. } = finding.correct().unwrap_or(Expected { stdout: String::new(), exit_code: 0 });
    format!(
        "\t@$(MAKE) --no-print-directory compile\n\
         \t@timeout -k 1 $(TIMEOUT) $(RUN) build/program > actual.txt; code=$$?; \\\n\
         \tdiff -u expected.txt actual.txt || {{ echo \"It shows: the output is wrong (exit code $$code).\"; exit 1; }}; \\\n\
         \ttest $$code -eq {exit_code} || {{ echo \"It shows: the exit code is $$code, not {exit_code}.\"; exit 1; }}; \\\n\
         \techo 'It does not show.'\n"
    )
}

fn fails(how: &str) -> String {
    format!(
        "\t@if timeout -k 1 $(TIMEOUT) $(MAKE) --no-print-directory compile; then echo 'It does not show.'; \\\n\
         \telse echo 'It shows: {how}.'; exit 1; fi\n"
    )
}

fn hang() -> String {
    "\t@timeout -k 1 $(TIMEOUT) $(MAKE) --no-print-directory compile; code=$$?; \\\n\
     \tif test $$code -eq 124 -o $$code -eq 137; then echo 'It shows: no end after $(TIMEOUT) s.'; exit 1; \\\n\
     \telse echo 'It does not show.'; fi\n"
        .to_string()
}

fn accepts() -> String {
    "\t@if $(MAKE) --no-print-directory compile; then echo 'It shows: the compiler takes the program.'; exit 1; \\\n\
     \telse echo 'It does not show.'; fi\n"
        .to_string()
}

/// Every unit, the driver without the flags that are accused, and the program if it is needed.
fn compile(finding: &Finding) -> String {
    let mut text = String::from("\ncompile:\n");
    let mut objects = String::new();
    let units = finding.units.iter().enumerate().map(|(number, unit)| (format!("unit{number}"), unit, "$(FLAGS) "));
    let driver = finding.driver.iter().map(|driver| ("driver".to_string(), driver, ""));
    for (object, source, flags) in units.chain(driver) {
        let source = in_make(&shell(std::slice::from_ref(source)));
        let object = format!("$(CURDIR)/build/{object}.o");
        text.push_str(&format!("\tcd $(PROGRAM) && $(CC) $(BASE_FLAGS) {flags}-c {source} -o \"{object}\"\n"));
        objects.push_str(&format!("\"{object}\" "));
    }
    if needs_link(finding) {
        text.push_str(&format!("\t$(CC) $(LINK_FLAGS) {objects}-o build/program $(LIBRARIES)\n"));
    }
    text
}

/// Text that make passes on to the shell as it is.
fn in_make(text: &str) -> String {
    text.replace('$', "$$").replace('#', "\\#").replace(['\n', '\r'], " ")
}
