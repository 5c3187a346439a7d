//! Sizes, alignments and offsets, exactly as GCC lays things out on x86-64 and i386 Linux.
//!
//! The record layout follows GCC's `stor-layout.cc` step by step (`layout_decl`, `update_alignment_for_field`,
//! `place_field`), because the interplay of bit-fields, `packed`, `aligned` and `#pragma pack` is defined by nothing
//! else. `Target` supplies the numbers.

use crate::arith::IntKind;
use crate::location::Loc;
use crate::target::Arch;
use crate::types::*;

impl Types {
    /// The size in bytes; `None` for incomplete, `void`, function and variable length types.
    pub fn size_of(&self, ty: Type) -> Option<u64> {
        use TypeKind::*;
        Some(match self.kind(ty) {
            Void | Function(_) => return None,
            Bool | Char | SChar | UChar => 1,
            Short | UShort => 2,
            Int | UInt | Float | Decimal32 => 4,
            Long | ULong => self.target.long_size,
            LLong | ULLong | Double | Decimal64 => 8,
            Int128 | UInt128 | Float128 | Decimal128 => 16,
            LDouble => self.target.long_double_size,
            Complex(elem) => 2 * self.size_of(*elem)?,
            Vector { elem, lanes } => self.size_of(*elem)?.saturating_mul(*lanes as u64),
            Pointer(_) => self.target.pointer_size,
            Array { elem, len: ArrayLen::Fixed(len) } => self.size_of(*elem)?.saturating_mul(*len),
            Array { .. } => return None,
            Record(id) => {
                let record = &self.records[id.0 as usize];
                return (record.complete && !record.variably_modified).then_some(record.size);
            }
            Enum(id) => {
                let enumeration = &self.enums[id.0 as usize];
                return if enumeration.complete { self.size_of(enumeration.underlying) } else { None };
            }
            Attributed { .. } => return None,
        })
    }

    /// The alignment in bytes that `_Alignof` gives: that of a struct member of the type.
    pub fn align_of(&self, ty: Type) -> u64 {
        let align = self.preferred_align_of(ty);
        if align > self.target.eight_byte_align && self.is_user_aligned(ty) {
            return align;
        }
        self.member_align(ty, align)
    }

    /// What GNU `__alignof__` gives, GCC's `TYPE_ALIGN`: on i386 8 for `double` and `long long`.
    pub fn preferred_align_of(&self, ty: Type) -> u64 {
        use TypeKind::*;
        if ty.quals().has(Quals::ATOMIC) {
            let plain = self.preferred_align_of(Type::unqualified(ty));
            return match self.size_of(ty) {
                Some(size @ (1 | 2 | 4 | 8)) => plain.max(size),
                Some(16) if self.target.has_int128 => plain.max(16),
                _ => plain,
            };
        }
        match self.raw_kind(ty) {
            Attributed { align: Some(align), .. } => *align as u64,
            Attributed { base, .. } => self.preferred_align_of(*base),
            Void | Function(_) => 1,
            LDouble => self.target.long_double_align,
            Complex(elem) | Array { elem, .. } => self.preferred_align_of(*elem),
            Vector { .. } => self.size_of(ty).unwrap_or(1).max(1).next_power_of_two(),
            Record(id) => self.records[id.0 as usize].align.max(1),
            Enum(id) => self.preferred_align_of(self.enums[id.0 as usize].underlying),
            _ => self.size_of(ty).unwrap_or(1),
        }
    }

    /// `ADJUST_FIELD_ALIGN`: i386 limits 8-byte scalars to 4 in records.
    fn member_align(&self, ty: Type, align: u64) -> u64 {
        if self.target.arch != Arch::I386 || align <= self.target.eight_byte_align {
            return align;
        }
        let ty = self.innermost_element(ty);
        if ty.quals().has(Quals::ATOMIC) {
            return align;
        }
        let limited = match self.kind(ty) {
            TypeKind::Double => true,
            TypeKind::Complex(elem) => matches!(self.kind(*elem), TypeKind::Double) || self.is_integer(*elem),
            // Without MMX such a vector lives in an integer mode.
            TypeKind::Vector { elem, .. } => self.is_integer(*elem) && self.size_of(ty) == Some(8),
            _ => self.is_integer(ty),
        };
        if limited { align.min(self.target.eight_byte_align) } else { align }
    }

    fn innermost_element(&self, mut ty: Type) -> Type {
        while let TypeKind::Array { elem, .. } = self.kind(ty) {
            ty = *elem;
        }
        ty
    }

    /// GCC's `TYPE_USER_ALIGN`: an `aligned` attribute took part in the type's alignment.
    fn is_user_aligned(&self, ty: Type) -> bool {
        match self.raw_kind(ty) {
            TypeKind::Attributed { align: Some(_), .. } => true,
            TypeKind::Attributed { base, .. } | TypeKind::Array { elem: base, .. } => self.is_user_aligned(*base),
            TypeKind::Record(id) => self.records[id.0 as usize].user_aligned,
            _ => false,
        }
    }

    /// The largest alignment that a part of the type would have by itself.
    pub fn natural_align_of(&self, ty: Type) -> u64 {
        match self.kind(ty) {
            TypeKind::Array { elem, .. } => self.natural_align_of(*elem),
            TypeKind::Record(id) => self.records[id.0 as usize].natural_align,
            _ => self.align_of(ty),
        }
    }

    /// Width and signedness of an integer or enumerated type.
    pub fn int_kind(&self, ty: Type) -> Option<IntKind> {
        use TypeKind::*;
        let (bits, signed) = match self.kind(ty) {
            Bool => (1, false),
            Char => (8, self.target.char_signed),
            SChar => (8, true),
            UChar => (8, false),
            Short => (16, true),
            UShort => (16, false),
            Int => (32, true),
            UInt => (32, false),
            Long => (self.target.long_size as u8 * 8, true),
            ULong => (self.target.long_size as u8 * 8, false),
            LLong => (64, true),
            ULLong => (64, false),
            Int128 => (128, true),
            UInt128 => (128, false),
            Enum(id) => return self.int_kind(self.enums[id.0 as usize].underlying),
            _ => return None,
        };
        Some(IntKind { bits, signed })
    }

    /// Whether a variable length hides anywhere in the type (C17 6.7.6p3).
    pub fn is_variably_modified(&self, ty: Type) -> bool {
        match self.kind(ty) {
            TypeKind::Array { len: ArrayLen::Variable(_) | ArrayLen::Star, .. } => true,
            TypeKind::Array { elem, .. } => self.is_variably_modified(*elem),
            TypeKind::Pointer(to) => self.is_variably_modified(*to),
            TypeKind::Function(function) => self.is_variably_modified(function.ret),
            TypeKind::Record(id) => self.records[id.0 as usize].variably_modified,
            _ => false,
        }
    }

    /// Whether the object has a size that is known only at run time: a VLA of any dimension, or a GNU struct with a
    /// variably modified member.
    pub fn is_variable_length(&self, ty: Type) -> bool {
        match self.kind(ty) {
            TypeKind::Array { len: ArrayLen::Variable(_) | ArrayLen::Star, .. } => true,
            TypeKind::Array { elem, .. } => self.is_variable_length(*elem),
            TypeKind::Record(id) => self.records[id.0 as usize].variably_modified,
            _ => false,
        }
    }

    /// Computes size, alignment and offsets of a record whose fields are set, and marks it complete.
    pub fn lay_out(&mut self, id: RecordId) {
        let mut record = std::mem::replace(&mut self.records[id.0 as usize], Record::new(None, false, 0, Loc::NONE));
        let mut layout = Layout {
            types: self,
            is_union: record.is_union,
            packed: record.packed,
            // In bits from here on, as in GCC.
            max_field_align: record.pragma_pack.map_or(0, |bytes| bytes as u64 * 8),
            align: record.align_attr.map_or(8, |bytes| bytes as u64 * 8).max(8),
            position: 0,
        };
        for field in &mut record.fields {
            layout.place(field);
        }
        let user_aligned = |field: &Field| field.align_attr.is_some() || layout.types.is_user_aligned(field.ty);
        record.user_aligned = record.align_attr.is_some() || record.fields.iter().any(user_aligned);
        let whole = record.fields.iter().filter(|field| field.bit_width.is_none());
        record.natural_align = whole.map(|field| layout.types.natural_align_of(field.ty)).max().unwrap_or(1);
        let bits = layout.position.saturating_add(7) / 8 * 8;
        record.align = layout.align / 8;
        record.size = round_up(bits, layout.align) / 8;
        record.complete = true;
        self.records[id.0 as usize] = record;
    }
}

fn round_up(value: u64, to: u64) -> u64 {
    if to <= 1 { value } else { value.div_ceil(to).saturating_mul(to) }
}

/// One record's layout in progress; all numbers in bits.
struct Layout<'t> {
    types: &'t Types,
    is_union: bool,
    packed: bool,
    /// `#pragma pack`, 0 if none.
    max_field_align: u64,
    align: u64,
    /// End of the last field of a struct, size of a union.
    position: u64,
}

/// What `layout_decl` finds out about a field.
struct FieldLayout {
    align: u64,
    packed: bool,
    /// Still a bit-field: no ordinary machine mode at its place.
    is_bit_field: bool,
}

impl Layout<'_> {
    fn place(&mut self, field: &mut Field) {
        let size = self.size(field);
        let known_align = if self.is_union || self.position == 0 { 0 } else { 1 << self.position.trailing_zeros() };
        let laid = self.lay_out_field(field, known_align);
        self.raise_alignment(field, &laid);
        if self.is_union {
            field.bit_offset = 0;
            self.position = self.position.max(size.saturating_add(7) / 8 * 8);
            return;
        }
        if known_align != 0 && known_align < laid.align {
            self.position = round_up(self.position, laid.align);
        }
        self.avoid_straddling(field, &laid, size);
        field.bit_offset = self.position;
        self.position = self.position.saturating_add(size);
    }

    fn size(&self, field: &Field) -> u64 {
        match field.bit_width {
            Some(width) => width as u64,
            None => self.types.size_of(field.ty).unwrap_or(0).saturating_mul(8),
        }
    }

    fn type_align(&self, ty: Type) -> u64 {
        self.types.preferred_align_of(ty).saturating_mul(8)
    }

    fn adjusted_type_align(&self, ty: Type) -> u64 {
        self.types.align_of(ty).saturating_mul(8)
    }

    /// GCC's `layout_decl` for a `FIELD_DECL`.
    fn lay_out_field(&self, field: &Field, known_align: u64) -> FieldLayout {
        let type_align = self.type_align(field.ty);
        let packed = (self.packed || field.packed) && (field.bit_width.is_some() || type_align > 8);
        let mut align = field.align_attr.map_or(1, |bytes| bytes as u64 * 8);
        let explicit = field.align_attr.is_some();
        let mut user = explicit;
        let mut raise_to_type = |align: &mut u64| {
            if type_align > *align {
                *align = type_align;
                user = self.types.is_user_aligned(field.ty);
            }
        };
        let zero_width = field.bit_width == Some(0);
        let mut is_bit_field = field.bit_width.is_some();
        if let Some(width) = field.bit_width {
            if zero_width {
                raise_to_type(&mut align);
            }
            let has_mode = matches!(width, 8 | 16 | 32 | 64) || (width == 128 && self.types.target.has_int128);
            let mode_align = width as u64;
            if has_mode && !(mode_align > 8 && packed) && (known_align == 0 || known_align >= mode_align) {
                align = align.max(mode_align);
                is_bit_field = false;
            }
        } else if !(packed && explicit) {
            raise_to_type(&mut align);
        }
        let packed_here = packed && !zero_width;
        if packed_here && !explicit {
            align = align.min(8);
        }
        if !packed_here && !user {
            align = self.types.member_align(field.ty, align.div_ceil(8)).saturating_mul(8).min(align);
        }
        if self.max_field_align != 0 && !zero_width {
            align = align.min(self.max_field_align);
        }
        FieldLayout { align, packed, is_bit_field }
    }

    /// GCC's `update_alignment_for_field`. Unnamed bit-fields do not count on x86.
    fn raise_alignment(&mut self, field: &Field, laid: &FieldLayout) {
        if field.bit_width.is_some() {
            if field.name.is_none() {
                return;
            }
            let mut type_align = self.adjusted_type_align(field.ty);
            if self.max_field_align != 0 {
                type_align = type_align.min(self.max_field_align);
            } else if laid.packed {
                type_align = type_align.min(8);
            }
            self.align = self.align.max(type_align);
        }
        self.align = self.align.max(laid.align);
    }

    /// A bit-field may not span more units of its type's alignment than the type itself (`excess_unit_span`).
    fn avoid_straddling(&mut self, field: &Field, laid: &FieldLayout, size: u64) {
        if !laid.is_bit_field || laid.packed || self.max_field_align != 0 || size == 0 {
            return;
        }
        let align = self.adjusted_type_align(field.ty).max(1);
        let type_size = self.types.size_of(field.ty).unwrap_or(0) * 8;
        let offset = self.position % align;
        if (offset + size).div_ceil(align) > type_size / align {
            self.position = round_up(self.position, align);
        }
    }
}
