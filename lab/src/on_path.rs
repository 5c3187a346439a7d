//! Programs on PATH, by their names and files. Nothing is run.

use source::language::Language;
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A program on PATH, or by its path.
pub fn find(program: &str) -> Option<PathBuf> {
    if program.contains('/') {
        return std::path::absolute(program).ok().filter(|path| path.is_file());
    }
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|directory| directory.join(program)).find(|path| path.is_file())
}

/// The file behind a program, whatever it is called.
pub fn binary(program: &str) -> Option<PathBuf> {
    fs::canonicalize(find(program)?).ok()
}

/// By name, as the drivers of gcc and clang decide it themselves.
pub fn language(program: &str) -> Language {
    let name = Path::new(program).file_name().unwrap_or_default().to_string_lossy();
    if name.contains("++") { Language::Cpp } else { Language::C }
}

/// The compiler that preprocesses for the interpreter: the system's, or whatever there is.
pub fn preprocessor() -> String {
    static FOUND: OnceLock<String> = OnceLock::new();
    let found = || {
        let usual = ["cc", "gcc", "clang"].into_iter().find(|name| find(name).is_some()).map(String::from);
        let native = || candidates(&env::var_os("PATH").unwrap_or_default()).into_iter().find(|it| !it.is_cross);
        usual.or_else(|| native().map(|candidate| candidate.name)).unwrap_or_else(|| "cc".to_string())
    };
    FOUND.get_or_init(found).clone()
}

/// The newest compiler of this machine that is called so: of `clang`, `clang-19`.
pub fn newest(stem: &str) -> Option<String> {
    let stem_of = |name: &'_ str| split(name).map(|(target, version)| name.len() - target.len() - version.len());
    let is_called = |candidate: &Candidate| {
        let starts = candidate.name.starts_with(stem) && stem_of(&candidate.name) == Some(stem.len());
        !candidate.is_cross && starts
    };
    let version = |name: &str| -> Vec<u32> {
        name[stem.len()..].split(['-', '.']).filter_map(|part| part.parse().ok()).collect()
    };
    let candidates = candidates(&env::var_os("PATH").unwrap_or_default()).into_iter().filter(is_called);
    candidates.max_by_key(|candidate| version(&candidate.name)).map(|candidate| candidate.path.display().to_string())
}

/// A file that is called like a compiler.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Of the file, without its directory.
    pub name: String,
    /// Absolute, as it is on PATH: links are not followed.
    pub path: PathBuf,
    /// For another machine.
    pub is_cross: bool,
}

/// Files with a compiler's name, one per binary and language. Of several names the one that says most about the version
/// stands, without a target in front of it if it can be.
pub fn candidates(path: &std::ffi::OsStr) -> Vec<Candidate> {
    let mut named: BTreeMap<String, PathBuf> = BTreeMap::new();
    for directory in env::split_paths(path).filter(|directory| directory.is_absolute()) {
        for (name, path) in programs(&directory) {
            named.entry(name).or_insert(path);
        }
    }
    let mut by_binary: BTreeMap<(PathBuf, bool), Candidate> = BTreeMap::new();
    for (name, path) in named {
        let binary = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
        let key = (binary, language(&name) == Language::Cpp);
        let candidate = Candidate { is_cross: is_cross(&name), name, path };
        match by_binary.get(&key) {
            Some(known) if preference(known) >= preference(&candidate) => {}
            _ => {
                by_binary.insert(key, candidate);
            }
        }
    }
    let mut candidates: Vec<_> = by_binary.into_values().collect();
    candidates.sort_by(|a, b| a.name.cmp(&b.name));
    candidates
}

/// A compiler by its name, executable, and itself: ccache under a compiler's name would answer from its memory.
fn programs(directory: &Path) -> Vec<(String, PathBuf)> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let program = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().ok().filter(|name| split(name).is_some())?;
        let path = entry.path();
        let metadata = fs::metadata(&path).ok()?;
        let is_program = metadata.is_file() && metadata.permissions().mode() & 0o111 != 0;
        (is_program && !is_cache(&path)).then_some((name, path))
    };
    entries.flatten().filter_map(program).collect()
}

fn is_cache(path: &Path) -> bool {
    let binary = fs::canonicalize(path).ok();
    let name = binary.as_deref().and_then(Path::file_name).and_then(|name| name.to_str()).unwrap_or_default();
    ["ccache", "sccache", "distcc", "icecc"].contains(&name)
}

const STEMS: [&str; 7] = ["gcc", "g++", "clang", "clang++", "tcc", "pcc", "chibicc"];

/// What follows a compiler's name: nothing, or a version: `-12`, `-3.9`, `12`, `-snapshot`.
fn is_version(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    let is_number =
        text.starts_with(|c: char| c.is_ascii_digit()) && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    is_number || ["snapshot", "trunk", "git", "head", "devel"].contains(&text)
}

/// The target in front of a compiler's name, and the version behind it; none if it is no compiler's name, as `gcc-ar`
/// and `clang-format-15` are not.
fn split(name: &str) -> Option<(&str, &str)> {
    let at_stem = |stem: &&str| {
        name.match_indices(stem).find_map(|(at, _)| {
            let (target, version) = (&name[..at], &name[at + stem.len()..]);
            let has_target = target.is_empty() || is_target(target);
            (has_target && (version.is_empty() || is_version(version))).then_some((target, version))
        })
    };
    STEMS.iter().find_map(at_stem)
}

/// `x86_64-linux-gnu-`, `i386-`; not `c99-`.
fn is_target(prefix: &str) -> bool {
    let machine = prefix.split('-').next().unwrap_or_default();
    prefix.ends_with('-') && machine.len() > 2 && !["c89", "c99", "afl"].contains(&machine)
}

/// A target that is not this machine's.
fn is_cross(name: &str) -> bool {
    split(name).is_some_and(|(target, _)| !target.is_empty() && !target.starts_with(env::consts::ARCH))
}

fn preference(candidate: &Candidate) -> (bool, bool, usize) {
    let (target, version) = split(&candidate.name).unwrap_or_default();
    (target.is_empty(), !version.is_empty(), usize::MAX - candidate.name.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_compilers_are_taken() {
        for name in
            ["gcc", "gcc-12", "g++-4.9", "clang++-22", "gcc12", "x86_64-linux-gnu-gcc-12", "tcc", "gcc-snapshot"]
        {
            assert!(split(name).is_some(), "{name}");
        }
        for name in
            ["gcc-ar", "gcc-nm-12", "clang-format-15", "clangd", "clang-cpp-14", "clang-cl-19", "c99-gcc", "pcc-cpp"]
        {
            assert_eq!(split(name), None, "{name}");
        }
    }

    #[test]
    fn other_machines_are_told_apart() {
        assert!(is_cross("m68k-linux-gnu-gcc-12"));
        assert!(!is_cross(&format!("{}-linux-gnu-gcc", env::consts::ARCH)));
        assert!(!is_cross("gcc-12"));
    }

    #[test]
    fn the_name_with_a_version_stands() {
        let directory = tempfile::tempdir().unwrap();
        let real = directory.path().join("x86_64-linux-gnu-gcc-12");
        fs::write(&real, "#!/bin/sh\n").unwrap();
        fs::set_permissions(&real, fs::Permissions::from_mode(0o755)).unwrap();
        for link in ["gcc", "gcc-12", "g++"] {
            std::os::unix::fs::symlink(&real, directory.path().join(link)).unwrap();
        }
        fs::write(directory.path().join("tcc"), "not executable").unwrap();
        let names: Vec<_> = candidates(directory.path().as_os_str()).into_iter().map(|found| found.name).collect();
        assert_eq!(names, ["g++", "gcc-12"]);
    }
}
