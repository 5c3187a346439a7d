//! All files as one sequence of tokens, and the texts that remain when some of them are removed or replaced.

use super::brackets::{self, Brackets};
use super::token::{self, Kind, Token};
use crate::Unit;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

/// The files being reduced. Tokens are numbered through all of them.
pub struct Document {
    pub files: Vec<Unit>,
    pub tokens: Vec<Token>,
    /// The range of tokens of each file.
    pub ranges: Vec<Range<usize>>,
    pub brackets: Brackets,
}

/// A change: tokens to remove, and tokens that get another text. Changes can be united; removing wins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Edit {
    pub removed: Vec<Range<usize>>,
    pub replaced: Vec<(usize, Rc<str>)>,
}

impl Edit {
    pub fn remove(range: Range<usize>) -> Edit {
        Edit { removed: vec![range], replaced: Vec::new() }
    }

    /// Removes single tokens.
    pub fn remove_all(tokens: impl IntoIterator<Item = usize>) -> Edit {
        Edit { removed: tokens.into_iter().map(|token| token..token + 1).collect(), replaced: Vec::new() }
    }

    pub fn replace(token: usize, text: &str) -> Edit {
        Edit { removed: Vec::new(), replaced: vec![(token, text.into())] }
    }

    /// One token instead of a range.
    pub fn replace_range(range: Range<usize>, text: &str) -> Edit {
        Edit::replace(range.start, text).and(Edit::remove(range.start + 1..range.end))
    }

    pub fn and(mut self, other: Edit) -> Edit {
        self.removed.extend(other.removed);
        self.replaced.extend(other.replaced);
        self
    }
}

impl Document {
    pub fn new(files: Vec<Unit>) -> Document {
        let mut tokens = Vec::new();
        let mut ranges = Vec::new();
        for file in &files {
            let start = tokens.len();
            tokens.extend(token::tokens(&file.text));
            ranges.push(start..tokens.len());
        }
        let mut document = Document { files, tokens, ranges, brackets: Brackets::default() };
        document.brackets = brackets::brackets(&document);
        document
    }

    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// The file a token is in.
    pub fn file_of(&self, token: usize) -> usize {
        self.ranges.partition_point(|range| range.end <= token)
    }

    pub fn text(&self, token: usize) -> &str {
        let Token { start, end, .. } = self.tokens[token];
        &self.files[self.file_of(token)].text[start..end]
    }

    pub fn kind(&self, token: usize) -> Kind {
        self.tokens[token].kind
    }

    pub fn is(&self, token: usize, text: &str) -> bool {
        token < self.len() && self.text(token) == text
    }

    /// What remains after `edits`.
    pub fn after<'a>(&self, edits: impl IntoIterator<Item = &'a Edit>) -> Vec<Unit> {
        let mut gone = vec![false; self.len()];
        let mut replaced = BTreeMap::new();
        for edit in edits {
            edit.removed.iter().for_each(|range| gone[range.clone()].fill(true));
            replaced.extend(edit.replaced.iter().map(|(token, text)| (*token, &**text)));
        }
        self.brackets.drop_commas(&mut gone);
        let writer = Writer { document: self, gone: &gone, replaced: &replaced };
        (0..self.files.len()).map(|index| writer.file(index)).collect()
    }
}

/// Writes what is left of each file, with as much of its layout as makes sense.
struct Writer<'a> {
    document: &'a Document,
    gone: &'a [bool],
    replaced: &'a BTreeMap<usize, &'a str>,
}

impl Writer<'_> {
    fn file(&self, index: usize) -> Unit {
        let file = &self.document.files[index];
        let range = self.document.ranges[index].clone();
        if !self.touches(&range) {
            return file.clone();
        }
        let mut text = String::with_capacity(file.text.len());
        let mut last: Option<usize> = None;
        for token in range.filter(|&token| !self.gone[token]) {
            let word = self.replaced.get(&token).copied().unwrap_or_else(|| self.document.text(token));
            self.gap(&mut text, &file.text, last, token, word);
            text.push_str(word);
            last = Some(token);
        }
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        Unit { name: file.name.clone(), text }
    }

    fn touches(&self, range: &Range<usize>) -> bool {
        self.gone[range.clone()].contains(&true) || self.replaced.range(range.clone()).next().is_some()
    }

    /// White space between two tokens that remain: what was there, or a line break if tokens between them were removed with one.
    fn gap(&self, text: &mut String, original: &str, last: Option<usize>, token: usize, word: &str) {
        let tokens = &self.document.tokens;
        let end = last.map_or(0, |last| tokens[last].end);
        let between = &original[end..tokens[token].start];
        let adjacent = last.is_some_and(|last| last + 1 == token);
        let line_ended = text.is_empty() || text.ends_with('\n');
        let is_new = |token: usize| self.replaced.contains_key(&token);
        // `>>` is two tokens that stay together.
        let untouched = adjacent && !is_new(token) && !last.is_some_and(is_new);
        match between.rfind('\n') {
            _ if untouched || adjacent && !between.is_empty() => text.push_str(between),
            Some(at) => {
                if !line_ended {
                    text.push('\n');
                }
                let indentation = original[..tokens[token].start].rfind('\n').unwrap_or(end + at);
                push_indentation(text, &original[indentation + 1..tokens[token].start]);
            }
            None if line_ended => {}
            None if pastes(text, word) || between.starts_with(char::is_whitespace) => text.push(' '),
            None => {}
        }
        self.own_line(text, last, token);
    }

    /// A directive begins a line and ends one.
    fn own_line(&self, text: &mut String, last: Option<usize>, token: usize) {
        let is_line =
            |token: usize| self.document.kind(token) == Kind::Directive || self.document.text(token).starts_with("//");
        let needed = self.document.kind(token) == Kind::Directive || last.is_some_and(is_line);
        if needed && !text.is_empty() && !text.trim_end_matches([' ', '\t']).ends_with('\n') {
            text.push('\n');
        }
    }
}

/// The white space that a line begins with. `line` may hold tokens that were removed.
fn push_indentation(text: &mut String, line: &str) {
    let length = line.find(|c: char| c != ' ' && c != '\t').unwrap_or(line.len());
    text.push_str(&line[..length]);
}

/// Whether two tokens would become one, or another two.
pub fn pastes(text: &str, word: &str) -> bool {
    let (Some(left), Some(right)) = (text.chars().next_back(), word.chars().next()) else { return false };
    let glues = |c: char| c.is_ascii_punctuation() && !"()[]{},;\"'".contains(c);
    let wordy = |c: char| token::continues_word(c) || c == '"' || c == '\'';
    wordy(left) && wordy(right) || glues(left) && glues(right) || left.is_ascii_digit() && right == '.'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, removed: &[(usize, usize)], expected: &str) {
        let document = Document::new(vec![Unit { name: "a.c".into(), text: text.into() }]);
        let edit = Edit { removed: removed.iter().map(|&(from, to)| from..to).collect(), replaced: Vec::new() };
        assert_eq!(document.after([&edit])[0].text, expected);
    }

    #[test]
    fn what_remains_keeps_its_lines() {
        check("int a;\n  int b;\nint c;\n", &[(3, 6)], "int a;\nint c;\n");
        check("int a;\n\n  int b;\n", &[(0, 3)], "  int b;\n");
        check("int a; int b;\nint c;\n", &[(3, 6)], "int a;\nint c;\n");
    }

    #[test]
    fn tokens_do_not_grow_together() {
        check("a*b c", &[(1, 2)], "a b c\n");
        check("a - b - c", &[(2, 3)], "a - - c\n");
        check("a-b-c", &[(2, 3)], "a- -c\n");
        check("a >> b + c", &[(4, 6)], "a >> b\n");
        check("A<B<c>> d, e", &[(8, 10)], "A<B<c>> d\n");
    }

    #[test]
    fn directives_keep_their_lines() {
        check("#define A\nint a;\n#define B\nb", &[(1, 4)], "#define A\n#define B\nb\n");
        check("int a;\n#define B\nb", &[(3, 4)], "int a;\nb\n");
    }

    #[test]
    fn commas_go_with_what_they_separate() {
        check("f(a, b, c)", &[(4, 5)], "f(a, c)\n");
        check("f(a, b, c)", &[(6, 7)], "f(a, b)\n");
        check("f(a, b, c)", &[(2, 3), (4, 5)], "f(c)\n");
        check("int a, b;", &[(3, 4)], "int a;\n");
    }
}
