//! The compilers on PATH, by really running them.

use super::identify::identify;
use crate::compiler::{Compiler, Family};
use crate::config::CompilerConfig;
use crate::observe::{Bench, pool};
use crate::on_path::{Candidate, candidates};
use source::language::{Language, TargetName};
use std::env;
use std::path::{Path, PathBuf};
use std::slice;

/// What is on PATH under a compiler's name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Detected {
    /// Those that work, by language, family and version.
    pub compilers: Vec<Compiler>,
    /// Compilers for other machines, which need a configuration that says how to run their programs.
    pub cross: Vec<PathBuf>,
    /// Names of those that do not work, and why.
    pub broken: Vec<(String, String)>,
}

/// Every compiler on PATH that compiles, links and runs; the same binary under two names once.
pub fn detect(bench: &mut Bench) -> Vec<Compiler> {
    detect_all(bench).compilers
}

/// What `detect` leaves out, too.
pub fn detect_all(bench: &mut Bench) -> Detected {
    detect_in(slice::from_mut(bench))
}

/// The same, asking as many compilers at a time as there are benches.
pub fn detect_in(benches: &mut [Bench]) -> Detected {
    let candidates = candidates(&env::var_os("PATH").unwrap_or_default());
    let (cross, native): (Vec<_>, Vec<_>) = candidates.into_iter().partition(|candidate| candidate.is_cross);
    let mut detected = Detected { cross: cross.into_iter().map(|cross| cross.path).collect(), ..Detected::default() };
    for (name, answer) in ask(benches, &native, "") {
        match answer {
            Ok(compiler) => detected.compilers.push(compiler),
            Err(why) => detected.broken.push((name, why)),
        }
    }
    detected.compilers.sort_by_cached_key(rank);
    detected.broken.sort();
    detected
}

/// `gcc-12-m32` for each `gcc-12` that can: another code generator, which is much the less tested.
pub fn siblings(benches: &mut [Bench], compilers: &[Compiler]) -> Vec<Compiler> {
    let wanted = compilers.iter().filter(|compiler| compiler.features.m32 && compiler.target == TargetName::X86_64);
    let sibling = |compiler: &Compiler| Candidate {
        name: format!("{}-m32", compiler.name),
        path: PathBuf::from(&compiler.command[0]),
        is_cross: false,
    };
    let candidates: Vec<Candidate> = wanted.map(sibling).collect();
    ask(benches, &candidates, " -m32").into_iter().filter_map(|(_, answer)| answer.ok()).collect()
}

fn ask(benches: &mut [Bench], candidates: &[Candidate], flags: &str) -> Vec<(String, Result<Compiler, String>)> {
    pool::for_all(benches, candidates, |bench, Candidate { name, path, .. }| {
        (name.clone(), identify(bench, &CompilerConfig::new(name, &(quoted(path) + flags))))
    })
}

/// C before C++, GCC before Clang, old before new.
fn rank(compiler: &Compiler) -> (bool, Family, Vec<u32>, String) {
    let Compiler { language, family, version, name, .. } = compiler;
    (*language == Language::Cpp, *family, version.numbers.clone(), name.clone())
}

/// As one word of a command.
fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    let is_safe = |c: char| c.is_alphanumeric() || "/._+-".contains(c);
    if path.chars().all(is_safe) { path } else { format!("\"{}\"", path.replace('\\', "\\\\").replace('"', "\\\"")) }
}
