//! Brackets, elements of lists, runs of tokens, branches of `?:`.

use super::super::document::{Document, Edit};
use super::super::token::Kind;
use std::ops::Range;

/// Removes elements of lists; their commas go by themselves.
pub fn elements(document: &Document) -> Vec<Edit> {
    let lists = document.brackets.lists.iter();
    lists.flat_map(|list| list.elements.iter().cloned().map(Edit::remove)).collect()
}

/// Empties brackets, and removes them with their contents.
pub fn hollow(document: &Document) -> Vec<Edit> {
    let edits = |(open, close): (usize, usize)| {
        let inside = (close > open + 1).then(|| Edit::remove(open + 1..close));
        inside.into_iter().chain([Edit::remove(open..close + 1)])
    };
    pairs(document).flat_map(edits).collect()
}

/// Removes brackets around their contents.
pub fn unwrap(document: &Document) -> Vec<Edit> {
    pairs(document).map(|(open, close)| Edit::remove_all([open, close])).collect()
}

fn pairs(document: &Document) -> impl Iterator<Item = (usize, usize)> + '_ {
    let close = |token| document.brackets.close(token).or_else(|| document.brackets.close_angle(token));
    (0..document.len()).filter_map(move |token| Some((token, close(token)?)))
}

/// Longest runs that are tried at every place, by the number of tokens there are: the work is their product.
fn longest_run(tokens: usize) -> usize {
    match tokens {
        0..=1500 => 12,
        1501..=6000 => 6,
        6001..=30_000 => 3,
        _ => 1,
    }
}

/// Short runs, such as a word or a conversion. Longer runs are expressions and statements, which the model's passes remove.
const SHORT: usize = 4;

/// Removes neighbours: step 0 single ones (in chunks), then two at a time, three, …
pub fn short_runs(document: &Document, step: usize) -> Option<Vec<Edit>> {
    (step < SHORT).then(|| runs(document, step + 1))?
}

pub fn long_runs(document: &Document, step: usize) -> Option<Vec<Edit>> {
    runs(document, SHORT + step + 1)
}

fn runs(document: &Document, length: usize) -> Option<Vec<Edit>> {
    if length > longest_run(document.len()) {
        return None;
    }
    let mut edits = Vec::new();
    for neighbours in sequences(document) {
        let run = |run: &[Range<usize>]| Edit::remove(run[0].start..run[run.len() - 1].end);
        edits.extend(neighbours.windows(length).map(run));
    }
    Some(edits)
}

/// Tokens and whole brackets that are next to each other, at every level of brackets.
pub fn sequences(document: &Document) -> Vec<Vec<Range<usize>>> {
    let insides = (0..document.len()).filter_map(|token| Some(token + 1..document.brackets.close(token)?));
    let ranges = document.ranges.iter().cloned().chain(insides);
    ranges.map(|range| neighbours(document, range)).filter(|sequence| !sequence.is_empty()).collect()
}

fn neighbours(document: &Document, range: Range<usize>) -> Vec<Range<usize>> {
    let mut sequence = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let next = document.brackets.next(at).min(range.end);
        sequence.push(at..next);
        at = next;
    }
    sequence
}

/// `a ? b : c` becomes `b`, or `c`.
pub fn choices(document: &Document) -> Vec<Edit> {
    let sequences = sequences(document);
    sequences.iter().flat_map(|sequence| choices_in(document, sequence)).collect()
}

fn choices_in(document: &Document, sequence: &[Range<usize>]) -> Vec<Edit> {
    let is = |at: usize, text: &str| document.is(sequence[at].start, text);
    let mut edits = Vec::new();
    for question in (0..sequence.len()).filter(|&at| is(at, "?")) {
        let Some(colon) = (question..sequence.len()).find(|&at| is(at, ":")) else { continue };
        let start = (0..question).rev().find(|&at| delimits(document, sequence[at].start)).map_or(0, |at| at + 1);
        let end = (colon..sequence.len()).find(|&at| delimits(document, sequence[at].start)).unwrap_or(sequence.len());
        let range = |from: usize, to: usize| sequence[from].start..sequence[to - 1].end;
        edits.push(Edit { removed: vec![range(start, question + 1), range(colon, end)], replaced: Vec::new() });
        edits.push(Edit::remove(range(start, colon + 1)));
    }
    edits
}

/// Whether an expression cannot go on over this token.
pub fn delimits(document: &Document, token: usize) -> bool {
    document.kind(token) == Kind::Directive
        || matches!(
            document.text(token),
            ";" | "," | "{" | "=" | "return" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ":"
        )
}
