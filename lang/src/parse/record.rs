//! Struct, union and enum specifiers, and the pragmas that change how records are laid out.

use super::attr::Attributes;
use super::declarator::Form;
use super::scope::{Entity, Tag};
use super::{Parser, Result};
use crate::lex::Tok;
use crate::location::Loc;
use crate::names::Symbol;
use crate::types::*;
use rustc_hash::FxHashSet;

impl Parser<'_> {
    /// `struct tag`, `struct tag { … }`, `struct { … }`, and unions; the keyword is current.
    pub(super) fn record_specifier(&mut self) -> Result<Type> {
        let is_union = self.bump().tok == Tok::Union;
        let mut attributes = self.attributes()?;
        let loc = self.loc();
        let tag = self.optional_tag();
        // Without a body, attributes after the tag belong to the declaration.
        if self.after_attributes(0) != Tok::LBrace {
            let Some(tag) = tag else { return Err(self.unexpected("expected a tag or `{`")) };
            return self.record_reference(tag, is_union, loc);
        }
        self.more_attributes(&mut attributes)?;
        self.expect(Tok::LBrace)?;
        let id = self.begin_record(tag, is_union, loc)?;
        let fields = self.field_declarations(is_union)?;
        let pack = self.pragma_pack.last().copied().filter(|&pack| pack != 0);
        self.expect(Tok::RBrace)?;
        self.more_attributes(&mut attributes)?;
        self.finish_record(id, fields, attributes, pack)
    }

    fn optional_tag(&mut self) -> Option<Symbol> {
        match self.tok() {
            Tok::Ident(tag) => {
                self.bump();
                Some(tag)
            }
            _ => None,
        }
    }

    /// `struct tag` without a body. Before a `;` it declares the tag in this very scope (C17 6.7.2.3p7).
    fn record_reference(&mut self, tag: Symbol, is_union: bool, loc: Loc) -> Result<Type> {
        let found = if self.after_attributes(0) == Tok::Semi {
            self.scopes.lookup_tag_here(tag)
        } else {
            self.scopes.lookup_tag(tag)
        };
        let id = match found {
            Some(Tag::Record(id)) if self.program.types.records[id.0 as usize].is_union == is_union => id,
            Some(_) => return Err(self.wrong_tag(tag, loc)),
            None => self.new_record(Some(tag), is_union, loc),
        };
        Ok(self.program.types.intern(TypeKind::Record(id)))
    }

    fn wrong_tag(&self, tag: Symbol, loc: Loc) -> super::Error {
        self.reject(loc, format!("`{}` is declared as the wrong kind of tag", self.program.name(tag)))
    }

    fn new_record(&mut self, tag: Option<Symbol>, is_union: bool, loc: Loc) -> RecordId {
        let id = RecordId(self.program.types.records.len() as u32);
        let unit = self.unit();
        self.program.types.records.push(Record::new(tag, is_union, unit, loc));
        if let Some(tag) = tag {
            self.scopes.declare_tag(tag, Tag::Record(id), loc);
        }
        id
    }

    /// The record that `struct tag {` defines: a new one, or one of this scope that is still incomplete.
    fn begin_record(&mut self, tag: Option<Symbol>, is_union: bool, loc: Loc) -> Result<RecordId> {
        let Some(name) = tag else { return Ok(self.new_record(None, is_union, loc)) };
        match self.scopes.lookup_tag_here(name) {
            None => Ok(self.new_record(tag, is_union, loc)),
            Some(Tag::Record(id)) => {
                let record = &mut self.program.types.records[id.0 as usize];
                if record.is_union != is_union {
                    return Err(self.wrong_tag(name, loc));
                }
                if record.complete {
                    let name = self.program.name(name);
                    return Err(self.reject(loc, format!("redefinition of `{name}`")));
                }
                record.loc = loc;
                Ok(id)
            }
            Some(Tag::Enum(_)) => Err(self.wrong_tag(name, loc)),
        }
    }

    fn field_declarations(&mut self, is_union: bool) -> Result<Vec<Field>> {
        let mut fields = Vec::new();
        loop {
            match self.tok() {
                Tok::RBrace => return Ok(fields),
                Tok::Eof => return Err(self.unexpected("expected `}`")),
                Tok::Semi | Tok::Extension => {
                    self.bump();
                }
                Tok::Pragma => self.pragma()?,
                Tok::StaticAssert => {
                    let mut nothing = Vec::new();
                    self.declaration(&mut nothing)?;
                }
                _ => self.field_declaration(&mut fields, is_union)?,
            }
        }
    }

    fn field_declaration(&mut self, fields: &mut Vec<Field>, is_union: bool) -> Result<()> {
        let specifiers = self.specifiers()?;
        if specifiers.empty {
            return Err(self.unexpected("expected a member declaration"));
        }
        if specifiers.storage.is_some() {
            return Err(self.reject(specifiers.loc, "a storage class on a member"));
        }
        if matches!(self.tok(), Tok::Semi | Tok::RBrace) {
            self.anonymous_member(specifiers.ty, &specifiers.attributes, specifiers.loc, fields);
            self.eat(Tok::Semi);
            return Ok(());
        }
        let mut own = Attributes::default();
        loop {
            let mut attributes = specifiers.attributes.clone();
            attributes.merge(own);
            self.field(specifiers.ty, attributes, fields, is_union)?;
            if !self.eat(Tok::Comma) {
                break;
            }
            own = self.attributes()?;
        }
        // GCC only warns where the last declaration of a record lacks its `;`.
        if self.tok() != Tok::RBrace {
            self.expect(Tok::Semi)?;
        }
        Ok(())
    }

    /// A struct or union without tag and declarator (C17 6.7.2.1p13); other such declarations declare nothing.
    fn anonymous_member(&mut self, ty: Type, attributes: &Attributes, loc: Loc, fields: &mut Vec<Field>) {
        let untagged = self.program.types.record(ty).is_some_and(|record| record.tag.is_none());
        if untagged {
            fields.push(Field {
                name: None,
                ty,
                bit_offset: 0,
                bit_width: None,
                packed: attributes.packed,
                align_attr: attributes.align,
                loc,
            });
        }
    }

    fn field(&mut self, base: Type, mut attributes: Attributes, fields: &mut Vec<Field>, is_union: bool) -> Result<()> {
        let loc = self.loc();
        let (mut name, mut ty) = (None, base);
        if self.tok() != Tok::Colon {
            let vars = self.program.vars.len();
            let exprs = self.program.exprs.len();
            let declarator = self.declarator(base, Form::Named)?;
            if self.program.exprs.len() == exprs {
                self.program.vars.truncate(vars);
            }
            name = declarator.name;
            ty = declarator.ty;
            attributes.merge(declarator.attributes);
        }
        let loc = name.map_or(loc, |(_, loc)| loc);
        let width =
            if self.eat(Tok::Colon) { Some(self.nested(|parser| parser.constant_expression())?.0) } else { None };
        self.more_attributes(&mut attributes)?;
        let ty = self.shape_type(ty, &attributes, loc)?;
        if width.is_some() && attributes.alignas.is_some() {
            return Err(self.reject(loc, "`_Alignas` on a bit-field"));
        }
        self.check_alignas(ty, &attributes, loc)?;
        let bit_width = match width {
            Some(width) => Some(self.check_bit_field(ty, width, name.is_some(), loc)?),
            None => {
                self.check_member_type(ty, is_union, loc)?;
                None
            }
        };
        if let Some(last) = fields.last() {
            self.check_not_flexible(last)?;
        }
        fields.push(Field {
            name: name.map(|(name, _)| name),
            ty,
            bit_offset: 0,
            bit_width,
            packed: attributes.packed,
            align_attr: attributes.align,
            loc,
        });
        Ok(())
    }

    /// C17 6.7.2.1p4, p5.
    fn check_bit_field(&self, ty: Type, width: i128, named: bool, loc: Loc) -> Result<u32> {
        let Some(kind) = self.program.types.int_kind(ty) else {
            return Err(self.reject(loc, "a bit-field has a non-integer type"));
        };
        if width < 0 {
            return Err(self.reject(loc, "a bit-field has negative width"));
        }
        if width > kind.bits as i128 {
            return Err(self.reject(loc, format!("a bit-field of width {width} exceeds its type")));
        }
        if width == 0 && named {
            return Err(self.reject(loc, "a named bit-field has zero width"));
        }
        Ok(width as u32)
    }

    fn check_member_type(&self, ty: Type, is_union: bool, loc: Loc) -> Result<()> {
        let types = &self.program.types;
        if types.is_function(ty) {
            return Err(self.reject(loc, "a member is declared as a function"));
        }
        if types.is_variably_modified(ty) && self.scopes.depth() == 0 {
            return Err(self.reject(loc, "a member of variably modified type at file scope"));
        }
        let is_flexible = matches!(types.kind(ty), TypeKind::Array { len: ArrayLen::Incomplete, .. });
        if is_flexible && is_union {
            return Err(self.reject(loc, "a flexible array member in a union"));
        }
        if types.size_of(ty).is_none() && !is_flexible && !types.is_variable_length(ty) {
            return Err(self.reject(loc, "a member has incomplete type"));
        }
        Ok(())
    }

    /// C17 6.7.2.1p3: only the last member may have incomplete array type.
    fn check_not_flexible(&self, field: &Field) -> Result<()> {
        match self.program.types.kind(field.ty) {
            TypeKind::Array { len: ArrayLen::Incomplete, .. } => {
                Err(self.reject(field.loc, "a flexible array member that is not the last member"))
            }
            _ => Ok(()),
        }
    }

    fn finish_record(
        &mut self,
        id: RecordId,
        fields: Vec<Field>,
        attributes: Attributes,
        pragma_pack: Option<u32>,
    ) -> Result<Type> {
        let ty = self.program.types.intern(TypeKind::Record(id));
        if self.program.types.records[id.0 as usize].complete {
            let loc = self.program.types.records[id.0 as usize].loc;
            return Err(self.reject(loc, "nested redefinition of a record"));
        }
        let mut seen = FxHashSet::default();
        self.check_unique_members(&fields, &mut seen)?;
        let depth = 1 + fields.iter().map(|field| self.containment_depth(field.ty)).max().unwrap_or(0);
        let reverse_storage = attributes.reverse_storage.unwrap_or(self.reverse_storage);
        let variably_modified = fields.iter().any(|field| self.program.types.is_variably_modified(field.ty));
        let const_member = fields.iter().any(|field| self.is_partly_const(field.ty));
        let record = &mut self.program.types.records[id.0 as usize];
        record.fields = fields;
        record.variably_modified = variably_modified;
        record.const_member = const_member;
        record.packed = attributes.packed;
        record.align_attr = attributes.align;
        record.pragma_pack = pragma_pack;
        record.transparent_union |= attributes.transparent_union;
        record.may_alias |= attributes.may_alias;
        record.reverse_storage = reverse_storage;
        record.other_attrs.extend(attributes.others);
        let loc = record.loc;
        self.program.types.lay_out(id);
        self.program.types.set_depth(ty, depth);
        self.check_type_depth(ty, loc)?;
        Ok(ty)
    }

    /// C17 6.3.2.1p1.
    fn is_partly_const(&self, ty: Type) -> bool {
        let types = &self.program.types;
        let mut ty = ty;
        while let (false, TypeKind::Array { elem, .. }) = (ty.is_const(), types.kind(ty)) {
            ty = *elem;
        }
        ty.is_const() || types.record(ty).is_some_and(|record| record.const_member)
    }

    /// How deep the records in an object of this type nest.
    fn containment_depth(&self, ty: Type) -> u32 {
        match self.program.types.kind(ty) {
            TypeKind::Array { .. } | TypeKind::Record(_) => self.program.types.depth(ty),
            _ => 0,
        }
    }

    /// Member names are unique, those of anonymous members included (C17 6.7.2.1p13).
    fn check_unique_members(&self, fields: &[Field], seen: &mut FxHashSet<Symbol>) -> Result<()> {
        for field in fields {
            match field.name {
                Some(name) if !seen.insert(name) => {
                    let name = self.program.name(name);
                    return Err(self.reject(field.loc, format!("duplicate member `{name}`")));
                }
                None if field.bit_width.is_none() => {
                    if let Some(record) = self.program.types.record(field.ty) {
                        self.check_unique_members(&record.fields, seen)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// `enum tag`, `enum tag { … }`, `enum { … }`; the keyword is current.
    pub(super) fn enum_specifier(&mut self) -> Result<Type> {
        self.bump();
        let mut attributes = self.attributes()?;
        let loc = self.loc();
        let tag = self.optional_tag();
        if self.after_attributes(0) != Tok::LBrace {
            let Some(tag) = tag else { return Err(self.unexpected("expected a tag or `{`")) };
            return self.enum_reference(tag, loc);
        }
        self.more_attributes(&mut attributes)?;
        self.expect(Tok::LBrace)?;
        let id = self.begin_enum(tag, loc)?;
        self.enumerators(id)?;
        self.expect(Tok::RBrace)?;
        self.more_attributes(&mut attributes)?;
        self.finish_enum(id, attributes.packed, loc)?;
        let ty = self.program.types.intern(TypeKind::Enum(id));
        let only_mode = Attributes { mode: attributes.mode, ..Attributes::default() };
        self.shape_type(ty, &only_mode, loc)
    }

    fn enum_reference(&mut self, tag: Symbol, loc: Loc) -> Result<Type> {
        let id = match self.scopes.lookup_tag(tag) {
            Some(Tag::Enum(id)) => id,
            Some(Tag::Record(_)) => return Err(self.wrong_tag(tag, loc)),
            None => self.new_enum(Some(tag), loc),
        };
        Ok(self.program.types.intern(TypeKind::Enum(id)))
    }

    fn new_enum(&mut self, tag: Option<Symbol>, loc: Loc) -> EnumId {
        let id = EnumId(self.program.types.enums.len() as u32);
        let unit = self.unit();
        self.program.types.enums.push(Enum {
            tag,
            complete: false,
            underlying: Type::UINT,
            packed: false,
            constants: Vec::new(),
            unit,
            loc,
        });
        if let Some(tag) = tag {
            self.scopes.declare_tag(tag, Tag::Enum(id), loc);
        }
        id
    }

    fn begin_enum(&mut self, tag: Option<Symbol>, loc: Loc) -> Result<EnumId> {
        let Some(name) = tag else { return Ok(self.new_enum(None, loc)) };
        match self.scopes.lookup_tag_here(name) {
            None => Ok(self.new_enum(tag, loc)),
            Some(Tag::Enum(id)) => {
                let old = &mut self.program.types.enums[id.0 as usize];
                if old.complete || !old.constants.is_empty() {
                    let name = self.program.name(name);
                    return Err(self.reject(loc, format!("redefinition of `{name}`")));
                }
                old.loc = loc;
                Ok(id)
            }
            Some(Tag::Record(_)) => Err(self.wrong_tag(name, loc)),
        }
    }

    fn enumerators(&mut self, id: EnumId) -> Result<()> {
        let mut next = 0i128;
        while let Tok::Ident(name) = self.tok() {
            let loc = self.bump().loc;
            self.attributes()?;
            let mut ty = Type::INT;
            if self.eat(Tok::Eq) {
                (next, ty) = self.constant_expression()?;
                ty = self.program.types.underlying(ty);
            }
            if self.scopes.lookup_here(name).is_some() {
                return Err(self.redeclared(name, loc));
            }
            let fits_int = i32::try_from(next).is_ok();
            let ty = if fits_int { Type::INT } else { self.wide_enough(next, next, ty, loc)? };
            let constants = &mut self.program.types.enums[id.0 as usize].constants;
            let index = constants.len() as u32;
            constants.push(Enumerator { name, value: next, ty });
            self.scopes.declare(name, Entity::Enumerator(id, index), loc);
            next += 1;
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        if self.program.types.enums[id.0 as usize].constants.is_empty() {
            return Err(self.unexpected("expected an enumerator"));
        }
        Ok(())
    }

    /// The first of the types GCC tries that holds both values; `preferred` if that does.
    fn wide_enough(&self, min: i128, max: i128, preferred: Type, loc: Loc) -> Result<Type> {
        let candidates = [preferred, Type::UINT, Type::INT, Type::ULONG, Type::LONG, Type::ULLONG, Type::LLONG];
        let found = candidates.into_iter().find(|&ty| self.holds(ty, min, max));
        found.ok_or_else(|| self.reject(loc, "an enumeration's values exceed every integer type"))
    }

    fn holds(&self, ty: Type, min: i128, max: i128) -> bool {
        match self.program.types.int_kind(ty) {
            Some(kind) if kind.bits >= 127 => true,
            Some(kind) if kind.signed => {
                let limit = 1i128 << (kind.bits - 1);
                -limit <= min && max < limit
            }
            Some(kind) => 0 <= min && max < 1i128 << kind.bits,
            None => false,
        }
    }

    /// The compatible type (C17 6.7.2.2p4 leaves it open; this is GCC's choice) and the constants' final types.
    fn finish_enum(&mut self, id: EnumId, packed: bool, loc: Loc) -> Result<()> {
        let constants = &self.program.types.enums[id.0 as usize].constants;
        let min = constants.iter().map(|constant| constant.value).min().unwrap_or(0).min(0);
        let max = constants.iter().map(|constant| constant.value).max().unwrap_or(0);
        let small = [Type::UCHAR, Type::SCHAR, Type::USHORT, Type::SHORT];
        let narrow = small.into_iter().find(|&ty| packed && self.holds(ty, min, max));
        let underlying = match narrow {
            Some(ty) => ty,
            None => self.wide_enough(min, max, Type::UINT, loc)?,
        };
        let result = &mut self.program.types.enums[id.0 as usize];
        result.underlying = underlying;
        result.packed = packed;
        result.complete = true;
        for constant in &mut result.constants {
            constant.ty = if i32::try_from(constant.value).is_ok() { Type::INT } else { underlying };
        }
        Ok(())
    }

    /// `#pragma pack(…)` and `#pragma scalar_storage_order …`; the pragma is current.
    pub(super) fn pragma(&mut self) -> Result<()> {
        let token = self.bump();
        let text = String::from_utf8_lossy(self.text_of(token)).into_owned();
        let text = text.trim_start().trim_start_matches('#').trim_start().trim_start_matches("pragma").trim();
        if let Some(rest) = text.strip_prefix("pack") {
            self.pragma_pack_directive(rest.trim());
        } else if let Some(rest) = text.strip_prefix("scalar_storage_order") {
            self.reverse_storage = rest.trim() == "big-endian";
        }
        Ok(())
    }

    /// GCC ignores malformed pragmas with a warning.
    fn pragma_pack_directive(&mut self, text: &str) {
        let Some(inside) = text.strip_prefix('(').and_then(|text| text.split_once(')')) else { return };
        let words: Vec<&str> = inside.0.split(',').map(str::trim).collect();
        let number = words.last().and_then(|word| word.parse::<u32>().ok());
        let valid = number.filter(|n| matches!(n, 0 | 1 | 2 | 4 | 8 | 16));
        if number.is_some() && valid.is_none() {
            return;
        }
        let current = self.pragma_pack.last().copied().unwrap_or(0);
        if self.pragma_pack.is_empty() {
            self.pragma_pack.push(0);
        }
        match words[0] {
            "push" => self.pragma_pack.push(valid.unwrap_or(current)),
            "pop" => {
                if self.pragma_pack.len() > 1 {
                    self.pragma_pack.pop();
                }
            }
            "" => self.set_pack(0),
            _ => {
                if let Some(pack) = valid {
                    self.set_pack(pack);
                }
            }
        }
    }

    fn set_pack(&mut self, pack: u32) {
        if let Some(current) = self.pragma_pack.last_mut() {
            *current = pack;
        }
    }
}
