//! Cuts any text into tokens as C and C++ would, without ever failing: what is no token of theirs is one character.
//!
//! A directive is one token, to the end of its last continued line; so is a comment.

/// A token: where its text is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    Word,
    Number,
    /// A string or character literal with its prefix.
    Quoted,
    Punctuation,
    Directive,
    Comment,
}

/// Operators of more than one character, longest first. `>>` is left in two: it closes two lists of a template's
/// arguments as often as it shifts, and both halves stay next to each other.
const OPERATORS: [&str; 24] = [
    "...", "<=>", "<<=", "->*", "##", "::", "->", "++", "--", "<<", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=",
    "*=", "/=", "%=", "&=", "|=", "^=",
];

/// All tokens of `text`, in order; between them is only white space.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(text.len() / 4);
    let mut lexer = Lexer { text, at: 0, line_start: true };
    while let Some(token) = lexer.next() {
        tokens.push(token);
    }
    tokens
}

/// The words that are names or keywords.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    tokens(text).into_iter().filter(|token| token.kind == Kind::Word).map(|token| &text[token.start..token.end])
}

/// How many tokens a person would count: comments none, directives by their words.
pub fn count(text: &str) -> usize {
    let size = |token: &Token| match token.kind {
        Kind::Comment => 0,
        Kind::Directive => directive_size(&text[token.start..token.end]),
        _ => 1,
    };
    tokens(text).iter().map(size).sum()
}

/// The `#`, and what follows it.
fn directive_size(line: &str) -> usize {
    let body = line.trim_start().trim_start_matches(['#', '%', ':']).replace("\\\n", " ");
    1 + count(&body)
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// Nothing but white space since the line began.
    line_start: bool,
}

impl Lexer<'_> {
    fn next(&mut self) -> Option<Token> {
        self.skip_space();
        let start = self.at;
        let rest = &self.text[start..];
        let first = rest.chars().next()?;
        let (kind, length) = self.token(rest, first);
        self.at = start + length;
        self.line_start = false;
        Some(Token { kind, start, end: self.at })
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        let length = rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
        self.line_start |= self.at == 0 || rest[..length].contains('\n');
        self.at += length;
    }

    fn token(&self, rest: &str, first: char) -> (Kind, usize) {
        let second = rest[first.len_utf8()..].chars().next();
        match first {
            '#' if self.line_start => (Kind::Directive, directive(rest)),
            '/' if rest.starts_with("//") => (Kind::Comment, line_end(rest)),
            '/' if rest.starts_with("/*") => (Kind::Comment, rest[2..].find("*/").map_or(rest.len(), |at| at + 4)),
            '"' => (Kind::Quoted, quoted(rest, '"')),
            '\'' => (Kind::Quoted, quoted(rest, '\'')),
            '.' if second.is_some_and(|c| c.is_ascii_digit()) => (Kind::Number, number(rest)),
            c if c.is_ascii_digit() => (Kind::Number, number(rest)),
            c if starts_word(c) => word(rest),
            _ => (Kind::Punctuation, punctuation(rest, first)),
        }
    }
}

fn starts_word(c: char) -> bool {
    c == '_' || c == '$' || c.is_alphabetic()
}

/// Whether `c` may stand inside an identifier or a number.
pub fn continues_word(c: char) -> bool {
    c == '_' || c == '$' || c.is_alphanumeric()
}

/// An identifier, or a literal if the identifier is a literal's prefix.
fn word(rest: &str) -> (Kind, usize) {
    let length = rest.find(|c| !continues_word(c)).unwrap_or(rest.len());
    let (prefix, tail) = rest.split_at(length);
    let is_raw = matches!(prefix, "R" | "LR" | "uR" | "UR" | "u8R");
    match tail.chars().next() {
        Some('"') if is_raw => (Kind::Quoted, length + raw(tail)),
        Some(quote @ ('"' | '\'')) if matches!(prefix, "L" | "u" | "U" | "u8") => {
            (Kind::Quoted, length + quoted(tail, quote))
        }
        _ => (Kind::Word, length),
    }
}

/// `"x(…)x"`.
fn raw(text: &str) -> usize {
    let Some(open) = text.find('(').filter(|&open| open <= 17) else { return quoted(text, '"') };
    let close = format!("){}\"", &text[1..open]);
    text[open..].find(&close).map_or(text.len(), |at| open + at + close.len())
}

/// To the closing quote, or to the end of the line: an apostrophe in prose opens nothing.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return 1,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    1
}

/// A preprocessing number (C17 6.4.8), with C++'s digit separators.
fn number(text: &str) -> usize {
    let mut before = ' ';
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let after = chars.peek().map(|&(_, c)| c);
        let sign = matches!(c, '+' | '-') && matches!(before, 'e' | 'E' | 'p' | 'P') && !is_plain_hex(text, before);
        let separator = c == '\'' && after.is_some_and(|c| c.is_ascii_alphanumeric());
        if !(continues_word(c) || c == '.' || sign || separator) {
            return at;
        }
        before = c;
    }
    text.len()
}

/// In `0xe+1` the sign is an operator to people, though not to the standard; after `p` it is an exponent's.
fn is_plain_hex(text: &str, before: char) -> bool {
    (text.starts_with("0x") || text.starts_with("0X")) && matches!(before, 'e' | 'E')
}

fn punctuation(rest: &str, first: char) -> usize {
    let operator = OPERATORS.iter().find(|operator| rest.starts_with(**operator));
    operator.map_or(first.len_utf8(), |operator| operator.len())
}

fn line_end(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// To the end of the line, with lines that a backslash or a comment continues.
fn directive(text: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let line = line_end(rest);
        let comment = open_comment(&rest[..line]);
        if let Some(close) = comment.and_then(|open| rest[open..].find("*/").map(|close| open + close + 2)) {
            at += close.max(1);
        } else if rest[..line].trim_end_matches('\r').ends_with('\\') && at + line < text.len() {
            at += line + 1;
        } else {
            return at + line;
        }
    }
}

/// Where a comment opens that the line does not close.
fn open_comment(line: &str) -> Option<usize> {
    let open = line.rfind("/*")?;
    (!line[open + 2..].contains("*/")).then_some(open)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = tokens(text).iter().map(|token| &text[token.start..token.end]).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn operators_are_as_long_as_they_can_be() {
        check("a+++b<<=c->d::e...", &["a", "++", "+", "b", "<<=", "c", "->", "d", "::", "e", "..."]);
        check("v<v<int>>x", &["v", "<", "v", "<", "int", ">", ">", "x"]);
    }

    #[test]
    fn literals_are_whole() {
        check(
            r#"L"a\"b" 'c' u8"d" 1e+5f 0x1p-3 0xe+1"#,
            &[r#"L"a\"b""#, "'c'", "u8\"d\"", "1e+5f", "0x1p-3", "0xe", "+", "1"],
        );
        check("R\"x(a\n)\")x\" 1'000", &["R\"x(a\n)\")x\"", "1'000"]);
    }

    #[test]
    fn a_directive_goes_to_the_end_of_its_last_line() {
        check("#define A \\\n  b\nc #d", &["#define A \\\n  b", "c", "#", "d"]);
        check("#define A /* x\n y */ b\nc", &["#define A /* x\n y */ b", "c"]);
    }

    #[test]
    fn what_is_no_token_is_one_character() {
        check("it's @ \u{fe0f}é", &["it", "'", "s", "@", "\u{fe0f}", "é"]);
        check("\"open\nx", &["\"", "open", "x"]);
    }

    #[test]
    fn directives_count_by_their_words() {
        assert_eq!(count("#include <stdio.h>\nint x; // y\n"), 10);
    }
}
