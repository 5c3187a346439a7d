//! A statement to a line, indented by braces, one space where one is needed or usual.

use super::super::document::{Document, pastes};
use super::super::token::Kind;
use crate::Unit;

/// All files laid out anew.
pub fn files(document: &Document) -> Vec<Unit> {
    let file = |(unit, range): (&Unit, &std::ops::Range<usize>)| {
        let mut layout = Layout { document, text: String::new(), braces: Vec::new(), nesting: 0 };
        range.clone().for_each(|token| layout.token(token, range.start));
        layout.end_line();
        Unit { name: unit.name.clone(), text: layout.text }
    };
    document.files.iter().zip(&document.ranges).map(file).collect()
}

struct Layout<'a> {
    document: &'a Document,
    text: String,
    /// The open braces around statements and members; those around members may be followed by what they are the type of.
    braces: Vec<bool>,
    /// Of parentheses, and of braces around initialisers: nothing in them ends a line.
    nesting: usize,
}

impl Layout<'_> {
    fn token(&mut self, token: usize, first: usize) {
        let document = self.document;
        let word = document.text(token);
        if document.kind(token) == Kind::Directive || word.starts_with("//") {
            self.end_line();
            self.text.push_str(word.trim_end());
            return self.end_line();
        }
        if word == "}" && self.nesting == 0 {
            self.end_line();
            let has_members = self.braces.pop().unwrap_or(false);
            self.space(token, first, word);
            self.text.push('}');
            if !has_members && !self.goes_on(token) {
                self.end_line();
            }
            return;
        }
        self.space(token, first, word);
        self.text.push_str(word);
        self.after(token, first, word);
    }

    fn space(&mut self, token: usize, first: usize, word: &str) {
        if self.text.is_empty() || self.text.ends_with('\n') {
            self.text.extend(std::iter::repeat_n("  ", self.braces.len()));
        } else if self.is_usual(token, first, word) || self.was_spaced(token, first) && pastes(&self.text, word) {
            self.text.push(' ');
        }
    }

    /// Whether people put a space between this token and the one before.
    fn is_usual(&self, token: usize, first: usize, word: &str) -> bool {
        let before = if token > first { self.document.text(token - 1) } else { "" };
        let binary = |word: &str| {
            matches!(word, "=" | "==" | "!=" | "<=" | ">=" | "&&" | "||" | "?" | "<<" | "|" | "^" | "/" | "%")
                || word.len() > 1 && word.ends_with('=')
        };
        let keyword =
            |word: &str| matches!(word, "if" | "while" | "for" | "switch" | "return" | "else" | "do" | "case");
        match (before, word) {
            (_, ";" | "," | ")" | "]") => false,
            ("(" | "[" | "!" | "~", _) => false,
            ("," | ";", _) => true,
            (_, "{") => true,
            ("}", _) => true,
            (")" | "]", "&" | "+" | "-") => true,
            _ => binary(before) || binary(word) || keyword(before) || self.was_spaced(token, first),
        }
    }

    /// An operator that may be unary or binary keeps the space that the text had.
    fn was_spaced(&self, token: usize, first: usize) -> bool {
        let tokens = &self.document.tokens;
        token > first && tokens[token - 1].end < tokens[token].start
    }

    fn after(&mut self, token: usize, first: usize, word: &str) {
        match word {
            "(" | "[" => self.nesting += 1,
            ")" | "]" => self.nesting = self.nesting.saturating_sub(1),
            "{" if self.nesting > 0 || self.is_value(token, first) => self.nesting += 1,
            "{" => {
                self.braces.push(self.has_members(token, first));
                self.end_line();
            }
            "}" => self.nesting -= 1,
            ";" if self.nesting == 0 => self.end_line(),
            _ => {}
        }
    }

    fn is_value(&self, token: usize, first: usize) -> bool {
        token > first && matches!(self.document.text(token - 1), "=" | "return" | ",")
    }

    /// `struct {` and `struct s {`, which a function's body never follows.
    fn has_members(&self, token: usize, first: usize) -> bool {
        let before = self.document.tokens[first..token].len().min(2);
        (token - before..token).any(|at| matches!(self.document.text(at), "struct" | "union" | "enum" | "class"))
    }

    /// `} x;`, `};`, `} while`, `} else`.
    fn goes_on(&self, token: usize) -> bool {
        let next = token + 1;
        let same_file = next < self.document.len() && self.document.file_of(next) == self.document.file_of(token);
        same_file && matches!(self.document.text(next), ";" | "," | "else" | "while" | ")" | "=")
    }

    fn end_line(&mut self) {
        let length = self.text.trim_end_matches([' ', '\t']).len();
        self.text.truncate(length);
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }
}
