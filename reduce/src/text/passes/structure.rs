//! Statements and definitions, by depth; bodies; what stands in front of bodies; lines.

use super::super::document::{Document, Edit};
use super::super::forms;
use super::super::token::Kind;
use std::ops::Range;

/// Removes the forms of one depth after the other.
pub fn forms(document: &Document, step: usize) -> Option<Vec<Edit>> {
    let levels = forms::levels(document);
    Some(levels.get(step)?.iter().cloned().map(Edit::remove).collect())
}

/// Definitions become declarations.
pub fn bodies(document: &Document) -> Vec<Edit> {
    let is_function = |form: &Range<usize>| {
        let last = form.end - 1;
        let open = (form.start..form.end).find(|&token| document.is(token, "{"))?;
        let follows = open > form.start && document.brackets.close(open) == Some(last);
        let end = matches!(document.text(open.checked_sub(1)?), ")" | "const" | "noexcept" | "override");
        (follows && end).then(|| Edit::replace_range(open..form.end, ";"))
    };
    forms::levels(document).iter().take(4).flatten().filter_map(is_function).collect()
}

/// Removes what controls a statement and leaves the statement.
pub fn headers(document: &Document) -> Vec<Edit> {
    let mut edits = Vec::new();
    for token in 0..document.len() {
        match document.text(token) {
            "if" | "while" | "switch" | "for" => edits.extend(header(document, token)),
            "else" => edits.extend(other(document, token)),
            "do" => edits.extend(loop_once(document, token)),
            _ => {}
        }
    }
    edits
}

/// `if (…)`, and a loop's initialisation if it declares something that the body needs.
fn header(document: &Document, token: usize) -> Vec<Edit> {
    let open = token + 1;
    if !document.is(open, "(") {
        return Vec::new();
    }
    let Some(close) = document.brackets.close(open) else { return Vec::new() };
    let mut edits = vec![Edit::remove(token..close + 1)];
    let semicolon = (open..close).find(|&token| document.is(token, ";"));
    if document.is(token, "for")
        && let Some(semicolon) = semicolon
    {
        edits.push(Edit { removed: vec![token..open + 1, semicolon + 1..close + 1], replaced: Vec::new() });
    }
    if !document.is(token, "if") {
        let condition = Edit::replace(token, "if");
        edits.extend((document.is(token, "while")).then_some(condition));
    }
    edits
}

/// `else` with its statement, and `else` alone.
fn other(document: &Document, token: usize) -> Vec<Edit> {
    let range = document.ranges[document.file_of(token)].clone();
    let Some(statement) = forms::forms(document, token + 1..range.end.min(statement_bound(document, token, range.end)))
        .into_iter()
        .next()
    else {
        return Vec::new();
    };
    vec![Edit::remove(token..statement.end), Edit::remove(token..token + 1)]
}

/// Where the statement after `else` must have ended: forms are looked for no further.
fn statement_bound(document: &Document, token: usize, end: usize) -> usize {
    let mut at = token + 1;
    while at < end && !matches!(document.text(at), ";" | "}") {
        let next = document.brackets.next(at);
        if document.is(at, "{") {
            return next.min(end);
        }
        at = next;
    }
    (at + 1).min(end)
}

/// `do … while (…);` becomes its body.
fn loop_once(document: &Document, token: usize) -> Option<Edit> {
    let body_end = document.brackets.close(token + 1).filter(|_| document.is(token + 1, "{"))?;
    let open = body_end + 2;
    let is_loop = document.is(body_end + 1, "while") && document.is(open, "(");
    let close = document.brackets.close(open.min(document.len() - 1)).filter(|_| is_loop)?;
    let end = if document.is(close + 1, ";") { close + 2 } else { close + 1 };
    Some(Edit { removed: vec![token..token + 1, body_end + 1..end], replaced: Vec::new() })
}

/// Removes lines, for texts whose structure is lines.
pub fn lines(document: &Document) -> Vec<Edit> {
    let mut edits: Vec<Edit> = Vec::new();
    for (file, range) in document.files.iter().zip(&document.ranges) {
        let mut start = range.start;
        for token in range.clone() {
            let end = document.tokens[token].end;
            let next = document.tokens.get(token + 1).filter(|_| token + 1 < range.end);
            let ends = next.is_none_or(|next| file.text[end..next.start].contains('\n'));
            if ends || document.kind(token) == Kind::Directive {
                edits.push(Edit::remove(start..token + 1));
                start = token + 1;
            }
        }
    }
    edits
}
