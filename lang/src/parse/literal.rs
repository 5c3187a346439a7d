//! The values of constants and string literals (C17 6.4.4, 6.4.5), with GCC's extensions: binary constants, imaginary
//! constants, `\e`, multi-character constants, constants too large for `long long`.

use super::{Parser, Result};
use crate::ast::{ExprId, ExprKind, StrId, StringLiteral, StringPrefix};
use crate::build::wchar;
use crate::lex::{Tok, Token};
use crate::location::Loc;
use crate::number;
use crate::types::{Type, TypeKind};

/// One element of a literal's text.
enum Element {
    /// A character of the source, or a universal character name: encoded as the literal's prefix says.
    Char(char),
    /// A numeric escape: one code unit.
    Unit(u32),
    /// A byte that is not UTF-8: kept in narrow literals.
    Byte(u8),
}

fn unit_size(prefix: StringPrefix) -> u8 {
    match prefix {
        StringPrefix::None | StringPrefix::Utf8 => 1,
        StringPrefix::Char16 => 2,
        StringPrefix::Char32 | StringPrefix::Wide => 4,
    }
}

/// Splits a literal's text into its prefix and what stands between the quotes.
fn unquote(text: &[u8]) -> (StringPrefix, &[u8]) {
    let (prefix, len) = match text {
        [b'u', b'8', ..] => (StringPrefix::Utf8, 2),
        [b'u', ..] => (StringPrefix::Char16, 1),
        [b'U', ..] => (StringPrefix::Char32, 1),
        [b'L', ..] => (StringPrefix::Wide, 1),
        _ => (StringPrefix::None, 0),
    };
    (prefix, &text[len + 1..text.len() - 1])
}

impl Parser<'_> {
    /// The string literal here and those that follow it, concatenated.
    pub(super) fn string(&mut self) -> Result<StrId> {
        if self.tok() != Tok::Str {
            return Err(self.unexpected("expected a string literal"));
        }
        let first = self.at;
        let mut prefix = StringPrefix::None;
        while self.tok() == Tok::Str {
            let (next, _) = unquote(self.text_of(self.tokens[self.at]));
            if next != StringPrefix::None && prefix != StringPrefix::None && next != prefix {
                return Err(self.reject(self.loc(), "string literals of different kinds are concatenated"));
            }
            if next != StringPrefix::None {
                prefix = next;
            }
            self.bump();
        }
        let unit = unit_size(prefix);
        let mut bytes = Vec::new();
        for index in first..self.at {
            let token = self.tokens[index];
            self.append_string(token, unit, &mut bytes)?;
        }
        Ok(self.program.add_string(StringLiteral { bytes, unit, prefix }))
    }

    fn append_string(&self, token: Token, unit: u8, bytes: &mut Vec<u8>) -> Result<()> {
        let (_, mut rest) = unquote(self.text_of(token));
        while !rest.is_empty() {
            if unit == 1 {
                let plain = rest.iter().position(|&byte| byte == b'\\').unwrap_or(rest.len());
                bytes.extend_from_slice(&rest[..plain]);
                rest = &rest[plain..];
            }
            if let Some(element) = self.element(token.loc, &mut rest)? {
                self.encode(token.loc, element, unit, bytes)?;
            }
        }
        Ok(())
    }

    fn encode(&self, loc: Loc, element: Element, unit: u8, bytes: &mut Vec<u8>) -> Result<()> {
        match (unit, element) {
            (1, Element::Unit(value)) => bytes.push(value as u8),
            (1, Element::Byte(byte)) => bytes.push(byte),
            (1, Element::Char(c)) => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            (2, Element::Unit(value)) => bytes.extend_from_slice(&(value as u16).to_le_bytes()),
            (2, Element::Char(c)) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    bytes.extend_from_slice(&unit.to_le_bytes());
                }
            }
            (_, Element::Unit(value)) => bytes.extend_from_slice(&value.to_le_bytes()),
            (_, Element::Char(c)) => bytes.extend_from_slice(&u32::from(c).to_le_bytes()),
            (_, Element::Byte(_)) => return Err(self.reject(loc, "invalid UTF-8 in a wide literal")),
        }
        Ok(())
    }

    /// Takes one element off the front; `None` at a line splice or at the end.
    fn element(&self, loc: Loc, rest: &mut &[u8]) -> Result<Option<Element>> {
        let Some((&first, after)) = rest.split_first() else { return Ok(None) };
        if first != b'\\' {
            return Ok(Some(take_character(rest)));
        }
        let Some((&escape, after)) = after.split_first() else {
            *rest = &[];
            return Ok(None);
        };
        *rest = after;
        let value = match escape {
            b'n' => 10,
            b't' => 9,
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'r' => 13,
            b'v' => 11,
            b'e' | b'E' => 27,
            b'\n' => return Ok(None),
            b'\r' if after.first() == Some(&b'\n') => {
                *rest = &after[1..];
                return Ok(None);
            }
            b'0'..=b'7' => take_octal(escape, rest),
            b'x' => self.take_hex(loc, rest)?,
            b'u' => return self.take_universal(loc, rest, 4).map(Some),
            b'U' => return self.take_universal(loc, rest, 8).map(Some),
            // Unknown escapes stand for the character itself; GCC warns.
            0x80.. => return Ok(Some(Element::Byte(escape))),
            other => other as u32,
        };
        Ok(Some(Element::Unit(value)))
    }

    fn take_hex(&self, loc: Loc, rest: &mut &[u8]) -> Result<u32> {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        if digits == 0 {
            return Err(self.reject(loc, "`\\x` without hexadecimal digits"));
        }
        let value = rest[..digits].iter().fold(0u32, |value, &byte| value << 4 | hex_digit(byte));
        *rest = &rest[digits..];
        Ok(value)
    }

    fn take_universal(&self, loc: Loc, rest: &mut &[u8], digits: usize) -> Result<Element> {
        let hex = rest.get(..digits).filter(|hex| hex.iter().all(u8::is_ascii_hexdigit));
        let code = hex.map(|hex| hex.iter().fold(0u32, |value, &byte| value << 4 | hex_digit(byte)));
        match code.and_then(char::from_u32) {
            Some(character) => {
                *rest = &rest[digits..];
                Ok(Element::Char(character))
            }
            None => Err(self.reject(loc, "an invalid universal character name")),
        }
    }

    /// A character constant (C17 6.4.4.4).
    pub(super) fn character(&mut self, token: Token) -> Result<ExprId> {
        let (prefix, mut rest) = unquote(self.text_of(token));
        let mut bytes = Vec::new();
        let unit = unit_size(prefix);
        while !rest.is_empty() {
            if let Some(element) = self.element(token.loc, &mut rest)? {
                self.encode(token.loc, element, unit, &mut bytes)?;
            }
        }
        let unit = unit as usize;
        if bytes.is_empty() {
            return Err(self.reject(token.loc, "an empty character constant"));
        }
        let last = &bytes[bytes.len() - unit..];
        let last = last.iter().rev().fold(0u32, |value, &byte| value << 8 | byte as u32);
        let (value, ty) = match prefix {
            StringPrefix::None if bytes.len() == 1 && self.program.target().char_signed => {
                (last as u8 as i8 as u64, Type::INT)
            }
            // GCC's value of a multi-character constant: its last four bytes, the last one lowest.
            StringPrefix::None => {
                let value = bytes.iter().fold(0u32, |value, &byte| value << 8 | byte as u32);
                (value as i32 as u64, Type::INT)
            }
            StringPrefix::Utf8 => (last as u64, Type::UCHAR),
            StringPrefix::Char16 => (last as u64, Type::USHORT),
            StringPrefix::Char32 => (last as u64, Type::UINT),
            StringPrefix::Wide => (last as i32 as u64, wchar(&self.program.types)),
        };
        Ok(self.program.add_expr(ExprKind::Int(value), ty, token.loc))
    }

    /// An integer or floating constant (C17 6.4.4.1, 6.4.4.2).
    pub(super) fn number(&mut self, token: Token) -> Result<ExprId> {
        if let Some(value) = number::small(self.text_of(token)) {
            return Ok(self.program.add_expr(ExprKind::Int(value), Type::INT, token.loc));
        }
        let (value, imaginary) = match number::number(self.text_of(token), self.program.target()) {
            Ok(value) => value,
            Err(number::Bad::Malformed(message)) => return Err(self.reject(token.loc, message)),
            Err(number::Bad::Unsupported(what)) => return Err(self.unsupported(token.loc, what)),
        };
        let program = &mut *self.program;
        let constant = match value {
            number::Value::Int(value, ty) => program.add_expr(ExprKind::Int(value), ty, token.loc),
            number::Value::Large(value) => {
                // No constant node holds 128 bits: spelled as the cast of an unsigned one.
                let unsigned = program.add_expr(ExprKind::Int(value), Type::ULLONG, token.loc);
                program.add_expr(ExprKind::Cast(unsigned), Type::INT128, token.loc)
            }
            number::Value::Float(value, ty) => program.add_expr(ExprKind::Float(value), ty, token.loc),
            number::Value::Long(digits, ty) => {
                let literal = StringLiteral { bytes: digits, unit: 1, prefix: StringPrefix::None };
                let spelling = program.add_string(literal);
                program.add_expr(ExprKind::LongFloat(spelling), ty, token.loc)
            }
        };
        if !imaginary {
            return Ok(constant);
        }
        let ty = program.types.intern(TypeKind::Complex(program[constant].ty));
        Ok(program.add_expr(ExprKind::Imaginary(constant), ty, token.loc))
    }
}

fn take_octal(first: u8, rest: &mut &[u8]) -> u32 {
    let digits = rest.iter().take(2).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
    let value = rest[..digits].iter().fold((first - b'0') as u32, |value, &byte| value << 3 | (byte - b'0') as u32);
    *rest = &rest[digits..];
    value
}

/// The first character of `rest`, which is not empty.
fn take_character(rest: &mut &[u8]) -> Element {
    let (element, len) = match rest[..rest.len().min(4)].utf8_chunks().next() {
        Some(chunk) => match chunk.valid().chars().next() {
            Some(c) => (Element::Char(c), c.len_utf8()),
            None => (Element::Byte(rest[0]), 1),
        },
        None => (Element::Byte(rest[0]), 1),
    };
    *rest = &rest[len..];
    element
}

fn hex_digit(byte: u8) -> u32 {
    (byte as char).to_digit(16).unwrap_or(0)
}
