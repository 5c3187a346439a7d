//! C++ programs: clang reads them, and as nobody executes them for us, sanitizers say which variants may be run.

use super::directives;
use crate::case::Case;
use crate::observe::Bench;
use crate::on_path;
use crate::sources::reference::Unknown;
use sandbox::{End, Limits};
use source::emit::File;
use source::enumerate::cpp::{Cpp, extract};
use std::io::{BufReader, Read};

/// Versions that are looked for if there is no plain `clang++`.
const VERSIONS: std::ops::RangeInclusive<u32> = 14..=30;

/// clang's syntax tree, in the scratch directory.
const TREE: &str = "gadfly-tree.json";

/// What is read of a tree at most. The tree of a file with many headers has some hundred megabytes.
const MOST_BYTES: u64 = 2 << 30;

const PROGRAM: &str = "gadfly-guarded";

/// Builds that notice what is undefined, or make it show: bad addresses and arithmetic stop the program, and variables without a
/// value have two different ones. Objects of `malloc` without a value are not noticed.
const GUARDS: [&[&str]; 3] = [
    &["-O1", "-fsanitize=undefined,address", "-fno-sanitize-recover=undefined"],
    &["-O0", "-ftrivial-auto-var-init=pattern"],
    &["-O0", "-ftrivial-auto-var-init=zero"],
];

/// The clang++ of this machine.
pub fn reader() -> Option<String> {
    let names =
        std::iter::once("clang++".to_string()).chain(VERSIONS.rev().map(|version| format!("clang++-{version}")));
    names.into_iter().find_map(|name| on_path::find(&name)).map(|path| path.display().to_string())
}

/// A compiler that has all that guards need: GCC 12, or a clang that is new enough.
pub fn guard() -> Option<String> {
    on_path::find("g++").map(|path| path.display().to_string()).or_else(reader)
}

/// Reads a file of the case, which is laid out.
pub fn read(bench: &mut Bench, clang: &str, case: &Case, name: &str) -> Result<Cpp, Unknown> {
    let path = format!("./{name}");
    let words = checking(clang, case, &["-Xclang", "-ast-dump=json"], &path);
    // The tree of a file with headers has hundreds of megabytes: too much for a pipe that is kept.
    let script = ["sh".to_string(), "-c".to_string(), format!("exec \"$0\" \"$@\" > {TREE}")];
    let ran = bench.run(&[&script[..], &words].concat(), bench.compile_limits());
    match &ran.end {
        End::Exited(0) => {}
        End::Exited(_) => return Err(Unknown::Rejected(first_line(&ran.stderr))),
        _ => return Err(Unknown::Unsupported("clang cannot read it within the limits".to_string())),
    }
    let unreadable = |error: std::io::Error| Unknown::Unsupported(format!("its syntax tree cannot be read: {error}"));
    let tree = bench.sandbox.directory().and_then(|directory| directory.reader(TREE)).map_err(unreadable)?;
    let tree = tree.take(MOST_BYTES);
    let text = case.file(name).map(|file| file.text.as_bytes()).unwrap_or_default();
    let read = extract(BufReader::new(tree), &path, text).map_err(|error| Unknown::Unsupported(error.to_string()));
    // It takes as much room as many builds.
    bench.remove(TREE);
    read
}

/// Whether clang takes this text as the unit of the case, which is laid out.
pub fn accepts(bench: &mut Bench, clang: &str, case: &Case, text: String) -> bool {
    let name = case.units[0].clone();
    let files = case.files.iter().map(|file| match file.name == name {
        true => File { name: name.clone(), text: text.clone() },
        false => file.clone(),
    });
    let case = Case { files: files.collect(), ..case.clone() };
    let words = checking(clang, &case, &[], &format!("./{name}"));
    bench.lay_out(&case).is_ok() && bench.run(&words, bench.compile_limits()).end == End::Exited(0)
}

/// The command with which clang reads a file without compiling it. It is not told of options that only GCC knows.
fn checking(clang: &str, case: &Case, more: &[&str], path: &str) -> Vec<String> {
    let known = case.flags.iter().filter(|flag| directives::is_clangs(flag)).cloned();
    let fixed = ["-fsyntax-only", "-w", "-x", "c++"].iter().chain(more).map(|word| word.to_string());
    std::iter::once(clang.to_string()).chain(known).chain(fixed).chain([path.to_string()]).collect()
}

/// Whether the program may be run with any compiler, as far as sanitizers can tell: all guards agree on what it does.
pub fn is_defined(bench: &mut Bench, compiler: &str, case: &Case) -> bool {
    if bench.lay_out(case).is_err() {
        return false;
    }
    let mut seen = None;
    GUARDS.iter().all(|flags| {
        let flags: Vec<String> = flags.iter().map(|flag| flag.to_string()).collect();
        let result = guarded(bench, compiler, case, &flags);
        result.is_some() && *seen.get_or_insert(result.clone()) == result
    })
}

fn guarded(bench: &mut Bench, compiler: &str, case: &Case, flags: &[String]) -> Option<(i32, Vec<u8>)> {
    let fixed = ["-w", "-o", PROGRAM].map(String::from);
    let words = std::iter::once(compiler.to_string())
        .chain(case.flags.iter().cloned())
        .chain(flags.iter().cloned())
        .chain(fixed);
    let command: Vec<String> = words.chain(case.units.iter().cloned()).collect();
    let compiled = bench.run(&command, bench.compile_limits());
    if compiled.end != End::Exited(0) {
        return None;
    }
    // Sanitizers reserve more addresses than there is memory.
    let limits = Limits { memory_bytes: None, ..bench.run_limits() };
    let ran = bench.run(&[format!("./{PROGRAM}")], limits);
    match ran.end {
        End::Exited(code) if !ran.truncated && ran.stderr.is_empty() => Some((code, ran.stdout)),
        _ => None,
    }
}

fn first_line(text: &[u8]) -> String {
    String::from_utf8_lossy(text).lines().next().unwrap_or("without a word").to_string()
}
