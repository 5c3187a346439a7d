//! GNU attributes, C2x `[[…]]` (skipped), `_Alignas`, and asm labels.
//!
//! Attributes that change a type or a layout are understood here. All others of functions and variables are kept as
//! text, so that the printer can repeat them.

use super::{Parser, Result};
use crate::ast::{Attr, StrId};
use crate::lex::Tok;
use crate::location::Loc;
use crate::names::Symbol;
use crate::types::*;

/// What a sequence of attributes says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attributes {
    pub packed: bool,
    /// In bytes; the strictest of several.
    pub align: Option<u32>,
    /// The part of `align` that `_Alignas` asked for.
    pub alignas: Option<u32>,
    /// In bytes.
    pub vector_size: Option<u64>,
    pub mode: Option<Symbol>,
    pub may_alias: bool,
    pub transparent_union: bool,
    pub noreturn: bool,
    /// `scalar_storage_order`: true for the order that is not the target's.
    pub reverse_storage: Option<bool>,
    pub others: Vec<Attr>,
    pub loc: Option<Loc>,
}

impl Attributes {
    pub fn raise_align(&mut self, align: u32) {
        self.align = self.align.max(Some(align));
    }

    pub fn merge(&mut self, other: Attributes) {
        self.packed |= other.packed;
        self.align = self.align.max(other.align);
        self.alignas = self.alignas.max(other.alignas);
        self.vector_size = other.vector_size.or(self.vector_size);
        self.mode = other.mode.or(self.mode);
        self.may_alias |= other.may_alias;
        self.transparent_union |= other.transparent_union;
        self.noreturn |= other.noreturn;
        self.reverse_storage = other.reverse_storage.or(self.reverse_storage);
        self.others.extend(other.others);
        self.loc = self.loc.or(other.loc);
    }
}

/// GCC's limit on `aligned`, from its object file format.
const MAX_ALIGN: i128 = 1 << 28;

impl Parser<'_> {
    /// Whether an attribute begins here.
    pub(super) fn at_attribute(&self) -> bool {
        match self.tok() {
            Tok::Attribute => true,
            Tok::LBracket => self.peek(1) == Tok::LBracket,
            _ => false,
        }
    }

    /// Zero or more attributes.
    pub(super) fn attributes(&mut self) -> Result<Attributes> {
        let mut attributes = Attributes::default();
        self.more_attributes(&mut attributes)?;
        Ok(attributes)
    }

    /// Zero or more attributes, added to those already seen.
    pub(super) fn more_attributes(&mut self, into: &mut Attributes) -> Result<()> {
        while self.at_attribute() {
            into.loc = into.loc.or(Some(self.loc()));
            if self.tok() == Tok::LBracket {
                self.skip_balanced()?;
                continue;
            }
            self.bump();
            self.expect(Tok::LParen)?;
            self.expect(Tok::LParen)?;
            while self.tok() != Tok::RParen {
                if !self.eat(Tok::Comma) {
                    self.attribute(into)?;
                }
            }
            self.expect(Tok::RParen)?;
            self.expect(Tok::RParen)?;
        }
        Ok(())
    }

    /// Skips a bracketed group, whatever is in it.
    pub(super) fn skip_balanced(&mut self) -> Result<()> {
        let mut open = 0u32;
        loop {
            match self.tok() {
                Tok::LParen | Tok::LBracket | Tok::LBrace => open += 1,
                Tok::RParen | Tok::RBracket | Tok::RBrace => open = open.saturating_sub(1),
                Tok::Eof => return Err(self.unexpected("expected a closing bracket")),
                _ => {}
            }
            self.bump();
            if open == 0 {
                return Ok(());
            }
        }
    }

    fn attribute(&mut self, into: &mut Attributes) -> Result<()> {
        let loc = self.loc();
        let token = self.bump();
        let text = String::from_utf8_lossy(self.text_of(token)).into_owned();
        let is_word = text.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if !is_word {
            return Err(self.reject(loc, format!("expected an attribute, found `{text}`")));
        }
        let name = without_underscores(&text);
        let has_args = self.tok() == Tok::LParen;
        match name {
            "packed" => into.packed = true,
            "may_alias" => into.may_alias = true,
            "transparent_union" => into.transparent_union = true,
            "noreturn" => into.noreturn = true,
            "aligned" if has_args => {
                let align = self.attribute_number()?;
                let align = self.check_align(align, loc)?;
                into.raise_align(align);
                return Ok(());
            }
            "aligned" => into.raise_align(self.program.target().max_align as u32),
            "vector_size" if has_args => {
                let bytes = self.attribute_number()?;
                let valid = bytes > 0 && bytes <= 1 << 30;
                let invalid = || self.reject(loc, format!("invalid vector size {bytes}"));
                into.vector_size = Some(if valid { bytes as u64 } else { return Err(invalid()) });
                return Ok(());
            }
            "mode" if has_args => {
                self.bump();
                let word = self.bump();
                let mode = String::from_utf8_lossy(self.text_of(word)).into_owned();
                into.mode = Some(self.program.names.intern(without_underscores(&mode)));
                self.expect(Tok::RParen)?;
                return Ok(());
            }
            "scalar_storage_order" if has_args => {
                self.bump();
                let order = self.string()?;
                into.reverse_storage = Some(self.program[order].bytes == b"big-endian");
                self.expect(Tok::RParen)?;
                return Ok(());
            }
            _ => {
                let name = self.program.names.intern(name);
                let args = if has_args { Some(self.argument_text()?) } else { None };
                into.others.push(Attr { name, args });
                return Ok(());
            }
        }
        if has_args { self.skip_balanced() } else { Ok(()) }
    }

    /// `(n)`, an integer constant expression.
    fn attribute_number(&mut self) -> Result<i128> {
        self.expect(Tok::LParen)?;
        let (value, _) = self.constant_expression()?;
        self.expect(Tok::RParen)?;
        Ok(value)
    }

    pub(super) fn check_align(&self, align: i128, loc: Loc) -> Result<u32> {
        if align <= 0 || align & (align - 1) != 0 {
            return Err(self.reject(loc, format!("requested alignment {align} is not a positive power of 2")));
        }
        if align > MAX_ALIGN {
            return Err(self.reject(loc, format!("requested alignment {align} exceeds {MAX_ALIGN}")));
        }
        Ok(align as u32)
    }

    /// The tokens between parentheses, as text.
    fn argument_text(&mut self) -> Result<Box<str>> {
        let start = self.at + 1;
        self.skip_balanced()?;
        let end = self.at - 1;
        let words: Vec<_> =
            self.tokens[start..end].iter().map(|&token| String::from_utf8_lossy(self.text_of(token))).collect();
        Ok(words.join(" ").into())
    }

    /// `_Alignas(type)` or `_Alignas(constant)`, the keyword being current. Zero has no effect (C17 6.7.5p6).
    pub(super) fn alignas(&mut self, into: &mut Attributes) -> Result<()> {
        let loc = self.bump().loc;
        self.expect(Tok::LParen)?;
        let align = if self.starts_type_name() {
            let ty = self.type_name()?;
            self.program.types.align_of(ty) as i128
        } else {
            self.constant_expression()?.0
        };
        self.expect(Tok::RParen)?;
        if align != 0 {
            let align = self.check_align(align, loc)?;
            into.raise_align(align);
            into.alignas = into.alignas.max(Some(align));
        }
        Ok(())
    }

    /// `_Alignas` may not weaken the alignment of an object's type (C17 6.7.5p4).
    pub(super) fn check_alignas(&self, ty: Type, attributes: &Attributes, loc: Loc) -> Result<()> {
        match attributes.alignas {
            Some(align) if self.is_complete(ty) && u64::from(align) < self.program.types.align_of(ty) => {
                Err(self.reject(loc, "`_Alignas` reduces the alignment of what it declares"))
            }
            _ => Ok(()),
        }
    }

    /// `asm("name")` after a declarator.
    pub(super) fn asm_label(&mut self) -> Result<Option<StrId>> {
        if !self.eat(Tok::Asm) {
            return Ok(None);
        }
        self.expect(Tok::LParen)?;
        let label = self.string()?;
        self.expect(Tok::RParen)?;
        Ok(Some(label))
    }

    /// Applies the attributes that change the type of what is declared: `mode` and `vector_size`.
    pub(super) fn shape_type(&mut self, ty: Type, attributes: &Attributes, loc: Loc) -> Result<Type> {
        let mut ty = ty;
        if let Some(mode) = attributes.mode {
            ty = self.apply_mode(ty, mode, loc)?;
        }
        if let Some(bytes) = attributes.vector_size {
            ty = self.apply_vector_size(ty, bytes, loc)?;
        }
        Ok(ty)
    }

    /// Also wraps the type for `aligned` and `may_alias`, as for typedefs and type names.
    pub(super) fn attribute_type(&mut self, ty: Type, attributes: &Attributes, loc: Loc) -> Result<Type> {
        let ty = self.shape_type(ty, attributes, loc)?;
        if attributes.align.is_none() && !attributes.may_alias {
            return Ok(ty);
        }
        let quals = ty.quals();
        let base = ty.unqualified();
        let attributed = TypeKind::Attributed { base, align: attributes.align, may_alias: attributes.may_alias };
        Ok(self.program.types.intern(attributed).with(quals))
    }

    fn apply_mode(&mut self, ty: Type, mode: Symbol, loc: Loc) -> Result<Type> {
        let name = self.program.name(mode).to_string();
        let types = &mut self.program.types;
        let word = types.target.pointer_size * 8;
        if types.is_pointer(ty) || types.is_function(ty) {
            return Ok(ty);
        }
        let signed = types.int_kind(ty).is_some_and(|kind| kind.signed);
        if let TypeKind::Enum(id) = *types.kind(ty)
            && let Some(bits) = int_mode_bits(&name, word)
            && let Some(underlying) = int_of(types, bits, signed)
        {
            types.enums[id.0 as usize].underlying = underlying;
            return Ok(ty);
        }
        let quals = ty.quals();
        // An unsigned base makes the mode's type unsigned.
        let base = match types.kind(ty) {
            TypeKind::Complex(elem) => *elem,
            _ => ty,
        };
        let signed = types.int_kind(base).is_none_or(|kind| kind.signed);
        let found = mode_type(types, &name, word, signed);
        found.map(|ty| ty.with(quals)).ok_or_else(|| self.unsupported(loc, format!("machine mode `{name}`")))
    }

    /// `vector_size` reaches through pointers, arrays and functions to the base type.
    fn apply_vector_size(&mut self, ty: Type, bytes: u64, loc: Loc) -> Result<Type> {
        let quals = ty.quals();
        let types = &mut self.program.types;
        let rebuilt = match types.kind(ty).clone() {
            TypeKind::Pointer(to) => {
                let to = self.apply_vector_size(to, bytes, loc)?;
                self.program.types.pointer(to)
            }
            TypeKind::Array { elem, len } => {
                let elem = self.apply_vector_size(elem, bytes, loc)?;
                self.program.types.array(elem, len)
            }
            TypeKind::Function(function) => {
                let ret = self.apply_vector_size(function.ret, bytes, loc)?;
                self.program.types.function(FunctionType { ret, ..function })
            }
            _ => {
                let size = types.size_of(ty).filter(|_| types.is_integer(ty) || types.is_floating(ty));
                let lanes = size.filter(|&size| size > 0 && bytes.is_multiple_of(size)).map(|size| bytes / size);
                let elem = types.strip(ty);
                match lanes {
                    Some(lanes) if lanes.is_power_of_two() && !types.is_bool(ty) => {
                        types.intern(TypeKind::Vector { elem, lanes: lanes as u32 })
                    }
                    _ => return Err(self.reject(loc, format!("invalid vector of {bytes} bytes"))),
                }
            }
        };
        Ok(rebuilt.with(quals))
    }
}

fn without_underscores(name: &str) -> &str {
    match name.strip_prefix("__").and_then(|rest| rest.strip_suffix("__")) {
        Some(inner) if !inner.is_empty() => inner,
        _ => name,
    }
}

fn int_mode_bits(mode: &str, word: u64) -> Option<u64> {
    Some(match mode {
        "QI" | "byte" => 8,
        "HI" => 16,
        "SI" => 32,
        "DI" => 64,
        "TI" => 128,
        "word" | "pointer" | "unwind_word" | "libgcc_cmp_return" | "libgcc_shift_count" => word,
        _ => return None,
    })
}

/// The standard integer type of this many bits; `long` before `long long`, as GCC prefers.
fn int_of(types: &Types, bits: u64, signed: bool) -> Option<Type> {
    let (s, u) = match bits {
        8 => (Type::SCHAR, Type::UCHAR),
        16 => (Type::SHORT, Type::USHORT),
        32 => (Type::INT, Type::UINT),
        64 if types.target.long_size == 8 => (Type::LONG, Type::ULONG),
        64 => (Type::LLONG, Type::ULLONG),
        128 if types.target.has_int128 => (Type::INT128, Type::UINT128),
        _ => return None,
    };
    Some(if signed { s } else { u })
}

fn mode_type(types: &mut Types, mode: &str, word: u64, signed: bool) -> Option<Type> {
    if let Some(bits) = int_mode_bits(mode, word) {
        return int_of(types, bits, signed);
    }
    // Mode names are short: this bounds the recursion below.
    if mode.len() > 8 {
        return None;
    }
    let complex = |elem| TypeKind::Complex(elem);
    Some(match mode {
        "SF" => Type::FLOAT,
        "DF" => Type::DOUBLE,
        "XF" => Type::LDOUBLE,
        "TF" => Type::FLOAT128,
        "SC" => types.intern(complex(Type::FLOAT)),
        "DC" => types.intern(complex(Type::DOUBLE)),
        "XC" => types.intern(complex(Type::LDOUBLE)),
        "TC" => types.intern(complex(Type::FLOAT128)),
        _ => {
            if let Some(elem) = mode.strip_prefix('C') {
                let elem = mode_type(types, elem, word, signed)?;
                return Some(types.intern(complex(elem)));
            }
            let vector = mode.strip_prefix('V')?;
            let digits = vector.find(|c: char| !c.is_ascii_digit())?;
            let lanes: u32 = vector[..digits].parse().ok().filter(|&lanes| lanes > 0 && lanes <= 1 << 16)?;
            let elem = mode_type(types, &vector[digits..], word, signed)?;
            types.intern(TypeKind::Vector { elem, lanes })
        }
    })
}
