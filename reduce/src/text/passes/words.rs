//! What can be done to all occurrences of a word at once.

use super::super::document::{Document, Edit};
use super::super::forms;
use super::super::token::Kind;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Every word with the places it stands at, in the order of first appearance.
pub fn words(document: &Document) -> Vec<(&str, Vec<usize>)> {
    let mut index: FxHashMap<&str, usize> = FxHashMap::default();
    let mut words: Vec<(&str, Vec<usize>)> = Vec::new();
    for token in (0..document.len()).filter(|&token| document.kind(token) == Kind::Word) {
        let word = document.text(token);
        let at = *index.entry(word).or_insert_with(|| {
            words.push((word, Vec::new()));
            words.len() - 1
        });
        words[at].1.push(token);
    }
    words
}

/// Removes every statement and declaration that mentions a word.
pub fn mentions(document: &Document) -> Vec<Edit> {
    let innermost = innermost(document);
    let mention = |(word, places): (&str, Vec<usize>)| {
        if is_keyword(word) || places.len() < 2 {
            return None;
        }
        let mut removed: Vec<Range<usize>> = places.into_iter().map(|place| innermost[place].clone()).collect();
        removed.dedup();
        (removed.len() > 1).then_some(Edit { removed, replaced: Vec::new() })
    };
    words(document).into_iter().filter_map(mention).collect()
}

/// The smallest form that each token is in.
fn innermost(document: &Document) -> Vec<Range<usize>> {
    let mut innermost = vec![0..0; document.len()];
    for form in forms::levels(document).into_iter().flatten() {
        innermost[form.clone()].fill(form);
    }
    innermost
}

/// Removes a word everywhere: qualifiers, attributes, names of members' classes.
pub fn scrub(document: &Document) -> Vec<Edit> {
    let scrub = |(word, places): (&str, Vec<usize>)| {
        let with_arguments = |place: usize| {
            let arguments = document.is(place + 1, "(") && takes_arguments(word);
            place..if arguments { document.brackets.next(place + 1) } else { place + 1 }
        };
        let removed: Vec<Range<usize>> = places.into_iter().map(with_arguments).collect();
        (removed.len() > 1 || takes_arguments(word)).then_some(Edit { removed, replaced: Vec::new() })
    };
    words(document).into_iter().filter_map(scrub).collect()
}

fn takes_arguments(word: &str) -> bool {
    matches!(word, "__attribute__" | "__declspec" | "alignas" | "_Alignas" | "__asm__" | "asm" | "__extension__")
}

/// `typedef A B;` and `using B = A;` go, and B becomes A.
pub fn typedefs(document: &Document) -> Vec<Edit> {
    let words: FxHashMap<&str, Vec<usize>> = words(document).into_iter().collect();
    let forms = forms::levels(document);
    let inline = |form: &Range<usize>| {
        let (name, meaning) = alias(document, form)?;
        let meaning = meaning.map(|token| document.text(token)).collect::<Vec<_>>().join(" ");
        let places = words.get(document.text(name))?.iter().filter(|place| !form.contains(place));
        let replaced = places.map(|&place| (place, meaning.as_str().into())).collect();
        Some(Edit { removed: vec![form.clone()], replaced })
    };
    forms.iter().flatten().filter_map(inline).collect()
}

fn alias(document: &Document, form: &Range<usize>) -> Option<(usize, Range<usize>)> {
    let last = form.end.checked_sub(2)?;
    let is_short = form.len() < 12 && document.is(form.end - 1, ";");
    match document.text(form.start) {
        "typedef" if is_short && last > form.start + 1 && document.kind(last) == Kind::Word => {
            Some((last, form.start + 1..last))
        }
        "using" if is_short && document.is(form.start + 2, "=") => Some((form.start + 1, form.start + 3..last + 1)),
        _ => None,
    }
}

/// Types become `int`: everywhere at once, then here and there.
pub fn types(document: &Document) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (word, places) in words(document) {
        let looks_like_type = if is_keyword(word) { is_builtin_type(word) } else { declares(document, &places) };
        if !looks_like_type {
            continue;
        }
        let replace = |&place: &usize| as_int(document, place);
        edits.push(places.iter().map(replace).fold(Edit::default(), Edit::and));
        if places.len() > 1 {
            edits.extend(places.iter().map(replace));
        }
    }
    edits
}

/// `struct S` becomes `int` as a whole.
fn as_int(document: &Document, place: usize) -> Edit {
    let is_tagged = place > 0 && matches!(document.text(place - 1), "struct" | "union" | "enum" | "class" | "typename");
    let start = if is_tagged { place - 1 } else { place };
    Edit::replace_range(start..place + 1, "int")
}

fn is_builtin_type(word: &str) -> bool {
    matches!(word, "long" | "short" | "char" | "unsigned" | "signed" | "double" | "float" | "bool" | "_Bool" | "auto")
}

/// Whether a name follows somewhere, as it does in a declaration.
fn declares(document: &Document, places: &[usize]) -> bool {
    places.iter().any(|&place| {
        place + 1 < document.len()
            && (document.kind(place + 1) == Kind::Word || matches!(document.text(place + 1), "*" | "&" | "&&"))
    })
}

/// Words that cannot be anybody's name.
pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.binary_search(&word).is_ok()
}

const KEYWORDS: [&str; 115] = [
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_Bool",
    "_Complex",
    "_Generic",
    "_Imaginary",
    "_Noreturn",
    "_Static_assert",
    "_Thread_local",
    "__asm__",
    "__attribute__",
    "__auto_type",
    "__builtin_va_arg",
    "__builtin_va_end",
    "__builtin_va_list",
    "__builtin_va_start",
    "__const",
    "__extension__",
    "__float128",
    "__inline",
    "__inline__",
    "__int128",
    "__restrict",
    "__restrict__",
    "__signed__",
    "__typeof__",
    "__volatile__",
    "alignas",
    "alignof",
    "asm",
    "auto",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "final",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "main",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "nullptr",
    "operator",
    "override",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "std",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_sorted() {
        assert!(KEYWORDS.is_sorted());
    }
}
