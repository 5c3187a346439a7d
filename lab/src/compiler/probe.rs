//! Questions to a command, answered by really running it.

use crate::observe::Bench;
use sandbox::{End, Limits, Ran};
use source::language::Language;
use std::fs;

/// A command that is said to be a compiler.
pub struct Probe<'a> {
    pub bench: &'a mut Bench,
    pub command: Vec<String>,
    pub run: Vec<String>,
    pub language: Language,
}

/// What a program that it compiled has said of itself.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    pub pointer_bytes: u32,
    pub char_is_signed: bool,
    /// Significant bits of `long double`.
    pub long_double_bits: u32,
    /// An enumeration without negative values is an `unsigned int`, which C leaves to the compiler (C17 6.7.2.2p4).
    pub enums_are_unsigned: bool,
    /// Floating constants have the precision of their type, and a positive number by zero is infinite: neither is more
    /// than allowed without Annex F (C17 5.2.4.2.2p9).
    pub floats_are_exact: bool,
    pub is_little_endian: bool,
}

/// What something on PATH has for an answer, in wall time: it may be no compiler at all, and wait for somebody.
const PATIENCE_MS: u64 = 30_000;

/// The product is computed at run time, so that a program of all zeroes is not taken for one that works.
const PROGRAM: &str = "\
#include <stdio.h>
volatile int six = 6;
volatile long double power;
volatile long double next;
enum unsigned_or_not { ZERO };
int main(void)
{
    int bits = 0;
    power = 1;
    do {
        power = power * 2;
        next = power + 1;
        bits++;
    } while (next - power == 1 && bits < 200);
    printf(\"gadfly %d %d %d %d\", (int)sizeof(void *), (char)-1 < 0, six * 7, bits);
    printf(\" %d\", sizeof(enum unsigned_or_not) == sizeof(int) && (enum unsigned_or_not)0 - 1 > 0);
    printf(\" %d\", *(char *)&six == 6);
    printf(\" %d\\n\", 0.1f == (float)0.1f && 16777217.0f == 16777216 && 1 / 0.0 > 0 && -1 / 0.0 < 0);
    return 0;
}
";

impl Probe<'_> {
    /// Compiles, links and runs a tiny program.
    pub fn answer(&mut self, flags: &[&str]) -> Result<Answer, String> {
        let file = self.write("probe", PROGRAM)?;
        let program = self.bench.sandbox.scratch().join("probe").display().to_string();
        let _ = fs::remove_file(&program);
        let flags = [flags, &[&file, "-o", &program]].concat();
        let compiled = self.compiler(&flags);
        if compiled.end != End::Exited(0) {
            return Err(format!("it does not compile a small program: {}", complaint(&compiled)));
        }
        let ran = self.execute(&program);
        let text = String::from_utf8_lossy(&ran.stdout).into_owned();
        match (&ran.end, answer(&text)) {
            (End::Exited(0), Some(answer)) => Ok(answer),
            _ => Err(format!("the small program it compiled does not work: {}", complaint(&ran))),
        }
    }

    /// The words with the compiler's macros replaced. A word that is no macro stays as it is.
    pub fn macros(&mut self, words: &[&str]) -> Result<Vec<String>, String> {
        let file = self.write("macros", &format!("gadfly_begin {} gadfly_end\n", words.join(" ")))?;
        let ran = self.compiler(&["-E", &file]);
        if ran.end != End::Exited(0) {
            return Err(complaint(&ran));
        }
        let text = String::from_utf8_lossy(&ran.stdout).into_owned();
        let begun = text.split_whitespace().skip_while(|word| *word != "gadfly_begin").skip(1);
        let values: Vec<String> = begun.take_while(|word| *word != "gadfly_end").map(String::from).collect();
        (values.len() == words.len()).then_some(values).ok_or_else(|| "its preprocessor does not work".to_string())
    }

    /// Runs the command with some arguments in the scratch directory.
    pub fn compiler(&mut self, arguments: &[&str]) -> Ran {
        let command: Vec<String> =
            self.command.iter().map(String::as_str).chain(arguments.iter().copied()).map(String::from).collect();
        // Clang lists thousands of options.
        let limits = Limits { output_bytes: 8 << 20, wall_ms: PATIENCE_MS, ..self.bench.compile_limits() };
        self.bench.run(&command, limits)
    }

    pub fn write(&self, stem: &str, text: &str) -> Result<String, String> {
        let name = format!("{stem}.{}", self.language.suffix());
        let path = self.bench.sandbox.scratch().join(&name);
        fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        Ok(name)
    }

    fn execute(&mut self, program: &str) -> Ran {
        let command: Vec<String> = self.run.iter().cloned().chain([program.to_string()]).collect();
        // AddressSanitizer reserves terabytes of addresses.
        let limits = Limits { memory_bytes: None, wall_ms: PATIENCE_MS, ..self.bench.run_limits() };
        self.bench.run(&command, limits)
    }
}

fn answer(text: &str) -> Option<Answer> {
    let mut words = text.split_whitespace();
    if words.next() != Some("gadfly") {
        return None;
    }
    let numbers: Vec<u32> = words.map_while(|word| word.parse().ok()).collect();
    match numbers[..] {
        [pointer_bytes, signed, 42, long_double_bits, enums, little, floats] => Some(Answer {
            pointer_bytes,
            char_is_signed: signed == 1,
            long_double_bits,
            enums_are_unsigned: enums == 1,
            floats_are_exact: floats == 1,
            is_little_endian: little == 1,
        }),
        _ => None,
    }
}

/// What went wrong, in one line.
pub fn complaint(ran: &Ran) -> String {
    let stderr = String::from_utf8_lossy(&ran.stderr);
    let lines = || stderr.lines().map(str::trim).filter(|line| !line.is_empty());
    let line = lines().find(|line| line.contains("error")).or_else(|| lines().next());
    match (&ran.end, line) {
        (End::NotStarted(why), _) => why.clone(),
        (End::TimedOut, _) => format!("no answer after {} s", PATIENCE_MS / 1000),
        (_, Some(line)) => line.to_string(),
        (End::Exited(code), None) => format!("exit code {code}"),
        (end, None) => format!("{end:?}"),
    }
}
