//! C types, interned. A `Type` is an index and its qualifiers in one word, so equal types are equal words.
//!
//! Typedef names do not survive parsing. Qualifiers of an array are those of its element.

use crate::ids::ExprId;
use crate::location::Loc;
use crate::names::Symbol;
use crate::target::Target;
use rustc_hash::FxHashMap;

/// A possibly qualified type.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Type(u32);

const QUAL_BITS: u32 = 4;

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Quals(pub u8);

impl Quals {
    pub const NONE: Quals = Quals(0);
    pub const CONST: Quals = Quals(1);
    pub const VOLATILE: Quals = Quals(2);
    pub const RESTRICT: Quals = Quals(4);
    pub const ATOMIC: Quals = Quals(8);

    pub fn union(self, other: Quals) -> Quals {
        Quals(self.0 | other.0)
    }
    pub fn has(self, other: Quals) -> bool {
        self.0 & other.0 == other.0
    }
}

impl Type {
    const fn new(index: u32, quals: Quals) -> Type {
        Type(index << QUAL_BITS | quals.0 as u32)
    }
    pub fn index(self) -> usize {
        (self.0 >> QUAL_BITS) as usize
    }
    pub fn quals(self) -> Quals {
        Quals((self.0 & ((1 << QUAL_BITS) - 1)) as u8)
    }
    /// The same type without its top-level qualifiers.
    pub fn unqualified(self) -> Type {
        Type(self.0 >> QUAL_BITS << QUAL_BITS)
    }
    /// Adds qualifiers to this type itself; for arrays use `Types::qualify`, which reaches the element.
    pub fn with(self, quals: Quals) -> Type {
        Type(self.0 | quals.0 as u32)
    }
    pub fn is_const(self) -> bool {
        self.quals().has(Quals::CONST)
    }
    pub fn is_volatile(self) -> bool {
        self.quals().has(Quals::VOLATILE)
    }
    pub fn is_restrict(self) -> bool {
        self.quals().has(Quals::RESTRICT)
    }

    // The order is that of `BASIC`.
    pub const VOID: Type = Type::new(0, Quals::NONE);
    pub const BOOL: Type = Type::new(1, Quals::NONE);
    pub const CHAR: Type = Type::new(2, Quals::NONE);
    pub const SCHAR: Type = Type::new(3, Quals::NONE);
    pub const UCHAR: Type = Type::new(4, Quals::NONE);
    pub const SHORT: Type = Type::new(5, Quals::NONE);
    pub const USHORT: Type = Type::new(6, Quals::NONE);
    pub const INT: Type = Type::new(7, Quals::NONE);
    pub const UINT: Type = Type::new(8, Quals::NONE);
    pub const LONG: Type = Type::new(9, Quals::NONE);
    pub const ULONG: Type = Type::new(10, Quals::NONE);
    pub const LLONG: Type = Type::new(11, Quals::NONE);
    pub const ULLONG: Type = Type::new(12, Quals::NONE);
    pub const INT128: Type = Type::new(13, Quals::NONE);
    pub const UINT128: Type = Type::new(14, Quals::NONE);
    pub const FLOAT: Type = Type::new(15, Quals::NONE);
    pub const DOUBLE: Type = Type::new(16, Quals::NONE);
    pub const LDOUBLE: Type = Type::new(17, Quals::NONE);
    pub const FLOAT128: Type = Type::new(18, Quals::NONE);
    pub const DECIMAL32: Type = Type::new(19, Quals::NONE);
    pub const DECIMAL64: Type = Type::new(20, Quals::NONE);
    pub const DECIMAL128: Type = Type::new(21, Quals::NONE);
}

impl std::fmt::Debug for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Type({}", self.index())?;
        for (qual, letter) in
            [(Quals::CONST, 'c'), (Quals::VOLATILE, 'v'), (Quals::RESTRICT, 'r'), (Quals::ATOMIC, 'a')]
        {
            if self.quals().has(qual) {
                write!(f, " {letter}")?;
            }
        }
        f.write_str(")")
    }
}

const BASIC: [TypeKind; 22] = [
    TypeKind::Void,
    TypeKind::Bool,
    TypeKind::Char,
    TypeKind::SChar,
    TypeKind::UChar,
    TypeKind::Short,
    TypeKind::UShort,
    TypeKind::Int,
    TypeKind::UInt,
    TypeKind::Long,
    TypeKind::ULong,
    TypeKind::LLong,
    TypeKind::ULLong,
    TypeKind::Int128,
    TypeKind::UInt128,
    TypeKind::Float,
    TypeKind::Double,
    TypeKind::LDouble,
    TypeKind::Float128,
    TypeKind::Decimal32,
    TypeKind::Decimal64,
    TypeKind::Decimal128,
];

#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RecordId(pub u32);
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EnumId(pub u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    Void,
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LLong,
    ULLong,
    Int128,
    UInt128,
    Float,
    Double,
    LDouble,
    Float128,
    Decimal32,
    Decimal64,
    Decimal128,
    /// `_Complex` of a floating or (GNU) integer type.
    Complex(Type),
    /// GNU `vector_size`.
    Vector {
        elem: Type,
        lanes: u32,
    },
    Pointer(Type),
    Array {
        elem: Type,
        len: ArrayLen,
    },
    Function(FunctionType),
    Record(RecordId),
    Enum(EnumId),
    /// A typedef's `aligned` (which may also lower the alignment) or `may_alias`; otherwise the same as `base`.
    Attributed {
        base: Type,
        align: Option<u32>,
        may_alias: bool,
    },
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum ArrayLen {
    Fixed(u64),
    /// `[]`: completed by an initialiser, a flexible array member, or a parameter before adjustment.
    Incomplete,
    /// A variable length; the expression has integer type and is evaluated where the type is declared.
    Variable(ExprId),
    /// `[*]` in a prototype.
    Star,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    pub ret: Type,
    /// Adjusted (arrays and functions are pointers), without top-level qualifiers. Empty if not prototyped.
    pub params: Box<[Type]>,
    pub variadic: bool,
    /// False for `int f()` and K&R definitions.
    pub prototyped: bool,
}

#[derive(Clone, Debug)]
pub struct Record {
    pub tag: Option<Symbol>,
    pub is_union: bool,
    pub complete: bool,
    pub fields: Vec<Field>,
    /// In bytes; 0 until complete.
    pub size: u64,
    pub align: u64,
    /// An `aligned` attribute took part in its alignment (GCC's `TYPE_USER_ALIGN`).
    pub user_aligned: bool,
    /// The largest alignment that a part of it would have by itself.
    pub natural_align: u64,
    /// What the source said, for the printer.
    pub packed: bool,
    pub align_attr: Option<u32>,
    pub pragma_pack: Option<u32>,
    pub transparent_union: bool,
    pub may_alias: bool,
    pub reverse_storage: bool,
    /// A member, or a member of a member, is `const`: not modifiable as a whole (C17 6.3.2.1p1).
    pub const_member: bool,
    /// `ms_struct`, `designated_init` and the like: attribute text printed as it was.
    pub other_attrs: Vec<Attr>,
    /// GNU: a member's type has a variable length, so size and offsets are known only at run time.
    pub variably_modified: bool,
    /// The translation unit it was declared in.
    pub unit: u32,
    pub loc: Loc,
}

impl Record {
    /// Incomplete, without members or attributes.
    pub fn new(tag: Option<Symbol>, is_union: bool, unit: u32, loc: Loc) -> Record {
        Record {
            tag,
            is_union,
            complete: false,
            fields: Vec::new(),
            size: 0,
            align: 1,
            user_aligned: false,
            natural_align: 1,
            packed: false,
            align_attr: None,
            pragma_pack: None,
            transparent_union: false,
            may_alias: false,
            reverse_storage: false,
            const_member: false,
            other_attrs: Vec::new(),
            variably_modified: false,
            unit,
            loc,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Field {
    /// `None` for anonymous struct/union members and unnamed bit-fields.
    pub name: Option<Symbol>,
    pub ty: Type,
    /// From the start of the record, in bits. A multiple of 8 unless a bit-field.
    pub bit_offset: u64,
    /// `Some(width)` for bit-fields.
    pub bit_width: Option<u32>,
    pub packed: bool,
    pub align_attr: Option<u32>,
    pub loc: Loc,
}

impl Field {
    pub fn offset(&self) -> u64 {
        self.bit_offset / 8
    }
}

#[derive(Clone, Debug)]
pub struct Enum {
    pub tag: Option<Symbol>,
    pub complete: bool,
    /// The compatible integer type (`unsigned int` unless a value is negative or needs more).
    pub underlying: Type,
    pub packed: bool,
    pub constants: Vec<Enumerator>,
    /// The translation unit it was declared in.
    pub unit: u32,
    pub loc: Loc,
}

#[derive(Clone, Debug)]
pub struct Enumerator {
    pub name: Symbol,
    pub value: i128,
    /// The type of the constant in expressions: `int` where the value fits.
    pub ty: Type,
}

/// One attribute, `name` without surrounding underscores, `args` as written between its parentheses.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attr {
    pub name: Symbol,
    pub args: Option<Box<str>>,
}

/// The interner, with the records and enums.
#[derive(Clone, Debug)]
pub struct Types {
    pub target: Target,
    kinds: Vec<TypeKind>,
    /// How many derivations each type has; parsers bound it, so that walking a type may recurse.
    depths: Vec<u32>,
    map: FxHashMap<TypeKind, u32>,
    pub records: Vec<Record>,
    pub enums: Vec<Enum>,
    /// `struct __va_list_tag`; `__builtin_va_list` is an array of one of these on x86-64, `char *`-like on i386.
    pub va_list: Type,
}

impl Types {
    pub fn new(target: Target) -> Types {
        let mut types = Types {
            target,
            kinds: Vec::new(),
            depths: Vec::new(),
            map: FxHashMap::default(),
            records: Vec::new(),
            enums: Vec::new(),
            va_list: Type::VOID,
        };
        for kind in BASIC {
            types.intern(kind);
        }
        types.va_list = types.make_va_list();
        types
    }

    /// The predefined record 0 stands for `__va_list_tag`; its bytes belong to the implementation.
    fn make_va_list(&mut self) -> Type {
        let size = if self.target.pointer_size == 8 { 24 } else { 4 };
        let words = self.array(Type::ULONG, ArrayLen::Fixed(size / self.target.pointer_size));
        self.records.push(Record {
            complete: true,
            fields: vec![Field {
                name: None,
                ty: words,
                bit_offset: 0,
                bit_width: None,
                packed: false,
                align_attr: None,
                loc: Loc::NONE,
            }],
            size,
            align: self.target.pointer_size,
            ..Record::new(None, false, 0, Loc::NONE)
        });
        let tag = self.intern(TypeKind::Record(Types::VA_LIST_TAG));
        if self.target.pointer_size == 8 { self.array(tag, ArrayLen::Fixed(1)) } else { tag }
    }

    pub const VA_LIST_TAG: RecordId = RecordId(0);

    pub fn intern(&mut self, kind: TypeKind) -> Type {
        if let Some(&index) = self.map.get(&kind) {
            return Type::new(index, Quals::NONE);
        }
        let index = self.kinds.len() as u32;
        let depth = self.depth_of(&kind);
        self.depths.push(depth);
        self.kinds.push(kind.clone());
        self.map.insert(kind, index);
        Type::new(index, Quals::NONE)
    }

    fn depth_of(&self, kind: &TypeKind) -> u32 {
        match kind {
            TypeKind::Pointer(base) | TypeKind::Complex(base) => self.depth(*base) + 1,
            TypeKind::Vector { elem: base, .. } | TypeKind::Array { elem: base, .. } => self.depth(*base) + 1,
            TypeKind::Attributed { base, .. } => self.depth(*base) + 1,
            TypeKind::Function(function) => {
                let params = function.params.iter().map(|&ty| self.depth(ty)).max().unwrap_or(0);
                self.depth(function.ret).max(params) + 1
            }
            _ => 0,
        }
    }

    /// How deep the type nests: its derivations, and the records that contain one another.
    pub fn depth(&self, ty: Type) -> u32 {
        self.depths[ty.index()]
    }

    /// Says how deep a record nests once its fields are known.
    pub fn set_depth(&mut self, ty: Type, depth: u32) {
        self.depths[ty.index()] = depth;
    }

    /// The kind as written, `Attributed` included.
    pub fn raw_kind(&self, ty: Type) -> &TypeKind {
        &self.kinds[ty.index()]
    }

    /// The kind behind any typedef attributes.
    pub fn kind(&self, ty: Type) -> &TypeKind {
        match &self.kinds[ty.index()] {
            TypeKind::Attributed { base, .. } => self.kind(*base),
            kind => kind,
        }
    }

    /// `size_t`.
    pub fn size_type(&self) -> Type {
        if self.target.pointer_size == 8 { Type::ULONG } else { Type::UINT }
    }

    /// `ptrdiff_t`.
    pub fn ptrdiff_type(&self) -> Type {
        if self.target.pointer_size == 8 { Type::LONG } else { Type::INT }
    }

    /// How many types there are; `Type::index` is below this.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    pub fn pointer(&mut self, to: Type) -> Type {
        self.intern(TypeKind::Pointer(to))
    }

    pub fn array(&mut self, elem: Type, len: ArrayLen) -> Type {
        self.intern(TypeKind::Array { elem, len })
    }

    pub fn function(&mut self, function: FunctionType) -> Type {
        self.intern(TypeKind::Function(function))
    }

    /// Removes `Attributed` and top-level qualifiers.
    pub fn strip(&self, ty: Type) -> Type {
        match self.kinds[ty.index()] {
            TypeKind::Attributed { base, .. } => self.strip(base),
            _ => ty.unqualified(),
        }
    }

    /// The same type with the qualifiers that hide under `Attributed` made visible and the attributes removed.
    pub fn without_attributes(&self, ty: Type) -> Type {
        match self.raw_kind(ty) {
            TypeKind::Attributed { base, .. } => self.without_attributes(base.with(ty.quals())),
            _ => ty,
        }
    }

    /// Adds qualifiers; those of an array go to its element (C17 6.7.3p9).
    pub fn qualify(&mut self, ty: Type, quals: Quals) -> Type {
        if quals == Quals::NONE {
            return ty;
        }
        match self.kind(ty).clone() {
            TypeKind::Array { elem, len } => {
                let elem = self.qualify(elem, quals);
                self.array(elem, len)
            }
            _ => ty.with(quals),
        }
    }

    pub fn record(&self, ty: Type) -> Option<&Record> {
        match self.kind(ty) {
            TypeKind::Record(id) => Some(&self.records[id.0 as usize]),
            _ => None,
        }
    }

    pub fn record_of(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }

    pub fn enum_of(&self, id: EnumId) -> &Enum {
        &self.enums[id.0 as usize]
    }

    pub fn pointee(&self, ty: Type) -> Option<Type> {
        match self.kind(ty) {
            TypeKind::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    pub fn element(&self, ty: Type) -> Option<Type> {
        match self.kind(ty) {
            TypeKind::Array { elem, .. } | TypeKind::Vector { elem, .. } => Some(*elem),
            _ => None,
        }
    }

    pub fn function_type(&self, ty: Type) -> Option<&FunctionType> {
        match self.kind(ty) {
            TypeKind::Function(function) => Some(function),
            _ => None,
        }
    }

    /// Enums become their underlying type; everything else is stripped.
    pub fn underlying(&self, ty: Type) -> Type {
        match self.kind(ty) {
            TypeKind::Enum(id) => self.enums[id.0 as usize].underlying,
            _ => self.strip(ty),
        }
    }

    pub fn is_integer(&self, ty: Type) -> bool {
        use TypeKind::*;
        matches!(
            self.kind(ty),
            Bool | Char
                | SChar
                | UChar
                | Short
                | UShort
                | Int
                | UInt
                | Long
                | ULong
                | LLong
                | ULLong
                | Int128
                | UInt128
                | Enum(_)
        )
    }

    pub fn is_floating(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Float | TypeKind::Double | TypeKind::LDouble | TypeKind::Float128)
            || self.is_decimal(ty)
    }

    /// ISO/IEC TS 18661-2's decimal floating types: parsed and printed, but not executed.
    pub fn is_decimal(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Decimal32 | TypeKind::Decimal64 | TypeKind::Decimal128)
    }

    pub fn is_complex(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Complex(_))
    }

    pub fn is_vector(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Vector { .. })
    }

    pub fn is_arithmetic(&self, ty: Type) -> bool {
        self.is_integer(ty) || self.is_floating(ty) || self.is_complex(ty)
    }

    pub fn is_pointer(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Pointer(_))
    }

    pub fn is_array(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Array { .. })
    }

    pub fn is_function(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Function(_))
    }

    pub fn is_record(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Record(_))
    }

    pub fn is_void(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Void)
    }

    pub fn is_bool(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Bool)
    }

    /// Arithmetic or pointer.
    pub fn is_scalar(&self, ty: Type) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    /// `char`, `signed char` or `unsigned char`: the types that may alias everything (C17 6.5p7).
    pub fn is_character(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Char | TypeKind::SChar | TypeKind::UChar)
    }
}
