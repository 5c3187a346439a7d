//! Tokens of preprocessed C. Line markers (`# 12 "file.c"`) go to the source map; `#pragma pack` becomes a token.
//!
//! Comments and line splices are accepted although a preprocessor leaves none: `.i` files come from anywhere.
//! Literals are only delimited here; `parse::literal` gives them values.

mod keyword;

use crate::error::{Error, ErrorKind};
use crate::location::{Loc, SourceMap};
use crate::names::{Names, Symbol};

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub tok: Tok,
    pub loc: Loc,
    /// Length in bytes, so that literals and attribute arguments can be read back from the text.
    pub len: u32,
}

/// A token's kind. Alternative spellings (`__const`, `__inline__`, `__signed__`, …) are one kind.
#[rustfmt::skip]
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Tok {
    Eof,
    /// Not a keyword; may be a typedef name.
    Ident(Symbol),
    /// A preprocessing number, not yet interpreted.
    Number,
    /// A character constant with its prefix, not yet interpreted.
    Char,
    /// One string literal with its prefix, not yet interpreted; the parser concatenates neighbours.
    Str,
    /// A whole `#pragma` line that matters (`pack`, `scalar_storage_order`, …); others are dropped.
    Pragma,
    // Punctuators
    LBracket, RBracket, LParen, RParen, LBrace, RBrace, Dot, Arrow, PlusPlus, MinusMinus,
    Amp, Star, Plus, Minus, Tilde, Bang, Slash, Percent, Shl, Shr, Lt, Gt, Le, Ge, EqEq, BangEq, Caret, Pipe, AmpAmp,
    PipePipe, Question, Colon, Semi, Ellipsis, Eq, StarEq, SlashEq, PercentEq, PlusEq, MinusEq, ShlEq, ShrEq, AmpEq,
    CaretEq, PipeEq, Comma, Hash,
    // Keywords
    Auto, Break, Case, CharKw, Const, Continue, Default, Do, Double, Else, Enum, Extern, Float, For, Goto, If, Inline,
    Int, Long, Register, Restrict, Return, Short, Signed, Sizeof, Static, Struct, Switch, Typedef, Union, Unsigned,
    Void, Volatile, While, Alignas, Alignof, Atomic, Bool, Complex, Generic, Imaginary, Noreturn, StaticAssert,
    ThreadLocal, Int128, Float128, Float64x, Float16, Float32, Float64, Float32x, Decimal32, Decimal64, Decimal128,
    Typeof, AutoType, Attribute, Asm, Extension, Label, RealKw, ImagKw, VaArg, VaList, Offsetof, TypesCompatible,
    ChooseExpr, ConvertVector, BuiltinComplex, HasAttribute,
}

/// Tokens of a unit. The model takes up to 100 bytes for each, and SQLite has a million.
const MAX_TOKENS: usize = 3 << 20;

/// Splits `text` into tokens, ending with `Eof`. `base` is the `Loc` of the first byte.
pub fn lex(text: &[u8], base: Loc, names: &mut Names, source: &mut SourceMap) -> Result<Vec<Token>, Error> {
    // Preprocessed C averages over five bytes a token, white space included.
    let tokens = Vec::with_capacity(text.len() / 5 + 16);
    let keywords = keyword::table(names);
    let mut lexer = Lexer { text, base, at: 0, line_tokens: 0, tokens, keywords, names, source };
    lexer.run()?;
    lexer.push(Tok::Eof, text.len());
    Ok(lexer.tokens)
}

struct Lexer<'a> {
    text: &'a [u8],
    base: Loc,
    at: usize,
    /// How many tokens there were when this line began: a `#` is a directive only before the line's first token.
    line_tokens: usize,
    tokens: Vec<Token>,
    /// By symbol: the keyword, or `Tok::Eof`.
    keywords: Vec<Tok>,
    names: &'a mut Names,
    source: &'a mut SourceMap,
}

const IDENT: u8 = 1;
const DIGIT: u8 = 2;

/// What a byte may be part of. Bytes from 0x80 on are parts of identifiers; they must be UTF-8 there.
const CLASS: [u8; 256] = {
    let mut class = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        if b.is_ascii_alphabetic() || b == b'_' || b == b'$' || b >= 0x80 {
            class[byte] = IDENT;
        } else if b.is_ascii_digit() {
            class[byte] = DIGIT;
        }
        byte += 1;
    }
    class
};

impl Lexer<'_> {
    fn run(&mut self) -> Result<(), Error> {
        while let Some(&byte) = self.text.get(self.at) {
            if self.tokens.len() > MAX_TOKENS {
                let message = format!("more than {MAX_TOKENS} tokens");
                return Err(Error { kind: ErrorKind::Unsupported, message, loc: self.loc(self.at) });
            }
            match byte {
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'\n' => {
                    self.at += 1;
                    self.line_tokens = self.tokens.len();
                }
                b'0'..=b'9' => self.number(),
                b'.' if CLASS[self.byte(1) as usize] == DIGIT => self.number(),
                b'"' => self.quoted(self.at, b'"', Tok::Str)?,
                b'\'' => self.quoted(self.at, b'\'', Tok::Char)?,
                b'/' if self.byte(1) == b'*' => self.block_comment()?,
                b'/' if self.byte(1) == b'/' => self.at = self.line_end(self.at),
                b'#' if self.tokens.len() == self.line_tokens => self.directive()?,
                b'%' if self.byte(1) == b':' && self.tokens.len() == self.line_tokens => self.directive()?,
                b'\\' => self.backslash()?,
                _ if CLASS[byte as usize] == IDENT => self.identifier()?,
                _ => self.punctuator(byte)?,
            }
        }
        Ok(())
    }

    /// The byte `ahead` places on, or 0.
    fn byte(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn loc(&self, at: usize) -> Loc {
        Loc(self.base.0 + at as u32)
    }

    fn error(&self, at: usize, message: impl Into<String>) -> Error {
        Error { kind: crate::error::ErrorKind::Rejected, message: message.into(), loc: self.loc(at) }
    }

    /// Adds the token from `start` to the current position.
    fn push(&mut self, tok: Tok, start: usize) {
        let token = Token { tok, loc: self.loc(start), len: (self.at - start) as u32 };
        self.tokens.push(token);
    }

    fn identifier(&mut self) -> Result<(), Error> {
        let (text, start) = (self.text, self.at);
        let mut at = start + 1;
        let mut any = text[start];
        while let Some(&byte) = text.get(at) {
            if CLASS[byte as usize] == 0 {
                break;
            }
            any |= byte;
            at += 1;
        }
        self.at = at;
        match text.get(at) {
            Some(b'"') if is_prefix(&text[start..at]) => return self.quoted(start, b'"', Tok::Str),
            Some(b'\'') if is_prefix(&text[start..at]) => return self.quoted(start, b'\'', Tok::Char),
            Some(b'\\') if self.continues() => return self.odd_identifier(start),
            _ => {}
        }
        let name = std::str::from_utf8(&text[start..at]);
        debug_assert!(any >= 0x80 || name.is_ok());
        match name {
            Ok(name) => self.word(name, start),
            Err(_) => return Err(self.error(start, "invalid UTF-8 outside of a literal")),
        }
        Ok(())
    }

    fn word(&mut self, name: &str, start: usize) {
        let symbol = self.names.intern(name);
        let tok = match self.keywords.get(symbol.0 as usize) {
            Some(&keyword) if keyword != Tok::Eof => keyword,
            _ => Tok::Ident(symbol),
        };
        self.push(tok, start);
    }

    /// Whether the backslash here belongs to an identifier: a universal character name, or a splice inside it.
    fn continues(&self) -> bool {
        match self.byte(1) {
            b'u' | b'U' => true,
            b'\n' => CLASS[self.byte(2) as usize] != 0,
            b'\r' => self.byte(2) == b'\n' && CLASS[self.byte(3) as usize] != 0,
            _ => false,
        }
    }

    /// An identifier with universal character names or line splices in it.
    fn odd_identifier(&mut self, start: usize) -> Result<(), Error> {
        let mut name = self.text[start..self.at].to_vec();
        loop {
            match self.byte(0) {
                b'\\' if self.continues() => self.odd_part(&mut name)?,
                byte if CLASS[byte as usize] != 0 => {
                    name.push(byte);
                    self.at += 1;
                }
                _ => break,
            }
        }
        match String::from_utf8(name) {
            Ok(name) => self.word(&name, start),
            Err(_) => return Err(self.error(start, "invalid UTF-8 outside of a literal")),
        }
        Ok(())
    }

    fn odd_part(&mut self, name: &mut Vec<u8>) -> Result<(), Error> {
        let digits = match self.byte(1) {
            b'u' => 4,
            b'U' => 8,
            splice => {
                self.at += if splice == b'\r' { 3 } else { 2 };
                return Ok(());
            }
        };
        let hex = self.text.get(self.at + 2..self.at + 2 + digits).unwrap_or(&[]);
        let code = std::str::from_utf8(hex).ok().and_then(|hex| u32::from_str_radix(hex, 16).ok());
        let Some(character) = code.and_then(char::from_u32) else {
            return Err(self.error(self.at, "incomplete universal character name"));
        };
        name.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        self.at += 2 + digits;
        Ok(())
    }

    /// A preprocessing number (C17 6.4.8).
    fn number(&mut self) {
        let start = self.at;
        let mut last = self.byte(0);
        self.at += 1;
        while let Some(&byte) = self.text.get(self.at) {
            let signed = matches!(byte, b'+' | b'-') && matches!(last, b'e' | b'E' | b'p' | b'P');
            if !(byte == b'.' || CLASS[byte as usize] != 0 || signed) {
                break;
            }
            last = byte;
            self.at += 1;
        }
        self.push(Tok::Number, start);
    }

    /// A character constant or string literal whose opening quote is at the current position.
    fn quoted(&mut self, start: usize, quote: u8, tok: Tok) -> Result<(), Error> {
        self.at += 1;
        loop {
            match self.text.get(self.at) {
                Some(b'\\') if self.byte(1) == b'\r' && self.byte(2) == b'\n' => self.at += 3,
                Some(b'\\') => self.at += 2,
                Some(b'\n') | None => break,
                Some(&byte) => {
                    self.at += 1;
                    if byte == quote {
                        self.push(tok, start);
                        return Ok(());
                    }
                }
            }
        }
        let what = if tok == Tok::Str { "string literal" } else { "character constant" };
        Err(self.error(start, format!("unterminated {what}")))
    }

    fn block_comment(&mut self) -> Result<(), Error> {
        let start = self.at;
        self.at += 2;
        while let Some(&byte) = self.text.get(self.at) {
            if byte == b'*' && self.byte(1) == b'/' {
                self.at += 2;
                return Ok(());
            }
            self.at += 1;
        }
        Err(self.error(start, "unterminated comment"))
    }

    /// The position of the newline that ends this line, splices included.
    fn line_end(&self, from: usize) -> usize {
        let mut at = from;
        while let Some(&byte) = self.text.get(at) {
            match byte {
                b'\n' => return at,
                b'\\' if self.text.get(at + 1) == Some(&b'\r') => at += 3,
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
        self.text.len()
    }

    fn backslash(&mut self) -> Result<(), Error> {
        match self.byte(1) {
            b'\n' => self.at += 2,
            b'\r' if self.byte(2) == b'\n' => self.at += 3,
            b'u' | b'U' => return self.odd_identifier(self.at),
            _ => return Err(self.error(self.at, "stray `\\`")),
        }
        Ok(())
    }

    /// A line that starts with `#`: a line marker, a pragma, or `#ident`.
    fn directive(&mut self) -> Result<(), Error> {
        let start = self.at;
        let end = self.line_end(start);
        let mark = if self.text[start] == b'#' { 1 } else { 2 };
        let line = self.text[start + mark..end].trim_ascii();
        let word_len = line.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let (word, rest) = line.split_at(word_len);
        self.at = end;
        match word {
            b"" if rest.is_empty() => {}
            b"" | b"line" => self.line_marker(start, end, rest)?,
            b"pragma" if pragma_matters(rest) => self.push(Tok::Pragma, start),
            b"pragma" | b"ident" | b"sccs" => {}
            _ => return Err(self.error(start, "a preprocessing directive in preprocessed text")),
        }
        Ok(())
    }

    /// `12 "file.c" 1 3`
    fn line_marker(&mut self, start: usize, end: usize, rest: &[u8]) -> Result<(), Error> {
        let rest = rest.trim_ascii_start();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let line = std::str::from_utf8(&rest[..digits]).ok().and_then(|digits| digits.parse::<u32>().ok());
        // The last line of a 2 GiB text must still have a number.
        let Some(line) = line.filter(|&line| line <= i32::MAX as u32) else {
            return Err(self.error(start, "a malformed line marker"));
        };
        let next = self.loc((end + 1).min(self.text.len()));
        match rest[digits..].trim_ascii_start() {
            [b'"', file @ ..] => self.source.add_marker(next, line, &unescape(file), has_system_flag(file)),
            [] => self.source.add_marker_same_file(next, line),
            _ => return Err(self.error(start, "a malformed line marker")),
        }
        Ok(())
    }

    fn punctuator(&mut self, first: u8) -> Result<(), Error> {
        use Tok::*;
        let (tok, len) = match (first, self.byte(1), self.byte(2)) {
            (b'(', ..) => (LParen, 1),
            (b')', ..) => (RParen, 1),
            (b';', ..) => (Semi, 1),
            (b',', ..) => (Comma, 1),
            (b'{', ..) => (LBrace, 1),
            (b'}', ..) => (RBrace, 1),
            (b'[', ..) => (LBracket, 1),
            (b']', ..) => (RBracket, 1),
            (b'?', ..) => (Question, 1),
            (b'~', ..) => (Tilde, 1),
            (b'=', b'=', _) => (EqEq, 2),
            (b'=', ..) => (Eq, 1),
            (b'.', b'.', b'.') => (Ellipsis, 3),
            (b'.', ..) => (Dot, 1),
            (b'-', b'>', _) => (Arrow, 2),
            (b'-', b'-', _) => (MinusMinus, 2),
            (b'-', b'=', _) => (MinusEq, 2),
            (b'-', ..) => (Minus, 1),
            (b'+', b'+', _) => (PlusPlus, 2),
            (b'+', b'=', _) => (PlusEq, 2),
            (b'+', ..) => (Plus, 1),
            (b'*', b'=', _) => (StarEq, 2),
            (b'*', ..) => (Star, 1),
            (b'/', b'=', _) => (SlashEq, 2),
            (b'/', ..) => (Slash, 1),
            (b'%', b'=', _) => (PercentEq, 2),
            (b'%', b'>', _) => (RBrace, 2),
            (b'%', b':', _) => (Hash, 2),
            (b'%', ..) => (Percent, 1),
            (b'&', b'&', _) => (AmpAmp, 2),
            (b'&', b'=', _) => (AmpEq, 2),
            (b'&', ..) => (Amp, 1),
            (b'|', b'|', _) => (PipePipe, 2),
            (b'|', b'=', _) => (PipeEq, 2),
            (b'|', ..) => (Pipe, 1),
            (b'^', b'=', _) => (CaretEq, 2),
            (b'^', ..) => (Caret, 1),
            (b'!', b'=', _) => (BangEq, 2),
            (b'!', ..) => (Bang, 1),
            (b'<', b'<', b'=') => (ShlEq, 3),
            (b'<', b'<', _) => (Shl, 2),
            (b'<', b'=', _) => (Le, 2),
            (b'<', b':', _) => (LBracket, 2),
            (b'<', b'%', _) => (LBrace, 2),
            (b'<', ..) => (Lt, 1),
            (b'>', b'>', b'=') => (ShrEq, 3),
            (b'>', b'>', _) => (Shr, 2),
            (b'>', b'=', _) => (Ge, 2),
            (b'>', ..) => (Gt, 1),
            (b':', b'>', _) => (RBracket, 2),
            (b':', ..) => (Colon, 1),
            (b'#', ..) => (Hash, 1),
            _ => return Err(self.error(self.at, format!("stray `{}`", first.escape_ascii()))),
        };
        let start = self.at;
        self.at += len;
        self.push(tok, start);
        Ok(())
    }
}

/// Encoding prefixes of literals (C17 6.4.4.4, 6.4.5).
fn is_prefix(word: &[u8]) -> bool {
    matches!(word, b"L" | b"u" | b"U" | b"u8")
}

/// Whether a pragma changes what the program means.
fn pragma_matters(rest: &[u8]) -> bool {
    let rest = rest.trim_ascii_start();
    [&b"pack"[..], b"scalar_storage_order", b"ms_struct"].iter().any(|word| rest.starts_with(word))
}

/// Flag 3 after the file's name.
fn has_system_flag(file: &[u8]) -> bool {
    let flags = file.iter().rposition(|&byte| byte == b'"').map_or(&[][..], |end| &file[end + 1..]);
    flags.split(|&byte| byte == b' ').any(|flag| flag == b"3")
}

/// A line marker's file name up to its closing quote.
fn unescape(quoted: &[u8]) -> String {
    let mut name = Vec::new();
    let mut bytes = quoted.iter().copied();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => break,
            b'\\' => name.extend(bytes.next()),
            _ => name.push(byte),
        }
    }
    String::from_utf8_lossy(&name).into_owned()
}

#[cfg(test)]
mod tests;
