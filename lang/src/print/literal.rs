//! Constants with the suffixes that give them their type back, and string literals.

use super::Printer;
use crate::ast::{StrId, StringLiteral, StringPrefix};
use crate::types::{Type, TypeKind};

impl Printer<'_> {
    /// An integer constant; negative values begin with a sign or a parenthesis.
    pub(super) fn integer(&mut self, value: u64, ty: Type) -> String {
        let types = self.types();
        match types.kind(ty) {
            TypeKind::Int => signed(value as i64, ""),
            TypeKind::Long => signed(value as i64, "L"),
            TypeKind::LLong => signed(value as i64, "LL"),
            TypeKind::UInt => unsigned(value, "U"),
            TypeKind::ULong => unsigned(value, "UL"),
            TypeKind::ULLong => unsigned(value, "ULL"),
            // The only constants of this type are those of char16_t.
            TypeKind::UShort => format!("u'\\x{value:x}'"),
            _ => {
                let text = signed(value as i64, if value as i64 as i32 as i64 == value as i64 { "" } else { "L" });
                self.cast_of(ty, text)
            }
        }
    }

    fn cast_of(&mut self, ty: Type, text: String) -> String {
        format!("({}){text}", self.type_name(ty.unqualified()))
    }

    pub(super) fn string(&mut self, id: StrId) {
        let text = quote(&self.program[id]);
        self.push(&text);
    }

    /// A string in an expression: `__func__` in its function, else a literal.
    pub(super) fn string_or_own_name(&mut self, id: StrId) {
        let own = self.function.map_or(&[][..], |func| &self.program[func].own_names);
        match own.iter().find(|(_, string)| *string == id) {
            Some(&(name, _)) => self.push(self.name(name)),
            None => self.string(id),
        }
    }

    /// The spelling of a `long double` or `__float128` constant.
    pub(super) fn long_float(&mut self, spelling: StrId, ty: Type) -> String {
        let digits = String::from_utf8_lossy(&self.program[spelling].bytes).into_owned();
        let suffix = match self.types().kind(ty) {
            TypeKind::Float128 => "Q",
            TypeKind::Decimal32 => "DF",
            TypeKind::Decimal64 => "DD",
            TypeKind::Decimal128 => "DL",
            _ => "L",
        };
        digits + suffix
    }

    pub(super) fn float(&self, value: f64, ty: Type) -> String {
        if matches!(self.types().kind(ty), TypeKind::Float) { decimal(value as f32) + "f" } else { decimal(value) }
    }
}

fn signed(value: i64, suffix: &str) -> String {
    let is_least = value == i64::MIN || (suffix.is_empty() && value == i32::MIN as i64);
    // The magnitude of the least value is no constant of the type.
    if is_least { format!("(-{}{suffix} - 1)", (value + 1).unsigned_abs()) } else { format!("{value}{suffix}") }
}

/// Bit patterns read better in hexadecimal.
fn unsigned(value: u64, suffix: &str) -> String {
    if value > 0xffff { format!("0x{value:x}{suffix}") } else { format!("{value}{suffix}") }
}

/// The shortest text that rounds to the same value; `1e999` where there is no such number.
fn decimal<F: Into<f64> + std::fmt::Debug + Copy>(value: F) -> String {
    let text = if value.into().is_finite() { format!("{value:?}") } else { "1e999".to_string() };
    if text.contains(['.', 'e']) { text } else { text + ".0" }
}

fn quote(literal: &StringLiteral) -> String {
    let prefix = match literal.prefix {
        StringPrefix::None => "",
        StringPrefix::Utf8 => "u8",
        StringPrefix::Char16 => "u",
        StringPrefix::Char32 => "U",
        StringPrefix::Wide => "L",
    };
    let mut text = format!("{prefix}\"");
    let mut after_hex = false;
    let mut previous = 0;
    for unit in literal.bytes.chunks(literal.unit.max(1) as usize) {
        let value = unit.iter().rev().fold(0u32, |value, &byte| value << 8 | byte as u32);
        // A hexadecimal escape has no end of its own.
        if after_hex && char::from_u32(value).is_some_and(|c| c.is_ascii_hexdigit()) {
            text += &format!("\" {prefix}\"");
        }
        after_hex = value > 0o777;
        text += &escape(value, previous);
        previous = value;
    }
    text.push('"');
    text
}

fn escape(value: u32, previous: u32) -> String {
    const QUESTION: u32 = '?' as u32;
    match value {
        0x22 => "\\\"".to_string(),
        0x5c => "\\\\".to_string(),
        0x0a => "\\n".to_string(),
        0x09 => "\\t".to_string(),
        // Two of these may begin a trigraph.
        QUESTION if previous == QUESTION => "\\?".to_string(),
        0x20..0x7f => char::from_u32(value).map(String::from).unwrap_or_default(),
        0..=0o777 => format!("\\{value:03o}"),
        _ => format!("\\x{value:x}"),
    }
}
