//! Parameters with their arguments, templates with theirs, namespaces with their qualifications.

use super::super::document::{Document, Edit};
use super::super::token::Kind;
use super::words::{is_keyword, words};
use std::ops::Range;

/// Removes the same argument of all calls and declarations of a name.
pub fn arguments(document: &Document) -> Vec<Edit> {
    let named = words(document).into_iter().filter(|(word, _)| !is_keyword(word));
    named.flat_map(|(_, places)| parameters(document, &places)).collect()
}

fn parameters(document: &Document, places: &[usize]) -> Vec<Edit> {
    let list = |&place: &usize| {
        let open = place + 1;
        let close = document.brackets.close(open).filter(|_| document.is(open, "("))?;
        Some((is_declaration(document, place), elements(document, open + 1..close)))
    };
    let follows = |place: &&usize| **place + 1 < document.len();
    let lists: Vec<(bool, Vec<Range<usize>>)> = places.iter().filter(follows).filter_map(list).collect();
    let mut edits = columns(&lists.iter().map(|(_, list)| list.clone()).collect::<Vec<_>>());
    if lists.len() > 1 && lists.iter().all(|(_, list)| list.len() == 1) {
        // C wants to hear that there are none.
        let last = |(declares, list): &(bool, Vec<Range<usize>>)| match declares {
            true => Edit::replace_range(list[0].clone(), "void"),
            false => Edit::remove(list[0].clone()),
        };
        edits.extend(
            lists
                .iter()
                .map(last)
                .reduce(Edit::and)
                .filter(|_| !lists.iter().all(|(_, list)| document.is(list[0].start, "void"))),
        );
    }
    edits
}

/// Whether a type precedes the name.
fn is_declaration(document: &Document, place: usize) -> bool {
    let before = place.checked_sub(1).map_or("", |before| document.text(before));
    let is_word = before.starts_with(|c: char| c == '_' || c.is_alphabetic());
    is_word && !matches!(before, "return" | "else" | "do" | "case" | "new" | "throw") || before == "*"
}

/// One edit per position: that element of every list that has one, where there are several lists.
fn columns(lists: &[Vec<Range<usize>>]) -> Vec<Edit> {
    let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
    let column = |index: usize| {
        let removed: Vec<Range<usize>> = lists.iter().filter_map(|list| list.get(index).cloned()).collect();
        (removed.len() > 1).then_some(Edit { removed, replaced: Vec::new() })
    };
    (0..longest).rev().filter_map(column).collect()
}

/// What commas separate in `range`.
fn elements(document: &Document, range: Range<usize>) -> Vec<Range<usize>> {
    let mut elements = Vec::new();
    let mut start = range.start;
    let mut token = range.start;
    while token < range.end {
        if document.is(token, ",") {
            elements.push(start..token);
            start = token + 1;
        }
        token = document.brackets.close_angle(token).map_or_else(|| document.brackets.next(token), |close| close + 1);
    }
    elements.push(start..range.end.max(start));
    elements.retain(|element| !element.is_empty());
    elements
}

/// `template <…>` and the name it declares.
struct Template {
    keyword: usize,
    close: usize,
    name: usize,
}

/// Removes parameters of templates with their arguments; makes templates ordinary.
pub fn templates(document: &Document) -> Vec<Edit> {
    let templates = (0..document.len()).filter_map(|token| template(document, token));
    templates.flat_map(|template| template_edits(document, &template)).collect()
}

fn template(document: &Document, keyword: usize) -> Option<Template> {
    if !document.is(keyword, "template") || keyword + 1 >= document.len() {
        return None;
    }
    let close = document.brackets.close_angle(keyword + 1)?;
    let end = (close + 40).min(document.len());
    let names = |token: usize| {
        let follows =
            token + 1 < document.len() && matches!(document.text(token + 1), "(" | "{" | ";" | ":" | "<" | "=");
        document.kind(token) == Kind::Word && !is_keyword(document.text(token)) && follows
    };
    let name = (close + 1..end).find(|&token| names(token))?;
    Some(Template { keyword, close, name })
}

fn template_edits(document: &Document, template: &Template) -> Vec<Edit> {
    let parameters = elements(document, template.keyword + 2..template.close);
    let name = document.text(template.name);
    let places = (0..document.len()).filter(|&token| document.is(token, name));
    let uses: Vec<(usize, usize)> = places
        .filter(|place| place + 1 < document.len())
        .filter_map(|place| Some((place + 1, document.brackets.close_angle(place + 1)?)))
        .collect();
    let argument_lists: Vec<_> = uses.iter().map(|&(open, close)| elements(document, open + 1..close)).collect();
    let lists: Vec<_> = std::iter::once(parameters.clone()).chain(argument_lists.iter().cloned()).collect();
    let mut edits = columns(&lists);
    edits.push(ordinary(document, template, &parameters, &uses, argument_lists.first()));
    edits
}

/// No template any more: its parameters become the arguments it is first used with, or `int`.
fn ordinary(
    document: &Document,
    template: &Template,
    parameters: &[Range<usize>],
    uses: &[(usize, usize)],
    arguments: Option<&Vec<Range<usize>>>,
) -> Edit {
    let mut edit = Edit::remove(template.keyword..template.close + 1);
    edit.removed.extend(uses.iter().map(|&(open, close)| open..close + 1));
    let end = form_end(document, template.name);
    for (index, parameter) in parameters.iter().enumerate() {
        let name = document.text(parameter.end - 1);
        let argument = arguments.and_then(|arguments| arguments.get(index)).cloned();
        let meaning = argument.map_or_else(|| "int".to_string(), |argument| joined(document, argument));
        let places = (template.close + 1..end).filter(|&token| document.is(token, name));
        edit.replaced.extend(places.map(|place| (place, meaning.as_str().into())));
    }
    edit
}

/// Where the definition around `token` ends, or a little less.
fn form_end(document: &Document, token: usize) -> usize {
    let mut at = token;
    while at < document.len() && !document.is(at, ";") {
        let next = document.brackets.next(at);
        if document.is(at, "{") {
            return next;
        }
        at = next;
    }
    at.min(document.len())
}

fn joined(document: &Document, range: Range<usize>) -> String {
    range.map(|token| document.text(token)).collect::<Vec<_>>().join(" ")
}

/// `namespace N { … }` becomes its contents, `N::x` becomes `x`; any other qualification goes too.
pub fn namespaces(document: &Document) -> Vec<Edit> {
    words(document).into_iter().filter_map(|(word, places)| namespace(document, word, &places)).collect()
}

fn namespace(document: &Document, word: &str, places: &[usize]) -> Option<Edit> {
    let mut removed = Vec::new();
    for &place in places {
        let open = place + 1;
        let opens = place > 0 && document.is(place - 1, "namespace") && document.is(open, "{");
        if opens && let Some(close) = document.brackets.close(open) {
            removed.extend([place - 1..open + 1, close..close + 1]);
        } else if document.is(place + 1, "::") {
            removed.push(place..place + 2);
        }
    }
    (!removed.is_empty() && word != "operator").then_some(Edit { removed, replaced: Vec::new() })
}
