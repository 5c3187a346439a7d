//! `-march=` values whose programs this CPU runs.

use crate::compiler::{Compiler, Family};
use source::language::TargetName;

/// Levels of the x86-64 psABI that both the compiler and the CPU know, and `native`. None for other machines' programs,
/// and for commands that choose a machine themselves.
pub fn marches(compiler: &Compiler) -> Vec<String> {
    let Compiler { family, version, target, run, command, .. } = compiler;
    let first = match family {
        Family::Gcc => 11,
        Family::Clang => 12,
        _ => return Vec::new(),
    };
    let chooses = |word: &String| word.starts_with("-march=") || word.starts_with("--target");
    if !run.is_empty() || *target != TargetName::X86_64 || command.iter().any(chooses) {
        return Vec::new();
    }
    let has_levels = version.numbers.first().is_some_and(|major| *major >= first);
    let levels = cpu_levels().iter().filter(|_| has_levels);
    levels.copied().chain(native()).map(String::from).collect()
}

#[cfg(target_arch = "x86_64")]
fn cpu_levels() -> &'static [&'static str] {
    use std::arch::is_x86_feature_detected as has;
    let v2 = has!("sse3") && has!("ssse3") && has!("sse4.1") && has!("sse4.2") && has!("popcnt") && has!("cmpxchg16b");
    let v3 = v2 && has!("avx2") && has!("bmi1") && has!("bmi2") && has!("f16c") && has!("fma");
    let v3 = v3 && has!("lzcnt") && has!("movbe") && has!("xsave");
    let v4 = v3 && has!("avx512f") && has!("avx512bw") && has!("avx512cd") && has!("avx512dq") && has!("avx512vl");
    match (v2, v3, v4) {
        (_, _, true) => &["x86-64-v2", "x86-64-v3", "x86-64-v4"],
        (_, true, _) => &["x86-64-v2", "x86-64-v3"],
        (true, ..) => &["x86-64-v2"],
        _ => &[],
    }
}

#[cfg(target_arch = "x86_64")]
fn native() -> Option<&'static str> {
    Some("native")
}

#[cfg(not(target_arch = "x86_64"))]
fn cpu_levels() -> &'static [&'static str] {
    &[]
}

#[cfg(not(target_arch = "x86_64"))]
fn native() -> Option<&'static str> {
    None
}
