//! What a configured command is: family, version, data model, by asking it.

use super::probe::{Answer, Probe};
use super::{features, tuning};
use crate::compiler::{Compiler, Family, Features, Foreign, Tuning, Version};
use crate::config::{CompilerConfig, words};
use crate::observe::Bench;
use crate::on_path::{find, language};
use sandbox::{End, Tier};
use source::language::{Language, TargetName};

/// Significant bits of the `long double` that generated programs are made for.
const X87_BITS: u32 = 64;

/// Runs the command until all is known, or says why it is no working compiler.
pub fn identify(bench: &mut Bench, config: &CompilerConfig) -> Result<Compiler, String> {
    let mut compiler = identify_untuned(bench, config)?;
    (compiler.tuning.flags, compiler.tuning.marches) = asked(bench, config, |bench| tuning::tuning(bench, &compiler))?;
    Ok(compiler)
}

/// How often questions are asked that the sandbox is lost with.
const TRIES: u32 = 3;

/// An answer that was cut off says nothing about the compiler.
fn asked<T>(bench: &mut Bench, config: &CompilerConfig, question: impl Fn(&mut Bench) -> T) -> Result<T, String> {
    for _ in 0..TRIES {
        let answer = question(bench);
        let Some(reason) = bench.lost().map(String::from) else { return Ok(answer) };
        bench.renew().map_err(|error| format!("{}: {reason}: {error}", config.name))?;
    }
    Err(format!("{}: the sandbox is lost whenever this compiler is asked what it can do", config.name))
}

/// The same without the flags that random builds are drawn from. A compiler is asked for each of them, which takes most of
/// the time.
pub fn identify_untuned(bench: &mut Bench, config: &CompilerConfig) -> Result<Compiler, String> {
    let essentials = asked(bench, config, |bench| essentials(bench, config))?;
    let mut compiler = essentials.map_err(|why| format!("{}: {why}{}", config.name, hint(bench, &why)))?;
    let CompilerConfig { target, .. } = config;
    if let Some(wanted) = target.filter(|wanted| *wanted != compiler.target) {
        return Err(format!("{}: it compiles for {}, not for {wanted}", config.name, compiler.target));
    }
    compiler.features = asked(bench, config, |bench| features::features(bench, &compiler))?;
    Ok(compiler)
}

/// What to do about a compiler that does not find its parts: they may be where it may not read.
fn hint(bench: &Bench, why: &str) -> &'static str {
    const MISSING: [&str; 3] = ["No such file or directory", "not found", "Permission denied"];
    let is_walled = bench.sandbox.tier() > Tier::Limits;
    match is_walled && MISSING.iter().any(|text| why.contains(text)) {
        true => ". It may read only the system's directories and its own; `[sandbox] read` in gadfly.toml opens more",
        false => "",
    }
}

/// What a compiler that is used exactly as the user says it lacks to have its programs run, if they are for another
/// machine: what runs them, their data model, and the signedness of `char` that programs are judged by. The flags that
/// were added to its command are returned.
pub fn adapt(bench: &mut Bench, compiler: &mut Compiler, flags: &[String]) -> Result<Vec<String>, String> {
    let Compiler { command, run, language, .. } = compiler.clone();
    let mut probe = Probe { bench, command, run, language };
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let Some(answer) = probe.foreign_answer(&flags) else { return Ok(Vec::new()) };
    let answer = answer?;
    compiler.run = probe.run;
    compiler.target = target(answer)?;
    let added = signed_char(answer);
    compiler.command.extend(added.iter().cloned());
    Ok(added)
}

/// The one thing in programs on which machines of one data model differ.
fn signed_char(answer: Answer) -> Vec<String> {
    if answer.char_is_signed { Vec::new() } else { vec!["-fsigned-char".to_string()] }
}

/// Everything but features and tuning.
pub(super) fn essentials(bench: &mut Bench, config: &CompilerConfig) -> Result<Compiler, String> {
    let command = command(&config.command)?;
    let run = words::split(&config.run).map_err(|error| error.to_string())?;
    let language = config.language.unwrap_or_else(|| language(&command[0]));
    let mut probe = Probe { bench, command, run, language };
    let (family, numbers) = family(&mut probe)?;
    let answer = working(&mut probe, family)?;
    let target = target(answer)?;
    if !answer.is_little_endian {
        // The interpreter's bytes are those of little-endian machines.
        return Err("its machine is big-endian".to_string());
    }
    let version = version(&mut probe, family, numbers);
    let Probe { mut command, run, .. } = probe;
    command.extend(signed_char(answer));
    let (features, tuning) = (Features::default(), Tuning { foreign: foreign(answer, language), ..Tuning::default() });
    Ok(Compiler { name: config.name.clone(), command, language, family, version, target, run, features, tuning })
}

/// The words, the program with its absolute path, so that it stays the same wherever it runs.
fn command(line: &str) -> Result<Vec<String>, String> {
    let mut command = words::split(line).map_err(|error| error.to_string())?;
    let program = command.first().ok_or("its command is empty")?;
    let path = find(program).ok_or_else(|| format!("there is no program `{program}`"))?;
    command[0] = path.display().to_string();
    Ok(command)
}

/// The family by its own macro, since others imitate `__GNUC__`, and the version if macros tell.
fn family(probe: &mut Probe) -> Result<(Family, Vec<u32>), String> {
    let families = [
        ("__clang__", Family::Clang),
        ("__TINYC__", Family::Tcc),
        ("__PCC__", Family::Pcc),
        ("__chibicc__", Family::Chibicc),
        ("__GNUC__", Family::Gcc),
    ];
    let clang = ["__clang_major__", "__clang_minor__", "__clang_patchlevel__"];
    let gcc = ["__GNUC__", "__GNUC_MINOR__", "__GNUC_PATCHLEVEL__"];
    let words: Vec<&str> = families.iter().map(|(word, _)| *word).chain(clang).chain(gcc).collect();
    let values = probe.macros(&words)?;
    let number = |word: &str| words.iter().zip(&values).find(|(key, _)| **key == word)?.1.parse().ok();
    let family = families.iter().find(|(word, _)| number(word).is_some()).map_or(Family::Other, |(_, family)| *family);
    let version: &[&str] = match family {
        Family::Clang => &clang,
        Family::Gcc => &gcc,
        _ => &[],
    };
    Ok((family, version.iter().map_while(|word| number(word)).collect()))
}

/// Packages of chibicc come without its own headers, so that `<stdio.h>` lacks `<stddef.h>` and `<stdarg.h>`. GCC's do,
/// with any type for the lists of arguments that no test program has.
fn working(probe: &mut Probe, family: Family) -> Result<Answer, String> {
    let failed = match probe.answer(&[]) {
        Ok(answer) => return Ok(answer),
        Err(why) => why,
    };
    if family != Family::Chibicc {
        return Err(failed);
    }
    let limits = probe.bench.compile_limits();
    let question = ["cc", "-print-file-name=include"].map(String::from);
    let ran = probe.bench.run(&question, limits);
    let directory = String::from_utf8_lossy(&ran.stdout).trim().to_string();
    probe.command.extend([format!("-I{directory}"), "-D__builtin_va_list=void*".to_string()]);
    probe.answer(&[]).map_err(|_| failed)
}

/// Programs are made for the data models of x86-64 and i386, which many other machines share. On one with another, what a
/// program must print is not known.
fn target(answer: Answer) -> Result<TargetName, String> {
    let Answer { pointer_bytes, long_bytes, long_long_alignment, .. } = answer;
    match (pointer_bytes, long_bytes, long_long_alignment) {
        (8, 8, 8) => Ok(TargetName::X86_64),
        (4, 4, 4) => Ok(TargetName::I386),
        _ => Err(format!(
            "its data model is not one that programs can be made for: pointers of {pointer_bytes} bytes, long of \
             {long_bytes}, long long aligned to {long_long_alignment}; there are 8, 8, 8 (as x86-64) and 4, 4, 4 (as i386)"
        )),
    }
}

fn foreign(answer: Answer, language: Language) -> Foreign {
    Foreign {
        long_double: answer.long_double_bits != X87_BITS,
        // C++ does not leave it to compilers.
        enums: language == Language::C && !answer.enums_are_unsigned,
        floats: !answer.floats_are_exact,
    }
}

fn version(probe: &mut Probe, family: Family, numbers: Vec<u32>) -> Version {
    let ran = probe.compiler(&["--version"]);
    let text = String::from_utf8_lossy(&ran.stdout).into_owned();
    let text = match (&ran.end, text.lines().map(str::trim).find(|line| !line.is_empty())) {
        (End::Exited(0), Some(line)) => line.to_string(),
        _ => family.name().to_string(),
    };
    let numbers = if numbers.is_empty() { self::numbers(&text) } else { numbers };
    Version { text, numbers, machine: machine(probe) }
}

/// By `-dumpmachine`, or else by the macros that all compilers for an architecture define.
fn machine(probe: &mut Probe) -> String {
    const ARCHITECTURES: [(&str, &str); 9] = [
        ("__x86_64__", "x86_64"),
        ("__i386__", "i386"),
        ("__aarch64__", "aarch64"),
        ("__arm__", "arm"),
        ("__riscv", "riscv"),
        ("__powerpc64__", "powerpc64"),
        ("__loongarch__", "loongarch"),
        ("__mips__", "mips"),
        ("__s390x__", "s390x"),
    ];
    let ran = probe.compiler(&["-dumpmachine"]);
    let said = String::from_utf8_lossy(&ran.stdout).trim().to_string();
    let is_triple = said.contains('-') && !said.contains(char::is_whitespace);
    if ran.end == End::Exited(0) && is_triple {
        return said;
    }
    let names = ARCHITECTURES.map(|(name, _)| name);
    let values = probe.macros(&names).unwrap_or_default();
    let mut defined = ARCHITECTURES.iter().zip(&values).filter(|((name, _), value)| name != value);
    defined.next().map(|((_, architecture), _)| architecture.to_string()).unwrap_or_default()
}

/// The first word that begins like a version: `0.9.27`, `1.2.0.DEVEL`.
fn numbers(text: &str) -> Vec<u32> {
    let version = |word: &str| word.split('.').map_while(|part| part.parse().ok()).collect::<Vec<u32>>();
    text.split_whitespace().map(version).find(|numbers| numbers.len() > 1).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found_in_what_compilers_say() {
        assert_eq!(numbers("tcc version 0.9.27 (x86_64 Linux)"), [0, 9, 27]);
        assert_eq!(numbers("Portable C Compiler 1.2.0.DEVEL 20220331 for x86_64-pc-linux-gnu"), [1, 2, 0]);
        assert_eq!(numbers("chibicc"), [0; 0]);
    }

    #[test]
    fn only_data_models_that_programs_are_made_for_are_taken() {
        let answer = |pointer_bytes, long_bytes, long_long_alignment| Answer {
            pointer_bytes,
            long_bytes,
            long_long_alignment,
            char_is_signed: true,
            long_double_bits: 64,
            enums_are_unsigned: true,
            floats_are_exact: true,
            is_little_endian: true,
        };
        assert_eq!(target(answer(8, 8, 8)), Ok(TargetName::X86_64));
        assert_eq!(target(answer(4, 4, 4)), Ok(TargetName::I386));
        // Windows, ARM, x32.
        for other in [answer(8, 4, 8), answer(4, 4, 8), answer(2, 4, 1)] {
            assert!(target(other).unwrap_err().contains("data model"), "{other:?}");
        }
    }

    #[test]
    fn plus_signs_mean_cpp() {
        assert_eq!(language("/usr/bin/clang++-19"), Language::Cpp);
        assert_eq!(language("/opt/c++/gcc-12"), Language::C);
    }
}
