//! Statements, declarations and definitions, seen roughly: whatever ends with a semicolon or a closing brace.

use super::document::Document;
use super::token::Kind;
use std::ops::Range;

/// The forms directly inside `range`, which is a file or the inside of braces.
pub fn forms(document: &Document, range: Range<usize>) -> Vec<Range<usize>> {
    let mut forms = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let end = form_end(document, at, range.end);
        forms.push(at..end);
        at = end;
    }
    forms
}

/// The forms of every depth, outermost first: `levels[0]` are those of the files themselves.
pub fn levels(document: &Document) -> Vec<Vec<Range<usize>>> {
    let mut levels = Vec::new();
    let mut ranges = document.ranges.clone();
    while !ranges.is_empty() {
        let level: Vec<Range<usize>> = ranges.into_iter().flat_map(|range| forms(document, range)).collect();
        ranges = level.iter().flat_map(|form| braces(document, form.clone())).collect();
        if !level.is_empty() {
            levels.push(level);
        }
    }
    levels
}

/// The insides of the outermost braces in `range` that hold statements, wherever they are: lambdas count.
fn braces(document: &Document, range: Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = range.start;
    while at < range.end {
        match document.brackets.close(at) {
            Some(close) if document.is(at, "{") => {
                found.push(at + 1..close);
                at = close + 1;
            }
            _ => at += 1,
        }
    }
    found
}

fn form_end(document: &Document, start: usize, end: usize) -> usize {
    if document.kind(start) == Kind::Directive || document.kind(start) == Kind::Comment {
        return start + 1;
    }
    let mut at = start;
    while at < end {
        let next = document.brackets.next(at).min(end);
        match document.text(at) {
            ";" => return next,
            "{" if ends_form(document, start, at, next, end) => return after_semicolon(document, next, end),
            ":" if is_label(document, start, at) => return next,
            _ if at > start && document.kind(at) == Kind::Directive => return at,
            _ => {}
        }
        at = next;
    }
    end
}

/// Whether the braces that open at `open` and end before `next` are the last thing of their form.
fn ends_form(document: &Document, start: usize, open: usize, next: usize, end: usize) -> bool {
    let is_value = open > start && matches!(document.text(open - 1), "=" | "," | "return" | "(" | "]" | ">");
    if is_value || next >= end {
        return next >= end;
    }
    match document.text(next) {
        "else" | "catch" | "," | "=" | "." | ")" => false,
        "while" => document.text(start) != "do",
        ";" => true,
        _ => !is_type(document, start, open),
    }
}

/// `struct S { … } x;` goes on to its semicolon; a function that returns a struct does not.
fn is_type(document: &Document, start: usize, open: usize) -> bool {
    let head = start..open;
    let names_type = head.clone().any(|at| matches!(document.text(at), "struct" | "union" | "enum" | "class"));
    names_type && !head.into_iter().any(|at| document.is(at, "("))
}

fn after_semicolon(document: &Document, next: usize, end: usize) -> usize {
    if next < end && document.is(next, ";") { next + 1 } else { next }
}

/// `case 1:`, `default:`, `public:`, `again:`.
fn is_label(document: &Document, start: usize, colon: usize) -> bool {
    match document.text(start) {
        "case" => !(start..colon).any(|at| document.is(at, "?")),
        _ => colon == start + 1 && document.kind(start) == Kind::Word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unit;

    fn check(text: &str, expected: &[&str]) {
        let document = Document::new(vec![Unit { name: "a.c".into(), text: text.into() }]);
        let source = |form: Range<usize>| {
            let (first, last) = (document.tokens[form.start], document.tokens[form.end - 1]);
            &text[first.start..last.end]
        };
        let found: Vec<&str> = forms(&document, 0..document.len()).into_iter().map(source).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn definitions_and_declarations_are_forms() {
        check(
            "struct S { int a; } x; int f(void) { a; b; } int y = 1;",
            &["struct S { int a; } x;", "int f(void) { a; b; }", "int y = 1;"],
        );
        check(
            "int a[] = { 1, 2 }; struct T f(int x) { } class C { }; ;",
            &["int a[] = { 1, 2 };", "struct T f(int x) { }", "class C { };", ";"],
        );
    }

    #[test]
    fn statements_are_forms() {
        check(
            "if (a) { b; } else { c; } do { d; } while (e); L: x; case 1: y; for (;;) { z; } w;",
            &[
                "if (a) { b; } else { c; }",
                "do { d; } while (e);",
                "L:",
                "x;",
                "case 1:",
                "y;",
                "for (;;) { z; }",
                "w;",
            ],
        );
    }

    #[test]
    fn directives_are_forms() {
        check(
            "#include <a>\nint x;\n#if 1\nint y;\n#endif\n",
            &["#include <a>", "int x;", "#if 1", "int y;", "#endif"],
        );
    }
}
