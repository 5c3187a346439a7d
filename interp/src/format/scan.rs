//! Numbers from text, as `strtol`, `strtod` and their relatives take them.

use crate::float80::F80;
use crate::soft::text::{self, is_space};

/// What `strtol` and `strtoul` found. Whether it fits the result type is the caller's to check.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Integer {
    /// Without the sign.
    pub magnitude: u64,
    /// There was a `-`.
    pub negative: bool,
    /// Bytes taken, white space and sign included; 0 if there is no number.
    pub consumed: usize,
    /// The magnitude is not representable in 64 bits (and is all ones here).
    pub overflow: bool,
}

/// The longest prefix that is an integer in the base (2 to 36, or 0 for C's own prefixes), C17 7.22.1.4.
pub fn parse_integer(text: &[u8], base: u32) -> Integer {
    let mut at = text.iter().take_while(|&&c| is_space(c)).count();
    let negative = text.get(at) == Some(&b'-');
    if matches!(text.get(at), Some(b'-' | b'+')) {
        at += 1;
    }
    let prefixed =
        matches!(text.get(at..at + 2), Some(b"0x" | b"0X")) && text.get(at + 2).is_some_and(u8::is_ascii_hexdigit);
    let base = match base {
        0 | 16 if prefixed => {
            at += 2;
            16
        }
        0 if text.get(at) == Some(&b'0') => 8,
        0 => 10,
        2..=36 => base,
        _ => return Integer::default(),
    };
    let start = at;
    let (mut magnitude, mut overflow) = (0u64, false);
    while let Some(digit) = text.get(at).and_then(|&c| (c as char).to_digit(base)) {
        let next = magnitude.checked_mul(base as u64).and_then(|value| value.checked_add(digit as u64));
        overflow |= next.is_none();
        magnitude = if overflow { u64::MAX } else { next.unwrap_or(u64::MAX) };
        at += 1;
    }
    if at == start { Integer::default() } else { Integer { magnitude, negative, consumed: at, overflow } }
}

/// `strtod`: the value and the bytes taken, 0 if there is no number.
pub fn parse_double(text: &[u8]) -> (f64, usize) {
    let (value, consumed) = text::scan(text);
    (value.to_f64(), consumed)
}

/// `strtof`.
pub fn parse_float(text: &[u8]) -> (f32, usize) {
    let (value, consumed) = text::scan(text);
    (value.to_f32(), consumed)
}

/// `strtold`.
pub fn parse_f80(text: &[u8]) -> (F80, usize) {
    F80::scan(text)
}
