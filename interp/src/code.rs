//! The register bytecode that functions are compiled to on their first call.
//!
//! A register is a 64-bit slot of the current frame. Integers are kept canonical (see `arith`), `float` as its bits,
//! pointers as addresses; 128-bit values take two neighbouring registers; structs, unions, vectors and complex values
//! are addresses of memory. A *slot* is a pair of registers for a local object in memory: its address (0 while it
//! does not exist) and its storage index.
//!
//! Every operation has an origin (an expression or statement) in `Code::origins`, for diagnostics.

use lang::{ExprId, FuncId, Loc, StmtId, Type, VarId};
use std::cell::Cell;

pub type Reg = u16;

/// How a scalar lies in memory.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Width {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    X64,
    /// One byte that must be 0 or 1.
    Bool,
    /// A 32-bit pointer.
    P32,
    /// Two registers, 16 bytes.
    W128,
    /// Two registers, 10 bytes and padding to 16 (12 on i386).
    F80,
}

impl Width {
    pub fn size(self) -> u32 {
        match self {
            Width::I8 | Width::U8 | Width::Bool => 1,
            Width::I16 | Width::U16 => 2,
            Width::I32 | Width::U32 | Width::P32 => 4,
            Width::X64 => 8,
            Width::F80 => 10,
            Width::W128 => 16,
        }
    }

    pub fn registers(self) -> u16 {
        if matches!(self, Width::W128 | Width::F80) { 2 } else { 1 }
    }
}

#[rustfmt::skip]
#[derive(Copy, Clone, PartialEq, Debug)]
pub enum Op {
    Nop,
    /// So many expression nodes are evaluated before the next `Step`.
    Step { n: u32 },
    /// Profile: a statement is executed.
    Count { stmt: u32 },
    /// Watch: looks at variables, by `Code::watches`.
    Watch { index: u32 },
    /// Trace: the value of an expression.
    Trace { a: Reg, expr: u32 },
    /// Another value of this kind.
    Flip { d: Reg, a: Reg, kind: Scalar },
    /// An expression whose operands are evaluated in an unspecified order that may matter.
    Site { site: u32 },
    Trap { index: u32 },
    /// Repairing: an operation that can fault, in `Code::firsts`, and takes this place when it is reached.
    First { index: u32 },
    /// Repairing: an operation that became another, in `Repair::fixes`.
    Fixed { index: u32 },

    Jump { to: u32 },
    JumpIf { c: Reg, to: u32 },
    JumpIfNot { c: Reg, to: u32 },
    JumpLtS { a: Reg, b: Reg, to: u32 },
    JumpLeS { a: Reg, b: Reg, to: u32 },
    JumpLtU { a: Reg, b: Reg, to: u32 },
    JumpLeU { a: Reg, b: Reg, to: u32 },
    JumpEq { a: Reg, b: Reg, to: u32 },
    JumpNe { a: Reg, b: Reg, to: u32 },
    Switch { v: Reg, table: u32 },
    JumpIndirect { p: Reg },

    /// Zeroes the function's slots and flags.
    Enter { func: u32 },
    Call { func: u32, base: Reg, used: bool },
    /// A call whose arguments the callee may inspect (variadic).
    CallVariadic { func: u32, base: Reg, call: u32 },
    CallPointer { callee: Reg, base: Reg, call: u32 },
    CallLibrary { base: Reg, call: u32 },
    Return,
    /// Ends the lifetime of the function's objects, then returns.
    ReturnKill { func: u32 },
    /// The end of a function that should have returned a value.
    ReturnNone { func: u32 },

    Imm { d: Reg, v: i32 },
    Const { d: Reg, index: u32 },
    Mov { d: Reg, a: Reg },
    Mov2 { d: Reg, a: Reg },

    AddS32 { d: Reg, a: Reg, b: Reg },
    AddS64 { d: Reg, a: Reg, b: Reg },
    AddU32 { d: Reg, a: Reg, b: Reg },
    AddU64 { d: Reg, a: Reg, b: Reg },
    SubS32 { d: Reg, a: Reg, b: Reg },
    SubS64 { d: Reg, a: Reg, b: Reg },
    SubU32 { d: Reg, a: Reg, b: Reg },
    SubU64 { d: Reg, a: Reg, b: Reg },
    MulS32 { d: Reg, a: Reg, b: Reg },
    MulS64 { d: Reg, a: Reg, b: Reg },
    MulU32 { d: Reg, a: Reg, b: Reg },
    MulU64 { d: Reg, a: Reg, b: Reg },
    DivS32 { d: Reg, a: Reg, b: Reg },
    DivS64 { d: Reg, a: Reg, b: Reg },
    DivU { d: Reg, a: Reg, b: Reg },
    RemS32 { d: Reg, a: Reg, b: Reg },
    RemS64 { d: Reg, a: Reg, b: Reg },
    RemU { d: Reg, a: Reg, b: Reg },
    /// Shift counts are canonical in a signed or unsigned type: `wide` says a negative one looks like a huge one.
    ShlS32 { d: Reg, a: Reg, b: Reg },
    ShlS64 { d: Reg, a: Reg, b: Reg },
    ShlU32 { d: Reg, a: Reg, b: Reg },
    ShlU64 { d: Reg, a: Reg, b: Reg },
    ShrS32 { d: Reg, a: Reg, b: Reg },
    ShrS64 { d: Reg, a: Reg, b: Reg },
    ShrU32 { d: Reg, a: Reg, b: Reg },
    ShrU64 { d: Reg, a: Reg, b: Reg },
    And { d: Reg, a: Reg, b: Reg },
    Or { d: Reg, a: Reg, b: Reg },
    Xor { d: Reg, a: Reg, b: Reg },
    NegS32 { d: Reg, a: Reg },
    NegS64 { d: Reg, a: Reg },
    NegU32 { d: Reg, a: Reg },
    NegU64 { d: Reg, a: Reg },
    /// Of signed and of 64-bit values.
    Not { d: Reg, a: Reg },
    NotU32 { d: Reg, a: Reg },
    /// `!a`
    IsZero { d: Reg, a: Reg },
    IsNonZero { d: Reg, a: Reg },
    LtS { d: Reg, a: Reg, b: Reg },
    LeS { d: Reg, a: Reg, b: Reg },
    LtU { d: Reg, a: Reg, b: Reg },
    LeU { d: Reg, a: Reg, b: Reg },
    Eq { d: Reg, a: Reg, b: Reg },
    Ne { d: Reg, a: Reg, b: Reg },
    SignExtend8 { d: Reg, a: Reg },
    SignExtend16 { d: Reg, a: Reg },
    SignExtend32 { d: Reg, a: Reg },
    ZeroExtend8 { d: Reg, a: Reg },
    ZeroExtend16 { d: Reg, a: Reg },
    ZeroExtend32 { d: Reg, a: Reg },
    AddF32 { d: Reg, a: Reg, b: Reg },
    AddF64 { d: Reg, a: Reg, b: Reg },
    SubF32 { d: Reg, a: Reg, b: Reg },
    SubF64 { d: Reg, a: Reg, b: Reg },
    MulF32 { d: Reg, a: Reg, b: Reg },
    MulF64 { d: Reg, a: Reg, b: Reg },
    DivF32 { d: Reg, a: Reg, b: Reg },
    DivF64 { d: Reg, a: Reg, b: Reg },
    LtF32 { d: Reg, a: Reg, b: Reg },
    LtF64 { d: Reg, a: Reg, b: Reg },
    LeF32 { d: Reg, a: Reg, b: Reg },
    LeF64 { d: Reg, a: Reg, b: Reg },
    EqF32 { d: Reg, a: Reg, b: Reg },
    EqF64 { d: Reg, a: Reg, b: Reg },
    NegF32 { d: Reg, a: Reg },
    NegF64 { d: Reg, a: Reg },
    /// The rare operations: 128-bit integers, long double. `b` is ignored by unary ones.
    Wide { op: WideOp, kind: Scalar, d: Reg, a: Reg, b: Reg },
    /// Between any two scalar kinds, with the range check of floating to integer.
    Convert { from: Scalar, to: Scalar, d: Reg, a: Reg },

    /// Pointers of 32-bit targets, from and to their integer form.
    Narrow { d: Reg, a: Reg },
    Widen { d: Reg, a: Reg },

    /// The flag of a register variable that may not have been initialised.
    CheckInit { flag: Reg, var: u32 },
    /// Static object at a known place.
    LoadStatic { w: Width, d: Reg, at: u32 },
    StoreStatic { w: Width, s: Reg, at: u32 },
    /// Local object at `slot`.
    LoadLocal { w: Width, d: Reg, slot: Reg, offset: u32 },
    StoreLocal { w: Width, s: Reg, slot: Reg, offset: u32 },
    /// Static object, at a checked run-time offset.
    LoadStaticAt { w: Width, d: Reg, index: Reg, at: u32 },
    StoreStaticAt { w: Width, s: Reg, index: Reg, at: u32 },
    LoadLocalAt { w: Width, d: Reg, slot: Reg, index: Reg, offset: u32 },
    StoreLocalAt { w: Width, s: Reg, slot: Reg, index: Reg, offset: u32 },
    /// Through a pointer: bounds, lifetime, alignment, initialisation, effective type.
    /// `align` is the required alignment minus one.
    Load { w: Width, class: u8, align: u8, d: Reg, p: Reg, offset: u32 },
    Store { w: Width, class: u8, align: u8, s: Reg, p: Reg, offset: u32 },
    /// A bit-field of the object at `p`.
    LoadBits { d: Reg, p: Reg, bits: u32 },
    StoreBits { s: Reg, p: Reg, bits: u32 },

    /// `index < len` (as unsigned), or `<=` if only the address is taken; then `d = index * size`.
    Index { d: Reg, index: Reg, bound: u32 },
    /// The same test for an array whose length is in a register.
    IndexVla { index: Reg, len: Reg, address_only: bool },
    /// `d = p + index * size`, which must stay within the object.
    PtrAdd { d: Reg, p: Reg, index: Reg, size: u32, access: bool },
    /// The same with run-time element size (variable length arrays).
    PtrAddVla { d: Reg, p: Reg, index: Reg, size: Reg, access: bool },
    PtrSub { d: Reg, p: Reg, index: Reg, size: u32 },
    PtrDiff { d: Reg, a: Reg, b: Reg, size: u32 },
    /// Relational comparison of pointers into one object.
    PtrLess { d: Reg, a: Reg, b: Reg, or_equal: bool },
    /// `d = a + offset`: a member of an object whose access is checked later.
    Offset { d: Reg, a: Reg, offset: u32 },
    /// The member's address is the result: the object must exist.
    OffsetChecked { d: Reg, a: Reg, offset: u32 },
    AddressOfLocal { d: Reg, slot: Reg, offset: u32 },

    /// A local object begins (an older one in the slot ends first).
    Allocate { slot: Reg, object: u32 },
    /// The same unless it exists.
    Ensure { slot: Reg, object: u32 },
    /// The object's bytes become indeterminate.
    Forget { slot: Reg },
    Kill { slot: Reg },
    AllocateVla { slot: Reg, object: u32, size: Reg },
    Alloca { d: Reg, size: Reg },
    /// `size` bytes at `d` become those at `s`.
    Copy { d: Reg, s: Reg, copy: u32 },
    /// `size` bytes of the object at `p` become zero (and initialised).
    Zero { p: Reg, size: u32 },
    /// Repeats `size` bytes at `p` `count` more times after them.
    Repeat { p: Reg, size: u32, count: u32 },
    /// Elementwise operations on vectors and complex values in memory.
    Lanes { lanes: u32, d: Reg, a: Reg, b: Reg },

    /// Remembers an access's address, in bits, for `Conflict`.
    Mark { d: Reg, p: Reg, bit: u32 },
    /// Two unsequenced accesses must not overlap.
    Conflict { a: Reg, b: Reg, pair: u32 },

    /// `restrict`: a function that has such pointers begins; one of them is declared, or its block ends; an access.
    RestrictEnter,
    RestrictBegin { key: u16 },
    Restrict { p: Reg, key: u16, write: bool, size: u32 },
    /// A member of `*p` is accessed: the object must have such a record there.
    CheckRecord { p: Reg, record: u32 },
    /// An aggregate at `p` is read or written as a whole: there must be one, at a multiple of `align + 1`.
    CheckWhole { p: Reg, size: u32, align: u8, write: bool },
    /// The value of a pointer is used: the object that it points to must not have ended.
    CheckAlive { p: Reg },
    /// `size` bytes at `p` are accessed as a whole whose volatile parts the pattern `layout` has.
    CheckVolatile { p: Reg, size: u32, layout: u32 },
    /// A parameter declared `[static count]`: so many elements of `size` bytes are there.
    CheckRoom { p: Reg, count: Reg, size: u32 },
    /// A pointer becomes an integer of so many bits, fewer than its own.
    CheckNarrow { p: Reg, bits: u32 },
    /// The temporary object at `p` is not to be modified any more.
    Freeze { p: Reg },
    /// A value read at `from` is stored at `to`.
    CheckOverlap { to: Reg, from: Reg, overlap: u32 },
    /// A pointer becomes one to a type that is aligned to `mask + 1`.
    CheckAligned { p: Reg, mask: u32 },
    /// The variable at `p` is read as a whole: it must have been given a value, be it in part.
    CheckBegun { p: Reg, var: u32 },

    VaStart { list: Reg },
    VaEnd { list: Reg },
    VaCopy { to: Reg, from: Reg },
    VaArg { d: Reg, list: Reg, arg: u32 },
    /// `d = length`, which must be positive.
    VlaLength { d: Reg, length: Reg },
}

/// The kinds of scalar, for the operations that are not worth an opcode per kind.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Scalar {
    Int { bits: u8, signed: bool },
    F32,
    F64,
    F80,
    F128,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum WideOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    Xor,
    /// The count is in one register, with 64 bits.
    Shl,
    Shr,
    Neg,
    Not,
    Lt,
    Le,
    Eq,
    Ne,
    /// `a != 0`, the result in one register.
    IsNonZero,
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Bits {
    /// Bit position in the record.
    pub offset: u64,
    pub width: u32,
    pub signed: bool,
    pub is_bool: bool,
    pub reverse: bool,
    pub is_volatile: bool,
    /// Of a named object, so that a store needs no check for `const`.
    pub direct: bool,
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Bound {
    pub len: u64,
    pub size: u32,
    /// Only the address is formed: `len` itself is allowed.
    pub address_only: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ObjectDesc {
    pub size: u64,
    pub align: u64,
    /// `None` for temporaries.
    pub var: Option<VarId>,
    pub ty: Type,
    pub layout: u32,
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub struct CopyDesc {
    pub size: u32,
    pub ty: Type,
    /// May source and destination overlap without being equal? (initialisation of fresh objects: cannot happen)
    pub is_assignment: bool,
    pub size_reg: Option<Reg>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct CallDesc {
    /// What the caller thinks the callee is.
    pub ty: Type,
    pub args: Vec<ArgDesc>,
    pub used: bool,
    pub ret: Type,
    pub library: Option<crate::library::Function>,
    pub expr: ExprId,
    /// Register where the result of an aggregate call goes (its address).
    pub result: Option<Reg>,
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub struct ArgDesc {
    pub ty: Type,
    /// Relative to the call's base.
    pub reg: Reg,
    /// The argument is an array member of this many bytes.
    pub limit: Option<u32>,
}

/// The scalars of an assignment, in bits from their addresses on.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct OverlapDesc {
    pub to_bit: u64,
    pub to_width: u64,
    pub from_bit: u64,
    pub from_width: u64,
    pub is_compatible: bool,
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub struct VaArgDesc {
    pub ty: Type,
    /// The list is a parameter: it belongs to a function that called.
    pub by_value: bool,
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Pair {
    pub a_bits: u32,
    pub b_bits: u32,
    pub a: ExprId,
    pub b: ExprId,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum LaneOp {
    Binary(lang::BinaryOp),
    Neg,
    Not,
    LogicalNot,
    /// Lane by lane to another element kind.
    Convert,
    /// A scalar at `a` (a register) to every lane.
    Splat,
    ComplexMul,
    ComplexDiv,
    /// Real scalar in register `a` to a complex value.
    FromReal,
    Conjugate,
    /// d = a==b as one register
    ComplexEq,
    /// Any part non-zero, as one register.
    IsNonZero,
    Shuffle,
    /// Comparison giving all-ones lanes.
    Compare(lang::BinaryOp),
}

#[derive(Copy, Clone, PartialEq, Debug)]
pub struct LanesDesc {
    pub op: LaneOp,
    pub kind: Scalar,
    /// Kind of the result's lanes (comparisons, conversions).
    pub to: Scalar,
    pub lanes: u32,
    /// Third operand's register, for `Shuffle`.
    pub c: Reg,
}

#[derive(Clone, PartialEq, Debug)]
pub enum TrapKind {
    Undefined(crate::ub::Rule, String),
    Unsupported(String),
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct SwitchTable {
    /// Sorted, not overlapping: (lo, hi, target), as order keys.
    pub ranges: Vec<(u64, u64, u32)>,
    pub dense: Option<(u64, Vec<u32>)>,
    pub default: u32,
    /// Exclusive-ored into the value to give its order key.
    pub bias: u64,
}

/// One compiled function.
#[derive(Clone, Debug, Default)]
pub struct FuncCode {
    pub entry: u32,
    pub frame: u32,
    /// Registers that are zero at entry.
    pub zeroed: Vec<Reg>,
    /// Slots whose objects end at return.
    pub slots: Vec<Reg>,
    /// Calls `alloca`, whose objects end at return too.
    pub has_alloca: bool,
    /// Calls `setjmp`.
    pub has_setjmp: bool,
    /// The first register that is neither a variable's nor a slot.
    pub scratch: u32,
}

/// Everything compiled so far, of all functions.
#[derive(Default)]
pub struct Code {
    pub budget: Budget,
    pub ops: Vec<Op>,
    pub origins: Vec<Origin>,
    /// Indexed by `FuncId`.
    pub functions: Vec<Option<FuncCode>>,
    pub constants: Vec<u64>,
    pub traps: Vec<TrapKind>,
    /// The operations that `Op::First` stands for.
    pub firsts: Vec<Op>,
    pub tables: Vec<SwitchTable>,
    pub bits: Vec<Bits>,
    pub bounds: Vec<Bound>,
    pub objects: Vec<ObjectDesc>,
    pub copies: Vec<CopyDesc>,
    pub calls: Vec<CallDesc>,
    pub pairs: Vec<Pair>,
    pub lanes: Vec<LanesDesc>,
    pub va_args: Vec<VaArgDesc>,
    pub overlaps: Vec<OverlapDesc>,
    pub sites: Vec<ExprId>,
    pub labels: rustc_hash::FxHashMap<u32, u32>,
    pub watches: Vec<WatchDesc>,
}

/// A statement at which variables are looked at.
#[derive(Clone, Debug)]
pub struct WatchDesc {
    /// Index into `Options::watches`.
    pub watch: u32,
    pub peeks: Vec<Peek>,
}

/// How the value of a variable is found.
#[derive(Copy, Clone, Debug)]
pub struct Peek {
    pub at: PeekAt,
    pub is_pointer: bool,
}

#[derive(Copy, Clone, Debug)]
pub enum PeekAt {
    Nowhere,
    /// `flag` is set once it is initialised, where that is not certain.
    Register {
        reg: Reg,
        flag: Option<Reg>,
    },
    Slot {
        slot: Reg,
        width: Width,
    },
    /// A storage index.
    Static {
        at: u32,
        width: Width,
    },
}

/// What compiling one program may cost, in units of about the time that one look at an expression takes.
#[derive(Debug)]
pub struct Budget {
    left: Cell<u64>,
}

impl Default for Budget {
    /// Ordinary programs need less than a hundredth of it. It bounds time to a few seconds, and memory to 150 MB.
    fn default() -> Budget {
        Budget { left: Cell::new(64 << 20) }
    }
}

impl Budget {
    pub fn spend(&self, units: u64) {
        self.left.set(self.left.get().saturating_sub(units));
    }

    /// Everything from here on is given up; the code must not be executed.
    pub fn is_spent(&self) -> bool {
        self.left.get() == 0
    }
}

/// What an operation was compiled from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    Expr(ExprId),
    Stmt(StmtId),
    Var(VarId),
    Func(FuncId),
    None,
}

impl Origin {
    pub fn loc(self, program: &lang::Program) -> Loc {
        match self {
            Origin::Expr(expr) => program[expr].loc,
            Origin::Stmt(stmt) => program[stmt].loc,
            Origin::Var(var) => program[var].loc,
            Origin::Func(func) => program[func].loc,
            Origin::None => Loc::NONE,
        }
    }
}
