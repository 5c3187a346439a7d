//! Which brackets belong together, and the lists that commas make.

use super::document::Document;
use super::token::Kind;
use std::ops::Range;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Brackets {
    /// The other bracket of a pair of `()`, `[]` or `{}`.
    partner: Vec<Option<u32>>,
    /// The other bracket of what looks like a template's `<>`.
    angle: Vec<Option<u32>>,
    pub lists: Vec<List>,
}

/// What commas separate: arguments, initialisers, declarators.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct List {
    pub elements: Vec<Range<usize>>,
}

pub fn brackets(document: &Document) -> Brackets {
    let mut brackets = Brackets { partner: pairs(document), angle: Vec::new(), lists: Vec::new() };
    brackets.angle = angles(document, &brackets);
    brackets.lists = lists(document, &brackets);
    brackets
}

impl Brackets {
    /// The bracket that closes the one at `token`.
    pub fn close(&self, token: usize) -> Option<usize> {
        self.partner[token].map(|other| other as usize).filter(|&other| other > token)
    }

    /// The `>` that closes the `<` at `token`.
    pub fn close_angle(&self, token: usize) -> Option<usize> {
        self.angle[token].map(|other| other as usize).filter(|&other| other > token)
    }

    /// The token after `token`, or after the pair it opens.
    pub fn next(&self, token: usize) -> usize {
        self.close(token).unwrap_or(token) + 1
    }

    /// A comma is removed when it separates nothing any more.
    pub fn drop_commas(&self, gone: &mut [bool]) {
        for list in &self.lists {
            let is_left = |element: &Range<usize>| !gone[element.clone()].iter().all(|gone| *gone);
            let left: Vec<bool> = list.elements.iter().map(is_left).collect();
            if left.contains(&false) {
                list.drop_commas(&left, gone);
            }
        }
    }
}

impl List {
    fn drop_commas(&self, left: &[bool], gone: &mut [bool]) {
        let mut before = left[0];
        for (element, &left) in self.elements.iter().zip(left).skip(1) {
            if !(before && left) {
                gone[element.start - 1] = true;
            }
            before |= left;
        }
    }
}

fn pairs(document: &Document) -> Vec<Option<u32>> {
    let mut partner = vec![None; document.len()];
    for range in &document.ranges {
        let mut open: Vec<usize> = Vec::new();
        for token in range.clone() {
            match document.text(token) {
                "(" | "[" | "{" => open.push(token),
                close @ (")" | "]" | "}") => {
                    let matching = |&token: &usize| document.text(token) == opener(close);
                    // An opener that nothing closes is skipped, so that the rest of the file still has a structure.
                    if let Some(at) = open.iter().rposition(matching) {
                        partner[open[at]] = Some(token as u32);
                        partner[token] = Some(open[at] as u32);
                        open.truncate(at);
                    }
                }
                _ => {}
            }
        }
    }
    partner
}

fn opener(close: &str) -> &'static str {
    match close {
        ")" => "(",
        "]" => "[",
        _ => "{",
    }
}

/// `<` after a word, closed before anything that no list of template arguments holds.
fn angles(document: &Document, brackets: &Brackets) -> Vec<Option<u32>> {
    let mut angle = vec![None; document.len()];
    for range in &document.ranges {
        let mut open: Vec<usize> = Vec::new();
        for token in range.clone() {
            match document.text(token) {
                "<" if token > range.start && document.kind(token - 1) == Kind::Word => open.push(token),
                ">" => {
                    if let Some(other) = open.pop_if(|other| same_level(brackets, *other, token)) {
                        angle[other] = Some(token as u32);
                        angle[token] = Some(other as u32);
                    }
                }
                ";" | "{" | "}" | "&&" | "||" => open.clear(),
                _ => {}
            }
        }
    }
    angle
}

fn same_level(brackets: &Brackets, from: usize, to: usize) -> bool {
    let mut at = from;
    while at < to {
        at = brackets.next(at);
    }
    at == to
}

/// Every bracket's contents and every stretch between semicolons, wherever there is a comma.
fn lists(document: &Document, brackets: &Brackets) -> Vec<List> {
    let mut lists = Vec::new();
    for range in &document.ranges {
        lists_in(document, brackets, range.clone(), &mut lists);
        for token in range.clone() {
            if let Some(close) = brackets.close(token).or_else(|| brackets.close_angle(token)) {
                lists_in(document, brackets, token + 1..close, &mut lists);
            }
        }
    }
    lists
}

fn lists_in(document: &Document, brackets: &Brackets, range: Range<usize>, lists: &mut Vec<List>) {
    let mut elements = Vec::new();
    let mut start = range.start;
    let mut at = range.start;
    while at < range.end {
        match document.text(at) {
            "," => {
                elements.push(start..at);
                start = at + 1;
            }
            ";" | "}" => {
                finish(&mut elements, start..at, lists);
                start = at + 1;
            }
            _ if document.kind(at) == Kind::Directive => {
                finish(&mut elements, start..at, lists);
                start = at + 1;
            }
            _ => {}
        }
        at = brackets.close_angle(at).map_or_else(|| brackets.next(at), |close| close + 1);
    }
    finish(&mut elements, start..range.end.max(start), lists);
}

fn finish(elements: &mut Vec<Range<usize>>, last: Range<usize>, lists: &mut Vec<List>) {
    if !elements.is_empty() {
        elements.push(last);
        if elements.iter().all(|element| !element.is_empty()) {
            lists.push(List { elements: std::mem::take(elements) });
        }
    }
    elements.clear();
}
