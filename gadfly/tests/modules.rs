//! Modules of a crate form no cycle: what is used from below lives below.
//!
//! A plain scan of the text: a file that names `crate::x` uses the module `x`. Files below `x` belong to `x`. Tests may use
//! what they like.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Modules with those that they use.
type Uses = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// Directories with sources of a crate.
fn crates() -> Vec<PathBuf> {
    let entries = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path());
    let mut crates: Vec<PathBuf> =
        entries.filter(|path| path.join("Cargo.toml").exists() && path.join("src").is_dir()).collect();
    crates.sort();
    crates
}

fn files(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let inside = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    entries.flat_map(inside).filter(|path| path.extension().is_some_and(|it| it == "rs")).collect()
}

/// The module of the crate that a file belongs to; none for the root and for tests.
fn module(src: &Path, file: &Path) -> Option<String> {
    let path = file.strip_prefix(src).unwrap();
    let top = path.components().next()?.as_os_str().to_str()?.trim_end_matches(".rs").to_string();
    (!["lib", "main"].contains(&top.as_str()) && !path.ends_with("tests.rs")).then_some(top)
}

/// Without comments, and without tests at the end.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The first names of all paths that begin with `crate::`.
fn used(code: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            Some(list) => names.extend(listed(list)),
            None => drop(names.insert(name(rest))),
        }
    }
    names
}

fn name(text: &str) -> String {
    text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The first names of a list in braces, whose opening brace is gone.
fn listed(list: &str) -> Vec<String> {
    let (mut depth, mut names, mut start) = (0, Vec::new(), 0);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                names.push(name(&list[start..at]));
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                names.push(name(&list[start..at]));
                start = at + 1;
            }
            _ => {}
        }
    }
    names
}

fn uses(src: &Path) -> Uses {
    let mut uses = Uses::new();
    for file in files(src) {
        let Some(module) = module(src, &file) else { continue };
        uses.entry(module).or_default().extend(used(&code(&fs::read_to_string(&file).unwrap())));
    }
    let modules: BTreeSet<String> = uses.keys().cloned().collect();
    for (module, used) in &mut uses {
        used.retain(|name| modules.contains(name) && name != module);
    }
    uses
}

/// Modules that use each other, after all that use nothing else, or are used by nothing else, are taken away.
fn knot(mut uses: Uses) -> Uses {
    loop {
        let all: BTreeSet<String> = uses.values().flatten().cloned().collect();
        let before = uses.len();
        uses.retain(|module, used| !used.is_empty() && all.contains(module));
        let left: BTreeSet<String> = uses.keys().cloned().collect();
        uses.values_mut().for_each(|used| used.retain(|name| left.contains(name)));
        if uses.len() == before {
            return uses;
        }
    }
}

#[test]
fn modules_form_no_cycle() {
    let crates = crates();
    assert!(crates.len() >= 7, "{crates:?}");
    for path in crates {
        let uses = uses(&path.join("src"));
        assert!(!uses.is_empty(), "{}", path.display());
        let knot = knot(uses);
        assert!(knot.is_empty(), "modules of {} use each other: {knot:#?}", path.display());
    }
}

#[test]
fn a_cycle_is_seen() {
    let uses = |pairs: &[(&str, &[&str])]| -> Uses {
        pairs.iter().map(|(a, b)| (a.to_string(), b.iter().map(|name| name.to_string()).collect())).collect()
    };
    let tree = [("a", &["b", "c"][..]), ("b", &["c"]), ("c", &[])];
    assert!(knot(uses(&tree)).is_empty());
    let cycle = [("a", &["b"][..]), ("b", &["c"]), ("c", &["b"]), ("d", &["a"])];
    assert_eq!(knot(uses(&cycle)).into_keys().collect::<Vec<_>>(), ["b", "c"]);
    let text = "use crate::a::{self, B};\nuse crate::{c::{D, e}, f};\nfn g() { crate::h::i(); } // crate::j\n";
    assert_eq!(used(&code(text)).into_iter().collect::<Vec<_>>(), ["a", "c", "f", "h"]);
}

/// Whether one of the crate's roots has this attribute, on a line of its own.
fn has_attribute(path: &Path, attribute: &str) -> bool {
    let roots = ["lib.rs", "main.rs"].map(|file| fs::read_to_string(path.join("src").join(file)).unwrap_or_default());
    roots.iter().any(|root| root.lines().any(|line| line == attribute))
}

/// What the compiler checks is said where it cannot be missed.
#[test]
fn crates_without_a_reason_have_no_unsafe_code() {
    for path in crates() {
        let name = path.file_name().unwrap().to_str().unwrap();
        let is_denied = has_attribute(&path, "#![deny(unsafe_code)]");
        assert_eq!(is_denied, !["interp", "sandbox"].contains(&name), "{name}");
    }
}

/// All crates but the command, which has no library.
#[test]
fn libraries_document_every_public_item() {
    let libraries: Vec<PathBuf> = crates().into_iter().filter(|path| path.join("src/lib.rs").exists()).collect();
    assert!(libraries.len() >= 7, "{libraries:?}");
    for path in libraries {
        assert!(has_attribute(&path, "#![deny(missing_docs)]"), "{}", path.display());
    }
}

/// In the lines above an `unsafe` block, function or implementation.
#[test]
fn unsafe_code_says_why_it_is_sound() {
    for path in crates() {
        for file in files(&path) {
            let text = fs::read_to_string(&file).unwrap();
            let lines: Vec<&str> = text.lines().collect();
            for (at, line) in lines.iter().enumerate() {
                let code = line.split("//").next().unwrap_or_default();
                let is_unsafe = ["unsafe {", "unsafe impl", "unsafe fn"].iter().any(|word| code.contains(word));
                let above = &lines[at.saturating_sub(8)..=at];
                let is_said = above.iter().any(|line| line.contains("SAFETY:") || line.contains("# Safety"));
                assert!(!is_unsafe || is_said || code.contains('"'), "{}:{}", file.display(), at + 1);
            }
        }
    }
}
