//! Questions to a command, answered by really running it.

use super::emulator::{self, Machine};
use crate::compiler::Compiler;
use crate::observe::Bench;
use sandbox::{End, Limits, Ran};
use source::language::Language;
use std::path::Path;

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
    pub long_bytes: u32,
    /// Of a `long long` in a struct: 4 on i386, 8 elsewhere.
    pub long_long_alignment: u32,
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

/// What the tiny program is called.
const BUILT: &str = "probe";

/// The product is computed at run time, so that a program of all zeroes is not taken for one that works.
const PROGRAM: &str = "\
#include <stdio.h>
volatile int six = 6;
volatile long double power;
volatile long double next;
enum unsigned_or_not { ZERO };
struct padded { char c; long long l; };
int main(void)
{
    int bits = 0;
    power = 1;
    do {
        power = power * 2;
        next = power + 1;
        bits++;
    } while (next - power == 1 && bits < 200);
    printf(\"gadfly %d %d\", (int)sizeof(void *), (int)sizeof(long));
    printf(\" %d %d %d %d\", (int)(sizeof(struct padded) - sizeof(long long)), (char)-1 < 0, six * 7, bits);
    printf(\" %d\", sizeof(enum unsigned_or_not) == sizeof(int) && (enum unsigned_or_not)0 - 1 > 0);
    printf(\" %d\", *(char *)&six == 6);
    printf(\" %d\\n\", 0.1f == (float)0.1f && 16777217.0f == 16777216 && 1 / 0.0 > 0 && -1 / 0.0 < 0);
    return 0;
}
";

/// How often a compiler that did work may fail on a trivial program before it counts as broken: some fail by chance.
const TRIES: u32 = 3;

/// Whether a compiler that did compile programs still does, or what is wrong with it.
pub fn still_works(bench: &mut Bench, compiler: &Compiler) -> Result<(), String> {
    let Compiler { name, command, run, language, .. } = compiler;
    let mut probe = Probe { bench, command: command.clone(), run: run.clone(), language: *language };
    let mut failed = String::new();
    for _ in 0..TRIES {
        // A directory that cannot be emptied is the sandbox's trouble.
        if probe.bench.clear().is_err() {
            return Ok(());
        }
        match probe.compiles() {
            Ok(()) => return Ok(()),
            // That is the sandbox's trouble.
            Err(_) if probe.bench.lost().is_some() => return Ok(()),
            Err(why) => failed = why,
        }
    }
    Err(format!("{name} does not work any more: {failed}"))
}

impl Probe<'_> {
    /// Makes an object of a trivial program, or of the one that it did compile when it was identified.
    fn compiles(&mut self) -> Result<(), String> {
        let program = self.command.first().map(Path::new).filter(|path| path.is_absolute());
        if let Some(gone) = program.filter(|path| !path.exists()) {
            return Err(format!("there is no {}", gone.display()));
        }
        let trivial = self.makes_object("gadfly-works", "int main(void) { return 0; }\n");
        trivial.or_else(|why| self.makes_object("probe", PROGRAM).map_err(|_| why))
    }

    fn makes_object(&mut self, stem: &str, text: &str) -> Result<(), String> {
        const OBJECT: &str = "gadfly-works.o";
        let file = self.write(stem, text)?;
        self.bench.remove(OBJECT);
        let ran = self.compiler(&["-c", &file, "-o", OBJECT]);
        match ran.end == End::Exited(0) && self.bench.has_file(OBJECT) {
            true => Ok(()),
            false => Err(complaint(&ran)),
        }
    }

    /// Compiles, links and runs a tiny program.
    pub fn answer(&mut self, flags: &[&str]) -> Result<Answer, String> {
        let program = self.build(flags)?;
        let foreign = self.adapt(&program);
        self.ask(&program, foreign)
    }

    /// The same, if the tiny program is for another machine. A compiler that cannot compile it may still be wrong about
    /// another program, so that is no error here.
    pub fn foreign_answer(&mut self, flags: &[&str]) -> Option<Result<Answer, String>> {
        let program = self.build(flags).ok()?;
        let foreign = self.adapt(&program)?;
        Some(self.ask(&program, Some(foreign)))
    }

    fn build(&mut self, flags: &[&str]) -> Result<String, String> {
        let file = self.write("probe", PROGRAM)?;
        self.bench.remove(BUILT);
        let compiled = self.compiler(&[flags, &[&file, "-o", BUILT]].concat());
        if compiled.end != End::Exited(0) {
            return Err(format!("it does not compile a small program: {}", complaint(&compiled)));
        }
        Ok(format!("./{BUILT}"))
    }

    /// The machine that a program is for, if it is another one. What runs such programs is looked for, unless it was said.
    fn adapt(&mut self, program: &str) -> Option<Machine> {
        let machine = emulator::foreign_machine(&self.bench.read(program).ok()?)?;
        if self.run.is_empty() {
            self.run = emulator::emulator(self, machine).unwrap_or_default();
        }
        Some(machine)
    }

    fn ask(&mut self, program: &str, foreign: Option<Machine>) -> Result<Answer, String> {
        let ran = self.execute(program);
        let text = String::from_utf8_lossy(&ran.stdout).into_owned();
        match (&ran.end, answer(&text), foreign) {
            (End::Exited(0), Some(answer), _) => Ok(answer),
            (.., Some(machine)) if self.run.is_empty() => Err(emulator::advice(self, machine)),
            _ => {
                let (by, why) = (self.run_by(), complaint(&ran));
                Err(format!("the small program it compiled does not work{by}: {why}{}", hint(&ran)))
            }
        }
    }

    fn run_by(&self) -> String {
        if self.run.is_empty() { String::new() } else { format!(" with `{}`", self.run.join(" ")) }
    }

    /// The words with the compiler's macros replaced. A word that is no macro stays as it is.
    pub fn macros(&mut self, words: &[&str]) -> Result<Vec<String>, String> {
        let file = self.write("macros", &format!("gadfly_begin {} gadfly_end\n", words.join(" ")))?;
        let ran = self.compiler(&["-E", &file]);
        if ran.end != End::Exited(0) {
            let command = self.command.join(" ");
            return Err(format!("it does not work as a C compiler: `{command} -E {file}` fails: {}", complaint(&ran)));
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
        self.bench.write(&name, text.as_bytes()).map_err(|error| format!("cannot write {name}: {error}"))?;
        Ok(name)
    }

    fn execute(&mut self, program: &str) -> Ran {
        let command: Vec<String> = self.run.iter().cloned().chain([program.to_string()]).collect();
        // AddressSanitizer reserves terabytes of addresses.
        let limits = Limits { memory_bytes: None, wall_ms: PATIENCE_MS, ..self.bench.run_limits() };
        self.bench.run(&command, limits)
    }
}

/// What to do if this machine does not run such programs at all.
fn hint(ran: &Ran) -> &'static str {
    match &ran.end {
        End::NotStarted(why) if why.contains("Exec format error") => {
            ". This machine does not run its programs; say what does, with `--run COMMAND` or `run = \"COMMAND\"` in \
             gadfly.toml"
        }
        _ => "",
    }
}

fn answer(text: &str) -> Option<Answer> {
    let mut words = text.split_whitespace();
    if words.next() != Some("gadfly") {
        return None;
    }
    let numbers: Vec<u32> = words.map_while(|word| word.parse().ok()).collect();
    match numbers[..] {
        [pointer_bytes, long_bytes, alignment, signed, 42, long_double_bits, enums, little, floats] => Some(Answer {
            pointer_bytes,
            long_bytes,
            long_long_alignment: alignment,
            char_is_signed: signed == 1,
            long_double_bits,
            enums_are_unsigned: enums == 1,
            floats_are_exact: floats == 1,
            is_little_endian: little == 1,
        }),
        _ => None,
    }
}

/// What went wrong, in one line: the compiler's own words, or the linker's.
pub fn complaint(ran: &Ran) -> String {
    let stderr = String::from_utf8_lossy(&ran.stderr);
    match (&ran.end, words(&stderr)) {
        (End::NotStarted(why), _) => why.clone(),
        (End::TimedOut, _) => format!("no answer after {} s", PATIENCE_MS / 1000),
        (_, Some(words)) => words,
        (End::Exited(code), None) => format!("exit code {code}"),
        (end, None) => format!("{end:?}"),
    }
}

/// Lines of a complaint that are shown.
const SHOWN: usize = 3;

/// What drivers say once the linker has said why.
const DRIVERS: [&str; 3] = ["ld returned", "linker command failed", "collect2: error: ld"];

/// The first errors; without any, the first lines.
fn words(stderr: &str) -> Option<String> {
    let is_telling = |line: &&str| !line.is_empty() && !DRIVERS.iter().any(|text| line.contains(text));
    let lines = || stderr.lines().map(str::trim);
    let mut telling: Vec<&str> = lines().filter(is_telling).collect();
    if telling.is_empty() {
        telling = lines().filter(|line| !line.is_empty()).collect();
    }
    const ERRORS: [&str; 4] = ["error", "cannot ", "undefined ", "not found"];
    let error = telling.iter().position(|line| ERRORS.iter().any(|text| line.contains(text)));
    let shown: Vec<&str> = telling.into_iter().skip(error.unwrap_or(0)).take(SHOWN).collect();
    (!shown.is_empty()).then(|| shown.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_linker_is_heard_before_its_driver() {
        let linker = "/usr/bin/ld: cannot find crt1.o: No such file or directory\n\
                      /usr/bin/ld: cannot find -lc: No such file or directory\n\
                      collect2: error: ld returned 1 exit status\n";
        let words = words(linker).unwrap();
        assert!(words.starts_with("/usr/bin/ld: cannot find crt1.o") && words.contains("-lc"), "{words}");
        assert!(!words.contains("collect2"), "{words}");
    }

    #[test]
    fn errors_come_before_warnings_and_anything_before_nothing() {
        assert_eq!(words("a.c:1: warning: x\na.c:2: error: y\n").unwrap(), "a.c:2: error: y");
        assert_eq!(words("no luck today\n").unwrap(), "no luck today");
        assert_eq!(words("collect2: error: ld returned 1 exit status\n").unwrap().lines().count(), 1);
        assert_eq!(words(" \n"), None);
    }
}
