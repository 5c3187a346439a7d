//! Why the program is defined: the interpreter's word, and that of the sanitizers of this machine's compilers.

use crate::case::Case;
use crate::compiler::Compiler;
use crate::observe::Bench;
use crate::sandbox::{End, Limits};
use serde::{Deserialize, Serialize};

/// A judge that is independent of the accused compiler.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Evidence {
    /// `the interpreter`, `gcc-12 -fsanitize=undefined,address`.
    pub judge: String,
    pub holds: bool,
    /// What it says, on one line.
    pub says: String,
}

const SANITIZERS: [&str; 3] = ["-g", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"];
const PROGRAM: &str = "gadfly-sanitized";

/// What each family's newest compiler with sanitizers says. The case is laid out.
pub fn sanitized(bench: &mut Bench, case: &Case, installed: &[Compiler]) -> Vec<Evidence> {
    let mut judges: Vec<&Compiler> = Vec::new();
    for compiler in installed.iter().filter(|compiler| compiler.features.sanitizers && compiler.takes(case)) {
        match judges.iter_mut().find(|judge| judge.family == compiler.family) {
            Some(judge) if judge.version.numbers < compiler.version.numbers => *judge = compiler,
            Some(_) => {}
            None => judges.push(compiler),
        }
    }
    judges.into_iter().filter_map(|compiler| judge(bench, case, compiler)).collect()
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
    let stdout = String::from_utf8_lossy(&ran.stdout);
    let is_right =
        |expected: &crate::Expected| ran.end == End::Exited(expected.exit_code) && stdout == expected.stdout.as_str();
    let complaint = String::from_utf8_lossy(&ran.stderr);
    let complaint = complaint.lines().find(|line| line.contains("runtime error") || line.contains("ERROR: "));
    let says = match (complaint, case.expected.as_ref().map(is_right)) {
        (Some(line), _) => line.trim().to_string(),
        (None, Some(false)) => "another output than expected".to_string(),
        (None, _) => "no complaint".to_string(),
    };
    Some(Evidence { judge: label, holds: says == "no complaint", says })
}
