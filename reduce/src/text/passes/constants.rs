//! Simpler values: constants for expressions, small numbers for large ones, empty strings.

use super::super::document::{Document, Edit};
use super::super::token::Kind;
use super::pieces::{delimits, sequences};
use std::ops::Range;

/// Replaces whole expressions by `value`: the insides of parentheses, what is assigned, returned, passed.
pub fn values(document: &Document, value: &str) -> Vec<Edit> {
    let stretches = sequences(document).iter().flat_map(|sequence| expressions(document, sequence)).collect::<Vec<_>>();
    let worth = |range: &Range<usize>| range.len() > 1 || !matches!(document.text(range.start), "0" | "1");
    stretches.into_iter().filter(worth).map(|range| Edit::replace_range(range, value)).collect()
}

/// What stands between delimiters, where a value is likely.
fn expressions(document: &Document, sequence: &[Range<usize>]) -> Vec<Range<usize>> {
    let first = sequence[0].start;
    let bracketed = first > 0 && matches!(document.text(first - 1), "(" | "[" | "{");
    let mut found = Vec::new();
    let mut start = bracketed.then_some(0);
    for at in 0..=sequence.len() {
        let ends = at == sequence.len() || delimits(document, sequence[at].start);
        if !ends {
            continue;
        }
        if let Some(from) = start.filter(|&from| from < at) {
            found.push(sequence[from].start..sequence[at - 1].end);
        }
        let opens = at < sequence.len() && !matches!(document.text(sequence[at].start), ";" | "{" | ":");
        start = opens.then_some(at + 1);
    }
    found
}

/// Numbers become 0 or 1 or lose their suffix, strings become empty.
pub fn literals(document: &Document) -> Vec<Edit> {
    (0..document.len()).flat_map(|token| literal(document, token)).collect()
}

fn literal(document: &Document, token: usize) -> Vec<Edit> {
    let text = document.text(token);
    let simpler: Vec<&str> = match document.kind(token) {
        Kind::Number if text == "0" || text == "1" => Vec::new(),
        Kind::Number => [["0", "1"].as_slice(), &shorter(text)].concat(),
        Kind::Quoted if text.len() > 2 && text.ends_with('"') => vec!["\"\""],
        Kind::Quoted if text.ends_with('\'') && text != "'0'" => vec!["'0'", "0"],
        _ => Vec::new(),
    };
    simpler.into_iter().map(|text| Edit::replace(token, text)).collect()
}

/// Without suffix; one digit only.
fn shorter(text: &str) -> Vec<&str> {
    let bare = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let digit = bare.get(..1).filter(|digit| bare.len() > 1 && *digit != "0" && *digit != "1");
    digit.into_iter().chain((bare.len() < text.len() && bare.len() > 1).then_some(bare)).collect()
}
