//! `scanf` directives (C17 7.21.6.2): reading them, and taking what they match from the input.
//!
//! Pure: input comes character by character, what was matched goes back as bytes. Storing is the caller's.

use super::{Bad, Cursor, Length, bad};
use crate::soft::text::is_space;

/// Where characters come from. At most one is taken back in a row.
pub trait Characters {
    /// The next character; none at the end of the input.
    fn next(&mut self) -> Option<u8>;
    /// Takes back the last character, which `next` gives again.
    fn back(&mut self, byte: u8);
}

/// A conversion specification of `scanf`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputSpec {
    /// `*`: nothing is assigned.
    pub suppress: bool,
    /// The most characters that an item may have.
    pub width: Option<usize>,
    /// What is assigned to: the type that the argument points to.
    pub length: Length,
    /// The letter at the end: `b'd'`, and `b'['` for a set.
    pub conversion: u8,
    /// Of `[`: which bytes match.
    pub set: Vec<bool>,
}

/// What a directive found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// The longest prefix of a matching sequence; it need not be one itself.
    Item(Vec<u8>),
    /// No character matches.
    Nothing,
    /// There is no more input.
    End,
}

/// Reads the directive behind a `%`; gives also how many bytes it has (without the `%`).
pub fn parse_input_spec(text: &[u8]) -> Result<(InputSpec, usize), Bad> {
    let mut cursor = Cursor { text, at: 0 };
    let suppress = cursor.take(b'*');
    let (width, star) = cursor.number()?;
    let length = cursor.length();
    let Some(conversion) = cursor.peek().filter(|&c| c != 0 && !star) else {
        return Err(Bad { message: "the format ends inside a directive".to_string() });
    };
    cursor.at += 1;
    let set = if conversion == b'[' { scan_set(&mut cursor)? } else { Vec::new() };
    let spec = InputSpec { suppress, width, length, conversion, set };
    let written = &text[..cursor.at];
    match check(&spec, written) {
        Some(complaint) => Err(bad(written, complaint)),
        None => Ok((spec, cursor.at)),
    }
}

/// The characters between the brackets; `a-z` is a range, as glibc has it.
fn scan_set(cursor: &mut Cursor) -> Result<Vec<bool>, Bad> {
    let negated = cursor.take(b'^');
    let mut set = vec![negated; 256];
    let start = cursor.at;
    let end = cursor.text.iter().skip(start + 1).position(|&c| c == b']').map(|length| start + 1 + length);
    let Some(end) = end else {
        return Err(Bad { message: "the format ends inside `%[`".to_string() });
    };
    let mut members = &cursor.text[start..end];
    while let [first, rest @ ..] = members {
        let (last, rest) = match rest {
            [b'-', last, rest @ ..] if last >= first => (last, rest),
            _ => (first, rest),
        };
        set[*first as usize..=*last as usize].fill(!negated);
        members = rest;
    }
    cursor.at = end + 1;
    Ok(set)
}

/// The combinations that the standard leaves undefined (C17 7.21.6.2p3, p11–p13).
fn check(spec: &InputSpec, written: &[u8]) -> Option<&'static str> {
    let integer = matches!(spec.conversion, b'd' | b'i' | b'o' | b'u' | b'x' | b'X');
    let floating = matches!(spec.conversion, b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G');
    let text = matches!(spec.conversion, b'c' | b's' | b'[');
    match spec.conversion {
        b'%' if written.len() > 1 => return Some("'%%' must be complete as it is"),
        b'n' if spec.suppress || spec.width.is_some() => return Some("'n' takes no '*' and no width"),
        b'p' | b'n' | b'%' => {}
        _ if integer || floating || text => {}
        _ => return Some("there is no such conversion"),
    }
    if spec.width == Some(0) {
        return Some("the width must be greater than zero");
    }
    let fits = match spec.length {
        Length::None => true,
        Length::Long => integer || floating || text || spec.conversion == b'n',
        Length::LongDouble => floating,
        _ => integer || spec.conversion == b'n',
    };
    (!fits).then_some("the length modifier does not go with this conversion")
}

/// Skips white space; what is behind it is the next character.
pub fn skip_space(input: &mut dyn Characters) {
    while let Some(byte) = input.next() {
        if !is_space(byte) {
            return input.back(byte);
        }
    }
}

/// Takes this character, if it is the next.
pub fn take_character(input: &mut dyn Characters, wanted: u8) -> Found {
    match input.next() {
        Some(byte) if byte == wanted => Found::Item(vec![byte]),
        Some(byte) => {
            input.back(byte);
            Found::Nothing
        }
        None => Found::End,
    }
}

/// What a conversion other than `%n` and `%%` takes, white space before it skipped where it should be (p8).
pub fn take_item(input: &mut dyn Characters, spec: &InputSpec) -> Found {
    if !matches!(spec.conversion, b'c' | b'[') {
        skip_space(input);
    }
    let Some(first) = input.next() else { return Found::End };
    input.back(first);
    let default = if spec.conversion == b'c' { 1 } else { usize::MAX };
    let mut item = Item { input, text: Vec::new(), left: spec.width.unwrap_or(default) };
    match spec.conversion {
        b'c' => while item.take(|_| true) {},
        b's' => while item.take(|c| !is_space(c)) {},
        b'[' => while item.take(|c| spec.set[c as usize]) {},
        b'd' | b'u' => item.integer(10),
        b'i' => item.integer(0),
        b'o' => item.integer(8),
        b'x' | b'X' | b'p' => item.integer(16),
        _ => item.floating(),
    }
    if item.text.is_empty() { Found::Nothing } else { Found::Item(item.text) }
}

/// The base in which an integer conversion reads.
pub fn base(conversion: u8) -> u32 {
    match conversion {
        b'i' => 0,
        b'o' => 8,
        b'x' | b'X' | b'p' => 16,
        _ => 10,
    }
}

struct Item<'i> {
    input: &'i mut dyn Characters,
    text: Vec<u8>,
    /// How many more characters the width allows.
    left: usize,
}

impl Item<'_> {
    fn take(&mut self, matches: impl Fn(u8) -> bool) -> bool {
        if self.left == 0 {
            return false;
        }
        match self.input.next() {
            Some(byte) if matches(byte) => {
                self.text.push(byte);
                self.left -= 1;
                true
            }
            Some(byte) => {
                self.input.back(byte);
                false
            }
            None => false,
        }
    }

    fn sign(&mut self) {
        self.take(|c| matches!(c, b'+' | b'-'));
    }

    fn integer(&mut self, base: u32) {
        self.sign();
        let mut base = base;
        if matches!(base, 0 | 16) && self.take(|c| c == b'0') {
            let prefixed = self.take(|c| matches!(c, b'x' | b'X'));
            base = if prefixed || base == 16 { 16 } else { 8 };
        }
        let base = if base == 0 { 10 } else { base };
        while self.take(|c| (c as char).is_digit(base)) {}
    }

    /// As far as the word goes.
    fn word(&mut self, word: &[u8]) {
        for &letter in word {
            if !self.take(|c| c.to_ascii_lowercase() == letter) {
                return;
            }
        }
    }

    fn floating(&mut self) {
        self.sign();
        if self.take(|c| matches!(c, b'i' | b'I')) {
            return self.word(b"nfinity");
        }
        if self.take(|c| matches!(c, b'n' | b'N')) {
            return self.word(b"an");
        }
        let zero = self.take(|c| c == b'0');
        let hexadecimal = zero && self.take(|c| matches!(c, b'x' | b'X'));
        let is_digit = |c: u8| if hexadecimal { c.is_ascii_hexdigit() } else { c.is_ascii_digit() };
        let mut digits = zero && !hexadecimal;
        while self.take(is_digit) {
            digits = true;
        }
        if self.take(|c| c == b'.') {
            while self.take(is_digit) {
                digits = true;
            }
        }
        let mark = if hexadecimal { b'p' } else { b'e' };
        if digits && self.take(|c| c.to_ascii_lowercase() == mark) {
            self.sign();
            while self.take(|c| c.is_ascii_digit()) {}
        }
    }
}
