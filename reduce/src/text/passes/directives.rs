//! Comments, includes, definitions of macros, and conditionals.

use super::super::document::{Document, Edit};
use super::super::token::Kind;

pub fn comments(document: &Document) -> Vec<Edit> {
    tokens_of(document, Kind::Comment).into_iter().map(|token| Edit::remove(token..token + 1)).collect()
}

/// Every directive on its own; a conditional's only with all of its branches' lines.
pub fn lines(document: &Document) -> Vec<Edit> {
    let is_plain =
        |token: &usize| !matches!(name(document.text(*token)), "if" | "ifdef" | "ifndef" | "elif" | "else" | "endif");
    let plain = tokens_of(document, Kind::Directive).into_iter().filter(is_plain);
    plain.map(|token| Edit::remove(token..token + 1)).collect()
}

/// Each conditional: all of it, one of its branches, its lines alone.
pub fn conditionals(document: &Document) -> Vec<Edit> {
    let mut open: Vec<Vec<usize>> = Vec::new();
    let mut edits = Vec::new();
    for token in tokens_of(document, Kind::Directive) {
        match name(document.text(token)) {
            "if" | "ifdef" | "ifndef" => open.push(vec![token]),
            "elif" | "else" | "elifdef" | "elifndef" => open.last_mut().into_iter().for_each(|group| group.push(token)),
            "endif" => {
                let Some(mut group) = open.pop() else { continue };
                group.push(token);
                edits.extend(conditional(&group));
            }
            _ => {}
        }
    }
    edits
}

fn conditional(group: &[usize]) -> Vec<Edit> {
    let whole = group[0]..group[group.len() - 1] + 1;
    let branches = group.windows(2).map(|pair| pair[0]..pair[1]);
    let mut edits = vec![Edit::remove(whole.clone())];
    if group.len() > 2 {
        // Keeping one branch is what the preprocessor does.
        let keep = |branch: std::ops::Range<usize>| Edit {
            removed: vec![whole.start..branch.start + 1, branch.end..whole.end],
            replaced: Vec::new(),
        };
        edits.extend(branches.map(keep));
    } else {
        edits.push(Edit::remove_all(group.iter().copied()));
    }
    edits
}

fn tokens_of(document: &Document, kind: Kind) -> Vec<usize> {
    (0..document.len()).filter(|&token| document.kind(token) == kind).collect()
}

/// `# include <a>` is an `include`.
pub fn name(line: &str) -> &str {
    let line = line.trim_start_matches('#').trim_start();
    &line[..line.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(line.len())]
}
