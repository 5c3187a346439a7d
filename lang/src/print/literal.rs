//! Constants with the suffixes that give them their type back, and string literals.

use super::Printer;
use crate::ast::{Expr, ExprId, ExprKind, StrId, StringLiteral, StringPrefix};
use crate::location::Loc;
use crate::types::{Type, TypeKind};
use std::fmt::Write;

impl Printer<'_> {
    /// An integer constant; negative values begin with a sign or a parenthesis.
    pub(super) fn integer(&mut self, value: u64, ty: Type, loc: Loc) {
        match self.types().kind(ty) {
            TypeKind::Int => self.signed(value as i64, ""),
            TypeKind::Long => self.signed(value as i64, "L"),
            TypeKind::LLong => self.signed(value as i64, "LL"),
            TypeKind::UInt => self.unsigned(value, "U"),
            TypeKind::ULong => self.unsigned(value, "UL"),
            TypeKind::ULLong => self.unsigned(value, "ULL"),
            // The only constants of this type in a source are those of char16_t.
            TypeKind::UShort if loc != Loc::NONE && self.cpp.is_none() => {
                self.push("u'\\x");
                self.hexadecimal(value);
                self.push("'");
            }
            _ => {
                self.push("(");
                self.push_type(ty.unqualified());
                self.push(")");
                self.narrow(value as i64);
            }
        }
    }

    /// A value without its type.
    fn narrow(&mut self, value: i64) {
        self.signed(value, if value as i32 as i64 == value { "" } else { "L" });
    }

    /// A constant that is converted to its own type where it stands: one of a type narrower than `int` (which only
    /// models not parsed have) needs no cast there.
    pub(super) fn plain_integer(&mut self, expr: ExprId) -> bool {
        use TypeKind::*;
        let Expr { kind: ExprKind::Int(value), ty, loc: Loc::NONE } = self.program[expr] else { return false };
        match self.types().kind(ty) {
            Bool | Char | SChar | UChar | Short | UShort => self.narrow(value as i64),
            Enum(_) if self.cpp.is_none() => self.narrow(value as i64),
            _ => return false,
        }
        true
    }

    fn signed(&mut self, value: i64, suffix: &str) {
        let is_least = value == i64::MIN || (suffix.is_empty() && value == i32::MIN as i64);
        if is_least {
            // The magnitude of the least value is no constant of the type.
            self.push("(-");
            self.decimal((value + 1).unsigned_abs());
            self.push(suffix);
            self.push(" - 1)");
            return;
        }
        if value < 0 {
            self.push("-");
        }
        self.decimal(value.unsigned_abs());
        self.push(suffix);
    }

    /// Bit patterns read better in hexadecimal.
    fn unsigned(&mut self, value: u64, suffix: &str) {
        if value > 0xffff {
            self.push("0x");
            self.hexadecimal(value);
        } else {
            self.decimal(value);
        }
        self.push(suffix);
    }

    pub(super) fn decimal(&mut self, value: u64) {
        if value < 10 {
            self.out.push((b'0' + value as u8) as char);
        } else {
            self.digits::<10>(value);
        }
    }

    fn hexadecimal(&mut self, value: u64) {
        self.digits::<16>(value);
    }

    fn digits<const BASE: u64>(&mut self, mut value: u64) {
        let mut buffer = [0; 20];
        let mut at = buffer.len();
        loop {
            at -= 1;
            buffer[at] = b"0123456789abcdef"[(value % BASE) as usize];
            value /= BASE;
            if value == 0 {
                break;
            }
        }
        self.push(std::str::from_utf8(&buffer[at..]).expect("digits are ASCII"));
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
    pub(super) fn long_float(&mut self, spelling: StrId, ty: Type) {
        let program = self.program;
        self.push(&String::from_utf8_lossy(&program[spelling].bytes));
        self.push(match self.types().kind(ty) {
            TypeKind::Float128 => "Q",
            TypeKind::Decimal32 => "DF",
            TypeKind::Decimal64 => "DD",
            TypeKind::Decimal128 => "DL",
            _ => "L",
        });
    }

    /// The shortest text that rounds to the same value; `1e999` for infinity. A source has no negative constants and no
    /// NaNs, but a model may.
    pub(super) fn float(&mut self, value: f64, ty: Type) {
        let start = self.out.len();
        let is_single = matches!(self.types().kind(ty), TypeKind::Float);
        let finite = if is_single { (value as f32).is_finite() } else { value.is_finite() };
        if value.is_nan() {
            return self.push(if is_single { "__builtin_nanf(\"\")" } else { "__builtin_nan(\"\")" });
        }
        let _ = match (finite, is_single) {
            (false, _) => self.out.write_str(if value < 0.0 { "-1e999" } else { "1e999" }),
            (true, true) => write!(self.out, "{:?}", value as f32),
            (true, false) => write!(self.out, "{value:?}"),
        };
        if !self.out[start..].contains(['.', 'e']) {
            self.push(".0");
        }
        if is_single {
            self.push("f");
        }
    }
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
