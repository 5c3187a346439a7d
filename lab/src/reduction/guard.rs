//! Stands in for the interpreter where that does not know a program: a build that notices undefined behaviour.
//!
//! Compilers ignore flags that they do not know, so a build is believed only if it notices what is known to be
//! undefined. It notices less than the interpreter does.

use super::build::{Allowance, Workplace};
use super::dialect;
use crate::case::{Case, Expected};
use crate::compiler::{Build, Compiler, Family, Features, Tuning, Version};
use crate::observe::Outcome;
use crate::on_path;
use source::emit::File;
use source::language::{Language, TargetName};

/// A build that was seen to notice undefined behaviour, and that the original passed.
#[derive(Clone, Debug)]
pub struct Guard {
    compiler: Compiler,
    flags: Vec<String>,
}

/// Flags, and programs that are undefined and do nothing otherwise: with the flags, none of them comes to a good end.
type Means = (&'static [&'static str], &'static [&'static str]);

/// The most telling first: not every compiler has sanitizers, not every original is free of warnings.
const MEANS: [Means; 3] = [
    (
        &[SANITIZERS, STOPPING, WARNINGS[0], WARNINGS[1], WARNINGS[2], WARNINGS[3], WARNINGS[4]],
        &[OVERFLOW, UNINITIALISED],
    ),
    (&[SANITIZERS, STOPPING], &[OVERFLOW]),
    (&WARNINGS, &[UNINITIALISED]),
];
const SANITIZERS: &str = "-fsanitize=undefined,address";
/// Else UBSan only says something, and the program goes on.
const STOPPING: &str = "-fno-sanitize-recover=undefined";
const WARNINGS: [&str; 5] = ["-O1", "-Wall", "-Werror=format", "-Werror=uninitialized", "-Werror=return-type"];

const OVERFLOW: &str =
    "int main(int argc, char **argv) { int a = 2147483647; (void)argv; a += argc; return a == argc; }\n";
const UNINITIALISED: &str = "int main(void) { int a, b = a; (void)b; return 0; }\n";

impl Guard {
    /// The best there is that takes the case for defined: the reference with more flags, or a compiler of this machine.
    /// `said` is what the reference makes of the case.
    pub fn find(
        workplace: &mut Workplace,
        case: &Case,
        reference: &Build,
        said: &Expected,
        allowance: &Allowance,
    ) -> Option<Guard> {
        let compilers: Vec<(Compiler, Vec<String>)> =
            std::iter::once((reference.compiler.clone(), reference.flags.clone()))
                .chain(installed(case).map(|compiler| (compiler, dialect::kept(&reference.flags))))
                .collect();
        MEANS.iter().find_map(|(more, probes)| {
            compilers.iter().find_map(|(compiler, flags)| {
                let more = more.iter().map(|flag| flag.to_string());
                let guard = Guard { compiler: compiler.clone(), flags: flags.iter().cloned().chain(more).collect() };
                let notices = |workplace: &mut Workplace| {
                    probes.iter().all(|text| guard.notices(workplace, case, text, allowance))
                };
                (guard.admits(workplace, case, said, allowance) && notices(workplace)).then_some(guard)
            })
        })
    }

    /// Whether the case is defined, as far as it can tell, and does what it should.
    pub fn admits(&self, workplace: &mut Workplace, case: &Case, said: &Expected, allowance: &Allowance) -> bool {
        match workplace.outcome(case, &self.build(), allowance) {
            Outcome::Ran { exit_code, stdout } => exit_code == said.exit_code && stdout == said.stdout,
            _ => false,
        }
    }

    fn notices(&self, workplace: &mut Workplace, case: &Case, text: &str, allowance: &Allowance) -> bool {
        let good_end = Expected { stdout: String::new(), exit_code: 0 };
        !self.admits(workplace, &probe(case, text), &good_end, allowance)
    }

    fn build(&self) -> Build<'_> {
        Build { compiler: &self.compiler, flags: self.flags.clone() }
    }
}

/// This text as a program in the case's language.
fn probe(case: &Case, text: &str) -> Case {
    let name = if case.language == Language::C { "probe.c" } else { "probe.cpp" };
    let files = vec![File { name: name.to_string(), text: text.to_string() }];
    Case { files, units: vec![name.to_string()], driver: None, flags: Vec::new(), expected: None, ..case.clone() }
}

/// Compilers that usually have sanitizers; those that are not there admit nothing.
fn installed(case: &Case) -> impl Iterator<Item = Compiler> + use<> {
    let names = match case.language {
        Language::C => vec![on_path::preprocessor(), "gcc".to_string(), "clang".to_string()],
        Language::Cpp => ["g++", "clang++"].map(String::from).to_vec(),
    };
    let (language, target) = (case.language, case.target);
    let model = (target == TargetName::I386).then(|| "-m32".to_string());
    names.into_iter().map(move |name| Compiler {
        command: std::iter::once(name.clone()).chain(model.clone()).collect(),
        name,
        language,
        family: Family::Other,
        version: Version::default(),
        target,
        run: Vec::new(),
        features: Features::default(),
        tuning: Tuning::default(),
    })
}
