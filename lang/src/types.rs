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

/// A set of qualifiers (C17 6.7.3).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Quals(pub u8);

impl Quals {
    /// Unqualified.
    pub const NONE: Quals = Quals(0);
    /// `const`.
    pub const CONST: Quals = Quals(1);
    /// `volatile`.
    pub const VOLATILE: Quals = Quals(2);
    /// `restrict`, of pointers only.
    pub const RESTRICT: Quals = Quals(4);
    /// `_Atomic`.
    pub const ATOMIC: Quals = Quals(8);

    /// Those of either.
    pub fn union(self, other: Quals) -> Quals {
        Quals(self.0 | other.0)
    }
    /// Whether all of the others are among these.
    pub fn has(self, other: Quals) -> bool {
        self.0 & other.0 == other.0
    }
}

impl Type {
    const fn new(index: u32, quals: Quals) -> Type {
        Type(index << QUAL_BITS | quals.0 as u32)
    }
    /// The number of the type without its qualifiers; below `Types::len`.
    pub fn index(self) -> usize {
        (self.0 >> QUAL_BITS) as usize
    }
    /// Those of the type itself, not those of what it points to.
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
    /// `const` at the top level.
    pub fn is_const(self) -> bool {
        self.quals().has(Quals::CONST)
    }
    /// `volatile` at the top level.
    pub fn is_volatile(self) -> bool {
        self.quals().has(Quals::VOLATILE)
    }
    /// `restrict` at the top level.
    pub fn is_restrict(self) -> bool {
        self.quals().has(Quals::RESTRICT)
    }

    // The order is that of `BASIC`.

    /// `void`.
    pub const VOID: Type = Type::new(0, Quals::NONE);
    /// `_Bool`.
    pub const BOOL: Type = Type::new(1, Quals::NONE);
    /// `char`.
    pub const CHAR: Type = Type::new(2, Quals::NONE);
    /// `signed char`.
    pub const SCHAR: Type = Type::new(3, Quals::NONE);
    /// `unsigned char`.
    pub const UCHAR: Type = Type::new(4, Quals::NONE);
    /// `short`.
    pub const SHORT: Type = Type::new(5, Quals::NONE);
    /// `unsigned short`.
    pub const USHORT: Type = Type::new(6, Quals::NONE);
    /// `int`.
    pub const INT: Type = Type::new(7, Quals::NONE);
    /// `unsigned int`.
    pub const UINT: Type = Type::new(8, Quals::NONE);
    /// `long`.
    pub const LONG: Type = Type::new(9, Quals::NONE);
    /// `unsigned long`.
    pub const ULONG: Type = Type::new(10, Quals::NONE);
    /// `long long`.
    pub const LLONG: Type = Type::new(11, Quals::NONE);
    /// `unsigned long long`.
    pub const ULLONG: Type = Type::new(12, Quals::NONE);
    /// GNU `__int128`.
    pub const INT128: Type = Type::new(13, Quals::NONE);
    /// GNU `unsigned __int128`.
    pub const UINT128: Type = Type::new(14, Quals::NONE);
    /// `float`.
    pub const FLOAT: Type = Type::new(15, Quals::NONE);
    /// `double`.
    pub const DOUBLE: Type = Type::new(16, Quals::NONE);
    /// `long double`.
    pub const LDOUBLE: Type = Type::new(17, Quals::NONE);
    /// GNU `__float128`.
    pub const FLOAT128: Type = Type::new(18, Quals::NONE);
    /// `_Decimal32`.
    pub const DECIMAL32: Type = Type::new(19, Quals::NONE);
    /// `_Decimal64`.
    pub const DECIMAL64: Type = Type::new(20, Quals::NONE);
    /// `_Decimal128`.
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

/// A structure or union, by its position in `Types::records`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RecordId(pub u32);
/// An enumeration, by its position in `Types::enums`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EnumId(pub u32);

/// What a type is, without its qualifiers (C17 6.2.5).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// `void`.
    Void,
    /// `_Bool`.
    Bool,
    /// `char`, another type than the two that say their sign.
    Char,
    /// `signed char`.
    SChar,
    /// `unsigned char`.
    UChar,
    /// `short`.
    Short,
    /// `unsigned short`.
    UShort,
    /// `int`.
    Int,
    /// `unsigned int`.
    UInt,
    /// `long`.
    Long,
    /// `unsigned long`.
    ULong,
    /// `long long`.
    LLong,
    /// `unsigned long long`.
    ULLong,
    /// GNU `__int128`.
    Int128,
    /// GNU `unsigned __int128`.
    UInt128,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// `long double`.
    LDouble,
    /// GNU `__float128`.
    Float128,
    /// `_Decimal32`.
    Decimal32,
    /// `_Decimal64`.
    Decimal64,
    /// `_Decimal128`.
    Decimal128,
    /// `_Complex` of a floating or (GNU) integer type.
    Complex(Type),
    /// GNU `vector_size`.
    Vector {
        /// An integer or floating type.
        elem: Type,
        /// How many elements.
        lanes: u32,
    },
    /// `T *`.
    Pointer(Type),
    /// `T[N]`; of several dimensions, an array of arrays.
    Array {
        /// With the qualifiers of the array.
        elem: Type,
        /// What stands between the brackets.
        len: ArrayLen,
    },
    /// `R (P, …)`.
    Function(FunctionType),
    /// `struct` or `union`.
    Record(RecordId),
    /// `enum`.
    Enum(EnumId),
    /// A typedef's `aligned` (which may also lower the alignment) or `may_alias`; otherwise the same as `base`.
    Attributed {
        /// The type without them.
        base: Type,
        /// In bytes.
        align: Option<u32>,
        /// Accesses through it may be to objects of any type.
        may_alias: bool,
    },
}

/// What stands between the brackets of an array.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum ArrayLen {
    /// How many elements; a constant. GNU: it may be 0.
    Fixed(u64),
    /// `[]`: completed by an initialiser, a flexible array member, or a parameter before adjustment.
    Incomplete,
    /// A variable length; the expression has integer type and is evaluated where the type is declared.
    Variable(ExprId),
    /// `[*]` in a prototype.
    Star,
}

/// What a function takes and returns.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FunctionType {
    /// `void` if it returns nothing.
    pub ret: Type,
    /// Adjusted (arrays and functions are pointers), without top-level qualifiers. Empty if not prototyped.
    pub params: Box<[Type]>,
    /// `...` at the end of the parameters.
    pub variadic: bool,
    /// False for `int f()` and K&R definitions.
    pub prototyped: bool,
}

/// A structure or union: its members with their places, and what the source said about it.
#[derive(Clone, Debug)]
pub struct Record {
    /// None if it has no name.
    pub tag: Option<Symbol>,
    /// All members begin at 0.
    pub is_union: bool,
    /// Whether its members were seen.
    pub complete: bool,
    /// In order, anonymous ones and bit-fields without a name included.
    pub fields: Vec<Field>,
    /// In bytes; 0 until complete.
    pub size: u64,
    /// In bytes; 1 until complete.
    pub align: u64,
    /// An `aligned` attribute took part in its alignment (GCC's `TYPE_USER_ALIGN`).
    pub user_aligned: bool,
    /// The largest alignment that a part of it would have by itself.
    pub natural_align: u64,
    /// What the source said, for the printer.
    pub packed: bool,
    /// `aligned(N)` or `_Alignas`, in bytes.
    pub align_attr: Option<u32>,
    /// The `#pragma pack(N)` in force, in bytes.
    pub pragma_pack: Option<u32>,
    /// `transparent_union`: an argument for it may have the type of any member.
    pub transparent_union: bool,
    /// `may_alias`: accesses through it may be to objects of any type.
    pub may_alias: bool,
    /// `scalar_storage_order("big-endian")`.
    pub reverse_storage: bool,
    /// A member, or a member of a member, is `const`: not modifiable as a whole (C17 6.3.2.1p1).
    pub const_member: bool,
    /// `ms_struct`, `designated_init` and the like: attribute text printed as it was.
    pub other_attrs: Vec<Attr>,
    /// GNU: a member's type has a variable length, so size and offsets are known only at run time.
    pub variably_modified: bool,
    /// The translation unit it was declared in.
    pub unit: u32,
    /// Where it was declared.
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

/// A member of a structure or union.
#[derive(Clone, Debug)]
pub struct Field {
    /// `None` for anonymous struct/union members and unnamed bit-fields.
    pub name: Option<Symbol>,
    /// Qualified as declared.
    pub ty: Type,
    /// From the start of the record, in bits. A multiple of 8 unless a bit-field.
    pub bit_offset: u64,
    /// `Some(width)` for bit-fields.
    pub bit_width: Option<u32>,
    /// `packed` on the member itself.
    pub packed: bool,
    /// `aligned(N)` or `_Alignas` on the member itself, in bytes.
    pub align_attr: Option<u32>,
    /// Where it was declared.
    pub loc: Loc,
}

impl Field {
    /// From the start of the record, in bytes; rounded down for a bit-field.
    pub fn offset(&self) -> u64 {
        self.bit_offset / 8
    }
}

/// An enumeration with its constants.
#[derive(Clone, Debug)]
pub struct Enum {
    /// None if it has no name.
    pub tag: Option<Symbol>,
    /// Whether its constants were seen.
    pub complete: bool,
    /// The compatible integer type (`unsigned int` unless a value is negative or needs more).
    pub underlying: Type,
    /// `packed`: its type is as small as its values allow.
    pub packed: bool,
    /// In the order of the source.
    pub constants: Vec<Enumerator>,
    /// The translation unit it was declared in.
    pub unit: u32,
    /// Where it was declared.
    pub loc: Loc,
}

/// A constant of an enumeration.
#[derive(Clone, Debug)]
pub struct Enumerator {
    /// As it is written.
    pub name: Symbol,
    /// Its value, whether it was given or counted.
    pub value: i128,
    /// The type of the constant in expressions: `int` where the value fits.
    pub ty: Type,
}

/// One attribute, `name` without surrounding underscores, `args` as written between its parentheses.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attr {
    /// `aligned`.
    pub name: Symbol,
    /// None if there are no parentheses.
    pub args: Option<Box<str>>,
}

/// The interner, with the records and enums.
#[derive(Clone, Debug)]
pub struct Types {
    /// What sizes and alignments are taken from.
    pub target: Target,
    kinds: Vec<TypeKind>,
    /// How many derivations each type has; parsers bound it, so that walking a type may recurse.
    depths: Vec<u32>,
    map: FxHashMap<TypeKind, u32>,
    /// By `RecordId`.
    pub records: Vec<Record>,
    /// By `EnumId`.
    pub enums: Vec<Enum>,
    /// `struct __va_list_tag`; `__builtin_va_list` is an array of one of these on x86-64, `char *`-like on i386.
    pub va_list: Type,
}

impl Types {
    /// With the basic types and `va_list`.
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

    /// `struct __va_list_tag`, whose bytes belong to the implementation.
    pub const VA_LIST_TAG: RecordId = RecordId(0);

    /// The type of this kind, unqualified; the same one whenever it is asked for.
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

    /// Never true: the basic types are there from the beginning.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// `T *`.
    pub fn pointer(&mut self, to: Type) -> Type {
        self.intern(TypeKind::Pointer(to))
    }

    /// `T[N]`.
    pub fn array(&mut self, elem: Type, len: ArrayLen) -> Type {
        self.intern(TypeKind::Array { elem, len })
    }

    /// A function type.
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

    /// If it is a structure or union.
    pub fn record(&self, ty: Type) -> Option<&Record> {
        match self.kind(ty) {
            TypeKind::Record(id) => Some(&self.records[id.0 as usize]),
            _ => None,
        }
    }

    /// Of this number.
    pub fn record_of(&self, id: RecordId) -> &Record {
        &self.records[id.0 as usize]
    }

    /// Of this number.
    pub fn enum_of(&self, id: EnumId) -> &Enum {
        &self.enums[id.0 as usize]
    }

    /// `T` of `T *`.
    pub fn pointee(&self, ty: Type) -> Option<Type> {
        match self.kind(ty) {
            TypeKind::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    /// Of an array or a vector.
    pub fn element(&self, ty: Type) -> Option<Type> {
        match self.kind(ty) {
            TypeKind::Array { elem, .. } | TypeKind::Vector { elem, .. } => Some(*elem),
            _ => None,
        }
    }

    /// If it is a function, not a pointer to one.
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

    /// Also `_Bool`, the character types and enumerations (C17 6.2.5p17).
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

    /// Real ones, decimal ones included.
    pub fn is_floating(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Float | TypeKind::Double | TypeKind::LDouble | TypeKind::Float128)
            || self.is_decimal(ty)
    }

    /// ISO/IEC TS 18661-2's decimal floating types: parsed and printed, but not executed.
    pub fn is_decimal(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Decimal32 | TypeKind::Decimal64 | TypeKind::Decimal128)
    }

    /// Of any element type.
    pub fn is_complex(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Complex(_))
    }

    /// GNU `vector_size`.
    pub fn is_vector(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Vector { .. })
    }

    /// Integers, floating and complex types (C17 6.2.5p18).
    pub fn is_arithmetic(&self, ty: Type) -> bool {
        self.is_integer(ty) || self.is_floating(ty) || self.is_complex(ty)
    }

    /// To anything.
    pub fn is_pointer(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Pointer(_))
    }

    /// Of any length.
    pub fn is_array(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Array { .. })
    }

    /// A function itself, not a pointer to one.
    pub fn is_function(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Function(_))
    }

    /// A structure or union.
    pub fn is_record(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Record(_))
    }

    /// Qualified or not.
    pub fn is_void(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Void)
    }

    /// `_Bool`, qualified or not.
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
