//! Names a, b, c… for whatever can have them, in all files alike.

use super::super::document::{Document, Edit};
use super::super::token::{Kind, tokens};
use super::words::{is_keyword, words};
use rustc_hash::FxHashSet;

/// One edit per name that is longer than the next free one, in the order of first appearance. Those of libraries come
/// last, so that the others can be tried without them.
pub fn edits(document: &Document) -> Vec<Edit> {
    let in_directives = directive_words(document);
    let (others, own): (Vec<_>, Vec<_>) = words(document)
        .into_iter()
        .filter(|(word, _)| !is_keyword(word) && !in_directives.contains(word))
        .partition(|(word, _)| is_foreign(word));
    let taken: FxHashSet<&str> = words(document).into_iter().map(|(word, _)| word).chain(in_directives).collect();
    let mut fresh = (0..).map(name).filter(|name| !taken.contains(name.as_str()) && !is_keyword(name));
    let mut edits = Vec::new();
    for (word, places) in own.into_iter().chain(others) {
        if is_short(word) {
            continue;
        }
        let Some(name) = fresh.next() else { break };
        if name.len() <= word.len() {
            edits.push(places.into_iter().map(|place| Edit::replace(place, &name)).fold(Edit::default(), Edit::and));
        }
    }
    edits
}

/// All names of one letter at once, so that they come in the order of the alphabet; none if they do.
pub fn alphabet(document: &Document) -> Option<Edit> {
    let in_directives = directive_words(document);
    let short = words(document).into_iter().filter(|(word, _)| is_short(word) && !in_directives.contains(word));
    let letters = (0..26).map(name).filter(|name| !in_directives.contains(name.as_str()));
    let moved: Vec<(Vec<usize>, String)> = short
        .zip(letters)
        .filter(|((word, _), letter)| word != letter)
        .map(|((_, places), letter)| (places, letter))
        .collect();
    let replace = |(places, letter): (Vec<usize>, String)| {
        places.into_iter().map(|place| Edit::replace(place, &letter)).fold(Edit::default(), Edit::and)
    };
    (!moved.is_empty()).then(|| moved.into_iter().map(replace).fold(Edit::default(), Edit::and))
}

/// Whether it is one of the names that are given here.
fn is_short(word: &str) -> bool {
    word.len() == 1 && word.chars().all(|c| c.is_ascii_lowercase())
}

/// a … z, aa, ab, …
fn name(index: usize) -> String {
    let letter = char::from(b'a' + (index % 26) as u8);
    if index < 26 { letter.to_string() } else { format!("{}{letter}", name(index / 26 - 1)) }
}

/// Words that a macro may have given a meaning.
fn directive_words(document: &Document) -> FxHashSet<&str> {
    let directives = (0..document.len()).filter(|&token| document.kind(token) == Kind::Directive);
    let words = directives.flat_map(|token| {
        let line = document.text(token);
        let body = line.trim_start_matches('#');
        tokens(body)
            .into_iter()
            .filter(|token| token.kind == Kind::Word)
            .map(move |token| &body[token.start..token.end])
    });
    words.collect()
}

/// A name that the implementation or its library gives.
fn is_foreign(word: &str) -> bool {
    word.starts_with("__") || LIBRARY.contains(&word)
}

const LIBRARY: [&str; 30] = [
    "printf", "puts", "putchar", "fprintf", "sprintf", "snprintf", "scanf", "stdout", "stderr", "abort", "exit",
    "malloc", "calloc", "realloc", "free", "memcpy", "memmove", "memset", "memcmp", "strlen", "strcmp", "strcpy",
    "strcat", "assert", "size_t", "uint8_t", "uint32_t", "int32_t", "uint64_t", "int64_t",
];
