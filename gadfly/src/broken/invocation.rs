//! What a compiler was asked to do, as far as it matters to a bug between the compiler and the assembler.

use lab::compiler::flags::has_value;
use std::ffi::{OsStr, OsString};
use std::path::Path;

pub struct Invocation<'a> {
    pub program: &'a OsStr,
    arguments: Vec<Argument<'a>>,
}

/// How far the driver goes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    Assembly,
    Object,
    Program,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Role {
    Source,
    /// The value of `-o`.
    Output,
    /// `-o`, `-c`, `-S`, `-x`, `-x`'s value.
    Control,
    /// Objects, libraries and flags that only the linker reads.
    Link,
    /// What decides the instruction set, and what the assembler reads.
    Machine,
    Flag,
}

struct Argument<'a> {
    text: &'a OsStr,
    role: Role,
}

impl<'a> Invocation<'a> {
    /// `None` if there is nothing to compile to assembly, or something is asked for that a bug should not disturb:
    /// then the compiler itself answers.
    pub fn parse(command: &'a [OsString]) -> Option<Invocation<'a>> {
        let (program, words) = command.split_first()?;
        let mut arguments = Vec::with_capacity(words.len());
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let text = word.to_str()?;
            if is_question(text) {
                return None;
            }
            arguments.push(Argument { text: word, role: role(text) });
            if has_value(text) {
                let value = words.next()?;
                is_language(text, value.to_str()?)?;
                arguments.push(Argument { text: value, role: role_of_value(text) });
            }
        }
        let invocation = Invocation { program, arguments };
        let compiles = invocation.sources().next().is_some();
        compiles.then_some(invocation)
    }

    pub fn sources(&self) -> impl Iterator<Item = &'a OsStr> {
        self.having(Role::Source)
    }

    pub fn output(&self) -> Option<&'a OsStr> {
        self.having(Role::Output).last()
    }

    pub fn stage(&self) -> Stage {
        match (self.has("-S"), self.has("-c")) {
            (true, _) => Stage::Assembly,
            (_, true) => Stage::Object,
            _ => Stage::Program,
        }
    }

    /// What every source is compiled with.
    pub fn compile_flags(&self) -> impl Iterator<Item = &'a OsStr> {
        let is_one = |role| matches!(role, Role::Flag | Role::Machine);
        self.arguments.iter().filter(move |argument| is_one(argument.role)).map(|argument| argument.text)
    }

    pub fn assembler_flags(&self) -> impl Iterator<Item = &'a OsStr> {
        self.having(Role::Machine)
    }

    /// All arguments of the link, with the sources' objects in their places.
    pub fn link_arguments<'b>(&'b self, objects: &'b [OsString]) -> Vec<&'b OsStr> {
        let mut objects = objects.iter();
        let words = self.arguments.iter().filter(|argument| argument.role != Role::Control || argument.text == "-o");
        words
            .filter_map(|argument| match argument.role {
                Role::Source => objects.next().map(OsString::as_os_str),
                _ => Some(argument.text),
            })
            .collect()
    }

    /// 0 to 3; `-Os` counts as 2.
    pub fn level(&self) -> u8 {
        match self.optimization() {
            "0" => 0,
            "1" | "g" => 1,
            "2" | "s" => 2,
            _ => 3,
        }
    }

    /// The last `-O`, without other names of the same level.
    pub fn optimization(&self) -> &'a str {
        match self.flags().filter_map(|flag| flag.strip_prefix("-O")).last() {
            None => "0",
            Some("") => "1",
            Some("z") => "s",
            Some(level) => level,
        }
    }

    /// Whether a pass that the level enables runs: `-fno-OPTION` and `-fdisable-PASS` turn it off.
    pub fn enables(&self, option: &str, disabled_as: &str) -> bool {
        let said = self.flags().filter_map(|flag| match flag.strip_prefix("-f")? {
            flag if flag == option => Some(true),
            flag if flag.strip_prefix("no-") == Some(option) => Some(false),
            _ => None,
        });
        let is_disabled =
            self.flags().any(|flag| flag.strip_prefix("-fdisable-").is_some_and(|pass| is_pass(pass, disabled_as)));
        said.last().unwrap_or(true) && !is_disabled
    }

    fn having(&self, role: Role) -> impl Iterator<Item = &'a OsStr> {
        self.arguments.iter().filter(move |argument| argument.role == role).map(|argument| argument.text)
    }

    fn has(&self, flag: &str) -> bool {
        self.arguments.iter().any(|argument| argument.text == flag)
    }

    fn flags(&self) -> impl Iterator<Item = &'a str> {
        self.arguments.iter().filter_map(|argument| argument.text.to_str())
    }
}

/// `tree-vrp1=3-5` is one of the passes `tree-vrp`.
fn is_pass(text: &str, prefix: &str) -> bool {
    text.strip_prefix(prefix).is_some_and(|rest| rest.chars().next().is_none_or(|c| c.is_ascii_digit() || c == '='))
}

/// Preprocessing, questions about the compiler, dependencies, other machines, and what only the driver can do.
fn is_question(argument: &str) -> bool {
    const EXACT: [&str; 8] = ["-E", "-v", "-###", "-m32", "-mx32", "-", "-fsyntax-only", "--help"];
    const PREFIXES: [&str; 12] = [
        "@",
        "-M",
        "-dump",
        "-print",
        "--print",
        "--version",
        "-save-temps",
        "--save-temps",
        "-masm=intel",
        "-flto",
        "-Q",
        "--help=",
    ];
    EXACT.contains(&argument) || PREFIXES.iter().any(|prefix| argument.starts_with(prefix))
}

/// `-x` with anything but C and C++ is left to the compiler.
fn is_language(option: &str, value: &str) -> Option<()> {
    (option != "-x" || matches!(value, "c" | "c++" | "none")).then_some(())
}

fn role(argument: &str) -> Role {
    match argument {
        "-o" | "-c" | "-S" | "-x" => Role::Control,
        "-L" | "-l" | "-Xlinker" | "-T" | "-u" | "-z" | "-e" => Role::Link,
        "-Xassembler" | "-target" => Role::Machine,
        _ if ["-l", "-L", "-Wl,"].iter().any(|prefix| argument.starts_with(prefix)) => Role::Link,
        _ if ["-Wa,", "--target=", "-B"].iter().any(|prefix| argument.starts_with(prefix)) => Role::Machine,
        _ if argument.starts_with('-') => Role::Flag,
        _ if is_source(argument) => Role::Source,
        _ => Role::Link,
    }
}

fn role_of_value(option: &str) -> Role {
    match role(option) {
        Role::Control if option == "-o" => Role::Output,
        role => role,
    }
}

fn is_source(name: &str) -> bool {
    let suffix = Path::new(name).extension().and_then(OsStr::to_str);
    suffix.is_some_and(|suffix| ["c", "i", "cc", "cp", "cpp", "cxx", "c++", "C", "ii"].contains(&suffix))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn questions_are_left_to_the_compiler() {
        for line in [
            "cc",
            "cc --version",
            "cc -v",
            "cc -dumpversion",
            "cc -E a.c",
            "cc a.o -o a",
            "cc -m32 -c a.c",
            "cc -x c -",
        ] {
            assert!(Invocation::parse(&words(line)).is_none(), "{line}");
        }
    }

    #[test]
    fn sources_output_and_stage_are_found() {
        let command = words("cc -O2 -c -o b.o -I x.c b.c");
        let invocation = Invocation::parse(&command).unwrap();
        assert_eq!(invocation.sources().collect::<Vec<_>>(), ["b.c"]);
        assert_eq!((invocation.stage(), invocation.output()), (Stage::Object, Some(OsStr::new("b.o"))));
        assert_eq!(invocation.compile_flags().collect::<Vec<_>>(), ["-O2", "-I", "x.c"]);
    }

    #[test]
    fn objects_take_the_places_of_their_sources() {
        let command = words("cc -x c a.c b.o c.c -lm -o p");
        let invocation = Invocation::parse(&command).unwrap();
        assert_eq!(invocation.link_arguments(&words("1.o 2.o")), ["1.o", "b.o", "2.o", "-lm", "-o", "p"]);
    }

    #[test]
    fn the_last_level_and_the_last_word_on_a_pass_count() {
        let command = words("cc -O1 -fno-tree-vrp -O3 -ftree-vrp -fdisable-tree-dse2=3 a.c");
        let invocation = Invocation::parse(&command).unwrap();
        assert_eq!(invocation.level(), 3);
        assert!(invocation.enables("tree-vrp", "tree-vrp"));
        assert!(!invocation.enables("tree-dse", "tree-dse"));
    }
}
