//! The types that need a definition before their use: records, enums, and typedefs for what C can only say with one.
//!
//! Printing a type *mentions* these and gives them names. `type_definitions` then defines all that was mentioned,
//! in source order but after what each needs.

use super::{Printer, attributes, names};
use crate::ast::{Attr, Program, VarId};
use crate::types::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Def {
    Record(RecordId),
    Enum(EnumId),
    /// The unqualified type that a synthetic typedef names.
    Typedef(Type),
}

#[derive(Default)]
pub(super) struct Tags {
    names: FxHashMap<Def, String>,
    enumerators: FxHashMap<(EnumId, usize), String>,
    /// Tags in use, and those in the source that may yet be.
    used: FxHashSet<String>,
    source: FxHashSet<String>,
    mentioned: BTreeSet<Def>,
    /// Enums that are mentioned as types, not only by their constants.
    typed_enums: FxHashSet<EnumId>,
    /// Being defined, or defined.
    started: FxHashSet<Def>,
    finished: FxHashSet<Def>,
    declared: FxHashSet<RecordId>,
}

impl Tags {
    pub fn new(program: &Program) -> Tags {
        let records = program.types.records.iter().map(|record| record.tag);
        let enums = program.types.enums.iter().map(|of| of.tag);
        let source = records.chain(enums).flatten().map(|tag| program.name(tag).to_string()).collect();
        Tags { source, ..Tags::default() }
    }

    fn name(&mut self, def: Def, tag: Option<&str>, letter: &str) -> String {
        self.mentioned.insert(def);
        if let Some(name) = self.names.get(&def) {
            return name.clone();
        }
        let name = match tag {
            Some(tag) => self.take_tag(tag),
            None => self.take_numbered(letter),
        };
        self.names.insert(def, name.clone());
        name
    }

    /// A source tag, numbered if another record took it.
    fn take_tag(&mut self, tag: &str) -> String {
        if self.used.insert(tag.to_string()) {
            return tag.to_string();
        }
        names::take(&mut self.used, |name| self.source.contains(name), tag)
    }

    fn take_numbered(&mut self, letter: &str) -> String {
        let numbered = |number: u32| format!("{letter}{number}");
        let free = |name: &String| !self.used.contains(name) && !self.source.contains(name);
        let name = (1..).map(numbered).find(free).expect("numbers do not run out");
        self.used.insert(name.clone());
        name
    }
}

impl<'p> Printer<'p> {
    pub(super) fn record_specifier(&mut self, id: RecordId) -> String {
        let record = &self.types().records[id.0 as usize];
        let tag = record.tag.map(|tag| self.name(tag));
        let (keyword, letter) = if record.is_union { ("union", "U") } else { ("struct", "S") };
        let name = self.tags.name(Def::Record(id), tag, letter);
        let specifier = format!("{keyword} {name}");
        if self.is_variable(record) && self.tags.started.insert(Def::Record(id)) {
            return self.capture(|printer| {
                printer.push(&format!("{specifier} "));
                printer.record_body(record, &[]);
            });
        }
        specifier
    }

    /// The struct's name, as the static members' scope.
    pub(super) fn scope(&mut self, id: RecordId) {
        match self.tags.names.get(&Def::Record(id)) {
            Some(name) => self.out.push_str(name),
            None => {
                let specifier = self.record_specifier(id);
                self.push(specifier.trim_start_matches("struct "));
            }
        }
        self.push("::");
    }

    /// A record with members of variable length (a GNU extension) is defined where it is first mentioned.
    fn is_variable(&self, record: &Record) -> bool {
        record.fields.iter().any(|field| self.types().is_variably_modified(field.ty))
    }

    pub(super) fn enum_specifier(&mut self, id: EnumId) -> String {
        let tag = self.types().enums[id.0 as usize].tag.map(|tag| self.name(tag));
        self.tags.typed_enums.insert(id);
        self.name_constants(id);
        let name = self.tags.name(Def::Enum(id), tag, "E");
        format!("enum {name}")
    }

    /// The name of an enumeration constant, which may clash once it is at file scope.
    pub(super) fn enumerator(&mut self, id: EnumId, index: usize) -> String {
        self.name_constants(id);
        self.tags.enumerators.get(&(id, index)).cloned().unwrap_or_default()
    }

    /// All constants of an enum are named at once, so that of two enums the one mentioned first keeps its names.
    fn name_constants(&mut self, id: EnumId) {
        let is_new = self.tags.mentioned.insert(Def::Enum(id));
        let constants = &self.types().enums[id.0 as usize].constants;
        for (index, constant) in constants.iter().enumerate().filter(|_| is_new) {
            let name = self.fresh.take(self.program, self.name(constant.name));
            self.tags.enumerators.insert((id, index), name);
        }
    }

    /// Vectors and typedef attributes: `v4_int`, `int_aligned_16`.
    pub(super) fn synthetic_typedef(&mut self, ty: Type) -> String {
        let def = Def::Typedef(ty.unqualified());
        self.tags.mentioned.insert(def);
        if let Some(name) = self.tags.names.get(&def) {
            return name.clone();
        }
        let wanted = match *self.types().raw_kind(ty) {
            TypeKind::Vector { elem, lanes } => format!("v{lanes}_{}", self.word_for(elem)),
            TypeKind::Attributed { base, align: Some(align), .. } => format!("{}_aligned_{align}", self.word_for(base)),
            TypeKind::Attributed { base, .. } => format!("{}_alias", self.word_for(base)),
            _ => "type".to_string(),
        };
        let name = self.fresh.take(self.program, &wanted);
        self.tags.names.insert(def, name.clone());
        name
    }

    /// An identifier that reminds of the type.
    fn word_for(&mut self, ty: Type) -> String {
        let name = self.type_name(ty.unqualified());
        let name = name.replace("unsigned ", "u").replace('*', "ptr");
        let word: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        word.split('_').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("_")
    }

    /// `typedef int T[n];`, where `n` is evaluated.
    pub(super) fn variable_typedef(&mut self, ty: Type) {
        let name = self.fresh.take(self.program, "T");
        self.push("typedef ");
        self.declare(ty, &name);
        self.push(";");
        self.variable_typedefs.insert(ty.index(), name);
    }

    /// Definitions of everything that was mentioned.
    pub(super) fn type_definitions(&mut self) -> String {
        let in_place = self.tags.started.clone();
        // The first round finds out what the definitions mention in turn; enums show whether they need a tag.
        self.define_mentioned();
        self.tags.started = in_place;
        self.tags.finished.clear();
        self.tags.declared.clear();
        self.define_mentioned()
    }

    fn define_mentioned(&mut self) -> String {
        let saved = std::mem::take(&mut self.out);
        loop {
            let waiting = self.tags.mentioned.iter().filter(|def| !self.tags.started.contains(def));
            let next = waiting.min_by_key(|&&def| (self.source_order(def), def)).copied();
            let Some(def) = next else { break };
            self.define(def);
        }
        std::mem::replace(&mut self.out, saved)
    }

    fn source_order(&self, def: Def) -> u32 {
        let types = self.types();
        match def {
            Def::Record(id) if !types.records[id.0 as usize].complete => u32::MAX,
            Def::Record(id) => types.records[id.0 as usize].loc.0,
            Def::Enum(id) => types.enums[id.0 as usize].loc.0,
            // Typedefs and incomplete records come with whatever needs them, or at last.
            Def::Typedef(_) => u32::MAX,
        }
    }

    fn define(&mut self, def: Def) {
        if !self.tags.started.insert(def) {
            return;
        }
        match def {
            Def::Record(id) => self.define_record(id),
            Def::Enum(id) => self.define_enum(id),
            Def::Typedef(ty) => self.define_typedef(ty),
        }
        self.tags.finished.insert(def);
    }

    /// Defines what has to stand before a use of `ty`; records only if they have to be complete there.
    fn require(&mut self, ty: Type, complete: bool) {
        let types = self.types();
        match types.raw_kind(ty) {
            TypeKind::Vector { .. } | TypeKind::Attributed { .. } => {
                self.synthetic_typedef(ty);
                self.define(Def::Typedef(ty.unqualified()));
            }
            TypeKind::Record(Types::VA_LIST_TAG) => {}
            TypeKind::Record(id) => {
                self.record_specifier(*id);
                if complete {
                    self.define(Def::Record(*id));
                } else if !self.tags.finished.contains(&Def::Record(*id)) {
                    self.declare_record(*id);
                }
            }
            TypeKind::Enum(id) => {
                self.enum_specifier(*id);
                self.define(Def::Enum(*id));
            }
            TypeKind::Pointer(to) => self.require(*to, false),
            TypeKind::Array { elem, .. } => self.require(*elem, true),
            TypeKind::Function(function) => {
                self.require(function.ret, false);
                function.params.iter().for_each(|&param| self.require(param, false));
            }
            _ => {}
        }
    }

    fn declare_record(&mut self, id: RecordId) {
        if self.tags.declared.insert(id) {
            let specifier = self.record_specifier(id);
            self.push(&format!("{specifier};\n"));
        }
    }

    fn define_typedef(&mut self, ty: Type) {
        let name = self.synthetic_typedef(ty);
        let (base, attributes) = match *self.types().raw_kind(ty) {
            TypeKind::Vector { elem, lanes } => {
                let size = self.types().size_of(elem).unwrap_or(1) * lanes as u64;
                (elem, format!("vector_size({size})"))
            }
            TypeKind::Attributed { base, align, may_alias } => {
                let align = align.map(|align| format!("aligned({align})"));
                let alias = may_alias.then(|| "may_alias".to_string());
                (base, align.into_iter().chain(alias).collect::<Vec<_>>().join(", "))
            }
            _ => return,
        };
        self.require(base, true);
        self.push("typedef ");
        self.declare(base, &name);
        self.push(&format!(" __attribute__(({attributes}));\n"));
    }

    fn define_enum(&mut self, id: EnumId) {
        let of = &self.types().enums[id.0 as usize];
        let head = match of.tag.is_some() || self.tags.typed_enums.contains(&id) {
            true => self.enum_specifier(id),
            false => "enum".to_string(),
        };
        if !of.complete {
            self.only_c("incomplete enum");
            self.push(&format!("{head};\n"));
            return;
        }
        let constants = (0..of.constants.len()).map(|index| self.constant(id, index)).collect::<Vec<_>>();
        // C++ can say the type itself.
        let (head, attributes) = match self.cpp {
            Some(_) => (format!("{head} : {}", self.type_name(of.underlying)), ""),
            None if of.packed => (head, " __attribute__((packed))"),
            None => (head, self.mode(of)),
        };
        let line = format!("{head} {{ {} }}{attributes};\n", constants.join(", "));
        let is_short = line.len() <= 100;
        let text =
            if is_short { line } else { format!("{head} {{\n    {},\n}}{attributes};\n", constants.join(",\n    ")) };
        self.push(&text);
    }

    /// The attribute of an enum whose values would not choose its type.
    fn mode(&self, of: &Enum) -> &'static str {
        let is_small = of.constants.iter().all(|constant| i32::try_from(constant.value).is_ok());
        match self.types().size_of(of.underlying) {
            Some(1) => " __attribute__((mode(QI)))",
            Some(2) => " __attribute__((mode(HI)))",
            Some(8) if is_small => " __attribute__((mode(DI)))",
            _ => "",
        }
    }

    /// `A` or `A = 5`.
    fn constant(&mut self, id: EnumId, index: usize) -> String {
        let constants = &self.types().enums[id.0 as usize].constants;
        let value = constants[index].value;
        let expected = if index == 0 { 0 } else { constants[index - 1].value + 1 };
        let name = self.enumerator(id, index);
        match value {
            _ if value == expected => name,
            _ if value > i64::MAX as i128 => format!("{name} = {value}U"),
            _ if value == i64::MIN as i128 => format!("{name} = -9223372036854775807 - 1"),
            _ => format!("{name} = {value}"),
        }
    }

    fn define_record(&mut self, id: RecordId) {
        let record = &self.types().records[id.0 as usize];
        if !record.complete {
            self.declare_record(id);
            return;
        }
        let statics = self.static_members(id);
        self.require_fields(record);
        statics.iter().for_each(|&var| self.require(self.program[var].ty, true));
        if let Some(pack) = record.pragma_pack {
            self.push(&format!("#pragma pack(push, {pack})\n"));
        }
        let specifier = self.record_specifier(id);
        self.push(&format!("{specifier} "));
        self.record_body(record, &statics);
        self.push(";\n");
        if record.pragma_pack.is_some() {
            self.push("#pragma pack(pop)\n");
        }
    }

    fn require_fields(&mut self, record: &Record) {
        for field in &record.fields {
            match self.inline_record(field) {
                Some(inner) => self.require_fields(inner),
                None => self.require(field.ty, true),
            }
        }
    }

    /// The record of an anonymous member, whose definition stands inside.
    fn inline_record(&self, field: &Field) -> Option<&'p Record> {
        let is_anonymous = field.name.is_none() && field.bit_width.is_none();
        self.program.types.record(field.ty).filter(|record| is_anonymous && record.tag.is_none())
    }

    fn record_body(&mut self, record: &Record, statics: &[VarId]) {
        self.push("{");
        self.indent += 1;
        for field in &record.fields {
            self.newline();
            self.field(field);
        }
        for &var in statics {
            self.newline();
            self.push("static ");
            self.declare_array(var, self.program[var].ty, self.name(self.program[var].name));
            self.push(";");
        }
        self.indent -= 1;
        self.newline();
        self.push("}");
        let text = attributes(self.record_attributes(record).into_iter());
        self.push(&text);
    }

    fn record_attributes(&self, record: &Record) -> Vec<String> {
        let flags = [
            (record.packed, "packed"),
            (record.transparent_union, "transparent_union"),
            (record.may_alias, "may_alias"),
            (record.reverse_storage, "scalar_storage_order(\"big-endian\")"),
        ];
        let flags = flags.into_iter().filter(|(flag, _)| *flag).map(|(_, text)| text.to_string());
        let align = record.align_attr.map(|align| format!("aligned({align})"));
        let others = record.other_attrs.iter().map(|attr: &Attr| self.attribute_body(attr));
        flags.chain(align).chain(others).collect()
    }

    fn field(&mut self, field: &Field) {
        match self.inline_record(field) {
            Some(inner) => {
                self.push(if inner.is_union { "union " } else { "struct " });
                self.record_body(inner, &[]);
            }
            None => {
                let name = field.name.map_or("", |name| self.name(name));
                self.declare(field.ty, name);
            }
        }
        if let Some(width) = field.bit_width {
            self.push(&format!(" : {width}"));
        }
        let packed = field.packed.then(|| "packed".to_string());
        let align = field.align_attr.map(|align| format!("aligned({align})"));
        self.push(&attributes(packed.into_iter().chain(align)));
        self.push(";");
    }
}
