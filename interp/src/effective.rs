//! Effective types (C17 6.5p6–7), as one tag per byte.
//!
//! Two scalar types have the same alias class if an lvalue of one may access an object of the other: they differ
//! only in sign and qualifiers. Pointers are told apart by what they point to: `void *` and `int *` are not compatible
//! (C17 6.2.7), though compilers let their objects alias.

use crate::memory::{CLASS_ANY, CLASS_CHAR, TAG_CLASS, TAG_CONST, TAG_VOLATILE, Tags};
use lang::{Quals, RecordId, Type, TypeKind, Types};
use rustc_hash::FxHashMap;

const CLASS_BOOL: u8 = 2;
const CLASS_VOID_POINTER: u8 = 12;
const FIRST_POINTER_CLASS: u8 = 13;
const LAST_CLASS: u8 = TAG_CLASS;
const UNKNOWN: u8 = 0xff;

/// A type's tags, for new objects and for checking whole-aggregate accesses.
#[derive(Clone, Debug)]
pub enum Pattern {
    Uniform(u8),
    /// Tags of the smallest repeated part.
    Repeat(Box<[u8]>),
}

impl Pattern {
    pub fn tags(&self) -> Tags<'_> {
        match self {
            Pattern::Uniform(tag) => Tags::Uniform(*tag),
            Pattern::Repeat(pattern) => Tags::Pattern(pattern),
        }
    }
}

#[derive(Default, Debug)]
pub struct EffectiveTypes {
    pointer_classes: FxHashMap<PointerKey, u8>,
    /// By record, of `Types::record_classes`; empty before they are needed.
    record_classes: Vec<RecordId>,
    /// By type; `UNKNOWN` before.
    classes: Vec<u8>,
    patterns: FxHashMap<Type, u32>,
    list: Vec<Pattern>,
    /// The most bytes that an object can have; larger types get no pattern.
    max_size: u64,
    /// Bytes of all patterns, which together must not be more than the objects may be.
    total: u64,
}

/// What distinguishes pointers: the pointee without sign, qualifiers and lengths. Records of different units that may be
/// compatible are one, and so are all functions: what is lost is precision, since a class must be an equivalence.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum PointerKey {
    Scalar(u8),
    Record(RecordId),
    Function,
    Array(Box<PointerKey>),
    Other(usize),
}

impl EffectiveTypes {
    pub fn new(max_size: u64) -> EffectiveTypes {
        EffectiveTypes { max_size, ..EffectiveTypes::default() }
    }

    /// The alias class of accesses through lvalues of scalar type `ty`.
    pub fn class(&mut self, types: &Types, ty: Type) -> u8 {
        // Qualifiers make no difference.
        match self.classes.get(ty.index()) {
            None => self.classes.resize(types.len(), UNKNOWN),
            Some(&UNKNOWN) => {}
            Some(&class) => return class,
        }
        let class = self.compute_class(types, ty);
        self.classes[ty.index()] = class;
        class
    }

    fn compute_class(&mut self, types: &Types, ty: Type) -> u8 {
        if let TypeKind::Attributed { base, may_alias, .. } = *types.raw_kind(ty) {
            return if may_alias { CLASS_ANY } else { self.class(types, base) };
        }
        match types.kind(types.underlying(ty)) {
            TypeKind::Char | TypeKind::SChar | TypeKind::UChar => CLASS_CHAR,
            TypeKind::Bool => CLASS_BOOL,
            TypeKind::Short | TypeKind::UShort => 3,
            TypeKind::Int | TypeKind::UInt => 4,
            TypeKind::Long | TypeKind::ULong => 5,
            TypeKind::LLong | TypeKind::ULLong => 6,
            TypeKind::Int128 | TypeKind::UInt128 => 7,
            TypeKind::Float => 8,
            TypeKind::Double => 9,
            TypeKind::LDouble => 10,
            TypeKind::Float128 => 11,
            TypeKind::Complex(elem) | TypeKind::Vector { elem, .. } => self.class(types, *elem),
            TypeKind::Pointer(to) => self.pointer_class(types, *to),
            _ => CLASS_ANY,
        }
    }

    fn pointer_class(&mut self, types: &Types, to: Type) -> u8 {
        if types.is_void(to) {
            return CLASS_VOID_POINTER;
        }
        let key = self.pointer_key(types, to);
        let next = FIRST_POINTER_CLASS as usize + self.pointer_classes.len();
        // Out of classes: the last one is shared, which only loses precision.
        *self.pointer_classes.entry(key).or_insert(next.min(LAST_CLASS as usize) as u8)
    }

    fn pointer_key(&mut self, types: &Types, to: Type) -> PointerKey {
        match types.kind(to) {
            TypeKind::Record(id) => PointerKey::Record(self.record_class(types, *id)),
            TypeKind::Function(_) => PointerKey::Function,
            TypeKind::Array { elem, .. } => PointerKey::Array(Box::new(self.pointer_key(types, *elem))),
            TypeKind::Enum(_) => PointerKey::Scalar(self.class(types, types.underlying(to))),
            _ if types.is_scalar(to) => PointerKey::Scalar(self.class(types, to.unqualified())),
            _ => PointerKey::Other(to.index()),
        }
    }

    fn record_class(&mut self, types: &Types, id: RecordId) -> RecordId {
        if self.record_classes.is_empty() {
            self.record_classes = types.record_classes();
        }
        self.record_classes[id.0 as usize]
    }

    /// Whether an access of class `access` to a byte tagged `tag` is allowed beyond equality of the two.
    pub fn may_access(access: u8, tag: u8) -> bool {
        let (access, tag) = (access & TAG_CLASS, tag & TAG_CLASS);
        access == tag || access <= CLASS_CHAR || tag == CLASS_ANY
    }

    pub fn pattern(&self, index: u32) -> &Pattern {
        &self.list[index as usize]
    }

    /// There are patterns that could not be made.
    pub fn is_spent(&self) -> bool {
        self.total > self.max_size
    }

    /// The index of the tags of objects declared with type `ty`.
    pub fn pattern_of(&mut self, types: &Types, ty: Type) -> u32 {
        if let Some(&index) = self.patterns.get(&ty) {
            return index;
        }
        let pattern = self.compute_pattern(types, ty);
        self.list.push(pattern);
        let index = self.list.len() as u32 - 1;
        self.patterns.insert(ty, index);
        index
    }

    fn compute_pattern(&mut self, types: &Types, ty: Type) -> Pattern {
        match types.kind(ty) {
            TypeKind::Array { elem, .. } => {
                let elem = types_qualified(*elem, ty.quals());
                let index = self.pattern_of(types, elem);
                self.list[index as usize].clone()
            }
            TypeKind::Record(id) if types.records[id.0 as usize].size > self.max_size => Pattern::Uniform(CLASS_ANY),
            TypeKind::Record(id) => {
                self.total += types.records[id.0 as usize].size;
                if self.is_spent() {
                    return Pattern::Uniform(CLASS_ANY);
                }
                let mut tags = vec![CLASS_ANY; types.records[id.0 as usize].size as usize];
                self.fill(types, ty, 0, &mut tags);
                uniform_or_repeat(tags)
            }
            _ => Pattern::Uniform(self.class(types, ty) | qualifier_bits(ty)),
        }
    }

    fn fill(&mut self, types: &Types, ty: Type, at: usize, tags: &mut [u8]) {
        let size = types.size_of(ty).unwrap_or(0) as usize;
        let end = (at + size).min(tags.len());
        if at == end {
            // There may be any number of members without a size.
            return;
        }
        match types.kind(ty) {
            TypeKind::Record(id) => {
                let record = &types.records[id.0 as usize];
                if record.is_union || record.may_alias {
                    tags[at..end].fill(CLASS_ANY | qualifier_bits(ty));
                    return;
                }
                tags[at..end].fill(qualifier_bits(ty));
                for field in &record.fields {
                    let field_ty = types_qualified(field.ty, ty.quals());
                    let offset = at + field.offset() as usize;
                    match field.bit_width {
                        // Bit-fields share bytes; they are only reachable as members.
                        Some(width) => {
                            let last = (at as u64 * 8 + field.bit_offset + width as u64).div_ceil(8) as usize;
                            let range = offset..last.min(tags.len());
                            // A volatile one may share them with one that is not.
                            let bits = qualifier_bits(field_ty) & TAG_CONST | qualifier_bits(ty) & TAG_VOLATILE;
                            tags[range].fill(CLASS_ANY | bits);
                        }
                        None => self.fill(types, field_ty, offset, tags),
                    }
                }
            }
            TypeKind::Array { elem, .. } => {
                let elem = types_qualified(*elem, ty.quals());
                let step = types.size_of(elem).unwrap_or(0) as usize;
                if step == 0 || size == 0 {
                    return;
                }
                self.fill(types, elem, at, tags);
                let mut done = step;
                while at + done < end {
                    let n = done.min(end - at - done);
                    tags.copy_within(at..at + n, at + done);
                    done += n;
                }
            }
            _ => tags[at..end].fill(self.class(types, ty) | qualifier_bits(ty)),
        }
    }
}

fn types_qualified(ty: Type, quals: Quals) -> Type {
    ty.with(Quals(quals.0 & (Quals::CONST.0 | Quals::VOLATILE.0)))
}

fn qualifier_bits(ty: Type) -> u8 {
    let bit = |has: bool, bit: u8| if has { bit } else { 0 };
    bit(ty.is_const(), TAG_CONST) | bit(ty.is_volatile(), TAG_VOLATILE)
}

fn uniform_or_repeat(tags: Vec<u8>) -> Pattern {
    match tags.first() {
        None => Pattern::Uniform(CLASS_ANY),
        Some(&first) if tags.iter().all(|&tag| tag == first) => Pattern::Uniform(first),
        _ => Pattern::Repeat(tags.into_boxed_slice()),
    }
}
