//! Why the program is defined: the interpreter's word, and that of the sanitizers of this machine's compilers.

use crate::case::{Case, Expected};
use crate::compiler::Compiler;
use crate::observe::{Bench, command};
use crate::signal::signal_name;
use sandbox::{End, Limits, Ran};
use serde::{Deserialize, Serialize};

/// A judge that is independent of the accused compiler.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Evidence {
    /// `the interpreter`, `gcc-12 -fsanitize=undefined,address`.
    pub judge: String,
    /// Whether it says that the program is defined.
    pub holds: bool,
    /// What it says, on one line.
    pub says: String,
}

/// The judge that is our own.
pub const INTERPRETER: &str = "the interpreter";

const SANITIZERS: [&str; 3] = ["-g", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"];
const PROGRAM: &str = "gadfly-sanitized";

/// What each family's newest compiler with sanitizers says. The case is laid out.
pub fn sanitized(bench: &mut Bench, case: &Case, installed: &[Compiler]) -> Vec<Evidence> {
    let judges = newest(installed.iter().filter(|compiler| compiler.features.sanitizers && compiler.takes(case)));
    judges.into_iter().filter_map(|compiler| judge(bench, case, compiler)).collect()
}

/// Each family's newest compiler that takes the program. The case is laid out.
pub fn accepted(bench: &mut Bench, case: &Case, installed: &[Compiler]) -> Vec<Evidence> {
    let judges = newest(installed.iter().filter(|compiler| compiler.takes(case)));
    let taking = judges.into_iter().filter(|compiler| is_taken(bench, case, compiler));
    let takes = |compiler: &Compiler| Evidence {
        judge: compiler.name.clone(),
        holds: true,
        says: "compiles it without an error".to_string(),
    };
    taking.map(takes).collect()
}

fn is_taken(bench: &mut Bench, case: &Case, compiler: &Compiler) -> bool {
    let limits = bench.compile_limits();
    let units: Vec<String> = case.sources().map(str::to_string).collect();
    units.iter().all(|unit| {
        let words = command::compile(compiler, case, &[], unit, "gadfly-accepted.o");
        bench.run(&words, limits).end == End::Exited(0)
    })
}

/// Of each family.
pub fn newest<'a>(compilers: impl Iterator<Item = &'a Compiler>) -> Vec<&'a Compiler> {
    let mut judges: Vec<&Compiler> = Vec::new();
    for compiler in compilers {
        match judges.iter_mut().find(|judge| judge.family == compiler.family) {
            Some(judge) if judge.version.numbers < compiler.version.numbers => *judge = compiler,
            Some(_) => {}
            None => judges.push(compiler),
        }
    }
    judges
}

/// Nothing if the program cannot be built so.
fn judge(bench: &mut Bench, case: &Case, compiler: &Compiler) -> Option<Evidence> {
    let sources = case.sources().map(str::to_string);
    let flags = SANITIZERS.iter().map(|flag| flag.to_string());
    let output = ["-o", PROGRAM].map(String::from);
    let base = compiler.base_flags(case);
    let words: Vec<String> =
        compiler.command.iter().cloned().chain(flags).chain(sources).chain(output).chain(base).collect();
    let limits = bench.compile_limits();
    if bench.run(&words, limits).end != End::Exited(0) {
        return None;
    }
    let words: Vec<String> = compiler.run.iter().cloned().chain([format!("./{PROGRAM}")]).collect();
    // ASan reserves more addresses than any limit leaves it.
    let ran = bench.run(&words, Limits { memory_bytes: None, ..bench.run_limits() });
    let label = format!("{} -fsanitize=undefined,address", compiler.name);
    let says = says(&ran, case.expected.as_ref());
    Some(Evidence { judge: label, holds: says == SILENT, says })
}

/// That nothing speaks against the program.
const SILENT: &str = "no complaint";

fn says(ran: &Ran, expected: Option<&Expected>) -> String {
    let stderr = String::from_utf8_lossy(&ran.stderr);
    let complaint = stderr.lines().find(|line| line.contains("runtime error") || line.contains("ERROR: "));
    let is_right =
        |expected: &Expected| ran.end == End::Exited(expected.exit_code) && ran.stdout == expected.stdout.as_bytes();
    match (complaint, &ran.end) {
        (Some(line), _) => line.trim().to_string(),
        (None, End::Exited(_)) if expected.is_none_or(is_right) => SILENT.to_string(),
        (None, End::Exited(_)) => "another output than expected".to_string(),
        (None, End::Signaled(signal)) => format!("no complaint, but the program dies by {}", signal_name(*signal)),
        (None, End::TimedOut) => "no complaint, but the program does not end in time".to_string(),
        (None, End::Exceeded(_)) => "no complaint, but the program needs more than it may have".to_string(),
        (None, End::NotStarted(reason)) => format!("the program cannot be run: {reason}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(end: End, stderr: &str, expected: Option<&str>, said: &str) {
        let ran = Ran { end, stdout: b"1\n".to_vec(), stderr: stderr.into(), ..Ran::not_started(String::new()) };
        let expected = expected.map(|stdout| Expected { stdout: stdout.to_string(), exit_code: 0 });
        assert_eq!(says(&ran, expected.as_ref()), said);
    }

    #[test]
    fn a_program_that_dies_without_a_word_is_not_called_fine() {
        check(End::Exited(0), "", None, SILENT);
        check(End::Exited(0), "", Some("1\n"), SILENT);
        check(End::Exited(0), "", Some("2\n"), "another output than expected");
        check(End::Exited(1), "a.c:1:2: runtime error: x\n", None, "a.c:1:2: runtime error: x");
        check(End::Signaled(libc::SIGSEGV), "", None, "no complaint, but the program dies by SIGSEGV");
        check(End::TimedOut, "", Some("1\n"), "no complaint, but the program does not end in time");
    }
}
